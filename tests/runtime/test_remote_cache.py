"""A cache of many machines: what it holds is used where it is authentic, and a launch never waits for it for long."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from tests.support.programs import store_scalar
from tests.support.servers import free_port, redis_server, server
from triton_shared.runtime import cache, compiler, remote_cache
from triton_shared.runtime.cpu import cpu_kernel
from triton_shared.runtime.remote_cache import client, identity, sealed, stores

ROOT = Path(__file__).parents[2]
SOURCE = store_scalar("i32")
KEY = "a key of 32 characters, not more"
NAME, OTHER = "a" * 64, "b" * 64
MILLISECONDS = 60_000  #: which a server that answers never takes, on a busy machine either


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory):
    pytest.importorskip("redis", reason="Redis is reached by the package redis")
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def set_up(monkeypatch):
    """Names a remote cache to this process; returns the warnings from then on."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        client._warn.cache_clear()
        client._of.cache_clear()

        def name(url: str, key: str = KEY, **more: str) -> list[str]:
            monkeypatch.setenv(client.VARIABLE, url)
            monkeypatch.setenv(client.TIMEOUT, str(MILLISECONDS))
            monkeypatch.setenv(client.KEY, key)
            for variable, value in more.items():
                monkeypatch.setenv(variable, value)
            return caught

        yield name


@pytest.fixture(params=["directory", "redis", "memory", "objects"])
def url(request, tmp_path):
    """An empty cache of each kind."""
    match request.param:
        case "directory":
            return f"file://{tmp_path}/many%20machines"
        case "redis":
            found = request.getfixturevalue("redis_url")
            import redis

            redis.Redis.from_url(found).flushall()
            return found
    pytest.importorskip("fsspec", reason="object stores are reached by the package fsspec")
    return f"memory://{tmp_path}" if request.param == "memory" else f"local://{tmp_path}/objects"


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """Goes to another machine: this process forgets all kernels, and has another directory."""

    def go(name: str) -> None:
        compiler._alive.clear()
        cache._unwritten.clear()
        monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / name))

    return go


@pytest.fixture
def builds(monkeypatch):
    """What is really compiled, in this process."""
    from triton_shared.runtime import compilation

    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", "0")
    made, build = [], compilation.build
    monkeypatch.setattr(compilation, "build", lambda *given: made.append(1) or build(*given))
    return made


def run() -> None:
    """Compile SOURCE, or have it from a cache, and check what it does."""
    out = np.zeros(1, np.int32)
    triton_shared.compile(SOURCE)[1](out, 11)
    assert out[0] == 11


@pytest.mark.cpu("runs kernels from a cache")
def test_the_second_machine_compiles_nothing(url, set_up, machine, builds, monkeypatch):
    caught = set_up(url)
    for name in ("first", "second", "third"):
        machine(name)
        run()
    counts = remote_cache.current().counts
    assert len(builds) == 1 and (counts["found"], counts["missed"], counts["stored"]) == (2, 1, 1)
    monkeypatch.delenv(client.VARIABLE)
    machine("second")
    run()  # what came from afar is kept here
    assert len(builds) == 1 and not caught


@pytest.mark.cpu("runs kernels from a cache")
def test_a_cpu_with_other_features_takes_nothing(set_up, machine, builds, monkeypatch, tmp_path):
    set_up(f"{tmp_path}/shared")
    machine("first")
    run()
    monkeypatch.setattr(cpu_kernel, "host", lambda: '["x86-64", "+sse2"]')
    machine("second")
    run()
    monkeypatch.setattr(identity, "_compiler", lambda: "another release")
    machine("third")
    run()
    assert len(builds) == 3 and remote_cache.current().counts["found"] == 0


def test_names_do_not_depend_on_places(monkeypatch):
    """Time stamps and paths make another name on this machine, and the same one on all."""
    before = identity.digest("x", b"y")
    monkeypatch.setattr(cache, "_stamp", lambda path: "elsewhere, and later")
    identity._compiler.cache_clear()
    assert identity.digest("x", b"y") == before != identity.digest("xy", b"")


