"""Text of older releases, and text as people write it, means what today's text means."""

import re

import pytest

from triton_shared import dialects
from triton_shared.errors import place

# Arguments that the statements below may use.
ARGUMENTS = """%p: !tt.ptr<f32>, %ps: tensor<16x!tt.ptr<f32>>, %pi: tensor<16x!tt.ptr<i32>>,
    %bp: !tt.ptr<tensor<16x8xf16>>, %m: tensor<16xi1>, %x: tensor<16xf32>, %i: tensor<16xi32>,
    %s: f32, %n: i32, %l: i64, %c: i1, %a: tensor<16x8xf16>, %b: tensor<8x16xf16>,
    %acc: tensor<16x16xf32>, %h: !tt.ptr<f16>, %d: !tt.tensordesc<16x8xf16>"""


def printed(statement: str) -> str:
    """``statement`` read, and printed again; values keep their names."""
    text = f"tt.func @f({ARGUMENTS}) {{\n{statement}\ntt.return\n}}"
    lines = dialects.print_module(dialects.parse(text)).split("\n")
    names = [part.split(":")[0].strip().lstrip("%") for part in ARGUMENTS.split("%")[1:]]
    body = "\n".join(line.strip() for line in lines[2:-4])
    return re.sub(r"%arg(\d+)", lambda m: f"%{names[int(m[1])]}" if int(m[1]) < len(names) else m[0], body)


