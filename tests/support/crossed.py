"""Kernels that are compiled for a CPU of another architecture, and run by QEMU on the memory of this process.

A launch is a process of its own, of the kernel's object file and of ``crossed.c``, which tells how memory is shared.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import shutil
import struct
import subprocess
import tempfile
import threading
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support import forced
from triton_shared.codegen.cpu import machines
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.runtime import debugging
from triton_shared.runtime.cpu import cpu_kernel
from triton_shared.runtime.debugging import Failure

_PAGE = 4096
#: where an object file of ELF says which machine it is for, and how it names x86-64
_MACHINE_AT, _X86 = 18, b"\x3e\0"
#: what QEMU 7.2 says where it translates ``vfcvt.rtz.x.f.v`` in some places
_FAULT_OF_QEMU = "decode_save_opc: Assertion"
_DRIVER = Path(__file__).with_name("crossed.c")


class Kind(IntEnum):
    """What a message of the process under QEMU is."""

    ASK, CHANGED, DONE, FAILED = 1, 2, 3, 4


class Machine(NamedTuple):
    """What makes and runs code of another architecture: the compiler's name of it, and how QEMU is called."""

    name: str
    runner: tuple[str, ...]

    @property
    def cpu(self) -> CpuTarget:
        """The machine that code is made for."""
        found = machines.parse(self.name)
        assert found is not None
        return found

    @property
    def compiler(self) -> str:
        """The C compiler of Debian's cross tools."""
        return f"{self.name.partition(':')[0]}-gcc"


#: by name; a CPU of AArch64 that LLVM names says how long vectors of SVE are, RISC-V's features say it
MACHINES = {
    "aarch64": Machine("aarch64-linux-gnu", ("qemu-aarch64", "-cpu", "max,sve=off")),
    "sve128": Machine("aarch64-linux-gnu:neoverse-v2", ("qemu-aarch64", "-cpu", "max,sve-max-vq=1")),
    "sve256": Machine("aarch64-linux-gnu:neoverse-v1", ("qemu-aarch64", "-cpu", "max,sve-max-vq=2")),
    "sve512": Machine("aarch64-linux-gnu:a64fx", ("qemu-aarch64", "-cpu", "max,sve-max-vq=4")),
    "riscv64": Machine("riscv64-linux-gnu", ("qemu-riscv64",)),
    **{
        f"rvv{bits}": Machine(
            f"riscv64-linux-gnu:+v,+zvl{bits}b,+zfhmin",
            ("qemu-riscv64", "-cpu", f"rv64,Zfh=true,v=true,vlen={bits},vext_spec=v1.0"),
        )
        for bits in (128, 256, 512)
    },
}


def lacking(machine: Machine) -> list[str]:
    """The programs that ``machine`` takes and this system lacks."""
    return [
        name for name in (machine.compiler, machine.runner[0]) if not (shutil.which(name) or _static(name))
    ]


def _static(name: str) -> str | None:
    """QEMU as Debian's package of static programs names it."""
    return shutil.which(f"{name}-static")


def runner(machine: Machine) -> tuple[str, ...]:
    """The command, without the program, that runs a program of ``machine``."""
    return _static(machine.runner[0]) or machine.runner[0], *machine.runner[1:]


def force(patch: pytest.MonkeyPatch, name: str) -> None:
    """Let this process take its machine for that of this ``name``; raises ValueError where programs are missing."""
    machine = MACHINES[name]
    if missing := lacking(machine):
        raise ValueError(f"there is no {' and no '.join(missing)}, which --machine {name} takes")
    forced.stand_in(patch, machine.cpu)
    patch.setattr(cpu_kernel, "RegisteredCode", functools.partial(Program, machine))
    patch.setattr(cpu_kernel, "CPUKernel", CrossedKernel)
    _current.append(machine)


_current: list[Machine] = []


def current() -> Machine | None:
    """The machine that this process takes for its own, if that is one of `MACHINES`."""
    return _current[-1] if _current else None


