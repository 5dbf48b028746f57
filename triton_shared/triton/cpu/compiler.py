"""A compiler that supports no target: the CPU is a target of ``triton_shared``."""

from triton.backends.compiler import GPUTarget

from triton_shared.triton import compiler


class NamesakeBackend(compiler.CPUBackend):
    """Stands beside the driver of the same name."""

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        """False."""
        return False
