"""Loops are pipelined as they say by `simt.plan`, `simt.pipeline` and `simt.copy`, in code and in numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from tests.support import emulated
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from triton_shared import dialects
from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia import STAGES
from triton_shared.codegen.nvidia.kernel_plan import PLAN
from triton_shared.codegen.nvidia.stages import Compiled, Options, prepare, to_llvm_ir, translated
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma.tma_stores import STORE_BY
from triton_shared.codegen.simt.pipeline.loop_plan import COPY, PIPELINE
from triton_shared.errors import CompileError
from triton_shared.ir.statistics import collected
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

GEMM = Gemm(64, 64, 32, divisor=16)
#: bytes of the tiles of one iteration
STAGE = 2 * 64 * 32 * 2
PASSES = [name for passes in STAGES.values() for name in passes]
AFTER = PASSES.index("plan-pipelines") + 1
BY_TMA, BY_PRODUCER = "{tensor_copies = true}", "{tensor_copies = true, warp_specialize = true}"
#: what each kind of copy is made by
MARKS = {"tma": "cp.async.bulk.tensor.2d.shared", "cp_async": "llvm.nvvm.cp.async.c"}


def say(module: ir.Module, plan: str = "", loop: str = "", copies: Sequence[str] = ()) -> None:
    """Write this on the kernel, the loop and the loads of ``module``, in place of what stands there."""
    with module.context:
        if plan:
            (kernel,) = kernels_of(module.operation).values()
            kernel.attributes[PLAN] = ir.Attribute.parse(plan)
        (around,) = all_ops(module.operation, {"scf.for"})
        if loop:
            around.attributes[PIPELINE] = ir.Attribute.parse(loop)
        for buffer, copy in zip(all_ops(around, {"memref.alloc"}), copies, strict=bool(copies)):
            buffer.attributes[COPY] = ir.StringAttr.get(copy)


def saying(gemm: Gemm | Chain, plan: str = "", loop: str = "", copies: Sequence[str] = ()) -> str:
    """The shared form of ``gemm``, which says this."""
    module = dialects.parse(gemm.text(), "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    say(module, plan, loop, copies)
    return dialects.print_module(module)


def lowered(text: str, **settings) -> tuple[Compiled, list[int]]:
    """The code of ``text``, and how many stages its pipelined loops have."""
    stages: dict[str, str] = {}
    target = GpuTarget(**{"chip": "sm_90a", **settings})
    made = to_llvm_ir(dialects.parse(text), options=Options(target), dump=stages.__setitem__)
    return made, sorted({int(n) for n in re.findall(r"simt\.stages = (\d+)", stages["threads"])})


def check(gemm: Gemm, text: str, **settings) -> None:
    """``text``, a form of ``gemm``, computes what that does."""
    kernel = emulated.compile(text, settings=Settings(**settings))
    for inner in (0, 1, 6):
        (a, b), expected = gemm.arrays(gemm.m + 16, gemm.n + 16, gemm.k * inner)
        c = np.zeros(expected.shape, np.float32)
        (m, n), k = expected.shape, gemm.k * inner
        kernel[(2, 2)](a, b, c, m, n, k, a.shape[1], b.shape[1])
        np.testing.assert_array_equal(c, expected)


@pytest.mark.parametrize("copy", ["tma", "cp_async", "registers"])
@pytest.mark.parametrize("stages", [1, 2, 3, 4])
def test_a_loop_has_the_stages_and_the_copies_that_it_says(stages, copy):
    text = saying(GEMM, BY_TMA, f"{{stages = {stages}}}", [copy, copy])
    made, found = lowered(text)
    assert found == [stages] * (stages > 1)
    kinds = {kind for kind, mark in MARKS.items() if mark in made.text}
    wanted = {"tma": {"tma", "cp_async"}, "cp_async": {"cp_async"}}  # a loop by TMA has one beside it without
    assert kinds == (wanted.get(copy, set()) if stages > 1 else set())
    assert made.num_stages is None and not made.remarks
    check(GEMM, text, seed=stages)


@pytest.mark.parametrize(
    ("copies", "kinds"),
    [
        (("tma", "cp_async"), {"tma", "cp_async"}),
        (("cp_async", "registers"), {"cp_async"}),
        (("tma", "registers"), {"tma", "cp_async"}),
        (("none", "tma"), {"tma", "cp_async"}),
        (("registers", "none"), set()),
    ],
)
def test_each_load_of_a_loop_is_copied_as_it_says(copies, kinds):
    text = saying(GEMM, BY_TMA, "{stages = 3}", copies)
    assert {kind for kind, mark in MARKS.items() if mark in lowered(text)[0].text} == kinds
    check(GEMM, text, seed=2)


@pytest.mark.parametrize(
    ("plan", "threads", "is_persistent"),
    [
        ("{}", 128, False),
        ("{tensor_copies = true}", 128, False),
        ("{tensor_copies = true, warp_specialize = true}", 256, False),
        ("{tensor_copies = false, warp_specialize = true}", 256, False),
        ("{persistent = true, tensor_copies = true, warp_specialize = true}", 256, True),
        ("{persistent = true, tensor_copies = false, warp_specialize = false}", 128, True),
    ],
)
def test_a_kernel_is_planned_as_it_says(plan, threads, is_persistent):
    plan = plan.replace("{}", "{persistent = false, tensor_copies = false, warp_specialize = false}")
    text = saying(GEMM, plan)
    made, _ = lowered(text)
    assert (made.threads, made.persistent) == (threads, is_persistent)
    assert (MARKS["tma"] in made.text) == ("tensor_copies = true" in plan)
    check(GEMM, text, seed=1)


@pytest.mark.parametrize("order", ["in_order", "skewed"])
def test_dots_are_left_to_the_next_iteration_where_a_loop_says_so(order):
    chain = Chain(n=128)
    text = saying(chain, BY_PRODUCER, f'{{order = "{order}", producer = true, stages = 3}}')
    with collected() as counts:
        lowered(text)
    assert counts["distribute-tensors: skewed loop"] == (order == "skewed")
    values, wanted = chain.arguments(4 * chain.n)
    emulated.compile(text, settings=Settings(seed=3))[(1, 1)](*values)
    np.testing.assert_array_equal(values[3], wanted)


@pytest.mark.parametrize("in_flight", ["true", "false"])
@pytest.mark.parametrize("producer", ["true", "false"])
def test_dots_go_on_into_the_next_iteration_where_a_loop_says_so(in_flight, producer):
    gemm = Gemm(64, 64, 64, divisor=16)
    loop = f"{{in_flight = {in_flight}, producer = {producer}, stages = 3}}"
    text = saying(gemm, BY_PRODUCER.replace("= true}", f"= {producer}}}"), loop)
    by_maps = lowered(text)[0].text.partition("llvm.nvvm.cp.async.wait.group")[0]
    assert ("wait_group.sync.aligned 1" in by_maps) == (in_flight == "true")
    check(gemm, text, seed=6)


@pytest.mark.parametrize(("producer", "threads"), [("true", 256), ("false", 128)])
def test_a_producer_fills_the_stages_of_loops_that_say_so(producer, threads):
    plan = BY_PRODUCER.replace("}", ", otherwise = [{tensor_copies = true}]}")
    text = saying(GEMM, plan, f"{{producer = {producer}, stages = 2}}")
    made, found = lowered(text)
    assert (made.threads, found) == (threads, [2])
    check(GEMM, text, seed=4)


@pytest.mark.parametrize("how", ["tma", "registers"])
def test_blocks_are_stored_as_stores_say(how):
    module = dialects.parse(saying(GEMM, "{tensor_copies = true, warp_specialize = false}"))
    with module.context:
        (store,) = all_ops(module.operation, {"bufferization.materialize_in_destination"})
        store.attributes[STORE_BY] = ir.StringAttr.get(how)
    text = dialects.print_module(module)
    assert ("cp.async.bulk.tensor.2d.global" in lowered(text)[0].text) == (how == "tma")
    check(GEMM, text, seed=5)


def test_options_of_the_launch_do_not_change_what_stands_there():
    text = saying(GEMM, BY_TMA.replace("}", ", warp_specialize = false}"), "{stages = 4}")
    made, found = lowered(text, tensor_copies=False, warp_specialize=True, num_stages=2)
    assert made.threads == 128 and MARKS["tma"] in made.text and found == [4]


def test_what_is_planned_by_hand_is_not_given_up_in_silence():
    update = "%u = arith.constant 1.0 : f32\ntt.atomic_rmw fadd, acq_rel, sys, %c, %u : (!tt.ptr<f32>, f32) -> f32\n"
    ordered = GEMM.text().replace("tt.return", f"{update}tt.return")
    module = dialects.parse(ordered, "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    say(module, BY_PRODUCER)
    with pytest.raises(CompileError, match=r"\w+:\d+: error: 'func.func' op has the 'simt.plan' of a"):
        lowered(dialects.print_module(module))
    large = Gemm(128, 256, 64, divisor=16)
    with pytest.raises(CompileError, match=r"needs .* bytes of shared memory"):
        lowered(saying(large, BY_TMA.replace("}", ", warp_specialize = false}"), "{stages = 8}"), num_warps=8)
    made, found = lowered(saying(large, loop="{asked = 8, stages = 8}"), num_warps=8)
    assert found == [4] and made.num_stages == (8, 4)


def planned(text: str, target: GpuTarget) -> ir.Module:
    """``text`` behind `plan-pipelines`."""
    module = dialects.parse(text, "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    with module.context, ir.Location.unknown():
        prepare(module.operation, "k", target)
    run_pipeline(module, PASSES[:AFTER])
    return module


def finished(module: ir.Module) -> Compiled:
    run_pipeline(module, PASSES[AFTER:])
    with module.context:
        return translated(module.operation, "k")


@pytest.mark.parametrize(
    "gemm", [GEMM, Gemm(64, 64, 64, of_b="i8", scales=True), Gemm(128, 128, 32, divisor=16)]
)
def test_a_file_with_plans_goes_on_as_it_is_or_changed_by_hand(gemm):
    target = GpuTarget("sm_90a")
    module = planned(gemm.text(), target)
    text = dialects.print_module(module)
    assert finished(dialects.parse(text)).text == finished(module).text
    changed = re.sub(r"simt.plan = \{.*?warp_specialize = \w+\}(?=\})", f"simt.plan = {BY_TMA}", text)
    changed = re.sub(r"simt.pipeline = \{[^}]*\}", "simt.pipeline = {stages = 5}", changed)
    changed = changed.replace('simt.copy = "tma"', 'simt.copy = "cp_async"')
    made = finished(dialects.parse(changed))
    assert made.threads == 128 and MARKS["cp_async"] in made.text and MARKS["tma"] not in made.text