def opens(data: bytes, name: str = NAME, key: bytes = KEY.encode(), now: float = 1000.0) -> bytes | None:
    try:
        return sealed.opened(key, name, data, now, age=100)
    except (sealed.Unauthenticated, sealed.Expired):
        return None


def test_every_damage_is_seen():
    """Each byte of an entry changed, each end cut off, other names, other keys, other times."""
    rng = random.Random(3)
    content = b"\x7fELF" + rng.randbytes(60) + b"\n" + rng.randbytes(20)
    data = sealed.seal(KEY.encode(), NAME, content, 1000.9)
    assert opens(data) == content and len(data) <= len(content) + sealed.EXTRA
    for at in range(len(data)):
        flipped = bytes([data[at] ^ rng.randrange(1, 256)])
        assert opens(data[:at] + flipped + data[at + 1 :]) is None
        assert opens(data[:at]) is None and opens(data[:at] + data[at + 1 :]) is None
    assert (
        opens(data + b"\0") is None and opens(data, name=OTHER) is None and opens(data, key=b"x" * 32) is None
    )
    assert opens(data, now=1101) is None and opens(data, now=1100) == content
    assert opens(data, now=1000 - 2 * 86400) is None
    later = data.replace(b" 1000 ", b" 9999 ")
    assert later != data and opens(later, now=9999) is None


@pytest.mark.cpu("runs kernels from a cache")
def test_forged_entries_are_counted_and_never_loaded(set_up, machine, builds, tmp_path):
    """What somebody without the key wrote: other bytes, an entry of his key, the entry of another name."""
    caught = set_up(f"file://{tmp_path}/shared")
    machine("first")
    run()
    (path,) = (tmp_path / "shared").iterdir()
    whole = path.read_bytes()
    forged = [
        whole[:-1] + bytes([whole[-1] ^ 1]),
        whole[: len(whole) // 2],
        b"",
        sealed.seal(b"another key of 32 characters....", path.stem, whole.partition(b"\n")[2], time.time()),
        sealed.seal(KEY.encode(), OTHER, whole.partition(b"\n")[2], time.time()),
    ]
    for number, data in enumerate(forged):
        path.write_bytes(data)
        machine(str(number))
        run()
    assert len(builds) == 1 + len(forged) and remote_cache.current().counts["unauthenticated"] == len(forged)
    assert ["were not made with this key" in str(one.message) for one in caught] == [True]


def test_old_and_large_entries_are_absent(url, set_up, monkeypatch):
    set_up(url)
    remote = remote_cache.current()
    remote.store(NAME, b"x" * 100)
    assert remote.load(NAME) == b"x" * 100 and remote.load(OTHER) is None
    monkeypatch.setattr(client, "MOST", 50)
    remote.store(OTHER, b"x" * 51)
    monkeypatch.setattr(sealed, "EXTRA", 0)
    assert remote.load(NAME) is None and remote.load(OTHER) is None
    monkeypatch.undo()
    later = time.time() + client.AGE + 10
    monkeypatch.setattr(client.time, "time", lambda: later)
    assert remote.load(NAME) is None
    assert {"too large": 2, "expired": 1}.items() <= remote.counts.items()


def test_a_directory_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "TOTAL", 1000)
    store = stores.Directory(str(tmp_path / "shared"), 1.0, 3600)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "notes.txt").write_bytes(bytes(5000))
    for number in range(5):
        store.put(f"{number:064x}", bytes(300))
        os.utime(tmp_path / "shared" / f"{number:064x}.sealed", (time.time() - 1000 + number,) * 2)
    store.put(f"{9:064x}", bytes(300))
    kept = sorted(path.name[-10:] for path in (tmp_path / "shared").iterdir())
    assert len(kept) == 4 and "notes.txt" in kept and store.get(f"{9:064x}", 500) == bytes(300)
    os.symlink(tmp_path / "shared" / "notes.txt", tmp_path / "shared" / f"{NAME}.sealed")
    with pytest.raises(OSError):
        store.get(NAME, 500)


