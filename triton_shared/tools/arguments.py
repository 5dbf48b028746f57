"""The command line of ``triton-shared-opt``: its options as a table, its arguments as data, its help.

Nothing here imports MLIR: ``--help`` answers at once.
"""

from __future__ import annotations

import difflib
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from triton_shared.passes.base import table
from triton_shared.passes.manager import options_of

PROGRAM = "triton-shared-opt"


class UsageError(Exception):
    """A command line, an input or an output that cannot be used; the message is one line or a few.

    ``code`` is that of the error behind it, if there is one (`triton_shared.error_codes`).
    """

    def __init__(self, message: str, code: str = ""):
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Option:
    """An option that is no pass: a switch (no ``value``), or one that takes a value, or may (``[VALUE]``)."""

    help: str
    value: str = ""
    default: str | bool | None = None

    @property
    def is_switch(self) -> bool:
        """Whether its value is true or false."""
        return not self.value


OPTIONS = {
    "o": Option("write to FILE; - is standard output", "FILE", "-"),
    "pass-pipeline": Option(
        "run PIPELINE, e.g. 'builtin.module(triton-to-linalg,func.func(cse))'", "PIPELINE"
    ),
    "until": Option("stop behind the first pass of this name, and print what there is", "PASS"),
    "after": Option(
        "go on behind the first pass of this name: the input is what --until printed, as it is or changed by hand",
        "PASS",
    ),
    "without": Option(
        "leave out these optional passes, and those of TRITON_SHARED_WITHOUT, wherever they would run",
        "PASS,...",
    ),
    "bisect-limit": Option(
        "run only the first N of the optional passes, and say of each to standard error whether it was run",
        "N",
    ),
    "list-optional": Option("list the passes that may be left out", default=False),
    "validate-passes": Option(
        "run each kernel of the files before and after every pass, on arguments that are found, and name the first "
        "pass after which a result differs (docs/validation.md); without passes, all of those for this CPU",
        default=False,
    ),
    "validation-arguments": Option("the launches to validate with, as JSON", "FILE"),
    "bisect": Option(
        "validate, and find the optional pass that makes results differ; or the one with which COMMAND fails",
        "[COMMAND]",
    ),
    "reduce": Option(
        "validate, and make the program smaller as long as results differ after the same pass", default=False
    ),
    "import": Option("read the input in another NOTATION: babylon (Triton code models)", "NOTATION"),
    "remarks": Option(
        "say what was found of every load, store and atomic op, to standard error", default=False
    ),
    "run": Option(
        "run the module that the passes leave in the reference executor, on the grid and arguments in FILE (JSON, or "
        ".npz: see docs/reference.md), and print what the arrays hold afterwards in its place",
        "FILE",
    ),
    "split-input-file": Option(
        "process the parts between lines of MARKER (// -----) one by one", "[MARKER]", ""
    ),
    "verify-each": Option("verify the IR after every pass; =false turns it off", default=True),
    "verify-diagnostics": Option(
        "check diagnostics against the expected-error comments of the input", default=False
    ),
    "allow-unregistered-dialect": Option("accept ops of dialects that nobody registered", default=False),
    "mlir-version": Option("print what mlir-opt of release N (16 to 24) reads", "N"),
    "emit-bytecode": Option("write bytecode", default=False),
    "emit-bytecode-version": Option("write bytecode of format VERSION", "VERSION"),
    "mlir-print-op-generic": Option("print ops in generic form", default=False),
    "mlir-print-debuginfo": Option("print locations", default=False),
    "mlir-print-ir-before-all": Option(
        "print the module before every pass, to standard error", default=False
    ),
    "mlir-print-ir-after-all": Option("print the module after every pass, to standard error", default=False),
    "mlir-print-ir-before": Option("print the module before these passes", "PASS,..."),
    "mlir-print-ir-after": Option("print the module after these passes", "PASS,..."),
    "mlir-timing": Option("print how long each pass took, to standard error", default=False),
    "pass-statistics": Option(
        "print how often each rewrite of each pass fired, to standard error", default=False
    ),
    "json": Option("write errors, warnings and remarks as JSON, a line for each", default=False),
    "version": Option("print versions", default=False),
    "help": Option("print this", default=False),
}

#: what options stand for whose value is left out
BARE = {"split-input-file": "// -----", "bisect": "validation"}
_SHORT = {"h": "help", "?": "help"}
_FLAG = re.compile(r"--?([\w.?-]+)(?:=(.*))?", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,9}")
_TRUTH = {"true": True, "1": True, "false": False, "0": False}


