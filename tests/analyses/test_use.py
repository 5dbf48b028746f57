"""Use analysis: what is meta, data or mixed, and that only data is handed on as tensors."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import triton_shared
from tests.differential.regions import Program, regions
from triton_shared import dialects
from triton_shared.analyses import use
from triton_shared.analyses.access import MEMORY_OPS, access_of
from triton_shared.analyses.pointer import Pointers
from triton_shared.analyses.remarks import MIXED, SPARED
from triton_shared.analyses.use import OWN_OPERANDS, Use, Uses, slots, uses
from triton_shared.conversions import iter_args
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import is_tensor
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
FILES = sorted([*EXAMPLES.glob("*.f32.mlir"), *(ROOT / "tests" / "ttir" / "3.9").glob("*.mlir")])
WITH_REGIONS = [path for path in FILES if "scf." in path.read_text(encoding="utf-8")]

QUICK = settings(
    deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, phases=[Phase.generate]
)


def uses_of(function: ir.Operation) -> Uses:
    """The uses in ``function``, once all its accesses are said in scalars."""
    program, pointers = all_ops(function), Pointers()
    return uses(program, [access_of(op, pointers) for op in program if op.name in MEMORY_OPS], pointers)


def by_op(text: str) -> dict[str, Use]:
    """The use of each result, by the name of the op and its position among those of that name."""
    module = dialects.parse(text)
    function = module.regions[0].blocks[0].operations[0].operation
    found, names, count = uses_of(function), {}, {}
    for op in all_ops(function):
        count[op.name] = count.get(op.name, -1) + 1
        for result in op.results:
            names[f"{op.name}#{count[op.name]}"] = found.of(result)
    return names


def test_offsets_are_meta_sums_are_data_and_what_is_stored_too_is_mixed():
    names = by_op("""
tt.func @k(%x: !tt.ptr<i32>, %n: i32) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %range, %limit : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %p, %mask : tensor<16x!tt.ptr<i32>>
  %sum = arith.addi %v, %range : tensor<16xi32>
  tt.store %p, %sum, %mask : tensor<16x!tt.ptr<i32>>
  tt.return
}""")
    assert names["tt.make_range#0"] == Use.MIXED
    assert names["tt.splat#0"] == names["arith.cmpi#0"] == names["tt.addptr#0"] == Use.META
    assert names["tt.load#0"] == names["arith.addi#0"] == Use.DATA


WALK = """
tt.func @k(%x: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %step = tt.splat %n : i32 -> tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p, %a = %zero)
      -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) : i32 {
    %v = tt.load %q : tensor<16x!tt.ptr<f32>>
    %b = arith.addf %a, %v : tensor<16xf32>
    %next = tt.addptr %q, STEP : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    scf.yield %next, %b : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
  }
  tt.store %p, %r#1 : tensor<16x!tt.ptr<f32>>
  tt.return
}"""


def test_loops_hand_the_use_of_what_they_carry_on():
    names = by_op(WALK.replace("STEP", "%step"))
    assert names["tt.addptr#0"] == names["tt.addptr#1"] == names["tt.make_range#0"] == Use.META
    assert names["arith.constant#2"] == names["arith.addf#0"] == Use.DATA


def test_pointers_whose_lanes_move_apart_are_data():
    names = by_op(WALK.replace("STEP", "%range"))
    assert names["tt.addptr#0"] == names["tt.addptr#1"] == names["tt.make_range#0"] == Use.MIXED


def test_a_loaded_index_is_meta_and_read_lane_by_lane():
    names = by_op("""
