"""``triton-shared-compile``: kernels to object files ahead of time, with a C header to call them by; or to cubins.

    kernel.py | kernel.mlir -> ttir -> linalg -> llvm -> asm | obj -> shared
                                                      -> ptx -> cubin

Every form on the way can be had with ``--emit``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from triton_shared import error_codes, names, plugins
from triton_shared.codegen.targets import DEFAULT, TARGETS, conversion_for, has, module_of
from triton_shared.parameters import options_of
from triton_shared.progress import Progress
from triton_shared.runtime.cpu import linker
from triton_shared.tools import files, reports
from triton_shared.tools.ahead import Asked, Compiled, Source
from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.mlir import ir
    from triton_shared.tools.signature import Typed

PROGRAM = "triton-shared-compile"

#: the forms of kernels that our targets have
_FORMS = [form for target in TARGETS if has(target, "ahead") for form in module_of(target, "ahead").FORMS]
#: the options of our targets' machines that the command line has
_OPTIONS = {
    name: said
    for target in TARGETS
    if has(target, "options")
    for name, said in options_of(module_of(target, "options").Options).items()
    if said.metavar
}

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
      assembly on standard output, as are ttir, linalg, llvm and ptx
  {PROGRAM} softmax.mlir --target sm_90a --num-warps 8
      softmax.cubin, and softmax.json, which tells how to launch it
"""


def main() -> int:
    """The command ``triton-shared-compile``; returns the exit code."""
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        code = files.stdout_failed(PROGRAM, error)
    return code


def run(argv: Sequence[str]) -> int:
    """Run the tool: 0, 1 if the input or the command line is wrong (nothing is written), 2 after a bug of ours."""
    try:
        arguments = _parser().parse_args(argv)
        outputs = _outputs(arguments)
        for path, data in outputs:
            if path != "-":
                files.write(path, data)
            elif not arguments.json:
                sys.stdout.write(data.decode())
        if arguments.json:
            print(_as_json(outputs, arguments.emit))
        return 0
    except UsageError as error:
        reports.tell(PROGRAM, error, sys.stderr, as_json="--json" in argv)
        return 1
    except plugins.PluginError as error:
        traceback.print_exc()
        reports.tell(PROGRAM, error, sys.stderr, as_json="--json" in argv)
        return 1
    except OSError:
        raise
    except Exception:
        traceback.print_exc()
        print(
            f"{PROGRAM}: this is a bug in the tool; please report it with the input and the above",
            file=sys.stderr,
        )
        return 2


def flags(name: str, value: Any) -> list[str]:
    """The words of the command line for an option of a target's; none where it has no such."""
    if name not in _OPTIONS:
        return []
    if isinstance(value, bool):
        return [_flag(name) if value else f"--no-{_flag(name)[2:]}"]
    return [_flag(name), str(value)]


def made(argv: Sequence[str]) -> list[tuple[str, bytes]]:
    """Paths and contents of the files that the command line ``argv`` asks for, which are not written.

    Raises `UsageError`.
    """
    return _outputs(_parser().parse_args(argv))


def _as_json(outputs: list[tuple[str, bytes]], form: str) -> str:
    """The files that were written, or the text in place of standard output."""
    found: dict[str, Any] = {"emit": form, "files": [path for path, _ in outputs if path != "-"]}
    for path, data in outputs:
        if path == "-":
            found["text"] = data.decode()
    return json.dumps(found)


def _c_identifier(text: str) -> str:
    from triton_shared.tools.c_launcher import RESERVED

    if not re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII) or text in RESERVED:
        raise argparse.ArgumentTypeError(f"'{text}' is no name in C")
    return text


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {PROGRAM} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        PROGRAM,
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", help="a Python file with @triton.jit kernels, or MLIR: Triton IR or the shared form")
    add("-k", "--kernel-name", metavar="NAME", help="the kernel; may be left out where there is one only")
    add("-s", "--signature", metavar="TYPES", help="an entry a parameter, in order, with commas between: a type "
        "(*fp32, i32, u64, fp64, ...; :16 for multiples of 16), or the value of a tl.constexpr "
        "(64, 1.5, None, True, \"text\", tl.float16)")  # fmt: skip
    add("-t", "--target", default=DEFAULT, metavar="TARGET", help="cpu (this machine, the default), x86-64, x86-64-v2, "
        "-v3 or -v4, TRIPLE[:CPU][:FEATURES], such as riscv64-linux-gnu:+v, or a GPU, such as sm_90a")  # fmt: skip
    add("-e", "--emit", choices=dict.fromkeys(_FORMS), help="what to make; obj (the default for CPUs) and "
        "shared come with a C header, cubin (the default for GPUs) with JSON that tells how to launch it")  # fmt: skip
    add("-o", metavar="FILE", help="where to write; the header goes beside it (default: KERNEL.o, KERNEL.so, "
        "KERNEL.cubin; standard output for text)")  # fmt: skip
    add(
        "--out-name", metavar="NAME", type=_c_identifier, help="the C function's name (default: the kernel's)"
    )
    add("--no-fp-fusion", action="store_true", help="round every product and every sum of floats: no multiply-add "
        "stands for two ops")  # fmt: skip
    add("--without", default="", metavar="PASS,...", help="leave out these optional passes; "
        "triton-shared-opt --list-optional lists them")  # fmt: skip
    add("--json", action="store_true", help="print what was written, and errors, as JSON")
    for name, said in _OPTIONS.items():
        if said.metavar == "on":
            add(_flag(name), action=argparse.BooleanOptionalAction, help=said.help)
        else:
            add(_flag(name), type=int, metavar=said.metavar, help=said.help)
    return parser


