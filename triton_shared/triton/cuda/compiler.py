"""Triton's compiler interface for GPUs: the stages ``ttir``, ``linalg``, ``llir``, ``ptx`` and ``cubin``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from triton import knobs
from triton.backends.compiler import GPUTarget

from triton_shared import compat
from triton_shared.codegen.targets import module_of
from triton_shared.parameters import options_of
from triton_shared.triton import compiler
from triton_shared.triton import options as shared_options
from triton_shared.triton.cuda.target import NAME, CudaTarget, is_ours

#: as many products of floats of 8 bits as there are, where tensor cores add them up with few bits
UNBOUNDED = 1 << 30


class CUDABackend(compiler.SharedBackend):
    """Compiles kernels for NVIDIA's GPUs, by way of the shared form."""

    binary_ext = "cubin"

    def __init__(self, target: GPUTarget):
        super().__init__(target)
        compat.restore_targets(NAME, CudaTarget)

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        """Whether ``target`` is a GPU whose kernels this package compiles."""
        return is_ours(target)

    def hash(self) -> str:
        """A name for this package's version, the chip, and the assembler."""
        return version(str(self.target.arch))

    def parse_options(self, options: dict[str, Any]) -> shared_options.CUDAOptions:
        """`CUDAOptions` from a launch's keyword arguments; ``arch`` may override the device's chip."""
        fusion, kind = knobs.language.default_fp_fusion, shared_options.CUDAOptions
        chip = chip_of(options.get("arch") or knobs.runtime.override_arch or self.target.arch)
        imprecise = UNBOUNDED if chip.startswith("sm_90") else 0
        defaults = {"enable_fp_fusion": fusion, "max_num_imprecise_acc_default": imprecise}
        forced = dict(getattr(self.target, "forced", {}))
        if options.get(
            "launch_cooperative_grid"
        ):  # blocks wait for each other, so none runs program after program
            forced["persistent"] = False
        return shared_options.parse({**options, **forced, "arch": chip}, kind, **defaults)

    def add_stages(
        self, stages: dict[str, Callable], options: shared_options.CUDAOptions, language: Any = None
    ) -> None:
        """Fill in ``stages``; each is a function of the text before it and of the kernel's metadata."""
        compiler.read_overriding_files()
        for stage in (compiler.ttir, compiler.linalg, llir, ptx, cubin):
            stages[stage.__name__] = stage
        if inspect := knobs.runtime.add_stages_inspection_hook:
            inspect(self, stages, options, language, None)


compat.leave_targets("nvidia", CudaTarget)


def version(chip: str) -> str:
    """A name for this package's version, the assembler, and the ``chip``."""
    from triton_shared.runtime import cache

    name = cache.shared_key(NAME, chip, module_of("gpu", "ptx.ptxas").version())
    return name.shared or name


def chip_of(arch: str | int) -> str:
    """The name of a chip: sm_90a, which Triton spells ``sm90`` and 90."""
    name = str(arch)
    number = name.removeprefix("sm")
    return f"sm_{number}{'a' if int(number) >= 90 else ''}" if number.isdigit() else name


@dataclass(frozen=True)
class Made:
    """A kernel by one plan: its header, LLVM IR and PTX."""

    header: dict
    llir: str
    ptx: str

    @property
    def threads(self) -> int:
        """The threads of a block."""
        return self.header["threads"]

    @property
    def name(self) -> str:
        """The kernel's name."""
        return self.header["name"]


def llir(text: str, metadata: dict) -> str:
    """LLVM IR, as the generator makes it, by the first plan that fits the chip.

    So the stages to come are tried here; they find in the cache what they are to make.  Too much shared memory, or
    too many registers, are Triton's own errors, over which autotuning passes.
    """
    from triton.runtime.errors import OutOfResources, PTXASError

    from triton_shared.errors import SharedMemoryError

    plans, ptxas = module_of("gpu", "plans"), module_of("gpu", "ptx.ptxas")

    def make(target: Any) -> Made:
        header, found = _translated(text, metadata, target)
        return Made(header, found, _generated(found, header, target))

    try:
        found = plans.first_fitting(
            _target(metadata), make, lambda made, target: ptxas.version() and _assembled(made.ptx, target)
        )
    except SharedMemoryError as error:
        raise OutOfResources(error.needed, error.limit, "shared memory") from error
    except ptxas.PtxasRefusal as error:
        raise PTXASError(str(error)) from error
    header = found.made.header | {"plan": found.plan}
    header["remarks"] = [*header["remarks"], *found.remarks]
    metadata |= {"kernel": header, "shared": header["shared_bytes"]}
    taken = header["num_stages"][1] if header["num_stages"] else metadata["num_stages"]
    metadata |= {"plan": found.plan, "remarks": header["remarks"], "num_stages_taken": taken}
    return found.made.llir


def ptx(text: str, metadata: dict) -> str:
    """PTX, of the optimised LLVM IR."""
    kernel = metadata["kernel"]
    return _generated(text, kernel, _target(metadata, kernel["plan"]), anew=False)


def cubin(text: str, metadata: dict) -> bytes:
    """Machine code, by ptxas."""
    header, made = _assembled(text, _target(metadata), anew=False)
    metadata |= header
    return made


def _translated(text: str, metadata: dict, target: Any) -> tuple[dict, str]:
    """Header and LLVM IR of a kernel in the shared form."""
    from triton_shared.runtime import workers
    from triton_shared.runtime.cuda import cuda_stages
    from triton_shared.runtime.cuda.header import CudaHeader

    name, without = metadata["name"], metadata["without"]
    key = "gpu llir", name, repr(target), repr(without), text
    make = partial(workers.run, cuda_stages.llvm_ir, text, name, without, vars(target))
    header, found = compiler.kept(key, make, CudaHeader.fits)
    return header, found.decode()


def _generated(text: str, kernel: dict, target: Any, anew: bool | None = None) -> str:
    """PTX of LLVM IR, of the kernel of this header."""
    from triton_shared.runtime import workers
    from triton_shared.runtime.cuda import cuda_stages

    how = kernel["reduce_strength"], kernel["threads"]
    make = partial(workers.run, cuda_stages.ptx, text, vars(target), *how)
    return compiler.kept(("ptx", repr(target), repr(how), text), make, anew=anew)[1].decode()


def _assembled(text: str, target: Any, anew: bool | None = None) -> tuple[dict, bytes]:
    """Machine code of PTX, and what is known of it."""
    ptxas = module_of("gpu", "ptx.ptxas")

    def assemble() -> tuple[dict, bytes]:
        made = ptxas.assemble(text, target)
        return {"n_regs": made.registers, "n_spills": made.spills // 4}, made.data

    key = "cubin", target.chip, ptxas.version(), text
    return compiler.kept(key, assemble, lambda header: header.keys() == {"n_regs", "n_spills"}, anew)


def _target(metadata: dict, plan: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """The `GpuTarget` of a kernel's metadata, with the options that the ``plan`` overrules."""
    names = options_of(module_of("gpu", "options").Options)
    options = {name: metadata[name] for name in names} | dict(plan)
    options["assertions_trap"] = metadata["assertions_trap"] or None
    return module_of("gpu", "target").GpuTarget(metadata["arch"], **options)
