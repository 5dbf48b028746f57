"""Matrix products.

::

    %d = tt.dot %a, %b, %c : tensor<MxKxf16> * tensor<KxNxf16> -> tensor<MxNxf32>
    ->
    %d = linalg.matmul ins(%a, %b) outs(%c)

The body widens the operands to the accumulator's type, so every ``inputPrecision`` is computed at least as precisely as
asked; it is kept as ``tt.input_precision``.  Operands of 8 bits become f16, or bf16 if these are added up; both hold
them exactly, which ``tt.widens`` on the op that makes them says.  The operands of ``tt.dot_scaled`` become f32 and are
multiplied by their scales; ``tt.exact_as`` names the type of fewer bits that holds them as well.  Accumulators that
cannot hold the operands are refused, except that f16 and bf16 may add up products of f32.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions.triton_arith_to_linalg import floats
from triton_shared.conversions.triton_arith_to_linalg.shapes import collapse, reshape, transpose
from triton_shared.errors import LoweringError
from triton_shared.ir import float_formats
from triton_shared.ir.builder import build, integer, is_float
from triton_shared.mlir import ir
from triton_shared.types import FORMATS

#: says of an elementwise op that its result is its operand, in a type that holds it exactly
WIDENS = "tt.widens"


def _dot(op: ir.Operation) -> list[ir.Value]:
    left, right, accumulator = op.operands
    kept = {"tt.input_precision": "inputPrecision", "tt.max_num_imprecise_acc": "maxNumImpreciseAcc"}
    attributes = {hint: op.attributes[name] for hint, name in kept.items() if name in op.attributes}
    total = accumulator.type.element_type
    _check_accumulator(op, {left.type.element_type, right.type.element_type}, total)
    return [matmul(_halves(left, total), _halves(right, total), accumulator, **attributes)]


def _halves(operand: ir.Value, total: ir.Type) -> ir.Value:
    """``operand``, as f16 or bf16 if its elements are floats of 8 bits."""
    element = operand.type.element_type
    half = total if isinstance(total, ir.BF16Type) else ir.F16Type.get()
    if not is_float(element) or element.width != 8:
        return operand
    widened = _map(operand, half, floats.convert_float)
    widened.owner.attributes[WIDENS] = ir.UnitAttr.get()
    return widened


def _check_accumulator(op: ir.Operation, elements: set[ir.Type], total: ir.Type) -> None:
    """Refuse products that cannot be added up in ``total``."""
    for element in elements:
        alike = element == total or element.width != total.width
        if is_float(total):
            legal = is_float(element) and alike and total.width > 8 and element.width <= max(total.width, 32)
        else:
            legal = isinstance(element, ir.IntegerType) and element.width <= total.width
        if not legal:
            raise LoweringError(op, f"cannot add up products of {element} in {total}")


def _map(tensor: ir.Value, element: ir.Type, function: Callable[[ir.Value, ir.Type], ir.Value]) -> ir.Value:
    """``function(scalar, element)`` of each scalar of ``tensor``."""
    result = ir.RankedTensorType.get(tensor.type.shape, element)
    return build.elementwise([tensor], [result], lambda x: [function(x, element)])[0]


def matmul(left: ir.Value, right: ir.Value, accumulator: ir.Value, **attributes: ir.Attribute) -> ir.Value:
    """``linalg.matmul`` (``batch_matmul`` for rank 3) with ``accumulator`` as init."""
    rank = left.type.rank
    name = "linalg.batch_matmul" if rank == 3 else "linalg.matmul"
    maps = [ir.AffineMapAttr.get(m) for m in _contraction_maps(rank)]
    suffix = "f" if is_float(accumulator.type.element_type) else "i"

    def body(x: ir.Value, y: ir.Value, total: ir.Value) -> list[ir.Value]:
        product = build.apply(f"arith.mul{suffix}", _widen(x, total.type), _widen(y, total.type))
        return [build.apply(f"arith.add{suffix}", total, product)]

    attributes["indexing_maps"] = ir.ArrayAttr.get(maps)
    return build.linalg(name, [left, right], [accumulator], body, **attributes).result


def _contraction_maps(rank: int) -> list[ir.AffineMap]:
    batch = [ir.AffineExpr.get_dim(0)] if rank == 3 else []
    m, n, k = (ir.AffineExpr.get_dim(d + len(batch)) for d in range(3))
    return [ir.AffineMap.get(3 + len(batch), 0, batch + pair) for pair in ([m, k], [k, n], [m, n])]


def _widen(value: ir.Value, target: ir.Type) -> ir.Value:
    if not is_float(target):
        return build.convert("arith.extsi", value, target)
    return build.convert("arith.extf" if value.type.width < target.width else "arith.truncf", value, target)


# tt.dot_scaled

#: element type of an operand -> its format
SCALED_FORMATS = {
    0: FORMATS["f8E4M3FN"],
    1: FORMATS["f8E5M2"],
    4: float_formats.E2M1,
    5: FORMATS["bf16"],
    6: FORMATS["f16"],
}
#: bits of a significand of more than four, by the element type
SIGNIFICANT = {5: 8, 6: 11}


def _dot_scaled(op: ir.Operation) -> list[ir.Value]:
    left, right, accumulator, *rest = op.operands
    scales = iter(rest)
    left_scale, right_scale = (
        next(scales) if n else None for n in list(op.attributes["operandSegmentSizes"])[3:]
    )
    rank = left.type.rank
    _check_accumulator(op, {ir.F32Type.get()}, accumulator.type.element_type)
    left = _elements(op, left, "a", rank - 1 if op.attributes["lhs_k_pack"].value else rank - 2)
    right = _elements(op, right, "b", rank - 2 if op.attributes["rhs_k_pack"].value else rank - 1)
    if left_scale is not None:
        left = _scaled(left, left_scale)
    if right_scale is not None:
        swapped = [*range(rank - 2), rank - 1, rank - 2]
        right = transpose(_scaled(transpose(right, swapped), right_scale), swapped)
    return [matmul(left, right, accumulator, **_exact_as(op, (left_scale, right_scale)))]


def _exact_as(op: ir.Operation, scales: tuple[ir.Value | None, ...]) -> dict[str, ir.Attribute]:
    """The hint which type holds scaled operands exactly: powers of two keep all bits, scales of 8 bits add four."""
    bits = set()
    for side, scale in zip("ab", scales, strict=True):
        kind = op.attributes[f"{side}_elem_type"].value
        more = 0 if scale is None or not is_float(scale.type.element_type) else 4
        bits.add(SIGNIFICANT.get(kind, 4) + more)
    name = next((name for name, held in (("bf16", 8), ("tf32", 11)) if max(bits) <= held), None)
    return {"tt.exact_as": ir.StringAttr.get(name)} if name else {}


def _elements(op: ir.Operation, operand: ir.Value, side: str, packed_axis: int) -> ir.Value:
    """An operand as f32; two e2m1 to the byte are neighbours along ``packed_axis``, the lower half first."""
    kind = op.attributes[f"{side}_elem_type"].value
    if kind not in SCALED_FORMATS:
        raise LoweringError(
            op, f"has an operand of 6-bit floats ({side}_elem_type = {kind}), which Triton only declares"
        )
    single, format_ = ir.F32Type.get(), SCALED_FORMATS[kind]
    if format_ is float_formats.E2M1:
        return _unpacked(operand, packed_axis)
    if format_.width == 16:
        return _map(operand, single, floats.convert_float)
    return _map(operand, single, lambda x, _: float_formats.decode(_bits(x), format_))


def _bits(value: ir.Value) -> ir.Value:
    """8 bits as i32."""
    return build.resize(build.convert("arith.bitcast", value, integer(8)), integer(32))


def _unpacked(operand: ir.Value, axis: int) -> ir.Value:
    """The f32 of pairs of e2m1, by a new dimension of size 2 after ``axis`` that is then joined with it."""
    shape = list(operand.type.shape)
    rank = len(shape) + 1
    paired = ir.RankedTensorType.get([*shape[: axis + 1], 2, *shape[axis + 1 :]], ir.F32Type.get())
    read = ir.AffineMap.get(rank, 0, [ir.AffineExpr.get_dim(d) for d in range(rank) if d != axis + 1])

    def body(byte: ir.Value, _: ir.Value) -> list[ir.Value]:
        which = build.convert("arith.index_cast", build.linalg_index(axis + 1), integer(32))
        shift = build.apply("arith.shli", which, 2)
        return [
            float_formats.decode(
                build.apply("arith.andi", build.apply("arith.shrui", _bits(byte), shift), 15),
                float_formats.E2M1,
            )
        ]

    pairs = build.generic(
        [operand], [build.empty(paired)], [read, ir.AffineMap.get_identity(rank)], ["parallel"] * rank, body
    ).result
    groups = [[d] if d < axis else [d + 1] for d in range(len(shape))]
    groups[axis] = [axis, axis + 1]
    return collapse(pairs, groups, [n * 2 if d == axis else n for d, n in enumerate(shape)])


def _scaled(operand: ir.Value, scale: ir.Value) -> ir.Value:
    """Each run of elements along the last dimension times its scale."""
    shape, groups = list(operand.type.shape), scale.type.shape[-1]
    runs = reshape(operand, [*shape[:-1], groups, shape[-1] // groups])
    rank = runs.type.rank
    identity = ir.AffineMap.get_identity(rank)
    per_run = ir.AffineMap.get(rank, 0, [ir.AffineExpr.get_dim(d) for d in range(rank - 1)])
    product = build.generic(
        [runs, scale],
        [build.empty(runs.type)],
        [identity, per_run, identity],
        ["parallel"] * rank,
        lambda x, s, _: [build.apply("arith.mulf", x, _scale(s))],
    ).result
    return reshape(product, shape)


def _scale(value: ir.Value) -> ir.Value:
    """A scale as f32: i8 is the exponent of a power of two (e8m0), 0xFF is NaN; others are floats."""
    single = ir.F32Type.get()
    if is_float(value.type):
        return floats.convert_float(value, single)
    biased = build.resize(value, integer(32))
    power = build.select(build.compare("eq", biased, 0), 1 << 22, build.apply("arith.shli", biased, 23))
    power = build.select(build.compare("eq", biased, 0xFF), FORMATS["f32"].nan, power)
    return build.convert("arith.bitcast", power, single)


RULES = {"tt.dot": _dot, "tt.dot_scaled": _dot_scaled}
