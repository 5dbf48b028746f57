"""The way from a kernel's text to an object file: parse, lower to the shared form, generate code.

It imports MLIR, so it is imported only when the cache has no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from triton_shared import dialects, names
from triton_shared.codegen.targets import DEFAULT, check_lanes_for, conversion_for, module_of
from triton_shared.conversions.triton_ptr_to_memref import is_kernel
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.mlir import ir
from triton_shared.passes.manager import modules_in, run_pipeline
from triton_shared.runtime import stage_files
from triton_shared.runtime.checks import kinds


def build(
    text: str,
    file: str,
    kernel: str | None,
    enable_fp_fusion: bool = True,
    target: str = DEFAULT,
    options: Mapping[str, Any] = MappingProxyType({}),
    stages: Path | None = None,
    checks: Sequence[str] = (),
) -> Any:
    """Machine code of ``target`` for the function ``kernel`` (None: the only public one) of the module ``text``.

    With ``enable_fp_fusion`` products and sums may be fused; ``options`` are those of the target's ``compile_module``.
    With ``stages``, every stage's text is written to a file in ``stages/<kernel>/``; with ``checks`` the code is
    instrumented.

    Raises:
        CompileError: the program was refused; its message shows the lines of ``text``.
    """
    try:
        module = _module_with(dialects.parse(text, file), kernel)
        dump = stages and _dumper(stages / names.file_name(kernel or _first_symbol(module)))
        if any(op.operation.name.startswith("tt.") for op in module.regions[0].blocks[0]):
            if dump:
                dump("ttir", text)
            run_pipeline(module, [*kinds.before(checks), conversion_for(target)])
        if enable_fp_fusion:
            run_pipeline(module, ["allow-contraction"])
        if checks:
            run_pipeline(module, kinds.after(checks, check_lanes_for(target)))
        return module_of(target, "stages").compile_module(module, kernel, dump=dump, **options)
    except CompileError as error:
        error.with_source(text)
        raise


def _module_with(whole: ir.Operation, kernel: str | None) -> ir.Operation:
    """The one of the modules in ``whole`` that has the function ``kernel`` (None: the only one with kernels)."""
    modules = modules_in(whole)
    if len(modules) == 1:
        return whole
    kernels = {module: _kernels(module) for module in modules}
    found = [m for m in modules if (kernel in kernels[m] if kernel else kernels[m])]
    if len(found) == 1:
        return found[0].operation.clone()  # which outlives the whole
    listed = ", ".join(name for inside in kernels.values() for name in inside)
    asked = f"{kernel!r} is in {len(found)} of them" if kernel else "name one"
    raise CompileError(
        [Diagnostic(f"the file has {len(modules)} modules with the kernels {listed}: {asked}")]
    )


def _kernels(module: ir.Operation) -> list[str]:
    functions = [
        op.operation for op in module.operation.regions[0].blocks[0] if "function_type" in op.attributes
    ]
    return [f.attributes["sym_name"].value for f in functions if is_kernel(f)]


def _first_symbol(module: ir.Operation) -> str:
    known = (op.operation.attributes for op in module.regions[0].blocks[0])
    return next((a["sym_name"].value for a in known if "sym_name" in a), "module")


def _dumper(directory: Path) -> Callable[[str, str], None]:
    """Writes ``(stage, text)`` to numbered files: ``01.fused.mlir``, ``07.s``."""
    numbers = count()

    def dump(stage: str, text: str) -> None:
        name = stage if stage.rpartition(".")[2] in ("ll", "s", "ptx") else f"{stage}.mlir"
        stage_files.write(directory, f"{next(numbers):02}.{name}", text)

    return dump
