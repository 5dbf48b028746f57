"""`run_pipeline` as other packages call it: order, nesting, exceptions, observers."""

import gc
import re
import weakref

import pytest

from triton_shared.errors import CompileError, LoweringError
from triton_shared.mlir import ir
from triton_shared.passes import manager, registry
from triton_shared.passes.base import Pass, PipelineError, table
from triton_shared.passes.manager import check_pipeline, expand, run_pipeline

SOURCE = """\
module {
  func.func @f(%x: i32) -> i32 {
    %one = arith.constant 1 : i32
    %two = arith.addi %one, %one : i32
    %sum = arith.addi %x, %two : i32
    return %sum : i32
  }
}
"""


@pytest.fixture
def module():
    with ir.Context() as context:
        yield ir.Operation.parse(SOURCE, source_name="f.mlir", context=context)


def body(module):
    function = next(iter(module.regions[0].blocks[0].operations))
    return list(function.regions[0].blocks[0].operations)


def names(passes):
    return [step.text for step in expand(passes)]


def test_ours_and_upstream_in_order(module):
    seen = []

    def count(op):
        seen.append(len(body(op)))

    run_pipeline(
        module, [Pass("a", count), "canonicalize", Pass("b", count), "func.func(cse)", Pass("c", count)]
    )
    assert seen == [4, 3, 3]
    assert module.verify()


def test_module_wrappers_are_taken_too(module):
    run_pipeline(module.opview, ["canonicalize"])
    assert len(body(module)) == 3


def test_no_passes(module):
    run_pipeline(module, [])
    assert len(body(module)) == 4


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("cse", ["cse"]),
        (" cse , sccp ", ["cse", "sccp"]),
        ("builtin.module(cse)", ["cse"]),
        ("any(cse,sccp)", ["cse", "sccp"]),
        ("func.func(cse,sccp),inline", ["func.func(cse)", "func.func(sccp)", "inline"]),
        ("gpu.module(any(cse),sccp)", ["gpu.module(any(cse))", "gpu.module(sccp)"]),
        ("builtin.module(builtin.module(cse))", ["builtin.module(cse)"]),
        (
            "canonicalize{max-iterations=3 top-down=false},cse",
            ["canonicalize{max-iterations=3 top-down=false}", "cse"],
        ),
        ("inline{op-pipelines=func.func(cse,sccp)},cse", ["inline{op-pipelines=func.func(cse,sccp)}", "cse"]),
        ("a{x={y} z='}'}", ["a{x={y} z='}'}"]),
        ('a{x="}\\""},cse', ['a{x="}\\""}', "cse"]),
        ("tosa-to-linalg", ["func.func(tosa-to-linalg)"]),
    ],
)
def test_expand(text, steps):
    assert names([text]) == steps


def test_a_pass_may_stand_for_others(monkeypatch):
    def nothing(op):
        """No change."""

    inner = Pass("inner", ("cse", Pass("leaf", nothing)))
    outer = Pass("outer", ["inner", "func.func(sccp)", inner], aliases=("alias",))
    monkeypatch.setattr(registry, "PASSES", table(inner, outer), raising=False)
    assert names(["alias"]) == ["cse", "leaf", "func.func(sccp)", "cse", "leaf"]
    assert outer.summary == "Runs inner, func.func(sccp), inner."
    assert Pass("x", nothing).summary == __doc__.splitlines()[0]
    assert Pass("x", "triton_shared.errors:place").summary.startswith("File, line and column")
    assert Pass("x", "triton_shared.codegen.tensors.repeat_ranges:run").summary.startswith(
        "Tensors of element numbers"
    )


def test_functions_by_name(module):
    run_pipeline(module, [Pass("lazy", f"{__name__}:erase_two")])
    assert len(body(module)) == 3


def erase_two(op):
    """Fold the sum of two constants by hand."""
    one, two, *_ = body(op)
    two.results[0].replace_all_uses_with(one.results[0])
    two.operation.erase()


@pytest.mark.parametrize("error", [KeyError("k"), KeyboardInterrupt(), RecursionError("deep"), SystemExit(3)])
def test_exceptions_come_out_unchanged(module, error):
    def fail(op):
        raise error

    later = []
    with pytest.raises(type(error)) as caught:
        run_pipeline(module, ["cse", Pass("fail", fail), Pass("later", later.append), "canonicalize"])
    assert caught.value is error
    assert later == []


def test_refusal(module):
    def refuse(op):
        raise LoweringError(body(op)[1].operation, "is refused")

    with pytest.raises(CompileError) as caught:
        run_pipeline(module, [Pass("refuse", refuse)])
    (found,) = caught.value.diagnostics
    assert (found.file, found.line, found.column) == ("f.mlir", 4, 12)
    assert found.message == "'arith.addi' op is refused"


