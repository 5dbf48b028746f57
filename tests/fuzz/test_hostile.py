"""Programs that somebody wrote to break the reader, MLIR's parser or code generation: each ends as a mutant has to."""

import re
from functools import partial
from pathlib import Path

import pytest

from tests.fuzz.mutations import ELEMENTS
from tests.fuzz.workshop import GOOD, compiling, outcomes
from triton_shared import dialects

SHARED = Path(__file__).parents[1] / "codegen/order.mlir"
#: what may stand where an attribute is expected
ODD = (
    "1",
    "[1]",
    "#x",
    '"a"',
    "{}",
    "unit",
    "[]",
    "array<i64: -1>",
    "[9223372036854775807]",
    "[0, 0]",
    "[#one]",
)
ID = "affine_map<(d0) -> (d0)>"
PARALLEL = f'{{indexing_maps = [{ID}, {ID}], iterator_types = ["parallel"]}}'
PRODUCT = "linalg.matmul {0}ins(%x, %x : {1}, {1}) outs(%x : {1}) -> {1}"
VECTOR, SQUARE = "tensor<4xf32>", "tensor<4x4xf32>"
YIELD = "\n^bb0(%i: f32, %o: f32):\nlinalg.yield %i : f32\n"
USE = f"ins(%x : {VECTOR}) outs(%x : {VECTOR}) {{{YIELD}}} -> {VECTOR}"
PROGRAM = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"


def function(body: str, arguments: str = "", head: str = "", name: str = "@k") -> str:
    """A function of upstream dialects."""
    return f"#one = 1\n{head}\nfunc.func public {name}({arguments}) {{\n  {body}\n  return\n}}\n"


def kernel(body: str = "", arguments: str = "%x: !tt.ptr<f32>", name: str = "@k", more: str = "") -> str:
    """A kernel in TTIR."""
    return f"#one = 1\ntt.func public {name}({arguments}) {more} {{\n  {body}\n  tt.return\n}}\n"


def traits() -> dict[str, str]:
    """``linalg.generic`` with dictionaries that are none, written where they stand, as aliases and in generic form."""
    generic = f'"linalg.generic"(%x, %x) <{{0}}> ({{{{{YIELD}}}}}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'
    dictionaries = {
        **{
            f"iterator_types = {odd}": PARALLEL.replace('["parallel"]', odd)
            for odd in (*ODD, '["odd"]', "#list", "[#linalg.iterator_type<parallel>]")
        },
        **{f"indexing_maps = {odd}": PARALLEL.replace(f"[{ID}, {ID}]", odd) for odd in ODD},
        "an escape": PARALLEL.replace("iterator_types", '"iterator\\5Ftypes"').replace('["parallel"]', "[1]"),
        "sizes": PARALLEL.replace("}", ", operandSegmentSizes = array<i32: 100, -98>}"),
        **{odd: odd for odd in ODD},
    }
    texts = {}
    for name, trait in dictionaries.items():
        head = "#list = [1]\n#x = #one"
        texts[f"generic {name}"] = function(f"linalg.generic {trait} {USE}", f"%x: {VECTOR}", head)
        texts[f"generic, alias {name}"] = function(
            f"linalg.generic #t {USE}", f"%x: {VECTOR}", f"{head}\n#t = {trait}"
        )
        texts[f"generic form {name}"] = function(generic.format(trait), f"%x: {VECTOR}", head)
    return texts


def products() -> dict[str, str]:
    """``linalg.matmul`` with other maps than its own three."""
    a, empty = "affine_map<(d0, d1, d2) -> (d0, d2)>", "affine_map<() -> ()>"
    lists = {
        *ODD,
        *(f"[{', '.join([a] * n)}]" for n in range(5)),
        f"[{empty}, {empty}, {empty}]",
        "[#e, #f, #a]",
    }
    generic = (
        '"linalg.matmul"(%x, %x, %x) {0}({{\n^bb0(%i: f32, %j: f32, %o: f32):\nlinalg.yield %i : f32\n}}){1} : '
        f"({SQUARE}, {SQUARE}, {SQUARE}) -> {SQUARE}"
    )
    head = f"#x = [{a}]\n#a = {a}\n#e = {empty}\n#f = #e"
    sizes = "operandSegmentSizes = array<i32: 2, 1>"
    texts = {}
    for maps in sorted(lists):
        statements = (
            PRODUCT.format(f"indexing_maps = {maps} ", SQUARE),
            generic.format(f"<{{indexing_maps = {maps}, {sizes}}}> ", ""),
            generic.format("", f" {{{sizes}, indexing_maps = {maps}}}"),
        )
        for number, statement in enumerate(statements):
            texts[f"product {number} {maps}"] = function(statement, f"%x: {SQUARE}", head)
    return texts


