"""Linear layouts: where the elements of a block live among the registers and threads of a program.

An element has a row-major position ``flat`` in its block.  Every bit of a register's number, of a thread's
lane and of its warp contributes one *basis* to the place, and the place is the exclusive or of the bases of the bits
that are set::

    flat(register, lane, warp) = ⊕ reg[i] ⊕ lane[j] ⊕ warp[k]    over the bits i, j, k that are set

A basis of 0 replicates: both values of the bit hold the same element.  A reshape keeps positions, so it keeps the
layout; transposes, slices and broadcasts map the bases.  Extents are powers of two.

Source: P. Tillet et al., "Linear Layouts" (arXiv 2505.23819), here over positions instead of coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_

from triton_shared.codegen.simt.target import BlockShape
from triton_shared.records import dataclass

Bases = tuple[int, ...]


def log2(n: int) -> int:
    """The exponent of ``n``, a power of two."""
    return n.bit_length() - 1


def is_power_of_two(n: int) -> bool:
    """Whether ``n`` is a power of two."""
    return n > 0 and n & (n - 1) == 0


@dataclass(frozen=True)
class Layout:
    """The bases of the registers, lanes and warps that hold a block of ``shape``."""

    shape: tuple[int, ...]
    reg: Bases
    lane: Bases
    warp: Bases

    def __str__(self) -> str:
        parts = (f"{name} {list(getattr(self, name))}" for name in ("shape", "reg", "lane", "warp"))
        return "<" + ", ".join(parts) + ">"

    @property
    def registers(self) -> int:
        """How many registers of a thread hold elements."""
        return 1 << len(self.reg)

    @property
    def threads(self) -> int:
        """How many threads hold elements."""
        return 1 << len(self.thread)

    @property
    def thread(self) -> Bases:
        """The bases of the bits of a thread's number."""
        return self.lane + self.warp

    @property
    def thread_bits(self) -> int:
        """The bits of a place that a thread's number may set."""
        return reduce(or_, self.thread, 0)

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The place of the element that each register of thread 0 holds."""
        out = [0]
        for basis in self.reg:
            out += [place ^ basis for place in out]
        return tuple(out)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """How far apart neighbours along each dimension are."""
        return weights(self.shape)

    def coordinate(self, place: int, dim: int) -> int:
        """The coordinate along ``dim`` of ``place``."""
        return place // self.weights[dim] % self.shape[dim]

    def position(self, register: int, thread: int) -> int:
        """The place of the element that ``register`` of ``thread`` holds."""
        out = self.positions[register]
        for bit, basis in enumerate(self.thread):
            if thread >> bit & 1:
                out ^= basis
        return out

    @property
    def owners(self) -> int:
        """The bits of a thread's number that must be 0 in the first of the threads that hold the same elements."""
        return sum(1 << bit for bit, basis in enumerate(self.thread) if not basis)

    def neighbours(self, dim: int) -> int:
        """How many neighbours along ``dim`` the first registers hold, from a multiple on in every thread."""
        count = run_length(self, self.weights[dim])
        rest = self.reg[log2(count) :] + self.thread
        while any(self.coordinate(basis, dim) % count for basis in rest):
            count //= 2
            rest = self.reg[log2(count) :] + self.thread
        return min(count, self.shape[dim])

    def groups(self, dims: Sequence[int], together: int = 1) -> list[list[int]]:
        """The registers that agree in ``dims``; and of those as many as go ``together``, the first ones."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for register, place in enumerate(self.positions):
            first = self.positions[register - register % together] if together > 1 else place
            groups.setdefault(tuple(self.coordinate(first, d) for d in dims), []).append(register)
        return list(groups.values())

    def mapped(self, shape: Sequence[int], change: Callable[[int], int]) -> Layout:
        """A layout of a block of ``shape`` whose bases are those of this one, changed."""
        reg, lane, warp = (tuple(map(change, bases)) for bases in (self.reg, self.lane, self.warp))
        return Layout(tuple(shape), reg, lane, warp)

    def reshaped(self, shape: Sequence[int]) -> Layout:
        """The layout of the same elements as a block of ``shape``."""
        return replace(self, shape=tuple(shape))

    def transposed(self, permutation: Sequence[int]) -> Layout:
        """The layout of the block whose dimension i is dimension ``permutation[i]`` of this one's."""
        return self.projected(permutation, [self.shape[p] for p in permutation])

    def projected(self, dims: Sequence[int | None], shape: Sequence[int]) -> Layout:
        """The layout of an operand of ``shape`` which dimension ``dims[i]`` of this block indexes in dimension i.

        Where its extent is 1, or ``dims`` has None, the index is 0.
        """
        if tuple(shape) == self.shape and all(d == i for i, d in enumerate(dims)):
            return self
        steps = [
            (self.weights[d], self.shape[d], n, w)
            for d, n, w in zip(dims, shape, weights(shape), strict=True)
            if d is not None
        ]

        def change(basis: int) -> int:
            place = 0
            for weight, extent, n, w in steps:
                place += basis // weight % extent % n * w
            return place

        return self.mapped(shape, change)

    @cached_property
    def compact(self) -> Layout:
        """The same without registers that only repeat others."""
        return replace(self, reg=independent(self.reg))

    def registers_of(self, other: Layout) -> list[int]:
        """For each register of ``other`` the register of this layout that holds the same element."""
        numbers = {place: register for register, place in reversed(list(enumerate(self.positions)))}
        return [numbers[place] for place in other.positions]

    def without_basis(self, basis: int) -> Layout:
        """The layout in which ``basis`` distinguishes nothing: registers no longer have it, threads repeat."""
        return self._cleared(lambda other: other == basis)

    def _cleared(self, is_gone: Callable[[int], bool]) -> Layout:
        reg = tuple(b for b in self.reg if not is_gone(b))
        lane, warp = (tuple(0 if is_gone(b) else b for b in bases) for bases in (self.lane, self.warp))
        return replace(self, reg=reg, lane=lane, warp=warp)

    def without(self, dims: Iterable[int]) -> Layout:
        """The layout of what is left of a block when ``dims`` are reduced, each thread keeping what it had."""
        gone = set(dims)
        kept = [d for d in range(len(self.shape)) if d not in gone]
        return self.projected(kept, [self.shape[d] for d in kept]).compact

    def reduced(self, dims: Sequence[int]) -> Layout:
        """The layout of the sums along ``dims``, which all threads have that held one of the elements."""
        return self._cleared(lambda basis: any(self.coordinate(basis, d) for d in dims)).without(dims)


