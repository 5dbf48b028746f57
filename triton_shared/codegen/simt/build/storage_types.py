"""Elements as memory holds them: a boolean takes a byte, and a float of 8 bits is one, whatever it means."""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.ir.builder import bit_width, element_of
from triton_shared.mlir import ir


def bytes_of(element: ir.Type) -> int:
    """Bytes that an element takes in memory."""
    return max(1, bit_width(element) // 8)


def stored_type(element: ir.Type) -> ir.Type:
    """The type of an element in memory."""
    is_small_float = isinstance(element, ir.FloatType) and element.width == 8
    return ir.IntegerType.get_signless(8) if is_small_float or bit_width(element) < 8 else element


def to_stored(b: Emitter, value: ir.Value) -> ir.Value:
    """A scalar, or registers, as memory holds them."""
    return _cast(b, value, stored_type(element_of(value.type)), "arith.extui")


def from_stored(b: Emitter, value: ir.Value, element: ir.Type) -> ir.Value:
    """What memory holds as a scalar, or registers, of type ``element``."""
    return _cast(b, value, element, "arith.trunci")


def _cast(b: Emitter, value: ir.Value, element: ir.Type, between_widths: str) -> ir.Value:
    old = element_of(value.type)
    if old == element:
        return value
    name = "arith.bitcast" if bit_width(old) == bit_width(element) else between_widths
    type_ = ir.VectorType.get(value.type.shape, element) if isinstance(value.type, ir.VectorType) else element
    return b.one(name, type_, value)
