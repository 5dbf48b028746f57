"""``tt.elementwise_inline_asm`` on a GPU, run by the emulator; CPUs refuse it (`test_refused.py`)."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from tests.support.program import Program
from tests.support.ttir import tensor
from triton_shared.errors import LoweringError

RNG = np.random.default_rng(3)
WORDS = RNG.integers(-(2**31), 2**31, 512).astype(np.int32)
BYTES = RNG.integers(-128, 128, 512).astype(np.int8)
HALVES = RNG.standard_normal(512).astype(np.float16)
FLOATS = RNG.standard_normal(512).astype(np.float32)
LONGS = WORDS.astype(np.int64) * 3


@pytest.fixture(autouse=True)
def on_gpu(monkeypatch):
    monkeypatch.setattr(triton_shared, "compile", emulated.compile)


def assembly(
    program: Program, text: str, constraints: str, inputs, results: str, pack=1, pure="true"
) -> list[str]:
    """The results, whose types ``results`` separates by commas, of arrays."""
    names = [program.input(x) for x in inputs]
    elements = {"int32": "i32", "int8": "i8", "float16": "f16", "float32": "f32", "int64": "i64"}
    types = ", ".join(tensor(x.shape, elements[str(x.dtype)]) for x in inputs)
    given = f"{', '.join(names)} : {types} " if inputs else ""
    shape = inputs[0].shape if inputs else ()
    made = ", ".join(tensor(shape, e) for e in results.split(","))
    attributes = f'constraints = "{constraints}", packed_element = {pack} : i32, pure = {pure}'
    made_op = f'tt.elementwise_inline_asm "{text}" {{{attributes}}} {given}-> {made}'
    names = program.op(made_op, results.count(",") + 1)
    return names if isinstance(names, list) else [names]


CASES = {
    "words": ("shl.b32 $0, $1, 3;", "=r,r", [WORDS], "i32", 1, lambda x: x << 3),
    "floats": (
        "fma.rn.f32 $0, $1, $2, $1;",
        "=f,f,f",
        [FLOATS, FLOATS],
        "f32",
        1,
        lambda x, y: x * y.astype("f8") + x,
    ),
    "floats in words": ("xor.b32 $0, $1, 0x80000000;", "=r,r", [FLOATS], "f32", 1, lambda x: -x),
    "longs": ("add.s64 $0, $1, $1;", "=l,l", [LONGS], "i64", 1, lambda x: x + x),
    "packed bytes": ("not.b32 $0, $1;", "=r,r", [BYTES], "i8", 4, lambda x: ~x),
    "packed halves": ("xor.b32 $0, $1, 0x80008000;", "=r,r", [HALVES], "f16", 2, lambda x: -x),
    "bytes to words": (
        "{ prmt.b32 $0, $4, 0, 0x4440; prmt.b32 $1, $4, 0, 0x4441; "
        "prmt.b32 $2, $4, 0, 0x4442; prmt.b32 $3, $4, 0, 0x4443; }",
        "=&r,=&r,=&r,=r,r",
        [BYTES],
        "i32",
        4,
        lambda x: x.view(np.uint8).astype(np.int32),
    ),
    "pairs of words": (
        "{ add.s32 $0, $2, $3; sub.s32 $1, $2, $3; }",
        "=&r,=r,r,r",
        [WORDS],
        "i32",
        2,
        lambda x: np.stack([x[::2] + x[1::2], x[::2] - x[1::2]], 1).ravel(),
    ),
}


@pytest.mark.parametrize("pure", ["true", "false"])
@pytest.mark.parametrize("case", CASES)
def test_one_result(case, pure):
    text, constraints, inputs, result, pack, oracle = CASES[case]
    program = Program()
    values = assembly(program, text, constraints, inputs, result, pack, pure)
    wanted = oracle(*inputs)
    program.expect(values[0], wanted.astype(np.float32) if result == "f32" else wanted)
    program.check()


@pytest.mark.parametrize("inputs", [[WORDS], [WORDS.reshape(2, 16, 16)], [WORDS[0].reshape(())]])
@pytest.mark.parametrize("pure", ["true", "false"])
def test_several_results(inputs, pure):
    program = Program()
    text = "{ shl.b32 $0, $2, 1; not.b32 $1, $2; }"
    values = assembly(program, text, "=&r,=r,r", inputs, "i32,i32", 1, pure)
    program.expect(values[0], inputs[0] << 1)
    program.expect(values[1], ~inputs[0])
    program.check()


def test_a_scalar_is_that_of_the_first_thread():
    program = Program()
    values = assembly(program, "mov.u32 $0, %tid.x;", "=r", [], "i32", 1, "false")
    program.expect(values[0], np.array(0, np.int32))
    program.check()


@pytest.mark.parametrize(
    ("constraints", "pack", "said"),
    [
        ("=r,r,r", 1, "1 registers of results and 1 of operands, its constraints are of 1 and 2"),
        ("=r,=r,r", 2, "2 registers of results and 2 of operands, its constraints are of 2 and 1"),
        ("=r,r", 3, "takes 3 elements at once, which do not divide those of 'tensor<512xi32>'"),
    ],
)
def test_what_does_not_fit_is_refused(constraints, pack, said):
    program = Program()
    program.expect(*assembly(program, "nop;", constraints, [WORDS], "i32", pack), WORDS)
    with pytest.raises(LoweringError, match=said):
        program.check()


@pytest.mark.parametrize("shape", ["", "64x"])
def test_pointers_are_their_addresses(shape):
    pointers = f"tensor<{shape}!tt.ptr<i32>>" if shape else "!tt.ptr<i32>"
    numbers = f"tensor<{shape}i32>" if shape else "i32"
    block = f"""
  %i = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> {pointers}
  %ys = tt.splat %y : !tt.ptr<i32> -> {pointers}
  %from = tt.addptr %xs, %i : {pointers}, tensor<64xi32>
  %to = tt.addptr %ys, %i : {pointers}, tensor<64xi32>"""
    given = ("%from", "%to") if shape else ("%x", "%y")
    text = f"""tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {{{block if shape else ""}
  %r = tt.elementwise_inline_asm "ld.global.b32 $0, [$1]; st.global.b32 [$2], $0;" {{constraints = "=r,l,l",
    packed_element = 1 : i32, pure = false}} {", ".join(given)} : {pointers}, {pointers} -> {numbers}
  tt.return
}}"""
    x, y = WORDS[:64].copy(), np.zeros(64, np.int32)
    triton_shared.compile(text)[(1,)](x, y)
    count = 64 if shape else 1
    np.testing.assert_array_equal(y, np.where(np.arange(64) < count, x, 0))
