"""The thread pool that runs a grid: native, without the GIL, over all cores.

Its code is C (``native/pool.c``), compiled once a machine and kept in the disk cache::

    Pool *create(int64 capacity, Python *)      a pool that may grow to ``capacity`` workers; or NULL
    int   run(Pool *, Launch *, void *args, int64 total)      0, or ENOMEM when no arena can be had, or EINTR
    int   run_waiting(Pool *, Launch *, void *args, int64 total, Failure *)    run, for programs that wait for others
    void  stop(Pool *)                  joins the workers; the pool goes on working on its callers' threads

`run` is called with the GIL, which it releases meanwhile; it calls ``entry(args, begin, end, arena)`` until every
program of ``[0, total)`` has run once.

* The caller works as well.  It wakes workers only when the rest of the grid is worth it, judged by what a
  program cost in the last launch of the same kernel and by its own first programs: a small grid wakes nobody. One that
  spins is asked for 5 microseconds of work, one that sleeps is woken for 80, of this launch and of those just before.
* Each thread has a part of the grid, neighbouring programs, the same in each launch of as many threads: what a kernel
  left in a core's cache is there for the next. It claims a share of what is left of its part, then of the others'.
* Where one thread of the process runs programs, it tells the entry so, by the bit 62 of ``begin``: a kernel that has
  an argument "alone" makes its atomic updates of memory without atomic instructions then.  Who begins meanwhile waits
  until the step of the other one ends.  Such a kernel is run by all threads or by one, whichever took less time.
* A worker that was asked but did not begin before the grid ran out is uninvited, never waited for.
* Where torch is in the process, a launch has as many threads as torch (``torch.set_num_threads``), unless somebody says
  another number. While the threads of torch's OpenMP spin, as they do for milliseconds after an operator, they are the
  workers, if they are enough: they would take the cores from other ones, and have torch's results in their caches. The
  library is the one that torch calls; none is loaded. While they sleep, where programs wait for others and in
  a child of a fork the pool has threads of its own.
* Every thread has an arena that grows on demand.  A Python thread that launches while the pool is at work for
  another one runs its grid by itself, with an arena of its own.
* Programs that wait for others are run by as many threads as it takes (``await`` is what such a program calls).
* On the main thread the caller lets Python handle signals, some times a second.  If a handler raises an exception, as
  Ctrl-C does, no thread begins another step of the grid (some microseconds of work, or one program that takes longer),
  waits end, and `run` returns EINTR with the exception set, or without it where signals are deferred.
* Workers are created when first needed; they spin for 100 microseconds after a launch, then sleep, as does a caller who
  waits for the last of them.
* A worker that is woken is kept off its caller's core until it runs, where the system has calls for that: it would wait
  there for milliseconds on some machines, while other cores are idle. Then it may use the cores that it might before.

A worker's states::

    IDLE ── run ──▶ POSTED ── worker ──▶ RUNNING ──▶ IDLE ── spun enough ──▶ PARKED ── run ──▶ POSTED
                       └── run, too late to begin ──▶ IDLE
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
import time
from contextlib import suppress

from triton_shared import interrupts
from triton_shared.parameters import from_environment
from triton_shared.runtime.cpu import native
from triton_shared.runtime.cpu.diagnostics.registered_code import RegisteredCode

CAPACITY = 1024
UNKNOWN_COST = 1e9
#: the environment variable that says how many threads a launch may use
WIDTH = "TRITON_SHARED_NUM_THREADS"
#: torch's library of operators, which is linked with its OpenMP
TORCH = "libtorch_cpu.dylib" if sys.platform == "darwin" else "libtorch_cpu.so"


class Launch(ctypes.Structure):
    """What ``run`` must know of a kernel; it writes ``cost``, the nanoseconds that one program took.

    ``lone`` tells whether ``entry`` may be told that a thread is alone; ``follows``, whether torch's number of threads
    goes before ``width``. ``run`` itself writes ``company`` and ``number``.
    """

    _fields_ = [
        ("entry", ctypes.c_void_p),
        ("width", ctypes.c_int64),
        ("scratch", ctypes.c_int64),
        ("cost", ctypes.c_double),
        ("lone", ctypes.c_int64),
        ("company", ctypes.c_double),
        ("number", ctypes.c_int64),
        ("follows", ctypes.c_int64),
    ]


class Python(ctypes.Structure):
    """What ``run`` needs of Python and the system: the C API, the thread that handles signals,
    `interrupts.interrupted`, a clock, and what tells and sets the cores of a thread, if there is such.

    Of torch, if it is there: its number of threads, what tells the clock of a thread's processor time, and of its
    OpenMP a thread's number in a team, the team's size, and what runs a team.
    """

    _fields_ = [
        ("save_thread", ctypes.c_void_p),
        ("restore_thread", ctypes.c_void_p),
        ("check_signals", ctypes.c_void_p),
        ("main_thread", ctypes.c_uint64),
        ("interrupted", ctypes.c_void_p),
        ("clock", ctypes.c_int),
        ("core", ctypes.c_void_p),
        ("get_cores", ctypes.c_void_p),
        ("set_cores", ctypes.c_void_p),
        ("torch_threads", ctypes.c_void_p),
        ("clock_of", ctypes.c_void_p),
        ("rank", ctypes.c_void_p),
        ("members", ctypes.c_void_p),
        ("parallel", ctypes.c_void_p),
    ]


_API = ("PyEval_SaveThread", "PyEval_RestoreThread", "PyErr_CheckSignals")
_CORES = ("sched_getcpu", "pthread_getaffinity_np", "pthread_setaffinity_np")
_THREADS = ("_ZN2at15get_num_threadsEv",)  # at::get_num_threads()
_TEAM = ("pthread_getcpuclockid", "omp_get_thread_num", "omp_get_num_threads", "GOMP_parallel")
_CREATE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int64, ctypes.POINTER(Python))
_RUN_TYPES = (ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64)
_RUN = ctypes.PYFUNCTYPE(*_RUN_TYPES)
_RUN_WAITING = ctypes.PYFUNCTYPE(*_RUN_TYPES, ctypes.c_void_p)
_STOP = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_lock = threading.Lock()
_current: Pool | None = None
_is_forked = False


class Pool:
    """The threads of one process; ``run`` and ``run_waiting`` are the native functions.

    ``wait`` is the address of what a program calls that waits for another one.
    """

    def __init__(self) -> None:
        self._code = RegisteredCode(
            native.object_code("pool"), "create", "run", "run_waiting", "await", "stop"
        )
        self.run = _RUN(self._code["run"])
        self.run_waiting = _RUN_WAITING(self._code["run_waiting"])
        self.wait = self._code["await"]
        api = (getattr(ctypes.pythonapi, name) for name in _API)
        functions = (ctypes.cast(function, ctypes.c_void_p) for function in api)
        arrived = ctypes.addressof(interrupts.interrupted)
        main = threading.main_thread().ident
        self._python = Python(*functions, main, arrived, time.CLOCK_MONOTONIC, *_functions(_CORES))
        self.handle = _CREATE(self._code["create"])(CAPACITY, self._python)
        if self.handle is None:
            raise MemoryError("no memory for the thread pool")

    def meet_torch(self) -> None:
        """Work with the threads of torch's OpenMP from now on, where torch is in the process and has such.

        A forked child lacks these threads, of which OpenMP does not know.
        """
        if self._python.torch_threads or "torch" not in sys.modules:
            return
        with suppress(OSError):  # torch is being imported, or is not linked in this way
            library = ctypes.CDLL(TORCH, os.RTLD_NOLOAD | os.RTLD_LAZY)
            found = _exported(library, _THREADS)
            if found and not _is_forked:  # as torch's own references: one that is preloaded goes first
                found += _exported(ctypes.CDLL(None), _TEAM) or _exported(library, _TEAM)
            for field, function in zip(Python._fields_[-5:], found, strict=False):
                setattr(self._python, field[0], function)

    def stop(self) -> None:
        """Join the workers; what is launched afterwards runs on the launching thread."""
        _STOP(self._code["stop"])(self.handle)


def _functions(names: tuple[str, ...]) -> list[ctypes.c_void_p]:
    """The C library's functions ``names``; none where it lacks any."""
    return _exported(ctypes.CDLL(None), names)


