"""Small kernels in the shared form."""

from __future__ import annotations

PROGRAM = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"


def store_scalar(type: str, attributes: str = "") -> str:
    """``out[0] = x``."""
    return f"""
func.func @store(%out: memref<*x{type}>, %x: {type} {attributes}, {PROGRAM}) {{
  %zero = arith.constant 0 : index
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1]
      : memref<*x{type}> to memref<1x{type}, strided<[1]>>
  memref.store %x, %to[%zero] : memref<1x{type}, strided<[1]>>
  return
}}
"""


def many_scalars(types: list[str]) -> str:
    """``out<i>[0] = x<i>`` for every type: first all the scalars, then all the pointers."""
    scalars = ", ".join(f"%x{i}: {t}" for i, t in enumerate(types))
    pointers = ", ".join(f"%out{i}: memref<*x{t}>" for i, t in enumerate(types))
    body = "".join(
        f"""
  %to{i} = memref.reinterpret_cast %out{i} to offset: [0], sizes: [1], strides: [1]
      : memref<*x{t}> to memref<1x{t}, strided<[1]>>
  memref.store %x{i}, %to{i}[%zero] : memref<1x{t}, strided<[1]>>"""
        for i, t in enumerate(types)
    )
    return f"""
func.func @many({scalars}, {pointers}, {PROGRAM}) {{
  %zero = arith.constant 0 : index{body}
  return
}}
"""


# count[program] += 1, after `work` rounds of a recurrence whose result is stored in result[program].
COUNT = f"""
func.func @count(%count: memref<*xi32>, %result: memref<*xi32>, %work: i32, {PROGRAM}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %factor = arith.constant 1664525 : i32
  %rows = arith.muli %pz, %gy : i32
  %row = arith.addi %rows, %py : i32
  %cells = arith.muli %row, %gx : i32
  %cell = arith.addi %cells, %px : i32
  %at = arith.index_cast %cell : i32 to index
  %to = memref.reinterpret_cast %count to offset: [%at], sizes: [1], strides: [1]
      : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
  %out = memref.reinterpret_cast %result to offset: [%at], sizes: [1], strides: [1]
      : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
  %end = arith.index_cast %work : i32 to index
  %hash = scf.for %i = %c0 to %end step %c1 iter_args(%h = %cell) -> (i32) {{
    %product = arith.muli %h, %factor : i32
    %next = arith.addi %product, %one : i32
    scf.yield %next : i32
  }}
  memref.store %hash, %out[%c0] : memref<1xi32, strided<[1], offset: ?>>
  %old = memref.load %to[%c0] : memref<1xi32, strided<[1], offset: ?>>
  %new = arith.addi %old, %one : i32
  memref.store %new, %to[%c0] : memref<1xi32, strided<[1], offset: ?>>
  return
}}
"""


def reversed_block(size: int) -> str:
    """Each program reverses its ``size`` elements of x into out, through a buffer of the scratch arena."""
    return f"""
func.func @reverse(%x: memref<*xi32>, %out: memref<*xi32>, {PROGRAM}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant {size - 1} : index
  %size = arith.constant {size} : index
  %p = arith.index_cast %px : i32 to index
  %at = arith.muli %p, %size : index
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [{size}], strides: [1]
      : memref<*xi32> to memref<{size}xi32, strided<[1], offset: ?>>
  %to = memref.reinterpret_cast %out to offset: [%at], sizes: [{size}], strides: [1]
      : memref<*xi32> to memref<{size}xi32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<{size}xi32>
  scf.for %i = %c0 to %size step %c1 {{
    %value = memref.load %from[%i] : memref<{size}xi32, strided<[1], offset: ?>>
    %mirror = arith.subi %last, %i : index
    memref.store %value, %buffer[%mirror] : memref<{size}xi32>
  }}
  scf.for %i = %c0 to %size step %c1 {{
    %value = memref.load %buffer[%i] : memref<{size}xi32>
    memref.store %value, %to[%i] : memref<{size}xi32, strided<[1], offset: ?>>
  }}
  return
}}
"""


def located(file: str, name: str = "double") -> str:
    """``p[0:64] *= 2``; says of itself that lines 2 to 4 of ``file`` are its source: address, load and sum, store."""
    return f"""
tt.func public @{name}(%p: !tt.ptr<f32>) {{
  %range = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32> loc(#address)
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#address)
  %at = tt.addptr %base, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32> loc(#address)
  %x = tt.load %at : tensor<64x!tt.ptr<f32>> loc(#sum)
  %twice = arith.addf %x, %x : tensor<64xf32> loc(#sum)
  tt.store %at, %twice : tensor<64x!tt.ptr<f32>> loc(#store)
  tt.return loc(#store)
}} loc("{file}":1:1)
#address = loc("{file}":2:5)
#sum = loc("{file}":3:9)
#store = loc("{file}":4:5)
"""


SOURCE = """\
def double(p):
    at = p + tl.arange(0, 64)
    x = tl.load(at) * 2
    tl.store(at, x)
"""

# out[0] = x / y, with the machine's own division.
DIVIDE = f"""
func.func @divide(%out: memref<*xi32>, %x: i32, %y: i32, {PROGRAM}) {{
  %zero = arith.constant 0 : index
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1]
      : memref<*xi32> to memref<1xi32, strided<[1]>>
  %quotient = arith.divsi %x, %y : i32
  memref.store %quotient, %to[%zero] : memref<1xi32, strided<[1]>>
  return
}}
"""

# out[program] = x, if x is positive: that is asserted first.
POSITIVE = """
tt.func public @positive(%out: !tt.ptr<i32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %good = arith.cmpi sgt, %x, %zero : i32
  %all = tt.splat %good : i1 -> tensor<1xi1>
  tt.assert %all, "x must be positive" : tensor<1xi1>
  %program = tt.get_program_id x : i32
  %to = tt.addptr %out, %program : !tt.ptr<i32>, i32
  tt.store %to, %x : !tt.ptr<i32>
  tt.return
}
"""


def constants() -> str:
    """``out[i] = i * i % 61``, from a table of constants in the code."""
    table = ", ".join(str(float(i * i % 61)) for i in range(64))
    return f"""
func.func @constants(%out: memref<*xf32>, {PROGRAM}) {{
  %table = arith.constant dense<[{table}]> : tensor<64xf32>
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [64], strides: [1]
      : memref<*xf32> to memref<64xf32, strided<[1]>>
  bufferization.materialize_in_destination %table in writable %to
      : (tensor<64xf32>, memref<64xf32, strided<[1]>>) -> ()
  return
}}
"""
