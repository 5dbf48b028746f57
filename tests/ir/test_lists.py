"""Lists of op names and tests of their prefixes are known, each by its place: what ops do is asked of ir/effects.py.

A list may say which ops a rewrite has a rule for, which are cheap, or which have some form: whatever is not in it is
left alone or refused.  It may not say what an op reads, writes, views, replaces or orders, nor that it may be ignored.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from triton_shared.ir import effects

ROOT = Path(__file__).parents[2] / "triton_shared"
ROOMS = ("analyses", "building_blocks", "conversions", "codegen", "runtime")

#: places of lists and of tests of prefixes, by room; one that is new asks the table, or stands here and says a form
KNOWN = {
    "analyses/access": "RESHAPED_OPS",
    "analyses/index_analysis": "_cast _is_handed_on",
    "analyses/use": "_roots",
    "building_blocks/python_program": "_YIELDS _key",
    "building_blocks/split_reductions": "_split",
    "codegen/cpu/expand_functions": "ROUGH",
    "codegen/cpu/expand_narrow_floats": "CONVERSIONS",
    "codegen/cpu/hide_counters": "_OF_INDICES _is_scaled",
    "codegen/cpu/neighbour_updates": "_BODY",
    "codegen/cpu/pack_products": "EXTENSIONS",
    "codegen/cpu/prefetch": "CASTS",
    "codegen/cpu/quiet_nans": "_COPIES _OPS _QUIET",
    "codegen/cpu/unroll_updates": "_fetches",
    "codegen/kernels": "functions_of",
    "codegen/llvm/expand_divisions": "OPS _expand _quotient",
    "codegen/llvm/translation": "_roles_forgotten",
    "codegen/llvm/verify_llvm_dialect": "BRANCHES",
    "codegen/memory/block_views": "_reads",
    "codegen/memory/bytes_for_booleans": "BITWISE run",
    "codegen/memory/copy_elision": "_can_write",
    "codegen/memory/hoist_divisions": "_DIVISIONS",
    "codegen/memory/move_rows": "_rows",
    "codegen/memory/privatize_dps_inits": "run",
    "codegen/memory/split_branch_buffers": "BRANCHES",
    "codegen/memory/transpose_buffers": "run",
    "codegen/nests/body": "_is_elementwise",
    "codegen/nvidia/distribute_tensors": "_place_in_grid",
    "codegen/nvidia/lower/math_to_intrinsics": "FLAGGED",
    "codegen/nvidia/ptx/emit": "_check_calls",
    "codegen/nvidia/ptx/intrinsics": "has_ptx",
    "codegen/nvidia/warp_specialization/dot_chains": "_FORMS",
    "codegen/simt/analysis/divisibility": "_SAME _SUMS",
    "codegen/simt/analysis/polynomials": "_CASTS",
    "codegen/simt/analysis/tensor_ops": "spread",
    "codegen/simt/analysis/views": "ALLOCATIONS",
    "codegen/simt/build/emitter": "LOOPS",
    "codegen/simt/layouts/layout_assignment": "Assignment _PROPAGATE _made _materialize _memref_store _unify",
    "codegen/simt/layouts/named_layouts": "ANYWHERE _STORES",
    "codegen/simt/layouts/spaces": "_UPDATES",
    "codegen/simt/lower/atomics": "_UPDATES",
    "codegen/simt/lower/calls": "_OF_TEXTS traps_where_false",
    "codegen/simt/lower/elementwise": "is_vectorizable",
    "codegen/simt/lower/reduce": "COMMUTATIVE",
    "codegen/simt/memory/global_access": "HINTS",
    "codegen/simt/peephole/boolean_compares": "_UNIFORM _is_place",
    "codegen/simt/peephole/fold_guarded_remainders": "_REMAINDERS",
    "codegen/simt/peephole/note_unstored_wraps": "_through",
    "codegen/simt/peephole/scalarize_unit_vectors": "ELEMENTWISE",
    "codegen/simt/peephole/sink_scale_past_max": "MAXIMA SUMS",
    "codegen/simt/pipeline/persistent_loop": "grid_loop",
    "codegen/simt/pipeline/pipelinable_loads": "CONTROL _CARRIERS",
    "codegen/tensors/clone_cheap_producers": "_is_cheap",
    "codegen/tensors/drop_unit_dims": "_CARRIED _TENSOR_USERS",
    "codegen/tensors/nonnegative": "_BODIES _MOVES _WHERE_ALL",
    "codegen/tensors/products": "PRODUCTS",
    "codegen/tensors/repeat_ranges": "_is_range",
    "codegen/tensors/selections": "Extreme",
    "codegen/tensors/short_reductions": "is_cheap",
    "codegen/tensors/split_invariants": "_is_costly _only_computes",
    "codegen/tensors/verify_kernels": "BY_HAND OURS",
    "codegen/tensors/verify_reductions": "run",
    "conversions/access_boxes": "TtsAccess",
    "conversions/allow_contraction": "OPS",
    "conversions/check_accesses": "_ADDRESS _whole element_box",
    "conversions/check_promises": "HINTS SUMS _OF_BITS _THROUGH _assume _equal_in",
    "conversions/check_races": "_is_atomic",
    "conversions/check_stores": "_SAME",
    "conversions/check_values": "_WHOLE run",
    "conversions/demand": "Demand _ELEMENTWISE",
    "conversions/descriptors": "MERGES _expand_function",
    "conversions/guard_divisions": "SIGNED",
    "conversions/keep_products": "PRODUCTS",
    "conversions/kernel_abi": "_forget_offset",
    "conversions/loads_and_stores": "is_access is_structured",
    "conversions/pad_blocks": "_Padding _views",
    "conversions/read_tensors": "FILLERS _is_in_loop",
    "conversions/separate_checks": "_CHECKS _ENDS _KNOWN _PRODUCTS _REDUCTIONS _SUMS",
    "conversions/structured_to_memref": "run",
    "conversions/tile_large_blocks": "_least",
    "conversions/tiled_effects": "may_move",
    "conversions/tiled_values": "HINTS combines",
    "conversions/touched_boxes": "_PASSING _SAME _SUMS block_of",
    "conversions/triton_arith_to_linalg/__init__": "CALLS LATER _scalar_rule _tensor_rule",
    "conversions/triton_arith_to_linalg/directed_rounding": "_marks",
    "conversions/triton_arith_to_linalg/elementwise": "ON_POINTERS",
    "conversions/triton_arith_to_linalg/floats": "APPROXIMATED _MOVES _SIGNS rule",
    "conversions/triton_arith_to_linalg/reductions": "TIES WIDENED",
    "conversions/triton_ptr_to_memref": "VIEWERS _speaks_of_pointers",
    "conversions/triton_to_unstructured": "_drop_hints",
    "conversions/undefined_results": "CONVERSIONS DIVISIONS SHIFTS _SIGNED _division",
    "conversions/verify_shared_form": "KEPT_OPS OPS PROGRAM_OPS _WINDOWS",
    "runtime/compilation": "build",
}


def _is_op(node: ast.expr) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    dialect, dot, rest = node.value.partition(".")
    return dialect in effects.KNOWN and bool(dot) and (not rest or rest.replace(".", "_").isidentifier())


def _is_list(node: ast.AST) -> bool:
    """Whether ``node`` lists names of ops, or tests the prefix of one."""
    match node:
        case ast.Set(elts=names) | ast.Tuple(elts=names) | ast.List(elts=names):
            return sum(map(_is_op, names)) > 1
        case ast.Call(func=ast.Attribute(attr="startswith"), args=[argument]):
            return _is_op(argument)
    return False


def _places(tree: ast.Module) -> Iterator[str]:
    """The names of the functions and constants of ``tree`` that have lists."""
    for part in tree.body:
        if any(map(_is_list, ast.walk(part))):
            target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", part)
            if not isinstance(target, ast.Tuple):  # which are names of single ops
                yield target.id if isinstance(target, ast.Name) else target.name


def found() -> set[str]:
    """All of them, as module:name."""
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return {
        f"{path.relative_to(ROOT).with_suffix('').as_posix()}:{name}"
        for path in paths
        for name in _places(ast.parse(path.read_text(encoding="utf-8")))
    }


def test_no_list_is_new():
    known = {f"{module}:{name}" for module, names in KNOWN.items() for name in names.split()}
    assert not sorted(found() - known), "ask triton_shared/ir/effects.py, or say here that it lists forms"
    assert not sorted(known - found()), "these are gone: take them out of the list"
