"""Triton's compiler interface: the stages ``ttir``, ``linalg``, ``llir``, ``asm`` and the object file ``o``.

Each stage's text is in Triton's cache and dumps under its name, and may be overridden by a file of that name.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from triton import knobs
from triton._C.libtriton import ir, passes
from triton.backends.compiler import BaseBackend, GPUTarget

from triton_shared import compat, interrupts
from triton_shared.runtime import stage_files
from triton_shared.runtime.cpu import cpu_stages
from triton_shared.triton import options as cpu_options
from triton_shared.triton import specialize
from triton_shared.triton.options import CPUOptions

#: Triton's own passes, in groups; those that a release lacks are left out.
TTIR_PASSES = (
    (passes.common, "inliner"),
    (passes.common, "canonicalizer"),
    (passes.ttir, "combine"),
    (passes.ttir, "reorder_broadcast"),
    (passes.common, "cse"),
    (passes.common, "symbol_dce"),
    (passes.ttir, "loop_unroll"),
    (passes.common, "canonicalizer"),
    (passes.common, "cse"),
)


class SharedBackend(BaseBackend):
    """What is the same for all machines that this package makes code for."""

    def pack_metadata(self, metadata: Any) -> Any:
        """What a launch is given of a kernel's metadata: nothing, the launcher has it all."""
        return None

    def get_codegen_implementation(self, options: CPUOptions) -> dict[str, Callable]:
        """What Triton's front end asks of a target."""
        from triton_shared.triton.fp8 import convert_custom_types

        return {"min_dot_size": lambda lhs, rhs: (1, 1, 1), "convert_custom_types": convert_custom_types}

    def get_module_map(self) -> dict[str, ModuleType]:
        """Where ``tl.extra.libdevice`` is found: the names are CUDA's, conversions know what they mean."""
        from triton_shared.triton import libdevice

        return {"triton.language.extra.libdevice": libdevice}

    def load_dialects(self, context: Any) -> None:
        """Triton's own dialects suffice."""


class CPUBackend(SharedBackend):
    """Compiles kernels for the CPU that this process runs on."""

    supports_native_tensor_specialization = False
    get_tensor_specialization = staticmethod(specialize.alignment)

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        """Whether ``target`` is a CPU."""
        return target.backend == "cpu"

    def hash(self) -> str:
        """A name for this package's version and the CPU that code is made for."""
        from triton_shared.runtime import cache
        from triton_shared.runtime.cpu import cpu_kernel

        name = cache.shared_key("triton", cpu_kernel.host(), self.binary_ext)
        return name.shared or name

    @property
    def binary_ext(self) -> str:
        """The last stage."""
        return compat.binary_stage(knobs.compilation.store_binary_only)

    def parse_options(self, options: dict[str, Any]) -> CPUOptions:
        """`CPUOptions` from a launch's keyword arguments."""
        fusion = knobs.language.default_fp_fusion
        return cpu_options.parse(options, arch=self.target.arch, enable_fp_fusion=fusion)

    def add_stages(self, stages: dict[str, Callable], options: CPUOptions, language: Any = None) -> None:
        """Fill in ``stages``; each is a function of the text before it and of the kernel's metadata."""
        read_overriding_files()
        for stage in (ttir, linalg, llir, asm):
            stages[stage.__name__] = stage
        stages[self.binary_ext] = o
        if inspect := knobs.runtime.add_stages_inspection_hook:
            inspect(self, stages, options, language, None)


@functools.cache
def read_overriding_files() -> None:
    """Let Triton read files that override the stages that it does not know."""
    readers: dict[str, Callable[[str], Any]] = {"linalg": _text_of, "asm": _text_of, "o": _bytes_of}
    compat.read_overriding_files(readers)


def _text_of(file: str) -> str:
    return Path(file).read_text()


def _bytes_of(file: str) -> bytes:
    return Path(file).read_bytes()


