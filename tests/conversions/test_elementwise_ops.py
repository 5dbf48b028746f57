"""An elementwise op of the tt dialect is its class, its scalar form and a row of the tested ops."""

from pathlib import Path

import pytest

from triton_shared.conversions.triton_arith_to_linalg import elementwise, scalars
from triton_shared.dialects.tt.base import TT
from triton_shared.dialects.tt.elementwise import __name__ as classes

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
