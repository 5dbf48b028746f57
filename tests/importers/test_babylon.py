"""Triton code models of Project Babylon: what is read, and what is said about bad text."""

import re

import pytest

from tests.support.code_models import HERE, MASKS, NAMES, function, text_of
from triton_shared import dialects
from triton_shared.errors import CompileError, place
from triton_shared.interop.importers import babylon
from triton_shared.mlir import ir
from triton_shared.tools import opt


def printed(text: str) -> str:
    return dialects.print_module(babylon.parse(text))


def refused(text: str) -> tuple[str, int, int]:
    with pytest.raises(CompileError) as error:
        babylon.parse(text, "k.txt")
    first = error.value.diagnostics[0]
    assert first.file == "k.txt" and first.severity == "error"
    return first.message, first.line, first.column


# -- what is read


def test_the_vector_addition_is_the_ir_of_triton():
    expected = dialects.parse(
        """
module {
  tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %size = arith.constant 64 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %size : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %starts = tt.splat %start : i32 -> tensor<64xi32>
    %offsets = arith.addi %starts, %range : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %a = tt.load %xp, %mask, %zero : tensor<64x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %yp = tt.addptr %ys, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %zero1 = arith.constant dense<0.0> : tensor<64xf32>
    %b = tt.load %yp, %mask, %zero1 : tensor<64x!tt.ptr<f32>>
    %sum = arith.addf %a, %b : tensor<64xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %os, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %op, %sum, %mask : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""
    )
    found = printed(text_of("vector_add"))
    assert found.replace(
        '"add_kernel2_ptr<float>_ptr<float>_ptr<float>_int_64_void"', "add"
    ) == dialects.print_module(expected)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_read_survives_printing_and_parsing(name):
    text = printed(text_of(name))
    assert dialects.print_module(dialects.parse(text)) == text


def test_ops_keep_their_places():
    places = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in ("tt.func", "tt.dot", "scf.for", "tt.return"):
            places.append((op.name, *place(op.location)))
        return ir.WalkResult.ADVANCE

    text = text_of("matmul")
    babylon.parse(text, "m.txt").walk(visit, ir.WalkOrder.PRE_ORDER)
    lines = text.splitlines()
    assert len(places) == 8
    for name, file, line, column in places:
        assert file == "m.txt"
        assert lines[line - 1].startswith(name, column - 1)


def test_functions_that_others_call_are_private():
    assert re.findall(r'tt.func (\w+) @"?(\w+)', printed(text_of("softmax"))) == [
        ("private", "row_max"),
        ("private", "greater"),
        ("public", "softmax"),
    ]


def test_functions_may_stand_alone():
    assert "tt.func public @f(%arg0: !tt.ptr<f64>)" in printed('func @"f" (%0 : ptr<double>) -> { return; };')


@pytest.mark.parametrize(
    ("java", "literal", "mlir"),
    [
        ("int", '"-7"', "-7 : i32"),
        ("int", "0x7fffffff", "2147483647 : i32"),
        ("long", "5L", "5 : i64"),
        ("short", "-1", "-1 : i16"),
        ("char", "65535", "-1 : i16"),
        ("byte", "127", "127 : i8"),
        ("boolean", "true", "true"),
        ("float", '"1.5f"', "1.500000e+00 : f32"),
        ("float", "1.0E-5f", "9.99999974E-6 : f32"),
        ("float", "-Infinity", "0xFF800000 : f32"),
        ("double", "2", "2.000000e+00 : f64"),
        ("oracle.code.triton.Float16", "0.5", "5.000000e-01 : f16"),
        ("tensor<x2, x4, float>", "0.0", "dense<0.000000e+00> : tensor<2x4xf32>"),
        ("tensor<x2, int>", "3", "dense<3> : tensor<2xi32>"),
    ],
)
def test_constants(java, literal, mlir):
    assert f"arith.constant {mlir}\n" in printed(function(f"%2 : {java} = arith.constant @{literal};"))


# -- the tool


def test_the_tool_imports_and_lowers():
    for name in NAMES:
        code, out, err = opt.run([str(HERE / f"{name}.txt"), "--import=babylon", "--triton-to-linalg"])
        assert (code, err) == (0, "")
        assert "memref.reinterpret_cast" in out and not re.search(r"\btt\.\w+\b(?! =)", out)


def test_the_tool_refuses_other_notations():
    code, out, err = opt.run(["--import=wasm"], "")
    assert (code, out) == (1, "")
    assert err == "triton-shared-opt: --import: unknown notation 'wasm'; known is: babylon [TS0006]\n"


def test_the_tool_shows_the_line_of_an_error():
    code, _, err = opt.run(["--import=babylon"], function("%2 : int = arith.addi %1 %3;"))
    assert code == 1
    assert err.splitlines() == [
        "<stdin>:2:26: error: %3 is not defined here [TS0100]",
        "%2 : int = arith.addi %1 %3;",
        " " * 25 + "^",
    ]


# -- bad text

BAD = {
    "%2 : int = arith.addi %1 %9;": ("%9 is not defined here", 26),
    "%1 : int = arith.addi %1 %1;": ("%1 is defined twice", 1),
    "%2 : int = arith.adi %1 %1;": ("unknown op 'arith.adi'; did you mean 'arith.andi' or 'arith.addi'", 12),
    '%2 : int = invoke %1 @"java.lang.Integer::valueOf(int)java.lang.Integer";': ("unknown op 'invoke'", 12),
    "%2 : uint = arith.addi %1 %1;": ("unknown type 'uint'; expected boolean, byte", 6),
    "%2 : java.lang.Integer = arith.addi %1 %1;": ("it belongs to Java code models", 6),
    "%2 : tensor<64, int> = tt.splat %1;": ("unexpected '6'", 13),
    "%2 : tensor<y64, int> = tt.splat %1;": ("expected a size such as x64, found 'y64'", 13),
    "%2 : ptr<int, int> = tt.splat %1;": ("unknown type 'ptr<int, int>'", 6),
    "%2 : int = arith.addi %1;": ("'arith.addi' takes 2 operands and 0 bodies", 12),
    '%2 : int = tt.call %1 @"g";': ("no function 'g'", 12),
    '%2 : int = tt.call %1 @"ff";': ("no function 'ff'; did you mean 'f'?", 12),
    "%2 : int = tt.get_program_id;": ("'tt.get_program_id' needs an attribute: @axis=", 12),
    '%2 : int = tt.get_program_id @"x";': ("'x' is no integer", 12),
    '%2 : int = arith.constant @"2.5";': ("'2.5' is no integer", 12),
    "%2 : int = arith.constant @99999999999;": ("99999999999 does not fit 32 bits", 12),
    '%2 : float = arith.constant @"one";': ("'one' is no number of type f32", 14),
    "%2 : boolean = arith.constant @2;": ("'2' is no boolean", 16),
    "%2 : ptr<int> = arith.constant @0;": ("no constants of type !tt.ptr<i32>", 17),
    '%2 : int = arith.cmpi %1 %1 @"lt";': ("unknown predicate 'lt'; expected eq, ne, slt", 12),
    "%2 : int = tuple.load %1 @1;": ("no component 1 of 1", 12),
    "%2 : float = tuple.load %1 @0;": ("component 0 of %1 is a i32", 14),
    "arith.addi %1 %1;": ("a result that is not declared", 1),
    "%2 : int = tt.store %0 %1;": ("'tt.store' has no result of type 'int'", 1),
    "%2 : Tuple<int, int> = arith.addi %1 %1;": ("cannot have a result of type 'Tuple<int, int>'", 6),
    "%2 : int = arith.addi %1 %1": ("expected ';', found 'tt.return'", 1),
    "%2 int = arith.addi %1 %1;": ("expected ':', found 'int'", 4),
    '%2 : int = "arith.addi" %1 %1;': ("expected the name of an operation", 12),
    'tt.func @"g" ()void -> { tt.return; };': ("unknown op 'tt.func'", 1),
    "#": ("unexpected '#'", 1),
    # what the verifier of the ops finds
    "%2 : float = arith.addf %1 %1;": ("operand #0 must be floating-point-like", 14),
    "%2 : tensor<x7, int> = tt.make_range @start=0 @end=8;": ("make_range", 24),
    "tt.return;": ("must be the last operation", 1),
    "tt.store %0 %0;": ("tt.store", 1),
}


@pytest.mark.parametrize("body", BAD)
def test_bad_bodies(body):
    message, column = BAD[body]
    found, line, at = refused(function(body))
    assert message in found
    assert (line, at) == (3 if "found 'tt.return'" in message else 2, column)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a function, found none"),
        ("module ()void -> { unreachable; };", "expected a function, found none"),
        ("module ()void -> { tt.store; };", "expected a function, found 'tt.store'"),
        ('func @"f" (%0 : int)void -> { };', "empty block"),
        ('func @"f" (%0 : int, %0 : int)void -> { return; };', "%0 is defined twice"),
        (
            'func @"f" ()void -> { return; }; func @"f" ()void -> { return; };',
            "function 'f' is defined twice",
        ),
        ('func @"f" (%0 : Var<int>)void -> { return; };', "have to be transformed into Triton code models"),
        ("func ()void -> { return; };", 'needs an attribute: @sym_name="…"'),
        (
            f"func @f (%0 : {'ptr<' * 100}int{'>' * 100})void -> {{ return; }};",
            "nested more than 64 levels deep",
        ),
        ("func @f ()void -> {" * 2000, "nested more than 64 levels deep"),
    ],
)
def test_bad_programs(text, message):
    assert message in refused(text)[0]


def test_a_tuple_is_no_operand():
    body = MASKS.replace("arith.subi %19 %9", "arith.subi %13 %9")
    assert refused(function(body))[0] == "%13 is a tuple: take its components by tuple.load"


def test_values_stay_in_their_bodies():
    body = MASKS.replace("arith.subi %19 %9", "arith.subi %18 %9")
    assert refused(function(body))[0] == "%18 is not defined here"


def test_truncated_and_damaged_text_is_refused_with_a_place():
    text = text_of("matmul")
    code = text.rstrip().rstrip(";").rstrip()
    for end in range(110, len(code), 61):
        assert refused(code[:end])[1] > 0
    tokens = re.findall(r"\S+\s*", text_of("softmax"))
    for i in range(20, len(tokens), 3):
        try:
            babylon.parse("".join(tokens[:i] + tokens[i + 1 :]))
        except CompileError as error:
            assert all(d.line > 0 for d in error.diagnostics)
