"""Matrix products against numpy, in the emulator: types, extents, warps; and the instructions that they become."""

from __future__ import annotations

import functools

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gpu_kernels import needs_ptxas
from tests.support.program import Program
from triton_shared import dialects
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

DTYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "i8": np.int8,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "i32": np.int32,
}
#: types of A, B and C, and the precision
TYPES = [
    ("f16", "f16", "f32", "ieee"),
    ("f16", "f16", "f16", "ieee"),
    ("bf16", "bf16", "f32", "ieee"),
    ("bf16", "bf16", "bf16", "ieee"),
    ("f32", "f32", "f32", "tf32"),
    ("f32", "f32", "f32", "ieee"),
    ("i8", "i8", "i32", "ieee"),
    ("f8E4M3FN", "f8E4M3FN", "f32", "ieee"),
    ("f8E5M2", "f8E4M3FN", "f32", "ieee"),
]
SEVERAL_TERMS = [("f32", "f32", "f32", precision) for precision in ("tf32x3", "bf16x3", "bf16x6")]
CORES = [types for types in TYPES if types[0] != "f32" or types[3] == "tf32"]
#: m, n, k of what warps multiply, and of what warpgroups may
SHAPES = {1: (16, 8, 16), 4: (32, 64, 32), 8: (32, 32, 64)}
GROUPS = {4: (64, 16, 64), 8: (128, 32, 32)}


def tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>"


def factors(element: str, shape: tuple[int, ...], salt: int) -> np.ndarray:
    """Small integers and halves: sums of their products are exact."""
    rng = np.random.default_rng(salt)
    if element == "i8":
        return rng.integers(-128, 128, shape).astype(np.int8)
    return (rng.integers(-4, 5, shape) / 2).astype(DTYPES[element])


def program(
    types: tuple[str, ...], m: int, n: int, k: int, batch: tuple[int, ...] = (), turned: str = ""
) -> Program:
    """A product of one block; operands named in ``turned`` are loaded transposed."""
    made, (a, b, c, precision) = Program(), types
    x, y = factors(a, (*batch, m, k), 1), factors(b, (*batch, k, n), 2)
    z = np.random.default_rng(3).integers(-4, 4, (*batch, m, n)).astype(DTYPES[c])
    wide = np.int64 if c == "i32" else np.float64
    wanted = (z.astype(wide) + x.astype(wide) @ y.astype(wide)).astype(DTYPES[c])
    names = [operand(made, x, a, "a" in turned), operand(made, y, b, "b" in turned), made.input(z)]
    signature = f"{tensor(x.shape, a)} * {tensor(y.shape, b)} -> {tensor(z.shape, c)}"
    result = made.op(f"tt.dot {', '.join(names)}, inputPrecision = {precision} : {signature}")
    made.expect(result, wanted, signs=False)
    return made


def operand(made: Program, array: np.ndarray, element: str, turned: bool) -> str:
    if not turned:
        return made.input(array)
    rank = array.ndim
    order = [*range(rank - 2), rank - 1, rank - 2]
    loaded = np.ascontiguousarray(array.transpose(order))
    types = f"{tensor(loaded.shape, element)} -> {tensor(array.shape, element)}"
    return made.op(
        f"tt.trans {made.input(loaded)} {{order = array<i32: {', '.join(map(str, order))}>}} : {types}"
    )


def check(made: Program, monkeypatch: pytest.MonkeyPatch, **settings) -> None:
    compile_ = functools.partial(emulated.compile, settings=Settings(**settings))
    monkeypatch.setattr(triton_shared, "compile", compile_)
    made.check()


@pytest.mark.parametrize("rows", [32, 64])
@pytest.mark.parametrize("types", SEVERAL_TERMS, ids="-".join)
def test_products_of_several_terms(types, rows, monkeypatch):
    check(program(types, rows, 32, 32), monkeypatch)


@pytest.mark.parametrize("num_warps", SHAPES)
@pytest.mark.parametrize("types", TYPES, ids="-".join)
def test_products_are_those_of_numpy(types, num_warps, monkeypatch):
    check(program(types, *SHAPES[num_warps]), monkeypatch, num_warps=num_warps)


@pytest.mark.parametrize("num_warps", GROUPS)
@pytest.mark.parametrize("types", CORES, ids="-".join)
def test_products_of_warpgroups(types, num_warps, monkeypatch):
    check(program(types, *GROUPS[num_warps]), monkeypatch, num_warps=num_warps)


def test_wide_products_of_warpgroups(monkeypatch):
    check(program(TYPES[0], 64, 512, 16), monkeypatch)


