"""Instrument a module of the shared form: each access tells the launch's log which bytes its program touches.

::

    memref.copy %view, %buffer      ->    func.call @triton_shared_visits(%pidX, %pidY, %pidZ, %text, 0, …)
                                          memref.copy %view, %buffer

    %old = memref.atomic_rmw …      ->    func.call @triton_shared_visits(…)   func.call @triton_shared_before(…)
                                          %old = memref.atomic_rmw …
                                          func.call @triton_shared_after(…)

A call has a box of elements, so a block costs one call.  Whether two programs touch the same byte, and one of them
writes it, is told from the log when the launch has ended (`triton_shared/runtime/checks/races.py`), so it does not
depend on the order in which they ran.  An atomic access whose order is not ``relaxed``, and a volatile load, stand
between `before` and `after`: what its program did before it is done before what another program does after one on the
same address that follows it.  Atomic accesses whose scope is a block of threads are plain ones between programs.

The pass changes no access.  Calls lack the record of the launch, which `--check-accesses` gives them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from triton_shared.conversions.check_accesses import DOES, element_box, touched
from triton_shared.conversions.checks_of_ops import is_echo
from triton_shared.conversions.runtime_calls import text_address
from triton_shared.conversions.touched_boxes import Box, Part, block_of, lane_of
from triton_shared.errors import place_near
from triton_shared.ir.builder import Index, at, build, declare, integer
from triton_shared.ir.walk import all_ops, function_of, ops_around
from triton_shared.mlir import ir

VISITS, BEFORE, AFTER = "triton_shared_visits", "triton_shared_before", "triton_shared_after"
#: what a visit is
READS, WRITES, UPDATES = 0, 1, 2
#: dimensions of a box that `VISITS` takes
_DIMS = 4
#: blocks that are moved as a whole, and the operand that is the program's own
_BLOCKS = {"memref.copy": 1, "linalg.broadcast": 1, "bufferization.materialize_in_destination": 0}
_KINDS = {"reads": READS, "writes": WRITES, "updates": UPDATES}


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in all_ops(module):
        if not is_echo(op.location) and (box := touched(op)):
            with at(op):
                _visit(op, box())


def _visit(op: ir.Operation, box: Box) -> None:
    if op.name in _BLOCKS:
        part = block_of(op.operands[_BLOCKS[op.name]])
        added = list(op.attributes["dimensions"]) if op.name == "linalg.broadcast" else []
        dims = [d for n, d in enumerate(part.dims) if n not in added]
        lanes = [_distance(part, d) for d in dims]
        _call(op, box, part.shape, part.lane([0] * len(part.dims)), lanes)
        return
    box, (shape, lane) = element_box(op, box), lane_of(op)
    _call(op, box, shape, lane, [])
    if _orders(op):
        _around(op, box, shape)


def _distance(part: Part, dim: int) -> int:
    """How many lanes apart neighbours along ``dim`` of a block are."""
    lanes = 1
    for size in part.shape[dim + 1 :]:
        lanes *= size
    return lanes


def _call(op: ir.Operation, box: Box, shape: Sequence[int], lane: Index, lanes: Sequence[int]) -> None:
    """One visit, or one for each index of those dimensions that a visit has no room for."""
    if len(box.sizes) > _DIMS:

        def each(index: Index, _: Sequence[ir.Value]) -> list[ir.Value]:
            inner = Box(
                box.argument, box.address, build.add(box.offset, build.mul(index, box.strides[0])),
                box.sizes[1:], box.strides[1:], box.width,
            )  # fmt: skip
            _call(op, inner, shape, build.add(lane, build.mul(index, lanes[0])), lanes[1:])
            return []

        build.loop(0, box.sizes[0], 1, [], each)
        return
    text = text_address(op, _described(op, box, shape, lanes[-1] if lanes else 0))
    steps = [build.mul(stride, box.width) for stride in box.strides]
    dims = [n for one in zip(box.sizes, steps, lanes, strict=True) for n in one]
    dims = [*[1, 0, 0] * (_DIMS - len(box.sizes)), *dims]
    _emit(op, VISITS, [text, _kind(op), box.argument, _place(box), box.width, lane, *dims])


def _place(box: Box) -> Index:
    """Bytes from where the argument points to; where no argument is known, the address."""
    place = build.mul(box.offset, box.width)
    return place if box.address is None else build.add(box.address, place)


def _kind(op: ir.Operation) -> int:
    """What the access is to other programs."""
    if _is_atomic(op):
        return UPDATES
    kind = _KINDS[DOES[op.name]]
    return WRITES if kind == UPDATES else kind


def _is_atomic(op: ir.Operation) -> bool:
    """Whether other programs see the access done as a whole; a volatile load is taken for one."""
    scope = op.attributes["tt.scope"].value if "tt.scope" in op.attributes else "gpu"
    if scope == "cta":
        return False
    if op.name in ("llvm.load", "llvm.store"):
        return "volatile_" in op.attributes or bool(
            "ordering" in op.attributes and op.attributes["ordering"].value
        )
    return DOES[op.name] == "updates"


def _orders(op: ir.Operation) -> bool:
    """Whether the access orders what its program does with what others do."""
    relaxed = "tt.sem" in op.attributes and op.attributes["tt.sem"].value == "relaxed"
    return _is_atomic(op) and not relaxed


def _around(op: ir.Operation, box: Box, shape: Sequence[int]) -> None:
    text = text_address(op, _described(op, box, shape, 0))
    place = build.value(_place(box))
    _emit(op, BEFORE, [text, UPDATES, box.argument, place])
    following = list(op.block.operations)
    next_ = next(o for n, o in enumerate(following) if following[n - 1].operation == op and n)
    with ir.InsertionPoint(next_), op.location:
        _emit(op, AFTER, [text, UPDATES, box.argument, place])


def _emit(op: ir.Operation, name: str, numbers: Sequence[Index]) -> None:
    """Call ``name`` of the runtime with the program's place and ``numbers``."""
    function = function_of(op)
    place = list(function.regions[0].blocks[0].arguments)[-3:]
    values = [*place, *(_as_i64(n) for n in numbers)]
    declare(op, name, ir.FunctionType.get([v.type for v in values], []))
    build.op("func.call", (), values, {"callee": ir.FlatSymbolRefAttr.get(name)})


def _as_i64(number: Index) -> ir.Value:
    if isinstance(number, ir.Value):
        return number if number.type != build.index else build.one("arith.index_cast", integer(64), number)
    return build.constant(integer(64), number)


def _described(op: ir.Operation, box: Box, shape: Sequence[int], step: int) -> str:
    """What reports say of the access, as JSON; ``step`` lanes lie between neighbours of a run."""
    file, line, column = place_near(op)
    guarded = any(o.name == "scf.if" and o.location == op.location for o in ops_around(op))
    told = {"file": file, "line": line, "column": column, "does": DOES[op.name], "block": list(shape)}
    return json.dumps({**told, "step": step, "masked": guarded, "argument": box.argument, "width": box.width})
