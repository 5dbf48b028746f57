"""Atomic updates of neighbours whose old values nobody asks for: at any place, of any number, bit by bit."""

import threading

import numpy as np
import pytest

import triton_shared
from triton_shared.codegen.cpu import target, widen_atomics
from triton_shared.ir.statistics import collected

WIDTH = 64
KERNEL = """\
tt.func public @k(%x: !tt.ptr<{t}>, %v: !tt.ptr<{t}>, %n: i32) {{
%r = tt.make_range {{start = 0 : i32, end = {width} : i32}} : tensor<{width}xi32>
%ns = tt.splat %n : i32 -> tensor<{width}xi32>
%m = arith.cmpi slt, %r, %ns : tensor<{width}xi32>
%xs = tt.splat %x : !tt.ptr<{t}> -> tensor<{width}x!tt.ptr<{t}>>
%vs = tt.splat %v : !tt.ptr<{t}> -> tensor<{width}x!tt.ptr<{t}>>
%xp = tt.addptr %xs, %r : tensor<{width}x!tt.ptr<{t}>>, tensor<{width}xi32>
%vp = tt.addptr %vs, %r : tensor<{width}x!tt.ptr<{t}>>, tensor<{width}xi32>
{value}
%old = tt.atomic_rmw {kind}, relaxed, {scope}, %xp, %w, %m :
    (tensor<{width}x!tt.ptr<{t}>>, tensor<{width}x{t}>, tensor<{width}xi1>) -> tensor<{width}x{t}>
tt.return
}}"""
LOADED = "%w = tt.load %vp, %m : tensor<{width}x!tt.ptr<{t}>>"
SAME = "%one = tt.load %v : !tt.ptr<{t}>\n%w = tt.splat %one : {t} -> tensor<{width}x{t}>"
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
INTEGERS = {"i32": np.int32, "i64": np.int64}
KINDS = {"add": np.add, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and, "xor": np.bitwise_xor}
#: whose updates are plain ones in any program, in one whose thread is alone, and never
SCOPES = ("cta", "gpu", "sys")
CASES = [("fadd", np.add, t, d) for t, d in FLOATS.items()] + [
    (kind, by, t, d) for kind, by in KINDS.items() for t, d in INTEGERS.items()
]


def are_widened():
    """Whether the machine that code is made for exchanges 16 bytes at a time."""
    here = target.native_target()
    return here.is_x86 and here.has(widen_atomics.FEATURE)


def numbers(rng, dtype, count):
    """Numbers of a type: of any size where they are integers."""
    if np.issubdtype(dtype, np.floating):
        return rng.standard_normal(count).astype(dtype)
    return rng.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, count, dtype)


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("value", [LOADED, SAME], ids=["loaded", "same"])
@pytest.mark.parametrize(
    ("kind", "by", "element", "dtype"), CASES, ids=lambda x: x if isinstance(x, str) else ""
)
def test_each_element_changes_as_by_itself(kind, by, element, dtype, value, scope):
    text = KERNEL.format(
        t=element, width=WIDTH, kind=kind, scope=scope, value=value.format(t=element, width=WIDTH)
    )
    kernel, rng = triton_shared.compile(text), np.random.default_rng(7)
    for begin in range(9):
        for n in (0, 1, 3, 4, 7, 16, WIDTH - 1, WIDTH):
            x, v = numbers(rng, dtype, WIDTH + 12), numbers(rng, dtype, WIDTH)
            wanted = x.copy()
            wanted[begin : begin + n] = by(wanted[begin : begin + n], v[:n] if value == LOADED else v[0])
            kernel[(1,)](x[begin:], v, n)
            np.testing.assert_array_equal(
                x.view(f"u{x.itemsize}"), wanted.view(f"u{x.itemsize}"), f"{begin} {n}"
            )


