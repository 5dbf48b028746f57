"""Run-time code in C, checked in as the LLVM IR that is made of it, so that no C compiler is needed (README.md).

For Linux on the machines that most use, the machine code of the IR is there, too: to make it takes a tenth of a second.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from triton_shared.runtime import cache
from triton_shared.runtime.digests import sha256

HERE = Path(__file__).parent
#: machine code of the IR, by `prepared`; libraries that the system loads, by `library`
OBJECTS, SHARED = HERE / "objects", HERE / "shared"

# What a spinning thread does: what is called, by machine.
_HINT = ("void @llvm.aarch64.hint", "i32", "i32 1")
_PAUSES = {"x86_64": ("void @llvm.x86.sse2.pause", "", ""), "aarch64": _HINT, "arm64": _HINT}
_RELAX = """
define linkonce_odr hidden void @relax() {{
  {call}
  ret void
}}
{declaration}
"""


def text(name: str) -> str:
    """The LLVM IR of ``name.c``, for any 64-bit machine."""
    return (HERE / f"{name}.ll").read_text()


def object_code(name: str) -> bytes:
    """Machine code of ``name.c`` for any CPU of this architecture: made before, from the disk cache, or made now.

    The IR is optimized already, so that this takes no more than its translation.
    """
    source = text(name)
    if sys.platform == "linux":
        # there is no glibc, no such file for this machine, or it is of another text
        with suppress(OSError, ValueError):
            os.confstr("CS_GNU_LIBC_VERSION")
            return prepared(name, f"{os.uname().machine}-unknown-linux-gnu", source).read_bytes()
    triple = _llvm().get_process_triple()
    key = cache.key(name, triple, source, _relax(triple))
    if entry := cache.load(key, lambda header: not header):
        return entry[1]
    code = translated(source, triple)
    cache.store(key, {}, code)
    return code


def prepared(name: str, triple: str, source: str) -> Path:
    """Where the machine code of ``source``, the IR of ``name.c``, for ``triple`` is if there is any."""
    digest = sha256("\0".join((triple, source, _relax(triple))).encode())
    return OBJECTS / f"{name}-{triple}-{digest.hexdigest()[:16]}.o"


def translated(source: str, triple: str) -> bytes:
    """Machine code of the IR ``source`` for any CPU of ``triple``, which LLVM was told of."""
    return assembled(source, _relax(triple), triple=triple)


def _relax(triple: str) -> str:
    """The IR of what a spinning thread does."""
    pause = _PAUSES.get(triple.partition("-")[0])
    if pause is None:
        return _RELAX.format(call="", declaration="")
    function, types, values = pause
    return _RELAX.format(call=f"call {function}({values})", declaration=f"declare {function}({types})")


def assembled(*texts: str, triple: str | None = None) -> bytes:
    """Machine code of LLVM IR, all of ``texts`` as one module, for any CPU of ``triple``, by default this machine's."""
    from triton_shared.runtime import jit

    jit.initialize()
    llvm = _llvm()
    triple = triple or llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", opt=2)
    module, *others = map(llvm.parse_assembly, texts)
    for other in others:
        module.link_in(other)
    module.triple, module.data_layout = triple, str(machine.target_data)
    return machine.emit_object(module)


def launcher() -> bytes:
    """The source of what launches kernels from C++."""
    return (HERE / "launcher.cpp").read_bytes()


def library(name: str) -> ctypes.CDLL | None:
    """The shared library ``name``, loaded; None where there is none for this system."""
    if sys.platform != "linux":
        return None
    with suppress(OSError):
        return ctypes.CDLL(os.fspath(SHARED / f"{name}-{os.uname().machine}-linux.so"))
    return None


def _llvm() -> Any:
    """LLVM's bindings, which take longer to import than prepared code to load."""
    import llvmlite.binding

    return llvmlite.binding
