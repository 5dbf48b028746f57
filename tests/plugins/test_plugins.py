"""Plug-ins: ops, rules and passes of other packages take part in every pipeline, and answer for their mistakes."""

import dataclasses
import re
from typing import Any

import numpy as np
import pytest

import triton_shared
from triton_shared import CompileError, Pass, Plugin, PluginError, dialects, plugins
from triton_shared.conversions.rules import apply
from triton_shared.dialects.effects import Reads, Writes
from triton_shared.dialects.syntax import same_as
from triton_shared.dialects.tt import TT
from triton_shared.dialects.tt.memory import LoadOp
from triton_shared.ir.builder import build
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ext, ir
from triton_shared.passes.manager import run_pipeline
from triton_shared.passes.options import Option
from triton_shared.runtime import cache
from triton_shared.tools import opt


class Acme(ext.Dialect, name="acme"):
    """A dialect that kernels hold."""


class SoftsignOp(Acme.Operation, name="softsign", traits=[ext.Pure]):
    """``x / (1 + |x|)``."""

    x: ext.Operand[Any]
    result: ext.Result[Any]
    assembly_format = "$x attr-dict `:` type($x)"
    inferred_types = {"result": same_as("x")}


class SquareOp(TT.Operation, name="square", traits=[ext.Pure]):
    """An op of Triton's dialect that only this plug-in has."""

    x: ext.Operand[Any]
    result: ext.Result[Any]
    assembly_format = "$x attr-dict `:` type($x)"
    inferred_types = {"result": same_as("x")}


class OpaqueOp(Acme.Operation, name="opaque", traits=[ext.Pure]):
    """One that stays in the shared form."""

    x: ext.Operand[Any]
    result: ext.Result[Any]


def softsign(op):
    """Made of arith and math ops on what the operand is, tensors or scalars."""
    x = op.operands[0]
    one = build.constant(x.type, 1.0)
    return [build.apply("arith.divf", x, build.apply("arith.addf", build.apply("math.absf", x), one))]


def square(op):
    return [build.apply("arith.mulf", op.operands[0], op.operands[0])]


KERNEL = """
tt.func public @k(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %0 = tt.get_program_id x : i32
  %c128 = arith.constant 128 : i32
  %1 = arith.muli %0, %c128 : i32
  %2 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %3 = tt.splat %1 : i32 -> tensor<128xi32>
  %4 = arith.addi %3, %2 : tensor<128xi32>
  %5 = tt.splat %n : i32 -> tensor<128xi32>
  %6 = arith.cmpi slt, %4, %5 : tensor<128xi32>
  %7 = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %8 = tt.addptr %7, %4 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %9 = tt.load %8, %6 : tensor<128x!tt.ptr<f32>>
  %10 = OP
  %11 = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %12 = tt.addptr %11, %4 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %12, %10, %6 : tensor<128x!tt.ptr<f32>>
  tt.return
}
"""
SOFTSIGN, SQUARE = (
    KERNEL.replace("OP", f"{op} %9 : tensor<128xf32>") for op in ("acme.softsign", "tt.square")
)
PLAIN = KERNEL.replace("OP", "arith.negf %9 : tensor<128xf32>")
ADDED = Plugin("acme", dialects=(Acme,), rules={"acme.softsign": softsign})


@pytest.fixture
def register():
    """`plugins.register`, undone when the test ends."""
    registered = []

    def register(plugin):
        registered.append(plugins.register(plugin))
        return plugin

    yield register
    for plugin in reversed(registered):
        plugins.unregister(plugin)


