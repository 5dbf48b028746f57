"""Float literals in every format survive the way into the LLVM that generates code."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from triton_shared.codegen.llvm.literals import rewrite_literals


@pytest.mark.parametrize(
    ("type", "literal", "bits"),
    [
        ("float", "1.000000e+00", 0x3F800000),
        ("float", "0x3DCCCCCD", 0x3DCCCCCD),
        ("float", "1.000000e-01", 0x3DCCCCCD),
        ("float", "f0x3DCCCCCD", 0x3DCCCCCD),
        ("float", "f0x00000001", 1),
        ("float", "+inf", 0x7F800000),
        ("float", "-inf", 0xFF800000),
        ("float", "+qnan", 0x7FC00000),
        ("float", "-nan(0x1234)", 0xFF801234),
        ("float", "-0.0", 0x80000000),
        ("double", "1.000000e-01", 0x3FB999999999999A),
        ("double", "+inf", 0x7FF0000000000000),
        ("half", "-inf", 0xFC00),
        ("half", "1.000000e-01", 0x2E66),
        ("half", "+qnan", 0x7E00),
        ("bfloat", "1.000000e-01", 0x3DCD),
        ("bfloat", "f0x3DCD", 0x3DCD),
        ("bfloat", "+inf", 0x7F80),
    ],
)
def test_literal(type, literal, bits):
    if literal.startswith("0x"):
        literal = "f" + literal
    text = f"@x = constant {type} {literal}"
    module = llvm.parse_assembly(rewrite_literals(text))
    value = str(next(module.global_variables)).split(type)[1].strip()
    prefix = {"half": "0xH", "bfloat": "0xR"}.get(type, "0x")
    if not value.startswith("0x"):
        found = np.array(float(value), {"float": np.float32, "double": np.float64}[type])
        assert int(found.view(f"u{found.itemsize}")) == bits
    elif type == "float":
        found = np.array(int(value[2:], 16), np.uint64).view(np.float64)
        expected = np.array(bits, np.uint32).view(np.float32)
        assert np.isnan(found) if np.isnan(expected) else found == float(expected)
        assert int(value[2:], 16) >> 29 & 0x7FFFFF == bits & 0x7FFFFF or bits < 0x800000
    else:
        assert int(value[len(prefix) :], 16) == bits


def test_names_and_strings_stay():
    text = '@"a 1.5e+00 float +inf" = constant [3 x i8] c"1.0"\n@b = constant float 1.500000e+00 ; 2.5'
    first, second = rewrite_literals(text).split("\n")
    assert first == text.split("\n")[0]
    assert "0x3FF8000000000000" in second
