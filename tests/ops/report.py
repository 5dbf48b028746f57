"""``python -m tests.ops.report > docs/ops.md``: runs the tables and writes down which types were right.

With names of operations, ``python -m tests.ops.report tt.clampf``, it prints their lines alone.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np

from tests.ops.elementwise import all_ops
from tests.ops.libdevice import library_ops
from tests.ops.whole import all_cases
from tests.support.program import Program

HEAD = """# Operations

Which operations were executed on which types, on one CPU, and found right. This page is written by
`python -m tests.ops.report > docs/ops.md`, which runs the tables in `tests/ops`; the oracles are numpy, ml_dtypes
and Python's integers and fractions. Elementwise operations run on scalars and on tensors of rank 1 to 5 with up to
4096 elements; edge cases (NaN, infinities, denormals, both zeros, the ends of integers) meet each other. *ulps* is the
bound that was tested, in units of the last place of the result; 0 is bit for bit. What is not evident:

- Conversions between float formats are bit for bit in both rounding modes, over all patterns of 8 and 16 bits
  (`tests/ops/test_conversions.py`). `tt.fp_to_fp` to f8E5M2 and f8E4M3FN writes what an H100 writes (Triton 3.6,
  `cvt.rn.satfinite`), compared over all f16 and bf16 and 2^19 f32: to nearest, what is too large saturates,
  infinity included; every NaN becomes 0x7F; towards zero, infinity stays infinity in f8E5M2. Widening f8E5M2 to
  bf16 keeps infinity and NaN, which Triton's code for that GPU reads as numbers above 57344. torch and ml_dtypes
  don't saturate; nor does `arith.truncf`, which makes infinity (NaN where there is none) of what is too large.
- Arithmetic on formats of 8 bits is computed in f32 and rounded to nearest even; so are the elementary functions of
  f16 and bf16, and integers become floats of less than 32 bits by way of f32.
- Sums and products of f16 and bf16 are accumulated in f32, and all reductions of formats of 8 bits. A reduction by one
  op may combine in any order; by any other combiner it combines neighbours, grouped in any way, in their order, and so
  does every scan: combiners need be associative only.
- `tt.dot` adds up products of integers in integers that are as wide or wider, and products of floats in any f16, bf16,
  f32 or f64 that holds them; f16 and bf16 add up products of f32, too. Every input precision is computed in f32. A
  scale of `tt.dot_scaled` of 0xFF is NaN, one of 0 is 2^-127.
- Integer division never ends a process, whatever an element divides by. What arith leaves open has the values that
  NVIDIA's GPUs give (read off an H100 with Triton 3.6, all widths, scalars and tensors): `x / 0` has all bits set, but
  is 2^32 - 1 for an i64 `x` with 0 <= x < 2^32; `x % 0` is `x`; the smallest number divided by -1 is itself, and the
  remainder 0; on i1 `x / y` is `x` and `x % y` is 0. The divisions that round up or down adjust such a quotient as any
  other: `floordivsi` by zero is -2 for negative numbers, else -1, `ceildivsi` is 0 for positive numbers, else -1, and
  `ceildivui` is 0 for zero, else one more than the number below divided by 0. A constant divisor of 0 is
  no exception; but `0 / x` of a constant 0 may be 0, and `x / x` of one value 1, whatever `x` is.
- `tt.histogram` ignores values that belong to no bin; `tt.map_elementwise` packs neighbours in row-major order.
- All functions of Triton's libdevice are there, none of which calls C's. Near their zeros Bessel functions have the
  error of numbers as large as their next extremum (`tests/ops/test_c_functions.py`, beside mpmath: f32 1 ulp, f64 16,
  `jn` and `yn` 64), `lgamma` below -8 that of numbers near 1. Directed rounding (`…_rd`, `…_ru`, `…_rz`) is bit for
  bit what IEEE 754 asks for, of subnormal, infinite and zero results too.
- On GPUs (run by the emulator, `tests/ops/test_on_gpu.py`) f32 has the approximations of PTX where Triton's kernels
  have them: `math.exp` is `ex2.approx(x * log2 e)`, whose error grows with `x` to 90 ulps; `math.exp2`,
  `math.sqrt`, `math.rsqrt` and `arith.divf` are `ex2.approx`, `sqrt.approx`, `rsqrt.approx` and `div.full` (2 ulps).
  `tt.precise_sqrt`, `tt.precise_divf` and the functions `…_rn` are IEEE. All others are our own code there, with the
  bounds of these tables: what CPUs take from the C library is computed in f64.

Refused, with the reason and the source line: inline assembly on CPUs (GPUs run it,
`tests/ops/test_inline_assembly.py`), the 6-bit formats of `tt.dot_scaled`, other accumulators
of `tt.dot`, atomics that combine floats of 8 bits (which Triton refuses, too) and kernels that return values.
Undefined, so not tested: shifts by the width or more, float to integer beyond the integer's ends.
"""


def run(case) -> str:
    """An empty text if ``case`` is right, else why not."""
    program = Program()
    case.build(program)
    try:
        program.check()
    except Exception as error:
        return f"{case.name} on {case.types}: {error}"
    return ""


def table(cases: list, failures: list[str]) -> list[str]:
    """Markdown rows: op, the types that were right, ulps."""
    rows = defaultdict(list)
    for case in cases:
        if failure := run(case):
            failures.append(failure)
        else:
            rows[case.name, getattr(case, "ulps", 0)].append(case.types)
    return [f"| `{name}` | {', '.join(types)} | {ulps:g} |" for (name, ulps), types in rows.items()]


def functions(failures: list[str]) -> list[str]:
    """Markdown rows: the library functions by signature."""
    rows = defaultdict(list)
    for case in library_ops():
        if failure := run(case):
            failures.append(failure)
        else:
            symbol, signature = case.types.split("(", 1)
            rows["(" + signature, case.ulps].append(symbol)
    return [
        f"| {s} | {', '.join(f'`{x}`' for x in symbols)} | {ulps:g} |" for (s, ulps), symbols in rows.items()
    ]


def lines_of(names: list[str]) -> int:
    """Print the lines of the operations ``names`` alone; 1 if anything was wrong, or there is none so called."""
    failures: list[str] = []
    cases = [case for case in (*all_ops(), *all_cases()) if case.name.split()[0] in names]
    print("\n".join(table(cases, failures)))
    print("\n".join(failures), file=sys.stderr)
    return 1 if failures or not cases else 0


def main() -> int:
    """Print the page; 1 if anything was wrong."""
    failures: list[str] = []
    print(HEAD)
    for title, cases in (("Elementwise operations", all_ops()), ("Operations on whole tensors", all_cases())):
        print(f"## {title}\n\n| operation | types | ulps |\n|---|---|---|")
        print("\n".join(table(cases, failures)), end="\n\n")
    print(
        "## Library functions\n\n`tt.extern_elementwise` by signature.\n\n| signature | symbols | ulps |\n|---|---|---|"
    )
    print("\n".join(functions(failures)))
    print("\n".join(failures), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(lines_of(sys.argv[1:]) if sys.argv[1:] else main())
