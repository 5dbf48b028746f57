"""A graph of few kernels is compiled in the process that asks for it, by no worker of Inductor's.

Inductor's first worker imports torch and Triton, and each one MLIR, which takes as long as some dozens of kernels do.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from contextvars import ContextVar

from torch._inductor import async_compile
from torch._inductor.virtualized import V

from triton_shared.torch.heuristics import is_tuned

#: kernels that are compiled by the time that a worker of two is ready; of more workers each has less to do
MANY = 64
_applies: ContextVar[bool] = ContextVar("_applies", default=False)


@contextlib.contextmanager
def compiled_here() -> Iterator[None]:
    """This thread has Inductor start no workers for few kernels; those that are there are used."""
    _install()
    token = _applies.set(True)
    try:
        yield
    finally:
        _applies.reset(token)


def _are_few() -> bool:
    """Whether the graph that is compiled has few kernels so far; one from the cache on disk has none to compile."""
    kernels = len(getattr(getattr(V.graph, "wrapper_code", None), "src_to_kernel", ()))
    return kernels * async_compile.get_compile_threads() < 2 * MANY


@functools.cache
def _install() -> None:
    """From here on Inductor asks whether kernels are few before it starts workers, if this back end compiles."""
    kind = async_compile.AsyncCompile
    known = kind.use_process_pool.__func__

    @functools.wraps(known)
    def use_process_pool(cls: type[async_compile.AsyncCompile]) -> bool:
        if _applies.get() and cls._ready_future is None and _are_few() and not is_tuned():
            return False
        return known(cls)

    kind.use_process_pool = classmethod(use_process_pool)
