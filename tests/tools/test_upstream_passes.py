"""The table of upstream passes is true: every name in it is accepted, and in one place only."""

from collections import Counter

import pytest

from triton_shared.mlir import PassManager, ir
from triton_shared.pass_manager import FUNCTION_PASSES, check_pipeline
from triton_shared.tools.upstream_passes import UPSTREAM

NAMES = [name for group in UPSTREAM.values() for name in group]


def test_every_name_is_registered():
    with ir.Context() as context:
        for name in NAMES:
            check_pipeline([name], context)


def test_names_and_descriptions():
    assert [name for name, count in Counter(NAMES).items() if count > 1] == []
    for group in UPSTREAM.values():
        assert list(group) == sorted(group)
        for text in group.values():
            assert text[0].isupper() and not text.endswith(".")


@pytest.mark.parametrize("name", sorted(FUNCTION_PASSES))
def test_function_passes_refuse_a_module(name):
    with ir.Context():
        module = ir.Module.parse("module {}")
        with pytest.raises(ir.MLIRError, match="unable to schedule pass"):
            PassManager.parse(f"builtin.module({name})").run(module.operation)
        PassManager.parse(f"builtin.module(func.func({name}))").run(module.operation)
