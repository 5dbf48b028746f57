"""Whole kernels as PTX: what they call, where shared memory lies, what messages name."""

import numpy as np
import pytest

from tests.support.emulator import OutOfBounds, Race, Unsupported, emulate

HEAD = """
.version 8.6
.target sm_90a
.address_size 64
.shared .align 4 .b8 first[12];
.extern .shared .align 16 .b8 rest[];
.func (.param .b32 func_retval0) twice(.param .b32 twice_param_0)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [twice_param_0];
	add.s32 %r2, %r1, %r1;
	st.param.b32 [func_retval0], %r2;
	ret;
}
.visible .entry k(
	.param .u64 .ptr .global .align 4 k_param_0,
	.param .u32 k_param_1
)
.maxntid 64, 1, 1
{
	.reg .pred %p<2>;
	.reg .b32 %r<8>;
	.reg .b64 %rd<4>;
	ld.param.b64 %rd1, [k_param_0];
	ld.param.b32 %r1, [k_param_1];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
"""
TAIL = "\tret;\n}\n"
CALL = """
	setp.ge.u32 %p1, %r2, %r1;
	@%p1 bra $L__BB0_2;
	{ // callseq 0, 0
	.param .b32 param0;
	.param .b32 retval0;
	st.param.b32 [param0], %r2;
	call.uni (retval0), twice, (param0);
	ld.param.b32 %r3, [retval0];
	} // callseq 0
	st.global.b32 [%rd3], %r3;
$L__BB0_2:
"""
EXCHANGE = """
	shl.b32 %r3, %r2, 2;
	mov.b32 %r4, rest;
	add.s32 %r5, %r4, %r3;
	st.shared.b32 [%r5], %r2;
	.loc 1 7 9
	BARRIER
	xor.b32 %r6, %r3, 252;
	add.s32 %r6, %r4, %r6;
	.loc 1 9 5
	ld.shared.b32 %r7, [%r6];
	st.global.b32 [%rd3], %r7;
"""


def run(body: str, count: int = 64) -> np.ndarray:
    x = np.full(count, -1, np.int32)
    emulate(HEAD + body + TAIL, "k", (1,), [x, 40], threads=64, shared_bytes=256)
    return x


def test_functions_are_called():
    assert run(CALL).tolist() == [2 * k if k < 40 else -1 for k in range(64)]


def test_threads_exchange_by_shared_memory():
    assert run(EXCHANGE.replace("BARRIER", "bar.sync 0;")).tolist() == list(range(63, -1, -1))


def test_a_race_is_found_at_its_line():
    with pytest.raises(Race, match=r"`ld.shared.b32 %r7, \[%r6\]` \(line 9\)"):
        run(EXCHANGE.replace("BARRIER", ""))


@pytest.mark.parametrize("type", ["f32", "f64", "f16", "bf16", "f16x2"])
@pytest.mark.parametrize("name", ["min", "max", "min.NaN", "max.NaN"])
def test_the_lesser_zero_is_the_negative_one(name, type):
    """And there is one NaN."""
    lanes = 2 if type.endswith("x2") else 1
    bits = int(type.removesuffix("x2").lstrip("bf")) * lanes
    ones = sum(1 << bits // lanes * k for k in range(lanes))
    zero, minus, one = (
        0,
        ones << bits // lanes - 1,
        {"bf16": 0x3F80, "f32": 0x3F800000, "f64": 0x3FF << 52}.get(type, 0x3C00 * ones),
    )
    infinity = {"bf16": 0x7F80, "f32": 0x7F800000, "f64": 0x7FF << 52}.get(type, 0x7C00 * ones)
    nan, odd = minus - ones, infinity | ones
    larger = "max" in name
    cases = {(zero, minus): zero if larger else minus, (one, zero): one if larger else zero}
    cases |= {(one, odd): nan if "NaN" in name else one, (odd, odd): nan}
    for values, wanted in cases.items():
        for a, b in (values, values[::-1]):
            top = max(0, bits - 32)
            got = run(
                f"{{ .reg .b{bits} x, y; mov.b{bits} x, {a}; mov.b{bits} y, {b}; {name}.{type} x, x, y;"
                f"cvt.u64.u{bits} %rd1, x; shr.u64 %rd1, %rd1, {top}; cvt.u32.u64 %r3, %rd1;"
                "st.global.b32 [%rd3], %r3; }"
            )
            assert (got.view(np.uint32) == wanted >> top).all()


def test_an_access_behind_an_array():
    with pytest.raises(OutOfBounds, match=r"st\.global\.b32"):
        run(CALL, 16)


@pytest.mark.parametrize("statement", ["st.local.b32 [%r1], %r2;", "brx.idx %r1, ts;", "call.uni other, ();"])
def test_what_is_not_known_is_quoted(statement):
    with pytest.raises(Unsupported, match=statement[:8]):
        run(statement)
