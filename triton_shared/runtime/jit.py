"""Loads relocatable object code into the process and unloads it again.

Every object has an LLJIT of its own: a quarter of a millisecond, and nothing stays behind when it dies.
Symbols that the object lacks (libm, malloc, pthread) are looked up in the process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

import llvmlite.binding as llvm

from triton_shared import compat, interrupts
from triton_shared.runtime import debugging

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


def _release() -> None:
    lock.__exit__(None, None, None)


# A fork waits for it, or the child would find LLVM half-way through its work and the lock held for ever.
os.register_at_fork(before=lock.__enter__, after_in_parent=_release, after_in_child=_release)


class Code:
    """Object code mapped into this process; ``code[symbol]`` is the address of one of ``symbols``.

    What it calls is looked up in the process, and before that among the addresses that are ``provided`` by name.

    The code is unmapped when the instance dies: whoever calls an address keeps the instance.

    Raises:
        RuntimeError: the object needs a symbol that this process does not have, or is no object at all.
    """

    def __init__(self, object_code: bytes, *symbols: str, provided: Mapping[str, int] = MappingProxyType({})):
        #: whether it calls back into Python
        self.calls_python = any(symbol.encode() in object_code for symbol in debugging.SYMBOLS)
        with exclusive:
            library = llvm.JITLibraryBuilder().add_object_img(object_code).add_current_process()
            for symbol in symbols:
                library.export_symbol(symbol)
            for symbol, address in (debugging.SYMBOLS | dict(provided)).items():
                library.import_symbol(symbol, address)
            initialize()
            machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
            self._engine = llvm.create_lljit_compiler(machine, use_jit_link=True)
            self._library = library.link(self._engine, "kernel")

    def __getitem__(self, symbol: str) -> int:
        return self._library[symbol]

    def __copy__(self) -> Code:
        return self

    def __deepcopy__(self, memo: dict) -> Code:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("machine code of this process has no copy for another one")

    def __del__(
        self, exclusive: Any = exclusive, is_finalizing: Callable[[], bool] = sys.is_finalizing
    ) -> None:
        if is_finalizing():
            return  # the process ends, and half of the modules are gone already
        with exclusive:
            for part in ("_library", "_engine"):
                if hasattr(self, part):
                    getattr(self, part).close()


def initialize() -> None:
    """Make the native target known to LLVM."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
