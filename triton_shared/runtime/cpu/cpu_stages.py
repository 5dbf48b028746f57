"""From Triton's IR to an object file for this CPU in stages, each a function of texts: a header, and what it makes."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.targets import DEFAULT, check_lanes_for, conversion_for, module_of
from triton_shared.passes.manager import leaving_out


def shared_form(
    text: str,
    name: str,
    lines: bool,
    fusion: bool,
    without: Sequence[str],
    checks: Sequence[str],
    target: str = DEFAULT,
) -> tuple[dict, bytes]:
    """The shared form for ``target`` of a module of Triton's IR, with the lines of the source or without, and with
    ``checks``."""
    from triton_shared import dialects
    from triton_shared.passes.manager import run_pipeline
    from triton_shared.runtime.checks import kinds

    module = dialects.parse(text, f"{name}.ttir")
    with leaving_out(without):
        passes = [*(["allow-contraction"] if fusion else []), *kinds.after(checks, check_lanes_for(target))]
        run_pipeline(module, [*kinds.before(checks), conversion_for(target), *passes])
    return {}, dialects.print_module(module, debug_info=lines).encode()


def llvm_ir(text: str, name: str, without: Sequence[str]) -> tuple[dict, bytes]:
    """Optimised LLVM IR of the kernel ``name`` in the shared form; the header is that of the kernel."""
    from triton_shared import dialects
    from triton_shared.codegen.llvm import machine
    from triton_shared.runtime.cpu import cpu_kernel

    with leaving_out(without):
        compiled = module_of(DEFAULT, "stages").to_llvm_ir(dialects.parse(text, f"{name}.linalg"), name)
    optimized = machine.clean_up(compiled.text, compiled.target)
    return cpu_kernel.CPUHeader.of(compiled, []).to_json(), str(optimized).encode()


def assembly(text: str) -> tuple[dict, bytes]:
    """Assembly of LLVM IR."""
    import llvmlite.binding as llvm

    from triton_shared.codegen.llvm import machine

    module = llvm.parse_assembly(text)
    return {}, machine.to_assembly(module, module_of(DEFAULT, "machines").native_target()).encode()


def object_file(text: str) -> tuple[dict, bytes]:
    """A relocatable object file of assembly."""
    from triton_shared.codegen.llvm import machine

    return {}, machine.assemble(text, module_of(DEFAULT, "machines").native_target())
