"""Divide vectors of integers by way of floats, since machines divide integers one by one.

::

    %q = arith.divsi %x, %y : vector<16xi32>

becomes

    %a = arith.sitofp %x : vector<16xi32> to vector<16xf64>
    %b = arith.sitofp %y : vector<16xi32> to vector<16xf64>
    %c = arith.divf %a, %b : vector<16xf64>
    %q = arith.fptosi %c : vector<16xf64> to vector<16xi32>

The result is exact: a quotient of integers of n bits that is no integer is farther from the next one, in proportion,
than 2^-2n, and f64 rounds by less for 32 bits, f32 for 16.  The divisor must not be 0, nor -1 where that overflows.
Division by constants, which LLVM multiplies for, and of 64 bits stay.
"""

from __future__ import annotations

from triton_shared.ir.builder import Builder, bit_width, integer
from triton_shared.ir.walk import all_ops, made_by, origin, substitute
from triton_shared.mlir import ir

OPS = {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, OPS):
        _expand(op)


def _expand(op: ir.Operation) -> None:
    """Replace ``op``, one of `OPS`, if it pays."""
    type, divisor = op.result.type, origin(op.operands[1], {"vector.broadcast"})
    if not isinstance(type, ir.VectorType) or bit_width(type.element_type) > 32:
        return
    if made_by(divisor, "arith.constant") is not None:
        return
    b, (x, y) = Builder.before(op), op.operands
    quotient = _quotient(b, x, y, op.name.endswith("si"))
    if op.name.startswith("arith.rem"):
        quotient = b.sub(x, b.mul(quotient, y))
    substitute(op, quotient)


def _quotient(b: Builder, x: ir.Value, y: ir.Value, signed: bool) -> ir.Value:
    narrow, shape = x.type, x.type.shape
    words = ir.VectorType.get(shape, integer(32))
    floats = ir.VectorType.get(shape, ir.F64Type.get() if narrow == words else ir.F32Type.get())
    if narrow != words:
        x, y = (b.one("arith.extsi" if signed else "arith.extui", words, v) for v in (x, y))
        signed = True
    to_float, to_integer = ("arith.sitofp", "arith.fptosi") if signed else ("arith.uitofp", "arith.fptoui")
    real = b.one("arith.divf", floats, *(b.one(to_float, floats, v) for v in (x, y)))
    result = b.one(to_integer, words, real)
    return b.convert("arith.trunci", result, narrow)
