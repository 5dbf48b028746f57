"""Inline PTX assembly of arithmetic, comparisons and moves: a rule for each opcode.

Shifts by more than the width and divisions by zero have the values that the PTX manual gives.
"""

from __future__ import annotations

from tests.support.emulator.intrinsics import canonical, extreme
from tests.support.emulator.ptx_body import B32, PRED, Body, Instruction, PTXError, Rule, Type, type_of


def call(body: Body, name: str, type: Type, *values: str) -> str:
    """The result of LLVM's intrinsic ``name`` of values of one type."""
    arguments = ", ".join(f"{type.llvm} {value}" for value in values)
    return body.op(f"call {type.llvm} @llvm.{name}.{type.mangled}({arguments})")


def flushed(body: Body, it: Instruction, type: Type, value: str) -> str:
    """``value`` with subnormal numbers as zero, if ``.ftz`` asks for that."""
    if not (it.has("ftz") and type == Type("f", 32)):
        return value
    return body.op(f"call float @emu_ftz(float {value})")


def saturated(body: Body, it: Instruction, type: Type, value: str) -> str:
    """``value`` within [0, 1], NaN as 0, if ``.sat`` asks for that."""
    if not (it.has("sat") and type.is_float):
        return value
    zero, one = ("0.0", "1.0") if type.lanes == 1 else ("zeroinitializer", f"splat ({type.llvm[5:-1]} 1.0)")
    return call(body, "minimumnum", type, call(body, "maximumnum", type, value, zero), one)


def operands(body: Body, it: Instruction, type: Type, count: int) -> list[str]:
    """The values of the operands behind the destination."""
    if len(it.operands) != count + 1:
        raise PTXError(f"{count + 1} operands expected in `{it.text}`")
    return [flushed(body, it, type, body.get(operand, type)) for operand in it.operands[1:]]


def computed(body: Body, it: Instruction, type: Type, value: str) -> None:
    """Let the destination be what arithmetic has made."""
    result(body, it, type, one_nan(body, type, value) if type.is_float else value)


def one_nan(body: Body, type: Type, value: str) -> str:
    """``value``, which arithmetic has made, with the NaN that PTX makes."""
    name = f"%{body.name('made')}"
    for line in canonical(type.llvm, value, name):
        body.do(line)
    return name


def result(body: Body, it: Instruction, type: Type, value: str) -> None:
    body.put(it.operands[0], type, saturated(body, it, type, flushed(body, it, type, value)))


# ---- Arithmetic ----


def _rounding(it: Instruction) -> None:
    if it.has("rz", "rm", "rp") and it.type.is_float:
        raise PTXError(f"the emulator rounds to nearest only: `{it.text}`")


def arithmetic(integer: str, float_: str) -> Rule:
    def rule(body: Body, it: Instruction) -> None:
        _rounding(it)
        type = it.type
        a, b = operands(body, it, type, 2)
        if not type.is_float and it.has("sat"):
            result(body, it, type, call(body, f"s{integer}.sat", type, a, b))
        else:
            computed(body, it, type, body.op(f"{float_ if type.is_float else integer} {type.llvm} {a}, {b}"))

    return rule


def bitwise(op: str) -> Rule:
    def rule(body: Body, it: Instruction) -> None:
        a, b = operands(body, it, it.type, 2)
        result(body, it, it.type, body.op(f"{op} {it.type.llvm} {a}, {b}"))

    return rule


def _product(body: Body, it: Instruction, a: str, b: str) -> tuple[Type, str]:
    """The product that ``.lo``, ``.hi`` or ``.wide`` asks for, and its type."""
    type = it.type
    wide = Type(type.kind, 2 * type.width)
    if not it.has("hi", "wide"):
        return type, body.op(f"mul {type.llvm} {a}, {b}")
    a, b = (body.resize(value, type.width, wide.width, type.signed) for value in (a, b))
    whole = body.op(f"mul {wide.llvm} {a}, {b}")
    if it.has("wide"):
        return wide, whole
    high = body.op(f"lshr {wide.llvm} {whole}, {type.width}")
    return type, body.resize(high, wide.width, type.width)


def multiply(body: Body, it: Instruction) -> None:
    _rounding(it)
    a, b = operands(body, it, it.type, 2)
    if it.type.is_float:
        computed(body, it, it.type, body.op(f"fmul {it.type.llvm} {a}, {b}"))
    else:
        type, value = _product(body, it, a, b)
        result(body, it, type, value)


