"""A condition that is made of one that differs between threads differs, by whatever op it is made."""

from __future__ import annotations

import pytest

from triton_shared import dialects
from triton_shared.codegen.simt.memory.insert_barriers import is_uniform
from triton_shared.ir.walk import all_ops

MARKS = ("", '{producer = "one"} ')
#: of a marked condition %d and another one %c
BINARY = ("andi", "ori", "xori", "addi", "muli", "minui", "maxui", "minsi", "maxsi")
MADE = ["%d", *(f"arith.{name} %d, %c : i1" for name in BINARY)]
MADE += ["arith.cmpi eq, %d, %c : i1", "arith.cmpi ult, %c, %d : i1", "arith.select %d, %c, %e : i1"]
MADE += ["arith.select %c, %d, %e : i1", "arith.select %c, %e, %d : i1"]


def condition(made: str, mark: str | None, steps: int) -> bool:
    """Whether all threads go one way by a condition that is ``made`` so, and computed with ``steps`` times more."""
    marked = f'%d = "simt.divergent_condition"(%c) {mark}: (i1) -> i1'
    lines = ["%d = arith.ori %c, %e : i1" if mark is None else marked]
    last = "%d"
    if made != "%d":
        lines.append(f"%m = {made}")
        last = "%m"
    for step in range(steps):
        lines.append(f"%s{step} = arith.xori {last}, %e : i1")
        last = f"%s{step}"
    text = "\n".join(lines)
    module = dialects.parse(f"func.func @f(%c: i1, %e: i1) {{\n{text}\nscf.if {last} {{\n}}\nreturn\n}}")
    (op,) = all_ops(module, {"scf.if"})
    return is_uniform(op)


@pytest.mark.parametrize("steps", [0, 2])
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("made", MADE)
def test_what_is_made_of_it_differs(made, mark, steps):
    assert not condition(made, mark, steps)


@pytest.mark.parametrize("made", MADE)
def test_what_is_made_of_others_does_not(made):
    assert condition(made, None, 2)
