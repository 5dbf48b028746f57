"""Produced loops that make the last products of a turn with the first one of the next, in the emulator."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.gpu_kernels import needs_ptxas
from tests.support.mutants import ORDER, PRODUCTS, Mutants, twice
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.warp_specialization import dot_chains

ROLES = {"tensor_copies": True, "warp_specialize": True}
NAMED = re.compile(r"barrier\.cta\.(sync|arrive)\.aligned\.count\(i32 (2|%\d+)")


@pytest.fixture(autouse=True)
def chains_of_any_size(monkeypatch):
    monkeypatch.setattr(dot_chains, "LEAST_EXTENT", 16)


def boxed(chain: Chain, **settings) -> str:
    """The kernel of ``chain``, as far as a launch with maps runs it."""
    compiled = emulated.lowered(chain.text(), "k", None, True, Settings(**ROLES, **settings))
    assert compiled.threads > compiled.target.threads
    return compiled.text.partition("cp.async.wait.group")[0]


KINDS = {
    "rescaled": (Chain(n=64, k=64, d=64), {"num_stages": 3}),
    "not scaled": (Chain(scaled=False), {"num_stages": 4}),
    "sums of rows": (Chain(n=64, k=64, d=64, rows=True), {"num_stages": 3}),
    "sums of rows, twice": (Chain(m=128, again=True, rows=True), {"num_stages": 3, "num_warps": 8}),
    "two stages": (Chain(n=64, k=64, d=64), {"num_stages": 2}),
    "three products": (Chain(n=32, scaled=False, again=True), {"num_stages": 4}),
    "needs the sums": (Chain(n=32, early=True), {"num_stages": 3}),
    "bf16": (Chain(element="bf16", order="cc"), {"num_stages": 3}),
    "two warpgroups": (Chain(m=128, n=32, masked=True), {"num_stages": 3, "num_warps": 8}),
    "four warpgroups": (Chain(m=256, n=16), {"num_stages": 3, "num_warps": 16}),
    "optimized": (Chain(m=128, n=32, order="cr"), {"num_stages": 3, "num_warps": 8, "optimized": True}),
    "ptx": (Chain(m=128), {"num_stages": 3, "num_warps": 8, "ptx": True}),
    "persistent": (Chain(m=128), {"num_stages": 3, "num_warps": 8, "persistent": True}),
}


@pytest.mark.parametrize("settings", [{}, {"num_warps": 8, "optimized": True}], ids=str)
def test_stages_may_be_filled_with_chunks(settings):
    chain = Chain(m=128, n=64, k=64, d=64, masked=True)
    chunks = Settings(tensor_copies=False, warp_specialize=True, seed=3, **settings)
    text = emulated.lowered(chain.text(), "k", None, True, chunks).text
    assert "cp.async.mbarrier.arrive.noinc" in text and "cp.async.bulk" not in text
    for turns in (0, 1, 4):
        values, wanted = chain.arguments(turns * chain.n)
        emulated.compile(chain.text(), settings=chunks)[1](*values)
        np.testing.assert_array_equal(values[3], wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_products_are_those_of_numpy(kind):
    chain, settings = KINDS[kind]
    assert boxed(chain, **settings)
    for text in (chain.text(), twice(chain.text())):
        for turns in (0, 1, 2, 5):
            kernel = emulated.compile(text, settings=Settings(**ROLES, **settings, seed=turns))
            values, wanted = chain.arguments(turns * chain.n)
            kernel[1](*values)
            np.testing.assert_array_equal(values[3], wanted)


#: products before the loop, in it, and behind
COUNTS = [
    (Chain(), 3, 4),
    (Chain(), 2, 2),
    (Chain(again=True), 3, 6),
    (Chain(early=True), 3, 2),
]


@pytest.mark.parametrize(("chain", "stages", "count"), COUNTS)
def test_the_last_products_of_a_turn_are_made_in_the_next(chain, stages, count):
    assert len(re.findall(r"wgmma\.mma_async[^\n]*", boxed(chain, num_stages=stages))) == count


@pytest.mark.parametrize("again", [False, True])
def test_a_turn_begins_all_its_products_and_waits_for_them_late(again):
    """Between taking the baton and handing it on there are products alone."""
    text = boxed(Chain(m=128, again=again), num_stages=3, num_warps=8)
    names = [
        ("take", r"barrier\.cta\.sync\.aligned\.count\(i32 %"),
        ("hand on", r"barrier\.cta\.arrive\.aligned\.count\(i32 %"),
        ("begin", r"wgmma\.mma_async"),
        ("wait 0", r"wgmma\.wait_group\.sync\.aligned 0"),
        (f"wait {1 + again}", rf"wgmma\.wait_group\.sync\.aligned {1 + again}"),
        ("full", r"mbarrier\.try_wait"),
    ]
    found = [name for line in text.splitlines() for name, part in names if re.search(part, line)]
    assert len(NAMED.findall(text)) == 3  # one of them where the program begins
    last = 1 + again
    turn = ["take", *["begin"] * (1 + last), "hand on", f"wait {last}", "full", *["wait 0"] * last]
    turn += ["begin", "wait 0"] * last  # those of the last turn, behind the loop
    assert found[found.index("take") :][: len(turn)] == turn


def test_what_only_the_next_turn_needs_comes_last():
    """A thread adds up its part of the rows before it waits for the last products, and tells others behind."""
    text = boxed(Chain(m=128, rows=True), num_stages=3, num_warps=8)
    turn = text[text.index("wgmma.wait_group.sync.aligned 1") :]
    parts = turn.split("wgmma.wait_group.sync.aligned 0")
    assert "shfl.sync.bfly" not in parts[0] and parts[1].count("call i32 @llvm.nvvm.shfl.sync.bfly") == 4
    assert "fadd" in parts[0]


CASES = [(Chain(n=16), 4), (Chain(m=128, n=16), 8)]


class ChainMutants(Mutants):
    """A chain, done twice, without a part of what orders its threads."""

    def __init__(self, chain: Chain, num_warps: int):
        super().__init__(chain.text(), Settings(**ROLES, num_stages=3, num_warps=num_warps), ORDER)
        self.chain = chain

    def check(self, without: int = 0, turns: int = 7, has_maps: bool = True) -> None:
        values, wanted = self.chain.arguments(turns * self.chain.n)
        given = self.with_maps(values)
        if not has_maps:
            given[len(values)] = 0
        self.run((1, 1), given, without)
        np.testing.assert_array_equal(values[3], wanted)


@pytest.mark.parametrize(("chain", "num_warps"), CASES)
def test_without_maps_nobody_takes_the_baton(chain, num_warps):
    mutants = ChainMutants(chain, num_warps)
    for turns in (0, 1, 4):
        mutants.check(turns=turns, has_maps=False)


@pytest.mark.parametrize(("chain", "num_warps"), CASES)
def test_nothing_is_too_much(chain, num_warps):
    """But for the wait for the baton, on which results do not depend."""
    mutants = ChainMutants(chain, num_warps)
    mutants.check()
    places, waits = mutants.places, mutants.waits
    last_copy = max(i for i in waits if "complete_tx" in places[i])
    # the producer waits once more, where there are no maps
    first = [i for i in waits if i > last_copy and "try_wait" in places[i]][1]
    behind = [i for i in waits if PRODUCTS.search(places[i])][3]
    last = next(i for i in waits if i > behind and "mbarrier.arrive.shared" in places[i])
    needed = [i for i in waits if i <= last_copy or first <= i <= last or "cta.arrive" in places[i]]
    taken = [i for i in needed if re.search(r"sync\.aligned\.count\(i32 %", places[i])]
    assert len(taken) == (num_warps > 4) and len(needed) > 20
    for without in set(needed) - set(taken):
        with pytest.raises((emulator.EmulationError, AssertionError)):
            mutants.check(without)


@needs_ptxas
@pytest.mark.parametrize("again", [False, True])
def test_machine_code_begins_products_together(again):
    """ptxas finds nothing that would keep it from that."""
    chain = Chain(m=128, n=64, k=64, d=64, again=again)
    compiled = emulated.lowered(chain.text(), "k", None, True, Settings(**ROLES, num_stages=3, num_warps=8))
    made = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
    assembled = ptxas.assemble(made, compiled.target)
    assert not assembled.spills and not assembled.is_serial
