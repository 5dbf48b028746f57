"""The executor runs the tutorial kernels, and tells what is wrong with programs and arguments."""

import numpy as np
import pytest

from examples.tutorials import cases
from triton_shared import dialects, reference
from triton_shared.passes.manager import run_pipeline

CASES = {case.path.stem: case for case in cases()}


@pytest.mark.parametrize("name", ["vector_add.f32", "softmax.bf16", "matmul.f16"])
def test_the_shared_form_of_examples(name):
    case = CASES[name]
    module = dialects.parse(case.path.read_text(), str(case.path))
    run_pipeline(module, ["triton-to-linalg"])
    launch = case.launch(seed=1)
    assert reference.run(module, launch.grid, *launch.args) > 0
    assert launch.errors()[1] <= 1


COPY = """
func.func @copy(%x: memref<*xf32>, %y: memref<*xf32>, %n: i32,
                %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %size = arith.index_cast %n : i32 to index
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [%size], strides: [1]
      : memref<*xf32> to memref<?xf32, strided<[1]>>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [%size], strides: [1]
      : memref<*xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}
"""


def test_strided_arrays_are_reached_from_their_first_element():
    x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    reference.run(COPY, 1, x[2:], y[::2], 5)
    np.testing.assert_array_equal(y, [2, 3, 4, 5, 6, 0, 0, 0])


def test_an_access_out_of_bounds_is_an_error_with_its_place():
    with pytest.raises(
        reference.OutOfBounds, match=r"-:10:3: error: 'memref.copy' op .*bytes 0 to 20 of argument 0"
    ):
        reference.run(COPY, 1, np.zeros(4, np.float32), np.zeros(8, np.float32), 5)
