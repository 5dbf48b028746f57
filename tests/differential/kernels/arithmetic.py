"""Every arithmetic, comparison and math op on every type; the kernels are written from tables of expressions."""

from __future__ import annotations

import textwrap

import ml_dtypes
import numpy as np

from tests.differential.cases import FLOATS, INTS, case, edges, module_of, zeros

N = 256

COMPARISONS = ("x < y", "x <= y", "x > y", "x >= y", "x == y", "x != y")
INTEGER = (
    "x + y", "x - y", "x * y", "x & y", "x | y", "x ^ y", "~x", "-x", "x << amount", "x >> amount", "x // divisor",
    "x % divisor", "tl.minimum(x, y)", "tl.maximum(x, y)", "tl.where(x < y, x, z)", "tl.abs(x)", "x * 3 + 7",
    "tl.cdiv(tl.abs(x) // 2, 7)", "(x > y).to(x.dtype)", "(x * y + z) ^ (x - y)", "x + 1 - y * z",
)  # fmt: skip
WIDE = ("tl.umulhi(x, y)",)
FLOAT = (
    "x + y", "x - y", "x * y", "-x", "tl.abs(x)", "tl.minimum(x, y)", "tl.maximum(x, y)", "tl.where(x < y, x, y)",
    "tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL)", "tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL)",
    "tl.clamp(x, -1.5, 2.5)", "tl.where(x != x, 0.0, x)", "x * 2.0", "x + 1",
)  # fmt: skip
INTERPRETED = ("x % y", "tl.fma(x, y, z)", "tl.clamp(x, -1.5, 2.5, propagate_nan=tl.PropagateNan.ALL)")
DIVISIONS = ("x / y", "tl.fdiv(x, y)")
MATH = (
    "tl.floor(x)", "tl.ceil(x)", "tl.exp(x)", "tl.exp2(x)", "tl.log(tl.abs(x))", "tl.log2(tl.abs(x))", "tl.sin(x)",
    "tl.cos(x)", "tl.sqrt(tl.abs(x))", "tl.rsqrt(tl.abs(x))", "tl.erf(x)", "tl.sigmoid(x)",
)  # fmt: skip
SINGLE = ("tl.sqrt_rn(tl.abs(x))", "tl.div_rn(x, y)")
MATH_ULPS = 4

PRELUDE = {
    "i": "amount = y & {last}\ndivisor = tl.where((y == 0) | (y == -1), 3, y)",
    "u": "amount = y & {last}\ndivisor = tl.where(y == 0, 3, y)",
    "f": "",
}
KERNEL = """
import triton
import triton.language as tl

@triton.jit
def {name}(x, y, z, values, flags, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x + i)
    y = tl.load(y + i)
    z = tl.load(z + i)
{body}
"""


def kernel(name: str, dtype: str, expressions: tuple[str, ...]):
    """A jitted function: expression number k goes to row k of ``values``, comparison k to row k of ``flags``."""
    kind = np.dtype(dtype).kind if dtype != "bfloat16" else "f"
    lines = PRELUDE[kind].format(last=8 * np.dtype(dtype).itemsize - 1 if kind != "f" else 0).splitlines()
    lines += [f"tl.store(values + {k} * N + i, {e})" for k, e in enumerate(expressions)]
    lines += [f"tl.store(flags + {k} * N + i, {e})" for k, e in enumerate(COMPARISONS)]
    return getattr(module_of(KERNEL.format(name=name, body=textwrap.indent("\n".join(lines), "    "))), name)


def define(name: str, dtype: str, expressions: tuple[str, ...], **keywords) -> None:
    """A case for all ``expressions`` on ``dtype``."""
    columns = {column: edges(dtype, N, salt=salt) for salt, column in enumerate("xyz")}
    outputs = {"values": zeros(dtype, len(expressions), N), "flags": zeros("bool", len(COMPARISONS), N)}
    made = kernel(f"{name}_{dtype}", dtype, expressions)
    case(registry=CASES, **columns, **outputs, N=N, **keywords)(made)


class Bfloat16:
    """What ``tl`` means on arrays of bfloat16: the interpreter computes on their bits as integers."""

    class PropagateNan:
        ALL = "all"

    abs = staticmethod(np.abs)
    where = staticmethod(lambda c, a, b: np.where(c, a, b).astype(ml_dtypes.bfloat16))
    minimum = staticmethod(lambda a, b, propagate_nan=None: (np.minimum if propagate_nan else np.fmin)(a, b))
    maximum = staticmethod(lambda a, b, propagate_nan=None: (np.maximum if propagate_nan else np.fmax)(a, b))
    clamp = staticmethod(
        lambda x, low, high: np.fmin(np.fmax(x, np.asarray(low, x.dtype)), np.asarray(high, x.dtype))
    )


def bfloat16_oracle(x, y, z, values, flags):
    for row, text in zip([*values, *flags], [*FLOAT, *COMPARISONS], strict=True):
        row[:] = eval(text, {"x": x, "y": y, "z": z, "tl": Bfloat16})


CASES: dict = {}
for dtype in INTS:
    define("integers", dtype, INTEGER + (WIDE if dtype.endswith(("32", "64")) else ()))
for dtype in FLOATS:
    define("floats", dtype, FLOAT)
    define("interpreted", dtype, INTERPRETED)
    define("divisions", dtype, DIVISIONS)
for dtype in FLOATS[1:]:
    define("math", dtype, MATH + (SINGLE if dtype == "float32" else ()), ulps=MATH_ULPS)
define("floats", "bfloat16", FLOAT, oracle=bfloat16_oracle)
