"""Buffers that share an arena: each at a multiple of its alignment, those that live together apart."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared.codegen.memory.assign_buffers import Buffer, assign_offsets


@st.composite
def buffers(draw) -> Buffer:
    """Any buffer: of no op, since none is asked for."""
    begin, length = draw(st.integers(0, 20)), draw(st.integers(0, 10))
    alignment = 1 << draw(st.integers(0, 10))
    return Buffer(None, draw(st.integers(1, 5000)), begin, begin + length, alignment)


@given(st.lists(buffers(), max_size=12))
@settings(max_examples=examples(300), deadline=None, derandomize=True)
def test_offsets_are_aligned_and_buffers_that_live_together_do_not_overlap(made: list[Buffer]):
    total = assign_offsets(made)
    for k, a in enumerate(made):
        assert a.offset % a.alignment == 0
        assert 0 <= a.offset <= a.offset + a.bytes <= total
        for b in made[:k]:
            lives_apart = a.end < b.begin or b.end < a.begin
            assert lives_apart or a.offset + a.bytes <= b.offset or b.offset + b.bytes <= a.offset
    assert total <= sum(b.bytes + b.alignment for b in made)
