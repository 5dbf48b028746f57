"""Runs the LLVM IR that goes to the NVPTX target on the host: all threads of a block, one at a time.

    emulate(text, "kernel", (4,), [x, y, 1000], threads=128, shared_bytes=512)

Threads switch only where they wait for others, in an order that ``seed`` decides, so each run is the same.  Copies of
tensors arrive when no thread can go on, or, where ``seed`` is not 0, at any time before.  What a GPU leaves undefined
is an error here: accesses outside of arguments and shared memory, races, threads that wait for what never comes
(`errors`).  Numbers are those of the host: what a GPU approximates is as exact as the C library has it.  What stays
unseen: fences between proxies but ``fence.proxy.async`` before reads of shared memory, the order in which a GPU makes
weak writes visible, registers, speed.
"""

from __future__ import annotations

import ctypes
import functools
import re
import sys
from collections.abc import Iterable, Mapping

from tests.support.emulator import memory, ptx_program, rewrite
from tests.support.emulator.errors import (
    Deadlock,
    Divergent,
    EmulationError,
    Misaligned,
    OutOfBounds,
    Race,
    ReadOnly,
    Reporter,
    Stalled,
    Trap,
    Unexpected,
    Unfinished,
)
from tests.support.emulator.fibers import STATUS, Launch, engine_of, native, unfilled
from tests.support.emulator.memory import Memory, Range
from tests.support.emulator.rewrite import Unsupported

__all__ = [
    "Deadlock",
    "Divergent",
    "EmulationError",
    "Misaligned",
    "OutOfBounds",
    "Program",
    "Race",
    "ReadOnly",
    "Stalled",
    "Trap",
    "Unexpected",
    "Unfinished",
    "Unsupported",
    "emulate",
]

RESIDENT_BLOCKS = 256
STALL_LIMIT = 200
#: of a cluster: cells of memory have 11 bits for the number of a thread, or of an mbarrier behind these
MOST_THREADS = (1 << 11) - 2 * 64
PROCESSOR_REGISTERS = 1 << 16
_BOUND = r"\"nvvm\.{}\"=\"(\d+)\"|\.{} (\d+)"


class Program:
    """A kernel's code for the host."""

    def __init__(self, text: str, name: str):
        """Rewrite and compile ``text``, LLVM IR or PTX; raises what `rewrite.rewrite` does."""
        self.name = name
        front = ptx_program if ptx_program.is_ptx(text) else rewrite
        program = front.rewrite(text, name)
        self.places, self.static_shared = program.places, program.static_shared
        native()
        self._engine = engine_of(program.text)
        self.entry = self._engine.get_function_address(rewrite.ENTRY)
        self.types, self.by_value = program.parameters, program.by_value
        self._most_registers, self._blocks = _bound(text, "maxnreg"), _bound(text, "minctasm", "minnctapersm")
        self._variables = [
            Range(f"@{v.name}", self._engine.get_global_value_address(v.name), v.size, v.writable)
            for v in program.variables
        ]

    def _registers(self, threads: int) -> int:
        """What each thread has at the beginning: what the kernel's bounds say, or its share of a processor's."""
        share = PROCESSOR_REGISTERS // (self._blocks or 1) // threads // 8 * 8
        return min(-(-self._most_registers // 8) * 8 if self._most_registers else share, 256)

    def run(
        self,
        grid: Iterable[int],
        arguments: Iterable,
        *,
        threads: int,
        shared_bytes: int = 0,
        seed: int = 0,
        programs: tuple[int, int] | None = None,
        visible: Mapping[str, object] | None = None,
        check_races: bool = True,
        overlaps: bool = False,
        cluster: int = 1,
        stack_bytes: int = 1 << 18,
        without: int = 0,
    ) -> None:
        """Run the grid; see `emulate`."""
        if threads * cluster > MOST_THREADS:
            raise ValueError(
                f"a cluster of {cluster} blocks of {threads} threads has more than {MOST_THREADS}"
            )
        arguments = tuple(arguments)
        x, y, z = grid = (*grid, 1, 1)[:3]
        block = ctypes.create_string_buffer(memory.pack(self.types, arguments) or bytes(8))
        arrays = [(f"argument {k}", a) for k, a in enumerate(arguments) if memory.address_of(a) is not None]
        arrays += [(name, array) for name, array in (visible or {}).items() if array is not None]
        ranges = [*self._variables, *(Range(name, *memory.extent(a)) for name, a in arrays)]
        space = Memory(ranges, check_races)
        code = native()
        launch = Launch(
            kernel=self.entry,
            arguments=ctypes.addressof(block),
            grid=(x, y, z),
            threads=threads * cluster,
            shared_bytes=self.static_shared + shared_bytes,
            stack_bytes=stack_bytes,
            seed=seed,
            resident=RESIDENT_BLOCKS,
            cluster=cluster,
            check_races=check_races,
            overlaps=overlaps,
            registers=self._registers(threads),
            without=without,
            frame_words=code.frame_words,
            frame_return=code.frame_return,
            stall_limit=STALL_LIMIT,
            regions=space.regions,
            region_count=len(space.ranges),
        )
        launch.first, launch.last = programs or (0, x // cluster * y * z)
        _finish(launch, Reporter(launch, self.places, space))


def _bound(text: str, name: str, directive: str | None = None) -> int | None:
    """A bound of the kernel's launches, as LLVM IR names it and as PTX does."""
    match = re.search(_BOUND.format(name, directive or name), text)
    return int(match[1] or match[2]) if match else None


def _finish(launch: Launch, reporter: Reporter) -> None:
    """Run the launch to its end, and print in between."""
    code = native()
    with unfilled():
        code.begin(launch)
        try:
            while (status := STATUS[code.run()]) != "FINISHED":
                if status != "PRINT":
                    raise reporter.error()
                sys.stdout.write(memory.formatted(launch.format, launch.values))
        finally:
            code.end()


@functools.lru_cache(64)
def _program(text: str, name: str) -> Program:
    return Program(text, name)


def emulate(text: str, name: str, grid: Iterable[int], arguments: Iterable, **options) -> None:
    """Run kernel ``name`` of LLVM IR for NVPTX.

    Args:
        text: the LLVM IR, or the PTX that LLVM has made of it.
        grid: one to three numbers of blocks.
        arguments: numpy arrays or torch tensors on the CPU, which stand for pointers, numbers, and values as bytes.
        threads: the threads of a block.
        shared_bytes: the dynamic shared memory of a block.
        seed: 0 takes threads in the order of their numbers; any other number decides a random order.
        programs: the first block and the one behind the last, if not all are to run; of a cluster's launch, clusters.
        visible: by name, arrays that the kernel may touch besides its arguments: what numbers point to.
        check_races: look for races, in shared memory and in arrays of at most `memory.LARGEST_CHECKED` bytes.
        overlaps: whether threads may write the same element of an argument, as those of one store in Triton may.
        cluster: how many blocks, neighbours along x, are a cluster, 1 or 2.
        stack_bytes: the stack of a thread.
        without: the number, among `Program.places`, of what is left out: a barrier, a wait, or what one waits for.  Who
            waits for products waits for one less.

    Raises:
        EmulationError: the kernel did what it must not do.
        AssertionError: an assertion of the kernel failed.
        Unsupported: the emulator lacks an instruction, an intrinsic or inline assembly that the kernel has.
        TypeError: the arguments are not those of the kernel.
    """
    _program(text, name).run(grid, arguments, **options)
