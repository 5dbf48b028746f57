"""Reductions: in registers, then among the lanes of a warp by shuffles, then among warps through shared memory.

    %r = linalg.reduce ins(%x : tensor<1024xf32>) outs(%init) dimensions = [0] { arith.addf }

for 4 warps and 8 registers a thread: three additions of halves of the registers, five additions of what
`gpu.shuffle xor` brings, and one round in which every warp writes its partial result and every thread reads and
combines all four; or each lane reads one of them, and shuffles combine these, where the combiner is long.  It is
applied to vectors of registers, one for each operand.  Where it is not known that it commutes, elements are combined in
the order of the axis, unless their positions decide it (selections.py).  By one that commutes but for rounding
(commuting.py) they are in any order; but as lanes would round differently, one of them has the result for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import count_of
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.build.words import shuffled, shuffled_from
from triton_shared.codegen.simt.layouts import swizzles
from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    is_power_of_two,
    log2,
    run_length,
    weights,
)
from triton_shared.codegen.simt.lower.calls import traps_where_false
from triton_shared.codegen.simt.lower.elementwise import body_of_registers
from triton_shared.codegen.simt.memory.shuffles import chosen, from_partners
from triton_shared.codegen.tensors.commuting import commutes
from triton_shared.codegen.tensors.selections import Extreme, compare_integers, extreme_of, position_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import bit_width, element_of, integer, with_element
from triton_shared.ir.extrema import extremum
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir

Vectors = list[ir.Value]

#: how many ops of combiners a shuffle is worth, and a division
SHUFFLE, DIVISION = 5, 8

#: ops whose operands may change places
COMMUTATIVE = {
    *("arith.addf", "arith.addi", "arith.mulf", "arith.muli", "arith.andi", "arith.ori", "arith.xori"),
    *("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"),
    *("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"),
}


def reduce(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.reduce` of any number of tensors."""
    begun(context, op)()


def begun(context: LoweringContext, op: ir.Operation) -> Callable[[], None]:
    """Reduce what each thread holds; what it returns reduces among threads, for which others may wait."""
    count, axes = len(op.results), list(op.attributes["dimensions"])
    inputs, inits = list(op.operands)[:count], list(op.operands)[count:]
    layout = context.layouts.own(op)
    combiner = combiner_of(context, op)
    vectors = combiner.leaves([context.get(v, layout) for v in inputs])
    reduced: Callable[..., tuple[Vectors, Layout]] = _reduced if combiner.commutes else _reduced_in_order
    if isinstance(combiner, _Location) and combiner.is_of_lanes(layout):
        reduced = _located
    elif combiner.commutes or combiner.commutes_roughly:
        vectors, layout = _in_registers(context, combiner, vectors, layout, axes)

    def finish() -> None:
        if combiner.commutes and traps_where_false(context, op):
            results, out = vectors, layout.reduced(axes)
        else:
            results, out = reduced(context, combiner, vectors, layout, axes)
        if FROM_FIRST not in op.attributes:
            results = combiner(results, [context.get(v, out) for v in inits])
        for result, vector in zip(op.results, results, strict=True):
            context.hold(result, out, vector)

    return finish


