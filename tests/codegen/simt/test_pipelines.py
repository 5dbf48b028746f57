"""Loops whose loads are made ahead, in the emulator: stages, types, sizes and orders; what each wait is for."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.emulated import Settings
from tests.support.gemm import DTYPES, Gemm
from tests.support.gpu_kernels import needs_ptxas
from tests.support.memory import guarded
from tests.support.mutants import PRODUCTS, WAITS, Mutants
from triton_shared import dialects
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.stages import Artifact, Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.pipeline import pipelinable_loads
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

SIZES = [(32, 64, 96, 0), (33, 67, 49, 0), (40, 72, 64, 8), (20, 70, 50, 3)]
DIVISIBLE = [(32, 64, 96, 0), (48, 80, 80, 16)]
KINDS = {
    "plain": Gemm(),
    "columns": Gemm(order="cc"),
    "wrapped": Gemm(order="rc", wraps=True),
    "wrapped, by turns": Gemm(wraps=True, carried=False),
    "divisible": Gemm(divisor=16),
    "divisible, wrapped": Gemm(order="cr", wraps=True, divisor=16),
    "wrapped, limited": Gemm(wraps=True, limited=True),
    "wrapped, limited, columns": Gemm(order="cc", wraps=True, limited=True, carried=False),
    "unmasked": Gemm(wraps=True, masked=False, divisor=16),
    "f32": Gemm(element="f32"),
    "f32, columns, wrapped": Gemm(element="f32", order="cc", wraps=True),
    "bf16": Gemm(element="bf16", order="cr"),
    "i8": Gemm(element="i8"),
    "f64": Gemm(element="f64", k=16),
    "cast": Gemm(of_b="i8", divisor=16),
    "cast from columns": Gemm(of_b="i8", order="rc"),
    "scales": Gemm(of_b="i8", scales=True, order="rc"),
    "scales, divisible": Gemm(64, 64, 64, of_b="i8", scales=True, divisor=16),
    "cast, wrapped": Gemm(of_b="f16", element="f32", wraps=True),
    "padded": Gemm(other=1.0),
    "branching": Gemm(skips="product", wraps=True),
    "groups, branching": Gemm(64, 64, 32, skips="product", divisor=16),
    "groups": Gemm(64, 64, 64, wraps=True, divisor=16),
    "groups, columns": Gemm(64, 32, 32, order="cr"),
    "groups, scaled": Gemm(64, 64, 32, divisor=16, scaled=True),
    "groups, i8": Gemm(64, 64, 32, element="i8", order="rc"),
    "groups, e4m3": Gemm(64, 64, 64, element="f8E4M3FN", order="rc", divisor=16),
    "groups, e4m3, rows": Gemm(64, 64, 64, element="f8E4M3FN", wraps=True, divisor=16),
    "groups, e4m3, any": Gemm(64, 64, 64, element="f8E4M3FN"),
    "groups, tf32": Gemm(64, 64, 32, element="f32", precision="tf32", wraps=True),
    "groups, tf32, columns": Gemm(64, 32, 32, element="f32", precision="tf32", order="cc"),
    "e5m2": Gemm(element="f8E5M2", order="rc"),
    "cast from e4m3": Gemm(64, 64, 32, of_b="f8E4M3FN", divisor=16),
}


def arguments(gemm: Gemm, sizes: tuple[int, ...]) -> tuple[list, np.ndarray]:
    """The arguments of a launch, between pages that nobody may touch, and the product that it should make."""
    m, n, k, gap = sizes
    operands, wanted = gemm.arrays(m, n, k, gap)
    if gemm.other:  # the rows and columns behind K are all ``other``
        wanted = wanted + gemm.other**2 * (-k % gemm.k)
    out = guarded(np.full(m * n, 7, DTYPES.get(gemm.sum, np.int32)), at_end=True)
    operands = [guarded(x, at_end=True).reshape(x.shape) for x in operands]
    return [*operands, out, m, n, k, *(x.shape[1] for x in operands[:2])], wanted


def check(gemm: Gemm, sizes: tuple[int, ...], settings: Settings) -> None:
    values, wanted = arguments(gemm, sizes)
    kernel = emulated.compile(gemm.text(), settings=settings)
    kernel[(-(-sizes[0] // gemm.m), -(-sizes[1] // gemm.n))](*values)
    np.testing.assert_array_equal(values[-6].reshape(wanted.shape), wanted)


CODES = ({}, {"ptx": True}, {"optimized": True})
#: each kind in three stages, every third one in another number of them: kind, stages, and what is run of them
RUNS = [(kind, 3, CODES[i % 2]) for i, kind in enumerate(KINDS)]
RUNS += [(kind, (5, 1, 4, 2)[i % 4], CODES[i % 3]) for i, kind in enumerate(list(KINDS)[::3])]


@pytest.mark.parametrize(("kind", "stages", "code"), RUNS)
def test_products_are_those_of_numpy(kind, stages, code):
    gemm = KINDS[kind]
    warps = {1: 16, 2: 8, 3: 4, 4: 1, 5: 2}[stages]
    settings = Settings(num_stages=stages, seed=stages, num_warps=warps, **code)
    for sizes in DIVISIBLE if gemm.divisor > 1 else SIZES:
        if gemm.masked or sizes[2] % gemm.k == 0:
            check(gemm, sizes, settings)


@pytest.mark.parametrize("stages", range(2, 6))
def test_loops_of_any_number_of_turns(stages):
    for turns in range(7):
        sizes = (19, 32, 16 * turns, 0)
        check(Gemm(16, 32, 16, divisor=16), (16, *sizes[1:]), Settings(num_stages=stages))
        check(Gemm(16, 32, 16, wraps=True), sizes, Settings(num_stages=stages, chip="sm_80"))


@pytest.mark.parametrize("stages", [2, 5])
def test_turns_behind_the_largest_number(stages):
    """The loop ends at 2^31 - 1: the numbers of the turns behind its end wrap around."""
    text = re.sub(
        r"%r:(\d) = scf.for %i = %\w+ to %K step (.*)\{\n",
        r"%off = arith.constant 2147483551 : i32\n%end = arith.addi %K, %off : i32\n"
        r"%r:\1 = scf.for %j = %off to %end step \2{\n%i = arith.subi %j, %off : i32\n",
        Gemm(carried=False).text(),
    )
    values, wanted = arguments(Gemm(carried=False), (32, 64, 96, 0))
    emulated.compile(text, settings=Settings(num_stages=stages))[(1, 1)](*values)
    np.testing.assert_array_equal(values[2].reshape(wanted.shape), wanted)


SMALLER_THAN_THREADS = {
    "registers": Gemm(64, 16, 16, element="f32", divisor=16, other=1.0),
    "registers, columns": Gemm(16, 64, 16, element="f32", order="cc", other=1.0),
    "bytes": Gemm(64, 32, 32, element="i8", order="rc", other=1.0),
    "cast": Gemm(64, 16, 32, of_b="i8", other=1.0),
    "copies": Gemm(64, 16, 16, element="f32", divisor=16),
    "pieces": Gemm(64, 16, 16),
    "wrapped": Gemm(16, 64, 16, wraps=True, order="rc"),
    "branching": Gemm(64, 16, 16, skips="turn", divisor=16),
}


@pytest.mark.parametrize("roles", ["one", "producer"])
@pytest.mark.parametrize("kind", SMALLER_THAN_THREADS)
def test_programs_one_after_the_other_fill_stages_that_several_threads_hold(kind, roles):
    """Blocks run program after program: the last writes of one and the first of the next have no barrier between."""
    gemm = SMALLER_THAN_THREADS[kind]
    with_tma = roles == "producer"
    settings = Settings(
        num_warps=16, num_stages=4, persistent=True, tensor_copies=with_tma, warp_specialize=with_tma
    )
    for turns in (0, 1, 3, 6):
        check(gemm, (3 * gemm.m, 2 * gemm.n, turns * gemm.k, 0), settings)


@pytest.mark.parametrize("order", ["rr", "rc", "cr", "cc"])
def test_wraps_of_negative_indices(order):
    """``-40 % 48`` is -40, as in C: what wraps there lies before the operands' beginning."""
    gemm, m, n, k = Gemm(order=order, wraps=True, masked=False, divisor=16, before=40), 48, 64, 64
    (a, b), _ = gemm.arrays(2 * m, 2 * n, k)
    rows, columns = (np.fmod(np.arange(64) - 40, size) + size for size in (m, n))
    wide = [(x if o == "r" else x.T).astype(np.float64) for x, o in zip((a, b), order, strict=True)]
    wanted = (wide[0][rows] @ wide[1][:, columns])[:m, :n]
    begins = m * (k if order[0] == "r" else 1), n * (1 if order[1] == "r" else k)
    out = np.full((m, n), 7, np.float32)
    kernel = emulated.compile(gemm.text(), settings=Settings())
    from_ = [x.reshape(-1)[begin:] for x, begin in zip((a, b), begins, strict=True)]
    kernel[(2, 1)](*from_, out, m, n, k, a.shape[1], b.shape[1])
    np.testing.assert_array_equal(out, wanted)


