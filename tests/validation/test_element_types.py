"""Arguments of every element type, as pointers, descriptors and numbers, are found, or refused with a reason."""

from __future__ import annotations

import pytest

from triton_shared import dialects, validation
from triton_shared.types import ELEMENTS, INTEGERS, POINTER

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
