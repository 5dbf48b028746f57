"""What threads do together, against a model of it."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.emulator.kernels import BARRIER, element, kernel, mapped, reversal
from tests.support.amount import examples
from tests.support.emulator import emulate

SETTINGS = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
LANES = np.arange(32)
VALUES = LANES.astype(np.int32) * 7 + 3
SEEDS = st.integers(0, 2**31)


def shuffled(mode: str, lane: int, operand: int, clamp: int) -> tuple[int, bool]:
    """The lane that a shuffle takes, and whether that is in range: the formulas of the PTX manual."""
    bound, segment = clamp & 31, clamp >> 8 & 31
    most, least = (lane & segment) | (bound & ~segment & 31), lane & segment
    source = {
        "up": lane - operand,
        "down": lane + operand,
        "bfly": lane ^ operand,
        "idx": least | (operand & ~segment & 31),
    }[mode]
    valid = source >= most if mode == "up" else source <= most
    return (source, True) if valid else (lane, False)


@SETTINGS
@given(
    st.sampled_from(["up", "down", "bfly", "idx"]), st.integers(0, 31), st.sampled_from([32, 16, 8, 4]), SEEDS
)
def test_shuffles(mode, operand, width, seed):
    clamp = (32 - width) << 8 | (0 if mode == "up" else 31)
    body = f"""%pair = call {{ i32, i1 }} @llvm.nvvm.shfl.sync.{mode}.i32p(i32 -1, i32 %v, i32 {operand}, i32 {clamp})
    %w = extractvalue {{ i32, i1 }} %pair, 0
    %valid = extractvalue {{ i32, i1 }} %pair, 1
    %bit = zext i1 %valid to i32
    %twice = shl i32 %w, 1
    %r = or i32 %twice, %bit"""
    expected = [
        VALUES[source] * 2 + valid for source, valid in (shuffled(mode, k, operand, clamp) for k in LANES)
    ]
    np.testing.assert_array_equal(mapped(body, VALUES, seed=seed), expected)


def test_shuffles_of_floats():
    x = LANES.astype(np.float32)
    body = "%r = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %v, i32 3, i32 31)"
    np.testing.assert_array_equal(
        mapped(body, x, type="float"), x[np.minimum(LANES + 3, np.where(LANES > 28, LANES, 31))]
    )


def test_shuffles_of_half_a_warp():
    """Each half exchanges by itself, whatever the other does."""
    body = """%low = icmp ult i32 %t, 16
    br i1 %low, label %first, label %second
  first:
    %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %v, i32 1, i32 31)
    br label %end
  second:
    %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -65536, i32 %v, i32 2, i32 31)
    br label %end
  end:
    %r = phi i32 [ %a, %first ], [ %b, %second ]"""
    np.testing.assert_array_equal(mapped(body, VALUES), VALUES[np.where(LANES < 16, LANES ^ 1, LANES ^ 2)])


@SETTINGS
@given(st.lists(st.booleans(), min_size=32, max_size=32), SEEDS)
def test_votes(bits, seed):
    x = np.array(bits, np.int32)
    ballot = sum(int(bit) << k for k, bit in enumerate(bits))
    asked = {"ballot": ballot, "all": all(bits), "any": any(bits), "uni": len(set(bits)) == 1}
    for name, expected in asked.items():
        type = "i32" if name == "ballot" else "i1"
        last = "%r = add i32 %w, 0" if name == "ballot" else "%r = zext i1 %w to i32"
        body = f"""%p = icmp ne i32 %v, 0
        %w = call {type} @llvm.nvvm.vote.{name}.sync(i32 -1, i1 %p)
        {last}"""
        got = mapped(body, x, seed=seed).view(np.uint32)
        np.testing.assert_array_equal(got, np.full(32, int(expected), np.uint32))


@pytest.mark.parametrize(
    ("name", "combine"),
    [
        *(("add", lambda x: x.sum(dtype=np.int32)), ("min", np.min), ("max", np.max)),
        *(("and", np.bitwise_and.reduce), ("or", np.bitwise_or.reduce), ("xor", np.bitwise_xor.reduce)),
        *(("umin", lambda x: x.view(np.uint32).min()), ("umax", lambda x: x.view(np.uint32).max())),
    ],
)
def test_reductions_of_a_warp(name, combine):
    x = np.random.default_rng(0).integers(-(2**31), 2**31, 32).astype(np.int32)
    got = mapped(f"%r = call i32 @llvm.nvvm.redux.sync.{name}(i32 %v, i32 -1)", x)
    np.testing.assert_array_equal(got, np.full(32, combine(x)).astype(np.uint32).view(np.int32))


def test_matches():
    x = (LANES % 5).astype(np.int32)
    got = mapped("%r = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)", x).view(np.uint32)
    assert [int(g) for g in got] == [sum(1 << j for j in range(32) if j % 5 == k % 5) for k in range(32)]


def test_one_lane_is_elected():
    body = """%pair = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
    %is = extractvalue { i32, i1 } %pair, 1
    %r = zext i1 %is to i32"""
    np.testing.assert_array_equal(mapped(body, VALUES, threads=32), LANES == 0)


@SETTINGS
@given(st.sampled_from([1, 31, 32, 128, 1024]), SEEDS)
def test_barriers_order_shared_memory(threads, seed):
    x, y = np.arange(threads, dtype=np.int32), np.zeros(threads, np.int32)
    emulate(reversal(threads), "k", (1,), [x, y], threads=threads, shared_bytes=4 * threads, seed=seed)
    np.testing.assert_array_equal(y, x[::-1])


@SETTINGS
@given(SEEDS)
def test_named_barriers_hold_for_those_that_use_them(seed):
    """Each half of the block exchanges by a barrier of its own."""
    text = kernel(
        f"""{element("px", "%x")}%v = load i32, ptr addrspace(1) %px
        {element("mine", "@shared", space=3)}store i32 %v, ptr addrspace(3) %mine
        %half = lshr i32 %t, 6
        %id = add i32 %half, 1
        call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %id, i32 64)
        %o = xor i32 63, %t
        {element("other", "@shared", "%o", space=3)}%w = load i32, ptr addrspace(3) %other
        {element("py", "%y")}store i32 %w, ptr addrspace(1) %py"""
    )
    x, y = np.arange(128, dtype=np.int32), np.zeros(128, np.int32)
    emulate(text, "k", (1,), [x, y], threads=128, shared_bytes=512, seed=seed)
    np.testing.assert_array_equal(y, x[np.arange(128) ^ 63])


def test_static_shared_memory_lies_before_the_dynamic():
    text = """@a = internal addrspace(3) global [32 x i32] undef, align 16
    @b = internal addrspace(3) global [3 x i64] undef, align 8
    """ + kernel(
        f"""{element("pa", "@a", space=3)}store i32 %t, ptr addrspace(3) %pa
        {element("ps", "@shared", space=3)}store i32 77, ptr addrspace(3) %ps
        store i64 5, ptr addrspace(3) @b
        {BARRIER}
        %o = xor i32 31, %t
        {element("po", "@a", "%o", space=3)}%w = load i32, ptr addrspace(3) %po
        {element("py", "%y")}store i32 %w, ptr addrspace(1) %py"""
    )
    y = np.zeros(32, np.int32)
    emulate(text, "k", (1,), [y, y], threads=32, shared_bytes=128, check_races=False)
    np.testing.assert_array_equal(y, 31 - np.arange(32))


def test_generic_addresses_of_shared_memory():
    text = kernel(
        f"""{element("mine", "@shared", space=3)}%generic = addrspacecast ptr addrspace(3) %mine to ptr
        store i32 %t, ptr %generic
        {BARRIER}
        %at = ptrtoint ptr addrspace(3) @shared to i32
        %o = xor i32 31, %t
        %byte = shl i32 %o, 2
        %sum = add i32 %at, %byte
        %back = inttoptr i32 %sum to ptr addrspace(3)
        %w = load i32, ptr addrspace(3) %back
        {element("py", "%y")}store i32 %w, ptr addrspace(1) %py"""
    )
    y = np.zeros(32, np.int32)
    emulate(text, "k", (1,), [y, y], threads=32, shared_bytes=128)
    np.testing.assert_array_equal(y, 31 - np.arange(32))


def test_blocks_know_their_place_in_the_grid():
    registers = "".join(
        f"%{name}{axis} = call i32 @llvm.nvvm.read.ptx.sreg.{name}.{axis}()\n"
        for name in ("ctaid", "nctaid")
        for axis in "xyz"
    )
    text = kernel(
        f"""{registers}%zy = mul i32 %ctaidz, %nctaidy
        %row = add i32 %zy, %ctaidy
        %rx = mul i32 %row, %nctaidx
        %at = add i32 %rx, %ctaidx
        {element("py", "%y", "%at")}store i32 %at, ptr addrspace(1) %py"""
    )
    y = np.full(24, -1, np.int32)
    emulate(text, "k", (2, 3, 4), [y, y], threads=1)
    np.testing.assert_array_equal(y, np.arange(24))
    y[:] = -1
    emulate(text, "k", (2, 3, 4), [y, y], threads=1, programs=(5, 9))
    np.testing.assert_array_equal(y, np.where((np.arange(24) >= 5) & (np.arange(24) < 9), np.arange(24), -1))


def test_blocks_wait_for_each_other():
    """The first block looks at a flag that the last one sets."""
    text = kernel(
        """%b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
        %is = icmp eq i32 %b, 3
        br i1 %is, label %set, label %look
      set:
        store atomic i32 1, ptr addrspace(1) %x syncscope("device") release, align 4
        br label %done
      look:
        %f = load atomic i32, ptr addrspace(1) %x syncscope("device") acquire, align 4
        %on = icmp eq i32 %f, 1
        br i1 %on, label %done, label %look
      done:
        %old = atomicrmw add ptr addrspace(1) %y, i32 1 syncscope("device") acq_rel"""
    )
    x, y = np.zeros(1, np.int32), np.zeros(1, np.int32)
    emulate(text, "k", (4,), [x, y], threads=32)
    assert (x[0], y[0]) == (1, 128)


def test_calls_and_prints(capsys):
    text = """@format = private constant [18 x i8] c"%d %lld %s %5.2f\\0A\\00"
    @word = private constant [4 x i8] c"abc\\00"
    declare i32 @vprintf(ptr, ptr)
    define private i32 @twice(i32 %v) {
      call void @llvm.nvvm.bar.warp.sync(i32 -1)
      %r = shl i32 %v, 1
      ret i32 %r
    }
    """ + kernel(
        f"""%room = alloca {{ i32, i64, ptr, double }}
        %r = call i32 @twice(i32 %t)
        %p1 = getelementptr {{ i32, i64, ptr, double }}, ptr %room, i32 0, i32 1
        %p2 = getelementptr {{ i32, i64, ptr, double }}, ptr %room, i32 0, i32 2
        %p3 = getelementptr {{ i32, i64, ptr, double }}, ptr %room, i32 0, i32 3
        store i32 %r, ptr %room
        store i64 -5000000000, ptr %p1
        store ptr @word, ptr %p2
        store double 2.5, ptr %p3
        {BARRIER}
        %n = call i32 @vprintf(ptr @format, ptr %room)"""
    )
    emulate(text, "k", (1,), [0, 0], threads=32)
    assert capsys.readouterr().out == "".join(f"{2 * k} -5000000000 abc  2.50\n" for k in range(32))
