"""Staged loads as TMA copies of tensors, in the emulator: of descriptors and of plain pointers, and when not."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.emulated import Settings, maps_of
from tests.support.gemm import Gemm
from tests.support.gpu_kernels import needs_ptxas
from tests.support.memory import guarded
from tests.support.mutants import WAITS, Mutants
from triton_shared import TensorDescriptor
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

#: what a product cannot do without, and what a copy by boxes cannot
PARTS = re.compile(rf"{WAITS.pattern}|mbarrier\.(init|inval|arrive|try_wait)|cp\.async\.bulk")

_HEAD = """tt.func public @k(%arguments, %c: !tt.ptr<f32>, %M: i32, %N: i32, %K: i32, %om: i32, %on: i32, %ok: i32) {{
  %pm = tt.get_program_id x : i32
  %pn = tt.get_program_id y : i32
  %cm = arith.constant {m} : i32
  %cn = arith.constant {n} : i32
  %ck = arith.constant {k} : i32
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<{m}x{n}xf32>
  %bm = arith.muli %pm, %cm : i32
  %bn = arith.muli %pn, %cn : i32
  %rm = arith.subi %bm, %om : i32
  %rn = arith.subi %bn, %on : i32
  %r = scf.for %i = %c0 to %K step %ck iter_args(%acc = %zero) -> tensor<{m}x{n}xf32> : i32 {{
    %at = arith.subi %i, %ok : i32
    %x = tt.descriptor_load %a[%rm, %at] : !tt.tensordesc<{m}x{k}xf16> -> tensor<{m}x{k}xf16>
    %y = tt.descriptor_load %b[%at, %rn] : !tt.tensordesc<{k}x{n}xf16> -> tensor<{k}x{n}xf16>
    %d = tt.dot %x, %y, %acc : tensor<{m}x{k}xf16> * tensor<{k}x{n}xf16> -> tensor<{m}x{n}xf32>
    scf.yield %d : tensor<{m}x{n}xf32>
  }}
  %N64 = arith.extsi %N : i32 to i64
  %M1 = arith.addi %M, %c0 : i32
  %one = arith.constant 1 : i64
  %out = tt.make_tensor_descriptor %c, [%M1, %N], [%N64, %one] : !tt.ptr<f32>, !tt.tensordesc<{m}x{n}xf32>
  tt.descriptor_store %out[%bm, %bn], %r : !tt.tensordesc<{m}x{n}xf32>, tensor<{m}x{n}xf32>
  tt.return
}}
"""
_MADE = """  %s{x}64 = arith.extsi %s{x} : i32 to i64
  %u{x} = arith.constant 1 : i64
  %{x} = tt.make_tensor_descriptor %p{x}, [%{sizes}], [%s{x}64, %u{x}] : !tt.ptr<f16>, !tt.tensordesc<{shape}xf16>
