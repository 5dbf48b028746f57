"""How tensor cores make a product: which thread holds which element, by layouts of fragments.

A warp multiplies a fragment of 16 rows of A by one of 8 columns of B.  Registers of 32 bits hold neighbours along the
inner dimension, 2 of 16 bits, 4 of 8 bits; by these counts the fragments of all types are alike::

    A   k: some in a register, lanes 0-1, then registers     m: lanes 2-4, then a register
    B   k: as for A                                          n: lanes 2-4
    C   n: two registers, then lanes 0-1                     m: lanes 2-4, then a register

A warpgroup, of four warps, multiplies 64 rows by up to 256 columns; its threads hold the same of A and of C, with the
warps below one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts import dot_instructions
from triton_shared.codegen.simt.layouts.dot_instructions import (
    BITS,
    COLUMNS,
    MMA,
    MMA_SYNC_INSTRUCTIONS,
    ROWS,
    WGMMA_MAX_COLUMNS,
    WGMMA_ROWS,
    Instruction,
    MmaInstr,
)
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT, Misfit, parsed
from triton_shared.codegen.simt.layouts.linear_layout import Bases, Layout, is_power_of_two, log2
from triton_shared.codegen.simt.target import WARPS_PER_WARPGROUP, BlockShape, SimtTarget
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.records import dataclass
from triton_shared.types import BY_MLIR

#: bytes of columns below which groups do not share them out
NARROW = H200.narrow_bytes.value

#: names in PTX of floats of 8 bits, and of all other elements, by their names in MLIR
_SMALL = {row.mlir: row.ptx for row in BY_MLIR.values() if row.ptx and row.format and row.bytes == 1}
_OTHERS = {row.mlir: row.ptx for row in BY_MLIR.values() if row.ptx and row.mlir not in _SMALL}
#: as what sums are made, if not as what they are
_TOTALS = {"bf16": "f32"}

#: lanes of a warp that tensor cores multiply for
LANES = 32
#: `inputPrecision`: what f32 is for tensor cores, and as how many terms
_PRECISIONS = {0: ("tf32", 1), 1: ("tf32", 2), 3: ("bf16", 2), 4: ("bf16", 3)}
#: which of the terms are multiplied, by their number, the smallest products first
TERMS = {
    1: ((0, 0),),
    2: ((1, 0), (0, 1), (0, 0)),
    3: ((1, 1), (2, 0), (0, 2), (1, 0), (0, 1), (0, 0)),
}
#: says that an op makes a wider type of its operand
WIDENS = "tt.widens"


#: bases of registers, and those of bits of a warp's number by these
Bits: TypeAlias = tuple[Bases, dict[int, int]]


@dataclass(frozen=True)
class Fragments:
    """How the fragments of a product of ``shape``, (batch,) m, n, are shared out: warps' bits ``warp_dims`` dimensions.

    ``warp_dims`` has for each bit of a warp's number "b", "m", "n", or "" where all warps do the same.
    """

    shape: tuple[int, ...]
    warp_dims: tuple[str, ...]

    @property
    def batches(self) -> int:
        """How many matrices there are."""
        return self.shape[0] if len(self.shape) == 3 else 1

    def _bits(self, name: str, extent: int, first: int, step: int) -> Bits:
        """Bases of registers, and by their numbers those of warps, along ``name`` from the bit ``first`` on."""
        bits = [step << i for i in range(first, log2(extent))]
        mine = [bit for bit, dim in enumerate(self.warp_dims) if dim == name]
        split = 0 if name == "m" else len(bits) - len(mine)  # warps have neighbouring rows, and far columns
        warps = dict(zip(mine, bits[split : split + len(mine)], strict=True))
        return tuple(bits[:split] + bits[split + len(mine) :]), warps

    def _layout(self, shape: Sequence[int], lanes: Bases, first: Bases, *dims: Bits) -> Layout:
        registers = first
        warps: dict[int, int] = {}
        for bases, of_warps in dims:
            registers += bases
            warps |= of_warps
        warp = tuple(warps.get(bit, 0) for bit in range(len(self.warp_dims)))
        return Layout(tuple(shape), registers, lanes, warp)

    def _batch(self, step: int) -> Bits:
        return self._bits("b", self.batches, 0, step)

    def accumulator(self) -> Layout:
        """The layout of C."""
        *_, m, n = self.shape
        lanes = (2, 4, n, 2 * n, 4 * n)
        rows, columns = self._bits("m", m, log2(ROWS), n), self._bits("n", n, log2(COLUMNS), 1)
        return self._layout(self.shape, lanes, (1, 8 * n), columns, rows, self._batch(m * n))

    def left(self, kind: MmaInstr, k: int) -> Layout:
        """The layout of A, of ``k`` columns."""
        m, p = self.shape[-2], kind.packed
        lanes = (p, 2 * p, k, 2 * k, 4 * k)
        first = (*(1 << i for i in range(log2(p))), 8 * k)
        rows = self._bits("m", m, log2(ROWS), k)
        inner = _bits_from(4 * p, k, 1)
        return self._layout((*self.shape[:-2], m, k), lanes, first + inner, rows, self._batch(m * k))

    def right(self, kind: MmaInstr, k: int) -> Layout:
        """The layout of B, of ``k`` rows."""
        n, p = self.shape[-1], kind.packed
        lanes = (p * n, 2 * p * n, 1, 2, 4)
        first = tuple(n << i for i in range(log2(p)))
        columns = self._bits("n", n, log2(COLUMNS), 1)
        inner = _bits_from(4 * p, k, n)
        return self._layout((*self.shape[:-2], k, n), lanes, first + inner, columns, self._batch(k * n))


def _bits_from(first: int, extent: int, step: int) -> Bases:
    """The bases of the bits of an index below ``extent`` from ``first`` on."""
    return tuple(step << i for i in range(log2(first), log2(extent)))


class Plan(NamedTuple):
    """How a product is made.

    Attributes:
        kind: the instruction.
        fragments: how its fragments are shared out.
        uses_wgmma: whether warpgroups execute it, by wgmma, or warps, by mma.sync.
        terms: operands of the instruction whose sum an operand of the product is.
        chunk: instructions whose products tensor cores add up before the sum is added to others; 0 for all.
        columns: of one instruction.
    """

    kind: MmaInstr
    fragments: Fragments
    uses_wgmma: bool
    terms: int
    chunk: int
    columns: int

    @property
    def instruction(self) -> Instruction:
        """The instruction, as ops name it."""
        return Instruction(self.kind, self.uses_wgmma, self.columns)


class Unfit(ValueError):
    """Why an instruction cannot make a product; the message continues the instruction's name and a comma."""


