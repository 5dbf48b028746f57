"""Let atomic ops on buffers of the kernel itself be plain ones: no other program sees these.

    %old = memref.atomic_rmw addi %v, %buf[%i]        becomes        %old = memref.load %buf[%i]
                                                                     memref.store (%old + %v), %buf[%i]

Promise: atomic ops on any other memory stay.  A buffer of the kernel is an allocation of it, or a view of one.
"""

from __future__ import annotations

from triton_shared import mlir
from triton_shared.codegen.memory.uses import is_local
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

#: kind -> the op that does it; ``assign`` does nothing to the value
OPS = {
    "addf": "arith.addf",
    "addi": "arith.addi",
    "andi": "arith.andi",
    "maximumf": "arith.maximumf",
    "maxnumf": "arith.maxnumf",
    "maxs": "arith.maxsi",
    "maxu": "arith.maxui",
    "minimumf": "arith.minimumf",
    "minnumf": "arith.minnumf",
    "mins": "arith.minsi",
    "minu": "arith.minui",
    "mulf": "arith.mulf",
    "muli": "arith.muli",
    "ori": "arith.ori",
    "xori": "arith.xori",
}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"memref.atomic_rmw"}):
        if is_local(op.operands[1]) and is_plain_kind(op):
            fired("plain-atomics", "update")
            make_plain(op)


def is_plain_kind(op: ir.Operation) -> bool:
    """Whether a load, an op and a store do what ``op``, a ``memref.atomic_rmw``, does to an element."""
    return kind_of(op) in ("assign", *OPS)


def make_plain(op: ir.Operation) -> ir.Value:
    """Replace ``op``, a ``memref.atomic_rmw``, by a load, an op and a store; the old value."""
    value, buffer, *at = op.operands
    kind, b = kind_of(op), Builder.before(op)
    old = b.one("memref.load", value.type, buffer, *at)
    new = value if kind == "assign" else b.one(OPS[kind], value.type, old, value)
    b.op("memref.store", (), (new, buffer, *at))
    substitute(op, old)
    return old


def kind_of(op: ir.Operation) -> str:
    """What ``op``, a ``memref.atomic_rmw``, does to an element."""
    return mlir.arith.AtomicRMWKind(op.attributes["kind"].value).name.lower()
