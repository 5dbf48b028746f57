"""The style of README and docs: ``python -m website.style [page …]`` prints what breaks it, and then exits with 1.

Checked are sentences of more than `LONGEST` words, statements whose subject is a clause (`What …`), negations of
negations, and words that the table "Words that we avoid" of docs/glossary.md lists.  A cell of a table is a text by
itself.  Code and targets of links do not count.  `findings_of_code` finds these words in docstrings, comments and
messages.  ``--prose FOLDER`` writes what does count, for proselint to read.
"""

from __future__ import annotations

import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from triton_shared.records import dataclass

ROOT = Path(__file__).parents[1]
#: words of a sentence
LONGEST = 30
#: a statement whose subject is a clause: "What a pass does is in its file", not "What does a pass do?"
_CLAUSE = re.compile(r"(?:What(?:ever)?|Which|Who(?:ever)?|How)\b(?![^?]*\?)")
#: two negations that the reader has to cancel, without a mark between them; "no … and no" is a list
_NEGATION = r"\b(?:not|no|none|nothing|never|nor|cannot)\b"
_TWICE = re.compile(
    rf"{_NEGATION}[^.;:,]{{0,40}}(?<!and )(?<!or )(?:{_NEGATION}|\b(?:without|unless|unlike|un(?![tid])\w+))",
    re.I,
)
_NEITHER = re.compile(r"\bneither\b[^.;:]*?\bnor\b", re.I)
_END = re.compile(r"(?<=[.!?:;])[)*\"”]*\s+(?=[A-Z0-9`*\[(“])|\n\s*\n")


@dataclass(frozen=True)
class Finding:
    """What breaks the style: page, line from 1, and why."""

    page: Path
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.why}"


def pages() -> list[Path]:
    """The pages of the root but the list of changes, and docs; ops.md is made by a program."""
    docs = (p for p in sorted((ROOT / "docs").rglob("*.md")) if p.name != "ops.md")
    return [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + list(docs)


@cache
def avoided() -> dict[str, str]:
    """What to say in place of words that the glossary avoids, by a regular expression for these."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("## Words that we avoid")[2]
    rows = re.findall(r"^\| ([^|]+?) +\| ([^|]+?) +\|$", text, re.M)[1:]
    return {
        rf"\b(?:{'|'.join(word.strip() for word in words.split(','))})\b": instead for words, instead in rows
    }


def prose(text: str) -> str:
    """``text`` with as many lines, in which code, tables' rules and targets of links are no words."""
    text = re.sub(r"^```.*?^```$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    text = re.sub(r"^    .*$", "", text, flags=re.M) if "\n    " in text else text
    text = re.sub(r"`[^`\n]*`", "`code`", text)
    return re.sub(r"\]\([^)]*\)", "]", text)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of `prose`, each with the number of its first line; a cell of a table ends one."""
    lines = [re.sub(r"^\s*(?:[*-]|\d+\.) ", "\n", line) for line in text.splitlines()]
    lines = ["\n\n" if line.startswith(("#", "!")) else line for line in lines]
    lines = [f"{line} ".replace("|", "\n\n") if line.startswith("|") else line for line in lines]
    start, collected = 1, ""
    for number, line in enumerate([*lines, "\n\n"], 1):
        *ended, rest = _END.split(f"{collected}\n{line}" if collected else line)
        for sentence in ended:
            if sentence.strip():
                yield start, sentence
            start = number
        collected = rest
        if not collected.strip():
            start, collected = number + 1, ""


def _begin(sentence: str) -> str:
    return f"{' '.join(sentence.split()[:8])} …"


def findings(page: Path) -> Iterator[Finding]:
    """What breaks the style in ``page``."""
    text = prose(page.read_text(encoding="utf-8"))
    if page.name == "glossary.md":
        text = text.partition("## Words that we avoid")[0]
    for line, sentence in sentences(text):
        count = len(sentence.split())
        if count > LONGEST:
            yield Finding(page, line, f"a sentence of {count} words: {_begin(sentence)}")
        words = " ".join(sentence.split()).lstrip('(*_“"')
        if _CLAUSE.match(words):
            yield Finding(page, line, f"the subject is a clause, name the thing: {_begin(sentence)}")
        if twice := _TWICE.search(_NEITHER.sub("neither", words)):
            yield Finding(page, line, f"two negations, say what holds: {twice[0]}")
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, instead in avoided().items():
            for match in re.finditer(pattern, line, re.I):
                yield Finding(page, number, f"'{match[0]}': {instead}")


def findings_of_code(file: Path) -> Iterator[Finding]:
    """Words that docstrings, comments and messages of the Python ``file`` avoid; names are no words of text."""
    text = (tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
    with file.open("rb") as source:
        tokens = [token for token in tokenize.tokenize(source.readline) if token.type in text]
    for token in tokens:
        words = re.sub(r"`[^`\n]*`|\{[^{}\n]*\}", "`code`", token.string)
        for number, line in enumerate(words.splitlines(), token.start[0]):
            for pattern, instead in avoided().items():
                for match in re.finditer(pattern, line, re.I):
                    yield Finding(file, number, f"'{match[0]}': {instead}")


def write_prose(folder: Path) -> None:
    """Write the prose of all pages to ``folder``, a file each, with the lines of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages():
        name = "_".join(page.relative_to(ROOT).parts)
        (folder / name).write_text(prose(page.read_text(encoding="utf-8")), encoding="utf-8")


def main(names: list[str]) -> int:
    """Print what breaks the style in the pages named, or in all; the exit status."""
    if names[:1] == ["--prose"]:
        write_prose(Path(names[1]))
        return 0
    found = [
        finding for page in ([Path(n).resolve() for n in names] or pages()) for finding in findings(page)
    ]
    print(*found, f"{len(found)} findings", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
