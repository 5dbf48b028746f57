"""Elementary functions against wider floats, over their whole range.

``python -m tests.codegen.whole_range`` looks at every f32.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import functions

LIMIT = 2


def special(dtype: type) -> np.ndarray:
    """Numbers at the ends of the type and of the functions' domains, of both signs."""
    info = np.finfo(dtype)
    ends = [
        0,
        1,
        info.max,
        info.tiny,
        info.smallest_subnormal,
        np.inf,
        np.nan,
        88.72284,
        103.97,
        709.7827,
        745.1,
    ]
    some = np.array([*ends, *np.arange(0.125, 2, 0.125), *(np.arange(1, 9) * np.pi / 4)], dtype)
    with np.errstate(over="ignore"):
        beside = np.concatenate([np.nextafter(some, dtype(0)), np.nextafter(some, dtype(np.inf))])
    return np.concatenate([v * sign for v in (some, beside) for sign in (dtype(1), dtype(-1))])


def around(dtype: type, count: int) -> np.ndarray:
    """Where functions change most: around zero, one, and the ends of the exponential."""
    ends = [(-110, 110), (-4.2, 4.2), (-1, 1), (0.999, 1.001), (-760, 760)]
    return np.concatenate([np.linspace(low, high, count, dtype=dtype) for low, high in ends])


@pytest.mark.parametrize("name", [*functions.ORACLES, *functions.SLOW])
def test_of_single(name):
    """Every 8209th float, or for what is slow to check every 80021st."""
    step, count = (80021, 4001) if name in functions.SLOW else (8209, 60001)
    some = np.arange(0, 1 << 32, step, dtype=np.uint32).view(np.float32)
    x = np.concatenate([some, around(np.float32, count), special(np.float32)])
    distance, at = functions.worst(name, x, functions.computed(functions.kernel(name), x))
    assert distance <= LIMIT, (distance, at)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="there are no wider floats to compare with")
@pytest.mark.parametrize("name", functions.ORACLES)
def test_of_double(name):
    """Floats of every exponent, and where functions change most."""
    rng = np.random.default_rng(11)
    some = rng.integers(0, 1 << 64, 60_000, dtype=np.uint64).view(np.float64)
    with np.errstate(invalid="ignore"):
        x = np.concatenate([some, around(np.float64, 60_001), special(np.float64)])
    distance, at = functions.worst(name, x, functions.computed(functions.kernel(name, "f64"), x))
    assert distance <= LIMIT, (distance, at)
