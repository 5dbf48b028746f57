"""The disk cache: found again by other processes, bounded; what `test_cache_trust` does to its files aside."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import warnings
import zipfile
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT, store_scalar
from triton_shared.runtime import cache, compiler
from triton_shared.runtime.cpu import cpu_kernel

SOURCE = store_scalar("i32")


def run() -> None:
    """Compile SOURCE anew, as another process would, and check what it does."""
    compiler._alive.clear()
    cache._unwritten.clear()
    out = np.zeros(1, np.int32)
    triton_shared.compile(SOURCE)[1](out, 11)
    assert out[0] == 11


def entries(directory):
    return {path: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture
def builds(monkeypatch):
    """Counts how often a kernel is really compiled, always by this process."""
    from triton_shared.runtime import compilation as module

    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", "0")
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
    monkeypatch.setattr(cpu_kernel, "host", lambda: "another host")
    triton_shared.compile(SOURCE)
    monkeypatch.setattr(cache, "_versions", lambda: "another version")
    triton_shared.compile(SOURCE)
    assert len(builds) == 5


def test_key_parts_do_not_run_together():
    assert len({cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key("abc", "")}) == 4


@pytest.mark.parametrize("kind", ["file", "below a file", "read-only"])
def test_an_unwritable_directory_warns_once(tmp_path, monkeypatch, kind):
    place = tmp_path / "place"
    if kind == "read-only":
        place.mkdir()
        monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
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


def any_header(header):
    return True


def test_the_longest_unused_entries_go(fresh_cache, monkeypatch):
    """And no other file, however old or large."""
    body = bytes(1000)
    names = [letter * 64 for letter in "abcd"]
    cache.store(names[0], {}, body)
    monkeypatch.setattr(cache, "LIMIT", 3 * (fresh_cache / f"{names[0]}.entry").stat().st_size)
    others = ["notes.txt", "a.entry", "x" * 64 + ".entry", "new-.entry", f"{names[0]}.entry.bak", ".hidden"]
    for other in others:
        (fresh_cache / other).write_bytes(bytes(5000))
        os.utime(fresh_cache / other, (1, 1))
    (fresh_cache / ("e" * 64 + ".entry")).mkdir()
    for age, name in enumerate(names[:3]):
        cache.store(name, {}, body)
        os.utime(fresh_cache / f"{name}.entry", (1000 + age, 1000 + age))
    assert cache.load(names[0], any_header) == ({}, body)
    cache.store(names[3], {}, body)
    kept = [f"{names[i]}.entry" for i in (0, 2, 3)]
    assert sorted(path.name for path in fresh_cache.iterdir()) == sorted(
        [*others, *kept, "e" * 64 + ".entry"]
    )


def test_what_a_killed_process_left_goes(fresh_cache):
    fresh_cache.mkdir()
    old, young = fresh_cache / "new-abandon.entry", fresh_cache / "new-written.entry"
    for path in (old, young):
        path.write_bytes(bytes(10))
    os.utime(old, (1, 1))
    cache.store("a" * 64, {}, b"")
    assert young.exists() and not old.exists()


KILLED = """
from triton_shared.runtime import cache
for number in range(10**6):
    cache.store(f"{number % 50:064x}", {"number": number % 50}, bytes([number % 50]) * 50_000)
