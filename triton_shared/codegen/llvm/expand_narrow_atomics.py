"""Expand read-modify-writes that compute with floats of 16 bits, which no CPU has, into loops of compare-and-swaps.

    %old = memref.atomic_rmw addf %x, %m[%i] : (bf16, memref<?xbf16>) -> bf16

becomes

    %first = llvm.load %at atomic monotonic : !llvm.ptr -> i16
    %bits = scf.while (%seen = %first) : (i16) -> i16 {
      %sum = … %seen + %x in f32, rounded to bf16 …
      %swapped = llvm.cmpxchg %at, %seen, %sum acq_rel acquire : !llvm.ptr, i16
      scf.condition(%failed) %found : i16
    } do { ^bb0(%found: i16): scf.yield %found : i16 }
    %old = arith.bitcast %bits : i16 to bf16

LLVM's own expansion calls the compiler's runtime to round, which a process need not have, or where the machine has bf16
instructions loses denormals.

Promise: no ``memref.atomic_rmw`` on floats of 16 bits is left but those that only exchange.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared import mlir
from triton_shared.ir.addresses import address_of
from triton_shared.ir.builder import Builder, i64_attr, indices, integer
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

#: kinds that are the ops of arith of their names, on the old element and the operand, both in f32
_COMBINING = ("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf")
NARROW = (ir.BF16Type, ir.F16Type)
MONOTONIC, _ACQUIRE, _ACQ_REL = 2, 4, 6  # LLVM's AtomicOrdering


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"memref.atomic_rmw"}):
        if isinstance(op.result.type, NARROW) and _kind(op) in _COMBINING:
            _expand(op)


def _kind(op: ir.Operation) -> str:
    return mlir.arith.AtomicRMWKind(op.attributes["kind"].value).name


def _expand(op: ir.Operation) -> None:
    operand, view, *place = op.operands
    b, bits, single = Builder.before(op), integer(16), ir.F32Type.get()
    at, wide = address_of(b, view, place), b.one("arith.extf", single, operand)
    first = b.one("llvm.load", bits, at, ordering=i64_attr(MONOTONIC), alignment=i64_attr(2))

    def changed(seen: ir.Value) -> ir.Value:
        number = b.one("arith.bitcast", operand.type, seen)
        total = b.one(f"arith.{_kind(op)}", single, b.one("arith.extf", single, number), wide)
        return b.one("arith.bitcast", bits, b.one("arith.truncf", number.type, total))

    substitute(op, b.one("arith.bitcast", op.result.type, exchanged(b, at, first, changed)))


def exchanged(
    b: Builder,
    at: ir.Value,
    first: ir.Value,
    changed: Callable[[ir.Value], ir.Value],
    **attributes: ir.Attribute,
) -> ir.Value:
    """Put what ``changed`` makes of the bits at ``at``, ``first`` as they were read, in their place, and again until
    no other thread has changed them meanwhile; the bits that were there then."""
    bits = first.type
    pair = ir.Type.parse(f"!llvm.struct<({bits}, i1)>")
    orderings = {"success_ordering": i64_attr(_ACQ_REL), "failure_ordering": i64_attr(_ACQUIRE)}

    def exchange(seen: ir.Value) -> list[ir.Value]:
        swapped = b.one("llvm.cmpxchg", pair, at, seen, changed(seen), **orderings, **attributes)
        found = b.one("llvm.extractvalue", bits, swapped, position=indices([0]))
        done = b.one("llvm.extractvalue", b.i1, swapped, position=indices([1]))
        return [b.negated(done), found]

    loop = b.op("scf.while", [bits], [first], regions=2)
    b.region(loop.regions[0], [bits], exchange, "scf.condition")
    b.region(loop.regions[1], [bits], lambda found: [found], "scf.yield")
    return loop.result
