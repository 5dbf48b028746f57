"""``triton-shared``: each command answers, in text and in JSON, coloured on a terminal alone; shells complete it."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triton_shared import progress
from triton_shared.error_codes import by_code
from triton_shared.tools import completion, doctor, main, requirements

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "vector_add.f32.mlir")
WRONG = "tt.func @f() {\n  tt.nothing\n}\n"


def process(*argv, stdin=None, cwd=ROOT, **environment):
    return subprocess.run(
        [sys.executable, "-m", "triton_shared", *argv],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=600,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
    )


def ok(*argv, **keywords) -> str:
    done = process(*argv, **keywords)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def on_a_terminal(*argv) -> str:
    """What the command writes where standard output and error are a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "triton_shared", *argv],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": ""},
    )  # fmt: skip
    os.close(theirs)
    text = b""
    try:
        while data := os.read(ours, 4096):
            text += data
    except OSError:  # the child has ended
        pass
    child.wait()
    os.close(ours)
    return text.decode()


def test_every_command_is_listed_and_answers_help():
    text = ok("--help")
    for name in main.offered():
        assert re.search(rf"^  {name} ", text, re.M)
        assert "usage: triton-shared" in ok(name, "--help").replace(
            "usage: python -m triton_shared.validation", "usage: triton-shared"
        )


def test_commands_of_a_checkout_are_offered_there_alone(tmp_path, monkeypatch):
    assert "bench" in main.offered()
    monkeypatch.setattr(main, "__file__", str(tmp_path / "triton_shared" / "tools" / "main.py"))
    monkeypatch.chdir(tmp_path)
    assert "bench" not in main.offered() and "opt" in main.offered()


def test_an_unknown_command_is_refused():
    done = process("dotcor")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "triton-shared: there is no command 'dotcor'; did you mean 'doctor'? [TS0006]\n"


def test_a_command_is_the_tool_of_its_old_name():
    assert ok("opt", EXAMPLE, "--cse") == subprocess.check_output(
        [sys.executable, "-m", "triton_shared.tools.opt", EXAMPLE, "--cse"], text=True, cwd=ROOT
    )
    assert ok("--version") == ok("opt", "--version")


# JSON


def test_opt_tells_errors_and_remarks_as_json():
    done = process("opt", "--json", stdin=WRONG)
    found = json.loads(done.stderr)
    assert done.returncode == 1 and found["code"] == "TS0101" and found["line"] == 2
    done = process("opt", "--json", "--remarks", EXAMPLE)
    found = [json.loads(line) for line in done.stderr.splitlines()]
    assert [one["severity"] for one in found] == ["remark"] * 3 and found[0]["code"] is None
    done = process("opt", "--json", "--nonsense", EXAMPLE)
    assert json.loads(done.stderr)["code"] == "TS0001"


def test_compile_tells_what_it_wrote_as_json(tmp_path):
    found = json.loads(ok("compile", "--json", EXAMPLE, "-o", "add.o", cwd=tmp_path))
    assert found == {"emit": "obj", "files": ["add.o", "add.h"]}
    assert (tmp_path / "add.o").stat().st_size and (tmp_path / "add.h").stat().st_size
    found = json.loads(ok("compile", "--json", EXAMPLE, "--emit", "linalg"))
    assert found["files"] == [] and "memref.reinterpret_cast" in found["text"]
    done = process("compile", "--json", "no_such.mlir")
    assert done.returncode == 1 and json.loads(done.stderr)["code"] == "TS0002"


def test_explain_prints_remarks():
    text = ok("explain", EXAMPLE)
    assert text.count("'tt.load' is structured") == 2
    found = json.loads(ok("explain", "--json", EXAMPLE))
    assert [one["op"] for one in found] == ["tt.load", "tt.load", "tt.store"]
    done = process("explain", "no_such.mlir")
    assert done.returncode == 1 and done.stderr.rstrip().endswith("[TS0314]")


PROGRAM = """\
import numpy as np
import triton_shared
array = np.zeros(5000 - 1, np.float32)
triton_shared.compile({path!r})[(5,)](array, array.copy(), array.copy(), 5000)
"""


