"""The options of a launch or of `triton.compile`: what Triton asks for, what tunes a CPU, what is for GPUs alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import Any

from triton_shared.codegen.targets import module_of
from triton_shared.passes import registry
from triton_shared.runtime.checks import kinds
from triton_shared.types import BY_TRITON

FP8 = tuple(name for name in BY_TRITON if name.startswith("fp8"))
DOT_PRECISIONS = ("ieee", "tf32", "tf32x3", "bf16x3", "bf16x6")


@dataclass(frozen=True)
class CPUOptions:
    """Options of one compilation.

    Attributes:
        num_threads: threads a launch may use; None for ``TRITON_SHARED_NUM_THREADS``, else torch's, or all cores.
        enable_fp_fusion: whether a product and a sum may become one fused operation.
        without: optional passes that are left out (`triton_shared.passes.registry.left_out`).
        checks: what launches check (`triton_shared.runtime.checks.kinds`).
        debug: whether ``device_assert`` is checked, and with ``sanitize_overflow`` integer overflow as well.

    The last group of fields is for GPUs: it is accepted, so that programs need no change, and without effect.
    """

    num_threads: int | None = None
    enable_fp_fusion: bool = True
    without: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    debug: bool = False
    sanitize_overflow: bool = True
    ir_override: str | None = None
    extern_libs: tuple = ()
    instrumentation_mode: str = ""
    fpsan_homomorphic_casts: bool = False
    backend_name: str = "cpu"
    arch: str | None = None

    supported_fp8_dtypes: tuple[str, ...] = FP8
    deprecated_fp8_dot_operand_dtypes: tuple[str, ...] = ()
    allowed_dot_input_precisions: tuple[str, ...] = DOT_PRECISIONS
    default_dot_input_precision: str = "ieee"
    max_num_imprecise_acc_default: int = 0

    num_warps: int = 4
    num_ctas: int = 1
    num_stages: int = 3
    warp_size: int = 1
    maxnreg: int | None = None
    launch_cooperative_grid: bool = False
    launch_pdl: bool | None = False
    cluster_dims: tuple[int, ...] = (1, 1, 1)
    ptx_version: int | None = None
    ptx_options: str | None = None
    waves_per_eu: int = 0
    matrix_instr_nonkdim: int = 0
    kpack: int = 1
    schedule_hint: str | None = None
    allow_flush_denorm: bool = False

    def __post_init__(self) -> None:
        if self.num_warps < 1 or self.num_warps & (self.num_warps - 1):
            raise AssertionError(f"num_warps must be a power of 2, got {self.num_warps}")
        if self.num_threads is not None and not (isinstance(self.num_threads, int) and self.num_threads > 0):
            raise ValueError(f"num_threads must be a positive integer or None, got {self.num_threads!r}")

    def hash(self) -> str:
        """A name that differs for options that differ."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


_GPU: Any = module_of("gpu", "options").Options


@dataclass(frozen=True)
class CUDAOptions(_GPU, CPUOptions):
    """Options of one compilation for a GPU: all of the target's have effect, those that Triton does not know, too.

    Products of f32 are of tf32, and on sm_90 those of floats of 8 bits are added up by tensor cores alone, unless a
    `tl.dot` says otherwise, as Triton has it.

    Attributes:
        assertions_trap: whether an assertion that fails is an error of the device, in a kernel that does not print; a
            launch waits for the end of any other kernel that asserts.
    """

    assertions_trap: bool = False

    backend_name: str = "triton_shared_cuda"
    warp_size: int = 32
    default_dot_input_precision: str = "tf32"

    def __post_init__(self) -> None:
        CPUOptions.__post_init__(self)
        super().__post_init__()
        if self.num_ctas != 1:
            raise ValueError(f"blocks are not launched in clusters: num_ctas must be 1, got {self.num_ctas}")


def parse(options: dict[str, Any], kind: type[CPUOptions] = CPUOptions, **defaults: Any) -> Any:
    """Options of this ``kind`` from keyword arguments, of which those that are no options are ignored.

    Raises:
        ValueError: a pass is to be left out that is not optional, or there is no such check.
    """
    given = {f.name: options[f.name] for f in fields(kind) if options.get(f.name) is not None}
    if "extern_libs" in given:
        given["extern_libs"] = tuple(dict(given["extern_libs"]).items())
    given["without"] = registry.left_out(given.get("without", ()))
    given["checks"] = kinds.selected(given.get("checks"))
    return kind(**{**defaults, **given})
