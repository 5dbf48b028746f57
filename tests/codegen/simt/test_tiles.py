"""Tiles against brute force: where each element lies, and that what is written is read, whatever the layouts."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared.codegen.simt.build.shared_layout import CHUNK, PANEL, REPEAT, SharedLayout
from triton_shared.codegen.simt.dot.operands import transposing_layout
from triton_shared.codegen.simt.layouts.linear_layout import weights
from triton_shared.codegen.simt.target import BlockShape

extents = st.sampled_from([1, 2, 8, 16, 32, 64, 128])


@st.composite
def forms(draw) -> SharedLayout:
    batch = draw(st.sampled_from([(), (1,), (4,)]))
    shape = (*batch, draw(extents), draw(extents))
    fast = len(shape) - draw(st.sampled_from([1, 2]))
    return SharedLayout(shape, draw(st.sampled_from([1, 2, 4])), fast)


def swizzled(form: SharedLayout, matrix: int, row: int, column: int) -> int:
    """Bytes from the base, as wgmma's swizzles are defined: of bits 7-9 of an address some change bits 4-6."""
    panel, at = divmod(column * form.size, form.width)
    address = panel * form.rows * form.width + row * form.width + at
    kept = {128: 7, 64: 3, 32: 1}.get(form.width, 0)
    return matrix * form.matrix_bytes + (address ^ (address >> 7 & kept) << 4)


@settings(deadline=None, max_examples=examples(60))
@given(forms().filter(lambda form: form.rows >= REPEAT), st.data())
def test_elements_lie_where_the_swizzle_says(form, data):
    steps = weights(form.shape)
    index = [data.draw(st.integers(0, n - 1)) for n in form.shape]
    matrix = index[0] if len(index) == 3 else 0
    place = sum(i * step for i, step in zip(index, steps, strict=True))
    assert form.offset(place) * form.size == swizzled(
        form, matrix, index[form.row_dim], index[form.contiguous_dim]
    )


@settings(deadline=None, max_examples=examples(30))
@given(forms(), st.data())
def test_places_are_moved_one_to_one_and_linearly(form, data):
    count = prod(form.shape)
    if count <= 1 << 12:
        assert sorted(map(form.offset, range(count))) == list(range(count))
    places = st.integers(0, count - 1)
    a, b = data.draw(places), data.draw(places)
    assert form.offset(a ^ b) == form.offset(a) ^ form.offset(b)


@settings(deadline=None, max_examples=examples(30))
@given(forms())
def test_a_transposed_tile_is_the_same_memory(form):
    rank = len(form.shape)
    permutation = [*range(rank - 2), rank - 1, rank - 2]
    other = form.transposed(permutation)
    before = np.vectorize(form.offset)(np.arange(prod(form.shape)).reshape(form.shape))
    after = np.vectorize(other.offset)(np.arange(prod(form.shape)).reshape(other.shape))
    assert (before.transpose(permutation) == after).all()


@settings(deadline=None, max_examples=examples(60))
@given(forms().filter(lambda form: form.size != 2), st.sampled_from([0, 2, 3]))
def test_tiles_are_turned_whole(form, warp_bits):
    """The layout has each element, and both of its lanes' and registers' accesses are as wide as extents allow."""
    layout = transposing_layout(form, BlockShape(32, 1 << warp_bits))
    seen = {layout.position(r, t) for r in range(layout.registers) for t in range(layout.threads)}
    assert seen == set(range(prod(form.shape)))
    other = SharedLayout(form.shape, form.size, form.row_dim)
    for lies, bytes_ in ((form, 4), (other, 16)):
        wanted = min(bytes_, max(form.size, form.shape[lies.contiguous_dim] * form.size))
        steps = [1 << i for i in range((wanted // form.size).bit_length() - 1)]
        assert set(steps) <= set(lies.apply(layout).reg)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_eight_rows_of_a_column_of_chunks_lie_in_different_banks(size):
    for width in (32, 64, 128):
        form = SharedLayout((64, width // size), size, 1)
        for column in range(0, width, CHUNK):
            chunks = {swizzled(form, 0, row, column // size) % PANEL // CHUNK for row in range(8)}
            assert len(chunks) == 8
