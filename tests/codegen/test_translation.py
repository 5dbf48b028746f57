"""From the llvm dialect to LLVM IR: what LLVM refuses is an error with a place, not the end of the process."""

import importlib

import pytest

from triton_shared import compat, dialects
from triton_shared.codegen.llvm.translation import to_llvm_ir
from triton_shared.errors import CompileError
from triton_shared.mlir import PACKAGE, ir

RETURN = "{\n  llvm.return\n}\n"
#: functions of the llvm dialect that MLIR verifies and LLVM refuses, and where
REFUSED = {
    "an intrinsic that there is not": (
        'llvm.func @f() {\n  llvm.call_intrinsic "llvm.none"() : () -> ()\n  llvm.return\n}\n',
        'f.mlir:2:3: error: could not find LLVM intrinsic: "llvm.none"',
    ),
    "attributes of an argument": (
        f"llvm.func @f(%x: i32 {{llvm.zeroext, llvm.signext}}) {RETURN}",
        "f.mlir:1:1: error: ",
    ),
    "attributes of a function": (
        f'llvm.func @f() attributes {{passthrough = ["alwaysinline", "noinline"]}} {RETURN}',
        "f.mlir:1:1: error: ",
    ),
    "the type of an intrinsic": ("llvm.func @llvm.sqrt.f32(i32) -> i32\n", "f.mlir:1:1: error: "),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_llvm_refuses_is_an_error_with_a_place(name, capfd):
    text, error = REFUSED[name]
    module = dialects.parse(text, "f.mlir").operation
    with module.context, ir.Location.unknown(), pytest.raises(CompileError) as caught:
        to_llvm_ir(module)
    assert str(caught.value).startswith(error)


def test_it_is_the_text_of_the_bindings():
    module = dialects.parse("llvm.func @f(%x: f32) -> f32 {\n  llvm.return %x : f32\n}\n").operation
    ours = compat.translation_to_llvmir(PACKAGE)
    assert isinstance(ours, compat.Translation)
    theirs = importlib.import_module(f"{PACKAGE}._mlir_libs._mlirDialectsLLVM").translate_module_to_llvmir
    assert ours(module) == theirs(module)
