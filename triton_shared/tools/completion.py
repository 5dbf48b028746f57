"""``triton-shared completion bash|zsh|fish``: a script that completes the commands of the family and their options.

The script asks ``triton-shared completion --words N WORD…`` for what may stand at place ``N``.  What a command takes
is read from its own ``--help``, so there is no second list.  Where nothing fits, shells complete names of files.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterable, Sequence

from triton_shared import error_codes
from triton_shared.tools import main as family
from triton_shared.tools import reports
from triton_shared.tools.arguments import UsageError

_NAMES = " ".join(
    f"triton-shared{tool}" for tool in ("", "-opt", "-compile", "-check", "-explain", "-sweep", "-tune")
)
SCRIPTS = {
    "bash": f"""\
_triton_shared() {{
  local IFS=$'\\n'
  COMPREPLY=($(triton-shared completion --words "$COMP_CWORD" "${{COMP_WORDS[@]}}" 2>/dev/null))
}}
complete -o default -F _triton_shared {_NAMES}
""",
    "zsh": f"""\
#compdef {_NAMES}
_triton_shared() {{
  local -a found
  found=(${{(f)"$(triton-shared completion --words $((CURRENT - 1)) "${{words[@]}}" 2>/dev/null)"}})
  if (( $#found )); then compadd -a found; else _files; fi
}}
compdef _triton_shared {_NAMES}
""",
    "fish": """\
function __triton_shared
  set -l before (commandline -opc)
  triton-shared completion --words (count $before) $before (commandline -ct) 2>/dev/null
end
"""
    + "".join(f"complete -c {name} -a '(__triton_shared)'\n" for name in _NAMES.split()),
}
_USAGE = f"usage: triton-shared completion {'|'.join(SCRIPTS)}\n"
_HOW = """
bash: eval "$(triton-shared completion bash)" in ~/.bashrc
zsh:  eval "$(triton-shared completion zsh)" in ~/.zshrc, behind compinit
fish: triton-shared completion fish > ~/.config/fish/completions/triton-shared.fish
"""
_FLAG = re.compile(r"(?<![\w=-])--?[A-Za-z][\w-]*")


def main(argv: Sequence[str] | None = None) -> int:
    """The command; 1 for a shell that is not known."""
    given = sys.argv[1:] if argv is None else list(argv)
    match given:
        case ["--words", place, *words] if place.isdigit():
            print("\n".join(candidates(words, int(place))))
        case [shell] if shell in SCRIPTS:
            print(SCRIPTS[shell], end="")
        case ["--help" | "-h"]:
            print(_USAGE + _HOW, end="")
        case _:
            said = UsageError(f"expected a shell: {', '.join(SCRIPTS)}")
            reports.tell("triton-shared completion", said, sys.stderr)
            return 1
    return 0


def candidates(words: Sequence[str], place: int) -> list[str]:
    """What ``words[place]`` may become; nothing where a file is wanted."""
    words = [*words, ""] if place >= len(words) else list(words)
    current = words[place]
    program = words[0].rpartition("/")[2]
    if program == family.PROGRAM:
        if place == 1:
            return _begins(current, [*family.offered(), "--help", "--version"])
        command = words[1]
    else:
        command = program.removeprefix(f"{family.PROGRAM}-")
    return _begins(current, _of_command(command, words[place - 1], current))


def _of_command(command: str, before: str, current: str) -> Iterable[str]:
    """What fits behind the word ``before`` of a command."""
    if command == "explain-error" and not current.startswith("-"):
        return error_codes.by_code()
    if command == "completion":
        return SCRIPTS
    if command not in family.offered():
        return ()
    text = help_of(command)
    if command == "bench":
        return re.findall(r"^  (\w+)", text, re.M)
    if choices := re.search(rf"{re.escape(before)}\s+\{{([\w,-]+)\}}", text):
        return choices[1].split(",")
    return sorted(set(_FLAG.findall(text))) if current.startswith("-") else ()


def help_of(command: str) -> str:
    """What ``triton-shared COMMAND --help`` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        family.main([command, "--help"])
    return out.getvalue()


def _begins(current: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(current)]


if __name__ == "__main__":
    sys.exit(main())