def test_nobody_sees_half_an_entry(url, set_up):
    """Threads write and read one entry with unlike contents; files that fsspec writes are none until they are whole."""
    set_up(url)
    remote, wrong = remote_cache.current(), []
    remote.seconds = 30

    def work(number: int) -> None:
        for turn in range(10):
            remote.store(NAME, bytes([number]) * (50_000 + 999 * turn))
            found = remote.load(NAME)
            if len({*found} if found else "") != 1 and not (found is None and url.startswith("local:")):
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and not remote.counts["failed"]
    assert url.startswith("local:") or not remote.counts["unauthenticated"]


# Servers that fail


def silent(connection: socket.socket) -> None:
    """Reads, and never answers."""
    while connection.recv(4096):
        pass


def dying(connection: socket.socket) -> None:
    """Ends in the middle of an answer."""
    connection.recv(4096)
    connection.sendall(b"$1000\r\nhalf of it")


def dribbling(connection: socket.socket) -> None:
    """Sends a byte now and then: no timeout of a socket ends that."""
    connection.recv(4096)
    connection.sendall(b"$100000\r\n")
    for _ in range(12_000):
        connection.sendall(b"x")
        time.sleep(0.05)


def babbling(connection: socket.socket) -> None:
    """Speaks of something else."""
    connection.recv(4096)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@pytest.mark.cpu("compiles beside a server that fails")
@pytest.mark.parametrize("serve", [None, silent, dying, dribbling, babbling])
def test_a_server_that_fails_costs_one_warning(serve, set_up, machine, builds, monkeypatch):
    pytest.importorskip("redis", reason="Redis is reached by the package redis")
    monkeypatch.setattr(client, "PAUSE", 3600)
    machine("warm")
    run()  # what is imported and compiled once
    with server(serve or silent) as port:
        address = f"redis://user:secret@127.0.0.1:{port if serve else free_port()}/0"
        caught = set_up(address, **{client.TIMEOUT: "400"})
        for name in ("first", "second", "third"):
            machine(name)
            begin, remote = time.perf_counter(), remote_cache.current()
            cache.load(cache.shared_key(name), lambda header: True)
            assert time.perf_counter() - begin < 60  # no server that is slow to answer does so for minutes
            run()
    assert len(builds) == 4 and remote.is_paused
    assert remote.counts["failed"] == 1 and remote.counts["not asked"] >= 2
    (warning,) = caught
    assert "127.0.0.1" in str(warning.message) and "secret" not in str(warning.message)


def test_a_slow_server_is_asked_seldom(set_up, monkeypatch, tmp_path):
    """An answer within the time counts, but for the first a slow one is the last for a while."""
    set_up(str(tmp_path / "shared"))
    remote = remote_cache.current()
    get, clock, waited = remote._store.get, time.monotonic, []
    monkeypatch.setattr(client.time, "monotonic", lambda: clock() + 0.4 * remote.seconds * len(waited))
    monkeypatch.setattr(remote._store, "get", lambda *given: waited.append(1) or get(*given))
    remote.store(NAME, b"content")
    assert remote.load(NAME) == b"content" and remote.load(NAME) is None and remote.is_paused
    assert remote.counts == {"stored": 1, "found": 1, "failed": 1, "missed": 1, "not asked": 1}
    remote._until = 0
    assert remote.load(NAME) == b"content"


def test_what_never_returns_is_asked_four_times(set_up, monkeypatch, tmp_path):
    set_up(str(tmp_path / "shared"))
    remote = remote_cache.current()
    asked, end = [], threading.Event()
    monkeypatch.setattr(remote._store, "get", lambda *given: asked.append(1) or end.wait(60))
    remote.seconds = 0.01
    for _ in range(10):
        remote._until = min(remote._until, 0 if remote._until < float("inf") else float("inf"))
        assert remote.load(NAME) is None
    end.set()
    assert len(asked) == 4 and remote.is_paused


# How it is set up


@pytest.mark.cpu("compiles without a remote cache")
@pytest.mark.parametrize(
    ("url", "key", "told"),
    [
        (
            "{}/shared",
            "",
            "there is no key to authenticate entries with: set TRITON_SHARED_REMOTE_CACHE_KEY_FILE",
        ),
        ("{}/shared", "short", "the key has 5 bytes, and needs 16 or more"),
        ("nothing://host/{}", KEY, "nothing://host"),
    ],
)
def test_what_cannot_be_used_is_refused(url, key, told, set_up, machine, builds, tmp_path):
    caught = set_up(url.format(tmp_path), key)
    for name in ("first", "second"):
        machine(name)
        run()
    (warning,) = caught
    assert told in str(warning.message) and (not key or key not in str(warning.message))
    assert len(builds) == 2 and not (tmp_path / "shared").exists()


