"""Who reads and writes a buffer or a pointer, directly or through a view; whose memory it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from triton_shared.codegen.kernels import ROLE, SCRATCH
from triton_shared.ir import effects
from triton_shared.ir.walk import function_of, is_argument, owner_of
from triton_shared.mlir import ir


def users(value: ir.Value) -> Iterator[ir.Operation | None]:
    """Every op that uses ``value`` or a view of it; None where it flows on in another way."""
    for user, _ in effects.uses(value):
        yield user
        if effects.of(user).hands_on:
            yield None


def may_be_written(pointer: ir.Value) -> bool:
    """Whether the kernel may write through ``pointer``: anything but a plain read counts."""
    return any(not _only_reads(effects.of(user), number) for user, number in effects.uses(pointer))


def _only_reads(row: effects.Effects, number: int) -> bool:
    return row.only_computes or (number in row.reads and number not in row.writes and not row.orders)


def is_local(value: ir.Value) -> bool:
    """Whether ``value`` is an allocation of the kernel, or a view of one."""
    return all(map(_is_own, effects.roots(value)))


def is_outside(value: ir.Value) -> bool:
    """Whether ``value`` is surely memory that the kernel was given, or a view of such.

    Of what a loop carries or a call results in, and of a choice between both, neither this is known nor `is_local`.
    """
    return all(map(_is_given, effects.roots(value)))


def _is_given(root: ir.Value) -> bool:
    maker = owner_of(root)
    if maker is None:
        return is_argument(root) and not _is_own(root)
    row = effects.of(maker)
    return not row.allocates and not row.hands_on and not row.anywhere


def _is_own(root: ir.Value) -> bool:
    maker = owner_of(root)
    if maker is not None:
        return effects.of(maker).allocates
    return isinstance(root.type, ir.MemRefType) and is_argument(root) and _is_scratch(root)


def _is_scratch(argument: ir.Value) -> bool:
    """Whether `assign-buffers` has put buffers into ``argument``."""
    function = function_of(argument.owner.owner.operation)
    if "arg_attrs" not in function.attributes:
        return False
    known = function.attributes["arg_attrs"][argument.arg_number]
    return ROLE in known and known[ROLE].value == SCRATCH


def only_reads_local(op: ir.Operation) -> bool:
    """Whether all that ``op`` itself does is to compute, and to read buffers of the kernel."""
    row = effects.of(op)
    harmless = replace(row, reads=()).only_computes and not row.orders
    return harmless and all(map(is_local, effects.read(op)))


def writes_local(op: ir.Operation) -> bool:
    """Whether ``op`` itself changes no memory but buffers of the kernel, and orders nothing that others do."""
    row = effects.of(op)
    if row.anywhere or row.acts:
        return False
    touched = [*effects.written(op), *(effects.read(op) if row.orders else ())]
    return all(map(is_local, touched)) and (bool(touched) or not row.orders)
