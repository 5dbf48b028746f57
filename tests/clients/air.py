"""``python -m tests.clients.air CHECKOUT RECORDED``: XDNA's transform scripts, run by upstream's interpreter.

RECORDED has Triton IR of kernels; a script runs over the shared form of each that it is for.  mlir-air adds ops to the
transform dialect.  Those that scripts need before the first one that maps loops to hardware are emulated here, by
upstream's passes where these do the same; the script ends at that first one (`LATE`).  Each is an op of a dialect
``air_emulated`` in a script that is rewritten to generic form.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import triton_shared
from triton_shared.mlir import PassManager, arith, ext, ir, linalg, memref
from triton_shared.mlir import transform as dialect

NAMESPACE = "air_emulated"
#: what maps loops, copies and vectors to the array of cores: a script has run when it comes to one of these
LATE = ("par_to_herd", "par_to_launch", "par_to_segment", "copy_to_dma", "herd_vectorize")
#: before scripts mlir-air gives all buffers of the program this space; the machine adds up in the elements' type
OPTIONS = {"buffer-memory-space": "1", "sums": "element"}


def _walk(op: ir.Operation) -> Iterator[ir.Operation]:
    for region in op.regions:
        for block in region:
            for inner in list(block):
                yield from _walk(inner.operation)
                yield inner.operation


def _run(op: ir.Operation, *passes: str) -> None:
    with op.context:
        PassManager.parse(f"{op.name}({','.join(passes)})").run(op)


# The emulations: from the payload of the operands to that of the result


def fuse_elementwise_linalg(functions: list[ir.Operation]) -> list[ir.Operation]:
    """What the pass ``linalg-fuse-elementwise-ops`` does, and producers of several ops are part of each."""
    for function in functions:
        for op in reversed([op for op in _walk(function) if op.name == "linalg.generic"]):
            for use in (
                list(op.result.uses) if "reduction" not in str(op.attributes["iterator_types"]) else []
            ):
                if use.owner.operation.name == "linalg.generic":
                    with ir.InsertionPoint(op):
                        use.owner.operands[use.operand_number] = op.clone().result
        _run(function, "linalg-fuse-elementwise-ops")
    return functions


def convert_memref_copy_to_linalg_copy(targets: list[ir.Operation]) -> list[ir.Operation]:
    """Copies of memory are ops of linalg."""
    for target in targets:
        for op in [op for op in _walk(target) if op.name == "memref.copy"]:
            with ir.InsertionPoint(op), op.location:
                linalg.copy(op.operands[0], outs=[op.operands[1]])
            op.erase()
    return targets


def transpose_reduce(reductions: list[ir.Operation]) -> list[ir.Operation]:
    """What is reduced are the last dimensions: the operand is transposed where it is not."""
    for op in reductions:
        given, axes = ir.RankedTensorType(op.operands[0].type), list(op.attributes["dimensions"])
        order = [i for i in range(given.rank) if i not in axes] + axes
        if order == list(range(given.rank)):
            continue
        with ir.InsertionPoint(op), op.location:
            shape = [given.shape[i] for i in order]
            empty = ir.Operation.create("tensor.empty", [ir.RankedTensorType.get(shape, given.element_type)])
            turned = linalg.transpose(op.operands[0], outs=[empty.result], permutation=order)
        op.operands[0] = turned.results[0] if hasattr(turned, "results") else turned[0]
        op.attributes["dimensions"] = ir.DenseI64ArrayAttr.get(
            list(range(given.rank - len(axes), given.rank)), op.context
        )
    return reductions


def fuse_multi_op_linalg(first: list[ir.Operation], second: list[ir.Operation]) -> list[ir.Operation]:
    """``first``, elementwise, is part of ``second``, which uses it; a pass does it in a function of its own."""
    (producer,), (consumer,) = first, second
    assert any(operand == producer.result for operand in consumer.operands), (
        "nothing is used by the second op"
    )
    outside = list(producer.operands) + [v for v in consumer.operands if v != producer.result]
    with producer.context, producer.location:
        module = ir.Module.create()
        types = ir.FunctionType.get([v.type for v in outside], [consumer.result.type])
        with ir.InsertionPoint(module.body):
            function = ir.Operation.create(
                "func.func",
                regions=1,
                attributes={"sym_name": ir.StringAttr.get("pair"), "function_type": ir.TypeAttr.get(types)},
            )
        block = function.regions[0].blocks.append(*types.inputs, arg_locs=[producer.location] * len(outside))
        inside = dict(zip(outside, block.arguments, strict=True))
        with ir.InsertionPoint(block):
            copies = [op.clone() for op in (producer, consumer)]
            for copy in copies:
                for at, value in enumerate(copy.operands):
                    copy.operands[at] = copies[0].result if value == producer.result else inside[value]
            ir.Operation.create("func.return", operands=[copies[1].result])
        _run(module.operation, "linalg-generalize-named-ops", "linalg-fuse-elementwise-ops")
        made = _moved_before(consumer, function, outside)
    consumer.result.replace_all_uses_with(made.result)
    consumer.erase()
    if not list(producer.result.uses):
        producer.erase()
    return [made]


def _moved_before(op: ir.Operation, function: ir.Operation, outside: list[ir.Value]) -> ir.Operation:
    """Copies of the ops of ``function`` before ``op``, whose arguments are ``outside``; the one that is returned."""
    block = function.regions[0].blocks[0]
    values = dict(zip(block.arguments, outside, strict=True))
    made = op
    for inner in list(block)[:-1]:
        with ir.InsertionPoint(op):
            made = inner.operation.clone()
        for at, value in enumerate(inner.operands):
            made.operands[at] = values[value]
        values |= dict(zip(inner.results, made.results, strict=True))
    generics = [o for o in block if o.operation.name.startswith("linalg.")]
    assert len(generics) == 1, "the pair did not become one op"
    return made


def remove_uninitialized_copy(targets: list[ir.Operation]) -> list[ir.Operation]:
    """A copy of a buffer that nothing has written is none, and one of a buffer that was filled a fill."""
    for target in targets:
        for op in [op for op in _walk(target) if op.name in ("memref.copy", "linalg.copy")]:
            root = _allocation(op.operands[0])
            if root is None:
                continue
            writers = [w for w in _writers(root) if w != op]
            if not writers:
                op.erase()
            elif len(writers) == 1 and writers[0].name == "linalg.fill":
                with ir.InsertionPoint(op), op.location:
                    linalg.fill(writers[0].operands[0], outs=[op.operands[1]])
                op.erase()
    return targets


VIEWS = (
    "memref.subview",
    "memref.cast",
    "memref.reinterpret_cast",
    "memref.expand_shape",
    "memref.collapse_shape",
)


def _allocation(value: ir.Value) -> ir.Operation | None:
    """The ``memref.alloc`` that ``value`` is a view of."""
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name == "memref.alloc":
            return op
        if op.name not in VIEWS:
            return None
        value = op.operands[0]
    return None


def _writers(allocation: ir.Operation) -> list[ir.Operation]:
    """Ops that may write to memory of ``allocation``."""
    found = []
    for use in allocation.result.uses:
        user = use.owner.operation
        if user.name in VIEWS:
            found += _writers(user)
        elif not _only_reads(user, use.operand_number):
            found.append(user)
    return found


def _only_reads(op: ir.Operation, number: int) -> bool:
    if op.name in ("memref.dealloc", "memref.load"):
        return True
    if op.name == "memref.copy":
        return number == 0
    if not op.name.startswith("linalg."):
        return False
    sizes = op.attributes.get("operandSegmentSizes")
    return bool(number < (sizes[0] if sizes else len(op.operands) // 2))


def normalize_for_bounds(loops: list[ir.Operation]) -> list[ir.Operation]:
    """A loop between constants counts by what its counter is multiplied with."""
    for loop in loops:
        counter = loop.regions[0].blocks[0].arguments[0]
        bounds = [_constant(loop.operands[at]) for at in range(3)]
        for user in [use.owner.operation for use in counter.uses]:
            scale = re.fullmatch(
                r"affine_map<\(d0\) -> \(d0 \* (-?\d+)\)>", str(user.attributes.get("map", ""))
            )
            if scale is None or None in bounds:
                continue
            with ir.InsertionPoint(loop), loop.location:
                for at, bound in enumerate(bounds):
                    loop.operands[at] = arith.constant(ir.IndexType.get(), bound * int(scale[1]))
            user.result.replace_all_uses_with(counter)
            user.erase()
            break
    return loops


def _constant(value: ir.Value) -> int | None:
    """The number that ``value`` is, if it is a constant."""
    is_constant = not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.constant"
    return int(value.owner.operation.attributes["value"]) if is_constant else None


def convert_divf_sqrt_to_rsqrt(targets: list[ir.Operation]) -> list[ir.Operation]:
    """``1 / sqrt(x)`` is one op."""
    for target in targets:
        for op in [op for op in _walk(target) if op.name == "arith.divf"]:
            above, root = (v.owner for v in op.operands)
            if (
                isinstance(above, ir.Block)
                or isinstance(root, ir.Block)
                or root.operation.name != "math.sqrt"
            ):
                continue
            if not re.match(r"(dense<)?1\.0+e\+00", str(above.operation.attributes.get("value", ""))):
                continue
            with ir.InsertionPoint(op), op.location:
                made = ir.Operation.create("math.rsqrt", [op.result.type], list(root.operands))
            op.result.replace_all_uses_with(made.result)
            op.erase()
    return targets


def linalg_promote(
    targets: list[ir.Operation], operands_to_promote: Any = (), memory_space: Any = None
) -> list[ir.Operation]:
    """Operands in memory are copied to a core's own, and from there where they are written."""
    assert memory_space is None or memory_space.value == "L1"
    for op in targets:
        for at in map(int, operands_to_promote or range(len(op.operands))):
            value = op.operands[at]
            if not isinstance(value.type, ir.MemRefType) or str(value.type.memory_space).startswith("2"):
                continue
            space = ir.IntegerAttr.get(ir.IntegerType.get_signless(64, op.context), 2)
            kind = ir.MemRefType.get(
                value.type.shape, value.type.element_type, memory_space=space, loc=op.location
            )
            with ir.InsertionPoint(op), op.location:
                op.operands[at] = buffer = memref.alloc(kind, [], [])
                copied = memref.CopyOp(value, buffer)
            if not _only_reads(op, at):
                copied = memref.CopyOp(buffer, value, loc=op.location, ip=ir.InsertionPoint(op))
                copied.operation.move_after(op)
    return targets


