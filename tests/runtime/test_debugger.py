"""Debuggers and profilers find kernels and their lines: gdb and perf where they are installed, formats anywhere."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import triton_shared
from tests.support import programs
from triton_shared.runtime import elf
from triton_shared.runtime.cpu.diagnostics import crash, debugger, perf
from triton_shared.runtime.cpu.diagnostics.elf_image import Image
from triton_shared.runtime.cpu.diagnostics.registered_code import RegisteredCode

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tests tools of Linux")

LAUNCH = """
import sys
import numpy as np
import triton_shared
from tests.support import programs
k = triton_shared.compile(programs.located(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    k[2000](np.ones(64, np.float32))
"""


@pytest.fixture
def source(tmp_path) -> Path:
    """The file that the kernel says to come from."""
    path = tmp_path / "double.py"
    path.write_text(programs.SOURCE)
    return path


@pytest.fixture
def tool(tmp_path):
    """Runs a command in ``tmp_path``; returns what it printed."""

    def run(*command: str | os.PathLike, **environment: str) -> str:
        here = Path(__file__).parent
        path = str(here.parents[1])
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": path, "TRITON_SHARED_NUM_THREADS": "1", **environment},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=600,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


def object_code(text: str) -> bytes:
    from triton_shared.runtime.compilation import build

    return build(text, "-", None).object_code


def shown() -> list[bytes]:
    """The object files that debuggers are shown."""
    entry, found = debugger.interface().descriptor.first, []
    while entry:
        found.append(ctypes.string_at(entry.contents.address, entry.contents.size))
        if entry.contents.next:
            assert ctypes.addressof(entry.contents.next.contents.prev.contents) == ctypes.addressof(
                entry.contents
            )
        entry = entry.contents.next
    return found


@pytest.mark.skipif(debugger.interface() is None, reason="there is no library for this system")
def test_debuggers_are_shown_the_kernels_that_are_loaded():
    assert debugger.interface().descriptor.version == 1
    kernels = {name: triton_shared.compile(programs.located("f.py", name)) for name in ("a2", "b2", "c2")}
    for gone in ("b2", "a2", "c2"):
        for name in ("a2", "b2", "c2"):
            assert sum(f"{name}.entry".encode() in image for image in shown()) == (name in kernels)
        del kernels[gone]
        gc.collect()
    assert not any(b"c2.entry" in image for image in shown())


@pytest.mark.skipif(debugger.interface() is None, reason="there is no library for this system")
def test_kernels_may_die_after_the_list_was_emptied():
    """As at the end of a process, where all is taken off the list before the last kernels die."""
    kernel = triton_shared.compile(programs.located("f.py", "a4"))
    debugger.interface()._remove_all()
    assert not shown()
    with pytest.MonkeyPatch.context() as patch:
        failures = []
        patch.setattr(sys, "unraisablehook", failures.append)
        del kernel
        gc.collect()
    assert not failures


def rows(image: Image) -> list[tuple[int, str, int]]:
    """The line table's rows: offset in the code, file, line; None for both behind a sequence's end."""
    lines, found = image.lines, []
    while kind := crash.handler().next_line(lines):
        row = (image.files[lines.file], lines.line) if kind == 1 else (None, None)
        found.append((lines.address - image.begin, *row))
    return found


@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_lines_of_an_object():
    image = Image(elf.Object(object_code(programs.located("/some/where/f.py"))), "double.entry", 0x5000)
    found = rows(image)
    assert image.begin == 0x5000
    assert [(f.address, f.size, f.name) for f in image.functions] == [
        (0x5000, image.end - 0x5000, "double.entry")
    ]
    assert found[-1] == (image.end - image.begin, None, None)
    assert {file for _, file, _ in found[:-1]} == {"/some/where/f.py"}
    assert {3, 4} < {line for _, _, line in found[:-1]} <= {0, 1, 2, 3, 4}


@pytest.fixture(scope="module")
def long_expression() -> bytes:
    """Object code of a kernel with an expression of forty lines, in files g0.py to g2.py, in no order."""
    text = programs.located("/some/where/f.py")
    sums = [f"  %x{i} = math.exp %x{i - 1} : tensor<64xf32> loc(#line{i})" for i in range(1, 41)]
    text = text.replace("%x = tt.load", "%x0 = tt.load").replace("  %twice", "\n".join(sums) + "\n  %twice")
    lines = "".join(
        f'#line{i} = loc("/some/other/g{i % 3}.py":{i * i * 37 % 5000}:1)\n' for i in range(1, 41)
    )
    return object_code(text.replace("%x, %x ", "%x40, %x40 ") + lines)


@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_every_line_of_an_expression_has_code(long_expression):
    found = {row[1:] for row in rows(Image(elf.Object(long_expression), "double.entry", 0))}
    assert {(f"/some/other/g{i % 3}.py", i * i * 37 % 5000) for i in range(1, 41)} < found


@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is not installed")
@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_lines_are_those_that_objdump_decodes(tool, tmp_path, long_expression):
    (tmp_path / "kernel.o").write_bytes(long_expression)
    decoded = tool("objdump", "--dwarf=decodedline", "kernel.o")
    expected = re.findall(r"^(\S+\.py)\s+(\d+)\s+(0x[0-9a-f]+|0)", decoded, re.MULTILINE)
    found = [
        (Path(file).name, line, at)
        for at, file, line in rows(Image(elf.Object(long_expression), "double.entry", 0))
        if file
    ]
    assert len(found) > 40
    assert found == [(Path(file).name, int(line), int(at, 0)) for file, line, at in expected]


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
@pytest.mark.skipif(debugger.interface() is None, reason="there is no library for this system")
def test_gdb_stops_at_a_line_of_a_kernel(tool, source):
    commands = [
        "set debuginfod enabled off",
        "set breakpoint pending on",
        f"break {source.name}:3",
        "run",
        "bt 3",
        "list",
    ]
    options = [option for command in commands for option in ("-ex", command)]
    told = tool("gdb", "-q", "-nx", "-batch", *options, "--args", sys.executable, "-c", LAUNCH, source, "1")
    assert re.search(rf"Breakpoint 1, double\.program \(\) at .*{source.name}:3", told), told
    assert re.search(rf"#0  double\.program \(\) at .*{source.name}:3", told), told
    assert re.search(rf"#1  double\.entry \(\) at .*{source.name}:1", told), told
    assert re.search(r"#2  0x[0-9a-f]+ in advance \(\)", told), told
    assert "x = tl.load(at) * 2" in told


def records(dump: bytes) -> list[tuple[int, bytes]]:
    """Kind and body of every record of a jitdump file."""
    at, found = struct.unpack_from("<I", dump, 8)[0], []
    while at < len(dump):
        kind, size, time = struct.unpack_from("<IIQ", dump, at)
        assert time > 0
        found.append((kind, dump[at + 16 : at + size]))
        at += size
    return found


@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_what_perf_is_told(tmp_path):
    code = object_code(programs.located("/some/where/f.py"))
    published = RegisteredCode(code, "double.entry", kernel="double")
    image = Image(elf.Object(code), "double.entry", published["double.entry"])
    profile = perf.Profile(tmp_path, image.machine, crash.handler().next_line)
    symbols = Path(f"/tmp/perf-{os.getpid()}.map")
    try:
        profile.add(image)
        size = image.end - image.begin
        assert symbols.read_text().endswith(f"{image.begin:x} {size:x} double.entry\n")
    finally:
        symbols.unlink()
    dump = (tmp_path / f"jit-{os.getpid()}.dump").read_bytes()
    magic, version, header, machine, _, pid = struct.unpack_from("<6I", dump)
    assert (magic, version, header, machine, pid) == (0x4A695444, 1, 40, image.machine, os.getpid())
    (debug, lines), (load, body) = records(dump)
    assert (debug, load) == (2, 0)
    assert struct.unpack_from("<Q", lines) == (image.begin,)
    assert lines.count(b"/some/where/f.py\0") == struct.unpack_from("<Q", lines, 8)[0] > 2
    assert struct.unpack_from("<IIQQQQ", body)[0::2][1:] == (image.begin, size)
    assert body[40:] == b"double.entry\0" + ctypes.string_at(image.begin, size)


@pytest.fixture
def profiled(tmp_path):
    """Opens this process's profile in a directory of it; ``symbols`` is the file in /tmp."""
    symbols = Path(f"/tmp/perf-{os.getpid()}.map")
    symbols.unlink(missing_ok=True)

    def profile():
        return perf.Profile(tmp_path, 62, crash.handler().next_line)

    profile.symbols, profile.dump = symbols, tmp_path / f"jit-{os.getpid()}.dump"
    yield profile
    symbols.unlink(missing_ok=True)


@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_a_profile_is_written_to_no_file_of_others(profiled, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    for make in (profiled.symbols.symlink_to, profiled.symbols.hardlink_to):
        make(victim)
        with pytest.raises(OSError):
            profiled()
        profiled.symbols.unlink()
    for kind in (profiled.symbols.mkdir, lambda: os.mkfifo(profiled.symbols)):
        kind()
        with pytest.raises(OSError):
            profiled()
        profiled.symbols.rmdir() if profiled.symbols.is_dir() else profiled.symbols.unlink()
    profiled.symbols.touch()
    profiled.symbols.chmod(0o666)
    with pytest.raises(OSError, match="is not a file of this user's alone"):
        profiled()
    profiled.symbols.unlink()
    profiled.dump.symlink_to(victim)
    profiled()
    assert victim.read_text() == "mine" and not profiled.dump.is_symlink()
    assert profiled.symbols.stat().st_mode & 0o777 == profiled.dump.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(crash.handler() is None, reason="line tables are not read on this system")
def test_a_profile_goes_on_from_what_python_wrote(profiled):
    profiled.symbols.write_text("1 2 python\n")
    profiled()._map.write("3 4 kernel\n")
    assert profiled.symbols.read_text() == "1 2 python\n3 4 kernel\n"


def can_record() -> bool:
    command = ["perf", "record", "-e", "cpu-clock", "-o", os.devnull, "true"]
    return shutil.which("perf") is not None and subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not can_record(), reason="perf is not installed, or may not record here")
def test_perf_shows_the_source(tool, source, tmp_path):
    record = ("perf", "record", "-k", "mono", "-e", "cpu-clock", "-F", "999", "-o", "raw")
    tool(*record, sys.executable, "-c", LAUNCH, source, "3000", TRITON_SHARED_PERF=str(tmp_path))
    tool("perf", "inject", "--jit", "-i", "raw", "-o", "jitted")
    annotated = tool("perf", "annotate", "-i", "jitted", "--stdio", "-l", "-s", "double.entry")
    assert re.search(r"double\.py:[34]\b", annotated), annotated


def test_settings_that_cannot_be_followed_warn(python, tmp_path):
    (tmp_path / "file").touch()
    program = """
import warnings
import numpy as np
import triton_shared
from tests.support import programs
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    k = triton_shared.compile(programs.located("f.py"))
    x = np.ones(64, np.float32)
    k[1](x)
print(x[0], len([w for w in caught if "TRITON_SHARED_PERF" in str(w.message)]))
"""
    assert python(program, TRITON_SHARED_PERF=str(tmp_path / "file")) == "2.0 1\n"
