"""LLVM's few passes make of code without loops what its own pipeline does; what it leaves loops for products."""

import re
from pathlib import Path

import pytest

from tests.support.gpu_kernels import needs_ptxas
from triton_shared import dialects
from triton_shared.codegen.llvm import machine
from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.ptx import emit, ptxas
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(__file__).parents[3] / "examples"


def compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[stages.Compiled, str, str]:
    """The LLVM IR of an example, its PTX, and that by LLVM's own pipeline."""
    module = dialects.parse((EXAMPLES / f"{name}.mlir").read_text(encoding="utf-8"))
    run_pipeline(module, ["triton-to-linalg", "allow-contraction"])
    artifact = stages.compile_module(module, options=stages.Options(GpuTarget("sm_90a")))
    with monkeypatch.context() as patch:
        patch.setattr(machine, "clean_up", lambda text, of, _: machine.optimize(text, of))
        other = emit.to_ptx(artifact.text, artifact.target, artifact.reduce_strength)[1]
    return artifact, artifact.ptx, other


@pytest.mark.parametrize("name", ["vector_add.f16", "vector_add.f32", "dropout.bf16", "seeded_dropout.f32"])
def test_few_passes_do_where_there_are_no_loops(name, monkeypatch):
    _, ours, other = compiled(name, monkeypatch)
    assert ours.count("\n") <= 1.02 * other.count("\n")


LOOPS = {
    "none": ("br i1 %c, label %left, label %right\nleft:\nbr label %right\nright:\nret void", False),
    "one": ("br label %head\nhead:\nbr i1 %c, label %head, label %end\nend:\nret void", True),
    "two blocks": ("br label %1\n1:\nbr label %2\n2:\nbr i1 %c, label %1, label %3\n3:\nret void", True),
    "a switch": (
        "br label %a.b\na.b:\nswitch i32 %n, label %end [\ni32 1, label %a.b\n]\nend:\nret void",
        True,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_seen(name, monkeypatch):
    body, has_loop = LOOPS[name]
    text = f'define ptx_kernel void @k(i1 %c, i32 %n) "nvvm.maxntid"="128" {{\n{body}\n}}'
    asked = []
    monkeypatch.setattr(
        machine, "optimize", lambda *given, real=machine.optimize: asked.append(1) or real(*given)
    )
    emit.to_ptx(text, GpuTarget("sm_90a"))
    assert bool(asked) == has_loop


@needs_ptxas
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_staged_loops_leave_registers_to_products(chip):
    module = dialects.parse((EXAMPLES / "matmul_block_ptr.f16.mlir").read_text(encoding="utf-8"))
    run_pipeline(module, ["triton-to-linalg", "allow-contraction"])
    artifact = stages.compile_module(module, options=stages.Options(GpuTarget(chip, tensor_copies=False)))
    cubin = ptxas.assemble(artifact.ptx, artifact.target)
    assert cubin.registers <= 168 and not cubin.spills and not artifact.reduce_strength


def test_sums_of_products_are_handed_on_register_by_register(monkeypatch):
    artifact, *_ = compiled("matmul.f16", monkeypatch)
    phis = re.findall(r"= phi (<\d+ x float>|float) ", artifact.text)
    assert phis.count("float") >= 64 and "wgmma" in artifact.text
