"""In which layouts threads hold what a function computes: its ops one by one, as `distribute-tensors` rewrites them.

Of an `Assignment` most tensors have their layouts.  What this adds are those of tensors that it knows none of, those of
the blocks that ops reduce, scan, walk and store, and what differs from what was asked for: a sum has what is left of
the block that was reduced, a buffer that an `scf.parallel` wrote has the layout of the block that the loop walked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from triton_shared.codegen.simt.analysis.views import ALLOCATIONS, root_of
from triton_shared.codegen.simt.build.control_flow import only_fills_fresh
from triton_shared.codegen.simt.build.emitter import LOOPS
from triton_shared.codegen.simt.layouts import dot_plan
from triton_shared.codegen.simt.layouts.access_layouts import TOGETHER
from triton_shared.codegen.simt.layouts.layout_assignment import Assignment
from triton_shared.codegen.simt.layouts.linear_layout import Layout, blocked
from triton_shared.codegen.simt.layouts.named_layouts import (
    NamedLayouts,
    Place,
    Subject,
    stored_block,
    subjects,
)
from triton_shared.codegen.simt.layouts.slices import extracted, is_static
from triton_shared.codegen.simt.layouts.spaces import (
    PARALLEL,
    Space,
    is_sequential,
    is_updated_elsewhere,
    walked,
    written_layout,
)
from triton_shared.codegen.simt.lower import extract_slice
from triton_shared.codegen.simt.lower import scan as scans
from triton_shared.codegen.simt.lower.elementwise import is_computed_anywhere
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


class HeldLayouts:
    """The layouts of ``function``, as far as ``given`` does not name them, by ``assignment``.

    Attributes:
        named: all of them.
        tensors: those of the tensors so far; None for one that is computed in whatever layout is wanted.
        buffers: the same of what buffers hold by now.
        fresh: buffers that nothing has been written to.
        places: by op, the values of which it names the layouts, by where its attribute has them.
    """

    def __init__(self, function: ir.Operation, assignment: Assignment, given: NamedLayouts):
        self.assignment, self.given, self.named = assignment, given, NamedLayouts()
        self.tensors: dict[ir.Value, Layout | None] = {}
        self.buffers: dict[ir.Value, Layout | None] = {}
        self.fresh: set[ir.Value] = set()
        self.places: dict[ir.Operation, dict[Place, ir.Value]] = {}
        self.walk(function.regions[0].blocks[0])

    def walk(self, block: ir.Block) -> None:
        """Note the layouts of the ops of ``block``."""
        for view in block.operations:
            op = view.operation
            rule = _RULES.get(op.name)
            if rule is not None:
                rule(self, op)
            elif not effects.only_computes(op):
                self.write(op)
            self._note_results(op)

    def _note_results(self, op: ir.Operation) -> None:
        """Name what ``op`` makes: where no rule did, in the layout that it would have if it were held."""
        if op in self.named.own or not any(isinstance(v.type, ir.ShapedType) for v in op.results):
            return
        for place, subject in subjects(op):
            if subject.values:
                value = subject.values[0]
                self.named.note(op, subject, self.tensors.get(value) or self.of(value))
                self.places.setdefault(op, {})[place] = value

    # Layouts

    def of(self, value: ir.Value) -> Layout:
        """The layout that was asked for of ``value``."""
        return self.given.values.get(value) or self.assignment.of(value)

    def layout(self, value: ir.Value) -> Layout:
        """The layout in which ``value`` is held, or would be."""
        return self.tensors.get(value) or self.of(value)

    def is_lazy(self, value: ir.Value) -> bool:
        """Whether the tensor ``value`` is computed in whatever layout is wanted."""
        return self.tensors.get(value) is None

    def hold(self, value: ir.Value, layout: Layout) -> None:
        """The tensor ``value`` is held, in ``layout`` if it has no other one."""
        self.tensors[value] = self.given.values.get(value) or layout

    def lazy(self, value: ir.Value) -> None:
        """The tensor ``value``, if it is one, is computed in whatever layout is wanted."""
        if isinstance(value.type, ir.RankedTensorType):
            self.tensors[value] = None

    def own(self, op: ir.Operation, layout: Layout) -> Layout:
        """The layout of the block of its own that ``op`` has: ``layout``, if it has no other one."""
        layout = self.given.own.get(op) or layout
        self.named.note(op, Subject(layout.shape), layout)
        return layout

    # Buffers

    def written(self, op: ir.Operation) -> list[ir.Value]:
        """The buffers made outside of ``op`` that it, or an op inside of it, writes to."""
        inner = (op, *all_ops(op)) if op.regions else (op,)
        roots = (root_of(target) for one in inner for target in effects.written(one))
        return [root for root in dict.fromkeys(roots) if root in self.buffers]

    def write(self, op: ir.Operation) -> None:
        """The buffers that ``op`` writes to have their own layouts."""
        self.assign(self.written(op))

    def assign(self, buffers: Iterable[ir.Value]) -> None:
        """``buffers`` have their own layouts."""
        for buffer in buffers:
            self.buffers[buffer] = self.of(buffer)
            self.fresh.discard(buffer)

    @contextmanager
    def region(self) -> Iterator[None]:
        """What changes in buffers meanwhile is seen nowhere else."""
        buffers, fresh = dict(self.buffers), set(self.fresh)
        yield
        self.buffers, self.fresh = buffers, fresh


def _allocate(h: HeldLayouts, op: ir.Operation) -> None:
    h.buffers[op.result] = None
    h.fresh.add(op.result)


def _fill(h: HeldLayouts, op: ir.Operation) -> None:
    target = op.operands[1]
    if op.results:
        h.lazy(op.results[0])
    elif target in h.buffers:
        h.buffers[target] = None
        h.fresh.discard(target)
    else:
        h.write(op)


def _to_tensor(h: HeldLayouts, op: ir.Operation) -> None:
    layout = h.buffers.get(op.operands[0])
    if layout is None:
        h.lazy(op.result)
    else:
        h.hold(op.result, layout)


def _computed(h: HeldLayouts, op: ir.Operation) -> None:
    if not op.results:
        return h.write(op)
    anywhere = is_computed_anywhere(op, h.is_lazy)
    for result in op.results:
        if isinstance(result.type, ir.RankedTensorType):
            h.tensors[result] = None if anywhere else h.of(result)


def _reshape(h: HeldLayouts, op: ir.Operation) -> None:
    held = h.tensors.get(op.operands[0])
    if held is None:
        return h.lazy(op.result)
    asked = h.assignment.get(op.result)
    same = held.reshaped(op.result.type.shape)
    h.hold(op.result, same if asked is None or asked.reg == same.reg else asked)


def _extract_slice(h: HeldLayouts, op: ir.Operation) -> None:
    held = h.tensors.get(op.operands[0])
    if held is None or not is_static(op):
        h.lazy(op.result)
    elif op.result.type.shape == op.operands[0].type.shape:
        h.hold(op.result, held)
    else:
        h.hold(op.result, extract_slice.layouts_of(held, extracted(op))[1])


def _reduce(h: HeldLayouts, op: ir.Operation) -> None:
    inputs = list(op.operands)[: len(op.results)]
    source = next((v for v in inputs if h.assignment.get(v) is not None), inputs[0])
    space = h.own(op, h.layout(source).compact)
    for result in op.results:
        h.tensors[result] = space.reduced(list(op.attributes["dimensions"]))


def _product(h: HeldLayouts, op: ir.Operation) -> None:
    result = op.results[0]
    plan = dot_plan.plan_of(op, h.assignment.target)
    h.hold(result, plan.fragments.accumulator() if plan else h.of(result).compact)


def _for(h: HeldLayouts, op: ir.Operation) -> None:
    if (scan := scans.read(op)) is not None:
        return _scan(h, op, scan)
    _control_flow(h, op)


def _control_flow(h: HeldLayouts, op: ir.Operation) -> None:
    """What ``op`` carries has the layouts that were asked for of its results, and of what comes before a condition."""
    blocks = [region.blocks[0] for region in op.regions if region.blocks]
    if op.name == "scf.if" and only_fills_fresh(op, h.fresh):
        return h.walk(blocks[0])
    written = h.written(op)
    for _, subject in subjects(op):
        h.tensors.update(dict.fromkeys(subject.values, h.of(subject.values[0])))
    for block in blocks:
        with h.region():
            if op.name in LOOPS:
                h.assign(written)
            h.walk(block)
    h.assign(written)


def _scan(h: HeldLayouts, op: ir.Operation, scan: scans.Scan) -> None:
    known = next(filter(None, map(h.assignment.get, scan.sources)), None)
    if known is None or not scans.tells_apart(known, scan.axis):
        known = h.assignment.accesses.default(scan.sources[0].type.shape)
    layout = h.own(op, known.compact)
    for result in list(op.results)[len(scan.sources) :]:
        h.tensors[result] = layout


def _parallel(h: HeldLayouts, op: ir.Operation) -> None:
    written = h.written(op)
    found = None if is_sequential(op) else walked(op)
    with h.region():
        h.walk(op.regions[0].blocks[0])
    h.assign(written)
    if found is None:
        return
    space = h.own(op, _space_layout(h, op, found))
    for buffer in written:
        if not is_updated_elsewhere(op, found.dims, buffer):
            h.buffers[buffer] = written_layout(op, space, found.dims, buffer).compact


def _space_layout(h: HeldLayouts, op: ir.Operation, found: Space) -> Layout:
    if found.value is None:
        return blocked(found.shape, h.assignment.target.block_shape)
    layout, best = h.layout(found.value).compact, h.assignment.accesses.grouped(op)
    if best is not None and layout.neighbours(dim := op.attributes[TOGETHER][0]) < best.neighbours(dim):
        return best.compact
    if found.without:
        return layout.without(found.without)
    return h.assignment.accesses.moved_rows(op, layout).compact


def _store(h: HeldLayouts, op: ir.Operation) -> None:
    if (stored := stored_block(op)) is None:
        return h.write(op)
    value, view = stored
    h.own(op, h.assignment.accesses.stored(view, h.layout(value)))


_RULES: dict[str, Callable[[HeldLayouts, ir.Operation], None]] = {
    **dict.fromkeys(ALLOCATIONS, _allocate),
    "linalg.fill": _fill,
    "bufferization.to_tensor": _to_tensor,
    "linalg.generic": _computed,
    "arith.select": _computed,
    "linalg.transpose": _computed,
    "linalg.broadcast": _computed,
    "tensor.expand_shape": _reshape,
    "tensor.collapse_shape": _reshape,
    "tensor.extract_slice": _extract_slice,
    "tensor.insert_slice": _computed,
    "linalg.reduce": _reduce,
    "linalg.matmul": _product,
    "linalg.batch_matmul": _product,
    "scf.for": _for,
    "scf.while": _control_flow,
    "scf.if": _control_flow,
    PARALLEL: _parallel,
    "memref.copy": _store,
    "bufferization.materialize_in_destination": _store,
}
