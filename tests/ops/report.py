"""``python -m tests.ops.report > docs/ops.md``: runs the tables and writes down which types were right.

Every case runs on this machine's CPU, and compiled for a GPU in the emulator.  With names of operations,
``python -m tests.ops.report tt.clampf``, it prints their lines alone.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import triton_shared
from tests.ops import elementwise, whole
from tests.ops.elementwise import APPROXIMATED as BOUNDS
from tests.ops.elementwise import all_ops
from tests.ops.libdevice import library_ops
from tests.ops.whole import all_cases
from tests.support.program import Program

HEAD = """# Operations

Which operations were executed on which types, on one CPU and compiled for one GPU (sm_90a, in the
[emulator](design/emulator.md)), and found right. This page is written by `python -m tests.ops.report > docs/ops.md`,
which runs the tables in `tests/ops`; the oracles are numpy, ml_dtypes and Python's integers and fractions. Elementwise
operations run on scalars and on tensors of rank 1 to 5 with up to 4096 elements; edge cases (NaN, infinities,
denormals, both zeros, the ends of integers) meet each other. On GPUs this page is of scalars and of 512 elements;
all shapes run by `pytest --target emulator tests/ops`. *ulps* is the bound that was tested, in units
of the last place of the result; 0 is bit for bit. What is not evident:

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
  scale of `tt.dot_scaled` of 0xFF is NaN, one of 0 is 2^-127. The instructions of CPUs for products of bf16 (AMX,
  AVX512-BF16) take a subnormal bf16 for 0.
- Integer division never ends a process, whatever an element divides by. What arith leaves open has the values that
  NVIDIA's GPUs give (read off an H100 with Triton 3.6, all widths, scalars and tensors): `x / 0` has all bits set, but
  is 2^32 - 1 for an i64 `x` with 0 <= x < 2^32; `x % 0` is `x`; the smallest number divided by -1 is itself, and the
  remainder 0; on i1 `x / y` is `x` and `x % y` is 0. The divisions that round up or down adjust such a quotient as any
  other: `floordivsi` by zero is -2 for negative numbers, else -1, `ceildivsi` is 0 for positive numbers, else -1, and
  `ceildivui` is 0 for zero, else one more than the number below divided by 0. A constant divisor of 0 is
  no exception; but `0 / x` of a constant 0 may be 0, and `x / x` of one value 1, whatever `x` is.
