"""Programs that add up very many narrow floats, for tests of whether one that is forgotten is found."""

COUNT = 4096
NARROW = ("f16", "bf16", "f8E5M2", "f8E4M3FN")

#: sums of rows, of which element %skip is left out
SUMS = """
tt.func public @sums(%x: !tt.ptr<{e}>, %out: !tt.ptr<{e}>) {{
  %skip = arith.constant dense<-1> : tensor<4x{count}xi32>
  %zero = arith.constant dense<0.0> : tensor<4x{count}x{e}>
  %r = tt.make_range {{start = 0 : i32, end = {whole} : i32}} : tensor<{whole}xi32>
  %n = tt.reshape %r : tensor<{whole}xi32> -> tensor<4x{count}xi32>
  %p = tt.splat %x : !tt.ptr<{e}> -> tensor<4x{count}x!tt.ptr<{e}>>
  %q = tt.addptr %p, %n : tensor<4x{count}x!tt.ptr<{e}>>, tensor<4x{count}xi32>
  %v = tt.load %q : tensor<4x{count}x!tt.ptr<{e}>>
  %m = arith.cmpi eq, %n, %skip : tensor<4x{count}xi32>
  %w = arith.select %m, %zero, %v : tensor<4x{count}xi1>, tensor<4x{count}x{e}>
  %s = "tt.reduce"(%w) <{{axis = 1 : i32}}> ({{
  ^bb0(%a: {e}, %b: {e}):
    %c = arith.addf %a, %b : {e}
    tt.reduce.return %c : {e}
  }}) : (tensor<4x{count}x{e}>) -> tensor<4x{e}>
  %i = tt.make_range {{start = 0 : i32, end = 4 : i32}} : tensor<4xi32>
  %o = tt.splat %out : !tt.ptr<{e}> -> tensor<4x!tt.ptr<{e}>>
  %t = tt.addptr %o, %i : tensor<4x!tt.ptr<{e}>>, tensor<4xi32>
  tt.store %t, %s : tensor<4x!tt.ptr<{e}>>
  tt.return
}}
"""

#: products of matrices whose inner dimension has 4,096 elements, of which element %skip of a factor is left out
PRODUCTS = """
tt.func public @products(%x: !tt.ptr<{e}>, %y: !tt.ptr<{e}>, %out: !tt.ptr<{t}>) {{
  %skip = arith.constant dense<-1> : tensor<16x{count}xi32>
  %zero = arith.constant dense<0.0> : tensor<16x{count}x{e}>
  %start = arith.constant dense<0.0> : tensor<16x16x{t}>
  %r = tt.make_range {{start = 0 : i32, end = {whole} : i32}} : tensor<{whole}xi32>
  %n = tt.reshape %r : tensor<{whole}xi32> -> tensor<16x{count}xi32>
  %p = tt.splat %x : !tt.ptr<{e}> -> tensor<16x{count}x!tt.ptr<{e}>>
  %q = tt.addptr %p, %n : tensor<16x{count}x!tt.ptr<{e}>>, tensor<16x{count}xi32>
  %v = tt.load %q : tensor<16x{count}x!tt.ptr<{e}>>
  %m = arith.cmpi eq, %n, %skip : tensor<16x{count}xi32>
  %w = arith.select %m, %zero, %v : tensor<16x{count}xi1>, tensor<16x{count}x{e}>
  %k = tt.reshape %r : tensor<{whole}xi32> -> tensor<{count}x16xi32>
  %f = tt.splat %y : !tt.ptr<{e}> -> tensor<{count}x16x!tt.ptr<{e}>>
  %g = tt.addptr %f, %k : tensor<{count}x16x!tt.ptr<{e}>>, tensor<{count}x16xi32>
  %h = tt.load %g : tensor<{count}x16x!tt.ptr<{e}>>
  %d = tt.dot %w, %h, %start : tensor<16x{count}x{e}> * tensor<{count}x16x{e}> -> tensor<16x16x{t}>
  %a = tt.make_range {{start = 0 : i32, end = 256 : i32}} : tensor<256xi32>
  %b = tt.reshape %a : tensor<256xi32> -> tensor<16x16xi32>
  %o = tt.splat %out : !tt.ptr<{t}> -> tensor<16x16x!tt.ptr<{t}>>
  %z = tt.addptr %o, %b : tensor<16x16x!tt.ptr<{t}>>, tensor<16x16xi32>
  tt.store %z, %d : tensor<16x16x!tt.ptr<{t}>>
  tt.return
}}
"""


def sums(element: str, count: int = COUNT) -> str:
    """Four sums of ``count`` numbers each."""
    return SUMS.format(e=element, count=count, whole=4 * count)


def products(element: str, total: str, count: int = COUNT) -> str:
    """A product of 16 rows and 16 columns, of ``count`` numbers each."""
    return PRODUCTS.format(e=element, t=total, count=count, whole=16 * count)
