"""Run-time code that is written as LLVM IR, so that no C compiler is needed where the package is installed."""

from __future__ import annotations

import llvmlite.binding as llvm

from triton_shared.runtime import cache, jit


def object_code(name: str, text: str, optimize: bool = True) -> bytes:
    """Machine code of the module ``text`` for any CPU of this architecture, from the disk cache when it is there.

    Code that hardly ever runs is not worth the tens of milliseconds to ``optimize`` it.
    """
    triple = llvm.get_process_triple()
    key = cache.key(name, triple, text)
    if entry := cache.load(key, lambda header: not header):
        return entry[1]
    jit.initialize()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", opt=2 if optimize else 0)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    if optimize:
        passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        passes.getModulePassManager().run(module, passes)
    code = machine.emit_object(module)
    cache.store(key, {}, code)
    return code
