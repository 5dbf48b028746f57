"""Lists of a tts op that do not fit its shape are refused by the passes that lower it: files may be hand-written."""

from __future__ import annotations

import pytest

from triton_shared import dialects
from triton_shared.errors import CompileError
from triton_shared.passes.manager import run_pipeline

LOAD = """
tt.func public @rows(%x: !tt.ptr<f32>, %rows: tensor<4xindex>) -> tensor<4x8xf32> {{
  %zero = arith.constant 0 : index
  %v = "tts.load"(%x, %zero{operands}) <{{cuts = array<i64{cuts}>, loops = array<i64{loops}>,
    operandSegmentSizes = array<i32: 1, 1, {counts}, 0, 0>}}> ({{
  ^bb0({arguments}):
    %o = tensor.extract %rows[%i] : tensor<4xindex>
    %true = arith.constant true
    "tts.yield"(%o, %true) : (index, i1) -> ()
  }}) : (!tt.ptr<f32>, index{types}) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}}
"""


def load(strides=2, starts=0, divisors=0, edges=0, lows=0, highs=0, cuts="", loops=": 0", arguments=1):
    counts = (strides, starts, divisors, edges, lows, highs)
    return LOAD.format(
        cuts=cuts, loops=loops, counts=", ".join(map(str, counts)),
        operands=", %zero" * sum(counts), types=", index" * sum(counts),
        arguments=", ".join(["%i: index", "%j: index", "%k: index"][:arguments]),
    )  # fmt: skip


def lowered(text: str) -> None:
    module = dialects.parse(text)
    with module.context:
        run_pipeline(module, ["unstructured-to-memref", "structured-to-memref"])


def test_a_base_that_is_no_pointer():
    text = load().replace("!tt.ptr<f32>", "i16")
    with pytest.raises(CompileError, match="has a base of type 'i16', which is no pointer"):
        lowered(text)


def test_lists_that_fit():
    lowered(load())
    lowered(load(lows=2, highs=2))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"strides": 1}, "has 1 strides, in place of 2"),
        ({"strides": 3}, "has 3 strides, in place of 2"),
        ({"starts": 1}, "has 1 starts, in place of 0"),
        ({"cuts": ": 1", "starts": 1, "arguments": 3}, "has 0 divisors, in place of 1"),
        ({"lows": 1, "highs": 1}, "has 1 lows, in place of 2"),
        ({"lows": 2}, "has 0 highs, in place of 2"),
        ({"highs": 2}, "has 2 highs, in place of 0"),
        ({"edges": 4}, "has 4 edges, in place of four a dimension"),
        ({"loops": ": 2"}, "lists dimension 2 of 2"),
        ({"loops": ": -1"}, "lists dimension -1 of 2"),
        ({"cuts": ": 5", "starts": 1, "divisors": 1, "arguments": 3}, "lists dimension 5 of 2"),
        ({"arguments": 2}, "has a region of 2 arguments, in place of 1"),
        ({"loops": ": 0, 1"}, "has a region of 1 arguments, in place of 2"),
    ],
)
def test_lists_that_do_not_fit(changed, said):
    with pytest.raises(CompileError, match=said):
        lowered(load(**changed))
