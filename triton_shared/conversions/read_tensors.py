"""Let loads be tensors of the memory itself, in place of copies into buffers.

::

    %buf = memref.alloc() : memref<64xf32>                %t = bufferization.to_tensor %view restrict
    memref.copy %view, %buf                       ->
    %t = bufferization.to_tensor %buf …

    scf.if %partial { linalg.fill … outs(%buf) }          %f = linalg.fill ins(%other) outs(tensor.empty)
    memref.copy %from, (subview of %buf)          ->      %k = bufferization.to_tensor %from restrict
    %t = bufferization.to_tensor %buf …                   %t = tensor.insert_slice %k into %f[%lo] [%n] [1]

With ``loads=tensors`` that is done where it may be: a tensor is a value, and whoever optimizes tensors reads it where
and as often as it likes.  The pass promises that nothing that is computed from a tensor of memory comes behind what may
write memory, or waits for who does, neither in the order of the program nor in an earlier iteration, but for the
write of what was computed; and that no such tensor is written as it is, to memory that may overlap.  Other loads stay
copies, and so do those in loops over segments and elements, and in functions that kernels call.
"""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.conversions.kernel_abi import FUNCTIONS
from triton_shared.conversions.movers import is_cut
from triton_shared.ir import effects
from triton_shared.ir.builder import at, build
from triton_shared.ir.walk import all_ops, ancestor_in, ops_around, owner_of
from triton_shared.mlir import ir

STORE, READ = "bufferization.materialize_in_destination", "bufferization.to_tensor"
#: what fills a buffer
FILLERS = ("linalg.fill", STORE, "memref.copy")


def run(module: ir.Operation, loads: str = "copies", pad: bool = False) -> None:
    """Run the pass on the kernels of ``module``."""
    if loads == "tensors":
        for function in all_ops(module, {"func.func"}):
            if "sym_visibility" not in function.attributes and function.regions[0].blocks:
                _read(function, pad)


def _read(function: ir.Operation, pad: bool) -> None:
    """Let the loads of a kernel be tensors where they may be; with ``pad`` not those that are cut."""
    program = all_ops(function)
    writes = [op for op in program if _writes(op)]
    found = [op for op in program if op.name == READ and _is_own(op.operands[0])]
    for op in [op for op in found if _is_stable(op, writes)]:
        fillers = _fillers(op)
        if fillers is not None and not (pad and any(map(_holds_cut, fillers))):
            _replace(op, fillers)


# What changes memory


def _writes(op: ir.Operation) -> bool:
    """Whether ``op`` may change memory that is not the program's own, or wait for who does."""
    if op.name == "func.call" and op.attributes["callee"].value in FUNCTIONS.values():
        return False  # it asks for the program's place
    row = effects.of(op)
    touched = [*effects.written(op), *(effects.read(op) if row.orders else ())]
    return row.anywhere or (row.orders and not touched) or not all(map(_is_own, touched))


def _is_own(view: ir.Value) -> bool:
    maker = owner_of(effects.root(view))
    return maker is not None and effects.of(maker).allocates


# Where a tensor of memory is as good as a copy


def _is_stable(read: ir.Operation, writes: list[ir.Operation]) -> bool:
    """Whether nothing that is computed from ``read`` comes behind a write."""
    users = _computed(read)
    return users is not None and not any(
        user != write and _may_precede(write, user) for user in users for write in writes
    )


def _may_precede(write: ir.Operation, op: ir.Operation) -> bool:
    """Whether ``write`` may be executed before ``op``: it stands before it, or is in a loop with it."""
    while (place := ancestor_in(op.block, write)) is None:
        op = op.parent.operation
        if op.name == "func.func":
            return True  # in another block of the function
    return place == op or place.is_before_in_block(op) or _is_in_loop(op)


def _is_in_loop(op: ir.Operation) -> bool:
    return any(around.name not in ("scf.if", "scf.execute_region") for around in ops_around(op))


def _computed(read: ir.Operation) -> set[ir.Operation] | None:
    """The ops that use what ``read`` gives, or what is computed from it; None where memory is stored as it is."""
    found: set[ir.Operation] = set()
    seen: set[tuple[ir.Value, bool]] = set()
    pending = [(read.results[0], True)]
    while pending:
        value, is_memory = pending.pop()
        if (value, is_memory) in seen:
            continue
        seen.add((value, is_memory))
        for use in value.uses:
            user = use.owner.operation
            if is_memory and user.name == STORE:
                return None
            found.add(user)
            row = effects.of(user)
            kept = (*row.views, *row.inits) if row.views else ()  # what is put in a tensor, and that tensor
            passes = use.operand_number in kept or row.hands_on
            around = user.parent.operation
            is_end = row.hands_on and not user.results
            following = (a for block in user.successors for a in block.arguments)
            given = [
                *(*user.results, *_arguments(user), *following),
                *((*around.results, *_arguments(around)) if is_end else ()),
            ]
            pending += [(v, is_memory and passes) for v in given]
    return found


