"""What is said of the accesses of whole kernels."""

import re
from pathlib import Path

import pytest

import triton_shared
from triton_shared.analyses.remarks import MIXED, SPARED
from triton_shared.tools import opt

EXAMPLES = Path(__file__).parents[2] / "examples"

EMBEDDING = """\
tt.func public @lookup(%table: !tt.ptr<f32>, %ids: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
  %row = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %some = arith.cmpi slt, %row, %ns : tensor<8xi32>
  %idp = tt.splat %ids : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %idq = tt.addptr %idp, %row : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %id = tt.load %idq, %some : tensor<8x!tt.ptr<i32>>
  %id2 = tt.expand_dims %id {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %width = arith.constant dense<64> : tensor<8x1xi32>
  %start = arith.muli %id2, %width : tensor<8x1xi32>
  %tp = tt.splat %table : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
  %tq = tt.addptr %tp, %start : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
  %col = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %col2 = tt.expand_dims %col {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cols = tt.broadcast %col2 : tensor<1x64xi32> -> tensor<8x64xi32>
  %tr = tt.broadcast %tq : tensor<8x1x!tt.ptr<f32>> -> tensor<8x64x!tt.ptr<f32>>
  %ts = tt.addptr %tr, %cols : tensor<8x64x!tt.ptr<f32>>, tensor<8x64xi32>
  %x = tt.load %ts : tensor<8x64x!tt.ptr<f32>>
  tt.return
}
"""

HALVES = """\
tt.func public @halves(%p: !tt.ptr<f32>, %s: i32, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %ss = tt.splat %s : i32 -> tensor<256xi32>
  %x = arith.addi %ss, %i : tensor<256xi32>
  %c64 = arith.constant dense<64> : tensor<256xi32>
  %c32 = arith.constant dense<32> : tensor<256xi32>
  %column = arith.remsi %x, %c64 : tensor<256xi32>
  %row = arith.divsi %x, %c64 : tensor<256xi32>
  %half = arith.cmpi slt, %column, %c32 : tensor<256xi32>
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  %some = arith.cmpi slt, %x, %ns : tensor<256xi32>
  %both = arith.andi %some, %half : tensor<256xi1>
  %lines = arith.muli %row, %c32 : tensor<256xi32>
  %at = arith.addi %lines, %column : tensor<256xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %pa = tt.addptr %ps, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %pa, %both : tensor<256x!tt.ptr<f32>>
  tt.return
}
"""

LOADED = "%idq, %some : tensor<8x!tt.ptr<i32>>"

ODD = """\
tt.func public @odd(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %block: !tt.tensordesc<8x8xf32>) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c5 = arith.constant dense<5> : tensor<16xi32>
  %j = arith.xori %i, %c5 : tensor<16xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %pj = tt.addptr %ps, %j : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %x = tt.load %pj : tensor<16x!tt.ptr<f32>>
  %c1 = arith.constant dense<1> : tensor<16xi32>
  %bit = arith.andi %i, %c5 : tensor<16xi32>
  %even = arith.cmpi ne, %bit, %c1 : tensor<16xi32>
  %pi = tt.addptr %ps, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %pi, %x, %even : tensor<16x!tt.ptr<f32>>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %either = arith.select %even, %pi, %qs : tensor<16xi1>, tensor<16x!tt.ptr<f32>>
  %y = tt.load %either : tensor<16x!tt.ptr<f32>>
  %c7 = arith.constant 7 : i32
  %few = arith.cmpi slt, %n, %c7 : i32
  %z = tt.load %p, %few : !tt.ptr<f32>
  tt.return
}
"""


@pytest.fixture(params=["triton_2_1", None], ids=["older", "3.9"])
def vector_add(request) -> list[triton_shared.Remark]:
    release = f"_{request.param}" if request.param else ""
    return triton_shared.explain(EXAMPLES / f"vector_add{release}.f32.mlir")


def test_vector_add_is_structured(vector_add):
    assert [(r.op, r.kind, r.reason) for r in vector_add] == [
        ("tt.load", "structured", ""),
        ("tt.load", "structured", ""),
        ("tt.store", "structured", ""),
    ]
    for remark in vector_add:
        assert remark.sizes == (1024,) and remark.strides == ("1",)
        assert remark.segments == (None,) and remark.condition is None and remark.indirect is None
        (kept,) = remark.mask
        assert kept.startswith("[0, ") and kept.endswith(f" - {remark.offset})")
        file, line, column = remark.location
        assert Path(file).read_text().splitlines()[line - 1].startswith(remark.op, column - 1)
    assert len({r.base for r in vector_add}) == 3


