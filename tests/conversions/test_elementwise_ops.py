"""An elementwise op of the tt dialect is its class, its scalar form and a row of the tested ops."""

from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.conversions.triton_arith_to_linalg import elementwise, scalars
from triton_shared.dialects.tt.base import TT
from triton_shared.dialects.tt.elementwise import __name__ as classes
from triton_shared.errors import LoweringError
from triton_shared.passes.manager import run_pipeline

OPS_PAGE = (Path(__file__).parents[2] / "docs" / "ops.md").read_text(encoding="utf-8")
#: not elementwise where neighbours are packed
IN_PACKS = {"tt.elementwise_inline_asm"}
NAMES = {op.OPERATION_NAME for op in TT.operations if op.__module__ == classes}


@pytest.mark.parametrize("name", sorted(NAMES - IN_PACKS - elementwise.ON_POINTERS))
def test_has_a_scalar_form_and_is_executed(name):
    assert name in scalars.RULES
    assert f"`{name}" in OPS_PAGE


def test_scalar_forms_are_of_ops_that_are_known():
    assert {name for name in scalars.RULES if name.startswith("tt.")} <= NAMES


@pytest.mark.parametrize(
    "op",
    [
        "arith.addf %x, %y : tensor<?xf32>",
        "arith.select %c, %x, %y : tensor<?xf32>",
        "math.exp %x : tensor<?xf32>",
        "tt.clampf %x, %y, %y, propagateNan = none : tensor<?xf32>",
    ],
)
def test_extents_that_are_not_known_are_refused(op):
    """Such tensors are no blocks of Triton's; nothing says how large the result would be."""
    text = f"""
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: i1) -> tensor<?xf32> {{
      %r = {op}
      return %r : tensor<?xf32>
    }}"""
    with pytest.raises(LoweringError, match="has a result of extents that are not known"):
        run_pipeline(dialects.parse(text), ["triton-arith-to-linalg"])