def affine_maps() -> dict[str, str]:
    """Maps whose numbers overflow as they are folded."""
    least = "(-9223372036854775807 - 1)"
    results = (
        f"(d0 * {least}) floordiv -1",
        "(d0 * -9223372036854775807 - d0) floordiv -1",
        f"(d0 * {least}) mod (1 - 2)",
        f"{least} ceildiv -1",
        "(d0 * 9223372036854775807) * 9223372036854775807",
        f"(d0 * 4) mod {least}",
        "d0 mod 0",
    )
    texts = {f"map {r}": kernel(more=f"attributes {{a.b = affine_map<(d0) -> ({r})>}}") for r in results}
    return {**texts, "set": kernel(more="attributes {a.b = affine_set<(d0) : (d0 floordiv -1 >= 0)>}")}


def names() -> dict[str, str]:
    """Symbols, locations and strings of odd characters, and names that mean something to LLVM."""
    texts = {}
    symbols = (
        "a b",
        "a\\00b",
        "é",
        "a\\0Ab",
        "",
        "a\\22b",
        "a\\\\b",
        "\\FF",
        "\\E9",
        "%s",
        "{0}",
        "a" * 10_000,
    )
    runtime = (
        "llvm.sqrt.f32",
        "llvm.memcpy",
        "triton_shared_print",
        "triton_shared_assert",
        "longjmp",
        "malloc",
    )
    for symbol in (*symbols, *runtime):
        name = f'@"{symbol}"'
        failing = (
            'tt.assert %x, "no" : i1\n  tt.print "a: " {hex = false, isSigned = array<i32: 1>} : %x : i1'
        )
        texts[f"kernel {symbol[:20]}"] = kernel(failing, "%x: i1", name)
        texts[f"declared {symbol[:20]}"] = function(
            f"func.call {name}(%x) : (f32) -> f32",
            f"%x: f32, {PROGRAM}",
            f"func.func private {name}(f32) -> f32",
        )
        texts[f"global {symbol[:20]}"] = function(
            f"memref.get_global {name} : memref<4xf32>",
            f"%x: f32, {PROGRAM}",
            f"memref.global {name} : memref<4xf32> = dense<1.0>",
        )
        texts[f"located {symbol[:20]}"] = kernel("tt.return") + f'#loc = loc("{symbol}":1:1)\n'
    texts["an op with an escape"] = function('"arith\\2Econstant"() <{value = 1 : i32}> : () -> i32')
    return texts


def machines() -> dict[str, str]:
    """Attributes of a module that its translation reads."""
    body = kernel().removeprefix("#one = 1\n")
    keys = (
        "llvm.target_triple",
        "llvm.data_layout",
        "dlti.dl_spec",
        "llvm.commandline",
        "llvm.module.flags",
        "tt.x",
    )
    return {
        f"module {key} = {odd}": f"#one = 1\nmodule attributes {{{key} = {odd}}} {{\n{body}}}\n"
        for key in keys
        for odd in ODD
        if odd != "#x"
    }


def kernels() -> dict[str, str]:
    """Types and attributes of kernels that are none."""
    pointers = (
        '!tt.ptr<"a">',
        "!tt.ptr<#one>",
        "!tt.ptr<!tt.ptr<1>>",
        '!tt.tensordesc<"a">',
        "!tt.ptr<f32, f32>",
    )
    return {
        **{f"argument {p}": kernel(arguments=f"%x: {p}") for p in pointers},
        **{f"loaded {p}": kernel(f"tt.load %x : !tt.ptr<{p}>", f"%x: !tt.ptr<{p}>") for p in pointers},
        **{f"arg_attrs = {odd}": kernel(more=f"attributes {{arg_attrs = {odd}}}") for odd in ODD},
    }


