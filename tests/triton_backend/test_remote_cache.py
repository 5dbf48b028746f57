"""Triton's own cache on many machines: by our manager, and by Triton's with our backend."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402
from triton import knobs  # noqa: E402
from triton.runtime.cache import RemoteCacheManager  # noqa: E402

from triton_shared.runtime import remote_cache  # noqa: E402
from triton_shared.runtime.remote_cache import client  # noqa: E402
from triton_shared.triton.remote_cache import Backend, CacheManager  # noqa: E402


@triton.jit
def double(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(x + i) * 2)


@pytest.fixture(params=[CacheManager, RemoteCacheManager], ids=["ours", "Triton's"])
def manager(request, monkeypatch, tmp_path):
    monkeypatch.setenv(client.VARIABLE, str(tmp_path / "shared"))
    monkeypatch.setenv(client.KEY, "a key of 32 characters, not more")
    monkeypatch.setenv(client.TIMEOUT, "60000")  # a busy machine's directory may answer late
    client._of.cache_clear()
    with knobs.cache.scope():
        knobs.cache.manager_class, knobs.cache.remote_manager_class = request.param, Backend
        yield request.param


def launch(monkeypatch, directory: Path) -> int:
    """How many stages a machine with an empty directory compiles."""
    from triton_shared.triton import compiler

    made, work = [], compiler.kept
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "kept", lambda *given, **named: made.append(1) or work(*given, **named))
        patch.setenv("TRITON_SHARED_CACHE_DIR", str(directory / "ours"))
        knobs.cache.dir = str(directory / "triton")
        double.device_caches.clear()
        x = torch.ones(16)
        double[(1,)](x, N=16)
        assert x.tolist() == [2.0] * 16
    return len(made)


@pytest.mark.cpu("runs kernels from a cache")
def test_the_second_machine_compiles_nothing(manager, monkeypatch, tmp_path):
    assert launch(monkeypatch, tmp_path / "first") > 0
    assert launch(monkeypatch, tmp_path / "second") == 0
    assert remote_cache.current().counts["found"] > 2


@pytest.mark.cpu("runs kernels from a cache")
def test_a_dead_cache_is_no_cache(manager, monkeypatch, tmp_path):
    (tmp_path / "shared").write_text("no directory")
    client._warn.cache_clear()
    with pytest.warns(RuntimeWarning, match="the remote cache .* fails"):
        assert launch(monkeypatch, tmp_path / "first") > 0
    if manager is CacheManager:
        assert launch(monkeypatch, tmp_path / "first") == 0, "Triton's directory has it"


@pytest.mark.parametrize("name", ["../x", "/x", "a/b", "..", "", "a\\b"])
def test_names_are_no_paths(manager, name, tmp_path):
    Backend("KEY").put(name, b"content")
    assert Backend("KEY").get([name]) == {} and not (tmp_path / "shared").exists()
    if manager is CacheManager:
        knobs.cache.dir = str(tmp_path / "triton")
        files = CacheManager("KEY")
        files.put(json.dumps({"child_paths": [name]}), "__grp__g")
        assert files.get_group("g") is None
