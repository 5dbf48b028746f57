"""Put a loop over the grid around the body of each kernel.

::

    func.func @k(…, %gridX … %pidZ: i32) {           func.func @k(…, %gridX: i32, %gridY: i32, %gridZ: i32) {
      (the body)                                       scf.parallel (%x, %y, %z) = (0, 0, 0) to (%gridX, …) {
      return                                  ->         %pidX = arith.index_cast %x : index to i32 …
    }                                                    (the body)
                                                       }
                                                       return

``program=parallel`` makes an ``scf.parallel``, ``forall`` an ``scf.forall``; for others the pass changes nothing.  A
body that returns from its midst stands in an ``scf.execute_region``.  The pass promises that kernels end with the grid
alone.  The body is moved as it is: nothing of a program stands outside of the loop, where programs would share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from triton_shared.conversions.kernel_abi import GRID, PLACE
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Index, at, build, indices, integer, segments, static
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

#: where a loop has a program: before an op, and what counts x, y and z
Place: TypeAlias = tuple[ir.Operation, Sequence[ir.Value]]


def run(module: ir.Operation, program: str = "arguments") -> None:
    """Run the pass on ``module``."""
    if program in LOOPS:
        with module.context:
            for function in filter(is_kernel, all_ops(module, {"func.func"})):
                walk(function, LOOPS[program])


def is_kernel(function: ir.Operation) -> bool:
    """Whether programs are launched as ``function``."""
    return "sym_visibility" not in function.attributes and len(function.regions[0].blocks) > 0


def _parallel(ends: Sequence[ir.Value]) -> Place:
    zeros, ones = ([build.value(n)] * 3 for n in (0, 1))
    sizes = {"operandSegmentSizes": segments(zeros, ends, ones, [])}
    loop = build.op("scf.parallel", (), [*zeros, *ends, *ones], sizes, regions=1)
    build.region(loop.regions[0], [build.index] * 3, lambda *_: (), "scf.reduce")
    return _inside(loop)


def _forall(ends: Sequence[ir.Value]) -> Place:
    return _inside(forall(ends))


def forall(ends: Sequence[Index]) -> ir.Operation:
    """An empty ``scf.forall`` over all below ``ends``."""
    attributes = {
        "staticLowerBound": indices([0] * len(ends)),
        "staticUpperBound": indices([static(end) for end in ends]),
        "staticStep": indices([1] * len(ends)),
    }
    dynamic = [end for end in ends if isinstance(end, ir.Value)]
    attributes["operandSegmentSizes"] = segments([], dynamic, [], [])
    loop = build.op("scf.forall", (), dynamic, attributes, regions=1)
    body = loop.regions[0].blocks.append(*[build.index] * len(ends), arg_locs=[loop.location] * len(ends))
    with ir.InsertionPoint(body):
        build.op("scf.forall.in_parallel", (), (), regions=1).regions[0].blocks.append()
    return loop


def _inside(loop: ir.Operation) -> Place:
    block = loop.regions[0].blocks[0]
    return terminator(block), list(block.arguments)


#: what ``program`` says -> what makes an empty loop over all below the ends
LOOPS: dict[str, Callable[[Sequence[ir.Value]], Place]] = {"parallel": _parallel, "forall": _forall}


def walk(function: ir.Operation, loop_below: Callable[[Sequence[ir.Value]], Place]) -> None:
    """Put the body of the kernel ``function`` into a loop, whose counters are the program's place.

    ``loop_below(ends)`` makes it, and says where.
    """
    if ir.FunctionType(function.attributes["function_type"].value).results:
        raise LoweringError(function, "returns values: no loop over the grid may be around such a kernel")
    entry, *others = function.regions[0].blocks
    body = [op.operation for op in entry.operations]
    told = list(entry.arguments)[-len(GRID + PLACE) :]
    grid, place = told[: len(GRID)], told[len(GRID) :]
    with ir.InsertionPoint(body[0]), function.location:
        end, counters = loop_below([build.one("arith.index_cast", build.index, n) for n in grid])
    with ir.InsertionPoint(end), function.location:
        for old, counter in zip(place, counters, strict=True):
            old.replace_all_uses_with(build.one("arith.index_cast", integer(32), counter))
    if others:
        _move_blocks(body, others, end)
    else:
        for op in body[:-1]:
            op.move_before(end)
    _drop_place(function)


def _move_blocks(body: Sequence[ir.Operation], others: Sequence[ir.Block], end: ir.Operation) -> None:
    """Move ``body``, which branches to ``others``, into a region before ``end``.

    A return goes to its last block, which leaves it: bufferization asks for regions with one end.
    """
    with at(body[-1]):
        build.op("func.return", (), ())
    with ir.InsertionPoint(end), body[0].location:
        region = build.op("scf.execute_region", (), (), regions=1).regions[0]
    first = region.blocks.append()
    for op in body:
        first.append(op)
    for block in others:
        block.append_to(region)
    last = region.blocks.append()
    for block in list(region.blocks)[:-1]:
        leave = terminator(block)
        if leave.name == "func.return":
            with at(leave):
                ir.Operation.create("cf.br", successors=[last])
            leave.erase()
    with ir.InsertionPoint(last), body[0].location:
        build.op("scf.yield", (), ())


def _drop_place(function: ir.Operation) -> None:
    """The kernel ``function`` is not told its place any more."""
    entry, type_ = function.regions[0].blocks[0], ir.FunctionType(function.attributes["function_type"].value)
    for _ in PLACE:
        entry.erase_argument(len(entry.arguments) - 1)
    kept = slice(None, -len(PLACE))
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(type_.inputs[kept], []))
    if "arg_attrs" in function.attributes:
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(list(function.attributes["arg_attrs"])[kept])
