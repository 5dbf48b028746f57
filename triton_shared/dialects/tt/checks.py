"""What verifiers share: looking at types, and checks that many ops have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.dialects.tt.base import PointerType
from triton_shared.dialects.tt.types import element_type
from triton_shared.mlir import ir


def shape(type_: ir.Type) -> tuple[int, ...] | None:
    """The shape of a tensor; None for a scalar."""
    return tuple(type_.shape) if isinstance(type_, ir.RankedTensorType) else None


def pointee(type_: ir.Type) -> ir.Type | None:
    """What a pointer points to, as an unshaped type; None if ``type_`` is no ``!tt.ptr``."""
    return type_.target if isinstance(type_, PointerType) else None


def reshaped(type_: ir.Type, new_shape: Sequence[int] | None, new_element: ir.Type) -> ir.Type:
    """``new_element`` in shape ``new_shape`` (None: as a scalar), with the encoding of ``type_``."""
    if new_shape is None:
        return new_element
    return ir.RankedTensorType.get(
        new_shape, new_element, getattr(type_, "encoding", None), loc=_unknown(type_)
    )


def accessed(type_: ir.Type) -> ir.Type | None:
    """The type of what is loaded through pointers of ``type_``; None if they are none."""
    target = pointee(element_type(type_))
    return None if target is None else reshaped(type_, shape(type_), target)


def _unknown(type_: ir.Type) -> ir.Location:
    return ir.Location.unknown(type_.context)


def not_pointers(type_: ir.Type) -> bool:
    """Whether ``type_`` is anything but pointers to scalars or to pointers."""
    target = pointee(element_type(type_))
    return target is None or shape(target) is not None


def bits(type_: ir.Type) -> int | None:
    """The width of an element; None where it has none."""
    if pointee(type_) is not None:
        return 64
    return getattr(type_, "width", None)


def _is_i1(type_: ir.Type) -> bool:
    return isinstance(type_, ir.IntegerType) and type_.width == 1


def types_of(values: Sequence[ir.Value]) -> list[ir.Type]:
    """The types of ``values``."""
    return [v.type for v in values]


def listed(types: Sequence[ir.Type]) -> str:
    """``types`` for a message."""
    return ", ".join(f"'{t}'" for t in types) or "nothing"


def differ(what: str, a: ir.Type, b: ir.Type) -> str | None:
    """That ``a`` and ``b`` are not the same."""
    return None if a == b else f"{what} differ in type: '{a}' and '{b}'"


def shapes_differ(what: str, a: ir.Type, b: ir.Type) -> str | None:
    """That ``a`` and ``b`` are not of one shape."""
    return None if shape(a) == shape(b) else f"{what} differ in shape: '{a}' and '{b}'"


def wrong_mask(mask: ir.Value | None, target: ir.Type) -> str | None:
    """What keeps ``mask`` from being that of an access to ``target``."""
    if mask is None:
        return None
    if not _is_i1(element_type(mask.type)):
        return f"the mask must be i1 or a tensor of i1, not '{mask.type}'"
    return shapes_differ("the mask and the value", mask.type, target)


def same_types(op: ir.OpView) -> str | None:
    """All operands and results have one type."""
    first, *rest = [*types_of(op.operands), *types_of(op.results)]
    return next(
        (f"operands and results differ in type: '{first}' and '{t}'" for t in rest if t != first), None
    )


def _all_of(kind: type, plural: str) -> Callable[[ir.OpView], str | None]:
    def check(op: ir.OpView) -> str | None:
        found = op.operands[0].type
        wrong = None if isinstance(element_type(found), kind) else f"takes {plural}, not '{found}'"
        return wrong or same_types(op)

    return check


#: all operands and results are of one type, of floats or of integers
same_floats, same_integers = _all_of(ir.FloatType, "floats"), _all_of(ir.IntegerType, "integers")


def same_shapes(op: ir.OpView) -> str | None:
    """All operands and results have one shape."""
    types = [*types_of(op.operands), *types_of(op.results)]
    return next(filter(None, (shapes_differ("operands and results", types[0], t) for t in types[1:])), None)


def attributes_only(op: ir.OpView) -> str | None:
    """Nothing beyond the kinds of its attributes."""
    return None
