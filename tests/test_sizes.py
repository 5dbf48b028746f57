"""No function has more than 40 lines and no class more than 250."""

import ast
from pathlib import Path

import triton_shared

ROOT = Path(triton_shared.__file__).parent
FUNCTION, CLASS = 40, 250


def too_long(path: Path) -> set[str]:
    """Functions and classes of a file by ``file:name`` that have too many lines."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            most = CLASS if isinstance(node, ast.ClassDef) else FUNCTION
            if (node.end_lineno or 0) - node.lineno + 1 > most:
                found.add(f"{path.relative_to(ROOT)}:{node.name}")
    return found


def test_functions_and_classes_are_short():
    assert set().union(*map(too_long, ROOT.rglob("*.py"))) == set()
