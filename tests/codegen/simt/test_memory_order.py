"""The order of atomic ops in PTX: fences around updates, barriers where one thread goes on for all."""

from __future__ import annotations

import re

import pytest

from tests.support.emulated import Settings, lowered
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

LOCKED = """tt.func public @k(%x: !tt.ptr<f32>, %lock: !tt.ptr<i32>) {
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %p = tt.addptr %s, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %c = arith.constant dense<1.0> : tensor<128xf32>
  %m = arith.constant dense<true> : tensor<128xi1>
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  OPS
  tt.return
}"""
STORE = "tt.store %p, %c : tensor<128x!tt.ptr<f32>>"
SCALAR = "%old = tt.atomic_rmw exch, {}, %lock, %zero, %true : (!tt.ptr<i32>, i32, i1) -> i32"
BLOCK = (
    "%olds = tt.atomic_rmw fadd, {}, %p, %c, %m : "
    "(tensor<128x!tt.ptr<f32>>, tensor<128xf32>, tensor<128xi1>) -> tensor<128xf32>"
)
#: what is looked for in PTX: a letter each
LETTERS = {
    r"bar\.sync": "|", r"fence\.(?:release|acq_rel)\.SCOPE": "r", r"fence\.(?:acquire|acq_rel)\.SCOPE": "a",
    r"fence\.": "?", r"atom\.": "u", r"(?:@\S+ )?st\.global": "s",
}  # fmt: skip


def shape(ops: str, scope: str = "gpu") -> str:
    """The barriers, fences and accesses of a program with ``ops``, in their order."""
    compiled = lowered(LOCKED.replace("OPS", ops), "-", None, True, Settings())
    _, ptx = to_ptx(compiled.text, compiled.target)
    found = []
    for line in map(str.strip, ptx.splitlines()):
        letters = (x for p, x in LETTERS.items() if re.match(p.replace("SCOPE", scope), line))
        found.append(next(letters, ""))
    return "".join(found)


@pytest.mark.parametrize(
    ("order", "expected"),
    [("relaxed", "su"), ("acquire", "sua"), ("release", "s|ru"), ("acq_rel", "s|rua")],
)
def test_one_thread_goes_on_for_all(order, expected):
    """What is released is released after all threads have stored."""
    assert shape(f"{STORE} {SCALAR.format(f'{order}, gpu')}") == expected


@pytest.mark.parametrize(
    ("order", "expected"), [("relaxed", "u"), ("acquire", "ua"), ("release", "ru"), ("acq_rel", "rua")]
)
def test_elements_are_updated_between_fences(order, expected):
    assert shape(BLOCK.format(f"{order}, gpu")) == expected


@pytest.mark.parametrize(("scope", "name"), [("cta", "cta"), ("gpu", "gpu"), ("sys", "sys")])
def test_fences_have_the_scope(scope, name):
    assert shape(BLOCK.format(f"acq_rel, {scope}"), name) == "rua"


@pytest.mark.parametrize("barrier", ["ttg.barrier all", "gpu.barrier"])
def test_threads_meet_at_a_barrier(barrier):
    assert shape(f"{STORE} {barrier} {SCALAR.format('relaxed, gpu')}") == "s|u"
