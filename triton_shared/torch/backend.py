"""torch.compile by this package: ``torch.compile(model, backend="triton_shared")``, and AOTInductor.

What is on the CPU or on a GPU of NVIDIA's becomes Triton kernels, which this package compiles.

Torch finds `triton_shared` by its entry point, and imports this module when a program first asks for the back end.
Inductor does the work.  Its configuration and Triton's active driver are changed while it compiles for this back end,
in the thread that compiles, and are put back; backward graphs, which it compiles later, are compiled in the same way.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from triton_shared import compat
from triton_shared.coded import with_codes
from triton_shared.progress import Progress

#: Inductor's options whose defaults do not suit CPU kernels, for graphs without a GPU; ``options`` of `torch.compile`
#: go before them
DEFAULTS = {
    "triton.prefer_nd_tiling": True,  # an index for each dimension, in place of a flat one that is divided
    "triton.max_tiles": 3,
    "triton.tiling_prevents_reduction_fusion": False,  # rows are what a reduction has anyway
    "cpp.use_two_step_variance_threshold": 65_536,  # a cache is read twice sooner than Welford divides
    "benchmark_epilogue_fusion": False,  # compares kernels that were compiled for another device in torch 2.13
}


@with_codes
def triton_shared(
    graph: Any, inputs: Sequence[Any], *, mode: str | None = None, options: dict[str, Any] | None = None
) -> Callable:
    """The function that computes ``graph``: on CPUs and GPUs by kernels of this package, the rest as Inductor does.

    Args:
        graph: a `torch.fx.GraphModule`; it may be changed.
        inputs: example inputs.
        mode: one of Inductor's modes, `torch._inductor.list_mode_options`.
        options: Inductor's options by name, `torch._inductor.list_options`.

    Raises:
        RuntimeError: Triton is missing, does not find this package, or takes another package's back end for the
            CPU's; or ``mode`` or ``options`` are not Inductor's.  With ``cpp_wrapper``: there is no C++ compiler, or a
            kernel cannot be called from C++.
    """
    _check_triton()
    import torch
    from torch._inductor import config
    from torch._inductor.compile_fx import compile_fx

    devices = _devices(graph, inputs)
    patches = _patches(torch._TorchCompileInductorWrapper(mode, options, None).config, devices)
    if patches.get("cpp_wrapper", config.cpp_wrapper) and devices != {"cuda"}:
        patches |= _called_from_cpp()
    others = config.inductor_choices_class
    inner_compile = functools.partial(_inner_compile, others, "cuda" in devices)
    with (
        compat.active_driver_put_back(),
        _choices(patches["inductor_choices_class"], others),
        _few_compiled_here("cuda" in devices),  # both graphs, where they are in the cache on disk
        Progress().ticking("torch.compile"),
    ):
        return compile_fx(graph, inputs, inner_compile=inner_compile, config_patches=patches)


@with_codes
def aoti_compile_and_package(
    exported_program: Any, *, package_path: Any = None, inductor_configs: dict[str, Any] | None = None
) -> str:
    """A package of ``exported_program`` with the CPU's part as Triton kernels, for `torch._inductor.aoti_load_package`.

    Arguments and result are those of `torch._inductor.aoti_compile_and_package`.  The package needs neither Triton nor
    this package where it is loaded; its code is for this machine's CPU.

    Raises:
        RuntimeError: as for `triton_shared`; there is no C++ compiler; or a kernel cannot be called from C++.
    """
    _check_triton()
    import torch._inductor
    from torch._inductor import config

    devices = _devices(exported_program.graph_module, list(exported_program.state_dict.values()))
    patches = _patches(inductor_configs or {}, devices)
    if devices != {"cuda"}:
        patches |= _called_from_cpp()
    with (
        compat.active_driver_put_back(),
        _choices(patches["inductor_choices_class"], config.inductor_choices_class),
        _kernels_marked("cuda" in devices),
    ):
        return torch._inductor.aoti_compile_and_package(
            exported_program, package_path=package_path, inductor_configs=patches
        )


def _devices(graph: Any, inputs: Sequence[Any]) -> set[str]:
    """The types of the devices that a ``graph`` computes on; a number of the CPU's may be the operand of a GPU's op."""
    from torch import Tensor

    found = [v for node in graph.graph.nodes for v in map(node.meta.get, ("example_value", "val"))]
    tensors = [v for v in (*found, *inputs) if isinstance(v, Tensor)]
    devices = {tensor.device.type for tensor in tensors}
    if devices == {"cpu", "cuda"} and all(t.device.type == "cuda" or not t.dim() for t in tensors):
        return {"cuda"}
    return devices


def _patches(chosen: dict[str, Any], devices: set[str]) -> dict[str, Any]:
    """Inductor's options for graphs on ``devices``; what is ``chosen`` goes before the defaults that torch knows."""
    import torch._inductor
    from torch._inductor import config

    from triton_shared.torch import concatenations, index_matches
    from triton_shared.torch.flex import MathAttention
    from triton_shared.torch.heuristics import CPUChoices
    from triton_shared.torch.rounding import round_every_op

    if chosen.get("cpu_backend", "triton") != "triton":
        raise RuntimeError(
            f"backend='triton_shared' excludes the option cpu_backend={chosen['cpu_backend']!r}"
        )
    round_every_op()
    concatenations.fuse(CPUChoices)
    index_matches.remember()
    known = set(torch._inductor.list_options())
    defaults = {name: value for name, value in DEFAULTS.items() if name in known and "cuda" not in devices}
    others = chosen.get("post_grad_custom_pre_pass", config.post_grad_custom_pre_pass) or ()
    first = MathAttention(others if isinstance(others, (list, tuple)) else [others], "cuda" in devices)
    ours = {"post_grad_custom_pre_pass": first, "cpu_backend": "triton"}
    return {**defaults, "inductor_choices_class": CPUChoices, **chosen, **ours}


