"""``triton-shared-explain -o``: findings of the checks and times stand at their lines; what does not fit is refused."""

import json
from pathlib import Path

import pytest

from tests.support.explained import read
from triton_shared.tools import explain

SAMPLE = Path(__file__).parents[2] / "examples" / "vector_add.f32.mlir"
#: the third array is too short
LAUNCH = {"grid": [2], "args": [*({"type": "f32", "shape": [n], "values": 1} for n in (100, 100, 90)), 100]}
PROGRAM = """\
import numpy as np
import triton_shared
x, out = np.ones(100, np.float32), np.ones(90, np.float32)
triton_shared.compile("kernel.mlir")[(2,)](x, x, out, 100)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "kernel.mlir").write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "launch.json").write_text(json.dumps(LAUNCH), encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "times.csv").write_text("Line,Samples\n4,1\n23,3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def page(*argv: str) -> dict:
    assert explain.main(["kernel.mlir", "-o", "page.html", *argv]) == 0
    return read(Path("page.html").read_text(encoding="utf-8"))[1]


def findings(data: dict) -> list[tuple[int, str]]:
    return [(data["places"][n["place"]][1], n["text"]) for n in data["notes"] if n["kind"] == "finding"]


@pytest.mark.parametrize(
    "check",
    [
        ["--check", "--arguments", "launch.json"],
        pytest.param(["--check", "program.py"], marks=pytest.mark.exhaustive),  # in a process of its own
    ],
)
def test_findings_stand_at_their_lines(check, folder):
    data = page(*check)
    [(line, text)] = findings(data)
    assert "tt.store" in SAMPLE.read_text(encoding="utf-8").split("\n")[line - 1]
    assert "out of bounds" in text and "float32[90]" in text


def test_times_stand_at_their_lines(folder):
    data = page("--profile", "times.csv")
    assert {n: time for n, time in enumerate(data["levels"][0]["times"], start=1) if time} == {
        4: 0.25,
        23: 0.75,
    }
    assert "times.csv" in data["told"] and findings(data) == []


@pytest.mark.parametrize(
    "argv, why",
    [
        (["kernel.mlir", "kernel.mlir"], "-o takes one file"),
        (["kernel.mlir", "-k", "nothing"], "has the kernels vector_add"),
        (["kernel.mlir", "-s", "*fp32"], "--signature is for Python files"),
        (["kernel.mlir", "-t", "sm_9"], "--target"),
        (["kernel.mlir", "-a", "times.csv"], "times.csv"),
        (["kernel.mlir", "--profile", "program.py"], "--profile: program.py"),
        (["kernel.mlir", "--check", "missing.py"], "--check: missing.py ends with status"),
        (["missing.mlir"], "missing.mlir"),
    ],
)
def test_what_does_not_fit_is_refused(argv, why, folder, capsys):
    assert explain.main([*argv, "-o", "page.html"]) == 1
    assert why in capsys.readouterr().err and not Path("page.html").exists()
