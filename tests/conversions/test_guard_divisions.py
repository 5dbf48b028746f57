"""Integer division has a value wherever it stands, and constant divisors cost nothing.

`tests/ops` divides every pair of edge cases on scalars and tensors, `tests/execution` divides in addresses and masks;
here stand the other places: masked-off elements, dropped elements, regions, loops and constants.
"""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.ops.elementwise import DIVISIONS, on_integers
from tests.ops.values import operands, width_of
from tests.support.program import DTYPES, Program
from tests.support.ttir import Body, tensor
from triton_shared import LoweringError, dialects
from triton_shared.passes.manager import run_pipeline

INTS = ("i8", "i16", "i32", "i64")
COUNT = 256
TYPE = {e: tensor((COUNT,), e) for e in (*INTS, "i1")}


def divided(op: str, x: np.ndarray, y: np.ndarray, e: str) -> np.ndarray:
    """What ``op`` makes of arrays of type ``e``."""
    signed, function = DIVISIONS[op]
    oracle = on_integers(lambda a, b: function(a, b, width_of(e)), (e, e), e, signed=signed)
    return oracle(x, y)


def numbers(e: str) -> list[np.ndarray]:
    """Every edge case divided by every edge case, zero among them."""
    x, y = operands((e, e), (COUNT,), 7)
    assert (y == 0).any() and ((x == np.iinfo(DTYPES[e]).min) & (y == -1)).any()
    return [x, y]


def dropped(program: Program, op: str, e: str) -> None:
    """A select drops what has no value."""
    x, y = numbers(e)
    names = program.input(x), program.input(y)
    zero = program.op(f"arith.constant dense<0> : {TYPE[e]}")
    test = program.op(f"arith.cmpi ne, {names[1]}, {zero} : {TYPE[e]}")
    quotient = program.op(f"arith.{op} {names[0]}, {names[1]} : {TYPE[e]}")
    kept = program.op(f"arith.select {test}, {quotient}, {zero} : {TYPE['i1']}, {TYPE[e]}")
    program.expect(kept, np.where(y == 0, 0, divided(op, x, y, e)).astype(DTYPES[e]), note=f"{op} {e}")


def in_a_reduction(program: Program, op: str, e: str) -> None:
    """Two elements are combined."""
    _combined(program, op, e, "tt.reduce", tensor((COUNT,), e), lambda x, y: divided(op, x, y, e))


def in_a_scan(program: Program, op: str, e: str) -> None:
    """The first element stays, the second is combined with it."""
    wide = tensor((COUNT, 2), e)
    _combined(program, op, e, "tt.scan", wide, lambda x, y: np.stack([x, divided(op, x, y, e)], 1), "false")


def _combined(program, op, e, name, result, expected, reverse="") -> None:
    x, y = numbers(e)
    pairs = program.input(np.stack([x, y], 1))
    attributes = "axis = 1 : i32" + (f", reverse = {reverse}" if reverse else "")
    region = f"^bb0(%a: {e}, %b: {e}):\n    %d = arith.{op} %a, %b : {e}\n    {name}.return %d : {e}"
    text = (
        f'"{name}"({pairs}) <{{{attributes}}}> ({{\n  {region}\n  }}) : ({tensor((COUNT, 2), e)}) -> {result}'
    )
    program.expect(program.op(text), expected(x, y), note=f"{op} {e}")


def in_a_map(program: Program, op: str, e: str) -> None:
    x, y = numbers(e)
    region = (
        f"^bb0(%a: {e}, %b: {e}):\n    %d = arith.{op} %a, %b : {e}\n    tt.map_elementwise.return %d : {e}"
    )
    value = program.op(
        f'"tt.map_elementwise"({program.input(x)}, {program.input(y)}) <{{pack = 1 : i32}}> ({{\n  {region}\n  }}) : '
        f"({TYPE[e]}, {TYPE[e]}) -> {TYPE[e]}"
    )
    program.expect(value, divided(op, x, y, e), note=f"{op} {e}")


def in_a_loop(program: Program, op: str, e: str) -> None:
    """Twice by the same divisors; the loop carries the quotients."""
    x, y = numbers(e)
    low, high = program.op("arith.constant 0 : i32"), program.op("arith.constant 2 : i32")
    step = program.op("arith.constant 1 : i32")
    start, divisor = program.input(x), program.input(y)
    value = program.op(
        f"scf.for %i = {low} to {high} step {step} iter_args(%a = {start}) -> ({TYPE[e]}) : i32 {{\n"
        f"    %d = arith.{op} %a, {divisor} : {TYPE[e]}\n    scf.yield %d : {TYPE[e]}\n  }}"
    )
    program.expect(value, divided(op, divided(op, x, y, e), y, e), note=f"{op} {e}")


