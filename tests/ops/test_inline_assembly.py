"""``tt.elementwise_inline_asm``: PTX on a GPU, run by the emulator, and what CPUs make of it."""

from __future__ import annotations

import ml_dtypes
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


HOST = triton_shared.compile
TARGETS = {"cpu": HOST, "gpu": emulated.compile}


@pytest.fixture(params=TARGETS)
def either(request, monkeypatch):
    monkeypatch.setattr(triton_shared, "compile", TARGETS[request.param])


@pytest.fixture
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
def test_one_result(either, case, pure):
    text, constraints, inputs, result, pack, oracle = CASES[case]
    program = Program()
    values = assembly(program, text, constraints, inputs, result, pack, pure)
    wanted = oracle(*inputs)
    program.expect(values[0], wanted.astype(np.float32) if result == "f32" else wanted)
    program.check()


@pytest.mark.parametrize("inputs", [[WORDS], [WORDS.reshape(2, 16, 16)], [WORDS[0].reshape(())]])
@pytest.mark.parametrize("pure", ["true", "false"])
def test_several_results(either, inputs, pure):
    program = Program()
    text = "{ shl.b32 $0, $2, 1; not.b32 $1, $2; }"
    values = assembly(program, text, "=&r,=r,r", inputs, "i32,i32", 1, pure)
    program.expect(values[0], inputs[0] << 1)
    program.expect(values[1], ~inputs[0])
    program.check()


def test_a_scalar_is_that_of_the_first_thread(on_gpu):
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
def test_what_does_not_fit_is_refused(either, constraints, pack, said):
    program = Program()
    program.expect(*assembly(program, "nop;", constraints, [WORDS], "i32", pack), WORDS)
    with pytest.raises(LoweringError, match=said):
        program.check()


@pytest.mark.parametrize("shape", ["", "64x"])
def test_pointers_are_their_addresses(on_gpu, shape):
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


#: words whose halves and wholes are floats of all kinds: zeros, subnormal ones, halves of units, infinities and NaNs
SPECIAL = np.array(
    [
        *(0, 1, 0x7FFFFF, 0x800000, 0x3F000000, 0x3F800000, 0x40200000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000),
        *(0x3C003BFF, 0x7C007BFF, 0x00010400, 0x7E003800, 0x7F807F7F, 0x4F000000, 0x4EFFFFFF, 0x38800000),
        *(0x477FF000, 0x3F7FF000),
    ],
    np.uint32,
)
SPECIAL = np.concatenate([SPECIAL, SPECIAL | 0x80000000, SPECIAL | 0x8000]).view(np.int32)
PAIRS = np.stack(np.meshgrid(SPECIAL, SPECIAL)).reshape(2, -1)
FIRST, SECOND = (
    np.resize(np.concatenate([part, WORDS[::step]]), 4096) for part, step in zip(PAIRS, (1, -1), strict=True)
)
THIRD = np.resize(np.concatenate([SPECIAL[::-1], WORDS[7:]]), 4096)

