"""The marks of kernels that Inductor makes for GPUs while it compiles for this back end; see `cuda_kernels.py`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from torch._inductor import config
from torch._inductor.codegen.triton import TritonKernel
from torch._inductor.codegen.wrapper import PythonWrapperCodegen
from torch._inductor.select_algorithm import GeneratedCodeCache
from torch._inductor.virtualized import V

from triton_shared.torch import cuda_kernels

#: the variable of Inductor's code that stands for the stream of the CPU
_NO_STREAM = "no_stream"
_is_ours: ContextVar[bool] = ContextVar("_is_ours", default=False)


@contextlib.contextmanager
def kernels_marked() -> Iterator[None]:
    """Kernels for GPUs that this thread has Inductor make are this package's."""
    _install()
    token = _is_ours.set(True)
    try:
        yield
    finally:
        _is_ours.reset(token)


@functools.cache
def version() -> str:
    """What caches distinguish this package's code for GPUs by."""
    from triton_shared.triton.cuda import compiler

    return compiler.version("")


@functools.cache
def _install() -> None:
    """From here on the code of a kernel has the mark, if this back end asked for it.

    A process keeps the code of templates, where others and this back end must not find each other's.  In a graph with
    a GPU the CPU's kernels, whose device has no number, are on no stream of the GPU's.
    """
    common = TritonKernel.inductor_meta_common.__func__

    @functools.wraps(common)
    def inductor_meta_common(cls: type[TritonKernel]) -> dict[str, Any]:
        meta = common(cls)
        if _is_ours.get() and V.graph.get_current_device_or_throw().type == "cuda":
            meta |= {cuda_kernels.KEY: cuda_kernels.Mark(version()), "backend_hash": version()}
        return meta

    key_of = GeneratedCodeCache.make_key

    @functools.wraps(key_of)
    def make_key(self: GeneratedCodeCache, *args: Any, **named: Any) -> str | None:
        key = key_of(self, *args, **named)
        return f"{key} {version()}" if key and _is_ours.get() else key

    TritonKernel.inductor_meta_common = classmethod(inductor_meta_common)
    GeneratedCodeCache.make_key = make_key
    stream_of = PythonWrapperCodegen.write_get_raw_stream

    @functools.wraps(stream_of)
    def write_get_raw_stream(self: PythonWrapperCodegen, device_idx: Any, *args: Any, **named: Any) -> str:
        if device_idx is not None or not _is_ours.get():
            return stream_of(self, device_idx, *args, **named)
        if config.triton.autotune_at_compile_time:
            self.kernel_autotune_calls.writeline(f"{_NO_STREAM} = 0")
        self.writeline(f"{_NO_STREAM} = 0")
        return _NO_STREAM

    PythonWrapperCodegen.write_get_raw_stream = write_get_raw_stream
