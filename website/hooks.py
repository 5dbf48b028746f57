"""Hooks of MkDocs: pages that are made from code, and files outside of docs that pages link to."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

from website import gallery, history, reference

ROOT = Path(__file__).parents[1]
#: pages of the root that the site has, too
ROOT_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
#: where files of the repository that pages link to are copied
SOURCE = "source"
_LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the reference, the gallery and the root, and copies of the files that pages link to."""
    texts = reference.pages() | gallery.pages() | history.pages()
    texts |= {name: _of_the_root((ROOT / name).read_text(encoding="utf-8")) for name in ROOT_PAGES}
    for path, text in texts.items():
        files.append(File.generated(config, path, content=text))
    linked = {target for file in (ROOT / "docs").rglob("*.md") for target in _linked(file)}
    for target in linked:
        files.append(File.generated(config, f"{SOURCE}/{target}", abs_src_path=str(ROOT / target)))
    return files


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Links out of docs lead to the root's pages, or to the copies."""
    folder = dirname(page.file.src_uri)

    def moved(match: re.Match) -> str:
        target = normpath(join("docs", folder, match[2]))
        if "://" in match[2] or target.startswith("docs/") or not (ROOT / target).is_file():
            return match[0]
        there = target if target in ROOT_PAGES else f"{SOURCE}/{target}"
        return f"{match[1]}{relpath(there, folder or '.')}{match[3] or ''}{match[4]}"

    return _LINK.sub(moved, text)


def _linked(file: Path) -> set[str]:
    """Files of the repository outside of docs that ``file`` links to, but for the root's pages."""
    folder = file.parent.relative_to(ROOT).as_posix()
    links = (match[2] for match in _LINK.finditer(file.read_text(encoding="utf-8")))
    targets = {normpath(join(folder, link)) for link in links if "://" not in link}
    return {t for t in targets if not t.startswith("docs/") and (ROOT / t).is_file()} - set(ROOT_PAGES)


def _of_the_root(text: str) -> str:
    """A page of the root as a page of docs."""
    return _LINK.sub(lambda m: f"{m[1]}{m[2].removeprefix('docs/')}{m[3] or ''}{m[4]}", text)
