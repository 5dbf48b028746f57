"""`files`: the files that a spec is made of: its own, and those of the modules that it imports.

Modules are found as Python would find them, by the names in ``import`` and ``from`` of each file, wherever these stand;
none is executed.  Left out are the standard library, installed packages and this package, which journals know anyway.
"""

from __future__ import annotations

import ast
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

_OURS = Path(__file__).resolve().parents[1]
_STANDARD = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
_INSTALLED = {"site-packages", "dist-packages"}


def files(spec: Path, places: Sequence[str]) -> list[Path]:
    """``spec`` and what it imports, sorted by path; modules are looked for in ``places``, as in ``sys.path``."""
    pending, found = [(spec, "")], set[Path]()
    while pending:
        path, package = pending.pop()
        if path not in found:
            found.add(path)
            for name in _names(path, package):
                pending += _along(name, places)
    return sorted(found)


def _names(path: Path, package: str) -> Iterator[str]:
    """The modules that the file imports, and names that may be modules."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):  # which the import tells
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*around, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _along(name: str, places: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """Files of the user's that an import of ``name`` executes, each with the package that it is in."""
    within: Sequence[str] | None = places
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        found = None if within is None else _found(".".join(parts[:count]), within)
        if found is None:
            return
        within = found.submodule_search_locations
        if found.has_location and found.origin and found.origin.endswith(".py"):
            path = Path(found.origin).resolve()
            if not _is_users(path):
                return
            yield path, ".".join(parts[: count if within is not None else count - 1])


def _found(name: str, places: Sequence[str]) -> ModuleSpec | None:
    try:
        return PathFinder.find_spec(name, list(places))
    except (ImportError, AttributeError, ValueError):
        return None


def _is_users(path: Path) -> bool:
    around = set(path.parents)
    return not (_OURS in around or around & _STANDARD or _INSTALLED & set(path.parts))
