"""Arithmetic makes one NaN, as PTX has it, whatever its operands are; moves and signs keep the one that there is."""

from __future__ import annotations

import numpy as np
import pytest

from tests.emulator.kernels import mapped
from tests.support.emulator import Unsupported

#: by type: the integer as wide, its constraint in assembly, NaN of both signs and several payloads, the one made
KINDS = {
    "float": (np.uint32, "f", "f32", (0x7FC00000, 0xFFC00000, 0x7FC12345, 0xFFFFFFFF), 0x7FFFFFFF),
    "half": (np.uint16, "h", "f16", (0x7E00, 0xFE00, 0x7E12, 0xFFFF), 0x7FFF),
    "bfloat": (np.uint16, "h", "bf16", (0x7FC0, 0xFFC0, 0x7FC1, 0xFFFF), 0x7FFF),
    "double": (
        np.uint64,
        "d",
        "f64",
        (0x7FF8000000000000, 0xFFF8000000000000, 0x7FF8000000000123, 0xFFFFFFFFFFFFFFFF),
        0x7FFFFFFFFFFFFFFF,
    ),
}
BITS_OF_ONE = {"float": 0x3F800000, "half": 0x3C00, "bfloat": 0x3F80, "double": 0x3FF0000000000000}
OPS = {
    "fadd": "%w = fadd {type} %f, %o",
    "fadd, turned": "%w = fadd contract {type} %o, %f",
    "fsub": "%w = fsub {type} %o, %f",
    "fmul": "%w = fmul nsz contract {type} %f, %f",
    "fdiv": "%w = fdiv {type} %f, %o",
    "fma": "%w = call {type} @llvm.fma.{name}({type} %f, {type} %o, {type} %f)",
    "sqrt": "%w = call {type} @llvm.sqrt.{name}({type} %f)",
    "maximum": "%w = call {type} @llvm.maximum.{name}({type} %o, {type} %f)",
    "pairs": """%a = insertelement <2 x {type}> poison, {type} %o, i32 0
    %b = insertelement <2 x {type}> %a, {type} %f, i32 1
    %c = fadd <2 x {type}> %b, %b
    %w = extractelement <2 x {type}> %c, i32 1""",
    **{
        f"roots of {n}": f"""%a = insertelement <{n} x {{type}}> zeroinitializer, {{type}} %f, i32 {n - 1}
    %b = call <{n} x {{type}}> @llvm.sqrt.v{n}{{name}}(<{n} x {{type}}> %a)
    %w = extractelement <{n} x {{type}}> %b, i32 {n - 1}"""
        for n in (1, 2, 4, 16)
    },
}
KEEPING = {
    "fneg": ("%w = fneg {type} %f", lambda bits, top: bits ^ top),
    "fabs": ("%w = call {type} @llvm.fabs.{name}({type} %f)", lambda bits, top: bits & ~top),
    "select": (
        "%is = fcmp uno {type} %f, %f\n%w = select i1 %is, {type} %f, {type} %o",
        lambda bits, top: bits,
    ),
}


def made(type: str, text: str) -> tuple[np.ndarray, np.ndarray, int]:
    """What ``text`` makes of NaN of all kinds, these, and the one that arithmetic makes."""
    integer, _, name, bits, nan = KINDS[type]
    width = f"i{8 * np.dtype(integer).itemsize}"
    x = np.resize(np.array(bits, integer), 32)
    body = f"""%f = bitcast {width} %v to {type}
    %o = bitcast {width} {BITS_OF_ONE[type]} to {type}
    {text.format(type=type, name=name)}
    %r = bitcast {type} %w to {width}"""
    return mapped(body, x, type=width), x, nan


@pytest.mark.parametrize("type", KINDS)
@pytest.mark.parametrize("op", OPS)
def test_arithmetic_makes_one(op, type):
    got, _, nan = made(type, OPS[op])
    assert {int(word) for word in got} == {nan}