def _arguments(op: ir.Operation) -> Iterator[ir.Value]:
    """What the regions of ``op`` are given."""
    return (argument for region in op.regions for block in region.blocks for argument in block.arguments)


# From copies to tensors


def _fillers(read: ir.Operation) -> list[ir.Operation] | None:
    """The ops of the block that fill the buffer of ``read``, in order; None where it is filled otherwise."""
    buffer = read.operands[0]
    found: dict[ir.Operation, None] = {}
    for user, _ in effects.uses(buffer):
        place = ancestor_in(read.block, user)
        if user == read or effects.is_view(user):
            continue
        if place is None or not _may_be_tensors(place, user):
            return None
        found[place] = None
    places = list(found)
    order = {op.operation: n for n, op in enumerate(read.block.operations)}
    return sorted(places, key=lambda op: order[op])


def _holds_cut(place: ir.Operation) -> bool:
    """Whether ``place`` is or holds a copy of a part of a block."""
    return any(is_cut(op) for op in (place, *all_ops(place)))


def _may_be_tensors(place: ir.Operation, user: ir.Operation) -> bool:
    """Whether `_filled` knows what to do for ``place``, which is or holds ``user``."""
    fills = user.name in ("linalg.fill", STORE)
    if user.name not in FILLERS or not _is_window(user.operands[1]) or (fills and _is_part(user.operands[1])):
        return False
    if place == user:
        return True
    if place.name != "scf.if" or user.parent.operation != place or place.results:
        return False
    around = [op.operation for op in user.block.operations]
    if [op for op in around if op.name in FILLERS] != [user] or len(place.regions[1].blocks):
        return False
    return not fills or all(v.owner not in around for v in user.operands)


def _is_part(view: ir.Value) -> bool:
    return view.owner.name != "memref.alloc"


def _is_window(view: ir.Value) -> bool:
    """Whether ``view`` is a buffer, or a window of one as it is, over all its dimensions."""
    owner = view.owner
    return owner.name == "memref.alloc" or (
        owner.name == "memref.subview"
        and owner.operands[0].owner.name == "memref.alloc"
        and view.type.rank == owner.operands[0].type.rank
    )


def _replace(read: ir.Operation, fillers: list[ir.Operation]) -> None:
    """Let tensors stand for what ``fillers`` leave in the buffer of ``read``."""
    buffer = read.operands[0]
    with at(fillers[0]):
        tensor = build.empty(read.results[0].type)
    first = tensor.owner
    for place in fillers:
        with at(place):
            tensor = _filled(place, tensor)
    read.results[0].replace_all_uses_with(tensor)
    if not any(first.results[0].uses):
        first.erase()
    for op in (read, *fillers):
        op.erase()
    for view in reversed([user for user, _ in effects.uses(buffer)]):
        view.erase()
    buffer.owner.erase()


def _filled(place: ir.Operation, before: ir.Value) -> ir.Value:
    """What a buffer that held ``before`` holds after ``place``."""
    if place.name != "scf.if":
        return _written(place, before)
    then = place.regions[0].blocks[0]
    filler = next(op.operation for op in then.operations if op.operation.name in FILLERS)
    if filler.name != "memref.copy":  # a buffer is filled where a mask asks for it, a tensor at all events
        return _written(filler, before)
    branch = build.op("scf.if", [before.type], [place.operands[0]], regions=2)
    for region, values in zip(
        branch.regions, (lambda: [_written(filler, before)], lambda: [before]), strict=True
    ):
        build.region(region, (), values, "scf.yield")
    first = branch.regions[0].blocks[0].operations[0].operation
    for op in list(then.operations):
        if op.operation != filler and op.operation.name != "scf.yield":
            op.operation.move_before(first)
    return branch.result


def _written(op: ir.Operation, before: ir.Value) -> ir.Value:
    """What ``before`` is after ``op``, which fills it, or copies memory to a window of it."""
    match op.name:
        case "linalg.fill":
            return build.fill(op.operands[0], before).result
        case "bufferization.materialize_in_destination":
            return op.operands[0]
    source, target = op.operands
    window = target.owner
    hints = {name: op.attributes[name] for name in op.attributes}
    type_ = ir.RankedTensorType.get(source.type.shape, source.type.element_type)
    piece = build.one(READ, type_, source, restrict=ir.UnitAttr.get(), **hints)
    shape = ir.RankedTensorType.get(target.type.shape, source.type.element_type)
    piece = build.convert("tensor.cast", piece, shape)
    if window.name == "memref.alloc":
        return piece
    attributes = {name: window.attributes[name] for name in window.attributes}
    lengths = list(attributes["operandSegmentSizes"])
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, *lengths])
    return build.op(
        "tensor.insert_slice", [before.type], [piece, before, *list(window.operands)[1:]], attributes
    ).result
