"""What GPU code generation has of simt before it makes programs of threads; the rest is the emulator's."""

from __future__ import annotations

from triton_shared.reference.machine import Rule

RULES: dict[str, Rule] = {
    # the operand, of which optimizations shall not know how it was made
    "simt.optimization_barrier": lambda op, machine: lambda pointer: pointer,
}
