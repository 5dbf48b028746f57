"""Ops that are looked for by their names are those that a walk over all ops finds, in the same order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.stages import stages_of
from triton_shared import dialects
from triton_shared.ir.walk import all_ops

EXAMPLES = Path(__file__).parents[2] / "examples"
KERNELS = ("layer_norm.f32", "attention_causal.f16", "grouped_gemm.bf16", "seeded_dropout.f32")

#: regions in regions, blocks in no order of control flow, and an op that nobody registered
NESTED = """
module {
  func.func @f(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^last, ^first
  ^last:
    %0 = scf.if %c -> i32 {
      %1 = scf.if %c -> i32 {
        %2 = scf.if %c -> i32 {
          scf.yield %x : i32
        } else {
          %3 = arith.addi %x, %x : i32
          scf.yield %3 : i32
        }
        scf.yield %2 : i32
      } else {
        scf.yield %x : i32
      }
      %4 = scf.if %c -> i32 {
        scf.yield %1 : i32
      } else {
        scf.yield %x : i32
      }
      scf.yield %4 : i32
    } else {
      %5 = arith.addi %x, %x : i32
      scf.yield %5 : i32
    }
    return %0 : i32
  ^first:
    %6 = arith.addi %x, %x : i32
    cf.br ^last
  }
  func.func private @g(i32) -> i32
}
"""
UNREACHED = """
func.func @f() -> i32 {
  %0 = arith.constant 0 : i32
  return %0 : i32
^nobody:
  %1 = arith.constant 1 : i32
  return %1 : i32
}
"""


def check(module, choices):
    every = all_ops(module)
    for names in choices:
        assert all_ops(module, names) == [op for op in every if op.name in names], names


def test_order_in_nested_regions():
    module = dialects.parse(NESTED, "nested.mlir").operation
    names = [
        "arith.addi",
        "scf.if",
        "scf.yield",
        "func.func",
        "func.return",
        "builtin.module",
        "cf.br",
        "no.op",
    ]
    rng = random.Random(0)
    check(module, [[], names, *([name] for name in names), *(rng.sample(names, 3) for _ in range(40))])


@pytest.mark.parametrize("kernel", KERNELS)
def test_order_at_every_level(kernel):
    rng = random.Random(kernel)
    for _, module in stages_of(EXAMPLES / f"{kernel}.mlir"):
        names = sorted({op.name for op in all_ops(module.operation)})
        check(module.operation, [set(rng.sample(names, rng.randint(1, len(names)))) for _ in range(10)])


def test_what_is_found_may_be_erased():
    module = dialects.parse(NESTED, "nested.mlir").operation
    for op in all_ops(module, {"arith.addi"}):
        op.results[0].replace_all_uses_with(op.operands[0])
        op.erase()
    assert module.verify() and not all_ops(module, {"arith.addi"})


def test_looking_changes_nothing():
    module = dialects.parse(UNREACHED, "unreached.mlir").operation
    before = str(module)
    assert len(all_ops(module, {"arith.constant"})) == 1
    assert str(module) == before
