"""What atomic updates make of memory and an operand, by name, and the names by the numbers of arith."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from triton_shared.reference import floats
from triton_shared.reference.elements import Element, Value

Combine = Callable[[Value, Value], Value]


def _integers(function: Combine, of: Callable[[Element, Value], Value]) -> Callable[[Element], Combine]:
    return lambda element: lambda old, new: element.wrapped(function(of(element, old), of(element, new)))


def _floats(function: Combine) -> Callable[[Element], Combine]:
    return lambda element: floats.arithmetic(element, function)


def _count_up(old: Value, bound: Value) -> Value:
    return old.dtype.type(0) if old >= bound else old + old.dtype.type(1)


def _count_down(old: Value, bound: Value) -> Value:
    return bound if old == 0 or old > bound else old - old.dtype.type(1)


_SIGNED, _UNSIGNED = Element.signed, Element.unsigned

#: by the kinds' names in arith; ``inc`` counts up to the operand and starts again, ``dec`` down to 0 and from it again
COMBINE: dict[str, Callable[[Element], Combine]] = {
    "addf": _floats(operator.add),
    "addi": _integers(operator.add, _SIGNED),
    "andi": _integers(operator.and_, _SIGNED),
    "assign": lambda element: lambda old, new: new,
    "maximumf": _floats(floats.maximum),
    "maxnumf": _floats(floats.maxnum),
    "maxs": _integers(np.maximum, _SIGNED),
    "maxu": _integers(np.maximum, _UNSIGNED),
    "minimumf": _floats(floats.minimum),
    "minnumf": _floats(floats.minnum),
    "mins": _integers(np.minimum, _SIGNED),
    "minu": _integers(np.minimum, _UNSIGNED),
    "mulf": _floats(operator.mul),
    "muli": _integers(operator.mul, _SIGNED),
    "ori": _integers(operator.or_, _SIGNED),
    "xori": _integers(operator.xor, _SIGNED),
    "inc": _integers(_count_up, _UNSIGNED),
    "dec": _integers(_count_down, _UNSIGNED),
}

#: AtomicRMWKind of arith
KINDS = (
    *(
        "addf",
        "addi",
        "andi",
        "assign",
        "maximumf",
        "maxnumf",
        "maxs",
        "maxu",
        "minimumf",
        "minnumf",
        "mins",
        "minu",
    ),
    *("mulf", "muli", "ori", "xori"),
)
