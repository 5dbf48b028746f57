"""Bad input: every error names the place in the file and says what is wrong; nothing crashes."""

import random
from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.errors import CompileError

SAMPLES = sorted((Path(__file__).parent.parent / "ttir").rglob("*.mlir"))


def error(text: str) -> str:
    with pytest.raises(CompileError) as caught:
        dialects.parse(text, "k.mlir")
    return str(caught.value)


def body(statement: str, arguments: str = "") -> str:
    return f"module {{\n  tt.func @f({arguments}) {{\n    {statement}\n    tt.return\n  }}\n}}\n"


MALFORMED = [
    ("hello world\n", "k.mlir:1:1: error: custom op 'hello' is unknown"),
    (
        "import triton\n\n@triton.jit\ndef kernel(x):\n    pass\n",
        "k.mlir:1:1: error: custom op 'import' is unknown",
    ),
    ("func.func @f() {\n  return\n", "k.mlir:2:9: error: expected operation name in quotes"),
    (
        body("%0 = tt.adptr %p, %p : i32, i32"),
        "k.mlir:3:10: error: unknown op 'tt.adptr'; did you mean tt.addptr?",
    ),
    (body('%0 = "tt.lod"() : () -> i32'), "k.mlir:3:10: error: unknown op 'tt.lod'; did you mean tt.load?"),
    (body("%0 = tt.load %p, : !tt.ptr<f32>"), "k.mlir:3:22: error: custom op 'tt.load' expected an operand"),
    (body("%0 = tt.load %p !tt.ptr<f32>"), "k.mlir:3:21: error: custom op 'tt.load' expected ':'"),
    (body("%0 = tt.splat %p : f32 tensor<4xf32>"), "k.mlir:3:28: error: custom op 'tt.splat' expected '->'"),
    (
        body("%0 = tt.load %p : f32 -> f32", "%p: f32"),
        "k.mlir:3:10: error: 'tt.load' op the first operand must be pointers, not 'f32'",
    ),
    (
        body("%0 = tt.splat %p : f32 -> tensor<4xf32> -> f32"),
        "k.mlir:3:45: error: custom op 'tt.splat' unexpected '-'",
    ),
    (
        body('%0 = "tt.load"(%p) : (!tt.ptr<f32>) -> f32'),
        "error: 'tt.load' op requires attribute 'operandSegmentSizes'",
    ),
    (
        body("%0 = tt.get_program_id w : i32"),
        "k.mlir:3:28: error: custom op 'tt.get_program_id' expected one of x, y, z, not 'w'",
    ),
    (body("tt.return", "%p: !tt.pointer<f32>"), "k.mlir:2:18: error: unknown type '!tt.pointer'"),
    (body("%0 = arith.select %c, %p, %p : !tt.pt<f32>"), "k.mlir:3:36: error: unknown type '!tt.pt'"),
    (body("tt.return", "%p: !tt.ptr<f32"), "k.mlir:2:25: error: expected ')' or ','"),
    (body("tt.return", "!tt.ptr<f32>"), "error: expected named arguments in a function with a body"),
    (body("%0 = tt.load %q : !tt.ptr<f32>"), "k.mlir:3:18: error: use of undeclared SSA value name"),
    (
        body("%0 = tt.load %p : !tt.ptr<f16>", "%p: !tt.ptr<f32>"),
        "k.mlir:3:18: error: use of value '%p' expects different type than prior uses: '!tt.ptr<f16>'",
    ),
    (
        body("%0 = tt.load %p : !tt.ptr<f32>\n    %0 = tt.load %p : !tt.ptr<f32>", "%p: !tt.ptr<f32>"),
        "k.mlir:4:5: error: redefinition of SSA value '%0'",
    ),
    (
        "tt.func @f() {\n  tt.return\n}\ntt.func @f() {\n  tt.return\n}\n",
        "k.mlir:4:1: error: redefinition of symbol named 'f'",
    ),
    (
        "tt.func @f(%x: i32) {\n  %0 = arith.addi %x, %x : i32\n}\n",
        "k.mlir:2:8: error: block with no terminator",
    ),
    (
        "tt.func @f(%x: i32) {\n  tt.return %x : i32\n}\n",
        "k.mlir:2:3: error: 'tt.return' op returns 'i32' from function 'f', whose results are nothing",
    ),
    ("tt.func @f() {\n}\n", "k.mlir:1:1: error: empty block: expect at least a terminator"),
]


