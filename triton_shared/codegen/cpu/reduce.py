"""Nests whose vectorized dimension is reduced.

    %acc = %x[0 .. 16]
    for %i = 16 to 1024 step 16 { %acc = combine(%x[%i .. %i + 16], %acc) }

where elements may be combined in any order: with several accumulators, whose lanes are combined once at the end.

    for %i = 0 to 512 step 16 { %y[%i .. %i + 16] = combine(%x[2 %i], %x[2 %i + 2] …; %x[2 %i + 1], %x[2 %i + 3] …) }

where order counts: what is left is half as long, and is halved again until one element is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.codegen.cpu.emitter import Emitter, Values
from triton_shared.codegen.cpu.strategy import SCALAR, Lanes, neighbours
from triton_shared.codegen.memory.assign_buffers import ALIGNMENT
from triton_shared.codegen.memory.fetches import LINE
from triton_shared.codegen.nests.body import Combiner, split_body
from triton_shared.codegen.nests.masks import Masks
from triton_shared.codegen.nests.nest import Nest
from triton_shared.ir.builder import Builder, Index, bit_width
from triton_shared.ir.walk import function_of
from triton_shared.mlir import ir

ACCUMULATORS = 4
#: vectors of a row that are kept in registers where they are the same for all rows
FIXED = 8
#: elements of the buffer, on the stack, that holds what is left of a block
SCRATCH = 512


class LaneReduction(Emitter):
    """Emits a reduction by a combiner that may be applied in any order.

    The order is that of vectors that fill a ``register``, even where parts of these are read.
    """

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, register: int):
        super().__init__(b, nest, lanes)
        self.register = register  # how many elements a machine register holds
        read = [bit_width(a.value.type.element_type) for a, *_ in self.prefetches]
        self.narrowest = min(read, default=8)  # bits of an element of which others are fetched early
        self.fixed: dict[int, dict[ir.Value, ir.Value]] = {}  # by place what is the same for all rows

    def run(self) -> None:
        """Emit the loops here."""
        outer = [d for d in range(len(self.nest.extents)) if d != self.lanes.dim]
        parallel = [d for d in outer if self.nest.parallel[d]]
        if outer and self.nest.extents[self.lanes.dim] <= FIXED * self.lanes.count:
            self._fix(outer)
        self._loops(parallel + [d for d in outer if d not in parallel], self._reduce)

    def _fix(self, outer: list[int]) -> None:
        """Read what is the same for all rows, and compute with it, before the loops over these."""
        nest, count, dim = self.nest, self.lanes.count, self.lanes.dim
        combiner = split_body(nest)
        inputs = list(zip(nest.arguments, nest.inputs, strict=False))
        same = [(a, i) for a, i in inputs if i.is_memref and not i.window and not any(map(i.uses, outer))]
        if combiner is None or any(a.window for a in nest.accesses) or not same:
            return
        for place in range(0, nest.extents[dim] // count * count, count):
            self.ivs[dim] = place
            fixed = {argument: self._read(access, Masks(self, None, 0)) for argument, access in same}
            ops = [op for op in combiner.elementwise if op.operands and all(v in fixed for v in op.operands)]
            self._clone(ops, fixed)
            self.fixed[place] = fixed

    def _reduce(self) -> None:
        nest, count, dim = self.nest, self.lanes.count, self.lanes.dim
        combiner = split_body(nest)
        assert combiner is not None, "a strategy has looked at it"
        extent = nest.extents[dim]
        iterations = extent // count
        self._hoist()
        ways = math.gcd(max(1, self.register // count), iterations)  # how many parts of a register are read
        chains = ways * max(c for c in (1, 2, ACCUMULATORS) if iterations // ways % c == 0)
        parts = self._accumulated(combiner, chains, iterations * count)
        vectors = self._vertical(combiner, parts, ways)
        total = self._across(vectors, lambda low, high: self._combine(combiner, high, low))
        self.ivs[dim] = 0
        old = [self._scalar_read(a) for a in nest.outputs]
        for access, value in zip(nest.outputs, self._combine(combiner, total, old), strict=True):
            self._write_scalar(access, value)
        self._tail(iterations * count, extent)

    def _accumulated(self, combiner: Combiner, chains: int, end: int) -> list[Values]:
        """What each of ``chains`` accumulators has of the elements before ``end``."""
        nest, count = self.nest, self.lanes.count
        step, width = count * chains, len(nest.outputs)

        def leaves(at: Index, masked: bool) -> list[list[ir.Value]]:
            return [self._leaves(combiner, at, chain * count, masked) for chain in range(chains)]

        def iteration(masked: bool) -> Callable[[Index, Values], Values]:
            def body(iv: Index, flat: Values) -> Values:
                new = leaves(iv, masked)
                return [
                    v
                    for c in range(chains)
                    for v in self._combine(combiner, new[c], flat[c * width :][:width])
                ]

            return body

        windowed = any(a.window for a in nest.inputs)
        flat: Values = [v for chain in leaves(0, windowed) for v in chain]
        whole = self._whole(end, step) if windowed else end
        rest = step
        if whole is not None:
            self.inside = True
            flat = self.b.loop(step, whole, step, flat, iteration(False))
            self.inside = None
            rest = self.b.max(step, whole)
        padded = self._padded_from(end, step) if windowed else None
        if padded is None:
            flat = self.b.loop(rest, end, step, flat, iteration(True))
        else:
            padded = self.b.max(rest, padded)
            flat = self.b.loop(rest, padded, step, flat, iteration(True))
            self.inside = False
            flat = self.b.loop(padded, end, step, flat, iteration(False))
        return [list(flat[c * width :][:width]) for c in range(chains)]

    def _leaves(self, combiner: Combiner, at: Index, place: int, masked: bool) -> list[ir.Value]:
        """What is combined of the vector ``place`` elements behind ``at``; every line that is read fetches another."""
        self.ivs[self.lanes.dim] = self.b.add(at, place)
        if place * self.narrowest % (8 * LINE) == 0:
            self._fetch_further()
        masks = Masks(self, 0 if masked else None, self.nest.extents[self.lanes.dim])
        now = self.ivs[self.lanes.dim]
        env = dict(self.fixed.get(now, {})) if isinstance(now, int) else {}
        inputs = zip(self.nest.arguments, self.nest.inputs, strict=False)
        env.update((v, self._input(v, a, masks)) for v, a in inputs if v not in env)
        self._clone_rest(combiner.elementwise, env)
        for access, value in zip(self.nest.stored, self.nest.results, strict=False):
            self._write(access, env.get(value, value), masks)
        return [self._widen(env[leaf]) for leaf in combiner.leaves]

    def _combine(self, combiner: Combiner, leaves: Values, old: Values) -> list[ir.Value]:
        nest = self.nest
        env = dict(zip(combiner.leaves, leaves, strict=True))
        env.update(zip(nest.arguments[-len(nest.outputs) :], old, strict=True))
        self._clone([op for op in combiner.elementwise if op.name == "arith.constant"], env)
        self._clone(combiner.combining, env)
        return [env.get(v, v) for v in self.nest.yielded]

    def _vertical(self, combiner: Combiner, parts: Sequence[Values], step: int) -> list[ir.Value]:
        """Combine vectors, ``step`` of which make up a register: those of the same part of one first."""
        while len(parts) > step:
            pairs = [(i, i + step) for i in range(len(parts)) if i // step % 2 == 0]
            parts = [self._combine(combiner, parts[i], parts[j]) for i, j in pairs]
        while len(parts) > 1:
            half = len(parts) // 2
            parts = [
                self._combine(combiner, high, low)
                for low, high in zip(parts[:half], parts[half:], strict=True)
            ]
        return list(parts[0])

    def _tail(self, begin: int, end: int) -> None:
        """The elements that fill no vector, one by one."""
        lanes, self.lanes = self.lanes, SCALAR

        def body(iv: Index) -> None:
            self.ivs[lanes.dim] = iv
            self._scalar()

        self.b.for_each(begin, end, 1, body)
        self.lanes = lanes


class OrderedReduction(Emitter):
    """Emits a reduction by any associative combiner: it combines neighbours with neighbours only.

    A block is ``rows`` rows of ``span`` elements.  Of each row ``group`` vectors are read and combined pairwise, and
    what is left goes into a buffer, row after row, that is halved until one element a row is left.
    """

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, register: int):
        super().__init__(b, nest, lanes)
        self.register = register  # how many elements a machine register holds
        self.extent = nest.extents[lanes.dim]
        self.group = min(neighbours(nest, lanes.dim), self.extent // lanes.count)
        self.span = min(self.extent, SCRATCH * self.group)
        self.across = self._dim_of_rows()
        self.rows = 1
        while self._fits(2 * self.rows):
            self.rows *= 2
        self.size = self.rows * self.span // self.group
        self.scratch: list[ir.Value] = []

    def _dim_of_rows(self) -> int | None:
        """The dimension along which the totals are neighbours."""
        fitting = (
            d
            for d, parallel in enumerate(self.nest.parallel)
            if parallel and all(a.contiguous(d) for a in self.nest.outputs)
        )
        return next(fitting, None)

    def _fits(self, rows: int) -> bool:
        """Whether blocks of so many rows divide the nest, and one fits into the buffer."""
        count = self.nest.extents[self.across] if self.across is not None else 1
        return isinstance(count, int) and count % rows == 0 and rows * self.span <= SCRATCH * self.group

    def run(self) -> None:
        """Emit the loops here."""
        self.scratch = self._allocate()
        dims = range(len(self.nest.extents))
        self._loops([d for d in dims if d not in (self.lanes.dim, self.across)], self._blocks)

    def _allocate(self) -> list[ir.Value]:
        """Buffers for what is left of a block, at the function's entry."""
        function = function_of(self.nest.op)
        b = Builder(ir.InsertionPoint.at_block_begin(function.regions[0].blocks[0]), self.b.loc)
        types = [ir.MemRefType.get((self.size,), a.value.type.element_type) for a in self.nest.outputs]
        return [b.alloca(t, ALIGNMENT) for t in types]

    def _blocks(self) -> None:
        if self.across is None:
            self._block(0)
        else:
            self.b.for_each(0, self.nest.extents[self.across], self.rows, self._block)

    def _block(self, row: Index) -> None:
        """Reduce the rows from ``row`` on."""
        if self.span == self.extent:
            self._fill(row, 0)
            self._halve_buffer()
            self._write_totals(row)
            return

        def body(iv: Index, before: Values) -> Values:
            self._fill(row, iv)
            self._halve_buffer()
            total = [self._extract(v, 0) for v in self._last(1)]
            both = self._combined(before, total)
            is_first = self.b.compare("eq", iv, 0)
            return [self.b.select(is_first, t, v) for t, v in zip(total, both, strict=True)]

        zeros = [self.b.constant(buffer.type.element_type, 0) for buffer in self.scratch]
        self._write_scalars(row, self.b.loop(0, self.extent, self.span, zeros, body))

    def _fill(self, row: Index, start: Index) -> None:
        """What is left of the block's rows when groups of vectors are combined goes into the buffer."""
        count, group = self.lanes.count, self.group
        masked = 0 if any(a.window for a in self.nest.inputs) else None

        def read(at: Index) -> list[ir.Value]:
            self.ivs[self.lanes.dim] = at
            return self._inputs(Masks(self, masked, self.extent))

        def one_row(r: Index) -> None:
            if self.across is not None:
                self.ivs[self.across] = self.b.add(row, r)
            left = self.b.mul(r, self.span // group)

            def vectors(i: Index) -> None:
                begin = self.b.add(start, self.b.mul(i, group))
                parts = [read(self.b.add(begin, n * count)) for n in range(group)]
                self._store(self._tree(parts, self._neighbours), self.b.add(left, i))

            self.b.for_each(0, self.span // group, count, vectors)

        self.b.for_each(0, self.rows, 1, one_row)

    def _store(self, values: Values, at: Index) -> None:
        for value, buffer in zip(values, self.scratch, strict=True):
            self.b.op("vector.store", (), (value, buffer, self.b.value(at)))

    def _loaded(self, count: int, at: Index) -> list[ir.Value]:
        """``count`` elements of each buffer."""
        types = [ir.VectorType.get((count,), buffer.type.element_type) for buffer in self.scratch]
        at = self.b.value(at)
        return [
            self.b.one("vector.load", type, buffer, at)
            for type, buffer in zip(types, self.scratch, strict=True)
        ]

    def _halve_buffer(self) -> None:
        """Combine neighbours in the buffer while two vectors become one, and no two rows meet."""
        count = self.register
        levels = (self.size // max(self.rows, count)).bit_length() - 1

        def level(number: Index) -> None:
            half = self.size // 2
            end = (
                half >> number
                if isinstance(number, int)
                else self.b.one("arith.shrui", self.b.index, self.b.value(half), number)
            )

            def vectors(i: Index) -> None:
                at = self.b.mul(i, 2)
                pair = self._loaded(count, at), self._loaded(count, self.b.add(at, count))
                self._store(self._neighbours(*pair), i)

            self.b.for_each(0, end, count, vectors)

        self.b.for_each(0, levels, 1, level)

    def _last(self, rows: int) -> Values:
        """The totals of ``rows`` rows that fit into a vector."""
        values = self._loaded(min(self.size, self.register), 0)
        while values[0].type.shape[0] > rows:
            values = self._neighbours(values)
        return values

    def _neighbours(self, values: Values, more: Values = ()) -> list[ir.Value]:
        """Lanes 0, 2, 4 … of ``values``, and of ``more`` behind them, combined with lanes 1, 3, 5 …"""
        lanes = values[0].type.shape[0] * (2 if more else 1)
        pairs = list(zip(values, more or values, strict=True))
        even, odd = ([self._picked(*p, range(first, lanes, 2)) for p in pairs] for first in (0, 1))
        return self._combined(even, odd)

    def _picked(self, a: ir.Value, b: ir.Value, order: range) -> ir.Value:
        """Lanes of ``a`` and ``b``; shuffles of 16-bit floats are only fast as integers."""
        element = a.type.element_type
        word = ir.IntegerType.get_signless(bit_width(element))
        a, b = (self.b.one("vector.bitcast", ir.VectorType.get(v.type.shape, word), v) for v in (a, b))
        picked = self._shuffle(a, b, order)
        return self.b.one("vector.bitcast", ir.VectorType.get((len(order),), element), picked)

    def _write_totals(self, row: Index) -> None:
        across = self.across
        if across is None or self.rows == 1:
            self._write_scalars(row, [self._extract(v, 0) for v in self._last(1)])
        elif self.rows < self.register:
            self._write_vectors(across, row, self._last(self.rows))
        else:

            def body(iv: Index) -> None:
                self._write_vectors(across, self.b.add(row, iv), self._loaded(self.register, iv))

            self.b.for_each(0, self.rows, self.register, body)

    def _write_scalars(self, row: Index, values: Values) -> None:
        if self.across is not None:
            self.ivs[self.across] = row
        for access, value in zip(self.nest.outputs, values, strict=True):
            self._write_scalar(access, value)

    def _write_vectors(self, across: int, row: Index, values: Values) -> None:
        lanes, self.lanes = self.lanes, Lanes(across, values[0].type.shape[0])
        self.ivs[across] = row
        for access, value in zip(self.nest.outputs, values, strict=True):
            self._write(access, value, Masks(self, None, row))
        self.lanes = lanes
