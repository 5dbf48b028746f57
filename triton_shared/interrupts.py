"""Signals wait while MLIR and LLVM are at work.

A signal's handler in Python may raise an exception between any two instructions, as that of Ctrl-C does: half-way
through the import of bindings that cannot be imported twice, or inside of a function that C++ calls and that must not
raise.  Within ``with deferred:`` the main thread calls handlers at `check`, where an exception does no harm, and at the
end.  Other threads call no handlers.

`one_at_a_time` is what a thread holds while it works on a module in MLIR's contexts, which all threads share and which
are not made for several at once.  A child that another thread forks finds it free.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import signal
import threading
from collections.abc import Callable

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2")
_SIGNALS = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]

_handlers: dict[int, Callable] = {}  # what `_note` stands for
_arrived: dict[int, None] = {}  # signals, in order
_depth = 0

#: held by the thread that reads a module or takes it through passes
one_at_a_time = threading.RLock()

#: whether Ctrl-C has arrived, and will raise a KeyboardInterrupt
interrupted = ctypes.c_int32(0)


class Deferred:
    """The context manager `deferred`, which may be nested."""

    def __enter__(self) -> None:
        global _depth
        if not _handles_signals():
            return
        if _depth:
            _depth += 1
            return
        try:
            _depth = 1  # at once: a collection amid what follows may come here again
            _hold()
        except BaseException:
            _depth = 0
            raise

    def __exit__(self, *_: object) -> None:
        global _depth
        if not _handles_signals() or not _depth:
            return
        if _depth > 1:
            _depth -= 1
            return
        try:
            _release()
        finally:
            _depth = 0


deferred = Deferred()


def check() -> None:
    """Call the handlers of the signals that have arrived; they may raise any exception."""
    if _arrived and _handles_signals():
        _release()
        _hold()


def _handles_signals() -> bool:
    return threading.get_ident() == threading.main_thread().ident


def _note(number: int, _frame: object) -> None:
    _arrived[number] = None
    if _handlers.get(number) is signal.default_int_handler:
        interrupted.value = 1


def _hold() -> None:
    try:
        for number in _SIGNALS:
            if callable(handler := signal.getsignal(number)):
                _handlers[number] = handler
                signal.signal(number, _note)
    except BaseException:  # a handler that is not yet replaced
        _restore()
        raise


def _restore() -> None:
    try:
        while _handlers:
            number = next(reversed(_handlers))
            signal.signal(number, _handlers[number])
            del _handlers[number]
    except BaseException:  # a handler that is there again
        _restore()
        raise


def _release() -> None:
    """Give the handlers back, and let the signals that have arrived do so once more."""
    arrived = list(_arrived)
    _arrived.clear()
    interrupted.value = 0
    try:
        _restore()
    finally:
        _arrive(arrived)


def _arrive(numbers: list[int]) -> None:
    if numbers:
        try:
            _thread.interrupt_main(numbers[0])  # type: ignore[arg-type]  # not all numbers are in signal.Signals
        finally:  # its handler may have raised
            _arrive(numbers[1:])


def _after_fork() -> None:
    """A child of another thread than the main one is not where signals were deferred."""
    global _depth
    _depth = 0
    _arrived.clear()
    interrupted.value = 0
    _restore()


os.register_at_fork(after_in_child=_after_fork)
os.register_at_fork(
    before=one_at_a_time.acquire,
    after_in_parent=one_at_a_time.release,
    after_in_child=one_at_a_time.release,
)