@pytest.mark.parametrize("text, message", MALFORMED, ids=[m.split("error: ")[1] for _, m in MALFORMED])
def test_malformed(text, message):
    assert message in error(text)


def test_the_offending_line_is_shown_as_written():
    lines = error(
        body(
            "%0 = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>  %1 = tt.load %q : !tt.ptr<f32>",
            "%p: !tt.ptr<f32>",
        )
    ).split("\n")
    assert lines[1].endswith("tt.load %q : !tt.ptr<f32>")
    assert lines[2].index("^") == lines[1].index("%q")


def test_notes_point_back():
    text = error("tt.func @f() {\n  tt.return\n}\ntt.func @f() {\n  tt.return\n}\n")
    assert (
        "k.mlir:1:1: note: see existing symbol definition here" in text
        and "see current operation" not in text
    )


def region_op(name: str, arguments: str, returned: str, axis: int, result: str) -> str:
    """A reduction or scan of ``%i`` whose region returns a value at once."""
    return (
        f'%0 = "tt.{name}"(%i) ({{\n^bb0({arguments}):\ntt.{name}.return {returned}\n}}) '
        f"{{axis = {axis} : i32}} : (tensor<4xi32>) -> {result}"
    )


INVALID = [
    (
        "%0 = tt.addptr %p, %i : !tt.ptr<f32>, tensor<4xi32>",
        "'tt.addptr' op the pointer and the offset differ in shape",
    ),
    ("%0 = tt.addptr %n, %n : i32, i32", "'tt.addptr' op the first operand must be pointers, not 'i32'"),
    (
        "%0 = tt.bitcast %n : i32 -> i64",
        "'tt.bitcast' op cannot cast 'i32' to 'i64'",
    ),
    (
        "%0 = tt.int_to_ptr %n : i32 -> !tt.ptr<tensor<4xf32>>",
        "'tt.int_to_ptr' op the result must be pointers, not '!tt.ptr<tensor<4xf32>>'",
    ),
    ("%0 = tt.addptr %p, %s : !tt.ptr<f32>, f32", "'tt.addptr' op the offset must be integers, not 'f32'"),
    (
        '%0 = "tt.load"(%n) {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> i32',
        "'tt.load' op the first operand must be pointers",
    ),
    (
        '%0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f16',
        "'tt.load' op '!tt.ptr<f32>' points to 'f32', not 'f16'",
    ),
    ('"tt.store"(%p, %s, %n) : (!tt.ptr<f32>, f32, i32) -> ()', "'tt.store' op the mask must be i1"),
    (
        '"tt.store"(%p, %n) : (!tt.ptr<f32>, i32) -> ()',
        "'tt.store' op '!tt.ptr<f32>' points to 'f32', not 'i32'",
    ),
    ("%0 = tt.splat %s : f32 -> tensor<4xi32>", "'tt.splat' op the result must be a tensor of 'f32'"),
    (
        "%0 = tt.broadcast %i : tensor<4xi32> -> tensor<8xi32>",
        "cannot broadcast dimension 0 of 'tensor<4xi32>' from 4 to 8",
    ),
    (
        "%0 = tt.broadcast %i : tensor<4xi32> -> tensor<4x4xi32>",
        "'tt.broadcast' op operand and result differ in rank",
    ),
    ("%0 = tt.expand_dims %i {axis = 2 : i32} : tensor<4xi32> -> tensor<4x1xi32>", "axis 2 is out of range"),
    (
        "%0 = tt.expand_dims %i {axis = 0 : i32} : tensor<4xi32> -> tensor<4x1xi32>",
        "expected a result of type 'tensor<1x4xi32>'",
    ),
    ("%0 = tt.reshape %i : tensor<4xi32> -> tensor<5xi32>", "'tt.reshape' op cannot reshape"),
    (
        "%0 = tt.trans %m {order = array<i32: 0, 0>} : tensor<4x8xf16> -> tensor<4x4xf16>",
        "order must be a permutation",
    ),
    (
        "%0 = tt.trans %m {order = array<i32: 1, 0>} : tensor<4x8xf16> -> tensor<4x8xf16>",
        "expected a result of type 'tensor<8x4xf16>'",
    ),
    ("%0 = tt.make_range {start = 0 : i32, end = 5 : i32} : tensor<4xi32>", "[0, 5) holds 5 numbers"),
    ("%0 = tt.make_range {end = 4 : i32} : tensor<4xi32>", "requires attribute 'start'"),
    ("%0 = tt.get_program_id {axis = 3 : i32} : i32", "attribute 'axis' must be one of x, y, z, not 3"),
    (
        "%0 = tt.dot %m, %m, %acc : tensor<4x8xf16> * tensor<4x8xf16> -> tensor<4x4xf32>",
        "'tt.dot' op cannot multiply",
    ),
    ("%0 = tt.join %i, %i : tensor<4xi32> -> tensor<4x3xi32>", "expected a result of type 'tensor<4x2xi32>'"),
    (
        "%0, %1 = tt.split %m : tensor<4x8xf16> -> tensor<4xf16>",
        "the last dimension of 'tensor<4x8xf16>' must be 2",
    ),
    (
        "%0 = tt.cat %i, %i : tensor<4xi32> -> tensor<4xi32>",
        "'tt.cat' op 'tensor<4xi32>' has not as many elements",
    ),
    (
        "%0 = tt.gather %m[%m] {axis = 2 : i32} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>",
        "axis 2 is out of range",
    ),
    ("%0 = tt.bitcast %s : f32 -> i64", "their elements differ in width"),
    ("%0 = tt.fp_to_fp %n : i32 -> f32", "expected floats, not 'i32'"),
    ("%0 = tt.advance %p, [%n] : <f32>", "must be a block pointer"),
    (
        region_op("reduce", "%u: i32", "%u : i32", 0, "i32"),
        "'tt.reduce' op the region must have arguments 'i32', 'i32', not 'i32'",
    ),
    (
        region_op("reduce", "%u: i32, %v: i32", "%s : f32", 0, "i32"),
        "'tt.reduce' op the region must return 'i32', not 'f32'",
    ),
    (
        region_op("reduce", "%u: i32, %v: i32", "%u : i32", 1, "i32"),
        "'tt.reduce' op axis 1 is out of range",
    ),
    (
        region_op("scan", "%u: i32, %v: i32", "%u : i32", 0, "i32"),
        "'tt.scan' op expected results of types 'tensor<4xi32>', not 'i32'",
    ),
    ("%0 = tt.call @g(%n) : (i32) -> i32", "'tt.call' op calls '@g', which is not a function of this module"),
    ("tt.call @f() : () -> ()", "'tt.call' op operands are nothing, but '@f' has '!tt.ptr<f32>'"),
]
ARGUMENTS = (
    "%p: !tt.ptr<f32>, %i: tensor<4xi32>, %n: i32, %s: f32, %m: tensor<4x8xf16>, %acc: tensor<4x4xf32>"
)