#: instructions whose results have all bits that PTX says, but of NaNs: the type of the result, and the text
EXACT = [
    *((t, f"{op}.{t} $0, $1, $2;") for op in ("add", "sub", "mul") for t in ("f32", "f16x2")),
    ("f32", "add.rn.ftz.f32 $0, $1, $2;"),
    ("f32", "mul.ftz.f32 $0, $1, $2;"),
    ("f32", "add.sat.f32 $0, $1, $2;"),
    ("bf16x2", "mul.bf16x2 $0, $1, $2;"),
    ("f32", "fma.rn.f32 $0, $1, $2, $3;"),
    ("f32", "div.rn.f32 $0, $1, $2;"),
    ("f32", "sqrt.rn.f32 $0, $1;"),
    ("f32", "rcp.rn.f32 $0, $1;"),
    *((t, f"{op}{m}.{t} $0, $1, $2;") for op in ("min", "max") for t in ("f32", "f16x2") for m in ("", ".NaN")),
    ("f32", "min.ftz.f32 $0, $1, $2;"),
    ("f32", "max.NaN.xorsign.abs.f32 $0, $1, $2;"),
    *((t, f"{op}.{t} $0, $1;") for op in ("abs", "neg") for t in ("f32", "f16x2", "bf16x2")),
    *(("b32", f"{op} $0, $1, $2;") for op in ("min.s32", "max.s32", "min.u32", "max.u32", "add.s32", "sub.u32")),
    *(("b32", f"mul.{part}.{t} $0, $1, $2;") for part in ("lo", "hi") for t in ("s32", "u32")),
    ("b32", "mad.lo.u32 $0, $1, $2, $3;"),
    *(("b32", f"{op}.b32 $0, $1, $2;") for op in ("and", "or", "xor")),
    *(("b32", f"{op} $0, $1;") for op in ("not.b32", "popc.b32", "clz.b32", "abs.s32", "neg.s32")),
    *(("b32", f"{{.reg .u32 n; and.b32 n, $2, 63; {op} $0, $1, n;}}") for op in ("shl.b32", "shr.u32", "shr.s32")),
    ("b32", "shl.b32 $0, $1, $2;"),
    ("b32", "prmt.b32 $0, $1, $2, $3;"),
    ("b32", "prmt.b32 $0, $1, $2, 0x5140;"),
    *(("b32", f"lop3.b32 $0, $1, $2, $3, {table:#x};") for table in (0x6A, 0xEA, 0x96, 0, 0xFF)),
    *(
        ("b32", f"{{.reg .pred p; setp.{how}.{t} p, $1, $2; selp.b32 $0, $3, 7, p;}}")
        for t, names in {
            "f32": "eq ne lt le gt ge equ neu ltu leu gtu geu num nan",
            "s32": "eq ne lt le gt ge",
            "u32": "lt ge lo ls hi hs",
        }.items()
        for how in names.split()
    ),
    ("b32", "{.reg .pred p; setp.lt.s32 p, $1, 0; mov.b32 $0, $2; @p mov.b32 $0, $3; @!p add.s32 $0, $0, 1;}"),
    ("b32", "{.reg .b16 l, h; mov.b32 {l, h}, $1; mov.b32 $0, {h, l};}"),
    ("b32", "{.reg .b8 a<4>; mov.b32 {a0, a1, a2, a3}, $1; mov.b32 $0, {a3, _, a1, a0};}".replace("_", "a2")),
    ("b32", "{.reg .b32 x; mov.b32 x, $1; {.reg .b32 x; mov.b32 x, $2;} xor.b32 $0, x, $3;}"),
    *(("f32", f"cvt.{how}.f32.f32 $0, $1;") for how in ("rni", "rzi", "rmi", "rpi")),
    *(("b32", f"cvt.{how}.{t}.f32 $0, $1;") for how in ("rni", "rzi", "rmi", "rpi") for t in ("s32", "u32")),
    ("b32", "cvt.rzi.s32.f32 $0, $1;"),
    *(("f32", f"cvt.rn.f32.{t} $0, $1;") for t in ("s32", "u32")),
    *(("b32", f"cvt.{wide}.{narrow} $0, $1;") for wide in ("s32", "u32") for narrow in ("s8", "u8", "s16", "u16")),
    *((f"{t}x2", f"cvt.rn.{t}x2.f32 $0, $1, $2;") for t in ("f16", "bf16")),
    *(("b32", f"{{.reg .b16 x; cvt.rn.satfinite.{t}x2.f32 x, $1, $2; cvt.u32.u16 $0, x;}}") for t in ("e4m3", "e5m2")),
    *(("f16x2", f"{{.reg .b16 x, y; mov.b32 {{x, y}}, $1; cvt.rn.f16x2.{t} $0, x;}}") for t in ("e4m3x2", "e5m2x2")),
]  # fmt: skip
FORMATS = {"f32": np.float32, "f16x2": np.float16, "bf16x2": ml_dtypes.bfloat16, "b32": np.int32}


def computed(compile_, text: str, inputs) -> np.ndarray:
    """What ``text`` makes of three words."""
    kinds = tensor(inputs[0].shape, "i32")
    program = Program()
    names = [program.input(x) for x in inputs]
    made = program.op(
        f'tt.elementwise_inline_asm "{text}" {{constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true}} '
        f"{', '.join(names)} : {kinds}, {kinds}, {kinds} -> {kinds}"
    )
    program.expect(made, np.zeros_like(inputs[0]))
    compile_(program.text, num_threads=1)[(1,)](*program.arrays)
    return program.outputs[0]


@pytest.mark.parametrize(("kind", "text"), EXACT)
def test_cpus_have_the_bits_of_gpus(kind, text):
    inputs = [FIRST, SECOND, THIRD]
    found, wanted = (computed(c, text, inputs).view(FORMATS[kind]) for c in (HOST, emulated.compile))
    with np.errstate(invalid="ignore"):
        nans = [np.isnan(x) if kind != "b32" else np.zeros(x.shape, bool) for x in (found, wanted)]
    np.testing.assert_array_equal(*nans)
    bits = np.int16 if found.dtype.itemsize == 2 else np.int32
    np.testing.assert_array_equal(found.view(bits)[~nans[0]], wanted.view(bits)[~nans[0]])


def test_cpus_have_formats_of_four_bits():
    floats = [x.view(np.float32) for x in (FIRST, SECOND)]
    low, high = (
        np.clip(np.nan_to_num(x, nan=6.0), -6, 6).astype(ml_dtypes.float4_e2m1fn) for x in floats[::-1]
    )
    codes = low.view(np.uint8) & 15 | (high.view(np.uint8) & 15) << 4
    text = "{.reg .b8 x; cvt.rn.satfinite.e2m1x2.f32 x, $1, $2; cvt.u32.u8 $0, x;}"
    np.testing.assert_array_equal(computed(HOST, text, [FIRST, SECOND, THIRD]), codes)
    text = "{.reg .b8 a, b, c, d; mov.b32 {a, b, c, d}, $1; cvt.rn.f16x2.e2m1x2 $0, a;}"
    found = computed(HOST, text, [codes.astype(np.int32)] * 3).view(np.float16).reshape(-1, 2)
    np.testing.assert_array_equal(found, np.stack([low, high], 1).astype(np.float16))


