"""`run.py` over a library of some lines: what passes, fails, hangs and crashes, and how it is compared."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.public import run as runner
from tests.public.run import public_library

TESTS = """
import os, random, signal, time
import pytest

@pytest.mark.parametrize("n", range(9))
def test_many(n):
    assert n < 6

def test_error():
    raise KeyError

def test_wrong():
    assert 1 == BROKEN

def test_slow():
    while True:
        time.sleep(60)

def test_crash():
    os.kill(os.getpid(), signal.SIGKILL)

def test_skipped():
    pytest.skip("no")

def test_left_out():
    assert False

def test_after():
    assert random.random() == random.Random(0).random(), "seeded for each test"
"""

LIBRARY = """
from public_library import Library

LIBRARY = Library(
    repository="someone/tiny", tests=("test_tiny.py",), cuda=False, sample=2, left_out={"*::test_left_out": "why"}
)
"""


@pytest.mark.parametrize("backend", ["triton_shared", "triton_shared_cuda"])
def test_some_are_left_out_on_gpus_alone(backend, monkeypatch):
    monkeypatch.setenv("TRITON_DEFAULT_BACKEND", backend)
    library = public_library.Library(
        "a/b", (), left_out={"*[x]": "always"}, left_out_on_gpus={"*[y]": "there"}
    )
    found = [library.reason(f"t.py::test[{name}]") for name in "xyz"]
    assert found == ["always", "there" if backend.endswith("cuda") else None, None]


@pytest.fixture
def tiny(tmp_path: Path):
    """Runs the tiny library; its argument is a number that test_wrong wants to be 1."""
    for folder in ("checkouts/tiny", "libraries", "expected"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "libraries/tiny.py").write_text(LIBRARY)
    (tmp_path / "checkouts/tiny/COMMIT").write_text("c0ffee\n")

    def run(number: int, *arguments: str) -> int:
        text = TESTS.replace("BROKEN", str(number))
        (tmp_path / "checkouts/tiny/test_tiny.py").write_text(text)
        folders = ["--libraries", str(tmp_path / "libraries"), "--expected", str(tmp_path / "expected")]
        return runner.main([str(tmp_path / "checkouts"), *folders, "--test-seconds", "3", *arguments])

    return run


def test_outcomes_are_kept_and_compared(tiny, tmp_path, capsys):
    assert tiny(2, "--update") == 0
    (key,) = set(json.loads((tmp_path / "expected/tiny.json").read_text())) - {"repository"}
    kept = json.loads((tmp_path / "expected/tiny.json").read_text())[key]
    assert kept["failed"] == {
        "test_tiny.py::test_crash": "crash",
        "test_tiny.py::test_error": "error",
        "test_tiny.py::test_many[6]": "wrong",
        "test_tiny.py::test_slow": "timeout",
        "test_tiny.py::test_wrong": "wrong",
    }
    assert (kept["commit"], kept["passed"], kept["skipped"], kept["left out"]) == ("c0ffee", 2, 1, 1)
    capsys.readouterr()
    assert tiny(1, "-k", "test_wrong") == 0
    assert "passes now:\n  test_tiny.py::test_wrong" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_what_is_worse_than_expected_fails(tiny, capsys):
    assert tiny(1, "-k", "test_wrong", "--update") == 0
    assert tiny(2, "-k", "test_wrong") == 1
    assert "worse than expected:\n  wrong: test_tiny.py::test_wrong" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_an_interrupted_run_goes_on(tiny, tmp_path):
    state = tmp_path / "state/tiny"
    tiny(1, "-k", "many", "--state", str(state.parent))
    outcomes = runner.outcomes(state)
    assert sorted(outcomes) == ["test_tiny.py::test_many[2]", "test_tiny.py::test_many[6]"]
    runner.append(state / "journal-0.jsonl", {"end": "test_tiny.py::test_after", "outcome": "skipped"})
    tiny(1, "-k", "t", "--state", str(state.parent))
    outcomes = runner.outcomes(state)
    assert outcomes["test_tiny.py::test_after"]["outcome"] == "skipped"
    assert outcomes["test_tiny.py::test_wrong"]["outcome"] == "passed"


@pytest.mark.exhaustive
def test_a_test_in_which_a_run_was_ended_is_run_again(tiny, tmp_path):
    """However long ago that was; neither the wait between the runs nor a crash of the next is laid to it."""
    journal = tmp_path / "state/tiny/journal-0.jsonl"
    tiny(1, "-k", "skipped", "--state", str(tmp_path / "state"))
    runner.append(journal, {"start": "test_tiny.py::test_after"})
    os.utime(journal, (0, 0))
    tiny(1, "-k", "test_after", "--state", str(tmp_path / "state"))
    assert runner.outcomes(journal.parent)["test_tiny.py::test_after"]["outcome"] == "passed"


@pytest.mark.exhaustive
def test_parts_make_the_whole(tiny, tmp_path):
    """Parts have no test in common and all together; what is missing of the whole is counted while they run."""
    seen = []
    for number in (3, 1, 2):
        tiny(2, "--update", "--state", str(tmp_path / "state"), "--part", f"{number}/3")
        kept = json.loads((tmp_path / "expected/tiny.json").read_text())
        seen.append(next(value for value in kept.values() if "failed" in value)["not run"])
    tiny(2, "--update", "--state", str(tmp_path / "whole"))
    assert kept == json.loads((tmp_path / "expected/tiny.json").read_text())
    assert seen == sorted(seen, reverse=True) and seen[0] > 0 == seen[-1]


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_a_part_that_is_none_is_refused(tiny, text):
    with pytest.raises(SystemExit):
        tiny(1, "--part", text)


@pytest.mark.exhaustive
def test_processes_share_tests(tiny, tmp_path):
    """Three processes give the outcomes of one, and each test is begun by one of them."""
    tiny(2, "--update", "--all", "--jobs", "3", "--state", str(tmp_path / "shared"))
    shared = json.loads((tmp_path / "expected/tiny.json").read_text())
    tiny(2, "--update", "--all", "--state", str(tmp_path / "alone"))
    assert shared == json.loads((tmp_path / "expected/tiny.json").read_text())
    journals = list((tmp_path / "shared/tiny").glob("journal*.jsonl"))
    begun = [line for journal in journals for line in journal.read_text().splitlines() if "start" in line]
    assert len(begun) == len(set(begun)) == len(runner.outcomes(tmp_path / "alone/tiny"))


@pytest.mark.exhaustive
def test_what_fails_by_the_interpreter_is_marked(tiny, tmp_path):
    """The tests that fail are run once more, whatever the journals of the run say of them."""
    tiny(2, "--update", "--interpreter", "-k", "many")
    (kept,) = (v for v in json.loads((tmp_path / "expected/tiny.json").read_text()).values() if "failed" in v)
    assert kept["elsewhere"] == list(kept["failed"]) == ["test_tiny.py::test_many[6]"]


@pytest.mark.exhaustive
def test_what_was_not_run_in_time_is_counted(tiny, tmp_path):
    """A run that is ended keeps the outcomes it has, and says how many are missing."""
    assert tiny(1, "--update", "--library-seconds", "0") == 0
    written = tmp_path / "expected/tiny.json"  # if a test had ended before its process was
    rows = json.loads(written.read_text()).values() if written.exists() else ()
    assert all(row["not run"] for row in rows if isinstance(row, dict))
    tiny(1, "-k", "many", "--state", str(tmp_path / "state"), "--all")
    run = runner.Run(public_library.load("tiny", tmp_path / "libraries"))
    journal = tmp_path / "state/tiny/journal-0.jsonl"
    journal.write_text(journal.read_text().replace("test_many[3]", "test_many[2]"))
    runner.count(run, tmp_path / "state/tiny")
    assert (run.chosen, run.passed, len(run.failed), run.unfinished) == (9, 5, 3, 1)


def test_a_checkout_that_is_missing_was_not_run(tmp_path, capsys):
    (tmp_path / "tiny.py").write_text(LIBRARY)
    assert runner.main([str(tmp_path), "--libraries", str(tmp_path)]) == 1
    assert "tiny is missing" in capsys.readouterr().out


def test_libraries_are_named():
    with pytest.raises(SystemExit, match=r"no library nothing; known are .*liger"):
        runner.main([".", "--only", "nothing"])


def test_a_sample_is_spread():
    assert public_library.spread(10, 3) == {1, 5, 8}
    assert public_library.spread(2, 3) == {0, 1}
    assert public_library.spread(5, 1) == {2}


@pytest.mark.parametrize("name", public_library.names())
def test_descriptions_load(name):
    library = public_library.load(name)
    assert library.repository.count("/") == 1 and library.tests
    assert all((library.left_out | library.left_out_on_gpus).values())