def same(targets: list[ir.Operation]) -> list[ir.Operation]:
    """Nothing: it changes ops that only later ones make."""
    return targets


#: op -> its emulation
EMULATED: dict[str, Callable[..., list[ir.Operation]]] = {
    "fuse_elementwise_linalg": fuse_elementwise_linalg,
    "convert_memref_copy_to_linalg_copy": convert_memref_copy_to_linalg_copy,
    "transpose_reduce": transpose_reduce,
    "fuse_multi_op_linalg": fuse_multi_op_linalg,
    "remove_uninitialized_copy": remove_uninitialized_copy,
    "normalize_for_bounds": normalize_for_bounds,
    "convert_divf_sqrt_to_rsqrt": convert_divf_sqrt_to_rsqrt,
    "linalg_promote": linalg_promote,
    "eliminate_cascade_memcpy": same,
}


class Effects(ir.MemoryEffectsOpInterface):
    """All free the handles that they take in place of new ones, and change the payload."""

    @staticmethod
    def get_effects(op: Any, effects: Any) -> None:
        handles = dialect.consumes_handle if len(op.results) else dialect.only_reads_handle
        handles(op.op_operands, effects)
        dialect.produces_handle(op.results, effects)
        dialect.modifies_payload(effects)


class Emulation(dialect.TransformOpInterface):
    """Calls the function of `EMULATED`; of other ops it notes the name, and ends the script."""

    met: list[str] = []

    @staticmethod
    def apply(op: Any, rewriter: Any, results: Any, state: Any) -> Any:
        name = op.operation.name.removeprefix(f"{NAMESPACE}.")
        if name not in EMULATED:
            Emulation.met.append(name)
            return dialect.DiagnosedSilenceableFailure.DefiniteFailure
        payloads = ([op.operation for op in state.get_payload_ops(given)] for given in op.operation.operands)
        attributes = op.operation.attributes
        made = EMULATED[name](*payloads, **{attribute: attributes[attribute] for attribute in attributes})
        results.set_ops(op.operation.results[0], made)
        return dialect.DiagnosedSilenceableFailure.Success

    @staticmethod
    def allow_repeated_handle_operands(op: Any) -> bool:
        return False


