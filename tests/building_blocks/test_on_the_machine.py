"""Each building block, with each of its options, on the simulated machine of examples/out_of_tree_target."""

from __future__ import annotations

import importlib
import itertools
from pathlib import Path

import numpy as np
import pytest

from examples.tutorials import cases
from triton_shared import to_linalg
from triton_shared.building_blocks import schedules
from triton_shared.building_blocks.numpy_blocks import DTYPES
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

PACKAGE = Path(__file__).parents[2] / "examples/out_of_tree_target"
NAMES = ("softmax.f32", "matmul.f32", "layer_norm.f32")
PLACED = "place-in-scratchpad"
BUFFERED = "double-buffer-loads{assume-no-alias transfers=%s}"


def tiled(module):
    """Products in tiles of 16 by 32, columns first; what they start from is filled by two cores."""
    schedules.tile(schedules.match(module, "linalg.matmul"), (16, 32, 0), order=(1, 0))
    schedules.tile_on_cores(schedules.match(module, "linalg.fill"), (2,))


#: what runs before the machine does: passes, or a schedule; choices; and what the program then has
VARIANTS = {
    "places": ([PLACED], {}, "m.buffer("),
    "an argument": ([PLACED + "{given=argument}"], {}, "np.ndarray("),
    "copies": ([BUFFERED % "copies", PLACED], {}, "m.buffer("),
    "calls": ([BUFFERED % "calls", PLACED], {}, "m.start("),
    "a dialect's ops": ([BUFFERED % "dma", PLACED], {}, "m.begin("),
    "tiles": (["tile-blocks{ops=linalg.matmul,linalg.generic sizes=16x16x16}", PLACED], {}, "m.window("),
    "a schedule": ([tiled, "lower-affine", PLACED], {}, "m.cores([2"),
    "parts of reductions": (["split-reductions{cores=4}", PLACED], {}, "m.cores([4]"),
    "cores": ([PLACED, "grid-to-cores{cores=3}"], {}, "m.cores([3]"),
    "threads": ([PLACED], {"program": "forall"}, "m.cores([v"),
    "pieces of static sizes": (["inline", PLACED], {"pad": True}, "m.buffer("),
}


@pytest.fixture
def simulator(monkeypatch):
    """The modules of the package."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    return importlib.import_module("scratchpad.stages"), importlib.import_module("scratchpad.runtime")


def lowered(path, steps, choices):
    """The kernel of ``path`` after ``steps``, and its module; ops of the dialect dma are those of another compiler."""
    module = to_linalg(path, emit="module", options={"buffer-memory-space": "1", **choices})
    known, module.context.allow_unregistered_dialects = module.context.allow_unregistered_dialects, True
    for step in steps:
        run_pipeline(module, [step]) if isinstance(step, str) else schedules.apply(step, module)
    module.context.allow_unregistered_dialects = known
    (function,) = (op for op in all_ops(module, {"func.func"}) if "sym_visibility" not in op.attributes)
    return function, module


def launched(function, text, runtime, grid, args):
    """Run the program ``text`` of ``function`` for each place that it does not count itself."""
    exec(text, scope := {"np": np, "inf": np.inf, "nan": np.nan})
    types = [argument.type for argument in function.regions[0].blocks[0].arguments]
    machine = runtime.Machine()
    machine.begin = machine.start
    values = [
        a.reshape(-1) if isinstance(a, np.ndarray) else np.dtype(DTYPES[str(t)]).type(a)
        for a, t in zip(args, types, strict=False)
    ]
    own = len(types) - len(values)
    if own in (4, 7):  # the scratchpad is an argument
        values.append(np.zeros(types[len(values)].shape, np.int8))
        own -= 1
    grid = (*grid, 1, 1)[:3]
    for place in itertools.product(*map(range, grid)) if own == 6 else [()]:
        with np.errstate(all="ignore"):
            scope["program"](machine, *values, *map(np.int32, (*grid, *place)))
    return machine


@pytest.mark.parametrize("name", VARIANTS)
def test_the_machine_computes_what_numpy_computes(simulator, name):
    stages, runtime = simulator
    steps, choices, found = VARIANTS[name]

    class Emitter(stages.Emitter):
        forms = stages.Emitter.forms | {
            "memref.view": "np.ndarray({shape}, {t}, {0}, {1})",
            "dma.start": "m.begin({operands})",
            "dma.wait": "m.wait({0})",
        }

    texts, early = [], 0
    for path, group in itertools.groupby(cases(), key=lambda case: case.path):
        if path.stem not in NAMES:
            continue
        function, _module = lowered(path, steps, choices)
        texts.append(Emitter().function(function, "program", "m"))
        for case in itertools.islice(group, 2):
            launch = case.launch()
            machine = launched(function, texts[-1], runtime, launch.grid, launch.args)
            assert launch.errors()[1] <= 1, case
            early += machine.early
    assert len(texts) == len(NAMES) and found in "".join(texts)
    assert bool(early) == (found in ("m.start(", "m.begin(")), "loads of an iteration before"
