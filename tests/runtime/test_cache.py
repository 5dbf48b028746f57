"""The disk cache: found again by other processes, harmless when broken, bounded."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
import warnings

import llvmlite.binding as llvm
import numpy as np
import pytest
from programs import COUNT, store_scalar

import triton_shared
from triton_shared.runtime import cache
from triton_shared.runtime import kernel as kernel_module

SOURCE = store_scalar("i32")


def run() -> None:
    """Compile SOURCE anew, as another process would, and check what it does."""
    kernel_module._alive.clear()
    out = np.zeros(1, np.int32)
    triton_shared.compile(SOURCE)[1](out, 11)
    assert out[0] == 11


def entries(directory):
    return {path: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture
def builds(monkeypatch):
    """Counts how often a kernel is really compiled."""
    from triton_shared.runtime import build as module

    made, build = [], module.build
    monkeypatch.setattr(module, "build", lambda *arguments: made.append(1) or build(*arguments))
    return made


def test_an_entry_is_used(fresh_cache, builds):
    for _ in range(3):
        run()
    assert len(builds) == 1


def test_what_an_entry_depends_on(fresh_cache, builds, monkeypatch):
    run()
    triton_shared.compile(SOURCE + "\n")
    triton_shared.compile(SOURCE, kernel="store")
    triton_shared.compile(SOURCE, num_threads=3)  # makes no difference
    monkeypatch.setattr(kernel_module, "host", lambda: "another host")
    triton_shared.compile(SOURCE)
    monkeypatch.setattr(cache, "_versions", lambda: "another version")
    triton_shared.compile(SOURCE)
    assert len(builds) == 5


def test_key_parts_do_not_run_together():
    assert len({cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key("abc", "")}) == 4


DAMAGES = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[:-100],
    "flipped bit": lambda data: data[:-50] + bytes([data[-50] ^ 4]) + data[-49:],
    "flipped header": lambda data: data.replace(b'"store"', b'"stare"', 1),
    "garbage": lambda data: os.urandom(500),
    "another version's": lambda data: b"{}\n" + data,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_entry_is_replaced(fresh_cache, builds, damage):
    run()
    whole = entries(fresh_cache)
    for path, data in whole.items():
        path.write_bytes(damage(data))
    run()
    run()
    assert len(builds) == 2
    repaired = entries(fresh_cache)
    assert all(repaired[path] == data for path, data in whole.items() if b'"store"' in data)


@pytest.mark.parametrize("kind", ["file", "below a file", "read-only"])
def test_an_unwritable_directory_warns_once(tmp_path, monkeypatch, kind):
    place = tmp_path / "place"
    if kind == "read-only":
        place.mkdir()
        monkeypatch.setattr(cache.tempfile, "NamedTemporaryFile", refuse)
    else:
        place.write_text("")
        place = place if kind == "file" else place / "deeper"
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(place))
    cache._warn.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            run()
    messages = [str(w.message) for w in caught if w.category is RuntimeWarning]
    assert len(messages) == 1 and str(place) in messages[0] and "TRITON_SHARED_CACHE_DIR" in messages[0]


def refuse(**keywords):
    raise PermissionError(13, "Permission denied", str(keywords["dir"]))


def test_nothing_half_written_stays(fresh_cache, monkeypatch):
    monkeypatch.setattr(cache.os, "replace", lambda *paths: refuse(dir=paths[1]))
    cache._warn.cache_clear()
    with pytest.warns(RuntimeWarning):
        run()
    assert not entries(fresh_cache)


def test_the_longest_unused_entries_go(fresh_cache, monkeypatch):
    body = bytes(1000)
    size = len(b"x" * 64 + b"\n{}\n") + len(body)
    monkeypatch.setattr(cache, "LIMIT", 3 * size)
    for age, name in enumerate(("a", "b", "c")):
        cache.store(name, {}, body)
        os.utime(fresh_cache / f"{name}.entry", (1000 + age, 1000 + age))
    assert cache.load("a") == ({}, body)
    cache.store("d", {}, body)
    assert sorted(path.name for path in fresh_cache.iterdir()) == ["a.entry", "c.entry", "d.entry"]


def test_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", "/chosen")
    assert str(cache.directory()) == "/chosen"
    monkeypatch.delenv("TRITON_SHARED_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert str(cache.directory()) == "/xdg/triton_shared"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.directory() == tmp_path / ".cache" / "triton_shared"


def test_entries_are_private(fresh_cache):
    run()
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in fresh_cache.iterdir())


COMPILE = """
import numpy as np, sys, triton_shared
from programs import store_scalar
out = np.zeros(1, np.int32)
triton_shared.compile(store_scalar("i32"))[1](out, 11)
assert out[0] == 11
print(any(name.startswith(("torch_mlir", "mlir", "triton_shared.mlir")) for name in sys.modules))
"""


def test_a_second_process_imports_no_mlir(fresh_cache, python):
    assert python(COMPILE) == "True\n"
    assert python(COMPILE) == "False\n"


def test_concurrent_processes(fresh_cache):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COMPILE]
    processes = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for _ in range(6)]
    assert [process.wait(timeout=120) for process in processes] == [0] * 6
    assert not [path for path in fresh_cache.iterdir() if path.suffix != ".entry"]


def test_concurrent_threads(fresh_cache, builds):
    failures = []

    def body(number):
        try:
            count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)
            kernels = []
            for variant in range(8):
                source = COUNT.replace("@count", f"@count{(variant + number) % 16}")
                kernels.append(triton_shared.compile(source))
                kernels[-1][1](count, result, 1)
            assert count[0] == 8
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=body, args=(2 * n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(builds) == 16


def test_a_fork_amid_compilations(fresh_cache):
    stop, numbers = threading.Event(), iter(range(10**6))

    def busy():
        while not stop.is_set():
            triton_shared.compile(COUNT.replace("@count", f"@busy{next(numbers)}"))

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        for number in range(5):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    signal.alarm(60)
                    count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)
                    triton_shared.compile(COUNT.replace("@count", f"@child{number}"))[1](count, result, 1)
                    status = 1 - count[0]
                finally:
                    os._exit(status)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        thread.join()


def test_a_fork_amid_another_use_of_llvmlite(fresh_cache):
    """Which holds a lock of its own around each of its calls, here for a while on another thread."""
    inside = threading.Event()

    def dawdle():
        if threading.current_thread() is thread and not inside.is_set():
            inside.set()
            time.sleep(0.3)

    thread = threading.Thread(target=llvm.get_default_triple)
    callbacks = dawdle, lambda: None
    llvm.ffi.register_lock_callback(*callbacks)
    try:
        thread.start()
        inside.wait()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(20)
                run()
                status = 0
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        thread.join()
        llvm.ffi.unregister_lock_callback(*callbacks)
