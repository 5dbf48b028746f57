"""Calls, early returns and branches: what functions are given, give back and hand from block to block."""

import numpy as np
import pytest

import triton_shared
from tests.support.ttir import run

N = 16
HEAD = f"""
  %i = tt.make_range {{start = 0 : i32, end = {N} : i32}} : tensor<{N}xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<{N}x!tt.ptr<f32>>
  %p = tt.addptr %ps, %i : tensor<{N}x!tt.ptr<f32>>, tensor<{N}xi32>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<{N}x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<{N}x!tt.ptr<f32>>, tensor<{N}xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
"""
ARGUMENTS = "%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32"
P, F, IDX = f"tensor<{N}x!tt.ptr<f32>>", f"tensor<{N}xf32>", f"tensor<{N}xi32>"


def check(text, expected, n=5, grid=(1,)):
    """Run @k over x = 0, 1, … and y = -1, -1, …; ``expected(x, n)`` begins what is then in y."""
    x, y = np.arange(64, dtype=np.float32), np.full(64, -1, np.float32)
    run(text, x, y, n, grid=grid)
    wanted = np.full(64, -1, np.float32)
    begin = np.asarray(expected(np.arange(64, dtype=np.float32), n), np.float32)
    wanted[: len(begin)] = begin
    np.testing.assert_array_equal(y, wanted)


def test_scalars_pointers_and_tensors_go_in_and_out():
    check(
        f"""
tt.func public @k({ARGUMENTS}) {{{HEAD}
  %f = arith.sitofp %n : i32 to f32
  %v, %s, %moved = tt.call @work(%p, %f, %x, %n) : ({P}, f32, !tt.ptr<f32>, i32) -> ({F}, f32, {P})
  tt.store %q, %v : {P}
  %w = tt.load %moved : {P}
  %o = arith.constant dense<{N}> : {IDX}
  %r = tt.addptr %q, %o : {P}, {IDX}
  tt.store %r, %w : {P}
  %last = arith.constant 32 : i32
  %e = tt.addptr %y, %last : !tt.ptr<f32>, i32
  tt.call @put(%e, %s) : (!tt.ptr<f32>, f32) -> ()
  tt.return
}}
tt.func private @work(%p: {P}, %f: f32, %x: !tt.ptr<f32>, %n: i32) -> ({F}, f32, {P}) attributes {{noinline = true}} {{
  %v = tt.load %p : {P}
  %fs = tt.splat %f : f32 -> {F}
  %w = arith.addf %v, %fs : {F}
  %at = tt.addptr %x, %n : !tt.ptr<f32>, i32
  %s = tt.load %at : !tt.ptr<f32>
  %ns = tt.splat %n : i32 -> {IDX}
  %moved = tt.addptr %p, %ns : {P}, {IDX}
  tt.return %w, %s, %moved : {F}, f32, {P}
}}
tt.func private @put(%at: !tt.ptr<f32>, %v: f32) attributes {{noinline = true}} {{
  %two = arith.constant 2.0 : f32
  %d = arith.mulf %v, %two : f32
  tt.store %at, %d : !tt.ptr<f32>
  tt.return
}}""",
        lambda x, n: [*(x[:N] + n), *x[n : n + N], 2 * n],
    )


def test_callees_know_their_program():
    check(
        f"""
tt.func public @k({ARGUMENTS}) {{
  %at = tt.call @mine(%y) : (!tt.ptr<f32>) -> !tt.ptr<f32>
  %f = tt.call @count() : () -> f32
  tt.store %at, %f : !tt.ptr<f32>
  tt.return
}}
tt.func private @mine(%y: !tt.ptr<f32>) -> !tt.ptr<f32> attributes {{noinline = true}} {{
  %pid = tt.get_program_id x : i32
  %at = tt.addptr %y, %pid : !tt.ptr<f32>, i32
  tt.return %at : !tt.ptr<f32>
}}
tt.func private @count() -> f32 attributes {{noinline = true}} {{
  %f = tt.call @again() : () -> f32
  tt.return %f : f32
}}
tt.func private @again() -> f32 attributes {{noinline = true}} {{
  %n = tt.get_num_programs x : i32
  %f = arith.sitofp %n : i32 to f32
  tt.return %f : f32
}}""",
        lambda x, n: [9.0] * 9,
        grid=(9,),
    )


EARLY = f"""
tt.func private @early(%v: {F}, %k: i32) -> {F} attributes {{noinline = true}} {{
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %one = arith.constant dense<1.0> : {F}
  %big = arith.cmpi sgt, %k, %c3 : i32
  cf.cond_br %big, ^a, ^b
^a:
  %w = arith.addf %v, %one : {F}
  tt.return %w : {F}
^b:
  %mid = arith.cmpi sgt, %k, %c1 : i32
  cf.cond_br %mid, ^c, ^d
^c:
  %u = arith.addf %v, %v : {F}
  tt.return %u : {F}
^d:
  tt.return %v : {F}
}}"""


