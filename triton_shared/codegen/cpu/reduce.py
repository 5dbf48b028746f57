"""Nests whose vectorized dimension is reduced.

    %acc = %x[0 .. 16]
    for %i = 16 to 1024 step 16 { %acc = combine(%x[%i .. %i + 16], %acc) }

with several accumulators, whose lanes are combined once at the end.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.cpu.build import Index
from triton_shared.codegen.cpu.emitter import Emitter, Values
from triton_shared.codegen.cpu.masks import Masks
from triton_shared.codegen.cpu.plan import Combiner, split_body
from triton_shared.mlir import ir

ACCUMULATORS = 4


class LaneReduction(Emitter):
    """Emits a reduction by a combiner that may be applied in any order."""

    def run(self) -> None:
        """Emit the loops here."""
        outer = [d for d in range(len(self.nest.extents)) if d != self.lanes.dim]
        parallel = [d for d in outer if self.nest.parallel[d]]
        self._loops(parallel + [d for d in outer if d not in parallel], self._reduce)

    def _reduce(self) -> None:
        nest, count, dim = self.nest, self.lanes.count, self.lanes.dim
        combiner = split_body(nest)
        extent = nest.extents[dim]
        turns = extent // count
        chains = max(c for c in (1, 2, ACCUMULATORS) if turns % c == 0)
        step = count * chains

        width = len(nest.outputs)

        def leaves(at: Index, masked: bool) -> list[list[ir.Value]]:
            return [self._leaves(combiner, self.b.add(at, chain * count), masked) for chain in range(chains)]

        def turn(masked: bool) -> Callable[[Index, Values], Values]:
            def body(iv: Index, flat: Values) -> Values:
                new = leaves(iv, masked)
                return [
                    v
                    for c in range(chains)
                    for v in self._combine(combiner, new[c], flat[c * width :][:width])
                ]

            return body

        windowed = any(a.window for a in nest.inputs)
        flat = [v for chain in leaves(0, windowed) for v in chain]
        whole = self._whole(turns * count, step) if windowed else turns * count
        rest = step
        if whole is not None:
            flat = self.b.loop(step, whole, step, flat, turn(False))
            rest = self.b.max(step, whole)
        flat = self.b.loop(rest, turns * count, step, flat, turn(True))
        parts = [list(flat[c * width :][:width]) for c in range(chains)]
        while len(parts) > 1:
            parts = [self._combine(combiner, x, y) for x, y in zip(parts[::2], parts[1::2], strict=True)]
        total = self._horizontal(combiner, list(parts[0]))
        self.ivs[dim] = 0
        old = [self._scalar_read(a, self._old_type(len(nest.inputs) + i)) for i, a in enumerate(nest.outputs)]
        for access, value in zip(nest.outputs, self._combine(combiner, total, old), strict=True):
            self._write_scalar(access, value)
        self._tail(turns * count, extent)

    def _leaves(self, combiner: Combiner, at: Index, masked: bool) -> list[ir.Value]:
        self.ivs[self.lanes.dim] = at
        masks = Masks(self, 0 if masked else None, self.nest.extents[self.lanes.dim])
        reads = [self._read(a, self._old_type(i), masks) for i, a in enumerate(self.nest.inputs)]
        env = dict(zip(self.nest.body.arguments, reads, strict=False))
        self._clone(combiner.elementwise, env)
        return [self._widen(env[leaf]) for leaf in combiner.leaves]

    def _combine(self, combiner: Combiner, leaves: Values, old: Values) -> list[ir.Value]:
        nest = self.nest
        env = dict(zip(combiner.leaves, leaves, strict=True))
        env.update(zip(list(nest.body.arguments)[len(nest.inputs) :], old, strict=True))
        self._clone([op for op in combiner.elementwise if op.name == "arith.constant"], env)
        self._clone(combiner.combining, env)
        return [env.get(v, v) for v in self._yielded()]

    def _horizontal(self, combiner: Combiner, parts: list[ir.Value]) -> list[ir.Value]:
        """Combine the lanes of a vector pairwise down to a scalar."""
        count = self.lanes.count
        while count > 1:
            count //= 2
            low, high = ([self._half(v, start, count) for v in parts] for start in (0, count))
            parts = self._combine(combiner, high, low)
        return [self._extract(v, 0) for v in parts]

    def _half(self, vector: ir.Value, start: int, count: int) -> ir.Value:
        type = ir.VectorType.get((count,), vector.type.element_type)
        return self._shuffle(type, vector, vector, list(range(start, start + count)))

    def _tail(self, begin: int, end: int) -> None:
        """The elements that fill no vector, one by one."""
        lanes, self.lanes = self.lanes, None

        def body(iv: Index, _: Values) -> Values:
            self.ivs[lanes.dim] = iv
            self._scalar()
            return ()

        self.b.loop(begin, end, 1, (), body)
        self.lanes = lanes
