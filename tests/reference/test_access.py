"""Every access is checked; what nobody wrote is garbage; what programs must not do is an error with a place."""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import CompileError, TensorDescriptor, reference

GRID = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"


def shared(body: str, arguments: str = "%x: memref<*xf32>") -> str:
    """A kernel of the shared form with this body; its first line is the second one of the text."""
    return f"func.func @k({arguments}, {GRID}) {{\n{body}\n  return\n}}"


def triton(body: str, arguments: str = "%x: !tt.ptr<f32>") -> str:
    """A Triton kernel with this body."""
    return f"tt.func public @k({arguments}) {{\n{body}\n  tt.return\n}}"


RANGE = """  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %b, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
"""
FEW = """  %n = arith.constant dense<4> : tensor<8xi32>
  %m = arith.cmpi slt, %i, %n : tensor<8xi32>
"""

#: the error, what it says, and the program
ERRORS = {
    "a load behind the end": (
        reference.OutOfBounds, "0 bytes behind the end of argument 0",
        triton(RANGE + "  %v = tt.load %p : tensor<8x!tt.ptr<f32>>"),
    ),
    "a store before the start": (
        reference.OutOfBounds, "4 bytes before the start of argument 0",
        triton("""  %c = arith.constant -1 : i32
  %f = arith.constant 1.0 : f32
  %p = tt.addptr %x, %c : !tt.ptr<f32>, i32
  tt.store %p, %f : !tt.ptr<f32>"""),
    ),
    "an address between elements": (
        reference.Misaligned, "f32 at address",
        triton("""  %a = tt.ptr_to_int %x : !tt.ptr<f32> -> i64
  %two = arith.constant 2 : i64
  %b = arith.addi %a, %two : i64
  %p = tt.int_to_ptr %b : i64 -> !tt.ptr<f32>
  %v = tt.load %p : !tt.ptr<f32>"""),
    ),
    "an index outside of a view": (
        reference.OutOfBounds, r"element \[4\] of a view of 4",
        shared("""  %c4 = arith.constant 4 : index
  %b = memref.alloc() : memref<4xf32>
  %v = memref.load %b[%c4] : memref<4xf32>"""),
    ),
    "a view outside of a view": (
        reference.OutOfBounds, "elements 2 to 5 along dimension 0, which has 4",
        shared("""  %c2 = arith.constant 2 : index
  %b = memref.alloc() : memref<4xf32>
  %v = memref.subview %b[%c2] [4] [1] : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %v, %b : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>"""),
    ),
    "a slice outside of a tensor": (
        reference.OutOfBounds, "elements 3 to 4 along dimension 0, which has 4",
        shared("""  %c3 = arith.constant 3 : index
  %t = tensor.empty() : tensor<4xf32>
  %v = tensor.extract_slice %t[%c3] [2] [1] : tensor<4xf32> to tensor<2xf32>"""),
    ),
    "sizes that differ": (
        reference.ExecutionError, r"copies \[2\] elements to \[4\]",
        shared("""  %c2 = arith.constant 2 : index
  %a = memref.alloc(%c2) : memref<?xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.cast %b : memref<4xf32> to memref<?xf32>
  memref.copy %a, %c : memref<?xf32> to memref<?xf32>"""),
    ),
    "a buffer that was freed": (
        reference.DeadBuffer, "whose lifetime has ended",
        shared("""  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %v = memref.load %b[%c0] : memref<4xf32>"""),
    ),
    "a buffer of a function that has returned": (
        reference.DeadBuffer, "whose lifetime has ended",
        """func.func private @f() -> memref<4xf32> {
  %b = memref.alloca() : memref<4xf32>
  return %b : memref<4xf32>
}
""" + shared("""  %c0 = arith.constant 0 : index
  %b = func.call @f() : () -> memref<4xf32>
  %v = memref.load %b[%c0] : memref<4xf32>"""),
    ),
    "a division by zero behind tt": (
        reference.Trap, "divides by 0",
        shared("""  %c0 = arith.constant 0 : i32
  %v = arith.divsi %gx, %c0 : i32"""),
    ),
    "a promise that does not hold": (
        reference.ExecutionError, "promises what does not hold",
        shared("""  %no = arith.constant false
  llvm.intr.assume %no : i1"""),
    ),
    "a wait for another program": (
        reference.ExecutionError, "waits for ever",
        triton("""  %c1 = arith.constant 1 : i32
  %0 = tt.atomic_poll acquire, gpu, %x, %c1 : !tt.ptr<i32>, i32 -> i1""", "%x: !tt.ptr<i32>"),
    ),
    "assembly": (
        reference.NoRule, "assembly is for one machine",
        triton("""  %v = tt.elementwise_inline_asm "nop" {constraints = "=r",
      packed_element = 1 : i32, pure = true} -> i32"""),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ERRORS)
def test_errors_name_op_and_place(what):
    error, message, text = ERRORS[what]
    array = np.zeros(4, np.int32 if "ptr<i32>" in text.splitlines()[0] else np.float32)
    with pytest.raises(error, match=rf"-:\d+:\d+: error: '[\w.]+' op .*({message})"):
        reference.run(text, 1, array)


def test_masked_off_elements_are_not_touched():
    text = triton(RANGE + FEW + """  %v = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<8xf32>
  tt.store %p, %w, %m : tensor<8x!tt.ptr<f32>>""")  # fmt: skip
    x = np.arange(4, dtype=np.float32)
    reference.run(text, 1, x)
    np.testing.assert_array_equal(x, [0, 2, 4, 6])


GARBAGE = {
    "masked-off elements": triton(RANGE + FEW + """  %v = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v : tensor<8x!tt.ptr<f32>>"""),
    "poison": triton("""  %v = ub.poison : f32
  tt.store %x, %v : !tt.ptr<f32>"""),
    "a quotient by zero": triton("""  %z = arith.constant 0 : i32
  %c = arith.constant 7 : i32
  %v = arith.divsi %c, %z : i32
  %f = tt.bitcast %v : i32 -> f32
  tt.store %x, %f : !tt.ptr<f32>"""),
    "a shift by the width": triton("""  %z = arith.constant 32 : i32
  %c = arith.constant 7 : i32
  %v = arith.shli %c, %z : i32
  %f = tt.bitcast %v : i32 -> f32
  tt.store %x, %f : !tt.ptr<f32>"""),
    "an integer beyond its type": triton("""  %c = arith.constant 3.0e10 : f32
  %v = arith.fptosi %c : f32 to i32
  %f = tt.bitcast %v : i32 -> f32
  tt.store %x, %f : !tt.ptr<f32>"""),
    "a tensor that nobody wrote": shared("""  %t = tensor.empty() : tensor<8xf32>
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>
  bufferization.materialize_in_destination %t in writable %v : (tensor<8xf32>, memref<8xf32>) -> ()"""),
    "a buffer that nobody wrote": shared("""  %b = memref.alloc() : memref<8xf32>
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>
  memref.copy %b, %v : memref<8xf32> to memref<8xf32>"""),
}  # fmt: skip


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_differs_from_run_to_run_but_not_with_a_seed(what):
    found = []
    for seed in (None, None, 1, 1):
        x = np.zeros(8, np.float32)
        reference.run(GARBAGE[what], 1, x, seed=seed)
        found.append(x.tobytes())
    assert found[0] != found[1]
    assert found[2] == found[3]


def test_arrays_may_overlap():
    text = triton("""  %v = tt.load %x : !tt.ptr<f32>
  %w = arith.addf %v, %v : f32
  tt.store %y, %w : !tt.ptr<f32>
  %u = tt.load %x : !tt.ptr<f32>
  tt.store %z, %u : !tt.ptr<f32>""", "%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>")  # fmt: skip
    x = np.array([3, 0], np.float32)
    reference.run(text, 1, x, x, x[1:])
    np.testing.assert_array_equal(x, [6, 6])


def test_a_read_only_array_is_not_written():
    x = np.zeros(1, np.float32)
    x.flags.writeable = False
    with pytest.raises(reference.ExecutionError, match="writes to argument 0, which is read-only"):
        reference.run(triton("  %f = arith.constant 1.0 : f32\n  tt.store %x, %f : !tt.ptr<f32>"), 1, x)


def test_a_limit_ends_a_loop_without_end():
    text = shared("""  %yes = arith.constant true
  scf.while : () -> () {
    scf.condition(%yes)
  } do {
    scf.yield
  }""")  # fmt: skip
    with pytest.raises(reference.LimitExceeded, match="more than 1000 ops"):
        reference.run(text, 1, np.zeros(1, np.float32), limit=1000)


def test_assertions_end_their_program_alone(capsys):
    text = triton("""  %p = tt.get_program_id x : i32
  %c1 = arith.constant 1 : i32
  %ok = arith.cmpi ne, %p, %c1 : i32
  tt.assert %ok, "not one" : i1
  %f = arith.sitofp %p : i32 to f32
  %at = tt.addptr %x, %p : !tt.ptr<f32>, i32
  tt.store %at, %f : !tt.ptr<f32>
  tt.print " p: " {hex = false, isSigned = array<i32: 1>} : %p : i32""")  # fmt: skip
    x = np.full(3, 9, np.float32)
    with pytest.raises(AssertionError, match=r"not one .*program \(1, 0, 0\) of kernel 'k'"):
        reference.run(text, 3, x)
    np.testing.assert_array_equal(x, [0, 9, 2])
    assert capsys.readouterr().out == "pid (0, 0, 0) idx () p: 0\npid (2, 0, 0) idx () p: 2\n"


SCALARS = triton("", "%x: !tt.ptr<f32>, %n: i8, %f: f32, %d: !tt.tensordesc<4x4xf32>")
BASE = np.zeros((8, 8), np.float32)
RIGHT = (np.zeros(1, np.float32), 1, 1.0, TensorDescriptor.from_array(BASE, [4, 4]))


@pytest.mark.parametrize(
    ("number", "value", "error", "message"),
    [
        (
            0,
            np.zeros(1, np.float64),
            TypeError,
            "argument 0: expected an array of float32 or fp32, got float64",
        ),
        (0, 3, TypeError, "argument 0: expected an array, got int"),
        (1, 1.5, TypeError, "argument 1: expected an integer of type i8, got float"),
        (1, 256, ValueError, "argument 1: 256 does not fit i8"),
        (2, "1", TypeError, "argument 2: expected a number of type f32, got str"),
        (3, BASE, TypeError, "argument 3: expected a triton_shared.TensorDescriptor, got ndarray"),
        (
            3,
            TensorDescriptor.from_array(BASE, [2, 4]),
            ValueError,
            r"argument 3: expected blocks of \[4, 4\]",
        ),
    ],
)
def test_arguments_that_do_not_fit(number, value, error, message):
    reference.run(SCALARS, 1, *RIGHT)
    args = [value if n == number else right for n, right in enumerate(RIGHT)]
    with pytest.raises(error, match=message):
        reference.run(SCALARS, 1, *args)


@pytest.mark.parametrize(
    ("grid", "named", "error", "message"),
    [
        (1.5, {}, TypeError, "grid: expected"),
        ((1, 2, 3, 4), {}, ValueError, "grid: expected 1 to 3 sizes"),
        (-1, {}, ValueError, "grid: expected"),
        (1, {"order": "any"}, ValueError, "order: expected 'tree' or 'sequential'"),
        (1, {"kernel": "f"}, CompileError, "there is no 'f'"),
        (1, {"limit": -1}, ValueError, "limit: expected"),
    ],
)
def test_other_arguments(grid, named, error, message):
    with pytest.raises(error, match=message):
        reference.run(SCALARS, grid, *RIGHT, **named)


def test_the_number_of_arguments():
    with pytest.raises(TypeError, match="kernel 'k' takes 4 arguments, got 1"):
        reference.run(SCALARS, 1, RIGHT[0])


def test_a_view_outside_of_a_view_may_be_made():
    """Passes move views out of loops that do not run."""
    text = shared("""  %c2 = arith.constant 2 : index
  %b = memref.alloc() : memref<4xf32>
  %v = memref.subview %b[%c2] [4] [1] : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>""")
    reference.run(text, 1, np.zeros(4, np.float32))
