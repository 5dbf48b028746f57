"""Use analysis: what is meta, data or mixed, and that meta tensors are never materialised."""

import re
from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.analyses.remarks import MIXED, remarks
from triton_shared.analyses.use import Use, uses
from triton_shared.pass_manager import run_pipeline

EXAMPLES = Path(__file__).parents[2] / "examples"


def by_op(text: str) -> dict[str, Use]:
    """The use of each result, by the name of the op and its position among those of that name."""
    module = dialects.parse(text)
    function = module.regions[0].blocks[0].operations[0].operation
    found, names, count = uses(function), {}, {}

    def visit(op):
        for inner in op.regions[0].blocks[0].operations:
            name = inner.operation.name
            count[name] = count.get(name, -1) + 1
            for result in inner.operation.results:
                names[f"{name}#{count[name]}"] = found.get(result, Use(0))
            if name == "scf.for":
                visit(inner.operation)

    visit(function)
    return names


def test_offsets_are_meta_sums_are_data_and_what_is_stored_too_is_mixed():
    names = by_op("""
tt.func @k(%x: !tt.ptr<i32>, %n: i32) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %range, %limit : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %p, %mask : tensor<16x!tt.ptr<i32>>
  %sum = arith.addi %v, %range : tensor<16xi32>
  tt.store %p, %sum, %mask : tensor<16x!tt.ptr<i32>>
  tt.return
}""")
    assert names["tt.make_range#0"] == Use.MIXED
    assert names["tt.splat#0"] == names["arith.cmpi#0"] == names["tt.addptr#0"] == Use.META
    assert names["tt.load#0"] == names["arith.addi#0"] == Use.DATA


def test_loops_hand_the_use_of_what_they_carry_on():
    names = by_op("""
tt.func @k(%x: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p, %a = %zero)
      -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) : i32 {
    %v = tt.load %q : tensor<16x!tt.ptr<f32>>
    %b = arith.addf %a, %v : tensor<16xf32>
    %next = tt.addptr %q, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    scf.yield %next, %b : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
  }
  tt.store %p, %r#1 : tensor<16x!tt.ptr<f32>>
  tt.return
}""")
    assert names["tt.addptr#0"] == names["tt.addptr#1"] == names["tt.make_range#0"] == Use.META
    assert names["arith.constant#2"] == names["arith.addf#0"] == Use.DATA


def test_a_loaded_index_is_read_as_data_by_the_load_but_is_meta_itself():
    names = by_op("""
tt.func @k(%x: !tt.ptr<i32>) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %index = tt.load %p : tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %base, %index : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %range : tensor<16x!tt.ptr<i32>>
  tt.return
}""")
    assert names["tt.load#0"] == Use.META
    assert names["tt.make_range#0"] == Use.MIXED


@pytest.mark.parametrize(
    "name", ["vector_add.f32", "softmax.f32", "matmul.f32", "layer_norm_backward_dwdb.f32"]
)
def test_kernels_whose_integers_are_all_meta_keep_no_integer_tensor(name):
    text = (EXAMPLES / f"{name}.mlir").read_text()
    module = dialects.parse(text)
    function = module.regions[0].blocks[0].operations[0].operation
    tensors = [v for v in uses(function).items() if "xi32" in str(v[0].type)]
    assert all(use == Use.META for _, use in tensors)
    run_pipeline(module, ["triton-to-linalg"])
    assert "xi32>" not in str(module)
    assert "xi1>" not in str(module)


def test_remarks_name_the_tensors_that_are_both():
    """Of a chain that leads to addresses and to data the last tensor is named; addresses and data alone are not."""
    text = """
tt.func @k(%x: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %start = tt.splat %n : i32 -> tensor<16xi32>
  %index = arith.addi %range, %start : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%at = %index) -> (tensor<16xi32>) : i32 {
    %p = tt.addptr %base, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %v = tt.load %p : tensor<16x!tt.ptr<i32>>
    %sum = arith.addi %v, %index : tensor<16xi32>
    tt.store %p, %sum : tensor<16x!tt.ptr<i32>>
    %next = arith.addi %at, %start : tensor<16xi32>
    scf.yield %next : tensor<16xi32>
  }
  tt.return
}"""
    module = dialects.parse(text, "k.mlir")
    found = [r for r in remarks(module, text, "k.mlir") if r.kind == MIXED]
    assert [str(r) for r in found] == [
        "k.mlir:7:12: remark: 'arith.addi' is used for accesses and as data (%index is read as data: the tensor is "
        "computed once, beside the scalars of accesses)"
    ]
    run_pipeline(module, ["triton-to-linalg"])
    (loop,) = re.findall(r"scf.for .* iter_args.*", str(module))
    assert "tensor" not in loop, "the loop carries the scalar of its addresses alone"
    assert str(module).count("linalg.index") == 1, "the tensor that is data is computed once"