@pytest.mark.parametrize("rows", [32, 64])
@pytest.mark.parametrize("types", CORES, ids="-".join)
def test_transposed_operands(types, rows, monkeypatch):
    check(program(types, rows, 32, 32, turned="ab"), monkeypatch)


@pytest.mark.parametrize("rows", [16, 64])
@pytest.mark.parametrize("types", TYPES[::3], ids="-".join)
def test_batches_of_products(types, rows, monkeypatch):
    check(program(types, rows, 16, 32, batch=(2,)), monkeypatch, num_warps=8)


@pytest.mark.parametrize("rows", [32, 64])
def test_what_llvm_made_of_products(rows, monkeypatch):
    check(program(TYPES[0], rows, 32, 32), monkeypatch, optimized=True)


def ptx(made: Program, chip: str, **options) -> str:
    module = dialects.parse(made.text)
    run_pipeline(module, ["triton-to-linalg"])
    return compile_module(module, options=Options(GpuTarget(chip, **options))).ptx


@pytest.mark.parametrize("types", CORES, ids="-".join)
def test_tensor_cores_multiply(types):
    text = ptx(program(types, 64, 64, 64), "sm_80")
    inner = {"f32": 8, "i8": 32}.get(types[0], 16)
    assert text.count("mma.sync") == 64 * 64 * 64 // (16 * 8 * inner) // 4
    assert "ldmatrix" in text and "fma.rn.f32" not in text


@needs_ptxas
@pytest.mark.parametrize("types", CORES, ids="-".join)
def test_warpgroups_multiply(types):
    text = ptx(program(types, 128, 64, 64), "sm_90a", num_warps=8)
    inner = {"f16": 16, "bf16": 16, "f32": 8}.get(types[0], 32)
    assert text.count("wgmma.mma_async.sync.aligned.m64n64") == 64 // inner
    assert "mma.sync" not in text and "fma.rn.f32" not in text
    assert ptxas.assemble(text, GpuTarget("sm_90a", 8)).spills == 0


def test_transposed_halves_are_transposed_by_ldmatrix():
    text = ptx(program(TYPES[0], 64, 64, 64), "sm_80")
    assert "m8n8.x4.shared.b16" in text and "m8n8.x4.trans.shared.b16" in text
    assert "m8n8.x4.trans" not in ptx(program(TYPES[0], 64, 64, 64, turned="b"), "sm_80")


@pytest.mark.parametrize("limit, chunks", [(0, 4), (64, 2), (128, 1), (129, None)])
def test_imprecise_sums_are_short(limit, chunks, monkeypatch):
    """Sums of floats of 8 bits are taken out of tensor cores, which keep few bits, after ``limit`` products."""
    made = program(("f8E4M3FN", "f8E4M3FN", "f32", "ieee"), 64, 16, 128)
    limited = f"inputPrecision = ieee {{maxNumImpreciseAcc = {limit} : i32}}"
    made.lines = [line.replace("inputPrecision = ieee", limited) for line in made.lines]
    check(made, monkeypatch)
    assert ptx(made, "sm_90a").count("wgmma.wait_group") == (chunks or 1)
    assert ptx(made, "sm_90a").count("add.rn.f32") >= 8 * (chunks or 0)


@pytest.mark.parametrize("rows", [32, 64])
def test_what_a_loop_does_not_change_is_written_before_it(rows, monkeypatch):
    made = Program()
    x, y = factors("f16", (rows, 32), 1), factors("f16", (32, 32), 2)
    a, b, z = made.input(x), made.input(y), made.input(np.zeros((rows, 32), np.float32))
    low, high, step = (made.op(f"arith.constant {number} : i32") for number in (0, 3, 1))
    sum_ = tensor((rows, 32), "f32")
    dot = f"tt.dot {a}, {b}, %s : {tensor(x.shape, 'f16')} * {tensor(y.shape, 'f16')} -> {sum_}"
    loop = f"scf.for %i = {low} to {high} step {step} iter_args(%s = {z}) -> ({sum_}) : i32"
    result = made.op(f"{loop} {{\n %d = {dot}\n scf.yield %d : {sum_}\n}}")
    made.expect(result, 3 * (x.astype(np.float32) @ y.astype(np.float32)), signs=False)
    check(made, monkeypatch)
    module = dialects.parse(made.text)
    run_pipeline(module, ["triton-to-linalg"])
    stages: dict[str, str] = {}
    compile_module(module, options=Options(GpuTarget("sm_90a")), dump=stages.__setitem__)
    inside = stages["threads"].split("scf.for", 1)[1].split("scf.yield", 1)[0]
    assert "simt.wgmma" in inside or "nvvm.mma.sync" in inside
    assert "llvm.store" not in inside
