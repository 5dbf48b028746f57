"""LLVM's part in loading code, and its lock.  Whoever needs neither does not import this: LLVM takes 30 ms.

Every object has an LLJIT of its own: a quarter of a millisecond, and nothing stays behind when it dies.
Symbols that the object lacks (libm, malloc, pthread) are looked up in the process.
"""

from __future__ import annotations

from collections.abc import Mapping

import llvmlite.binding as llvm

from triton_shared import compat, interrupts

# Held by whoever compiles, loads or unloads: LLVM's global context and MLIR's are not for several threads.  It is
# llvmlite's own lock, where it has one: with two, a thread that is inside of llvmlite when a collection unloads code
# would wait for one that waits for llvmlite.  It is reentrant, because a collection may come while it is held.
lock = compat.llvmlite_lock()


class Exclusive:
    """The context manager `exclusive`: the lock is held, and signals wait; may be nested."""

    def __enter__(self) -> None:
        interrupts.deferred.__enter__()
        lock.__enter__()

    def __exit__(self, *exception: object) -> None:
        lock.__exit__(*exception)
        interrupts.deferred.__exit__(*exception)


exclusive = Exclusive()


class Linked:
    """Object code that LLVM has loaded; ``linked[symbol]`` is the address of one of ``symbols``.

    Raises:
        RuntimeError: the object needs a symbol that is neither in this process nor one of ``addresses``.
    """

    def __init__(self, object_code: bytes, symbols: tuple[str, ...], addresses: Mapping[str, int]):
        with exclusive:
            library = llvm.JITLibraryBuilder().add_object_img(object_code).add_current_process()
            for symbol in symbols:
                library.export_symbol(symbol)
            for symbol, address in addresses.items():
                library.import_symbol(symbol, address)
            initialize()
            machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
            self._engine = llvm.create_lljit_compiler(machine, use_jit_link=True)
            self._library = library.link(self._engine, "kernel")

    def __getitem__(self, symbol: str) -> int:
        return self._library[symbol]

    def close(self) -> None:
        """Unmap it; nobody may call it any more."""
        with exclusive:
            self._library.close()
            self._engine.close()


def initialize() -> None:
    """Make the native target known to LLVM."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
