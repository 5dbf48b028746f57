"""The way from the shared form to PTX, and what comes out: an `Artifact`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from triton_shared import dialects, interrupts
from triton_shared.abi import Param, TensorMap
from triton_shared.codegen.gpu import STAGES, dependent_launch, producers
from triton_shared.codegen.gpu.abi import KEEP_ADDRESSES, RECORD, SHARED_BYTES, TENSOR_MAPS, TEXTS, symbol
from triton_shared.codegen.gpu.persistent import PERSISTENT
from triton_shared.codegen.gpu.ptx import to_ptx
from triton_shared.codegen.gpu.target import GpuTarget
from triton_shared.codegen.kernels import argument_with, functions_of, keep_kernel, params_of, pick_kernel
from triton_shared.codegen.llvm.translation import to_llvm_ir as translate
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.pass_manager import run_pipeline, verify

Dump = Callable[[str, str], None]


@dataclass(frozen=True)
class Options:
    """What may differ between compilations; part of a cache's key."""

    target: GpuTarget


@dataclass(frozen=True)
class Compiled:
    """A kernel as LLVM IR.

    Attributes:
        text: the LLVM IR, which defines the kernel ``entry``.
        entry: the kernel's symbol.
        name: its name in the source.
        params: the user's arguments in order.
        shared_bytes: bytes of shared memory that a launch gives a block.
        texts: what it prints and what its assertions say; if there are any, a record is among its arguments (`abi.py`).
        tensor_maps: the tensors that it copies boxes of, in the order of its last arguments.
        reduce_strength: whether LLVM may make loops anew, and reduce the strength of addresses in them.
        threads: the threads of a block.
        is_persistent: whether the grid of programs is its arguments, and that of blocks a row of any length.
        launch_pdl: whether a launch may begin while the kernel before it ends.
        target: the GPU.
    """

    text: str
    entry: str
    name: str
    params: tuple[Param, ...]
    shared_bytes: int
    texts: tuple[str, ...]
    tensor_maps: tuple[TensorMap, ...]
    reduce_strength: bool
    threads: int
    is_persistent: bool
    launch_pdl: bool
    target: GpuTarget


@dataclass(frozen=True)
class Artifact(Compiled):
    """A compiled kernel: ``ptx`` defines ``entry``; ``optimized`` is the LLVM IR that it was made of."""

    optimized: str
    ptx: str


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
    text = translate(module)
    return Compiled(
        text,
        symbol(kernel),
        kernel,
        params_of(function),
        shared.value if shared else 0,
        texts,
        tuple(TensorMap.of(json.loads(text.value)) for text in function.attributes.get(TENSOR_MAPS, ())),
        KEEP_ADDRESSES not in function.attributes,
        producers.threads(function, target),
        PERSISTENT in function.attributes,
        dependent_launch.is_launched_so(text, target),
        target,
    )


def compile_module(
    module: ir.Operation, kernel: str | None = None, *, options: Options, dump: Dump | None = None
) -> Artifact:
    """Compile the function ``kernel`` of ``module``, which is consumed, to PTX.

    ``kernel`` may be None when the module has one public function.  ``dump(stage, text)`` is called with every stage's
    result.  Raises `CompileError` when the program cannot be compiled, for want of shared memory as well.
    """
    compiled = to_llvm_ir(module, kernel, options=options, dump=dump)
    optimized, ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)
    if dump:
        dump("opt.ll", optimized)
        dump("ptx", ptx)
    return Artifact(**vars(compiled), optimized=optimized, ptx=ptx)
