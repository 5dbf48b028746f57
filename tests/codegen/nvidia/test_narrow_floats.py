"""Floats of 8 bits are rounded to by instructions wherever these compute what is promised, and nowhere else."""

from __future__ import annotations

import pytest

from tests.support import emulated
from tests.support.ttir import tensor

SOURCES, TARGETS = ("f16", "bf16", "f32", "f8E5M2", "f8E4M3FN"), ("f8E4M3FN", "f8E5M2")
PAIRS = [(source, target) for source in SOURCES for target in TARGETS if source != target]


def code_of(conversion: str, source: str, target: str, shape: tuple[int, ...], chip: str) -> str:
    """PTX, or LLVM IR before it, of one conversion of a scalar or a tensor."""
    operand, result = (tensor(shape, element) if shape else element for element in (source, target))
    loads, stores = (
        f"tensor<{shape[0]}x!tt.ptr<{e}>>" if shape else f"!tt.ptr<{e}>" for e in (source, target)
    )
    places = (
        f"""%r = tt.make_range {{start = 0 : i32, end = {shape[0]} : i32}} : {tensor(shape, "i32")}
    %xs = tt.splat %x : !tt.ptr<{source}> -> {loads}
    %ys = tt.splat %y : !tt.ptr<{target}> -> {stores}
    %p = tt.addptr %xs, %r : {loads}, {tensor(shape, "i32")}
    %q = tt.addptr %ys, %r : {stores}, {tensor(shape, "i32")}"""
        if shape
        else ""
    )
    p, q = ("%p", "%q") if shape else ("%x", "%y")
    text = f"""tt.func public @k(%x: !tt.ptr<{source}>, %y: !tt.ptr<{target}>) {{
    {places}
    %v = tt.load {p} : {loads}
    %n = {conversion.format("%v", operand, result)}
    tt.store {q}, %n : {stores}
    tt.return
  }}"""
    return emulated.lowered(text, "k", None, True, emulated.Settings(chip=chip)).text


NEAREST = "tt.fp_to_fp {0}, rounding = rtne : {1} -> {2}"


@pytest.mark.parametrize("chip", ["sm_89", "sm_90a"])
@pytest.mark.parametrize("shape", [(), (1,), (64,), (2048,)], ids=str)
def test_an_instruction_rounds_two_elements(chip, shape):
    for source, target in PAIRS:
        code = code_of(NEAREST, source, target, shape, chip)
        from_ = "ff" if source in ("bf16", "f32") else "f16x2"
        name = f"@llvm.nvvm.{from_}.to.{'e4m3' if target == 'f8E4M3FN' else 'e5m2'}x2.rn"
        threads = 128
        elements = max(1, shape[0] // threads) if shape else 1
        assert code.count(f"call i16 {name}") == (elements + 1) // 2, (source, target)


@pytest.mark.parametrize(
    ("conversion", "target", "chip"),
    [
        (NEAREST, "f8E4M3FN", "sm_80"),
        (NEAREST, "f8E4M3FN", "sm_86"),
        (NEAREST, "f8E4M3FNUZ", "sm_90a"),
        (NEAREST, "f8E5M2FNUZ", "sm_90a"),
        (NEAREST, "f8E4M3B11FNUZ", "sm_90a"),
        ("tt.fp_to_fp {0}, rounding = rtz : {1} -> {2}", "f8E4M3FN", "sm_90a"),
        ("tt.fp_to_fp {0}, rounding = rtz : {1} -> {2}", "f8E5M2", "sm_90a"),
        ("arith.truncf {0} : {1} to {2}", "f8E4M3FN", "sm_90a"),
        ("arith.truncf {0} : {1} to {2}", "f8E5M2", "sm_90a"),
    ],
)
def test_what_no_instruction_computes_is_left(conversion, target, chip):
    assert "x2.rn" not in code_of(conversion, "f32", target, (256,), chip)
