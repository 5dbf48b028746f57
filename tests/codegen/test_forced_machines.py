"""Machines with fewer instructions than this one: bits do not depend on the width of vectors, f16 is rounded once."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from examples.tutorials import TUTORIALS, Case
from tests.support import forced
from tests.support.native import Native
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import CpuTarget

_FMA = "+fma,+f16c"
#: machines that differ in the width of vectors alone
WIDTHS = {
    512: forced.MACHINES["x86-64-v4"],
    256: CpuTarget("x86-64-v3", f"+sse2,+avx2,{_FMA}"),
    128: CpuTarget("x86-64-v3", f"+sse2,{_FMA}"),
    0: CpuTarget("x86-64-v3", _FMA),
}
#: tutorials that add up in an order which they give
ORDERED = (
    "vector_add", "dropout", "seeded_dropout", "matmul", "matmul_block_ptr", "grouped_gemm", "layer_norm_backward_dwdb",
)  # fmt: skip
BLOCK = 1024


def needs(machine: CpuTarget) -> None:
    if missing := forced.lacking(machine):
        pytest.skip(f"this machine lacks {', '.join(sorted(missing))}")


@pytest.mark.parametrize("element", ["f32", "f16", "bf16"])
@pytest.mark.parametrize("name", ORDERED)
def test_bits_do_not_depend_on_the_width_of_vectors(name, element, monkeypatch):
    case, results = Case(name, element, TUTORIALS[name].sizes[1]), {}
    for width, machine in WIDTHS.items():
        needs(machine)
        forced.force(monkeypatch, machine)
        launch = case.launch(seed=1)
        triton_shared.compile(case.path)[launch.grid](*launch.args)
        results[width] = [output.array.tobytes() for output in launch.outputs.values()]
        monkeypatch.undo()
    assert [width for width in WIDTHS if results[width] != results[512]] == []


def elementwise(body: str, *types: str) -> str:
    """A kernel in the shared form that applies ``body`` to blocks of ``types``, the last of them the result's."""
    views, tensors, n = [], [], len(types)
    for i, type_ in enumerate(types):
        view = f"memref<{BLOCK}x{type_}, strided<[1], offset: ?>>"
        views.append(
            f"%v{i} = memref.reinterpret_cast %p{i} to offset: [%o], sizes: [{BLOCK}], strides: [1]"
            f" : memref<*x{type_}> to {view}"
        )
        if i < n - 1:
            tensors.append(
                f"""%b{i} = memref.alloc() : memref<{BLOCK}x{type_}>
  memref.copy %v{i}, %b{i} : {view} to memref<{BLOCK}x{type_}>
  %t{i} = bufferization.to_tensor %b{i} restrict writable : memref<{BLOCK}x{type_}> to tensor<{BLOCK}x{type_}>"""
            )
    maps = ", ".join(["affine_map<(i) -> (i)>"] * n)
    operands, given = (
        ", ".join(f"%t{i}" for i in range(n - 1)),
        ", ".join(f"tensor<{BLOCK}x{t}>" for t in types[:-1]),
    )
    out = f"tensor<{BLOCK}x{types[-1]}>"
    lines = "\n  ".join([*views, *tensors])
    return f"""
func.func @k({", ".join(f"%p{i}: memref<*x{t}>" for i, t in enumerate(types))},
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %n = arith.constant {BLOCK} : index
  %i = arith.index_cast %px : i32 to index
  %o = arith.muli %i, %n : index
  {lines}
  %e = tensor.empty() : {out}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}
      ins({operands} : {given}) outs(%e : {out}) {{
  ^bb0({", ".join(f"%x{i}: {t}" for i, t in enumerate(types[:-1]))}, %old: {types[-1]}):
    %y = {body}
    linalg.yield %y : {types[-1]}
  }} -> {out}
  bufferization.materialize_in_destination %r in writable %v{n - 1}
    : ({out}, memref<{BLOCK}x{types[-1]}, strided<[1], offset: ?>>) -> ()
  return
}}"""


