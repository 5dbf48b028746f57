"""CPUs, as `attach-cpu-target` notes them on modules, and what decides about code for them."""

from __future__ import annotations

import ctypes
import json
import sys
from dataclasses import asdict, fields
from functools import cache, cached_property, lru_cache

import llvmlite.binding as llvm

from triton_shared.codegen import target_attribute
from triton_shared.codegen.llvm.machine import Machine
from triton_shared.codegen.target_attribute import TARGET
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir

#: Linux gives a process tiles when it asks for them: arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA)
ARCH_PRCTL, REQUEST, TILE_DATA = 158, 0x1023, 18

#: features of x86 and RISC-V -> bits of a vector, the widest first
VECTOR_BITS = {"avx512f": 512, "avx2": 256, "sse2": 128, "zvl512b": 512, "zvl256b": 256, "v": 128}
#: bits of a vector of AArch64, and CPUs by LLVM's names whose SVE has longer ones: no feature says how long they are
NEON_BITS, SVE_BITS = 128, {"a64fx": 512, "neoverse-v1": 256}

#: Linux tells how many bytes a vector of SVE has: prctl(PR_SVE_GET_VL) & PR_SVE_VL_LEN_MASK
PR_SVE_GET_VL, SVE_VL_MASK = 51, 0xFFFF

#: bits of a load of AMD's CPUs that reads memory as fast as it comes
STREAMED_BITS = 256


class CpuTarget(Machine):
    """A CPU, and what decides about code for it."""

    @classmethod
    def of(cls, op: ir.Operation) -> CpuTarget:
        """The CPU that is noted on the module of ``op``.

        Raises `LoweringError` where none is.
        """
        module, noted = target_attribute.noted(
            op, f"is made for no machine: --attach-cpu-target notes {TARGET}"
        )
        names = [field.name for field in fields(cls)]
        if sorted(noted) != sorted(names) or not all(isinstance(value, str) for value in noted.values()):
            raise LoweringError(
                module, f"has a '{TARGET}' that does not consist of strings {', '.join(names)}"
            )
        return _known(**noted)

    def attach(self, module: ir.Operation) -> None:
        """Note this CPU on ``module``."""
        target_attribute.note(module, asdict(self))

    def has(self, features: str) -> bool:
        """Whether this CPU has all of ``features``, names that spaces separate."""
        return self._features.issuperset(features.split())

    @cached_property
    def _features(self) -> frozenset[str]:
        """The names of what this CPU has."""
        return frozenset(name[1:] for name in self.features.split(",") if name.startswith("+"))

    def lanes(self, bits: int) -> int:
        """How many numbers of so many ``bits`` the widest vector register that pays holds; 1 where there is none."""
        return max(1, self._vector_bits // bits)

    def streamed_lanes(self, bits: int) -> int:
        """How many numbers of so many ``bits`` are read from memory at once where next to nothing is done with them.

        AMD's prefetchers are ahead of loads of half a line, and not of loads of a line.
        """
        return (
            min(self.lanes(bits), STREAMED_BITS // bits) if self.cpu.startswith("znver") else self.lanes(bits)
        )

    def shuffled_lanes(self, bits: int) -> int:
        """How many numbers of so many ``bits`` a vector holds whose lanes change places without a way through memory.

        SVE has instructions for that within 128 bits.
        """
        return min(self.lanes(bits), NEON_BITS // bits) if self._sve_bits else self.lanes(bits)

    @cached_property
    def _vector_bits(self) -> int:
        if self.is_x86 or self._triple.startswith("riscv"):
            return next((bits for feature, bits in VECTOR_BITS.items() if self.has(feature)), 0)
        return self._sve_bits or NEON_BITS

    @cached_property
    def _sve_bits(self) -> int:
        """Bits of AArch64's vectors where they are longer than NEON's; 0 elsewhere."""
        return 0 if self.is_x86 or "-sve" in self.features.split(",") else SVE_BITS.get(self.cpu, 0)

    @property
    def function_attributes(self) -> str:
        """What LLVM is told of functions, as the attribute ``passthrough`` of the llvm dialect has it.

        They throw nothing, and may have vectors as long as registers are.  On AArch64 a range of factors of 128 bits,
        of which both ends are one number, says how long all of SVE's registers are (LLVM's language reference,
        ``vscale_range``); otherwise longer vectors are taken apart for NEON's.
        """
        told: list[str | list[str]] = ["nounwind", ["prefer-vector-width", "512"]]
        if factor := self._sve_bits // NEON_BITS:
            told.append(["vscale_range", str(factor << 32 | factor)])
        return json.dumps(told)

    @property
    def registers(self) -> int:
        """Number of vector registers."""
        return 32 if "+avx512f" in self.features or not self.is_x86 else 16

    @property
    def has_fma(self) -> bool:
        """Whether there is an instruction that rounds a product and a sum once; all but old x86 machines have it."""
        return "+fma" in self.features or not self.is_x86

    @property
    def converts_f16(self) -> bool:
        """Whether there are instructions between f16 and f32."""
        if self._triple.startswith("riscv"):
            return self.has("zfhmin") or self.has("zfh")
        return not self.is_x86 or self.has("f16c")

    @property
    def has_tiles(self) -> bool:
        """Whether there is a matrix unit with tiles, and a system that is known to hand it out."""
        return self.has("amx-tile") and "linux" in self._triple

    @property
    def streams(self) -> bool:
        """Whether there are stores past the caches, for vectors that fill lines of them."""
        return self.is_x86 and self.lanes(8) > 1

    @property
    def scales_indices(self) -> bool:
        """Whether an access adds a base, an index times the size of an element, and a constant."""
        return self.is_x86

    @property
    def is_arm(self) -> bool:
        """Whether this is an AArch64 machine."""
        return self._triple.startswith(("aarch64", "arm64"))

    @property
    def is_x86(self) -> bool:
        """Whether this is an x86 machine."""
        return self._triple.startswith(("x86_64", "i686"))

    @cached_property
    def _triple(self) -> str:
        return self.triple or llvm.get_default_triple()


@lru_cache(maxsize=16)
def _known(**noted: str) -> CpuTarget:
    """The CPU of which this is ``noted``, once for all passes that ask what it has."""
    return CpuTarget(**noted)


@cache
def native_target() -> CpuTarget:
    """The CPU of this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    features = llvm.get_host_cpu_features()
    if features.get("amx-tile") and not _may_use_tiles():
        features.update((name, False) for name in features if name.startswith("amx-"))
    cpu = llvm.get_host_cpu_name()
    if cpu in SVE_BITS and sve_bits() != SVE_BITS[cpu]:
        features["sve"] = False
    return CpuTarget(cpu, features.flatten())


def sve_bits() -> int:
    """Bits of a vector of SVE in this process, for which a system may make them shorter; 0 without SVE."""
    if sys.platform != "linux":
        return 0
    length = ctypes.CDLL(None).prctl(PR_SVE_GET_VL, 0, 0, 0, 0)
    return 8 * (length & SVE_VL_MASK) if length >= 0 else 0


def _may_use_tiles() -> bool:
    """Whether the system gives this process, and what it forks, the tiles of the CPU."""
    return sys.platform == "linux" and ctypes.CDLL(None).syscall(ARCH_PRCTL, REQUEST, TILE_DATA) == 0
