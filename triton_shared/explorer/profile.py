"""Shares of the time by line of the source, read from what profilers print.

A file is read as the first of these that it is:

* CSV whose header has a column ``Line …`` and one of samples, time or cycles, as ``ncu --csv --page source`` and
  spreadsheets have; ``File …`` may tell the file, which is the kernel's otherwise;
* CSV whose header has the columns ``Address`` and ``Source`` and one of samples, as ``ncu --csv --page source`` prints
  where it shows SASS: its rows are the instructions of the page's SASS, whose lines are known;
* lines ``PERCENT FILE:LINE``, as in the summary of ``perf annotate --stdio --print-line``;
* samples, as ``perf script -F ip,sym,srcline`` prints them: with empty lines between where they have callers, else each
  begins with an address.  The first ``FILE:LINE`` of a sample is where it was.

Files are those of the page, by their paths or by their last part.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from triton_shared.explorer.lines import Line, Place

_WEIGHTS = ("sampl", "time", "cycles", "percent", "%")
_INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]+\*/\s+([^.\s][^;]*);")
_SUMMARY = re.compile(r"\s*(\d+(?:\.\d+)?)%?\s+(\S.*?):(\d+)\s*\Z")
_ADDRESS = re.compile(r"^(?=\s*[0-9a-f]{4,16}\s+\S)", re.M)
_SAMPLED = re.compile(r"(?:^|\s)(\S+):(\d+)(?=\s|$)")


class Instruction(NamedTuple):
    """An instruction of SASS, and the places of the source that it comes from."""

    text: str
    places: tuple[Place, ...]


def instructions(lines: Iterable[Line]) -> list[Instruction]:
    """The instructions among the ``lines`` of SASS."""
    found = ((_INSTRUCTION.match(line.text), line.places) for line in lines)
    return [Instruction(one[1], places) for one, places in found if one]


def shares(
    text: str, files: Iterable[str], main: str, sass: Sequence[Instruction] = ()
) -> dict[Place, float]:
    """The share of each line of ``files`` in all that the profile ``text`` counts; without a file it is ``main``.

    ``sass`` is the kernel's, where that is known.

    Raises:
        ValueError: the text is no profile that is known, or names no line of the files, or other instructions.
    """
    known = list(files)
    text = _with_lines(text, sass, known)
    counted: Counter[Place] = Counter()
    total = 0.0
    for file, line, weight in _rows(text, main):
        total += weight
        path = next((one for one in known if one == file or PurePath(one).name == PurePath(file).name), None)
        if path is not None:
            counted[path, line] += weight  # type: ignore[assignment]
    if not total:
        raise ValueError(
            "it has neither CSV with lines and samples, nor lines 'PERCENT FILE:LINE', nor perf's samples"
        )
    if not counted:
        raise ValueError(f"it names no line of {', '.join(known)}")
    return {at: weight / total for at, weight in counted.items() if weight}


def _rows(text: str, main: str) -> Iterator[tuple[str, int, float]]:
    """File, line and weight of each row or sample; those without a line have line 0."""
    lines = text.splitlines()
    header = next((n for n, line in enumerate(lines) if _columns(line)), None)
    if header is not None:
        yield from _of_csv(lines[header:], main)
        return
    summary = [found for line in lines if (found := _SUMMARY.match(line))]
    if summary:
        yield from ((found[2], int(found[3]), float(found[1])) for found in summary)
        return
    for sample in re.split(r"\n\s*\n" if re.search(r"\n\s*\n", text.strip()) else _ADDRESS, text):
        if found := _SAMPLED.search(sample):
            yield found[1], int(found[2]), 1.0
        elif sample.strip():
            yield "", 0, 1.0


def _with_lines(text: str, sass: Sequence[Instruction], files: Sequence[str]) -> str:
    """A profile by instructions as one by lines; any other as it is."""
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.startswith('"Address","Source",')), None)
    if begin is None:
        return text
    header, *rows = csv.reader(lines[begin:])
    weight = next((n for n, name in enumerate(header) if _WEIGHTS[0] in name.lower()), None)
    rows = [row for row in rows if len(row) == len(header)]
    if not sass:
        raise ValueError("it tells of instructions, and the page has no SASS: that needs ptxas and nvdisasm")
    if weight is None or [_bare(row[1]) for row in rows] != [_bare(one.text) for one in sass]:
        raise ValueError(
            "its instructions are not those of the kernel: --target names the GPU it was measured on"
        )
    named = (next((p for p in one.places if p[0] in files), ("", 0)) for one in sass)
    told = [(*place, row[weight]) for place, row in zip(named, rows, strict=True)]
    out = io.StringIO()
    csv.writer(out).writerows([("File", "Line", "Samples"), *told])
    return out.getvalue()


def _bare(instruction: str) -> list[str]:
    """Predicate and name of an instruction: of jumps one program prints addresses, another one labels."""
    words = instruction.replace(";", " ").split()
    return words[: 1 + words[0].startswith("@")] if words else []


def _columns(line: str) -> tuple[int, int, int | None] | None:
    """Where a header has the line, the weight and, if it does, the file; None where it is none."""
    names = [name.strip().lower() for name in next(csv.reader([line]), [])]
    of_line = next((n for n, name in enumerate(names) if name.startswith("line")), None)
    of_weight = next((n for word in _WEIGHTS for n, name in enumerate(names) if word in name), None)
    if of_line is None or of_weight is None or len(names) < 2:
        return None
    return of_line, of_weight, next((n for n, name in enumerate(names) if name.startswith("file")), None)


def _of_csv(lines: list[str], main: str) -> Iterator[tuple[str, int, float]]:
    columns = _columns(lines[0])
    assert columns is not None, "the header was found by it"
    of_line, of_weight, of_file = columns
    for row in csv.reader(lines[1:]):
        try:
            weight = float(row[of_weight].replace(",", "").rstrip("% "))
            yield row[of_file] if of_file is not None else main, int(row[of_line]), weight
        except (ValueError, IndexError):  # of units below the header, of sums, of empty cells
            continue
