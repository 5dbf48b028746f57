"""Runs these tests where Triton is installed and finds the back end: a cache of their own, the CPU active."""

import importlib.util
from collections import OrderedDict

import pytest

from triton_shared.runtime import cache

MISSING = [name for name in ("torch", "triton") if importlib.util.find_spec(name) is None]


class SkippedModule(pytest.Module):
    """A module that cannot be imported here."""

    def collect(self):
        pytest.skip(f"{' and '.join(MISSING)} not installed", allow_module_level=True)


def pytest_pycollect_makemodule(module_path, parent):
    return SkippedModule.from_parent(parent, path=module_path) if MISSING else None


@pytest.fixture(scope="session", autouse=True)
def cpu(tmp_path_factory):
    """The driver, active for all tests."""
    import triton
    from triton import knobs
    from triton.backends import backends

    if "triton_shared" not in backends:
        pytest.skip("Triton does not find the back end: install the package, `pip install -e .`")
    import triton_shared

    driver = triton_shared.CPUDriver()
    triton.runtime.driver.set_active(driver)
    with knobs.cache.scope():
        knobs.cache.dir = str(tmp_path_factory.mktemp("triton"))
        yield driver


@pytest.fixture
def fresh_triton_cache(tmp_path, monkeypatch):
    """A directory of its own for Triton's cache, dumps and overriding files, and for this package's cache."""
    from triton import knobs

    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / "package"))
    monkeypatch.setattr(cache, "_unwritten", OrderedDict())
    with knobs.cache.scope():
        knobs.cache.dir = str(tmp_path / "cache")
        knobs.cache.dump_dir, knobs.cache.override_dir = str(tmp_path / "dump"), str(tmp_path / "override")
        yield tmp_path