"""


def descriptors(m: int = 64, n: int = 64, k: int = 64, is_host: bool = True) -> str:
    """A product of what two descriptors tell of, whose blocks begin ``om``, ``on`` and ``ok`` elements further up."""
    text = _HEAD.format(m=m, n=n, k=k)
    if is_host:
        return text.replace("%arguments", f"%a: !tt.tensordesc<{m}x{k}xf16>, %b: !tt.tensordesc<{k}x{n}xf16>")
    made = _MADE.format(x="a", sizes="M, %K", shape=f"{m}x{k}")
    made += _MADE.format(x="b", sizes="K, %N", shape=f"{k}x{n}")
    text = text.replace("  %pm =", f"{made}  %pm =", 1)
    return text.replace("%arguments", "%pa: !tt.ptr<f16>, %pb: !tt.ptr<f16>").replace(
        "%ok: i32)", "%ok: i32, %sa: i32, %sb: i32)"
    )


@pytest.fixture
def made(monkeypatch) -> list[tuple[int, int]]:
    """For each launch how many maps the kernel has, and a bit for each that was made."""
    seen: list[tuple[int, int]] = []

    def noted(maps, params, values):
        arguments = maps_of(maps, params, values)
        seen.append((len(maps), arguments[0] if arguments else 0))
        return arguments

    monkeypatch.setattr(emulated, "maps_of", noted)
    return seen


def operands(m: int, n: int, k: int, gap: int = 0) -> list[np.ndarray]:
    """Two matrices between pages that nobody may touch, with ``gap`` elements behind each row."""
    rng = np.random.default_rng(m + n + k)
    made = []
    for rows, columns in ((m, k), (k, n)):
        whole = rng.integers(-4, 5, (rows, columns + gap)).astype(np.float16)
        made.append(guarded(whole, at_end=True).reshape(whole.shape)[:, :columns])
    return made


def shifted(x: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """What ``x`` is from ``rows`` and ``columns`` further up on: zeros before."""
    return np.pad(x, ((rows, 0), (columns, 0)))[: x.shape[0], : x.shape[1]]


def check_descriptors(
    settings: Settings,
    sizes: tuple[int, int, int],
    moved: tuple[int, int, int] = (0, 0, 0),
    gap: int = 0,
    padding: str = "zero",
    **shape,
) -> None:
    m, n, k = sizes
    blocks = {"m": 64, "n": 64, "k": 64, **shape}
    a, b = operands(m, n, k, gap)
    out = guarded(np.full((m, n), 7, np.float32), at_end=True)
    is_host = shape.get("is_host", True)
    kernel = emulated.compile(descriptors(**shape), settings=settings)
    strides = [x.strides[0] // 2 for x in (a, b)]
    given = [a, b]
    if is_host:
        boxes = (blocks["m"], blocks["k"]), (blocks["k"], blocks["n"])
        given = [
            TensorDescriptor(x, x.shape, (stride, 1), box, padding)
            for x, stride, box in zip((a, b), strides, boxes, strict=True)
        ]
    grid = -(-m // blocks["m"]), -(-n // blocks["n"])
    kernel[grid](*given, out, m, n, k, *moved, *([] if is_host else strides))
    om, on, _ = moved  # along K all is added up, wherever blocks begin
    wanted = shifted(a, om, 0).astype(np.float64) @ shifted(b, 0, on).astype(np.float64)
    np.testing.assert_array_equal(out.reshape(m, n), wanted)


@pytest.mark.parametrize(
    ("is_host", "stages", "seed"), [(True, 2, 0), (True, 3, 7), (False, 3, 0), (False, 4, 7), (True, 4, 9)]
)
def test_blocks_of_descriptors_are_boxes(made, is_host, stages, seed):
    settings = Settings(tensor_copies=True, num_stages=stages, seed=seed, optimized=seed > 0)
    check_descriptors(settings, (64, 72, 200), is_host=is_host)
    check_descriptors(settings, (72, 64, 136), moved=(5, 9, 3), is_host=is_host)
    assert set(made) == {(3, 7)}


@pytest.mark.parametrize("is_host", [True, False])
def test_a_producer_copies_them(made, is_host):
    settings = Settings(tensor_copies=True, warp_specialize=True, seed=2)
    check_descriptors(settings, (72, 64, 136), moved=(5, 9, 3), is_host=is_host)
    assert made == [(3, 7)]


@pytest.mark.parametrize(
    "shape", [{"m": 32, "n": 16, "k": 32}, {"m": 128, "n": 128, "k": 32}, {"m": 64, "n": 8, "k": 128}]
)
def test_boxes_of_other_shapes(made, shape):
    check_descriptors(Settings(tensor_copies=True), (136, 136, 136), **shape)
    assert made[0][1] & 3 == 3


def test_ptx_of_boxes(made):
    check_descriptors(Settings(tensor_copies=True, ptx=True, seed=2), (72, 40, 136), m=32, n=16, k=32)
    assert made == [(3, 7)]


@pytest.mark.parametrize("chip", ["sm_90", "sm_100a", "sm_120"])
def test_chips_without_wgmma_copy_tiles_as_well(made, chip):
    """Warps multiply by mma.sync what TMA has copied; the copies are those of every chip from sm_90 on."""
    for ptx, shape in ((True, {"m": 32, "n": 16, "k": 32}), (False, {}), (True, {"is_host": False})):
        settings = Settings(tensor_copies=True, chip=chip, ptx=ptx, seed=5)
        check_descriptors(settings, (72, 72, 136), moved=(5, 9, 3), **shape)
    assert {bits & 3 for _, bits in made} == {3}
    lowered = emulated.lowered(descriptors(), "k", None, True, Settings(tensor_copies=True, chip=chip))
    assert "wgmma" not in lowered.text and "mma.m16n8k16" in lowered.text
    _, text = to_ptx(lowered.text, lowered.target, lowered.reduce_strength)
    assert "cp.async.bulk.tensor.2d" in text and f".target {chip}" in text
    if ptxas.version():
        assert not ptxas.assemble(text, lowered.target).spills


@pytest.mark.parametrize("wrong", [{"gap": 3}, {"padding": "nan"}, {"sizes": (64, 63, 64)}])
def test_what_the_hardware_does_not_take_goes_without(made, wrong):
    sizes = wrong.pop("sizes", (64, 64, 64))
    check_descriptors(Settings(tensor_copies=True), sizes, **wrong)
    assert made[0][1] & 3 != 3


PLAIN = {
    "plain": (Gemm(), (40, 72, 64, 8)),
    "columns": (Gemm(order="cc"), (40, 72, 64, 0)),
    "wrapped": (Gemm(64, 64, 32, wraps=True), (136, 72, 88, 0)),
    "wrapped, by turns": (Gemm(wraps=True, carried=False, order="cr"), (40, 72, 64, 8)),
    "groups": (Gemm(64, 64, 32), (72, 72, 88, 0)),
    "groups, columns": (Gemm(64, 32, 32, order="cr"), (72, 72, 88, 0)),
    "f32": (Gemm(element="f32"), (36, 68, 52, 4)),
    "scales": (Gemm(64, 64, 64, of_b="i8", scales=True), (80, 80, 80, 16)),
    "e4m3": (Gemm(64, 64, 64, element="f8E4M3FN", order="rc"), (80, 80, 80, 0)),
    "e4m3, rows": (Gemm(64, 64, 64, element="f8E4M3FN"), (80, 80, 80, 0)),
    "branching": (Gemm(64, 64, 32, skips="product"), (72, 72, 88, 0)),
}


@pytest.mark.parametrize("kind", PLAIN)
def test_blocks_of_pointers_are_boxes(made, kind):
    gemm, (m, n, k, gap) = PLAIN[kind]
    kernel = emulated.compile(gemm.text(), settings=Settings(tensor_copies=True, seed=3))
    for extra in (0, 1):  # the second time rows are no multiple of 16 bytes
        values, wanted = gemm.arrays(m, n, k, gap + extra)
        values = [guarded(x, at_end=True).reshape(x.shape) for x in values]
        out = np.full(wanted.shape, 7, np.float64 if gemm.sum == "f64" else np.float32)
        strides = [x.shape[1] for x in values[:2]]
        kernel[(-(-m // gemm.m), -(-n // gemm.n))](*values, out, m, n, k, *strides)
        np.testing.assert_array_equal(out, wanted)
    assert [bits & 3 for _, bits in made] == [3, 0]


def test_rows_before_the_first_are_loaded(made):
    """Masks say nothing of them, so they are no zeros."""
    gemm = Gemm(64, 64, 32, before=8)
    (a, b), _ = gemm.arrays(128, 128, 64)
    front = [np.ones(8 * 129, np.float16), a.ravel(), np.ones(8 * 129, np.float16), b.ravel()]
    memory = np.concatenate(front)
    starts = [8 * 129, 2 * 8 * 129 + a.size]
    results = []
    for wanted in (False, True):
        out = np.zeros((128, 128), np.float32)
        kernel = emulated.compile(gemm.text(), settings=Settings(tensor_copies=wanted))
        kernel[(2, 2)](*(memory[s:] for s in starts), out, 128, 128, 64, 64, 128)
        results.append(out)
    np.testing.assert_array_equal(*results)
    assert made == [(0, 0), (3, 7)]


def test_what_is_padded_with_other_numbers_is_no_box():
    compiled = emulated.lowered(Gemm(other=1.0).text(), "k", None, True, Settings(tensor_copies=True))
    assert "mbarrier" not in compiled.text


def test_nothing_is_a_box_unless_it_is_asked_for():
    for settings in (
        Settings(),
        Settings(tensor_copies=True, chip="sm_80"),
    ):
        compiled = emulated.lowered(Gemm(64, 64, 32).text(), "k", None, True, settings)
        assert not compiled.tensor_maps and "mbarrier" not in compiled.text


class BoxMutants(Mutants):
    """A product of boxes without a part of what copies them."""

    def __init__(self, gemm: Gemm, settings: Settings):
        super().__init__(gemm.text(), settings, PARTS)
        self.gemm = gemm

    def check(self, sizes: tuple[int, int, int], has_maps: bool, without: int = 0) -> None:
        m, n, k = sizes
        (a, b), wanted = self.gemm.arrays(m, n, k)
        out = np.full((m, n), 7, np.float32)
        values = [a, b, out, *map(np.int32, (m, n, k, a.shape[1], b.shape[1]))]
        packed = [x.ctypes.data.to_bytes(8, "little") for x in values[:3]]
        packed += [int(x).to_bytes(4, "little") for x in values[3:]]
        maps = maps_of(self.compiled.tensor_maps, self.compiled.params, packed)
        assert maps[0] == 7
        maps[0] *= has_maps
        self.run((-(-m // self.gemm.m), -(-n // self.gemm.n)), [*values, *maps], without)
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("ptx", [False, True])
@pytest.mark.parametrize(("gemm", "stages"), [(Gemm(16, 16), 2), (Gemm(64, 16, 32, wraps=True), 3)])
def test_nothing_of_the_boxes_is_too_much(gemm, stages, ptx):
    """The last turn reads the stage that the first one has filled, where the product is put."""
    mutants = BoxMutants(gemm, Settings(tensor_copies=True, num_stages=stages, ptx=ptx))
    sizes = gemm.m, gemm.n, (2 * stages + 1) * gemm.k
    ways = True, False
    for has_maps in ways:
        mutants.check(sizes, has_maps)
    assert len(mutants.waits) > 20
    for without in mutants.waits:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            for has_maps in ways:
                mutants.check(sizes, has_maps, without)


def test_memory_that_the_kernel_writes_to_is_there_for_copies():
    """A fence of all memory costs more than one of shared memory."""
    gemm, store = Gemm(64, 64, 32), "%one_ = arith.constant 1.0 : f16\ntt.store %{}, %one_ : !tt.ptr<f16>"
    head, *lines = gemm.text().splitlines()
    for written, is_full in (("", False), ("a", True)):
        text = "\n".join([head, *([store.format(written)] if written else []), *lines])
        lowered = emulated.lowered(text, "k", None, True, Settings(tensor_copies=True)).text
        assert lowered.count("prefetch.tensormap") == 3
        assert ("fence.proxy.async()" in lowered) == is_full


@needs_ptxas
def test_machine_code_copies_boxes_and_has_no_spills():
    settings = Settings(tensor_copies=True, num_warps=8, num_stages=4)
    compiled = emulated.lowered(descriptors(128, 256, 64), "k", None, True, settings)
    _, ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength)
    of_stages, of_result = 4 * (1 + 4), 256 // 32
    assert len(re.findall(r"cp\.async\.bulk\.tensor\.2d", ptx)) == of_stages + of_result
    assert ".local" not in ptx and ".param .align 64 .b8" in ptx
    assert not ptxas.assemble(ptx, compiled.target).spills


def test_panels_of_few_rows_are_no_boxes():
    """The hardware counts rows by addresses: those of a panel have to begin at a multiple of eight."""
    text = descriptors(64, 128, 4)
    compiled = emulated.lowered(text, "k", None, True, Settings(tensor_copies=True))
    shapes = [one.box for one in compiled.tensor_maps]
    assert (64, 4) not in shapes


@pytest.mark.parametrize("produced", [False, True], ids=["by themselves", "by a producer"])
def test_the_thread_that_copies_is_known_to_be_alone_and_waits_for_shared_memory(produced):
    settings = Settings(tensor_copies=True, warp_specialize=produced)
    text = emulated.lowered(descriptors(), "k", None, True, settings).text
    assert "@llvm.nvvm.elect.sync" in text
    assert "fence.proxy.async()" not in text


def test_what_the_kernel_wrote_to_memory_is_there_for_copies():
    store = "tt.descriptor_store %a[%bm, %c0], %z : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>"
    zeros = f"  %z = arith.constant dense<0.0> : tensor<64x64xf16>\n  {store}\n  %r = scf.for"
    written = descriptors().replace("  %r = scf.for", zeros)
    text = emulated.lowered(written, "k", None, True, Settings(tensor_copies=True)).text
    assert text.count("call void @llvm.nvvm.fence.proxy.async()") == 1
