"""Questions about the types of tt programs: shapes and elements, what points to memory and to what."""

from __future__ import annotations

from triton_shared.dialects.tt.base import PointerType, TensorDescType
from triton_shared.mlir import ir
from triton_shared.types import INDEX_WIDTH


def shape_of(type_: ir.Type) -> tuple[int, ...]:
    """The static shape of a tensor type; ``()`` for a scalar."""
    return tuple(type_.shape) if isinstance(type_, ir.RankedTensorType) else ()


def element_type(type_: ir.Type) -> ir.Type:
    """The element type of a tensor type; a scalar type itself."""
    return type_.element_type if isinstance(type_, ir.RankedTensorType) else type_


def integer_width(type_: ir.Type) -> int | None:
    """The width of an integer, index or tensor of such; None for other types."""
    match element_type(type_):
        case ir.IntegerType() as integer:
            return integer.width
        case ir.IndexType():
            return INDEX_WIDTH
    return None


def is_pointer(type_: ir.Type) -> bool:
    """Whether ``type_`` is ``!tt.ptr<T>`` or a tensor of such."""
    return isinstance(element_type(type_), PointerType)


def is_descriptor(type_: ir.Type) -> bool:
    """Whether ``type_`` is a tensor descriptor."""
    return isinstance(type_, TensorDescType)


def is_block(type_: ir.Type) -> bool:
    """Whether ``type_`` is a pointer to a tensor or a tensor descriptor."""
    match type_:
        case TensorDescType():
            return True
        case PointerType():
            return isinstance(type_.target, ir.RankedTensorType)
    return False


def block_type(type_: ir.Type) -> ir.Type:
    """The ``tensor<…>`` of a block pointer or descriptor; the ``T`` of any other ``!tt.ptr<T>``."""
    return element_type(type_).target


def pointee_of(type_: ir.Type) -> ir.Type:
    """The ``T`` of ``!tt.ptr<T>`` (for a block pointer or descriptor, the element type of its tensor)."""
    return element_type(block_type(type_))


def parts_of(type_: ir.Type) -> list[ir.Type]:
    """The types of the values that stand for one of ``type_`` where it is handed over.

    A block is a pointer to its elements, as many i64 sizes, strides and, unless it is a descriptor, offsets as it has
    dimensions, and an i1 that tells whether what lies outside reads NaN.
    """
    if not is_block(type_):
        return [type_]
    block = block_type(type_)
    element, integer = block.element_type, ir.IntegerType.get_signless
    if isinstance(element, ir.IntegerType):
        element = integer(element.width)
    lists = 2 if is_descriptor(type_) else 3
    return [PointerType.to(element), *[integer(64)] * (lists * block.rank), integer(1)]


def address_type(type_: ir.Type) -> ir.Type:
    """The integer type that stands for a pointer or tensor of pointers; other types stay."""
    if not is_pointer(type_):
        return type_
    i64 = ir.IntegerType.get_signless(64)
    return ir.RankedTensorType.get(type_.shape, i64) if isinstance(type_, ir.RankedTensorType) else i64


def byte_size(type_: ir.Type) -> int:
    """The bytes that an element takes in memory; ``i1`` takes one.  Raises TypeError where that is not known."""
    if is_pointer(type_):
        return 8
    if not isinstance(type_, ir.IntegerType | ir.FloatType):
        raise TypeError(f"how many bytes a '{type_}' takes in memory is not known")
    return max(type_.width, 8) // 8
