"""The examples in README and docs run as they stand."""

import re
from pathlib import Path

import pytest

from tests.support.pages import PAGES, ROOT, blocks, needs_triton


@pytest.mark.parametrize("page", [p for p in PAGES if not needs_triton(p)], ids=str)
def test_python_blocks_run(page, monkeypatch):
    """Those of pages that need Triton are run by tests/triton_backend."""
    monkeypatch.chdir(ROOT)
    names: dict = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), names)


def test_the_quick_start_is_two_commands_of_one_line():
    commands = blocks(Path("README.md"), "sh")
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


def test_the_readme_is_a_landing_page():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = set(re.findall(r"\]\(([^)#]+)\)", text))
    assert {"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/pipeline.svg"} <= links
    assert len(text.splitlines()) <= 150
    kernel = next(block for block in blocks(Path("README.md"), "python") if "@triton.jit" in block)
    assert len([line for line in kernel.splitlines() if line]) <= 12


def prose(page: Path) -> str:
    """The text of a page without code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.sub(r"`[^`\n]+`", "", text)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MkDocs make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    names = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in re.findall(r"^#+ (.*)$", text, re.M))
    return {re.sub(r"\s", "-", name.strip()) for name in names}


@pytest.mark.parametrize("page", [*PAGES, Path("CHANGELOG.md"), Path("SECURITY.md")], ids=str)
def test_links_lead_to_files_and_headings(page):
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(ROOT / page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (ROOT / page.parent / name).resolve() if name else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert not broken


def test_modules_and_tools_that_commands_name_are_there():
    """Blocks of every language on all pages name programs of this repository that exist."""
    scripts = set(re.findall(r"^(triton-shared-\w+) =", (ROOT / "pyproject.toml").read_text(), re.M))
    missing = set()
    for page in PAGES:
        for block in re.findall(
            r"^```[^\n]*\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
        ):
            tools = set(re.findall(r"^(?:\S+=\S+ )*(triton-shared-\w+)", block, re.M)) - scripts
            modules = re.findall(
                r"python -m ((?:benchmarks|examples|tests|triton_shared|website)[\w.]*)", block
            )
            found = {m: ROOT.joinpath(*m.split(".")) for m in modules}
            missing |= tools | {
                m
                for m, p in found.items()
                if not (p.with_suffix(".py").exists() or (p / "__main__.py").exists())
            }
    assert not missing


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


def test_the_releases_of_torch_and_its_build_for_cpus_are_told():
    """The page tells the releases that the package's metadata asks for, and how torch comes without CUDA."""
    page = " ".join((ROOT / "docs/torch_compile.md").read_text(encoding="utf-8").split())
    (extra,) = re.findall(r"^torch = (\[.*\])$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    (torch,) = re.findall(r"torch>=([\d.]+)", extra)
    ((least, major, behind),) = re.findall(r"triton>=([\d.]+),<(\d+)\.(\d+)", extra)
    assert f"torch from {torch} on" in page
    assert f"Triton {least} to {major}.{int(behind) - 1}" in page
    assert "https://download.pytorch.org/whl/cpu" in page
