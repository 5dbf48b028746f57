"""What our ops do to memory, for upstream's CSE, canonicalization and loop-invariant code motion.

Attach them as traits; `ext.Pure` is the one of ops that do nothing to memory.  `triton_shared.ir.effects` tells the
same of them, and more, to passes of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from triton_shared import compat
from triton_shared.ir.effects import ANYTHING, COMPUTES, HANDS_ON, Effects, row_of
from triton_shared.mlir import ext, ir

_READ, _WRITE = (ir.MemoryEffect.Read,), (ir.MemoryEffect.Write,)
_BOTH = _READ + _WRITE


def _effects(doc: str, of: Callable[[ir.OpView], tuple]) -> type:
    def get_effects(op: ir.OpView, instances: list) -> None:
        for effect in of(op):
            instances.append(effect)

    return type("Effects", (ir.MemoryEffectsOpInterface,), {"__doc__": doc, "get_effects": get_effects})


def _is_set(op: ir.OpView, name: str) -> bool:
    return name in op.attributes and op.attributes[name].value


def _acts(op: ir.Operation) -> bool:
    """Whether an op of ours inside ``op`` does more than compute."""
    inner = (nested for region in op.regions for block in region for nested in block.operations)
    return any(
        (isinstance(n, ext.Operation) and ext.Pure not in compat.traits_of(type(n))) or _acts(n.operation)
        for n in inner
    )


@cache
def only_computes(name: str) -> bool:
    """Whether all that an op called ``name`` does, whatever it says itself, is to compute its results."""
    row = row_of(name)
    return isinstance(row, Effects) and row.only_computes


def row_of_class(op: type[ext.Operation]) -> Effects:
    """What the traits of an op class of `ext` tell; an op that has none may do anything."""
    traits = compat.traits_of(op)
    if ir.IsTerminatorTrait in traits:
        return HANDS_ON
    return COMPUTES if ext.Pure in traits else ANYTHING


Reads = _effects(
    "Reads memory; writes too (so that it stays) if volatile.",
    lambda op: _BOTH if _is_set(op, "isVolatile") else _READ,
)
Writes = _effects("Writes memory, or does something else that must stay.", lambda op: _WRITE)
ReadsWrites = _effects("Reads and writes memory.", lambda op: _BOTH)
IfImpure = _effects(
    "Reads and writes memory, unless its attribute ``pure`` is true.",
    lambda op: () if _is_set(op, "pure") else _BOTH,
)
OfRegions = _effects("Does what the ops in its regions do.", lambda op: _BOTH if _acts(op.operation) else ())
Speculatable = ext.Pure.AlwaysSpeculatable
