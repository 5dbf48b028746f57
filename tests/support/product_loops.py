"""Loops whose turns compute with a product of two matrices, whose elements are any numbers, as TTIR."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.ttir import Writer, tensor

ROWS, COLUMNS = 16, 32
SHAPE = ROWS, COLUMNS
WHOLE, LINE = tensor(SHAPE, "f32"), tensor((ROWS,), "f32")


def index(w: Writer, axis: int) -> str:
    """The index along ``axis``, i32, at all places."""
    size, flat = SHAPE[axis], (ROWS, 1) if axis == 0 else (1, COLUMNS)
    line = w.pure(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>")
    types = f"tensor<{size}xi32> -> {tensor(flat, 'i32')}"
    line = w.pure(f"tt.expand_dims {line} {{axis = {1 - axis} : i32}} : {types}")
    return w.pure(f"tt.broadcast {line} : {tensor(flat, 'i32')} -> {tensor(SHAPE, 'i32')}")


def pointers(w: Writer, name: str, shape: tuple[int, ...], turn: str = "") -> str:
    """Pointers to the elements of the f32 array ``name``: those of a row-major block, the one of number ``turn``."""
    whole, block = tensor(shape, "i32"), tensor(shape, "!tt.ptr<f32>")
    if len(shape) == 1:
        places = w.op(f"tt.make_range {{start = 0 : i32, end = {shape[0]} : i32}} : {whole}")
    else:
        far = w.op(f"arith.constant dense<{shape[1]}> : {whole}")
        places = w.op(f"arith.muli {index(w, 0)}, {far} : {whole}")
        places = w.op(f"arith.addi {places}, {index(w, 1)} : {whole}")
    if turn:
        size = w.op(f"arith.constant {ROWS * COLUMNS if len(shape) > 1 else ROWS} : i32")
        first = w.op(f"arith.muli {turn}, {size} : i32")
        places = w.op(f"arith.addi {places}, {w.op(f'tt.splat {first} : i32 -> {whole}')} : {whole}")
    base = w.op(f"tt.splat %{name} : !tt.ptr<f32> -> {block}")
    return w.op(f"tt.addptr {base}, {places} : {block}, {whole}")


def kernel(body: Callable[[Writer, str, str], None], arguments: str) -> str:
    """``@k(x, …, begin, end)``, of a loop from ``%begin`` to ``%end``.

    A turn ``%i`` does ``body(w, turn, product)``, of a product that is the block of ``x`` of this ``turn``, from 0 on.
    """
    w = Writer()
    for axis in (0, 1):
        index(w, axis)
    factors = [tensor(shape, "f16") for shape in ((ROWS, 16), (16, COLUMNS))]
    a, b = (w.op(f"arith.constant dense<0.0> : {type_}") for type_ in factors)
    one = w.op("arith.constant 1 : i32")
    w.do(f"scf.for %i = %begin to %end step {one} : i32 {{")
    turn = w.op("arith.subi %i, %begin : i32")
    x = w.op(f"tt.load {pointers(w, 'x', SHAPE, turn)} : {tensor(SHAPE, '!tt.ptr<f32>')}")
    body(w, turn, w.op(f"tt.dot {a}, {b}, {x} : {factors[0]} * {factors[1]} -> {WHOLE}"))
    w.do("}")
    return w.kernel(f"%x: !tt.ptr<f32>, {arguments}, %begin: i32, %end: i32")
