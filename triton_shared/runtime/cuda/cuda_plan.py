"""The `Plan` by which a kernel is compiled for a GPU, and loaded.

A kernel of the CPU asks for its options alone, so what loads and launches is imported where it is needed.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from triton_shared.codegen.targets import module_of
from triton_shared.records import dataclass

if TYPE_CHECKING:
    from triton_shared.runtime.cuda.cuda_kernel import CudaKernel

#: the row of `codegen.targets`
TARGET = "gpu"
#: the target that is the current device's chip
CURRENT = "cuda"
#: names of machines, in words
KNOWN = f"'{CURRENT}', or a chip such as 'sm_90a'"
#: what may be asked of a kernel
Options = module_of(TARGET, "options").Options


@dataclass(frozen=True)
class Plan:
    """How a kernel is compiled for a GPU, and loaded: ``asked`` are the target's `Options`."""

    chip: str
    asked: Any
    target: str = TARGET

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""
        return repr(self), module_of(TARGET, "ptx.ptxas").version()

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""
        target = module_of(TARGET, "target").GpuTarget(self.chip, **asdict(self.asked))
        return {"options": module_of(TARGET, "stages").Options(target, assembles=True)}

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header and code of what was ``compiled``: a cubin where ptxas is installed, else PTX."""
        from triton_shared.runtime.cuda.header import CudaHeader

        made = compiled.cubin.data if compiled.cubin else compiled.ptx.encode()
        return CudaHeader.of(compiled, names).to_json(), made

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""
        from triton_shared.runtime.cuda.header import CudaHeader

        return CudaHeader.fits(header) and header["chip"] == self.chip

    def load(self, header: dict, image: bytes) -> CudaKernel:
        """The kernel."""
        from triton_shared.runtime.cuda.cuda_kernel import CudaHeader, CudaKernel

        return CudaKernel(CudaHeader.read(header), image)


def machine(name: str) -> str | None:
    """The chip that ``name`` names, which may be that of the current device; None where it names none.

    Raises `CudaError`.
    """
    if name != CURRENT:
        return name if name.startswith("sm_") else None
    from triton_shared.runtime.cuda import current_stream
    from triton_shared.runtime.cuda.driver import driver

    return driver().chip(current_stream.current()[0])


def plan(chip: str, **options: Any) -> Plan:
    """The plan for a chip by name.  Raises ValueError where an option is out of range."""
    return Plan(chip, Options(**options))
