"""The examples in README and docs run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# what these show needs Triton and torch: tests/triton_backend and tests/inductor run it
ELSEWHERE = ("triton.md", "torch_compile.md")
PAGES = [ROOT / "README.md", *(p for p in sorted((ROOT / "docs").glob("*.md")) if p.name not in ELSEWHERE)]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_blocks_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    names: dict = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), names)


def test_the_quick_start_is_two_commands_of_one_line():
    commands = blocks(ROOT / "README.md", "sh")
    assert [len(c.splitlines()) for c in commands] == [1, 1]
    assert commands[0].rstrip().endswith("python -m examples")
    assert "pytest" in commands[1]
