"""scf and cf: loops and branches.  The branches of cf are the machine's own (`machine.BRANCHES`)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir
from triton_shared.reference.attributes import integers
from triton_shared.reference.dialects.tensor import insert_slice
from triton_shared.reference.elements import element_of
from triton_shared.reference.errors import ExecutionError
from triton_shared.reference.machine import Machine, Rule


def results(op: ir.Operation, values: tuple) -> Any:
    """``values`` as the machine takes the results of ``op``."""
    return values[0] if len(op.results) == 1 else values


def loop(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.for``: from lower to upper bound by a positive step, signed, or unsigned where the op says so."""
    body, element = machine.region(op.regions[0]), element_of(op.operands[0].type)
    number = element.unsigned if "unsignedCmp" in op.attributes else element.signed

    def execute(low: Any, high: Any, step: Any, *carried: Any) -> Any:
        if not number(step) > 0:
            raise ExecutionError(f"has the step {step}, which is not positive")
        for i in range(int(number(low)), int(number(high)), int(number(step))):
            carried = body(element.integer(i), *carried)
        return results(op, carried)

    return execute


def condition(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.if``."""
    then, *otherwise = [machine.region(region) for region in op.regions if region.blocks]

    def execute(holds: Any) -> Any:
        if holds:
            return results(op, then())
        return results(op, otherwise[0]()) if otherwise else ()

    return execute


def while_loop(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.while``: the first region ends in ``scf.condition``, whose values go to the second or are the results."""
    before, after = (machine.region(region) for region in op.regions)

    def execute(*carried: Any) -> Any:
        while True:
            values = before(*carried)
            if not values[0]:
                return results(op, values[1:])
            carried = after(*values[1:])

    return execute


def parallel(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.parallel`` without results: iterations may come in any order; here the last dimension is the fastest."""
    body, rank = machine.region(op.regions[0]), len(op.regions[0].blocks[0].arguments)
    element = element_of(op.operands[0].type)
    if len(op.results):
        raise KeyError("results")

    def execute(*bounds: Any) -> None:
        ranges = zip(bounds[:rank], bounds[rank : 2 * rank], bounds[2 * rank : 3 * rank], strict=True)
        for indices in product(*(range(*map(int, bound)) for bound in ranges)):
            body(*map(element.integer, indices))

    return execute


def forall(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.forall``, as `parallel`; its results are the tensors that iterations insert their slices in."""
    body, block = machine.region(op.regions[0]), op.regions[0].blocks[0]
    static = {name: integers(op, f"static{name}Bound") for name in ("Lower", "Upper")}
    static["Step"] = integers(op, "staticStep")
    rank = len(static["Step"])
    element = element_of(block.arguments[0].type)
    inserts = _inserts(terminator(block), list(block.arguments)[rank:], machine)

    def execute(*operands: Any) -> Any:
        given = iter(operands)
        bounds = [[int(next(given)) if n == DYNAMIC else n for n in numbers] for numbers in static.values()]
        outs = list(given)
        for indices in product(*(range(*bound) for bound in zip(*bounds, strict=True))):
            body(*map(element.integer, indices), *outs)
            for number, values, insert in inserts:
                source, _, *dynamic = values()
                outs[number] = insert(source, outs[number], *dynamic)
        return results(op, tuple(outs))

    return execute


def _inserts(
    end: ir.Operation, outs: list[ir.Value], machine: Machine
) -> list[tuple[int, Callable, Callable]]:
    """What iterations insert: the number of the result, what reads the operands, and what inserts these."""
    ops = [o.operation for o in end.regions[0].blocks[0].operations]
    return [(outs.index(o.operands[1]), machine.operands(o), insert_slice(o, machine)) for o in ops]


def switch(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.index_switch``: the region of the case that the operand is, or the first one, the default."""
    default, *regions = [machine.region(region) for region in op.regions]
    cases = dict(zip(integers(op, "cases"), regions, strict=True))
    return lambda number: results(op, cases.get(int(number), default)())


def execute_region(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``scf.execute_region``: its region, whose blocks may branch."""
    body = machine.region(op.regions[0])
    return lambda: results(op, body())


DYNAMIC = -(1 << 63)

RULES: dict[str, Rule] = {
    "scf.for": loop,
    "scf.if": condition,
    "scf.while": while_loop,
    "scf.parallel": parallel,
    "scf.forall": forall,
    "scf.index_switch": switch,
    "scf.execute_region": execute_region,
}
