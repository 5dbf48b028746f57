"""The pages of README and docs, and the blocks of code in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: paths from the root
PAGES = [
    Path("README.md"),
    Path("CONTRIBUTING.md"),
    *(path.relative_to(ROOT) for path in sorted((ROOT / "docs").rglob("*.md"))),
]


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of ``language`` in a page of `PAGES`, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


def needs_triton(page: Path) -> bool:
    """Whether a block of Python of ``page`` imports Triton or torch, which the test extra does not bring."""
    return any(re.search(r"^\s*import (torch|triton)\b", block, re.M) for block in blocks(page, "python"))