def _called_from_cpp() -> dict[str, Any]:
    """The options without which Inductor's C++ has no kernels to call.

    Raises:
        RuntimeError: there is no C++ compiler, or torch is too old.
    """
    from triton_shared.runtime.cpu import linker

    linker.compiler()
    try:
        from triton_shared.torch.cpp_wrapper import register
    except ImportError as error:
        raise RuntimeError(f"C++ that calls Triton kernels on the CPU needs torch 2.13: {error}") from None
    register()
    return {"triton.autotune_at_compile_time": True}


def _inner_compile(others: Callable | None, for_gpus: bool, *args: Any, **kwargs: Any) -> Any:
    """Inductor's compilation of one forward or backward graph; ``others`` is what other back ends make choices by."""
    from torch._inductor import config
    from torch._inductor.compile_fx import compile_fx_inner

    with (
        compat.active_driver_put_back(),
        _choices(config.inductor_choices_class, others),
        _scalars_kept(*args, **kwargs),
        _kernels_marked(for_gpus),
        _few_compiled_here(for_gpus),
    ):
        return compile_fx_inner(*args, **kwargs)


def _few_compiled_here(for_gpus: bool) -> contextlib.AbstractContextManager:
    """Inductor starts no workers for few kernels, unless it makes them ``for_gpus``."""
    if for_gpus:
        return contextlib.nullcontext()
    from triton_shared.torch.few_kernels import compiled_here

    return compiled_here()


def _kernels_marked(for_gpus: bool) -> contextlib.AbstractContextManager:
    """Kernels that Inductor makes ``for_gpus`` are compiled by this package."""
    if not for_gpus:
        return contextlib.nullcontext()
    from triton_shared.torch.marks import kernels_marked

    return kernels_marked()


@contextlib.contextmanager
def _scalars_kept(_: Any, inputs: Sequence[Any], *, is_backward: bool = False, **__: Any) -> Iterator[None]:
    """No result of a backward graph is put into the memory of an input without dimensions.

    Inductor hands these to kernels by value, unless a program writes them, and counts its own reuse as no such write.
    """
    from torch import Tensor
    from torch._guards import TracingContext

    context = TracingContext.try_get()
    metadata = context.fw_metadata if context else None
    if metadata is None or not (is_backward and metadata.bw_donated_idxs):
        yield
        return
    donated = metadata.bw_donated_idxs
    metadata.bw_donated_idxs = [i for i in donated if isinstance(inputs[i], Tensor) and inputs[i].dim()]
    try:
        yield
    finally:
        metadata.bw_donated_idxs = donated


@contextlib.contextmanager
def _choices(ours: Callable, others: Callable | None) -> Iterator[None]:
    """Inductor asks ``ours()`` for its choices; what this thread keeps for other back ends is of ``others``."""
    from torch._inductor import config
    from torch._inductor.virtualized import V

    with contextlib.ExitStack() as stack:
        with config.patch(inductor_choices_class=others):  # a thread keeps the object that it makes here
            stack.enter_context(V.set_choices_handler(ours()))
        yield


def _check_triton() -> None:
    """Raise a RuntimeError unless Inductor will find `CPUDriver`."""
    if importlib.util.find_spec("triton") is None:
        raise RuntimeError("backend='triton_shared' needs Triton: pip install 'triton>=3.6,<3.10'")
    from triton.backends import backends

    from triton_shared.triton.driver import CPUDriver

    found = backends.get("cpu")
    if found is None:
        raise RuntimeError(
            "Triton does not find the back end 'cpu' of triton-shared: install the package again, "
            "and unset TRITON_BACKENDS_IN_TREE"
        )
    if not issubclass(found.driver, CPUDriver):
        raise RuntimeError(f"Triton's back end 'cpu' is another package's: {found.driver.__module__}")
