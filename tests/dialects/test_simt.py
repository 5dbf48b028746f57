"""The simt dialect: its text is read and printed, and its verifiers refuse what no thread could do."""

import pytest

from triton_shared import dialects
from triton_shared.errors import CompileError

ARGUMENTS = (
    "%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %map: !llvm.ptr, %c: i1, %n: i32, %l: i64, %x: f32, "
    "%v: vector<4xf32>, %w: vector<8xi32>, %at: vector<2xi32>, %wide: vector<6xi32>"
)
WGMMA = (
    'descriptors = [1, 64, 4096, 0, 32, 1024], k = 16 : i64, kind = ["f16", "f16", "f32"], steps = 2 : i64'
)
VALID = f"""
%0 = simt.shared_alloc {{alignment = 16 : i64, bytes = 512 : i64}} : !llvm.ptr<3>
%0 = simt.shared_alloc {{alignment = 8 : i64, bytes = 24 : i64, offset = 512 : i64, simt.ring = 1 : i64}} : !llvm.ptr<3>
%0 = simt.predicated_load %g, %c, %v {{alignment = 16 : i64}} : !llvm.ptr<1>, vector<4xf32>
%0 = simt.predicated_load %s, %c, %x : !llvm.ptr<3>, f32
simt.predicated_store %v, %g, %c {{alignment = 16 : i64}} : vector<4xf32>, !llvm.ptr<1>
simt.atomic_add %v, %g {{scope = "device"}} : vector<4xf32>, !llvm.ptr<1>
%0 = simt.load_first %n, %g {{alignment = 2 : i64}} : (i32, !llvm.ptr<1>) -> vector<4xf16>
%0 = simt.load_first %c, %g, %g {{alignment = 1 : i64}} : (i1, !llvm.ptr<1>, !llvm.ptr<1>) -> vector<8xi8>
%0 = simt.wgmma_init_accumulator %v : vector<4xf32>
%0 = simt.wgmma %v, %s, %s {{commits = true, {WGMMA}}} : vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>
%0 = simt.wgmma %v, %w, %s {{commits = false, {WGMMA}}} : vector<4xf32>, vector<8xi32>, !llvm.ptr<3>
%0 = simt.wgmma_wait %v {{pending = 1 : i64}} : vector<4xf32>
%0 = simt.optimization_barrier %g : !llvm.ptr<1>
%0 = simt.divergent_condition %c
%0 = simt.divergent_condition %c {{producer = "one"}}
%0 = simt.version_condition %c
simt.tma_load %s, %map[%at], %s, %g : vector<2xi32>
simt.tma_multicast %s, %map[%at], %s, %g, %n : vector<2xi32>
simt.tma_store %s, %map[%at], %g : vector<2xi32>
""".strip().split("\n")