@pytest.mark.parametrize("type", KINDS)
@pytest.mark.parametrize("op", KEEPING)
def test_moves_and_signs_keep_it(op, type):
    text, wanted = KEEPING[op]
    got, x, _ = made(type, text)
    top = x.dtype.type(1 << 8 * x.itemsize - 1)
    np.testing.assert_array_equal(got, wanted(x, top))


def test_infinities_and_zeros_make_it_too():
    for text in (
        "%z = fsub float %o, %o\n%w = fdiv float %z, %z",
        "%z = fneg float %o\n%w = call float @llvm.sqrt.f32(float %z)",
    ):
        got, _, nan = made("float", text)
        assert {int(word) for word in got} == {nan}


@pytest.mark.parametrize(("source", "target"), [("float", "half"), ("float", "bfloat"), ("double", "float")])
def test_conversions_make_it(source, target):
    integer, _, _, bits, _ = KINDS[source]
    wide, narrow = f"i{8 * np.dtype(integer).itemsize}", f"i{8 * np.dtype(KINDS[target][0]).itemsize}"
    body = f"""%f = bitcast {wide} %v to {source}
    %w = fptrunc {source} %f to {target}
    %n = bitcast {target} %w to {narrow}
    %r = zext {narrow} %n to {wide}"""
    got = mapped(body, np.resize(np.array(bits, integer), 32), type=wide)
    assert {int(word) for word in got} == {KINDS[target][4]}


ASSEMBLY = {
    "add.f32 $0, $1, $2;": 0x7FFFFFFF,
    "sub.rn.ftz.f32 $0, $2, $1;": 0x7FFFFFFF,
    "mul.f32 $0, $1, $1;": 0x7FFFFFFF,
    "fma.rn.f32 $0, $1, $2, $1;": 0x7FFFFFFF,
    "div.full.f32 $0, $2, $1;": 0x7FFFFFFF,
    "sqrt.rn.f32 $0, $1;": 0x7FFFFFFF,
    "ex2.approx.ftz.f32 $0, $1;": 0x7FFFFFFF,
    "add.f16x2 $0, $1, $1;": 0x7FFF7FFF,
    "fma.rn.bf16x2 $0, $1, $1, $1;": 0x7FFF7FFF,
    "cvt.rn.f16x2.f32 $0, $1, $1;": 0x7FFF7FFF,
    "neg.f32 $0, $1;": None,
    "mov.b32 $0, $1;": None,
}


@pytest.mark.parametrize("text", ASSEMBLY)
def test_assembly(text):
    """Of the words some are NaN as f32 and as pairs."""
    x = np.resize(np.array([0xFFFFFFFF, 0x7FFF7FFF, 0xFFC1FFC1], np.uint32), 32)
    body = f'%r = call i32 asm "{text}", "=r,r,r"(i32 %v, i32 {BITS_OF_ONE["float"]})'
    got, wanted = mapped(body, x), ASSEMBLY[text]
    if wanted is not None:
        assert {int(word) for word in got} == {wanted}
    else:
        np.testing.assert_array_equal(got, x ^ np.uint32(1 << 31) if "neg" in text else x)


def test_integers_may_be_cut_off_at_zero():
    x = np.arange(-16, 16, dtype=np.int32)
    for op, wanted in (("max", np.maximum(np.maximum(x, 3), 0)), ("min", np.maximum(np.minimum(x, 3), 0))):
        got = mapped(f'%r = call i32 asm "{op}.relu.s32 $0, $1, 3;", "=r,r"(i32 %v)', x)
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize(
    "text",
    [
        "add.cc.s32 $0, $1, $1;",
        "max.sat.f32 $0, $1, $1;",
        "mul24.lo.s32 $0, $1, $1;",
        "shl.wrap.b32 $0, $1, 1;",
    ],
)
def test_modifiers_are_known_or_refused(text):
    with pytest.raises(Unsupported, match="does not know"):
        mapped(f'%r = call i32 asm "{text}", "=r,r"(i32 %v)', np.zeros(32, np.int32))