SPELLINGS = [
    ("%0 = tt.splat %s : (f32) -> tensor<16xf32>", "%0 = tt.splat %s : f32 -> tensor<16xf32>"),
    (
        "%0 = tt.splat %p : (!tt.ptr<f32, 1>) -> tensor<4x!tt.ptr<f32, 1>>",
        "%0 = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>",
    ),
    (
        "%0 = tt.broadcast %x : (tensor<16xf32>) -> tensor<16xf32>",
        "%0 = tt.broadcast %x : tensor<16xf32> -> tensor<16xf32>",
    ),
    (
        "%0 = tt.expand_dims %x {axis = 0 : i32} : (tensor<16xf32>) -> tensor<1x16xf32>",
        "%0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>",
    ),
    (
        "%0 = tt.trans %a : (tensor<16x8xf16>) -> tensor<8x16xf16>",
        "%0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x8xf16> -> tensor<8x16xf16>",
    ),
    (
        "%0 = tt.reshape %a {allow_reorder = true} : tensor<16x8xf16> -> tensor<128xf16>",
        "%0 = tt.reshape %a allow_reorder : tensor<16x8xf16> -> tensor<128xf16>",
    ),
    (
        "%0 = tt.view %a : (tensor<16x8xf16>) -> tensor<128xf16>",
        "%0 = tt.reshape %a allow_reorder : tensor<16x8xf16> -> tensor<128xf16>",
    ),
    (
        "%0 = tt.cat %x, %x : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>",
        "%0 = tt.cat %x, %x : tensor<16xf32> -> tensor<32xf32>",
    ),
    ("%0 = tt.get_program_id {axis = 1 : i32} : i32", "%0 = tt.get_program_id y : i32"),
    (
        "%0 = tt.load %ps, %m, %x {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<16xf32>",
        "%0 = tt.load %ps, %m, %x : tensor<16x!tt.ptr<f32>>",
    ),
    (
        "%0 = tt.load %p {cache = 3 : i32, evict = 2 : i32, isVolatile = true} : f32",
        "%0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>, "
        "isVolatile = true} : !tt.ptr<f32>",
    ),
    (
        "%0 = tt.load %ps, %m cacheModifier = ca evictionPolicy = evict_last : tensor<16x!tt.ptr<f32>>",
        "%0 = tt.load %ps, %m {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : "
        "tensor<16x!tt.ptr<f32>>",
    ),
    (
        "%0 = tt.load %ps evictionPolicy = evict_first : tensor<16x!tt.ptr<f32>>",
        "%0 = tt.load %ps {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : "
        "tensor<16x!tt.ptr<f32>>",
    ),
    (
        "%0 = tt.load %bp {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, "
        "padding = 1 : i32} : !tt.ptr<tensor<16x8xf16>, 1> -> tensor<16x8xf16>",
        "%0 = tt.load %bp {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x8xf16>>",
    ),
    (
        "tt.store %ps, %x, %m {cache = 1 : i32, evict = 1 : i32} : tensor<16xf32>",
        "tt.store %ps, %x, %m : tensor<16x!tt.ptr<f32>>",
    ),
    (
        "tt.store %bp, %a {boundaryCheck = array<i32: 0>, cache = 1 : i32, evict = 1 : i32} : "
        "!tt.ptr<tensor<16x8xf16>>, "
        "tensor<16x8xf16>",
        "tt.store %bp, %a {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16x8xf16>>",
    ),
    ("tt.store %p, %s : f32", "tt.store %p, %s : !tt.ptr<f32>"),
    (
        '%0 = tt.atomic_rmw "fadd", "acq_rel", "gpu", %p, %s, %c : (!tt.ptr<f32>, f32, i1) -> f32',
        "%0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %s, %c : (!tt.ptr<f32>, f32, i1) -> f32",
    ),
    (
        "%0 = tt.atomic_rmw fadd, relaxed, %p, %s : (!tt.ptr<f32>, f32) -> f32",
        "%0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %s : (!tt.ptr<f32>, f32) -> f32",
    ),
    (
        '%0 = "tt.atomic_rmw" (%ps, %x, %m) {atomic_rmw_op = 5 : i32} : '
        "(tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>",
        "%0 = tt.atomic_rmw fadd, acq_rel, gpu, %ps, %x, %m : "
        "(tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>",
    ),
    (
        "%0 = tt.atomic_cas %pi, %i, %i : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>",
        "%0 = tt.atomic_cas acq_rel, gpu, %pi, %i, %i : "
        "(tensor<16x!tt.ptr<i32>>, tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>",
    ),
    (
        "%0 = tt.dot %a, %b, %acc {allowTF32 = true, maxNumImpreciseAcc = 0 : i32} : "
        "tensor<16x8xf16> * tensor<8x16xf16> -> tensor<16x16xf32>",
        "%0 = tt.dot %a, %b, %acc, inputPrecision = tf32 : tensor<16x8xf16> * tensor<8x16xf16> -> tensor<16x16xf32>",
    ),
    (
        "%0 = tt.dot %a, %b, %acc {allowTF32 = false} : tensor<16x8xf16> * tensor<8x16xf16> -> tensor<16x16xf32>",
        "%0 = tt.dot %a, %b, %acc : tensor<16x8xf16> * tensor<8x16xf16> -> tensor<16x16xf32>",
    ),
    (
        "%0 = tt.make_tensor_ptr %h, [%l, %l], [%l, %l], [%n, %n] {order = array<i32: 1, 0>} : "
        "!tt.ptr<tensor<16x8xf16>, 1>",
        "%0 = tt.make_tensor_ptr %h, [%l, %l], [%l, %l], [%n, %n] {order = array<i32: 1, 0>} : <tensor<16x8xf16>>",
    ),
    (
        "%0 = tt.advance %bp, [%n, %n] : !tt.ptr<tensor<16x8xf16>, 1>",
        "%0 = tt.advance %bp, [%n, %n] : <tensor<16x8xf16>>",
    ),
    (
        "%0 = tt.make_tensor_descriptor %h, [%n, %n], [%l, %l] : <f16>, <tensor<16x8xf16>>",
        "%0 = tt.make_tensor_descriptor %h, [%n, %n], [%l, %l] : <f16>, <16x8xf16>",
    ),
    (
        "%0 = tt.experimental_descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<16x8xf16>> -> tensor<16x8xf16>",
        "%0 = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<16x8xf16> -> tensor<16x8xf16>",
    ),
    (
        "tt.experimental_descriptor_store %d[%n, %n], %a : !tt.tensordesc<tensor<16x8xf16>>, tensor<16x8xf16>",
        "tt.descriptor_store %d[%n, %n], %a : !tt.tensordesc<16x8xf16>, tensor<16x8xf16>",
    ),
    ('tt.print "x: " : %x : tensor<16xf32>', 'tt.print "x: " : %x : tensor<16xf32>'),
    (
        'tt.assert %m, "message", "file", "function", 12 : tensor<16xi1>',
        'tt.assert %m, "message" {file = "file", func = "function", line = 12 : i32} : tensor<16xi1>',
    ),
    (
        "%0 = tt.fp_to_fp %a {rounding = 1 : i32} : tensor<16x8xf16> -> tensor<16x8xf8E5M2>",
        "%0 = tt.fp_to_fp %a, rounding = rtne : tensor<16x8xf16> -> tensor<16x8xf8E5M2>",
    ),
    (
        '%0 = "tt.reduce"(%x) ({\n^bb0(%u: f32, %v: f32):\n%w = arith.addf %u, %v : f32\ntt.reduce.return %w : f32\n'
        "}) {axis = 0 : i32} : (tensor<16xf32>) -> f32",
        '%0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({\n^bb0(%arg16: f32, %arg17: f32):\n'
        "%1 = arith.addf %arg16, %arg17 : f32\n"
        "tt.reduce.return %1 : f32\n}) : (tensor<16xf32>) -> f32",
    ),
    ("ttg.barrier local|global_read", "ttg.barrier local|global_read"),
    ("gpu.barrier", "gpu.barrier"),
    (
        "%0 = tt.load %p {tt.flatten, tt.divisibility = 16 : i32} : !tt.ptr<f32>",
        "%0 = tt.load %p {tt.divisibility = 16 : i32, tt.flatten} : !tt.ptr<f32>",
    ),
    (
        "%0 = tt.addptr %ps,\n  %i  // the offsets, by element\n  : tensor<16x!tt.ptr<f32>>,\n  tensor<16xi32>",
        "%0 = tt.addptr %ps, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>",
    ),
]