class Combiner:
    """The body of a reduction or a scan, over vectors of registers."""

    def __init__(self, context: LoweringContext, op: ir.Operation):
        self.context, self.op = context, op
        self.block = op.regions[0].blocks[0]
        count = len(self.block.arguments) // 2
        self.inputs, self.totals = (list(self.block.arguments)[i:][:count] for i in (0, count))
        self.combined = self._combined()
        ends = terminator(self.block).operands
        self.commutes = all(map(self._commutes, ends, self.combined, self.totals))
        self.commutes_roughly = False
        #: the op that combines single results, of which there may be an instruction for all lanes
        self.of_words = ends[0].owner.name if self.commutes and count == 1 else ""

    def _combined(self) -> list[ir.Value]:
        """What the body makes of each input before it combines it: the input, or it in the type of the total."""
        if all(a.type == b.type for a, b in zip(self.inputs, self.totals, strict=True)):
            return self.inputs
        of_totals, of_inputs, found = set(self.totals), set(self.inputs), []
        for view in self.block.operations:
            op = view.operation
            if of_totals.isdisjoint(op.operands):
                of_inputs |= set(op.results)
                continue
            of_totals |= set(op.results)
            found += [v for v in op.operands if v in of_inputs and v not in found]
        if [v.type for v in found] != [t.type for t in self.totals]:
            raise LoweringError(self.op, "combines elements in another type than that of its results")
        return found

    def _commutes(self, result: ir.Value, element: ir.Value, total: ir.Value) -> bool:
        """Whether ``result`` is an op of ``element`` and ``total`` whose operands may change places."""
        maker = owner_of(result)
        return maker is not None and maker.name in COMMUTATIVE and {*maker.operands} == {element, total}

    def leaves(self, inputs: Vectors) -> Vectors:
        """What is combined of ``inputs``."""
        body = body_of_registers(self.context, dict(zip(self.inputs, inputs, strict=True)))
        return [body.value(v, self.block) for v in self.combined]

    @property
    def length(self) -> int:
        """How many ops the body has, each division as many as it takes."""
        return sum(DIVISION if op.name == "arith.divf" else 1 for op in self.block.operations) - 1

    def __call__(self, left: Vectors, right: Vectors, fuses: bool = True) -> Vectors:
        """``left`` combined with ``right``, register by register; by ops that may be made one with what made these."""
        env = dict(zip([*self.combined, *self.totals], [*left, *right], strict=True))
        return body_of_registers(self.context, env, fuses).results(self.block)

    def bit_to_combine(self, bits: Sequence[int], layout: Layout) -> int:
        """By which of ``bits`` of a register's number in ``layout`` halves are combined first."""
        return bits[-1]

    def halves(self, low: Vectors, high: Vectors, bit: int, layout: Layout) -> Vectors:
        """The registers without ``bit`` in ``layout`` combined with those that have it."""
        return self(low, high)


class _Selection(Combiner):
    """A combiner that selects: of two partial results the one with the smaller position is the total."""

    def __init__(self, context: LoweringContext, op: ir.Operation, position: int):
        super().__init__(context, op)
        self.position, self.commutes, self.of_words = position, True, ""
        (self.axis,) = op.attributes["dimensions"]

    def __call__(self, left: Vectors, right: Vectors, fuses: bool = True) -> Vectors:
        """The one that is selected of ``left`` and ``right``, register by register."""
        b, at = self.context.b, self.position
        is_late = b.compare("sgt", left[at], right[at])
        return self._of(chosen(b, is_late, right, left), chosen(b, is_late, left, right))

    def _of(self, early: Vectors, late: Vectors) -> Vectors:
        """The one that is selected of ``early`` and ``late``; how their positions compare is known."""
        b, count = self.context.b, count_of(early[0])
        env = dict(zip([*self.combined, *self.totals], [*late, *early], strict=True))
        at = {self.combined[self.position]: 1, self.totals[self.position]: 0}
        for op in self.block.operations:
            if op.name == "arith.cmpi" and {*op.operands} == {*at}:
                holds = compare_integers(op.attributes["predicate"].value, *(at[v] for v in op.operands))
                env[op.result] = b.broadcast(b.constant(b.i1, int(holds)), count)
        return body_of_registers(self.context, env).results(self.block)

    def bit_to_combine(self, bits: Sequence[int], layout: Layout) -> int:
        """The one with the smallest step along the axis."""
        return min(bits, key=lambda bit: layout.coordinate(layout.reg[bit], self.axis))

    def halves(self, low: Vectors, high: Vectors, bit: int, layout: Layout) -> Vectors:
        """Where no other basis steps over that of ``bit``, which comes after smaller ones, what has it is late."""
        own, *others = (
            layout.coordinate(basis, self.axis)
            for basis in (layout.reg[bit], *layout.reg[:bit], *layout.reg[bit + 1 :], *layout.thread)
        )
        is_apart = is_power_of_two(own) and not any(own & other for other in others)
        return self._of(low, high) if is_apart else self(low, high)


