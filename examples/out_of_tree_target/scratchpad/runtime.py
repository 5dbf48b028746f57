"""The simulated machine, and kernels that run on it."""

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scratchpad import CAPACITY, CORES, STAGES
from triton_shared.building_blocks.numpy_blocks import DTYPES, Blocks
from triton_shared.runtime.arguments import Packer, grid_of
from triton_shared.runtime.header import Header
from triton_shared.runtime.kernel import Kernel


class Block(NamedTuple):
    """A block of global ``memory``, which is flat: where it begins, its sizes and strides, in elements."""

    memory: np.ndarray
    at: int
    sizes: list
    strides: list

    def elements(self):
        """The block as an array; raises MemoryError where a part of it lies outside of the memory."""
        if 0 in self.sizes:
            return np.empty(self.sizes, self.memory.dtype)
        ends = [(size - 1) * stride for size, stride in zip(self.sizes, self.strides, strict=True)]
        first, last = self.at + sum(min(e, 0) for e in ends), self.at + sum(max(e, 0) for e in ends)
        if first < 0 or last >= len(self.memory):
            raise MemoryError(f"DMA of elements {first} to {last} of {len(self.memory)}")
        strides = [stride * self.memory.itemsize for stride in self.strides]
        return np.lib.stride_tricks.as_strided(self.memory[self.at :], self.sizes, strides)


class Machine(Blocks):
    """Cores with a scratchpad each, and a DMA engine that counts its ``transfers`` and ``bytes``, of which some were
    ``early``: others were under way."""

    def __init__(self):
        self.scratchpads = np.zeros((CORES, CAPACITY), np.uint8)
        self.core = self.transfers = self.bytes = self.early = 0
        self.under_way = {}

    def cores(self, counts):
        """The iterations of an ``scf.forall``, on the cores by turns."""
        before, number = self.core, itertools.cycle(range(CORES))
        for self.core, place in zip(number, itertools.product(*map(range, counts)), strict=False):
            yield [np.int64(n) for n in place]
        self.core = before

    def buffer(self, at, sizes, dtype):
        length = int(np.prod(sizes)) * np.dtype(dtype).itemsize
        return self.scratchpads[self.core, at : at + length].view(dtype).reshape(sizes)

    def block(self, memory, offsets, sizes, strides):
        return Block(memory, *offsets, sizes, strides)

    def window(self, whole, offsets, sizes, steps):
        if not isinstance(whole, Block):
            return super().window(whole, offsets, sizes, steps)
        at = whole.at + sum(offset * stride for offset, stride in zip(offsets, whole.strides, strict=True))
        return Block(whole.memory, at, sizes, [n * s for n, s in zip(whole.strides, steps, strict=True)])

    def read(self, block):
        return self._reached(block).copy()

    def write(self, values, block):
        self._reached(block)[...] = values

    def _reached(self, block):
        if not isinstance(block, Block):
            return block
        elements = block.elements()
        self.transfers, self.bytes = self.transfers + 1, self.bytes + elements.nbytes
        return elements

    def start(self, source, target, tag):
        """Nothing moves before the wait; until then the target holds garbage."""
        target.view(np.uint8)[...] = 0xFF
        self.early += any(self.under_way.values())
        self.under_way.setdefault(int(tag), []).append((source, target))

    def wait(self, tag):
        for source, target in self.under_way.pop(int(tag), ()):
            self.write(self.read(source), target)


class SimulatedKernel(Kernel):
    """A kernel; ``machine`` is the one that ran the last launch."""

    def __init__(self, header, text):
        super().__init__(header)
        self.check = Packer(self.params, self.names, self.name)
        exec(text, scope := {"np": np, "inf": np.inf, "nan": np.nan})
        self.program = scope["program"]

    def _run(self, grid, /, *args, **named):
        grid = grid_of(grid(self.arguments(args, named)) if callable(grid) else grid)
        self.check(grid, args, named)
        values = [*map(self.argument, self.params, self.check.bind(args, named))]
        self.machine = Machine()
        with np.errstate(all="ignore"):
            self.program(self.machine, *values, *map(np.int32, grid))

    @staticmethod
    def argument(param, value):
        """The flat memory of an array, or a number of the parameter's type."""
        if param.type != "ptr":
            return np.array(value).astype(DTYPES[param.type])[()]
        memory = np.asarray(value)[...]
        memory.shape = (memory.size,)  # an AttributeError where the elements are not side by side
        return memory


@dataclass(frozen=True)
class Plan:
    """How `triton_shared.compile` makes a kernel, and keeps it in the cache."""

    target: str
    key = ("scratchpad", str(STAGES))

    def options(self):
        return {}

    def entry(self, program, names):
        return Header.of(program, names).to_json(), program.text.encode()

    def fits(self, header):
        return Header.fits(header)

    def load(self, header, code):
        return SimulatedKernel(Header.read(header), code.decode())


plan = Plan