tt.func @k(%x: !tt.ptr<i32>) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %index = tt.load %p : tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %base, %index : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %range : tensor<16x!tt.ptr<i32>>
  tt.return
}""")
    assert names["tt.load#0"] == Use.MIXED
    assert names["tt.make_range#0"] == Use.MIXED


@pytest.mark.parametrize(
    "name", ["vector_add.f32", "softmax.f32", "matmul.f32", "layer_norm_backward_dwdb.f32"]
)
def test_kernels_whose_integers_are_all_meta_keep_no_integer_tensor(name):
    text = (EXAMPLES / f"{name}.mlir").read_text()
    module = dialects.parse(text)
    function = module.regions[0].blocks[0].operations[0].operation
    found = uses_of(function)
    assert not [value for value in found.data if "xi32" in str(value.type)]
    assert [value for value in found.meta if "xi32" in str(value.type)]
    run_pipeline(module, ["triton-to-linalg"])
    assert "xi32>" not in str(module)
    assert "xi1>" not in str(module)


BOTH = """
tt.func @k(%x: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %start = tt.splat %n : i32 -> tensor<16xi32>
  %index = arith.addi %range, %start : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%at = %index) -> (tensor<16xi32>) : i32 {
    %p = tt.addptr %base, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %v = tt.load %p : tensor<16x!tt.ptr<i32>>
    %sum = arith.addi %v, %index : tensor<16xi32>
    tt.store %p, %sum : tensor<16x!tt.ptr<i32>>
    %next = arith.addi %at, %start : tensor<16xi32>
    scf.yield %next : tensor<16xi32>
  }
  tt.return
}"""


def test_remarks_name_the_tensors_that_are_both_and_those_that_are_not_handed_on(tmp_path):
    """Of a chain that leads to addresses and to data the last tensor is named; addresses and data alone are not."""
    file = tmp_path / "k.mlir"
    file.write_text(BOTH)
    found = [
        (r.location[1], r.op, r.kind, r.reason)
        for r in triton_shared.explain(file)
        if r.kind in (MIXED, SPARED)
    ]
    assert found == [
        (
            7,
            "arith.addi",
            MIXED,
            "%index is read as data: the tensor is computed once, beside the scalars of accesses",
        ),
        (9, "scf.for", SPARED, "%at is used for accesses only: scalars say what moves"),
    ]
    module = dialects.parse(BOTH)
    run_pipeline(module, ["triton-to-linalg"])
    (loop,) = re.findall(r"scf.for .* iter_args.*", str(module))
    assert "tensor" not in loop, "the loop carries the scalar of its addresses alone"
    assert str(module).count("linalg.index") == 1, "the tensor that is data is computed once"


COUNTING = """
tt.func @k(%x: !tt.ptr<T>, %out: !tt.ptr<T>, %n: i32, %by: T) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<16xT>
  %lanes = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %lane = CAST
  %two = arith.constant dense<2> : tensor<16xT>
  %step = tt.splat %by : T -> tensor<16xT>
  %xs = tt.splat %x : !tt.ptr<T> -> tensor<16x!tt.ptr<T>>
  %outs = tt.splat %out : !tt.ptr<T> -> tensor<16x!tt.ptr<T>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %lane, %sum = %zero) -> (tensor<16xT>, tensor<16xT>) : i32 {
    %at = tt.addptr %xs, %a : tensor<16x!tt.ptr<T>>, tensor<16xT>
    %v = tt.load %at : tensor<16x!tt.ptr<T>>
    %term = arith.muli %v, %a : tensor<16xT>
    %next = NEXT : tensor<16xT>
    %total = arith.addi %sum, %term : tensor<16xT>
    scf.yield %next, %total : tensor<16xT>, tensor<16xT>
  }
  %to = tt.addptr %outs, %lanes : tensor<16x!tt.ptr<T>>, tensor<16xi32>
  %last = arith.addi %r#1, %r#0 : tensor<16xT>
  tt.store %to, %last : tensor<16x!tt.ptr<T>>
  tt.return
}"""
CASTS = {
    "i8": "arith.trunci %lanes : tensor<16xi32> to tensor<16xi8>",
    "i32": "arith.addi %lanes, %lanes : tensor<16xi32>",
    "i64": "arith.extsi %lanes : tensor<16xi32> to tensor<16xi64>",
}
NEXT = {"moved": "arith.addi %a, %step", "doubled": "arith.muli %a, %two", "spread": "arith.addi %a, %lane"}


def counting(type_: str, next_: str) -> str:
    """A kernel that sums ``x[a] * a`` over turns that change the tensor ``a``, and adds what becomes of it."""
    text = COUNTING.replace("CAST", CASTS[type_]).replace("NEXT", NEXT[next_])
    return re.sub(r"(?<=[<x ])T\b", type_, text)


def sums_are_right(text: str, type_: str, next_: str) -> bool:
    dtype = np.dtype(type_.replace("i", "int"))
    lane = np.arange(16, dtype=dtype) * (2 if type_ == "i32" else 1)
    x, out, total, a = np.arange(128).astype(dtype), np.zeros(16, dtype), np.zeros(16, dtype), lane
    with np.errstate(over="ignore"):
        for _ in range(3):
            total = total + x[a] * a
            a = {"moved": a + dtype.type(5), "doubled": a * dtype.type(2), "spread": a + lane}[next_]
        triton_shared.compile(text)[(1,)](x, out, 3, dtype.type(5))
        return np.array_equal(out, total + a)


@pytest.mark.parametrize("next_", NEXT)
@pytest.mark.parametrize("type_", CASTS)
def test_a_loop_carries_how_far_a_tensor_has_moved(type_, next_):
    text = counting(type_, next_)
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-structured"])
    (types,) = re.findall(r"scf.for .* -> \((.*)\)", str(module))
    assert types.count("tensor") == (1 if next_ == "moved" else 2)
    assert sums_are_right(text, type_, next_)


def test_a_tensor_that_does_more_than_move_is_carried(monkeypatch, tmp_path):
    """The sums are wrong where the analysis takes a tensor for one that only moves."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(use, "_only_moves", lambda value, pointers: is_tensor(value))
    assert not sums_are_right(counting("i32", "doubled"), "i32", "doubled")
    assert not sums_are_right(counting("i32", "spread"), "i32", "spread")