class _Location(_Selection):
    """A combiner that selects the ``extreme``, and so where it is."""

    def __init__(self, context: LoweringContext, op: ir.Operation, extreme: Extreme):
        super().__init__(context, op, extreme.position)
        self.extreme = extreme
        value = op.results[1 - extreme.position]
        self.wants_bits = extreme.name.endswith("numf") and any(True for _ in value.uses)

    def is_of_lanes(self, layout: Layout) -> bool:
        """Whether to look among lanes for what is in ``layout``; a warp alone cannot tell which NaN is the last."""
        lanes, warps = (
            any(layout.coordinate(b, self.axis) for b in bases) for bases in (layout.lane, layout.warp)
        )
        return lanes and not (warps and self.wants_bits)

    def of(self, name: str) -> _Extremum:
        """What combines values, or positions, by the op ``name``."""
        return _Extremum(self.context, self.op, name)

    def candidates(self, values: ir.Value, places: ir.Value, extremum: ir.Value) -> ir.Value:
        """The ``places`` of ``values`` that are the extremum; elsewhere the one that is found if all are NaN."""
        b, extreme = self.context.b, self.extreme
        last = self.op.operands[0].type.shape[self.axis] - 1
        worst, of_nan = (last if first else 0 for first in (extreme.is_first, not extreme.is_first_nan))
        otherwise = b.constant(places.type, worst)
        if not extreme.name.endswith("numf"):
            return b.select(b.compare("eq", values, extremum), places, otherwise)
        if worst != of_nan:
            is_nan = b.compare("uno", extremum, extremum)
            otherwise = b.select(is_nan, b.constant(places.type, of_nan), otherwise)
        return b.select(b.compare("oeq", values, extremum), places, otherwise)


class _Extremum(Combiner):
    """A combiner whose selects give the maximum or the minimum, which ``name`` is, and NaN where there is one.

    Of 0.0 and -0.0, which compare equal, the selects would give what comes first: in no order of their own, as these
    are combined by threads, one of them is as right as the other, if it is the same in all threads.
    """

    def __init__(self, context: LoweringContext, op: ir.Operation, name: str):
        super().__init__(context, op)
        self.name, self.commutes, self.of_words = name, True, name

    def __call__(self, left: Vectors, right: Vectors, fuses: bool = True) -> Vectors:
        """The greater, or the smaller, of ``left`` and ``right``, register by register."""
        return [self.context.b.apply(self.name, a, b) for a, b in zip(left, right, strict=True)]


def _extremum(op: ir.Operation) -> str | None:
    """The op that gives the maximum or the minimum as the body of ``op`` does, if that is one."""
    block = op.regions[0].blocks[0]
    ends = [owner_of(value) for value in terminator(block).operands]
    is_select = len(ends) == 1 and ends[0] is not None and ends[0].name == "arith.select"
    return extremum(ends[0], list(block.arguments)) if is_select else None


def combiner_of(context: LoweringContext, op: ir.Operation) -> Combiner:
    """The combiner of the reduction ``op``."""
    if (name := _extremum(op)) is not None:
        return _Extremum(context, op, name)
    combiner = Combiner(context, op)
    if combiner.commutes:
        return combiner
    position = position_of(op) if FROM_FIRST in op.attributes else None
    if position is not None:
        extreme = extreme_of(op, position)
        return _Selection(context, op, position) if extreme is None else _Location(context, op, extreme)
    combiner.commutes_roughly = commutes(op)
    return combiner


