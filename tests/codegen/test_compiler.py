"""The stages of code generation and what they refuse."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import pytest

from triton_shared import dialects
from triton_shared.codegen.cpu import STAGES
from triton_shared.codegen.cpu.stages import compile_module
from triton_shared.errors import CompileError
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KERNELS = ("add", "argmax", "attention", "control", "gather", "layer_norm", "matmul", "order", "softmax")


def compile_text(text: str, kernel: str | None = None) -> tuple[object, dict[str, str]]:
    stages: dict[str, str] = {}
    with ir.Context(), ir.Location.unknown():
        artifact = compile_module(ir.Module.parse(text).operation, kernel, dump=stages.__setitem__)
    return artifact, stages


@pytest.mark.parametrize("name", KERNELS)
def test_stages(name):
    artifact, stages = compile_text((HERE / f"{name}.mlir").read_text())
    assert list(stages) == ["shared", *STAGES, "ll", "opt.ll", "s"]
    assert "tensor<" not in stages["bufferized"]
    for leftover in ("linalg.", "memref.copy", "memref.alloc(", "tensor."):
        assert leftover not in stages["vector"]
    for symbol in ("malloc", "memrefCopy"):
        assert symbol not in stages["ll"]
    assert artifact.entry in [f.name for f in llvm.parse_assembly(stages["opt.ll"]).functions]
    assert artifact.scratch_bytes % 64 == 0


def test_code_size_does_not_depend_on_blocks():
    small = (HERE / "matmul.mlir").read_text()
    large = small
    for old, new in {
        "64x32": "256x128",
        "32x64": "128x512",
        "64x64": "256x512",
        "[64, 32]": "[256, 128]",
        "[32, 64]": "[128, 512]",
        "[64, 64]": "[256, 512]",
        "strided<[64, 1]>": "strided<[512, 1]>",
        "strided<[32, 1]>": "strided<[128, 1]>",
    }.items():
        large = large.replace(old, new)
    sizes = [len(compile_text(text)[0].object_code) for text in (small, large)]
    assert sizes[1] < 1.5 * sizes[0]


TWO = "module { func.func @a(SIX) { return } func.func @b(SIX) { return } }"
TWO = TWO.replace("SIX", ", ".join(f"%{n}: i32" for n in "uvwxyz"))


def test_one_of_several_kernels():
    assert compile_text(TWO, "b")[0].name == "b"


@pytest.mark.parametrize(("kernel", "asked"), [(None, "name one"), ("c", "there is no 'c'")])
def test_which_kernel(kernel, asked):
    with pytest.raises(CompileError, match=f"kernels a, b: {asked}"):
        compile_text(TWO, kernel)


def test_unknown_op_is_named_with_its_place():
    text = "module { func.func @k(SIX) {\n  gpu.barrier\n  return } }".replace(
        "SIX", ", ".join(f"%{n}: i32" for n in "uvwxyz")
    )
    with pytest.raises(CompileError, match=r"2:3: error: .*gpu.barrier"):
        compile_text(text)


ANNOTATED = """module {
  func.func @k(%out: memref<*xi32>, %n: i32, SIX) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %to = memref.reinterpret_cast %out to offset: [0], sizes: [64], strides: [1] : memref<*xi32> to memref<64xi32>
    LOOP
    return
  }
}""".replace("SIX", ", ".join(f"%{n}: i32" for n in "uvwxyz"))
LOOPS = {
    "for": """scf.for %i = %zero to %n step %one : i32 {
      %at = arith.index_cast %i : i32 to index
      memref.store %n, %to[%at] : memref<64xi32>
    }""",
    "while": """%last = scf.while (%i = %zero) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %at = arith.index_cast %i : i32 to index
      memref.store %n, %to[%at] : memref<64xi32>
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    } attributes""",
}
NO_HOISTING = "#llvm.loop_annotation<licm = #llvm.loop_licm<disable = true>>"


@pytest.mark.parametrize("loop", LOOPS)
def test_loops_keep_what_their_source_says_about_optimization(loop):
    for hints, said in (("", False), (f"llvm.loop_annotation = {NO_HOISTING}", True)):
        _, stages = compile_text(ANNOTATED.replace("LOOP", f"{LOOPS[loop]} {{{hints}}}"))
        for stage in ("ll", "opt.ll"):
            assert ("llvm.licm.disable" in stages[stage]) == said


def test_what_code_generation_refuses_has_a_place():
    text = """func.func @k(%x: memref<*xf8E5M2>, SIX) {
      %c0 = arith.constant 0 : index
      %view = memref.reinterpret_cast %x to offset: [0], sizes: [1], strides: [1]
        : memref<*xf8E5M2> to memref<1xf8E5M2, strided<[1]>>
      %old = memref.load %view[%c0] : memref<1xf8E5M2, strided<[1]>>
      %root = math.sqrt %old : f8E5M2
      memref.store %root, %view[%c0] : memref<1xf8E5M2, strided<[1]>>
      return
    }"""
    with pytest.raises(CompileError) as refused:
        compile_text(text.replace("SIX", ", ".join(f"%{n}: i32" for n in "uvwabc")))
    assert [(d.line, "math.sqrt" in d.message) for d in refused.value.diagnostics] == [(6, True)]


def test_the_name_of_the_entry_is_taken():
    text = """memref.global "private" @"k.entry" : memref<1xi32> = dense<7>
    func.func @k(%out: memref<*xi32>, SIX) {
      %c0 = arith.constant 0 : index
      %seven = memref.get_global @"k.entry" : memref<1xi32>
      %view = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1]
        : memref<*xi32> to memref<1xi32, strided<[1]>>
      %x = memref.load %seven[%c0] : memref<1xi32>
      memref.store %x, %view[%c0] : memref<1xi32, strided<[1]>>
      return
    }"""
    with pytest.raises(CompileError, match=r"2:5: error: .*needs the name '@k.entry'"):
        compile_text(text.replace("SIX", ", ".join(f"%{n}: i32" for n in "uvwabc")))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.f32.mlir")), ids=lambda path: path.stem)
def test_every_pass_leaves_valid_ir(path):
    module = dialects.parse(path.read_text(), str(path))
    run_pipeline(module, ["triton-to-linalg", "allow-contraction", "shared-to-cpu"], verify_each=True)


def test_translation_warns_of_nothing():
    """Each warning prints the whole function that it speaks of."""
    module = dialects.parse((ROOT / "examples" / "softmax.f32.mlir").read_text(), "softmax.mlir")
    run_pipeline(module, ["triton-to-linalg", "allow-contraction"])
    said: list[str] = []
    handler = module.context.attach_diagnostic_handler(lambda d: said.append(d.message) or True)
    compiled = compile_module(module)
    handler.detach()
    assert said == []
    assert [param.attributes.get("tt.divisibility") for param in compiled.params if param.type == "ptr"] == [
        16,
        16,
    ]