@pytest.mark.parametrize("statement, message", INVALID, ids=[m for _, m in INVALID])
def test_invalid(statement, message):
    text = error(body(statement, ARGUMENTS))
    assert message in text
    assert text.startswith("k.mlir:3:")


#: how ops that take elements of one kind alone are written, for elements of type {0}
ARITHMETIC = {
    "floats": [
        "%0 = tt.precise_sqrt %x : {0}",
        "%0 = tt.precise_divf %x, %x : {0}",
        "%0 = tt.approx_divf %x, %x : {0}",
        "%0 = tt.clampf %x, %x, %x, propagateNan = none : {0}",
    ],
    "integers": ["%0 = tt.mulhiui %x, %x : {0}"],
}
ELEMENTS = {
    "floats": ["f16", "f64", "f8E5M2"],
    "integers": ["i8", "i64"],
    "pointers": ["!tt.ptr<i8>", "!tt.ptr<f32>"],
}


@pytest.mark.parametrize("shape", ["{0}", "tensor<4x{0}>"])
@pytest.mark.parametrize("wanted", ARITHMETIC)
def test_elements_of_the_wrong_kind(wanted, shape):
    for statement in ARITHMETIC[wanted]:
        for kind, elements in ELEMENTS.items():
            for type_ in map(shape.format, elements):
                text = body(statement.format(type_), f"%x: {type_}")
                if kind == wanted:
                    dialects.parse(text, "k.mlir")
                else:
                    assert (
                        f"k.mlir:3:10: error: '{statement.split()[2]}' op takes {wanted}, not '{type_}'"
                        in error(text)
                    )


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_truncated_files(path):
    text = path.read_text()
    last_brace = text.rindex("}")
    generator = random.Random(path.name)
    for cut in (0.2, 0.5, 0.9, *(generator.random() for _ in range(5))):
        where = error(text[: max(int(cut * last_brace), 8)])
        assert where.startswith("k.mlir:")


