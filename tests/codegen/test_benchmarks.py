"""What the benchmarks measure is right: every rival of the vectorizer computes, and two checkouts make one table."""

from __future__ import annotations

import pytest

from benchmarks import compare, compile, vectorizer


@pytest.mark.parametrize("rival", vectorizer.RIVALS)
def test_each_way_to_make_vectors_computes_softmax(rival):
    _, code, kernel = vectorizer.compile_with(vectorizer.RIVALS[rival], 64)
    assert code and vectorizer.speed(kernel, 64, launches=1) > 0


def test_the_stages_of_a_compilation_are_timed():
    watch = compile.Stopwatch()
    compile.build((compile.EXAMPLES / "vector_add.f32.mlir").read_text(encoding="utf-8"), watch)
    assert {"parse", "vector", "load"} < watch.times.keys()


def test_a_table_has_what_both_checkouts_measured():
    before = compare.best([{"a": [4.0, 2.0], "b": [1.0, 1.0]}, {"a": [3.0, 8.0], "b": [1.0, 1.0]}])
    *_, row, means = compare.table(before, {"a": [1.0, 0.5], "c": [1.0, 1.0]}).splitlines()
    assert row == "| a | 3 | 1 | 3 | 2 | 0.5 | 4 |"
    assert means == "| geometric mean |  |  | 3 |  |  | 4 |"
