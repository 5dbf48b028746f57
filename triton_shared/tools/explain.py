"""What is known of every access of a program: ``triton_shared.explain``, and the command ``triton-shared explain``.

``triton-shared-explain kernel.py -o page.html`` writes a page: docs/explain.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence
from typing import Any

from triton_shared import dialects
from triton_shared.analyses.remarks import Remark, Remarks, remarks
from triton_shared.coded import with_codes
from triton_shared.codegen.targets import DEFAULT
from triton_shared.errors import CompileError
from triton_shared.parsers import Parser
from triton_shared.runtime.kernel import read_source
from triton_shared.tools import explain_page, reports
from triton_shared.tools.arguments import UsageError

PROGRAM = "triton-shared explain"

_DESCRIPTION = """\
Says of each access whether it is structured, and why not; with -o, writes a page that shows the kernel at each level of
the compiler, lines of one origin linked, in one HTML file that needs no network.

examples:
  triton-shared explain kernel.mlir
  triton-shared-explain kernel.py -k add -s '*fp32,*fp32,*fp32,i32,1024' -o add.html
  triton-shared-explain kernel.py -k add -s '*fp32,*fp32,*fp32,i32,1024' -t sm_90a -o add.html
"""


@with_codes
def explain(source: Any) -> Remarks:
    """A `Remark` for every load, store and atomic op of ``source``, in program order; a notebook shows them as a table.

    Args:
        source: Triton IR as text, as an MLIR module, or as the path of a file.

    Returns:
        A sequence of `Remark`, with sizes and strides in elements.

    Raises:
        CompileError: the program is not valid; the message shows where and why.
        OSError: the file cannot be read.
    """
    text, file = read_source(source)
    return Remarks(remarks(dialects.parse(text, file), text, file))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = Parser(
        PROGRAM,
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument
    add(
        "files",
        nargs="+",
        help="Triton IR, or a Python file with @triton.jit kernels; of a page also the shared form",
    )
    add("-k", "--kernel", metavar="NAME", help="the kernel; may be left out where there is one only")
    add("-s", "--signature", metavar="TYPES", help="of a kernel in Python: an entry a parameter, as "
        "triton-shared-compile takes it")  # fmt: skip
    add("-o", "--output", metavar="FILE", help="write a page; - is standard output")
    add("-t", "--target", default=DEFAULT, metavar="TARGET", help="the machine that the page's code is for, as "
        "triton-shared-compile takes it: cpu (this machine), x86-64-v3, sm_90a ...")  # fmt: skip
    add("-a", "--arguments", metavar="FILE", help="the launch whose accesses the page pictures: grid and arguments as "
        "JSON or .npz, as triton-shared-opt --run takes them; without it arguments are drawn")  # fmt: skip
    add("--check", nargs="?", const="", metavar="PROGRAM", help="show what the checks find: in the launch whose "
        "accesses are pictured, or in PROGRAM, a Python file, which is run as triton-shared-check runs it")  # fmt: skip
    add("--profile", metavar="FILE", help="show the time by line of the source, from CSV with columns Line and Samples "
        "(and File) as `ncu --csv --page source` prints, from lines PERCENT FILE:LINE as `perf annotate --stdio -l` "
        "sums up, or from samples of `perf script -F ip,sym,srcline`, each at its first FILE:LINE")  # fmt: skip
    add("--no-fp-fusion", action="store_true", help="as triton-shared-compile takes it")
    add("--json", action="store_true", help="print a list of objects, one a remark")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """The command; 1 where a file is not valid or cannot be read."""
    given = parser().parse_args(argv)
    found: list[Remark] = []
    try:
        if given.output:
            return explain_page.write(given)
        for file in given.files:
            source = explain_page.read(given, file)
            found += remarks(dialects.parse(source.text, source.file), source.text, source.file)
    except (CompileError, UsageError, OSError, UnicodeDecodeError) as error:
        reports.tell(PROGRAM, error, sys.stderr, as_json=given.json)
        return 1
    if given.json:
        print(json.dumps([dataclasses.asdict(one) for one in found], indent=1))
        return 0
    for one in found:
        reports.tell_diagnostic(one.diagnostic(), str(one), "", sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
