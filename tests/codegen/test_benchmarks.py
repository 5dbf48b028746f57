"""What the benchmarks measure is right: every rival of the vectorizer computes, and two checkouts make one table."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks import assembly, compare, compile, instructions, plot, vectorizer
from triton_shared.sweeps import machine


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


def test_instructions_are_counted_of_both_checkouts(monkeypatch, capsys):
    counted = ["sh", "-c", '"$@"; echo "== Collected : 4000000" >&2', "sh"]
    monkeypatch.setattr(instructions, "COUNTED", counted)
    monkeypatch.setattr(instructions, "_PROCESS", "import sys; print(sys.argv)")
    instructions.main([str(instructions.EXAMPLES.parent), "vector_add.mlir"])
    rows = [row for row in capsys.readouterr().out.splitlines() if row.startswith("| ")]
    names = ["imports", *(f"vector_add to {what}" for what in instructions.FORMS)]
    assert rows[1:] == [f"| {name} | 4 | 4 | 1.000 |" for name in names]


def test_innermost_loops_are_counted():
    body = ["ldr z0, [x1]", "fmla z1.s, p0/m, z0.s, z2.s", "str z9, [sp, #16]", "b.lt .LBB0_1"]
    text = "\n".join(["outer:", " add x0, x0, #1", ".LBB0_1:", *body, ""])
    loops = list(assembly.innermost_loops(f"{text} b.ge outer\n"))
    assert [len(loop) for loop in loops] == [4]
    assert assembly.counts(text) == {
        "loops": 1,
        "instructions": 4,
        "vectors": 3,
        "multiply and add": 1,
        "spills": 1,
    }


@pytest.mark.parametrize("name", ["NEON", "SVE 256", "AVX2"])
def test_products_of_i8_use_dot_products_and_keep_their_sums(name):
    text = assembly.assembly(assembly.ROOT / "tests/ttir/3.6/dot_int8.mlir", assembly.MACHINES[name])
    found = assembly.counts(text)
    assert found["dot products"] and not found["spills"]


@pytest.mark.parametrize("name", ["SVE 256", "SVE 512"])
def test_blocks_are_transposed_in_registers(name):
    """Within 128 bits, as wider shuffles of SVE go through memory."""
    found = assembly.counts(
        assembly.assembly(assembly.ROOT / "examples/attention.f32.mlir", assembly.MACHINES[name])
    )
    assert not found["spills"]


@pytest.mark.parametrize("element", machine.INSTRUCTIONS)
def test_a_machine_reaches_something(element):
    assert machine.peak(element, 1, rounds=1) > 1e9
    assert machine.bandwidth(2, bytes_=1 << 24, rounds=1) > 1e8


def test_ratios_are_drawn_as_bars_of_their_length(tmp_path):
    file = tmp_path / "bars.svg"
    plot.bars(file, "a < b", ["one", "two"], [("add", [0.5, 1.0]), ("sort", [None, 99.0])])
    picture = ElementTree.parse(file).getroot()
    background, *_ = everything = [e for e in picture.iter() if e.tag.endswith("rect")]
    assert background.get("width") == "100%"
    half, whole, most = (float(e.get("width")) for e in everything if e.get("height") == str(plot.BAR - 1))
    assert whole == pytest.approx(2 * half, abs=0.2)
    assert most == plot.WIDTH
    assert "a &lt; b" in file.read_text(encoding="utf-8")