def weights(shape: Sequence[int]) -> tuple[int, ...]:
    """How far apart neighbours along each dimension of ``shape`` are, row-major."""
    found, step = [], 1
    for extent in reversed(shape):
        found.append(step)
        step *= extent
    return tuple(reversed(found))


def independent(bases: Bases) -> Bases:
    """``bases`` without those that are exclusive ors of earlier ones."""
    out: list[int] = []
    span = {0}
    for basis in bases:
        if basis not in span:
            out.append(basis)
            span |= {s ^ basis for s in span}
    return tuple(out)


def blocked(
    shape: Sequence[int], block: BlockShape, run: int = 1, order: Sequence[int] | None = None
) -> Layout:
    """``run`` neighbours a thread, then lanes, warps and registers again, along the dimensions of ``order``.

    ``order`` names the fastest dimension first; row-major without it.  A block too small for all threads has shorter
    runs, and is replicated where it is still too small.
    """
    order = tuple(order) if order is not None else tuple(reversed(range(len(shape))))
    steps = weights(shape)
    bits = [steps[d] << i for d in order for i in range(log2(shape[d]))]
    spare = max(0, len(bits) - block.lane_bits - block.warp_bits)
    first = bits[: min(log2(run), spare)]
    return shared_out(shape, first, bits[len(first) :], block)


def shared_out(shape: Sequence[int], first: list[int], rest: list[int], block: BlockShape) -> Layout:
    """The bases ``first`` for registers, then those of ``rest`` for lanes, warps, and registers again."""
    lanes, threads = block.lane_bits, block.lane_bits + block.warp_bits
    lane, warp = padded(rest[:lanes], lanes), padded(rest[lanes:threads], block.warp_bits)
    return Layout(tuple(shape), tuple(first + rest[threads:]), lane, warp)


def elements_of_warps(layout: Layout) -> tuple[int, ...] | None:
    """The bases that make up what a warp holds, in order, where no other warp holds any of it; else None."""
    mine = [basis for basis in layout.reg + layout.lane if basis]
    every = [*mine, *layout.warp]
    if len({*every}) < len(every) or any(basis.bit_count() != 1 for basis in every):
        return None
    return tuple(sorted(mine))


def within_warps(layout: Layout, run: int, order: Sequence[int]) -> Layout | None:
    """``run`` neighbours a thread, then lanes and registers as by `blocked`, of what each warp holds in ``layout``.

    None where warps hold the same elements.
    """
    mine, lanes = elements_of_warps(layout), len(layout.lane)
    if mine is None or len(mine) < lanes:
        return None
    bits = [basis for d in order for basis in mine if layout.coordinate(basis, d)]
    first = min(log2(run), len(bits) - lanes)
    rest = bits[first:]
    return replace(layout, reg=tuple(bits[:first] + rest[lanes:]), lane=tuple(rest[:lanes]))


def tiled(shape: Sequence[int], block: BlockShape) -> Layout:
    """A tile of 4 x 4 elements of the last two dimensions a thread, as far as there are elements; then as `blocked`."""
    rank = len(shape)
    steps = weights(shape)
    bits = {d: [steps[d] << i for i in range(log2(shape[d]))] for d in range(rank)}
    spare = max(0, sum(map(len, bits.values())) - block.lane_bits - block.warp_bits)
    first: list[int] = []
    for d in (rank - 1, rank - 2):
        for _ in range(2):
            if bits[d] and len(first) < spare:
                first.append(bits[d].pop(0))
    return shared_out(shape, first, [basis for d in reversed(range(rank)) for basis in bits[d]], block)


def padded(bases: Sequence[int], count: int) -> Bases:
    """``bases``, and zeros up to ``count`` of them."""
    return tuple(bases) + (0,) * (count - len(bases))


def run_length(layout: Layout, step: int = 1) -> int:
    """How many registers, the first ones, hold elements whose places are ``step`` apart and aligned to their span."""
    run = 1
    while run < layout.registers and layout.reg[log2(run)] == step * run:
        run *= 2
    return run
