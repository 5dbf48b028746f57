"""Atomic updates of neighbours whose old values nobody asks for: at any place, of any number, bit by bit."""

import numpy as np
import pytest

import triton_shared
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
%old = tt.atomic_rmw {kind}, relaxed, gpu, %xp, %w, %m :
    (tensor<{width}x!tt.ptr<{t}>>, tensor<{width}x{t}>, tensor<{width}xi1>) -> tensor<{width}x{t}>
tt.return
}}"""
LOADED = "%w = tt.load %vp, %m : tensor<{width}x!tt.ptr<{t}>>"
SAME = "%one = tt.load %v : !tt.ptr<{t}>\n%w = tt.splat %one : {t} -> tensor<{width}x{t}>"
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
INTEGERS = {"i32": np.int32, "i64": np.int64}
KINDS = {"add": np.add, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and, "xor": np.bitwise_xor}
CASES = [("fadd", np.add, t, d) for t, d in FLOATS.items()] + [
    (kind, by, t, d) for kind, by in KINDS.items() for t, d in INTEGERS.items()
]


def numbers(rng, dtype, count):
    """Numbers of a type: of any size where they are integers."""
    if np.issubdtype(dtype, np.floating):
        return rng.standard_normal(count).astype(dtype)
    return rng.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, count, dtype)


@pytest.mark.parametrize("value", [LOADED, SAME], ids=["loaded", "same"])
@pytest.mark.parametrize(
    ("kind", "by", "element", "dtype"), CASES, ids=lambda x: x if isinstance(x, str) else ""
)
def test_each_element_changes_as_by_itself(kind, by, element, dtype, value):
    text = KERNEL.format(t=element, width=WIDTH, kind=kind, value=value.format(t=element, width=WIDTH))
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
    text = KERNEL.format(t="f32", width=56, kind="fadd", value=value.format(t="f32", width=56))
    with collected() as counts:
        triton_shared.compile(text, num_threads=1)
    assert counts["widen-atomics: neighbours"] == 1


def rounded(x):
    """f32 as the bits of the nearest bf16."""
    bits = x.view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def test_sums_of_bf16_are_rounded_once():
    value = LOADED.format(t="bf16", width=WIDTH)
    kernel = triton_shared.compile(KERNEL.format(t="bf16", width=WIDTH, kind="fadd", value=value))
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
    text = KERNEL.format(t=element, width=WIDTH, kind=kind, value=value)
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
