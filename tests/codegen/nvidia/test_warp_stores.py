"""What products leave, on its way to memory: each warp its own pieces, by matrices, boxes and rows; in the emulator."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import emulated, emulator
from tests.support.amount import examples
from tests.support.emulated import Settings, maps_of
from tests.support.gemm import DTYPES, Gemm
from tests.support.gpu_kernels import needs_ptxas
from tests.support.memory import guarded
from tests.support.mutants import Mutants, twice
from tests.support.ttir import Writer, tensor
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import WARP
from triton_shared.codegen.nvidia.tma import tma_loads, tma_stores
from triton_shared.codegen.nvidia.tma.store_tiles import pieces_of
from triton_shared.codegen.nvidia.tma.tma_loads import are_possible
from triton_shared.codegen.simt.build.shared_layout import SharedLayout
from triton_shared.codegen.simt.layouts.dot_plan import Fragments
from triton_shared.ir.builder import Condition

#: bytes of a warp's buffers where there are few, how many rows it has, and by how many a turn is below the last one
FEW, ROWS, STEP = 2 << 10, 16, 8
#: rows behind the result that must stay as they are
GUARDS = 3
#: how results are stored: by rows; by boxes, with a map and without one; in pieces, where a producer's stages live on
WAYS = {
    "rows": {},
    "boxes": {"tensor_copies": True},
    "pieces": {"tensor_copies": True, "warp_specialize": True, "persistent": True},
}
DTYPES_OF_SUMS = {**DTYPES, "i32": np.int32}
#: what orders stores, and what threads of a warp, or all, do together
MEETS = re.compile(r"stmatrix|barrier\.cta")
PARTS = re.compile(r"bar\.warp\.sync|fence\.proxy|cp\.async\.bulk\.(commit|wait)[._]group")


def result_of(gemm: Gemm, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Memory for the result with rows behind it, and what it must become."""
    dtype = DTYPES_OF_SUMS[gemm.stored or gemm.sum]
    rows = wanted.T if gemm.order[2:] == "c" else wanted
    out = np.full((rows.shape[0] + GUARDS, rows.shape[1]), 7, dtype)
    expected = out.copy()
    expected[:-GUARDS] = rows.astype(dtype)
    return guarded(out, at_end=True).reshape(out.shape), expected


