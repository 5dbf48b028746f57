"""The table of element types: its floats are right, and no other module keeps one of its own."""

import ast
import math
from fractions import Fraction
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import triton_shared
from triton_shared import types
from triton_shared.types import FORMATS, ROWS

ROOT = Path(triton_shared.__file__).parent
FLOATS = {n for r in ROWS if r.format for n in (r.mlir, *r.triton, r.llvm)}
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16}
NUMPY |= {name: getattr(ml_dtypes, f"float8_{name[2:].lower()}") for name in FORMATS if name.startswith("f8")}
NARROW = [name for name in FORMATS if FORMATS[name].width <= 16]


def patterns(name):
    """All bit patterns of a narrow format as NumPy reads them."""
    width = FORMATS[name].width
    return np.arange(1 << width, dtype=np.uint32).astype(f"u{width // 8}").view(NUMPY[name])


@pytest.mark.parametrize("name", NARROW)
def test_every_pattern_is_the_number_it_stands_for(name):
    with np.errstate(invalid="ignore"):
        wanted = patterns(name).astype(np.float64)
    found = np.array([FORMATS[name].number(bits) for bits in range(len(wanted))])
    np.testing.assert_array_equal(found, wanted)
    assert (np.signbit(found) == np.signbit(wanted))[~np.isnan(wanted)].all()


@given(st.integers(0, (1 << 64) - 1), st.sampled_from(["f32", "f64"]))
def test_patterns_of_wide_formats(bits, name):
    width = FORMATS[name].width
    bits &= (1 << width) - 1
    wanted = float(np.array(bits, f"u{width // 8}").view(NUMPY[name]))
    found = FORMATS[name].number(bits)
    assert found == wanted or (math.isnan(found) and math.isnan(wanted))
    assert math.isnan(wanted) or FORMATS[name].bits(wanted) == bits


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([n for n in FORMATS if n != "f64"]))
def test_numbers_are_rounded_once_to_nearest_even(number, name):
    format_ = FORMATS[name]
    try:
        bits = format_.bits(number)
    except OverflowError:
        ulp = Fraction(format_.number(format_.largest)) - Fraction(format_.number(format_.largest - 1))
        assert abs(Fraction(number)) >= Fraction(format_.number(format_.largest)) + ulp / 2
        return
    size = bits & (format_.sign - 1)
    assert math.copysign(1, number) == math.copysign(1, format_.number(bits)) or not (
        size or format_.negative_zero
    )
    exact = abs(Fraction(number))
    distance = abs(Fraction(format_.number(size)) - exact)
    for near in (size - 1, size + 1):
        if 0 <= near <= format_.largest:
            other = abs(Fraction(format_.number(near)) - exact)
            assert distance < other or (distance == other and size % 2 == 0)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_no_finite_number(name):
    format_ = FORMATS[name]
    assert format_.nan is None or math.isnan(format_.number(format_.bits(math.nan)))
    if format_.infinity is None:
        with pytest.raises(OverflowError):
            format_.bits(math.inf)
    else:
        assert format_.number(format_.bits(-math.inf)) == -math.inf


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.mlir)
def test_a_row_speaks_of_one_width(row):
    width = row.format.width if row.format else int(row.mlir[1:])
    assert row.bytes == -(-width // 8)
    assert np.dtype(row.packed).itemsize == row.bytes
    assert all(
        np.dtype(n).itemsize == row.bytes for n in row.arrays if n in ("bool", "uint8") or n in np.sctypeDict
    )


def test_names_are_of_one_row_each():
    for group in ("triton", "java"):
        names = [name for row in ROWS for name in getattr(row, group)]
        assert len(names) == len(set(names))
    assert len(types.BY_MLIR) == len(ROWS)


def strings(node):
    """The strings that stand in the literal ``node`` itself, or in tuples in it."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.Dict(keys=keys, values=values):
            return {text for part in (*keys, *values) for text in strings(part)}
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return {text for part in parts for text in strings(part)}
    return set()


#: what may: the rows themselves, which release of MLIR has which type, and the executor, which has nothing from others
LISTS = (
    ROOT / "types.py",
    ROOT / "sweeps" / "machine.py",
    ROOT / "interop" / "releases" / "table.py",
    *(ROOT / "reference").rglob("*.py"),
)


def test_no_other_module_lists_element_types():
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        if path not in LISTS:
            for node in ast.walk(ast.parse(path.read_text())):
                if (
                    isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set)
                    and len(strings(node) & FLOATS) > 2
                ):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {sorted(strings(node) & FLOATS)}")
    assert not found, "\n".join(found)
