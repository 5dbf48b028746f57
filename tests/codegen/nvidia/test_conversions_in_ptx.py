"""Conversions of numbers as PTX: what LLVM's back end makes is run, for chips with and without bf16 of their own."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import triton_shared
from tests.ops.elementwise import Op, all_ops
from tests.support import emulated
from tests.support.program import DTYPES, Program
from tests.support.ttir import tensor

NAMES = ("sitofp", "uitofp", "fptosi", "fptoui", "extf", "truncf")
OPS: dict[str, list[Op]] = {name: [op for op in all_ops() if op.name == f"arith.{name}"] for name in NAMES}


@pytest.fixture(params=["sm_80", "sm_90a"], autouse=True)
def in_ptx(request, monkeypatch):
    """Kernels are compiled for a chip, and their PTX is run."""
    settings = emulated.Settings(ptx=True, chip=request.param)
    monkeypatch.setattr(triton_shared, "compile", functools.partial(emulated.compile, settings=settings))
    monkeypatch.setattr("tests.ops.elementwise.shapes", lambda salt: [(256,)])


@pytest.mark.parametrize("name", NAMES)
def test_conversion(name):
    program = Program()
    for op in OPS[name]:
        op.build(program)
    program.check()


def test_signed_booleans_by_way_of_integers():
    values = np.random.default_rng(0).integers(0, 2, 256).astype(bool)
    program = Program()
    x, i1 = program.input(values), tensor(values.shape, "i1")
    for wide in ("i8", "i16", "i32", "i64"):
        number = program.op(f"arith.extsi {x} : {i1} to {(integers := tensor(values.shape, wide))}")
        for target in ("f16", "bf16", "f32", "f64"):
            result = program.op(f"arith.sitofp {number} : {integers} to {tensor(values.shape, target)}")
            program.expect(result, -values.astype(np.int8).astype(DTYPES[target]), signs=False)
    program.check()
