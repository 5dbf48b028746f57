"""From a kernel in the llvm dialect to PTX: what its function says of it, and what is refused."""

import re

import pytest

from tests.support.gpu_kernels import RECORDED as KERNEL
from tests.support.gpu_kernels import needs_ptxas
from triton_shared import dialects
from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.launch_abi import symbol
from triton_shared.codegen.nvidia.lower import define_records
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import CompileError, LoweringError

TARGET = GpuTarget("sm_90a")


@pytest.fixture(autouse=True)
def ends_where_it_begins(monkeypatch):
    """The kernels here are in the llvm dialect already."""
    monkeypatch.setattr(stages, "STAGES", {})


def compiled(text: str = KERNEL, kernel: str = "k", target: GpuTarget = TARGET, dump=None):
    module = dialects.parse(text.replace("@KERNEL", f'@"{kernel}"'), "k.mlir")
    with module.context:
        define_records.run(module)
    return compile_module(module, kernel, options=Options(target), dump=dump)


def test_what_a_function_says_of_its_kernel():
    artifact = compiled()
    assert (artifact.name, artifact.entry, artifact.shared_bytes) == ("k", "k", 512)
    assert artifact.texts == ("128 f32 dec: x: ", "below n") and artifact.reduce_strength
    assert [param[:3] for param in artifact.params] == [("ptr", "f32", True), ("i32", None, False)]
    assert artifact.params[0].attributes["tt.divisibility"] == 16
    assert artifact.target == TARGET


@needs_ptxas
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_prints_and_assertions_are_code_of_the_kernel(chip):
    artifact = compiled(target=GpuTarget(chip))
    assert len(re.findall(r"^\s*atom\.", artifact.ptx, re.MULTILINE)) == 2 and "exit;" in artifact.ptx
    assert ptxas.assemble(artifact.ptx, artifact.target).spills == 0


def test_only_what_is_declared_is_defined():
    text = re.sub(r".*triton_shared_assert.*\n", "", KERNEL)
    artifact = compiled(text)
    assert "triton_shared_print" in artifact.ptx and "triton_shared_assert" not in artifact.ptx


def test_every_stage_is_dumped():
    seen = {}
    artifact = compiled(dump=seen.__setitem__)
    assert [*seen][-3:] == ["ll", "opt.ll", "ptx"] and "shared" in seen
    assert (seen["ll"], seen["opt.ll"], seen["ptx"]) == (artifact.text, artifact.optimized, artifact.ptx)


NAMES = ["add", "k.1", "a b", "größe", "1st", "_", "$", "a$b", "WARP_SZ", "%x", "a-b", "x" * 300]


@needs_ptxas
@pytest.mark.parametrize("name", NAMES)
def test_a_kernel_of_any_name_has_one_in_ptx(name):
    artifact = compiled(kernel=name)
    assert artifact.name == name and f".visible .entry {artifact.entry}(" in artifact.ptx
    ptxas.assemble(artifact.ptx, TARGET)
    assert symbol(artifact.entry) == artifact.entry


def test_texts_and_a_record_come_together():
    with pytest.raises(LoweringError, match=r"'tts\.texts' without an argument of the role 'record'"):
        compiled(KERNEL.replace(', tts.texts = ["128 f32 dec: x: ", "below n"]', ""))


def test_other_threads_than_those_of_the_target_are_refused():
    with pytest.raises(CompileError, match=r"there is no \.maxntid 256 of k"):
        compiled(target=GpuTarget("sm_90a", num_warps=8))


def test_addresses_that_are_as_they_should_be():
    artifact = compiled(KERNEL.replace("{nvvm.kernel,", "{nvvm.kernel, tts.disable_lsr,"))
    assert not artifact.reduce_strength
