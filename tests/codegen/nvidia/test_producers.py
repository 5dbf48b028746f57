"""Kernels whose stages a producer fills, in the emulator: right in any order of threads, and nothing too much."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.emulated import Settings
from tests.support.gemm import Gemm, compare
from tests.support.gpu_kernels import needs_ptxas
from tests.support.mutants import ORDER, Mutants, twice
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

#: what producers of chunks cannot do without, either
FENCES = re.compile(rf"{ORDER.pattern}|fence\.proxy")
ROLES = {"tensor_copies": True, "warp_specialize": True}
CHUNKS = {"tensor_copies": False, "warp_specialize": True}
FILLED = pytest.mark.parametrize("filled", [ROLES, CHUNKS], ids=["boxes", "chunks"])


def has_producer(text: str, **settings) -> bool:
    compiled = emulated.lowered(text, "k", None, True, Settings(**{**ROLES, **settings}))
    if settings.get("tensor_copies", True):
        assert ("setmaxnreg" in compiled.text) == (compiled.threads - compiled.target.threads == 128)
    return compiled.threads > compiled.target.threads


def check(gemm: Gemm, sizes: tuple[int, int, int], gap: int = 0, again: bool = False, **settings) -> None:
    """``again``: whether the whole program is done twice, so that the second time meets what the first one left."""
    text = twice(gemm.text()) if again else gemm.text()
    compare(emulated.compile(text, settings=Settings(**{**ROLES, **settings})), gemm, sizes, gap)


@FILLED
@pytest.mark.parametrize(("stages", "seed"), [(1, 0), (2, 5), (3, 0), (4, 5), (5, 6)])
def test_products_are_right(stages, seed, filled):
    gemm = Gemm(64, 64, 32)
    assert has_producer(gemm.text(), num_stages=stages, **filled) == (stages > 1)
    for turns in (0, 1, 6):
        check(gemm, (72, 72, 32 * turns), again=True, num_stages=stages, seed=seed, **filled)


KINDS = {
    "one warp": (Gemm(16, 16, 16), (24, 24, 72), {"num_warps": 1}),
    "two warps": (Gemm(32, 16, 16), (40, 24, 72), {"num_warps": 2}),
    "two warpgroups": (Gemm(128, 32, 32), (136, 40, 136), {"num_warps": 8}),
    "optimized": (Gemm(64, 64, 32), (72, 72, 136), {"optimized": True}),
    "ptx": (Gemm(16, 16, 16), (16, 24, 72), {"ptx": True, "num_warps": 2}),
    "columns": (Gemm(32, 64, 32, order="cc"), (40, 72, 64), {}),
    "wrapped": (Gemm(64, 64, 32, wraps=True), (136, 72, 88), {}),
    "scales beside": (Gemm(64, 64, 64, of_b="i8", scales=True), (80, 80, 80), {}),
    "sums halved": (Gemm(64, 64, 32, scaled=True), (72, 72, 136), {}),
    "branching": (Gemm(64, 64, 32, skips="product"), (72, 72, 136), {}),
}


@FILLED
@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_of_products(kind, filled):
    gemm, sizes, settings = KINDS[kind]
    assert has_producer(gemm.text(), num_warps=settings.get("num_warps", 4), **filled)
    for gap in (0, 1):  # the second time there are no maps, and no aligned chunks
        check(gemm, sizes, gap, again=True, seed=3, **filled, **settings)


@pytest.mark.parametrize("sizes", [(71, 72, 87), (72, 71, 88), (72, 70, 90)])
def test_rows_of_any_length(sizes):
    """Chunks are copied in pieces, or through registers, and wrap."""
    check(Gemm(64, 64, 32, wraps=True), sizes, seed=2, **CHUNKS)


#: elements and stages; what else there is differs from case to case
PERIODIC = list(product(("f16", "bf16", "i8", "f8E5M2", "f32"), (2, 3, 4, 5)))


@FILLED
@pytest.mark.parametrize("case", range(len(PERIODIC)), ids=lambda case: "-".join(map(str, PERIODIC[case])))
def test_rows_that_count_modulo_a_constant(case, filled):
    """It may be known of a block whether it is a box, so that one is left of the ways to fill its stages, or both.

    Rows of several periods in a block may lie at indices: these all warps copy, and there is no producer.
    """
    element, stages = PERIODIC[case]
    m, n, k = ((64, 32, 64), (32, 64, 64), (64, 64, 64), (128, 32, 64))[case % 4]
    orders, periods = ("rr", "rc", "cc", "rr", "cr"), (9, 24, 64, 65)
    period = periods[case // 2 % 4]
    gemm = Gemm(m, n, k, element, order=orders[case % 5], wraps=True, period=period)
    settings = {"num_warps": (4, 8)[case // 4 % 2], "num_stages": stages, "seed": case, "ptx": case % 5 == 2}
    for alone, turns in ((True, (1, 6)[case % 2]), (False, 5)):
        one = replace(gemm, alone=alone)
        compiled = emulated.lowered(one.text(), "k", None, True, Settings(**filled, **settings))
        assert compiled.threads > compiled.target.threads or period < 32
        check(one, (m, n, turns * k) if alone else (2 * m, 2 * n, turns * k), **filled, **settings)


PERSISTENT = {
    "in pieces": (Gemm(64, 256, 16), (72, 264, 40), {"num_warps": 4}),
    "optimized": (Gemm(64, 64, 32, wraps=True), (200, 136, 88), {"optimized": True}),
    "by itself": (Gemm(64, 64, 32), (136, 136, 88), {"warp_specialize": False}),
    "no program": (Gemm(64, 64, 32), (0, 64, 32), {}),
}


@FILLED
@pytest.mark.parametrize("kind", PERSISTENT)
def test_blocks_run_program_after_program(kind, filled):
    gemm, sizes, settings = PERSISTENT[kind]
    for gap in (0, 1):
        check(gemm, sizes, gap, persistent=True, **{"seed": gap, **filled, **settings})


@pytest.mark.parametrize(
    ("gemm", "num_warps"),
    [
        (Gemm(128, 128, 32, order="cc", wraps=True, divisor=16), 4),
        (Gemm(128, 128, 32, element="f32", precision="tf32", divisor=16), 8),
    ],
)
def test_what_the_rule_makes_persistent(gemm, num_warps):
    rule = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))
    compiled = emulated.lowered(gemm.text(), "k", None, True, Settings(num_warps=num_warps, **rule))
    assert compiled.persistent and compiled.threads > compiled.target.threads
    check(gemm, (208, 272, 144), num_warps=num_warps, seed=5, **rule)


def test_places_of_programs_when_blocks_are_persistent():
    """A program notes where it is, and how large the grid is."""
    names = [f"%{what}{axis}" for what in ("n", "p") for axis in "xyz"]
    ops = ("tt.get_num_programs", "tt.get_program_id")
    lines = [f"{name} = {ops[name[1] == 'p']} {name[2]} : i32" for name in names]
    lines += ["%a = arith.muli %pz, %ny : i32", "%b = arith.addi %a, %py : i32"]
    lines += ["%c = arith.muli %b, %nx : i32", "%at = arith.addi %c, %px : i32"]
    lines += ["%d = arith.muli %nz, %at : i32", "%to = tt.addptr %out, %at : !tt.ptr<i32>, i32"]
    text = "\n".join(
        [
            "tt.func public @k(%out: !tt.ptr<i32>) {",
            *lines,
            "tt.store %to, %d : !tt.ptr<i32>",
            "tt.return",
            "}",
        ]
    )
    for grid in ((1, 1, 1), (3, 5, 7), (4, 1, 2)):
        out = np.zeros(np.prod(grid), np.int32)
        emulated.compile(text, settings=Settings(persistent=True))[grid](out)
        np.testing.assert_array_equal(out, np.arange(out.size) * grid[2])


def test_kernels_that_print_are_not_persistent():
    text = 'tt.func public @k(%x: i32) { tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x : i32\n tt.return }'
    compiled = emulated.lowered(text, "k", None, True, Settings(persistent=True))
    assert compiled.texts and not compiled.persistent


def test_what_is_asked_for_and_no_box_is_copied_as_chunks():
    """A stride that is loaded: no launch knows it."""
    gemm = Gemm(64, 64, 32)
    head, *lines = gemm.text().splitlines()
    head = head.replace("%sa: i32", "%stride: !tt.ptr<i32>")
    text = "\n".join([head, "%sa = tt.load %stride : !tt.ptr<i32>", *lines])
    asked = {"tensor_copies": None, "warp_specialize": True}
    assert has_producer(text, **asked) and not has_producer(text, tensor_copies=True)
    (a, b), wanted = gemm.arrays(72, 72, 136)
    out = np.full((72, 72), 7, np.float32)
    kernel = emulated.compile(text, settings=Settings(**asked, seed=1))
    kernel[2, 2](a, b, out, 72, 72, 136, np.array([136], np.int32), 72)
    np.testing.assert_array_equal(out, wanted)


def test_two_loops_share_the_stages():
    gemm = Gemm(64, 64, 32)
    lines = gemm.text().splitlines()
    first = next(i for i, line in enumerate(lines) if "scf.for" in line)
    end = next(i for i, line in enumerate(lines) if i > first and line.strip() == "}")
    loop = "\n".join(lines[first : end + 1])
    start = re.search(r"iter_args\(%acc = (%\w+)", loop)[1]
    more = loop.replace("%r:", "%q:").replace(f"%acc = {start}", "%acc = %r#0")  # goes on with the sums
    names = set(re.findall(r"^\s*(%\w+) = ", loop, re.M))
    more = re.sub(r"%\w+", lambda match: f"{match[0]}_2" if match[0] in names else match[0], more)
    text = "\n".join([*lines[: end + 1], more, *lines[end + 1 :]])
    text = re.sub(r"(tt\.store %\w+, )%r#0", r"\1%q#0", text)
    assert has_producer(text)
    kernel = emulated.compile(text, settings=Settings(**ROLES, seed=4))
    (a, b), wanted = gemm.arrays(64, 64, 160)
    out = np.zeros((64, 64), np.float32)
    kernel[1](a, b, out, 64, 64, 160, 160, 64)
    np.testing.assert_array_equal(out, 2 * wanted)


def test_programs_that_end_early():
    """Of every second program of a row all is under a test that says no."""
    gemm = Gemm(64, 64, 32)
    lines = gemm.text().splitlines()
    first = next(i for i, line in enumerate(lines) if "%r" in line)
    tests = [
        "%one_ = arith.constant 1 : i32",
        "%zero_ = arith.constant 0 : i32",
        "%me_ = tt.get_program_id y : i32",
        "%rest_ = arith.andi %me_, %one_ : i32",
        "%goes_ = arith.cmpi eq, %rest_, %zero_ : i32",
        "scf.if %goes_ {",
    ]
    text = "\n".join([*lines[:first], *tests, *lines[first:-2], "}", *lines[-2:]])
    assert has_producer(text)
    (a, b), wanted = gemm.arrays(72, 200, 136)
    out = np.full((72, 200), 7, np.float32)
    emulated.compile(text, settings=Settings(**ROLES))[2, 4](a, b, out, 72, 200, 136, 136, 200)
    done = np.arange(200) // 64 % 2 == 0
    np.testing.assert_array_equal(out, np.where(done, wanted, 7))


REFUSED = {
    "atomics of the system": "%zz = arith.constant 1.0 : f32\n"
    "tt.atomic_rmw fadd, acq_rel, sys, %c, %zz : (!tt.ptr<f32>, f32) -> f32",
    "stores to what it copies": "%zz = arith.constant 1.0 : f16\ntt.store %a, %zz : !tt.ptr<f16>",
    "barriers": "ttg.barrier all",
    "not all TMA tiles": None,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_kernels_that_get_no_producer(reason):
    gemm, more = Gemm(64, 64, 32), REFUSED[reason]
    if more is None:
        text = Gemm(64, 64, 32, other=1.0).text()
    else:
        text = gemm.text().replace("tt.return", f"{more}\ntt.return")
    assert not has_producer(text)
    assert has_producer(gemm.text()) and not has_producer(gemm.text(), num_warps=32)
    assert not has_producer(gemm.text(), chip="sm_90")


def in_turns(gemm: Gemm) -> str:
    """A program that makes the blocks of the rows 0 and 1 in turns, three of them."""
    head, *lines, end, brace = gemm.text().splitlines()
    bounds = [f"%{name} = arith.constant {n} : i32" for name, n in (("from_", 0), ("to_", 3), ("by_", 1))]
    body = "\n".join(lines).replace("tt.get_program_id x : i32", "arith.andi %again, %by_ : i32")
    return "\n".join(
        [head, *bounds, "scf.for %again = %from_ to %to_ step %by_ : i32 {", body, "}", end, brace]
    )


class ProducerMutants(Mutants):
    """A kernel with a producer, without a part of what orders it and those who compute.

    Of its two blocks the second one wraps, and is no box.
    """

    def __init__(self, gemm: Gemm, settings: Settings, parts: re.Pattern = ORDER):
        super().__init__(in_turns(gemm), settings, parts, again=False)
        self.gemm = gemm

    def check(self, sizes: tuple[int, int, int], without: int = 0) -> None:
        m, n, k = sizes
        (a, b), wanted = self.gemm.arrays(m, n, k)
        out = np.full((m, n), 7, np.float32)
        values = [a, b, out, *map(np.int32, (m, n, k, a.shape[1], b.shape[1]))]
        self.run((1, 1), self.with_maps(values), without)
        np.testing.assert_array_equal(out, wanted)

    def is_missed(self, sizes: tuple[int, int, int], without: int) -> bool:
        try:
            self.check(sizes, without)
        except (emulator.EmulationError, AssertionError):
            return True
        return False


@pytest.mark.parametrize(
    ("gemm", "warps", "stages"),
    [(Gemm(32, 16, 16, wraps=True, period=40), 2, 3), (Gemm(64, 16, 16, wraps=True, period=72), 4, 2)],
)
def test_nothing_of_a_producer_is_too_much(gemm, warps, stages):
    """The second block wraps at a constant, of which nothing says that no more is stored, so it is no box."""
    mutants = ProducerMutants(gemm, Settings(**ROLES, num_stages=stages, num_warps=warps))
    sizes = gemm.m + 8, gemm.n, (2 * stages + 1) * gemm.k
    mutants.check(sizes)
    lines = mutants.places
    last = max(i for i in mutants.waits if "mbarrier." in lines[i])
    stores = [i for i in mutants.waits if i > last and "cp.async.bulk" in lines[i]]
    stores.pop(-2)  # before rows, which all iterations store by TMA tiles
    own = [i for i in mutants.waits if i <= last and "cp.async.wait.group(i32 0)" not in lines[i]]
    full = [i for i in own if "try_wait" in lines[i]]
    own.remove(full[3])  # before a loop without boxes: those who compute have met behind the loop before it
    assert len(own) > 12
    for without in [*own, *stores]:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            mutants.check(sizes, without)


@pytest.mark.parametrize(("gemm", "warps"), [(Gemm(32, 16, 16), 2), (Gemm(64, 64, 16, wraps=True), 4)])
def test_nothing_of_a_producer_of_chunks_is_too_much(gemm, warps):
    """For whole chunks, and for those that go through registers."""
    mutants = ProducerMutants(gemm, Settings(**CHUNKS, num_stages=3, num_warps=warps), FENCES)
    last = max(i for i in mutants.waits if "mbarrier." in mutants.places[i])
    own = {i for i in mutants.waits if i <= last}
    assert len(own) > 12
    for more in (0, 1):
        sizes = gemm.m + 8, gemm.n, 7 * gemm.k + more
        mutants.check(sizes)
        own = {without for without in own if not mutants.is_missed(sizes, without)}
    assert not own


@needs_ptxas
def test_machine_code_of_a_producer_of_chunks_has_no_spills():
    for gemm, warps in ((Gemm(128, 128, 64, wraps=True), 8), (Gemm(64, 128, 64), 4)):
        settings = Settings(**CHUNKS, num_warps=warps, num_stages=3)
        compiled = emulated.lowered(gemm.text(), "k", None, True, settings)
        made = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
        assert not ptxas.assemble(made, compiled.target).spills


@needs_ptxas
@pytest.mark.parametrize(("gemm", "warps"), [(Gemm(128, 256, 64, wraps=True), 8), (Gemm(64, 128, 64), 4)])
def test_machine_code_has_two_roles_and_no_spills(gemm, warps):
    settings = Settings(**ROLES, num_warps=warps, num_stages=3)
    compiled = emulated.lowered(gemm.text(), "k", None, True, settings)
    made = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
    moved = re.findall(r"setmaxnreg\.(inc|dec)\.sync\.aligned\.u32\s+(\d+)", made)
    assert [way for way, _ in moved] == ["dec", "inc"] and f".maxntid {compiled.threads}" in made
    assembled = ptxas.assemble(made, compiled.target)
    assert not assembled.spills
    given = {way: int(count) for way, count in moved}
    threads = compiled.target.threads
    assert given["dec"] * 128 + given["inc"] * threads <= assembled.registers * compiled.threads