def test_check_tells_findings_as_json(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(path=EXAMPLE))
    done = process("check", "--json", "--checks", "bounds", str(program))
    found = [json.loads(line) for line in done.stderr.splitlines()]
    assert done.returncode == 1 and len(found) == 3
    assert all(
        one["code"] == "TS0301" and one["kind"] == "bounds" and one["index"] == [4999] for one in found
    )


def test_bench_lists_programs():
    assert re.search(r"^  cpu +Kernels on the CPU", ok("bench"), re.M)
    assert "cpu" in json.loads(ok("bench", "--json"))
    assert process("bench", "nothing").returncode == 1
    assert "usage" in ok("bench", "compile", "--help")


# Errors


def test_an_error_is_explained():
    text = ok("explain-error", "ts0201")
    assert (
        text.startswith("TS0201: A block needs more shared memory")
        and "num_stages" in text
        and "](" not in text
    )
    assert len(json.loads(ok("explain-error", "--json"))) == len(by_code())
    assert len(ok("explain-error").splitlines()) == len(by_code())
    assert process("explain-error", "TS9999").returncode == 1


def test_colours_are_for_terminals():
    assert "\x1b[" not in process("opt", EXAMPLE, "--remarks").stderr
    text = on_a_terminal("opt", EXAMPLE, "--remarks", "-o", os.devnull)
    assert "\x1b[1;36mremark:\x1b[0m" in text
    assert "triton-shared explain-error TS0002" in on_a_terminal("opt", "no_such.mlir")


# Doctor


def test_doctor_says_what_works():
    text = ok("doctor")
    assert re.search(r"^  ok +a kernel on this CPU +right", text, re.M)
    found = json.loads(ok("doctor", "--json"))
    assert {*doctor.SECTIONS, "what works"} == found.keys()
    facts = {fact["name"]: fact for facts in found.values() for fact in facts}
    assert facts["kernels on this CPU"]["state"] == facts["torch-mlir"]["state"] == "ok"
    assert all(fact["state"] in ("ok", "missing", "wrong", "note") for fact in facts.values())
    assert all(
        fact["remedy"] or fact["name"] in doctor.USES for fact in facts.values() if fact["state"] == "missing"
    )


def test_doctor_survives_what_is_broken(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['llvmlite'] = None\n")
    cache = tmp_path / "cache"
    cache.mkdir()
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = process(
        "doctor", "--json", PYTHONPATH=path, TRITON_SHARED_CACHE_DIR=str(cache), TRITON_SHARED_NUM_THREADS="x"
    )
    found = json.loads(done.stdout)
    assert done.returncode == 1 and found["run"][0]["state"] == "wrong"
    assert any(str(cache) in fact["value"] for fact in found["caches"])
    assert {"TRITON_SHARED_CACHE_DIR", "TRITON_SHARED_NUM_THREADS"} <= {
        f["name"] for f in found["environment"]
    }


@pytest.mark.parametrize(
    ("name", "command", "found"),
    [
        ("triton-shared-linalg", "triton_shared.tools.opt:main", "triton-shared-linalg"),
        ("any-other-name", "triton_shared.tools.opt:main", "any-other-name"),
        ("triton-shared", "somebody.else:main", None),
    ],
)
def test_the_distribution_is_known_by_its_command(tmp_path, monkeypatch, name, command, found):
    folder = tmp_path / f"{name.replace('-', '_')}-7.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 7\nRequires-Dist: numpy>=1\n"
    )
    (folder / "entry_points.txt").write_text(f"[console_scripts]\ntriton-shared-opt = {command}\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    ours = requirements.distribution()
    assert (ours and ours.name) == found
    assert [str(one) for one in requirements.required()[""]] == (["numpy>=1"] if found else [])


def test_needs_of_uses_are_facts():
    names = {fact.name for facts in doctor.collected().values() for fact in facts}
    always = {need for needs in doctor.USES.values() for need in needs} - {
        "driver"
    }  # of a machine with a GPU
    assert always <= names


@pytest.mark.parametrize(
    ("bounds", "release", "allowed"),
    [
        (">=3.6,<3.10", "3.9.0", True),
        (">=3.6,<3.10", "3.10.0", False),
        (">=3.6,<3.10", "3.5.1", False),
        (">=2.12", "2.13.0+cpu", True),
        (">=12.9,<14", "13.0.2", True),
        (">=20261001,<20270101", "20261001.500", True),
        ("==1.0", "1.0.0", True),
        ("", "0.1", True),
    ],
)
def test_bounds_of_releases(bounds, release, allowed):
    assert requirements.Requirement("x", bounds).allows(release) == allowed


# Completion


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["triton-shared", "do"], {"doctor"}),
        (["triton-shared", "opt", "--triton-to-l"], {"--triton-to-linalg"}),
        (["triton-shared", "opt", "f.mlir", "--spl"], {"--split-input-file"}),
        (["triton-shared-opt", "--canon"], {"--canonicalize"}),
        (["triton-shared", "compile", "--emit", "s"], {"shared"}),
        (["triton-shared", "explain-error", "TS02"], {"TS0201"}),
        (["triton-shared", "completion", ""], {"bash", "zsh", "fish"}),
        (["triton-shared", "bench", "cp"], {"cpu"}),
    ],
)
def test_words_are_completed(words, some):
    found = completion.candidates(words, len(words) - 1)
    assert some <= set(found) and all(word.startswith(words[-1]) for word in found)
    assert completion.candidates(["triton-shared", "opt", "f"], 2) == []


