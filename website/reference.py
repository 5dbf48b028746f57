"""Pages of the reference that are made from the code: the Python interface, passes, options and command lines."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import triton_shared
from triton_shared import error_codes
from triton_shared.passes import registry
from triton_shared.passes.base import Pass
from triton_shared.runtime.compiler import OPTIONS
from triton_shared.tools import main
from website.docstrings import markdown

#: what the sections of codes are called, by the first digits
CHAPTERS = {
    "TS00": "Command lines, passes, options, plug-ins",
    "TS01": "Programs that are not valid",
    "TS02": "Programs that cannot be lowered",
    "TS03": "Launches and their arguments",
    "TS04": "GPUs, their driver and assembler",
    "TS05": "The reference executor",
    "TS06": "What is not installed",
    "TS09": "Errors of this package",
}


def pages() -> dict[str, str]:
    """The text of each page by its path below docs."""
    return {
        "reference/api.md": "\n".join(_api()),
        "reference/passes.md": "\n".join(_passes()),
        "reference/options.md": "\n".join(_options()),
        "reference/command_line.md": "\n".join(_command_lines()),
        "reference/errors.md": "\n".join(_errors()),
    }


def _api() -> Iterator[str]:
    yield "# Python interface\n\nAll names of `triton_shared`.\n"
    for name in triton_shared.__all__:
        module = triton_shared._EXPORTS[name]
        yield f"## `{name}`\n\nDefined in `{module}`.\n"
        try:
            found = getattr(triton_shared, name)
        except ImportError:  # the drivers need Triton
            yield markdown(_docstring(module, name))
        else:
            yield from _object(name, found)


def _object(name: str, found: object) -> Iterator[str]:
    if not callable(found):
        yield f"`{name} = {found!r}`\n"
        return
    yield f"```text\n{name}{_signature(found)}\n```\n"
    yield markdown(inspect.getdoc(found) or "")
    for member, value in vars(found).items() if inspect.isclass(found) else ():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if member.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
            continue
        arguments = "" if isinstance(value, property) else str(_signature(function))
        yield f"### `{name}.{member}`\n\n```text\n{member}{arguments}\n```\n\n{markdown(function.__doc__)}"


class _Plain(str):
    """An annotation that is text, printed without quotation marks."""

    __repr__ = str.__str__


def _signature(found: object) -> str:
    try:
        signature = inspect.signature(found)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(…)"
    plain = [p.replace(annotation=_plain(p.annotation)) for p in signature.parameters.values()]
    return str(signature.replace(parameters=plain, return_annotation=_plain(signature.return_annotation)))


def _plain(annotation: object) -> object:
    return _Plain(annotation) if isinstance(annotation, str) else annotation


def _docstring(module: str, name: str) -> str:
    """The docstring of a class or a function of a module that cannot be imported here."""
    spec = find_spec(module.rpartition(".")[0])
    assert spec and spec.submodule_search_locations
    file = Path(spec.submodule_search_locations[0], module.rpartition(".")[2] + ".py")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    definitions = (n for n in tree.body if isinstance(n, ast.ClassDef | ast.FunctionDef))
    return ast.get_docstring(next(n for n in definitions if n.name == name)) or ""


def _passes() -> Iterator[str]:
    yield (
        "# Passes in detail\n\nEach pass of this package with the docstring of its module: the IR before and after, "
        "and what it promises. [Passes](../passes.md) has them in their order.\n"
    )
    for group, passes in registry.groups().items():
        yield f"## Passes {group}\n"
        for one in passes:
            yield from _pass(one)


def _pass(one: Pass) -> Iterator[str]:
    yield f"### `--{one.name}`\n"
    facts = [f"runs on `{one.anchor}`"]
    facts += ["optional"] if one.optional else []
    facts += [f"also `--{alias}`" for alias in one.aliases]
    yield f"*{'; '.join(facts)}*\n"
    yield markdown(one.documentation)
    if one.options:
        yield "| option | default | meaning |\n|---|---|---|"
        for option in one.options:
            values = f" ({', '.join(f'`{v}`' for v in option.values)})" if option.values else ""
            yield f"| `{option.name}` | `{option.default}` | {_cell(option.help)}{values} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _options() -> Iterator[str]:
    yield (
        "# Options of targets\n\nThese are keywords of `triton_shared.compile`, of Triton's launches and of "
        "`triton_shared.check`, and options of `triton-shared-compile`. [GPUs](../gpu.md#loops) explains them; "
        "[Run and deploy](../running.md#environment) lists environment variables.\n"
    )
    yield "| option | meaning |\n|---|---|"
    for name, option in OPTIONS.items():
        yield f"| `{name}` | {_cell(option.help)} |"


def _errors() -> Iterator[str]:
    yield (
        "# Codes of errors\n\nTools print the code behind a message, as in `[TS0214]`; in Python 3.11 and newer "
        "it is the last line of a traceback. `triton-shared explain-error TS0214` prints the text of this page. "
        "[Errors and remarks](../messages.md) has the classes.\n"
    )
    for start, title in CHAPTERS.items():
        yield f"## {title}\n"
        for row in error_codes.by_code().values():
            if row.code.startswith(start):
                yield f"### {row.code}\n"
                yield from (*error_codes.page(row), "")


def _command_lines() -> Iterator[str]:
    yield (
        "# Command lines\n\n`triton-shared` has the tools as commands. `triton-shared-opt`, "
        "`triton-shared-compile`, `triton-shared-check` and `triton-shared-explain` are names of four of them. "
        "`triton-shared completion` prints completion for bash, zsh and fish. Colours are for terminals; "
        "`NO_COLOR` turns them off. Exit codes: 0, 1 after an error of the user, 2 after an error of this package.\n"
    )
    for command in main.COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "triton_shared", command, "--help"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"COLUMNS": "100", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        text = done.stdout.partition("\npasses ")[0].rstrip()
        yield f"## `triton-shared {command}`\n\n```text\n{text}\n```\n"