@pytest.mark.cpu("is about code of CPUs")
@pytest.mark.parametrize("value", [LOADED, SAME], ids=["loaded", "same"])
def test_updates_under_a_mask_are_widened(value, monkeypatch, tmp_path):
    """Nothing keeps the old values, which nobody asks for."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))  # what is cached runs no pass
    text = KERNEL.format(t="f32", width=56, kind="fadd", scope="gpu", value=value.format(t="f32", width=56))
    with collected() as counts:
        triton_shared.compile(text, num_threads=1)
    assert counts["widen-atomics: neighbours"] == are_widened()


def rounded(x):
    """f32 as the bits of the nearest bf16."""
    bits = x.view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


@pytest.mark.parametrize("scope", SCOPES)
def test_sums_of_bf16_are_rounded_once(scope):
    value = LOADED.format(t="bf16", width=WIDTH)
    kernel = triton_shared.compile(
        KERNEL.format(t="bf16", width=WIDTH, kind="fadd", scope=scope, value=value)
    )
    rng = np.random.default_rng(3)
    x, v = (rounded(rng.standard_normal(WIDTH).astype(np.float32)) for _ in range(2))
    wide = [(bits.astype(np.uint32) << 16).view(np.float32) for bits in (x, v)]
    kernel[(1,)](x, v, WIDTH)
    np.testing.assert_array_equal(x, rounded(wide[0] + wide[1]))


@pytest.mark.parametrize("element", ["i32", "f32"])
def test_no_update_is_lost_beside_others(element):
    """Programs of several threads change the same elements, and others change single ones of these."""
    value = SAME.format(t=element, width=WIDTH)
    kind = "add" if element == "i32" else "fadd"
    text = KERNEL.format(t=element, width=WIDTH, kind=kind, scope="gpu", value=value)
    single = text.replace("%m = arith.cmpi slt", "%m = arith.cmpi eq")
    programs = 4000
    x = np.zeros(WIDTH + 3, {"i32": np.int32, "f32": np.float32}[element])
    one = np.ones(1, x.dtype)
    wide, narrow = (triton_shared.compile(t, num_threads=4) for t in (text, single))
    for _ in range(3):
        wide[(programs,)](x[3:], one, WIDTH)
        narrow[(programs,)](x[3:], one, 5)
    wanted = np.full(WIDTH, 3 * programs)
    wanted[5] *= 2
    np.testing.assert_array_equal(x[3:], wanted)


@pytest.mark.parametrize("num_threads", [1, 4])
def test_no_update_is_lost_between_launches(num_threads):
    """Threads of Python launch at once: one that is alone for a while is not when the next one begins."""
    rng = np.random.default_rng(11)
    texts = [
        KERNEL.format(t="i32", width=WIDTH, kind="add", scope=s, value=SAME.format(t="i32", width=WIDTH))
        for s in SCOPES[1:]
    ]
    kernels = [triton_shared.compile(text, num_threads=num_threads) for text in texts]
    x, one, launches = np.zeros(WIDTH + 3, np.int32), np.ones(1, np.int32), rng.integers(1, 400, (6, 40))

    def body(number):
        for programs in launches[number]:
            kernels[number % 2][(int(programs),)](x[3:], one, WIDTH)

    threads = [threading.Thread(target=body, args=(n,)) for n in range(len(launches))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(x[3:], launches.sum())


@pytest.mark.cpu("is about code of CPUs")
@pytest.mark.parametrize("scope", SCOPES)
def test_only_programs_of_the_same_device_are_waited_for(scope, monkeypatch, tmp_path):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    text = KERNEL.format(t="i32", width=56, kind="add", scope=scope, value=LOADED.format(t="i32", width=56))
    with collected() as counts:
        triton_shared.compile(text)
    assert counts["version-atomics: neighbours"] == (scope == "gpu")
    assert counts["version-atomics: own"] == (scope == "cta")
    assert counts["widen-atomics: neighbours"] == (scope != "cta" and are_widened())


#: a loop of updates of neighbours, of which SECOND is the second
SEVERAL = """
func.func @k(%x: memref<*xf32>, %y: memref<*xf32>, %g0: i32, %g1: i32, %g2: i32, %p0: i32, %p1: i32, %p2: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 37 : index
  %v = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1]
      : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addf %v, %a[%c0] {tt.scope = "FIRST"}
      : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
    %b = memref.reinterpret_cast %y to offset: [%i], sizes: [1], strides: [1]
      : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %new = memref.atomic_rmw addf %v, %b[%c0] {tt.scope = "SECOND"}
      : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  }
  return
}
"""


@pytest.mark.parametrize("second", ["cta", "gpu", "sys"])
@pytest.mark.parametrize("first", ["cta", "gpu", "sys"])
def test_no_update_of_several_in_a_loop_is_lost(first, second):
    kernel = triton_shared.compile(SEVERAL.replace("FIRST", first).replace("SECOND", second), num_threads=1)
    x, y = np.zeros(40, np.float32), np.zeros(40, np.float32)
    kernel[(3,)](x, y)
    assert x.tolist() == y.tolist() == [6.0] * 37 + [0.0] * 3
