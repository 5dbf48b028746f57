"""From analysed accesses to tts ops: what triton-to-structured and triton-to-unstructured share.

The address of an access becomes scalar operands of one tts op; index tensors and masks that nothing else uses
are dead afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from triton_shared.analyses import expr as ex
from triton_shared.analyses.access import MEMORY_OPS, Access, access_of, is_volatile
from triton_shared.analyses.expr import Expr, Quotient
from triton_shared.analyses.hints import Hints, hints_of
from triton_shared.analyses.pointer import Pointers
from triton_shared.analyses.segments import size
from triton_shared.conversions.descriptors import DescriptorDecomposition
from triton_shared.conversions.iter_args import IterArgs
from triton_shared.conversions.materialize import Materializer
from triton_shared.dialects.tt.types import pointee_of, shape_of
from triton_shared.dialects.tts import UNWRITTEN, operand_names
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, build, indices, segments
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: memory op -> its tts op, where the names differ
TTS_NAMES = {
    "tt.descriptor_load": "tts.load",
    "tt.descriptor_gather": "tts.load",
    "tt.descriptor_store": "tts.store",
    "tt.descriptor_scatter": "tts.store",
    "tt.descriptor_reduce": "tts.atomic_rmw",
}

#: tt's RMWOp
RMW_KINDS = {
    1: "and",
    2: "or",
    3: "xor",
    4: "add",
    5: "add",
    6: "max",
    7: "min",
    8: "umax",
    9: "umin",
    10: "exch",
}

#: tt's DescriptorReduceKind
REDUCE_KINDS = {1: "add", 2: "min", 3: "max", 4: "inc", 5: "dec", 6: "and", 7: "or", 8: "xor"}

#: kind -> arith's AtomicRMWKind for integers and for floats
ARITH_KINDS = {
    "and": ("andi", None),
    "or": ("ori", None),
    "xor": ("xori", None),
    "add": ("addi", "addf"),
    "max": ("maxs", "maxnumf"),
    "min": ("mins", "minnumf"),
    "umax": ("maxu", None),
    "umin": ("minu", None),
    "exch": ("assign", "assign"),
}


def convert_accesses(
    function: ir.Operation,
    select: Callable[[Access], bool],
    undefined: str = "zero",
    in_pieces: bool = True,
) -> list[ir.Operation]:
    """Replace the memory ops of ``function`` whose access satisfies ``select`` by tts ops; returns the others.

    ``undefined`` is what `choices.UNDEFINED` says, ``in_pieces`` what `choices.CLAMPED` does.
    """
    pointers = Pointers(in_pieces)
    program = all_ops(function)
    found = [_analyse(op, pointers) for op in program if op.name in MEMORY_OPS]
    accesses = [a for a in found if select(a)]
    others = [a.op for a in found if not select(a)]
    blocks = DescriptorDecomposition(program, pointers)
    if not accesses and not blocks.blocks:
        return others
    leaves = undefined == "unwritten"
    hints = [_hints(a, pointers) | (_unwritten(a) if leaves else {}) for a in accesses]
    carrier = IterArgs(pointers, program)
    carrier.run(accesses, blocks.expressions())
    blocks.emit(carrier.values)
    converted = [(a.op, _emit(a, carrier, said)) for a, said in zip(accesses, hints, strict=True)]
    for old, results in converted:
        for before, after in zip(old.results, results, strict=False):
            before.replace_all_uses_with(after)
        old.erase()
    carrier.finish()
    return others


def _analyse(op: ir.Operation, pointers: Pointers) -> Access:
    try:
        return access_of(op, pointers)
    except ex.NotAnalysed as error:
        raise LoweringError(op, str(error)) from error


def _emit(access: Access, carrier: IterArgs, hints: Hints) -> list[ir.Value]:
    """Insert the tts op of ``access`` before the op that it stands for; its results in the shape of those."""
    op, otherwise = access.op, access.otherwise
    with at(op):
        if otherwise is None:
            return _emit_one(access, carrier, hints)
        return list(
            build.branch(
                Materializer(carrier.values)(access.wraps),
                lambda: _emit_one(otherwise, carrier, hints),
                lambda: _emit_one(access, carrier, hints),
                [r.type for r in op.results],
            )
        )


def _emit_one(access: Access, carrier: IterArgs, hints: Hints) -> list[ir.Value]:
    """`_emit` at the insertion point, whatever wraps."""
    op, roles = access.op, access.operands
    emit = Materializer(carrier.values)
    parts = {
        "base": [access.base] if access.base is not None else [],
        "value": [_reshaped(roles.value, access.shape)] if roles.value is not None else [],
        "offset": [emit(access.layout.offset)],
        "strides": [emit(s) for s in access.layout.strides],
        "starts": [emit(c.start) for c in access.layout.cuts],
        "divisors": [emit(size(c.divisor)) for c in access.layout.cuts],
        "edges": _edges(access, emit),
        **_mask_parts(access, emit),
        "other": _other(access, emit),
        "expected": [roles.expected] if roles.expected is not None else [],
    }
    name = "tts.volatile_load" if is_volatile(op) else TTS_NAMES.get(op.name, op.name.replace("tt.", "tts."))
    ordered = [parts[p] for p in operand_names(name)]
    attributes = {
        "cuts": indices([c.dim for c in access.layout.cuts]),
        "loops": indices(sorted(access.loops)),
        "operandSegmentSizes": segments(*ordered),
        **{hint: _attribute(said) for hint, said in hints.items()},
    }
    if name == "tts.atomic_rmw":
        attributes["kind"] = ir.StringAttr.get(_rmw_kind(op, access))
    operands = [v for part in ordered for v in part]
    results = [r.type for r in op.results]
    if op.name == "tt.descriptor_reduce" and roles.value is not None:
        results = [roles.value.type]
    results = [_type_like(type_, access.shape) for type_ in results]
    new = build.op(name, results, operands, attributes, regions=1)
    if access.loops or access.layout.segments or access.base is None:
        _emit_body(access, carrier, new)
    return [_reshaped(new, shape_of(old.type)) for new, old in zip(new.results, op.results, strict=False)]


def _type_like(type_: ir.Type, shape: tuple[int, ...]) -> ir.Type:
    """``type_`` with another shape."""
    return ir.RankedTensorType.get(shape, type_.element_type) if shape_of(type_) not in ((), shape) else type_


def _reshaped(tensor: ir.Value, shape: tuple[int, ...]) -> ir.Value:
    """``tensor`` in another shape, unless it is a scalar."""
    type_ = _type_like(tensor.type, shape)
    return tensor if type_ == tensor.type else build.one("tt.reshape", type_, tensor)


def _hints(access: Access, pointers: Pointers) -> Hints:
    """What the program says of ``access``; numbers of the dimensions of a block say nothing of the parts of these."""
    hints, rank = hints_of(access.op, access.operands, pointers), len(access.shape)
    return {name: said for name, said in hints.items() if not isinstance(said, tuple) or len(said) == rank}


def _unwritten(access: Access) -> Hints:
    """The mark of a load whose masked-off elements Triton leaves undefined: no ``other``, and no padding."""
    op = access.op
    is_undefined = op.name == "tt.load" and access.operands.other is None and "padding" not in op.attributes
    return {UNWRITTEN: True} if is_undefined else {}


def _attribute(said: str | tuple[int, ...] | bool) -> ir.Attribute:
    match said:
        case bool():
            return ir.UnitAttr.get()
        case str():
            return ir.StringAttr.get(said)
    return indices(said)


def _edges(access: Access, emit: Materializer) -> list[ir.Value]:
    clamps, zero = access.layout.clamps, ex.constant(0)
    if not clamps:
        return []
    each = (
        clamps[d].edges if d in clamps else (zero, ex.constant(n), zero, zero)
        for d, n in enumerate(access.shape)
    )
    return [emit(e) for edges in each for e in edges]


def _mask_parts(access: Access, emit: Materializer) -> dict[str, list[ir.Value]]:
    mask = access.mask
    parts: dict[str, list[ir.Value]] = {"lows": [], "highs": [], "condition": []}
    if mask.lows or mask.highs:
        for d, size in enumerate(access.shape):
            low, high = kept_range(mask.lows.get(d, ()), mask.highs.get(d, ()), size)
            parts["lows"].append(emit(low))
            parts["highs"].append(emit(high))
    if mask.condition.constant != 1:
        parts["condition"].append(emit(mask.condition))
    return parts


def kept_range(lows: tuple[Expr, ...], highs: tuple[Expr, ...], size: int) -> tuple[Expr, Expr]:
    """The range within ``[0, size]`` that all bounds leave; ``high >= low`` always."""
    end = ex.constant(size)
    low = reduce(lambda a, b: ex.apply("maxsi", a, b), lows, ex.constant(0))
    low = ex.apply("minsi", low, end) if lows else low
    high = reduce(lambda a, b: ex.apply("minsi", a, b), highs, end)
    return low, ex.apply("maxsi", high, low) if highs or lows else high


def _rmw_kind(op: ir.Operation, access: Access) -> str:
    """The kind of a tts.atomic_rmw."""
    if op.name == "tt.atomic_rmw":
        kind = RMW_KINDS[op.attributes["atomic_rmw_op"].value]
    else:
        kind = REDUCE_KINDS[op.attributes["kind"].value]
        if kind in ("max", "min") and str(pointee_of(op.operands[0].type)).startswith("ui"):
            kind = f"u{kind}"
    integers, floats = ARITH_KINDS.get(kind, (kind, None))
    if not isinstance(access.pointee, ir.FloatType):
        return integers
    if floats is None or (access.pointee.width == 8 and kind != "exch"):
        raise LoweringError(op, f"cannot combine elements of type {access.pointee} by {kind!r}")
    return floats


def _other(access: Access, emit: Materializer) -> list[ir.Value]:
    if access.pads_nan.constant != 0 and isinstance(access.pointee, ir.FloatType):
        nan = build.constant(access.pointee, float("nan"))
        if access.pads_nan.constant == 1:
            return [nan]
        return [build.select(emit(access.pads_nan), nan, 0.0)]
    other = access.operands.other
    return [] if other is None else [splat_source(other) or _reshaped(other, access.shape)]


def splat_source(tensor: ir.Value) -> ir.Value | None:
    """The scalar that every element of ``tensor`` is, if it is a splat."""
    owner = tensor.owner
    if isinstance(owner, ir.Block):
        return None
    match owner.name:
        case "tt.splat":
            return owner.operands[0]
        case "arith.constant" if isinstance(tensor.type, ir.RankedTensorType):
            value = owner.attributes["value"]
            if not value.is_splat:
                return None
            number = value.get_splat_value()
            return build.one("arith.constant", number.type, value=number)
        case "tt.broadcast" | "tt.expand_dims" | "tt.reshape":
            return splat_source(owner.operands[0])
    return None


def _emit_body(access: Access, carrier: IterArgs, op: ir.Operation) -> None:
    """The region that computes, for each element or segment, its part of the offset and which elements are kept."""
    layout = access.layout
    walked: list[int | Quotient] = [*sorted(layout.loops | layout.segments.keys()), *layout.cuts]

    def body(*arguments: ir.Value) -> list[ir.Value]:
        emit = Materializer(carrier.values, dict(zip(walked, arguments, strict=True)))
        segments = [layout.segments[d] for d in sorted(layout.segments)]
        tests = [access.residue, *(s.condition for s in segments)]
        keep = reduce(lambda a, b: ex.apply("andi", a, b), tests)
        bounds = []
        if any(s.lows or s.highs for s in segments):
            sizes = (access.shape[d] for d in sorted(layout.segments))
            bounds = [e for s, n in zip(segments, sizes, strict=True) for e in kept_range(s.lows, s.highs, n)]
        return [emit(layout.walked), emit(keep), *map(emit, bounds)]

    build.region(op.regions[0], [build.index] * len(walked), body, "tts.yield")