def ttir(module: Any, metadata: dict) -> Any:
    """Triton's IR, inlined and cleaned up by Triton's passes."""
    manager = ir.pass_manager(module.context)
    manager.enable_debug()
    for group, name in TTIR_PASSES:
        getattr(group, f"add_{name}")(manager)
    manager.run(module, "make_ttir")  # the name of a reproducer
    return module


def linalg(module: Any, metadata: dict) -> str:
    """The shared form."""
    name, text, lines = module.get_entry_func_name(), str(module), not knobs.compilation.disable_line_info
    fusion: bool = metadata["enable_fp_fusion"]
    without: tuple[str, ...] = metadata["without"]
    checks: tuple[str, ...] = metadata["checks"]
    metadata |= {"name": name, "shared": 0}
    metadata["profile_scratch_size"] = 0  # `triton.tools.compile` reads it, then asks the driver
    target = "gpu" if metadata["target"].backend == "cuda" else "cpu"
    made_from = text, name, lines, fusion, without, checks, target
    found = shared("linalg", cpu_stages.shared_form, *made_from)[1].decode()
    _write(name, {"tt.mlir": text, "ttshared.mlir": found})
    return found


def _write(kernel: str, texts: dict[str, str]) -> None:
    """``texts`` by file, where somebody asks for the stages of ``kernel``."""
    if directory := stage_files.folder(kernel):
        for file, text in texts.items():
            stage_files.write(directory, file, text)


def llir(text: str, metadata: dict) -> str:
    """LLVM IR, optimised for this CPU."""
    from triton_shared.runtime.cpu.cpu_kernel import CPUHeader

    made_from = text, metadata["name"], metadata["without"]
    metadata["kernel"], found = shared("llir", cpu_stages.llvm_ir, *made_from, fits=CPUHeader.fits)
    _write(metadata["name"], {"ll.ir": found.decode()})
    return found.decode()


def asm(text: str, metadata: dict) -> str:
    """Assembly."""
    return shared("asm", cpu_stages.assembly, text)[1].decode()


def o(text: str, metadata: dict) -> bytes:
    """A relocatable object file."""
    return shared("o", cpu_stages.object_file, text)[1]


def _is_empty(header: dict) -> bool:
    return not header


def shared(
    stage: str,
    function: Callable[..., tuple[dict, bytes]],
    *made_from: Any,
    fits: Callable[[dict], bool] = _is_empty,
) -> tuple[dict, bytes]:
    """The header, which ``fits``, and the bytes that ``function(*made_from)`` returns, see `kept`.

    Threads that compile at the same time do so in parallel, see `workers`.
    """
    from triton_shared.runtime import workers

    return kept((stage, *map(str, made_from)), lambda: workers.run(function, *made_from), fits)


def kept(
    made_from: tuple[str, ...],
    work: Callable[[], tuple[dict, bytes]],
    fits: Callable[[dict], bool] = _is_empty,
    anew: bool | None = None,
) -> tuple[dict, bytes]:
    """What ``work()`` returns; from the cache where a stage was ``made_from`` the same before.

    So options that leave the text as it is, as ``num_warps`` does, compile nothing again.  Triton's knob says whether
    all is made ``anew``, unless the caller does.
    """
    from triton_shared.runtime import cache, workers
    from triton_shared.runtime.cpu import cpu_kernel

    key = cache.shared_key("stage", *made_from, cpu_kernel.host())
    with interrupts.deferred, workers.once(key):
        always = knobs.compilation.always_compile if anew is None else anew
        if not always and (found := cache.load(key, fits)):
            return found
        header, made = _explained(work)
        cache.store(key, header, made)
    return header, made


def _explained(work: Callable[[], Any]) -> Any:
    """What ``work`` returns; its errors show the lines that they speak of."""
    from triton_shared.errors import CompileError, source_of

    def source(file: str) -> str | None:  # cells of notebooks are no files
        return "".join(linecache.getlines(file)) if file in linecache.cache else source_of(file)

    try:
        return work()
    except CompileError as error:
        error.args = ("\n".join(d.render(source(d.file) or error.source) for d in error.diagnostics),)
        raise
