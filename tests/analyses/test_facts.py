"""Facts hold whatever a program is called with: random scalar programs against numpy."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.trees import evaluate
from triton_shared import dialects
from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Scalar
from triton_shared.analyses.facts import Facts
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


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
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


@pytest.mark.parametrize("rounds, low, divisor", [(0, 0, 512), (1, 0, 512 * 3), (2, 0, 512 * 9)])
def test_what_is_counted_from_a_program_id_does_not_wrap(rounds, low, divisor):
    steps = "".join(f"\n%{n + 1} = arith.muli %{n}, %three : i32" for n in range(rounds))
    _module, ops = function(
        "tt.func public @k() {\n%three = arith.constant 3 : i32\n%block = arith.constant 512 : i32\n"
        "%p = tt.get_program_id x : i32\n%0 = arith.muli %p, %block : i32" + steps + "\ntt.return\n}"
    )
    found = fact(ops[-2].results[0])
    assert (found.low, found.divisor) == (low, divisor)
