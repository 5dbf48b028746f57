"""Every pass checks what it promises: what a missing row of its tables leaves is an error with a place."""

import re
from functools import cache
from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.analyses.access import MEMORY_OPS
from triton_shared.conversions import (
    guard_divisions,
    loads_and_stores,
    promises,
    rules,
    triton_arith_to_linalg,
    triton_ptr_to_memref,
    unstructured_to_memref,
)
from triton_shared.conversions.accesses import TTS_NAMES
from triton_shared.conversions.triton_arith_to_linalg import scalars
from triton_shared.dialects.tt.memory import ACCESSES
from triton_shared.dialects.tts import TTS
from triton_shared.errors import CompileError, LoweringError
from triton_shared.passes.manager import run_pipeline

SAMPLES = Path(__file__).parents[1] / "ttir"
TABLES = {
    "accesses": MEMORY_OPS,
    "transfers": loads_and_stores.RULES,
    "unstructured": unstructured_to_memref.RULES,
    "tensors": triton_arith_to_linalg.RULES,
    "scalars": scalars.RULES,
    "pointers": triton_ptr_to_memref.RULES,
    "divisions": guard_divisions.RULES,
}
ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]
KERNEL = """
tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<f32>, %n: i32) {{
  {}
  tt.return
}}
"""
LOADED = "%m = tt.load %x : !tt.ptr<i32>\n"
STORED = "tt.store %x, %0 : !tt.ptr<i32>"
# ops that the samples lack
WRITTEN = {
    **{
        f"arith.{name}": f"{LOADED}%0 = arith.{name} %n, %m : i32\n{STORED}"
        for name in ("divui", "remui", "ceildivsi", "ceildivui", "floordivsi")
    },
    "math.isinf": f"""
        %f = tt.load %y : !tt.ptr<f32>
        %i = math.isinf %f : f32
        %0 = arith.extui %i : i1 to i32
        {STORED}""",
    "tt.bitcast": f"""
        %f = tt.load %y : !tt.ptr<f32>
        %0 = tt.bitcast %f : f32 -> i32
        {STORED}""",
    "tts.check": """
        %c = arith.cmpi slt, %n, %n : i32
        "tts.check"(%c, %n, %n, %n) <{told = "{\\"values\\": []}"}> : (i1, i32, i32, i32) -> ()""",
    "tts.fill": f"""
        %w = "tts.fill"() <{{told = "[]"}}> : () -> i64
        %0 = arith.trunci %w : i64 to i32
        {STORED}""",
    "tts.scan": f"""
        %t = tt.make_range {{start = 0 : i32, end = 4 : i32}} : tensor<4xi32>
        %r = "tts.scan"(%t) <{{axis = 0 : i64, reverse = false}}> ({{
        ^bb0(%a: i32, %b: i32):
          %c = arith.addi %a, %b : i32
          "tts.scan_yield"(%c) : (i32) -> ()
        }}) : (tensor<4xi32>) -> tensor<4xi32>
        %0 = "tt.reduce"(%r) <{{axis = 0 : i32}}> ({{
        ^bb0(%a: i32, %b: i32):
          %c = arith.addi %a, %b : i32
          tt.reduce.return %c : i32
        }}) : (tensor<4xi32>) -> i32
        {STORED}""",
    "tts.volatile_load": f"%0 = tt.load %x {{isVolatile = true}} : !tt.ptr<i32>\n{STORED}",
    "ub.poison": f"""
        %t = ub.poison : tensor<4xf32>
        %s = "tt.reduce"(%t) <{{axis = 0 : i32}}> ({{
        ^bb0(%a: f32, %b: f32):
          %c = arith.addf %a, %b : f32
          tt.reduce.return %c : f32
        }}) : (tensor<4xf32>) -> f32
        %0 = tt.bitcast %s : f32 -> i32
        {STORED}""",
}
# rows of tts ops and casts -> what stands in a program that needs them
SOURCES = {
    "tts.load": "tt.load",
    "tts.store": "tt.store",
    "builtin.unrealized_conversion_cast": "tt.store",
}


@cache
def sample_texts():
    texts = [path.read_text() for path in sorted(SAMPLES.rglob("*.mlir"))]
    return sorted(texts, key=len)


def programs_with(name):
    """Programs that a rule for ``name`` may be needed for, small ones first."""
    if name in WRITTEN:
        yield KERNEL.format(WRITTEN[name])
    source = SOURCES.get(name, name.replace("tts.", "tt."))
    yield from (t for t in sample_texts() if re.search(rf"(?<![\w.]){re.escape(source)}\b(?!\.)", t))


def converted(text):
    module = dialects.parse(text, "sample.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    return str(module)


@pytest.mark.parametrize(("table", "name"), ROWS, ids=[f"{t}-{n}" for t, n in ROWS])
def test_a_missing_row_is_an_error_with_a_place(monkeypatch, table, name):
    """Where the rule is needed; where it is not, the result is the same."""
    for text in programs_with(name):
        with monkeypatch.context() as patch:
            patch.delitem(TABLES[table], name)
            try:
                result = converted(text)
            except CompileError as error:
                first = error.diagnostics[0]
                assert first.line > 0 and re.match(r"'\w+\.[\w.]+' op ", first.message), first
                return
        assert result == converted(text)
    pytest.fail(f"no program needs the rule for {name}")


def test_accesses_are_the_ops_that_the_analysis_knows():
    assert set(MEMORY_OPS) == ACCESSES


def test_accesses_have_an_op_of_tts():
    known = {op.OPERATION_NAME for op in TTS.operations}
    assert {TTS_NAMES.get(name, name.replace("tt.", "tts.")) for name in MEMORY_OPS} <= known


def test_a_name_has_one_rule():
    first, second = {"a": len, "b": len}, {"b": len, "c": len}
    with pytest.raises(ValueError, match="two rules for b"):
        rules.merged(first, second)
    assert rules.merged(first, {"c": len}) == {"a": len, "b": len, "c": len}


def test_the_shared_form_holds_upstream_ops_only():
    text = "func.func @k(%x: !llvm.ptr) {\n  %0 = llvm.ptrtoint %x : !llvm.ptr to i64\n  return\n}"
    with pytest.raises(LoweringError, match=r"k.mlir:2:8: error: 'llvm.ptrtoint' op is left"):
        run_pipeline(dialects.parse(text, "k.mlir"), ["verify-shared-form"])


def test_the_first_op_that_is_left_is_named():
    module = dialects.parse(
        KERNEL.format("%a = arith.addi %n, %n : i32\n%b = arith.muli %a, %n : i32"), "k.mlir"
    )
    with pytest.raises(LoweringError, match=r"k.mlir:4:6: error: 'arith.muli' op is left by 'some-pass'"):
        promises.none_left(module, "some-pass", lambda op: op.name == "arith.muli")


@pytest.mark.parametrize("release", ["3.6", "3.9", "seeds"])
def test_what_triton_prints_keeps_the_promises(release):
    """All samples are lowered, but for assembly whose constraints are not those of its operands."""
    for path in sorted((SAMPLES / release).glob("*.mlir")):
        try:
            converted(path.read_text())
        except CompileError as error:
            assert "its constraints are of" in str(error), path
