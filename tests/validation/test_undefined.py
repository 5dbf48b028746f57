"""What the order of a reduction, a fused product, the sign of a NaN or poison decides is not reported as a mistake."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from triton_shared import validation
from triton_shared.codegen.passes import PASSES
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.validation.cases import Array, Case
from triton_shared.validation.comparison import INEXACT, REORDERED

ROOT = Path(__file__).parents[2]

#: elements of %x and %y are loaded as {e}, and what comes of them is stored to %out
ELEMENTS = """
tt.func public @elements(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<{e}>) {{
  %r = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %q : tensor<64x!tt.ptr<f32>>
  %s = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %t = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.load %t : tensor<64x!tt.ptr<f32>>
  {body}
  %o = tt.splat %out : !tt.ptr<{e}> -> tensor<64x!tt.ptr<{e}>>
  %u = tt.addptr %o, %r : tensor<64x!tt.ptr<{e}>>, tensor<64xi32>
  tt.store %u, %v : tensor<64x!tt.ptr<{e}>>
  tt.return
}}
"""
FUSED = """
  %m = arith.mulf %a, %b : tensor<64xf32>
  %n = arith.addf %m, %a : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %v = arith.mulf %n, %zero : tensor<64xf32>
"""
SIGN = """
  %m = arith.{op} %a, %b : tensor<64xf32>
  %g = arith.negf %m : tensor<64xf32>
  %is = arith.cmpf uno, %m, %m : tensor<64xf32>
  %c = arith.select %is, %m, %m : tensor<64xi1>, tensor<64xf32>
  %v = tt.bitcast %c : tensor<64xf32> -> tensor<64xi32>
