"""Counters of rewrites: every optional pass has one, and nobody counts where nobody collects."""

import re
from pathlib import Path

import pytest

import triton_shared
from triton_shared.ir.statistics import collected, fired
from triton_shared.passes.registry import GROUPS
from triton_shared.tools import opt

SOURCES = Path(triton_shared.__file__).parent
OPTIONAL = [one.name for group in GROUPS.values() for one in group if one.optional]
COUNTED = set(re.findall(r'fired\(\s*"([\w-]+)"', "".join(p.read_text() for p in SOURCES.rglob("*.py"))))
NAMES = {one.name for group in GROUPS.values() for one in group}


@pytest.mark.parametrize("name", OPTIONAL)
def test_an_optional_pass_counts_what_it_rewrites(name):
    assert name in COUNTED


def test_counters_are_named_after_passes():
    assert COUNTED <= NAMES


def test_only_who_collects_counts():
    fired("a", "before")
    with collected() as outer:
        fired("a", "first")
        with collected() as inner:
            fired("a", "second", 2)
    fired("a", "after")
    assert outer == {"a: first": 1, "a: second": 2}
    assert inner == {"a: second": 2}


def test_the_tool_prints_what_fired(tmp_path):
    file = tmp_path / "k.mlir"
    file.write_text(
        "func.func @f(%x: f32, %y: f32) -> f32 {\n  %p = arith.mulf %x, %y : f32\n  %s = arith.addf %p, %y : f32\n"
        "  return %s : f32\n}\n"
    )
    code, _, err = opt.run([str(file), "--allow-contraction", "--pass-statistics"])
    assert code == 0
    assert err.split("\n") == [
        "       1 allow-contraction: arith.addf",
        "       1 allow-contraction: arith.mulf",
        "",
    ]
