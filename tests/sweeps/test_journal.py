"""A journal survives what ends its writers: whole lines stay, halves count as nothing, no task has two."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triton_shared.sweeps.journal import Journal

ROOT = Path(__file__).parents[2]


def opened(path: Path, spec: str = "s") -> Journal:
    return Journal(path, spec, "p")


def written(path: Path, tasks, spec: str = "s") -> None:
    journal = opened(path, spec)
    for task in tasks:
        journal.add(task, "check", {"a": 1}, {"outcome": "passed", "detail": "ä\n"})
    journal.close()


@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(0, 6), cut=st.integers(0, 900), again=st.integers(0, 8), garbage=st.binary(max_size=12)
)
def test_a_cut_loses_the_cut_line_alone(tmp_path_factory, count, cut, again, garbage):
    """Whatever is left of a file, and whatever follows it: each line that is whole counts, and each new one once."""
    path = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    written(path, [f"t{n}" for n in range(count)])
    whole = path.read_bytes()
    left = whole[:cut]
    path.write_bytes(left + garbage.replace(b"\n", b""))
    ended = left.count(b"\n")
    tail_is_whole = left.endswith(b"}") and not garbage.replace(b"\n", b"")  # its line break alone is lost
    journal = opened(path)
    for number in range(again):
        journal.add(f"t{number}", "check", {}, {"outcome": "failed"})
    journal.close()
    known = opened(path).known
    before = ended + (tail_is_whole and again > 0)
    assert known.keys() == {f"t{n}" for n in range(max(before, again))}
    assert all((known[f"t{n}"]["result"]["outcome"] == "passed") == (n < before) for n in range(len(known)))
    lines = [json.loads(line)["task"] for line in path.read_bytes().splitlines() if is_json(line)]
    assert len(lines) == len(set(lines))


def is_json(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


KILLED = """\
import os, signal, sys
from pathlib import Path
from triton_shared.sweeps import journal
write, count = os.write, 0
def half(handle, data):
    global count
    count += 1
    if count == 3:
        write(handle, data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return write(handle, data)
journal.os.write = half
found = journal.Journal(Path(sys.argv[1]), "s", "p")
for number in range(5):
    found.add(f"t{number}", "check", {}, {"outcome": "passed"})
"""


def test_a_writer_that_is_killed_in_the_middle_of_a_line_loses_that_line(tmp_path):
    path = tmp_path / "journal.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, path], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == -9
    journal = opened(path)
    assert list(journal.known) == ["t0", "t1"]
    assert all(journal.add(f"t{n}", "check", {}, {"outcome": "passed"}) == (n > 1) for n in range(5))
    journal.close()
    again = opened(path)
    assert list(again.known) == [f"t{n}" for n in range(5)] and again.damaged == 1


WRITER = """\
import sys
from pathlib import Path
from triton_shared.sweeps import journal
found = journal.Journal(Path(sys.argv[1]), "s", "p")
print(sum(found.add(f"t{n}", "check", {}, {"outcome": "passed", "detail": sys.argv[2] * 200}) for n in range(300)))
"""


def test_writers_at_the_same_time_write_each_task_once(tmp_path):
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-c", WRITER, path]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen([*command, str(n)], cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        for n in range(2)
    ]
    counts = [int(process.communicate()[0]) for process in running]
    tasks = [json.loads(line)["task"] for line in path.read_bytes().splitlines()]
    assert sum(counts) == 300 and sorted(tasks) == sorted({f"t{n}" for n in range(300)})


def test_lines_of_other_specs_and_damaged_ones_are_counted(tmp_path):
    path = tmp_path / "journal.jsonl"
    written(path, ["t0"], spec="another")
    with path.open("ab") as file:
        file.write(b"[]\n{}\nnull\n\x00\x00\n" + b'{"task": 7}\n')
    written(path, ["t1"])
    journal = opened(path)
    assert (list(journal.known), journal.others, journal.damaged) == (["t1"], 1, 5)


def test_without_a_file_results_are_known_all_the_same():
    journal = Journal(None, "s", "p")
    assert journal.add("t", "check", {}, {"outcome": "passed"}) and "t" in journal.known
    assert not journal.add("t", "check", {}, {"outcome": "failed"})


@pytest.mark.parametrize("text", ["", "\n\n", "}"])
def test_odd_files_are_empty_journals(tmp_path, text):
    path = tmp_path / "journal.jsonl"
    path.write_text(text)
    written(path, ["t"])
    assert list(opened(path).known) == ["t"]
