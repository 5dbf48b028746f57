"""`loads=tensors` is right whatever stands between loads and stores of one array, and however tensors are optimized."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from tests.support.upstream import UpstreamKernel
from triton_shared import to_linalg

BLOCK, SIZE = 8, 40
#: what moves and merges tensor ops as far as upstream can
OPTIMIZED = (
    "canonicalize",
    "cse",
    "linalg-fuse-elementwise-ops",
    "loop-invariant-code-motion",
    "cse",
    "canonicalize",
)

_offset, _value = st.sampled_from([0, 0, 3, 16]), st.integers(0, 9)
_simple = st.one_of(
    st.tuples(st.just("load"), _offset, st.sampled_from([5, BLOCK, BLOCK])),
    st.tuples(st.just("add"), _value, _value),
    st.tuples(st.just("store"), _offset, _value),
)
#: statements; of a loop: how often, whether its address moves, and the statements of a turn
_statements = st.lists(
    st.one_of(
        _simple,
        st.tuples(
            st.just("loop"), st.integers(1, 3), st.booleans(), st.lists(_simple, min_size=1, max_size=4)
        ),
    ),
    min_size=2,
    max_size=7,
)


class Text:
    """The kernel as Triton IR.

    A load keeps the first ``n`` elements and has 1 for others; a loop adds up what its turns have last.
    """

    def __init__(self, statements: list[Any]):
        self.lines: list[str] = []
        self.count = 0
        start = self.op("arith.constant dense<0.0> : tensor<8xf32>")
        self.body(statements, [start], "%zero")
        self.text = (
            "tt.func public @k(%x: !tt.ptr<f32>) {\n  %zero = arith.constant 0 : i32\n"
            "  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>\n"
            "  %ones = arith.constant dense<1.0> : tensor<8xf32>\n"
            + "\n".join(self.lines)
            + "\n  tt.return\n}\n"
        )

    def op(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def pointers(self, offset: int, moved: str) -> str:
        first = self.op(f"arith.constant {offset} : i32")
        at = self.op(f"tt.addptr %x, {first} : !tt.ptr<f32>, i32")
        at = self.op(f"tt.addptr {at}, {moved} : !tt.ptr<f32>, i32")
        all_ = self.op(f"tt.splat {at} : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>")
        return self.op(f"tt.addptr {all_}, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>")

    def body(self, statements: list[Any], values: list[str], moved: str) -> list[str]:
        values = list(values)
        for statement in statements:
            match statement:
                case "load", offset, n:
                    pointers = self.pointers(offset, moved)
                    limit = self.op(f"arith.constant dense<{n}> : tensor<8xi32>")
                    mask = self.op(f"arith.cmpi slt, %i, {limit} : tensor<8xi32>")
                    values.append(self.op(f"tt.load {pointers}, {mask}, %ones : tensor<8x!tt.ptr<f32>>"))
                case "add", a, b:
                    a, b = (values[n % len(values)] for n in (a, b))
                    values.append(self.op(f"arith.addf {a}, {b} : tensor<8xf32>"))
                case "store", offset, n:
                    pointers = self.pointers(offset, moved)
                    self.lines.append(
                        f"  tt.store {pointers}, {values[n % len(values)]} : tensor<8x!tt.ptr<f32>>"
                    )
                case "loop", turns, moves, inner:
                    end, step = (self.op(f"arith.constant {n} : i32") for n in (turns, 1))
                    self.count += 1
                    result = f"%v{self.count}"
                    counter, acc = f"%t{self.count}", f"%a{self.count}"
                    self.lines.append(
                        f"  {result} = scf.for {counter} = %zero to {end} step {step} "
                        f"iter_args({acc} = {values[-1]}) -> (tensor<8xf32>) : i32 {{"
                    )
                    *_, last = self.body(inner, [*values, acc], counter if moves else "%zero")
                    total = self.op(f"arith.addf {acc}, {last} : tensor<8xf32>")
                    self.lines.append(f"  scf.yield {total} : tensor<8xf32>\n  }}")
                    values.append(result)
        return values


def run(statements: list[Any], x: np.ndarray, values: list[np.ndarray], moved: int = 0) -> list[np.ndarray]:
    """What the program does to ``x``."""
    values = list(values)
    for statement in statements:
        match statement:
            case "load", offset, n:
                values.append(np.ones(BLOCK, np.float32))
                values[-1][:n] = x[offset + moved :][:n]
            case "add", a, b:
                values.append(values[a % len(values)] + values[b % len(values)])
            case "store", offset, n:
                x[offset + moved :][:BLOCK] = values[n % len(values)]
            case "loop", turns, moves, inner:
                acc = values[-1]
                for turn in range(turns):
                    acc = acc + run(inner, x, [*values, acc], turn * moves)[-1]
                values.append(acc)
    return values


def check(statements: list[Any]) -> str:
    """Run the program in the form with tensors; gives the text of that."""
    text = Text(statements).text
    module = to_linalg(text, emit="module", options={"loads": "tensors"})
    form = str(module)
    kernel = UpstreamKernel(module, OPTIMIZED)
    actual = np.arange(SIZE + BLOCK, dtype=np.float32)
    wanted = actual.copy()
    kernel[(1,)](actual)
    run(statements, wanted, [np.zeros(BLOCK, np.float32)])
    assert np.array_equal(actual, wanted), f"{actual}\n{wanted}\n{text}\n{form}"
    return form


LOAD, STORE = ("load", 0, 8), ("store", 3, -1)


@settings(max_examples=examples(24), deadline=None, derandomize=True)
@given(_statements)
def test_programs_of_loads_and_stores_of_one_array(statements):
    check([LOAD, *statements, ("add", 1, 2), ("store", 24, -1)])


CASES = {  # statements, and how many buffers are left
    "a block is read, changed and written": ([LOAD, ("add", -1, -1), STORE], 0),
    "as it is, to memory that overlaps": ([LOAD, STORE], 1),
    "a part, the rest being filled": ([("load", 0, 5), ("add", -1, -1), STORE], 0),
    "behind a write": ([("add", 0, 0), STORE, LOAD, ("add", -1, -1), STORE], 1),
    "used behind a write": ([LOAD, ("add", 1, 1), STORE, ("add", 1, 2), STORE], 1),
    "in a loop, written behind it": ([("loop", 3, True, [LOAD, ("add", -1, -1)]), STORE], 0),
    "in a loop with a write": ([("loop", 3, False, [LOAD, ("add", -1, -1), STORE])], 1),
    "before a loop that writes and uses it": ([LOAD, ("loop", 3, False, [("add", 1, -1), STORE])], 1),
    "two of the same memory, around a write": (
        [LOAD, ("add", -1, -1), STORE, LOAD, ("add", -1, -1), STORE],
        1,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_loads_are_tensors_where_no_write_comes_between(name):
    statements, buffers = CASES[name]
    assert check(statements).count("memref.alloc()") == buffers
