"""What Triton code models compute, op by op, against numpy."""

import math
import re

import numpy as np
import pytest

from tests.support.code_models import MASKS, NAMES, function, kernel, text_of
from triton_shared.interop.importers import babylon


def test_vector_addition():
    x, y = np.random.default_rng(0).standard_normal((2, 1000)).astype(np.float32)
    out = np.full(1024, 7, np.float32)
    kernel(text_of("vector_add"))[16](x, y, out, 1000)
    np.testing.assert_array_equal(out[:1000], x + y)
    assert (out[1000:] == 7).all()


@pytest.mark.parametrize(("m", "n", "k"), [(32, 64, 32), (70, 130, 45), (5, 3, 1)])
def test_matrix_multiplication(m, n, k):
    random = np.random.default_rng(m)
    a, b = (random.integers(-4, 5, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    c = np.full((m + 1, n), 99, np.float16)
    kernel(text_of("matmul"))[-(-m // 32), -(-n // 64)](a, b, c, m, n, k, k, 1, n, 1, n, 1)
    np.testing.assert_array_equal(c[:m], a.astype(np.float32) @ b.astype(np.float32))
    assert (c[m:] == 99).all()


def test_softmax():
    x = np.random.default_rng(0).standard_normal((5, 50)).astype(np.float32) + 3
    out = np.zeros_like(x)
    kernel(text_of("softmax"))[5](out, x, 50, 50)
    e = np.exp(x.astype(np.float64) - np.maximum(x.max(1, keepdims=True), 0))
    np.testing.assert_allclose(out, e / e.sum(1, keepdims=True), rtol=1e-6)


def test_masks_declared_int_are_bits_and_numbers():
    index, n = np.arange(8), 6
    out = np.full(8, -1, np.int32)
    kernel(function(MASKS))[1](out, n)
    below, above = (index < n).astype(int), (index >= 2).astype(int)
    expected = below + above + 3 - (below & above & (below + above))
    np.testing.assert_array_equal(out, np.where(below & above, expected, -1))


X = np.array([3, -7, 12, 1, -1, 100, 0, 45], np.int32)
Y = np.array([2, 3, -5, 1, 7, -9, 4, 6], np.int32)
INTEGER_OPS = {
    "addi": lambda x, y: x + y,
    "subi": lambda x, y: x - y,
    "muli": lambda x, y: x * y,
    "divsi": lambda x, y: np.trunc(x / y),
    "remsi": np.fmod,
    "divui": lambda x, y: x.view(np.uint32) // y.view(np.uint32),
    "remui": lambda x, y: x.view(np.uint32) % y.view(np.uint32),
    "ceildivsi": lambda x, y: np.ceil(x / y),
    "floordivsi": lambda x, y: x // y,
    "shli": lambda x, y: x << (y & 7),
    "shrsi": lambda x, y: x >> (y & 7),
    "shrui": lambda x, y: x.view(np.uint32) >> (y & 7).view(np.uint32),
    "minsi": np.minimum,
    "maxsi": np.maximum,
    "minui": lambda x, y: np.minimum(x.view(np.uint32), y.view(np.uint32)),
    "maxui": lambda x, y: np.maximum(x.view(np.uint32), y.view(np.uint32)),
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
}
SHIFTS = {"shli", "shrsi", "shrui"}
FLOAT_OPS = {
    "arith.addf": lambda x, y: x + y,
    "arith.subf": lambda x, y: x - y,
    "arith.mulf": lambda x, y: x * y,
    "arith.divf": lambda x, y: x / y,
    "arith.remf": np.fmod,
    **dict.fromkeys(["arith.maximumf", "arith.maxnumf"], np.maximum),
    **dict.fromkeys(["arith.minimumf", "arith.minnumf"], np.minimum),
    "arith.negf": np.negative,
    "math.absf": np.abs,
    "math.ceil": np.ceil,
    "math.floor": np.floor,
    **{f"math.{name}": getattr(np, name) for name in ["cos", "exp", "exp2", "sin", "tan", "tanh"]},
    "math.erf": np.vectorize(math.erf),
    "math.log": lambda x: np.log(np.abs(x)),
    "math.log2": lambda x: np.log2(np.abs(x)),
    "math.sqrt": lambda x: np.sqrt(np.abs(x)),
    "math.rsqrt": lambda x: 1 / np.sqrt(np.abs(x)),
}
POSITIVE = {"math.log", "math.log2", "math.sqrt", "math.rsqrt"}


def operations(type_: str, rows: list[str]) -> str:
    """A kernel that stores each of ``rows``, ops on %x, %y, %m (3 bits of y), %a (|x|), to a row of its own."""
    vector, pointers = f"tensor<x8, {type_}>", f"tensor<x8, ptr<{type_}>>"
    lines = [
        '%r : tensor<x8, int> = tt.make_range @start="0" @end="8";',
        "%eight : tensor<x8, int> = arith.constant @8;",
    ]
    for name, pointer in (("x", "%0"), ("y", "%1")):
        lines += [
            f"%{name}s : {pointers} = tt.splat {pointer};",
            f"%{name}p : {pointers} = tt.addptr %{name}s %r;",
            f"%{name} : {vector} = tt.load %{name}p;",
        ]
    if type_ == "float":
        lines.append(f"%a : {vector} = math.absf %x;")
    else:
        lines += [f"%seven : {vector} = arith.constant @7;", f"%m : {vector} = arith.andi %y %seven;"]
    lines.append(f"%o0s : {pointers} = tt.splat %2;")
    lines.append(f"%p0 : {pointers} = tt.addptr %o0s %r;")
    for i, row in enumerate(rows):
        lines += [f"%v{i} : {vector} = {row};", f"tt.store %p{i} %v{i};"]
        lines.append(f"%p{i + 1} : {pointers} = tt.addptr %p{i} %eight;")
    return function("\n".join(lines), ", ".join(f"%{k} : ptr<{type_}>" for k in range(3)))


def test_integer_ops():
    rows = [f"arith.{name} %x {'%m' if name in SHIFTS else '%y'}" for name in INTEGER_OPS]
    out = np.zeros((len(rows) + 1, 8), np.int32)
    kernel(operations("int", [*rows, "math.absi %x"]))[1](X, Y, out)
    for name, found in zip(INTEGER_OPS, out[:-1], strict=True):
        expected = np.asarray(INTEGER_OPS[name](X, Y)).astype(np.int64).astype(np.int32)
        np.testing.assert_array_equal(found, expected, err_msg=name)
    np.testing.assert_array_equal(out[-1], np.abs(X))


def test_float_ops():
    x, y = np.random.default_rng(1).uniform(-3, 3, (2, 8)).astype(np.float32)
    binary = {name for name in FLOAT_OPS if name.startswith("arith.") and name != "arith.negf"}
    rows = [f"{n} {'%a' if n in POSITIVE else '%x'}{' %y' if n in binary else ''}" for n in FLOAT_OPS]
    out = np.zeros((len(rows), 8), np.float32)
    kernel(operations("float", rows))[1](x, y, out)
    for name, found in zip(FLOAT_OPS, out, strict=True):
        operands = (v.astype(np.float64) for v in ((x, y) if name in binary else (x,)))
        np.testing.assert_allclose(found, FLOAT_OPS[name](*operands), rtol=2e-6, atol=1e-6, err_msg=name)


#: source type, op, type between, op back to int, and what both do to an int
CASTS = [
    ("extsi", "long", "trunci", lambda x: x),
    ("extui", "long", "trunci", lambda x: x),
    ("trunci", "byte", "extsi", lambda x: x.astype(np.int8)),
    ("trunci", "char", "extui", lambda x: x.astype(np.uint16)),
    ("sitofp", "double", "fptosi", lambda x: x),
    ("uitofp", "double", "fptoui", lambda x: x),
    ("bitcast", "float", "bitcast", lambda x: x),
    ("sitofp", "oracle.code.triton.Float16", "fptosi", lambda x: x.astype(np.float16)),
]


def test_casts():
    vector, rows = "tensor<x8, int>", ["arith.addi %x %x"]
    text = operations("int", rows * len(CASTS))
    for i, (there, between, back, _) in enumerate(CASTS):
        casts = f"%c{i} : tensor<x8, {between}> = arith.{there} %x; %v{i} : {vector} = arith.{back} %c{i};"
        text = text.replace(f"%v{i} : {vector} = {rows[0]};", casts)
    text = text.replace(
        "tt.return;",
        "%h : tensor<x8, float> = arith.sitofp %x; "
        "%h1 : tensor<x8, oracle.code.triton.Float16> = arith.truncf %h; %h2 : tensor<x8, float> = arith.extf %h1; "
        f"%h3 : {vector} = arith.fptosi %h2; tt.store %p{len(CASTS)} %h3; tt.return;",
    )
    out = np.zeros((len(CASTS) + 1, 8), np.int32)
    kernel(text)[1](X * 37, Y, out)
    for (there, between, *_, cast), found in zip(CASTS, out[:-1], strict=True):
        np.testing.assert_array_equal(found, cast(X * 37).astype(np.int32), err_msg=f"{there} to {between}")
    np.testing.assert_array_equal(out[-1], (X * 37).astype(np.float16).astype(np.int32))


@pytest.mark.parametrize("op", ["arith.cmpi", "arith.cmpf"])
def test_predicates(op):
    number = {"arith.cmpi": "int", "arith.cmpf": "float"}[op]
    names = babylon.PREDICATES[op]
    text = operations("int", ["arith.addi %x %x"] * len(names))
    for i, name in enumerate(names):
        compare = f'%v{i} : tensor<x8, int> = {op} %x1 %y1 @"{name}"'
        text = text.replace(f"%v{i} : tensor<x8, int> = arith.addi %x %x", compare)
    views = "".join(f"%{v}1 : tensor<x8, {number}> = arith.bitcast %{v};" for v in "xy")
    text = text.replace("%o0s :", f"{views} %o0s :")
    x, y = X.copy(), Y.copy()
    if number == "float":
        x, y = X.astype(np.float32), Y.astype(np.float32)
        x[2], y[5] = np.nan, np.nan
    y[1] = x[1]
    out = np.zeros((len(names), 8), np.int32)
    kernel(text)[1](x.view(np.int32), y.view(np.int32), out)
    relations = {"eq": x == y, "ne": (x < y) | (x > y), "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}
    if number == "int":
        a, b = x.view(np.uint32), y.view(np.uint32)
        signed = {k if k in ("eq", "ne") else f"s{k}": v for k, v in relations.items()}
        expected = {**signed, "ult": a < b, "ule": a <= b, "ugt": a > b, "uge": a >= b}
    else:
        unordered = np.isnan(x) | np.isnan(y)
        expected = {f"o{k}": v for k, v in relations.items()} | {
            f"u{k}": v | unordered for k, v in relations.items()
        }
        expected |= {
            "false": np.zeros(8, bool),
            "true": np.ones(8, bool),
            "ord": ~unordered,
            "uno": unordered,
        }
    for name, found in zip(names, out, strict=True):
        np.testing.assert_array_equal(found, expected[name], err_msg=name)


def test_every_op_of_the_table_is_executed():
    tested = {f"arith.{n}" for n in INTEGER_OPS} | set(FLOAT_OPS) | set(babylon.PREDICATES) | {"math.absi"}
    tested |= {f"arith.{op}" for there, _, back, _ in CASTS for op in (there, back)} | {
        "arith.extf",
        "arith.truncf",
    }
    texts = "".join([*map(text_of, NAMES), MASKS, CALLED, PROGRAMS])
    missing = [op for op in babylon.RULES if not re.search(rf"(?<![\w.]){re.escape(op)}[ ;]", texts)]
    assert set(missing) - tested == {"return"}  # the same as tt.return


PROGRAMS = """
%2 : int = tt.get_num_programs @axis="1"; %3 : int = tt.get_program_id @1;
%4 : ptr<int> = tt.addptr %0 %3; tt.store %4 %2;
"""


def test_programs_know_their_grid():
    out = np.zeros(5, np.int32)
    kernel(function(PROGRAMS))[1, 5](out, 0)
    assert (out == 5).all()


CALLED = """tt.func @"g" (%5 : tensor<x8, int>, %6 : int)int -> {
    %7 : int = tt.reduce %5 @axis="0" (%8 : int, %9 : int)int -> {
        %10 : int = arith.maxsi %8 %9;
        tt.reduce.return %10;
    };
    %11 : int = scf.for %6 %7 %6 %7 (%12 : int, %13 : int)int -> { %14 : int = arith.addi %12 %13; scf.yield %14; };
    tt.return %11;
};"""


def test_calls_reductions_and_loops_of_one_value():
    body = '%2 : tensor<x8, int> = tt.make_range @start="0" @end="8"; %3 : int = tt.call %2 %1 @"g"; tt.store %0 %3;'
    out = np.zeros(1, np.int32)
    kernel(function(body, extra=CALLED))[1](out, 2)
    assert out[0] == 7 + sum(range(2, 7, 2))