def _reduced_in_order(
    context: LoweringContext, combiner: Combiner, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> tuple[Vectors, Layout]:
    """The same for a combiner that is only associative: runs of neighbours double, and the earlier one comes first.

    Among lanes it does in the one whose number has zeros where the others' have not: what these make is read by none,
    and in the end they take that one's result.  Runs that lie in several warps, one after the other, are combined in
    one round.
    """
    b, out, behind = context.b, layout, 0
    context.require_convergent(combiner.op, "reduces")
    steps = sorted(layout.weights[d] << k for d in axes for k in range(log2(layout.shape[d])))
    steps = [step for step in steps if step in layout.reg + layout.thread]
    while steps:
        bits = _successive(steps, out.warp) if len(axes) == 1 else []
        if bits:
            for bit in bits:
                out = out.without_basis(layout.warp[bit])
            steps = steps[len(bits) :]
            apart = squeezed(out, axes[0], steps)
            vectors, behind = _among_warps(context, combiner, vectors, apart, bits, behind)
            continue
        step, *steps = steps
        early, late, others = _of_step(context, vectors, out, step)
        behind |= others
        out = out.without_basis(step)
        vectors = combiner(late, early)
    if behind:
        vectors = [shuffled_from(b, v, behind, 0) for v in vectors]
    return vectors, out.without(axes)


def _of_step(
    context: LoweringContext, vectors: Vectors, out: Layout, step: int
) -> tuple[Vectors, Vectors, int]:
    """What is combined of elements ``step`` apart, the earlier first, and the bits of the lanes for which that holds.

    It holds where these bits of a lane's number are 0.
    """
    b = context.b
    if step in out.reg:
        return *b.halves(vectors, out.reg.index(step)), 0
    bit = out.thread.index(step)
    others = from_partners(context, vectors, bit)
    if bit < len(out.lane):
        return vectors, others, 1 << bit
    is_late = b.compare("ne", b.bits(b.thread, bit, 1), 0)
    return chosen(b, is_late, others, vectors), chosen(b, is_late, vectors, others), 0


def _successive(steps: Sequence[int], warp: Sequence[int]) -> list[int]:
    """The bits of a warp's number that stand for the first ones of ``steps``, in order."""
    bits = [warp.index(step) for step in takewhile(lambda step: step in warp, steps)]
    return bits if bits == sorted(bits) else []


def squeezed(layout: Layout, axis: int, left: Sequence[int]) -> Layout:
    """``layout``, in which only the steps that are ``left`` tell elements along ``axis`` apart."""
    shape = list(layout.shape)
    bits = [log2(layout.coordinate(step, axis)) for step in left]
    shape[axis] = 1 << len(bits)
    steps = weights(shape)

    def place(basis: int) -> int:
        at = [layout.coordinate(basis, d) for d in range(len(shape))]
        at[axis] = sum((at[axis] >> bit & 1) << n for n, bit in enumerate(bits))
        return sum(i * step for i, step in zip(at, steps, strict=True))

    return layout.mapped(shape, place)


def _reduced(
    context: LoweringContext, combiner: Combiner, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> tuple[Vectors, Layout]:
    """``vectors`` in ``layout`` combined along ``axes`` among threads, in each that held one of the elements."""
    return _by_warps(context, combiner, _among_lanes(context, combiner, vectors, layout, axes), layout, axes)


def _by_warps(
    context: LoweringContext, combiner: Combiner, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> tuple[Vectors, Layout]:
    """The same of ``vectors`` that each warp has combined along ``axes``."""
    out = layout.reduced(axes)
    bits = [bit for bit, basis in enumerate(layout.warp) if _is_along(layout, axes, basis)]
    if bits:
        vectors, _ = _among_warps(context, combiner, vectors, out, bits)
    return vectors, out


def _among_lanes(
    context: LoweringContext, combiner: Combiner, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> Vectors:
    """``vectors`` in ``layout`` combined along ``axes`` among the lanes of a warp, by one instruction if there is one.

    All lanes get the same result: none rounds its own product with the sum, and its partner's before.
    """
    b, gone = context.b, partial(_is_along, layout, axes)
    if (
        combiner.of_words
        and all(gone(basis) for basis in layout.lane)
        and vectors[0].type.element_type == b.i32
    ):
        words = [b.extract(vectors[0], i) for i in range(count_of(vectors[0]))]
        found = [context.instructions.of_warp(b, combiner.of_words, word) for word in words]
        if all(word is not None for word in found):
            return [b.collect(found)]
    for bit, basis in enumerate(layout.lane):
        if gone(basis):
            others = [shuffled(b, v, 1 << bit) for v in vectors]
            vectors = combiner(vectors, others, fuses=False)
    return vectors


def _located(
    context: LoweringContext, combiner: _Location, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> tuple[Vectors, Layout]:
    """The same of values and positions: first the extremum of the warp's values, then where it is.

    Both zeros are equal, and NaNs are not, so the value is that at the position, if it is asked for.
    """
    b, at = context.b, combiner.position
    kept = [bit for bit, basis in enumerate(layout.reg) if not _is_along(layout, axes, basis)]
    back = [sum((r >> bit & 1) << i for i, bit in enumerate(kept)) for r in range(layout.registers)]

    def of_all(name: str, vector: ir.Value) -> ir.Value:
        """What the op ``name`` makes of the elements that the lanes have in ``vector``."""
        one = combiner.of(name)
        found, inner = _in_registers(context, one, [vector], layout, axes)
        return _among_lanes(context, one, found, inner, axes)[0]

    places, values = vectors[at], vectors[1 - at]
    extremum = of_all(combiner.extreme.name, values)
    candidates = combiner.candidates(values, places, b.take(extremum, back))
    place = of_all("arith.minsi" if combiner.extreme.is_first else "arith.maxsi", candidates)
    if combiner.wants_bits:
        own = b.compare("eq", places, b.take(place, back))
        bits = b.one(
            "arith.bitcast", with_element(values.type, integer(bit_width(element_of(values.type)))), values
        )
        found = of_all("arith.ori", b.select(own, bits, b.constant(bits.type, 0)))
        there = b.one("arith.bitcast", extremum.type, found)
        extremum = b.select(b.compare("ueq", extremum, 0.0), there, extremum)
    results = [place, extremum] if at == 0 else [extremum, place]
    return _by_warps(context, combiner, results, layout, axes)


def _in_registers(
    context: LoweringContext, combiner: Combiner, vectors: Vectors, layout: Layout, axes: Sequence[int]
) -> tuple[Vectors, Layout]:
    """Combine the registers of a thread that differ along ``axes``, half with half."""
    gone = partial(_is_along, layout, axes)
    while bits := [bit for bit, basis in enumerate(layout.reg) if gone(basis)]:
        bit = combiner.bit_to_combine(bits, layout)
        low, high = context.b.halves(vectors, bit)
        vectors = combiner.halves(low, high, bit, layout)
        layout = replace(layout, reg=layout.reg[:bit] + layout.reg[bit + 1 :])
    return vectors, layout


def _is_along(layout: Layout, axes: Sequence[int], basis: int) -> bool:
    return any(layout.coordinate(basis, d) for d in axes)


def _among_warps(
    context: LoweringContext,
    combiner: Combiner,
    vectors: Vectors,
    out: Layout,
    bits: list[int],
    behind: int = 0,
) -> tuple[Vectors, int]:
    """Combine the partial results of the warps whose numbers differ in ``bits``; ``out`` is the layout of each.

    Lanes with one of the bits that are ``behind`` in their numbers have none.  Also returned: the bits of those that
    have none then.
    """
    context.require_convergent(combiner.op, "reduces")
    lanes = _lanes_that_share(combiner, out, len(bits))
    rounds = of_warps(context, vectors, out, bits, lanes, behind)
    while len(rounds) > 1:
        pairs = [rounds[i : i + 2] for i in range(0, len(rounds), 2)]
        rounds = [combiner(a, b) if combiner.commutes else combiner(b, a) for a, b in pairs]
    (vectors,) = rounds
    for bit in lanes:
        vectors = combiner(from_partners(context, vectors, bit), vectors, fuses=not combiner.commutes)
    return vectors, 0 if combiner.commutes else sum(1 << bit for bit in lanes)


def of_warps(
    context: LoweringContext,
    vectors: Vectors,
    out: Layout,
    bits: Sequence[int],
    lanes: Sequence[int] = (),
    behind: int = 0,
) -> list[Vectors]:
    """The ``vectors`` of each of the warps whose numbers differ in ``bits``; ``out`` is the layout of each.

    A region of shared memory holds those of all warps side by side, in the order of ``bits``: of each element, or run
    of elements that a thread writes at once.  Lanes with one of the bits that are ``behind`` in their numbers write
    none.
    """
    b = context.b
    sizes = [bytes_of(v.type.element_type) for v in vectors]
    apart = [_side_by_side(out, bits, lanes, min(run_length(out), swizzles.WIDEST // size)) for size in sizes]
    regions = [
        shared_memory.region(b, one.written.shape, v.type.element_type)
        for one, v in zip(apart, vectors, strict=True)
    ]
    ways = [swizzles.best(one.written, one.read, size) for one, size in zip(apart, sizes, strict=True)]

    def write() -> None:
        for vector, region, one, way in zip(vectors, regions, apart, ways, strict=True):
            shared_memory.write(b, region, way.of(one.written), vector)

    if behind:
        b.some_threads(b.compare("eq", b.i32_op("arith.andi", b.lane, behind), 0), write)
    else:
        write()
    parts = [
        shared_memory.read(b, region, way.of(one.read))
        for region, one, way in zip(regions, apart, ways, strict=True)
    ]
    count = 1 << len(bits) - len(lanes)
    return [
        [b.take(part, one.of_warp(i, count)) for one, part in zip(apart, parts, strict=True)]
        for i in range(count)
    ]


class _SideBySide(NamedTuple):
    """The layouts in which warps write their results, in runs of ``run`` elements, and read all."""

    written: Layout
    read: Layout
    run: int

    def of_warp(self, number: int, count: int) -> list[int]:
        """Of what was read of ``count`` warps, the registers of one."""
        registers = range(self.read.registers // count)
        return [r % self.run + self.run * (number + count * (r // self.run)) for r in registers]


def _side_by_side(out: Layout, bits: Sequence[int], lanes: Sequence[int], run: int) -> _SideBySide:
    """How warps, whose numbers differ in ``bits``, write results side by side, and read all.

    Lanes whose numbers differ in ``lanes`` share what they read among them.
    """
    warps, count, low = 1 << len(bits), len(bits) - len(lanes), log2(run)

    def far(bases: Sequence[int], near: dict[int, int]) -> tuple[int, ...]:
        return tuple(
            near.get(bit, basis // run * run * warps + basis % run) for bit, basis in enumerate(bases)
        )

    own, shared = (
        {bit: run << n for n, bit in enumerate(some, first)} for some, first in ((bits, 0), (lanes, count))
    )
    shape, reg, lane, warp = (*out.shape, warps), far(out.reg, {}), far(out.lane, {}), far(out.warp, {})
    every = tuple(run << n for n in range(count))
    return _SideBySide(
        Layout(shape, reg, lane, far(out.warp, own)),
        Layout(shape, reg[:low] + every + reg[low:], far(out.lane, shared), warp),
        run,
    )


def _lanes_that_share(combiner: Combiner, out: Layout, steps: int) -> list[int]:
    """The bits of the lanes that share the results of ``1 << steps`` warps among them, and combine theirs by shuffles.

    These lanes hold the same elements in ``out``.  They do if that saves more ops than the shuffles are worth.
    """
    lanes = [bit for bit, basis in enumerate(out.lane) if not basis][:steps]
    saved = (1 << steps) - (1 << steps - len(lanes)) - len(lanes)
    return lanes if saved * combiner.length > (len(lanes) + 1) * len(combiner.totals) * SHUFFLE else []


RULES = {"linalg.reduce": reduce}