def elements() -> dict[str, str]:
    """A program in the shared form that adds elements of any type."""
    text = SHARED.read_text(encoding="utf-8")
    return {f"elements {e}": text.replace("f32", e) for e in (*ELEMENTS, "i3", "f8E8M0FNU")}


def casts() -> dict[str, str]:
    """Casts that passes put between each other, in a program."""
    types = (
        "!tt.ptr<f32>",
        "!tt.ptr<tensor<4xf32>>",
        "!tt.tensordesc<4xf32>",
        "tensor<4x!tt.ptr<f32>>",
        "i32",
        "memref<*xf32>",
    )
    cast = "builtin.unrealized_conversion_cast"
    return {
        **{
            f"cast {a} to {b}": kernel(
                f"%v = {cast} %x : i32 to {a}\n  %w = {cast} %v : {a} to {b}", "%x: i32"
            )
            for a in types
            for b in types
        },
        **{f"cast to {a}": kernel(f"%v:2 = {cast} to {a}, {a}") for a in types},
    }


def empty() -> dict[str, str]:
    """Linalg ops without operands."""
    return {
        f"no operands of {op} {form}": function(f"{op}{form}")
        for op in ('"linalg.add"', '"linalg.copy" ', '"linalg.matmul"', '"linalg.generic"')
        for form in (
            "() ({}) : () -> ()",
            "() ({\n^bb0:\nlinalg.yield\n}) : () -> ()",
            "( // no\n ) ({}) : () -> ()",
        )
    }


def unranked() -> dict[str, str]:
    """Tensors without a rank."""
    tensor = "tensor<*xf32>"
    ops = (
        "arith.scaling_truncf",
        "arith.scaling_extf",
        "arith.addf",
        "tensor.cast",
        "linalg.copy",
        "arith.bitcast",
    )
    return {
        f"unranked {op}": function(f'%v = "{op}"(%x, %x) : ({tensor}, {tensor}) -> {tensor}', f"%x: {tensor}")
        for op in ops
    }


def hints() -> dict[str, str]:
    """What a program tells LLVM of its functions, arguments and sources, and blobs in tables behind it."""
    of_functions = ("llvm.garbageCollector", "llvm.passthrough", "passthrough", "llvm.reqd_work_group_size")
    of_arguments = ("llvm.range", "llvm.alignstack", "llvm.allocalign", "llvm.byval", "llvm.returned")
    values = (
        "1 : i64",
        "0 : i64",
        "1073741824 : i64",
        "unit",
        "i32",
        '"a"',
        '["readnone"]',
        '[["alignstack", "3"]]',
    )
    scopes = ("", "recId = distinct[5]<>, isRecSelf = true", 'id = distinct[1]<>, name = "k"')
    blobs = ("0x0000000001000000", "0x0300000001000000", "0xFFFFFFFF01000000", "0x04", "abc")
    used = "module attributes {a.b = dense_resource<b> : tensor<1xi32>} {}\n"
    return {
        **{
            f"function {k} = {v}": kernel(more=f"attributes {{{k} = {v}}}")
            for k in of_functions
            for v in values
        },
        **{
            f"argument {k} = {v}": kernel(arguments=f"%x: !tt.ptr<f32> {{{k} = {v}}}, %n: i32 {{{k} = {v}}}")
            for k in of_arguments
            for v in values
        },
        **{
            f"scope {scope}": f"{kernel().rstrip()} loc(fused<#llvm.di_subprogram<{scope}>>[unknown])\n"
            for scope in scopes
        },
        **{f"blob {b}": f'{used}{{-# dialect_resources: {{ builtin: {{ b: "{b}" }} }} #-}}\n' for b in blobs},
    }


