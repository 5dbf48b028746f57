"""Every ``scf.while`` passes on the tensors that it carries, each at its place, and no others.

    scf.while (%a = %init) { … scf.condition(%more) %c, %n } do { ^bb0(%x, %m): … scf.yield %y }

becomes

    %e = tensor.empty()
    scf.while (%a = %init, %b = %e) {
      …
      %0 = bufferization.materialize_in_destination %c in %b
      scf.condition(%more) %a, %0, %n
    } do {
    ^bb0(%a, %x, %m):
      …
      scf.yield %y, %x
    }

Promise: the tensors that the first region takes and those that it passes on are the same, at the same places, so that
`carry_in_place.py` finds a buffer for each.
"""

from __future__ import annotations

from triton_shared.codegen.memory.loop_carried import MATERIALIZE
from triton_shared.ir.builder import Builder, is_tensor
from triton_shared.ir.walk import all_ops, is_made_inside, terminator
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for loop in all_ops(function, {"scf.while"}):
        first = loop.regions[0].blocks[0]
        carried, forwarded = list(first.arguments), list(terminator(first).operands)[1:]
        if _tensors(carried) != _tensors(forwarded):
            _align(loop, carried, forwarded)


def _tensors(values: list[ir.Value]) -> list[tuple[int, ir.Value]]:
    """The tensors among ``values`` and their places."""
    return [(place, value) for place, value in enumerate(values) if is_tensor(value)]


def _align(loop: ir.Operation, carried: list[ir.Value], forwarded: list[ir.Value]) -> None:
    first, second = (region.blocks[0] for region in loop.regions)
    b = Builder.before(loop)
    own = [v for v in forwarded if v not in carried and (not is_tensor(v) or is_made_inside(v, loop))]
    tensors, scalars = [v for v in own if is_tensor(v)], [v for v in own if not is_tensor(v)]
    handed_on = [*carried, *tensors, *scalars]
    types = [v.type for v in handed_on]
    inits = [*loop.operands, *(b.one("tensor.empty", v.type) for v in tensors)]
    new = b.op("scf.while", types, inits, {a: loop.attributes[a] for a in loop.attributes}, regions=2)
    old = list(second.arguments)
    entering = [second.add_argument(type, loop.location) for type in types]
    for value, argument, result in zip(forwarded, old, loop.results, strict=True):
        place = handed_on.index(value) if value in handed_on else None
        argument.replace_all_uses_with(value if place is None else entering[place])
        result.replace_all_uses_with(value if place is None else new.results[place])
    for _ in old:
        second.erase_argument(0)
    condition, end = terminator(first), terminator(second)
    b = Builder.before(condition)
    slots = [first.add_argument(v.type, loop.location) for v in tensors]
    put = [b.one(MATERIALIZE, v.type, v, slot) for v, slot in zip(tensors, slots, strict=True)]
    b.op("scf.condition", (), [condition.operands[0], *carried, *put, *scalars])
    unchanged = entering[len(carried) : len(carried) + len(tensors)]
    Builder.before(end).op("scf.yield", (), [*end.operands, *unchanged])
    condition.erase()
    end.erase()
    first.append_to(new.regions[0])
    second.append_to(new.regions[1])
    loop.erase()
