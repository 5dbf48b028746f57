"""Kernels that the choices of an embedder change."""

from __future__ import annotations

import re


def along_rows(name: str, element: str, op: str, rows: int = 4, columns: int = 16, reverse: str = "") -> str:
    """A kernel that reduces, or scans, the rows of a block; what it stores is a row, or a block."""
    shape = f"{rows}x{columns}"
    extra = f", reverse = {reverse}" if name == "scan" else ""
    result = f"{shape}x{element}" if name == "scan" else f"{rows}x{element}"
    pointers = f"tensor<{result[: -len(element)]}!tt.ptr<{element}>>"
    where = "%at" if name == "scan" else "%rows"
    return f"""
tt.func public @k(%x: !tt.ptr<{element}>, %y: !tt.ptr<{element}>) {{
  %r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32>
  %c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>
  %r1 = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
  %c1 = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
  %size = arith.constant dense<{columns}> : tensor<{rows}x1xi32>
  %r2 = arith.muli %r1, %size : tensor<{rows}x1xi32>
  %r3 = tt.broadcast %r2 : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
  %c3 = tt.broadcast %c1 : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
  %at = arith.addi %r3, %c3 : tensor<{shape}xi32>
  %rows = arith.addi %r, %r : tensor<{rows}xi32>
  %px = tt.splat %x : !tt.ptr<{element}> -> tensor<{shape}x!tt.ptr<{element}>>
  %from = tt.addptr %px, %at : tensor<{shape}x!tt.ptr<{element}>>, tensor<{shape}xi32>
  %v = tt.load %from : tensor<{shape}x!tt.ptr<{element}>>
  %s = "tt.{name}"(%v) <{{axis = 1 : i32{extra}}}> ({{
  ^bb0(%a: {element}, %b: {element}):
    {op}
    tt.{name}.return %z : {element}
  }}) : (tensor<{shape}x{element}>) -> tensor<{result}>
  %py = tt.splat %y : !tt.ptr<{element}> -> {pointers}
  %to = tt.addptr %py, {where} : {pointers}, tensor<{result[: -len(element)]}i32>
  tt.store %to, %s : {pointers}
  tt.return
}}
"""


MASKED = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<16xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %at = tt.addptr %px, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  LOADED
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %to = tt.addptr %py, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %to, %v : tensor<16x!tt.ptr<f32>>
  tt.return
}
"""
LOADS = {
    "nothing": "%v = tt.load %at, %mask : tensor<16x!tt.ptr<f32>>",
    "volatile": "%v = tt.load %at, %mask {isVolatile = true} : tensor<16x!tt.ptr<f32>>",
    "other": "%o = arith.constant dense<7.0> : tensor<16xf32>\n  %v = tt.load %at, %mask, %o : tensor<16x!tt.ptr<f32>>",
    "padding": """%one = arith.constant 1 : i64
  %size = arith.extsi %n : i32 to i64
  %zero = arith.constant 0 : i32
  %p = tt.make_tensor_ptr %x, [%size], [%one], [%zero] {order = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
  %v = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<16xf32>>""",
    "descriptor": """%one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %p = tt.make_tensor_descriptor %x, [%n], [%one] : <f32>, <16xf32>
  %v = tt.descriptor_load %p[%zero] : !tt.tensordesc<16xf32> -> tensor<16xf32>""",
}


DOT = """
tt.func public @k(%x: !tt.ptr<f16>, %y: !tt.ptr<ACC>) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %size = arith.constant dense<16> : tensor<16x1xi32>
  %r2 = arith.muli %r1, %size : tensor<16x1xi32>
  %r3 = tt.broadcast %r2 : tensor<16x1xi32> -> tensor<16x16xi32>
  %c3 = tt.broadcast %c1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %at = arith.addi %r3, %c3 : tensor<16x16xi32>
  %px = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %from = tt.addptr %px, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %v = tt.load %from : tensor<16x16x!tt.ptr<f16>>
  %py = tt.splat %y : !tt.ptr<ACC> -> tensor<16x16x!tt.ptr<ACC>>
  %to = tt.addptr %py, %at : tensor<16x16x!tt.ptr<ACC>>, tensor<16x16xi32>
  %old = tt.load %to : tensor<16x16x!tt.ptr<ACC>>
  %none = arith.constant dense<0.0> : tensor<16x16xACC>
  %p = tt.dot %v, %v, %none : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xACC>
  %w = arith.addf %v, %v : tensor<16x16xf16>
  %q = tt.dot %v, %w, %old : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xACC>
  %s = arith.addf %p, %q : tensor<16x16xACC>
  tt.store %to, %s : tensor<16x16x!tt.ptr<ACC>>
  tt.return
}
"""


def either(test: str, nan: str) -> str:
    """%a where it passes ``test`` against %b, or is a NaN."""
    return f"""%g = arith.cmpf {test}, %a, %b : f32
    %n = arith.cmpf {nan}, %a, %a : f32
    %t = arith.ori %g, %n : i1
    %z = arith.select %t, %a, %b : f32"""


#: selects of %a and %b, and what they are
SELECTS = {
    "greater": (either("ogt", "une"), "maximumf"),
    "greater or equal": (either("oge", "uno"), "maximumf"),
    "less": (either("olt", "une"), "minimumf"),
    "nested": (
        "%g = arith.cmpf ogt, %a, %b : f32\n%n = arith.cmpf une, %a, %a : f32\n"
        "%m = arith.select %g, %a, %b : f32\n%z = arith.select %n, %a, %m : f32", "maximumf"
    ),
    "swapped": (
        "%g = arith.cmpf ult, %b, %a : f32\n%n = arith.cmpf ord, %b, %b : f32\n%t = arith.andi %g, %n : i1\n"
        "%z = arith.select %t, %a, %b : f32", "maximumf"
    ),
    "passes over NaN": ("%g = arith.cmpf ogt, %a, %b : f32\n%z = arith.select %g, %a, %b : f32", None),
    "other order": ("%g = arith.cmpf ogt, %a, %b : f32\n%z = arith.select %g, %b, %a : f32", None),
}  # fmt: skip


def elementwise(body: str) -> str:
    """A kernel that stores what ``body`` makes of elements %a and %b of two arrays."""
    body = re.sub("(select.*): f32", r"\1: tensor<64xi1>, tensor<64xf32>", body)
    body = body.replace(": f32", ": tensor<64xf32>").replace(": i1", ": tensor<64xi1>")
    pointers = "".join(
        f"""
  %p{x} = tt.splat %{x} : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %at{x} = tt.addptr %p{x}, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>"""
        for x in ("xa", "xb", "y")
    )
    return f"""
tt.func public @k(%xa: !tt.ptr<f32>, %xb: !tt.ptr<f32>, %y: !tt.ptr<f32>) {{
  %i = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>{pointers}
  %a = tt.load %atxa : tensor<64x!tt.ptr<f32>>
  %b = tt.load %atxb : tensor<64x!tt.ptr<f32>>
  {body}
  tt.store %aty, %z : tensor<64x!tt.ptr<f32>>
  tt.return
}}
"""
