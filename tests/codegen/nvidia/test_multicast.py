"""Pairs of blocks that copy for each other what both read, in the emulator: right in any order."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.emulated import Settings
from tests.support.gemm import Gemm, compare
from tests.support.mutants import ORDER, Mutants, twice
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

PAIRS = {"tensor_copies": True, "warp_specialize": True, "persistent": True, "multicast": True}
#: what pairs cannot do without, either
MEETINGS = re.compile(rf"{ORDER.pattern}|barrier[._]cluster")

#: the block of c by the number of the program, of %down by %across blocks; 1-D grids, but for the first one
ORDERS = {
    "grid": None,
    "columns first": "%px = arith.remsi %pid, %down : i32\n%py = arith.divsi %pid, %down : i32",
    "rows first": "%px = arith.divsi %pid, %across : i32\n%py = arith.remsi %pid, %across : i32",
    "groups of three rows": """%three = arith.constant 3 : i32
%in_group = arith.muli %three, %across : i32
%group = arith.divsi %pid, %in_group : i32
%first = arith.muli %group, %three : i32
%left = arith.subi %down, %first : i32
%height = arith.minsi %left, %three : i32
%rest = arith.remsi %pid, %in_group : i32
%row = arith.remsi %rest, %height : i32
%px = arith.addi %first, %row : i32
%py = arith.divsi %rest, %height : i32""",
}


def ordered(gemm: Gemm, order: str | None) -> str:
    """The kernel of ``gemm`` whose programs make the blocks of c in an ``order`` of `ORDERS`."""
    text = gemm.text()
    if order is None:
        return text
    sizes = "".join(
        f"%{what}_more = arith.constant {block - 1} : i32\n%{what}_block = arith.constant {block} : i32\n"
        f"%{what}_sum = arith.addi %{size}, %{what}_more : i32\n"
        f"%{what} = arith.divsi %{what}_sum, %{what}_block : i32\n"
        for what, size, block in (("down", "M", gemm.m), ("across", "N", gemm.n))
    )
    places = re.findall(r"(%\w+) = tt.get_program_id ([xy]) : i32\n", text)
    text = re.sub(r"%\w+ = tt.get_program_id y : i32\n", "", text)
    head = f"%pid = tt.get_program_id x : i32\n{sizes}{order}\n"
    text = re.sub(r"%\w+ = tt.get_program_id x : i32\n", lambda _: head, text)
    for name, axis in places:
        text = re.sub(rf"{name}\b", f"%p{axis}", text)
    return text


def lowered(text: str, **settings) -> emulated.Compiled:
    return emulated.lowered(text, "k", None, True, Settings(**{**PAIRS, **settings}))


def check(text: str, gemm: Gemm, sizes: tuple[int, int, int], is_row: bool, gap: int = 0, **settings) -> None:
    kernel = emulated.compile(text, settings=Settings(**{**PAIRS, **settings}))
    compare(kernel, gemm, sizes, gap, is_row)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(4))
def test_products_are_right_in_any_order(order, seed):
    """Odd numbers of programs, those that share an operand and others; no maps the second time."""
    gemm = Gemm(64, 64, 32, wraps=seed % 2 == 1)
    text = ordered(gemm, ORDERS[order])
    settings = {"seed": seed, "num_stages": 2 + seed % 3, "ptx": seed == 2, "optimized": seed == 3}
    assert lowered(text, num_stages=2).cluster == 2
    for sizes in ((200, 136, 136), (72, 136, 96), (136, 72, 0)):
        for gap in (0, 1):
            check(twice(text), gemm, sizes, order != "grid", gap, **settings)


KINDS = {
    "two warpgroups": (Gemm(128, 32, 32), {"num_warps": 8}),
    "two warps": (Gemm(32, 16, 16), {"num_warps": 2}),
    "four warpgroups": (Gemm(256, 32, 16), {"num_warps": 16}),
    "columns": (Gemm(32, 64, 32, order="cc"), {}),
    "bytes": (Gemm(64, 64, 64, "i8"), {}),
    "tf32": (Gemm(64, 64, 32, "f32", precision="tf32"), {}),
    "converted": (Gemm(64, 64, 64, of_b="i8", scales=True), {}),
    "branching": (Gemm(64, 64, 32, skips="product"), {}),
    "unmasked": (Gemm(64, 64, 32, masked=False), {}),
    "versions that differ": (Gemm(64, 64, 32, wraps=True, period=72), {}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_of_products(kind):
    gemm, settings = KINDS[kind]
    assert lowered(gemm.text(), **settings).cluster == 2
    for gap in (0, 1):
        sizes = 2 * gemm.m + 8, 2 * gemm.n + 8, 4 * gemm.k
        check(twice(gemm.text()), gemm, sizes, False, gap, seed=4, **settings)


def copies(compiled: emulated.Compiled) -> tuple[int, int]:
    """How many copies of TMA tiles there are for pairs, and for one block."""
    shared = compiled.text.count("multicast::cluster")
    return shared, len(re.findall(r"complete_tx::bytes(?:\.multicast::cluster)? \[", compiled.text)) - shared


def test_blocks_whose_places_are_in_memory_are_no_pairs():
    """The number of the block of columns is loaded: nothing tells whether the neighbour's is a TMA tile."""
    gemm = Gemm(64, 64, 32)
    text = re.sub(
        r"(%\w+) = tt.get_program_id y : i32\n",
        r"%py = tt.get_program_id y : i32\n%at = tt.addptr %table, %py : !tt.ptr<i32>, i32\n"
        r"\1 = tt.load %at : !tt.ptr<i32>\n",
        gemm.text(),
    )
    text = text.replace("(%a:", "(%table: !tt.ptr<i32>, %a:")
    compiled = lowered(text)
    assert compiled.cluster == 1 and copies(compiled) == (0, 2)
    assert copies(lowered(gemm.text())) == (2, 0)
    (a, b), wanted = gemm.arrays(136, 200, 96)
    out = np.full(wanted.shape, 7, np.float32)
    table = np.array([2, 3, 0, 1], np.int32)
    emulated.compile(text, settings=Settings(**PAIRS, seed=3))[3, 4](
        table, a, b, out, 136, 200, 96, a.shape[1], b.shape[1]
    )
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("of", ["program", "memory"])
def test_blocks_whose_loops_differ_are_no_pairs(of):
    """The inner dimension depends on the program, or on memory at its number."""
    gemm = Gemm(64, 64, 32)
    lines = {
        "program": "%some = arith.muli %px, %step : i32\n%K = arith.minsi %some, %bound : i32\n",
        "memory": "%at = tt.addptr %ks, %px : !tt.ptr<i32>, i32\n%K = tt.load %at : !tt.ptr<i32>\n",
    }[of]
    text = gemm.text().replace("%K: i32", "%bound: i32, %ks: !tt.ptr<i32>")
    head = f"%px = tt.get_program_id x : i32\n%step = arith.constant 64 : i32\n{lines}"
    text = re.sub(
        r"(%\w+) = tt.get_program_id x : i32\n", rf"{head}\1 = arith.addi %px, %zero : i32\n", text, count=1
    )
    text = text.replace("{\n", "{\n%zero = arith.constant 0 : i32\n", 1)
    compiled = lowered(text)
    assert compiled.cluster == 1 and copies(compiled)[0] == 0
    (a, b), _ = gemm.arrays(200, 72, 136)
    ks = np.array([0, 64, 128, 136], np.int32)
    out = np.full((200, 72), 7, np.float32)
    emulated.compile(text, settings=Settings(**PAIRS, seed=2))[4, 2](
        a, b, out, 200, 72, 136, ks, a.shape[1], b.shape[1]
    )
    for block, count in enumerate(ks):
        rows = slice(64 * block, 64 * block + 64)
        product = a[rows, :count].astype(np.float32) @ b[:count].astype(np.float32)
        np.testing.assert_array_equal(out[rows], product)


