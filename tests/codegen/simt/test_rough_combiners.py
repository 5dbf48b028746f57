"""Combiners that commute but for rounding, such as Welford's: which these are, and what threads make of them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings, lowered
from tests.support.ttir import Body, tensor
from triton_shared import dialects
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.tensors.commuting import commutes
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

WELFORD = """%w = arith.addf %a2, %b2 : f32
    %empty = arith.cmpf oeq, %w, %zero : f32
    %part = arith.divf %b2, %w : f32
    %share = arith.select %empty, %zero, %part : f32
    %d = arith.subf %b0, %a0 : f32
    %more = arith.mulf %d, %share : f32
    %m = arith.addf %a0, %more : f32
    %sum = arith.addf %a1, %b1 : f32
    %dd = arith.mulf %d, %d : f32
    %dw = arith.mulf %dd, %a2 : f32
    %ds = arith.mulf %dw, %share : f32
    %v = arith.addf %sum, %ds : f32
    tt.reduce.return %m, %v, %w : f32, f32, f32"""
#: bodies, of how many values, and whether they commute
BODIES = {
    "Welford's": (WELFORD, 3, True),
    "sums of two": (
        "%s = arith.addf %a0, %b0 : f32\n    %n = arith.negf %b1 : f32\n    %t = arith.subf %a1, %n : f32\n"
        "    tt.reduce.return %s, %t : f32, f32",
        2,
        True,
    ),
    "the greater key's value, of equal ones the later": (
        "%c = arith.cmpf ogt, %a0, %b0 : f32\n    %k = arith.select %c, %a0, %b0 : f32\n"
        "    %v = arith.select %c, %a1, %b1 : f32\n    tt.reduce.return %k, %v : f32, f32",
        2,
        False,
    ),
    "the greater, past NaN in one place": (
        "%c = arith.cmpf ogt, %a0, %b0 : f32\n    %k = arith.select %c, %a0, %b0 : f32\n"
        "    tt.reduce.return %k : f32",
        1,
        False,
    ),
    "maps, one after the other": (
        "%m = arith.mulf %a0, %b0 : f32\n    %u = arith.mulf %a1, %b0 : f32\n    %v = arith.addf %u, %b1 : f32\n"
        "    tt.reduce.return %m, %v : f32, f32",
        2,
        False,
    ),
    "the last": ("tt.reduce.return %b0 : f32", 1, False),
}
#: the same, whose share of no elements is asked for by a comparison that holds of counts alone
COUNTED = WELFORD.replace("arith.cmpf oeq", "arith.cmpf ole")
#: what counts are made of, and whether they are never negative nor NaN
COUNTS = {
    "loaded": ("", False),
    "of a mask": (
        "%c = arith.cmpf ogt, %x, %zeros : $\n    %n = arith.select %c, %ones, %zeros : #, $",
        True,
    ),
    "of a mask's numbers": ("%c = arith.cmpf ogt, %x, %zeros : $\n    %n = arith.uitofp %c : # to $", True),
    "negative ones": ("%c = arith.cmpf ogt, %x, %zeros : $\n    %n = arith.sitofp %c : # to $", False),
    "products": ("%n = arith.mulf %ones, %x : $", False),
    "sums": (
        "%c = arith.cmpf ogt, %x, %ones : $\n    %e = arith.uitofp %c : # to $\n    %n = arith.addf %e, %ones : $",
        True,
    ),
    "differences": ("%n = arith.subf %x, %ones : $", False),
    "the greater, or 0": ("%n = arith.maxnumf %x, %zeros : $", True),
    "the greater, or 0, or NaN": ("%n = arith.maximumf %x, %zeros : $", False),
}
SHAPES = [(1024, 1), (1, 2048), (8, 128), (128, 8), (4, 512), (16, 16)]


def _kernel(shape: tuple[int, int], axis: int, name: str) -> str:
    """What a reduction of blocks along ``axis`` gives, in as many places as there are elements of it."""
    body, count, _ = BODIES[name]
    whole, left = Body(shape), tensor(tuple(n for d, n in enumerate(shape) if d != axis), "f32")
    blocks = [whole.load(f"%x{i}", "f32") for i in range(count)]
    types = f"({', '.join([whole.type('f32')] * count)}) -> ({', '.join([left] * count)})"
    arguments = ", ".join(f"%{side}{i}: f32" for side in "ab" for i in range(count))
    region = f"{{\n  ^bb0({arguments}):\n    %zero = arith.constant 0.0 : f32\n    {body}\n  }}"
    found = whole.op(
        f'"tt.reduce"({", ".join(blocks)}) <{{axis = {axis} : i32}}> ({region}) : {types}', count
    )
    for i, value in enumerate([found] if count == 1 else found):
        thin = tensor(tuple(1 if d == axis else n for d, n in enumerate(shape)), "f32")
        column = whole.op(f"tt.expand_dims {value} {{axis = {axis} : i32}} : {left} -> {thin}")
        spread = whole.op(f"tt.broadcast {column} : {thin} -> {whole.type('f32')}")
        whole.store(f"%o{i}", "f32", spread)
    return whole.kernel(", ".join(f"%{side}{i}: !tt.ptr<f32>" for side in "xo" for i in range(count)))


@pytest.mark.parametrize("name", BODIES)
def test_which_commute(name):
    module = dialects.parse(_kernel((1, 64), 1, name))
    run_pipeline(module, ["triton-to-linalg", "reduce-whole-tensors"])
    (op,) = all_ops(module.operation, {"linalg.reduce"})
    assert commutes(op) == BODIES[name][2]


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("in_loop", [False, True])
def test_bodies_that_ask_for_elements_commute_where_counts_are_counts(name, in_loop):
    made, never = COUNTS[name]
    block, mask = "tensor<64xf32>", "tensor<64xi1>"
    code = made.replace("$", block).replace("#", mask) or f"%n = arith.addf %x, %x : {block}"
    if in_loop:
        ends = "".join(
            f"%{name} = arith.constant {n} : i32\n    " for name, n in (("from", 0), ("to", 9), ("step", 1))
        )
        loop = f"%total = scf.for %i = %from to %to step %step iter_args(%t = %zeros) -> ({block}) : i32 {{\n    "
        code = f"{ends}{loop}{code}\n    %u = arith.addf %t, %n : {block}\n    scf.yield %u : {block}\n    }}"
    count, types = "%total" if in_loop else "%n", f"({', '.join([block] * 3)}) -> (f32, f32, f32)"
    arguments = ", ".join(f"%{side}{i}: f32" for side in "ab" for i in range(3))
    region = f"{{\n  ^bb0({arguments}):\n    %zero = arith.constant 0.0 : f32\n    {COUNTED}\n  }}"
    body = Body((64,))
    body.do(f"%zeros = arith.constant dense<0.0> : {block}\n  %ones = arith.constant dense<1.0> : {block}")
    body.do(f"%x = arith.addf {body.load('%p', 'f32')}, %zeros : {block}\n    {code}")
    reduced = body.op(f'"tt.reduce"(%x, %zeros, {count}) <{{axis = 0 : i32}}> ({region}) : {types}', 3)
    for number, value in enumerate(reduced):
        body.do(f"%q{number} = tt.addptr %o, %at{number} : !tt.ptr<f32>, i32")
        body.do(f"tt.store %q{number}, {value} : !tt.ptr<f32>")
    text = body.kernel("%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %at0: i32, %at1: i32, %at2: i32")
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", "reduce-whole-tensors"])
    (op,) = all_ops(module.operation, {"linalg.reduce"})
    assert commutes(op) == never


@pytest.mark.parametrize("warps", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("shape, axis", [(shape, d) for shape in SHAPES for d in range(2)], ids=str)
def test_all_threads_have_the_same_mean_and_variance(shape, axis, warps):
    dice = np.random.default_rng(0)
    x = (dice.normal(size=shape) + 100).astype(np.float32)
    weights = dice.integers(0, 2, shape).astype(np.float32)
    outs = [np.zeros(shape, np.float32) for _ in range(3)]
    kernel = emulated.compile(_kernel(shape, axis, "Welford's"), settings=Settings(warps))
    kernel[1](*(a.ravel() for a in (x * weights, x * 0, weights)), *(a.ravel() for a in outs))
    total = weights.sum(axis, keepdims=True)
    mean = (x * weights).sum(axis, dtype=np.float64, keepdims=True) / np.maximum(total, 1)
    squares = ((x - mean) ** 2 * weights).sum(axis, keepdims=True)
    for found, wanted in zip(outs, (mean, squares, total), strict=True):
        np.testing.assert_allclose(found, np.broadcast_to(wanted, shape), rtol=2e-3, atol=1e-3)
        words = np.moveaxis(found.view(np.uint32), axis, 0)
        assert (words == words[:1]).all()


@pytest.mark.parametrize("warps", [1, 4, 16])
def test_registers_are_combined_before_lanes(warps):
    """A lane shuffles three values a step, however many elements it had, and takes the result from another."""
    text = _kernel((1, 16384), 1, "Welford's")
    compiled = lowered(text, "-", None, True, Settings(warps))
    shuffles = to_ptx(compiled.text, compiled.target)[1].count("shfl.sync")
    assert shuffles <= 3 * (5 + {1: 1, 4: 0, 16: 5}[warps])