@dataclass
class Arguments:
    """A parsed command line: the input file, the passes in order, every option's value by name."""

    inputs: list[str] = field(default_factory=list)
    passes: list[str] = field(default_factory=list)
    values: dict[str, str | bool | None] = field(
        default_factory=lambda: {n: o.default for n, o in OPTIONS.items()}
    )

    def __getitem__(self, option: str) -> str | bool | None:
        return self.values[option]

    def text(self, option: str) -> str:
        """The value of an option that takes one; nothing where it was not given."""
        value = self.values[option]
        return value if isinstance(value, str) else ""

    def number(self, option: str) -> int | None:
        """The value of an option that takes a number; None where it was not given.  Raises `UsageError`."""
        value = self.text(option)
        if value and not _NUMBER.fullmatch(value):
            raise UsageError(f"{_spelled(option)} needs a number below 10^9, not '{value}'")
        return int(value) if value else None

    def holds(self, option: str) -> bool:
        """Whether the switch ``option`` is on."""
        return self.values[option] is True

    @property
    def input(self) -> str:
        """The input file; ``-`` is standard input."""
        return self.inputs[0] if self.inputs else "-"

    @property
    def pipeline(self) -> list[str]:
        """The passes to run as pipeline texts, from flags or from ``--pass-pipeline``."""
        text = self["pass-pipeline"]
        return [text] if isinstance(text, str) else self.passes


def parse(argv: Iterable[str]) -> Arguments:
    """The command line ``argv`` as `Arguments`; every flag that is no option is taken for a pass.

    Raises `UsageError`.
    """
    found = Arguments()
    rest = iter(argv)
    for argument in rest:
        if argument == "-" or not argument.startswith("-"):
            found.inputs.append(argument)
        elif flag := _FLAG.fullmatch(argument):
            name, value = _SHORT.get(flag[1], flag[1]), flag[2]
            if name in OPTIONS:
                found.values[name] = _value(name, value, rest)
            else:
                found.passes.append(name if value is None else f"{name}{{{value}}}")
        else:
            raise UsageError(f"cannot read the flag {argument!r}")
    if len(found.inputs) > 1 and not (found["validate-passes"] or found["bisect"] or found["reduce"]):
        raise UsageError(f"one input file at a time, not {len(found.inputs)}: {', '.join(found.inputs)}")
    if found.passes and found["pass-pipeline"] is not None:
        raise UsageError(
            f"passes come from flags (--{found.passes[0]}) or from --pass-pipeline, not from both"
        )
    whole = [name for name in ("validate-passes", "bisect", "reduce") if found[name]]
    if whole and (found["after"] or found["until"]):
        raise UsageError(f"--{whole[0]} is of whole pipelines: not with --after or --until")
    return found


def _value(name: str, value: str | None, rest: Iterator[str]) -> str | bool:
    option = OPTIONS[name]
    if option.is_switch:
        if value is not None and value.lower() not in _TRUTH:
            raise UsageError(f"--{name} is a switch: true or false, not {value!r}")
        return value is None or _TRUTH[value.lower()]
    if value is None and option.value.startswith("["):
        return BARE[name]
    value = next(rest, None) if value is None else value
    if not value:
        raise UsageError(f"{_spelled(name)} needs a value: {option.value}")
    return value


def suggestion(name: str) -> str:
    """``; did you mean ...?`` for a name that is no pass and no option; for a pass of other packages what to use."""
    from triton_shared.conversions.foreign_options import PASSES

    if name in PASSES:
        return f"; use {PASSES[name]}"
    near = difflib.get_close_matches(name, [*OPTIONS, *_passes(), *_upstream()], n=3, cutoff=0.7)
    return f"; did you mean {' or '.join(f'--{n}' for n in near)}?" if near else f" (see {PROGRAM} --help)"


def _passes() -> dict[str, str]:
    """Our passes and aliases with a line each."""
    return {name: text for group in _groups().values() for name, text in group.items()}


def _groups() -> dict[str, dict[str, str]]:
    """Our passes and aliases with a line each, by what they are for."""
    from triton_shared.passes.registry import groups

    return {
        title: {n: p.summary if n == p.name else f"The same as --{p.name}" for n, p in table(*passes).items()}
        for title, passes in groups().items()
    }


