"""The reference executor: runs a module of any level before LLVM on numpy arrays, and says what each op means.

>>> from triton_shared import reference
>>> reference.run("add.mlir", (4,), x, y, out, n)          # doctest: +SKIP

`run` executes tt and tts, the shared form with all its choices, and code generation for CPUs up to the stage "vector":
one program after the other, one op after the other, without analyses and optimizations.  What a program must not
depend on is garbage, other garbage in each run; every access is checked.  Dialects' tables are in
`triton_shared.reference.dialects`, a small function an op.
"""

from __future__ import annotations

from triton_shared.reference.errors import (
    DeadBuffer,
    ExecutionError,
    LimitExceeded,
    Misaligned,
    NoRule,
    OutOfBounds,
    Trap,
)
from triton_shared.reference.machine import Finding
from triton_shared.reference.noise import Noise
from triton_shared.reference.run import RunOptions, run

__all__ = [
    "DeadBuffer",
    "ExecutionError",
    "Finding",
    "LimitExceeded",
    "Misaligned",
    "NoRule",
    "Noise",
    "OutOfBounds",
    "RunOptions",
    "Trap",
    "run",
]