"""
POISON = """
tt.func public @poison(%out: !tt.ptr<i32>) {
  %p = ub.poison : i32
  %low = arith.constant 0 : i32
  %high = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %above = arith.cmpi sge, %p, %low : i32
  %below = arith.cmpi slt, %p, %high : i32
  %is = arith.andi %above, %below : i1
  tt.store %out, %one, %is : !tt.ptr<i32>
  tt.return
}
"""


def fuse(module):
    for op in all_ops(module, {"arith.addf"}):
        product = op.operands[0].owner
        with ir.InsertionPoint(op), op.location:
            new = ir.Operation.create("math.fma", [op.results[0].type], [*product.operands, op.operands[1]])
        op.results[0].replace_all_uses_with(new.results[0])
        op.erase()


def test_a_product_that_overflows_by_itself_may_be_finite_where_it_is_fused_even_behind_a_nan():
    text = ELEMENTS.format(e="f32", body=FUSED)
    rng = np.random.default_rng(0)
    numbers = [np.copysign(rng.uniform(1, 3e38, 64), sign).astype(np.float32) for sign in (1, -1)]
    numbers[1] /= np.float32(2e38)
    case = Case("large", (1,), (*(Array("f32", n) for n in numbers), Array("f32", np.zeros(64, np.float32))))
    found = validation.validate(text, "f", [Pass("expand-functions", fuse)], cases=[case])
    assert found.difference is None, found


def negate_nans(module):
    """NaNs with the other sign."""
    for op in all_ops(module, {"arith.select"}):
        op.operands[1] = next(iter(all_ops(module, {"arith.negf"}))).results[0]


@pytest.mark.parametrize("op", ["addf", "mulf", "divf"])
def test_nobody_knows_the_sign_of_a_nan(op):
    text = ELEMENTS.format(e="i32", body=SIGN.format(op=op))
    assert validation.validate(text, "f", [Pass("negate-nans", negate_nans)]).difference is None


@pytest.mark.parametrize("limit", [1500, 3000])
def test_what_another_order_of_a_reduction_gives_is_known_however_many_ops_it_takes(limit):
    """A combiner of NaNs is not associative; one by one it takes more ops than a run may take elsewhere."""
    text = (ROOT / "tests/codegen/argmax.mlir").read_text()
    report = validation.validate(text, "argmax", limit=limit, compiled=False)
    assert report.difference is None, report
    assert report.checks > 20


def test_poison_may_be_zero():
    assert validation.validate(POISON, "f", ["zero-poison"]).difference is None


def test_each_pass_that_makes_a_loop_of_a_reduction_is_known_to_reorder():
    """What calls `generalized` is in the file of its pass."""
    modules = {p.run.partition(":")[0].rpartition(".")[2]: p.name for p in PASSES if isinstance(p.run, str)}
    files = ROOT.glob("triton_shared/codegen/tensors/*.py")
    calling = {file.stem for file in files if re.search(r"(?<!def) generalized\(", file.read_text())}
    names = {modules[module] for module in calling}
    assert len(names) == len(calling) > 1
    assert names <= REORDERED.keys() | INEXACT.keys()


COLLIDING = """
tt.func public @colliding(%x: !tt.ptr<{e}>, %out: !tt.ptr<{e}>) {{
  %r = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
  %p = tt.splat %x : !tt.ptr<{e}> -> tensor<64x!tt.ptr<{e}>>
  %q = tt.addptr %p, %r : tensor<64x!tt.ptr<{e}>>, tensor<64xi32>
  %a = tt.load %q : tensor<64x!tt.ptr<{e}>>
  %four = arith.constant dense<4> : tensor<64xi32>
  %s = arith.divsi %r, %four : tensor<64xi32>
  %o = tt.splat %out : !tt.ptr<{e}> -> tensor<64x!tt.ptr<{e}>>
  %u = tt.addptr %o, %s : tensor<64x!tt.ptr<{e}>>, tensor<64xi32>
  tt.store %u, %a : tensor<64x!tt.ptr<{e}>>
  %b = tt.load %u : tensor<64x!tt.ptr<{e}>>
  %zero = arith.constant dense<0.0> : tensor<64x{e}>
  %v = arith.mulf %b, %zero : tensor<64x{e}>
  tt.store %u, %v : tensor<64x!tt.ptr<{e}>>
  tt.return
}}
"""


def store_from_the_end(module):
    """Both stores of `COLLIDING` begin with the last lane."""
    (made,) = all_ops(module, {"tt.make_range"})
    with ir.InsertionPoint.after(made), made.location:
        last = ir.Operation.create(
            "arith.constant",
            [made.results[0].type],
            attributes={"value": ir.DenseElementsAttr.get(np.full(64, 63, np.int32))},
        )
        turned = ir.Operation.create("arith.subi", [made.results[0].type], [last.results[0], made.results[0]])
    made.results[0].replace_all_uses_except(turned.results[0], turned)


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
def test_of_numbers_stored_to_one_address_nobody_knows_sign_or_kind(element):
    """What stays is 0.0, -0.0 or a NaN, behind a product with 0.0."""
    text = COLLIDING.format(e=element)
    report = validation.validate(text, "f", [Pass("store-from-the-end", store_from_the_end)])
    assert report.difference is None, report
    assert report.checks == 6


LARGEST = """
tt.func public @largest(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %at: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %q : tensor<64x!tt.ptr<f32>>
  %v:2 = "tt.reduce"(%a, %r) <{axis = 0 : i32}> ({
  ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
    %same = arith.cmpf oeq, %x0, %x1 : f32
    %first = arith.cmpi slt, %i0, %i1 : i32
    %tie = arith.andi %same, %first : i1
    %above = arith.cmpf ogt, %x0, %x1 : f32
    %wins = arith.ori %above, %tie : i1
    %m = arith.select %wins, %x0, %x1 : f32
    %i = arith.select %wins, %i0, %i1 : i32
    tt.reduce.return %m, %i : f32, i32
  }) : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)
  tt.store %out, %v#0 : !tt.ptr<f32>
  tt.store %at, %v#1 : !tt.ptr<i32>
  tt.return
}
"""


def swap_the_combiner(module):
    """The later elements are combined with the earlier ones."""
    (op,) = all_ops(module, {"tt.reduce"})
    x0, i0, x1, i1 = op.regions[0].blocks[0].arguments
    uses = {value: list(value.uses) for value in (x0, i0, x1, i1)}
    for value, other in ((x0, x1), (x1, x0), (i0, i1), (i1, i0)):
        for use in uses[value]:
            use.owner.operands[use.operand_number] = other


def take_the_last(module):
    """Of equal elements the last one wins."""
    (op,) = all_ops(module, {"arith.cmpi"})
    op.attributes["predicate"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 4)


def test_nobody_knows_what_is_largest_beside_a_nan_and_everybody_otherwise():
    swapped = validation.validate(LARGEST, "f", [Pass("swap-the-combiner", swap_the_combiner)])
    assert swapped.difference is None, swapped
    last = validation.validate(LARGEST, "f", [Pass("take-the-last", take_the_last)])
    assert last.difference is not None


UNWRITTEN = """
tt.func public @unwritten(%x: !tt.ptr<f32>, %out: !tt.ptr<i32>) {
  %false = arith.constant false
  %a = tt.load %x, %false : !tt.ptr<f32>
  %m = math.absf %a : f32
  %zero = arith.constant 0.0 : f32
  %is = arith.cmpf ueq, %m, %zero : f32
  %i = arith.extui %is : i1 to i32
  tt.store %out, %i : !tt.ptr<i32>
  tt.return
}
"""


def load_zero(module):
    (op,) = all_ops(module, {"tt.load"})
    (zero,) = [c for c in all_ops(module, {"arith.constant"}) if str(c.results[0].type) == "f32"]
    zero.move_before(op)
    op.results[0].replace_all_uses_with(zero.results[0])
    op.erase()


def test_what_nobody_has_written_may_be_zero():
    assert validation.validate(UNWRITTEN, "f", [Pass("load-zero", load_zero)]).difference is None