@pytest.mark.parametrize("older, newer", SPELLINGS, ids=[older.split("\n")[0][:60] for older, _ in SPELLINGS])
def test_spelling(older, newer):
    assert printed(older) == newer
    assert printed(newer) == newer


def test_a_module_is_put_around_functions_and_type_aliases_are_resolved():
    module = dialects.parse(
        '!p = !tt.ptr<f32>\n#l = loc("a.py":1:2)\ntt.func @f(%x: !p) -> tensor<4x!p> {\n'
        "  %0 = tt.splat %x : !p -> tensor<4x!p> loc(#l)\n  tt.return %0 : tensor<4x!p>\n} loc(#later)\n"
        '#later = loc("b.py":3:4)\n'
    )
    function = module.regions[0].blocks[0].operations[0]
    assert place(function.location) == ("b.py", 3, 4)
    assert place(function.regions[0].blocks[0].operations[0].location) == ("a.py", 1, 2)
    assert "tt.func @f(%arg0: !tt.ptr<f32>) -> tensor<4x!tt.ptr<f32>> {" in dialects.print_module(module)


def test_functions():
    text = """module {
  tt.func private @declared(!tt.ptr<f32> {tt.divisibility = 16 : i32}, i32) -> (f32 {tt.x}, i32)
  tt.func public @"a name"(%arg0: i32) -> (i32, i32) attributes {noinline = true} {
    tt.return %arg0, %arg0 : i32, i32
  }
}
"""
    assert dialects.print_module(dialects.parse(text)) == text


def test_ops_without_a_location_get_their_place_in_the_text():
    text = """// A comment with tt.load in it.
module {
  tt.func @f(%p: !tt.ptr<f32>, %q:
      !tt.ptr<f32>) { %0 = tt.load %p : !tt.ptr<f32>   tt.store %q, %0 : !tt.ptr<f32>
    tt.return
  }
}
"""
    module = dialects.parse(text, "k.mlir")
    function = module.regions[0].blocks[0].operations[0]
    block = function.regions[0].blocks[0]
    assert place(function.location) == ("k.mlir", 3, 3)
    assert [place(a.location) for a in block.arguments] == [("k.mlir", 3, 14), ("k.mlir", 3, 32)]
    assert [place(op.location) for op in block.operations] == [
        ("k.mlir", 4, 28),
        ("k.mlir", 4, 56),
        ("k.mlir", 5, 5),
    ]


def test_two_splits_get_different_names():
    text = """tt.func @f(%x: tensor<4x2xf32>) -> tensor<4xf32> {
  %a, %b = tt.split %x : tensor<4x2xf32> -> tensor<4xf32>
  %c, %d = tt.split %x : tensor<4x2xf32> -> tensor<4xf32>
  %e = arith.addf %a, %d : tensor<4xf32>
  tt.return %e : tensor<4xf32>
}"""
    lines = dialects.print_module(dialects.parse(text)).split("\n")
    assert lines[2].strip() == "%outLHS, %outRHS = tt.split %arg0 : tensor<4x2xf32> -> tensor<4xf32>"
    assert lines[4].strip() == "%0 = arith.addf %outLHS, %outRHS_0 : tensor<4xf32>"


def test_a_context_of_an_embedder():
    from triton_shared.mlir import ir

    context = dialects.register(ir.Context())
    assert dialects.register(context) is context
    module = dialects.parse("tt.func @f() {\n  tt.return\n}", context=context)
    assert module.context == context != dialects.context()


def test_names_that_only_look_like_ops():
    text = """tt.func @tt.load(%tt.x: i32) attributes {tt.y = "tt.load %x : {", tt.z} {
  tt.call @tt.load(%tt.x) : (i32) -> ()
  tt.return
}"""
    out = dialects.print_module(dialects.parse(text))
    assert 'tt.func @tt.load(%arg0: i32) attributes {tt.y = "tt.load %x : {", tt.z} {' in out
    assert "tt.call @tt.load(%arg0) : (i32) -> ()" in out
