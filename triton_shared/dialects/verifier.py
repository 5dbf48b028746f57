"""What makes an op class verify itself: `verifier`."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.dialects.assembly import assembly_of
from triton_shared.mlir import ir

Check = Callable[[ir.OpView], "str | None"]


def verifier(check: Check) -> staticmethod:
    """The ``verify_invariants`` of an op class: emits ``'tt.x' op <what check returns>`` at the op."""

    def verify_invariants(op: ir.OpView) -> bool:
        missing = [name for name in assembly_of(op.__class__).required if name not in op.attributes]
        try:
            wrong = f"requires attribute '{missing[0]}'" if missing else _wrong_attribute(op) or check(op)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            wrong = f"has an attribute of the wrong kind: {error}"
        if wrong is not None:
            op.location.emit_error(f"'{op.name}' op {wrong}")
        return wrong is None

    return staticmethod(verify_invariants)


def _wrong_attribute(op: ir.OpView) -> str | None:
    attributes = op.attributes
    for name, kind in assembly_of(op.__class__).kinds.items():
        if name in attributes and (wrong := kind.wrong_with(attributes[name])):
            return f"attribute '{name}' {wrong}"
    return None