@pytest.mark.parametrize(("how", "half"), [("rn", 0xFFF), ("rna", 0x1000)])
def test_cpus_have_tf32(how, half):
    bits = FIRST.view(np.uint32).astype(np.int64)
    odd = (bits >> 13 & 1) * (how == "rn")
    wanted = np.where(bits & 0x7F800000 == 0x7F800000, bits, (bits + half + odd) & ~0x1FFF)
    found = computed(HOST, f"cvt.{how}.tf32.f32 $0, $1;", [FIRST] * 3)
    np.testing.assert_array_equal(found.view(np.uint32), wanted)


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_cpus_mix_formats(kind):
    format_ = "f16" if kind == np.float16 else "bf16"
    narrow, wide = FIRST.view(kind)[::2].astype(np.float32), SECOND.view(np.float32)
    with np.errstate(all="ignore"):
        squares = (narrow.astype(np.float64) ** 2 + wide).astype(np.float32)
        cases = {"add": narrow + wide, "sub": narrow - wide, "fma.rn": squares}
    for name, wanted in cases.items():
        operands = "x, x" if name == "fma.rn" else "x"
        text = f"{{.reg .b16 x, y; mov.b32 {{x, y}}, $1; {name}.f32.{format_} $0, {operands}, $2;}}"
        found = computed(HOST, text, [FIRST, SECOND, THIRD]).view(np.float32)
        np.testing.assert_array_max_ulp(*(np.nan_to_num(x) for x in (found, wanted)), maxulp=name == "fma.rn")


@pytest.mark.parametrize("name", ["ex2", "lg2", "sin", "cos", "tanh", "sqrt", "rsqrt", "rcp"])
@pytest.mark.parametrize("kind", ["f32", "f16x2"])
def test_cpus_approximate_as_gpus(name, kind):
    if kind == "f16x2" and name not in ("ex2", "tanh"):
        kind = "ftz.f32"
    text = f"{name}.approx.{kind} $0, $1;"
    inputs = [
        np.resize(FLOATS, 1024).astype(np.float16 if kind == "f16x2" else np.float32).view(np.int32)
    ] * 3
    type_ = FORMATS[kind.removeprefix("ftz.")]
    found, wanted = (computed(c, text, inputs).view(type_) for c in (HOST, emulated.compile))
    np.testing.assert_allclose(found, wanted, rtol=2e-3, atol=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "mov.u32 $0, %smid;",
        "ld.global.b32 $0, [$1];",
        "add.rz.f32 $0, $1, $1;",
        "add.s32.sat $0, $1, $1;",
        "{ again: bra again; }",
        "vote.sync.ballot.b32 $0, 1, 1;",
        "bar.arrive 0, 64;",
        "add.f32 $0, $1;",
        "add.f32 $0, $1, 7;",
        "mov.b32 $0, nobody;",
        "{ .reg .b32 x; mov.b32 $0, x; }",
        "mul.wide.u32 $0, $1, $1;",
    ],
)
def test_cpus_refuse_what_has_no_meaning_there(text):
    with pytest.raises(LoweringError, match=r"cannot run assembly on this target: .* has no meaning there"):
        computed(HOST, text, [WORDS] * 3)


@pytest.mark.parametrize("text", ["bar.sync 0;", "barrier.cta.sync 1, 128;", "bar.warp.sync 0xffffffff;"])
def test_barriers_ask_nothing_of_cpus(text):
    assert (computed(HOST, f"add.s32 $0, $1, $2; {text}", [WORDS] * 3) == WORDS + WORDS).all()
    computed(HOST, text, [WORDS] * 3)


@pytest.mark.parametrize("op", ["tt.reduce", "tt.scan"])
def test_combiners_have_assembly(either, op):
    x = np.abs(FLOATS)
    program = Program()
    end = f"{op}.return"
    result = "f32" if op == "tt.reduce" else tensor(x.shape, "f32")
    attributes = "{axis = 0 : i32}" if op == "tt.reduce" else "{axis = 0 : i32, reverse = false}"
    made = program.op(f""""{op}"({program.input(x)}) <{attributes}> ({{
    ^bb0(%a: f32, %b: f32):
      %m = tt.elementwise_inline_asm "max.NaN.xorsign.abs.f32 $0, $1, $2;" {{constraints = "=r,r,r",
        packed_element = 1 : i32, pure = true}} %a, %b : f32, f32 -> f32
      {end} %m : f32
    }}) : ({tensor(x.shape, "f32")}) -> {result}""")
    program.expect(made, np.array(x.max()) if op == "tt.reduce" else np.maximum.accumulate(x))
    program.check()
