"""Figures of commits: each benchmark's --json is taken, files keep what other runs added, the page has all of it."""

import json
import re
from xml.etree import ElementTree

import pytest

from benchmarks import history
from website import history as page

RESULTS = {
    "cpu": [{"name": "add f32", "threads": 2, "seconds": {"ours": 0.00402, "torch": 0.005}}],
    "gpu": [{"name": "add", "GB/s": {"ours": 4315, "triton": 4316}, "chosen": {}}],
    "compile": [{"file": "a.mlir", "stage": name, "first": 9.0, "later": 7.5} for name in ("parse", "sum")],
    "instructions": [{"name": "imports", "instructions": 1_054_000_000}],
}
ROWS = {
    "cpu": {"add f32, 2 threads": 4.02},
    "gpu": {"add": 0.9998},
    "compile": {"a.mlir: sum": 7.5},
    "instructions": {"imports": 1054.0},
}


@pytest.mark.parametrize("kind", history.KINDS)
def test_results_are_known_by_their_rows(kind):
    found = json.loads(json.dumps(RESULTS[kind]))
    assert history.kind_of(found) == kind
    assert history.entry(kind, history.KINDS[kind][2](found), "here")["rows"] == ROWS[kind]


@pytest.mark.parametrize("found", [[], {}, [{"name": "x"}], ["x"], 7, None])
def test_other_results_are_refused(found):
    with pytest.raises(ValueError, match="this is no --json"):
        history.kind_of(found)


def test_a_file_keeps_other_benchmarks_and_replaces_its_own(tmp_path):
    for kind, value in (("cpu", 1.0), ("gpu", 2.0), ("cpu", 3.0)):
        history.add(
            tmp_path,
            "../a machine",
            "c7cad39",
            "2026-11-23 12:00",
            kind,
            history.entry(kind, {"row": value}, ""),
        )
    [file] = history.read(tmp_path)
    assert {kind: one["rows"]["row"] for kind, one in file["benchmarks"].items()} == {"cpu": 3.0, "gpu": 2.0}
    assert [path.parents[1] for path in tmp_path.rglob("*.json")] == [tmp_path]


def test_the_command_says_what_is_wrong(tmp_path, capsys):
    result = tmp_path / "result.json"
    result.write_text("[{}]")
    assert history.main(["add", str(result), "--machine", "m"]) == 1
    assert "result.json: this is no --json of benchmarks.cpu" in capsys.readouterr().err


def test_files_are_small_and_named_by_machine_and_commit():
    files = sorted(history.FOLDER.glob("*/*.json"))
    assert files and all(path.stat().st_size < 16_000 for path in files)
    for path in files:
        file = json.loads(path.read_text(encoding="utf-8"))
        assert path.stem == file["commit"] and path.parent.name == history.file_name(file["machine"])
        assert (
            re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", file["date"])
            and file["benchmarks"].keys() <= history.KINDS.keys()
        )


def test_the_page_has_every_figure_and_plots_are_svg():
    texts = page.pages()
    text = texts.pop("history/figures.md")
    for file in history.read():
        for found in file["benchmarks"].values():
            assert all(f"| {name} | " in text for name in found["rows"]) and found["origin"] in text
    for name, svg in texts.items():
        assert f"]({name.removeprefix('history/')})" in text and ElementTree.fromstring(svg).tag.endswith(
            "svg"
        )


def test_a_plot_starts_at_0_and_leaves_out_what_was_not_measured():
    plot = page.Lines("t", "n", ("a", "b", "c"), (("row", (4.0, None, 2.0)),))
    assert plot._points((4.0, None, 2.0)) == [(0.0, 0.0), (page.CELL - 90, 18.0)]
    assert "first 4 (-50.0%)" in plot.svg()
    assert page.Lines("t", "n", ("a",), (("row", (4.0,)),)).svg() == ""
