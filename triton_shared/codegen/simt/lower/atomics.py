"""Atomic ops, on global memory and on buffers that lie in shared memory.

    %old = memref.atomic_rmw addf %v, %view[%i] {tt.sem = "acq_rel", tt.scope = "gpu"}

becomes

    llvm.fence syncscope("device") release
    %old = llvm.atomicrmw fadd %p, %v syncscope("device") monotonic
    llvm.fence syncscope("device") acquire

The order and the scope are those that were asked for: `llvm` knows "cta" as ``block`` and "gpu" as ``device``.  LLVM's
PTX of an update has no order, so fences have it: one before and one after all elements of a block.  What one thread
releases for all is marked, so that it waits until the others have done what comes before (`insert_barriers.py`).
Neighbours that are added to are added to at once, by ``simt.atomic_add``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from triton_shared.codegen.simt.analysis.views import View, part_of
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import RELEASES
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.lower import buffers, scalars
from triton_shared.codegen.simt.memory.global_access import HINTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: LLVM's names of Triton's scopes; the whole system has none
SCOPES = {"cta": "block", "gpu": "device", "sys": ""}
#: LLVM's numbers of Triton's orders, and of the order when an exchange fails
ORDERS = {"relaxed": (2, 2), "acquire": (4, 4), "release": (5, 2), "acq_rel": (6, 4)}
#: LLVM's numbers of kinds of atomic updates, by the names that arith has for them
KINDS = {
    "assign": 0, "addi": 1, "andi": 3, "ori": 5, "xori": 6, "maxs": 7, "mins": 8, "maxu": 9, "minu": 10,
    "addf": 11, "maxnumf": 13, "minnumf": 14, "maximumf": 19, "minimumf": 20,
}  # fmt: skip


_RELEASING, _ACQUIRING = ("release", "acq_rel"), ("acquire", "acq_rel")
#: updates, whose order fences have
_UPDATES = {"memref.atomic_rmw", "llvm.atomicrmw"}

#: kinds that arith has by the same names
PLAIN = {"addf", "addi", "andi", "mulf", "muli", "ori", "xori"}


def _asked(op: ir.Operation) -> tuple[str, str]:
    """The order and the scope that ``op`` asks for: that of the order, and LLVM's name of the scope."""
    sem, scope = (
        op.attributes[f"tt.{name}"].value if f"tt.{name}" in op.attributes else default
        for name, default in (("sem", "acq_rel"), ("scope", "gpu"))
    )
    return sem, SCOPES[scope]


def attributes(
    op: ir.Operation, bytes_: int, sem: str | None = None, scope: str | None = None
) -> dict[str, ir.Attribute]:
    """The order, the scope and the alignment of ``op``, or of these, as the llvm dialect has them."""
    asked = _asked(op)
    sem, scope = asked[0] if sem is None else sem, asked[1] if scope is None else scope
    out = {"ordering": i64_attr(ORDERS[sem][0]), "alignment": i64_attr(bytes_)}
    return out | ({"syncscope": ir.StringAttr.get(scope)} if scope else {})


