"""Inductor's kernels for GPUs that this package compiles: those with a mark, in whichever process compiles them.

`marks.py` has the code that Inductor writes for a kernel say::

    @triton_heuristics.pointwise(…, inductor_meta={…, 'triton_shared': ours('…')})

where ``ours`` is this module's, found by its import.  So a worker process that loads the code knows, too, and so do
kernels that come out of Inductor's caches.  From the import on, three of Inductor's functions ask for the mark; for a
kernel without it they do what they did:

- A kernel is compiled for an `InductorTarget`, which Triton gives to this package's back end.
- Inductor's static launcher, in C++, launches a kernel whose arguments are the user's alone; `StaticKernel` tells it
  the symbol, the threads and the shared memory.
- Any other kernel is launched by `CUDALauncher`, whichever driver of Triton's is active.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from torch._inductor.runtime import triton_heuristics
from torch._inductor.runtime.static_triton_launcher import StaticallyLaunchedCudaKernel
from torch._inductor.runtime.triton_heuristics import (
    CachingAutotuner,
    StaticTritonCompileResult,
    TritonCompileResult,
)

from triton_shared.triton.cuda.target import CudaTarget, InductorTarget, PlainTarget, is_ours
from triton_shared.types import BY_TRITON

#: the key of ``inductor_meta`` under which a kernel has its mark
KEY = "triton_shared"
#: scalars that the static launcher passes as the kernel takes them
_SCALARS = {name for name, row in BY_TRITON.items() if row.format is None or row.format.width >= 32}
#: what Triton's back end of a kernel that is being compiled is found by; None for Triton's own
_target: ContextVar[type[CudaTarget] | None] = ContextVar("_target", default=None)


class Mark:
    """What says that this package compiles a kernel; ``version`` is what its caches distinguish code by."""

    def __init__(self, version: str):
        self.version = version

    def __repr__(self) -> str:
        return f"__import__('importlib').import_module({__name__!r}).Mark({self.version!r})"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Mark) and other.version == self.version

    def __hash__(self) -> int:
        return hash(self.version)


class StaticKernel(StaticallyLaunchedCudaKernel):
    """A kernel that Inductor's static launcher launches, made of ``other``, as Inductor has it, by its ``header``."""

    def __init__(self, other: StaticallyLaunchedCudaKernel, header: dict[str, Any]):
        self.__dict__.update(vars(other))
        self.name: str = other.name
        self.entry = header["entry"]
        self.num_warps, self.shared = header["threads"] // 32, header["shared_bytes"]
        self.has_global_scratch = self.has_profile_scratch = False

    def load_kernel(self, device: int) -> None:
        """Load the code on ``device``; the file of the code has Python's name of the kernel."""
        name, self.name = self.name, self.entry
        try:
            super().load_kernel(device)
        finally:
            self.name = name


class CompileResult(TritonCompileResult):
    """A kernel that `CUDALauncher` launches."""

    def make_launcher(self) -> Any:
        """The function that Inductor launches by; the kernel is loaded on torch's current device."""
        import torch

        from triton_shared.triton.cuda.driver import Utilities
        from triton_shared.triton.cuda.launcher import CUDALauncher

        binary = self.kernel
        if binary.module is None:
            found = Utilities().load_binary(
                binary.metadata.name, binary.kernel, binary.metadata.shared, torch.cuda.current_device()
            )
            binary._run = CUDALauncher(binary.src, binary.metadata)
            binary.module, binary.function, binary.n_regs, binary.n_spills, binary.n_max_threads = found
        return super().make_launcher()


def is_marked(kernel: CachingAutotuner) -> bool:
    """Whether this package compiles ``kernel``."""
    return KEY in kernel.inductor_meta and kernel.device_props.type == "cuda"


def is_called_plainly(metadata: Any) -> bool:
    """Whether a kernel takes the user's arguments alone, so that others than `CUDALauncher` can launch it."""
    header = metadata.kernel
    return not any(header[name] for name in ("texts", "tensor_maps", "persistent", "launch_pdl"))


@functools.cache
def _install() -> None:
    """Have Inductor ask for the mark."""
    precompile, target = CachingAutotuner._precompile_config, triton_heuristics.GPUTarget
    launches_statically = StaticTritonCompileResult.can_statically_launch

    @functools.wraps(precompile)
    def _precompile_config(self: CachingAutotuner, cfg: Any) -> Any:
        if not is_marked(self):
            return precompile(self, cfg)
        is_handed_over = self.inductor_meta.get("store_cubin", False)
        with _compiling(PlainTarget if is_handed_over else InductorTarget):
            made = precompile(self, cfg)
        if type(made) is TritonCompileResult:
            made.__class__ = CompileResult
        if is_handed_over and not is_called_plainly(made.kernel.metadata):
            name = self.inductor_meta.get("kernel_name", self.fn.__name__)
            raise RuntimeError(f"kernel {name!r} prints: it cannot be called from C++")
        return made

    @functools.wraps(target)
    def target_of(backend: str, arch: Any, warp_size: int) -> Any:
        kind = _target.get()
        return (kind or target)(backend, arch, warp_size)

    @functools.wraps(launches_statically)
    def can_statically_launch(
        kernel: Any, inductor_meta: dict, triton_meta: dict, heuristic_type: Any
    ) -> Any:
        if not is_ours(kernel.metadata.target):
            return launches_statically(kernel, inductor_meta, triton_meta, heuristic_type)
        if not is_called_plainly(kernel.metadata) or not _scalars(kernel.src.signature) <= _SCALARS:
            return None
        found = launches_statically(kernel, inductor_meta, triton_meta, heuristic_type)
        return found and StaticKernel(found, kernel.metadata.kernel)

    CachingAutotuner._precompile_config = _precompile_config
    triton_heuristics.GPUTarget = target_of
    StaticTritonCompileResult.can_statically_launch = staticmethod(can_statically_launch)


@contextlib.contextmanager
def _compiling(kind: type[CudaTarget]) -> Iterator[None]:
    """Kernels that this thread compiles are for targets of this ``kind``."""
    token = _target.set(kind)
    try:
        yield
    finally:
        _target.reset(token)


def _scalars(signature: dict[str, Any]) -> set[str]:
    """The types of a kernel's arguments that are no pointers."""
    return {str(t) for t in signature.values() if t != "constexpr" and not str(t).startswith("*")}


_install()
