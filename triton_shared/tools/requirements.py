"""What this package needs, and can use, of other packages: read from its own metadata."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from importlib import metadata

from triton_shared.records import dataclass

_ORDER: dict[str, Callable[[tuple, tuple], bool]] = {
    ">=": operator.ge, "<=": operator.le, "<": operator.lt, ">": operator.gt, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
#: this package's name among distributions; PyPI's `FOREIGN` is of another project, with a module of the same name
NAME, FOREIGN = "triton-shared-linalg", "triton-shared"
#: extras whose packages programs use, not tests or docs
EXTRAS = ("triton", "torch", "gpu", "prove", "remote-cache")
#: what only this package runs as a command, whatever the name under which it was installed
_COMMAND = "triton_shared.tools.opt:main"
_TEXT = re.compile(r"([\w.-]+)\s*\(?([^;)]*)\)?\s*(?:;(.*))?")


@dataclass(frozen=True)
class Requirement:
    """A package by name, with ``bounds`` such as ``>=3.6,<3.10``; nothing allows any release."""

    name: str
    bounds: str = ""

    def __str__(self) -> str:
        return self.name + self.bounds

    def installed(self) -> str:
        """The release that is installed; empty where none is."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return ""

    def allows(self, release: str) -> bool:
        """Whether ``release`` is within the bounds; of a local or a pre-release its numbers count."""
        found = re.findall(r"(>=|<=|==|!=|<|>)\s*([\d.]+)", self.bounds)
        return all(_ORDER[sign](numbers(release), numbers(bound)) for sign, bound in found)


def numbers(release: str) -> tuple[int, ...]:
    """``3.10.1+cpu`` as (3, 10, 1), without zeros at the end."""
    found = re.match(r"\d+(?:\.\d+)*", release)
    parts = [int(part) for part in found[0].split(".")] if found else [0]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts)


def distribution() -> metadata.Distribution | None:
    """The installed distribution that has this package's commands; PyPI's `triton-shared` is of another project."""
    commands = metadata.entry_points(group="console_scripts", name="triton-shared-opt")
    return next((command.dist for command in commands if command.value == _COMMAND), None)


def required() -> dict[str, list[Requirement]]:
    """What is needed, under the name "", and what each of `EXTRAS` adds that those before it have not."""
    found: dict[str, list[Requirement]] = {extra: [] for extra in ("", *EXTRAS)}
    known: set[str] = set()
    ours = distribution()
    texts = (ours and ours.requires) or []
    for extra, requirements in found.items():
        for text in texts:
            match = _TEXT.fullmatch(text.strip())
            if match and _extra(match[3] or "") == extra and match[1] not in known:
                requirements.append(Requirement(match[1], _sorted(match[2].strip())))
                known.add(match[1])
    return found


def _extra(marker: str) -> str:
    found = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", marker)
    return found[1] if found else ""


def _sorted(bounds: str) -> str:
    """Bounds with the lower one first, as ``pyproject.toml`` writes them."""
    return ",".join(sorted(filter(None, bounds.split(",")), key=lambda one: one.startswith("<")))