def multiply_add(body: Body, it: Instruction) -> None:
    """``mad`` of integers, and ``fma``"""
    is_down = it.has("rm") and it.type == Type("f", 32)
    if not is_down:
        _rounding(it)
    if it.type.is_float:
        values = operands(body, it, it.type, 3)
        down = f"call float @emu_fma_down({', '.join(f'float {value}' for value in values)})"
        value = body.op(down) if is_down else call(body, "fma", it.type, *values)
        if it.has("relu"):
            value = call(
                body, "maximumnum", it.type, value, "0.0" if it.type.lanes == 1 else "zeroinitializer"
            )
        computed(body, it, it.type, value)
        return
    a, b, c = it.operands[1:]
    type, product = _product(body, it, body.get(a, it.type), body.get(b, it.type))
    result(body, it, type, body.op(f"add {type.llvm} {product}, {body.get(c, type)}"))


def _quotient(body: Body, type: Type, a: str, b: str) -> str:
    """The quotient of integers; all ones for a divisor of 0."""
    t = type.llvm
    zero = body.op(f"icmp eq {t} {b}, 0")
    bad, minus = zero, None
    if type.signed:
        minus = body.op(f"icmp eq {t} {b}, -1")
        bad = body.op(f"or i1 {zero}, {minus}")
    safe = body.op(f"select i1 {bad}, {t} 1, {t} {b}")
    quotient = body.op(f"{'s' if type.signed else 'u'}div {t} {a}, {safe}")
    if minus:
        negated = body.op(f"sub {t} 0, {a}")
        quotient = body.op(f"select i1 {minus}, {t} {negated}, {t} {quotient}")
    return body.op(f"select i1 {zero}, {t} -1, {t} {quotient}")


def divide(body: Body, it: Instruction) -> None:
    a, b = operands(body, it, it.type, 2)
    if it.type.is_float:
        _rounding(it)
        computed(body, it, it.type, body.op(f"fdiv {it.type.llvm} {a}, {b}"))
    else:
        result(body, it, it.type, _quotient(body, it.type, a, b))


def remainder(body: Body, it: Instruction) -> None:
    a, b = operands(body, it, it.type, 2)
    product = body.op(f"mul {it.type.llvm} {_quotient(body, it.type, a, b)}, {b}")
    result(body, it, it.type, body.op(f"sub {it.type.llvm} {a}, {product}"))


def extremum(which: str) -> Rule:
    def rule(body: Body, it: Instruction) -> None:
        type = it.type
        a, b = operands(body, it, type, 2)
        if type.is_float:
            element = Type(type.kind, type.width).llvm
            text = extreme(which, it.has("NaN"), element, type.lanes if type.lanes > 1 else 0)
            if it.has("xorsign"):
                flips = signs(body, type, a, b)
                a, b = (call(body, "fabs", type, value) for value in (a, b))
            value = body.inlined(text, a, b)[1]
            result(body, it, type, call(body, "copysign", type, value, flips) if it.has("xorsign") else value)
        else:
            value = call(body, f"{'s' if type.signed else 'u'}{which}", type, a, b)
            if it.has("relu"):
                value = call(body, "smax", type, value, "0" if type.lanes == 1 else "zeroinitializer")
            result(body, it, type, value)

    return rule


def signs(body: Body, type: Type, a: str, b: str) -> str:
    """A float with the sign that the product of two has."""
    bits = type.llvm.replace(Type(type.kind, type.width).llvm, f"i{type.width}")
    words = [body.op(f"bitcast {type.llvm} {value} to {bits}") for value in (a, b)]
    flips = body.op(f"xor {bits} {words[0]}, {words[1]}")
    return body.op(f"bitcast {bits} {flips} to {type.llvm}")


def absolute(body: Body, it: Instruction) -> None:
    (a,) = operands(body, it, it.type, 1)
    if it.type.is_float:
        result(body, it, it.type, call(body, "fabs", it.type, a))
    else:
        negative = body.op(f"icmp slt {it.type.llvm} {a}, 0")
        minus = body.op(f"sub {it.type.llvm} 0, {a}")
        result(
            body, it, it.type, body.op(f"select i1 {negative}, {it.type.llvm} {minus}, {it.type.llvm} {a}")
        )


def negate(body: Body, it: Instruction) -> None:
    (a,) = operands(body, it, it.type, 1)
    op = f"fneg {it.type.llvm} {a}" if it.type.is_float else f"sub {it.type.llvm} 0, {a}"
    result(body, it, it.type, body.op(op))


def invert(body: Body, it: Instruction) -> None:
    (a,) = operands(body, it, it.type, 1)
    result(body, it, it.type, body.op(f"xor {it.type.llvm} {a}, -1"))


