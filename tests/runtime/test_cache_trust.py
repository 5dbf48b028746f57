"""Whatever lies in the cache's directory, an entry that is not this user's own, whole and right counts as absent."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import stat

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from tests.support.programs import store_scalar
from triton_shared.runtime import cache, compiler
from triton_shared.runtime.cpu import cpu_kernel

NAME, OTHER = "a" * 64, "b" * 64
ENTRY = {"name": "k", "numbers": [1, 2]}, bytes(range(256)) * 4
ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


def load(name=NAME, fits=lambda header: True):
    return cache.load(name, fits)


def sealed(rest: bytes) -> bytes:
    """``rest`` with the right checksum before it."""
    return hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


@pytest.fixture
def entry(fresh_cache):
    """The path of the entry `NAME`."""
    cache.store(NAME, *ENTRY)
    assert load() == ENTRY
    return fresh_cache / f"{NAME}.entry"


any_time = settings(
    max_examples=examples(80),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@any_time
@given(st.data())
def test_damaged_entries_are_absent(entry, data):
    """Bytes flipped, cut out, put in, moved, overwritten by those of another entry."""
    whole = bytearray(cache_bytes(NAME, entry))
    other = cache_bytes(OTHER, entry.with_name(f"{OTHER}.entry"))
    begin = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(begin, len(whole)))
    match data.draw(st.sampled_from(["flip", "cut", "truncate", "insert", "overwrite", "swap"])):
        case "flip":
            whole[begin] ^= data.draw(st.integers(1, 255))
        case "cut":
            del whole[begin : max(end, begin + 1)]
        case "truncate":
            del whole[begin:]
        case "insert":
            whole[begin:begin] = data.draw(st.binary(min_size=1, max_size=80))
        case "overwrite":
            whole[begin:end] = other[begin:end]
        case "swap":
            whole[:] = other
    entry.write_bytes(whole)
    assert load() in (None, ENTRY) and (load() is None or whole == cache_bytes(NAME, entry))
    cache.store(NAME, *ENTRY)
    assert load() == ENTRY


def cache_bytes(name, path) -> bytes:
    cache.store(name, *ENTRY)
    return path.read_bytes()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
heads = st.one_of(
    st.binary(max_size=60),
    json_values.map(lambda value: json.dumps(value).encode()),
    json_values.map(lambda value: json.dumps({"entry": NAME, "header": value}).encode()),
    st.just(b"[" * 20_000),
    st.just(b"9" * 5000),
)


@any_time
@given(head=heads, body=st.binary(max_size=20))
def test_odd_headers_below_a_right_checksum(entry, head, body):
    entry.write_bytes(sealed(head + b"\n" + body))
    found = load()
    assert found is None or isinstance(found[0], dict)
    assert load(fits=cpu_kernel.CPUHeader.fits) is None
    assert load(fits=lambda header: False) is None


SOURCE = store_scalar("i32")


def compiled_again(builds) -> bool:
    """Whether SOURCE is compiled anew, as by another process; it runs right."""
    before = len(builds)
    compiler._alive.clear()
    out = np.zeros(1, np.int32)
    triton_shared.compile(SOURCE)[1](out, 11)
    assert out[0] == 11
    return len(builds) > before


@pytest.fixture
def builds(monkeypatch):
    """Counts how often a kernel is really compiled."""
    from triton_shared.runtime import compilation as module

    made, build = [], module.build
    monkeypatch.setattr(module, "build", lambda *arguments: made.append(1) or build(*arguments))
    return made


@pytest.fixture
def kernel_entry(fresh_cache, builds):
    """The path of SOURCE's entry."""
    assert compiled_again(builds) and not compiled_again(builds)
    (path,) = (path for path in fresh_cache.iterdir() if b'"scratch_bytes"' in path.read_bytes())
    return path


