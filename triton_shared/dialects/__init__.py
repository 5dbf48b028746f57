"""The tt and tts dialects and the engine that reads and prints them."""

from __future__ import annotations

from functools import lru_cache

from triton_shared import compat, interrupts, plugins

with interrupts.deferred:  # the bindings know a dialect once it is defined, and take it but once
    from triton_shared.dialects import parser, registry
    from triton_shared.dialects.effects import only_computes, row_of_class
    from triton_shared.dialects.printer import print_module
    from triton_shared.dialects.simt import SIMT
    from triton_shared.dialects.tt import TT
    from triton_shared.dialects.ttg import TTG
    from triton_shared.dialects.tts import TTS
    from triton_shared.ir import effects
    from triton_shared.mlir import ext, ir

    OURS = (TT, TTG, TTS, SIMT)
    for _dialect in OURS:
        registry.add(_dialect)

__all__ = ["context", "parse", "print_module", "register"]


def register(context: ir.Context) -> ir.Context:
    """Load our dialects, and those of plug-ins, into ``context``, unless they are; returns it.

    Raises `plugins.PluginError`.
    """
    owners = _take_over(plugins.tables())
    with interrupts.deferred, context:
        for name, dialect in registry.DIALECTS.items():
            if not context.is_dialect_loaded(name):
                with plugins.blamed(owners.get(dialect), f"its dialect '{name}'"):
                    compat.load_dialect(dialect)
    return context


@lru_cache(maxsize=1)
def _take_over(tables: plugins.Tables) -> dict[type[ext.Dialect], plugins.Plugin]:
    """Let the reader and the printer know the dialects of plug-ins, and no others but ours; returns whose they are."""
    owners = {dialect: plugin for plugin, dialect in tables.dialects}
    for dialect in [d for d in registry.DIALECTS.values() if d not in OURS and d not in owners]:
        registry.remove(dialect)
    for dialect, plugin in owners.items():
        name = dialect.DIALECT_NAMESPACE
        if registry.DIALECTS.get(name, dialect) is not dialect:
            raise plugins.PluginError(
                f"plug-in {plugins.described(plugin)} has a dialect '{name}' of its own, and so has "
                f"{registry.DIALECTS[name].__module__}: rename it, or add ops to the one that is there"
            )
        registry.add(dialect)
    classes = (op for dialect in owners for op in dialect.operations)
    effects.adopt({op.OPERATION_NAME: row_of_class(op) for op in classes} | tables.effects)
    only_computes.cache_clear()
    return owners


def context() -> ir.Context:
    """The context of this process, with every upstream dialect, ours, and those of plug-ins."""
    return _context_with(tuple(dialect for _, dialect in plugins.tables().dialects))


@lru_cache(maxsize=4)
def _context_with(dialects: tuple[type, ...]) -> ir.Context:
    return register(ir.Context())


def parse(text: str, file: str = "-", context: ir.Context | None = None) -> ir.Operation:
    """The verified ``builtin.module`` in ``text``, MLIR that may hold ops of our dialects, of any Triton release.

    ``file`` is the name that locations and errors give. Raises `CompileError` for text that is not a valid module.
    Threads take turns.
    """
    with interrupts.one_at_a_time:
        _take_over(plugins.tables())
        return parser.parse(text, file, context or globals()["context"]())
