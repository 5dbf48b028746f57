"""Loads relocatable object code into the process and unloads it again.

Every object has an LLJIT of its own: a quarter of a millisecond, and nothing stays behind when it dies.
Symbols that the object lacks (libm, malloc, pthread) are looked up in the process.
"""

from __future__ import annotations

import os
import threading

import llvmlite.binding as llvm

_lock = threading.RLock()  # a collection inside the lock may unload another object

# A fork while another thread links would leave the child with LLVM's locks held for ever.
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class Code:
    """Object code mapped into this process; ``code[symbol]`` is the address of one of ``symbols``.

    The code is unmapped when the instance dies: whoever calls an address keeps the instance.

    Raises:
        RuntimeError: the object needs a symbol that this process does not have, or is no object at all.
    """

    def __init__(self, object_code: bytes, *symbols: str):
        library = llvm.JITLibraryBuilder().add_object_img(object_code).add_current_process()
        for symbol in symbols:
            library.export_symbol(symbol)
        with _lock:
            initialize()
            machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
            self._engine = llvm.create_lljit_compiler(machine, use_jit_link=True)
            self._library = library.link(self._engine, "kernel")

    def __getitem__(self, symbol: str) -> int:
        return self._library[symbol]

    def __del__(self):
        with _lock:
            for part in ("_library", "_engine"):
                if hasattr(self, part):
                    getattr(self, part).close()


def initialize() -> None:
    """Make the native target known to LLVM."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