def shift(left: bool) -> Rule:
    def rule(body: Body, it: Instruction) -> None:
        type = it.type
        a = body.get(it.operands[1], type)
        count = body.get(it.operands[2], B32)
        last = call(body, "umin", B32, count, str(type.width - 1))
        amount = body.resize(last, 32, type.width)
        op = "shl" if left else "ashr" if type.signed else "lshr"
        value = body.op(f"{op} {type.llvm} {a}, {amount}")
        if op != "ashr":
            beyond = body.op(f"icmp uge i32 {count}, {type.width}")
            value = body.op(f"select i1 {beyond}, {type.llvm} 0, {type.llvm} {value}")
        result(body, it, type, value)

    return rule


def funnel_shift(body: Body, it: Instruction) -> None:
    """``shf``"""
    low, high, count = operands(body, it, B32, 3)
    amount = body.op(f"and i32 {count}, 31") if it.has("wrap") else call(body, "umin", B32, count, "32")
    both = body.op(
        f"or i64 {body.op(f'shl i64 {body.resize(high, 32, 64)}, 32')}, {body.resize(low, 32, 64)}"
    )
    wide = body.resize(amount, 32, 64)
    if it.has("l"):
        moved = body.op(f"lshr i64 {body.op(f'shl i64 {both}, {wide}')}, 32")
    else:
        moved = body.op(f"lshr i64 {both}, {wide}")
    result(body, it, B32, body.resize(moved, 64, 32))


def count_bits(name: str, *more: str) -> Rule:
    """An instruction whose result has 32 bits, whatever its operand has."""

    def rule(body: Body, it: Instruction) -> None:
        value = body.get(it.operands[1], it.type)
        flags = "".join(f", {flag}" for flag in more)
        value = body.op(f"call {it.type.llvm} @llvm.{name}.{it.type.mangled}({it.type.llvm} {value}{flags})")
        body.put(it.operands[0], B32, body.resize(value, it.type.width, 32))

    return rule


def reverse_bits(body: Body, it: Instruction) -> None:
    (a,) = operands(body, it, it.type, 1)
    result(body, it, it.type, call(body, "bitreverse", it.type, a))


def permute(body: Body, it: Instruction) -> None:
    """``prmt.b32`` without a mode"""
    if it.modifiers != ["b32"]:
        raise PTXError(f"the emulator does not know `{it.text}`")
    a, b, c = operands(body, it, B32, 3)
    result(body, it, B32, body.op(f"call i32 @emu_prmt(i32 {a}, i32 {b}, i32 {c})"))


def lookup(body: Body, it: Instruction) -> None:
    """``lop3.b32``: bit k of the table is the result where the operands' bits are those of k."""
    a, b, c = (body.get(operand, B32) for operand in it.operands[1:4])
    table = int(it.operands[4], 0)
    inputs = [(value, body.op(f"xor i32 {value}, -1")) for value in (a, b, c)]
    whole = "0"
    for row in range(8):
        if table >> row & 1:
            picked = [inputs[k][0] if row >> (2 - k) & 1 else inputs[k][1] for k in range(3)]
            term = body.op(f"and i32 {body.op(f'and i32 {picked[0]}, {picked[1]}')}, {picked[2]}")
            whole = body.op(f"or i32 {whole}, {term}")
    result(body, it, B32, whole)


def extract_field(body: Body, it: Instruction) -> None:
    """``bfe``"""
    type = it.type
    value = body.get(it.operands[1], type)
    start, size = (
        call(body, "umin", B32, body.op(f"and i32 {body.get(o, B32)}, 255"), str(type.width))
        for o in it.operands[2:4]
    )
    wide = Type(type.kind, 2 * type.width + 2)  # so that no shift reaches the width
    signs = body.resize(value, type.width, wide.width, type.signed)
    moved = body.op(
        f"{'ashr' if type.signed else 'lshr'} {wide.llvm} {signs}, {body.resize(start, 32, wide.width)}"
    )
    gone = body.resize(body.op(f"sub i32 {wide.width}, {size}"), 32, wide.width)
    empty = body.op(f"icmp eq i32 {size}, 0")
    gone = body.op(f"select i1 {empty}, {wide.llvm} 0, {wide.llvm} {gone}")
    top = body.op(f"shl {wide.llvm} {moved}, {gone}")
    field = body.op(f"{'ashr' if type.signed else 'lshr'} {wide.llvm} {top}, {gone}")
    field = body.op(f"select i1 {empty}, {wide.llvm} 0, {wide.llvm} {field}")
    result(body, it, type, body.resize(field, wide.width, type.width))


