from __future__ import annotations

import pytest

from tests.differential.interpreter import Interpreter


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """No kernel of another run."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))


@pytest.fixture(scope="session")
def interpreter():
    """Triton's interpreter."""
    with Interpreter() as process:
        yield process
