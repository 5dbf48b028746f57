"""A sweep ends each case as it should, reduces what fails, reports it, goes on where it ended, and loses nothing."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from tests.sweeps import specs
from triton_shared.sweeps import spec
from triton_shared.sweeps.cases import Case
from triton_shared.tools import sweep as tool

ROOT = Path(__file__).parents[2]


def process(folder: Path, *argv: str, **keywords) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "triton_shared", "sweep", *argv],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **keywords,
    )  # fmt: skip


def ran(folder: Path, *argv: str, text: str | None = None) -> SimpleNamespace:
    """What the command does in ``folder``, in this process."""
    if text is not None:
        (folder / "spec.py").write_text(text)
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = tool.main(argv)
    finally:
        os.chdir(before)
    return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def lines_of(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "spec.sweep" / "journal.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    return folder, ran(folder, "spec.py", "--times", "-j", "1", text=specs.OUTCOMES)


def test_each_case_ends_as_it_should(swept):
    folder, done = swept
    assert done.returncode == 1 and done.stderr == ""
    assert re.search(
        r"^13 cases: 1 error, 1 failed, 1 findings, 8 passed, 1 refused, 1 skipped", done.stdout, re.M
    )
    found = {(line["kind"], line["case"]["sweep"]): line["result"] for line in lines_of(folder)}
    assert "tt.nothing" in found["check", "refused"]["detail"]
    assert "out of bounds" in found["check", "short"]["detail"]
    [failed] = [line["result"] for line in lines_of(folder) if line["result"]["outcome"] == "failed"]
    assert re.match(r"out\[70\] is \S+, expected \S+; 830 of 900 elements differ", failed["detail"])


def test_json_tells_what_the_lines_tell(swept, tmp_path):
    _, told = swept
    done = ran(tmp_path, "spec.py", "--json", "-j", "1", text=specs.OUTCOMES)
    found = json.loads(done.stdout)
    assert done.returncode == 1 and done.stderr == ""
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(found["counts"].items()))
    assert f"{found['cases']} cases: {counts}; " in told.stdout
    assert Counter(one["outcome"] for one in found["wrong"]) == {
        "error": 1, "failed": 1, "findings": 1, "refused": 1
    }  # fmt: skip
    (failed,) = (one for one in found["wrong"] if one["outcome"] == "failed")
    assert failed["reduced"]["case"]["at"]["n"] == 71
    assert Path(tmp_path, found["report"]).is_file()
    listed = json.loads(ran(tmp_path, "spec.py", "--json", "--list").stdout)
    assert len(listed) == 13 and Case.from_json(listed[0]["case"]).key == listed[0]["key"]
    done = ran(tmp_path, "no_such_spec.py", "--json")
    assert done.returncode == 1 and json.loads(done.stderr)["code"].startswith("TS00")


def test_a_failing_case_is_reduced_to_its_size_and_its_values(swept):
    folder, _ = swept
    reduced = {one["case"]["sweep"]: one["result"] for one in lines_of(folder) if one["kind"] == "reduce"}
    smallest = reduced["wrong_behind_seventy"]["case"]
    assert smallest["at"]["n"] == 71 and smallest["values"]["0"] in ("ones", [70])
    assert reduced["short"]["case"]["at"]["n"] == 1
    case = json.dumps(smallest)
    again = ran(folder, "spec.py", "--case", case)
    assert again.returncode == 1 and "1 cases: 1 failed" in again.stdout


def test_reports_say_it_all_and_need_no_network(swept):
    folder, _ = swept
    suites = ElementTree.parse(folder / "spec.sweep" / "junit.xml").getroot()
    counts = {
        s.get("name"): [int(s.get(n)) for n in ("tests", "failures", "errors", "skipped")] for s in suites
    }
    assert counts["right"] == [6, 0, 0, 0] and counts["odd"] == [3, 0, 1, 1]
    assert counts["short"] == [1, 1, 0, 0] and counts["refused"] == [1, 0, 1, 0]
    page = (folder / "spec.sweep" / "report.html").read_text()
    assert "http" not in page and "<script" not in page and "\x1b" not in page
    assert "two &lt;is&gt;" in page and page.count("<svg") >= 2 and "Roofline" in page
    ElementTree.fromstring(re.search("<svg.*?</svg>", page, re.S)[0])


def test_what_is_known_is_not_run_again_unless_the_spec_is_another(swept):
    folder, _ = swept
    before = lines_of(folder)
    done = ran(folder, "spec.py", "--times", "--resume")
    assert f"{len(before)} results are known" in done.stderr and lines_of(folder) == before
    text = specs.OUTCOMES.replace("< 70", "< 80")
    done = ran(folder, "spec.py", "--resume", "--only", "wrong_behind_seventy", "--no-reduce", text=text)
    assert f"0 results are known, {len(before)} are of another spec" in done.stderr
    assert "out[80]" in done.stdout


@pytest.mark.exhaustive
def test_a_case_that_ends_its_worker_is_told_and_the_others_go_on(tmp_path):
    done = ran(tmp_path, "spec.py", "--no-reduce", "-j", "1", text=specs.CRASHES)
    assert "3 cases: 1 crashed, 2 passed" in done.stdout and "SIGSEGV" in done.stdout


def begun(path: Path, count: int, patience: float = 600.0) -> list[tuple[int, int]]:
    """Number and process of the cases that have begun, once there are ``count``."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = (
            [tuple(map(int, line.split())) for line in path.read_text().splitlines()] if path.exists() else []
        )
        if len(found) >= count:
            return found
        time.sleep(0.02)
    raise AssertionError("no case begins")