def located() -> dict[str, str]:
    """A kernel whose function and ops have any kind of place."""
    file = '"k.mlir":1:1'
    places = (
        "unknown",
        '"a"',
        '"a"(unknown)',
        f'"a"({file})',
        'fused["a", "b"]',
        f'fused["a", {file}]',
        "fused[unknown]",
    )
    calls = ('callsite("a" at "b")', f'callsite("a" at {file})', f'callsite({file} at "a")')
    add = "%one = arith.constant 1.0 : f32\n  tt.store %x, %one : !tt.ptr<f32>"
    return {
        **{f"function at {p}": f"{kernel(add).rstrip()} loc({p})\n" for p in (*places, *calls)},
        **{f"all at {p}": f"{kernel(f'{add} loc({p})').rstrip()} loc({p})\n" for p in (*places, *calls)},
    }


def short_forms() -> dict[str, str]:
    """Short forms of linalg ops on what has no elements, and locations where attributes stand."""
    short = "linalg.{op} {{ arith.addf }} ins(%x : {x}) outs(%y : {y}) {rest}"
    pairs = [(VECTOR, odd) for odd in ("i32", "f8E5M2", "index", "!t", "vector<4xf32>", "none", "i65")]
    rest = {"reduce": "dimensions = [0]", "map": ""}
    return {
        **{
            f"{op} of {x} to {y}": function(
                short.format(op=op, x=x, y=y, rest=rest[op]), f"%x: {x}, %y: {y}", "!t = i8"
            )
            for op in rest
            for pair in pairs
            for x, y in (pair, pair[::-1])
        },
        **{
            f"{place} of an argument": function(
                "", f"%x: memref<*xf32> {{tt.divisibility = {place}}}, {PROGRAM}", "#l = loc(unknown)"
            )
            for place in ("loc(unknown)", 'loc("a")', "#l")
        },
        **{
            f"{name} = {odd}": kernel(re.sub(rf"{name} = [^,]*", f"{name} = {odd}", TTS))
            for name in ("cuts", "loops")
            for odd in (*ODD, "array<i64: 5>", "array<i32: 0>")
        },
    }


def bodies() -> dict[str, str]:
    """Short forms of linalg ops on elements of which the bodies that MLIR makes for them are not valid."""
    odd = ("ui8", "si32", "index", "none", "vector<4xf32>", "complex<f32>", "!tt.ptr<f32>")
    copy = "linalg.copy ins(%x : {x}) outs(%y : {y})"
    product = "linalg.matmul ins(%x, %y : {x}, {y}) outs(%z : memref<16x64xsi8>)"
    right = "linalg.exp ins(%e : memref<4xf32>) outs(%e : memref<4xf32>)\n  "
    return {
        **{
            f"copy of {x} to {y}": function(
                right + copy.format(x=x, y=y), f"%x: {x}, %y: {y}, %e: memref<4xf32>"
            )
            for element in odd
            for x in (element, f"memref<4x{element}>")
            for y in ("memref<4xf32>", "memref<4xui8>", "memref<4xi32>")
        },
        **{
            f"product of {x} and {y}": function(
                product.format(x=x, y=y), f"%x: {x}, %y: {y}, %z: memref<16x64xsi8>"
            )
            for x in ("memref<16x32xf32>", "memref<16x32xui8>", "ui8")
            for y in ("memref<32x64xf32>", "memref<32x64xi1>", "i1")
        },
    }


def blocks() -> dict[str, str]:
    """Block pointers that no op of Triton's has made, read from and handed on."""
    block, load = "!tt.ptr<tensor<4xf32>>", TTS.replace("CUTS", "array<i64>")
    made = {
        "poison": f"%b = ub.poison : {block}",
        "tts.load": load.replace("%v", "%b").replace("tensor<4xf32>", block),
        "select": f"%p = ub.poison : {block}\n  %t = arith.constant true\n  %b = arith.select %t, %p, %p : {block}",
        "branch": f"%p = ub.poison : {block}\n  cf.br ^next(%p : {block})\n^next(%b : {block}):",
    }
    function = (
        "tt.func {visibility} @{name}(%x: !tt.ptr<f32>){result} {{\n  {body}\n  tt.return {value}\n}}\n"
    )
    taken = {
        "loaded": function.format(
            visibility="public", name="k", result="", body=f"MADE\n  %l = tt.load %b : {block}", value=""
        ),
        "returned": function.format(
            visibility="public", name="k", result=f" -> {block}", body="MADE", value=f"%b : {block}"
        ),
        "passed": f"tt.func private @f(%b: {block}) {{\n  tt.return\n}}\n"
        + function.format(
            visibility="public",
            name="k",
            result="",
            body=f"MADE\n  tt.call @f(%b) : ({block}) -> ()",
            value="",
        ),
    }
    return {
        f"{how} of {op}": text.replace("MADE", ops) for op, ops in made.items() for how, text in taken.items()
    }


