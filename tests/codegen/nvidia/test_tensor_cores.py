"""Fragments against the PTX manual: which element of A, B and C each register of each thread holds, by brute force."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared.codegen.simt.layouts import dot_plan
from triton_shared.codegen.simt.layouts.dot_instructions import (
    MMA_SYNC_INSTRUCTIONS,
    WGMMA_INSTRUCTIONS,
    MmaInstr,
)
from triton_shared.codegen.simt.layouts.dot_plan import LANES, Fragments
from triton_shared.codegen.simt.layouts.linear_layout import Layout

LANE = np.arange(LANES)
extents = st.sampled_from([16, 32, 64, 128])
kinds = st.sampled_from(sorted({*MMA_SYNC_INSTRUCTIONS, *WGMMA_INSTRUCTIONS}))


@st.composite
def fragments(draw) -> Fragments:
    """As products of warps or of warpgroups have them."""
    shape = (*draw(st.sampled_from([(), (2,)])), draw(extents), draw(extents))
    warps, kind = draw(st.sampled_from([1, 4, 8])), draw(kinds)
    groups = dot_plan._groups(shape, warps, kind)
    by_warps = dot_plan._warps(shape, warps)
    return Fragments(shape, draw(st.sampled_from([by_warps, groups or by_warps])))


def places(layout: Layout, warp: int) -> np.ndarray:
    """The element's index in each dimension, for each lane of a warp and each register."""
    flat = [[layout.position(r, LANES * warp + lane) for r in range(layout.registers)] for lane in LANE]
    return np.stack(np.unravel_index(np.array(flat), layout.shape))


def first_register(part: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of register 0, from those of lane 0 on."""
    row, column = part[-2], part[-1]
    return row[:, 0] - row[0, 0], column[:, 0] - column[0, 0]


@settings(deadline=None, max_examples=examples(40))
@given(fragments())
def test_sums_lie_as_the_manual_says(which):
    layout = which.accumulator()
    seen = np.zeros(which.shape, bool)
    for warp in range(1 << len(which.warp_dims)):
        part = places(layout, warp)
        seen[tuple(part)] = True
        row, column = first_register(part)
        assert (row == LANE // 4).all() and (column == LANE % 4 * 2).all()
        assert (part[-1][:, 1] == part[-1][:, 0] + 1).all() and (part[-2][:, 2] == part[-2][:, 0] + 8).all()
    assert seen.all()


@settings(deadline=None, max_examples=examples(40))
@given(fragments(), kinds)
def test_factors_lie_as_the_manual_says(which, kind: MmaInstr):
    packed = kind.packed
    left, right = which.left(kind, kind.k * 2), which.right(kind, kind.k * 2)
    for warp in range(1 << len(which.warp_dims)):
        a, b = places(left, warp), places(right, warp)
        row, k = first_register(a)
        assert (row == LANE // 4).all() and (k == LANE % 4 * packed).all()
        k, column = first_register(b)
        assert (column == LANE // 4).all() and (k == LANE % 4 * packed).all()
        for inner, other, registers in ((a[-1], a[-2], 2), (b[-2], b[-1], 1)):
            words = inner.reshape(LANES, -1, packed)
            assert (np.diff(words, axis=2) == 1).all() and (
                np.diff(other.reshape(words.shape), axis=2) == 0
            ).all()
            assert (words[:, 0, 0] // kind.k == words[:, registers - 1, 0] // kind.k).all()


@settings(deadline=None, max_examples=examples(40))
@given(fragments(), kinds)
def test_warps_have_the_factors_of_their_sums(which, kind: MmaInstr):
    """The rows of A and the columns of B that a warp has are those of its part of C."""
    total, left, right = which.accumulator(), which.left(kind, kind.k), which.right(kind, kind.k)
    for warp in range(1 << len(which.warp_dims)):
        sums, a, b = (places(layout, warp).reshape(len(which.shape), -1) for layout in (total, left, right))
        assert {*zip(*sums[:-1], strict=True)} == {*zip(*a[:-1], strict=True)}
        columns = np.concatenate([sums[:-2], sums[-1:]])
        assert {*zip(*columns, strict=True)} == {*zip(*np.concatenate([b[:-2], b[-1:]]), strict=True)}
