"""Loops in which a turn begins the product of the turn before, in the emulator, and what each wait is for."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.gpu_kernels import needs_ptxas
from tests.support.mutants import PRODUCTS, Mutants
from triton_shared import dialects
from triton_shared.codegen.gpu import ptxas
from triton_shared.codegen.gpu.stages import Artifact, Options, compile_module
from triton_shared.codegen.gpu.target import GpuTarget
from triton_shared.pass_manager import run_pipeline

KINDS = {
    "plain": Chain(),
    "not scaled": Chain(scaled=False),
    "bf16": Chain(element="bf16"),
    "columns": Chain(order="cc"),
    "rows and columns": Chain(order="cr", d=64),
    "masked": Chain(masked=True),
    "two": Chain(again=True),
    "two, not scaled": Chain(again=True, scaled=False),
    "early": Chain(early=True),
    "two blocks of rows": Chain(m=128, n=16, k=32, d=16),
}


def check(chain: Chain, length: int, settings: Settings) -> None:
    values, wanted = chain.arguments(length)
    emulated.compile(chain.text(), settings=settings)[(1,)](*values)
    np.testing.assert_array_equal(values[3], wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_products_are_those_of_numpy(kind):
    chain = KINDS[kind]
    for stages in (2, 3):
        lengths = (0, chain.n, 3 * chain.n, 4 * chain.n + 8) if chain.masked else (0, chain.n, 5 * chain.n)
        for length in lengths:
            check(chain, length, Settings(num_stages=stages, seed=length))


def test_two_groups_of_warps():
    check(Chain(m=128), 128, Settings(num_warps=8, optimized=True))


def machine_code(chain: Chain, num_warps: int = 4, num_stages: int = 3) -> Artifact:
    module = dialects.parse(chain.text())
    run_pipeline(module, ["triton-to-linalg"])
    return compile_module(module, options=Options(GpuTarget("sm_90a", num_warps, num_stages)))


MEETINGS, WAITS = (
    re.compile(r"bar\.warp\.sync\s+lanes"),
    re.compile(r"wgmma\.wait_group\.sync\.aligned (\d+)"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_turn_begins_them_behind_its_first_product(kind):
    """The wait for that leaves them under way, and all have ended when words of the turn have been computed."""
    chain = KINDS[kind]
    ptx = machine_code(chain).ptx
    waits = [int(n) for n in PRODUCTS.findall(ptx)]
    late = 1 + chain.again
    inside, behind = waits[: 1 + late], waits[1 + late :]
    assert behind == [0] * late
    assert inside == ([0] * (1 + late) if chain.early and late == 1 else [late] + [0] * late)
    assert bool(MEETINGS.search(ptx)) != chain.early


@pytest.mark.parametrize("stages", [2, 4])
def test_rings_of_what_the_next_turn_reads_have_one_stage_more(stages):
    """All tiles are of one size; the left operand, which never changes, has one."""
    tiles = 1 + stages + (stages + 1)
    assert machine_code(Chain(64, 64, 64, 64), num_stages=stages).shared_bytes == tiles * 64 * 64 * 2


def test_where_registers_are_few_all_products_are_made_in_their_turn():
    waits = [int(n) for n in PRODUCTS.findall(machine_code(Chain(m=128, n=128, d=128)).ptx)]
    assert waits == [0, 0]


@needs_ptxas
@pytest.mark.parametrize("sizes", [(64, 64, 64, 64), (128, 64, 64, 64)])
def test_ptxas_leaves_them_under_way(sizes):
    """It warns where it makes products wait for each other."""
    m, n, k, d = sizes
    artifact = machine_code(Chain(m, n, k, d))
    assert ptxas.assemble(artifact.ptx, artifact.target).spills == 0


# Waits and barriers


@pytest.mark.parametrize("stages", [2, 3])
def test_no_wait_and_no_barrier_is_too_much(stages):
    """Where there are no turns, the product behind the loop reads what has been written before it."""
    chain = Chain()
    mutants = Mutants(chain.text(), Settings(num_stages=stages))

    def check(without: int | None = None) -> None:
        for length in (0, 7 * chain.n):
            values, wanted = chain.arguments(length)
            mutants.run((1, 1), values, without)
            np.testing.assert_array_equal(values[3], wanted)

    check()
    assert len(mutants.waits) >= 8
    for without in mutants.waits:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            check(without)
