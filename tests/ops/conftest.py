from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """No kernel of another run."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
