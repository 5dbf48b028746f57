"""The instructions that multiply matrices: tables of them, and the text that `simt.mma` has on a product.

    %d = linalg.matmul ins(%a, %b) outs(%c) {simt.mma = "wgmma.m64n256k16.f32.f16.f16"}

| text | who multiplies |
|---|---|
| `wgmma.m64nNkK.C.A.B` | warpgroups, N columns at once: a power of two from 8 to 256 |
| `mma.sync.m16n8kK.C.A.B` | warps |
| `fma` | each thread by itself, by multiply-adds |

C, A and B are the elements of the operands by their names in PTX, K is the inner extent.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.types import BY_MLIR

#: on a product: the instruction that makes it
MMA = "simt.mma"
#: the text of no instruction of tensor cores
FMA = "fma"
#: rows and columns of a fragment of C
ROWS, COLUMNS = 16, 8
#: rows of a group, and its columns at most
WGMMA_ROWS, WGMMA_MAX_COLUMNS = 64, 256
#: bits of a register
WORD = 32

#: bits of an element by its name in PTX
BITS = {"tf32": 32, **{row.ptx: 8 * row.bytes for row in BY_MLIR.values() if row.ptx}}

_GROUPS, _WARPS = "wgmma", "mma.sync"
_TEXT = re.compile(
    rf"({_GROUPS}|{re.escape(_WARPS)})\.m(\d{{2}})n(\d{{1,3}})k(\d{{1,2}})\.(\w+)\.(\w+)\.(\w+)"
)


class MmaInstr(NamedTuple):
    """A product of a warp: the names in PTX of the elements of A, B and C, and its inner extent."""

    a: str
    b: str
    total: str
    k: int

    @property
    def packed(self) -> int:
        """Elements of A or B in a register."""
        return WORD // BITS[self.a]

    @property
    def sum(self) -> ir.Type:
        """The type of C's elements."""
        return ir.Type.parse(self.total.replace("s32", "i32"))


#: the products of warps, the widest first, and the least compute capability that has each
MMA_SYNC_INSTRUCTIONS = {
    MmaInstr("f16", "f16", "f32", 16): 80,
    MmaInstr("f16", "f16", "f16", 16): 80,
    MmaInstr("bf16", "bf16", "f32", 16): 80,
    MmaInstr("tf32", "tf32", "f32", 8): 80,
    MmaInstr("s8", "s8", "s32", 32): 80,
    MmaInstr("s8", "s8", "s32", 16): 80,
    **{MmaInstr(a, b, "f32", 32): 90 for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")},
}

#: the products of warpgroups: inner extents are 32 bytes
WGMMA_INSTRUCTIONS = {
    MmaInstr("f16", "f16", "f32", 16),
    MmaInstr("f16", "f16", "f16", 16),
    MmaInstr("bf16", "bf16", "f32", 16),
    MmaInstr("tf32", "tf32", "f32", 8),
    MmaInstr("s8", "s8", "s32", 32),
    *(MmaInstr(a, b, "f32", 32) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")),
}


class Instruction(NamedTuple):
    """An instruction of tensor cores: of which ``kind``, whether warpgroups make it, and its columns."""

    kind: MmaInstr
    uses_wgmma: bool
    columns: int

    def __str__(self) -> str:
        family, rows = (_GROUPS, WGMMA_ROWS) if self.uses_wgmma else (_WARPS, ROWS)
        a, b, total, k = self.kind
        return f"{family}.m{rows}n{self.columns}k{k}.{total}.{a}.{b}"


def read(op: ir.Operation) -> Instruction | None:
    """The instruction that the product ``op`` names; None for multiply-adds.

    Raises:
        LoweringError: it names none, or what is none.
    """
    if MMA not in op.attributes:
        raise LoweringError(op, f"has no '{MMA}', which 'choose-dot-instructions' gives it")
    attribute = op.attributes[MMA]
    text = attribute.value if isinstance(attribute, ir.StringAttr) else str(attribute)
    if text == FMA:
        return None
    instruction = _parsed(text) if isinstance(attribute, ir.StringAttr) else None
    if instruction is None:
        form = f"'{FMA}', or as '{_GROUPS}.m64n128k16.f32.f16.f16' or '{_WARPS}.m16n8k16.f32.f16.f16' is"
        raise LoweringError(op, f"has the '{MMA}' {text!r}, which is no instruction that there is: {form}")
    return instruction


def _parsed(text: str) -> Instruction | None:
    """The instruction that is ``text``; None where there is none such."""
    if (match := _TEXT.fullmatch(text)) is None:
        return None
    family, m, n, k, total, a, b = match.groups()
    kind, columns = MmaInstr(a, b, total, int(k)), int(n)
    if family == _GROUPS:
        is_one = kind in WGMMA_INSTRUCTIONS and columns in (8, 16, 32, 64, 128, 256) and int(m) == WGMMA_ROWS
    else:
        is_one = kind in MMA_SYNC_INSTRUCTIONS and (int(m), columns) == (ROWS, COLUMNS)
    return Instruction(kind, family == _GROUPS, columns) if is_one else None
