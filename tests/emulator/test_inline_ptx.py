"""Inline PTX assembly, instruction by instruction, against the values that the PTX manual gives."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.emulator.kernels import element, kernel
from tests.support.amount import examples
from tests.support.emulator import Unsupported, emulate
from tests.support.emulator.inline_ptx import statements

SETTINGS = settings(
    max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
WORDS = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 31, 32, 33, 2**31 - 1, 2**31, 2**32 - 1]))
TRIPLES = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=32, max_size=32)
MASK = 2**32 - 1


def assembled(text: str, *inputs: np.ndarray, result: type | None = None) -> np.ndarray:
    """What ``text`` makes ``$0`` of ``$1`` …, the elements of ``inputs``, of which each thread has its own."""
    types = {2: ("i16", "h"), 4: ("i32", "r"), 8: ("i64", "l")}
    lines, arguments, constraints = [], [], []
    for k, array in enumerate(inputs):
        type, letter = types[array.itemsize]
        lines += [element(f"p{k}", f"%x{k}", type=type), f"%v{k} = load {type}, ptr addrspace(1) %p{k}"]
        arguments.append(f"{type} %v{k}")
        constraints.append(letter)
    out = np.zeros(len(inputs[0]), result or inputs[0].dtype)
    type, letter = types[out.itemsize]
    given = ",".join([f"={letter}", *constraints])
    lines.append(f'%r = call {type} asm "{text}", "{given}"({", ".join(arguments)})')
    lines.append(f"{element('py', '%y', type=type)}store {type} %r, ptr addrspace(1) %py")
    parameters = ", ".join([*(f"ptr addrspace(1) %x{k}" for k in range(len(inputs))), "ptr addrspace(1) %y"])
    emulate(kernel("\n".join(lines), parameters), "k", (1,), [*inputs, out], threads=len(out))
    return out


def signed(x: int, bits: int = 32) -> int:
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> bits - 1 else x


def quotient(a: int, b: int) -> int:
    return -1 if b == 0 else int(math.copysign(1, a) * math.copysign(1, b)) * (abs(a) // abs(b))


def field(a: int, b: int, c: int, is_signed: bool) -> int:
    start, size = b & 255, c & 255
    if size == 0:
        return 0
    top = min(start + size - 1, 31)
    sign = a >> top & 1 if is_signed else 0
    kept = [a >> start + k & 1 if k < size and start + k <= 31 else sign for k in range(32)]
    return sum(bit << k for k, bit in enumerate(kept))


def inserted(a: int, b: int, c: int, d: int) -> int:
    start, size = c & 255, d & 255
    return sum(((a >> k - start if start <= k < start + size else b >> k) & 1) << k for k in range(32))


def permuted(a: int, b: int, select: int) -> int:
    whole = [*a.to_bytes(4, "little"), *b.to_bytes(4, "little")]
    out = []
    for k in range(4):
        nibble = select >> 4 * k & 15
        byte = whole[nibble & 7]
        out.append((255 if byte & 128 else 0) if nibble & 8 else byte)
    return int.from_bytes(bytes(out), "little")


def shifted(a: int, b: int) -> int:
    return (a << b if b < 32 else 0) & MASK


def in_halves(function, a: int, b: int, is_signed: bool) -> int:
    """``function`` of the halves of two words."""
    halves = ((a & 0xFFFF, b & 0xFFFF), (a >> 16, b >> 16))
    read = (lambda x: signed(x, 16)) if is_signed else (lambda x: x)
    low, high = (function(read(x), read(y)) & 0xFFFF for x, y in halves)
    return high << 16 | low


INTEGERS = {
    "max.s16x2 $0, $1, $2;": lambda a, b, c: in_halves(max, a, b, is_signed=True),
    "min.u16x2 $0, $1, $2;": lambda a, b, c: in_halves(min, a, b, is_signed=False),
    "add.s16x2 $0, $1, $2;": lambda a, b, c: in_halves(lambda x, y: x + y, a, b, is_signed=False),
    "add.u32 $0, $1, $2;": lambda a, b, c: a + b,
    "sub.s32 $0, $1, $2;": lambda a, b, c: a - b,
    "add.sat.s32 $0, $1, $2;": lambda a, b, c: max(min(signed(a) + signed(b), 2**31 - 1), -(2**31)),
    "mul.lo.s32 $0, $1, $2;": lambda a, b, c: a * b,
    "mul.hi.u32 $0, $1, $2;": lambda a, b, c: a * b >> 32,
    "mul.hi.s32 $0, $1, $2;": lambda a, b, c: signed(a) * signed(b) >> 32,
    "mad.lo.s32 $0, $1, $2, $3;": lambda a, b, c: a * b + c,
    "mad.hi.u32 $0, $1, $2, $3;": lambda a, b, c: (a * b >> 32) + c,
    "{ .reg .b64 t; mul.wide.s32 t, $1, $2; mov.b64 {_, $0}, t; }": lambda a, b, c: (
        signed(a) * signed(b) >> 32
    ),
    "div.s32 $0, $1, $2;": lambda a, b, c: quotient(signed(a), signed(b)),
    "div.u32 $0, $1, $2;": lambda a, b, c: quotient(a, b),
    "rem.s32 $0, $1, $2;": lambda a, b, c: signed(a) - quotient(signed(a), signed(b)) * signed(b),
    "min.s32 $0, $1, $2;": lambda a, b, c: min(signed(a), signed(b)),
    "max.u32 $0, $1, $2;": lambda a, b, c: max(a, b),
    "abs.s32 $0, $1;": lambda a, b, c: abs(signed(a)),
    "neg.s32 $0, $1;": lambda a, b, c: -a,
    "and.b32 $0, $1, $2;": lambda a, b, c: a & b,
    "or.b32 $0, $1, 0x0F0F;": lambda a, b, c: a | 0xF0F,
    "xor.b32 $0, $1, $2;": lambda a, b, c: a ^ b,
    "not.b32 $0, $1;": lambda a, b, c: ~a,
    "shl.b32 $0, $1, $2;": lambda a, b, c: shifted(a, b),
    "shr.u32 $0, $1, $2;": lambda a, b, c: a >> min(b, 32),
    "shr.s32 $0, $1, $2;": lambda a, b, c: signed(a) >> min(b, 31),
    "shf.l.wrap.b32 $0, $1, $2, $3;": lambda a, b, c: (b << 32 | a) << (c & 31) >> 32,
    "shf.r.clamp.b32 $0, $1, $2, $3;": lambda a, b, c: (b << 32 | a) >> min(c, 32),
    "popc.b32 $0, $1;": lambda a, b, c: bin(a).count("1"),
    "clz.b32 $0, $1;": lambda a, b, c: 32 - a.bit_length(),
    "brev.b32 $0, $1;": lambda a, b, c: int(f"{a:032b}"[::-1], 2),
    "prmt.b32 $0, $1, $2, $3;": permuted,
    "lop3.b32 $0, $1, $2, $3, 0xE8;": lambda a, b, c: (a & b) | (b & c) | (a & c),
    "bfe.u32 $0, $1, $2, $3;": lambda a, b, c: field(a, b, c, is_signed=False),
    "bfe.s32 $0, $1, $2, $3;": lambda a, b, c: field(a, b, c, is_signed=True),
    "bfi.b32 $0, $1, $2, $3, 7;": lambda a, b, c: inserted(a, b, c, 7),
    "{.reg .pred p; setp.lt.s32 p, $1, $2; selp.b32 $0, $3, 9, p;}": lambda a, b, c: (
        c if signed(a) < signed(b) else 9
    ),
    "set.eq.u32.u32 $0, $1, $2;": lambda a, b, c: -(a == b),
    "slct.b32.s32 $0, $1, $2, $3;": lambda a, b, c: a if signed(c) >= 0 else b,
    "cvt.s32.s8 $0, $1;": lambda a, b, c: signed(a, 8),
    "cvt.u32.u16 $0, $1;": lambda a, b, c: a & 0xFFFF,
    "cvt.sat.s8.s32 $0, $1;": lambda a, b, c: max(min(signed(a), 127), -128),
    "{ .reg .b16 lo, hi; mov.b32 {lo, hi}, $1; mov.b32 $0, {hi, lo}; }": lambda a, b, c: a >> 16 | a << 16,
    "{ .reg .b32 t<3>; mov.b32 t0, $1; add.u32 t2, t0, $2; mov.b32 $0, t2; }": lambda a, b, c: a + b,
}


@pytest.mark.parametrize("text", INTEGERS)
@SETTINGS
@given(TRIPLES)
def test_integers(text, triples):
    inputs = [np.array(column, np.uint32) for column in zip(*triples, strict=True)]
    expected = [INTEGERS[text](*triple) & MASK for triple in triples]
    used = [array for k, array in enumerate(inputs) if k == 0 or f"${k + 1}" in text]
    np.testing.assert_array_equal(assembled(text, *used), np.array(expected, np.uint32))


FLOATS = {
    "add.f32 $0, $1, $2;": lambda a, b: a + b,
    "sub.rn.f32 $0, $1, $2;": lambda a, b: a - b,
    "mul.f32 $0, $1, $2;": lambda a, b: a * b,
    "div.full.f32 $0, $1, $2;": lambda a, b: a / b,
    "min.f32 $0, $1, $2;": np.fmin,
    "max.NaN.f32 $0, $1, $2;": np.maximum,
    "add.sat.f32 $0, $1, $2;": lambda a, b: np.fmin(np.fmax(a + b, 0), 1),
    "abs.f32 $0, $1;": lambda a, b: np.abs(a),
    "neg.f32 $0, $1;": lambda a, b: -a,
    "copysign.f32 $0, $1, $2;": lambda a, b: np.copysign(b, a),
    "sqrt.approx.f32 $0, $1;": lambda a, b: np.sqrt(a),
    "fma.rn.f32 $0, $1, $2, 0f3F800000;": lambda a, b: (a.astype(float) * b + 1).astype(np.float32),
    "cvt.rzi.f32.f32 $0, $1;": lambda a, b: np.trunc(a),
    "cvt.rni.f32.f32 $0, $1;": lambda a, b: np.rint(a),
    "{ .reg .f64 d; cvt.f64.f32 d, $1; cvt.rn.f32.f64 $0, d; }": lambda a, b: a,
    "{ .reg .b16 h; cvt.rn.f16.f32 h, $1; cvt.f32.f16 $0, h; }": lambda a, b: a.astype(np.float16).astype(
        np.float32
    ),
    "{.reg .pred p; setp.gtu.f32 p, $1, $2; selp.f32 $0, $1, $2, p;}": lambda a, b: np.where(~(a <= b), a, b),
}


@pytest.mark.parametrize("text", FLOATS)
def test_floats(text):
    rng = np.random.default_rng(0)
    special = [0, -0.0, 1, -1, 0.5, 1.5, 2.5, np.inf, -np.inf, np.nan, 3e38, 1e-30]
    a = np.concatenate([np.repeat(special, len(special)), rng.normal(size=100)]).astype(np.float32)
    b = np.concatenate([np.tile(special, len(special)), rng.normal(size=100)]).astype(np.float32)
    used = [a.view(np.uint32)] + ([b.view(np.uint32)] if "$2" in text else [])
    with np.errstate(all="ignore"):
        expected = FLOATS[text](a, b)
    np.testing.assert_array_equal(assembled(text, *used).view(np.float32), expected)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        *(("ex2", np.exp2), ("lg2", np.log2), ("rcp", lambda x: 1 / x), ("rsqrt", lambda x: 1 / np.sqrt(x))),
        *(("sin", np.sin), ("cos", np.cos), ("tanh", np.tanh)),
    ],
)
@pytest.mark.parametrize("type", ["f32", "f16x2"])
def test_approximations(name, function, type):
    x = np.linspace(0.125, 4, 64).astype(np.float32 if type == "f32" else np.float16)
    got = assembled(f"{name}.approx.{type} $0, $1;", x.view(np.uint32)).view(x.dtype)
    np.testing.assert_allclose(
        got, function(x.astype(float)), rtol=3e-7 if type == "f32" else 1e-3, atol=1e-7
    )


def test_flushes_of_subnormal_numbers():
    x = np.array([1e-40, -1e-40, 1e-30], np.float32)
    got = assembled("add.ftz.f32 $0, $1, $1;", x.view(np.uint32)).view(np.float32)
    np.testing.assert_array_equal(got, [0, 0, np.float32(1e-30) * 2])
    np.testing.assert_array_equal(np.signbit(got), [False, True, False])


def test_conversions_out_of_range_saturate():
    x = np.array([np.nan, 1e10, -1e10, 2.5, -2.5, 3.5], np.float32)
    got = assembled("cvt.rni.s32.f32 $0, $1;", x.view(np.uint32), result=np.int32)
    np.testing.assert_array_equal(got, [0, 2**31 - 1, -(2**31), 2, -2, 4])


def test_pairs_have_the_first_operand_in_the_high_half():
    a, b = np.arange(8, dtype=np.float32), np.arange(8, dtype=np.float32) + 100
    got = assembled("cvt.rn.f16x2.f32 $0, $1, $2;", a.view(np.uint32), b.view(np.uint32)).view(np.float16)
    np.testing.assert_array_equal(got[0::2], b)
    np.testing.assert_array_equal(got[1::2], a)


# ---- Memory ----


@pytest.mark.parametrize("space", ["global", "shared"])
@pytest.mark.parametrize(
    ("lanes", "width"), [(n, w) for n in (1, 2, 4) for w in (8, 16, 32, 64) if n * w <= 128]
)
@pytest.mark.parametrize("modifiers", ["", ".volatile", ".relaxed.gpu", ".L1::evict_last", ".release.sys"])
def test_vectors_in_memory(space, lanes, width, modifiers):
    """A thread whose predicate is true reverses a vector; of shared memory, it does so by way of that."""
    letter, bytes = {8: "h", 16: "h", 32: "r", 64: "l"}[width], width * lanes // 8
    bits = max(width, 16)

    def vector(numbers):
        names = [f"${k}" for k in numbers]
        return f"{{{', '.join(names)}}}" if lanes > 1 else names[0]

    suffix = f"{f'.v{lanes}' if lanes > 1 else ''}.b{width}"
    load, store = (
        f"ld.global{modifiers.replace('release', 'acquire')}{suffix}",
        f"st.global{modifiers}{suffix}",
    )
    types = ", ".join([f"i{bits}"] * lanes)
    type = f"{{ {types} }}" if lanes > 1 else types
    element_type = f"[{bytes} x i8]"
    through = ""
    if space == "shared":
        through = (
            f"@${lanes + 2} st.shared{modifiers}{suffix} [${lanes + 1}], {vector(range(lanes))};"
            f"@${lanes + 2} ld.shared{suffix} {vector(range(lanes))}, [${lanes + 1}];"
        )
    read = f"@${lanes + 2} {load} {vector(range(lanes))}, [${lanes}];{through}"
    write = f"@${lanes + 1} {store} [$0], {vector(range(lanes, 0, -1))};"
    parts = "".join(f"%e{k} = extractvalue {type} %v, {k}\n" for k in range(lanes)) if lanes > 1 else ""
    values = ", ".join(f"i{bits} {f'%e{k}' if lanes > 1 else '%v'}" for k in range(lanes))
    text = kernel(
        f"""%p = icmp ult i32 %t, 5
        {element("px", "%x", type=element_type)}{element("py", "%y", type=element_type)}
        {element("ps", "@shared", type=element_type, space=3)}
        %v = call {type} asm sideeffect "{read}", "{f"={letter}," * lanes}l,l,b"(
            ptr addrspace(1) %px, ptr addrspace(3) %ps, i1 %p)
        {parts}call void asm sideeffect "{write}", "l{f",{letter}" * lanes},b"(ptr addrspace(1) %py, {values}, i1 %p)"""
    )
    x = np.random.default_rng(0).integers(0, 256, 5 * bytes).astype(np.uint8).view(f"u{width // 8}")
    y = np.zeros_like(x)
    emulate(text, "k", (1,), [x, y], threads=32, shared_bytes=5 * bytes)
    np.testing.assert_array_equal(y.reshape(5, lanes), x.reshape(5, lanes)[:, ::-1])


def test_a_sum_of_a_product_is_rounded_down():
    """Also where the product and the sum have lost something, past the largest number, and at zero."""
    dice = np.random.default_rng(0)
    x = np.concatenate([dice.normal(0, 10.0 ** dice.integers(-20, 20, 507)), [0.0, -0.0, 3e38, -3e38, 1e-45]])
    x = x.astype(np.float32)
    for c in (1.0, -0.0, 12583039.0, 3e38, 1e-45):
        word = f"0f{np.float32(c).view(np.uint32):08X}"
        found = assembled(
            f"fma.rm.f32 $0, $1, $2, {word};", x.view(np.uint32), x[::-1].copy().view(np.uint32)
        )
        above = np.nextafter(found.view(np.float32), np.float32(np.inf))
        for left, right, low, high in zip(x, x[::-1], found.view(np.float32), above, strict=True):
            exact = Fraction(float(left)) * Fraction(float(right)) + Fraction(float(np.float32(c)))
            assert np.isinf(low) or Fraction(float(low)) <= exact
            assert np.isinf(high) or Fraction(float(high)) > exact
            assert not np.isinf(low) or exact < -np.finfo(np.float32).max


ATOMICS = {
    "atom.global.add.u32 $0, [$1], $2;": (5, 32 * 3 + 5),
    "atom.acq_rel.gpu.global.max.s32 $0, [$1], $2;": (5, 5),
    "atom.global.exch.b32 $0, [$1], $2;": (5, 3),
    "atom.global.cas.b32 $0, [$1], 5, $2;": (5, 3),
    "atom.global.inc.u32 $0, [$1], $2;": (1, 1),
    "{ red.relaxed.gpu.global.add.u32 [$1], $2; mov.b32 $0, 0; }": (5, 32 * 3 + 5),
}


@pytest.mark.parametrize("text", ATOMICS)
def test_atomics(text):
    before, after = ATOMICS[text]
    body = f'%r = call i32 asm sideeffect "{text}", "=r,l,r"(ptr addrspace(1) %x, i32 3)'
    x = np.array([before], np.int32)
    emulate(kernel(body), "k", (1,), [x, x], threads=32)
    assert x[0] == after


def test_vectors_of_words_and_of_bf16_are_added_atomically():
    one, two = 0x3F80, 0x4000
    words = 'asm sideeffect "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $1, $1, $2};", "l,f,f"'
    pairs = 'asm sideeffect "red.relaxed.gpu.global.add.noftz.v4.bf16x2 [$0], {$1, $1, $1, $1};", "l,r"'
    body = f"""call void {words}(ptr addrspace(1) %x, float 0.5, float 1.0)
    call void {pairs}(ptr addrspace(1) %y, i32 {two << 16 | one})"""
    x, y = np.zeros(4, np.float32), np.zeros(8, np.uint16)
    emulate(kernel(body), "k", (1,), [x, y], threads=32)
    np.testing.assert_array_equal(x, [16, 16, 16, 32])
    np.testing.assert_array_equal(y, [0x4200, 0x4280] * 4)


def test_vectors_of_halves_are_added_atomically():
    one, two = 0x3C00, 0x4000
    pairs = 'asm sideeffect "red.global.add.noftz.v2.f16x2 [$0], {$1, $1};", "l,r"'
    single = 'asm sideeffect "red.global.add.f32 [$0], $1;", "l,f"'
    body = f"""call void {pairs}(ptr addrspace(1) %x, i32 {two << 16 | one})
    call void {single}(ptr addrspace(1) %y, float 0.5)"""
    x, y = np.zeros(4, np.float16), np.zeros(1, np.float32)
    emulate(kernel(body), "k", (1,), [x, y], threads=32)
    np.testing.assert_array_equal(x, [32, 64, 32, 64])
    assert y[0] == 16


# ---- Threads together, and control flow ----


def test_exchanges_in_assembly():
    text = r"""{ .reg .pred p; .reg .b32 t; shfl.sync.bfly.b32 t|p, $1, 1, 31, 0xffffffff;
        @p add.u32 $0, t, %laneid; @!p mov.b32 $0, 0; }"""
    x = np.arange(32, dtype=np.uint32) * 10
    lanes = np.arange(32)
    np.testing.assert_array_equal(assembled(text.replace("\n", r"\0A"), x), x[lanes ^ 1] + lanes)
    total = assembled("redux.sync.add.u32 $0, $1, 0xffffffff;", x)
    np.testing.assert_array_equal(total, np.full(32, x.sum()))
    ballot = """{ .reg .pred p; setp.gt.u32 p, $1, 100; vote.sync.ballot.b32 $0, p, 0xffffffff;
        bar.warp.sync 0xffffffff; }""".replace("\n", r"\0A")
    np.testing.assert_array_equal(assembled(ballot, x), np.full(32, sum(1 << k for k in range(11, 32))))


def test_what_lanes_say_of_one_another_in_assembly():
    x = np.arange(32, dtype=np.uint32) // 3
    alike = [sum(1 << k for k in range(32) if k // 3 == lane // 3) for lane in range(32)]
    np.testing.assert_array_equal(assembled("match.any.sync.b32 $0, $1, 0xffffffff;", x), alike)
    all_ = "{ .reg .pred p; match.all.sync.b32 $0|p, $1, 0xffffffff; @p add.u32 $0, $0, 1; }"
    np.testing.assert_array_equal(assembled(all_, x), np.zeros(32))
    np.testing.assert_array_equal(assembled(all_, x * 0 + 5), np.zeros(32))  # all ones and one more
    elect = "{ .reg .pred p; elect.sync $0|p, 0xfffffffc; @p add.u32 $0, $0, 40; }"
    lanes = np.arange(32, dtype=np.uint32)
    got = assembled(
        "{ .reg .pred q; setp.gt.u32 q, $1, 1; mov.b32 $0, 7; @!q bra out; " + elect + " out: }", lanes
    )
    np.testing.assert_array_equal(got, [7, 7, 42, *[2] * 29])
    assert (assembled("activemask.b32 $0;", x) >> lanes & 1).all()
    for how, wanted in (("popc.u32 $0", 11), ("or.pred r", 1), ("and.pred r", 0)):
        text = f"{{ .reg .pred p, r; setp.gt.u32 p, $1, 20; bar.red.{how}, 0, p; "
        text += "}" if "popc" in how else "selp.b32 $0, 1, 0, r; }"
        np.testing.assert_array_equal(assembled(text, lanes), np.full(32, wanted))


def test_pairs_are_compared_each_by_itself():
    x = np.arange(32, dtype=np.float16).reshape(16, 2)[:, ::-1] - 10
    x = np.concatenate([x, -x])
    text = """{ .reg .pred p, q; .reg .b32 z; mov.b32 z, 0x40004000; setp.lt.f16x2 p|q, $1, z;
      selp.b32 $0, 1, 0, p; @q add.u32 $0, $0, 2; }""".replace("\n", r"\0A")
    got = assembled(text, np.ascontiguousarray(x).view(np.uint32).ravel())
    np.testing.assert_array_equal(got, (x < 2) @ [1, 2])


def test_special_registers():
    text = r"""{ .reg .b64 a, b; .reg .pred p; mov.u64 a, %globaltimer; bar.sync 0; mov.u64 b, %clock64;
        setp.ge.u64 p, b, a; selp.b32 $0, %tid.x, 99, p; add.u32 $0, $0, %lanemask_lt; add.u32 $0, $0, %smid; }"""
    lanes = np.arange(32)
    got = assembled(text.replace("\n", r"\0A"), np.zeros(32, np.uint32))
    np.testing.assert_array_equal(got, lanes + (1 << lanes) - 1)


def test_loops_in_assembly():
    text = r"""{ .reg .pred p; .reg .u32 n; mov.u32 n, $1; mov.u32 $0, 0;
      again: setp.eq.u32 p, n, 0; @p bra done; add.u32 $0, $0, n; sub.u32 n, n, 1; bra.uni again;
      done: }"""
    x = np.arange(32, dtype=np.uint32)
    np.testing.assert_array_equal(assembled(text.replace("\n", r"\0A"), x), x * (x + 1) // 2)


def test_results_tied_to_operands():
    body = """%r = call i32 asm "add.u32 $0, $0, $2;", "=r,0,r"(i32 %t, i32 7)
    %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
    store i32 %r, ptr addrspace(1) %p"""
    y = np.zeros(32, np.int32)
    emulate(kernel(body), "k", (1,), [y, y], threads=32)
    np.testing.assert_array_equal(y, np.arange(32) + 7)


def test_registers_that_nobody_writes_hold_garbage():
    x = np.zeros(32, np.uint32)
    assert (assembled("{ .reg .pred p; setp.ne.u32 p, $1, 0; @p mov.b32 $0, 1; }", x) == 0xCBCBCBCB).all()


def test_statements_are_found():
    text = "{ .reg .b32 a; // one ; two\n L1: @p ld.global.v2.b32 {a, b}, [c+4]; /* { */ bra L1; }"
    wanted = ["{", ".reg .b32 a", "L1:", "@p ld.global.v2.b32 {a, b}, [c+4]", "bra L1", "}"]
    assert statements(text) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("add.u32 $0, $1;", "3 operands expected in `add.u32"),
        ("frobnicate.u32 $0, $1;", "does not know `frobnicate"),
        ("add.rz.f32 $0, $1, $1;", "to nearest only: `add.rz"),
        ("mov.u32 $0, %clusterid.x;", "register %clusterid.x in `mov.u32"),
        ("ld.param.u32 $0, [$1];", "does not know `ld.param"),
        ("cp.async.bulk.prefetch.L2.global [$1], 16;", "does not know `cp.async.bulk.prefetch"),
    ],
)
def test_what_is_not_known_is_quoted(text, message):
    with pytest.raises(Unsupported, match=message):
        assembled(text, np.zeros(1, np.uint32))
