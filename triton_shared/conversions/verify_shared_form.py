"""Refuse what breaks the contract of the shared form, docs/shared_form.md.

::

    %0 = tt.addptr %x, %i                      ->   error: 'tt.addptr' op is left by 'triton-to-linalg': …
    func.func @k(%x: memref<*xf32>)            ->   error: 'func.func' op does not end with the grid and the program's …
    %t = bufferization.to_tensor %argument     ->   error: 'bufferization.to_tensor' op reads what is no buffer of …
    memref.copy %rows4, %rows8                 ->   error: 'memref.copy' op copies 4 elements to 8 along dimension 0

The pass changes nothing.  Its options are those of `--triton-to-linalg` that choose other forms, of which it keeps the
rest.  It promises that a module holds the ops of `OPS` and no others, but those that plug-ins keep, and that every rule
of `RULES` holds: what an op may say by itself, without asking where its values come from over loops and calls.  Whoever
takes the shared form over, the code generators too, meets only these.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial

from triton_shared import plugins
from triton_shared.conversions import gathers
from triton_shared.conversions.guard_divisions import RULES as DIVISIONS
from triton_shared.conversions.guard_divisions import may_trap
from triton_shared.conversions.kernel_abi import FUNCTIONS, POINTERS, PROGRAMS
from triton_shared.conversions.movers import MOVERS, is_cut, is_mover
from triton_shared.conversions.promises import none_left
from triton_shared.conversions.triton_arith_to_linalg.scans import KEPT, KEPT_YIELD
from triton_shared.conversions.unstructured_to_memref import RULES as ACCESSES
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.builder import DYNAMIC
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: of the contract; docs/shared_form.md lists what each version changed
SHARED_FORM_VERSION = "1.6"

#: dialects all of whose ops are allowed: they compute values from values
DIALECTS = {"arith", "math", "ub"}
#: of other dialects
OPS = {
    "builtin.unrealized_conversion_cast",
    *(f"func.{name}" for name in ("func", "call", "return")),
    *(f"scf.{name}" for name in ("for", "if", "while", "condition", "yield", "parallel", "reduce")),
    *(f"cf.{name}" for name in ("br", "cond_br")),
    *(f"linalg.{name}" for name in ("fill", "generic", "index", "yield", "reduce", "transpose", "broadcast")),
    *(f"linalg.{name}" for name in ("matmul", "batch_matmul")),
    *(f"tensor.{name}" for name in ("empty", "extract", "extract_slice", "insert_slice", "cast")),
    *(f"tensor.{name}" for name in ("expand_shape", "collapse_shape")),
    *(f"memref.{name}" for name in ("alloc", "load", "store", "copy", "atomic_rmw", "global", "get_global")),
    *(f"memref.{name}" for name in ("reinterpret_cast", "subview", "cast", "extract_strided_metadata")),
    "memref.extract_aligned_pointer_as_index",
    *(f"bufferization.{name}" for name in ("to_tensor", "materialize_in_destination")),
    # raw addresses, what memref has no atomic or volatile op for, assembly, and what a program promises
    *(f"llvm.{name}" for name in ("inttoptr", "mlir.poison", "insertvalue", "extractvalue")),
    *(
        f"llvm.{name}"
        for name in ("load", "store", "cmpxchg", "atomicrmw", "fence", "intr.assume", "inline_asm")
    ),
}

#: the functions of the runtime that may be declared
RUNTIME = {
    "triton_shared_print": "(i32, i32, i32, i64, i64, i64) -> ()",
    "triton_shared_assert": "(i32, i32, i32, i64) -> ()",
    "triton_shared_found": "(i32, i32, i32, i64, i64, i64, i64, i64) -> ()",
    "triton_shared_fill": "(i32, i32, i32, i64) -> i64",
}

Rule = Callable[[ir.Operation], str | None]

READ = "bufferization.to_tensor"
_WINDOWS = {"memref.reinterpret_cast", "memref.subview"}


#: what ``keep-tts`` says -> the ops that it keeps
KEPT_OPS: dict[str, set[str]] = {
    "none": set(),
    "structured": {"tts.load", "tts.store", "tts.yield"},
    "all": ACCESSES.keys() | {"tts.yield"},
}


#: what ``keep-scans`` adds
SCAN_OPS = {KEPT, KEPT_YIELD}

#: what ``indirect`` says -> the ops that it makes
GATHER_OPS: dict[str, set[str]] = {"loops": set(), "gathers": gathers.OPS}

#: what ``program`` says -> the ops that tell a program its place
PROGRAM_OPS: dict[str, set[str]] = {
    "arguments": set(),
    "calls": set(),
    "gpu": {"gpu.block_id", "gpu.grid_dim"},
    "parallel": {"scf.execute_region"},
    "forall": {"scf.forall", "scf.forall.in_parallel", "scf.execute_region"},
}


def run(
    module: ir.Operation,
    indirect: str = "loops",
    keep_scans: bool = False,
    keep_tts: str = "none",
    loads: str = "copies",
    pad: bool = False,
    pointers: str = "unranked",
    program: str = "arguments",
) -> None:
    """Run the pass on ``module``."""
    allowed = OPS | GATHER_OPS[indirect] | KEPT_OPS[keep_tts] | PROGRAM_OPS[program] | plugins.tables().kept
    allowed |= SCAN_OPS if keep_scans else set()
    rules = RULES | {
        "func.func": partial(_function, pad=pad, pointers=pointers, program=program),
        READ: partial(_to_tensor, loads=loads),
        **({name: partial(_padded, rule=RULES.get(name)) for name in MOVERS} if pad else {}),
    }
    none_left(module, "triton-to-linalg", lambda op: _has_no_place(op, allowed))
    broken: list[tuple[ir.Operation, str]] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if what := _wrong_with(op, rules):
            broken.append((op, what))
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    if broken:
        raise LoweringError(*broken[0])


def _has_no_place(op: ir.Operation, allowed: Container[str]) -> bool:
    name = op.name
    return name not in allowed and name.partition(".")[0] not in DIALECTS


def _wrong_with(op: ir.Operation, rules: Mapping[str, Rule]) -> str | None:
    """Which rule of the contract ``op`` breaks."""
    rule = rules.get(op.name)
    return rule(op) if rule else None


# Functions


def _function(
    op: ir.Operation, pad: bool = False, pointers: str = "unranked", program: str = "arguments"
) -> str | None:
    type_ = ir.FunctionType(op.attributes["function_type"].value)
    name = op.attributes["sym_name"].value
    if pad and is_mover(op):
        return None
    if not op.regions[0].blocks:
        told = str(type_) == "(i32) -> i32" and name in FUNCTIONS.values() and program == "calls"
        if not told and RUNTIME.get(name) != str(type_):
            return f"declares '{name}', which is no function of the runtime"
        return None
    is_private, abi = "sym_visibility" in op.attributes, PROGRAMS[program]
    inputs, names = list(type_.inputs), abi.names if is_private else abi.kernel
    if [str(t) for t in inputs[len(inputs) - len(names) :]] != ["i32"] * len(names):
        return f"does not end with the grid and the program's place in it, i32 each: {', '.join(names)}"
    for number, argument in enumerate(inputs):
        if isinstance(argument, (ir.MemRefType, ir.UnrankedMemRefType)):
            expected = POINTERS[pointers].format(argument.element_type)
            if is_private or str(argument) != expected:
                return f"argument {number} is a {argument}: pointers of kernels are '{pointers}', of others addresses"
    return None


# Buffers


def _to_tensor(op: ir.Operation, loads: str = "copies") -> str | None:
    """A buffer is the program's own, is read as a tensor once, and nothing writes it afterwards.

    Where loads may be tensors, one of other memory is not written.
    """
    if loads == "tensors" and "restrict" in op.attributes and "writable" not in op.attributes:
        return None
    if "restrict" not in op.attributes or "writable" not in op.attributes:
        return "does not say that nothing else reads or writes its buffer: 'restrict writable'"
    buffer = op.operands[0]
    if isinstance(buffer.owner, ir.Block) or buffer.owner.name != "memref.alloc":
        return "reads what is no buffer of this program: the result of 'memref.alloc'"
    for user, _ in effects.uses(buffer):
        if user != op and not _comes_before(user, op):
            return f"reads a buffer that '{user.name}' touches afterwards"
    return None


def _comes_before(op: ir.Operation, end: ir.Operation) -> bool:
    """Whether ``op``, or what it is in, stands before ``end`` in the block of that."""
    while op.block != end.block:
        parent = op.parent
        if parent is None or parent.name == "func.func":
            return False
        op = parent.operation
    return op.is_before_in_block(end)


def _store(op: ir.Operation) -> str | None:
    target = op.operands[1]
    if not isinstance(target.type, ir.MemRefType) or "writable" not in op.attributes or op.results:
        return "writes no memory: the destination is a memref, and 'writable'"
    return None


# Views


def _reinterpret_cast(op: ir.Operation) -> str | None:
    source = op.operands[0]
    is_pointer = isinstance(source.owner, ir.Block) or isinstance(source.type, ir.UnrankedMemRefType)
    if not is_pointer and source.type.rank:
        return "views what is no pointer: an unranked memref, or one element at an address"
    return _steps(op)


def _subview(op: ir.Operation) -> str | None:
    if any(step != 1 for step in op.attributes["static_strides"]):
        return "steps over elements: masks keep neighbours"
    return None


def _steps(op: ir.Operation) -> str | None:
    if any(size < 0 and size != DYNAMIC for size in op.attributes["static_sizes"]):
        return "has a size below 0"
    return None


def _copy(op: ir.Operation) -> str | None:
    """What is copied is as large as where it goes: a mask bounds both sides alike."""
    sides = [_sizes(v) for v in op.operands]
    for dim, (source, target) in enumerate(zip(*sides, strict=False)):
        if isinstance(source, int) and isinstance(target, int) and source != target:
            return f"copies {source} elements to {target} along dimension {dim}"
        if isinstance(source, ir.Value) and isinstance(target, ir.Value) and source != target:
            return (
                f"copies as many elements as one value says to as many as another says along dimension {dim}"
            )
    return None


def _padded(op: ir.Operation, rule: Rule | None) -> str | None:
    """Blocks have static sizes, but where a function of a length moves them."""
    if is_cut(op) and not is_mover(op.parent.operation):
        return "moves a block of a size that is not known, which 'pad' asks for"
    return rule(op) if rule else None


def _sizes(view: ir.Value) -> list[int | ir.Value]:
    """The extents of ``view``, without those that the type leaves out."""
    owner = view.owner
    type_ = ir.MemRefType(view.type)
    static: list[int | ir.Value] = list(type_.shape)
    if type_.has_static_shape or isinstance(owner, ir.Block) or owner.name not in _WINDOWS:
        return static
    sizes = list(owner.attributes["static_sizes"])
    lengths = list(owner.attributes["operandSegmentSizes"])
    first = sum(lengths[:2])
    dynamic = list(owner.operands)[first : first + lengths[2]]
    given = iter(dynamic)
    mixed = [next(given) if size == DYNAMIC else size for size in sizes]
    if len(mixed) == len(static):
        return mixed
    kept = iter(size for size in mixed if size != 1)
    return [1 if size == 1 else next(kept) for size in static]


def _kept(op: ir.Operation) -> str | None:
    """An access that is kept counts from memory, and moves numbers."""
    base = op.operands[0] if op.attributes["operandSegmentSizes"][0] else None
    if base is not None and not isinstance(base.type, (ir.UnrankedMemRefType, ir.MemRefType)):
        return "counts from what is no memref"
    return None


# Computation


def _division(op: ir.Operation) -> str | None:
    return "divides by what may be 0, or -1" if may_trap(op) else None


def _body(op: ir.Operation) -> str | None:
    """An op on tensors does nothing but compute: its elements may come in any order, some more than once."""
    for inner in all_ops(op):
        row = effects.of(inner)
        if effects.written(inner) or row.frees or row.allocates or (row.orders and not row.acts):
            return f"changes memory in its body: '{inner.name}'"
    if not all(isinstance(v.type, ir.RankedTensorType) for v in op.results):
        return "gives what is no tensor"
    return None


RULES: dict[str, Rule] = {
    "func.func": _function,
    READ: _to_tensor,
    "bufferization.materialize_in_destination": _store,
    "memref.reinterpret_cast": _reinterpret_cast,
    "memref.subview": _subview,
    "memref.copy": _copy,
    "linalg.generic": _body,
    "linalg.reduce": _body,
    KEPT: _body,
    **dict.fromkeys(DIVISIONS, _division),
    **dict.fromkeys(ACCESSES, _kept),
}
