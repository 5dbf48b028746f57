"""Loop-carried tensors in buffers: what can be updated in place is, and what cannot is copied once."""

import re

import pytest

from triton_shared import dialects
from triton_shared.codegen.cpu import stages
from triton_shared.passes.manager import run_pipeline

T = "tensor<64xf32>"
FOR = """\
%f:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0, %c = %c0s) -> ({T}, {T}, {T}) : i32 {{
{body}
  scf.yield {values} : {T}, {T}, {T}
}}"""
WHILE = """\
%f:4 = scf.while (%a = %a0, %b = %b0, %c = %c0s, %i = %c0) : ({T}, {T}, {T}, i32) -> ({T}, {T}, {T}, i32) {{
  %m = arith.cmpi slt, %i, %n : i32
  scf.condition(%m) %a, %b, %c, %i : {T}, {T}, {T}, i32
}} do {{
^bb0(%a: {T}, %b: {T}, %c: {T}, %i: i32):
{body}
  %j = arith.addi %i, %c1 : i32
  scf.yield {values}, %j : {T}, {T}, {T}, i32
}}"""
KERNEL = """\
tt.func public @k(%p: !tt.ptr<f32>, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%big = arith.cmpi sgt, %n, %c1 : i32
%r = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>
%s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
%q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
%a0 = tt.load %q : tensor<64x!tt.ptr<f32>>
%b0 = arith.addf %a0, %a0 : {T}
%c0s = arith.mulf %a0, %b0 : {T}
{loop}
tt.store %q, %f#0 : tensor<64x!tt.ptr<f32>>
tt.store %q, %f#1 : tensor<64x!tt.ptr<f32>>
tt.store %q, %f#2 : tensor<64x!tt.ptr<f32>>
tt.return
}}"""


def op(result, name, *operands):
    return f"  {result} = arith.{name} {', '.join(operands)} : {T}\n"


#: the body, what the turn ends with, and how many copies a turn needs
BODIES = {
    "accumulators": (op("%x", "addf", "%a", "%b") + op("%y", "mulf", "%c", "%x"), "%x, %b, %y", 0),
    "a chain": (op("%x", "addf", "%a", "%b") + op("%y", "mulf", "%x", "%x"), "%y, %b, %c", 0),
    "both from both": (op("%x", "subf", "%a", "%b") + op("%y", "addf", "%a", "%b"), "%x, %y, %c", 1),
    "shift": (op("%x", "addf", "%a", "%b"), "%b, %x, %c", 2),
    "swap": ("", "%b, %a, %c", 3),
    "rotation": ("", "%b, %c, %a", 4),
    "the same twice": (op("%x", "addf", "%a", "%b"), "%x, %x, %c", 1),
    "nothing": ("", "%a, %b, %c", 0),
}


@pytest.mark.parametrize("loop", [FOR, WHILE], ids=["for", "while"])
@pytest.mark.parametrize(("body", "values", "copies"), BODIES.values(), ids=BODIES)
def test_a_turn_copies_what_it_must(loop, body, values, copies):
    module = dialects.parse(KERNEL.format(T=T, loop=loop.format(T=T, body=body, values=values)))
    run_pipeline(module, ["triton-to-linalg"])
    texts = {}
    stages.to_llvm_ir(module, dump=texts.__setitem__)
    turns = re.search(
        r"^( *)[^\n]*scf\.(for|while).*?^\1\}(?! do)", texts["bufferized"], re.DOTALL | re.MULTILINE
    )
    assert (turns[0].count("memref.copy") if turns else 0) == copies
