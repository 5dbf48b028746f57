"""The way from the shared form to PTX, and what comes out: an `Artifact`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from triton_shared import dialects, interrupts
from triton_shared.abi import Param, TensorMap
from triton_shared.codegen.kernels import argument_with, functions_of, keep_kernel, params_of, pick_kernel
from triton_shared.codegen.llvm.translation import to_llvm_ir as translate
from triton_shared.codegen.nvidia import STAGES, fitting, plans
from triton_shared.codegen.nvidia.launch_abi import (
    CLUSTER,
    DISABLE_LSR,
    RECORD,
    TENSOR_MAPS,
    TEXTS,
    symbol,
)
from triton_shared.codegen.nvidia.ptx import dependent_launch, link_checks, ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.warp_specialization import producer_slice
from triton_shared.codegen.simt.memory.allocate_shared_memory import SHARED_BYTES, WITHOUT_MAPS
from triton_shared.codegen.simt.pipeline.persistent_loop import PERSISTENT
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline, verify
from triton_shared.records import dataclass

Dump = Callable[[str, str], None]


@dataclass(frozen=True)
class Options:
    """What may differ between compilations; part of a cache's key.

    With ``assembles`` the kernel is compiled by the first of the `plans` that fits, and assembled where there is ptxas.
    """

    target: GpuTarget
    assembles: bool = False


@dataclass(frozen=True)
class Compiled:
    """A kernel as LLVM IR.

    Attributes:
        text: the LLVM IR, which defines the kernel ``entry``.
        entry: the kernel's symbol.
        name: its name in the source.
        params: the user's arguments in order.
        shared_bytes: bytes of shared memory that a launch gives a block.
        shared_bytes_without_maps: bytes that are enough for a launch that has no map of a tensor.
        texts: what it prints and what its assertions say; if there are any, a record is among its arguments
            (`launch_abi.py`).
        tensor_maps: the tensors that it copies TMA tiles of, in the order of its last arguments.
        reduce_strength: whether LLVM may rewrite loops, and reduce the strength of addresses in them.
        threads: the threads of a block.
        persistent: whether the grid of programs is its arguments, and that of blocks a row of any length.
        cluster: how many blocks, neighbours along x, are a cluster.
        launch_pdl: whether a launch may begin while the kernel before it ends.
        target: the GPU.
        num_stages: of the loop that lost most for want of shared memory, how many stages it was to have, and has.
        remarks: a line each, of what was done otherwise than asked for.
    """

    text: str
    entry: str
    name: str
    params: tuple[Param, ...]
    shared_bytes: int
    shared_bytes_without_maps: int
    texts: tuple[str, ...]
    tensor_maps: tuple[TensorMap, ...]
    reduce_strength: bool
    threads: int
    persistent: bool
    cluster: int
    launch_pdl: bool
    target: GpuTarget
    num_stages: tuple[int, int] | None
    remarks: tuple[str, ...]

    @property
    def chip(self) -> str:
        """The name of the GPU."""
        return self.target.chip


@dataclass(frozen=True)
class Artifact(Compiled):
    """A compiled kernel.

    Attributes:
        optimized: the LLVM IR that PTX was made of.
        ptx: which defines ``entry``.
        cubin: machine code, where it was asked for and there is ptxas.
        plan: options of the target that had to be others than they were (`plans.py`).
    """

    optimized: str
    ptx: str
    cubin: ptxas.Cubin | None = None
    plan: Mapping[str, Any] = field(default_factory=dict)


def to_llvm_ir(
    module: ir.Operation, kernel: str | None = None, *, options: Options, dump: Dump | None = None
) -> Compiled:
    """LLVM IR of the function ``kernel`` of ``module``, which is consumed; see `compile_module`."""
    module = module.operation
    dialects.register(module.context)
    with interrupts.deferred, module.context, ir.Location.unknown():
        name = pick_kernel(module, kernel)
        if dump:
            dump("shared", str(module))
        prepare(module, name, options.target)
        _lower(module, dump)
        compiled = translated(module, name)
    if dump:
        dump("ll", compiled.text)
    return compiled


def prepare(module: ir.Operation, kernel: str, target: GpuTarget) -> None:
    """Let the function ``kernel`` be the only public one of ``module``, by its name in PTX, and note the GPU."""
    target.attach(module)
    keep_kernel(module, kernel)
    functions_of(module)[kernel].attributes["sym_name"] = ir.StringAttr.get(symbol(kernel))


def _lower(module: ir.Operation, dump: Dump | None) -> None:
    """Take ``module`` to the llvm dialect, through all `STAGES`."""
    for stage, passes in STAGES.items():
        run_pipeline(module, passes, verify_each=False)
        verify(module)
        if dump:
            dump(stage, str(module))


def translated(module: ir.Operation, kernel: str) -> Compiled:
    """The kernel of ``module``, which is through all `STAGES`, as LLVM IR."""
    function = functions_of(module)[symbol(kernel)]
    target, shared = GpuTarget.of(module), function.attributes.get(SHARED_BYTES)
    texts = tuple(text.value for text in function.attributes.get(TEXTS, ()))
    if bool(texts) != (argument_with(function, RECORD) is not None):
        raise LoweringError(
            function, f"has '{TEXTS}' without an argument of the role '{RECORD}', or one without these"
        )
    text = link_checks.linked(translate(module))
    return Compiled(
        text,
        symbol(kernel),
        kernel,
        params_of(function),
        shared.value if shared else 0,
        function.attributes.get(WITHOUT_MAPS, shared).value if shared else 0,
        texts,
        tuple(TensorMap.of(json.loads(text.value)) for text in function.attributes.get(TENSOR_MAPS, ())),
        DISABLE_LSR not in function.attributes,
        producer_slice.threads(function, target),
        PERSISTENT in function.attributes,
        function.attributes[CLUSTER].value if CLUSTER in function.attributes else 1,
        dependent_launch.is_launched_so(text, target),
        target,
        fitting.num_stages_of(function),
        fitting.remarks_of(function),
    )


def compile_module(
    module: ir.Operation, kernel: str | None = None, *, options: Options, dump: Dump | None = None
) -> Artifact:
    """Compile the function ``kernel`` of ``module``, which is consumed, to PTX.

    ``kernel`` may be None when the module has one public function.  ``dump(stage, text)`` is called with every stage's
    result.  Raises `CompileError` when the program cannot be compiled, for want of shared memory as well, and
    `PtxasError` where it cannot be assembled.
    """
    if not options.assembles:
        return _compiled(module, kernel, options.target, dump)
    module = module.operation
    found = plans.first_fitting(
        options.target,
        lambda target: _compiled(module.clone(), kernel, target, dump),
        lambda made, target: ptxas.assemble(made.ptx, target) if ptxas.version() else None,
    )
    remarks = (*found.made.remarks, *found.remarks)
    return replace(found.made, cubin=found.cubin, plan=found.plan, remarks=remarks)


def _compiled(module: ir.Operation, kernel: str | None, target: GpuTarget, dump: Dump | None) -> Artifact:
    """The artifact by one plan."""
    options = Options(target)
    compiled = to_llvm_ir(module, kernel, options=options, dump=dump)
    optimized, ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)
    if dump:
        dump("opt.ll", optimized)
        dump("ptx", ptx)
    return Artifact(**vars(compiled), optimized=optimized, ptx=ptx)
