"""Random programs: this package and Triton's interpreter agree in every bit.

``TRITON_SHARED_TEST_PROGRAMS`` is how many; by default as many as take a few seconds; nightly 5000.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

pytest.importorskip("torch", reason="Triton's interpreter runs on torch tensors")
pytest.importorskip("triton", reason="the programs are compiled and interpreted by Triton")

from tests.differential.harness import check
from tests.differential.programs import programs
from tests.support.amount import examples

COUNT = examples(60, "TRITON_SHARED_TEST_PROGRAMS")


@settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_agrees(interpreter, text):
    check(text, "program", interpreter)
