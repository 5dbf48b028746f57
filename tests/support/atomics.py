"""A kernel of atomic ops, one of each kind, of every order and scope in turn."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from tests.support.ttir import Body

Update = Callable[[np.ndarray], np.ndarray]

SEMANTICS = itertools.cycle(
    itertools.product(("relaxed", "acquire", "release", "acq_rel"), ("gpu", "cta", "sys"))
)


def atomics(shape, element, kinds, masked):
    """A kernel that applies each of ``kinds`` to eight elements of %x, at the places %at; %old gets the old values."""
    body = Body(shape)
    at, value = body.load("%at", "i32"), body.load("%v", element)
    mask = body.constant("true", "i1")
    if masked:
        kept = body.load("%kept", "i32")
        mask = body.op(f"arith.cmpi ne, {kept}, {body.constant(0, 'i32')} : {body.type('i32')}")
    pointer = body.type(f"!tt.ptr<{element}>")
    for number, kind in enumerate(kinds):
        first = body.constant(8 * number, "i32")
        where = body.pointers("%x", element, body.op(f"arith.addi {at}, {first} : {body.type('i32')}"))
        sem, scope = next(SEMANTICS)
        old = body.op(
            f"tt.atomic_rmw {kind}, {sem}, {scope}, {where}, {value}, {mask} : "
            f"({pointer}, {body.type(element)}, {body.type('i1')}) -> {body.type(element)}"
        )
        out = body.constant(int(np.prod(shape)) * number, "i32")
        index = body.op(f"arith.addi {body.position()}, {out} : {body.type('i32')}")
        body.store("%old", element, old, index)
    return body.kernel(
        f"%x: !tt.ptr<{element}>, %v: !tt.ptr<{element}>, %at: !tt.ptr<i32>, %kept: !tt.ptr<i32>, "
        f"%old: !tt.ptr<{element}>"
    )


def some_order(start: np.ndarray, end: np.ndarray, updates: Sequence[tuple[np.ndarray, Update]]) -> bool:
    """Whether updates of one element, in some order, lead from ``start`` to ``end``; each has seen what it says.

    Elements are arrays of one; an update is what it has seen, and what it makes of that.
    """
    tried = set()

    def leads(current: np.ndarray, left: frozenset[int]) -> bool:
        if not left:
            return current.tobytes() == end.tobytes()
        if (left, current.tobytes()) in tried:
            return False
        tried.add((left, current.tobytes()))
        return any(
            leads(updates[n][1](current), left - {n})
            for n in left
            if updates[n][0].tobytes() == current.tobytes()
        )

    return leads(start, frozenset(range(len(updates))))