def _upstream() -> dict[str, str]:
    from triton_shared.tools.upstream_passes import UPSTREAM

    return {name: text for group in UPSTREAM.values() for name, text in group.items()}


def _spelled(name: str) -> str:
    """How to write option ``name``."""
    return f"-{name}" if len(name) == 1 else f"--{name}"


_INTRODUCTION = f"""\
{PROGRAM}: reads MLIR (Triton IR of any release, or any upstream dialect), runs passes, prints MLIR.

usage: {PROGRAM} [FILE] [--PASS[='OPTION=VALUE ...']]... [OPTION]... [-o FILE]

Passes run in the order given.  Without a file, or with -, standard input is read; without passes the
input is checked and printed back.  Errors go to standard error as file:line:column, with exit code 1.

examples:
  {PROGRAM} add.mlir                                     check a file, print it back
  {PROGRAM} add.mlir --triton-to-linalg                  from Triton IR to linalg and memref
  {PROGRAM} add.mlir --triton-to-linalg -o out.mlir      the same, into a file
  {PROGRAM} add.mlir --triton-to-linalg --canonicalize='max-iterations=3' --cse
                                                               then clean up, a pass with an option
  {PROGRAM} add.mlir --triton-to-linalg --mlir-print-ir-after-all
                                                               watch every pass
  {PROGRAM} add.mlir --triton-to-linalg --shared-to-cpu      further, to the llvm dialect for this CPU
  {PROGRAM} add.mlir --triton-to-linalg --mlir-version=19    for mlir-opt 19 to go on with
  {PROGRAM} add.mlir --triton-to-linalg --shared-to-cpu --without=move-rows,cse
                                                               without some optimisations
  {PROGRAM} add.mlir --triton-to-linalg --run=launch.json
                                                               run what the passes leave, on arguments
  {PROGRAM} add.mlir --remarks                           which accesses are structured, and why others are not
  {PROGRAM} --pass-pipeline='builtin.module(triton-to-linalg,func.func(canonicalize,cse))' add.mlir
                                                               a pipeline as one text
"""


def help_text() -> str:
    """What ``--help`` prints: how to use the tool, its options, every pass with a line."""
    from triton_shared.tools.upstream_passes import UPSTREAM

    options = {_usage(name, option): option.help for name, option in OPTIONS.items()}
    parts = [_INTRODUCTION, _section("options", options.items())]
    parts += [_section(f"passes {title}", _with_options(names)) for title, names in _groups().items()]
    parts += [_section(f"upstream passes: {group}", _dashed(names)) for group, names in UPSTREAM.items()]
    return "\n".join(parts)


def optional_text() -> str:
    """What ``--list-optional`` prints: the passes that may be left out, with a line each."""
    from triton_shared.passes.registry import optional

    return _section("passes that may be left out", optional().items())


def _with_options(names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Passes of ours by flag, each followed by its options."""
    from triton_shared.passes.registry import known

    for flag, text in _dashed(names):
        yield flag, text
        one = known()[flag.removeprefix("--")]
        if flag == f"--{one.name}":
            yield from ((f"    {option.spelling}", option.help) for option in options_of(one))


def _usage(name: str, option: Option) -> str:
    match option.value:
        case "":
            return _spelled(name)
        case optional if optional.startswith("["):
            return f"{_spelled(name)}[={optional[1:]}"
        case value:
            return f"{_spelled(name)}{' ' if len(name) == 1 else '='}{value}"


def _dashed(names: dict[str, str]) -> list[tuple[str, str]]:
    return [(f"--{name}", text) for name, text in names.items()]


def _section(title: str, rows: Iterable[tuple[str, str]]) -> str:
    rows = list(rows)
    width = max((len(row) for row, _ in rows), default=0)
    wrapper = textwrap.TextWrapper(112, subsequent_indent=" " * (width + 4), break_on_hyphens=False)
    return "\n".join([f"{title}:", *(wrapper.fill(f"  {row:{width}}  {text}") for row, text in rows), ""])


def version_text() -> str:
    """What ``--version`` prints: our version, that of the shared form, and that of the bindings."""
    from triton_shared.conversions.verify_shared_form import SHARED_FORM_VERSION
    from triton_shared.tools.requirements import Requirement, distribution

    missing, ours = "(not installed)", distribution()
    return (
        f"{PROGRAM} {ours.version if ours else missing}\nshared form {SHARED_FORM_VERSION}\n"
        f"torch-mlir {Requirement('torch-mlir').installed() or missing}\n"
    )