def test_mlir_errors_within_a_pass(module):
    def parse(op):
        ir.Operation.parse("oops", source_name="inner.mlir", context=op.context)

    with pytest.raises(CompileError) as caught:
        run_pipeline(module, ["cse", Pass("parse", parse), "cse"])
    (found,) = caught.value.diagnostics
    assert (found.file, found.line) == ("inner.mlir", 1)
    assert found.notes[-1].message == "while running 'parse'"


@pytest.mark.parametrize(
    ("verify_each", "names"),
    [(True, "'break'"), (None, "'cse' or 'break' or 'watch'")],
    ids=["each", "together"],
)
def test_invalid_ir_after_a_pass(module, verify_each, names):
    def break_it(op):
        body(op)[-1].operation.erase()

    passes = ["cse", Pass("break", break_it), Pass("watch", lambda op: None), "cse"]
    with pytest.raises(CompileError, match=r"f\.mlir:5:\d+: error: block with no terminator") as caught:
        run_pipeline(module, passes, verify_each=verify_each)
    assert caught.value.diagnostics[0].notes[-1].message == f"while running {names}"


def erase_the_end(op):
    """A pass that leaves invalid IR, by its name, as those of this package are."""
    body(op)[-1].operation.erase()


@pytest.mark.parametrize(("asked", "names"), [("1", "'break'"), ("", "'break' or 'symbol-dce'")])
def test_what_our_passes_leave_is_verified_at_once_only_where_that_is_asked_for(
    module, monkeypatch, asked, names
):
    monkeypatch.setenv(manager.VERIFY, asked)
    with pytest.raises(CompileError, match="block with no terminator") as caught:
        run_pipeline(module, [Pass("break", f"{__name__}:erase_the_end"), "symbol-dce"])
    assert caught.value.diagnostics[0].notes[-1].message == f"while running {names}"


def test_upstream_failure_without_a_reason(module):
    with pytest.raises(CompileError, match="'sparse-vectorization' failed and gave no reason"):
        run_pipeline(module, ["sparse-vectorization"])


# Managers are kept


def test_a_pass_runs_again_after_it_failed(module):
    for _ in range(2):
        with pytest.raises(CompileError, match="nested named sequence"):
            run_pipeline(module, ["transform-interpreter", "canonicalize"])
    for _ in range(2):
        run_pipeline(module, ["canonicalize"])
        assert len(body(module)) == 3


def test_options_tell_passes_apart(module):
    for _ in range(2):
        run_pipeline(module, ["canonicalize{max-iterations=0}"])
        assert len(body(module)) == 4
    run_pipeline(module, ["canonicalize"])
    assert len(body(module)) == 3


def test_contexts_are_not_kept():
    def run():
        with ir.Context() as context:
            run_pipeline(ir.Operation.parse(SOURCE, context=context), ["canonicalize", "cse"])

    run()
    gc.collect()
    before = ir.Context._get_live_count()
    for _ in range(3):
        run()
    gc.collect()
    assert ir.Context._get_live_count() == before


# Errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nope", "no pass is called 'nope'"),
        ("func.func(nope{a=1})", "no pass is called 'nope'"),
        ("cse{a=1}", "pass 'cse' has no option 'a'"),
        ("func.func(spirv-update-vce)", "pass 'spirv-update-vce' cannot be run here: Can't add pass"),
        ("", "expected the name of a pass at column 1"),
        ("cse(", "expected the name of a pass at column 5"),
        ("cse sccp", "expected ',' or the end at column 5"),
    ],
)
def test_bad_pipelines(module, text, message):
    with pytest.raises(PipelineError, match=re.escape(message)):
        run_pipeline(module, [text])
    with pytest.raises(PipelineError, match=re.escape(message)):
        check_pipeline([text], module.context)
    assert len(body(module)) == 4


def test_observers(module):
    events, timing = [], []
    run_pipeline(
        module,
        [
            "func.func(cse,canonicalize)",
            Pass("ours", lambda op: events.append(("run", "ours", len(body(op))))),
        ],
        print_before=lambda name, op: events.append(("before", name, len(body(op)))),
        print_after=lambda name, op: events.append(("after", name, len(body(op)))),
        timing=timing,
    )
    assert events == [
        ("before", "cse", 4),
        ("after", "cse", 4),
        ("before", "canonicalize", 4),
        ("after", "canonicalize", 3),
        ("before", "ours", 3),
        ("run", "ours", 3),
        ("after", "ours", 3),
    ]
    assert [name for name, _ in timing] == ["cse", "canonicalize", "ours"]
    assert all(seconds >= 0 for _, seconds in timing)


def test_nothing_is_kept_alive(module):
    class Function:
        def __call__(self, op):
            raise ValueError

    function = Function()
    dead = weakref.ref(function)
    with pytest.raises(ValueError):
        run_pipeline(module, [Pass("x", function)])
    del function
    gc.collect()
    assert dead() is None