def ran(text, values):
    """What the kernel stores for ``values``; behind them nothing is read or written."""
    x = np.append(values, np.nan).astype(np.float32)
    out = np.full_like(x, -7)
    triton_shared.compile(text)[(-(-len(values) // 128),)](x, out, len(values))
    assert out[-1] == -7
    return out[:-1]


VALUES = np.random.default_rng(0).standard_normal(300).astype(np.float32)


def test_an_op_of_another_dialect_runs(register):
    register(ADDED)
    np.testing.assert_allclose(ran(SOFTSIGN, VALUES), VALUES / (1 + np.abs(VALUES)), rtol=1e-6)


def test_an_op_is_added_to_tritons_dialect(register):
    register(Plugin("square", dialects=(TT,), rules={"tt.square": square}))
    np.testing.assert_array_equal(ran(SQUARE, VALUES), VALUES * VALUES)


def test_a_rule_lowers_scalars_and_the_bodies_of_reductions(register):
    register(Plugin("square", dialects=(TT, Acme), rules={"tt.square": square, "acme.softsign": softsign}))
    text = """
tt.func public @k(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %2 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %7 = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %8 = tt.addptr %7, %2 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %9 = tt.load %8 : tensor<128x!tt.ptr<f32>>
  %10 = "tt.reduce"(%9) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %13 = tt.square %b : f32
    %14 = arith.maximumf %a, %b : f32
    tt.reduce.return %14 : f32
  }) : (tensor<128xf32>) -> f32
  %11 = acme.softsign %10 : f32
  tt.store %out, %11 : !tt.ptr<f32>
  tt.return
}
"""
    x, out = np.abs(VALUES[:128]), np.zeros(1, np.float32)
    triton_shared.compile(text)[(1,)](x, out, 128)
    np.testing.assert_allclose(out[0], x.max() / (1 + x.max()), rtol=1e-6)


def test_ops_are_printed_as_they_are_read(register):
    register(ADDED)
    assert re.search(
        r"= acme.softsign %\d+ : tensor<128xf32>\n", dialects.print_module(dialects.parse(SOFTSIGN))
    )


def test_without_the_rule_the_op_is_left(register):
    register(Plugin("acme", dialects=(Acme,)))
    with pytest.raises(
        CompileError, match=r"k.mlir:14:9: error: 'acme.softsign' op is left by 'triton-to-linalg'"
    ):
        triton_shared.to_linalg(SOFTSIGN, file="k.mlir")


def test_kept_ops_stay_in_the_shared_form(register):
    text = KERNEL.replace("OP", '"acme.opaque"(%9) : (tensor<128xf32>) -> tensor<128xf32>')
    register(Plugin("acme", dialects=(Acme,)))
    with pytest.raises(CompileError, match=r"'acme.opaque' op is left"):
        triton_shared.to_linalg(text)
    register(Plugin("keeps", kept=("acme.opaque",)))
    assert "acme.opaque" in triton_shared.to_linalg(text)


def negate_additions(function):
    """A pass."""
    for op in all_ops(function, {"arith.negf"}):
        op.operation.attributes["seen"] = ir.UnitAttr.get()


@pytest.mark.parametrize("where", ["before", "after"])
def test_passes_run_at_a_named_point(register, where):
    noted = Pass("note-negations", negate_additions)
    register(
        Plugin(
            "notes",
            passes=(noted,),
            **{where: {"triton-arith-to-linalg": ("func.func(cse),note-negations",)}},
        )
    )
    order: list[str] = []
    module = dialects.parse(PLAIN)
    run_pipeline(module, ["triton-to-linalg"], print_after=lambda name, _: order.append(name))
    at = order.index("triton-arith-to-linalg")
    added = order[at - 2 : at] if where == "before" else order[at + 1 : at + 3]
    assert added == ["cse", "note-negations"]
    assert "seen" in str(module)
    code, out, _ = opt.run(["--note-negations"], PLAIN)
    assert code == 0 and "{seen}" in out
    assert "--note-negations" in opt.run(["--help"])[1]


def test_a_pipeline_is_a_point_too(register):
    register(
        Plugin(
            "more", after={"triton-to-linalg": ("allow-contraction",), "fold": ()}, passes=(Pass("fold", []),)
        )
    )
    order: list[str] = []
    module = dialects.parse(PLAIN)
    run_pipeline(module, ["triton-to-linalg"], print_after=lambda name, _: order.append(name))
    assert order[-2:] == ["verify-shared-form", "allow-contraction"]


def test_passes_of_code_generation_have_points(register):
    """On the CPU's way too, whose stages name their passes one by one."""
    seen = []
    look = Pass("look", lambda module: seen.append(str(module)))
    register(Plugin("looks", passes=(look,), before={"vectorize-nests": ("look",)}))
    np.testing.assert_array_equal(ran(PLAIN, VALUES), -VALUES)
    assert len(seen) == 1 and "linalg.generic" in seen[0]


class LoadSquaredOp(Acme.Operation, name="load_squared", traits=[Reads]):
    """What ``ptr`` points to, where ``mask`` holds, squared."""

    ptr: ext.Operand[Any]
    mask: ext.Operand[Any]
    result: ext.Result[Any]


def test_an_op_that_loads_is_replaced_before_accesses_are_analysed(register):
    """Then its access is structured, and masked, as a load of the program's own."""

    def load_squared(op):
        pointer, mask = op.operands
        loaded = LoadOp(pointer, op.results[0].type, mask=mask).result
        return [build.apply("arith.mulf", loaded, loaded)]

    def expand(module):
        for op in all_ops(module, {"acme.load_squared"}):
            apply(load_squared, op)

    register(
        Plugin(
            "loads",
            dialects=(Acme,),
            passes=(Pass("expand-loads", expand),),
            before={"triton-to-structured": ("expand-loads",)},
        )
    )
    types = "(tensor<128x!tt.ptr<f32>>, tensor<128xi1>) -> tensor<128xf32>"
    text = PLAIN.replace(
        "tt.load %8, %6 : tensor<128x!tt.ptr<f32>>", f'"acme.load_squared"(%8, %6) : {types}'
    )
    assert "acme.load_squared" in text
    np.testing.assert_array_equal(ran(text, VALUES), -VALUES * VALUES)
    assert "scf.parallel" not in triton_shared.to_linalg(text, options={"refuse-unstructured": True})


def test_options_reach_the_passes_of_a_plugin(register):
    given = []
    note = Pass("note", lambda module, depth: given.append(depth), options=(Option("depth", "how deep", 1),))
    register(Plugin("notes", passes=(note,), after={"triton-to-structured": ("note{depth=3}", "note")}))
    module = dialects.parse(PLAIN)
    run_pipeline(module, ["note{depth=2}", "triton-to-linalg"])
    assert given == [2, 3, 1]
    code, _, err = opt.run(["--note=depth=x"], PLAIN)
    assert code == 1 and "depth" in err


# What is wrong with a plug-in names it


def broken(*_):
    raise ValueError("out of cheese")


def test_a_rule_that_raises(register):
    register(dataclasses.replace(ADDED, rules={"acme.softsign": broken}))
    message = (
        r"plug-in 'acme' \(given to triton_shared.plugins.register\): the rule for 'acme.softsign', at k.mlir:14:9, "
        r"raised ValueError: out of cheese; mend it"
    )
    with pytest.raises(PluginError, match=message) as caught:
        triton_shared.to_linalg(SOFTSIGN, file="k.mlir")
    assert isinstance(caught.value.__cause__, ValueError)
    code, _, err = opt.run(["--triton-to-linalg"], SOFTSIGN)
    assert code == 1 and "plug-in 'acme'" in err and "in broken" in err and "bug in the tool" not in err


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (lambda op: [], "it gave nothing in place of tensor<128xf32>"),
        (lambda op: [build.constant(ir.F32Type.get(), 1.0)], "it gave f32 in place of tensor<128xf32>"),
        (lambda op: None, "TypeError"),
        (lambda op: [build.one("arith.addi", op.operands[0].type, *[op.operands[0]] * 2)], "'arith.addi'"),
    ],
)
def test_a_rule_that_gives_what_is_wrong(register, rule, reason):
    register(dataclasses.replace(ADDED, rules={"acme.softsign": rule}))
    with pytest.raises((PluginError, CompileError), match=reason):
        triton_shared.to_linalg(SOFTSIGN)


def test_a_rule_that_leaves_its_op(register):
    register(dataclasses.replace(ADDED, rules={"acme.softsign": lambda op: op.operation.clone().results}))
    with pytest.raises(CompileError, match="is left by its rule, of plug-in 'acme'"):
        triton_shared.to_linalg(SOFTSIGN)


def test_a_rule_that_refuses_a_program(register):
    def refuse(op):
        raise triton_shared.LoweringError(op, "is for Sundays")

    register(dataclasses.replace(ADDED, rules={"acme.softsign": refuse}))
    with pytest.raises(CompileError, match=r"k.mlir:14:9: error: 'acme.softsign' op is for Sundays"):
        triton_shared.to_linalg(SOFTSIGN, file="k.mlir")


def test_a_pass_that_raises(register):
    register(Plugin("p", passes=(Pass("break", broken),), after={"verify-triton-types": ("break",)}))
    with pytest.raises(PluginError, match=r"plug-in 'p' .* pass 'break' raised ValueError: out of cheese"):
        triton_shared.to_linalg(PLAIN)


def test_a_pass_that_leaves_invalid_ir(register):
    def spoil(module):
        for op in all_ops(module, {"tt.make_range"}):
            op.operation.attributes["end"] = ir.StringAttr.get("x")

    register(Plugin("p", passes=(Pass("spoil", spoil),), before={"triton-to-structured": ("spoil",)}))
    with pytest.raises(CompileError, match="while running 'spoil' of plug-in 'p'"):
        triton_shared.to_linalg(PLAIN)


@pytest.mark.parametrize(
    ("plugin", "reason"),
    [
        (
            Plugin("p", before={"canonicalize": ("cse",)}),
            "adds passes to 'canonicalize', which is no pass of",
        ),
        (Plugin("p", after={"triton-to-structured": ("no-such-pass",)}), "no pass is called 'no-such-pass'"),
        (
            Plugin("p", after={"triton-to-structured": ("cse(",)}),
            "what it adds to 'triton-to-structured' raised",
        ),
        (
            Plugin("p", passes=(Pass("guard-divisions", broken),)),
            "has the pass 'guard-divisions', which there is",
        ),
        (Plugin("p", rules={"tt.dot": square}), "a rule for 'tt.dot', and so has triton-shared"),
    ],
)
def test_what_does_not_fit(register, plugin, reason):
    register(plugin)
    with pytest.raises(PluginError, match=f"plug-in 'p' .*{reason}"):
        triton_shared.to_linalg(PLAIN)


def test_two_claim_one_thing(register):
    register(ADDED)
    for other in (
        Plugin("b", rules={"acme.softsign": square}),
        Plugin("b", passes=(Pass("x", broken), Pass("y", broken, aliases=("z",)))),
    ):
        register(Plugin("a", passes=(Pass("z", broken),))) if other.passes else None
        before = plugins.tables()
        with pytest.raises(
            PluginError, match=r"two plug-ins have the (op|pass) '.*': '(a|acme)' \(.*\) and 'b' \("
        ):
            plugins.register(other)
        assert plugins.tables() is before
    triton_shared.to_linalg(SOFTSIGN)


def test_two_dialects_of_one_name(register):
    class Other(ext.Dialect, name="acme"):
        """Another one."""

    register(ADDED)
    triton_shared.to_linalg(SOFTSIGN)
    with pytest.raises(PluginError, match=r"plug-in 'b' .* has a dialect 'acme' of its own, and so has"):
        register(Plugin("b", dialects=(Other,)))
        triton_shared.to_linalg(PLAIN)


def test_a_dialect_goes_with_its_plugin():
    """So that another one may have its name, as where a notebook defines it again."""
    plugin = plugins.register(ADDED)
    dialects.parse(SOFTSIGN)
    plugins.unregister(plugin)
    with pytest.raises(CompileError, match=r"k.mlir:14:9: error: .*acme"):
        dialects.parse(SOFTSIGN, "k.mlir")

    class Again(ext.Dialect, name="acme"):
        """Another one, whose op must stay."""

    class Softsign(Again.Operation, name="softsign", traits=[Writes]):
        """An op of the same name."""

        x: ext.Operand[Any]
        result: ext.Result[Any]

    text = KERNEL.replace("OP", "arith.negf %9 : tensor<128xf32>").replace(
        "tt.return", '%13 = "acme.softsign"(%n) : (i32) -> i32\n  tt.return'
    )
    plugin = plugins.register(Plugin("again", dialects=(Again,), kept=("acme.softsign",)))
    assert "acme.softsign" in triton_shared.to_linalg(text)
    plugins.unregister(plugin)


# Caches


def test_keys_of_caches_tell_plugins(register):
    keys = [cache.key("x")]
    for version in ("1", "2", None, None):
        plugin = plugins.register(Plugin("p", version=version))
        keys.append(cache.key("x"))
        plugins.unregister(plugin)
    assert len(set(keys)) == 5 and cache.key("x") == keys[0]
    register(Plugin("p", version="1"))
    assert cache.key("x") == keys[1]


def test_a_kernel_is_compiled_anew_for_another_plugin(register):
    np.testing.assert_array_equal(ran(PLAIN, VALUES), -VALUES)

    def without_signs(module):
        for op in all_ops(module, {"arith.negf"}):
            op.operation.results[0].replace_all_uses_with(op.operands[0])

    register(Plugin("p", passes=(Pass("drop", without_signs),), before={"triton-to-structured": ("drop",)}))
    np.testing.assert_array_equal(ran(PLAIN, VALUES), VALUES)
