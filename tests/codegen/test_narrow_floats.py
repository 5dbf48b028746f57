"""Every op of arith and math either computes with no floats of 16 bits, or has them widened."""

import inspect

import pytest

from triton_shared import mlir
from triton_shared.codegen.cpu.expand_narrow_floats import COMPUTING, CONVERSIONS

#: what computes with no floats, and what only moves their bits
OTHERS = {
    "arith": "addi addui_extended andi bitcast ceildivsi ceildivui cmpi constant divsi divui extsi extui floordivsi "
    "index_cast index_castui maxsi maxui minsi minui muli mulsi_extended mului_extended ori remsi remui select shli "
    "shrsi shrui subi subui_extended trunci xori",
    "math": "absi ctlz ctpop cttz ipowi",
}
#: what no kernel has: conversions between floats of 8 bits, and what the machine does with denormals
UNUSED = {"arith": "convertf flush_denormals scaling_extf scaling_truncf", "math": ""}


@pytest.mark.parametrize("dialect", OTHERS)
def test_every_op_has_a_place(dialect):
    classes = (c for _, c in inspect.getmembers(getattr(mlir, dialect), inspect.isclass))
    known = {getattr(c, "OPERATION_NAME", None) or "" for c in classes}
    names = {name.removeprefix(f"{dialect}.") for name in known if name.startswith(f"{dialect}.")}
    widened = {n.removeprefix(f"{dialect}.") for n in COMPUTING | CONVERSIONS if n.startswith(f"{dialect}.")}
    kept = {*OTHERS[dialect].split(), *UNUSED[dialect].split()}
    assert names - kept == widened and not widened & kept