#: an op of mlir-air in a script: results, name, operands, attributes, types
STATEMENT = re.compile(
    r"transform\.air\.(\w+)\s+(%\w+(?:\s*,\s*%\w+)*)\s*(\{[^}]*\})?\s*"
    r":\s*(\([^)]*\)\s*->\s*(?:\([^)]*\)|![\w.]+(?:<[^>]*>)?))"
)


def _generic(found: re.Match) -> str:
    name, operands, attributes, types = found.groups()
    return f'"{NAMESPACE}.{name}"({operands}) {attributes or ""} : {types}'


def _declare(context: ir.Context, script: str) -> None:
    """Load a dialect with the ops that ``script`` has into ``context``."""
    arity = {
        name: operands.count("%")
        for name, operands in re.findall(rf'"{NAMESPACE}\.(\w+)"\(([^)]*)\)', script)
    }
    space = types.new_class("AirEmulated", (ext.Dialect,), {"name": NAMESPACE})
    for name, count in arity.items():
        fields: dict[str, Any] = {f"operand{i}": ext.Operand[Any] for i in range(count)}
        fields["handle"] = ext.Result[Any]
        types.new_class(
            name, (space.Operation,), {"name": name}, lambda body, f=fields: body.update(__annotations__=f)
        )
    with context:
        space.load()
        for name in arity:
            Emulation.attach(f"{NAMESPACE}.{name}", context=context)
            Effects.attach(f"{NAMESPACE}.{name}", context=context)


