"""Floats of integers of few values are made by their bits: all of them as a conversion makes them, and no others."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings, lowered
from tests.support.ttir import Body

COUNT = 4096
#: for each float how many neighbours are made so
FLOATS = {"f16": 1024, "bf16": 128}


def kernel(element: str, mask: int, less: int, kind: str) -> str:
    """``o = (x & mask) - less`` as floats, written as f32."""
    body = Body((COUNT,))
    masked = body.op(
        f"arith.andi {body.load('%x', element)}, {body.constant(mask, element)} : {body.type(element)}"
    )
    few = body.op(f"arith.subi {masked}, {body.constant(less, element)} : {body.type(element)}")
    made = body.op(f"arith.sitofp {few} : {body.type(element)} to {body.type(kind)}")
    body.store("%o", "f32", body.op(f"arith.extf {made} : {body.type(kind)} to {body.type('f32')}"))
    return body.kernel(f"%x: !tt.ptr<{element}>, %o: !tt.ptr<f32>")


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("less", [0, 1, 8, 100])
@pytest.mark.parametrize(
    ("width", "bits"),
    [(w, bits) for w in (8, 16, 32, 64) for bits in (1, 4, 7, 10, 11) if bits < w],
)
def test_all_of_few_values(width, bits, less, kind):
    mask, least = (1 << bits) - 1, -(1 << width - 1)
    x = np.random.default_rng(bits).integers(least, -least, COUNT).astype(f"i{width // 8}")
    x[: mask + 1] = np.arange(mask + 1)
    text, o = kernel(f"i{width}", mask, less, kind), np.zeros(COUNT, np.float32)
    emulated.compile(text)[(1,)](x, o)
    exact = (x & mask).astype(np.int64) - less
    if kind == "f16":
        np.testing.assert_array_equal(o, exact.astype(np.float16).astype(np.float32))
    elif max(mask, less) <= 256:  # bf16 has them all
        np.testing.assert_array_equal(o, exact.astype(np.float32))
    converts = "itofp" in lowered(text, "-", None, True, Settings()).text
    assert converts == (mask >= FLOATS[kind])
