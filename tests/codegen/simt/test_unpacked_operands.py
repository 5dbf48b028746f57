"""Layouts of blocks of which a word has several elements: neighbouring registers of a thread have those of a word."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from tests.support.layouts import held
from triton_shared import dialects
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.unpacked_operands import layout_of
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def unpacked(words: tuple[int, int], run: int, dim: int, element: str, *, inner: bool = True) -> str:
    """Each of ``words`` is ``run`` times along ``dim``, next to itself if ``inner``, and becomes an ``element``."""
    at = dim + inner
    repeated = (*words[:at], run, *words[at:])
    shape = [n * run if d == dim else n for d, n in enumerate(words)]
    groups = "[[0, 1], [2]]" if dim == 0 else "[[0], [1, 2]]"
    kept = ", ".join(f"d{d}" for d in range(3) if d != at)
    whole, words_type = (f"tensor<{'x'.join(map(str, s))}xi32>" for s in (repeated, words))
    block = f"tensor<{shape[0]}x{shape[1]}xi32>"
    made = block.replace("i32", element)
    return f"""
func.func @k(%words: {words_type}) -> {made} {{
  %e = tensor.empty() : {whole}
  %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2) -> ({kept})>,
                                        affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%words : {words_type}) outs(%e : {whole}) {{
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }} -> {whole}
  %c = tensor.collapse_shape %r {groups} : {whole} into {block}
  %f = tensor.empty() : {made}
  %x = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}} ins(%c : {block}) outs(%f : {made}) {{
  ^bb0(%a: i32, %b: {element}):
    %0 = arith.sitofp %a : i32 to {element}
    linalg.yield %0 : {element}
  }} -> {made}
  return %x : {made}
}}"""


def layout(text: str, warps: int) -> Layout | None:
    module = dialects.parse(text)
    with module.context, ir.Location.unknown():
        *_, made = all_ops(module.operation, {"linalg.generic"})
        return layout_of(made.results[0], BlockShape(32, warps))


@pytest.mark.parametrize("warps", [1, 4, 8])
@pytest.mark.parametrize("element", ["f16", "f32"])
@pytest.mark.parametrize("run", [2, 4, 8])
@pytest.mark.parametrize("dim", [0, 1])
def test_a_thread_has_the_elements_of_a_word(dim, run, element, warps):
    words = (16, 64) if dim == 0 else (128, 8)
    found = layout(unpacked(words, run, dim, element), warps)
    assert found is not None
    places = held(found)
    assert set(places.flat) == set(range(run * prod(words)))
    count = min(run, 16 // (2 if element == "f16" else 4))  # what is stored at once
    at = np.array(np.unravel_index(places.reshape(-1, count), found.shape))
    assert (at[1 - dim] == at[1 - dim][:, :1]).all()
    assert (at[dim] // count == at[dim][:, :1] // count).all()


@pytest.mark.parametrize("dim", [0, 1])
def test_words_whose_elements_are_apart_have_no_such_layout(dim):
    assert layout(unpacked((16, 64), 8, dim, "f16", inner=False), 4) is None
