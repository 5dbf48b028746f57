"""Who reads and writes a buffer or a pointer, directly or through a view."""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.codegen.nests import nest as nests
from triton_shared.mlir import ir


def users(value: ir.Value) -> Iterator[ir.Operation | None]:
    """Every op that uses ``value`` or a view of it; None where it flows on in another way."""
    for use in value.uses:
        user = use.owner.operation
        yield user
        if user.name in nests.VIEWS or user.name == "arith.select":
            yield from users(user.result)
        elif user.name in ("scf.yield", "scf.condition", "cf.br", "cf.cond_br", "scf.for", "scf.while"):
            yield None


def may_be_written(pointer: ir.Value) -> bool:
    """Whether the kernel may write through ``pointer``: anything but a plain read counts."""
    for use in pointer.uses:
        user, number = use.owner.operation, use.operand_number
        match user.name:
            case "memref.load" | "memref.dim":
                continue
            case "memref.copy" if number == 0:
                continue
            case name if name in nests.VIEWS:
                if not may_be_written(user.result):
                    continue
            case name if name.startswith("linalg.") and number < nests.input_count(user):
                continue
        return True
    return False


def is_local(value: ir.Value) -> bool:
    """Whether ``value`` is an allocation of the kernel, or a view of one."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return False
    op = owner.operation
    if op.name in nests.VIEWS:
        return is_local(op.operands[0])
    return op.name in ("memref.alloc", "memref.alloca", "memref.view")
