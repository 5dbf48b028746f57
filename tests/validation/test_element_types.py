"""Arguments of every element type, as pointers, descriptors and numbers, are found, or refused with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from triton_shared import dialects, validation
from triton_shared.types import ELEMENTS, INTEGERS, POINTER

ROOT = Path(__file__).parents[2]
POINTERS = """
tt.func public @f(%x: !tt.ptr<{e}>, %y: !tt.ptr<{e}>) {{
  %v = tt.load %x : !tt.ptr<{e}>
  tt.store %y, %v : !tt.ptr<{e}>
  tt.return
}}
"""
DESCRIPTORS = """
tt.func public @f(%x: !tt.tensordesc<tensor<4x16x{e}>>, %y: !tt.tensordesc<tensor<4x16x{e}>>) {{
  %c = arith.constant 1 : i32
  %v = tt.descriptor_load %x[%c, %c] : !tt.tensordesc<tensor<4x16x{e}>> -> tensor<4x16x{plain}>
  tt.descriptor_store %y[%c, %c], %v : !tt.tensordesc<tensor<4x16x{e}>>, tensor<4x16x{plain}>
  tt.return
}}
"""
NUMBERS = """
tt.func public @f(%x: {e}, %y: !tt.ptr<{e}>) {{
  tt.store %y, %x : !tt.ptr<{e}>
  tt.return
}}
"""
#: a pointer, as Triton's IR spells it
ADDRESS = "!tt.ptr<f32>"
ROWS = sorted(ELEMENTS.keys() - {POINTER.mlir})
SIGNED = [sign + name.removeprefix("i") for name in sorted(INTEGERS) for sign in ("ui", "si")]
NO_SUCH = "there are no such integers"
TO_POINTERS = "points to pointers"
FORMS = {"pointer": POINTERS, "descriptor": DESCRIPTORS, "number": NUMBERS}
#: the form of the argument, its element type, and why there are no arguments
TABLE = [
    *((form, name, "") for form in FORMS for name in ROWS),
    *(("descriptor", name, "") for name in SIGNED),
    *((form, name, NO_SUCH) for form in ("pointer", "number") for name in SIGNED),
    *((form, ADDRESS, TO_POINTERS) for form in FORMS),
    *((form, "i24", "which no array holds") for form in FORMS),
]


@pytest.mark.parametrize(("form", "element", "why"), TABLE)
def test_arguments_of_every_element_type(form, element, why):
    text = FORMS[form].format(e=element, plain=element.lstrip("us") if element in SIGNED else element)
    report = validation.validate(text, "-", ["triton-to-linalg"])
    assert report.difference is None, report
    assert why in report.failure
    assert bool(report.failure) == bool(why), report.failure
    assert report.checks > 8 or why


@pytest.mark.parametrize("element", SIGNED)
def test_a_signed_or_unsigned_block_takes_the_arrays_of_its_width(element):
    module = dialects.parse(DESCRIPTORS.format(e=element, plain=element[1:]))
    assert {slot.element for slot in validation.signature_of(module)} == {element[1:]}


#: a sample, and the first values of its part that loads scales, and behind it
SCALED = [("dot_scaled_e2m1", 16, 29), ("dot_scaled_e5m2_e4m3", 22, 34)]


@pytest.mark.parametrize(("name", "first", "end"), SCALED)
def test_scales_of_floats_are_numbers_and_those_of_bytes_are_exponents(name, first, end):
    """As far as both agree: the executor's product and the lowered one."""
    text = (ROOT / "tests/ttir/3.9" / f"{name}.mlir").read_text()
    head, scales, rest = re.split(rf"(?s)(?=%{first} = )(.*?)(?=%{end} = )", text)
    signature = re.sub(r"(%arg[23]: !tt.ptr)<i8>", r"\1<f8E4M3FN>", head)
    of_floats = signature + scales.replace("xi8", "xf8E4M3FN").replace("<i8>", "<f8E4M3FN>")
    of_floats += rest.replace("tensor<32x2xi8>", "tensor<32x2xf8E4M3FN>")
    for program in (text, of_floats):
        report = validation.validate(program, name, ["triton-to-linalg"])
        assert report.difference is None and not report.failure, report
        assert report.checks > 4
