"""The one 8-bit float that Triton leaves to the back end: fp8e4b15, which LLVM and MLIR do not know.

A number has a sign, four bits of exponent with bias 15 and three of mantissa, and neither infinities nor NaN: it is
the upper half of an f16 without the exponent's top bit.
"""

from __future__ import annotations

import triton.language as tl
from triton.language import core
from triton.language.semantic import TritonSemantic

LARGEST = 0x3F80  # 1.875, as f16


@core.builtin
def convert_custom_types(
    value: core.tensor,
    dst_ty: core.dtype,
    fp_downcast_rounding: str | None = None,
    _semantic: TritonSemantic = None,
) -> core.tensor:
    """``value`` as ``dst_ty``, one of which is fp8e4b15; narrowing rounds to nearest, ties away, and saturates."""
    source, target = value.type.scalar, dst_ty.scalar
    if source.is_fp8e4b15():
        return _semantic.cast(_widen(value, _semantic), target)
    if not target.is_fp8e4b15():
        raise ValueError(f"cannot convert {source} to {target}")
    return _narrow(_semantic.cast(value, tl.float16), _semantic)


def _widen(value: core.tensor, s: TritonSemantic) -> core.tensor:
    """fp8e4b15 to f16; exact."""
    bits = s.cast(s.bitcast(value, tl.uint8), tl.uint16)
    sign = s.shl(s.and_(bits, _number(0x80, s)), _number(8, s))
    rest = s.shl(s.and_(bits, _number(0x7F, s)), _number(7, s))
    return s.bitcast(s.or_(sign, rest), tl.float16)


def _narrow(value: core.tensor, s: TritonSemantic) -> core.tensor:
    """f16 to fp8e4b15."""
    bits = s.bitcast(value, tl.uint16)
    magnitude = s.minimum(s.and_(bits, _number(0x7FFF, s)), _number(LARGEST, s), core.PropagateNan.NONE)
    rounded = s.lshr(s.add(magnitude, _number(0x40, s), False), _number(7, s))
    sign = s.and_(s.lshr(bits, _number(8, s)), _number(0x80, s))
    return s.bitcast(s.cast(s.or_(sign, rounded), tl.uint8), tl.float8e4b15)


def _number(value: int, s: TritonSemantic) -> core.tensor:
    return s.scalar_constant(value, tl.uint16)