def early(v, k):
    return v + 1 if k > 3 else v + v if k > 1 else v


@pytest.mark.parametrize("n", [0, 1, 3, 6])
def test_early_return_of_a_callee_in_a_loop(n):
    def expected(x, n):
        v = x[:N]
        for k in range(n):
            v = early(v, k)
        return v

    check(
        f"""
tt.func public @k({ARGUMENTS}) {{{HEAD}
  %v = tt.load %p : {P}
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %v) -> ({F}) : i32 {{
    %b = tt.call @early(%a, %j) : ({F}, i32) -> {F}
    scf.yield %b : {F}
  }}
  tt.store %q, %r : {P}
  tt.return
}}{EARLY}""",
        expected,
        n,
    )


@pytest.mark.parametrize("n", [0, 2, 5])
def test_early_return_of_a_kernel(n):
    """Blocks take tensors, pointers and scalars as arguments."""

    def expected(x, n):
        if n == 0:
            return []
        return [*x[4 : 4 + N], 7] if n > 3 else [*(x[:N] + 1), 5]

    check(
        f"""
tt.func public @k({ARGUMENTS}) {{{HEAD}
  %v = tt.load %p : {P}
  %none = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %none, ^leave, ^go
^leave:
  tt.return
^go:
  %more = arith.cmpi sgt, %n, %c3 : i32
  %o = arith.constant dense<4> : {IDX}
  %far = tt.addptr %p, %o : {P}, {IDX}
  %seven = arith.constant 7.0 : f32
  cf.cond_br %more, ^join(%far, %x, %seven : {P}, !tt.ptr<f32>, f32), ^other
^other:
  %one = arith.constant dense<1.0> : {F}
  %w = arith.addf %v, %one : {F}
  tt.store %q, %w : {P}
  %five = arith.constant 5.0 : f32
  cf.br ^join(%q, %y, %five : {P}, !tt.ptr<f32>, f32)
^join(%from: {P}, %base: !tt.ptr<f32>, %s: f32):
  %l = tt.load %from : {P}
  tt.store %q, %l : {P}
  %first = tt.load %base : !tt.ptr<f32>
  %c16 = arith.constant 16 : i32
  %e = tt.addptr %y, %c16 : !tt.ptr<f32>, i32
  tt.store %e, %s : !tt.ptr<f32>
  tt.return
}}""",
        expected,
        n,
    )


@pytest.mark.parametrize("n", [0, 1, 4])
def test_while_carries_pointers(n):
    check(
        f"""
tt.func public @k({ARGUMENTS}) {{{HEAD}
  %zero = arith.constant dense<0.0> : {F}
  %four = arith.constant dense<4> : {IDX}
  %r:4 = scf.while (%j = %c0, %a = %p, %s = %x, %t = %zero)
      : (i32, {P}, !tt.ptr<f32>, {F}) -> (i32, {P}, !tt.ptr<f32>, {F}) {{
    %go = arith.cmpi slt, %j, %n : i32
    scf.condition(%go) %j, %a, %s, %t : i32, {P}, !tt.ptr<f32>, {F}
  }} do {{
  ^bb0(%j: i32, %a: {P}, %s: !tt.ptr<f32>, %t: {F}):
    %v = tt.load %a : {P}
    %e = tt.load %s : !tt.ptr<f32>
    %es = tt.splat %e : f32 -> {F}
    %u = arith.addf %t, %v : {F}
    %w = arith.addf %u, %es : {F}
    %b = tt.addptr %a, %four : {P}, {IDX}
    %s2 = tt.addptr %s, %c3 : !tt.ptr<f32>, i32
    %k = arith.addi %j, %c1 : i32
    scf.yield %k, %b, %s2, %w : i32, {P}, !tt.ptr<f32>, {F}
  }}
  tt.store %q, %r#3 : {P}
  %last = tt.load %r#1 : {P}
  %o = arith.constant dense<{N}> : {IDX}
  %z = tt.addptr %q, %o : {P}, {IDX}
  tt.store %z, %last : {P}
  tt.return
}}""",
        lambda x, n: [
            *(sum((x[4 * j : 4 * j + N] + 3 * j for j in range(n)), 0 * x[:N])),
            *x[4 * n : 4 * n + N],
        ],
        n,
    )


