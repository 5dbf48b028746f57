"""The shared form is plain upstream MLIR: nothing of ours is left, it verifies, upstream passes alone compile it."""

from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.errors import LoweringError
from triton_shared.mlir import PassManager, ir, translate_module_to_llvmir
from triton_shared.passes.manager import run_pipeline

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))
ALLOWED = {
    "builtin",
    "func",
    "arith",
    "math",
    "scf",
    "cf",
    "linalg",
    "tensor",
    "memref",
    "bufferization",
    "llvm",
}
UPSTREAM = (
    "one-shot-bufferize{allow-return-allocs-from-loops=true}",
    "canonicalize",
    "convert-linalg-to-loops",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
)


def shared_form(path: Path) -> ir.Operation:
    module = dialects.parse(path.read_text(), path.name)
    run_pipeline(module, ["triton-to-linalg"])
    return module


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_nothing_of_ours_is_left_and_upstream_passes_compile_it(path):
    module = shared_form(path)
    assert module.verify()
    dialects_used = set()
    module.walk(lambda op: (dialects_used.add(op.name.split(".")[0]), ir.WalkResult.ADVANCE)[1])
    assert dialects_used <= ALLOWED
    assert "!tt." not in str(module)
    PassManager.parse(f"builtin.module({','.join(UPSTREAM)})", module.context).run(module)
    assert "define void @" in translate_module_to_llvmir(module)


@pytest.mark.parametrize("path", EXAMPLES[:3], ids=lambda p: p.stem)
def test_every_op_but_folded_constants_keeps_its_location(path):
    module = shared_form(path)
    unknown = []

    def visit(op):
        if op.name != "arith.constant" and path.name not in str(op.location):
            unknown.append(str(op))
        return ir.WalkResult.ADVANCE

    module.walk(visit)
    assert not unknown


@pytest.mark.parametrize("op", ["math.exp %x : {0}", "arith.addf %x, %x : {0}", "arith.extf %x : {0} to f32"])
@pytest.mark.parametrize("element", ["f8E4M3", "f8E3M4", "f8E8M0FNU"])
def test_floats_that_no_format_describes_are_refused_in_any_function(element, op):
    text = f"func.func @k(%x: {element}) {{\n  %0 = {op.format(element)}\n  return\n}}"
    with pytest.raises(
        LoweringError, match=f"2:8: error: '.*' op converts '{element}': there are no such floats"
    ):
        run_pipeline(dialects.parse(text, "-"), ["triton-arith-to-linalg"])
