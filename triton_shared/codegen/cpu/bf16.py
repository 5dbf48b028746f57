"""bf16 values as their bits, for LLVM back ends that have no such type.

Where the machine has no bf16 instructions LLVM keeps a ``bfloat`` in an f32 register, and calls the compiler's
runtime, which neither a process nor every linker has, to round it again wherever it is selected, passed or merged.
All arithmetic on bf16 is expanded before, so what is left only moves values, and does the same to integers:

    %r = select <16 x i1> %c, <16 x bfloat> splat (bfloat 0xR7FC0), <16 x bfloat> %x
    %r = select <16 x i1> %c, <16 x i16> splat (i16 u0x7FC0), <16 x i16> %x
"""

from __future__ import annotations

import re

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

# Lines that take bf16 for numbers: arithmetic, intrinsics that do more than move, functions that are not ours.
_NUMERIC = re.compile(
    r"^.*\b(?:f(?:add|sub|mul|div|rem|neg|cmp|pext|ptrunc|pto[us]i)|[us]itofp|declare (?!.*@llvm\.))\b.*\bbfloat\b"
    r"|^.*@llvm\.(?!masked\.|vector\.(?:insert|extract|interleave|deinterleave))\w.*bf(?:16|loat)\b",
    re.MULTILINE,
)
_TYPE = re.compile(r"\bbfloat\b|\b0xR(?=[0-9A-F]{4}\b)|(?<=[.v0-9])bf16(?=[.(])")
_BITS = {"bfloat": "i16", "0xR": "u0x", "bf16": "i16"}


def extend_in_steps(function: ir.Operation) -> None:
    """Extend bf16 to f64 by way of f32: that is shifts of bits, and exact."""
    if CpuTarget.of(function).has_bf16_dot:
        return
    for op in all_ops(function, ("arith.extf",)):
        source, target = op.operands[0].type, op.result.type
        elements = [t.element_type if isinstance(t, ir.VectorType) else t for t in (source, target)]
        if isinstance(elements[0], ir.BF16Type) and isinstance(elements[1], ir.F64Type):
            single = ir.F32Type.get()
            if isinstance(source, ir.VectorType):
                single = ir.VectorType.get(source.shape, single)
            op.operands[0] = Builder.before(op).one("arith.extf", single, op.operands[0])


def as_bits(text: str) -> str:
    """LLVM IR ``text`` with i16 for ``bfloat``; the same text where something in it computes with bf16."""
    if "bfloat" not in text or _NUMERIC.search(text):
        return text
    return _TYPE.sub(lambda found: _BITS[found[0]], text)
