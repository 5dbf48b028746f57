"""Machine code in this process: `Code`, and the lock under which debuggers, profilers and crash reports learn of it.

Code is unmapped when its instance dies.  A collection may find that in any thread at any point, while that thread or
another one registers code, or holds LLVM's lock.  So a collection never waits: it unloads code at once if the lock is
free, and else leaves that to the lock's holder, who looks for it after letting go.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, NoReturn, Protocol

from triton_shared import interrupts
from triton_shared.runtime import debugging, elf, elf_loader


class RegistrationLock:
    """The context manager `registration_lock`: the lock is held, and signals wait.  It may not be nested."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._put_off: deque[Callable[[], object]] = deque()
        self._llvms: Any = None  # its lock, while this process forks

    def __enter__(self) -> None:
        interrupts.deferred.__enter__()
        self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        self._lock.release()
        self._catch_up()
        interrupts.deferred.__exit__(*exception)

    def when_free(self, action: Callable[[], object]) -> None:
        """Run ``action`` with the lock held: now, or once its holder lets go."""
        with interrupts.deferred:
            self._put_off.append(action)
            self._catch_up()

    def _catch_up(self) -> None:
        while self._put_off and self._lock.acquire(blocking=False):
            try:
                while self._put_off:
                    self._put_off.popleft()()
            finally:
                self._lock.release()

    def before_fork(self) -> None:
        """A fork waits for whoever holds the lock, and for LLVM's, or a child would find them held for ever."""
        self._lock.acquire()
        self._llvms = getattr(sys.modules.get("triton_shared.runtime.jit"), "lock", None)
        if self._llvms:
            self._llvms.__enter__()

    def after_fork(self) -> None:
        """In the parent and in the child."""
        if self._llvms:
            self._llvms.__exit__(None, None, None)
        self._lock.release()


registration_lock = RegistrationLock()
os.register_at_fork(
    before=registration_lock.before_fork,
    after_in_parent=registration_lock.after_fork,
    after_in_child=registration_lock.after_fork,
)


class Loaded(Protocol):
    """An object in memory, by whichever loader."""

    def __getitem__(self, symbol: str) -> int: ...

    def close(self) -> None:
        """Unmap it."""


class Code:
    """Object code mapped into this process; ``code[symbol]`` is the address of one of ``symbols``.

    What it calls is looked up in the process, and before that among the addresses that are ``provided`` by name.

    The code is unmapped when the instance dies: whoever calls an address keeps the instance.

    Raises:
        RuntimeError: the object needs a symbol that this process does not have, or is no object at all.
    """

    def __init__(self, object_code: bytes, *symbols: str, provided: Mapping[str, int] = MappingProxyType({})):
        #: what is done when it dies, the last first
        self._at_end = ExitStack()
        #: whether it calls back into Python
        self.calls_python = any(symbol.encode() in object_code for symbol in debugging.SYMBOLS)
        #: what the file consists of; None where it is another kind of file
        self._parts = elf.read(object_code)
        addresses = debugging.SYMBOLS | dict(provided)
        mapped = elf_loader.load(self._parts, addresses) if self._parts else None
        self._loaded: Loaded = mapped or _linked(object_code, symbols, addresses)
        self._at_end.callback(self._loaded.close)

    def __getitem__(self, symbol: str) -> int:
        return self._loaded[symbol]

    def __copy__(self) -> Code:
        return self

    def __deepcopy__(self, memo: dict) -> Code:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("machine code of this process has no copy for another one")

    def __del__(
        self,
        when_free: Callable[[Callable], None] = registration_lock.when_free,
        is_finalizing: Callable[[], bool] = sys.is_finalizing,
    ) -> None:
        if not is_finalizing():  # where the process ends, half of the modules are gone already
            when_free(self._at_end.close)


def _linked(object_code: bytes, symbols: tuple[str, ...], addresses: Mapping[str, int]) -> Loaded:
    from triton_shared.runtime import jit  # imports LLVM

    return jit.Linked(object_code, symbols, addresses)
