"""How staged loads are copied where options say nothing: as the table of `choices` has it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import emulated
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from tests.support.mutants import twice
from triton_shared import dialects
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.nvidia import STAGES
from triton_shared.codegen.nvidia.stages import Options, prepare, to_llvm_ir
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

RULE = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))
CP_ASYNC, TMA, PRODUCED, PERSISTENT = "cp.async", "TMA", "a producer", "a producer, persistently"


LARGE = Gemm(128, 128, 32, divisor=16)


def copied_by(text: str, **settings) -> str:
    compiled = emulated.lowered(text, "k", None, True, Settings(**{**RULE, **settings}))
    if compiled.threads > compiled.target.threads:
        return PERSISTENT if compiled.persistent else PRODUCED
    assert not compiled.persistent
    return TMA if "cp.async.bulk.tensor" in compiled.text else CP_ASYNC


def both(gemm: Gemm, iterations: int = 0) -> str:
    """The kernel with a second product of the same factors in its loop, whose iterations may be known."""
    whole = f"tensor<{gemm.m}x{gemm.n}xf32>"
    text = (
        gemm.text()
        .replace("(%acc = %v3", "(%more = %one, %acc = %v3")
        .replace(f"-> ({whole}", f"-> ({whole}, {whole}")
    )
    text = re.sub(r"(%v\d+) = (tt.dot .*)%acc( : .*)", r"\g<0>\n%both = \2%more\3", text)
    text = re.sub(r"scf.yield (.*) : ", rf"scf.yield %both, \1 : {whole}, ", text)
    text = re.sub(r"%r:(\d)", lambda n: f"%r:{int(n[1]) + 1}", text)
    store = r"tt.store (%\w+), %r#0"
    text = re.sub(store, rf"%sum = arith.addf %r#0, %r#1 : {whole}\ntt.store \1, %sum", text)
    text = text.replace("%r:", f"%one = arith.constant dense<1.0> : {whole}\n%r:", 1)
    if not iterations:
        return text
    text = text.replace("%r:", f"%most = arith.constant {iterations * gemm.k} : i32\n%r:", 1)
    return text.replace("to %K step", "to %most step")


def of_state(gemm: Gemm) -> str:
    """The kernel whose sums are multiplied, as a right factor, by the left one before the product is added to them."""
    sums, factor = f"tensor<{gemm.m}x{gemm.n}xf32>", f"tensor<{gemm.m}x{gemm.n}x{gemm.element}>"
    left = f"tensor<{gemm.m}x{gemm.k}x{gemm.element}>"
    state = rf"%state = arith.truncf %acc : {sums} to {factor}"
    product = rf"%moved = tt.dot \2, %state, %v3 : {left} * {factor} -> {sums}"
    return re.sub(
        r"(%v\d+) = tt.dot (%v\d+), (%v\d+), %acc",
        rf"{state}\n{product}\n\1 = tt.dot \2, \3, %moved",
        gemm.text(),
    )


@pytest.mark.parametrize(
    ("text", "warps", "wanted"),
    [
        (of_state(Gemm(128, 32, 128)), 4, PRODUCED),
        (of_state(Gemm(128, 64, 128)), 4, PRODUCED),
        (of_state(Gemm(64, 64, 64)), 4, TMA),
        (both(Gemm(64, 64, 64), 2), 4, CP_ASYNC),
        (both(Gemm(64, 128, 64), 4), 4, CP_ASYNC),
        (both(Gemm(64, 64, 64), 5), 4, TMA),
        (both(Gemm(64, 64, 64)), 4, TMA),
        (both(Gemm(64, 64, 32), 2), 4, TMA),
        (both(Gemm(128, 64, 64), 2), 8, TMA),
        (both(Gemm(128, 128, 64), 2), 8, PRODUCED),
        (Gemm(64, 64, 32).text(), 4, TMA),
        (Gemm(64, 64, 32, order="cc", wraps=True).text(), 4, TMA),
        (Gemm(16, 16, 16).text(), 4, CP_ASYNC),
        (Gemm(64, 64, 32).text(), 2, CP_ASYNC),
        (twice(Gemm(64, 64, 32).text()), 4, PRODUCED),
        (Gemm(64, 64, 32, element="f32", precision="tf32").text(), 4, PRODUCED),
        (Gemm(64, 64, 64, of_b="i8").text(), 4, CP_ASYNC),
        (Gemm(64, 64, 64, element="f8E4M3FN", order="rc").text(), 4, PRODUCED),
        (LARGE.text(), 4, PERSISTENT),
        (replace(LARGE, divisor=4).text(), 4, TMA),
        (replace(LARGE, n=64).text(), 4, TMA),
        (replace(LARGE, m=64, n=256, order="cc", wraps=True).text(), 8, PERSISTENT),
        (replace(LARGE, element="f32", precision="tf32").text(), 8, PERSISTENT),
        (replace(LARGE, element="i8", order="rc", k=64).text(), 8, PERSISTENT),
        (replace(LARGE, element="f8E4M3FN", order="rc", k=64).text(), 8, PERSISTENT),
        (replace(LARGE, k=64, of_b="i8").text(), 8, PRODUCED),
        (replace(LARGE, other=1.0).text(), 4, TMA),
        (twice(LARGE.text()), 4, PRODUCED),
        (Chain(n=64, k=64).text(), 4, TMA),
        (Chain(m=128, n=32, k=64).text(), 8, TMA),
        (Chain(m=128, n=32, k=128).text(), 8, PRODUCED),
        (Chain(m=128, n=128).text(), 8, PRODUCED),
        (Chain(m=128, n=32, k=128, again=True).text(), 8, TMA),
    ],
)
def test_the_rule(text, warps, wanted):
    assert copied_by(text, num_warps=warps) == wanted


def test_options_overrule():
    assert (
        copied_by(LARGE.text(), persistent=False)
        == copied_by(LARGE.text(), tensor_copies=False, warp_specialize=True)
        == PRODUCED
    )
    assert copied_by(LARGE.text(), warp_specialize=True) == PERSISTENT
    assert copied_by(LARGE.text(), warp_specialize=False) == TMA
    assert copied_by(LARGE.text(), tensor_copies=False) == CP_ASYNC
    nested, plain = twice(Gemm(64, 64, 32).text()), Gemm(64, 64, 32).text()
    assert copied_by(nested, tensor_copies=False) == CP_ASYNC
    assert copied_by(nested, warp_specialize=False) == TMA
    assert copied_by(plain, warp_specialize=True) == PRODUCED
    assert copied_by(plain, tensor_copies=False, warp_specialize=True) == PRODUCED
    assert copied_by(nested, chip="sm_90") == copied_by(nested, chip="sm_80") == CP_ASYNC


# Loops that ask for a producer

#: what Triton's `tl.range` prints on a loop
SAID = ("tt.warp_specialize", "tt.flatten", "tt.disallow_acc_multi_buffer")


def asking(gemm: Gemm) -> str:
    """The kernel whose loop asks for a producer."""
    return gemm.text().replace("tt.num_stages = 3 : i32", "tt.num_stages = 3 : i32, tt.warp_specialize")


def said_of_producer(text: str, **options) -> str:
    """What a dump says of the kernel's producer."""
    module, stages = dialects.parse(text), {}
    run_pipeline(module, ["triton-to-linalg"])
    target = GpuTarget(**{"chip": "sm_90a", **options})
    to_llvm_ir(module, options=Options(target), dump=stages.__setitem__)
    found = re.findall(r'tts.producer = "([^"]*)"', stages["threads"])
    return found[0] if found else ""


