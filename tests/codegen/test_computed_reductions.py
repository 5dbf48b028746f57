"""Reductions of what is computed for them alone, exact in integers: masked, over any axis, through any arithmetic."""

import numpy as np
import pytest

import triton_shared

COMBINERS = {"addi": np.add, "xori": np.bitwise_xor, "maxsi": np.maximum, "minsi": np.minimum}
SHAPES = [((1024,), 0), ((16, 64), 0), ((16, 64), 1), ((2, 512), 0), ((512, 2), 1), ((1, 256), 1)]
#: what is made of the elements of two blocks: ops, and what they compute
BODIES = {
    "square": (["muli {x}, {x}"], lambda x, y: x * x),
    "two blocks": (["subi {x}, {y}", "muli {0}, {x}"], lambda x, y: (x - y) * x),
    "shared": (["addi {x}, {y}", "muli {0}, {0}", "xori {1}, {0}"], lambda x, y: ((x + y) ** 2) ^ (x + y)),
}


def text(shape: tuple[int, ...], axis: int, combiner: str, body: list[str]) -> str:
    """Reduce ``body`` of blocks at ``%a`` and ``%b``, of which the first ``%n`` elements are kept, into ``%o``."""
    size = int(np.prod(shape))
    rest = [n for d, n in enumerate(shape) if d != axis]
    flat, block = f"tensor<{size}x", f"tensor<{'x'.join(map(str, shape))}xi32>"
    result = f"tensor<{'x'.join(map(str, rest))}xi32>" if rest else "i32"
    lines = [
        f"%r = tt.make_range {{start = 0 : i32, end = {size} : i32}} : {flat}i32>",
        f"%ns = tt.splat %n : i32 -> {flat}i32>",
        f"%m = arith.cmpi slt, %r, %ns : {flat}i32>",
        f"%other = arith.constant dense<3> : {flat}i32>",
    ]
    for name, pointer in (("x", "a"), ("y", "b")):
        lines += [
            f"%{name}s = tt.splat %{pointer} : !tt.ptr<i32> -> {flat}!tt.ptr<i32>>",
            f"%{name}p = tt.addptr %{name}s, %r : {flat}!tt.ptr<i32>>, {flat}i32>",
            f"%{name}l = tt.load %{name}p, %m, %other : {flat}!tt.ptr<i32>>",
            f"%{name} = tt.reshape %{name}l : {flat}i32> -> {block}",
        ]
    for i, op in enumerate(body):
        names = [f"%v{j}" for j in range(i)]
        lines.append(f"%v{i} = arith.{op.format(*names, x='%x', y='%y')} : {block}")
    lines.append(
        f""""tt.reduce"(%v{len(body) - 1}) <{{axis = {axis} : i32}}> ({{
  ^bb0(%p: i32, %q: i32):
    %c = arith.{combiner} %p, %q : i32
    tt.reduce.return %c : i32
  }}) : ({block}) -> {result}"""
    )
    lines[-1] = f"%t = {lines[-1]}"
    if rest:
        count = int(np.prod(rest))
        lines += [
            f"%or = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>",
            f"%os = tt.splat %o : !tt.ptr<i32> -> tensor<{count}x!tt.ptr<i32>>",
            f"%op = tt.addptr %os, %or : tensor<{count}x!tt.ptr<i32>>, tensor<{count}xi32>",
            f"tt.store %op, %t : tensor<{count}x!tt.ptr<i32>>",
        ]
    else:
        lines.append("tt.store %o, %t : !tt.ptr<i32>")
    inner = "\n  ".join(lines)
    return f"""tt.func public @k(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>, %o: !tt.ptr<i32>, %n: i32) {{
  {inner}
  tt.return
}}"""


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("combiner", COMBINERS)
def test_reductions_of_arithmetic(combiner, body):
    ops, oracle = BODIES[body]
    rng = np.random.default_rng(5)
    for shape, axis in SHAPES:
        size = int(np.prod(shape))
        kernel = triton_shared.compile(text(shape, axis, combiner, ops))
        for kept in (0, 1, size // 3, size - 1, size):
            a, b = rng.integers(-(2**31), 2**31, (2, size)).astype(np.int32)
            x, y = (np.where(np.arange(size) < kept, v, np.int32(3)).reshape(shape) for v in (a, b))
            with np.errstate(over="ignore"):
                wanted = COMBINERS[combiner].reduce(oracle(x, y), axis=axis, dtype=np.int32)
            out = np.zeros(wanted.size, np.int32)
            kernel[(1,)](a[:kept].copy() if kept else np.zeros(1, np.int32), b, out, kept)
            np.testing.assert_array_equal(out, np.asarray(wanted).ravel(), f"{shape} {axis} {kept}")


@pytest.mark.parametrize("without", [(), ("unroll-short-reductions",)])
@pytest.mark.parametrize("combiner", ["addi", "xori"])
def test_reductions_of_a_constant(combiner, without):
    """Fusion writes the constant into the combiner, which then reads no element: every element counts all the same."""
    stored_in_part = """%c1 = arith.constant dense<1> : {i}
  %odd = arith.andi %or, %c1 : {i}
  %c0 = arith.constant dense<0> : {i}
  %even = arith.cmpi eq, %odd, %c0 : {i}
  tt.store %op, %t, %even"""
    for shape, axis in [((16, 64), 0), ((16, 64), 1), ((512, 2), 1), ((2, 2), 1)]:
        wanted = COMBINERS[combiner].reduce(np.full(shape, 5, np.int32), axis=axis, dtype=np.int32)
        program = text(shape, axis, combiner, ["constant dense<5>"])
        masked = stored_in_part.format(i=f"tensor<{wanted.size}xi32>")
        kernel = triton_shared.compile(program.replace("tt.store %op, %t", masked), without=without)
        out = np.zeros_like(wanted)
        kernel[(1,)](out, out, out, 0)
        np.testing.assert_array_equal(out[::2], wanted[::2], f"{shape} {axis}")
        assert not out[1::2].any()


NEGATIVES = {
    "f32": ("arith.negf {x} : {t}", "addf"),
    "f64": ("arith.negf {x} : {t}", "addf"),
    "i32": ("arith.muli {x}, %minus : {t}", "addi"),
    "i8": ("arith.muli {x}, %minus : {t}", "addi"),
}


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("element", NEGATIVES)
def test_sums_of_negatives(element, shape, axis):
    """Canonical forms subtract: ``total - x``, which is not how partial sums go together."""
    negative, combiner = NEGATIVES[element]
    size, rest = int(np.prod(shape)), [n for d, n in enumerate(shape) if d != axis]
    count = int(np.prod(rest))
    block, left = (f"tensor<{'x'.join(map(str, (*s, element)))}>" for s in (shape, rest))
    minus = "-1.0" if element.startswith("f") else "-1"
    text = f"""tt.func public @k(%a: !tt.ptr<{element}>, %o: !tt.ptr<{element}>) {{
  %minus = arith.constant dense<{minus}> : {block}
  %r = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>
  %s = tt.splat %a : !tt.ptr<{element}> -> tensor<{size}x!tt.ptr<{element}>>
  %p = tt.addptr %s, %r : tensor<{size}x!tt.ptr<{element}>>, tensor<{size}xi32>
  %l = tt.load %p : tensor<{size}x!tt.ptr<{element}>>
  %x = tt.reshape %l : tensor<{size}x{element}> -> {block}
  %n = {negative.format(x="%x", t=block)}
  %t = "tt.reduce"(%n) <{{axis = {axis} : i32}}> ({{
  ^bb0(%u: {element}, %v: {element}):
    %c = arith.{combiner} %u, %v : {element}
    tt.reduce.return %c : {element}
  }}) : ({block}) -> {left if rest else element}
  %h = tt.{"reshape" if rest else "splat"} %t : {left if rest else element} -> tensor<{count}x{element}>
  %or = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>
  %os = tt.splat %o : !tt.ptr<{element}> -> tensor<{count}x!tt.ptr<{element}>>
  %op = tt.addptr %os, %or : tensor<{count}x!tt.ptr<{element}>>, tensor<{count}xi32>
  tt.store %op, %h : tensor<{count}x!tt.ptr<{element}>>
  tt.return
}}"""
    dtype = np.dtype({"f": "float", "i": "int"}[element[0]] + element[1:])
    x = np.random.default_rng(1).integers(-9, 9, shape).astype(dtype)
    out = np.zeros(count, dtype)
    triton_shared.compile(text)[(1,)](x.ravel(), out)
    np.testing.assert_array_equal(out, np.sum(-x, axis, dtype=dtype).ravel())
