"""Kernels for CPUs ahead of time: LLVM IR, assembly, or machine code with a launcher for C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triton_shared.tools.ahead import Asked, Compiled, check_types

if TYPE_CHECKING:
    from triton_shared.mlir import ir

FORMS = ("obj", "ttir", "linalg", "llvm", "asm", "shared")
SUFFIXES = {"obj": (".o", ".h"), "shared": (".so", ".h")}
TAKES = ("out_name",)
FIXED: dict[str, Any] = {}


def compile(asked: Asked) -> Compiled:
    """The form that is asked for.  Raises `UsageError` and `CompileError`."""
    from triton_shared.codegen.llvm import machine
    from triton_shared.runtime.kernel import parameter_names
    from triton_shared.tools import c_launcher

    source, kernel, stages = asked.source, asked.kernel, asked.stages
    name = asked.arguments.out_name or c_launcher.c_name(kernel)
    options = stages.Options(target=asked.machine, entry=c_launcher.range_symbol(name), waits=False)
    defined: list[c_launcher.Interface] = []

    def define(module: ir.Operation, compiled: Any) -> None:
        check_types(kernel, source.types, compiled.params)
        interface = c_launcher.Interface(
            name,
            kernel,
            compiled.params,
            parameter_names(source.text, kernel)[: len(compiled.params)],
            source.types,
            compiled.scratch_bytes,
            compiled.escapes,
        )
        c_launcher.define_launcher(module, interface)
        defined.append(interface)

    compiled = stages.to_llvm_ir(asked.module, kernel, options=options, define=define)
    optimized = machine.clean_up(compiled.text, asked.machine)
    match asked.arguments.emit:
        case "llvm":
            return Compiled(str(optimized).encode(), name)
        case "asm":
            return Compiled(machine.to_assembly(optimized, asked.machine).encode(), name)
    calls = [f.name for f in optimized.functions if f.is_declaration and not f.name.startswith("llvm.")]
    header = c_launcher.header_text(defined[0], asked.machine, calls)
    return Compiled(machine.to_object(optimized, asked.machine), name, header)
