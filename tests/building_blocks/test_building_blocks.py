"""Passes of `triton_shared.building_blocks`: what they make computes the same, by upstream and by the executor."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.tutorials import cases
from tests.support.amount import examples
from tests.support.choice_kernels import along_rows
from tests.support.upstream import UpstreamKernel
from triton_shared import CompileError, dialects, reference, to_linalg
from triton_shared.building_blocks import schedules
from triton_shared.building_blocks.place_in_scratchpad import PLACE, TOTAL
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

NAMES = (
    "softmax.f32",
    "matmul.f16",
    "matmul_block_ptr.f32",
    "layer_norm_backward_dwdb.f32",
    "attention_causal.f32",
)
ONE = {path.stem: next(group) for path, group in itertools.groupby(cases(), key=lambda case: case.path)}
PIPELINES = {
    "double-buffer-loads": "double-buffer-loads{transfers=calls}",
    "no alias": "double-buffer-loads{transfers=calls assume-no-alias}",
    "tile-blocks": "tile-blocks{sizes=32x16x16},tile-blocks{ops=linalg.generic,linalg.fill sizes=16x32}",
    "split-reductions": "split-reductions{cores=4}",
    "grid-to-cores": "grid-to-cores{cores=3}",
    "place-in-scratchpad": "place-in-scratchpad{given=argument bytes=1000000}",
    "all": "double-buffer-loads{transfers=calls},tile-blocks{sizes=16x16x16},split-reductions{cores=2},"
    "place-in-scratchpad{given=argument bytes=1000000}",
}


def lowered(source, pipeline, **options):
    """The shared form of ``source`` after ``pipeline``, as a module."""
    module = to_linalg(source, emit="module", options={k.replace("_", "-"): v for k, v in options.items()})
    run_pipeline(module, [pipeline])
    return module


def scratchpad_of(module):
    """Memory for the scratchpad that the kernel of ``module`` takes as an argument; none where it takes none."""
    sizes = re.findall(r"tts.scratch_bytes = (\d+)", str(module))
    return [np.zeros(int(size) + 64, np.int8) for size in sizes]


@pytest.mark.parametrize("pad", [False, True], ids=["", "pad"])
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_tutorials_compute_the_same(pipeline, pad):
    for name in NAMES:
        module = lowered(ONE[name].path, PIPELINES[pipeline], pad=pad)
        scratchpad = scratchpad_of(module)
        data = ONE[name].launch()
        UpstreamKernel(module)[data.grid](*data.args, *scratchpad)
        assert data.errors()[1] <= 1, name


def test_each_pass_changes_a_tutorial():
    for pipeline in PIPELINES.values():
        assert any(str(lowered(ONE[n].path, pipeline)) != str(lowered(ONE[n].path, "cse")) for n in NAMES)


# Places


def overlaps(kernel):
    """The pairs of buffers that are in the same bytes."""
    places = []
    for op in all_ops(kernel, {"memref.alloc"}):
        type_ = op.results[0].type
        begin = op.attributes[PLACE].value
        assert begin % 64 == 0
        places.append((op, begin, begin + int(np.prod(type_.shape)) * 4))
    assert max(end for _, _, end in places) <= kernel.attributes[TOTAL].value
    return [(a, b) for (a, x, y), (b, v, w) in itertools.combinations(places, 2) if x < w and v < y]


def test_buffers_of_attention_share_bytes_and_compute_the_same():
    case = ONE["attention_causal.f32"]
    module = lowered(case.path, "place-in-scratchpad{bytes=100000}")
    (kernel,) = all_ops(module, {"func.func"})
    assert kernel.attributes[TOTAL].value < 4 * 64 * 64 * len(all_ops(kernel, {"memref.alloc"}))
    assert overlaps(kernel)
    module = lowered(case.path, "place-in-scratchpad{bytes=100000 given=argument}")
    data = case.launch()
    reference.run(str(module), data.grid, *data.args)
    assert data.errors()[1] <= 1


CHAIN = """
func.func @k(%x: memref<*xf32>, PROGRAM) {
  %c0 = arith.constant 0 : index
  BODY
  return
}
""".replace("PROGRAM", ", ".join(f"%{n}: i32" for n in ("gx", "gy", "gz", "px", "py", "pz")))


def types(number, size):
    """Those of a tensor, of its place in memory, and of its buffer."""
    return (
        f"tensor<{size}xf32>",
        f"memref<{size}xf32, strided<[1], offset: {64 * number}>>",
        f"memref<{size}xf32>",
    )


def parsed(text):
    """The module ``text``, with ops that the executor knows."""
    module = dialects.parse(text, "k.mlir")
    run_pipeline(module, ["func.func(linalg-generalize-named-ops)"])
    return module


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 40)), min_size=2, max_size=8))
@settings(max_examples=examples(40), deadline=None)
def test_buffers_that_are_in_use_keep_what_they_hold(steps):
    """Blocks of random lengths are loaded, and any two that were loaded before are added up, in place of the second."""
    lines = []
    for number, (a, b, size) in enumerate(steps):
        tensor, view, buffer = types(number, size)
        lines += [
            f"%v{number} = memref.reinterpret_cast %x to offset: [{64 * number}], sizes: [{size}], strides: [1] "
            f": memref<*xf32> to {view}",
            f"%b{number} = memref.alloc() : {buffer}",
            f"memref.copy %v{number}, %b{number} : {view} to {buffer}",
            f"%t{number} = bufferization.to_tensor %b{number} restrict writable : {buffer} to {tensor}",
        ]
        for one in {a, b} & set(range(number + 1)):
            tensor, view, _ = types(one, steps[one][2])
            old, result = f"%t{one}", f"%s{number}_{one}"
            lines += [
                f"{result} = linalg.add ins({old}, {old} : {tensor}, {tensor}) outs({old} : {tensor}) -> {tensor}",
                f"bufferization.materialize_in_destination {result} in writable %v{one} : ({tensor}, {view}) -> ()",
            ]
    module = parsed(CHAIN.replace("BODY", "\n  ".join(lines)))
    x = np.arange(64 * len(steps), dtype=np.float32)
    wanted, found = x.copy(), x.copy()
    reference.run(str(module), 1, wanted)
    run_pipeline(module, ["place-in-scratchpad{given=argument}"])
    scratchpad = scratchpad_of(module)
    reference.run(str(module), 1, found)
    assert np.array_equal(found, wanted)
    compiled = x.copy()
    UpstreamKernel(module)[(1,)](compiled, *scratchpad)
    assert np.array_equal(compiled, wanted)


# Loops


def test_what_comes_from_data_is_not_loaded_early():
    """The address of a load comes from another load; of these the first is early, and the second is not."""
    text = """
tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %zero = arith.constant dense<0> : tensor<16xi32>
  %px = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16xi32>) : i32 {
    %p = tt.addptr %x, %k : !tt.ptr<i32>, i32
    %at = tt.load %p : !tt.ptr<i32>
    %ats = tt.splat %at : i32 -> tensor<16xi32>
    %j = arith.addi %ats, %i : tensor<16xi32>
    %from = tt.addptr %px, %j : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %v = tt.load %from : tensor<16x!tt.ptr<i32>>
    %w = arith.addi %acc, %v : tensor<16xi32>
    scf.yield %w : tensor<16xi32>
  }
  %py = tt.splat %y : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %to = tt.addptr %py, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %to, %sum : tensor<16x!tt.ptr<i32>>
  tt.return
}
"""
    module = lowered(text, "double-buffer-loads{transfers=calls}")
    x, y = np.arange(64, dtype=np.int32), np.zeros(16, np.int32)
    reference.run(str(module), 1, x, y, 40)
    assert np.array_equal(y, sum(x[k : k + 16] for k in range(40)))


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("step", [1, 3])
def test_loops_of_any_length_load_what_they_use_and_no_more(count, step):
    text = """
func.func @k(%x: memref<*xf32>, %y: memref<*xf32>, %n: index, PROGRAM) {
  %low = arith.constant 2 : index
  %step = arith.constant STEP : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = scf.for %i = %low to %n step %step iter_args(%acc = %zero) -> (tensor<8xf32>) {
    %at = arith.muli %i, %low : index
    %view = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1]
        : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
    %buf = memref.alloc() : memref<8xf32>
    memref.copy %view, %buf : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
    %t = bufferization.to_tensor %buf restrict writable : memref<8xf32> to tensor<8xf32>
    %s = linalg.add ins(%t, %acc : tensor<8xf32>, tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1]
      : memref<*xf32> to memref<8xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  return
}
""".replace("PROGRAM", CHAIN[CHAIN.index("%gx") : CHAIN.index(") {")]).replace("STEP", str(step))
    starts = range(2, 2 + count * step, step)
    x = np.arange(2 * starts[-1] + 8 if starts else 0, dtype=np.float32)  # memory ends with what is loaded
    y = np.ones(8, np.float32)
    moved = parsed(text)
    run_pipeline(moved, ["double-buffer-loads{transfers=calls}"])
    # the block that is yielded may lie in the buffer of the iteration: it outlives it
    assert "@triton_shared_start" not in str(moved)
    kept = parsed(text.replace("outs(%t", "outs(%zero"))
    run_pipeline(kept, ["double-buffer-loads{transfers=calls}"])
    assert str(kept).count("call @triton_shared_start_0") == 2
    for module in (moved, kept):
        reference.run(str(module), 1, x, y, 2 + count * step)
        assert np.array_equal(y, sum((x[2 * i : 2 * i + 8] for i in starts), np.zeros(8)))


# Reductions and schedules


@pytest.mark.parametrize("neutral", ["exact", "ordinary"])
@pytest.mark.parametrize("element", ["f16", "f32", "i32"])
@pytest.mark.parametrize("op", ["add", "max", "min", "mul"])
def test_parts_of_reductions_start_from_what_changes_nothing(op, element, neutral):
    floats = element != "i32"
    names = {"add": "addf", "mul": "mulf", "max": "maxnumf", "min": "minimumf"}
    integers = {"add": "addi", "mul": "muli", "max": "maxsi", "min": "minui"}
    name = (names if floats else integers)[op]
    text = along_rows("reduce", element, f"%z = arith.{name} %a, %b : {element}")
    module = lowered(text, "split-reductions{cores=4}", neutral=neutral)
    assert len(all_ops(module, {"scf.forall"})) == 1
    dtype = {"f16": np.float16, "f32": np.float32, "i32": np.int32}[element]
    x = np.random.default_rng(1).integers(1, 3, (4, 16)).astype(dtype)
    x[1], x[2, 3] = (-0.0, np.nan) if floats else (-5, 7)
    before, after = np.zeros(8, dtype), np.zeros(8, dtype)
    options = {"neutral": neutral}
    reference.run(to_linalg(text, options=options), 1, x, before)
    reference.run(str(module), 1, x, after)
    assert np.array_equal(before, after, equal_nan=floats)
    if floats:
        assert np.array_equal(np.signbit(before[::2][1]), np.signbit(after[::2][1]))


def test_a_schedule_is_a_plain_function():
    module = to_linalg(ONE["matmul_block_ptr.f32"].path, emit="module")
    before = len(all_ops(module, {"scf.for"}))

    def schedule(root):
        products = schedules.match(root, "linalg.matmul")
        tiles, loops = schedules.tile(products, (32, 16, 0), order=(1, 0))
        schedules.mark(tiles, "tts.found")
        assert len(loops) == 2
        schedules.tile_on_cores(schedules.match(root, "linalg.fill"), (2, 2))
        schedules.run_pass(schedules.match(root, "func.func"), "canonicalize")

    schedules.apply(schedule, module)
    assert len(all_ops(module, {"scf.for"})) == before + 2 and all_ops(module, {"scf.forall"})
    text = str(module)
    assert "tts.found" in text and "transform" not in text
    run_pipeline(module, ["lower-affine"])
    data = ONE["matmul_block_ptr.f32"].launch()
    UpstreamKernel(module)[data.grid](*data.args)
    assert data.errors()[1] <= 1


def test_a_step_that_upstream_refuses_is_an_error_with_a_place():
    module = to_linalg(ONE["softmax.f32"].path, emit="module")
    with pytest.raises(CompileError, match="too many tiles"):
        schedules.apply(lambda root: schedules.tile(schedules.match(root, "linalg.generic"), (8, 8)), module)
    assert "transform" not in str(module)
