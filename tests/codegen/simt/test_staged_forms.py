"""Staged loops over batches of matrices and over weights of four bits, in the emulator: right, and no wait too much."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from tests.support.mutants import Mutants
from tests.support.staged import Batch, FourBits

CASES = pytest.mark.parametrize(
    ("loop", "stages", "settings"),
    [
        (Batch(), 2, {}),
        (Batch(), 3, {"chip": "sm_80", "ptx": True}),
        (Batch(4, 16, 16, 32), 4, {"num_warps": 8}),
        (Batch(1, 64, 32, 32), 3, {"ptx": True}),
        (FourBits(), 2, {}),
        (FourBits(), 3, {"ptx": True}),
        (FourBits(32, 32, 16), 3, {"chip": "sm_80", "num_warps": 2}),
        (FourBits(128, 16, 32), 4, {"num_warps": 8}),
    ],
    ids=str,
)


@CASES
def test_results_are_those_of_numpy(loop, stages, settings):
    kernel = emulated.compile(loop.text(), settings=Settings(num_stages=stages, seed=stages, **settings))
    for turns in (0, 1, stages, 2 * stages + 1):
        values, wanted = loop.arguments(turns)
        kernel[(1,)](*values)
        np.testing.assert_array_equal(values[2], wanted)


#: elements, whether rows wrap, and modulo what, and whether they are masked, too
HOLES = list(product(("f16", "f32", "i8"), ((False, 0), (True, 0), (True, 24)), (False, True)))


@pytest.mark.parametrize("case", range(len(HOLES)), ids=lambda case: "-".join(map(str, HOLES[case])))
def test_masks_with_holes(case):
    """A condition of each element along K, in a loop over these, around rows' segments: a load may stay where it is."""
    element, (wraps, period), limited = HOLES[case]
    order = ("rr", "cc", "rc", "cr")[case % 4]
    gemm = Gemm(32, 32, 32, element, "", order, wraps, period, limited=limited, hole=5)
    copies = {"tensor_copies": case % 2 == 0, "warp_specialize": case % 3 < 2}
    settings = Settings(num_stages=2 + case % 3, seed=case, ptx=case % 5 == 1, **copies)
    (a, b), wanted = gemm.arrays(32, 32, 128)
    out = np.zeros(wanted.shape, np.int32 if gemm.sum == "i32" else np.float32)
    kernel = emulated.compile(gemm.text(), settings=settings)
    kernel[(1, 1)](a, b, out, 32, 32, 128, a.shape[1], b.shape[1])
    np.testing.assert_array_equal(out, wanted)


@CASES
def test_no_wait_and_no_barrier_is_too_much(loop, stages, settings):
    """Which stage the last turn reads, and so what overlaps with the result, follows from how many turns there are."""
    mutants = Mutants(loop.text(), Settings(num_stages=stages, **settings))

    def check(without: int = 0) -> None:
        for turns in (2 * stages + 1, 2 * stages, stages + 2):
            values, wanted = loop.arguments(turns)
            mutants.run((1, 1), values, without)
            np.testing.assert_array_equal(values[2], wanted)

    check()
    assert len(mutants.waits) >= 4
    for without in mutants.waits:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            check(without)
