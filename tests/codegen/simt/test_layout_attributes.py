"""Layouts as text: what is written is read again, what does not fit is refused, and kernels obey what is there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.kernels import check, session
from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from tests.support.shuffled_layouts import changing, shuffled, shuffling
from triton_shared import dialects
from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia import STAGES
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.stages import Options, compile_module, prepare, translated
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build.emitter import LOOPS
from triton_shared.codegen.simt.layouts.dot_plan import Fragments
from triton_shared.codegen.simt.layouts.layout_attributes import Misfit, parsed, text_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout, blocked, tiled
from triton_shared.codegen.simt.layouts.named_layouts import NamedLayouts
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[3]
FILES = sorted([*(ROOT / "examples").glob("*.mlir"), *(ROOT / "tests" / "ttir").glob("3.*/*.mlir")])
PASSES = [name for passes in STAGES.values() for name in passes]
ASSIGN = "assign-layouts"
#: its assembly takes two elements at once, but has registers for one
MISFIT = "inline_asm_elementwise"

#: a comment in which LLVM counts calls, through all that a process compiles
_CALL = re.compile(r"callseq \d+")

chances = st.randoms(use_true_random=False)


def block_of(layout: Layout) -> BlockShape:
    return BlockShape(1 << len(layout.lane), 1 << len(layout.warp))


@st.composite
def layouts(draw) -> Layout:
    """Those that are chosen, and any others."""
    shape = draw(st.lists(st.sampled_from([1, 2, 4, 8, 16]), max_size=4))
    block = BlockShape(draw(st.sampled_from([32, 64])), draw(st.sampled_from([1, 2, 4, 8])))
    order = draw(st.permutations(range(len(shape))))
    layout = blocked(shape, block, draw(st.sampled_from([1, 2, 4, 8])), order)
    if len(shape) > 1 and draw(st.booleans()):
        layout = tiled(shape, block)
    return shuffled(layout, draw(chances)) if draw(st.booleans()) else layout


@settings(deadline=None)
@given(layouts())
def test_what_is_written_is_read_again(layout):
    text = text_of(layout)
    with dialects.context():
        attribute = ir.Attribute.parse(text)
        assert isinstance(attribute, ir.DictAttr) and str(attribute) == text
    again = parsed(text, layout.shape, block_of(layout))
    assert again == layout and text_of(again) == text


@settings(deadline=None)
@given(layouts(), st.data())
def test_any_bit_more_or_less_is_refused(layout, data):
    """A basis that is left out, one that stands there twice, and one of another block."""
    block = block_of(layout)
    part = data.draw(st.sampled_from(["reg", "lane", "warp"]))
    bases = list(getattr(layout, part))
    number = data.draw(st.integers(0, len(bases)))
    changes = [[*bases[:number], data.draw(st.sampled_from([0, 1, *layout.reg])), *bases[number:]]]
    if number < len(bases):
        changes.append([*bases[:number], *bases[number + 1 :]])
    for changed in changes:
        with pytest.raises(Misfit):
            parsed(text_of(replace(layout, **{part: tuple(changed)})), layout.shape, block)
    with pytest.raises(Misfit):
        parsed(text_of(layout), (*layout.shape, 2), block)
    with pytest.raises(Misfit):
        parsed(text_of(layout), layout.shape, block._replace(warps=2 * block.warps))


@settings(deadline=None)
@given(st.text() | st.recursive(st.integers() | st.text(), st.lists).map(str))
def test_other_texts_are_refused(text):
    with pytest.raises(Misfit):
        parsed(text, (4, 8), BlockShape(32, 1))


# Files


def shared(path: Path) -> ir.Module:
    """The file ``path`` in the shared form."""
    module = dialects.parse(path.read_text(encoding="utf-8"), str(path))
    run_pipeline(module, ["triton-to-linalg"])
    return module


def target_of(path: Path) -> GpuTarget:
    """A GPU for the file ``path``: some get the one, some the other."""
    return GpuTarget("sm_80", num_warps=8) if len(path.stem) % 2 else GpuTarget("sm_90a")


def written(path: Path, kernel: str, target: GpuTarget) -> str:
    """The text of the kernel when layouts have been assigned."""
    module = shared(path)
    with module.context:
        prepare(module.operation, kernel, target)
    run_pipeline(module, PASSES, until=ASSIGN)
    return dialects.print_module(module)


def ptx_of(text: str, kernel: str) -> str:
    """The PTX that the passes behind `assign-layouts` make of ``text``."""
    module = dialects.parse(text, "written.mlir")
    run_pipeline(module, PASSES, after=ASSIGN)
    with module.context, ir.Location.unknown():
        compiled = translated(module.operation, kernel)
    return to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.stem != MISFIT], ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_what_is_written_makes_the_same_machine_code(path):
    """And the pass, run again, changes nothing."""
    target = target_of(path)
    for kernel in kernels_of(shared(path)):
        text = written(path, kernel, target)
        expected = compile_module(shared(path), kernel, options=Options(target)).ptx
        assert _CALL.sub("", ptx_of(text, kernel)) == _CALL.sub("", expected)
        again = dialects.parse(text, "written.mlir")
        run_pipeline(again, [ASSIGN])
        assert dialects.print_module(again) == text


# Layouts by hand


def example(name: str, settings: Settings) -> emulated.EmulatedKernel:
    """An example, with layouts by chance, which no other test is to find in a cache."""
    text = (ROOT / "examples" / f"{name}.mlir").read_text(encoding="utf-8")
    with shuffling(settings.seed):
        return emulated.compile(f"{text}// {settings}", settings=settings)


def random(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


@pytest.mark.parametrize("seed", range(12))
def test_softmax_in_any_layouts(seed):
    x = random(4, 781)
    out = np.zeros_like(x)
    example("softmax.f32", Settings((1, 4, 8)[seed % 3], seed))[(4,)](out, x, 781, 781, 4, 781)
    powers = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(out, powers / powers.sum(1, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("seed", range(8))
def test_products_in_any_layouts(seed):
    """Operands and what is stored may lie anywhere; sums are where the instruction leaves them."""
    m, n, k = 100, 72, 136
    a, b, c = random(m, k, dtype=np.float16), random(k, n, dtype=np.float16), np.zeros((m, n), np.float16)
    settings = Settings((4, 8)[seed % 2], seed, chip=("sm_90a", "sm_80")[seed // 2 % 2])
    example("matmul.f16", settings)[(4,)](a, b, c, m, n, k, k, n, n)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, atol=0.02)


@pytest.mark.parametrize("number", range(16))
def test_random_kernels_in_any_layouts(number):
    """Where each thread goes its own way another layout may be refused; nothing else is, and nothing is wrong."""
    kernel = session.Session(seed=20, target="sm_90a").kernel(number)
    with shuffling(number):
        outcome = check.check(kernel, "sm_90a")
    refused = "another 'simt.layout' in divergent code" in outcome.details
    assert outcome.kind in check.GOOD or refused, outcome.details


@pytest.mark.parametrize(
    ("chip", "along"), [("sm_80", "mm"), ("sm_80", "mn"), ("sm_80", "nm"), ("sm_80", "nn"), ("sm_90a", "mmn")]
)
def test_warps_share_out_a_product_as_its_layout_says(chip, along):
    """Of wgmma the four warps of a group have rows below one another; where the groups are is free.

    Groups beside one another take an instruction of fewer columns, which the dot has to name.
    """
    gemm = Gemm(128, 256, 64)
    total = Fragments((gemm.m, gemm.n), tuple(along)).accumulator()

    def change(named: NamedLayouts) -> None:
        changed = [
            v for v in named.values if (op := owner_of(v)) is not None and op.name in (*PRODUCTS, *LOOPS)
        ]
        assert changed
        named.values.update(dict.fromkeys(changed, total))
        for dot in (owner_of(v) for v in changed if owner_of(v).name in PRODUCTS):
            mma = ir.StringAttr(dot.attributes["simt.mma"]).value
            columns = gemm.n >> along[2:].count("n")
            dot.attributes["simt.mma"] = ir.StringAttr.get(mma.replace(f"n{gemm.n}", f"n{columns}"))

    settings = Settings(1 << len(along), chip=chip)
    with changing(change):
        kernel = emulated.compile(f"{gemm.text()}// {along}", settings=settings)
    (a, b), expected = gemm.arrays(130, 250, 96)
    c = np.zeros((130, 250), np.float32)
    kernel[(2, 1)](a, b, c, 130, 250, 96, 96, 250)
    np.testing.assert_array_equal(c, expected)
