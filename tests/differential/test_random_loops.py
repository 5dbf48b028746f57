"""Random nests of loops: this package and Triton's interpreter agree in every bit.

``TRITON_SHARED_TEST_LOOPS`` is how many; by default as many as take a few seconds; nightly 5000.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

pytest.importorskip("torch", reason="Triton's interpreter runs on torch tensors")
pytest.importorskip("triton", reason="the programs are compiled and interpreted by Triton")

from tests.differential.harness import check
from tests.differential.loops import loops
from tests.support.amount import examples

COUNT = examples(40, "TRITON_SHARED_TEST_LOOPS")


@settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(loops())
def test_agrees(interpreter, text):
    check(text, "program", interpreter)
