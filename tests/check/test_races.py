"""Races are told from random logs of visits as a byte-by-byte shadow tells them, and syncs order what they should."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared.runtime.checks.races import READS, UPDATES, WRITES, races
from triton_shared.runtime.checks.visits import SYNC, VISIT, Log

PROGRAMS, SITES, BYTES = 4, 3, 24


class Given(Log):
    """A log of visits ``(low, bytes, segment, site)`` and syncs ``(low, before, after)`` that tests made."""

    def __init__(self, visits: list, kinds: list[int], syncs: list = ()):
        super().__init__(PROGRAMS, len(kinds), [], [])
        self._given = np.array([(*visit, 0) for visit in visits], VISIT)
        self._orders = np.array([(*sync, 0, 0) for sync in syncs], SYNC)
        self._kinds[:] = kinds

    @property
    def visits(self) -> np.ndarray:
        return self._given

    @property
    def syncs(self) -> np.ndarray:
        return self._orders


VISITS = st.lists(
    st.tuples(
        st.integers(0, BYTES), st.integers(1, 8), st.integers(0, PROGRAMS - 1), st.integers(0, SITES - 1)
    ),
    max_size=12,
)


def conflict(a: int, b: int) -> bool:
    return WRITES in (a, b) or {a, b} == {READS, UPDATES}


def bytes_in_conflict(visits: list, kinds: list[int]) -> set[int]:
    """The bytes that two programs touch, one of which writes them, or updates what the other one reads."""
    return {
        byte
        for (low, size, p, s), (low2, size2, p2, s2) in itertools.combinations(visits, 2)
        if p != p2 and conflict(kinds[s], kinds[s2])
        for byte in range(max(low, low2), min(low + size, low2 + size2))
    }


@settings(max_examples=examples(400), deadline=None)
@given(VISITS, st.lists(st.sampled_from([READS, WRITES, UPDATES]), min_size=SITES, max_size=SITES))
def test_visits_without_syncs(visits, kinds):
    bad, found = bytes_in_conflict(visits, kinds), races(Given(visits, kinds))
    assert sum(race.bytes for race in found) == len(bad)
    for race in found:
        assert race.low in bad and race.programs >= 2
        first, second = (kinds[visit["site"]] for visit in (race.first, race.second))
        assert conflict(first, second) and race.first["segment"] != race.second["segment"]


def test_a_release_and_a_later_acquire_of_one_address_order_programs():
    kinds = [WRITES, READS]
    write, read = (0, 4, 0, 0), (0, 4, 5, 1)
    assert not races(Given([write, read], kinds, [(100, 0, 4), (100, 1, 5)]))
    assert races(Given([write, read], kinds, [(100, 0, 4), (200, 1, 5)])), "another address"
    assert races(Given([write, (0, 4, 1, 1)], kinds, [(100, 0, 4), (100, 1, 5)])), "before it acquires"
    assert races(Given([(0, 4, 4, 0), read], kinds, [(100, 0, 4), (100, 1, 5)])), "after it released"


def test_order_is_transitive():
    syncs = [(100, 0, 4), (100, 1, 5), (200, 5, 6), (200, 2, 7)]
    assert not races(Given([(0, 4, 0, 0), (0, 4, 7, 0)], [WRITES], syncs))
    assert races(Given([(0, 4, 0, 0), (0, 4, 3, 0)], [WRITES], syncs))


def test_blocks_that_are_disjoint_need_no_look():
    visits = [(64 * p, 64, p, 0) for p in range(PROGRAMS)]
    assert not races(Given(visits, [WRITES]))