SHELLS = {
    "bash": 'COMP_WORDS=(triton-shared doct); COMP_CWORD=1; _triton_shared; echo "${COMPREPLY[@]}"',
    "zsh": "compadd() { print -l $found }; words=(triton-shared doct); CURRENT=2; _triton_shared",
    "fish": "complete -C 'triton-shared doct'",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_complete_by_the_script(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} on this machine")
    command = tmp_path / "triton-shared"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m triton_shared "$@"\n')
    command.chmod(0o755)
    script = completion.SCRIPTS[shell]
    if shell == "zsh":
        script = "compdef() { : }\n" + script
    done = subprocess.run(
        [shell, "-c", f"{script}\n{SHELLS[shell]}"], capture_output=True, text=True, cwd=ROOT, timeout=600,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.stdout.split() == ["doctor"], done.stderr


# Progress


class Terminal:
    def __init__(self, is_terminal):
        self.is_terminal, self.text = is_terminal, ""

    def isatty(self):
        return self.is_terminal

    def write(self, text):
        self.text += text

    def flush(self):
        pass


#: commands that cannot be run as they are; those that take ``--json`` say so in JSON
WRONG_LINES = """nosuch
bench nosuch
completion nosuch
validate nosuch.mlir
validate
compile nosuch.mlir
opt --json --nonsense
opt --json nosuch.mlir
compile --json --nonsense
compile --json nosuch.mlir
explain --json nosuch.mlir
explain --json --nonsense
check --json nosuch.py
check --json --checks nonsense x.py
sweep --json
sweep --json nosuch.py
tune --json nosuch.py
tune --json --merge
explain-error --json TS9999
explain-error TS9999
doctor --json --nonsense
doctor --nonsense"""


@pytest.mark.parametrize("line", WRONG_LINES.splitlines())
def test_each_command_that_cannot_be_run_ends_with_a_code(line):
    done = process(*line.split())
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr
    if "--json" in line:
        told = json.loads(done.stderr)
        assert told["code"] in by_code() and told["severity"] == "error" and told["message"]
    else:
        (code,) = re.findall(r"\[(TS\d{4})\]", done.stderr)
        assert code in by_code()


def test_progress_of_one_long_step_is_shown_while_it_lasts(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.1)
    monkeypatch.setattr(progress, "INTERVAL", 0.01)
    for is_terminal in (False, True):
        stream = Terminal(is_terminal)
        with progress.Progress(stream=stream).ticking("a model"):
            end = time.monotonic() + 30
            while is_terminal and "a model, 0." not in stream.text and time.monotonic() < end:
                time.sleep(0.01)
        assert bool(stream.text) == is_terminal
        assert not is_terminal or stream.text.endswith("\r\x1b[K")


def test_progress_is_shown_on_a_terminal_and_after_a_while(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    for is_terminal in (False, True):
        stream = Terminal(is_terminal)
        shown = progress.Progress(4, stream)
        shown.step("first")
        assert stream.text == ""
        now[0] += 3
        shown.step("second")
        assert ("[##########----------] 2/4 second, 3.0 s" in stream.text) == is_terminal
        shown.clear()
        assert stream.text.endswith("\r\x1b[K" if is_terminal else "")
