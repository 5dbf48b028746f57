"""The emulator has what code generation for GPUs uses, and its intrinsics are what they say."""

import ml_dtypes
import numpy as np
import pytest

from tests.emulator.kernels import BARRIER, element, kernel, mapped
from tests.support.emulator import emulate, intrinsics, tensor_cores
from triton_shared.codegen.nvidia.ptx.intrinsics import OF_NVVM

#: what may follow a name, and what stands for a name that ends with a dot
_ENDS = ("", ".f", ".f32", ".i32", ".x", "x", ".f32.f32")
#: names that LLVM replaces by others when it reads them
UPGRADED = ("barrier0", "barrier0.or")


@pytest.mark.parametrize("name", [n for n in OF_NVVM if n not in UPGRADED])
def test_the_emulator_has_what_code_generation_uses(name):
    simple = (intrinsics.body_of(f"llvm.nvvm.{name}{end}") for end in _ENDS)
    parameters = ["i32"] * 10 if "mma" in name else ["ptr", "ptr", "i32", "i32", "i32"]
    typed = (tensor_cores.body_of(f"{name}{end}", "i32", parameters) for end in _ENDS)
    assert any(simple) or any(typed)


@pytest.mark.parametrize("kind", ["e4m3", "e5m2"])
def test_floats_of_eight_bits(kind):
    dtype = {"e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}[kind]
    all_bits = np.arange(256, dtype=np.uint8)
    pairs = np.stack([all_bits, all_bits[::-1]], 1).ravel().view(np.uint16).astype(np.int32)
    narrow = f"""%n = trunc i32 %v to i16
    %h = call <2 x half> @llvm.nvvm.{kind}x2.to.f16x2.rn(i16 %n)
    %r = bitcast <2 x half> %h to i32"""
    got = mapped(narrow, pairs, threads=256).view(np.float16).reshape(256, 2)
    expected = np.stack([all_bits, all_bits[::-1]], 1).view(dtype).astype(np.float16)
    np.testing.assert_array_equal(got, expected)
    largest = float(ml_dtypes.finfo(dtype).max)
    rng = np.random.default_rng(0)
    x = (rng.normal(size=1024) * 2.0 ** rng.integers(-20, 12, 1024)).astype(np.float32)
    x[:6] = [0, -0.0, np.nan, np.inf, -1e9, largest]
    wide = f"""%w = call i16 @llvm.nvvm.ff.to.{kind}x2.rn(float %v, float 1.0)
    %i = zext i16 %w to i32
    %r = bitcast i32 %i to float"""
    bits = mapped(wide, x, type="float", threads=1024).view(np.uint32)
    with np.errstate(invalid="ignore"):
        clipped = np.where(np.isnan(x), x, np.clip(x, -largest, largest)).astype(dtype)
    assert (bits & 255 == int(np.ones((), dtype).view(np.uint8))).all()
    got = (bits >> 8).astype(np.uint8).view(dtype).astype(np.float32)
    np.testing.assert_array_equal(got, clipped.astype(np.float32))
    signs = ~np.isnan(x)
    np.testing.assert_array_equal(((bits >> 15) & 1)[signs], np.signbit(x)[signs])


@pytest.mark.parametrize(
    ("name", "type", "sign"), [("i", "i32", 1), ("ui", "i32", 0), ("ll", "i64", 1), ("ull", "i64", 0)]
)
def test_high_products(name, type, sign):
    width = int(type[1:])
    x = np.random.default_rng(0).integers(0, 2**width, 32, dtype=f"u{width // 8}")
    got = mapped(f"%r = call {type} @llvm.nvvm.mulhi.{name}({type} %v, {type} %v)", x, type=type)
    numbers = [int(v) - (2**width if sign and v >> (width - 1) else 0) for v in map(int, x)]
    np.testing.assert_array_equal(got, [n * n >> width for n in numbers])


def test_moves_of_memory():
    """Bytes go to shared memory and back, a whole block by one thread."""
    text = kernel(
        f"""%first = icmp eq i32 %t, 0
        br i1 %first, label %do, label %on
      do:
        call void @llvm.memset.p3.i64(ptr addrspace(3) @shared, i8 7, i64 5000, i1 false)
        call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) @shared, ptr addrspace(1) %x, i64 4500, i1 false)
        br label %on
      on:
        {BARRIER}
        %last = icmp eq i32 %t, 63
        br i1 %last, label %back, label %end
      back:
        call void @llvm.memcpy.p1.p3.i32(ptr addrspace(1) %y, ptr addrspace(3) @shared, i32 5000, i1 false)
        br label %end
      end:"""
    )
    x, y = np.random.default_rng(0).integers(0, 256, 4500).astype(np.uint8), np.zeros(5000, np.uint8)
    emulate(text, "k", (1,), [x, y], threads=64, shared_bytes=5000)
    np.testing.assert_array_equal(y, np.concatenate([x, np.full(500, 7)]))


def test_intrinsics_of_any_address_space():
    text = kernel(
        f"""{element("px", "%x")}call void @llvm.prefetch.p1(ptr addrspace(1) %px, i32 0, i32 3, i32 1)
        %even = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %px, i64 -8)
        %v = load i32, ptr addrspace(1) %even
        {element("ps", "@shared", space=3)}
        %low = call ptr addrspace(3) @llvm.ptrmask.p3.i64(ptr addrspace(3) %ps, i64 -128)
        store i32 7, ptr addrspace(3) %low
        {BARRIER}
        %w = load i32, ptr addrspace(3) @shared
        %sum = add i32 %v, %w
        {element("py", "%y")}store i32 %sum, ptr addrspace(1) %py"""
    )
    x, y = np.arange(32, dtype=np.int32), np.zeros(32, np.int32)
    emulate(text, "k", (1,), [x, y], threads=32, shared_bytes=128)
    np.testing.assert_array_equal(y, x // 2 * 2 + 7)


@pytest.mark.parametrize("seed", range(4))
def test_threads_may_arrive_at_a_barrier_without_waiting(seed):
    """One warp fills shared memory and goes on; the other waits for it."""
    text = kernel(
        f"""%low = icmp ult i32 %t, 32
        br i1 %low, label %make, label %take
      make:
        {element("p", "@shared", space=3)}store i32 %t, ptr addrspace(3) %p
        call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64)
        br label %end
      take:
        call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
        %o = sub i32 63, %t
        {element("q", "@shared", "%o", space=3)}%v = load i32, ptr addrspace(3) %q
        {element("py", "%y", "%o")}store i32 %v, ptr addrspace(1) %py
        br label %end
      end:"""
    )
    y = np.zeros(32, np.int32)
    emulate(text, "k", (3,), [y, y], threads=64, shared_bytes=128, seed=seed)
    np.testing.assert_array_equal(y, np.arange(32))


@pytest.mark.parametrize("type", ["half", "bfloat"])
def test_floats_of_sixteen_bits_are_updated_whatever_they_hold(type):
    """NaN of any bits and subnormal numbers among them."""
    dtype = {"half": np.float16, "bfloat": ml_dtypes.bfloat16}[type]
    rng = np.random.default_rng(0)
    special = np.array([0x0001, 0x7F81, 0x7FC0, 0xFF81, 0x7C01, 0xFC01, 0x7F80, 0x8000], np.uint16)
    bits = np.concatenate([special, rng.integers(0, 1 << 16, 56).astype(np.uint16)])
    x, y = bits.copy().view(dtype), np.roll(bits, 7).view(dtype)
    body = f"""%p = getelementptr {type}, ptr addrspace(1) %x, i32 %t
    %q = getelementptr {type}, ptr addrspace(1) %y, i32 %t
    %v = load {type}, ptr addrspace(1) %q
    %old = atomicrmw fadd ptr addrspace(1) %p, {type} %v syncscope("device") monotonic, align 2"""
    emulate(kernel(body), "k", (1,), [x, y], threads=64)
    before = bits.view(dtype).astype(np.float32)
    with np.errstate(all="ignore"):
        expected = (before + y.astype(np.float32)).astype(dtype).astype(np.float32)
    np.testing.assert_array_equal(x.astype(np.float32), expected)


@pytest.mark.parametrize("spreads", [False, True])
@pytest.mark.parametrize(
    ("type", "dtype"),
    [("half", np.float16), ("bfloat", ml_dtypes.bfloat16), ("float", np.float32), ("double", np.float64)],
)
def test_extremes_of_one_of_three(type, dtype, spreads):
    """The result of one call is an operand of the next, whatever its type."""
    values = np.array([-2.5, -0.0, 0.0, 0.028, 3.0, np.nan, np.inf, -np.inf] * 4).astype(dtype)
    suffix = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}[type]
    low, high = ("llvm.minimum", "llvm.maximum") if spreads else ("llvm.minnum", "llvm.maxnum")
    body = f"""%a = call {type} @{high}.{suffix}({type} %v, {type} -1.0)
    %r = call {type} @{low}.{suffix}({type} 1.0, {type} %a)"""
    wide = values.astype(np.float64)
    wanted = np.minimum(np.maximum(wide, -1), 1) if spreads else np.fmin(np.fmax(wide, -1), 1)
    np.testing.assert_array_equal(
        mapped(body, values, type=type).astype(np.float64), wanted.astype(dtype).astype(np.float64)
    )
