"""What a kernel did wrong, told with the thread, the place in the program and the memory that it concerns."""

from __future__ import annotations

import ctypes
from collections import defaultdict

from tests.support.emulator.fibers import OPERATIONS, STATES, STATUS, Launch, native
from tests.support.emulator.memory import Memory
from tests.support.emulator.rewrite import Place


class EmulationError(Exception):
    """A kernel did what it must not do."""


class OutOfBounds(EmulationError):
    """An access outside of the memory that the launch gave."""


class Misaligned(EmulationError):
    """An access at an address that its alignment does not divide."""


class ReadOnly(EmulationError):
    """A store to a constant."""


class Race(EmulationError):
    """Two threads touch one byte, one of them writes, and nothing says which comes first."""


class Deadlock(EmulationError):
    """Threads wait for others that never come."""


class Divergent(EmulationError):
    """Threads of one warp are at different instructions, where all are to be at one: an aligned barrier."""


class Unexpected(EmulationError):
    """A copy arrives at an mbarrier in a phase that does not expect it."""


class Unfinished(EmulationError):
    """The threads of a block end, and nobody has waited for a copy."""


class Trap(EmulationError):
    """``trap`` was executed, or an operand has a value that the instruction does not allow."""


class Stalled(EmulationError):
    """All threads look at memory again and again, and none changes it."""


class Reporter:
    """Makes exceptions of what a launch ended with."""

    def __init__(self, launch: Launch, places: list[Place], memory: Memory):
        self.launch, self.places, self.memory = launch, places, memory

    def error(self) -> Exception:
        """The exception that the status of the launch stands for."""
        return getattr(self, f"_{STATUS[self.launch.status].lower()}")()

    def _who(self) -> str:
        x, y, z = self.launch.block
        return f"thread {self.launch.thread} of block ({x}, {y}, {z})"

    def _here(self) -> str:
        return f"at {self.places[self.launch.site]}"

    def _verb(self) -> str:
        return "writes" if self.launch.written else "reads"

    def _no_memory(self) -> Exception:
        return MemoryError("no memory for the threads of a block")

    def _place(self) -> str:
        at = self.launch
        if at.in_shared:
            return f"byte {at.address} of shared memory, which has {at.shared_bytes}"
        return self.memory.describe(at.address)

    def _access(self) -> str:
        return f"{self._who()} {self._verb()} {self.launch.size} bytes at {self._place()}, {self._here()}"

    def _out_of_bounds(self) -> Exception:
        return OutOfBounds(self._access())

    def _misaligned(self) -> Exception:
        return Misaligned(self._access())

    def _read_only(self) -> Exception:
        return ReadOnly(self._access())

    def _race(self) -> Exception:
        at = self.launch
        other = "wrote" if at.other_write else "read"
        is_thread = at.other_thread < at.threads
        whose = f"thread {at.other_thread} {other}" if is_thread else "a copy of a tensor writes"
        return Race(
            f"{self._who()} {self._verb()} what {whose}, with nothing between that orders "
            f"both: {self._place()}, {self._here()}, and at {self.places[at.other_site]}"
        )

    def _deadlock(self) -> Exception:
        groups = defaultdict(list)
        state = (ctypes.c_uint32 * 4)()
        for number in range(self.launch.threads):
            native().thread(number, state)
            groups[tuple(state) if STATES[state[0]] == "waits" else (state[0],)].append(number)
        x, y, z = self.launch.block
        lines = [f"{ranges(threads)}: {self._doing(what)}" for what, threads in groups.items()]
        return Deadlock("\n  ".join([f"no thread of block ({x}, {y}, {z}) can go on:", *lines]))

    def _doing(self, what: tuple[int, ...]) -> str:
        if len(what) == 1:
            return STATES[what[0]]
        _, operation, key, site = what
        name = OPERATIONS[operation & 0xFF]
        is_numbered = name in ("barrier", "mbarrier", "bar.arrive", "setmaxnreg")
        detail = f"{name} {key}" if is_numbered else f"{name} of the lanes {key:#010x}"
        return f"waits at {detail}, at {self.places[site]}"

    def _divergent(self) -> Exception:
        at = self.launch
        group = "warp" if at.thread // 32 == at.other_thread // 32 else "warpgroup"
        other = self.places[at.other_site] if at.other_site else "another place"
        return Divergent(
            f"{self._who()} and thread {at.other_thread} of its {group} are at different instructions, where all are "
            f"to be at one: {self.places[at.site]} and {other}"
        )

    def _trap(self) -> Exception:
        return Trap(f"{self._who()} trapped {self._here()}")

    def _bad_operand(self) -> Exception:
        return Trap(
            f"{self._who()} is not in the mask, takes a value from a lane that is not, names no barrier, one of "
            f"another number of threads or what is no tensor, changes registers the other way, "
            f"or comes to its cluster's barrier and does not wait there, {self._here()}"
        )

    def _unexpected(self) -> Exception:
        return Unexpected(f"what {self._who()} copies arrives at an mbarrier after its phase, {self._here()}")

    def _unfinished(self) -> Exception:
        return Unfinished(f"nobody has waited for what {self._who()} copies, {self._here()}")

    def _assertion(self) -> Exception:
        at = self.launch
        message, file, function = (ctypes.string_at(a).decode() for a in (at.format, at.values, at.address))
        return AssertionError(f"{self._who()}: {message} ({file}:{at.size}, in {function})")

    def _stack_overflow(self) -> Exception:
        return MemoryError(f"{self._who()} needs more than {self.launch.stack_bytes} bytes of stack")

    def _stalled(self) -> Exception:
        return Stalled("every block that has begun looks at memory again and again, and none changes it")


def ranges(numbers: list[int]) -> str:
    """``thread 3``, or ``threads 0-31, 40``"""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    text = ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in runs)
    return f"threads {text}" if len(numbers) > 1 else f"thread {text}"
