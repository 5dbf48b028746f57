"""Kernels that run on the CPU of this process: `CPUKernel`, and the `Plan` by which one is compiled and loaded."""

from __future__ import annotations

import ctypes
import errno
import functools
import itertools
import json
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from triton_shared import interrupts
from triton_shared.coded import with_codes
from triton_shared.codegen import entry_symbol
from triton_shared.parameters import COUNT, Option, option
from triton_shared.records import dataclass
from triton_shared.runtime import cache
from triton_shared.runtime.arguments import Packer, grid_of
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.code import Code
from triton_shared.runtime.cpu import pool
from triton_shared.runtime.cpu.diagnostics.registered_code import RegisteredCode
from triton_shared.runtime.debugging import Failure, wait_nanoseconds
from triton_shared.runtime.header import Header, a, many, read_by
from triton_shared.runtime.kernel import Kernel

if TYPE_CHECKING:
    from triton_shared.runtime.checks.checked_launch import CheckedLaunch


@dataclass(frozen=True)
class Options:
    """What may be asked of a kernel for this CPU."""

    num_threads: int | None = option(
        None,
        COUNT,
        Option("threads that a launch uses; default TRITON_SHARED_NUM_THREADS, else torch's, or all cores"),
    )


@dataclass(frozen=True)
class CPUHeader(Header):
    """What a `CPUKernel` must know besides its code.

    Attributes:
        entry: the symbol of its code.
        scratch_bytes: how many bytes of memory a program needs for its buffers.
        escapes: whether a program may be left before its end.
        lone: whether the entry may be told that a thread is alone.
        waits: where in the source programs wait for others, by the wait's number.
    """

    entry: str = read_by(a(str))
    scratch_bytes: int = read_by(a(int, range(1 << 63)))
    escapes: bool = read_by(a(bool))
    lone: bool = read_by(a(bool))
    waits: tuple[str, ...] = read_by(many(a(str)))

    def __post_init__(self) -> None:
        if self.entry != entry_symbol(self.name):
            raise ValueError(f"{self.entry!r} is no entry of {self.name!r}")


class CPUKernel(Kernel):
    """A kernel for this CPU; its code is unloaded when it is collected."""

    def __init__(self, header: CPUHeader, code: Code, num_threads: int | None):
        super().__init__(header)
        width, follows = (num_threads, False) if num_threads else pool.default_threads()
        #: how it is launched where it is checked
        self.checks: CheckedLaunch | None = None
        if kinds.is_checked(self.params):  # what checks is imported where it is asked for
            from triton_shared.runtime.checks.checked_launch import CheckedLaunch

            self.checks = CheckedLaunch(self.params, self.names, self.name)
        self.pack = self.checks.pack if self.checks else Packer(self.params, self.names, self.name)
        self._is_plain = not header.escapes and not code.calls_python
        self._waits = header.waits
        self._code = code
        #: what the pool knows of it
        self.how = pool.Launch(
            code[header.entry],
            int(min(width, pool.CAPACITY)),
            max(header.scratch_bytes, 64),
            pool.UNKNOWN_COST,
            # who waits inside of a program, for Python's lock or where a check says so, lets nobody else begin
            header.lone and not code.calls_python and self.checks is None,
            follows=follows,
        )
        pool.meet_torch()
        self._launch_address = ctypes.addressof(self.how)

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        if callable(grid):
            grid = grid(self.arguments(args, named))
        x, y, z = sizes = grid_of(grid)
        if self.checks:
            return self.checks.run(sizes, self.checks.bind(args, named), self.launch, self.how)
        self.launch(self.pack(sizes, args, named), x * y * z)

    def launch(self, block: bytes, programs: int) -> None:
        """Run all of a grid's ``programs``; ``block`` is what ``pack`` returned for it.

        Raises:
            AssertionError: an assertion of the kernel failed.
            TimeoutError: all programs waited for others, for too long.
            MemoryError: there is no memory for the kernel's buffers.
        """
        if self._is_plain:
            threads = pool.current()
            status = programs and threads.run(threads.handle, self._launch_address, block, programs)
        elif self._code.calls_python:  # which could not hand on an exception of a signal's handler
            with interrupts.deferred:
                status = self._launch_checked(block, programs)
        else:
            status = self._launch_checked(block, programs)
        if status == errno.ENOMEM:
            self._refuse_memory()

    @with_codes
    def _refuse_memory(self) -> NoReturn:
        raise MemoryError(f"kernel {self.name!r} needs {self.how.scratch} bytes of memory a thread")

    def _launch_checked(self, block: bytes, programs: int) -> int:
        """Launch with a record of what ends a program before its time."""
        failure, threads = Failure(), pool.current()
        arguments = threads.handle, self._launch_address, failure.append_to(block), programs
        if self._waits:
            failure.wait, failure.limit = threads.wait, wait_nanoseconds()
            status = programs and threads.run_waiting(*arguments, ctypes.addressof(failure))
        else:
            status = programs and threads.run(*arguments)
        failure.check(self.name, self._waits)
        return status