def test_matmul_is_structured():
    a, b, c = (r for r in triton_shared.explain(EXAMPLES / "matmul.f32.mlir") if r.kind != SPARED)
    assert {r.kind for r in (a, b, c)} == {"structured"}
    assert [r.base for r in (a, b, c)] == ["%a_ptr", "%b_ptr", "%c_ptr"]
    assert [r.strides for r in (a, b, c)] == [("%stride_am", "1"), ("%stride_bk", "1"), ("%stride_cm", "1")]
    assert a.segments[0].endswith(" + i0) // %M") and a.segments[1] is None
    assert b.segments[0] is None and b.segments[1].endswith(" + i1) // %N")
    assert a.offset == "carried(%a_ptrs_42)"
    assert a.mask[0] is None and b.mask[1] is None and a.mask[1] == b.mask[0]
    assert c.mask == ("[0, %M - %offs_am)", "[0, %N - %offs_bn)")


def test_an_embedding_lookup_gathers_rows():
    ids, rows = triton_shared.explain(EMBEDDING)
    assert str(ids) == (
        "-:7:9: remark: 'tt.load' is structured: base %ids, sizes [8], offset 0, strides [1], mask [0, %n)"
    )
    assert str(rows) == (
        "-:18:8: remark: 'tt.load' is partly structured (the offset along dimension 0 comes from data, %id[i0]): "
        "base %table, sizes [8, 64], offset 0, strides [0, 1], indirect 64*%id[i0]"
    )


def test_why_accesses_are_unstructured():
    xor, parity, either, scalar = triton_shared.explain(ODD)
    assert (xor.kind, xor.indirect) == ("unstructured", "i0 ^ 5")
    assert xor.reason == "the offset along dimension 0 is not affine: i0 ^ 5"
    assert (parity.kind, parity.strides) == ("unstructured", ("1",))
    assert parity.reason == "the mask along dimension 0 is no range: (i0 & 5) != 1"
    assert (either.kind, either.base) == ("unstructured", None)
    assert either.reason == "its pointers have no common base, every element is an address of its own"
    assert (scalar.kind, scalar.sizes, scalar.condition) == ("structured", (), "%few")


def test_flat_indices_are_structured_in_segments():
    (halves,) = triton_shared.explain(HALVES)
    assert (halves.kind, halves.strides, halves.indirect) == ("structured", ("1",), None)
    assert halves.segments == ("(%s + i0) // 64",)
    assert halves.mask == ("[0, %n - %s) where ((%s + i0) % 64) < 32",)
    assert halves.message.endswith(
        "index 0 in segments of equal (%s + i0) // 64, mask [0, %n - %s) where ((%s + i0) % 64) < 32"
    )


def test_names_come_from_debug_information_too():
    text = EMBEDDING.replace("%ids: !tt.ptr<i32>", '%ids: !tt.ptr<i32> loc("row_ids"("lookup.py":3:9))')
    text = text.replace(LOADED, LOADED + ' loc("wanted"("lookup.py":7:2))')
    ids, rows = triton_shared.explain(text)
    assert ids.location == ("lookup.py", 7, 2) and ids.base == "row_ids"
    assert rows.indirect == "64*wanted[i0]"


def test_places_in_other_files_name_nothing():
    text = EMBEDDING.replace(LOADED, LOADED + ' loc("lookup.py":18:8)')
    assert EMBEDDING.splitlines()[17].startswith("%x = ", 2)
    assert re.fullmatch(r"64\*%\d+\[i0\]", triton_shared.explain(text)[1].indirect)


def test_explaining_changes_nothing():
    from triton_shared import dialects
    from triton_shared.analyses.remarks import remarks

    module = dialects.parse(ODD)
    before = dialects.print_module(module)
    assert len(remarks(module)) == 4
    assert dialects.print_module(module) == before


def test_the_tool_prints_remarks_before_the_passes_run():
    code, out, err = opt.run(["--remarks", "--triton-to-linalg"], EMBEDDING)
    assert code == 0 and "tt." not in out
    first, line, caret, second, *_ = err.splitlines()
    assert first.startswith("<stdin>:7:9: remark: 'tt.load' is structured: base %ids, sizes [8]")
    assert line == EMBEDDING.splitlines()[6] and caret == " " * 8 + "^"
    assert second.startswith("<stdin>:18:8: remark: 'tt.load' is partly structured")


def test_remarks_can_be_expected():
    text = EMBEDDING.replace("  %id = ", "  // expected-remark@+1 {{is structured: base %ids}}\n  %id = ")
    text = text.replace("  %x = ", "  // expected-remark@+1 {{comes from data, %id[i0]}}\n  %x = ")
    code, out, err = opt.run(["--remarks", "--verify-diagnostics"], text)
    assert (code, err) == (0, "") and "tt.load" in out


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.f32.mlir")), ids=lambda p: p.stem)
def test_every_access_of_the_tutorials_is_understood(example):
    found = [r for r in triton_shared.explain(example) if r.kind not in (MIXED, SPARED)]
    assert found and all(r.kind != "not understood" and r.base for r in found)
