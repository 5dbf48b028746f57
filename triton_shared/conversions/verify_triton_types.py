"""Refuse types that the shared form has no place for, before any other pass meets them.

::

    %0 = arith.addi %x, %y : i24        ->     error: 'arith.addi' op has a value of type 'i24': …

Values of tt functions may be

===================  =================================================================================
scalars              index, and the integers and floats of `triton_shared.types`
pointers             to scalars but index, to pointers, or (block pointers) to tensors of scalars
tensors              of scalars or pointers, static, of at most `RANK_LIMIT` dimensions and `SIZE_LIMIT` elements
tensor descriptors   of tensors of scalars, whose integers may have a sign
===================  =================================================================================

The pass changes nothing.  It promises that later passes meet only these types, no constants but numbers and
``dense<…>``, no casts but their own, and at most `PARAMETER_LIMIT` parameters a function.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from triton_shared.dialects.tt.types import block_type, element_type, is_block, is_pointer
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, wrong_constant
from triton_shared.mlir import ir
from triton_shared.types import FORMATS, INTEGERS

RANK_LIMIT, SIZE_LIMIT, PARAMETER_LIMIT = 64, 1 << 26, 1024


def run(module: ir.Operation) -> None:
    """Run the pass on every function of ``module``."""
    known: dict[ir.Type, str | None] = {}
    for function in module.regions[0].blocks[0].operations:
        if function.operation.name == "tt.func":
            _check_parameters(function.operation, known)
            for op in all_ops(function.operation):
                _check(op, known)


def _check_parameters(function: ir.Operation, known: dict[ir.Type, str | None]) -> None:
    type_ = ir.FunctionType(function.attributes["function_type"].value)
    if len(type_.inputs) > PARAMETER_LIMIT:
        raise LoweringError(function, f"has {len(type_.inputs)} parameters: more than {PARAMETER_LIMIT}")
    _refuse(function, (*type_.inputs, *type_.results), known)


def _check(op: ir.Operation, known: dict[ir.Type, str | None]) -> None:
    if op.name == "builtin.unrealized_conversion_cast":
        raise LoweringError(op, "stands between passes: no program has it")
    if wrong := wrong_constant(op):
        raise LoweringError(op, wrong)
    _refuse(op, (result.type for result in op.results), known)
    for region in op.regions:
        for block in region.blocks:
            _refuse(op, (argument.type for argument in block.arguments), known)


def _refuse(op: ir.Operation, types: Iterable[ir.Type], known: dict[ir.Type, str | None]) -> None:
    for type_ in types:
        if type_ not in known:
            known[type_] = wrong_with(type_)
        if known[type_] is not None:
            raise LoweringError(op, f"has a value of type '{type_}': {known[type_]}")


def wrong_with(type_: ir.Type) -> str | None:
    """Why values cannot have ``type_``; None if they can."""
    if not _has_type(type_):
        return "it is no pointer to a type"
    if is_block(type_):
        tensor = block_type(type_)
        if not isinstance(tensor, ir.RankedTensorType):
            return "it is no block of a tensor"
        return _shape(tensor) or _scalar(tensor.element_type, of_block=True)
    if isinstance(type_, ir.RankedTensorType):
        return _shape(type_) or _scalar_or_pointer(type_.element_type)
    return _scalar_or_pointer(type_)


def _has_type(type_: ir.Type) -> bool:
    """Whether what a pointer or descriptor says of its target, at any depth, is a type."""
    inner = element_type(type_)
    while is_pointer(inner) or is_block(inner):
        try:
            inner = element_type(block_type(inner))
        except ValueError:
            return False
    return True


def _shape(type_: ir.RankedTensorType) -> str | None:
    if not type_.has_static_shape:
        return "its shape is not known"
    if type_.rank > RANK_LIMIT:
        return f"it has more than {RANK_LIMIT} dimensions"
    if not 0 < prod(type_.shape) <= SIZE_LIMIT:
        return f"it has {prod(type_.shape)} elements, not 1 to {SIZE_LIMIT}"
    return None


def _scalar_or_pointer(type_: ir.Type) -> str | None:
    inner = type_
    while is_pointer(inner) and not is_block(inner):
        inner = block_type(inner)
    if inner != type_ and isinstance(inner, ir.IndexType):
        return "an index has no size in memory"
    return _scalar(inner)


def _scalar(type_: ir.Type, of_block: bool = False) -> str | None:
    match type_:
        case ir.IndexType():
            return None
        case ir.IntegerType():
            plain = (type_.is_signless or of_block) and f"i{type_.width}" in INTEGERS
            return None if plain else "there are no such integers"
        case ir.FloatType():
            return None if str(type_) in FORMATS else "there are no such floats"
    return "it is neither a scalar nor a tensor of scalars or pointers"
