"""``triton-shared explain-error TS0214``: what the code of an error means, why it is raised, and what to do.

Without a code all of them are listed; a text that is no code is looked for in their titles.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence

from triton_shared.error_codes import Code, by_code
from triton_shared.parsers import Parser
from triton_shared.tools import reports
from triton_shared.tools.arguments import UsageError

_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = Parser("triton-shared explain-error", description="Explain the code of an error.")
    made.add_argument("code", nargs="?", default="", help="a code, such as TS0214, or a part of a title")
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """The command; 1 where there is no such code."""
    given = parser().parse_args(argv)
    wanted = given.code.upper()
    rows = [by_code()[wanted]] if wanted in by_code() else list(_titled(given.code))
    if not rows:
        refused = UsageError(f"there is no code {given.code!r}")
        reports.tell("triton-shared explain-error", refused, sys.stderr, as_json=given.json)
        return 1
    if given.json:
        print(json.dumps([record(row) for row in rows], indent=1))
    elif len(rows) == 1:
        print(text(rows[0]))
    else:
        print(*(f"{row.code}  {row.title}" for row in rows), sep="\n")
    return 0


def _titled(part: str) -> Iterator[Code]:
    return (row for row in by_code().values() if part.lower() in row.title.lower())


def record(row: Code) -> dict[str, object]:
    """A row as JSON has it."""
    return {
        "code": row.code,
        "title": row.title,
        "errors": row.errors.split(),
        "why": row.why,
        "remedy": row.remedy,
    }


def _plain(link: re.Match) -> str:
    """A link of the pages of the reference, whose targets are below docs, as text."""
    target = link[2].removeprefix("../") if link[2].startswith("../") else f"reference/{link[2]}"
    return f"{link[1]} (docs/{target})"


def text(row: Code) -> str:
    """A row as the terminal shows it."""
    parts = {
        "raised as": " or ".join(row.errors.split()),
        "why": row.why,
        "what to do": _LINK.sub(_plain, row.remedy),
    }
    wrap = textwrap.TextWrapper(
        100, subsequent_indent=" " * 13, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(
        [f"{row.code}: {row.title}", *(wrap.fill(f"{name + ':':12} {what}") for name, what in parts.items())]
    )


if __name__ == "__main__":
    sys.exit(main())