# Waits and barriers


class GemmMutants(Mutants):
    """A product without one of its waits or barriers."""

    def __init__(self, gemm: Gemm, settings: Settings, parts: re.Pattern = WAITS):
        super().__init__(gemm.text(), settings, parts)
        self.gemm = gemm

    def check(self, sizes: tuple[int, ...], without: int = 0) -> None:
        """Run the kernel; operands are padded in front, where what wraps below 0 lies."""
        m, n, k, gap = sizes
        (a, b, *scales), wanted = self.gemm.arrays(m, n, k, gap)
        room = self.gemm.before * (max(a.shape[1], b.shape[1]) + 1)
        padded = [np.concatenate([np.zeros(room, x.dtype), x.ravel()]) for x in (a, b)]
        out = np.full((m, n), 7, DTYPES.get(self.gemm.sum, np.int32))
        numbers = [np.int32(v) for v in (m, n, k, a.shape[1], b.shape[1])]
        values = [*(x[room:] for x in padded), *scales, out, *numbers]
        visible = {"padded a": padded[0], "padded b": padded[1]}
        self.run((-(-m // self.gemm.m), -(-n // self.gemm.n)), values, without, visible)
        if not self.gemm.before:
            np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize(
    ("gemm", "stages", "sizes", "ptx"),
    [
        (Gemm(16, 32, wraps=True, divisor=4), 2, [(16, 32, 192, 0), (20, 32, 192, 4)], False),
        (Gemm(16, 32, wraps=True, divisor=4), 2, [(16, 32, 192, 0), (20, 32, 192, 4)], True),
        (Gemm(16, 32, divisor=16), 2, [(16, 32, 192, 0)], False),
        (Gemm(16, 32, divisor=16), 3, [(16, 32, 160, 0)], False),
        (Gemm(16, 32, divisor=16), 5, [(16, 32, 224, 0)], False),
        (Gemm(16, 32, wraps=True, divisor=4, before=40), 3, [(48, 112, 160, 0), (48, 116, 160, 0)], False),
        (Gemm(16, 32, divisor=4, order="cc"), 3, [(16, 32, 160, 0), (20, 36, 160, 4)], False),
        (Gemm(16, 32, other=1.0), 3, [(16, 32, 160, 0)], False),
        (Gemm(64, 64, 32, divisor=16), 3, [(64, 64, 160, 0)], False),
        (Gemm(64, 64, 32, divisor=16), 3, [(64, 64, 160, 0)], True),
        (Gemm(64, 64, 32, divisor=16, wraps=True), 3, [(64, 64, 160, 0)], False),
        (Gemm(64, 64, 32, divisor=16, skips="product"), 3, [(64, 64, 160, 0)], False),
        (Gemm(64, 64, 32, divisor=16, skips="product"), 3, [(64, 64, 160, 0)], True),
        (Gemm(64, 64, 32, divisor=16, element="f8E4M3FN"), 3, [(64, 64, 160, 0)], False),
        (Gemm(64, 64, 32, divisor=16, element="f32", precision="tf32"), 2, [(64, 64, 128, 0)], False),
        (Gemm(64, 64, 32, divisor=16, element="f32", precision="tf32"), 2, [(64, 64, 128, 0)], True),
        (Gemm(64, 64, 32, divisor=16, of_b="i8", scales=True), 3, [(64, 64, 160, 0)], False),
        (Gemm(16, 32, 16, element="f64"), 3, [(16, 32, 80, 0)], False),
    ],
)
def test_no_wait_and_no_barrier_is_too_much(gemm, stages, sizes, ptx):
    """Where there are two loops, one for whole chunks, the second size takes the other one."""
    mutants = GemmMutants(gemm, Settings(num_stages=stages, ptx=ptx))
    for one in sizes:
        mutants.check(one)
    assert len(mutants.waits) >= 4
    for without in mutants.waits:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            for one in sizes:
                mutants.check(one, without)


FENCED = {
    "f16": Gemm(64, 64, 32, divisor=16),
    "pieces": Gemm(64, 64, 32),
    "branching": Gemm(64, 64, 32, divisor=16, skips="product"),
    "cast": Gemm(64, 64, 32, of_b="i8", divisor=16),
    "scales": Gemm(64, 64, 64, of_b="i8", scales=True, divisor=16),
    "turned": Gemm(64, 64, 32, element="i8", divisor=16),
    "both turned": Gemm(64, 64, 32, element="f8E4M3FN", order="cr", divisor=16),
    "one turned, one loaded": Gemm(64, 64, 32, element="f32", precision="tf32", order="cr", divisor=16),
}


@pytest.mark.parametrize("produced", [False, True])
@pytest.mark.parametrize("kind", FENCED)
def test_each_fence_between_proxies_is_needed_and_there_is_one(kind, produced):
    """Also where threads of a producer copy the chunks: who waits for them fences what these wrote."""
    settings = Settings(num_stages=2, tensor_copies=False, warp_specialize=produced)
    sizes = (64, 64, 192, 0)
    mutants = GemmMutants(FENCED[kind], settings, re.compile(r"fence\.proxy"))
    mutants.check(sizes)
    (fence,) = mutants.waits
    with pytest.raises(emulator.Race, match="wgmma"):
        mutants.check(sizes, fence)


def test_a_wait_for_fewer_copies_is_too_weak():
    mutants = GemmMutants(Gemm(divisor=16), Settings(num_stages=4))
    mutants.check((32, 64, 160, 0))
    text = mutants.compiled.text
    assert text.count("wait.group(i32 2)") == 1
    mutants.program = emulator.Program(
        text.replace("wait.group(i32 2)", "wait.group(i32 3)"), mutants.compiled.entry
    )
    with pytest.raises(emulator.EmulationError):
        mutants.check((32, 64, 160, 0))


# What is made ahead

STORE = """%place{n} = tt.addptr %{array}, {at} : !tt.ptr<{type}>, i32
    %number{n} = arith.constant {number} : {type}
    tt.store %place{n}, %number{n} : !tt.ptr<{type}>"""
POLL = "%seen = tt.load %c {isVolatile = true} : !tt.ptr<f32>"
ADD = """%one = arith.constant 1.0 : f32
    %true = arith.constant true
    %old = tt.atomic_rmw fadd, acq_rel, sys, %c, %one, %true : (!tt.ptr<f32>, f32, i1) -> f32"""


def store(array: str, at: str, type_: str = "f16") -> str:
    return STORE.format(n=array, array=array, at=at, type=type_, number="3.0")


def shared_form(text: str):
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse"])
    return module


def found(gemm: Gemm, stages: int = 3) -> pipelinable_loads.Staging:
    """What can be made ahead of the kernel's loop."""
    module = shared_form(gemm.text())
    loop = next(op for op in all_ops(module, {"linalg.matmul"})).parent.operation
    loop = loop if loop.name == "scf.for" else loop.parent.operation
    return pipelinable_loads.staging(loop, stages)


@pytest.mark.parametrize("kind", [kind for kind, gemm in KINDS.items() if not gemm.limited])
def test_operands_of_products_are_made_ahead(kind):
    made = found(KINDS[kind])
    assert len(made.loads) == 2 and not made.left
    assert len(made.carried) == (2 if KINDS[kind].carried else 0)
    beside = ", 1 an iteration ahead in registers" if KINDS[kind].scales else ""
    assert str(made) == f"2 loads in 3 stages{beside}"


def test_segments_that_a_branch_computes_are_not_made_ahead():
    made = found(Gemm(wraps=True, limited=True))
    reasons = {left.reason for left in made.left}
    assert not made.loads and reasons == {"where its segments lie is computed in a branch around them"}


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        (store("a", "{i}"), "the loop writes to the same memory"),
        (POLL, "llvm.load orders what the loop does to memory"),
        (ADD, "memref.atomic_rmw orders what the loop does to memory"),
    ],
    ids=["store", "volatile load", "atomic"],
)
def test_what_the_loop_may_change_stays_where_it_is(inside, reason):
    made = found(Gemm(inside=inside))
    assert {left.reason for left in made.left} == {reason}
    assert len(made.loads) == (1 if "same" in reason else 0)
    assert f"a load stays where it is: {reason}" in str(made)


def test_stores_to_other_memory_are_no_obstacle():
    assert len(found(Gemm(inside=store("c", "{i}", "f32"))).loads) == 2


@pytest.mark.parametrize("stages", [2, 3])
@pytest.mark.parametrize("gemm", [Gemm(skips="turn"), Gemm(64, 64, 32, skips="turn", wraps=True, divisor=16)])
def test_loads_of_a_branch_stay_where_they_are(gemm, stages):
    for sizes in DIVISIBLE:
        check(gemm, sizes, Settings(num_stages=stages))
    assert not copies(machine_code(gemm))


def test_one_stage_is_none_ahead():
    assert not found(Gemm(), stages=1).loads


@pytest.mark.parametrize("stages", [2, 4])
def test_loads_see_what_the_loop_stored(stages):
    """Each turn changes the first element that the next one loads of a's first row."""
    inside = "%next = arith.constant 32 : i32\n%at = arith.addi {i}, %next : i32\n" + store("a", "%at")
    gemm = Gemm(divisor=16, inside=inside, masked=False, wraps=True)
    (a, b), _ = gemm.arrays(32, 64, 128)
    out, changed = np.zeros((32, 64), np.float32), a.astype(np.float64)
    changed[0, 32::32] = 3
    room = np.concatenate([a.ravel(), np.zeros(16, np.float16)])
    kernel = emulated.compile(gemm.text(), settings=Settings(num_stages=stages))
    kernel[(1, 1)](room, b, out, 32, 64, 128, 128, 64)
    np.testing.assert_array_equal(out, changed @ b.astype(np.float64))


# Instructions

COPIES = re.compile(r"cp\.async\.(c[ag])\.shared\.global \[[^\]]*\], \[[^\]]*\], (\d+)")


def machine_code(gemm: Gemm, chip: str = "sm_90a", num_warps: int = 4, num_stages: int = 3) -> Artifact:
    target = GpuTarget(chip, num_warps, num_stages, tensor_copies=False)  # which stays with cp.async
    return compile_module(shared_form(gemm.text()), options=Options(target))


def copies(artifact: Artifact) -> Counter:
    """How many copies move how many bytes."""
    return Counter(int(size) for _, size in COPIES.findall(artifact.ptx))


@pytest.mark.parametrize(
    ("gemm", "sizes"),
    [
        (Gemm(divisor=16), {16}),
        (Gemm(divisor=8), {8, 16}),
        (Gemm(divisor=4), {4, 16}),
        (Gemm(), {16}),
        (Gemm(element="f32"), {4, 16}),
        (Gemm(element="i8", divisor=4), {4, 16}),
        (Gemm(other=1.0), set()),
    ],
)
def test_copies_are_as_wide_as_divisibility_says(gemm, sizes):
    """Where that is less than 16 bytes, a test tells whether these would do; pointers are divided by bytes."""
    assert set(copies(machine_code(gemm, "sm_80"))) == sizes


def test_copies_of_16_bytes_pass_by_the_nearest_cache():
    found = COPIES.findall(machine_code(Gemm(divisor=4)).ptx)
    assert {(cache, int(size)) for cache, size in found} == {("cg", 16), ("ca", 4)}


def test_products_whose_sums_are_handed_on_go_on_into_the_next_turn():
    waits = [int(n) for n in PRODUCTS.findall(machine_code(Gemm(64, 64, 32, divisor=16)).ptx)]
    assert waits == [1, 0]
    changed = Gemm(64, 64, 32, divisor=16, scaled=True)
    assert [int(n) for n in PRODUCTS.findall(machine_code(changed).ptx)] == [0]


@pytest.mark.parametrize("order", ["rr", "rc", "cc", "cr"])
def test_words_in_the_other_order_are_loaded_into_registers(order):
    """Where one factor lies so; of two, the other one is turned in shared memory."""
    made = machine_code(Gemm(64, 64, 32, element="f32", precision="tf32", order=order, divisor=16))
    lefts = set(re.findall(r"wgmma\.mma_async\S+ \{[^}]*\}, (.)", made.ptx))
    assert lefts == {"%" if order == "rc" else "{"}
    assert made.ptx.count("fence.proxy") == 1


@needs_ptxas
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_large_blocks_are_made_ahead_without_spills(chip):
    gemm = Gemm(128, 128, 64, wraps=True, divisor=16)
    artifact = machine_code(gemm, chip, num_warps=8)
    cubin = ptxas.assemble(artifact.ptx, artifact.target)
    assert cubin.spills == 0
    assert copies(artifact)[16] % (2 * 128 * 64 * 2 // 16 // 256) == 0
    assert not artifact.reduce_strength


def test_stages_are_fewer_where_shared_memory_is_too_small():
    gemm = Gemm(128, 128, 64, divisor=16)
    few, many = (machine_code(gemm, "sm_86", 8, stages) for stages in (3, 9))
    assert few.shared_bytes == many.shared_bytes == 3 * 2 * 128 * 64 * 2


def test_a_loop_says_itself_how_many_stages_it_has():
    bytes_ = [machine_code(Gemm(divisor=16, k=64, stages=n)).shared_bytes for n in (2, 4)]
    assert bytes_ == [n * (32 + 64) * 64 * 2 for n in (2, 4)]
    assert not copies(machine_code(Gemm(divisor=16, stages=1)))
