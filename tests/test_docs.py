"""The examples in README and docs run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# what these show needs Triton and torch: tests/triton_backend and tests/inductor run it
ELSEWHERE = ("triton.md", "torch_compile.md")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(p for p in sorted((ROOT / "docs").glob("*.md")) if p.name not in ELSEWHERE),
]


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


def test_the_contributing_guide_names_what_is_there():
    """Paths in the text and modules that its commands run exist."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    quoted = re.findall(r"`([^`\n]+)`", text)
    paths = {p for p in quoted if re.fullmatch(r"(triton_shared|tests|docs)/[\w./-]+", p)}
    modules = re.findall(r"python -m ([\w.]+)", text)
    assert len(paths) > 20 and len(modules) > 3
    assert not [p for p in paths if not (ROOT / p).exists()]
    found = [ROOT.joinpath(*m.split(".")) for m in modules]
    assert all(p.with_suffix(".py").exists() or (p / "__main__.py").exists() for p in found)


def test_the_readme_links_the_pages_of_the_project():
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert {"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"} <= set(links)
    assert all((ROOT / link).exists() for link in links if "://" not in link and ".md" in link)


#: pages that speak of files of Triton's
OF_TRITON = ("conformance.md", "triton/")


def test_files_that_text_names_are_there():
    """Docstrings and pages name files of this repository by names that these have."""
    names = {path.name for path in ROOT.rglob("*.py")}
    missing = [
        f"{path.relative_to(ROOT)}: {named[0]}"
        for path in (*(ROOT / "triton_shared").rglob("*.py"), *(ROOT / "docs").rglob("*.md"))
        for named in re.finditer(r"`([\w/]*/)?(\w+\.py)`", path.read_text(encoding="utf-8"))
        if named[2] not in names and path.name not in OF_TRITON and not (named[1] or "").startswith(OF_TRITON)
    ]
    assert not missing, missing
