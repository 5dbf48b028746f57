"""Plans: what ptxas, or shared memory, refuses is compiled by the next plan, which the result tells."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from tests.support.gpu_kernels import needs_ptxas
from triton_shared import dialects
from triton_shared.codegen.nvidia.plans import PLANS
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.ptxas import PtxasError, PtxasRefusal
from triton_shared.codegen.nvidia.stages import Artifact, Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import SharedMemoryError
from triton_shared.passes.manager import run_pipeline
from triton_shared.tools import compile as tool

GEMM = Gemm(128, 128, 32, divisor=16)
PRODUCED = GpuTarget("sm_90a", 8, 3, warp_specialize=True)
#: a ptxas that refuses code with words in it, and otherwise writes what is no machine code
FAKE = """#!/bin/sh
for source; do case "$source" in *.ptx) break;; esac; done
for cubin; do :; done
if grep -qE '{words}' "$source"; then {refusal} fi
printf '\\177ELF' > "$cubin"
echo "ptxas info    : Used 42 registers"
"""
REFUSAL = (
    "echo 'ptxas fatal   : (C7602) Insufficient registers (64) to compile instruction at line 9' >&2; exit 1;"
)


@pytest.fixture
def refusing(monkeypatch, tmp_path):
    """Installs a ptxas that refuses code with these words."""

    def install(words: str, refusal: str = REFUSAL) -> None:
        file = tmp_path / "ptxas"
        file.write_text(FAKE.format(words=words, refusal=refusal))
        file.chmod(0o755)
        monkeypatch.setenv(ptxas.VARIABLE, str(file))

    return install


def compiled(gemm: Gemm, target: GpuTarget) -> Artifact:
    module = dialects.parse(gemm.text(), "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    return compile_module(module, options=Options(target, assembles=True))


#: words that ptxas refuses, and how many plans after the first are taken
WORDS = {"no such word": 0, "setmaxnreg": 1, "maxntid 384": 2, "wgmma": 3}


@pytest.mark.parametrize(("words", "count"), WORDS.items())
def test_the_next_plan_is_taken(refusing, words, count):
    refusing(words)
    made = compiled(GEMM, PRODUCED)
    taken = {name: value for plan in PLANS[: count + 1] for name, value in plan.options.items()}
    assert made.plan == taken
    assert made.cubin is not None and made.cubin.registers == 42
    assert not re.search(words, made.ptx)
    assert len(made.remarks) == (count + 1 if count else 0)
    for plan, remark in zip(PLANS, made.remarks[:count], strict=False):
        assert f"cannot be compiled {plan.name}: (C7602) Insufficient registers (64)" in remark
    if count:
        assert made.remarks[-1] == f"remark: 'k' is compiled {PLANS[count].name}"


def test_registers_that_an_option_forbids(refusing):
    refusing("[.]maxnreg")
    made = compiled(GEMM, GpuTarget("sm_80", maxnreg=32))
    assert made.plan == {"maxnreg": None} and ".maxnreg" not in made.ptx


def test_a_crash_is_a_refusal(refusing):
    refusing("setmaxnreg", "kill -SEGV $$;")
    made = compiled(GEMM, PRODUCED)
    assert made.plan == PLANS[1].options and "ptxas ends by signal 11" in made.remarks[0]


def test_no_plan_fits(refusing):
    refusing("entry")
    with pytest.raises(PtxasRefusal) as caught:
        compiled(GEMM, PRODUCED)
    lines = str(caught.value).splitlines()
    assert [line.partition(":")[0] for line in lines[-4:-1]] == [plan.name for plan in PLANS[1:4]]
    assert "smaller blocks, or more warps" in lines[-1]


def test_another_error_is_raised_at_once(refusing, monkeypatch):
    refusing("entry", "echo 'ptxas kernel.ptx, line 5; error   : Unknown symbol' >&2; exit 1;")
    calls = []
    assemble = ptxas.assemble
    monkeypatch.setattr(ptxas, "assemble", lambda *given: calls.append(given) or assemble(*given))
    with pytest.raises(PtxasError, match="Unknown symbol") as caught:
        compiled(GEMM, PRODUCED)
    assert not isinstance(caught.value, PtxasRefusal) and len(calls) == 1


def test_kernels_that_are_launched(refusing, monkeypatch, tmp_path):
    refusing("wgmma")
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    kernel = triton_shared.compile(GEMM.text(), target="sm_90a", num_warps=8)
    assert kernel.plan["wgmma"] is False and "is compiled without wgmma" in kernel.remarks[-1]


def test_kernels_ahead_of_time(refusing, monkeypatch, tmp_path, capsys):
    refusing("wgmma")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gemm.mlir").write_text(GEMM.text())
    assert tool.run(["gemm.mlir", "--target", "sm_90a", "--num-stages", "9"]) == 0
    known, said = json.loads((tmp_path / "k.json").read_text()), capsys.readouterr().err
    assert known["plan"] == {"wgmma": False} and known["registers"] == 42
    assert known["remarks"] == said.splitlines() and "is compiled without wgmma" in known["remarks"][-1]


@pytest.mark.parametrize("stages", [1, 3])
@pytest.mark.parametrize("plan", range(len(PLANS)), ids=lambda number: PLANS[number].name)
def test_kernels_of_every_plan_are_right(plan, stages):
    """Each plan on its own, in the emulator."""
    gemm, options = (
        Gemm(64, 64, 32),
        {name: v for one in PLANS[: plan + 1] for name, v in one.options.items()},
    )
    (a, b), wanted = gemm.arrays(100, 80, 200)
    target = GpuTarget("sm_90a", 4, stages, **{"warp_specialize": True, "maxnreg": 64, **options})
    kernel = emulated.compile(gemm.text(), target=target)
    c = np.zeros((100, 80), np.float32)
    kernel[(2, 2)](a, b, c, 100, 80, 200, 200, 80)
    np.testing.assert_array_equal(c, wanted)


#: what ptxas refuses of these, it takes by another plan
TILES = [(128, 512), (256, 256), (256, 128), (512, 64), (64, 256)]
MATRIX = list(itertools.product(["f16", "f32", "f8E4M3FN", "i8"], TILES, [16, 64], [4, 16, 32], [1, 3]))


@needs_ptxas
@pytest.mark.parametrize("produced", [None, True])
@pytest.mark.parametrize(("element", "tile", "k", "warps", "stages"), MATRIX)
def test_ptxas_takes_one_plan(element, tile, k, warps, stages, produced):
    gemm = Gemm(*tile, k, element, divisor=16, precision="tf32" if element == "f32" else "")
    made = compiled(gemm, GpuTarget("sm_90a", warps, stages, warp_specialize=produced))
    assert made.cubin is not None and made.cubin.data.startswith(b"\x7fELF")
    assert bool(made.plan) == any("is compiled without" in remark for remark in made.remarks)


@needs_ptxas
@pytest.mark.parametrize(
    ("gemm", "target"),
    [
        (Gemm(128, 512, 32, "f32", divisor=16, precision="tf32"), GpuTarget("sm_90a", 32, 1)),
        (Gemm(256, 256, 64, "f8E4M3FN", divisor=16), GpuTarget("sm_90a", 16, 3, warp_specialize=True)),
        (Gemm(128, 512, 32, divisor=16), GpuTarget("sm_90a", 16, 3, warp_specialize=True)),
    ],
    ids=["f32", "f8", "f16"],
)
def test_sums_that_do_not_fit_are_spilled(gemm, target):
    """ptxas makes no wgmma with fewer registers than its sums take."""
    made = compiled(gemm, target)
    assert "wgmma" not in made.ptx and "mma.sync" in made.ptx and made.plan["wgmma"] is False


@pytest.mark.parametrize(("asked", "taken"), [(2, 2), (4, 4), (5, 4), (8, 4), (40, 4)])
def test_stages_that_shared_memory_has_no_room_for(asked, taken):
    made = compiled(Gemm(128, 256, 64, divisor=16), GpuTarget("sm_90a", 8, asked))
    if asked == taken:
        assert (made.num_stages, made.remarks) == (None, ())
        return
    assert made.num_stages == (asked, taken)
    (remark,) = made.remarks
    found = re.fullmatch(
        r"gemm\.mlir:(\d+):\d+: remark: 'scf\.for' op has (\d+) stages of the (\d+) asked for: a block needs (\d+) "
        r"bytes of shared memory with more, and has 232448 on sm_90a",
        remark,
    )
    assert found is not None
    line, *numbers = map(int, found.groups())
    assert (
        numbers[:2] == [taken, asked]
        and "scf.for" in Gemm(128, 256, 64, divisor=16).text().splitlines()[line - 1]
    )
    assert numbers[2] >= min(asked, 16) * (128 * 64 + 64 * 256) * 2


def test_the_loops_of_a_kernel_have_at_most_so_many_stages():
    made = compiled(Gemm(32, 32, 16, divisor=16), GpuTarget("sm_90a", 4, 20))
    assert made.num_stages == (20, 16) and "no loop has more" in made.remarks[0]


@pytest.mark.parametrize(
    ("warps", "k", "stages"),
    [(1, 32, 8), (1, 64, 3), (1, 64, 4), (1, 64, 6), (2, 128, 2), (2, 128, 3), (2, 128, 4), (2, 128, 7), (4, 128, 4)],
)  # fmt: skip
def test_a_stage_goes_where_blocks_of_few_warps_share_a_processor_then(warps, k, stages):
    """All of its parts have a warp then."""
    target, stage = GpuTarget("sm_90a", warps, stages), (64 * k + k * 64) * 2
    made = compiled(Gemm(64, 64, k, divisor=16), target)
    room = target.facts.shared_of(4 // warps)
    if made.num_stages is None:
        assert made.shared_bytes <= room or made.shared_bytes - stage > room or stages == 2
        assert made.shared_bytes >= stages * stage and not made.remarks
    else:
        assert made.num_stages == (stages, stages - 1) and warps < 4
        assert made.shared_bytes <= room < made.shared_bytes + stage
        assert f"{4 // warps} blocks of so few warps share a processor then" in made.remarks[0]
    assert (made.num_stages is not None) == ((warps, k, stages) in [(1, 32, 8), (1, 64, 4), (2, 128, 4)])


def test_blocks_that_no_plan_has_room_for():
    with pytest.raises(SharedMemoryError, match=r"a block has \d+ at most") as caught:
        compiled(Gemm(256, 256, 64, "f64"), GpuTarget("sm_86", 32, 1))
    assert "smaller blocks, or more warps" in str(caught.value) and caught.value.needed > caught.value.limit


def exponentials(count: int) -> str:
    """A program that stores those of a block."""
    numbers, pointers = f"tensor<{count}xi32>", f"tensor<{count}x!tt.ptr<f32>>"
    return f"""