def test_a_loop_that_asks_for_a_producer_overrules_the_rule_and_options_overrule_it():
    plain, small = asking(Gemm(64, 64, 32, stages=3)), asking(Gemm(16, 16, 16, stages=3))
    assert copied_by(plain) == copied_by(small) == copied_by(small, num_warps=2) == PRODUCED
    assert copied_by(plain, warp_specialize=False) == TMA
    assert copied_by(plain, tensor_copies=False) == CP_ASYNC
    assert copied_by(plain, tensor_copies=False, warp_specialize=True) == PRODUCED
    assert copied_by(plain, chip="sm_90") == CP_ASYNC


@pytest.mark.parametrize(
    ("gemm", "options", "said"),
    [
        (Gemm(64, 64, 32, stages=3), {}, "1 loops have a producer"),
        (Gemm(64, 64, 32), {"warp_specialize": True}, "1 loops have a producer"),
        (Gemm(64, 64, 32), {}, ""),
        (Gemm(64, 64, 32, stages=3), {"warp_specialize": False}, ""),
        (Gemm(64, 64, 32, other=1.0, stages=3), {}, "a loop has none: what it loads are not all TMA tiles"),
        (Gemm(64, 64, 32, skips="turn", stages=3), {}, "a loop has none: none of its loads is staged"),
        (Gemm(64, 64, 32, stages=3), {"chip": "sm_80"}, "sm_80 has no products of warpgroups"),
        (Gemm(64, 64, 32, stages=3), {"num_warps": 32}, "no warps left for a producer beside 32"),
    ],
)
def test_a_dump_says_which_loops_have_a_producer_and_why_others_have_none(gemm, options, said):
    found = said_of_producer(asking(gemm), **options)
    assert said in found and bool(found) == bool(said)


