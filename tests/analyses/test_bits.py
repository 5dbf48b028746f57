"""Shifts and masks of positions are quotients and remainders: accesses by them are structured."""

import pytest

import triton_shared
from tests.support.trees import Indexed

POSITION = ("addi", ("muli", "t", 8), "i0")
STRUCTURED = {
    "low bits": ("andi", POSITION, 63),
    "quotient": ("muli", ("shrsi", POSITION, 6), 100),
    "both": ("addi", ("muli", ("shrsi", POSITION, 6), "s"), ("andi", POSITION, 63)),
    "without low bits": ("andi", POSITION, ~63),
    "a field": ("muli", ("andi", ("shrsi", POSITION, 5), 3), 70),
    "a run": ("andi", POSITION, 0b111000),
    "set": ("ori", POSITION, 64),
    "turned": ("xori", POSITION, 32),
    "reversed": ("xori", POSITION, 31),
    "all turned": ("addi", ("xori", POSITION, -1), 9),
    "joined": ("ori", ("muli", "t", 512), "i0"),
    "joined by xor": ("xori", ("shli", "t", 8), "i0"),
    "unsigned remainder": ("remui", POSITION, 32),
    "unsigned quotient": ("divui", ("addi", "i0", 3), 24),
}


def explained(tree, mask=("cmp", "sge", "i0", 0)):
    """The remark on a load of ``x[tree]``, of 256 elements."""
    text = Indexed((256,), "i32")
    source, target = (
        text.pointers("%x", "i32", text.index(tree)),
        text.pointers("%y", "i32", text.index("i0")),
    )
    pointer, kept = text.type("!tt.ptr<i32>"), text.mask(mask)
    return triton_shared.explain(
        text.function(f"%l = tt.load {source}, {kept} : {pointer}", f"tt.store {target}, %l : {pointer}")
    )[0]


@pytest.mark.parametrize("name", STRUCTURED)
def test_bits_of_positions_are_structured(name):
    found = explained(STRUCTURED[name])
    assert found.kind == "structured", found.message


@pytest.mark.parametrize(
    "mask", [("cmp", "slt", ("andi", POSITION, 63), 40), ("cmp", "eq", ("shrsi", POSITION, 6), "s")]
)
def test_bits_in_masks_keep_ranges_or_segments(mask):
    found = explained(POSITION, mask)
    assert found.kind == "structured", found.message


@pytest.mark.parametrize(
    "tree", [("andi", "i0", "s"), ("shrui", POSITION, 4), ("shrsi", ("muli", "i0", "t"), 4)]
)
def test_what_is_not_known_to_be_small_stays_indirect(tree):
    assert explained(tree).kind == "unstructured"