def rmw(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.atomic_rmw`; its result is what memory held."""
    value, memref, *indices = op.operands
    b, kind = context.b, _kind(str(op.attributes["kind"]))
    part = part_of(op, memref)
    stored = context.scalar(value)
    if isinstance(part.root, View):
        pointer, element = scalars.address(context, op, memref, indices)
        known = attributes(op, bytes_of(element), "relaxed")
    elif context.divergent is not None and part.root in context.divergent.regions:
        region = context.divergent.regions[part.root]
        pointer = shared_memory.element_at(b, region, [context.index(i) for i in indices])
        known = attributes(op, region.size, "relaxed", "block")
    else:
        return _in_buffer(context, op, kind, indices)
    if kind not in KINDS:
        raise LoweringError(op, f"updates memory by '{kind}', for which GPUs have no instruction")
    known |= {"bin_op": i64_attr(KINDS[kind])}
    if (width := scalars.aligned(context, op)) is not None:
        _add(context, op, pointer, stored, known, width)
    else:
        _update(context, op, pointer, stored, known)


def _add(
    context: LoweringContext,
    op: ir.Operation,
    pointer: ir.Value,
    value: ir.Value,
    known: dict[str, ir.Attribute],
    width: int,
) -> None:
    """Add ``value``, the registers of all neighbours that are treated together or one that all have, to memory.

    They are aligned to ``width`` of them, of which one instruction adds as many as it may; else it says what is
    ``known``.
    """
    b, element = context.b, value.type.element_type if isinstance(value.type, ir.VectorType) else value.type
    assert context.divergent is not None
    count, size = context.divergent.together, bytes_of(element)
    width = max(1, min(width, context.target.added_bytes.get(str(element), 0) // size))
    vector = value if value.type != element else b.collect([value] * count)
    for first in range(0, count, width):
        at = b.advance_elements(pointer, first, size)
        if width > 1:
            scope = {"scope": ir.StringAttr.get(_asked(op)[1])}
            b.op("simt.atomic_add", (), (b.take(vector, range(first, first + width)), at), scope)
        else:
            b.op("llvm.atomicrmw", (element,), (at, b.extract(vector, first)), known)


def _update(
    context: LoweringContext,
    op: ir.Operation,
    pointer: ir.Value,
    value: ir.Value,
    known: dict[str, ir.Attribute],
) -> None:
    """`llvm.atomicrmw` of ``value``, which says what is ``known``; by one thread, in the order that ``op`` asks for."""
    b, (order, scope) = context.b, _asked(op)
    known = known | _releases(context, order)

    def make() -> ir.Value:
        return b.op("llvm.atomicrmw", (value.type,), (pointer, value), known).result

    def in_order() -> ir.Value:
        with _fenced(context, [(order, scope)]):
            return make()

    emit = make if context.divergent is not None else in_order
    if any(True for _ in op.result.uses):
        context.scalars[op.result] = scalars.broadcast_from_thread0(context, op, value.type, emit)
    else:
        scalars.in_one_thread(context, emit)


def _fence(context: LoweringContext, order: str, scopes: list[str]) -> None:
    """One fence of the widest of ``scopes``, if there is any."""
    if scopes:
        scope = max(scopes, key=list(SCOPES.values()).index)
        known = {"ordering": i64_attr(ORDERS[order][0])}
        context.b.op("llvm.fence", (), (), known | ({"syncscope": ir.StringAttr.get(scope)} if scope else {}))


@contextmanager
def ordered(context: LoweringContext, op: ir.Operation) -> Iterator[None]:
    """Emit ``op``, of which each thread updates its own elements, between the fences that these updates ask for."""
    with _fenced(context, [_asked(update) for update in all_ops(op, _UPDATES) if _is_in_memory(update)]):
        yield


@contextmanager
def _fenced(context: LoweringContext, asked: Sequence[tuple[str, str]]) -> Iterator[None]:
    """Emit what asks for these orders and scopes between the fences that have them."""
    _fence(context, "release", [scope for order, scope in asked if order in _RELEASING])
    yield
    _fence(context, "acquire", [scope for order, scope in asked if order in _ACQUIRING])


def _is_in_memory(op: ir.Operation) -> bool:
    """Whether an update is of memory that others see, and not of a buffer."""
    return op.name != "memref.atomic_rmw" or isinstance(part_of(op, op.operands[1]).root, View)


def _releases(context: LoweringContext, order: str) -> dict[str, ir.Attribute]:
    """The mark of what one thread of all releases."""
    releases = context.divergent is None and order in _RELEASING
    return {RELEASES: ir.UnitAttr.get()} if releases else {}


def _in_buffer(context: LoweringContext, op: ir.Operation, kind: str, indices: Sequence[ir.Value]) -> None:
    """An update of a buffer that all threads make alike: of what each of them holds of it."""
    value, memref = op.operands[:2]
    if context.divergent is not None or kind not in PLAIN:
        raise LoweringError(op, "changes a buffer in a way that no GPU has")
    old = context.element_of(op, context.buffers[memref], memref.type, indices)
    new = context.b.apply(f"arith.{kind}", old, context.scalar(value))
    buffers.store_element(context, op, memref, indices, new)
    context.scalars[op.result] = old


def _kind(text: str) -> str:
    """The name of a kind of update, which prints as a number of arith's or as a name."""
    return _NUMBERED[int(text.split(":")[0])] if text.split(":")[0].strip().isdigit() else text


#: arith's kinds in the order of their numbers
_NUMBERED = (
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins", "minu",
    "mulf", "muli", "ori", "xori",
)  # fmt: skip


def exchange(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.cmpxchg`, whose result is read by `llvm.extractvalue`."""
    b = context.b
    operands = [context.scalar(v) for v in op.operands]
    type_ = operands[1].type
    known = attributes(op, bytes_of(type_))
    success = known.pop("ordering")
    failure = dict(ORDERS.values())[success.value]
    known |= {"success_ordering": success, "failure_ordering": i64_attr(failure)}
    known |= _releases(context, _asked(op)[0])

    def update() -> ir.Value:
        pair = b.op("llvm.cmpxchg", (op.result.type,), operands, known).result
        return b.one("llvm.extractvalue", type_, pair, position=ir.DenseI64ArrayAttr.get([0]))

    context.scalars[op.result] = scalars.broadcast_from_thread0(context, op, type_, update)


def extract_value(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.extractvalue`: what an exchange found, or whether it stored; of others, a part."""
    if str(context.scalar(op.operands[0]).type).startswith("!llvm.struct"):
        return context.copy(op)
    if list(op.attributes["position"]) != [0]:
        raise LoweringError(op, "asks whether an exchange has taken place")
    context.scalars[op.result] = context.scalars[op.operands[0]]


def update(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.atomicrmw`, a kind that memref lacks."""
    pointer, value = (context.scalar(v) for v in op.operands)
    known = attributes(op, bytes_of(value.type), "relaxed") | {"bin_op": op.attributes["bin_op"]}
    _update(context, op, pointer, value, known)


def load(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.load` that is volatile or atomic: by one thread, so that all see the same."""
    b, type_ = context.b, op.result.type
    pointer = context.scalar(op.operands[0])
    known = _ordered(op, bytes_of(type_))
    read = lambda: b.op("llvm.load", (type_,), (pointer,), known).result  # noqa: E731
    context.scalars[op.result] = scalars.broadcast_from_thread0(context, op, type_, read)


def store(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.store` with an order."""
    value, pointer = (context.scalar(v) for v in op.operands)
    known = _ordered(op, bytes_of(value.type))
    if "ordering" in known:
        known |= _releases(context, _asked(op)[0])
    scalars.in_one_thread(context, lambda: context.b.op("llvm.store", (), (value, pointer), known))


def _ordered(op: ir.Operation, bytes_: int) -> dict[str, ir.Attribute]:
    """The attributes of a load or a store; one that is atomic has the order and the scope it was asked for."""
    plain = {name: op.attributes[name] for name in (*HINTS, "volatile_", "ordering") if name in op.attributes}
    number = i64_attr(bytes_)
    if "ordering" not in op.attributes or not op.attributes["ordering"].value:
        return plain | {"alignment": number}
    wanted = attributes(op, bytes_)
    one_way = {"llvm.load": 4, "llvm.store": 5}[op.name]
    if wanted["ordering"].value == ORDERS["acq_rel"][0]:
        wanted["ordering"] = i64_attr(one_way)
    return plain | wanted


def fence(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.fence`: the threads synchronize."""
    context.require_convergent(op, "waits for all threads")
    context.b.barrier()


RULES = {
    "memref.atomic_rmw": rmw,
    "llvm.cmpxchg": exchange,
    "llvm.extractvalue": extract_value,
    "llvm.atomicrmw": update,
    "llvm.load": load,
    "llvm.store": store,
    "llvm.fence": fence,
}