def wide_hints() -> dict[str, str]:
    """Hints that list more numbers than there are dimensions, or than memory holds."""
    access = """%r = tt.make_range {{start = 0 : i32, end = 4 : i32, {0}}} : tensor<4xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %p = tt.addptr %s, %r {{{0}}} : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %p {{{0}}} : tensor<4x!tt.ptr<f32>>"""
    return {
        f"{name} = {number} of {extent}": kernel(
            access.format(f"tt.{name} = dense<{number}> : tensor<{extent}i32>")
        )
        for name in ("divisibility", "contiguity", "constancy")
        for number in ("16", "-1")
        for extent in (f"{1 << 62}x", "2x", "0x", "1x4x", "")
    }


def arrays() -> dict[str, str]:
    """Arrays of elements that none has, as attributes of any op, which passes read, copy or pass over."""
    elements = (
        "bf16",
        "f8E5M2",
        "f8E4M3B11FNUZ",
        "f16",
        "f80",
        "i24",
        "i128",
        "ui8",
        "si32: 0",
        "!t",
        "i64: -1",
        "f64",
    )
    places = {
        "module": lambda array: f"module attributes {{a.b = {array}}} {{\n{kernel()}}}\n",
        "argument": lambda array: kernel(arguments=f"%x: !tt.ptr<f32> {{tt.divisibility = {array}}}"),
        "number": lambda array: kernel(
            f"%r = tt.make_range {{end = {array}, start = 0 : i32}} : tensor<4xi32>"
        ),
        "hint": lambda array: kernel(f"%v = tt.load %x {{tt.contiguity = {array}}} : !tt.ptr<f32>"),
        "list": lambda array: kernel(TTS.replace("CUTS", array)),
    }
    return {
        f"array<{element}> as {place}": f"!t = f16\n{make(f'array<{element}>')}"
        for element in elements
        for place, make in places.items()
    }


def steps() -> dict[str, str]:
    """Loops of steps that never end them, around a copy of a long block."""
    block = "tensor<65536x!tt.ptr<f32>>"
    body = f"""%r = tt.make_range {{{{start = 0 : i32, end = 65536 : i32}}}} : tensor<65536xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> {block}
  %p = tt.addptr %s, %r : {block}, tensor<65536xi32>
  %b = arith.constant {{0}} : i32
  %e = arith.constant {{1}} : i32
  %t = arith.constant {{2}} : i32
  scf.for %i = %b to %e step %t : i32 {{{{
    %v = tt.load %p : {block}
    %w = arith.addf %v, %v : tensor<65536xf32>
    tt.store %p, %w : {block}
  }}}}"""
    bounds = ((0, 4, 0), (4, 0, 0), (0, 4, -1), (4, 0, -1), (0, 2147483647, -2147483648), (0, 0, 0))
    return {f"loop of {b}": kernel(body.format(*b)) for b in bounds}


def constants() -> dict[str, str]:
    """Constants that list no elements, whose number is another one, or whose kind is."""
    values = (
        *(
            "dense_resource<x>",
            "sparse<[[0]], 5>",
            "dense<>",
            "dense<[1, 2]>",
            "dense<1.5>",
            'dense<"0x00">',
            "unit",
        ),
        *("array<i32: 1, 2, 3, 4>", "[1, 2, 3, 4]", "1"),
    )
    store = """%s = tt.splat %x : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  tt.store %s, %c : tensor<4x!tt.ptr<i32>>"""
    return {
        f"{form} {value}": kernel(f"%c = {form.format(value)}\n  {store}", "%x: !tt.ptr<i32>")
        for value in values
        for form in (
            "arith.constant {} : tensor<4xi32>",
            '"arith.constant"() <{{value = {} : tensor<4xi32>}}> : () -> tensor<4xi32>',
        )
    }