@pytest.mark.parametrize("n", [0, 1])
def test_pointers_of_several_bases(n):
    """Chosen by select and by if, as scalars and as tensors, uniformly and element by element."""
    check(
        f"""
tt.func public @k({ARGUMENTS}) {{{HEAD}
  %c = arith.cmpi eq, %n, %c1 : i32
  %c20 = arith.constant 20 : i32
  %x20 = tt.addptr %x, %c20 : !tt.ptr<f32>, i32
  %y40 = tt.addptr %y, %c20 : !tt.ptr<f32>, i32
  %s = arith.select %c, %x20, %y40 : !tt.ptr<f32>
  %a = tt.load %s : !tt.ptr<f32>
  tt.store %y, %a : !tt.ptr<f32>
  %t:2 = scf.if %c -> (!tt.ptr<f32>, {P}) {{
    scf.yield %x20, %p : !tt.ptr<f32>, {P}
  }} else {{
    scf.yield %y, %q : !tt.ptr<f32>, {P}
  }}
  %b = tt.load %t#0 : !tt.ptr<f32>
  %y1 = tt.addptr %y, %c1 : !tt.ptr<f32>, i32
  tt.store %y1, %b : !tt.ptr<f32>
  %v = tt.load %t#1 : {P}
  %o = arith.constant dense<16> : {IDX}
  %q16 = tt.addptr %q, %o : {P}, {IDX}
  tt.store %q16, %v : {P}
  %seven = arith.constant dense<7> : {IDX}
  %even = arith.cmpi slt, %i, %seven : {IDX}
  %mixed = arith.select %even, %p, %q16 : tensor<{N}xi1>, {P}
  %moved = tt.addptr %mixed, %seven : {P}, {IDX}
  %w = tt.load %moved, %even : {P}
  %q32 = tt.addptr %q16, %o : {P}, {IDX}
  tt.store %q32, %w : {P}
  tt.return
}}""",
        lambda x, n: several(x, n),
        n,
    )


def several(x, n):
    y = np.full(64, -1, np.float32)
    y[0] = x[20] if n == 1 else y[20]
    y[1] = x[20] if n == 1 else y[0]
    y[16:32] = x[:16] if n == 1 else y[:16]
    y[32:48] = np.where(np.arange(16) < 7, x[7:23], 0)
    return y


def test_pointers_in_memory():
    """Pointers to pointers: loaded, moved, stored, as scalars and as tensors, masked too."""
    text = """
tt.func public @k(%x: !tt.ptr<!tt.ptr<f32>>, %z: !tt.ptr<!tt.ptr<f32>>, %y: !tt.ptr<f32>) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %ps = tt.splat %x : !tt.ptr<!tt.ptr<f32>> -> tensor<4x!tt.ptr<!tt.ptr<f32>>>
  %p = tt.addptr %ps, %i : tensor<4x!tt.ptr<!tt.ptr<f32>>>, tensor<4xi32>
  %rows = tt.load %p : tensor<4x!tt.ptr<!tt.ptr<f32>>>
  %moved = tt.addptr %rows, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %moved : tensor<4x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %q, %v : tensor<4x!tt.ptr<f32>>
  %zs = tt.splat %z : !tt.ptr<!tt.ptr<f32>> -> tensor<4x!tt.ptr<!tt.ptr<f32>>>
  %zp = tt.addptr %zs, %i : tensor<4x!tt.ptr<!tt.ptr<f32>>>, tensor<4xi32>
  %c2 = arith.constant dense<2> : tensor<4xi32>
  %low = arith.cmpi slt, %i, %c2 : tensor<4xi32>
  tt.store %zp, %moved, %low : tensor<4x!tt.ptr<!tt.ptr<f32>>>
  %one = tt.load %x : !tt.ptr<!tt.ptr<f32>>
  %c3 = arith.constant 3 : i32
  %at = tt.addptr %one, %c3 : !tt.ptr<f32>, i32
  %z3 = tt.addptr %z, %c3 : !tt.ptr<!tt.ptr<f32>>, i32
  tt.store %z3, %at : !tt.ptr<!tt.ptr<f32>>
  %back = tt.load %z3 : !tt.ptr<!tt.ptr<f32>>
  %e = tt.load %back : !tt.ptr<f32>
  %c4 = arith.constant 4 : i32
  %y4 = tt.addptr %y, %c4 : !tt.ptr<f32>, i32
  tt.store %y4, %e : !tt.ptr<f32>
  tt.return
}"""
    rows = np.arange(40, dtype=np.float32).reshape(4, 10)
    x = np.array([rows[r].ctypes.data for r in (2, 0, 3, 1)])
    z, y = np.zeros(4, np.int64), np.zeros(5, np.float32)
    run(text, x, z, y)
    np.testing.assert_array_equal(y, [rows[2, 0], rows[0, 1], rows[3, 2], rows[1, 3], rows[2, 3]])
    np.testing.assert_array_equal(z, [x[0], x[1] + 4, 0, x[0] + 12])