"""


def test_killed_processes_leave_whole_entries(fresh_cache):
    command, environment = (
        [sys.executable, "-c", KILLED],
        {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    processes = [subprocess.Popen(command, env=environment) for _ in range(2)]
    while len(list(fresh_cache.glob("0*"))) < 50 and all(process.poll() is None for process in processes):
        time.sleep(0.02)
    for process in processes:
        process.kill()
        assert process.wait() == -signal.SIGKILL
    for number in range(50):
        found = cache.load(f"{number:064x}", any_header)
        assert found == ({"number": number}, bytes([number]) * 50_000)


def test_where_the_cache_is(monkeypatch, tmp_path):
    temporary = tempfile.gettempdir() + f"/triton_shared-{os.geteuid()}"

    def places():
        return list(map(str, cache.directories()))

    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", "/chosen")
    assert places() == ["/chosen"]
    monkeypatch.delenv("TRITON_SHARED_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert places() == ["/xdg/triton_shared", temporary]
    monkeypatch.setenv("HOME", str(tmp_path))
    for unset in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert places() == [f"{tmp_path}/.cache/triton_shared", temporary]
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert places() == [f"{tmp_path}/.cache/triton_shared", temporary]


def test_entries_are_private(fresh_cache):
    run()
    assert stat.S_IMODE(fresh_cache.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in fresh_cache.iterdir())


@pytest.fixture
def homeless(monkeypatch, tmp_path):
    """No home directory; the directory for temporary files, which is empty."""
    for name in ("TRITON_SHARED_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(cache.Path, "home", home)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    cache._warn.cache_clear()
    return tmp_path


def test_without_a_home_entries_are_kept_among_temporary_files(homeless, builds):
    for _ in range(3):
        run()
    assert len(builds) == 1
    (place,) = homeless.iterdir()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700 and len(list(place.iterdir())) > 0


@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_a_home_that_cannot_be_written(homeless, monkeypatch, home):
    monkeypatch.setattr(cache.Path, "home", lambda: cache.Path(home))
    with pytest.warns(RuntimeWarning, match=f"kept in {homeless}.*{home}"):
        run()
    assert len(list(homeless.iterdir())) == 1


@pytest.mark.parametrize("kind", ["open to others", "a link", "a file"])
def test_a_place_among_temporary_files_that_is_not_private(homeless, builds, kind):
    """Somebody else may have made it."""
    place = homeless / f"triton_shared-{os.geteuid()}"
    target = homeless / "target"
    target.mkdir(mode=0o700)
    match kind:
        case "open to others":
            place.mkdir()
            place.chmod(0o777)
        case "a link":
            place.symlink_to(target)
        case "a file":
            place.write_text("")
    with pytest.warns(RuntimeWarning, match="kept in memory only"):
        run()
    compiler._alive.clear()
    triton_shared.compile(SOURCE)
    assert len(builds) == 1
    assert not list(target.iterdir()) and (not place.is_dir() or not list(place.iterdir()))


@pytest.mark.filterwarnings("ignore:compiled kernels are kept in memory only")
def test_what_is_kept_in_memory_is_bounded(fresh_cache, monkeypatch):
    fresh_cache.write_text("")
    monkeypatch.setattr(cache, "IN_MEMORY", 3)
    for number in range(5):
        cache.store(f"{number:064x}", {}, b"")
    found = [number for number in range(5) if cache.load(f"{number:064x}", any_header)]
    assert found == [2, 3, 4]


def test_a_cache_that_can_only_be_read_is_used(fresh_cache, builds, monkeypatch):
    run()

    def refuse_all(*arguments, **named):
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr(cache.os, "utime", refuse_all)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse_all)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run()
    assert len(builds) == 1


def test_stamps_of_a_package(tmp_path):
    """Its Python files count, byte code and other files do not."""
    for name in ("a.py", "in/b.py", "in.1/c.py", "in/__pycache__/b.py", "in/text"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    (tmp_path / "link").symlink_to(tmp_path / "in")
    found = [stamp.partition(":")[0] for stamp in cache._sources(tmp_path)]
    assert found == [str(tmp_path / name) for name in ("a.py", "in.1/c.py", "in/b.py")]
    (alone,) = cache._sources(tmp_path / "a.py")
    assert alone.startswith(f"{tmp_path}/a.py:") and alone.endswith(":1")
    assert cache._sources(tmp_path / "none") == []


def test_versions_of_an_archive(tmp_path, python):
    """A package in a zip file has that file's stamp in its keys."""
    archive = tmp_path / "package.zip"
    root = Path(cache.__file__).parents[2]
    with zipfile.ZipFile(archive, "w") as file:
        for path in root.glob("triton_shared/**/*.py"):
            file.write(path, path.relative_to(root))
    program = f"""
import sys
import tempfile
sys.path[0:0] = [{str(archive)!r}]
from triton_shared.runtime import cache
assert cache.__file__.startswith({str(archive)!r})
print(cache.key("x"))
"""
    first = python(program)
    assert python(program) == first
    os.utime(archive, (1000, 1000))
    assert python(program) != first


COMPILE = """
import numpy as np, sys, triton_shared
from tests.support.programs import store_scalar
out = np.zeros(1, np.int32)
triton_shared.compile(store_scalar("i32"))[1](out, 11)
assert out[0] == 11
UNASKED = ("torch_mlir", "mlir", "triton_shared.mlir", "triton_shared.passes", "triton_shared.codegen.passes")
print(any(name.startswith(UNASKED) for name in sys.modules))
"""


ODD_SETTINGS = [
    {"TRITON_SHARED_MLIR": "", "TRITON_SHARED_NUM_THREADS": "9" * 9, "TRITON_SHARED_PERF": ""},
    {"TRITON_SHARED_CRASH_REPORT": "", "TRITON_SHARED_DUMP_PATH": "", "TRITON_SHARED_NUM_THREADS": "0001"},
    {"TRITON_SHARED_CACHE_DIR": "", "HOME": "", "XDG_CACHE_HOME": "."},
]


@pytest.mark.parametrize("settings", ODD_SETTINGS, ids=", ".join)
def test_odd_settings(fresh_cache, python, tmp_path, settings):
    assert python(COMPILE, **{"TMPDIR": str(tmp_path)} | settings) in ("True\n", "False\n")


def test_a_second_process_imports_no_mlir(fresh_cache, python):
    assert python(COMPILE) == "True\n"
    assert python(COMPILE) == "False\n"


def test_concurrent_processes(fresh_cache):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COMPILE]
    processes = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for _ in range(6)]
    assert [process.wait(timeout=600) for process in processes] == [0] * 6
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
                    signal.alarm(600)
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
                signal.alarm(600)
                run()
                status = 0
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        thread.join()
        llvm.ffi.unregister_lock_callback(*callbacks)
