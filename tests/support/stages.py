"""Kernels at the levels before LLVM: as Triton writes them, in the shared form, and after each stage for CPUs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from triton_shared import dialects
from triton_shared.codegen.cpu import STAGES
from triton_shared.codegen.cpu.stages import Options, prepare
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

#: Triton's IR of one release, a feature each
SAMPLES = sorted((Path(__file__).parents[1] / "ttir" / "3.9").glob("*.mlir"))
#: why one is not run on any arguments
NOT_RUN = {
    "assume_hints": "it promises what holds of few arguments",
    "atomic_poll": "it waits for another program",
    "extra_cuda_globaltimer": "CPUs refuse its assembly",
    "extra_cuda_smid": "CPUs refuse its assembly",
    "inline_asm_elementwise": "CPUs refuse its assembly",
    "ptr_int_casts": "it reads addresses from memory",
}
LEVELS = ("tt", "shared", "fused", "bufferized", "vector")


def stages_of(path: Path, kernel: str | None = None) -> Iterator[tuple[str, ir.Operation]]:
    """Each level of `LEVELS` with the module there, which the next changes; it ends where CPUs refuse the kernel."""
    module = dialects.parse(path.read_text(encoding="utf-8"), str(path))
    yield "tt", module
    try:
        run_pipeline(module, ["triton-to-linalg"])
        yield "shared", module
        with module.context, ir.Location.unknown():
            prepare(module, pick_kernel(module, kernel), Options())
        for stage in LEVELS[2:]:
            run_pipeline(module, list(STAGES[stage]), verify_each=False)
            yield stage, module
    except LoweringError:
        return
