"""Random kernels agree with their oracle in every bit, whatever subset of the optional passes is left out.

``TRITON_SHARED_TEST_SUBSETS`` is how many of each kind; by default as many as take a few seconds; nightly 2000.
"""

from __future__ import annotations

import functools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.differential import test_random_regions as random_regions
from tests.differential.regions import regions
from tests.support.amount import examples
from triton_shared.passes.registry import optional

COUNT = examples(25, "TRITON_SHARED_TEST_SUBSETS")
OPTIONAL = sorted(optional())
SETTINGS = settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def subsets(draw: st.DrawFn) -> list[str]:
    """Some of the optional passes: few, half of them, or most."""
    few = st.lists(st.sampled_from(OPTIONAL), max_size=3, unique=True)
    half = st.sets(st.sampled_from(OPTIONAL), min_size=5).map(sorted)
    match draw(st.integers(0, 2)):
        case 0:
            return draw(few)
        case 1:
            return draw(half)
    kept = draw(few)
    return [name for name in OPTIONAL if name not in kept]


def leave_out(patch: pytest.MonkeyPatch, without: list[str]) -> None:
    """Let `triton_shared.compile` leave these passes out."""
    patch.setattr(triton_shared, "compile", functools.partial(triton_shared.compile, without=without))


@SETTINGS
@given(regions(), subsets())
def test_regions_agree(program, without):
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch, without)
        random_regions.check(program)


@SETTINGS
@given(st.data(), subsets())
def test_programs_agree(interpreter, data, without):
    pytest.importorskip("torch", reason="Triton's interpreter runs on torch tensors")
    pytest.importorskip("triton", reason="the programs are compiled and interpreted by Triton")
    from tests.differential.harness import check
    from tests.differential.programs import programs

    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch, without)
        check(data.draw(programs()), "program", interpreter)