def _outputs(arguments: argparse.Namespace) -> list[tuple[str, bytes]]:
    """Paths and contents of the files to write.

    Raises `UsageError`.
    """
    from triton_shared.errors import CompileError
    from triton_shared.passes.base import PipelineError
    from triton_shared.passes.manager import leaving_out
    from triton_shared.passes.registry import left_out
    from triton_shared.tools import targets
    from triton_shared.tools.opt import rendered

    row, target = targets.parse(arguments.target)
    target = _with_options(row, target, arguments)
    compiler = targets.compiler(target) if arguments.emit == "shared" else None
    source = _source(arguments)
    try:
        with leaving_out(left_out(arguments.without)), Progress().ticking(f"compiling {arguments.file}"):
            compiled = _compile(source, row, target, arguments)
    except PipelineError as error:
        raise UsageError(f"--without: {error}") from None
    except CompileError as error:
        shown = "\n".join(rendered(d, source.text, source.file) for d in error.diagnostics)
        code = error_codes.of(error).code
        raise UsageError(f"'{arguments.file}' cannot be compiled\n{shown}", code) from None
    suffixes = _ahead(row).SUFFIXES
    if arguments.emit not in suffixes:
        return [(arguments.o or "-", compiled.data)]
    suffix, beside = suffixes[arguments.emit]
    path = Path(arguments.o or names.file_name(compiled.name) + suffix)
    if str(path) == "-":
        raise UsageError(f"--emit {arguments.emit} takes a file: -o FILE")
    if path.suffix == beside:
        raise UsageError(
            f"-o names the {arguments.emit} file; the header goes beside it, not to '{path}' alone"
        )
    data = _linked(compiled.data, compiler) if compiler else compiled.data
    return [(str(path), data), (str(path.with_suffix(beside)), (compiled.header or "").encode())]


def _with_options(row: str, target: Any, arguments: argparse.Namespace) -> Any:
    """``target`` with the options that were given; sets the form that is made where none was asked for.

    Raises `UsageError`.
    """
    ahead = _ahead(row)
    arguments.emit = arguments.emit or ahead.FORMS[0]
    if arguments.emit not in ahead.FORMS:
        raise UsageError(f"--emit {arguments.emit}: of {arguments.target} there are {', '.join(ahead.FORMS)}")
    given = {name: value for name in _OPTIONS if (value := getattr(arguments, name)) is not None}
    known = options_of(module_of(row, "options").Options) if has(row, "options") else {}
    unfit = [_flag(name) for name in given if name not in known]
    if arguments.out_name and "out_name" not in ahead.TAKES:
        unfit.append("--out-name")
    if unfit:
        raise UsageError(f"{', '.join(unfit)}: not an option of {arguments.target}")
    given |= ahead.FIXED
    try:
        return replace(target, **given) if given else target
    except ValueError as error:
        raise UsageError(str(error)) from None


def _ahead(row: str) -> ModuleType:
    """What makes the forms of kernels for the target ``row``."""
    return module_of(row if has(row, "ahead") else DEFAULT, "ahead")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _source(arguments: argparse.Namespace) -> Source:
    from triton_shared.tools import python_source, signature

    entries = signature.parse(arguments.signature) if arguments.signature is not None else None
    if arguments.file.endswith(".py"):
        return Source(*python_source.ttir(arguments.file, arguments.kernel_name, entries))
    text = files.read(arguments.file, sys.stdin.buffer.read)
    types: list[Typed] = []
    for number, entry in enumerate(entries or (), start=1):
        if not isinstance(entry, signature.Typed) or entry.hint:
            raise UsageError(
                f"--signature, entry {number}: constants and hints are for Python files; in '{arguments.file}' "
                "constants are set already, and attributes say what is divisible"
            )
        types.append(entry)
    return Source(text, arguments.file, arguments.kernel_name, None if entries is None else types)


def _compile(source: Source, row: str, target: Any, arguments: argparse.Namespace) -> Compiled:
    """The form of ``source`` that was asked for.

    Raises `CompileError`.
    """
    from triton_shared import dialects
    from triton_shared.codegen.kernels import pick_kernel
    from triton_shared.passes.manager import run_pipeline

    module = dialects.parse(source.text, source.file)
    is_triton = any(op.operation.name.startswith("tt.") for op in module.regions[0].blocks[0])
    if arguments.emit == "ttir":
        if not is_triton:
            raise UsageError(
                f"'{source.file}' is past Triton IR already: it can be emitted as linalg and further"
            )
        return Compiled(_printed(module), "")
    if is_triton:
        run_pipeline(module, [conversion_for(row)])
    if arguments.emit == "linalg":
        return Compiled(_printed(module), "")
    if not arguments.no_fp_fusion:
        run_pipeline(module, ["allow-contraction"])
    with module.context:
        kernel = pick_kernel(module, source.kernel)
    return _ahead(row).compile(Asked(source, module, kernel, module_of(row, "stages"), target, arguments))


def _printed(module: ir.Operation) -> bytes:
    from triton_shared.dialects import print_module

    return (print_module(module).rstrip("\n") + "\n").encode()


def _linked(object_code: bytes, compiler: str) -> bytes:
    """The shared library that ``compiler`` makes of an object."""
    try:
        return linker.link(compiler, {"kernel.o": object_code})
    except RuntimeError as error:
        raise UsageError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
