"""An elementwise op is a class, a rule on scalars and a row of the tested ops."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROGRAM = """
import numpy as np
from triton_shared.conversions.triton_arith_to_linalg import scalars
from triton_shared.dialects import registry
from triton_shared.dialects.tt import TT, checks, elementwise
from triton_shared.dialects.verifier import verifier
from triton_shared.ir.builder import build


class AverageOp(elementwise._Binary, name="average"):
    verify_invariants = verifier(checks.same_floats)


registry.add(TT)  # as the import does, when the class stands in its module


def average(op):
    x, y = op.operands
    return [scalars._scalar("arith.mulf", [scalars._scalar("arith.addf", [x, y]), build.constant(x.type, 0.5)])]


scalars.RULES["tt.average"] = average

from tests.ops.elementwise import EIGHTS, FLOATS, Op
from tests.support.program import DTYPES, Program

for e in (*FLOATS, *EIGHTS):
    program = Program()
    oracle = lambda x, y, e=e: (x + y).astype(DTYPES[e]) * DTYPES[e](0.5)
    with np.errstate(all="ignore"):
        Op("tt.average", (e, e), e, "tt.average {0}, {1} : {t}", oracle).build(program)
        program.check()
    print(e)
"""


def test_a_new_elementwise_op_is_a_class_a_rule_and_a_row():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.split()) > 8
