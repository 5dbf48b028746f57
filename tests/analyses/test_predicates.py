"""Predicates of comparisons have the bindings' numbers, and stand in one place."""

import ast
from pathlib import Path

import triton_shared
from triton_shared.analyses import expr
from triton_shared.ir import predicates
from triton_shared.mlir import arith

ROOT = Path(triton_shared.__file__).parent


SPELLED = {"false": "AlwaysFalse", "true": "AlwaysTrue"}


INTEGERS, FLOATS = arith.CmpIPredicate, arith.CmpFPredicate


def test_numbers():
    assert [INTEGERS[name].value for name in predicates.INTEGERS] == list(range(len(INTEGERS)))
    assert [FLOATS[SPELLED.get(name, name.upper())].value for name in predicates.FLOATS] == list(
        range(len(FLOATS))
    )


def test_negations():
    for code, other in expr.NEGATED.items():
        name, holds, is_unsigned = expr.PREDICATES[code]
        negated, fails, is_also = expr.PREDICATES[other]
        assert is_unsigned == is_also == name.startswith("u") == negated.startswith("u")
        assert all(holds(a, b) != fails(a, b) for a in range(3) for b in range(3))


def test_no_other_module_lists_them():
    names = {*predicates.INTEGERS, *predicates.FLOATS} - {"false", "true", "one", "ord", "eq", "ne"}
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        if path == ROOT / "ir" / "predicates.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = node.elts if isinstance(node, ast.Tuple | ast.List) else []
            texts = [p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)]
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts = node.value.split()
            if len(names.intersection(texts)) > 3:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found, found
