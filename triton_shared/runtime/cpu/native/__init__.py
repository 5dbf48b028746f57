"""Run-time code in C, checked in as the LLVM IR that is made of it, so that no C compiler is needed (README.md)."""

from __future__ import annotations

import os
from pathlib import Path

import llvmlite.binding as llvm

from triton_shared.runtime import cache, jit

# What a spinning thread does, by machine.
_PAUSES = {"x86_64": "pause", "aarch64": "yield", "arm64": "yield"}
_RELAX = """
define linkonce_odr hidden void @relax() {{
  call void asm sideeffect "{pause}", ""()
  ret void
}}
"""


def text(name: str) -> str:
    """The LLVM IR of ``name.c``, for any 64-bit machine."""
    return Path(__file__).with_name(f"{name}.ll").read_text()


def object_code(name: str) -> bytes:
    """Machine code of ``name.c`` for any CPU of this architecture, from the disk cache when it is there.

    The IR is optimized already, so that this takes no more than its translation.
    """
    source = text(name)
    relax = _RELAX.format(pause=_PAUSES.get(os.uname().machine, "nop"))
    key = cache.key(name, llvm.get_process_triple(), source, relax)
    if entry := cache.load(key, lambda header: not header):
        return entry[1]
    code = assembled(source, relax)
    cache.store(key, {}, code)
    return code


def assembled(*texts: str) -> bytes:
    """Machine code of LLVM IR, all of ``texts`` as one module, for any CPU of this architecture."""
    jit.initialize()
    triple = llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", opt=2)
    module, *others = map(llvm.parse_assembly, texts)
    for other in others:
        module.link_in(other)
    module.triple, module.data_layout = triple, str(machine.target_data)
    return machine.emit_object(module)


def launcher() -> bytes:
    """The source of what launches kernels from C++."""
    return Path(__file__).with_name("launcher.cpp").read_bytes()