@pytest.mark.exhaustive
def test_a_worker_that_is_killed_loses_nothing_and_nothing_counts_twice(tmp_path):
    log = tmp_path / "begun"
    (tmp_path / "spec.py").write_text(specs.slow(log, 24, 0.1))
    running = process(tmp_path, "spec.py", "-j", "2")
    os.kill(begun(log, 5)[-1][1], signal.SIGKILL)
    out, _ = running.communicate(timeout=600)
    assert running.returncode == 0 and "24 cases: 24 passed" in out
    counted = Counter(line["case"]["at"]["n"] for line in lines_of(tmp_path))
    assert counted == dict.fromkeys(range(1, 25), 1)
    assert len(begun(log, 24)) == 25  # the one that was lost was run twice


@pytest.mark.exhaustive
def test_a_sweep_that_is_killed_goes_on_where_it_ended(tmp_path):
    log = tmp_path / "begun"
    (tmp_path / "spec.py").write_text(specs.slow(log, 12, 0.1))
    running = process(tmp_path, "spec.py", "-j", "2")
    begun(log, 6)
    running.kill()
    running.communicate()
    known = len(lines_of(tmp_path))
    done = ran(tmp_path, "spec.py", "--resume", "-j", "2")
    assert (
        0 < known < 12
        and f"{known} results are known" in done.stderr
        and "12 cases: 12 passed" in done.stdout
    )
    assert Counter(line["task"] for line in lines_of(tmp_path)).most_common(1)[0][1] == 1


@pytest.mark.exhaustive
def test_two_that_resume_one_journal_share_the_work(tmp_path):
    log = tmp_path / "begun"
    (tmp_path / "spec.py").write_text(specs.slow(log, 16, 0.15))
    running = [process(tmp_path, "spec.py", "-j", "1", "--resume") for _ in range(2)]
    assert all("16 cases: 16 passed" in one.communicate(timeout=600)[0] for one in running)
    assert Counter(line["task"] for line in lines_of(tmp_path)).most_common(1)[0][1] == 1
    assert len(lines_of(tmp_path)) == 16


@pytest.mark.exhaustive
def test_an_interrupt_ends_with_what_is_known(tmp_path):
    log = tmp_path / "begun"
    (tmp_path / "spec.py").write_text(specs.slow(log, 40, 0.2))
    running = process(tmp_path, "spec.py", "-j", "2", start_new_session=True)
    started = begun(log, 4)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130 and "Traceback" not in err
    assert re.search(r"40 cases: \d+ not run, \d+ passed", out)
    assert "was interrupted" in (tmp_path / "spec.sweep" / "report.html").read_text()
    for _, worker in started:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


@pytest.mark.exhaustive
def test_a_case_that_takes_too_long_is_ended(tmp_path):
    (tmp_path / "spec.py").write_text(specs.slow(tmp_path / "begun", 1, 60))
    done = ran(tmp_path, "spec.py", "--no-reduce", "--seconds", "2")
    assert "1 cases: 1 timeout" in done.stdout and "took more than 2 s" in done.stdout