- `tt.histogram` ignores values that belong to no bin; `tt.map_elementwise` packs neighbours in row-major order.
- All functions of Triton's libdevice are there, none of which calls C's, also by the symbols that files of other
  vendors have ([which of them are missing](triton.md#limits)). Near their zeros Bessel functions have the
  error of numbers as large as their next extremum (`tests/ops/test_c_functions.py`, beside mpmath: f32 1 ulp, f64 16,
  `jn` and `yn` 64), `lgamma` below -8 that of numbers near 1. Directed rounding (`…_rd`, `…_ru`, `…_rz`) is bit for
  bit what IEEE 754 asks for, of subnormal, infinite and zero results too.
- On GPUs (run by the emulator, `tests/ops/test_on_gpu.py`) f32 has the approximations of PTX where Triton's kernels
  have them: `math.exp` is `ex2.approx(x * log2 e)`, whose error grows with `x` to 90 ulps; `math.exp2`,
  `math.sqrt`, `math.rsqrt` and `arith.divf` are `ex2.approx`, `sqrt.approx`, `rsqrt.approx` and `div.full` (2 ulps),
  which `__nv_fast_fdividef` is, too; `math.exp2` is 0 where it is subnormal.
  `tt.precise_sqrt`, `tt.precise_divf` and the functions `…_rn` are IEEE. All others are our own code there, with the
  bounds of these tables: what CPUs take from the C library is computed in f64.

Refused, with the reason and the source line: inline assembly that does more than compute, on
CPUs (`tests/ops/test_inline_assembly.py`), the 6-bit formats of `tt.dot_scaled`, other accumulators
of `tt.dot`, atomics that combine floats of 8 bits (which Triton refuses, too) and kernels that return values.
Undefined, so not tested: shifts by the width or more, float to integer beyond the integer's ends.
"""


#: what has run, for processes that are forked
CASES: list = [*all_ops(), *all_cases(), *library_ops()]


def run(case) -> str:
    """An empty text if ``case`` is right, else why not."""
    program = Program()
    case.build(program)
    try:
        program.check()
    except Exception as error:
        return f"{case.name} on {case.types}: {error}"
    return ""


def run_on_gpu(number: int) -> str:
    """The same for case ``number`` in the emulator, on a scalar and on shorter tensors."""
    from tests.support import emulated

    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        patch.setattr(triton_shared, "compile", emulated.compile)
        patch.setattr(elementwise, "shapes", lambda salt: [(), (512,)])
        for name, ulps in elementwise.APPROXIMATED.items():
            patch.setitem(elementwise.BOUNDS, name, ulps)
        for name, bits in whole.TENSOR_CORES.items():
            patch.setitem(whole.BITS, name, bits)
        return run(CASES[number])


def results(names: list[str], failures: list[str]) -> dict[int, tuple[bool, bool]]:
    """By the number of each case, or each of those called ``names``, whether it was right on the CPU, and on a GPU."""
    numbers = [n for n, case in enumerate(CASES) if not names or case.name.split()[0] in names]
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        on_gpu = pool.map(run_on_gpu, numbers, chunksize=4)
        on_cpu = [run(CASES[n]) for n in numbers]
        found = {n: (x, y) for n, x, y in zip(numbers, on_cpu, on_gpu, strict=True)}
    failures += [
        f"{where}: {text}" for both in found.values() for where, text in zip(WHERE, both, strict=True) if text
    ]
    return {n: (not x, not y) for n, (x, y) in found.items()}


WHERE = ("CPU", "GPU")


def cell(labels: list[str], right: list[bool], notes: list[str]) -> str:
    """What the column of GPUs says of a row with ``labels``, of which some are ``right`` there."""
    missing = [label for label, good in zip(labels, right, strict=True) if not good]
    said = (
        "all" if not missing else "none" if len(missing) == len(labels) else f"all but {', '.join(missing)}"
    )
    return f"{said} ({'; '.join(notes)})" if notes else said


def table(cases: range, found: dict[int, tuple[bool, bool]]) -> list[str]:
    """Markdown rows: op, the types that were right, ulps, and what of it is right on GPUs."""
    rows = defaultdict(list)
    for n in cases:
        if n in found and found[n][0]:
            rows[CASES[n].name, getattr(CASES[n], "ulps", 0)].append(n)
    lines = []
    for (name, ulps), numbers in rows.items():
        types = [CASES[n].types for n in numbers]
        keys = [(name, getattr(CASES[n], "result", "")) for n in numbers]
        notes = [f"{e}: {BOUNDS[name, e]:g} ulps" for name, e in keys if (name, e) in BOUNDS]
        gpu = cell(types, [found[n][1] for n in numbers], notes)
        lines.append(f"| `{name}` | {', '.join(types)} | {ulps:g} | {gpu} |")
    return lines


def functions(cases: range, found: dict[int, tuple[bool, bool]]) -> list[str]:
    """Markdown rows: the library functions by signature."""
    rows = defaultdict(list)
    for n in cases:
        if n in found and found[n][0]:
            symbol, signature = CASES[n].types.split("(", 1)
            rows["(" + signature, CASES[n].ulps].append((f"`{symbol}`", found[n][1]))
    return [
        f"| {s} | {', '.join(x for x, _ in symbols)} | {ulps:g} "
        f"| {cell([x for x, _ in symbols], [good for _, good in symbols], [])} |"
        for (s, ulps), symbols in rows.items()
    ]


def main(names: list[str]) -> int:
    """Print the page, or the lines of the operations ``names`` alone; 1 if anything was wrong, or there are none."""
    failures: list[str] = []
    found = results(names, failures)
    elementwise_end = len(all_ops())
    whole_end = elementwise_end + len(all_cases())
    parts = {
        "Elementwise operations": table(range(elementwise_end), found),
        "Operations on whole tensors": table(range(elementwise_end, whole_end), found),
    }
    if names:
        print("\n".join(line for lines in parts.values() for line in lines))
    else:
        print(HEAD)
        for title, lines in parts.items():
            print(f"## {title}\n\n| operation | types | ulps | on GPUs |\n|---|---|---|---|")
            print("\n".join(lines), end="\n\n")
        print("## Library functions\n\n`tt.extern_elementwise` by signature.\n")
        print("| signature | symbols | ulps | on GPUs |\n|---|---|---|---|")
        print("\n".join(functions(range(whole_end, len(CASES)), found)))
    print("\n".join(failures), file=sys.stderr)
    return 1 if failures or not found else 0


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main(sys.argv[1:]))