def _exported(library: ctypes.CDLL, names: tuple[str, ...]) -> list[ctypes.c_void_p]:
    """The functions ``names`` of ``library`` and of what it is linked with; none where any is missing."""
    if not all(hasattr(library, name) for name in names):
        return []
    return [ctypes.cast(getattr(library, name), ctypes.c_void_p) for name in names]


def current() -> Pool:
    """This process's pool, created when first asked for."""
    global _current
    if _current is None:
        with interrupts.deferred, _lock:
            if _current is None:
                _current = Pool()
                _current.meet_torch()
                atexit.register(_current.stop)
    return _current


def _after_fork() -> None:
    """A child has none of its parent's threads: forget the pool, whose memory stays as it is.

    The next pool loads the code again, whose count of running threads is 0 then, whatever it is in the parent.
    """
    global _current, _lock, _is_forked
    if _current is not None:
        atexit.unregister(_current.stop)
    _current, _lock, _is_forked = None, threading.Lock(), True


os.register_at_fork(after_in_child=_after_fork)


def meet_torch() -> None:
    """Where there is a pool, let it look whether torch is in the process by now."""
    if _current is not None:
        _current.meet_torch()


def default_threads() -> tuple[int, bool]:
    """`default_width`, and whether torch's number of threads goes before it: the variable is not set."""
    return default_width(), WIDTH not in os.environ


def default_width() -> int:
    """``TRITON_SHARED_NUM_THREADS``, else the number of cores that this process may use.

    Raises:
        ValueError: the variable is set to something else than a positive integer.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return from_environment(WIDTH, cores, least=1)
