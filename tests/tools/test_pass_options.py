"""Options of passes: MLIR's syntax, values of the type that is declared, and pipelines that hand options on."""

import inspect
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triton_shared import to_linalg
from triton_shared.mlir import ir
from triton_shared.passes import registry
from triton_shared.passes.base import Pass, PipelineError, table
from triton_shared.passes.manager import expand, options_of, run_pipeline
from triton_shared.passes.options import Option, OptionError, parse, spelled, values
from triton_shared.passes.registry import PASSES
from triton_shared.tools import opt

FAST, COUNT, KIND, SPACE = OPTIONS = (
    Option("be-fast", "a switch", False),
    Option("count", "a number", 4),
    Option("kind", "a word of three", "one", ("one", "two", "three")),
    Option("space", "any word", "0"),
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", {}),
        ("{be-fast}", {"be-fast": ""}),
        ("{ count=3   be-fast=false }", {"count": "3", "be-fast": "false"}),
        (
            "{space=#gpu.address_space<workgroup> kind=two}",
            {"space": "#gpu.address_space<workgroup>", "kind": "two"},
        ),
        ("{space='a b' kind=\"two\"}", {"space": "a b", "kind": "two"}),
        ("{space={a b=c} count=1}", {"space": "a b=c", "count": "1"}),
        ("{space='}'}", {"space": "}"}),
    ],
)
def test_the_syntax_is_that_of_mlir(text, said):
    assert parse(text) == said


_WORDS = st.text("ab1#.-_:", min_size=1)


@settings(deadline=None, derandomize=True)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "be-fast": st.booleans(),
            "count": st.integers(-99, 99),
            "kind": st.sampled_from(KIND.values),
            "space": st.one_of(
                _WORDS, st.tuples(_WORDS, _WORDS).map("{0[0]}<{0[1]}>".format), _WORDS.map("a {}".format)
            ),
        },
    )
)
def test_what_is_spelled_is_read(said):
    assert values(OPTIONS, parse(spelled(said) or "{}")) == said


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("{speed=1}", "has no option 'speed'; it has be-fast, count, kind, space"),
        ("{be-fast=perhaps}", "has the switch 'be-fast': true or false, not 'perhaps'"),
        ("{count=many}", "has the option 'count': a number, not 'many'"),
        ("{count}", "has the option 'count': a number, not ''"),
        ("{kind=four}", "has the option 'kind': one, two, three, not 'four'"),
        ("{space=}", "has the option 'space': a value, not ''"),
    ],
)
def test_other_options_and_values_are_refused(said, message):
    with pytest.raises(OptionError, match=re.escape(message)):
        values(OPTIONS, parse(said))


@pytest.fixture
def calls(monkeypatch):
    """What the passes ``a`` and ``b`` are called with, of which ``both`` consists."""
    called = []

    def a(op, be_fast=False, count=4):
        called.append(("a", be_fast, count))

    def b(op, count=4, kind="one"):
        called.append(("b", count, kind))

    one, other = Pass("a", a, options=(FAST, COUNT)), Pass("b", b, options=(COUNT, KIND))
    both = Pass("both", ["a", "cse", "b{kind=two}"])
    monkeypatch.setattr(registry, "PASSES", table(one, other, both))
    return called


def run(*pipeline):
    with ir.Context() as context:
        run_pipeline(ir.Operation.parse("module {}", context=context), pipeline)


def test_a_pass_gets_its_options_and_a_pipeline_hands_them_on(calls):
    run("a", "a{be-fast count=-1}", "builtin.module(b{kind=three})")
    assert calls == [("a", False, 4), ("a", True, -1), ("b", 4, "three")]
    calls.clear()
    run("both", "both{count=7 be-fast}", "both{kind=one}")
    assert calls == [
        *(("a", False, 4), ("b", 4, "two")),
        *(("a", True, 7), ("b", 7, "two")),
        *(("a", False, 4), ("b", 4, "one")),
    ]
    assert [o.name for o in options_of(registry.PASSES["both"])] == ["be-fast", "count", "kind"]
    with pytest.raises(PipelineError, match="pass 'both' has no option 'space'; it has be-fast, count, kind"):
        run("both{space=1}")


def test_a_function_and_its_row_agree():
    """The function of a pass has the defaults of its options, and takes no others."""
    for one in PASSES.values():
        if not one.is_pipeline:
            _, *rest = inspect.signature(one.function).parameters.values()
            assert {p.name: p.default for p in rest} == {o.keyword: o.default for o in one.options}, one.name


def test_passes_mean_the_same_by_an_option_of_one_name():
    rows = {}
    for step in expand(PASSES):
        for option in step.ours.options if step.ours else ():
            assert rows.setdefault(option.name, option) is option


def test_the_tool_takes_options_and_lists_them():
    code, out, _ = opt.run(["--help"])
    assert code == 0
    of_the_pipeline = out[out.index("\n  --triton-to-linalg ") :]
    for option in options_of(PASSES["triton-to-linalg"]):
        assert re.search(rf"^ {{6}}{re.escape(option.spelling)} ", of_the_pipeline, re.M), option.name
    code, _, err = opt.run(["--triton-to-linalg=fast"], "module {}")
    assert code == 1 and re.search(
        r"pass 'triton-to-linalg' has no option 'fast'; it has .*refuse-unstructured", err
    )
    code, _, err = opt.run(["--pass-pipeline=triton-to-linalg{refuse-unstructured=7}"], "module {}")
    assert code == 1 and "has the switch 'refuse-unstructured': true or false, not '7'" in err


def test_to_linalg_takes_options():
    assert to_linalg("module {}", options={"refuse-unstructured": True}) == "module {\n}\n"
    for options in ({"fast": True}, ["triton-to-linalg{fast}"]):
        with pytest.raises(PipelineError, match="pass 'triton-to-linalg' has no option 'fast'"):
            to_linalg("module {}", options=options)
