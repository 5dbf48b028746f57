"""Examples and samples of Triton's IR as machine code for GPUs: what ptxas says of registers, spills and accesses."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.gpu_kernels import needs_ptxas
from triton_shared import dialects
from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.stages import Artifact, Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import LoweringError
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.mlir"))
SAMPLES = sorted(
    (ROOT / "tests" / "ttir" / "3.9").glob("*.mlir")
)  #: a sample whose assembly takes two elements at once, but has registers for one
#: bytes that examples spill at most: of the second, in the loop that is run where TMA does not copy its blocks
SPILLS = {"gemm": 128, "block_ptr": 48}
MISFIT = "inline_asm_elementwise"

_ACCESS = re.compile(r"\b(ld|st)\.global(?:\.v(\d))?\.b(\d+)")


def compiled(path: Path, chip: str, num_warps: int = 4) -> list[Artifact]:
    """The kernels of the file ``path``."""
    text = path.read_text(encoding="utf-8")
    target = GpuTarget(chip, num_warps=num_warps)

    def shared():
        module = dialects.parse(text, str(path))
        run_pipeline(module, ["triton-to-linalg"])
        return module

    return [compile_module(shared(), name, options=Options(target)) for name in kernels_of(shared())]


def accesses(ptx: str) -> Counter[tuple[str, int]]:
    """How many loads and stores of global memory move how many bytes."""
    return Counter((kind, int(count or 1) * int(bits) // 8) for kind, count, bits in _ACCESS.findall(ptx))


@needs_ptxas
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples_are_assembled_and_hardly_spill(path):
    for artifact in compiled(path, "sm_80" if path.stem.endswith(".f16") else "sm_90a"):
        cubin = ptxas.assemble(artifact.ptx, artifact.target)
        most = next((bytes_ for part, bytes_ in SPILLS.items() if part in path.stem), 0)
        assert cubin.spills <= most and cubin.registers <= 255


def test_assembly_with_too_few_registers_is_refused():
    with pytest.raises(LoweringError, match="4 registers of results and 2 of operands"):
        compiled(next(path for path in SAMPLES if path.stem == MISFIT), "sm_90a")


@needs_ptxas
@pytest.mark.parametrize("path", [p for p in SAMPLES if p.stem != MISFIT], ids=lambda p: p.stem)
def test_samples_are_assembled(path):
    for artifact in compiled(path, "sm_80" if len(path.stem) % 2 else "sm_90a"):
        assert ptxas.assemble(artifact.ptx, artifact.target).data.startswith(b"\x7fELF")


@pytest.mark.parametrize(
    ("name", "loads", "stores"),
    [("vector_add.f32", 4, 2), ("vector_add.f16", 2, 1), ("dropout.f32", None, 2)],
)
def test_whole_blocks_are_moved_by_the_widest_instructions(name, loads, stores):
    (artifact,) = compiled(ROOT / "examples" / f"{name}.mlir", "sm_90a")
    found = accesses(artifact.ptx)
    assert loads is None or found["ld", 16] == loads
    assert found["st", 16] == stores


def test_a_short_row_of_one_warp_synchronizes_its_warp_between_turns_alone():
    (artifact,) = compiled(ROOT / "examples" / "softmax.f32.mlir", "sm_90a", num_warps=1)
    assert "bar.sync" not in artifact.ptx and artifact.shared_bytes == 0
    assert artifact.ptx.count("bar.warp.sync") == 1
    assert artifact.ptx.count("shfl.sync.bfly") == 10


def test_warps_meet_twice_a_reduction_at_most():
    (artifact,) = compiled(ROOT / "examples" / "softmax.f32.mlir", "sm_90a")
    assert artifact.ptx.count("bar.sync") <= 5
