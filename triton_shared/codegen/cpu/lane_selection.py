"""Nests along whose vectorized dimension one of the elements is selected, such as argmax.

    %v, %i = %x[0 .. 16], 0 .. 16
    for %at = 16 to 1024 step 16 { %v, %i = select(%x[%at .. %at + 16], %at .. %at + 16; %v, %i) }

Every lane of several accumulators selects among the elements that it meets, which are in order.  Of two partial results
the positions tell which is the earlier one (`selections.py`), as the lanes of these are of elements that alternate.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.emitter import Emitter, Values
from triton_shared.codegen.cpu.strategy import Lanes
from triton_shared.codegen.nests.body import body_ops
from triton_shared.codegen.nests.masks import Masks
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.codegen.tensors.selections import compare_integers
from triton_shared.ir.builder import Builder, Index
from triton_shared.mlir import ir

ACCUMULATORS = 4


class LaneSelection(Emitter):
    """Emits a selection; element ``position`` of a tuple counts along the axis."""

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, position: int):
        super().__init__(b, nest, lanes)
        self.position = position

    def run(self) -> None:
        """Emit the loops here."""
        self._loops([d for d in range(len(self.nest.extents)) if d != self.lanes.dim], self._select)

    def _select(self) -> None:
        count, end, chains = self.lanes.count, self.nest.extents[self.lanes.dim], self._chains()
        step, width = count * chains, len(self.nest.outputs)

        def read(at: Index) -> list[Values]:
            return [self._elements(self.b.add(at, chain * count)) for chain in range(chains)]

        def iteration(at: Index, flat: Values) -> Values:
            before = (flat[c * width :][:width] for c in range(chains))
            pairs = zip(before, read(at), strict=True)
            return [v for old, new in pairs for v in self._selected(old, new)]

        flat = self.b.loop(step, end, step, [v for part in read(0) for v in part], iteration)
        parts: list[Values] = [flat[c * width :][:width] for c in range(chains)]
        total = self._across(self._tree(parts, self._earlier_first), self._earlier_first)
        for access, value in zip(self.nest.outputs, total, strict=True):
            self._write_scalar(access, value)

    def _chains(self) -> int:
        """How many vectors are read in a step, for accumulators that do not wait for each other."""
        vectors = self.nest.extents[self.lanes.dim] // self.lanes.count
        return max(c for c in (1, 2, ACCUMULATORS) if vectors % c == 0)

    def _elements(self, at: Index) -> Values:
        """A vector of each input."""
        return [self._vector_of(access, at) for access in self.nest.inputs]

    def _vector_of(self, access: Access, at: Index) -> ir.Value:
        """The vector of ``access`` that begins at ``at``."""
        self.ivs[self.lanes.dim] = at
        masked = 0 if any(a.window for a in self.nest.inputs) else None
        return self._widen(self._read(access, Masks(self, masked, self.nest.extents[self.lanes.dim])))

    def _earlier_first(self, x: Values, y: Values) -> Values:
        """Two partial results combined, lane by lane: the one of the smaller position as the earlier one."""
        is_late = self.b.compare("sgt", x[self.position], y[self.position])
        choose = self.b.select
        early = [choose(is_late, second, first) for first, second in zip(x, y, strict=True)]
        late = [choose(is_late, first, second) for first, second in zip(x, y, strict=True)]
        return self._selected(early, late)

    def _selected(self, early: Values, late: Values) -> Values:
        """What the body selects; how the positions of ``early`` and ``late`` compare is known."""
        nest, b = self.nest, self.b
        count = len(nest.inputs)
        env = dict(zip(nest.arguments, [*late, *early], strict=True))
        at = {nest.arguments[self.position]: 1, nest.arguments[count + self.position]: 0}
        ops = []
        for op in body_ops(nest):
            if op.name == "arith.cmpi" and {*op.operands} == {*at}:
                holds = compare_integers(op.attributes["predicate"].value, *(at[v] for v in op.operands))
                env[op.result] = b.constant(b.i1, int(holds))
            else:
                ops.append(op)
        self._clone(ops, env)
        lanes = early[0].type.shape[0]
        return [self._widen(env[v], lanes) for v in nest.yielded]
