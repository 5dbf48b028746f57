"""What ops do to memory, for upstream's CSE, canonicalization and loop-invariant code motion."""

from triton_shared.mlir import ir


def _effects(name: str, doc: str, *effects: ir.MemoryEffect) -> type:
    def get_effects(op, instances):
        for effect in effects:
            instances.append(effect)

    return type(name, (ir.MemoryEffectsOpInterface,), {"__doc__": doc, "get_effects": staticmethod(get_effects)})


Reads = _effects("Reads", "Reads memory.", ir.MemoryEffect.Read)
Writes = _effects("Writes", "Writes memory, or does something else that must not be dropped.", ir.MemoryEffect.Write)
ReadsWrites = _effects("ReadsWrites", "Reads and writes memory.", ir.MemoryEffect.Read, ir.MemoryEffect.Write)
