"""The levels of a kernel: each is linked with the source, and so is what is refused."""

from pathlib import Path

import pytest

from triton_shared.codegen.cpu.machines import native_target
from triton_shared.explorer import levels as of
from triton_shared.tools import targets

EXAMPLES = Path(__file__).parents[2] / "examples"
CPU = ["source", "tts", "shared", "vector", "llvm", "asm"]
GPU = ["source", "tts", "shared", "threads", "llvm", "ptx"]


def shown(name: str, target: str) -> of.Levels:
    row, machine = targets.parse(target)
    path = EXAMPLES / name
    return of.levels(of.Input(path.read_text(encoding="utf-8"), str(path), None, row, machine))


@pytest.mark.parametrize("target, names", [("x86-64-v3", CPU), ("sm_90a", GPU)])
@pytest.mark.parametrize("name", ["vector_add.f32.mlir", "softmax.f32.mlir"])
def test_accesses_are_linked_from_the_source_to_machine_code(name, target, names):
    found = shown(name, target)
    source, *levels = found.found
    assert not found.errors and [level.name for level in found.found if level.name != "sass"] == names
    text = (EXAMPLES / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    assert [line.text for line in source.lines] == text
    accesses = {
        place
        for line in source.lines
        if "tt.load" in line.text or "tt.store" in line.text
        for place in line.places
    }
    everywhere = {place for line in source.lines for place in line.places}
    for level in levels:
        reached = {place for line in level.lines for place in line.places}
        assert reached <= everywhere, level.name
        # a store's instructions may be those of what is fused with it
        assert accesses <= reached or (level.name == "asm" and accesses & reached), level.name


def test_a_kernel_that_is_refused_is_shown_as_far_as_it_comes():
    text = """\
tt.func public @f(%p: !tt.ptr<f32>) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.elementwise_inline_asm "no" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %0 : f32 -> f32
  tt.store %p, %1 : !tt.ptr<f32>
  tt.return
}
"""
    found = of.levels(of.Input(text, "f.mlir", None, "cpu", native_target()))
    assert [level.name for level in found.found] == ["source", "tts", "shared"]
    assert [(error.file, error.line) for error in found.errors] == [("f.mlir", 3)]


@pytest.mark.parametrize("file", ["f.mlir", ""], ids=["of a file of IR", "of the Python file"])
def test_the_source_of_ir_from_python_is_python(file, tmp_path):
    """Lines around those that are used, of each file that can be read; the main one is whole where it is short."""
    kernel, helper = tmp_path / "kernel.py", tmp_path / "helper.py"
    kernel.write_text("".join(f"line {n}\n" for n in range(1, 31)), encoding="utf-8")
    helper.write_text("".join(f"help {n}\n" for n in range(1, 31)), encoding="utf-8")
    here, there = (f'"{path}"' for path in (kernel, helper))
    text = f"""\
tt.func public @f(%p: !tt.ptr<f32>) {{
  %0 = tt.load %p : !tt.ptr<f32> loc({here}:3:1)
  %1 = arith.addf %0, %0 : f32 loc(callsite({there}:20:1 at {here}:4:1))
  tt.store %p, %1 : !tt.ptr<f32> loc("missing.py":5:1)
  tt.return loc({here}:6:1)
}} loc({here}:2:1)
"""
    found = of.levels(of.Input(text, file or str(kernel), None, "cpu", native_target())).found
    assert [level.name for level in found[:3]] == ["source", "ttir", "tts"]
    lines = found[0].lines
    numbers = [(line.number, line.text) for line in lines if line.number]
    assert numbers[:30] == [(n, f"line {n}") for n in range(1, 31)]
    assert numbers[30:] == [(n, f"help {n}") for n in range(20 - of.AROUND, 21 + of.AROUND)]
    assert [line.text for line in lines if not line.number] == [f"# {kernel}", f"# {helper}"]


def test_triton_ir_is_shown_beside_its_python_file(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text("first\nsecond\n", encoding="utf-8")
    text = f'tt.func public @f() {{\n  tt.return loc("{path}":2:1)\n}} loc("{path}":1:1)\n'
    found = of.levels(of.Input(text, str(path), None, "cpu", native_target())).found
    assert [line.text for line in found[0].lines] == ["first", "second"] and found[1].name == "ttir"
