"""From analysed accesses to tts ops: what triton-to-structured and triton-to-unstructured share.

The address of an access becomes scalar operands of one tts op; index tensors and masks that nothing else uses
are dead afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from triton_shared.analyses import expr as ex
from triton_shared.analyses.access import MEMORY_OPS, Access, access_of
from triton_shared.analyses.expr import Expr
from triton_shared.analyses.pointer import Pointers
from triton_shared.conversions import build
from triton_shared.conversions.carry import Carrier, program_order, symbols
from triton_shared.conversions.materialize import Materializer
from triton_shared.dialects.tts import operand_names
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir


def convert_accesses(function: ir.Operation, select: Callable[[Access], bool]) -> None:
    """Replace the memory ops of ``function`` whose access satisfies ``select`` by tts ops."""
    pointers = Pointers()
    program = list(program_order(function))
    accesses = [a for a in (_analyse(op, pointers) for op in program if op.name in MEMORY_OPS) if select(a)]
    if not accesses:
        return
    carrier = Carrier(pointers)
    carrier.run(symbols(e for a in accesses for e in a.expressions()), program)
    converted = [(a.op, _emit(a, carrier)) for a in accesses]
    for old, new in converted:
        for before, after in zip(old.results, new.results, strict=True):
            before.replace_all_uses_with(after)
        old.erase()
    carrier.finish()


def _analyse(op: ir.Operation, pointers: Pointers) -> Access:
    try:
        return access_of(op, pointers)
    except TypeError as error:
        raise LoweringError(op, str(error)) from error


def _emit(access: Access, carrier: Carrier) -> ir.Operation:
    """The tts op of ``access``, inserted before the op that it stands for."""
    op = access.op
    with build.at(op):
        emit = Materializer(carrier.values)
        parts = {
            "base": [access.base] if access.base is not None else [],
            "value": [access.value] if access.value is not None else [],
            "offset": [emit(access.layout.offset)],
            "strides": [emit(s) for s in access.layout.strides],
            "starts": [emit(w.start) for w in access.layout.wraps.values()],
            "moduli": [emit(w.modulus) for w in access.layout.wraps.values()],
            **_mask_parts(access, emit),
            "other": _other(access),
            "expected": [op.operands[1]] if op.name == "tt.atomic_cas" else [],
        }
        name = "tts." + op.name.removeprefix("tt.").removeprefix("descriptor_")
        ordered = [parts[p] for p in operand_names(name)]
        attributes = {
            "wraps": build.indices(access.layout.wraps),
            "loops": build.indices(sorted(access.loops)),
            "operandSegmentSizes": build.segments(*ordered),
        }
        if op.name == "tt.atomic_rmw":
            attributes["kind"] = op.attributes["atomic_rmw_op"]
        operands = [v for part in ordered for v in part]
        new = build.create(name, operands, [r.type for r in op.results], regions=1, **attributes)
        if access.loops or access.base is None:
            _emit_body(access, carrier, new)
        return new


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


def _other(access: Access) -> list[ir.Value]:
    if access.pads_nan:
        return [build.constant(ir.FloatAttr.get(access.pointee, float("nan")))]
    if access.other is None:
        return []
    return [splat_source(access.other) or access.other]


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
            return build.constant(value.get_splat_value()) if value.is_splat else None
        case "tt.broadcast" | "tt.expand_dims" | "tt.reshape":
            return splat_source(owner.operands[0])
    return None


def _emit_body(access: Access, carrier: Carrier, op: ir.Operation) -> None:
    """The region that computes, for each step of the loops, the indirect offset and whether the lane is kept."""
    dims = sorted(access.loops)
    block = op.regions[0].blocks.append(*[build.index_type()] * len(dims), arg_locs=[op.location] * len(dims))
    with ir.InsertionPoint(block):
        lanes = dict(zip(dims, block.arguments, strict=True))
        emit = Materializer(carrier.values, lanes)
        build.create("tts.yield", [emit(access.layout.gathers), emit(access.mask.residue)])