def insert_field(body: Body, it: Instruction) -> None:
    """``bfi``"""
    type = it.type
    a, b = (body.get(operand, type) for operand in it.operands[1:3])
    start, size = (body.op(f"and i32 {body.get(o, B32)}, 255") for o in it.operands[3:5])
    start, size = (call(body, "umin", B32, value, str(type.width)) for value in (start, size))
    wide = Type("b", 2 * type.width + 1)
    ones = body.op(f"shl {wide.llvm} 1, {body.resize(size, 32, wide.width)}")
    ones = body.op(f"sub {wide.llvm} {ones}, 1")
    at = body.resize(start, 32, wide.width)
    mask = body.resize(body.op(f"shl {wide.llvm} {ones}, {at}"), wide.width, type.width)
    moved = body.resize(
        body.op(f"shl {wide.llvm} {body.resize(a, type.width, wide.width)}, {at}"), wide.width, type.width
    )
    inside = body.op(f"and {type.llvm} {moved}, {mask}")
    outside = body.op(f"and {type.llvm} {b}, {body.op(f'xor {type.llvm} {mask}, -1')}")
    result(body, it, type, body.op(f"or {type.llvm} {inside}, {outside}"))


def approximation(name: str) -> Rule:
    """One operand; of f16 and bf16 by way of f32, pairs element by element."""

    def one(body: Body, type: Type, value: str) -> str:
        if type.width == 64:
            root = value
            if "sqrt" in name:
                root = call(body, "canonicalize", type, call(body, "sqrt", type, value))
            return root if name == "sqrt" else body.op(f"fdiv double 1.0, {root}")
        wide = value if type.width == 32 else body.op(f"fpext {type.llvm} {value} to float")
        wide = body.op(f"call float @emu_{name}(float {wide})")
        return wide if type.width == 32 else body.op(f"fptrunc float {wide} to {type.llvm}")

    def rule(body: Body, it: Instruction) -> None:
        type = it.type
        (a,) = operands(body, it, type, 1)
        if type.width == 64 and name not in ("rcp", "sqrt", "rsqrt"):
            raise PTXError(f"the emulator does not know `{it.text}`")
        if type.lanes == 1:
            computed(body, it, type, one(body, type, a))
            return
        whole = "poison"
        element = Type(type.kind, type.width)
        for k in range(type.lanes):
            value = one(body, element, body.op(f"extractelement {type.llvm} {a}, i32 {k}"))
            whole = body.op(f"insertelement {type.llvm} {whole}, {element.llvm} {value}, i32 {k}")
        computed(body, it, type, whole)

    return rule


def copy_sign(body: Body, it: Instruction) -> None:
    sign, size = operands(body, it, it.type, 2)
    result(body, it, it.type, call(body, "copysign", it.type, size, sign))


# ---- Comparisons and choices ----