@functools.cache
def _folder() -> Path:
    """Where programs are, as long as this process runs."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return Path(folder.name)


@functools.cache
def _driver(compiler: str) -> Path:
    """The object file of ``crossed.c``."""
    made = _folder() / f"{compiler}.o"
    flags = ("-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", "-c")
    subprocess.run([compiler, *flags, _DRIVER, "-o", made], check=True)
    return made


class Program:
    """A kernel's object file, linked; in place of the code that is loaded into this process."""

    def __init__(self, machine: Machine, object_code: bytes, entry: str, **_: Any):
        self.calls_python = False
        if object_code[_MACHINE_AT:][:2] == _X86:
            pytest.skip("a test that compiles for x86 by itself")
        if any(symbol.encode() in object_code for symbol in debugging.SYMBOLS):
            pytest.skip("a kernel that prints calls Python, which a machine under QEMU cannot")
        self.runner = runner(machine)
        with tempfile.NamedTemporaryFile(dir=_folder(), suffix=".o", delete=False) as file:
            file.write(object_code)
        self.path = Path(file.name).with_suffix("")
        command = [machine.compiler, "-static", f"-Wl,--defsym=kernel_entry={entry}"]
        command += [str(_driver(machine.compiler)), file.name, "-lm", "-o", str(self.path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        Path(file.name).unlink()
        if done.returncode:
            raise RuntimeError(done.stderr)

    def __getitem__(self, symbol: str) -> int:
        return 0

    def entry(self, block: Any, begin: int, end: int, scratch: int) -> None:
        """What the entry of a kernel that is loaded does, with more scratch memory than any test's kernel takes."""
        self.run(bytes(block), begin, end, 1 << 20)

    def run(self, block: bytes, begin: int, end: int, scratch: int, failure: int = 0) -> bytes | None:
        """Run programs of a grid; the text of the assertion that failed, if any, noted at ``failure``."""
        return _run(self, struct.pack("5q", len(block), begin, end, scratch, failure) + block)

    def __del__(self) -> None:
        if hasattr(self, "path"):
            self.path.unlink(missing_ok=True)


_launching = threading.Lock()


class CrossedKernel(cpu_kernel.CPUKernel):
    """A kernel whose launches are processes of QEMU's."""

    def launch(self, block: bytes, programs: int) -> None:
        if self._waits:
            pytest.skip("programs that wait for others run one after the other under QEMU")
        failure = None if self._is_plain else Failure()
        given = block if failure is None else failure.append_to(block)
        address = 0 if failure is None else ctypes.addressof(failure)
        with _launching:  # what two processes change at once would be lost
            text = self._code.run(given, 0, programs, self.how.scratch, address) if programs else None
        if failure is not None:
            if text is not None:
                kept = ctypes.create_string_buffer(text)
                failure.message = ctypes.addressof(kept)
            failure.check(self.name, self._waits)


def _run(program: Program, request: bytes) -> bytes | None:
    """Run ``program``; the text of the assertion that failed, if any."""
    pipe = subprocess.PIPE
    text: bytes | None = None
    with (
        open("/proc/self/mem", "r+b", buffering=0) as memory,
        subprocess.Popen(
            [*program.runner, str(program.path)], stdin=pipe, stdout=pipe, stderr=pipe
        ) as process,
    ):
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(request)
        process.stdin.flush()
        while words := process.stdout.read(24):
            kind, address, size = struct.unpack("3q", words)
            match kind:
                case Kind.ASK:
                    process.stdin.write(_page(memory, address))
                    process.stdin.flush()
                case Kind.CHANGED:
                    memory.seek(address)
                    memory.write(process.stdout.read(size))
                case Kind.DONE:
                    return text
                case Kind.FAILED:
                    text = process.stdout.read(size)
        said = process.stderr.read().decode()
    if _FAULT_OF_QEMU in said:
        pytest.skip("QEMU 7.2 fails at conversions of RISC-V's vectors that round towards zero")
    raise RuntimeError(f"a kernel under QEMU has ended with {process.returncode}: {said}")


def _page(memory: Any, address: int) -> bytes:
    """The answer to the one who asks for the page around ``address``."""
    try:
        memory.seek(address // _PAGE * _PAGE)
        return b"\1" + memory.read(_PAGE)
    except OSError:
        return b"\0"