def test_a_kernel_that_can_have_no_producer_is_as_without():
    """What it updates is memory that a producer would be ahead of."""
    update = (
        "%u = arith.constant 1.0 : f32\ntt.atomic_rmw fadd, acq_rel, sys, %c, %u : (!tt.ptr<f32>, f32) -> f32"
    )
    gemm = Gemm(64, 64, 32, stages=3)
    texts = [text.replace("tt.return", f"{update}\ntt.return") for text in (asking(gemm), gemm.text())]
    assert copied_by(texts[0]) == copied_by(texts[1]) == TMA
    assert "memref.atomic_rmw orders what the kernel does to memory" in said_of_producer(texts[0])


LOOPS = {
    **{
        path.stem: path.read_text()
        for path in sorted((Path(__file__).parents[2] / "ttir/3.9").glob("*.mlir"))
    },
    "carried": Gemm().text(),
    "by turns": Gemm(carried=False, wraps=True, order="rc").text(),
    "branching": Gemm(skips="turn").text(),
    "nested": twice(Gemm(of_b="i8", scales=True).text()),
    "chain": Chain().text(),
    "unused": """
        tt.func public @k(%out: !tt.ptr<f32>, %n: i32, %x: f32) {
          %zero = arith.constant 0 : i32
          %one = arith.constant 1 : i32
          %r:3 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %x, %p = %out)
            -> (f32, f32, !tt.ptr<f32>) : i32 {
            %sum = arith.addf %a, %a : f32
            %next = arith.mulf %b, %a : f32
            scf.yield %sum, %next, %p : f32, f32, !tt.ptr<f32>
          }
          tt.store %r#2, %r#0 : !tt.ptr<f32>
          tt.return
        }""",
}
NUMBER = "tt.loop_unroll_factor"  # what code for GPUs carries along, and asks of nobody
LOOPS = {name: text for name, text in LOOPS.items() if "scf.for" in text}


@pytest.mark.parametrize("name", LOOPS)
def test_what_loops_say_is_there_when_copies_are_chosen(name):
    """Each loop says its number besides; those that are there say as much as before."""
    module = dialects.parse(LOOPS[name])
    with module.context:
        for number, loop in enumerate(all_ops(module, {"scf.for"})):
            for attribute in SAID:
                loop.attributes[attribute] = ir.UnitAttr.get()
            loop.attributes[NUMBER] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), number)
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse"])
    with module.context:
        prepare(module, pick_kernel(module, None), GpuTarget("sm_90a"))
    run_pipeline(module, STAGES["tensors"])
    left = {
        loop.attributes[NUMBER].value: set(loop.attributes)
        for loop in all_ops(module, {"scf.for"})
        if NUMBER in loop.attributes
    }
    assert len(left) == number + 1
    assert all(names >= set(SAID) for names in left.values())