def test_a_tensor_that_only_moves_may_be_stored_by_an_inner_loop():
    text = """
tt.func @k(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %step = arith.constant dense<16> : tensor<16xi32>
  %outs = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %to = tt.addptr %outs, %lane : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %lane) -> (tensor<16xi32>) : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %to, %a : tensor<16x!tt.ptr<i32>>
    }
    %next = arith.addi %a, %step : tensor<16xi32>
    scf.yield %next : tensor<16xi32>
  }
  tt.return
}"""
    out = np.zeros(16, np.int32)
    triton_shared.compile(text)[(1,)](out, 3)
    np.testing.assert_array_equal(out, np.arange(16) + 32)


ACCESSES = ["triton-to-structured", "triton-to-unstructured"]
CLEANUP = ["canonicalize", "cse"]


def handed_on(text: str, passes: list[str]) -> int:
    """How many tensors of pointers regions hand on in ``text`` after ``passes``."""
    module = dialects.parse(text)
    run_pipeline(module, passes)
    held = (
        v for op in all_ops(module) if op.name in OWN_OPERANDS for slot in slots(op).values() for v in slot
    )
    return sum(is_tensor(v) and "tt.ptr" in str(v.type) for v in held)


def check_that_upstream_finds_none(text: str) -> None:
    found = handed_on(text, [*ACCESSES, "remove-dead-values", *CLEANUP])
    assert handed_on(text, ACCESSES + CLEANUP) <= found, text


@pytest.mark.parametrize("path", WITH_REGIONS, ids=lambda path: path.stem)
def test_upstream_finds_no_dead_address_more(path):
    check_that_upstream_finds_none(path.read_text(encoding="utf-8"))


@settings(QUICK, max_examples=15)
@given(regions())
def test_upstream_finds_no_dead_address_more_in_random_regions(program: Program):
    check_that_upstream_finds_none(program.text)


def data_slots(text: str) -> list[tuple[int, use.Slot]]:
    """The slots with tensors that are data, each with the number of its op among those that have regions."""
    module = dialects.parse(text)
    function = module.regions[0].blocks[0].operations[0].operation
    found = uses_of(function)
    region_ops = [op for op in all_ops(function) if op.name in OWN_OPERANDS and slots(op)]
    return [
        (n, slot) for n, op in enumerate(region_ops) for slot in slots(op).keys() - use.unneeded(op, found)
    ]


@settings(QUICK, max_examples=4)
@given(regions())
def test_data_that_is_taken_for_meta_is_refused(program: Program):
    """Whichever slot with data is left out: what still reads it is found."""
    for number, slot in data_slots(program.text):
        module = dialects.parse(program.text)
        asked = []

        def mistaken(op, found, number=number, slot=slot, asked=asked):
            asked.append(op)
            return use.unneeded(op, found) | ({slot} if len(asked) == number + 1 else set())

        with (
            pytest.MonkeyPatch.context() as patched,
            pytest.raises(LoweringError, match="something else reads it"),
        ):
            patched.setattr(iter_args, "unneeded", mistaken)
            patched.setattr(iter_args, "moving", lambda op, found, pointers: set())
            run_pipeline(module, ["triton-to-structured"])