def by_constants(program: Program, op: str, e: str) -> None:
    """Constants that have no quotients, and some that have, as a tensor, as a scalar and broadcast."""
    x = numbers(e)[0]
    name = program.input(x)
    for number in (0, -1, 1, 7, -3, np.iinfo(DTYPES[e]).min):
        scalar = program.op(f"arith.constant {number} : {e}")
        wanted = divided(op, x, np.full_like(x, number), e)
        for divisor in (
            f"arith.constant dense<{number}> : {TYPE[e]}",
            f"tt.splat {scalar} : {e} -> {TYPE[e]}",
        ):
            value = program.op(f"arith.{op} {name}, {program.op(divisor)} : {TYPE[e]}")
            program.expect(value, wanted, note=f"{op} {e} by {number}")
        one = program.op(f"arith.{op} {program.input(x[3:4].reshape(()))}, {scalar} : {e}")
        program.expect(one, wanted[3], note=f"{op} {e} scalar by {number}")


@pytest.mark.parametrize("op", DIVISIONS)
@pytest.mark.parametrize(
    "place", [dropped, in_a_reduction, in_a_scan, in_a_map, in_a_loop, by_constants], ids=lambda p: p.__name__
)
def test_every_place(place, op):
    program = Program()
    for e in INTS if place is not by_constants else ("i8", "i32", "i64"):
        place(program, op, e)
    program.check()


@pytest.mark.parametrize("op", DIVISIONS)
def test_masked_off_elements(op):
    """They are zero, divided by zero, and nobody stores what comes of it."""
    body, arguments, arrays, wanted = Body((16,)), ["%n: i32"], [], []
    for e in INTS:
        mask = body.pure(f"arith.cmpi slt, {body.position()}, {body.splat('%n', 'i32')} : {body.type('i32')}")
        x, y = (body.load(f"%{side}{e}", e, None, mask) for side in "xy")
        quotient = body.op(f"arith.{op} {x}, {y} : {body.type(e)}")
        body.store(f"%z{e}", e, quotient, None, mask)
        arguments += [f"%{side}{e}: !tt.ptr<{e}>" for side in "xyz"]
        columns = [np.arange(60, 76), np.arange(1, 17), np.full(16, 99)]
        arrays += [c.astype(DTYPES[e]) for c in columns]
        function = DIVISIONS[op][1]
        wanted.append([function(60 + i, 1 + i, width_of(e)) if i < 11 else 99 for i in range(16)])
    triton_shared.compile(body.kernel(", ".join(arguments)))[(1,)](11, *arrays)
    assert [list(map(int, z)) for z in arrays[2::3]] == wanted


@pytest.mark.parametrize("divisor", [7, -3, 1])
@pytest.mark.parametrize("op", DIVISIONS)
def test_constant_divisors_are_left_alone(op, divisor):
    """However the constant comes to the division."""
    t = "tensor<16xi32>"
    module = dialects.parse(
        f"""tt.func public @k(%p: !tt.ptr<i32>, %x: i32) {{
          %c = arith.constant {divisor} : i32
          %dense = arith.constant dense<{divisor}> : {t}
          %row = arith.constant dense<{divisor}> : tensor<1xi32>
          %splat = tt.splat %c : i32 -> {t}
          %wide = tt.broadcast %row : tensor<1xi32> -> {t}
          %range = tt.make_range {{start = 0 : i32, end = 16 : i32}} : {t}
          %q = arith.{op} %x, %c : i32
          %s = tt.splat %q : i32 -> {t}
          %a = arith.{op} %s, %dense : {t}
          %b = arith.{op} %a, %splat : {t}
          %d = arith.{op} %b, %wide : {t}
          %base = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
          %at = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, {t}
          tt.store %at, %d : tensor<16x!tt.ptr<i32>>
          tt.return
        }}""",
        "k.mlir",
    )
    run_pipeline(module, ["triton-to-linalg"])
    assert "arith.select" not in str(module)


def test_tensors_are_refused():
    """On its own the pass runs behind those that leave scalars."""
    text = """tt.func @f(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
      %q = arith.divsi %x, %y : tensor<4xi32>
      tt.return %q : tensor<4xi32>
    }"""
    with pytest.raises(LoweringError, match=r"f\.mlir:2:.*triton-arith-to-linalg"):
        run_pipeline(dialects.parse(text, "f.mlir"), ["guard-divisions"])
