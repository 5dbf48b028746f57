"""Which layout each tensor has: chosen where blocks are read, written and multiplied, carried by everything else.

* A block that is read or written has its neighbours in memory in neighbouring registers, then in neighbouring lanes, as
  many of them as the address' divisibility allows all accesses of that shape and order to move at once.
* An elementwise op takes the layout of its first operand that covers all of its iterations; one that only broadcasts
  has none.  A reduction leaves what its source has without the axis; reshapes, transposes and slices map bases.  What
  comes of a reduction and is spread over a block again has its layout, whatever it is combined with on the way.
* What a loop carries has the layout that its body yields, or else of what it is combined with; what comes of a
  product, that of the product.

What has no layout in the end is computed wherever it is wanted, in any layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from math import prod
from typing import NamedTuple

from triton_shared.codegen.simt.analysis.views import View, part_of, root_of
from triton_shared.codegen.simt.layouts import dot_plan, unpacked_operands
from triton_shared.codegen.simt.layouts.access_layouts import AccessLayouts
from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    is_power_of_two,
    shared_out,
    tiled,
    weights,
)
from triton_shared.codegen.simt.layouts.named_layouts import NamedLayouts
from triton_shared.codegen.simt.layouts.repeated_blocks import repeated
from triton_shared.codegen.simt.layouts.slices import extracted, inserted, is_static
from triton_shared.codegen.simt.layouts.spaces import PARALLEL
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, made_by, ops_around, owner_of, reached, terminator
from triton_shared.mlir import ir

#: bits of an integer that is an element at most
WIDEST_ELEMENT = 64
#: elements of a block at most, as Triton has it: code grows with them
LARGEST = 1 << 20
#: from how many dimensions of two elements on a block is one of a sorting network
NETWORK = 5

Layouts = dict[ir.Value, Layout]


class Step(NamedTuple):
    """An op and its rule, which has nothing to do once the layouts of what is ``made`` are known, if anything is."""

    op: ir.Operation
    rule: Callable[[Assignment, ir.Operation], None]
    made: tuple[ir.Value, ...]


class Assignment:
    """The layouts of the tensors and buffers that ``ops`` make, of which those of ``named`` stay what they are."""

    def __init__(
        self, ops: Sequence[ir.Operation], target: SimtTarget, accesses: AccessLayouts, named: NamedLayouts
    ):
        self.target, self.accesses = target, accesses
        self.layouts: Layouts = dict(named.values)
        self._compared: Counter[tuple[int, int]] = Counter()
        for op in ops:
            for value in op.results:
                _check(op, value)
        for op in ops:
            if op.name == "linalg.reduce" and all(n == 2 for n in op.operands[0].type.shape):
                rank = op.operands[0].type.rank
                self._compared.update((rank, d) for d in op.attributes["dimensions"])
        steps = [Step(op, rule, _made(op)) for op in ops if (rule := _RULES.get(op.name)) is not None]
        for some in (
            [one for one in steps if one.op.name in _PROPAGATE and "tt.scan" not in one.op.attributes],
            steps,
        ):
            while self._sweep(some):
                pass
        while self._carry(ops):
            while self._sweep(steps):
                pass
        for op in ops:
            for operand in list(op.operands)[:2] if op.name in PRODUCTS else ():
                if operand not in self.layouts:
                    self.set(operand, unpacked_operands.layout_of(operand, target.block_shape))
        self.layouts |= repeated(ops, self.get, accesses) | named.values

    def of(self, value: ir.Value) -> Layout:
        """The layout of ``value``, a default one where any is right."""
        return self.layouts.get(value) or self.accesses.default(value.type.shape)

    def network(self, op: ir.Operation) -> Layout | None:
        """The layout of a sorting network, which the reshape ``op`` begins; None where it does not.

        A network compares elements whose positions differ in one bit, in some bits more often than in others: these
        are those of registers.
        """
        before, after = op.operands[0].type.shape, op.result.type.shape
        if len(after) < NETWORK or any(n != 2 for n in after) or list(before) == list(after):
            return None
        steps = weights(after)
        often = {step: self._compared.get((len(after), d), 0) for d, step in enumerate(steps)}
        bits = sorted(steps, key=lambda step: (-often[step], step))
        block = self.target.block_shape
        held = max(0, len(bits) - block.lane_bits - block.warp_bits)
        return shared_out(after, bits[:held], bits[held:], block)

    def _sweep(self, steps: list[Step]) -> bool:
        """Let every op carry what is known; returns whether anything was new."""
        before = len(self.layouts)
        for op, rule, made in steps:
            if not made or not all(value in self.layouts for value in made):
                rule(self, op)
        return len(self.layouts) > before

    def _carry(self, ops: Sequence[ir.Operation]) -> bool:
        """Give what loops carry the layout that it is combined in, if they have none; returns whether any got one."""
        before = len(self.layouts)
        for op in ops:
            for region in op.regions if op.name in ("scf.for", "scf.while") else ():
                for value in region.blocks[0].arguments:
                    if isinstance(value.type, ir.RankedTensorType) and value not in self.layouts:
                        self.set(value, self._combined_in(value))
        return len(self.layouts) > before

    def _combined_in(self, value: ir.Value) -> Layout | None:
        """The layout of what is made of ``value`` element by element, or that is reduced beside it."""
        shape, pending, seen = value.type.shape, [value], {value}
        while pending:
            for use in pending.pop(0).uses:
                op = use.owner.operation
                if op.name not in ("linalg.generic", "linalg.reduce"):
                    continue
                for other in op.results if op.name == "linalg.generic" else op.operands:
                    if other.type.shape == shape and other not in seen:
                        if (layout := self.get(other)) is not None:
                            return layout
                        seen.add(other)
                        pending += [other] if op.name == "linalg.generic" else []
        return None

    def set(self, value: ir.Value, layout: Layout | None) -> None:
        """``value`` has ``layout``, unless it has one already."""
        if layout is not None:
            self.layouts.setdefault(value, layout)

    def get(self, value: ir.Value) -> Layout | None:
        """The layout of ``value`` as far as it is known."""
        return self.layouts.get(value)


def _made(op: ir.Operation) -> tuple[ir.Value, ...]:
    """The values whose layouts the rule of ``op`` finds; none where it finds those of others, too, as of loops."""
    return () if op.name.startswith("scf.") else tuple(op.results)


def _check(op: ir.Operation, value: ir.Value) -> None:
    """Refuse a tensor whose elements no bits of registers, lanes and warps count, too many or too wide ones."""
    if not isinstance(value.type, ir.RankedTensorType) or op.name == "tensor.extract_slice":
        return
    if not all(is_power_of_two(n) for n in value.type.shape):
        raise LoweringError(op, f"makes a {value.type}: extents must be powers of two on a GPU")
    if (count := prod(value.type.shape)) > LARGEST:
        raise LoweringError(op, f"makes a block of {count} elements: blocks on GPUs have at most {LARGEST}")
    element = value.type.element_type
    if isinstance(element, ir.IntegerType) and element.width > WIDEST_ELEMENT:
        raise LoweringError(
            op, f"makes a block of {element}: elements on GPUs have at most {WIDEST_ELEMENT} bits"
        )


def _to_tensor(a: Assignment, op: ir.Operation) -> None:
    a.set(op.result, a.get(root_of(op.operands[0])))


def _copy(a: Assignment, op: ir.Operation) -> None:
    """A buffer has the layout in which it is best filled."""
    source, target = op.operands[0], root_of(op.operands[1])
    if a.get(target) is not None:
        return
    part = part_of(op, source)
    if isinstance(part.root, View):
        shape, loop = tuple(target.type.shape), next((o for o in ops_around(op) if o.name == PARALLEL), None)
        rows = a.accesses.of_rows(loop, part.root)
        if part.root.shape == shape:
            a.set(target, a.accesses.preferred(part.root))
        else:
            a.set(target, rows if rows and rows.shape == shape else a.accesses.default(shape))


def _materialize(a: Assignment, op: ir.Operation) -> None:
    target = root_of(op.operands[1])
    if isinstance(target.owner, ir.Operation | ir.OpView) and target.owner.name.startswith("memref.alloc"):
        a.set(target, a.get(op.operands[0]))


def _memref_store(a: Assignment, op: ir.Operation) -> None:
    """A buffer that is filled element by element has the layout of what the loop reads."""
    target = root_of(op.operands[1])
    loop = op.parent.operation
    while loop.name not in ("scf.parallel", "func.func"):
        loop = loop.parent.operation
    shape = list(target.type.shape) if isinstance(target.type, ir.MemRefType) else None
    if a.get(target) is not None:
        return
    if loop.name == "scf.parallel" and (layout := a.accesses.grouped(loop)) is not None:
        a.set(target, layout)
    for inner in all_ops(loop, {"tensor.extract"}) if loop.name == "scf.parallel" else ():
        source = inner.operands[0]
        if list(source.type.shape) == shape and a.get(source):
            a.set(target, a.get(source))


def _generic(a: Assignment, op: ir.Operation) -> None:
    count = op.attributes["operandSegmentSizes"][0]
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    dims = len(op.attributes["iterator_types"])
    inputs = list(zip(list(op.operands)[:count], maps, strict=False))
    if len(inputs) > 1 and _is_spread(op):
        inputs.sort(key=lambda one: not _is_reduced(one[0]))
    for operand, map_ in inputs:
        layout = a.get(operand)
        if layout is not None and (places := covering(map_)) is not None:
            space = layout.transposed([places.index(d) for d in range(dims)])
            for result, out in zip(op.results, maps[count:], strict=True):
                places = [e.position for e in out.results]
                a.set(result, space.projected(places, result.type.shape))
            return


def _is_reduced(value: ir.Value) -> bool:
    """Whether ``value`` is what a reduction leaves, or computed from that alone, but for scalars."""
    op = owner_of(value)
    while op is not None and op.name == "linalg.generic":
        inputs = [v for v in list(op.operands)[:-1] if made_by(v, "linalg.fill", "arith.constant") is None]
        op = owner_of(inputs[0]) if len(inputs) == 1 and inputs[0].type == value.type else None
    return op is not None and op.name == "linalg.reduce"


def _is_spread(op: ir.Operation) -> bool:
    """Whether what ``op`` makes goes element by element into an op of more dimensions."""

    def users(op: ir.Operation) -> Iterator[ir.Operation]:
        users = (use.owner.operation for result in op.results for use in result.uses)
        return (user for user in users if user.name == "linalg.generic")

    rank = len(op.attributes["iterator_types"])
    return any(len(one.attributes["iterator_types"]) > rank for one in reached(users(op), users))


def covering(map_: ir.AffineMap) -> list[int] | None:
    """The iteration's dimension that indexes each of an operand's; None where these do not cover all, once."""
    places = [e.position for e in map_.results if isinstance(e, ir.AffineDimExpr)]
    return places if len(places) == len(map_.results) and sorted(places) == list(range(map_.n_dims)) else None


def _reduce(a: Assignment, op: ir.Operation) -> None:
    source = next(filter(None, map(a.get, list(op.operands)[: len(op.results)])), None)
    source = source or a.accesses.default(op.operands[0].type.shape)
    for result in op.results:
        a.set(result, source.without(op.attributes["dimensions"]))


def _moved(a: Assignment, op: ir.Operation) -> None:
    """What only moves elements has the layout of its operand, moved so; an insertion may have that of the whole."""
    if layout := a.get(op.operands[0]):
        match op.name:
            case "linalg.transpose":
                a.set(op.result, layout.transposed(list(op.attributes["permutation"])))
            case "tensor.extract_slice" if is_static(op):
                a.set(op.result, extracted(op).part(layout))
            case "tensor.insert_slice" if is_static(op):
                a.set(op.result, inserted(op).lifted(layout))
            case "tensor.expand_shape" | "tensor.collapse_shape":
                a.set(op.result, a.network(op) or layout.reshaped(op.result.type.shape))
    if op.name == "tensor.insert_slice" and (layout := a.get(op.operands[1])):
        a.set(op.result, layout.compact)


def _product(a: Assignment, op: ir.Operation) -> None:
    shape = op.results[0].type.shape
    plan = dot_plan.plan_of(op, a.target)
    a.set(op.results[0], plan.fragments.accumulator() if plan else tiled(shape, a.target.block_shape))


def _for(a: Assignment, op: ir.Operation) -> None:
    if "tt.scan" in op.attributes:
        return _scan(a, op)
    block = op.regions[0].blocks[0]
    yields = terminator(block).operands
    inits, arguments = list(op.operands)[3:], list(block.arguments)[1:]
    for same in zip(yields, inits, arguments, op.results, strict=True):
        _unify(a, same)


def _scan(a: Assignment, op: ir.Operation) -> None:
    slices = [o for o in op.regions[0].blocks[0].operations if o.operation.name == "tensor.extract_slice"]
    layout = next(filter(None, (a.get(o.operation.operands[0]) for o in slices)), None)
    for result in list(op.results)[len(op.results) // 2 :]:
        a.set(result, layout.compact if layout else a.accesses.default(result.type.shape))


def _while(a: Assignment, op: ir.Operation) -> None:
    before, after = (region.blocks[0] for region in op.regions)
    condition, again = (terminator(b).operands for b in (before, after))
    for same in zip(again, op.operands, before.arguments, strict=True):
        _unify(a, same)
    for same in zip(list(condition)[1:], after.arguments, op.results, strict=True):
        _unify(a, same)


def _if(a: Assignment, op: ir.Operation) -> None:
    ends = [terminator(r.blocks[0]) for r in op.regions if r.blocks]
    for same in zip_longest(*(end.operands for end in ends), op.results):
        _unify(a, same)


def _unify(a: Assignment, values: Sequence[ir.Value]) -> None:
    """All of ``values`` but those that have a layout already get that of the first one that has."""
    if not isinstance(values[0].type, ir.RankedTensorType):
        return
    layout = next(filter(None, map(a.get, values)), None)
    for value in values:
        if isinstance(value.owner, ir.Block) or value.owner.operation.name.startswith("scf."):
            a.set(value, layout)


#: products, and what hands their layouts on before those of accesses are known
_PROPAGATE = ("linalg.matmul", "linalg.batch_matmul", "linalg.generic", "scf.for", "scf.while", "scf.if")
_RULES: dict[str, Callable[[Assignment, ir.Operation], None]] = {
    "bufferization.to_tensor": _to_tensor,
    "bufferization.materialize_in_destination": _materialize,
    "memref.copy": _copy,
    "memref.store": _memref_store,
    "linalg.generic": _generic,
    "linalg.reduce": _reduce,
    "linalg.transpose": _moved,
    "linalg.matmul": _product,
    "linalg.batch_matmul": _product,
    "tensor.expand_shape": _moved,
    "tensor.collapse_shape": _moved,
    "tensor.extract_slice": _moved,
    "tensor.insert_slice": _moved,
    "scf.for": _for,
    "scf.while": _while,
    "scf.if": _if,
}
