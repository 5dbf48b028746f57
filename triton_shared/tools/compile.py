"""``triton-shared-compile``: kernels to object files ahead of time, with a C header to call them by.

    kernel.py | kernel.mlir -> ttir -> linalg -> llvm -> asm | obj -> shared

Every form on the way can be had with ``--emit``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.tools.launcher import Interface
    from triton_shared.tools.signature import Entry, Typed

PROGRAM = "triton-shared-compile"

#: the forms that can be had, and the suffix of a file of each
EMITTED = {
    "ttir": ".ttir.mlir",
    "linalg": ".mlir",
    "llvm": ".ll",
    "asm": ".s",
    "obj": ".o",
    "shared": ".so",
}
BINARY = ("obj", "shared")

_DESCRIPTION = f"""\
Compiles a Triton kernel ahead of time: to an object file or a shared library and a C header, or to any form between.

examples:
  {PROGRAM} add.py --signature '*fp32,*fp32,*fp32,i32,1024'
      add_kernel.o and add_kernel.h from the one kernel in add.py; the last parameter is a tl.constexpr, 1024
  {PROGRAM} kernels.py --kernel-name matmul --signature '*fp16:16,*fp16:16,*fp32,i32,i32,i32:16,64,64,32,"relu"' \\
                        --target x86-64-v3 --emit shared -o libmatmul.so
      a library for every machine with AVX2; :16 promises multiples of 16
  {PROGRAM} softmax.mlir --target aarch64-linux-gnu
      Triton IR, or the shared form, needs no signature; a cross compiler is needed for --emit shared only
  {PROGRAM} softmax.mlir --emit asm
      assembly on standard output, as are ttir, linalg and llvm
"""


def main() -> int:
    """The command ``triton-shared-compile``; returns the exit code."""
    return run(sys.argv[1:])


def run(argv: Sequence[str]) -> int:
    """Run the tool: 0, 1 if the input or the command line is wrong (nothing is written), 2 after a bug of ours."""
    try:
        arguments = _parser().parse_args(argv)
        for path, data in _outputs(arguments):
            _write(path, data)
        return 0
    except UsageError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1
    except Exception:
        traceback.print_exc()
        print(f"{PROGRAM}: this is a bug in the tool; please report it with the input and the above", file=sys.stderr)
        return 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {PROGRAM} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        PROGRAM, description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    add = parser.add_argument
    add("file", help="a Python file with @triton.jit kernels, or MLIR: Triton IR or the shared form")
    add("-k", "--kernel-name", metavar="NAME", help="the kernel; may be left out where there is one only")
    add("-s", "--signature", metavar="TYPES", help="an entry a parameter, in order, with commas between: a type "
        "(*fp32, i32, u64, fp64, ...; :16 for multiples of 16), or the value of a tl.constexpr "
        "(64, 1.5, None, True, \"text\", tl.float16)")  # fmt: skip
    add("-t", "--target", default="cpu", metavar="TARGET", help="cpu (this machine, the default), x86-64, x86-64-v2, "
        "-v3 or -v4, or TRIPLE[:CPU][:FEATURES], such as riscv64-linux-gnu:+v")  # fmt: skip
    add("-e", "--emit", default="obj", choices=EMITTED, help="what to make; obj (the default) and shared come with "
        "a C header")  # fmt: skip
    add("-o", metavar="FILE", help="where to write; the header goes beside it (default: KERNEL.o, KERNEL.so; "
        "standard output for text)")  # fmt: skip
    add("--out-name", metavar="NAME", help="the C function's name (default: the kernel's)")
    return parser


@dataclass
class Source:
    """A kernel in MLIR: ``entries`` are the types of its parameters where the user gave them."""

    text: str
    file: str
    kernel: str | None
    entries: list[Typed] | None


def _outputs(arguments: argparse.Namespace) -> list[tuple[str, bytes]]:
    """Paths and contents of the files to write; ``-`` is standard output."""
    from triton_shared.errors import CompileError
    from triton_shared.tools import targets
    from triton_shared.tools.opt import rendered

    if arguments.out_name and not arguments.out_name.isidentifier():
        raise UsageError(f"--out-name: '{arguments.out_name}' is no name in C")
    machine = targets.parse(arguments.target)
    linker = targets.compiler(machine) if arguments.emit == "shared" else None
    source = _source(arguments)
    try:
        compilation = Compilation(source, machine, arguments.out_name)
        text = getattr(compilation, arguments.emit, None)
    except CompileError as error:
        raise UsageError("not compiled\n" + "\n".join(rendered(d, source.text, source.file) for d in error.diagnostics)) from None
    raise NotImplementedError


if __name__ == "__main__":
    sys.exit(main())