_UNSIGNED = {"lo": "ult", "ls": "ule", "hi": "ugt", "hs": "uge"}
_FLOAT_COMPARISONS = {
    **{name: f"o{name}" for name in ("eq", "lt", "le", "gt", "ge")},
    **{f"{name}u": f"u{name}" for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{"ne": "one", "num": "ord", "nan": "uno"},
}
_COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge", *_UNSIGNED, *_FLOAT_COMPARISONS}


def _compare(body: Body, it: Instruction) -> str:
    """Whether the comparison holds; of pairs a vector of two."""
    type = it.type
    asked = next(m for m in it.modifiers if m in _COMPARISONS)
    a, b = (flushed(body, it, type, body.get(operand, type)) for operand in it.operands[1:3])
    if type.is_float:
        return body.op(f"fcmp {_FLOAT_COMPARISONS[asked]} {type.llvm} {a}, {b}")
    signed = f"{'s' if type.signed else 'u'}{asked}"
    code = asked if asked in ("eq", "ne") else _UNSIGNED.get(asked, signed)
    return body.op(f"icmp {code} {type.llvm} {a}, {b}")


def _combined(body: Body, it: Instruction, holds: str) -> str:
    """A comparison, together with the predicate that a further operand is."""
    how = next((m for m in it.modifiers if m in ("and", "or", "xor")), None)
    return body.op(f"{how} i1 {holds}, {body.get_bits(it.operands[3], PRED)}") if how else holds


def set_predicate(body: Body, it: Instruction) -> None:
    """``setp``, of one predicate or of two: those of a pair, or the second has the opposite comparison."""
    first, _, second = it.operands[0].partition("|")
    holds = _compare(body, it)
    if it.type.lanes == 2:
        values = [body.op(f"extractelement <2 x i1> {holds}, i32 {k}") for k in range(2)]
    else:
        values = [holds, body.op(f"xor i1 {holds}, true")] if second else [holds]
    for name, value in zip((first, second) if second else (first,), values, strict=True):
        body.put(name.strip(), PRED, _combined(body, it, value))


def set_value(body: Body, it: Instruction) -> None:
    """``set``: all ones, or 1.0, where the comparison holds."""
    holds, type = _combined(body, it, _compare(body, it)), it.types[0]
    yes, no = ("1.0", "0.0") if type.is_float else ("-1", "0")
    body.put(it.operands[0], type, body.op(f"select i1 {holds}, {type.llvm} {yes}, {type.llvm} {no}"))


def select(body: Body, it: Instruction) -> None:
    """``selp``"""
    a, b = (body.get(operand, it.type) for operand in it.operands[1:3])
    chosen = body.get_bits(it.operands[3], PRED)
    body.put(it.operands[0], it.type, body.op(f"select i1 {chosen}, {it.type.llvm} {a}, {it.type.llvm} {b}"))


def select_by_sign(body: Body, it: Instruction) -> None:
    """``slct``"""
    kind, by = it.types
    a, b = (body.get(operand, kind) for operand in it.operands[1:3])
    sign = flushed(body, it, by, body.get(it.operands[3], by))
    holds = body.op(f"fcmp oge float {sign}, 0.0" if by.is_float else f"icmp sge i32 {sign}, 0")
    body.put(it.operands[0], kind, body.op(f"select i1 {holds}, {kind.llvm} {a}, {kind.llvm} {b}"))


def move(body: Body, it: Instruction) -> None:
    body.put(it.operands[0], it.type, body.get(it.operands[1], it.type))


def _known(rule: Rule, words: str) -> Rule:
    """``rule``, for instructions whose modifiers are types and these ``words``: no other one is overlooked."""
    known = words.split()

    def checked(body: Body, it: Instruction) -> None:
        if unknown := [m for m in it.modifiers if m not in known and not type_of(m)]:
            raise PTXError(f"the emulator does not know .{unknown[0]} of `{it.text}`")
        rule(body, it)

    return checked


_ROUNDINGS = "rn rz rm rp ftz sat"
_PARTS = f"lo hi wide {_ROUNDINGS}"
_ASKED = f"ftz and or xor {' '.join(sorted(_COMPARISONS))}"
#: the modifiers that a rule takes note of, besides types
_MODIFIERS = {
    **dict.fromkeys(("add", "sub"), _ROUNDINGS),
    **dict.fromkeys(("mul", "mad"), _PARTS),
    "fma": f"{_ROUNDINGS} relu",
    "div": f"{_ROUNDINGS} full approx",
    **dict.fromkeys(("min", "max"), "ftz NaN relu xorsign abs"),
    **dict.fromkeys(("abs", "neg", "slct"), "ftz"),
    **dict.fromkeys(("ex2", "lg2", "sin", "cos", "tanh", "rcp", "sqrt", "rsqrt"), "rn approx ftz"),
    **dict.fromkeys(("setp", "set"), _ASKED),
    "shf": "l r wrap clamp",
}

_RULES: dict[str, Rule] = {
    "add": arithmetic("add", "fadd"),
    "sub": arithmetic("sub", "fsub"),
    "mul": multiply,
    "mad": multiply_add,
    "fma": multiply_add,
    "div": divide,
    "rem": remainder,
    "min": extremum("min"),
    "max": extremum("max"),
    "abs": absolute,
    "neg": negate,
    "and": bitwise("and"),
    "or": bitwise("or"),
    "xor": bitwise("xor"),
    "not": invert,
    "shl": shift(left=True),
    "shr": shift(left=False),
    "shf": funnel_shift,
    "popc": count_bits("ctpop"),
    "clz": count_bits("ctlz", "i1 false"),
    "brev": reverse_bits,
    "prmt": permute,
    "lop3": lookup,
    "bfe": extract_field,
    "bfi": insert_field,
    "copysign": copy_sign,
    **{name: approximation(name) for name in ("ex2", "lg2", "sin", "cos", "tanh", "rcp", "sqrt", "rsqrt")},
    "setp": set_predicate,
    "set": set_value,
    "selp": select,
    "slct": select_by_sign,
    "mov": move,
}
RULES = {name: _known(rule, _MODIFIERS.get(name, "")) for name, rule in _RULES.items()}
