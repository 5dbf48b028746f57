"""Arithmetic rounded down, up or towards zero, on machines that round to nearest: by the sign of what rounding left.

::

    __nv_fadd_ru(x, y)   ->   r = x + y                          (to nearest)
                              e = x + y - r                      (its sign, without an error)
                              e > 0 ? the next float above r : r

What is left of a sum is a float (FastTwoSum: Dekker, "A floating-point technique for extending the available
precision", 1971).  That of a product, quotient, square root or multiply-add of f32 has its sign in f64; that of f64
is taken by fma from the mantissas alone, apart from the exponents, so that nothing overflows or vanishes; three
terms and more are added as an expansion (Shewchuk, "Adaptive precision floating-point arithmetic", 1997, theorem 10).

Promised, as IEEE 754-2019 (4.3.2, 6.3) does: the result is the closest float on the side asked for, subnormals
included; what overflows becomes the largest finite number where that is on this side; an exact zero sum is -0 when
rounding down.  NaN stays NaN.  These ops carry `NO_CONTRACTION`, divisions and
roots `PRECISE`, and no fast-math flags.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.conversions.allow_contraction import NO_CONTRACTION
from triton_shared.conversions.triton_arith_to_linalg import floats
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir
from triton_shared.types import FORMATS

apply, compare, constant, select = build.apply, build.compare, build.constant, build.select
convert = build.convert

#: a result rounded to nearest, and a float with the sign of what is left of the exact one
Rounded = tuple[ir.Value, ir.Value]

F64 = FORMATS["f64"]
EXPONENT = ((1 << F64.exponent) - 1) << F64.mantissa  # its bits
FARTHEST = 300  # exponents farther apart can't cancel: a product of mantissas has 106 bits


def arithmetic(name: str, direction: str, *operands: ir.Value) -> ir.Value:
    """The operation ``name`` of `OPERATIONS` on f32 or f64, rounded ``rd``, ``ru`` or ``rz``."""
    return _directed(*OPERATIONS[name], direction, operands)


def from_integer(x: ir.Value, sign: str, type_: ir.Type, direction: str) -> ir.Value:
    """The integer ``x`` of 32 or 64 bits, "si" or "ui", as f32 or f64 ``type_``, rounded ``rd``, ``ru`` or ``rz``."""
    wide, to_float = ir.F64Type.get(), f"arith.{sign}tofp"
    if x.type.width == 32:
        return narrowed(convert(to_float, x, wide), direction, type_)
    high = convert(to_float, apply("arith.shrsi" if sign == "si" else "arith.shrui", x, 32), wide)
    low = convert("arith.uitofp", apply("arith.andi", x, 0xFFFFFFFF), wide)
    parts = _rounded("arith.mulf", high, 2.0**32), low
    if type_ == wide:
        return _directed(_sum_and_rest, (0, 1), direction, parts)
    return _directed(_narrow, (0, 1), direction, _sum_and_rest(*parts))


def narrowed(x: ir.Value, direction: str, type_: ir.Type) -> ir.Value:
    """The f64 ``x`` as ``type_``, f64 or f32, rounded ``rd``, ``ru`` or ``rz``."""
    if x.type == type_:
        return x
    return _directed(_narrow, (0, 1), direction, (x, constant(x.type, 0.0)))


def _marks(name: str) -> list[str]:
    return [NO_CONTRACTION, *([floats.PRECISE] if name in ("arith.divf", "math.sqrt") else [])]


def _rounded(name: str, *operands: ir.Value | float) -> ir.Value:
    """The op ``name``, never fused with another one."""
    return apply(name, *operands, **dict.fromkeys(_marks(name), ir.UnitAttr.get()))


def _directed(
    operation: Callable[..., Rounded], negated: tuple[int, ...], direction: str, operands: Sequence[ir.Value]
) -> ir.Value:
    """Rounding down is rounding up what has the negative result: that of the operands with ``negated`` ones negated."""
    match direction:
        case "ru":
            return _up(*operation(*operands))
        case "rd" if negated:
            turned = [apply("arith.negf", v) if i in negated else v for i, v in enumerate(operands)]
            return apply("arith.negf", _up(*operation(*turned)))
        case "rz" | "rd":  # a result that has no negative one is not below zero
            return _towards_zero(*operation(*operands))
    raise ValueError(f"no direction {direction!r}")


def _bits(x: ir.Value) -> ir.Value:
    return convert("arith.bitcast", x, integer(x.type.width))


def _up(nearest: ir.Value, left: ir.Value) -> ir.Value:
    bits = _bits(nearest)
    step = select(compare("slt", bits, 0), apply("arith.subi", bits, 1), apply("arith.addi", bits, 1))
    return select(compare("ogt", left, 0.0), convert("arith.bitcast", step, nearest.type), nearest)


def _towards_zero(nearest: ir.Value, left: ir.Value) -> ir.Value:
    step = convert("arith.bitcast", apply("arith.subi", _bits(nearest), 1), nearest.type)
    above = apply("arith.andi", compare("ogt", nearest, 0.0), compare("olt", left, 0.0))
    below = apply("arith.andi", compare("olt", nearest, 0.0), compare("ogt", left, 0.0))
    return select(apply("arith.ori", above, below), step, nearest)


def _wide(*values: ir.Value) -> list[ir.Value]:
    return [convert("arith.extf", v, ir.F64Type.get()) for v in values]


def _narrow(x: ir.Value, rest: ir.Value) -> Rounded:
    """The f64 ``x + rest`` in f32, where ``x`` is that sum to nearest."""
    nearest = convert("arith.truncf", x, ir.F32Type.get())
    return nearest, _rounded("arith.addf", _rounded("arith.subf", x, *_wide(nearest)), rest)


def _sum_and_rest(x: ir.Value, y: ir.Value) -> Rounded:
    """``x + y`` and what is left of it, which is a float; NaN or infinite where a part is."""
    total = _rounded("arith.addf", x, y)
    first = compare("oge", apply("math.absf", x), apply("math.absf", y))
    big, small = select(first, x, y), select(first, y, x)
    return total, _rounded("arith.subf", small, _rounded("arith.subf", total, big))


def _operation(name: str, left: Callable[..., ir.Value]) -> Callable[..., Rounded]:
    """The op ``name`` and, in f64, what is ``left(nearest, *operands)`` where all these are finite, else 0."""

    def operate(*operands: ir.Value) -> Rounded:
        nearest = _rounded(name, *operands)
        wide = _wide(nearest, *operands)
        overflow = compare("oeq", apply("math.absf", wide[0]), float("inf"))
        rest = select(overflow, apply("arith.negf", wide[0]), left(nearest, *operands))
        for v in wide[1:]:
            rest = select(compare("olt", apply("math.absf", v), float("inf")), rest, 0.0)
        return nearest, select(compare("ord", nearest, nearest), rest, 0.0)

    return operate


def _left_of_product(nearest: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
    if x.type.width == 32:
        x, y, nearest = _wide(x, y, nearest)
        return _rounded("arith.subf", _rounded("arith.mulf", x, y), nearest)
    (m, e), (n, f), (r, g) = map(_parts, (x, y, nearest))
    return apply("math.fma", m, n, apply("arith.negf", _scale(r, g, e, f)))


def _left_of_quotient(nearest: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
    """That of ``x - nearest y``, with the sign turned where ``y`` is negative."""
    if x.type.width == 32:
        x, y, nearest = _wide(x, y, nearest)
        left = _rounded("arith.subf", x, _rounded("arith.mulf", nearest, y))
    else:
        (m, e), (n, f), (r, g) = map(_parts, (x, y, nearest))
        left = apply("math.fma", apply("arith.negf", r), n, _scale(m, e, f, g))
    return select(compare("olt", y, 0.0), apply("arith.negf", left), left)


def _left_of_root(nearest: ir.Value, x: ir.Value) -> ir.Value:
    if x.type.width == 32:
        x, nearest = _wide(x, nearest)
        return _rounded("arith.subf", x, _rounded("arith.mulf", nearest, nearest))
    (m, e), (r, g) = map(_parts, (x, nearest))
    return apply("math.fma", apply("arith.negf", r), r, _scale(m, e, g, g))


def _left_of_multiply_add(nearest: ir.Value, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    if x.type.width == 32:
        x, y, z, nearest = _wide(x, y, z, nearest)
        return _sign_of_sum([z, apply("arith.negf", nearest), _rounded("arith.mulf", x, y)])
    (m, e), (n, f), (o, h), (r, g) = map(_parts, (x, y, z, nearest))
    product = _rounded("arith.mulf", m, n)
    error = apply("math.fma", m, n, apply("arith.negf", product))
    return _sign_of_sum([_scale(o, h, e, f), apply("arith.negf", _scale(r, g, e, f)), error, product])


def _sign_of_sum(terms: list[ir.Value]) -> ir.Value:
    """A float with the sign of the sum of ``terms``: the largest component of their expansion that is not zero."""
    expansion: list[ir.Value] = []
    for term in terms:
        total, grown = term, []
        for component in expansion:
            total, rest = _sum_and_rest(total, component)
            grown.append(rest)
        expansion = [*grown, total]
    sign, *larger = expansion
    for component in larger:
        sign = select(compare("une", component, 0.0), component, sign)
    return sign


def _parts(x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """``(m, e)`` with ``x = m 2^e`` for a finite f64 ``x``: 1 <= abs(m) < 2, or m = 0 beside any e."""
    small = compare("olt", apply("math.absf", x), 2.0**-1022)
    bits = _bits(select(small, _rounded("arith.mulf", x, 2.0**54), x))
    field = apply("arith.shrui", apply("arith.andi", bits, EXPONENT), F64.mantissa)
    bias = select(small, constant(field.type, F64.bias + 54), F64.bias)
    one = apply("arith.ori", apply("arith.andi", bits, ~EXPONENT), F64.bias << F64.mantissa)
    mantissa = select(compare("une", x, 0.0), convert("arith.bitcast", one, x.type), 0.0)
    return mantissa, apply("arith.subi", field, bias)


def _scale(mantissa: ir.Value, exponent: ir.Value, *units: ir.Value) -> ir.Value:
    """``mantissa 2^exponent`` where one is 2^units, or as far from one as makes no difference."""
    for unit in units:
        exponent = apply("arith.subi", exponent, unit)
    near = apply("arith.maxsi", apply("arith.minsi", exponent, FARTHEST), -FARTHEST)
    power = apply("arith.shli", apply("arith.addi", near, F64.bias), F64.mantissa)
    return _rounded("arith.mulf", mantissa, convert("arith.bitcast", power, mantissa.type))


def _divided(x: ir.Value, y: ir.Value) -> Rounded:
    """A quotient; the infinity that a division by zero gives is exact."""
    nearest, left = _operation("arith.divf", _left_of_quotient)(x, y)
    return nearest, select(compare("une", y, 0.0), left, 0.0)


#: name -> (the operation, the operands that negated give the negative result)
OPERATIONS: dict[str, tuple[Callable[..., Rounded], tuple[int, ...]]] = {
    "add": (_sum_and_rest, (0, 1)),
    "sub": (lambda x, y: _sum_and_rest(x, apply("arith.negf", y)), (0, 1)),
    "mul": (_operation("arith.mulf", _left_of_product), (0,)),
    "div": (_divided, (0,)),
    "rcp": (lambda x: _divided(constant(x.type, 1.0), x), (0,)),
    "sqrt": (_operation("math.sqrt", _left_of_root), ()),
    "fma": (_operation("math.fma", _left_of_multiply_add), (0, 2)),
}
