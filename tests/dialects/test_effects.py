"""Upstream passes know what our ops do to memory."""

import pytest

from triton_shared import dialects
from triton_shared.mlir import PassManager


def after(passes: str, body: str) -> str:
    module = dialects.parse(
        f"tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %x: tensor<4xf32>, %n: i32) {{\n{body}\ntt.return\n}}"
    )
    PassManager.parse(f"builtin.module({passes})", context=module.context).run(module.operation)
    return dialects.print_module(module)


REDUCE = """%r{n} = "tt.reduce"(%x) <{{axis = 0 : i32}}> ({{
^bb0(%a: f32, %b: f32):
{inside}
%s = arith.addf %a, %b : f32
tt.reduce.return %s : f32
}}) : (tensor<4xf32>) -> f32"""


@pytest.mark.parametrize(
    "statement, kept",
    [
        ("%0 = tt.addptr %p, %n : !tt.ptr<f32>, i32", False),
        ("%0 = tt.load %p : !tt.ptr<f32>", False),
        ("%0 = tt.load %p {isVolatile = true} : !tt.ptr<f32>", True),
        ("%0 = tt.load %p : !tt.ptr<f32>\ntt.store %q, %0 : !tt.ptr<f32>", True),
        (
            "%c = arith.constant 1.0 : f32\n%0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %c : (!tt.ptr<f32>, f32) -> f32",
            True,
        ),
        ('tt.print "n: " {hex = false} : %n : i32', True),
        (
            '%0 = tt.elementwise_inline_asm "nop" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32',
            True,
        ),
        (
            '%0 = tt.elementwise_inline_asm "nop" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32',
            False,
        ),
        ("ttg.barrier all", True),
        ("tt.call @f(%p, %q, %x, %n) : (!tt.ptr<f32>, !tt.ptr<f32>, tensor<4xf32>, i32) -> ()", True),
        (REDUCE.format(n=0, inside=""), False),
        (REDUCE.format(n=0, inside='tt.print "a: " : %a : f32'), True),
    ],
)
def test_dead_ops_go_and_effects_stay(statement, kept):
    text = after("canonicalize", statement)
    assert (len(text.split("\n")) > 6) == kept


def test_cse_joins_pure_ops_and_keeps_loads_apart():
    twice = "\n".join(
        f"%a{i} = tt.addptr %p, %n : !tt.ptr<f32>, i32\n"
        f"%l{i} = tt.load %a{i} : !tt.ptr<f32>\ntt.store %q, %l{i} : !tt.ptr<f32>"
        for i in range(2)
    )
    text = after("cse", twice)
    assert (text.count("tt.addptr"), text.count("tt.load"), text.count("tt.store")) == (1, 2, 2)


def test_loop_invariant_code_moves_out_and_constants_stay_in_functions():
    loop = """%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
scf.for %i = %c0 to %n step %c1 : i32 {
  %a = tt.addptr %p, %n : !tt.ptr<f32>, i32
  %v = tt.load %a : !tt.ptr<f32>
  tt.store %q, %v : !tt.ptr<f32>
}"""
    text = after("canonicalize, func.func(cse), loop-invariant-code-motion", loop)
    before, inside = text.split("scf.for")
    assert "tt.addptr" in before and "tt.load" in inside
    assert before.index("tt.func") < before.index("arith.constant")
