"""TritonBench: what each file of kernels computes is compared with what Triton's interpreter makes of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from public_oracle import Oracle, run_file

FOLDER = Path(os.environ["PUBLIC_CHECKOUT"], "data/TritonBench_G_v1")
RESULT = "result_gold"

#: processor time for the interpreter
SECONDS = 20

#: how far values may lie apart, relative to themselves and to the root of the mean square
TOLERANCE = {torch.float64: 1e-5, torch.float32: 2e-3, torch.float16: 1e-2, torch.bfloat16: 4e-2}


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    """One for all tests."""
    made = Oracle()
    yield made
    made.process.kill()
    made.process.wait()


def compare(actual: Any, expected: Any, place: str = RESULT) -> None:
    """Both are alike, up to rounding."""
    if isinstance(expected, dict):
        assert list(actual) == list(expected), place
        for key in expected:
            compare(actual[key], expected[key], f"{place}[{key!r}]")
    elif isinstance(expected, list):
        assert len(actual) == len(expected), place
        for number, pair in enumerate(zip(actual, expected, strict=True)):
            compare(*pair, f"{place}[{number}]")
    elif isinstance(expected, torch.Tensor) and expected.is_floating_point():
        tolerance = TOLERANCE.get(expected.dtype, 0.15)
        finite = expected[expected.isfinite()].double()
        size = finite.square().mean().sqrt().item() if finite.numel() else 0
        torch.testing.assert_close(
            actual.double().cpu(),
            expected.double().cpu(),
            rtol=tolerance,
            atol=tolerance * size,
            equal_nan=True,
            msg=place_of(place),
        )
    elif isinstance(expected, torch.Tensor):
        assert actual.cpu().equal(expected.cpu()), place


def place_of(place: str) -> Any:
    """Puts ``place`` before torch's message."""
    return lambda message: f"{place}: {message}"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.py")))
def test_kernels(name: str, oracle: Oracle) -> None:
    path = FOLDER / f"{name}.py"
    expected, failed = None, ""
    try:
        expected = oracle.results(path, RESULT, SECONDS)
    except RuntimeError as error:
        failed = str(error)
    if "OutOfBounds" in failed or failed.endswith("status 11"):
        pytest.skip(f"the program is out of bounds: {failed}")
    try:
        actual = run_file(str(path), RESULT)
    except Exception as error:
        module, text = type(error).__module__, str(error).lower()
        if not isinstance(error, ImportError) and ("triton" in module + text or "cuda error" in text):
            raise
        pytest.skip(f"the file fails by itself: {module}.{type(error).__name__}: {error}")
    if failed:
        pytest.skip(failed)
    compare(actual, expected)