#: a statement, in generic form where the custom one does not allow it, and what is wrong with it
INVALID = {
    "%0 = simt.shared_alloc {alignment = 16 : i64, bytes = 0 : i64} : !llvm.ptr<3>": "bytes 0 is no positive number",
    "%0 = simt.shared_alloc {alignment = 12 : i64, bytes = 4 : i64} : !llvm.ptr<3>": "alignment 12 is no power of two",
    "%0 = simt.shared_alloc {alignment = 4 : i64, bytes = 4 : i64} : !llvm.ptr<1>": "'result' must be !llvm.ptr<3>",
    "%0 = simt.shared_alloc {bytes = 4 : i64} : !llvm.ptr<3>": "requires attribute 'alignment'",
    '%0 = simt.shared_alloc {alignment = "x", bytes = 4 : i64} : !llvm.ptr<3>': "must be an integer",
    '%0 = "simt.predicated_load"(%g, %c, %v) : (!llvm.ptr<1>, i1, vector<4xf32>) -> f32': "gives f32, or vector<4xf32>",
    "%0 = simt.predicated_load %map, %c, %x : !llvm.ptr, f32": "'pointer' must be !llvm.ptr<1> or !llvm.ptr<3>",
    "simt.predicated_store %x, %g, %c {alignment = 3 : i64} : f32, !llvm.ptr<1>": "alignment 3 is no power of two",
    'simt.atomic_add %v, %s {scope = "device"} : vector<4xf32>, !llvm.ptr<3>': "'pointer' must be !llvm.ptr<1>",
    'simt.atomic_add %v, %g {scope = "gpu"} : vector<4xf32>, !llvm.ptr<1>': "scope 'gpu' is none of 'block', 'device'",
    'simt.atomic_add %w, %g {scope = "device"} : vector<8xi32>, !llvm.ptr<1>': "'value' must be a vector of f32",
    '%0 = "simt.load_first"(%n) {alignment = 2 : i64} : (i32) -> vector<4xf16>': "has no pointers",
    "%0 = simt.load_first %l, %g {alignment = 2 : i64} : (i64, !llvm.ptr<1>) -> vector<4xf16>": "'given' must be i1 or",
    "%0 = simt.load_first %c, %map : (i1, !llvm.ptr) -> vector<4xf16>": "'pointers' must be",
    "%0 = simt.load_first %c, %g, %g : (i1, !llvm.ptr<1>, !llvm.ptr<1>) -> vector<3xi8>": "no vector of equal parts",
    "%0 = simt.wgmma_init_accumulator %x : f32": "'accumulator' must be a vector",
    '%0 = "simt.wgmma_wait"(%v) {pending = 0 : i64} : (vector<4xf32>) -> vector<8xf32>': "and gives vector<8xf32>",
    "%0 = simt.wgmma_wait %v {pending = -1 : i64} : vector<4xf32>": "pending -1 is a negative number",
    "%0 = simt.wgmma_wait %v : vector<4xf32>": "requires attribute 'pending'",
    f"%0 = simt.wgmma %v, %g, %s {{commits = true, {WGMMA}}} : vector<4xf32>, !llvm.ptr<1>, !llvm.ptr<3>": "'a' must",
    f"%0 = simt.wgmma %v, %s, %v {{commits = true, {WGMMA}}} : vector<4xf32>, !llvm.ptr<3>, vector<4xf32>": "'b' must",
    "%0 = simt.wgmma %v, %s, %s {commits = true, "
    + WGMMA.replace(", 1024", "")
    + "} : vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>": "are no three numbers for each operand",
    "%0 = simt.wgmma %v, %s, %s {commits = true, "
    + WGMMA.replace('"f16", "f16"', '"f16"')
    + "} : vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>": "does not name the types",
    "%0 = simt.wgmma %v, %s, %s {commits = true, "
    + WGMMA.replace("steps = 2", "steps = 0")
    + "} : vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>": "steps 0 is no positive number",
    '%0 = "simt.optimization_barrier"(%x) : (f32) -> i32': "gives i32 for f32",
    '%0 = simt.divergent_condition %c {producer = "two"}': "producer 'two' is none of 'one', 'all'",
    "simt.tma_load %s, %map[%wide], %s, %g : vector<6xi32>": "'at' must be a vector of 1 to 5 i32",
    "%0 = simt.version_condition %c %1 = simt.version_condition %0": "is of another such condition",
    "simt.tma_multicast %s, %map[%wide], %s, %g, %n : vector<6xi32>": "'at' must be a vector of 1 to 5 i32",
    "simt.tma_store %s, %map[%v], %g : vector<4xf32>": "'at' must be a vector of 1 to 5 i32",
    '"simt.tma_load"(%g, %map, %at, %s, %g) '
    ": (!llvm.ptr<1>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>) -> ()": (
        "'to' must be !llvm.ptr<3>, not !llvm.ptr<1>"
    ),
    '"simt.tma_store"(%s, %s, %at, %g) : (!llvm.ptr<3>, !llvm.ptr<3>, vector<2xi32>, !llvm.ptr<1>) -> ()': (
        "'map' must be !llvm.ptr, not !llvm.ptr<3>"
    ),
}


def function_of(statement: str) -> str:
    return f"func.func @f({ARGUMENTS}) {{\n  {statement}\n  return\n}}\n"


def test_each_op_has_a_syntax_and_a_verifier():
    ops = {op.OPERATION_NAME: op for op in dialects.simt.SIMT.operations}
    assert {statement.removeprefix("%0 = ").split()[0] for statement in VALID} == set(ops)
    for op in ops.values():
        assert hasattr(op, "assembly_format") and "verify_invariants" in vars(op)


@pytest.mark.parametrize("statement", VALID)
def test_round_trips(statement):
    module = dialects.parse(function_of(statement))
    text = dialects.print_module(module)
    assert statement.split(" ", 2)[-1].split("%")[0].split("{")[0] in text
    for generic in (False, True):
        printed = dialects.print_module(module, generic=generic)
        again = dialects.parse(printed)
        assert again.get_asm() == module.get_asm()
        assert dialects.print_module(again) == text


@pytest.mark.parametrize("statement", INVALID)
def test_is_refused(statement):
    with pytest.raises(CompileError) as caught:
        dialects.parse(function_of(statement), "k.mlir")
    assert INVALID[statement] in str(caught.value)
    assert "k.mlir:2:" in str(caught.value)