def test_a_key_in_a_file(set_up, tmp_path):
    path = tmp_path / "key"
    path.write_text(f"{KEY}\n")
    path.chmod(0o644)
    caught = set_up(str(tmp_path / "shared"), "", **{client.KEY_FILE: str(path)})
    assert remote_cache.current() is None and "chmod 600" in str(caught[0].message)
    path.chmod(0o600)
    client._of.cache_clear()
    remote = remote_cache.current()
    remote.store(NAME, b"content")
    set_up(str(tmp_path / "shared"), KEY, **{client.KEY_FILE: ""})
    assert remote_cache.current().load(NAME) == b"content" and KEY not in repr(remote)


def test_missing_packages_are_named(set_up, monkeypatch):
    monkeypatch.setitem(sys.modules, "redis", None)
    caught = set_up("redis://127.0.0.1/0")
    assert remote_cache.current() is None and "pip install redis" in str(caught[0].message)


def test_nothing_is_imported_before_it_is_needed(python, tmp_path):
    told = "print({*sys.modules} & {'redis', 'fsspec', 'triton_shared.runtime.remote_cache'})"
    variables = {client.VARIABLE: f"{tmp_path}/shared", client.KEY: KEY}
    assert python(f"import sys, triton_shared; triton_shared.compile; {told}", **variables) == "set()\n"
    name = "from triton_shared.runtime import cache; name = cache.shared_key('x')"
    assert python(f"import sys; {name}; {told}; print(name.shared)") == "set()\n\n"


@pytest.mark.cpu("compiles a kernel")
def test_the_doctor_tells(set_up, tmp_path):
    from triton_shared.tools import doctor

    set_up(f"file://{tmp_path}/shared")
    facts = {fact.name: fact for fact in (*doctor.caches(), *doctor.environment())}
    assert facts["many machines"].state == "ok" and "ms to write and read" in facts["many machines"].value
    assert facts[client.KEY].value == "(not shown)" and not any(KEY in fact.value for fact in facts.values())
    client._warn.cache_clear()
    set_up(f"file://{tmp_path}/other", "")
    (fact,) = (fact for fact in doctor.caches() if fact.name == "many machines")
    assert fact.state == "wrong" and "there is no key" in fact.value
    set_up("redis://user:secret@127.0.0.1:1/0")
    shown = {fact.name: fact.value for fact in doctor.environment()}
    assert shown[client.VARIABLE] == "redis://…@127.0.0.1:1/0"


def test_extras_are_those_that_schemes_need():
    from triton_shared.tools.requirements import EXTRAS

    needed = {package for _, package in stores.SCHEMES.values() if package} | {stores.OTHERS[1]}
    assert needed == {"redis", "fsspec"} and "remote-cache" in EXTRAS
    assert importlib.util.find_spec("triton_shared.runtime.remote_cache")


@pytest.mark.cpu("compiles a kernel")
def test_the_commands_of_the_page_run(tmp_path):
    """All blocks, one after the other, with a Redis server of their own."""
    page = (ROOT / "docs" / "remote_cache.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) == 4
    if not (shutil.which("redis-server") and importlib.util.find_spec("redis")):
        blocks = [block for block in blocks if "redis" not in block]
    port = free_port()
    tool = f'triton-shared() {{ {sys.executable} -m triton_shared "$@"; }}'
    environment = {**os.environ, "PORT": str(port), "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    try:
        done = subprocess.run(
            ["bash", "-euc", "\n".join([tool, *blocks])],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
    finally:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as client_:
            client_.sendall(b"SHUTDOWN NOSAVE\r\n")
    told = re.findall(r"many machines +(.*)", done.stdout)
    assert done.returncode == 0 and len(told) == len(blocks) - 2, done.stdout + done.stderr
    assert all("ms to write and read an entry" in one for one in told), told
