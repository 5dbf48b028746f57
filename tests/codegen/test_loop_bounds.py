"""Loops of every begin, end and step: each compiles for every machine, and runs as often as Python's range says.

Steps that are not positive have no meaning; no pass may take them for a number that it divides by, or walks by.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from triton_shared import CompileError

BLOCK, ROW = "tensor<512xf32>", "tensor<512x!tt.ptr<f32>>"
#: what a turn does, for which passes have forms
BODIES = {
    "streams": f"""
    %v = tt.load %px : {ROW}
    %w = arith.addf %v, %v : {BLOCK}
    tt.store %py, %w : {ROW}""",
    "moves": f"""
    %v = tt.load %px : {ROW}
    tt.store %py, %v : {ROW}""",
    "updates": f"""
    %v = tt.load %px : {ROW}
    %o = tt.atomic_rmw fadd, relaxed, gpu, %py, %v, %all : ({ROW}, {BLOCK}, tensor<512xi1>) -> {BLOCK}""",
    "rows": f"""
    %k = arith.muli %i, %width : i32
    %sk = tt.splat %k : i32 -> tensor<512xi32>
    %at = tt.addptr %px, %sk : {ROW}, tensor<512xi32>
    %near = arith.cmpi slt, %sk, %most : tensor<512xi32>
    %below = arith.cmpi sge, %sk, %none : tensor<512xi32>
    %in = arith.andi %near, %below : tensor<512xi1>
    %v = tt.load %at, %in, %zeros : {ROW}
    tt.store %py, %v : {ROW}""",
    "inner": f"""
    scf.for %j = %i to %end step %step : i32 {{
      %v = tt.load %px : {ROW}
      tt.store %py, %v : {ROW}
    }}""",
}
EXTREMES = (0, 1, -1, 3, 16, -(1 << 31), (1 << 31) - 1)
BOUNDS = [(0, 4, step) for step in EXTREMES] + [(b, e, 2) for b in (-3, 0, 5) for e in (-4, 0, 5)]
BOUNDS += [
    (-(1 << 31), -(1 << 31) + 3, 1),
    (0, (1 << 31) - 1, 1 << 30),
    (7, 7, 0),
    ((1 << 31) - 1, -(1 << 31), -1),
]


def kernel(body: str, begin: int, end: int, step: int) -> str:
    return f"""tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: !tt.ptr<i32>) {{
  %begin = arith.constant {begin} : i32
  %end = arith.constant {end} : i32
  %step = arith.constant {step} : i32
  %one = arith.constant 1 : i32
  %nought = arith.constant 0 : i32
  %width = arith.constant 512 : i32
  %most = arith.constant dense<1024> : tensor<512xi32>
  %none = arith.constant dense<0> : tensor<512xi32>
  %zeros = arith.constant dense<0.0> : {BLOCK}
  %all = arith.constant dense<true> : tensor<512xi1>
  %r = tt.make_range {{start = 0 : i32, end = 512 : i32}} : tensor<512xi32>
  %sx = tt.splat %x : !tt.ptr<f32> -> {ROW}
  %px = tt.addptr %sx, %r : {ROW}, tensor<512xi32>
  %sy = tt.splat %y : !tt.ptr<f32> -> {ROW}
  %py = tt.addptr %sy, %r : {ROW}, tensor<512xi32>
  %n = scf.for %i = %begin to %end step %step iter_args(%m = %nought) -> (i32) : i32 {{{BODIES[body]}
    %more = arith.addi %m, %one : i32
    scf.yield %more : i32
  }}
  tt.store %count, %n : !tt.ptr<i32>
  tt.return
}}
"""


def turns(begin: int, end: int, step: int) -> int | None:
    """How often the loop runs; None where that means nothing, is not known, or takes too long."""
    found = len(range(begin, end, step)) if step > 0 else None
    is_known = found is not None and begin + found * step < 1 << 31
    return found if is_known and found <= 8 else None


def id_of(value: object) -> str:
    return re.sub(r"[(), ]+", "_", str(value)).strip("_")


@pytest.mark.parametrize("bounds", BOUNDS, ids=id_of)
@pytest.mark.parametrize("body", BODIES)
def test_loops_run_as_often_as_they_say(body, bounds, monkeypatch):
    launch = triton_shared.compile(kernel(body, *bounds))
    if (expected := turns(*bounds)) is not None:
        x, y, count = np.ones(2048, np.float32), np.zeros(512, np.float32), np.full(1, -1, np.int32)
        launch[(1,)](x, y, count)
        assert count[0] == expected


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
@pytest.mark.parametrize("bounds", BOUNDS, ids=id_of)
@pytest.mark.parametrize("body", BODIES)
def test_loops_compile_for_gpus(body, bounds, chip):
    try:
        emulated.compile(kernel(body, *bounds), settings=emulated.Settings(chip=chip))
    except CompileError as error:
        assert "error: " in str(error)