@dataclass(frozen=True)
class Plan:
    """How a kernel is compiled for this CPU, and loaded; ``target`` is a row of `codegen.targets`."""

    target: str
    num_threads: int | None

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""
        return self.target, host()

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""
        return {}

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header and code of what was ``compiled``, for the cache."""
        return CPUHeader.of(compiled, names).to_json(), compiled.object_code

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""
        return CPUHeader.fits(header)

    def load(self, header: dict, object_code: bytes) -> CPUKernel:
        """The kernel; raises RuntimeError or LookupError where the code is none, or lacks the entry."""
        found: dict[str, int] = {}
        known = CPUHeader.read(header)
        if kinds.is_checked(known.params):
            from triton_shared.runtime.checks import record

            found = record.provided(object_code)
        code = RegisteredCode(object_code, known.entry, kernel=known.name, provided=found)
        return CPUKernel(known, code, self.num_threads)


def plan(target: str, **options: int) -> Plan:
    """The plan for ``target``, a row of `codegen.targets`.

    Raises:
        ValueError: the number of threads is no positive integer.
    """
    threads = Options(**options).num_threads
    if threads is None:
        width, follows = pool.default_threads()
        return Plan(target, None if follows else width)
    if not isinstance(threads, (int, np.integer)) or threads < 1:
        raise ValueError(f"num_threads must be a positive integer, got {threads!r}")
    return Plan(target, int(threads))


#: what the kernel says of an x86 CPU, from which LLVM's names of it and of its features follow
_CPUINFO, _LINES = "/proc/cpuinfo", ("vendor_id", "cpu family", "model", "stepping", "flags")


@functools.cache
def host() -> str:
    """The CPU that code is generated for: name and features, as LLVM tells them.

    LLVM is asked once a kind of CPU: the disk cache has its answer.
    """
    if not (known := _cpu_lines()):
        return _llvms_host()
    key = cache.key("host", known)
    if entry := cache.load(key, lambda header: isinstance(header.get("host"), str)):
        return entry[0]["host"]
    found = _llvms_host()
    cache.store(key, {"host": found}, b"")
    return found


def _llvms_host() -> str:
    import llvmlite.binding as llvm

    return json.dumps([llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()])


def _cpu_lines() -> str:
    """The `_LINES` of the first CPU; nothing where the system does not tell all of them."""
    try:
        with open(_CPUINFO, encoding="utf-8", errors="replace") as file:
            lines = dict(line.partition(":")[::2] for line in itertools.takewhile(str.strip, file))
    except OSError:
        return ""
    found = {name.strip(): value for name, value in lines.items()}
    return "".join(f"{name}:{found[name]}" for name in _LINES) if found.keys() >= {*_LINES} else ""
