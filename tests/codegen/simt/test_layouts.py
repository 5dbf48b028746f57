"""Layouts against brute force: every element of a block has the threads and registers that numpy's views say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.layouts import held
from triton_shared.codegen.simt.layouts import swizzles
from triton_shared.codegen.simt.layouts.linear_layout import Layout, blocked, independent, run_length, tiled
from triton_shared.codegen.simt.lower.reduce import _side_by_side
from triton_shared.codegen.simt.target import BlockShape

extents = st.lists(st.sampled_from([1, 2, 4, 8, 16]), min_size=1, max_size=4)
blocks = st.builds(BlockShape, st.sampled_from([32, 64]), st.sampled_from([1, 2, 4]))


@st.composite
def layouts(draw) -> Layout:
    shape = draw(extents)
    order = draw(st.permutations(range(len(shape))))
    run = draw(st.sampled_from([1, 2, 4, 8]))
    return blocked(shape, draw(blocks), run, order)


@settings(deadline=None)
@given(layouts())
def test_every_element_has_a_home(layout):
    assert set(held(layout).flat) == set(range(int(np.prod(layout.shape))))


@settings(deadline=None)
@given(layouts())
def test_owners_hold_each_element_once(layout):
    owners = [t for t in range(layout.threads) if not t & layout.owners]
    places = held(layout)[owners]
    assert len(set(places.flat)) == places.size


@settings(deadline=None)
@given(extents, blocks)
def test_tiles_cover_the_block(shape, count):
    if len(shape) > 1:
        assert set(held(tiled(shape, count)).flat) == set(range(int(np.prod(shape))))


@settings(deadline=None)
@given(layouts(), st.data())
def test_transposition_keeps_registers_and_threads(layout, data):
    permutation = data.draw(st.permutations(range(len(layout.shape))))
    block = np.arange(np.prod(layout.shape)).reshape(layout.shape)
    moved = layout.transposed(permutation)
    assert (block.transpose(permutation).flat[held(moved)] == block.flat[held(layout)]).all()


@settings(deadline=None)
@given(layouts(), st.data())
def test_projection_reads_what_the_iteration_indexes(layout, data):
    dims = data.draw(st.lists(st.sampled_from(range(len(layout.shape))), unique=True))
    shape = [layout.shape[d] for d in dims]
    places = np.unravel_index(held(layout), layout.shape)
    wanted = np.ravel_multi_index([places[d] for d in dims], shape) if dims else np.zeros_like(places[0])
    assert (held(layout.projected(dims, shape)) == wanted).all()


@settings(deadline=None)
@given(layouts(), st.data())
def test_what_is_left_of_a_reduction_is_where_its_elements_were(layout, data):
    gone = data.draw(st.lists(st.sampled_from(range(len(layout.shape))), unique=True))
    kept = [d for d in range(len(layout.shape)) if d not in gone]
    left = layout.without(gone)
    projected = layout.projected(kept, [layout.shape[d] for d in kept])
    for ours, full in zip(held(left), held(projected), strict=True):
        assert set(ours) == set(full) and len(set(ours)) == len(ours)


@settings(deadline=None)
@given(st.lists(st.integers(0, 63), max_size=6))
def test_independent_bases_span_the_same(bases):
    def span(some):
        out = {0}
        for basis in some:
            out |= {x ^ basis for x in out}
        return out

    kept = independent(tuple(bases))
    assert span(kept) == span(bases) and len(span(kept)) == 1 << len(kept)


@settings(deadline=None)
@given(layouts())
def test_a_run_is_of_neighbours(layout):
    run = run_length(layout)
    for places in held(layout):
        for first in range(0, layout.registers, run):
            chunk = places[first : first + run]
            assert chunk[0] % run == 0 and (np.diff(chunk) == 1).all()


@settings(deadline=None)
@given(layouts(), st.data())
def test_a_swizzle_moves_each_element_and_saves_wavefronts(layout, data):
    order = data.draw(st.permutations(range(len(layout.shape))))
    other = blocked(layout.shape, BlockShape(1 << len(layout.lane), 1 << len(layout.warp)), 4, order)
    size = data.draw(st.sampled_from([1, 2, 4, 8]))
    swizzle = swizzles.best(layout, other, size)
    places = range(int(np.prod(layout.shape)))
    assert sorted(map(swizzle.moved, places)) == list(places)
    assert (held(swizzle.of(layout)) == np.vectorize(swizzle.moved)(held(layout))).all()
    wavefronts = lambda s: sum(swizzles.wavefronts(s.of(one), size) for one in (layout, other))  # noqa: E731
    assert wavefronts(swizzle) <= wavefronts(swizzles.Swizzle())


def test_a_transposition_has_few_conflicts():
    rows, columns = blocked((64, 64), BlockShape(32, 4), 4), blocked((64, 64), BlockShape(32, 4), 4, (0, 1))
    swizzle = swizzles.best(rows, columns, 4)
    wavefronts = [
        swizzles.wavefronts(layout, 4) for layout in (rows, columns, swizzle.of(rows), swizzle.of(columns))
    ]
    assert wavefronts == [32, 512, 32, 64]


@pytest.mark.parametrize("shape", [(16, 128), (32, 64), (64, 256)])
@pytest.mark.parametrize("run", [4, 8])
@pytest.mark.parametrize("warps", [4, 8])
@pytest.mark.parametrize("in_runs", [False, True])
def test_what_warps_have_is_combined_with_few_conflicts(in_runs, shape, run, warps):
    """At most four lanes that write wait for each other, and none that reads."""
    layout = blocked(shape, BlockShape(32, warps), run, (1, 0))
    bits = [bit for bit, basis in enumerate(layout.warp) if layout.coordinate(basis, 0)]
    out = layout.reduced([0]).compact
    written, read, _ = _side_by_side(out, bits, [], min(run_length(out), 4) if in_runs else 1)
    swizzle = swizzles.best(written, read, 4)
    assert swizzles.wavefronts(swizzle.of(written), 4) <= 4 * written.registers
    width = min(1 << len(bits), 4)
    assert swizzles.wavefronts(swizzle.of(read), 4) <= width * read.registers // width
