"""Facts hold whatever a program is called with: random scalar programs against numpy."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from tests.support.trees import evaluate
from triton_shared import dialects
from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Scalar
from triton_shared.analyses.facts import Fact, Facts, divided
from triton_shared.analyses.index_analysis import arriving
from triton_shared.ir.walk import all_ops

OPS = ["addi", "subi", "muli", "divsi", "remsi", "andi", "minsi", "maxsi", "shli"]


@st.composite
def trees(draw, depth=4):
    leaf = st.sampled_from(["s", "t", "t"]) | st.sampled_from([0, 1, 2, 3, 7, 8, 48, 512, -1, -6, 1 << 30])
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(leaf)
    op = draw(st.sampled_from(OPS))
    if op in ("divsi", "remsi", "shli"):
        return op, draw(trees(depth - 1)), draw(st.sampled_from([1, 2, 3, 8, 30]))
    return op, draw(trees(depth - 1)), draw(trees(depth - 1))


def written(tree, lines):
    """The name of the i32 scalar that ``tree`` describes."""
    match tree:
        case str(name):
            return f"%{name}"
        case int(number):
            text = f"arith.constant {number} : i32"
        case (op, left, right):
            text = f"arith.{op} {written(left, lines)}, {written(right, lines)} : i32"
    lines.append(f"  %{len(lines)} = {text}")
    return f"%{len(lines) - 1}"


def function(text):
    """The ops of the only function in ``text``, in order; they stay alive with the module."""
    module = dialects.parse(text, "facts.mlir")
    return module, all_ops(module.body.operations[0].operation)


def fact(value):
    return Facts().of(ex.from_atom(Scalar(value), 32))


@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    trees().filter(lambda tree: not isinstance(tree, str)),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(0, 4000),
)
def test_facts_hold(tree, t, turn):
    """``%t`` is a multiple of 16, ``%s`` one of the numbers 5, 12 … of a loop."""
    lines = []
    last = written(tree, lines)
    body = "\n".join(lines)
    bounds = "%a = arith.constant 5 : i32\n%b = arith.constant 28006 : i32\n%c = arith.constant 7 : i32"
    _module, ops = function(
        f"tt.func public @k(%x: !tt.ptr<i32>, %t: i32 {{tt.divisibility = 16 : i32}}) {{\n{bounds}\n"
        f"scf.for %s = %a to %b step %c : i32 {{\n{body}\n  tt.store %x, {last} : !tt.ptr<i32>\n}}\ntt.return\n}}"
    )
    found = fact(next(op for op in ops if op.name == "tt.store").operands[1])
    value = int(evaluate(tree, (), {"s": 5 + 7 * turn, "t": t // 16 * 16}))
    assert found.low <= value <= found.high
    assert value == 0 if found.divisor == 0 else value % found.divisor == 0


@given(*[st.integers(-40, 40)] * 2, *[st.integers(1, 12)] * 2)
def test_quotients_reach_both_ends(a, b, c, d):
    """Of all numbers of a range by all of another, rounded towards zero."""
    (low, high), (least, most) = sorted((a, b)), sorted((c, d))
    quotients = [int(n / m) for n in range(low, high + 1) for m in range(least, most + 1)]
    found = divided(32, Fact(low, high), Fact(least, most))
    assert (found.low, found.high) == (min(quotients), max(quotients))


@pytest.mark.parametrize("rounds, low, divisor", [(0, 0, 512), (1, 0, 512 * 3), (2, 0, 512 * 9)])
def test_what_is_counted_from_a_program_id_does_not_wrap(rounds, low, divisor):
    steps = "".join(f"\n%{n + 1} = arith.muli %{n}, %three : i32" for n in range(rounds))
    _module, ops = function(
        "tt.func public @k() {\n%three = arith.constant 3 : i32\n%block = arith.constant 512 : i32\n"
        "%p = tt.get_program_id x : i32\n%0 = arith.muli %p, %block : i32" + steps + "\ntt.return\n}"
    )
    found = fact(ops[-2].results[0])
    assert (found.low, found.divisor) == (low, divisor)


LOOPS = """
tt.func public @k(%x: !tt.ptr<i32>, %n: i32, %t: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %wide = arith.constant dense<STEP> : tensor<64xi32>
  %outer:2 = scf.for %k = %c0 to %n step %c1 iter_args(%at = %c0, %o = %i) -> (i32, tensor<64xi32>) : i32 {
    %inner = scf.for %l = %c0 to %n step %c64 iter_args(%moved = %o) -> (tensor<64xi32>) : i32 {
      %ns = tt.splat %n : i32 -> tensor<64xi32>
      %few = arith.cmpi slt, %moved, %ns : tensor<64xi32>
      %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %p = tt.addptr %xs, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      tt.store %p, %i, %few : tensor<64x!tt.ptr<i32>>
      %next = arith.addi %moved, %wide : tensor<64xi32>
      scf.yield %next : tensor<64xi32>
    }
    %by = arith.muli %t, %c64 : i32
    %there = arith.addi %at, %by : i32
    scf.yield %there, %inner : i32, tensor<64xi32>
  }
  %hinted = arith.addi %outer#0, %n {tt.divisibility = dense<32> : tensor<1xi32>} : i32
  tt.store %x, %hinted : !tt.ptr<i32>
  tt.return
}
"""


@pytest.mark.parametrize("step, is_one_range", [(64, True), (128, True), (63, False)])
def test_what_divides_what_loops_carry_says_where_masks_are_ranges(step, is_one_range):
    """A tensor that loops carry does not straddle the end of its type while it moves by multiples of its size."""
    stored = next(r for r in triton_shared.explain(LOOPS.replace("STEP", str(step))) if r.sizes == (64,))
    assert (stored.segments == (None,)) is is_one_range


def test_what_divides_a_number_that_a_loop_carries_and_what_a_hint_promises():
    _module, ops = function(LOOPS.replace("STEP", "64"))
    hinted = next(op for op in ops if "tt.divisibility" in op.attributes).results[0]
    facts = Facts(arriving)
    assert facts.of(ex.from_atom(Scalar(hinted.owner.operands[0]), 32)).divisor == 1024
    assert facts.of(ex.from_atom(Scalar(hinted), 32)).divisor == 32


@pytest.mark.parametrize("promised, divisor", [("5 : i32", 1), ("2147483647 : i32", 1), ("48 : i32", 16)])
def test_only_powers_of_two_count_of_a_promise(promised, divisor):
    _module, ops = function(
        f"tt.func public @k(%x: !tt.ptr<i32>, %n: i32 {{tt.divisibility = {promised}}}) {{\n"
        "tt.store %x, %n : !tt.ptr<i32>\ntt.return\n}"
    )
    assert fact(next(op for op in ops if op.name == "tt.store").operands[1]).divisor == divisor