class PairMutants(Mutants):
    """A kernel of pairs, of three programs, without a part of what orders the blocks, and the threads of each."""

    def __init__(self, gemm: Gemm, settings: Settings):
        super().__init__(ordered(gemm, ORDERS["columns first"]), settings, MEETINGS, again=False)
        self.gemm = gemm

    def check(self, sizes: tuple[int, int, int], has_maps: bool, without: int = 0) -> None:
        m, n, k = sizes
        (a, b), wanted = self.gemm.arrays(m, n, k)
        out = np.full((m, n), 7, np.float32)
        values = [a, b, out, *map(np.int32, (m, n, k, a.shape[1], b.shape[1]))]
        made, *maps = self.with_maps(values)[len(values) :]
        maps.insert(0, made if has_maps else 0)
        programs = -(-m // self.gemm.m) * -(-n // self.gemm.n)
        self.run((2, 1), [*values, *map(np.int32, (programs, 1, 1)), *maps], without)
        np.testing.assert_array_equal(out, wanted)

    def is_missed(self, sizes: tuple[int, int, int], without: int) -> bool:
        """Whether it is in one of two launches, with maps of tensors and without."""
        for has_maps in (True, False):
            try:
                self.check(sizes, has_maps, without)
            except (emulator.EmulationError, AssertionError):
                return True
        return False


@pytest.mark.parametrize("stages", [2, 3])
def test_nothing_of_a_pair_is_too_much(stages):
    """What orders the blocks: mbarriers, copies to both, arrivals in both, and the barriers of the cluster."""
    gemm = Gemm(32, 16, 16)
    mutants = PairMutants(gemm, Settings(**PAIRS, num_stages=stages, num_warps=2))
    sizes = 3 * gemm.m, gemm.n, (2 * stages + 1) * gemm.k
    mutants.check(sizes, True)
    mutants.check(sizes, False)
    left = [mutants.places[i] for i in mutants.waits if not mutants.is_missed(sizes, i)]
    assert len(mutants.waits) > 30 and len(left) <= 2
    assert all("wait.group" in place for place in left)  # there the group is empty


def test_machine_code_of_pairs_has_no_spills_and_masks_descriptors():
    """Bits of an address above those of a block's memory name the block: they are no part of a descriptor."""
    gemm = Gemm(128, 256, 64, wraps=True)
    compiled = lowered(ordered(gemm, ORDERS["groups of three rows"]), num_warps=8)
    assert compiled.cluster == 2
    made = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
    assert "bfe.u32" in made and "barrier.cluster.wait" in made


def test_what_the_rule_makes_pairs():
    """Rows of any length, where a second block has no room; others are persistent, or have no producer."""
    rule = dict.fromkeys(PAIRS)
    for gemm, stages, is_pair in (
        (Gemm(128, 256, 64, wraps=True), 2, True),
        (Gemm(128, 256, 64, wraps=True, divisor=16), 3, False),
        (Gemm(128, 128, 64, wraps=True), 4, True),
        (Gemm(128, 128, 64, wraps=True), 3, False),
        (Gemm(64, 128, 64, wraps=True), 6, False),
    ):
        compiled = lowered(gemm.text(), **rule, num_warps=8, num_stages=stages)
        assert (compiled.cluster == 2) == is_pair
    for columns, is_pair in ((4104, True), (4112, False)):  # of 8208 and 8224 bytes
        text = re.sub(r", %sb: i32[^)]*\)", ")", Gemm(128, 128, 64, wraps=True, divisor=16).text())
        text = text.replace("{\n", f"{{\n%sb = arith.constant {columns} : i32\n", 1)
        assert (lowered(text, **rule, num_warps=8).cluster == 2) == is_pair
