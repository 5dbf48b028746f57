"""How staged loads are copied where options say nothing: as the table of `choices` has it."""

from __future__ import annotations

import pytest

from tests.support import emulated
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from tests.support.mutants import twice

RULE = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))
CHUNKS, BOXES, PRODUCED = "cp.async", "TMA", "a producer"


def copied_by(text: str, **settings) -> str:
    compiled = emulated.lowered(text, "k", None, True, Settings(**{**RULE, **settings}))
    assert not compiled.is_persistent
    if compiled.threads > compiled.target.threads:
        return PRODUCED
    return BOXES if "cp.async.bulk.tensor" in compiled.text else CHUNKS


@pytest.mark.parametrize(
    ("text", "warps", "wanted"),
    [
        (Gemm(64, 64, 32).text(), 4, BOXES),
        (Gemm(64, 64, 32, order="cc", wraps=True).text(), 4, BOXES),
        (Gemm(16, 16, 16).text(), 4, CHUNKS),
        (Gemm(64, 64, 32).text(), 2, CHUNKS),
        (twice(Gemm(64, 64, 32).text()), 4, PRODUCED),
        (Gemm(64, 64, 32, element="f32", precision="tf32").text(), 4, PRODUCED),
        (Gemm(64, 64, 64, of_b="i8").text(), 4, PRODUCED),
        (Gemm(64, 64, 64, element="f8E4M3FN", order="rc").text(), 4, PRODUCED),
        (Chain(n=64, k=64).text(), 4, BOXES),
        (Chain(m=128, n=32, k=64).text(), 8, BOXES),
        (Chain(m=128, n=32, k=128).text(), 8, PRODUCED),
        (Chain(m=128, n=32, k=128, again=True).text(), 8, BOXES),
    ],
)
def test_the_rule(text, warps, wanted):
    assert copied_by(text, num_warps=warps) == wanted


def test_options_overrule():
    nested, plain = twice(Gemm(64, 64, 32).text()), Gemm(64, 64, 32).text()
    assert copied_by(nested, tensor_copies=False) == CHUNKS
    assert copied_by(nested, warp_specialize=False) == BOXES
    assert copied_by(plain, warp_specialize=True) == PRODUCED
    assert copied_by(plain, tensor_copies=False, warp_specialize=True) == PRODUCED
    assert copied_by(nested, chip="sm_90") == copied_by(nested, chip="sm_80") == CHUNKS
