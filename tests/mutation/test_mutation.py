"""Mistakes in passes are caught; ``python -m tests.mutation`` runs all of them, here are a few."""

import pytest

from tests.mutation.mutants import MUTANTS
from tests.mutation.running import verdict
from triton_shared.codegen.nvidia.lower import lower_predicated_accesses
from triton_shared.passes.registry import GROUPS

#: of passes that change nothing that a program computes
UNCHANGING = {"raise-num-warps", "set-function-attributes"}
OPTIONAL = {one.name for group in GROUPS.values() for one in group if one.optional}
SAMPLE = (
    "privatize-dps-inits: loses what a tensor is filled with",
    pytest.param("outline-products: takes what is filled for unwritten", marks=pytest.mark.exhaustive),
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_a_mutant_fits_the_source(mutant):
    mutant.apply()()


def test_a_function_in_a_table_is_replaced_there_and_put_back():
    (mutant,) = [m for m in MUTANTS if m.place.endswith("lower_predicated_accesses:_store")]
    before = dict(lower_predicated_accesses._RULES)
    undo = mutant.apply()
    assert [name for name, rule in lower_predicated_accesses._RULES.items() if rule is not before[name]] == [
        "simt.predicated_store"
    ]
    undo()
    assert before == lower_predicated_accesses._RULES


def test_every_optional_pass_has_a_mutant():
    assert {m.of for m in MUTANTS} >= OPTIONAL - UNCHANGING


@pytest.mark.cpu("runs kernels for each target by itself")
@pytest.mark.parametrize("name", SAMPLE)
def test_a_mutant_is_caught(name):
    (mutant,) = [m for m in MUTANTS if m.name == name]
    assert verdict(mutant, 0, 100).number >= 0
