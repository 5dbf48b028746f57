"""The tt and tts dialects and the engine that reads and prints them."""

from __future__ import annotations

from functools import cache

from triton_shared import interrupts

with interrupts.deferred:  # the bindings know a dialect once it is defined, and take it but once
    from triton_shared.dialects import parser, registry
    from triton_shared.dialects.printer import print_module
    from triton_shared.dialects.simt import SIMT
    from triton_shared.dialects.tt import TT
    from triton_shared.dialects.ttg import TTG
    from triton_shared.dialects.tts import TTS
    from triton_shared.mlir import ir

    for _dialect in (TT, TTG, TTS, SIMT):
        registry.add(_dialect)

__all__ = ["context", "parse", "print_module", "register"]


def register(context: ir.Context) -> ir.Context:
    """Load our dialects into ``context``, unless they are; returns it."""
    with interrupts.deferred, context:
        for dialect in registry.DIALECTS.values():
            if not context.is_dialect_loaded(dialect.DIALECT_NAMESPACE):
                dialect.load()
    return context


@cache
def context() -> ir.Context:
    """The context of this process, with every upstream dialect and ours."""
    return register(ir.Context())


def parse(text: str, file: str = "-", context: ir.Context | None = None) -> ir.Operation:
    """The verified ``builtin.module`` in ``text``, MLIR that may hold ops of our dialects, of any Triton release.

    ``file`` is the name that locations and errors give. Raises `CompileError` for text that is not a valid module.
    """
    return parser.parse(text, file, context or globals()["context"]())
