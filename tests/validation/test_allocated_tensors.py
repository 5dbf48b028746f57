"""`bufferization.alloc_tensor` with a copy holds what it copies, in the executor."""

import numpy as np

from triton_shared import reference

COPIED = """
!m = memref<8xf32, strided<[1]>>
func.func @f(%x: memref<*xf32>, %y: memref<*xf32>, %a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %g: i32) {
  %m = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to !m
  %o = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to !m
  %t = bufferization.to_tensor %m restrict : !m to tensor<8xf32>
  %u = bufferization.alloc_tensor() copy(%t) : tensor<8xf32>
  bufferization.materialize_in_destination %u in writable %o : (tensor<8xf32>, !m) -> ()
  return
}
"""


def test_a_copy_is_one():
    x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    reference.run(COPIED, 1, x, y)
    np.testing.assert_array_equal(y, x)
