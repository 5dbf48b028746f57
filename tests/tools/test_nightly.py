"""`.ci/nightly` runs all of its steps, whatever became of those before, and says which failed."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: a Python that notes what it is asked for, and fails where that has a word in it
PYTHON = """#!/bin/sh
echo "$*" >> asked
case "$*" in *"${FAILING:-nothing fails}"*) exit 3 ;; esac
"""


def ran(tmp_path: Path, *arguments: str, **environment: str) -> tuple[subprocess.CompletedProcess, list[str]]:
    """How the script ends in a copy of the repository that has nothing else, and what it asks Python for."""
    for name, text in {".ci/nightly": (ROOT / ".ci/nightly").read_text(), ".venv/bin/python": PYTHON}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    bash = shutil.which("bash") or pytest.skip("needs bash")
    command = [bash, str(tmp_path / ".ci/nightly"), *arguments]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=600)
    return done, (tmp_path / "asked").read_text().splitlines()


def test_all_steps_run(tmp_path):
    done, asked = ran(tmp_path, "7", CHECKOUTS="them", SAMPLES="more dumps", REPRODUCTIONS="one.py two.py")
    assert done.returncode == 0, done
    assert "failed" not in done.stdout
    fuzz = [line for line in asked if line.startswith("-m tests.fuzz --seed 7 ")]
    assert [sum(f" --target {chip} " in line for line in fuzz) for chip in ("sm_90a", "sm_80")] == [1, 1]
    assert len([line for line in fuzz if " --kernels " in line and " --table" in line]) == 3
    assert any(line.startswith("-m tests.mutation ") and "--seed 7" in line for line in asked)
    validations = [line for line in asked if line.startswith("-m triton_shared.validation ")]
    assert len(validations) == 3 and all(
        line.endswith("examples tests/ttir more dumps") for line in validations
    )
    parts = [line for line in asked if "--nightly --part" in line]
    assert len(parts) == len(set(parts)) == 10 and all("--hypothesis-seed 7" in line for line in parts)
    others = {line.split(" tests/")[0].removeprefix("-m pytest -n auto ") for line in asked}
    assert {"--target emulator --part 3/4", "--target emulator --ptx --part 7/16"} <= others
    machines = {f"--machine {machine}" for machine in ("x86-64", "x86-64-v3", "scalar")}
    assert machines <= others or platform.machine() != "x86_64"
    assert asked[:2] == ["one.py", "two.py"]
    assert asked[-1].startswith("tests/public/run.py them ")


def test_the_wheel_is_installed_in_each_suite(tmp_path):
    script = tmp_path / ".ci/clean_root"
    script.parent.mkdir()
    script.write_text('#!/bin/sh\n[ "$1" != sid ]\n')
    script.chmod(0o755)
    done, _ = ran(tmp_path, SUITES="trixie sid")
    assert done.stdout.splitlines()[-3:] == [
        "+ .ci/clean_root trixie",
        "+ .ci/clean_root sid",
        "failed with 1: .ci/clean_root sid",
    ]


@pytest.mark.parametrize(
    "step", ["-m tests.fuzz", "-m tests.mutation", "validation", "--target emulator", "--part 3/10", "one.py"]
)
def test_a_step_that_fails_is_named_and_others_run(step, tmp_path):
    done, asked = ran(tmp_path, "7", REPRODUCTIONS="one.py", FAILING=step)
    assert done.returncode == 1
    failed = [line for line in asked if step in line]
    assert done.stdout.splitlines()[-len(failed) :] == [f"failed with 3: {line}" for line in failed]
    assert asked[-1].startswith("-m pytest") and "--part 9/10" in asked[-1]
    assert not any("public" in line for line in asked)
