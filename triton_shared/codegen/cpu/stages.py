"""The way from the shared form to an object file, and what comes out: an `Artifact`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from triton_shared import dialects, interrupts
from triton_shared.abi import Param
from triton_shared.codegen import entry_symbol, program_symbol
from triton_shared.codegen.cpu import STAGES
from triton_shared.codegen.cpu.mark_waits import WAITS
from triton_shared.codegen.cpu.target import CpuTarget, native_target
from triton_shared.codegen.kernels import (
    ALONE,
    ENTRY,
    ESCAPE,
    SCRATCH,
    SCRATCH_BYTES,
    argument_with,
    entry_of,
    functions_of,
    keep_kernel,
    params_of,
    pick_kernel,
)
from triton_shared.codegen.llvm import machine
from triton_shared.codegen.llvm.translation import to_llvm_ir as translate
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline, verify

Dump = Callable[[str, str], None]


@dataclass(frozen=True)
class Options:
    """What may differ between compilations; part of a cache's key.

    Attributes:
        target: the machine that code is made for; None for this one.
        entry: the symbol of the native entry; None for `entry_symbol` of the kernel's name.
        waits: whether loops that wait for other programs notify the runtime (see `mark_waits.py`).
    """

    target: CpuTarget | None = None
    entry: str | None = None
    waits: bool = True


@dataclass(frozen=True)
class Compiled:
    """A kernel as LLVM IR ``text``, which defines ``entry`` (see `define_entries.py` for its ABI).

    Attributes:
        name: the kernel's.
        params: what it takes.
        scratch_bytes: how many bytes of memory a program needs for its buffers.
        escapes: whether a program may be left before its end (see `escape.py`).
        lone: whether the entry may be told that its thread is alone (see `version_atomics.py`).
        waits: where in the source programs wait for others, by the wait's number.
        target: the machine that it is made for.
    """

    text: str
    entry: str
    name: str
    params: tuple[Param, ...]
    scratch_bytes: int
    escapes: bool
    lone: bool
    waits: tuple[str, ...]
    target: CpuTarget


Define = Callable[[ir.Operation, Compiled], None]


@dataclass(frozen=True)
class Artifact(Compiled):
    """A compiled kernel: ``object_code`` exports ``entry``."""

    object_code: bytes


def prepare(module: ir.Operation, kernel: str, options: Options = Options()) -> None:
    """Note on ``module`` what the `STAGES` are to know: the machine, the only kernel, and its symbols."""
    (options.target or native_target()).attach(module)
    keep_kernel(module, kernel)
    function = functions_of(module)[kernel]
    function.attributes[ENTRY] = ir.StringAttr.get(options.entry or entry_symbol(kernel))
    function.attributes["sym_name"] = ir.StringAttr.get(program_symbol(kernel))


def lower(
    module: ir.Operation,
    kernel: str,
    options: Options,
    dump: Dump | None = None,
    define: Define | None = None,
) -> None:
    """Take the function ``kernel`` of ``module``, its only public one, to the llvm dialect, through all `STAGES`."""
    prepare(module, kernel, options)
    for stage, passes in STAGES.items():
        if stage == "located" and define:
            define(module, _described(module, kernel))
        run_pipeline(module, [p for p in passes if options.waits or p != "mark-waits"], verify_each=False)
        if stage != "llvm":  # `located`, which follows, adds places, and is verified
            verify(module)
        if dump:
            dump(stage, str(module))


def to_llvm_ir(
    module: ir.Operation,
    kernel: str | None = None,
    *,
    options: Options = Options(),
    dump: Dump | None = None,
    define: Define | None = None,
) -> Compiled:
    """LLVM IR of the function ``kernel`` of ``module``, which is consumed, with its native entry.

    ``define(module, compiled)`` may add functions of the llvm dialect which call the entry; ``compiled`` has no text
    yet.  The other arguments and errors are those of `compile_module`.
    """
    module = module.operation
    dialects.register(module.context)
    with interrupts.deferred, module.context, ir.Location.unknown():
        name = pick_kernel(module, kernel)
        if dump:
            dump("shared", str(module))
        lower(module, name, options, dump, define)
        compiled = translated(module, name)
    if dump:
        dump("ll", compiled.text)
    return compiled


def translated(module: ir.Operation, name: str) -> Compiled:
    """The kernel ``name`` of ``module``, which is through all `STAGES`, as LLVM IR."""
    return replace(_described(module, name), text=translate(module))


def _described(module: ir.Operation, name: str) -> Compiled:
    """The kernel ``name`` of ``module``, in the llvm dialect, without its text."""
    function = functions_of(module)[program_symbol(name)]
    scratch, escapes = argument_with(function, SCRATCH), argument_with(function, ESCAPE) is not None
    return Compiled(
        "",
        entry_of(function),
        name,
        params_of(function),
        scratch[SCRATCH_BYTES].value if scratch else 0,
        escapes,
        argument_with(function, ALONE) is not None,
        tuple(place.value for place in function.attributes.get(WAITS, ())),
        CpuTarget.of(module),
    )


def compile_module(
    module: ir.Operation,
    kernel: str | None = None,
    *,
    options: Options = Options(),
    dump: Dump | None = None,
) -> Artifact:
    """Compile the function ``kernel`` of ``module``, which is consumed.

    ``kernel`` may be None when the module has one public function.  ``dump(stage, text)`` is called
    with every stage's result.  Raises `CompileError` when the program cannot be compiled.
    """
    compiled = to_llvm_ir(module, kernel, options=options, dump=dump)
    optimized = machine.clean_up(compiled.text, compiled.target)
    if dump:
        dump("opt.ll", str(optimized))
        dump("s", machine.to_assembly(optimized, compiled.target))
    return Artifact(**vars(compiled), object_code=machine.to_object(optimized, compiled.target))
