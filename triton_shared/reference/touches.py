"""What accesses of Triton IR touch, told as a program is executed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from triton_shared.mlir import ir
from triton_shared.reference.dialects import rules
from triton_shared.reference.dialects.tt import memory
from triton_shared.reference.elements import Value
from triton_shared.reference.machine import Machine, Rule


class Touch(NamedTuple):
    """The access ``op`` of a program: the addresses of its elements, and which of them it touches; None for all."""

    op: ir.Operation
    program: tuple[int, int, int]
    addresses: Value
    mask: Value | None


def noted(note: Callable[[Touch], None]) -> Mapping[str, Rule]:
    """The rules of all dialects; ``note`` is given each access before it is made."""

    def with_note(rule: Rule, op: ir.Operation, machine: Machine) -> Callable[..., Any]:
        execute, places = rule(op, machine), memory.places(op)

        def run(*operands: Any) -> Any:
            note(Touch(op, machine.program, *places(*operands)))
            return execute(*operands)

        return run

    def noting(rule: Rule) -> Rule:
        return lambda op, machine: with_note(rule, op, machine)

    known = rules()
    return known | {name: noting(known[name]) for name in memory.ACCESSES}
