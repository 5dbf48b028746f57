"""Schedules of upstream's transform dialect, as plain functions of handles.

A schedule takes a handle of a module, calls the functions of this file, and is run by `apply`::

    def machine(module):
        products = match(module, "linalg.matmul")
        tile(products, (32, 32, 32))
        tile_on_cores(match(module, "linalg.generic"), (4,))

    apply(machine, module)

A handle stands for ops of the module, of which there may be none.  What a function takes is used up, and stands for
nothing any more, but for the module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from triton_shared.ir.builder import build, indices, segments
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

Handle: TypeAlias = ir.Value
#: what marks modules that hold schedules
HOLDS = "transform.with_named_sequence"
NAME = "triton_shared_schedule"


def match(root: Handle, *names: str, marked: str = "") -> Handle:
    """The ops inside ``root`` that are called as in ``names``, or all; with ``marked`` those with a unit attribute."""
    attributes: dict[str, ir.Attribute] = {}
    if names:
        attributes["ops"] = ir.ArrayAttr.get([ir.StringAttr.get(name) for name in names])
    if marked:
        attributes["op_attrs"] = ir.DictAttr.get({marked: ir.UnitAttr.get()})
    return build.op("transform.structured.match", [_any()], [root], attributes).result


def tile(ops: Handle, sizes: Sequence[int], order: Sequence[int] = ()) -> tuple[Handle, list[Handle]]:
    """Tile structured ``ops`` by ``sizes``, one for each loop, 0 for none: the tiles, and the ``scf.for`` around them.

    Loops stand in the ``order`` of these numbers, the outermost first; without it in that of the op.
    """
    loops = sum(size > 0 for size in sizes)
    attributes: dict[str, ir.Attribute] = {
        "static_sizes": indices(sizes),
        "scalable_sizes": ir.DenseBoolArrayAttr.get([False] * len(sizes)),
    }
    if order:
        attributes["interchange"] = indices(order)
    tiled = build.op("transform.structured.tile_using_for", [_any()] * (1 + loops), [ops], attributes)
    return tiled.results[0], list(tiled.results)[1:]


def tile_on_cores(ops: Handle, cores: Sequence[int]) -> tuple[Handle, Handle]:
    """Split structured ``ops`` over ``cores``, a number for each loop, 0 for none: the parts, the ``scf.forall``."""
    attributes = {
        "operandSegmentSizes": segments([ops], [], [], [], []),
        "static_num_threads": indices(cores),
        "static_tile_sizes": indices([]),
    }
    tiled = build.op("transform.structured.tile_using_forall", [_any()] * 2, [ops], attributes)
    return tiled.results[0], tiled.results[1]


def split_reduction(ops: Handle, cores: Sequence[int]) -> tuple[Handle, Handle, Handle, Handle]:
    """Let each of ``cores`` reduce its part, along each loop, 0 for none, and combine these.

    What the parts start from, a part, what combines them, and the ``scf.forall``.
    """
    attributes = {
        "num_threads": indices(cores),
        "tile_sizes": indices([]),
        "operandSegmentSizes": segments([ops], [], []),
    }
    found = build.op("transform.structured.tile_reduction_using_forall", [_any()] * 4, [ops], attributes)
    return tuple(found.results)


def mark(ops: Handle, name: str) -> None:
    """Give ``ops`` a unit attribute, by which `match` and passes find them; the handle stays."""
    build.op("transform.annotate", (), [ops], {"name": ir.StringAttr.get(name)})


def run_pass(module: Handle, name: str, options: str = "") -> Handle:
    """Run a pass of upstream's on what ``module`` stands for, which the result stands for afterwards."""
    attributes = {"pass_name": ir.StringAttr.get(name), "options": ir.DictAttr.get({})}
    return build.op("transform.apply_registered_pass", [_any()], [module], attributes).result


def apply(schedule: Callable[[Handle], object], module: ir.Operation) -> None:
    """Run ``schedule`` on ``module``.  Raises `CompileError` where upstream refuses a step, with the op's place."""
    module = module.operation
    with module.context, module.location:
        held = HOLDS in module.attributes
        module.attributes[HOLDS] = ir.UnitAttr.get()
        sequence = _sequence(schedule, module.regions[0].blocks[0])
        try:
            run_pipeline(module, [f"transform-interpreter{{entry-point={NAME}}}"])
        finally:
            sequence.erase()
            if not held:
                del module.attributes[HOLDS]


def _sequence(schedule: Callable[[Handle], object], block: ir.Block) -> ir.Operation:
    """A named sequence at the end of ``block`` that does what ``schedule`` says."""
    attributes = {
        "sym_name": ir.StringAttr.get(NAME),
        "function_type": ir.TypeAttr.get(ir.FunctionType.get([_any()], [])),
    }
    with ir.InsertionPoint(block):
        sequence = build.op("transform.named_sequence", (), (), attributes, regions=1)
    body = sequence.regions[0].blocks.append(_any(), arg_locs=[sequence.location])
    with ir.InsertionPoint(body):
        schedule(body.arguments[0])
        build.op("transform.yield", (), ())
    return sequence


def _any() -> ir.Type:
    return ir.Type.parse("!transform.any_op")
