"""Kernels for GPUs ahead of time: LLVM IR, PTX, or machine code with JSON that tells how to launch it."""

from __future__ import annotations

import json
import sys

from triton_shared.codegen.targets import module_of
from triton_shared.tools.ahead import Asked, Compiled, check_types
from triton_shared.tools.arguments import UsageError

FORMS = ("cubin", "ttir", "linalg", "llvm", "ptx")
SUFFIXES = {"cubin": (".cubin", ".json")}
TAKES: tuple[str, ...] = ()
#: what asks a launch for more than the user's arguments, as maps of tensors
FIXED = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent", "multicast"), False)


def compile(asked: Asked) -> Compiled:
    """The form that is asked for.  Raises `UsageError` and `CompileError`."""
    from triton_shared.runtime.cuda.header import CudaHeader
    from triton_shared.runtime.kernel import parameter_names

    stages, source, kernel, emit = asked.stages, asked.source, asked.kernel, asked.arguments.emit
    ptxas = module_of("gpu", "ptx.ptxas")
    try:
        made = stages.compile_module(
            asked.module, kernel, options=stages.Options(asked.machine, assembles=emit == "cubin")
        )
        for remark in made.remarks:
            print(remark, file=sys.stderr)
        check_types(kernel, source.types, made.params)
        if emit != "cubin":
            return Compiled((made.ptx if emit == "ptx" else made.optimized).encode(), kernel)
        cubin = made.cubin or ptxas.assemble(made.ptx, asked.machine)  # which says that there is no ptxas
    except ptxas.PtxasError as error:
        raise UsageError(str(error)) from None
    names = parameter_names(source.text, kernel)[: len(made.params)]
    known = CudaHeader.of(made, names).to_json() | {"registers": cubin.registers, "spills": cubin.spills}
    return Compiled(cubin.data, kernel, json.dumps(known, indent=2) + "\n")
