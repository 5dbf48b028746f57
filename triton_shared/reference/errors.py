"""What ends an execution: errors that name the op, its place in the source, and what went wrong there."""

from __future__ import annotations

from triton_shared.errors import CompileError, Diagnostic, place_near
from triton_shared.mlir import ir


class ExecutionError(CompileError):
    """An op cannot be executed; the message names it, the reason and the source line."""

    def __init__(self, reason: str):
        self.reason = reason
        super().__init__([Diagnostic(reason)])

    def at(self, op: ir.Operation) -> ExecutionError:
        """This error, that of ``op`` unless it is already that of an op inside of it."""
        if not self.diagnostics[0].message.startswith("'"):
            self.diagnostics = (Diagnostic(f"'{op.name}' op {self.reason}", *place_near(op)),)
            self.args = ("\n".join(d.render(self.source) for d in self.diagnostics),)
        return self


class NoRule(ExecutionError):
    """There is no rule for the op, or not for these types or attributes."""


class OutOfBounds(ExecutionError):
    """An access is outside of an array, a buffer, a view or a tensor."""


class DeadBuffer(ExecutionError):
    """An access to a buffer whose lifetime has ended."""


class Misaligned(ExecutionError):
    """An access at an address that is no multiple of what it must be a multiple of."""


class Trap(ExecutionError):
    """An op that ends the process on some machine, as a division by zero does."""


class LimitExceeded(ExecutionError):
    """More ops than allowed were executed; ``finished`` programs of the launch had ended before."""

    finished = 0


class AssertionFailed(Exception):
    """A program's assertion has failed, which ends the program; the launch goes on."""