def plan_of(op: ir.Operation, target: SimtTarget) -> Plan | None:
    """How tensor cores make the contraction ``op``, by the instruction that it names; None where threads do.

    Raises:
        LoweringError: ``op`` names no instruction, one that cannot make it, or a layout that this leaves no sums in.
    """
    instruction = dot_instructions.read(op)
    if instruction is None:
        return None
    try:
        return plan_by(op, target, instruction.kind, instruction.uses_wgmma, instruction.columns)
    except Unfit as reason:
        raise LoweringError(op, f"has the '{MMA}' {instruction}, {reason}") from None


def plan_by(
    op: ir.Operation, target: SimtTarget, kind: MmaInstr, uses_wgmma: bool, columns: int | None = None
) -> Plan:
    """How warpgroups, or warps, make the contraction ``op`` of ``kind``, some ``columns`` at once: as many as can be.

    Raises:
        Unfit: they cannot.
        LoweringError: ``op`` names a layout in which they do not leave their sums.
    """
    shape, size = tuple(op.operands[2].type.shape), op.operands[0].type.shape[-1]
    terms = _terms(op, kind)
    if not (target.has_wgmma if uses_wgmma else target.capability >= MMA_SYNC_INSTRUCTIONS[kind]):
        raise Unfit("which this GPU does not have")
    warp_dims = _groups(shape, target.num_warps, kind) if uses_wgmma else _warps(shape, target.num_warps)
    is_large = uses_wgmma or (shape[-2] >= ROWS and shape[-1] >= COLUMNS)
    if size < kind.k or warp_dims is None or not is_large or not all(map(is_power_of_two, (*shape, size))):
        block = "x".join(map(str, (*shape, size)))
        raise Unfit(f"which does not share out a product of {block} among {target.num_warps} warps")
    plan = Plan(kind, Fragments(shape, warp_dims), uses_wgmma, terms, _chunk(op, kind, size), COLUMNS)
    if LAYOUT in op.attributes:
        plan = plan._replace(fragments=_named_on(op, plan))
    if not uses_wgmma:
        return plan
    most = min(shape[-1] >> plan.fragments.warp_dims.count("n"), WGMMA_MAX_COLUMNS)
    if columns is not None and columns > most:
        raise Unfit(f"but a warpgroup has {most} columns of the product")
    return plan._replace(columns=columns or most)


def _terms(op: ir.Operation, kind: MmaInstr) -> int:
    """As how many terms of ``kind`` the operands of ``op`` are multiplied; raises `Unfit` where they are not at all."""
    name = _OTHERS.get(str(op.operands[2].type.element_type))
    named = list(names_of(op))
    if kind.total == _TOTALS.get(name or "", name):
        for left, right, terms in named:
            if (left, right) == kind[:2]:
                return terms
    able = " or ".join(f"{left} and {right}" for left, right, _ in named) or "none of tensor cores"
    raise Unfit(f"but its operands may be {able}, its sums {name and _TOTALS.get(name, name)}")


