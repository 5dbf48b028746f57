"""What the shared form may hold and GPU code may not: an error with a place, at once."""

import time

import pytest

from triton_shared import dialects
from triton_shared.errors import LoweringError
from triton_shared.passes.manager import run_pipeline

PROGRAM = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"

#: what computes with %part, a tensor<15xi32>
USES = {
    "linalg.reduce": """
  %init = tensor.empty() : tensor<i32>
  %r = linalg.reduce ins(%part : tensor<15xi32>) outs(%init : tensor<i32>) dimensions = [0]
    (%in: i32, %total: i32) { %n = arith.addi %in, %total : i32 linalg.yield %n : i32 }
  %e = tensor.extract %r[] : tensor<i32>""",
    "tensor.extract": "%e = tensor.extract %part[%c3] : tensor<15xi32>",
    "twice": """
  %first = tensor.extract_slice %x[1] [1] [1] : tensor<16xi32> to tensor<i32>
  %r:2 = linalg.reduce ins(%part, %part : tensor<15xi32>, tensor<15xi32>)
    outs(%first, %first : tensor<i32>, tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32, %c: i32, %d: i32) {
      %less = arith.cmpi slt, %c, %a : i32
      %m = arith.select %less, %c, %b : i32
      linalg.yield %m, %d : i32, i32
    }
  %e = tensor.extract %r#0[] : tensor<i32>""",
}


def refusal(text: str) -> str:
    """The message with which the module ``text`` is refused, in seconds."""
    module = dialects.parse(text, "refused.mlir")
    begin = time.process_time()
    with pytest.raises(LoweringError) as caught:
        run_pipeline(module, ["shared-to-gpu"])
    assert time.process_time() - begin < 5
    assert caught.value.diagnostics[0].line
    return str(caught.value)


@pytest.mark.parametrize("use", USES)
def test_slices_of_odd_extent(use):
    message = refusal(f"""
func.func @k(%out: memref<*xi32>, {PROGRAM}) {{
  %c3 = arith.constant 3 : index
  %empty = tensor.empty() : tensor<16xi32>
  %x = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
    outs(%empty : tensor<16xi32>) {{
    ^bb0(%o: i32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      linalg.yield %n : i32
  }} -> tensor<16xi32>
  %part = tensor.extract_slice %x[1] [15] [1] : tensor<16xi32> to tensor<15xi32>
  {USES[use]}
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32>
  %c0 = arith.constant 0 : index
  memref.store %e, %to[%c0] : memref<1xi32>
  return
}}""")
    assert "tensor<15xi32>" in message


@pytest.mark.parametrize("shape", ["2097152", "2048x1024", "4194304x1"])
def test_blocks_that_are_too_large(shape):
    """Code grows with them; Triton has the same limit."""
    kind = f"tensor<{shape}xf32>"
    sizes = shape.replace("x", ", ")
    strides = ", ".join("1" for _ in shape.split("x"))
    message = refusal(f"""
func.func @k(%out: memref<*xf32>, {PROGRAM}) {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {kind}
  %x = linalg.fill ins(%zero : f32) outs(%empty : {kind}) -> {kind}
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [{sizes}], strides: [{strides}]
    : memref<*xf32> to memref<{shape}xf32, strided<[{strides}]>>
  bufferization.materialize_in_destination %x in writable %to
    : ({kind}, memref<{shape}xf32, strided<[{strides}]>>) -> ()
  return
}}""")
    assert "elements: blocks on GPUs have at most 1048576" in message


@pytest.mark.parametrize("width", [65, 128, 1024])
def test_elements_that_are_too_wide(width):
    message = refusal(f"""
func.func @k(%x: memref<*xi{width}>, %out: memref<*xi{width}>, {PROGRAM}) {{
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xi{width}> to memref<8xi{width}>
  %held = memref.alloc() : memref<8xi{width}>
  memref.copy %from, %held : memref<8xi{width}> to memref<8xi{width}>
  %v = bufferization.to_tensor %held restrict writable : memref<8xi{width}> to tensor<8xi{width}>
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [8], strides: [1] : memref<*xi{width}> to memref<8xi{width}>
  bufferization.materialize_in_destination %v in writable %to : (tensor<8xi{width}>, memref<8xi{width}>) -> ()
  return
}}""")
    assert f"a block of i{width}: elements on GPUs have at most 64 bits" in message