def segments() -> dict[str, str]:
    """Sizes of segments that no op has, of an op of ours and of upstream's."""
    sizes = (
        "",
        ": 0, 1",
        ": 1",
        ": 1, 0, 0, 0",
        ": 1, 1, -1",
        ": -1, 2, 0",
        ": 0, 1, 0",
        ": 1, 0, 0",
        ": 99999999999, 0, 0",
    )
    ops = {
        "tt.load": '%v = "tt.load"(%x) <{{isVolatile = false, operandSegmentSizes = array<i32{}>}}> '
        ": (!tt.ptr<f32>) -> f32",
        "tts.load": TTS.replace("{", "{{")
        .replace("}", "}}")
        .replace("CUTS", "array<i64>")
        .replace(": 1, 1, 1, 0, 0, 0, 0, 0, 0", "{}"),
        "memref.alloc": '%m = "memref.alloc"() <{{operandSegmentSizes = array<i32{}>}}> : () -> memref<4xf32>',
    }
    return {f"{name} of {size}": kernel(op.format(size)) for name, op in ops.items() for size in sizes}


TTS = """%c = arith.constant 0 : index
  %v = "tts.load"(%x, %c, %c) <{cuts = array<i64>, loops = array<i64>,
    operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>}> ({})
    : (!tt.ptr<f32>, index, index) -> tensor<4xf32>"""


def long_lists() -> dict[str, str]:
    """Ops with an operand, or a result, for each element of very many."""
    types = {
        f"{kind} of {size}": f"{kind}<{size}xi32>"
        for kind in ("vector", "tensor")
        for size in (1 << 62, "4294967296x4")
    }
    ops = {
        "vector.from_elements": ("%e = vector.from_elements %i, %i : TYPE", "%i: i32"),
        "vector.to_elements": ("%e:2 = vector.to_elements %i : TYPE", "%i: TYPE"),
        "tensor.from_elements": ("%e = tensor.from_elements %i, %i : TYPE", "%i: i32"),
    }
    return {
        f"{name} of a {kind}" + ", by an alias" * bool(aliases): aliases
        + function(op.replace("TYPE", type_), arguments.replace("TYPE", type_))
        for name, (op, arguments) in ops.items()
        for kind, written in types.items()
        if name.startswith(kind.partition(" ")[0])
        for aliases, type_ in (("", written), (f"!t = {written}\n", "!t"))
    }


PROGRAMS = {
    **steps(),
    **long_lists(),
    **constants(),
    **segments(),
    **arrays(),
    **bodies(),
    **blocks(),
    **wide_hints(),
    **short_forms(),
    **hints(),
    **located(),
    **unranked(),
    **casts(),
    **empty(),
    **elements(),
    **traits(),
    **products(),
    **affine_maps(),
    **names(),
    **machines(),
    **kernels(),
}
GOOD_ONES = {
    "arrays": 'module attributes {a.b = array<i32: 1>, a.c = "array<f16>", a.d = array < f64 >} {} // array<bf16>\n',
    "an array of LLVM's": function("", "%x: !llvm.struct<(ptr, array<2 x f16>)>, %y: !llvm.array<2 x bf16>"),
    "a short form": function(
        "%r = linalg.reduce { arith.addf } ins(%x : !v) outs(%y : tensor<f32>) dimensions = [0]",
        "%x: !v, %y: tensor<f32>",
        f"!v = {VECTOR}",
    ),
    "places": function(
        "%a = arith.constant {b = 1 : i32} 0 : i32 loc(#l)", "", "#l = loc(unknown)\n#m = loc(fused[#l])"
    ),
    "a trait": function(f"linalg.generic #t {USE}", f"%x: {VECTOR}", f"#t = {PARALLEL}"),
    "iterator types": function(
        f'"linalg.generic"(%x, %x) <{{indexing_maps = [{ID}, {ID}], operandSegmentSizes = array<i32: 1, 1>, '
        f"iterator_types = [#linalg.iterator_type<parallel>]}}> ({{{YIELD}}}) : ({VECTOR}, {VECTOR}) -> {VECTOR}",
        f"%x: {VECTOR}",
    ),
    "a transposed product": function(
        PRODUCT.format(
            "indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, #c] ",
            SQUARE,
        ),
        f"%x: {SQUARE}",
        "#c = affine_map<(d0, d1, d2) -> (d0, d1)>",
    ),
    "a map": function("", "", "#m = affine_map<(d0)[s0] -> (d0 floordiv 4, d0 mod s0, d0 ceildiv 8)>"),
    "escapes": kernel(more='attributes {a.b = "\\C3\\A9 C:\\\\FF \\00 \\t"}', name='@"a\\22b\\0A{0}"'),
}


