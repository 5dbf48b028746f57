"""When two runs of a launch gave the same.

Integers and floats are compared bit for bit; the payloads and signs of NaNs are nobody's.  What differs between two
runs of the first level with other garbage is undefined and not compared.  After a pass in `INEXACT` floats may be apart
by what the program itself makes of errors of rounding: as far as runs of the first level amid noise are
(`triton_shared.reference.noise`); elements whose kind noise changes are not compared then.  After a pass in `REORDERED`
both programs are run once more, with reductions in order, and compared bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from triton_shared.validation.report import COMPILED

#: passes after which floats may be rounded otherwise, and why
INEXACT: dict[str, str] = {
    "tile-products": "a product adds up in the order of its tiles, and may round each sum",
    "vectorize-nests": "each lane of a vector adds up a part of a sum",
    "expand-functions": "functions of the math dialect become arithmetic, to about two ulps",
    "expand-math": "the same, for other targets",
    "approximate-math": "functions become what the hardware has",
    "pack-products": "a product whose factor is packed adds up in another order",
    "triton-arith-to-linalg": "a long scan combines the elements of rows, and then the totals of these",
    "tile-blocks": "a product adds up one tile after the other, and may round each sum",
    "split-reductions": "each core adds up a part",
    "keep-products": "a product and what is added to it are rounded each",
    "fold-nan-select": "of 0.0 and -0.0 a select gives either, arith.maximumf and minimumf the greater and the smaller",
    "convert-math-to-llvm": "a reciprocal root becomes a quotient, log1p and expm1 a sum; all of it rounds",
    COMPILED: "LLVM fuses products and sums that may be contracted; its functions are other ones",
}
#: passes of `INEXACT` that are so for programs with one of these ops alone
INEXACT_WITH = {
    "triton-arith-to-linalg": {"tt.scan"},
    "convert-math-to-llvm": {"math.rsqrt", "math.expm1", "math.log1p"},
}
#: passes after which the executor combines the elements of a reduction in another order, and why; nothing differs where
#: it combines them one after the other
REORDERED: dict[str, str] = {
    "pack-products": "the executor rounds each sum of a packed product, and the total of one that is not packed",
    "generalize-computed-reductions": "it combines neighbours in a reduction, and one by one in a generic op",
    "clone-cheap-producers": "the same",
    "linalg-fuse-elementwise-ops": "the same",
    "generalize-short-reductions": "the same",
    "fuse-row-reductions": "the same",
    "triton-arith-to-linalg": "a combiner without a neutral element starts from the first slice",
}
#: times the largest change amid noise that floats of at least 32 bits may be off; narrower ones are the same rounded
#: numbers as in one of the runs, or between two of them
FACTOR = 2.0
#: units in the last place that such floats may be off besides, in arrays in which noise changes anything
ULPS = 2.0


@dataclass
class Expected:
    """What a launch leaves in its arrays.

    Attributes:
        arrays: the contents.
        defined: which elements are; those of the others are whatever they are.
        margins: how far floats may be off after passes that are inexact; NaN where nothing is compared.  None as
            long as nobody has asked.
        pairs: how many pairs of runs have told the margins.
    """

    arrays: list[np.ndarray]
    defined: list[np.ndarray]
    margins: list[np.ndarray] | None = None
    pairs: int = 0


def is_float(array: np.ndarray) -> bool:
    """Whether the elements are floats, those of ml_dtypes included."""
    return array.dtype.kind not in "biu"


def is_nan(array: np.ndarray) -> np.ndarray:
    """Which elements are no numbers."""
    if not is_float(array):
        return np.zeros(array.shape, bool)
    with np.errstate(invalid="ignore"):  # of a signaling NaN
        return np.isnan(array.astype(np.float64))


def equal(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Which elements are the same, bit for bit, or both no numbers."""
    word = f"u{one.dtype.itemsize}"
    return (one.view(word) == other.view(word)) | (is_nan(one) & is_nan(other))


def margins_of(base: Sequence[np.ndarray], moved: Sequence[Sequence[np.ndarray]]) -> list[np.ndarray]:
    """How far floats may be off, from runs amid noise."""
    with np.errstate(all="ignore"):
        return [_margin(array, [run[number] for run in moved]) for number, array in enumerate(base)]


def _margin(array: np.ndarray, others: Sequence[np.ndarray]) -> np.ndarray:
    same = np.logical_and.reduce([equal(array, other) for other in others])
    if not is_float(array):
        return np.where(same, 0.0, np.nan)
    wide = array.astype(np.float64)
    spread = np.max([np.abs(other.astype(np.float64) - wide) for other in others], axis=0)
    spread = np.where(same, 0.0, spread)
    lost = ~np.isfinite(spread)  # of another kind in one of the runs
    changed = spread[~lost & (spread > 0)]
    if not changed.size:
        return np.where(lost, np.nan, 0.0)
    spread = np.where(spread > 0, np.maximum(spread, np.median(changed)), 0.0)  # what hardly moved by chance
    if array.dtype.itemsize >= 4:
        unit = np.spacing(np.abs(array)).astype(np.float64)
        spread = FACTOR * spread + ULPS * np.where(np.isfinite(unit), unit, 0.0)
    return np.where(lost, np.nan, spread)


def wrong(array: np.ndarray, expected: Expected, number: int, inexact: bool) -> np.ndarray:
    """The positions at which ``array``, number ``number`` of the launch, is not as ``expected``."""
    wanted, defined = expected.arrays[number], expected.defined[number]
    bad = defined & ~equal(array, wanted)
    if not inexact or not bad.any():
        return np.flatnonzero(bad)
    assert expected.margins is not None
    margin = expected.margins[number]
    with np.errstate(all="ignore"):
        got, wide = array.astype(np.float64), wanted.astype(np.float64)
        close = np.abs(got - wide) <= margin
        close |= ~np.isfinite(got) & ~np.isfinite(wide)  # sums that overflow, in whatever order
    return np.flatnonzero(bad & ~close & ~np.isnan(margin))
