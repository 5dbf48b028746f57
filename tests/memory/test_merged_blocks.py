"""Descriptors, block pointers and pointers of several bases on their way through branches, loops and functions."""

import numpy as np
import pytest

from tests.support.ttir import run

M, N = 7, 20
D, T = "!tt.tensordesc<4x8xf32>", "tensor<4x8xf32>"
B = f"!tt.ptr<{T}>"
HEAD = """
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %m = arith.constant 7 : i32
  %m64 = arith.constant 7 : i64
  %n = arith.constant 20 : i32
  %n64 = arith.constant 20 : i64
  %half = arith.constant 10 : i32
  %half64 = arith.constant 10 : i64
"""
MAKE = """
  %a = tt.make_tensor_descriptor %x, [%m, %n], [%n64, %one] : <f32>, <4x8xf32>
  %b = tt.make_tensor_descriptor %y, [%m, %half], [%half64, %one] {padding = 2 : i32} : <f32>, <4x8xf32>
  %o = tt.make_tensor_descriptor %out, [%m, %n], [%n64, %one] : <f32>, <4x8xf32>
"""
ARGUMENTS = "%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %k: i32"


def check(body, picks, functions="", head=HEAD + MAKE):
    """Run ``body`` for k = 0 … 3; column block c of the result comes from the matrix ``picks(k)[c]``."""
    x = np.arange(M * N, dtype=np.float32).reshape(M, N)
    y = -1 - np.arange(M * N // 2, dtype=np.float32).reshape(M, N // 2)
    padded = np.full((M, N), np.nan, np.float32)
    padded[:, : N // 2] = y
    text = f"tt.func public @k({ARGUMENTS}) {{{head}{body}\n  tt.return\n}}\n{functions}"
    for k in range(4):
        out = np.zeros((M, N), np.float32)
        run(text, x, y, out, k)
        blocks = [{"x": x, "y": padded}[p][:, 8 * c : 8 * c + 8] for c, p in enumerate(picks(k))]
        np.testing.assert_array_equal(out, np.concatenate(blocks, axis=1))


def copy_rows(source, column, indent="  "):
    """TTIR that copies the columns from ``column`` on, in two blocks of rows."""
    name = column.strip("%")
    lines = []
    for row in ("%c0", "%c4"):
        value = f"%v{name}{row.strip('%')}"
        lines.append(f"{value} = tt.descriptor_load {source}[{row}, {column}] : {D} -> {T}")
        lines.append(f"tt.descriptor_store %o[{row}, {column}], {value} : {D}, {T}")
    return "".join(f"\n{indent}{line}" for line in lines)


LOOP = "scf.for %c = %c0 to %n step %c8"


def test_select():
    check(
        f"""
  %odd = arith.trunci %k : i32 to i1
  %d = arith.select %odd, %b, %a : {D}
  {LOOP} : i32 {{{copy_rows("%d", "%c")}
  }}""",
        lambda k: ["y" if k % 2 else "x"] * 3,
    )


def test_if_that_makes_one_of_them():
    check(
        f"""
  %odd = arith.trunci %k : i32 to i1
  %d = scf.if %odd -> ({D}) {{
    %e = tt.make_tensor_descriptor %y, [%m, %half], [%half64, %one] {{padding = 2 : i32}} : <f32>, <4x8xf32>
    scf.yield %e : {D}
  }} else {{
    scf.yield %a : {D}
  }}
  {LOOP} : i32 {{{copy_rows("%d", "%c")}
  }}""",
        lambda k: ["y" if k % 2 else "x"] * 3,
    )


def test_for_that_swaps_them():
    check(
        f"""
  %p, %q = {LOOP} iter_args(%d = %a, %e = %b) -> ({D}, {D}) : i32 {{{copy_rows("%d", "%c")}
    scf.yield %e, %d : {D}, {D}
  }}
  %last = arith.cmpi eq, %k, %c2 : i32
  scf.if %last {{{copy_rows("%p", "%c0")}
  }}""",
        lambda k: ["y" if k == 2 else "x", "y", "x"],
    )


def test_while_that_swaps_them():
    check(
        f"""
  %p, %q, %e = scf.while (%d = %a, %e = %b, %c = %c0) : ({D}, {D}, i32) -> ({D}, {D}, i32) {{
    %go = arith.cmpi slt, %c, %n : i32
    scf.condition(%go) %e, %d, %c : {D}, {D}, i32
  }} do {{
  ^bb0(%d: {D}, %e: {D}, %c: i32):{copy_rows("%d", "%c", "    ")}
    %next = arith.addi %c, %c8 : i32
    scf.yield %d, %e, %next : {D}, {D}, i32
  }}
  %last = arith.cmpi eq, %k, %c2 : i32
  scf.if %last {{{copy_rows("%q", "%c8")}
  }}""",
        lambda k: ["y", "y" if k == 2 else "x", "y"],
    )


def test_loop_in_an_if_in_a_loop():
    check(
        f"""
  {LOOP} iter_args(%d = %a) -> ({D}) : i32 {{
    %on = arith.cmpi sge, %c, %c8 : i32
    %picked = scf.if %on -> ({D}) {{
      %r = scf.for %i = %c0 to %k step %c1 iter_args(%f = %d) -> ({D}) : i32 {{
        %even = arith.remsi %i, %c2 : i32
        %is = arith.cmpi eq, %even, %c0 : i32
        %s = arith.select %is, %b, %a : {D}
        scf.yield %s : {D}
      }}
      scf.yield %r : {D}
    }} else {{
      scf.yield %d : {D}
    }}{copy_rows("%picked", "%c", "    ")}
    scf.yield %picked : {D}
  }}""",
        lambda k: ["x", *(["y"] * 2 if k % 2 else ["x"] * 2)],
    )


def test_functions_that_return_them():
    make = f"%d = tt.make_tensor_descriptor %x, [%m, %n], [%s, %one] : <f32>, <4x8xf32>\n  tt.return %d, %m : {D}, i32"
    check(
        f"""
  %d, %five = tt.call @make(%x, %m, %n) : (!tt.ptr<f32>, i32, i32) -> ({D}, i32)
  %f = tt.call @second(%b, %d) : ({D}, {D}) -> {D}
  {LOOP} : i32 {{{copy_rows("%f", "%c")}
  }}""",
        lambda k: ["x"] * 3,
        f"""
tt.func private @make(%x: !tt.ptr<f32>, %m: i32, %n: i32) -> ({D}, i32) attributes {{noinline = true}} {{
  %one = arith.constant 1 : i64
  %s = arith.extsi %n : i32 to i64
  {make}
}}
tt.func private @second(%a: {D}, %b: {D}) -> {D} attributes {{noinline = true}} {{
  tt.return %b : {D}
}}
""",
    )


BLOCKS = f"""
  %z64 = arith.constant 0 : i64
  %a = tt.make_tensor_ptr %x, [%m64, %n64], [%n64, %one], [%c0, %c0] {{order = array<i32: 1, 0>}} : <{T}>
  %b = tt.make_tensor_ptr %y, [%m64, %half64], [%half64, %one], [%c0, %c0] {{order = array<i32: 1, 0>}} : <{T}>
  %o = tt.make_tensor_ptr %out, [%m64, %n64], [%n64, %one], [%c0, %c0] {{order = array<i32: 1, 0>}} : <{T}>
"""


@pytest.mark.parametrize("row", [0, 4])
def test_block_pointers_that_advance_in_turns(row):
    """Two block pointers that change places in every step, each moved on by the step before it is read."""
    body = f"""
  %row = arith.constant {row} : i32
  %a1 = tt.advance %a, [%row, %c0] : {B}
  %b1 = tt.advance %b, [%row, %c0] : {B}
  %o1 = tt.advance %o, [%row, %c0] : {B}
  scf.for %c = %c0 to %n step %c8 iter_args(%d = %a1, %e = %b1, %p = %o1) -> ({B}, {B}, {B}) : i32 {{
    %v = tt.load %d {{boundaryCheck = array<i32: 0, 1>, padding = 2 : i32}} : {B}
    tt.store %p, %v {{boundaryCheck = array<i32: 0, 1>}} : {B}
    %d1 = tt.advance %d, [%c0, %c8] : {B}
    %e1 = tt.advance %e, [%c0, %c8] : {B}
    %p1 = tt.advance %p, [%c0, %c8] : {B}
    scf.yield %e1, %d1, %p1 : {B}, {B}, {B}
  }}"""
    x, out = np.arange(M * N, dtype=np.float32).reshape(M, N), np.zeros((M, N), np.float32)
    y = -1 - np.arange(M * N // 2, dtype=np.float32).reshape(M, N // 2)
    run(f"tt.func public @k({ARGUMENTS}) {{{HEAD}{BLOCKS}{body}\n  tt.return\n}}", x, y, out, 0)
    expected = x.copy()
    expected[:, 8:16] = np.nan
    expected[:, 8:10] = y[:, 8:10]
    rows = slice(row, row + 4)
    np.testing.assert_array_equal(out[rows], expected[rows])
    assert not np.delete(out, rows, axis=0).any()


def test_pointers_that_a_while_swaps():
    text = f"""tt.func public @k({ARGUMENTS}) {{{HEAD}
  %i = tt.make_range {{start = 0 : i32, end = 8 : i32}} : tensor<8xi32>
  scf.while (%p = %x, %q = %y, %c = %c0) : (!tt.ptr<f32>, !tt.ptr<f32>, i32) -> (!tt.ptr<f32>, !tt.ptr<f32>, i32) {{
    %go = arith.cmpi slt, %c, %k : i32
    scf.condition(%go) %p, %q, %c : !tt.ptr<f32>, !tt.ptr<f32>, i32
  }} do {{
  ^bb0(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %c: i32):
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %pi = tt.addptr %ps, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v = tt.load %pi : tensor<8x!tt.ptr<f32>>
    %at = arith.muli %c, %c8 : i32
    %o = tt.addptr %out, %at : !tt.ptr<f32>, i32
    %os = tt.splat %o : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %oi = tt.addptr %os, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %oi, %v : tensor<8x!tt.ptr<f32>>
    %next = arith.addi %c, %c1 : i32
    %p1 = tt.addptr %p, %c1 : !tt.ptr<f32>, i32
    scf.yield %q, %p1, %next : !tt.ptr<f32>, !tt.ptr<f32>, i32
  }}
  tt.return
}}"""
    x, out = np.arange(16, dtype=np.float32), np.zeros(32, np.float32)
    run(text, x, -x, out, 4)
    np.testing.assert_array_equal(out.reshape(4, 8), [x[:8], -x[:8], x[1:9], -x[1:9]])