@pytest.mark.parametrize(
    "at", [pytest.param(1, marks=pytest.mark.cpu("GPUs read 8 bytes where 8 divides the address")), 2]
)
def test_pointers_are_integers(at):
    """int_to_ptr and ptr_to_int of tensors and scalars; an element of another width at the same address."""
    text = """
tt.func public @k(%a: i64, %y: !tt.ptr<i64>, %x: !tt.ptr<i32>) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %as = tt.splat %a : i64 -> tensor<4xi64>
  %w = arith.extsi %i : tensor<4xi32> to tensor<4xi64>
  %c8 = arith.constant dense<8> : tensor<4xi64>
  %o = arith.muli %w, %c8 : tensor<4xi64>
  %n = arith.addi %as, %o : tensor<4xi64>
  %p = tt.int_to_ptr %n : tensor<4xi64> -> tensor<4x!tt.ptr<i64>>
  %v = tt.load %p : tensor<4x!tt.ptr<i64>>
  %qs = tt.splat %y : !tt.ptr<i64> -> tensor<4x!tt.ptr<i64>>
  %q = tt.addptr %qs, %i : tensor<4x!tt.ptr<i64>>, tensor<4xi32>
  tt.store %q, %v : tensor<4x!tt.ptr<i64>>
  %s = tt.int_to_ptr %a : i64 -> !tt.ptr<i16>
  %c1 = arith.constant 1 : i32
  %s1 = tt.addptr %s, %c1 : !tt.ptr<i16>, i32
  %h = tt.load %s1 : !tt.ptr<i16>
  %hw = arith.extsi %h : i16 to i64
  %c4 = arith.constant 4 : i32
  %y4 = tt.addptr %y, %c4 : !tt.ptr<i64>, i32
  tt.store %y4, %hw : !tt.ptr<i64>
  %at = arith.constant AT : i32
  %b = tt.addptr %x, %at : !tt.ptr<i32>, i32
  %wide = tt.bitcast %b : !tt.ptr<i32> -> !tt.ptr<i64>
  %both = tt.load %wide : !tt.ptr<i64>
  %y5 = tt.addptr %y4, %c1 : !tt.ptr<i64>, i32
  tt.store %y5, %both : !tt.ptr<i64>
  %ws = tt.splat %wide : !tt.ptr<i64> -> tensor<4x!tt.ptr<i64>>
  %adr = tt.addptr %ws, %i : tensor<4x!tt.ptr<i64>>, tensor<4xi32>
  %ints = tt.ptr_to_int %adr : tensor<4x!tt.ptr<i64>> -> tensor<4xi64>
  %y6 = tt.addptr %y5, %c1 : !tt.ptr<i64>, i32
  %y6s = tt.splat %y6 : !tt.ptr<i64> -> tensor<4x!tt.ptr<i64>>
  %y6p = tt.addptr %y6s, %i : tensor<4x!tt.ptr<i64>>, tensor<4xi32>
  tt.store %y6p, %ints : tensor<4x!tt.ptr<i64>>
  tt.return
}"""
    data = np.arange(1, 5) * 0x1_0002_0003
    x, y = np.arange(1, 11, dtype=np.int32), np.zeros(10, np.int64)
    run(text.replace("AT", str(at)), data.ctypes.data, y, x)
    addresses = x.ctypes.data + 4 * at + 8 * np.arange(4)
    np.testing.assert_array_equal(y, [*data, 2, at + 1 | at + 2 << 32, *addresses])


def test_several_kernels_in_one_module():
    texts = "".join(
        f"tt.func public @k{n}(%x: !tt.ptr<i32>) {{ %c = tt.call @value{n}() : () -> i32 "
        f"tt.store %x, %c : !tt.ptr<i32> tt.return }}"
        f"tt.func private @value{n}() -> i32 attributes {{noinline = true}} {{ "
        f"%c = arith.constant {n} : i32 tt.return %c : i32 }}"
        for n in (1, 2)
    )
    x = np.zeros(1, np.int32)
    for n in (1, 2):
        run(texts, x, kernel=f"k{n}")
        assert x[0] == n
    with pytest.raises(triton_shared.CompileError, match="k1, k2: name one"):
        triton_shared.compile(texts)


def test_recursion_is_refused():
    text = """tt.func public @k() {
  tt.call @a() : () -> ()
  tt.return
}
tt.func private @a() {
  tt.call @b() : () -> ()
  tt.return
}
tt.func private @b() {
  tt.call @a() : () -> ()
  tt.return
}"""
    with pytest.raises(
        triton_shared.LoweringError, match=r"10:3: error: 'tt.call' op calls @a, which is running already"
    ):
        triton_shared.compile(text)