WRONG = {
    "": ":1: has no sweeps: decorate",
    "x = 1\nnothing\n": ":2: NameError",
    "def f(:\n": ":1: SyntaxError",
    "@sweep()\ndef f(draw): ...\n": "a sweep has a kernel: give",
    "@sweep(kernel=ADD, axes={'n': []})\ndef f(draw): ...\n": "'n' is []: give a list",
    "@sweep(kernel=ADD, axes={'n': 'many'})\ndef f(draw): ...\n": "'n' is 'many': give a list",
    "@sweep(kernel=ADD, axes={'n': [object()]})\ndef f(draw): ...\n": "JSON cannot hold",
    "@sweep(kernel=ADD, axes={'target': ['a']})\ndef f(draw): ...\n": "'target' is an axis already",
    "@sweep(kernel=ADD, checks='bonds')\ndef f(draw): ...\n": "no check 'bonds'",
    "@sweep(kernel=ADD)\ndef f(n): ...\n": "takes draw first",
    "@sweep(kernel=ADD)\ndef f(draw, n): ...\n": "takes 'n', and there is no such axis",
    "@sweep(kernel=ADD)\ndef f(draw): ...\n" * 2: "two sweeps 'f': rename one",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_spec_that_lacks_something_is_an_error_with_its_place(text, tmp_path):
    path = tmp_path / "spec.py"
    path.write_text(specs.HEAD + text if "sweep(" in text else text)
    with pytest.raises(spec.SpecError, match=re.escape(WRONG[text])) as caught:
        spec.load(path)
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(caught.value))
    assert caught.value.__notes__[0].startswith("TS0040")


LAUNCHES = {
    "return None": "returns NoneType: return a Launch",
    "return Launch((1,), {'x': 1})": "expects nothing: give expected",
    "return Launch((1,), {'x': 1}, {'y': 2})": "expected['y'] is no argument",
    "return Launch((1,), {'x': 'one'}, {'x': 2})": "argument 'x' is a str",
    "return Launch((1,), {'x': np.zeros(2, 'U1')}, {'x': 2})": "an array of <U1",
    "return draw(3, 'f33')": "there is no element type 'f33'",
    "return draw(3, 'f32', (1, 2))": "strides [1, 2] of the shape [3]",
}


@pytest.mark.parametrize("body", LAUNCHES)
def test_a_launch_that_cannot_be_is_an_error(body, tmp_path):
    from triton_shared.sweeps import runner

    path = tmp_path / "spec.py"
    path.write_text(f"{specs.HEAD}@sweep(kernel=ADD)\ndef f(draw):\n    {body}\n")
    found = spec.load(path)
    [case] = found.cases()
    task = {"kind": "check", "case": case.to_json()}
    result = runner.run({"spec": str(path), "digest": found.digest, "task": task})
    assert result["outcome"] == "error" and LAUNCHES[body] in result["detail"]


COMMANDS = {
    ("none.py",): "none.py: cannot be read",
    ("spec.py", "--only", "wrnog"): "there is no sweep 'wrnog': name one of",
    ("spec.py", "--case", "{}"): '--case: a case is {"sweep"',
    ("spec.py", "--case", '{"sweep": "odd", "at": {"m": 1}, "seed": 0}'): "the axes of 'odd' are n, target",
    ("spec.py", "--on", "slurm"): "--on slurm: expected processes, dask",
    ("spec.py", "--on", "processes:0"): "expected processes:N",
}


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_commands_that_cannot_be_are_errors(argv, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("spec.py").write_text(specs.OUTCOMES)
    assert tool.main(argv) == 1
    assert COMMANDS[argv] in capsys.readouterr().err


def test_a_worker_refuses_another_text(tmp_path):
    path = tmp_path / "spec.py"
    path.write_text(specs.OUTCOMES)
    digest = spec.load(path).digest
    path.write_text(specs.OUTCOMES + "\n")
    with pytest.raises(spec.SpecError, match="another text"):
        spec.load(path, digest)


def test_cases_are_json_and_their_keys_do_not_change():
    case = Case("add", {"n": 3, "dtype": "f32"}, 1, {"0": [1]})
    assert Case.from_json(json.loads(json.dumps(case.to_json()))) == case
    assert Case("add", {"n": 3}).key == "e2a2e2dd3ca904e84053"
    for wrong in (
        None,
        [],
        {},
        {"sweep": 1, "at": {}, "seed": 0},
        {"sweep": "a", "at": {}, "seed": 0, "x": 1},
    ):
        with pytest.raises(ValueError, match="a case is"):
            Case.from_json(wrong)