def changed_header(path, **fields) -> bytes:
    _, line, code = path.read_bytes().split(b"\n", 2)
    content = json.loads(line)
    content["header"] |= fields
    return sealed(json.dumps(content).encode() + b"\n" + code)


ODD_FIELDS = [
    {"params": None}, {"params": [["ptr"]]}, {"params": [["ptr", "i31", False, {}]]},
    {"params": [["i1000", None, False, {}]]}, {"params": [["i32", None, 0, {}]]},
    {"names": [1]}, {"name": 5}, {"scratch_bytes": -1}, {"scratch_bytes": 1 << 70}, {"scratch_bytes": "64"},
    {"escapes": None}, {"waits": {}}, {"entry": "no.such.entry"}, {"entry": ""}, {"entry": "mem\0cpy"},
]  # fmt: skip


@pytest.mark.parametrize("fields", ODD_FIELDS, ids=str)
def test_an_odd_field_of_a_kernel(kernel_entry, builds, fields):
    kernel_entry.write_bytes(changed_header(kernel_entry, **fields))
    assert compiled_again(builds) and not compiled_again(builds)


@pytest.mark.parametrize(
    "code", [b"", b"no object", b"\x7fELF\x02\x01" + bytes(100)], ids=["empty", "text", "header"]
)
def test_what_is_no_object(kernel_entry, builds, code):
    _, line, _ = kernel_entry.read_bytes().split(b"\n", 2)
    kernel_entry.write_bytes(sealed(line + b"\n" + code))
    assert compiled_again(builds) and not compiled_again(builds)


def replace_by_fifo(path):
    path.unlink()
    os.mkfifo(path)


def replace_by_link(path):
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


def replace_by_directory(path):
    path.unlink()
    path.mkdir()


def replace_by_socket(path):
    path.unlink()
    here = os.getcwd()
    os.chdir(path.parent)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


def replace_by_endless_device(path):
    path.unlink()
    path.symlink_to("/dev/zero")


def replace_by_huge_file(path):
    with open(path, "r+b") as file:
        file.truncate(1 << 40)


REPLACEMENTS = {
    "FIFO": replace_by_fifo,
    "link": replace_by_link,
    "directory": replace_by_directory,
    "socket": replace_by_socket,
    "device": replace_by_endless_device,
    "huge file": replace_by_huge_file,
    "group may write": lambda path: path.chmod(0o620),
    "all may write": lambda path: path.chmod(0o602),
    "another's": pytest.param(lambda path: os.chown(path, 12345, 12345), marks=ROOT),
    "another's in an open directory": pytest.param(
        lambda path: (path.parent.chmod(0o1777), os.chown(path, 12345, -1)), marks=ROOT
    ),
}


@pytest.mark.filterwarnings("ignore:compiled kernels are kept in memory only")
@pytest.mark.parametrize("replace", REPLACEMENTS.values(), ids=REPLACEMENTS)
def test_what_is_no_file_of_ours_is_absent(kernel_entry, builds, replace):
    """It is replaced where a file can be put in its place."""
    replace(kernel_entry)
    assert compiled_again(builds) and not compiled_again(builds)
    assert kernel_entry.is_dir() or stat.S_ISREG(os.lstat(kernel_entry).st_mode)


def test_swapped_entries(kernel_entry, builds):
    """Each holds its own name."""
    other = triton_shared.compile(SOURCE.replace("@store", "@other"))
    (second,) = (
        path
        for path in kernel_entry.parent.iterdir()
        if path != kernel_entry and b'"other"' in path.read_bytes()
    )
    del other
    first, data = kernel_entry.read_bytes(), second.read_bytes()
    kernel_entry.write_bytes(data)
    second.write_bytes(first)
    assert compiled_again(builds)


def test_an_unreadable_entry(kernel_entry, builds, monkeypatch):
    monkeypatch.setattr(cache, "_OPEN", os.O_WRONLY)  # reads fail
    assert compiled_again(builds)
