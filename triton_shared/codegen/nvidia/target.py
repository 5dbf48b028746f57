"""The GPUs that there is code for, and what decides about code for one, a `GpuTarget`: three records.

`Chip` has the facts of a chip; `LaunchShape` what a block takes of it, and `Tuning` by which means a kernel is made
fast (both in `options.py`).  What measurements have set is in `codegen/simt/heuristics.py`.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from triton_shared.codegen import target_attribute
from triton_shared.codegen.llvm.machine import Machine
from triton_shared.codegen.nvidia.options import Options
from triton_shared.codegen.simt.target import WARPS_PER_WARPGROUP, BlockShape
from triton_shared.codegen.target_attribute import TARGET
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.parameters import FLAG, option
from triton_shared.types import ARGUMENTS

TRIPLE = "nvptx64-nvidia-cuda"

#: threads of a warp, and of a block at most
WARP, MAX_THREADS = 32, 1024
#: bits of a lane's number
LANE_BITS = WARP.bit_length() - 1
#: the first compute capability whose ``red`` adds vectors to global memory
VECTORS_ADDED = 90


class Chip(NamedTuple):
    """The facts of a chip.

    Attributes:
        shared: bytes of shared memory that a block may have.
        ptx: version of PTX that code is written in, 86 for 8.6: drivers older than it do not take the code.
        variants: suffixes of the names of this chip that have more instructions, and run on fewer chips.
        wgmma: the variants in which four warps together multiply matrices that lie in shared memory.
        has_tma: whether tiles of tensors are copied by one instruction, cp.async.bulk.tensor.
        has_dependent_launches: whether blocks may begin while the kernel before ends, by griddepcontrol.
        stores_matrices: whether warps store matrices of 8 x 8 words to shared memory, by stmatrix.
        reserved: bytes of shared memory that the hardware takes of each block.
        registers: registers of 32 bits of a processor.
    """

    shared: int
    ptx: int
    variants: str = ""
    wgmma: str = ""
    has_tma: bool = True
    has_dependent_launches: bool = True
    stores_matrices: bool = True
    reserved: int = 1 << 10
    registers: int = 1 << 16

    def shared_of(self, blocks: int) -> int:
        """Bytes of shared memory that each of so many blocks may have that a processor holds at once."""
        return (self.shared + self.reserved) // blocks - self.reserved

    def before_hopper(self) -> Chip:
        """The same without what came with compute capability 9.0."""
        return self._replace(has_tma=False, has_dependent_launches=False, stores_matrices=False)


#: by compute capability, 80 for 8.0
CHIPS = {
    80: Chip(163 << 10, 81).before_hopper(),
    86: Chip(99 << 10, 81).before_hopper(),
    87: Chip(163 << 10, 81).before_hopper(),
    89: Chip(99 << 10, 81).before_hopper(),
    90: Chip(227 << 10, 86, "a", wgmma="a"),
    100: Chip(227 << 10, 88, "af"),
    103: Chip(227 << 10, 88, "af"),
    110: Chip(227 << 10, 90, "af"),
    120: Chip(99 << 10, 88, "af"),
    121: Chip(99 << 10, 88, "af"),
}

KNOWN = tuple(f"sm_{number}{variant}" for number, chip in CHIPS.items() for variant in ("", *chip.variants))

_NAME = re.compile(r"sm_(\d+)([a-z]?)")


@dataclass(frozen=True)
class _Named:
    """A chip by its name."""

    chip: str


@dataclass(frozen=True)
class GpuTarget(Options, _Named):
    """A GPU, and how a kernel is to use it: the name of a chip, whose facts `CHIPS` has, and the `Options`.

    Attributes:
        chip: one of `KNOWN`.
        wgmma: False where warpgroups are not to multiply together (`plans.py`).
        register_targets: False where a producer is not to carry registers (`plans.py`).
        assertions_trap: whether an assertion that fails is an error of the device, as CUDA's are, in a kernel that
            does not print: it has no record then, and no launch waits for its end.

    Raises:
        ValueError: there is no such chip, or an option is out of range.
    """

    wgmma: bool | None = option(None, FLAG)
    register_targets: bool | None = option(None, FLAG)
    assertions_trap: bool | None = option(None, FLAG)

    def __post_init__(self) -> None:
        if self.chip not in KNOWN:
            raise ValueError(f"unknown GPU {self.chip!r}: known are {', '.join(KNOWN)}")
        super().__post_init__()

    @property
    def capability(self) -> int:
        """The compute capability, 90 for 9.0."""
        return int(_NAME.fullmatch(self.chip)[1])  # type: ignore[index]

    @property
    def facts(self) -> Chip:
        """Those of the chip."""
        return CHIPS[self.capability]

    @property
    def has_wgmma(self) -> bool:
        """Whether warpgroups multiply by wgmma: on a chip that has it, if they are to."""
        variant = _NAME.fullmatch(self.chip)[2]  # type: ignore[index]
        return variant != "" and variant in self.facts.wgmma and self.wgmma is not False

    @property
    def has_tma(self) -> bool:
        """Whether tiles of tensors are copied by one instruction."""
        return self.facts.has_tma

    @property
    def has_dependent_launches(self) -> bool:
        """Whether blocks begin while the kernel before ends: on a chip that can, if they are to."""
        return self.facts.has_dependent_launches and self.launch_pdl is not False

    @property
    def added_bytes(self) -> dict[str, int]:
        """How many bytes of neighbours ``red`` adds to: vectors came with compute capability 9.0."""
        if self.capability < VECTORS_ADDED:
            return {"f16": 4}
        return {name: 16 for name, row in ARGUMENTS.items() if row.format and row.bytes <= 4}

    @property
    def block_shape(self) -> BlockShape:
        """Lanes of a warp, and warps of a block."""
        return BlockShape(WARP, self.num_warps)

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return WARP * self.num_warps

    @property
    def producer_warps(self) -> int:
        """Warps that a producer takes: those of a warpgroup where warpgroups compute, of which registers are moved."""
        return WARPS_PER_WARPGROUP if self.num_warps % WARPS_PER_WARPGROUP == 0 else 1

    @property
    def max_shared(self) -> int:
        """Bytes of shared memory that a block may have."""
        return self.facts.shared

    @property
    def machine(self) -> Machine:
        """The chip by LLVM's names."""
        return Machine(self.chip, f"+ptx{self.facts.ptx}", TRIPLE)

    def attach(self, module: ir.Operation) -> None:
        """Note this GPU on ``module``."""
        noted = {name: value for name, value in asdict(self).items() if value is not None}
        target_attribute.note(module, noted)

    @classmethod
    def of(cls, op: ir.Operation) -> GpuTarget:
        """The GPU that is noted on the module of ``op``.

        Raises `LoweringError` where none is.
        """
        module, noted = target_attribute.noted(op, f"is made for no GPU: {TARGET} on its module says which")
        names = {field.name for field in fields(cls)}
        if "chip" not in noted or not noted.keys() <= names:
            raise LoweringError(
                module, f"has a '{TARGET}' that does not consist of {', '.join(sorted(names))}"
            )
        try:
            return _known(*noted.items())
        except ValueError as error:
            raise LoweringError(module, f"has a '{TARGET}' for no GPU: {error}") from None


@cache
def _known(*noted: tuple[str, Any]) -> GpuTarget:
    """The GPU of these fields, which many passes ask for."""
    return GpuTarget(**dict(noted))