def test_no_program_breaks_anything():
    texts = {**PROGRAMS, **GOOD_ONES}
    names = list(texts)
    ended = {names[o.number]: o for o in outcomes(texts.values(), 2)}
    bad = {name: o for name, o in ended.items() if o.kind not in GOOD}
    assert not bad, "\n".join(f"{name}: {o.kind}\n{o.details[-500:]}" for name, o in bad.items())
    assert {ended[name].kind for name in located()} == {"compiled"}
    made = [name for name in bodies() if re.search("'(arith|linalg.yield)", ended[name].details)]
    places = {name.split()[0] + ended[name].details.partition(": error")[0] for name in made}
    assert len(made) > 30 and places == {"copyk.mlir:5:3", "productk.mlir:4:3"}


def assembly() -> dict[str, str]:
    """Assembly for GPUs with references and constraints over which LLVM ends the process."""
    references = (
        *(
            "$",
            "$$",
            "$x",
            "$2",
            "${0}",
            "${0:x}",
            "${5}",
            "${",
            "${0",
            "$[",
            "$(a$|b$)",
            "${:uid}",
            "${:foo}",
        ),
        *("mov $0 $1 $10", "$99999999999999999999", "{", "}", "|", "%"),
    )
    constraints = (
        *(
            "=x,r",
            "=b,b",
            "=q,q",
            "=c,c",
            "=N,N",
            "=h,h",
            "=l,l",
            "=f,f",
            "=d,d",
            "=&r,r",
            "=r,0",
            "=r,5",
            "=r,i",
        ),
        *(
            "=r,n",
            "=r,m",
            "=m,r",
            "=*r,r",
            "=r,*r",
            "+r,r",
            "=r,%r",
            "={r1},{r2}",
            "=r,{",
            "=,",
            "=r,!i",
            "=r|l,r",
        ),
        *("=r,r,~{memory}", "=r,r,~", "=r,r,~{foo", "=r,r,~{foo}", "", ",", "=r"),
    )
    text = """%v = tt.load %x : !tt.ptr<{2}>
  %a = tt.elementwise_inline_asm "{0}" {{constraints = "{1}", packed_element = 1 : i32, pure = false}} %v : {2} -> {2}
  tt.store %x, %a : !tt.ptr<{2}>"""
    cases = [(r, "=r,r", "i32") for r in references]
    cases += [("mov.b32 $0, $0;", c, t) for c in constraints for t in ("i32", "f16", "f64", "i1")]
    return {" ".join(c): kernel(text.format(*c), f"%x: !tt.ptr<{c[2]}>") for c in cases}


@pytest.mark.exhaustive
def test_no_program_breaks_anything_on_gpus():
    texts = {**steps(), **constants(), **assembly()}
    names = list(texts)
    ended = {names[o.number]: o for o in outcomes(texts.values(), 2, partial(compiling, "sm_90a"))}
    bad = {name: o for name, o in ended.items() if o.kind not in GOOD}
    assert not bad, "\n".join(f"{name}: {o.kind}\n{o.details[-500:]}" for name, o in bad.items())
    assert ended["$$ =r,r i32"].kind == ended["${0} =r,r i32"].kind == "compiled"


@pytest.mark.parametrize("name", GOOD_ONES)
def test_what_looks_alike_is_read(name):
    dialects.parse(GOOD_ONES[name], "k.mlir")