def _named_on(op: ir.Operation, plan: Plan) -> Fragments:
    """The fragments whose sums have the layout that ``op`` names, made as ``plan`` has it."""
    try:
        fragments = _named(str(op.attributes[LAYOUT]), plan)
    except Misfit as error:
        raise LoweringError(op, f"has a '{LAYOUT}' that {error}") from None
    if fragments is None:
        name = f"{'wgmma' if plan.uses_wgmma else 'mma.sync'} of {plan.kind.a} and {plan.kind.b}"
        raise LoweringError(op, f"has a '{LAYOUT}' in which {name} does not leave its sums")
    return fragments


@lru_cache(256)
def _named(text: str, plan: Plan) -> Fragments | None:
    """The fragments whose sums have the layout that is ``text``, made as ``plan`` has it; None where there are none.

    Raises:
        Misfit: the text is no layout of the product.
    """
    shape, bits = plan.fragments.shape, len(plan.fragments.warp_dims)
    named = parsed(text, shape, BlockShape(LANES, 1 << bits))
    if named == plan.fragments.accumulator():
        return plan.fragments
    fixed = ("m",) * log2(WARPS_PER_WARPGROUP) if plan.uses_wgmma else ()
    found = (Fragments(shape, (*fixed, *rest)) for rest in product("mnb", repeat=bits - len(fixed)))
    return next((one for one in found if _are_possible(one, plan) and one.accumulator() == named), None)


def _are_possible(fragments: Fragments, plan: Plan) -> bool:
    """Whether each warp, or each group of warps, has a whole fragment of ``fragments``."""
    *_, m, n = fragments.shape
    rows, columns = m >> fragments.warp_dims.count("m"), n >> fragments.warp_dims.count("n")
    least = 8 * NARROW // BITS[plan.kind.a] if plan.uses_wgmma and "n" in fragments.warp_dims else COLUMNS
    return rows >= ROWS and columns >= least and fragments.batches >> fragments.warp_dims.count("b") >= 1


def names_of(op: ir.Operation) -> Iterator[tuple[str, str, int]]:
    """What tensor cores may take the operands for, the best first, and as how many terms."""
    values = list(op.operands)[:2]
    a, b = map(widened_from, values)
    if a is not None and b is not None:
        yield _SMALL[str(a.type.element_type)], _SMALL[str(b.type.element_type)], 1
    elements = [value.type.element_type for value in values]
    if all(isinstance(element, ir.F32Type) for element in elements):
        if name := _hint(op, "tt.exact_as"):
            yield name, name, 1
        elif (precision := _PRECISIONS.get(_hint(op, "tt.input_precision"))) is not None:
            name, terms = precision
            yield name, name, terms
    elif "cast" not in op.attributes or "unsigned" not in str(op.attributes["cast"]):
        left, right = (_OTHERS.get(str(element)) for element in elements)
        if left and right:
            yield left, right, 1


def widened_from(value: ir.Value) -> ir.Value | None:
    """The tensor of floats of 8 bits whose elements ``value`` has in a wider type."""
    owner = value.owner
    if isinstance(owner, ir.Block) or WIDENS not in owner.attributes:
        return None
    source = owner.operands[0]
    return source if str(source.type.element_type) in _SMALL else None


def _hint(op: ir.Operation, name: str) -> Any:
    return op.attributes[name].value if name in op.attributes else None


def _chunk(op: ir.Operation, kind: MmaInstr, size: int) -> int:
    """How many products tensor cores add up that do so with few bits, as those of floats of 8 bits do; 0 for all."""
    limit = _hint(op, "tt.max_num_imprecise_acc") or 0
    return max(1, -(-limit // kind.k)) if kind.a in _SMALL.values() and limit <= size else 0


def _warps(shape: Sequence[int], warps: int) -> tuple[str, ...]:
    """Along what the bits of a warp's number are: matrices first, then as square a part for each warp as can be."""
    *batch, m, n = shape
    left = {"b": batch[0] if batch else 1, "m": m // ROWS, "n": n // COLUMNS}
    warp_dims: list[str] = []
    for _ in range(log2(warps)):
        wide = "n" if left["n"] * COLUMNS > left["m"] * ROWS else "m"
        narrow = "m" if wide == "n" else "n"
        name = next((name for name in ("b", wide, narrow) if left[name] > 1), "")
        if name:
            left[name] //= 2
        warp_dims.append(name)
    return tuple(warp_dims)


def _groups(shape: Sequence[int], warps: int, kind: MmaInstr) -> tuple[str, ...] | None:
    """The same where four warps are a group: groups below one another, then beside; None where some would be idle."""
    *batch, m, n = shape
    if m < WGMMA_ROWS or n < COLUMNS or warps < WARPS_PER_WARPGROUP:
        return None
    left = {"m": m // WGMMA_ROWS, "b": batch[0] if batch else 1, "n": n * BITS[kind.a] // 8 // NARROW}
    warp_dims = ["m"] * log2(WARPS_PER_WARPGROUP)
    for _ in range(log2(warps // WARPS_PER_WARPGROUP)):
        name = next((name for name, count in left.items() if count > 1), None)
        if name is None:
            return None
        left[name] //= 2
        warp_dims.append(name)
    return tuple(warp_dims)
