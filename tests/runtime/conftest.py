from __future__ import annotations

import os
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path

import pytest

from triton_shared.runtime import cache

ROOT = Path(__file__).parents[2]


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes seconds; leave out with -m 'not slow'")


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_settings(monkeypatch, session_cache):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(session_cache))
    monkeypatch.setattr(cache, "_unwritten", OrderedDict())
    monkeypatch.delenv("TRITON_SHARED_NUM_THREADS", raising=False)
    monkeypatch.delenv("TRITON_SHARED_DUMP_PATH", raising=False)


@pytest.fixture
def fresh_cache(monkeypatch, tmp_path) -> Path:
    """An empty cache directory, in use for this test only."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(directory))
    return directory


@pytest.fixture
def python():
    """Runs a program in a Python process of its own; returns what it printed."""

    def run(program: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    return run
