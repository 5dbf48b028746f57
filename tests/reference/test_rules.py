"""Every op of our dialects, of the shared form and of CPU code generation has a rule, or is refused for a reason."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from tests.support.stages import NOT_RUN, SAMPLES, stages_of
from triton_shared import reference
from triton_shared.conversions.verify_shared_form import GATHER_OPS, KEPT_OPS, OPS, PROGRAM_OPS
from triton_shared.dialects import OURS
from triton_shared.dialects.simt import SIMT
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import PACKAGE
from triton_shared.reference.dialects import rules
from triton_shared.reference.dialects.simt import RULES

#: ops that hold others or end a block: the machine knows them
STRUCTURE = {
    *("builtin.module", "func.func", "func.return", "tt.func", "tt.return", "memref.global"),
    *("cf.br", "cf.cond_br", "scf.condition", "scf.forall.in_parallel", "scf.reduce", "scf.yield"),
    *(
        "linalg.yield",
        "memref.atomic_yield",
        "tts.scan_yield",
        "tts.yield",
        "tt.reduce_return",
        "tt.scan_return",
    ),
    "tt.map_elementwise_return",
}
REFUSED = {
    "arith.convertf": "no pass makes it",
    "arith.flush_denormals": "the executor keeps denormals",
    "arith.scaling_extf": "its scales have a type that Triton's programs lack",
    "arith.scaling_truncf": "its scales have a type that Triton's programs lack",
    "tt.reinterpret_tensor_descriptor": "what lies behind the pointer is a machine's own",
    "ub.unreachable": "it has no meaning",
    **{
        op.OPERATION_NAME: "a thread of a GPU does it: the emulator's"
        for op in SIMT.operations
        if op.OPERATION_NAME not in RULES
    },
}


def registered() -> set[str]:
    """The ops of our dialects, and of those that the shared form takes whole."""
    ops = (op for dialect in OURS for op in dialect.operations)
    found = {op.OPERATION_NAME for op in ops if op.__module__.startswith("triton_shared.")}
    for name in ("arith", "math", "ub"):
        module = importlib.import_module(f"{PACKAGE}.dialects._{name}_ops_gen")
        found |= {c.OPERATION_NAME for c in vars(module).values() if hasattr(c, "OPERATION_NAME")}
    return found


def test_every_op_of_the_dialects_and_of_the_shared_form():
    forms = (*KEPT_OPS.values(), *GATHER_OPS.values(), *PROGRAM_OPS.values())
    wanted = registered().union(OPS, *forms)
    assert wanted - rules().keys() - STRUCTURE == REFUSED.keys()


@pytest.mark.parametrize("path", [p for p in SAMPLES if p.stem in NOT_RUN], ids=lambda p: p.stem)
def test_every_op_of_samples_that_are_not_executed(path):
    for stage, module in stages_of(path):
        lacking = {op.name for op in all_ops(module)} - rules().keys() - STRUCTURE
        assert not lacking, stage


def test_an_op_without_a_rule_is_named_with_its_place():
    text = """func.func @k(%x: memref<*xf32>, %a: f32) {
  %r = memref.rank %x : memref<*xf32>
  return
}"""
    with pytest.raises(reference.NoRule, match=r"-:2:8: error: 'memref.rank' op has no rule in the executor"):
        reference.run(text, 1, np.zeros(1, np.float32), 1.0)
