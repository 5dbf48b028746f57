"""Nests that find the greatest or the smallest element of a row, and where it is.

    %best, %from = %x[0 .. 16], 0
    for %at = 16 to 1024 step 16 {
      %new = %x[%at .. %at + 16]
      %best, %from = select(%new > %best, %new, %best), select(%new > %best, %at, %from)
    }

Each lane of several accumulators keeps its extreme and where the vector of that began.  The place of the row's is the
smallest, or the greatest, of the lanes that have it.  What NaN means is left to the loop of all other selections
(`lane_selection.py`), which a row that has one goes through, too.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.emitter import Values
from triton_shared.codegen.cpu.lane_selection import LaneSelection
from triton_shared.codegen.cpu.strategy import Lanes
from triton_shared.codegen.nests.nest import Nest
from triton_shared.codegen.tensors.selections import Extreme
from triton_shared.ir.builder import Builder, Index, bit_width, integer
from triton_shared.mlir import ir

#: how an element compares that is more extreme than what was found
BETTER = {
    "arith.maxnumf": "ogt",
    "arith.minnumf": "olt",
    "arith.maxsi": "sgt",
    "arith.minsi": "slt",
    "arith.maxui": "ugt",
    "arith.minui": "ult",
}


class LaneExtreme(LaneSelection):
    """Emits a selection of the ``extreme``."""

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, extreme: Extreme):
        super().__init__(b, nest, lanes, extreme.position)
        self.extreme, self.better = extreme, BETTER[extreme.name]
        element = nest.inputs[1 - extreme.position].value.type.element_type
        self.has_nan = isinstance(element, ir.FloatType)
        self.word = integer(bit_width(element))
        self.place = nest.inputs[extreme.position].value.type.element_type

    def _select(self) -> None:
        count, width = self.lanes.count, 2
        chains = self._chains()
        step, end = count * chains, self.nest.extents[self.lanes.dim]

        def iteration(at: Index, carried: Values) -> Values:
            *flat, here, odd = carried
            new = [self._values(self.b.add(at, chain * count)) for chain in range(chains)]
            taken = [v for c in range(chains) for v in self._better(new[c], here, *flat[c * width :][:width])]
            return [*taken, self.b.apply("arith.addi", here, step), self._noted(new, odd)]

        zero, one = (self.b.constant(self._vector(self.place), n) for n in (0, step))
        first = [self._values(chain * count) for chain in range(chains)]
        odd = self._noted(first, self.b.constant(self._vector(self.word), 0))
        begin = [v for value in first for v in (value, zero)]
        *flat, _, odd = self.b.loop(step, end, step, [*begin, one, odd], iteration)
        self.b.branch(self._is_any(odd), super()._select, lambda: self._write_found(flat[::2], flat[1::2]))

    def _values(self, at: Index) -> ir.Value:
        return self._vector_of(self.nest.inputs[1 - self.position], at)

    def _better(self, new: ir.Value, here: ir.Value, best: ir.Value, where: ir.Value) -> Values:
        """What is more extreme, lane by lane, and where it is; of what is equal the first, or the last."""
        predicate = self.better if self.extreme.is_first else self.better.replace("t", "e")
        is_better = self.b.compare(predicate, new, best)
        return [self.b.select(is_better, new, best), self.b.select(is_better, here, where)]

    def _noted(self, values: Values, odd: ir.Value) -> ir.Value:
        """``odd``, all ones also in lanes in which one of ``values`` is NaN."""
        if not self.has_nan:
            return odd
        for one, other in zip(values[::2], values[1::2] or values, strict=True):
            odd = self.b.select(self.b.compare("uno", one, other), self.b.constant(odd.type, -1), odd)
        return odd

    def _is_any(self, odd: ir.Value) -> ir.Value | bool:
        if not self.has_nan:
            return False
        return self.b.any(self.b.compare("ne", odd, 0))

    def _write_found(self, best: Values, begins: Values) -> None:
        """Write the extreme of a row without NaN, of which every lane has its ``best``, and its place."""
        b, count, end = self.b, self.lanes.count, self.nest.extents[self.lanes.dim]
        more = lambda x, y: [b.select(b.compare(self.better, x[0], y[0]), x[0], y[0])]  # noqa: E731
        (extreme,) = self._across(self._tree([[v] for v in best], more), more)
        extreme = b.broadcast(extreme, count)
        earlier, worst = ("arith.minsi", end) if self.extreme.is_first else ("arith.maxsi", 0)
        places = []
        for chain, (value, began) in enumerate(zip(best, begins, strict=True)):
            lane = b.apply("arith.addi", b.ascending(self.place, count), chain * count)
            equal = b.compare("oeq" if self.has_nan else "eq", value, extreme)
            places.append([b.select(equal, b.apply("arith.addi", began, lane), worst)])
        either = lambda x, y: [b.apply(earlier, x[0], y[0])]  # noqa: E731
        (place,) = self._across(self._tree(places, either), either)
        found = {self.position: place, 1 - self.position: self._value_at(place, best, [p for (p,) in places])}
        for number, access in enumerate(self.nest.outputs):
            self._write_scalar(access, found[number])

    def _value_at(self, place: ir.Value, best: Values, places: Values) -> ir.Value:
        """The one of ``best`` whose place is ``place``: zeros of both signs compare equal."""
        b, either = self.b, lambda x, y: [self.b.apply("arith.ori", x[0], y[0])]
        here = b.broadcast(place, self.lanes.count)
        words = [b.convert("arith.bitcast", v, self._vector(self.word)) for v in best]
        kept = [
            [b.select(b.compare("eq", p, here), w, b.constant(w.type, 0))]
            for p, w in zip(places, words, strict=True)
        ]
        (word,) = self._across(self._tree(kept, either), either)
        return b.convert("arith.bitcast", word, best[0].type.element_type)
