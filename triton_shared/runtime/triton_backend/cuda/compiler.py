"""Triton's compiler interface for GPUs: the stages ``ttir``, ``linalg``, ``llir``, ``ptx`` and ``cubin``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triton import knobs
from triton.backends.compiler import GPUTarget

from triton_shared.codegen.targets import module_of
from triton_shared.pass_manager import leaving_out
from triton_shared.runtime.triton_backend import compiler
from triton_shared.runtime.triton_backend import options as shared_options

#: what Triton calls the target, and its name among the back ends; "cuda" is Triton's own
NAME = "triton_shared_cuda"
#: as many products of floats of 8 bits as there are, where tensor cores add them up with few bits
UNBOUNDED = 1 << 30


class CUDABackend(compiler.SharedBackend):
    """Compiles kernels for NVIDIA's GPUs, by way of the shared form."""

    binary_ext = "cubin"

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        """Whether ``target`` is a GPU whose kernels this package compiles."""
        return target.backend == NAME

    def hash(self) -> str:
        """A name for this package's version, the chip, and the assembler."""
        from triton_shared.runtime import cache

        return cache.key(NAME, str(self.target.arch), module_of("gpu", "ptxas").version())

    def parse_options(self, options: dict[str, Any]) -> shared_options.CUDAOptions:
        """`CUDAOptions` from a launch's keyword arguments; ``arch`` may override the device's chip."""
        fusion, kind = knobs.language.default_fp_fusion, shared_options.CUDAOptions
        chip = chip_of(options.get("arch") or knobs.runtime.override_arch or self.target.arch)
        imprecise = UNBOUNDED if chip.startswith("sm_90") else 0
        defaults = {"enable_fp_fusion": fusion, "max_num_imprecise_acc_default": imprecise}
        return shared_options.parse({**options, "arch": chip}, kind, **defaults)

    def add_stages(
        self, stages: dict[str, Callable], options: shared_options.CUDAOptions, language: Any = None
    ) -> None:
        """Fill in ``stages``; each is a function of the text before it and of the kernel's metadata."""
        compiler.read_overriding_files()
        for stage in (compiler.ttir, compiler.linalg, llir, ptx, cubin):
            stages[stage.__name__] = stage
        if inspect := knobs.runtime.add_stages_inspection_hook:
            inspect(self, stages, options, language, None)


def chip_of(arch: str) -> str:
    """The name of a chip: sm_90a, which Triton spells ``sm90``."""
    number = arch.removeprefix("sm")
    return f"sm_{number}{'a' if int(number) >= 90 else ''}" if number.isdigit() else arch


def llir(text: str, metadata: dict) -> str:
    """LLVM IR, as the generator makes it.

    Too much shared memory is Triton's own error, over which autotuning passes.
    """
    from triton.runtime.errors import OutOfResources

    from triton_shared.errors import SharedMemoryError
    from triton_shared.runtime import workers
    from triton_shared.runtime.cuda import cuda_kernel

    name, target = metadata["name"], _target(metadata)

    def translate() -> tuple[dict, bytes]:
        from triton_shared import dialects

        stages = module_of("gpu", "stages")
        module = dialects.parse(text, f"{name}.linalg")
        try:
            with leaving_out(metadata["without"]):
                compiled = stages.to_llvm_ir(module, name, options=stages.Options(target))
        except SharedMemoryError as error:
            raise OutOfResources(error.needed, error.limit, "shared memory") from error
        header = cuda_kernel.header_of(compiled, []) | {"reduce_strength": compiled.reduce_strength}
        return header, compiled.text.encode()

    key = "gpu llir", name, repr(target), repr(metadata["without"]), text
    header, found = compiler.kept(key, lambda: workers.here(translate), cuda_kernel.is_header)
    metadata |= {"kernel": header, "shared": header["shared_bytes"]}
    return found.decode()


def ptx(text: str, metadata: dict) -> str:
    """PTX, of the optimised LLVM IR."""
    from triton_shared.runtime import workers

    target, kernel = _target(metadata), metadata["kernel"]
    how = kernel["reduce_strength"], kernel["threads"]

    def generate() -> tuple[dict, bytes]:
        return {}, module_of("gpu", "ptx").to_ptx(text, target, *how)[1].encode()

    key = "ptx", repr(target), repr(how), text
    return compiler.kept(key, lambda: workers.here(generate))[1].decode()


def cubin(text: str, metadata: dict) -> bytes:
    """Machine code, by ptxas."""
    ptxas = module_of("gpu", "ptxas")
    target = _target(metadata)

    def assemble() -> tuple[dict, bytes]:
        made = ptxas.assemble(text, target)
        return {"n_regs": made.registers, "n_spills": made.spills // 4}, made.data

    key = "cubin", target.chip, ptxas.version(), text
    header, made = compiler.kept(key, assemble, lambda header: header.keys() == {"n_regs", "n_spills"})
    metadata |= header
    return made


def _target(metadata: dict) -> Any:
    """The `GpuTarget` of a kernel's metadata."""
    from triton_shared.runtime.cuda import cuda_kernel

    options = {name: metadata[name] for name in cuda_kernel.OPTIONS}
    return module_of("gpu", "target").GpuTarget(metadata["arch"], **options)
