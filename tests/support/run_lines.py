"""Runs the RUN lines of ``.mlir`` tests in process: triton-shared-opt piped into FileCheck.

    // RUN: triton-shared-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
    // RUN: not triton-shared-opt %s 2>&1 | FileCheck %s

``%s`` is the test file and ``%t`` a scratch path of this test alone; a line that ends in a backslash goes on
in the next RUN line; ``not`` wants exit code 1.  Without FileCheck only the exit code counts.
``[[#@LINE+N]]`` in CHECK lines, which the filecheck package does not know, is filled in here.
"""

from __future__ import annotations

import io
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from filecheck.parser import Parser

from triton_shared.tools import opt

_RUN = re.compile(r"^\s*//\s*RUN:\s?(.*?)\s*$", re.MULTILINE)
_LINE = re.compile(r"\[\[#?@LINE([+-]\d+)?\]\]")


class CheckError(Exception):
    """A RUN line that did not do what it should; the message shows the line, and why."""


@dataclass(frozen=True)
class RunLine:
    """One RUN line as written, placeholders and all."""

    text: str

    def run(self, file: Path, scratch: Path) -> None:
        """Run it for the test ``file``; raises `CheckError`."""
        placeholders = {"%s": str(file), "%t": str(scratch / "t")}
        stages = [[placeholders.get(word, word) for word in stage] for stage in _stages(self.text)]
        match stages:
            case [tool]:
                self._tool(tool)
            case [tool, ["FileCheck", *arguments]]:
                self._check(arguments, self._tool(tool))
            case _:
                raise CheckError(f"{self.text}\nexpected: [not] triton-shared-opt ... [| FileCheck ...]")

    def _tool(self, words: list[str]) -> str:
        """What the tool prints; with ``2>&1`` standard error first, as it comes."""
        merged = words[-1] == "2>&1"
        fails = words[0] == "not"
        name, *arguments = words[fails : len(words) - merged]
        if name != "triton-shared-opt":
            raise CheckError(f"{self.text}\nonly triton-shared-opt can be run, not {name}")
        code, out, err = opt.run(arguments)
        if code != int(fails):
            raise CheckError(f"{self.text}\nexit code {code}, expected {int(fails)}\n{err}")
        return err + out if merged else out

    def _check(self, arguments: list[str], text: str) -> None:
        options = parse_argv_options(["FileCheck", *arguments])
        parser = Parser.from_opts(options)
        parser.input = io.StringIO(_numbered(parser.input.read()))
        matcher = Matcher(options, FInput("<stdin>", text), parser)
        matcher.stderr = io.StringIO()
        if matcher.run() != 0:
            raise CheckError(f"{self.text}\n{matcher.stderr.getvalue()}\nfull output:\n{text}")


def run_lines(text: str) -> list[RunLine]:
    """The RUN lines of a test's ``text``, continued ones joined."""
    return [RunLine(line) for line in "\n".join(_RUN.findall(text)).replace("\\\n", " ").splitlines()]


def _numbered(text: str) -> str:
    """``text`` with line numbers for ``[[#@LINE+N]]``."""
    return "".join(
        _LINE.sub(lambda found, here=number: str(here + int(found[1] or 0)), line)
        for number, line in enumerate(text.splitlines(keepends=True), start=1)
    )


def _stages(line: str) -> list[list[str]]:
    """The words of ``line``, split at pipes."""
    stages: list[list[str]] = [[]]
    for word in shlex.split(line):
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    return stages