def check(gemm: Gemm, sizes: tuple[int, int, int], again: bool = False, gap: int = 0, **options) -> None:
    m, n, k = sizes
    text = twice(gemm.text()) if again else gemm.text()
    kernel = emulated.compile(text, settings=Settings(**options))
    values, wanted = gemm.arrays(m, n, k, gap)
    out, expected = result_of(gemm, wanted)
    kernel[(-(-m // gemm.m), -(-n // gemm.n))](*values, out, m, n, k, *[x.shape[1] for x in values[:2]])
    np.testing.assert_array_equal(out.astype(np.float64), expected.astype(np.float64))


STORED = {"f16": ("f16", "f32", "f8E5M2", "bf16"), "bf16": ("bf16",), "i8": ("", "i8")}


@st.composite
def stores(draw) -> dict:
    """A product, its sizes and how it is stored."""
    element = draw(st.sampled_from(sorted(STORED)))
    warps = draw(st.sampled_from([1, 4, 8, 16]))
    m = draw(st.sampled_from([16, 64, 128])) if warps < 8 else draw(st.sampled_from([64, 128, 256]))
    n = draw(st.sampled_from([16, 64, 128] if warps < 16 else [32, 128]))
    order = "rc" + draw(st.sampled_from("rrc"))
    divisor = draw(st.sampled_from([1, 8, 16]))
    stored = draw(st.sampled_from(STORED[element]))
    gemm = Gemm(m, n, 32, element, order=order, stored="" if stored == "f32" else stored, divisor=divisor)
    sizes = (m + draw(st.integers(-1, 2)) * divisor, n + draw(st.integers(-1, 2)) * divisor, 32)
    options = WAYS[draw(st.sampled_from(sorted(WAYS)))]
    chip = draw(st.sampled_from(["sm_90a", "sm_90a", "sm_90", "sm_80"]))
    options = {**options, "chip": chip, "num_warps": warps, "seed": draw(st.integers(0, 3))}
    if chip != "sm_90a":
        options = {**options, "tensor_copies": False, "warp_specialize": False}
    return {"gemm": gemm, "sizes": tuple(max(1, s) for s in sizes), **options}


@given(stores())
@settings(max_examples=examples(40), deadline=None, derandomize=True)
def test_results_are_stored_whole_and_no_more(case):
    check(**case)


@pytest.mark.parametrize("element", ["i8", "f16"])
@pytest.mark.parametrize("order", ["rr", "rrc"])
@pytest.mark.parametrize("block", [(16, 32, 16), (32, 16, 16), (16, 64, 16)])
def test_behind_rings_of_any_size(block, order, element):
    """Boxes lie at multiples of what their swizzle repeats behind, which three small stages are not."""
    gemm = Gemm(*block, element, order=order, divisor=16)
    check(gemm, (2 * block[0], 2 * block[1], 64), seed=1, **WAYS["pieces"])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("order", ["rr", "rrc"])
def test_again_and_without_maps(way, order):
    """Where rows are no multiples of 16 bytes apart there is no map; the second time meets what the first one left."""
    gemm = Gemm(64, 128, 32, order=order, stored="f16")
    for n in (136, 133):
        check(gemm, (72, n, 64), again=True, seed=2, **WAYS[way])


def test_few_buffers(monkeypatch):
    monkeypatch.setattr(tma_stores, "MOST_PIECE", 16 << 10)
    monkeypatch.setattr(tma_stores, "MOST_BYTES", 16 << 10)
    for way in ("boxes", "pieces"):
        check(Gemm(64, 256, 32, stored="f16"), (72, 264, 64), again=True, seed=1, **WAYS[way])


@pytest.mark.parametrize("way", ["boxes", "pieces"])
@pytest.mark.parametrize("first", ["arith.negf %r#0", "arith.constant dense<3.0>"])
def test_what_is_stored_twice_is_what_comes_last(way, first):
    """Copies to memory have no order among themselves, nor with what threads store."""
    gemm = Gemm(64, 64, 32)
    lines = gemm.text().splitlines()
    at = next(i for i, line in enumerate(lines) if "tt.store" in line)
    again = lines[at].replace("%r#0", "%first")
    lines[at:at] = [f"%first = {first} : tensor<64x64xf32>", again]
    kernel = emulated.compile("\n".join(lines), settings=Settings(**WAYS[way], seed=1))
    (a, b), wanted = gemm.arrays(72, 72, 64)
    out = np.full((72, 72), 7, np.float32)
    kernel[2, 2](a, b, out, 72, 72, 64, 64, 72)
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("options", [{}, {"warp_specialize": True}])
def test_turns_without_boxes_are_ordered_with_those_with_boxes(options):
    """All wait for the copies of the turn before, and what threads store is there for the copies of the next one."""
    gemm = Gemm(64, 64, 32)
    for text, count in ((gemm.text(), 0), (twice(gemm.text()), 1)):
        lowered = emulated.lowered(text, "k", None, True, Settings(tensor_copies=True, **options)).text
        assert lowered.count("cp.async.bulk.wait.group(i32 0)") == count
        behind = lowered[lowered.index("cp.async.bulk.tensor.2d.global") :]
        assert ("fence.proxy.async()" in behind) == (count > 0)


@dataclass(frozen=True)
class Repeated(Gemm):
    """One block of a product that is stored ``turns`` times, each time a few rows below, as other warps do.

    The number of the turn is added to it.
    """

    turns: int = 4

    def _store(self, w: Writer, pids: list[str], total: str) -> None:
        type = tensor((self.m, self.n), self.sum)
        zero, one, turns = (w.op(f"arith.constant {number} : i32") for number in (0, 1, self.turns))
        w.do(f"scf.for %j = {zero} to {turns} step {one} : i32 {{")
        number = w.op(f"arith.sitofp %j : i32 to {self.sum}")
        added = w.op(f"tt.splat {number} : {self.sum} -> {type}")
        super()._store(w, ["%j", pids[1]], w.op(f"arith.addf {total}, {added} : {type}"), STEP)
        w.do("}")

    @property
    def rows(self) -> int:
        """How many are stored in all."""
        return self.m + STEP * (self.turns - 1)

    def result(self, wanted: np.ndarray) -> np.ndarray:
        """What is in memory at the end."""
        out = np.zeros((self.rows, wanted.shape[1]), wanted.dtype)
        for turn in range(self.turns):
            out[turn * STEP :][: self.m] = wanted + turn
        return out


@pytest.mark.parametrize("stored", ["", "f16"])
@pytest.mark.parametrize("warps", [1, 2, 4])
@pytest.mark.parametrize("way", WAYS)
def test_turns_that_only_store(way, warps, stored, monkeypatch):
    """Nothing but the stores orders their turns: a buffer is written anew when it has been read.

    Few buffers lie apart from all others, for which threads would meet.
    """
    monkeypatch.setattr(tma_stores, "MOST_BYTES", warps * FEW)
    gemm = Repeated(ROWS * warps, 64, 16, stored=stored)
    for n, seed in itertools.product((64, 57), range(4)):
        kernel = emulated.compile(gemm.text(), settings=Settings(num_warps=warps, seed=seed, **WAYS[way]))
        (a, b), wanted = gemm.arrays(gemm.m, n, 32)
        out, expected = result_of(gemm, gemm.result(wanted))
        kernel[1, 1](a, b, out, gemm.rows, n, 32, 32, n)
        np.testing.assert_array_equal(out, expected)


def text_of(gemm: Gemm, **options) -> str:
    return emulated.lowered(gemm.text(), "k", None, True, Settings(**options)).text


def test_which_gpus_store_matrices():
    gemm = Gemm(64, 128, 32, stored="bf16", divisor=16)
    for chip, count in (("sm_90a", 8), ("sm_90", 8), ("sm_80", 0)):
        text = text_of(gemm, chip=chip, num_stages=1)
        assert len(re.findall(r"call void @llvm\.nvvm\.stmatrix.*x4", text)) == count
        assert text.count("call void @llvm.nvvm.bar.warp.sync") == 1


@pytest.mark.parametrize("has_boxes", [False, True])
def test_columns_are_transposed_on_their_way(has_boxes):
    gemm = Gemm(64, 64, 32, order="rrc", stored="f16", divisor=16)
    text = text_of(gemm, tensor_copies=has_boxes, num_stages=1 + 2 * has_boxes)
    assert len(re.findall(r"call void @llvm\.nvvm\.stmatrix.*x4\.trans", text)) == 4 * (1 + has_boxes)
    if not has_boxes:
        stored = text[text.index("stmatrix") :]
        assert len(re.findall(r"load <8 x half>, ptr addrspace\(3\)", stored)) == 4
        assert not re.search(r"load (<1 x )?half", stored)


@pytest.mark.parametrize("warps", [(4, "mm"), (8, "mmm"), (8, "mmn"), (16, "mmmn")])
@pytest.mark.parametrize(("size", "fast"), [(2, 1), (4, 1), (1, 1), (2, 0)])
@pytest.mark.parametrize("n", [32, 64, 256])
def test_pieces_have_each_element_once(warps, size, fast, n):
    count, along = warps
    shape = (256, n)
    layout, form = Fragments(shape, tuple(along)).accumulator(), SharedLayout(shape, size, fast)
    pieces = pieces_of(layout, form)
    if pieces is None:
        assert fast == 0 or n * size < 16 or "n" in along
        return
    seen = np.zeros(shape, int)
    rows, columns = pieces.form.shape
    assert pieces.count * rows * columns * count == 256 * n
    assert columns * size == form.width
    for warp in range(count):
        begin = layout.position(0, warp * WARP)
        for piece in range(pieces.count):
            first = [a + layout.coordinate(begin, d) for d, a in enumerate(pieces.first(piece))]
            seen[first[0] : first[0] + rows, first[1] : first[1] + columns] += 1
            places = {
                layout.position(r, warp * WARP + lane) for r in pieces.registers(piece) for lane in range(32)
            }
            inside = {(p // n - first[0], p % n - first[1]) for p in places}
            assert inside == {(i, j) for i in range(rows) for j in range(columns)}
    assert (seen == 1).all()


#: a bit of the number that says which maps there are: programs of odd numbers store as if there were none
MIXED = 16


def possible_or_mixed(program, boxes, loop=None) -> Condition:
    possible = are_possible(program, boxes, loop)
    if loop is not None:
        return possible
    b, number = program.b, program.scalar(program.function.regions[0].blocks[0].arguments[-3])
    is_odd = b.i32_op("arith.andi", b.i32_op("arith.shrui", program.maps_made, MIXED), number)
    return b.both(possible, b.compare("eq", b.i32_op("arith.andi", is_odd, 1), 0))


class StoreMutants(Mutants):
    """Two products, one after the other by the same threads, without one of what orders their stores."""

    def __init__(self, gemm: Gemm, options: Settings, parts: re.Pattern = PARTS):
        super().__init__(gemm.text(), options, parts, again=not options.persistent)
        self.gemm, self.grid = gemm, [np.int32(2), np.int32(1), np.int32(1)] * bool(options.persistent)

    def check(self, without: int = 0) -> None:
        for has_maps, mixed in ((1, 0), (0, 0), (1, 1 << MIXED)):
            self._check(has_maps, mixed, without)

    def _check(self, has_maps: int, mixed: int, without: int) -> None:
        m, n = self.gemm.m * (2 if self.grid else 1) - 8, self.gemm.n
        (a, b), wanted = self.gemm.arrays(m, n, self.gemm.k)
        out, expected = result_of(self.gemm, wanted)
        values = [a, b, out, *map(np.int32, (m, n, self.gemm.k, a.shape[1], b.shape[1]))]
        packed = [x.ctypes.data.to_bytes(8, "little") for x in values[:3]]
        packed += [int(x).to_bytes(4, "little") for x in values[3:]]
        maps = maps_of(self.compiled.tensor_maps, self.compiled.params, packed)
        maps[0] = maps[0] * has_maps | mixed
        self.run((1, 1), [*values, *self.grid, *maps], without)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("stored", ["", "f16"])
@pytest.mark.parametrize("way", ["boxes", "pieces"])
def test_nothing_of_a_store_is_too_much(way, stored, monkeypatch):
    """There are fewer buffers than pieces.  Who stores a matrix waits for the other threads of the warp by that."""
    monkeypatch.setattr(tma_stores, "MOST_PIECE", 16 << 10)
    monkeypatch.setattr(tma_stores, "MOST_BYTES", 16 << 10)
    monkeypatch.setattr(tma_loads, "are_possible", possible_or_mixed)
    gemm = Gemm(64, 256 if stored else 128, 16, stored=stored)
    mutants = StoreMutants(gemm, Settings(**WAYS[way]))
    mutants.check()
    places = mutants.places
    first = next(i for i in mutants.waits if "bulk.wait" in places[i])
    waits = [i for i in mutants.waits if i >= first and "fence.proxy.async()" not in places[i]]
    wanted = [i for i in waits if "warp" not in places[i] or not MEETS.search(places[i + 1])]
    assert len(wanted) >= 12
    for without in wanted:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            mutants.check(without)


@pytest.mark.parametrize("stored", ["", "f16"])
def test_nothing_of_a_whole_block_is_too_much(stored, monkeypatch):
    """The thread that copies waits for what it read, all meet, fence what they write, meet again; it copies."""
    monkeypatch.setattr(tma_loads, "are_possible", possible_or_mixed)
    parts = re.compile(rf"{PARTS.pattern}|barrier\.cta|bulk\.tensor\.2d\.global\.shared::cta")
    mutants = StoreMutants(Gemm(64, 128, 16, stored=stored), Settings(**WAYS["pieces"]), parts)
    mutants.check()
    copies = [i for i in mutants.waits if "bulk.tensor" in mutants.places[i]]
    first = max(i for i in mutants.waits if i < copies[0] and "bulk.wait" in mutants.places[i])
    wanted = [i for i in mutants.waits if first <= i <= copies[-1] + 1]
    assert len(wanted) == 5 + len(copies)
    for without in wanted:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            mutants.check(without)


class RepeatedMutants(Mutants):
    """Stores in a loop of their own without one of what orders these."""

    def __init__(self, gemm: Repeated, settings: Settings):
        super().__init__(gemm.text(), settings, re.compile(rf"{PARTS.pattern}|barrier\.cta"), again=False)
        self.gemm = gemm

    def check(self, without: int = 0) -> None:
        gemm = self.gemm
        (a, b), wanted = gemm.arrays(gemm.m, gemm.n, gemm.k)
        out, expected = result_of(gemm, gemm.result(wanted))
        sizes = map(np.int32, (gemm.rows, gemm.n, gemm.k, gemm.k, gemm.n))
        self.run((1, 1), self.with_maps([a, b, out, *sizes]), without)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("warps", [1, 2, 4])
def test_nothing_of_turns_that_only_store_is_too_much(warps, monkeypatch):
    """A turn waits for each buffer before that is written anew, and for the copies of the turn before."""
    monkeypatch.setattr(tma_stores, "MOST_BYTES", warps * FEW)
    gemm = Repeated(ROWS * warps, 64, 16)
    mutants = RepeatedMutants(gemm, Settings(num_warps=warps, seed=1, **WAYS["boxes"]))
    mutants.check()
    places = mutants.places
    copies = [i for i, text in enumerate(places) if "bulk.tensor.2d.global" in text]
    before = [i for i in mutants.waits if i < copies[0] and "bulk.wait" in places[i]]
    wanted = [i for i in mutants.waits if before[-1] <= i and i <= copies[-1] + 2]
    assert len(wanted) >= 6
    for without in wanted:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            mutants.check(without)


@needs_ptxas
@pytest.mark.parametrize(
    "options",
    [{}, {"tensor_copies": True}, {"tensor_copies": True, "warp_specialize": True, "persistent": True}],
)
def test_machine_code_stores_matrices_and_has_no_spills(options):
    gemm = Gemm(128, 256, 64, stored="f16", divisor=16, wraps=True)
    compiled = emulated.lowered(gemm.text(), "k", None, True, Settings(num_warps=8, **options))
    _, ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)
    assert ptx.count("stmatrix.sync.aligned.m8n8.x4.shared.b16") == 16 * (2 if options else 1)
    assert ptx.count("cp.async.bulk.tensor.2d.global") == (4 if options else 0)
    assert not ptxas.assemble(ptx, compiled.target).spills
