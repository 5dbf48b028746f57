"""From the shared form to PTX in stages, each a function of texts and numbers: a header, and what it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triton_shared.codegen.targets import module_of
from triton_shared.passes.manager import leaving_out
from triton_shared.runtime.cuda.header import CudaHeader


def llvm_ir(text: str, name: str, without: Sequence[str], target: Mapping[str, Any]) -> tuple[dict, bytes]:
    """LLVM IR of the kernel ``name`` in the shared form, for the `GpuTarget` of these fields."""
    from triton_shared import dialects

    stages, module = module_of("gpu", "stages"), dialects.parse(text, f"{name}.linalg")
    options = stages.Options(module_of("gpu", "target").GpuTarget(**target))
    with leaving_out(without):
        compiled = stages.to_llvm_ir(module, name, options=options)
    header = CudaHeader.of(compiled, [], plan={}).to_json()
    return header | {"reduce_strength": compiled.reduce_strength}, compiled.text.encode()


def ptx(text: str, target: Mapping[str, Any], reduce_strength: bool, threads: int) -> tuple[dict, bytes]:
    """PTX of LLVM IR."""
    gpu = module_of("gpu", "target").GpuTarget(**target)
    return {}, module_of("gpu", "ptx.emit").to_ptx(text, gpu, reduce_strength, threads)[1].encode()
