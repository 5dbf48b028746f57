"""The harness itself: RUN lines that must pass and RUN lines that must fail."""

import pytest

from tests.support.run_lines import CheckError, run_lines

CHECKED = """
// RUN: {command}
// CHECK: func.func private @f
// WRONG: func.func @g
func.func private @f()
"""


def _run(tmp_path, command: str) -> None:
    file = tmp_path / "case.mlir"
    file.write_text(CHECKED.format(command=command))
    (line,) = run_lines(file.read_text())
    line.run(file, tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        "triton-shared-opt %s",
        "triton-shared-opt %s | FileCheck %s",
        "triton-shared-opt %s -o %t",
        "triton-shared-opt --cse %s --mlir-timing 2>&1 | FileCheck %s",
        "not triton-shared-opt %s --no-such-pass",
    ],
)
def test_line_passes(tmp_path, command):
    _run(tmp_path, command)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("not triton-shared-opt %s", "exit code 0, expected 1"),
        ("triton-shared-opt %s --no-such-pass", "unknown flag '--no-such-pass'"),
        ("triton-shared-opt %s | FileCheck %s --check-prefix=WRONG", "func.func @g"),
        ("triton-shared-opt %s | FileCheck %s --check-prefix=ABSENT", "ABSENT"),
        ("mlir-opt %s | FileCheck %s", "only triton-shared-opt can be run"),
        ("triton-shared-opt %s | tee x | FileCheck %s", "expected: [not] triton-shared-opt"),
    ],
)
def test_line_fails_and_says_why(tmp_path, command, reason):
    with pytest.raises(CheckError) as failure:
        _run(tmp_path, command)
    assert command in str(failure.value)
    assert reason in str(failure.value)


def test_lines_are_joined():
    text = "// RUN: triton-shared-opt %s \\\n// RUN:   --cse\n//RUN: triton-shared-opt -\n// RUNS: no\n"
    assert [line.text.split() for line in run_lines(text)] == [
        ["triton-shared-opt", "%s", "--cse"],
        ["triton-shared-opt", "-"],
    ]
