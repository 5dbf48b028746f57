"""Conversions of every type to every type."""

from __future__ import annotations

import textwrap

import numpy as np

from tests.differential.cases import (
    FLOATS,
    INTS,
    NUMPY_FLOATS,
    case,
    dtype_of,
    edges,
    integers,
    module_of,
    random,
    zeros,
)

N = 128
CASES: dict = {}
KERNEL = """
import triton
import triton.language as tl

@triton.jit
def {name}(x, {outs}, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x + i)
{body}
"""


def kernel(name: str, targets: tuple[str, ...]):
    """A jitted function that stores ``x`` into an array of each target type."""
    body = textwrap.indent(
        "\n".join(f"tl.store({t} + i, x.to({t}.dtype.element_ty))" for t in targets), "    "
    )
    return getattr(module_of(KERNEL.format(name=name, outs=", ".join(targets), body=body)), name)


def define(group: str, source: str, targets: tuple[str, ...], data, oracle=None) -> None:
    made = kernel(f"{group}_{source}", targets)
    case(registry=CASES, x=data, N=N, oracle=oracle, **{t: zeros(t, N) for t in targets})(made)


def by_numpy(x, **outputs):
    """The interpreter truncates to bfloat16 and mistreats subnormal and special 8-bit floats."""
    for target in outputs.values():
        target[:] = x.astype(np.float32).astype(target.dtype)


for source in INTS:
    define("wrapping", source, ("bool", *INTS), edges(source, N))
    define(
        "rounding",
        source,
        FLOATS,
        edges(source, N) if source not in ("int64", "uint64") else random("int32", N),
    )
for source in FLOATS:
    define(
        "truncating",
        source,
        tuple(t for t in INTS if t.startswith("i")),
        integers(-100, 100, N, dtype=source),
    )
    define(
        "truncating_unsigned",
        source,
        tuple(t for t in INTS if t.startswith("u")),
        integers(0, 100, N, dtype=source),
    )
    define("between", source, FLOATS, edges(source, N))
for source in ("float16", "float32"):
    define("narrowing", source, NUMPY_FLOATS, random(source, N), by_numpy)
for source in NUMPY_FLOATS:
    wider = ("float16", "float32") if dtype_of(source).itemsize == 1 else ("float32", "float64")
    define("widening", source, wider, random(source, N), by_numpy)
