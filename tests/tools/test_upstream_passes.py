"""The table of upstream passes is true: every name in it is accepted, and in one place only.

No options and no place of any pass end in anything but an error that names it.
"""

import contextlib
from collections import Counter

import pytest

from triton_shared.mlir import PassManager, ir
from triton_shared.passes.base import PipelineError
from triton_shared.passes.manager import FUNCTION_PASSES, MODULE_PIPELINES, check_pipeline
from triton_shared.passes.registry import known
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


#: options that no pass has
WRONG_OPTIONS = ("bogus=1", "bogus", "a b", "bogus=\0", f"bogus={'9' * 30}", "bogus={}", "é")
NO_OPTIONS = ("}", "\ud800")
PLACES = ("{}", "func.func({})", "any({})", "gpu.module({})", "gpu.module(func.func({}))")


@pytest.mark.parametrize("options", WRONG_OPTIONS)
def test_wrong_options_of_every_pass_are_refused_by_name(options):
    with ir.Context() as context:
        for name in [*NAMES, *known()]:
            with pytest.raises(PipelineError, match=f"pass '{name}'"):
                check_pipeline([f"{name}{{{options}}}"], context)


@pytest.mark.parametrize("options", NO_OPTIONS)
def test_what_is_no_option_is_refused(options):
    with ir.Context() as context:
        for name in [*NAMES, *known()]:
            with pytest.raises(PipelineError):
                check_pipeline([f"{name}{{{options}}}"], context)


def test_every_pass_stands_anywhere_or_is_refused():
    with ir.Context() as context:
        for name in [*NAMES, *known()]:
            for place in PLACES:
                with contextlib.suppress(PipelineError):
                    check_pipeline([place.format(name)], context)


@pytest.mark.parametrize("name", sorted(MODULE_PIPELINES))
def test_pipelines_over_the_module_are_refused_elsewhere(name):
    with ir.Context() as context:
        check_pipeline([f"builtin.module({name})"], context)
        with pytest.raises(
            PipelineError, match=f"pass '{name}' runs on the whole module, not inside 'func.func'"
        ):
            check_pipeline([f"func.func({name})"], context)