@pytest.mark.parametrize("path", SAMPLES[::7], ids=lambda p: f"{p.parent.name}/{p.name}")
def test_damaged_files(path):
    text = path.read_text()
    generator = random.Random(path.name)
    for _ in range(20):
        at = generator.randrange(len(text))
        damaged = text[:at] + generator.choice('%{}()<>:,="!#@^-x1 ') + text[at + generator.randrange(3) :]
        try:
            dialects.print_module(dialects.parse(damaged, "k.mlir"))
        except CompileError as found:
            assert str(found).startswith("k.mlir:")


LISTS = ["1", "[1,", "[1,]", "[a]", "[1.5]", "[99999999999999999999]", "array<i64: 1>", '["a"]', "#x"]
LINALG = {
    "reduce": "linalg.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = {0} (%a: f32, %b: f32) {{",
    "transpose": "linalg.transpose ins(%x : tensor<4x8xf32>) outs(%y : tensor<8x4xf32>) permutation = {0}",
    "broadcast": "linalg.broadcast ins(%y : tensor<4xf32>) outs(%x : tensor<4x8xf32>) dimensions = {0}",
}


@pytest.mark.parametrize("name", LINALG)
@pytest.mark.parametrize("written", LISTS)
def test_lists_of_linalg_ops_that_are_none(name, written):
    text = f"func.func @f() {{\n  {LINALG[name].format(written)}\n  return\n}}\n"
    assert "k.mlir:2:" in error(text) and "expected a list of integers behind '='" in error(text)


@pytest.mark.parametrize("op", ["reduce", "scan", "map_elementwise"])
def test_regions_without_a_block(op):
    attributes = {
        "reduce": "axis = 0 : i32",
        "scan": "axis = 0 : i32, reverse = false",
        "map_elementwise": "pack = 1 : i32",
    }
    result = "f32" if op == "reduce" else "tensor<4xf32>"
    text = body(
        f'%0 = "tt.{op}"(%x) <{{{attributes[op]}}}> ({{}}) : (tensor<4xf32>) -> {result}', "%x: tensor<4xf32>"
    )
    assert "k.mlir:3:10: error: 'tt." in error(text) and "must have a block" in error(text)


@pytest.mark.parametrize("element", ["!tt.ptr<f32>", "!tt.ptr<i8>"])
def test_products_of_pointers(element):
    tensor = f"tensor<16x16x{element}>"
    text = body(f"%0 = tt.dot %x, %x, %x : {tensor} * {tensor} -> {tensor}", f"%x: {tensor}")
    assert "'tt.dot' op expected integers or floats" in error(text)
