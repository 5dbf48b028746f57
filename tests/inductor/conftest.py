"""Runs these tests where torch and Triton are installed and find the back end; caches are their own."""

import importlib.util
from importlib.metadata import entry_points

import pytest

MISSING = [name for name in ("torch", "triton") if importlib.util.find_spec(name) is None]
REASON = f"{' and '.join(MISSING)} not installed" if MISSING else ""
if not MISSING and "triton_shared" not in entry_points(group="torch_dynamo_backends").names:
    REASON = "torch does not find the back end: install the package, `pip install -e .`"


class SkippedModule(pytest.Module):
    """A module that cannot be imported here."""

    def collect(self):
        pytest.skip(REASON, allow_module_level=True)


def pytest_pycollect_makemodule(module_path, parent):
    return SkippedModule.from_parent(parent, path=module_path) if REASON else None


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory):
    """Caches of Inductor and Triton that no other program has filled; no processes that compile."""
    import torch
    from torch._inductor import config

    with pytest.MonkeyPatch.context() as patch, config.patch(compile_threads=1):
        patch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("inductor")))
        patch.setenv("TRITON_CACHE_DIR", str(tmp_path_factory.mktemp("triton")))
        yield
        torch._dynamo.reset()


@pytest.fixture(autouse=True)
def fresh_dynamo():
    """Nothing compiled before."""
    import torch

    torch._dynamo.reset()
    torch.manual_seed(0)


@pytest.fixture
def kernels(monkeypatch):
    """The Triton kernels that Inductor makes, in order."""
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    made, known = [], CachingAutotuner.__init__

    def init(self, *args, **kwargs):
        known(self, *args, **kwargs)
        made.append(self)

    monkeypatch.setattr(CachingAutotuner, "__init__", init)
    return made
