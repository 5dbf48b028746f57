"""``triton-shared COMMAND``: the tools of this package as one family.

``triton-shared opt`` and ``triton-shared-opt`` are the same program; so are those of ``compile``, ``check`` and
``explain``.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from triton_shared.records import dataclass

PROGRAM = "triton-shared"


@dataclass(frozen=True)
class Command:
    """A command: the module whose ``main()`` reads ``sys.argv``, what it does, whether a checkout alone has it."""

    module: str
    summary: str

    is_of_checkout: bool = False


COMMANDS = {
    "opt": Command("triton_shared.tools.opt", "run passes over MLIR, from Triton IR to the shared form and on"),
    "compile": Command("triton_shared.tools.compile", "compile a kernel ahead of time: object, library, PTX, cubin"),
    "explain": Command("triton_shared.tools.explain", "say how accesses are understood, or write a page on a kernel"),
    "check": Command("triton_shared.tools.check", "run a program, find out-of-bounds accesses, races and more"),
    "validate": Command("triton_shared.validation.__main__", "execute kernels before and after each pass, and compare"),
    "sweep": Command("triton_shared.tools.sweep", "run kernels over sizes, types and targets against an oracle"),
    "tune": Command("triton_shared.tools.tune", "measure configurations of kernels, keep the fastest, build ahead"),
    "doctor": Command("triton_shared.tools.doctor", "print versions, CPU, GPUs, caches, and what is missing for what"),
    "explain-error": Command("triton_shared.tools.explain_error", "explain the code of an error, such as TS0214"),
    "completion": Command("triton_shared.tools.completion", "print completion for bash, zsh or fish"),
    "bench": Command("benchmarks.__main__", "run benchmarks of this checkout", is_of_checkout=True),
}  # fmt: skip


def offered() -> dict[str, Command]:
    """The commands that this installation has."""
    return {name: command for name, command in COMMANDS.items() if not command.is_of_checkout or checkout()}


def checkout() -> Path | None:
    """The checkout that the package is imported from, or the one that is the working directory."""
    places = (Path(__file__).parents[2], Path.cwd())
    return next((p for p in places if (p / "benchmarks").is_dir() and (p / "triton_shared").is_dir()), None)


def help_text() -> str:
    """What ``--help`` prints."""
    rows = [f"  {name:14} {command.summary}" for name, command in offered().items()]
    return "\n".join(
        [
            f"usage: {PROGRAM} COMMAND [ARGUMENT]...",
            "",
            "commands:",
            *rows,
            "",
            f"`{PROGRAM} COMMAND --help` tells the options of a command, `{PROGRAM} --version` the versions.",
            "",
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """The command line ``argv``; the exit code: 0, 1 after an error of the user, 2 after one of this package."""
    name, *rest = (sys.argv[1:] if argv is None else list(argv)) or ["--help"]
    if name in ("--help", "-h", "help"):
        print(help_text(), end="")
        return 0
    if name == "--version":
        name, rest = "opt", ["--version"]
    if name not in offered():
        return _unknown(name)
    command = COMMANDS[name]
    if command.is_of_checkout and str(checkout()) not in sys.path:
        sys.path.insert(0, str(checkout()))
    sys.argv = [f"{PROGRAM} {name}", *rest]
    return importlib.import_module(command.module).main() or 0


def _unknown(name: str) -> int:
    import difflib

    near = difflib.get_close_matches(name, offered(), n=1)
    advice = f"did you mean '{near[0]}'?" if near else f"see {PROGRAM} --help"
    print(f"{PROGRAM}: there is no command '{name}'; {advice} [TS0006]", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