def computed(machine: CpuTarget, body: str, types: tuple[str, ...], *inputs: np.ndarray) -> np.ndarray:
    result = np.zeros(inputs[0].size, DTYPES[types[-1]])
    native = Native(elementwise(body, *types), options=Options(target=machine))
    native.run((result.size // BLOCK,), *inputs, result)
    return result


DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i64": np.int64}
HALVES = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
NEEDED = [*forced.MACHINES.items(), ("this machine", None)]


def around_halves(dtype: type) -> np.ndarray:
    """All f16, the middles between them, what is next to both, and any bits, as numbers of ``dtype``."""
    ascending = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(dtype)
    exact = np.append(ascending, dtype(65536))
    centres = np.concatenate(
        [exact, (exact[1:] + exact[:-1]) / 2, [1e5, np.finfo(dtype).max, np.inf, np.nan]]
    )
    near = [np.nextafter(centres.astype(dtype), dtype(end)) for end in (0, np.inf)]
    # what f32 rounds to the middle between two numbers of f16
    middles = (exact[1:] + exact[:-1]) / 2
    beside = [middles * (1 + sign * 2.0**-30) for sign in (-1, 1)] if dtype is np.float64 else []
    word = f"u{np.dtype(dtype).itemsize}"
    noise = (
        np.random.default_rng(7).integers(0, 1 << (np.dtype(dtype).itemsize * 8 - 1), 1 << 15).astype(word)
    )
    with np.errstate(invalid="ignore"):
        values = np.concatenate([centres, *near, *beside, noise.view(dtype)]).astype(dtype)
    return np.resize(np.concatenate([values, -values]), -(-2 * values.size // BLOCK) * BLOCK)


def check(got: np.ndarray, wanted: np.ndarray) -> None:
    """Bit for bit, but for what a NaN holds."""
    bits = f"u{wanted.dtype.itemsize}"
    nans = np.isnan(wanted)
    np.testing.assert_array_equal(np.isnan(got), nans)
    np.testing.assert_array_equal(got.view(bits)[~nans], wanted.view(bits)[~nans])


@pytest.mark.parametrize(("name", "machine"), NEEDED, ids=[name for name, _ in NEEDED])
class TestHalves:
    """f16 on every machine, beside numpy, which rounds once."""

    @pytest.fixture(autouse=True)
    def runs(self, machine):
        if machine:
            needs(machine)

    @pytest.mark.parametrize("source", ["f32", "f64"])
    def test_rounding(self, name, machine, source):
        x = around_halves(DTYPES[source])
        with np.errstate(over="ignore", invalid="ignore"):
            wanted = x.astype(np.float16)
        check(computed(machine, f"arith.truncf %x0 : {source} to f16", (source, "f16"), x), wanted)

    @pytest.mark.parametrize("target", ["f32", "f64"])
    def test_extension(self, name, machine, target):
        got = computed(machine, f"arith.extf %x0 : f16 to {target}", ("f16", target), HALVES)
        check(got, HALVES.astype(DTYPES[target]))

    @pytest.mark.parametrize("op", ["add", "sub", "mul", "div"])
    def test_arithmetic(self, name, machine, op):
        """Of which numpy gives the bits, too: it computes in f32."""
        y = np.random.default_rng(3).permutation(HALVES)
        functions = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}
        with np.errstate(all="ignore"):
            wanted = functions[op](HALVES, y)
        check(computed(machine, f"arith.{op}f %x0, %x1 : f16", ("f16", "f16", "f16"), HALVES, y), wanted)

    def test_integers(self, name, machine):
        rng = np.random.default_rng(4)
        x = rng.integers(-(1 << 63), 1 << 63, 4 * BLOCK) >> rng.integers(0, 64, 4 * BLOCK)
        x[:BLOCK] = np.arange(65520 - BLOCK // 2, 65520 + BLOCK // 2)
        with np.errstate(over="ignore"):
            wanted = x.astype(np.float16)
        check(computed(machine, "arith.sitofp %x0 : i64 to f16", ("i64", "f16"), x), wanted)
