"""Workflows and .ci/run name jobs that .ci/job has; what is said twice of a release is said alike."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
CI = ROOT / ".ci"
#: jobs of the night alone
NIGHTLY = {"sweeps"}


def jobs() -> set[str]:
    done = subprocess.run([CI / "job", "--list"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_workflow_has_all_jobs():
    text = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    [names] = re.findall(r"^ +job: \[(.*)\]$", text, re.M)
    assert set(names.split(", ")) == jobs() - NIGHTLY


def test_the_run_of_one_machine_has_all_jobs_but_those_of_the_readmes_command():
    lines = re.findall(r"^\.ci/job ([\w ]*\w)", (CI / "run").read_text(encoding="utf-8"), re.M)
    names = [name for line in lines for name in line.split()]
    assert set(names) == jobs() - {"unit", "conversions"} - NIGHTLY and len(names) == len(set(names))


def test_the_night_has_its_jobs():
    text = (ROOT / ".github/workflows/nightly.yml").read_text(encoding="utf-8")
    assert all(re.search(rf"run: \.ci/job .*\b{name}\b", text) for name in NIGHTLY)


def test_jobs_name_tests_that_are_there():
    texts = [(CI / "job").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    named = {path for text in texts for path in re.findall(r"tests/[\w./]+", text)}
    assert not [path for path in named if not (ROOT / path).exists() and not path.endswith("test_random_")]


def test_citation_and_package_have_one_version():
    [package] = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    [citation] = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    assert package == citation


def test_templates_of_issues_ask_for_doctor_and_bisection():
    texts = {p.stem: p.read_text(encoding="utf-8") for p in (ROOT / ".github/ISSUE_TEMPLATE").glob("*_*.yml")}
    assert len(texts) == 3 and all("triton-shared doctor" in text for text in texts.values())
    assert all("triton-shared opt --bisect" in texts[name] for name in ("error_or_crash", "wrong_result"))
