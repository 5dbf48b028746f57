"""CPUs that code is made for."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm

from triton_shared.codegen.llvm.machine import Machine


class CpuTarget(Machine):
    """A CPU, and what decides about code for it."""

    @property
    def vector_bits(self) -> int:
        """Width of the widest vector register that pays."""
        return 512 if "+avx512f" in self.features else 256 if "+avx2" in self.features else 128

    @property
    def registers(self) -> int:
        """Number of vector registers."""
        return 32 if "+avx512f" in self.features or not self.is_x86 else 16

    @property
    def has_bf16_dot(self) -> bool:
        """Whether there is an instruction that multiplies pairs of bf16 and adds up in f32."""
        return "+avx512bf16" in self.features

    @property
    def is_x86(self) -> bool:
        """Whether this is an x86 machine."""
        return "sse" in self.features


@cache
def native_target() -> CpuTarget:
    """The CPU of this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    return CpuTarget(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