tt.func public @k(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %y: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}) {{
  %i = tt.make_range {{start = 0 : i32, end = {count} : i32}} : {numbers}
  %xs = tt.splat %x : !tt.ptr<f32> -> {pointers}
  %xp = tt.addptr %xs, %i : {pointers}, {numbers}
  %v = tt.load %xp : {pointers}
  %e = math.exp %v : tensor<{count}xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> {pointers}
  %yp = tt.addptr %ys, %i : {pointers}, {numbers}
  tt.store %yp, %e : {pointers}
  tt.return
}}"""


def of_exponentials(count: int, warps: int, **asked: int) -> Artifact:
    """What is made of `exponentials`."""
    module = dialects.parse(exponentials(count), "exponentials.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    return compile_module(module, options=Options(GpuTarget("sm_90a", warps, **asked)))


@pytest.mark.parametrize(
    ("count", "warps", "made_for"), [(16384, 4, 4), (32768, 4, 8), (32768, 8, 8), (1 << 17, 2, 32)]
)
def test_blocks_of_more_registers_than_a_thread_has(count, warps, made_for):
    made = of_exponentials(count, warps)
    assert made.threads == 32 * made_for and f".maxntid {made.threads}" in made.ptx
    assert "minnctapersm" not in made.ptx and len(made.remarks) == (warps != made_for)
    for remark in made.remarks:
        assert (
            f"registers of each thread of {warps} warps, which has 255 at most: there are {made_for}"
            in remark
        )
        assert remark.startswith("exponentials.mlir:6:")


@pytest.mark.parametrize(("count", "warps", "maxnreg"), [(1 << 18, 32, None), (32768, 4, 64)])
def test_blocks_that_are_spilled(count, warps, maxnreg):
    made = of_exponentials(count, warps, maxnreg=maxnreg)
    (remark,) = made.remarks
    assert "makes a block of 256 registers of each thread, which has 255 at most" in remark
    assert "num_warps larger" in remark and made.threads == 32 * warps
    assert (".minnctapersm 1\n" in made.ptx) == (maxnreg is None)


def test_a_block_of_more_warps_computes_the_same():
    kernel = emulated.compile(exponentials(32768), settings=Settings(num_warps=4))
    x, y = np.linspace(-1, 1, 32768, dtype=np.float32), np.zeros(32768, np.float32)
    kernel[1,](x, y)
    np.testing.assert_allclose(y, np.exp(x), rtol=1e-6)
