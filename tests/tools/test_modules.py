"""Files as other tools write them: several modules, calls of public functions, tensors as arguments."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline


def store(name: str, number: int, visibility: str = "public", calls: str = "") -> str:
    """A function that adds ``number`` to its element and then calls others with it."""
    return f"""
tt.func {visibility} @{name}(%p: !tt.ptr<i32>) {{
  %number = arith.constant {number} : i32
  %old = tt.load %p : !tt.ptr<i32>
  %new = arith.addi %old, %number : i32
  tt.store %p, %new : !tt.ptr<i32>
  {" ".join(f"tt.call @{c}(%p) : (!tt.ptr<i32>) -> ()" for c in calls)}
  tt.return
}}
"""


def run(text: str, kernel: str | None) -> int:
    out = np.zeros(1, np.int32)
    triton_shared.compile(text, kernel=kernel)[(1,)](out)
    return int(out[0])


@pytest.mark.parametrize("head", ["module {", "module @{name} {", "builtin.module {", "// text\nmodule {"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_kernels_of_several_modules(count, head):
    text = "\n".join(head.replace("{name}", f"m{k}") + store(f"k{k}", k + 1) + "}" for k in range(count))
    for k in range(count):
        assert run(text, f"k{k}") == k + 1


def test_functions_of_one_name_in_several_modules():
    text = "".join(
        f"module {{ {store(f'k{k}', 0, calls='f')} {store('f', k, 'private')} }}\n" for k in (3, 5)
    )
    assert [run(text, f"k{k}") for k in (3, 5)] == [3, 5]


def test_the_kernel_of_several_modules_must_be_clear():
    one, two = (f"module {{ {store(name, 1)} }}\n" for name in "kl")
    with pytest.raises(triton_shared.CompileError, match="2 modules with the kernels k, l: name one"):
        triton_shared.compile(one + two)
    with pytest.raises(triton_shared.CompileError, match="'k' is in 2 of them"):
        triton_shared.compile(one + one, kernel="k")
    assert run(one + "module {}\n", None) == 1


@pytest.mark.parametrize("kinds", list(itertools.product(["public", "private"], repeat=2)))
def test_any_function_can_be_called(kinds):
    """k -> f -> g, k -> g: a public function is a kernel and a callee."""
    text = store("k", 1, calls="fg") + store("f", 10, kinds[0], "g") + store("g", 100, kinds[1])
    assert run(text, "k") == 211
    for name, kind, total in (("f", kinds[0], 110), ("g", kinds[1], 100)):
        if kind == "public":
            assert run(text, name) == total


def test_a_public_function_with_results_can_be_called():
    text = """
tt.func @forty_two() -> f32 {
  %0 = arith.constant 42.0 : f32
  tt.return %0 : f32
}
tt.func public @k(%p: !tt.ptr<f32>) {
  %0 = tt.call @forty_two() : () -> f32
  tt.store %p, %0 : !tt.ptr<f32>
  tt.return
}
"""
    out = np.zeros(1, np.float32)
    triton_shared.compile(text, kernel="k")[(1,)](out)
    assert out[0] == 42


def test_the_name_of_the_copy_is_free():
    text = store("k", 1, calls=["f"]) + store("f", 2) + store('"f.callee"', 4)
    assert run(text, "k") == 3


ELEMENTS = ["f32", "i1", "i64", "!tt.ptr<f32>", "!tt.ptr<i8>"]


@pytest.mark.parametrize("element", ELEMENTS)
def test_tensors_as_arguments_convert_and_are_not_launched(element):
    """Others may call such a function; a launch has no tensors to give."""
    text = f"""tt.func public @k(%t: tensor<4x{element}>, %p: !tt.ptr<{element}>) {{
  %0 = tt.splat %p : !tt.ptr<{element}> -> tensor<4x!tt.ptr<{element}>>
  tt.store %0, %t : tensor<4x!tt.ptr<{element}>>
  tt.return
}}"""
    module = dialects.parse(text, "-")
    run_pipeline(module, ["triton-to-linalg"])
    expected = "i64" if "ptr" in element else element
    assert f"@k(%arg0: tensor<4x{expected}>, %arg1: memref<*x{expected}>" in str(module)
    with pytest.raises(
        triton_shared.LoweringError, match=r"1:1: error: 'func.func' op argument 0 is a tensor<4x"
    ):
        triton_shared.compile(text)


@pytest.mark.parametrize("access", ["load", "store", "addptr"])
def test_tensors_of_pointers_as_arguments(access):
    use = {
        "load": "%v = tt.load %t : tensor<4x!tt.ptr<f32>>\n tt.store %t, %v : tensor<4x!tt.ptr<f32>>",
        "store": "tt.store %t, %one : tensor<4x!tt.ptr<f32>>",
        "addptr": "%q = tt.addptr %t, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>\n"
        "tt.store %q, %one : tensor<4x!tt.ptr<f32>>",
    }[access]
    text = f"""tt.func public @k(%t: tensor<4x!tt.ptr<f32>>) {{
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %i = tt.make_range {{start = 0 : i32, end = 4 : i32}} : tensor<4xi32>
  {use}
  tt.return
}}"""
    module = dialects.parse(text, "-")
    run_pipeline(module, ["triton-to-linalg"])
    assert "tt." not in str(module)