def run(script: str, kernel: str) -> str:
    """Run ``script`` over the shared form of ``kernel``; the name of the op of mlir-air that ended it, or "".

    Raises what the interpreter says where a match or an op fails.
    """
    script = STATEMENT.sub(_generic, re.sub(r"//.*", "", script))
    context = ir.Context()
    _declare(context, script)
    Emulation.met.clear()
    module = ir.Module.parse(triton_shared.to_linalg(kernel, options=OPTIONS), context)
    program = ir.Module.parse(script, context)
    (main,) = (op for op in program.body if op.operation.attributes["sym_name"].value == "__transform_main")
    try:
        dialect.interpreter.apply_named_sequence(module.operation, main.operation, program.operation)
    except Exception:
        if not Emulation.met:
            raise
    assert all(name in LATE for name in Emulation.met), f"no emulation of {Emulation.met}"
    return "".join(Emulation.met)


def with_library(checkout: Path, script: str) -> str:
    """``script`` with what it includes of XDNA's library, by the function that XDNA's driver has for that."""
    backend = checkout / "amd_triton_npu/backend/driver.py"
    (function,) = (
        node
        for node in ast.parse(backend.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name == "_inject_transform_library"
    )
    names: dict[str, Any] = {"__file__": str(backend), "os": os}
    exec(compile(ast.Module([function], []), str(backend), "exec"), names)
    return str(names[function.name](script))


def main(checkout: Path, recorded: Path) -> int:
    """Run the script of every kernel that `tests.clients.hardware` recorded; the number of pairs that fail."""
    failed = 0
    for kernel in sorted(recorded.glob("*/*.mlir")):
        script = f"{kernel.parent.name}/{kernel.name.partition('-')[0]}.mlir"
        try:
            end = run(
                with_library(checkout, (checkout / "examples" / script).read_text()), kernel.read_text()
            )
            print("ok", script, kernel.name, end or "end", flush=True)
        except Exception as error:
            failed += 1
            print("FAILED", script, kernel.name, " ".join(str(error).split())[:400], flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])) > 0)
