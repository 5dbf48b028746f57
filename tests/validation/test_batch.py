"""Many files: whatever one of them does, the others are validated; an interrupted run goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from triton_shared.validation import batch
from triton_shared.validation.__main__ import main, reports
from triton_shared.validation.report import Report, summary

GOOD = """
tt.func public @good(%x: !tt.ptr<i32>) {
  %c = arith.constant 7 : i32
  tt.store %x, %c : !tt.ptr<i32>
  tt.return
}
"""
#: passes that take little time
FEW = ("--passes", "triton-to-linalg")
#: texts that are no kernels, and what the report says
BAD = {
    "tensor": (
        "func.func @f(%a: tensor<4xf32>) {\n  return\n}",
        "argument 0 is a tensor<4xf32>, and a kernel takes pointers, memrefs and numbers: leave the file out",
    ),
    "vector": ("func.func @f(%a: vector<4xf32>) {\n  return\n}", "argument 0 is a vector<4xf32>"),
    "dynamic": (
        "func.func @f(%a: memref<?x?xf32>) {\n  return\n}",
        "a kernel takes pointers, memrefs of static sizes",
    ),
    "pointers": (
        "tt.func public @f(%a: !tt.ptr<!tt.ptr<f32>>) {\n  tt.return\n}",
        "argument 0 points to pointers",
    ),
    "nothing": ("func.func private @f()", "no public function with a body"),
    "garbage": ("tt.func public @f(", "expected"),
}


def wild(path: Path):
    """Reports of a file, as its name says."""
    yield Report(str(path), checks=1)
    match path.stem:
        case "exits":
            os._exit(3)
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hangs":
            time.sleep(60)
        case "raises":
            raise SystemExit("done")


def test_what_one_file_does_ends_no_other():
    paths = [Path(f"{name}.mlir") for name in ("a", "exits", "b", "dies", "hangs", "c", "raises", "d")]
    found = {one.path.stem: one.reports for one in batch.results(paths, wild, jobs=3, seconds=3)}
    assert found.keys() == {path.stem for path in paths}
    assert all(reports[0].checks == 1 for reports in found.values())
    errors = {name: [report.error for report in reports[1:]] for name, reports in found.items()}
    assert errors == {
        **{name: [] for name in "abcd"},
        "exits": ["the process ended with 3"],
        "dies": ["the process ended by SIGKILL"],
        "hangs": ["took more than 3 s"],
        "raises": ["the process ended with 1"],
    }


def test_files_that_are_no_kernels_say_so(tmp_path):
    for name, (text, said) in BAD.items():
        path = tmp_path / f"{name}.mlir"
        path.write_text(text)
        (report,) = reports(path)
        assert said in report.failure and not report.error, name
    (tmp_path / "bytes.mlir").write_bytes(b"\xff\xfe")
    (report,) = reports(tmp_path / "bytes.mlir")
    assert report.error.startswith("UnicodeDecodeError") and "bytes.mlir" in str(report)
    (report,) = reports(tmp_path / "missing.mlir")
    assert report.error.startswith("FileNotFoundError")


def test_a_run_goes_on_where_another_one_ended(tmp_path, monkeypatch, capsys):
    """Files of one text are validated once; one whose text or options have changed is validated again."""
    for name, text in (("a", GOOD), ("b", GOOD.replace("7", "8")), ("c", GOOD), ("d", BAD["tensor"][0])):
        (tmp_path / f"{name}.mlir").write_text(text)
    record = tmp_path / "record.json"

    def run(*options: str) -> str:
        monkeypatch.setattr(sys, "argv", ["validation", str(tmp_path), "--json", str(record), *options, *FEW])
        assert main() == 0
        return capsys.readouterr().out

    first = run()
    assert "4 files, 3 texts that are not known yet" in first and "[3/3" in first
    lines = record.read_text().splitlines()
    assert [Path(json.loads(line)["file"]).stem for line in lines] == ["a", "b", "d"]
    record.write_text("\n".join([*lines[:2], lines[2][:20]]))
    again = run("--resume")
    assert "4 files, 1 texts" in again
    table = first[first.index("kernels") :]
    assert again.endswith(table) and "4 of 4 files" in table
    (tmp_path / "b.mlir").write_text(GOOD.replace("7", "9"))
    assert "4 files, 1 texts" in run("--resume")
    assert "4 files, 3 texts" in run("--resume", "--limit", "100")


def test_json_holds_a_report_and_the_table_has_its_shares():
    report = Report(
        "f", cases=["whole"], passes=9, changed=4, checks=6, programs=2, launched=3, blind=["cse"]
    )
    report.unsupported["too slow"] = 2
    again = Report.from_json(json.loads(json.dumps(report.to_json())))
    assert again == report
    table = summary([again, Report("g", error="ended")])
    assert "6 of 8 (75.0 %)" in table and "3 of 4 (75.0 %)" in table and "error: g: ended" in table
