"""An accumulator is filled in the first iteration of the loop around its product, and stored in the last one.

    linalg.fill ins(%zero) outs(%acc)
    scf.for %k = %lo to %hi step %s {
      linalg.matmul ins(%a, %b) outs(%acc)
    }
    memref.copy %acc[0][%n], %out[0][%n]

becomes

    scf.if %lo >= %hi { linalg.fill ins(%zero) outs(%acc) }
    %stored = scf.for %k = %lo to %hi step %s iter_args(%false) {
      scf.if %k == %lo { linalg.fill ins(%zero) outs(%acc) }
      %direct = %hi - %k <= %s, %n is all of %out, and %out has no byte in common with %a and %b
      linalg.matmul ins(%a, %b) outs(%acc)
      scf.if %direct { memref.copy %acc, %out {tts.last_read} }
      scf.yield %direct
    }
    scf.if %stored {} else { memref.copy %acc[0][%n], %out[0][%n] }

so that tiles of the product start from what fills them, and go to memory from registers (`tile_products.py`).  In place
of the copy there may be an op that computes each element of %out from that of %acc, such as a conversion.  Without a
loop what stores the accumulator moves next to the product.  Launches that write more than caches hold store as before,
past the caches (`stream_stores.py`).

Promise: what stores the accumulator moves only past ops that touch no memory but buffers of the kernel.  `LAST_READ`
says that nothing reads the accumulator afterwards before it is filled again.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.expand_functions import EXPANSIONS
from triton_shared.codegen.cpu.pack_products import PRODUCT
from triton_shared.codegen.cpu.stream_stores import STREAMED, programs_of
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.move_blocks import bytes_of
from triton_shared.codegen.memory.tested_stores import Span
from triton_shared.codegen.memory.uses import is_local, is_outside, users, writes_local
from triton_shared.codegen.nests.body import body_ops, has_vector_form
from triton_shared.codegen.nests.nest import READERS, Access, nest_of
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir import effects
from triton_shared.ir.builder import Builder, Condition, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ancestor_in, block_of, function_of, made_by, terminator
from triton_shared.mlir import ir

#: marks what stores a buffer that nothing reads afterwards
LAST_READ = "tts.last_read"
#: ops that are repeated for each vector of a tile
MOST_OPS = 4


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in [op for op in all_ops(function) if op.name in PRODUCTS or PRODUCT in op.attributes]:
        _sink(op)


def _sink(product: ir.Operation) -> None:
    """Move what fills and stores the accumulator of ``product`` next to it, if that is all of its uses."""
    loop, acc = product.parent.operation, product.operands[len(product.operands) - 1]
    is_counted = loop.name == "scf.for" and "unsignedCmp" not in loop.attributes
    if made_by(acc, "memref.alloc") is None or any(op is None for op in users(acc)):
        return
    if not _sink_to(product, product) and is_counted:
        _sink_to(loop, product)


def _sink_to(anchor: ir.Operation, product: ir.Operation) -> bool:
    """Do that for the ops in the block of ``anchor``, which is ``product`` or the loop around it; whether any moved."""
    acc = product.operands[len(product.operands) - 1]
    touching = list(users(acc))
    homes = [(home, op) for op in touching if (home := ancestor_in(anchor.block, op)) is not None]
    if [op for home, op in homes if home == anchor] != [product]:
        return False
    before, after = (
        [op for op in part if any(op == home for home, _ in homes) and not effects.is_view(op)]
        for part in _sides(anchor)
    )
    fill = before[-1] if before and _fills(before[-1], acc) else None
    starts_anew = block_of(acc) == anchor.block or (fill is not None and len(before) == 1)
    is_whole_life = starts_anew and len(homes) == len(touching)
    stored = is_whole_life and len(after) == 1 and is_store(after[0], acc)
    if stored := stored and _can_sink(after[0], product, anchor):
        fired("sink-accumulators", "store")
        anchor = _into_last(after[0], product, anchor)
    if fill is not None and anchor != product:
        fired("sink-accumulators", "fill")
        _into_first(fill, product, anchor)
    return stored


def _sides(op: ir.Operation) -> tuple[list[ir.Operation], list[ir.Operation]]:
    """The ops of a block before and behind ``op``."""
    ops = [view.operation for view in op.block.operations]
    return ops[: ops.index(op)], ops[ops.index(op) + 1 :]


def _fills(op: ir.Operation, acc: ir.Value) -> bool:
    return op.name == "linalg.fill" and op.operands[1] == acc


def is_store(op: ir.Operation, acc: ir.Value) -> bool:
    """Whether ``op`` stores ``acc`` or few functions of its elements, which it reads alone, to rows of memory."""
    is_plain = op.name in READERS and not effects.of(op).orders
    if not is_plain or not is_outside(op.operands[len(op.operands) - 1]):
        return False
    nest = nest_of(Builder.before(op), op)
    dims = tuple(range(acc.type.rank))
    if [a.value for a in nest.inputs] != [acc] or any(a.dims != dims for a in nest.accesses):
        return False
    ops = body_ops(nest)
    cheap = len(ops) <= MOST_OPS and not any(one.name in {"linalg.index", *EXPANSIONS} for one in ops)
    from_input = len(nest.outputs) == 1 and not nest.uses_old(0) and not nest.members
    in_rows = strides_of(nest.outputs[0].value.type)[0][-1:] == [1]
    return from_input and cheap and in_rows and has_vector_form(nest)


def _can_sink(store: ir.Operation, product: ir.Operation, anchor: ir.Operation) -> bool:
    """Whether ``store``, of an accumulator, may be done right behind ``product``: `_sink` has the ``anchor``."""
    passed = _between(anchor, store) + ([] if anchor == product else _sides(product)[1][:-1])
    needed = _needed(store, anchor)
    pure = all(effects.only_computes(op) for op in needed)
    results = set(anchor.results)
    free = results.isdisjoint(v for op in [store, *all_ops(store), *needed] for v in op.operands)
    return pure and free and all(map(_is_private, passed))


def _is_private(op: ir.Operation) -> bool:
    """Whether ``op`` touches no memory but buffers of the kernel."""
    return all(writes_local(one) and all(map(is_local, effects.read(one))) for one in [op, *all_ops(op)])


def _between(first: ir.Operation, last: ir.Operation) -> list[ir.Operation]:
    """The ops of a block between two of them."""
    behind = _sides(first)[1]
    return behind[: behind.index(last)]


def _needed(store: ir.Operation, anchor: ir.Operation) -> list[ir.Operation]:
    """The ops between ``anchor`` and ``store`` of which the operands of ``store`` are made, in order."""
    needed = {store, *all_ops(store)}
    for op in reversed(_between(anchor, store)):
        if any(use.owner.operation in needed for result in op.results for use in result.uses):
            needed.add(op)
    return [op for op in _between(anchor, store) if op in needed]


def _into_last(store: ir.Operation, product: ir.Operation, anchor: ir.Operation) -> ir.Operation:
    """Do ``store`` behind ``product`` where it can be direct, in the last iteration if ``anchor`` is a loop around it.

    What it leaves undone is done in its place.  The loop becomes another one.
    """
    for op in _needed(store, anchor):
        op.move_before(anchor)
    direct, block = _direct(Builder.before(product), store, product, anchor)
    inside = Builder(ir.InsertionPoint.after(product), store.location)

    def stored() -> None:
        copy = store.clone(ip=inside.ip)
        copy.operands[0], copy.operands[1] = product.operands[len(product.operands) - 1], block
        copy.attributes[LAST_READ] = ir.UnitAttr.get()

    inside.branch(direct, stored)
    if anchor != product:
        anchor, direct = _carrying(anchor, inside.value(direct))
    b = Builder.before(store)
    b.branch(b.negated(direct), lambda: _clone(store, b))
    store.erase()
    return anchor


def _direct(
    b: Builder, store: ir.Operation, product: ir.Operation, anchor: ir.Operation
) -> tuple[Condition, ir.Value]:
    """Whether this is the last iteration, and all of a block may be written while ``product`` is done; the block."""
    direct: Condition = True
    if anchor != product:
        counter, (_, end, step) = anchor.regions[0].blocks[0].arguments[0], list(anchor.operands)[:3]
        direct = b.compare("ule", b.apply("arith.subi", end, counter), step)
    nest = nest_of(Builder.before(store), store)
    block = nest.outputs[0].value
    for window in {access.window for access in nest.accesses if access.window is not None}:
        for begin, size, extent in zip(window.begin, window.size, nest.extents, strict=True):
            direct = b.both(direct, b.both(b.compare("eq", begin, 0), b.compare("sge", size, extent)))
    function = function_of(store)
    if CpuTarget.of(function).streams:
        bytes_ = b.mul(programs_of(function), bytes_of(block.type))
        direct = b.both(direct, b.compare("ult", bytes_, STREAMED))
    written = _span(b, block)
    for read in dict.fromkeys(list(product.operands)[:-1]):
        if not is_local(read):
            direct = b.both(direct, written.is_apart_from(_span(b, read)))
    return direct, block


def _span(b: Builder, block: ir.Value) -> Span:
    return Span(b, Access(block, tuple(range(block.type.rank))))


def _carrying(loop: ir.Operation, value: ir.Value) -> tuple[ir.Operation, ir.Value]:
    """``loop`` anew, and what ``value`` is in its last iteration: false where it has none."""
    b = Builder.before(loop)
    types = [*(r.type for r in loop.results), value.type]
    operands = [*loop.operands, b.constant(value.type, 0)]
    new = b.op("scf.for", types, operands, dict(loop.attributes.items()), regions=1)
    loop.regions[0].blocks[0].append_to(new.regions[0])
    body = new.regions[0].blocks[0]
    body.add_argument(value.type, loop.location)
    end = terminator(body)
    Builder.before(end).op("scf.yield", (), [*end.operands, value])
    end.erase()
    for old, result in zip(loop.results, new.results, strict=False):
        old.replace_all_uses_with(result)
    loop.erase()
    return new, new.results[len(types) - 1]


def _clone(op: ir.Operation, b: Builder) -> None:
    op.clone(ip=b.ip)


def _into_first(fill: ir.Operation, product: ir.Operation, loop: ir.Operation) -> None:
    """Do ``fill`` before ``product`` in the first iteration of ``loop``; where there is none, before it."""
    b, around = Builder.before(product), Builder.before(loop)
    bounds = list(loop.operands)[:2]
    first = b.compare("eq", loop.regions[0].blocks[0].arguments[0], bounds[0])
    b.branch(first, lambda: _clone(fill, b))
    begin, end = (made_by(bound, "arith.constant") for bound in bounds)
    if begin is None or end is None or begin.attributes["value"].value >= end.attributes["value"].value:
        around.branch(around.compare("sge", *bounds), lambda: _clone(fill, around))
    fill.erase()
