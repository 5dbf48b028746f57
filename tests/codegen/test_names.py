"""Kernels may have any name, also those of functions that their own code calls."""

import re

import numpy as np
import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.codegen.cpu.stages import to_llvm_ir
from triton_shared.passes.manager import run_pipeline

KERNEL = """
tt.func public @NAME(%x: !tt.ptr<f64>, %y: !tt.ptr<f64>) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f64>>
  %c = math.FUNCTION %v : tensor<1024xf64>
  %ys = tt.splat %y : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %yp = tt.addptr %ys, %r : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  tt.store %yp, %c : tensor<1024x!tt.ptr<f64>>
  tt.return
}
"""


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("sin", "sin"),
        ("acosh", "acosh"),
        ("exp", "exp"),
        ("memcpy", "cos"),
        ("malloc", "tan"),
        ("free", "sinh"),
    ],
)
def test_names_of_the_c_library(name, function):
    x, y = np.linspace(1, 2, 1024), np.zeros(1024)
    kernel = triton_shared.compile(KERNEL.replace("NAME", name).replace("FUNCTION", function))
    kernel[(1,)](x, y)
    expected = getattr(np, {"acosh": "arccosh"}.get(function, function))(x)
    np.testing.assert_allclose(y, expected, rtol=1e-14)
    assert kernel.name == name


@pytest.mark.parametrize("name", ["sin", "strlen", "memset_pattern16", "kernel"])
def test_symbols_are_no_names_of_c(name):
    """LLVM takes a function for that of the library by its name; ours have names that no library's function has."""
    text = KERNEL.replace("NAME", name).replace("FUNCTION", "tanh")
    module = dialects.parse(text, "names.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    defined = re.findall(r"^define .*?@\"?([\w.$-]+)", to_llvm_ir(module).text, re.M)
    assert defined
    assert all("." in symbol or symbol.startswith("triton_shared_") for symbol in defined), defined
