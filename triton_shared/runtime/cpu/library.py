"""Kernels as shared libraries for programs in C++: what torch's C++ wrappers load and call.

A kernel's library exports ``NAME.kernel``, which is data: the ``Kernel`` of ``native/launcher.cpp``.  One launcher
serves all kernels of a process that loads it; it has the thread pool in it and needs neither Python nor this package::

    void run_from_nativert(uint32_t x, uint32_t y, uint32_t z, int threads, void **arguments, void *kernel);

``kernel`` is the address of that data, ``arguments`` are by position in the kernel's signature: a pointer
itself, the address of a scalar, anything for a constexpr.  At most ``threads`` threads run programs; with 0, as many
as the kernel's ``num_threads``, ``TRITON_SHARED_NUM_THREADS``, torch or the cores say.  Launches from several threads
may overlap.  What goes wrong is a ``std::runtime_error`` with the text that the exception in Python has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from triton_shared.abi import Param, layout
from triton_shared.records import dataclass
from triton_shared.runtime import arguments, cache, debugging
from triton_shared.runtime.cpu import linker, native, pool
from triton_shared.types import ARGUMENTS

LAUNCHER = "run_from_nativert"


@dataclass(frozen=True)
class Argument:
    """A parameter of the machine code: its position in the kernel's signature, and what messages call it."""

    index: int
    label: str
    param: Param


def symbol(kernel: str) -> str:
    """What the library of ``kernel`` exports."""
    return f"{kernel}.kernel"


def launcher_library() -> bytes:
    """The shared library that exports `LAUNCHER`, the same for all kernels.

    Raises:
        RuntimeError: there is no C++ compiler, or it refuses the launcher.
    """
    files = {"launcher.cpp": native.launcher(), "pool.o": native.object_code("pool")}
    constants = f"-DCAPACITY={pool.CAPACITY}", f"-DASSERTION={debugging.ASSERTION}", f'-DTORCH="{pool.TORCH}"'
    return _linked(files, *constants, "-O2", "-fPIC", "-std=c++17", "-pthread")


def kernel_library(object_code: bytes, header: dict, signature: Sequence[Argument], threads: int) -> bytes:
    """The shared library of one kernel.

    Args:
        object_code: the kernel's.
        header: that of the kernel (`cpu_kernel.CPUHeader`), as JSON has it.
        signature: its parameters in order.
        threads: how many threads a launch may use; 0 leaves it to the process.

    Raises:
        RuntimeError: the kernel prints, which needs Python; or there is no C++ compiler.
    """
    name = header["name"]
    if any(function.encode() in object_code for function in debugging.SYMBOLS):
        raise RuntimeError(f"kernel {name!r} prints, which needs Python: it cannot be called from C++")
    described = native.assembled(_description(header, signature, threads))
    return _linked({"kernel.o": object_code, "description.o": described}, "-Wl,-z,defs")


def _linked(files: dict[str, bytes], *options: str) -> bytes:
    """`linker.link`, or what it returned for the same files before."""
    program = linker.compiler()
    key = cache.key("library", program, *options, *files, *files.values())
    if found := cache.load(key, lambda header: not header):
        return found[1]
    library = linker.link(program, files, *options)
    cache.store(key, {}, library)
    return library


def _description(header: dict, signature: Sequence[Argument], threads: int) -> str:
    """LLVM IR of the data that a kernel's library exports."""
    offsets, grid = layout([argument.param for argument in signature])
    size = -(-(grid + 12) // 8) * 8
    rows, texts = [], []
    for number, (argument, offset) in enumerate(zip(signature, offsets, strict=True)):
        pointer = argument.param.type == "ptr"
        convert: Any = arguments.converter(argument.param, argument.label)
        divisor = convert.alignment if pointer else 1
        values = argument.index, offset, 0 if pointer else ARGUMENTS[argument.param.type].bytes, divisor
        texts.append(_text(f".label{number}", argument.label))
        rows.append(f"%Argument {{ {', '.join(f'i64 {v}' for v in values)}, ptr @.label{number} }}")
    places = [_text(f".wait{i}", place) for i, place in enumerate(header["waits"])]
    launch = f"ptr @{_quoted(header['entry'])}, i64 {threads}, i64 {max(header['scratch_bytes'], 64)}, "
    fields = [
        f"%Launch {{ {launch}double {pool.UNKNOWN_COST:e}, i64 0, double 0.0, i64 0, i64 0 }}",
        "ptr @.name",
        f"i64 {len(rows)}",
        "ptr @.arguments",
        f"i64 {grid}",
        f"i64 {size}",
        f"i64 {int(header['escapes'])}",
        "ptr @.waits" if places else "ptr null",
    ]
    waits = ", ".join(f"ptr @.wait{i}" for i in range(len(places)))
    return "\n".join([
        "%Launch = type { ptr, i64, i64, double, i64, double, i64, i64 }",
        "%Argument = type { i64, i64, i64, i64, ptr }",
        "%Kernel = type { %Launch, ptr, i64, ptr, i64, i64, i64, ptr }",
        f"declare hidden void @{_quoted(header['entry'])}(ptr, i64, i64, ptr)",
        _text(".name", header["name"]),
        *texts,
        *places,
        f"@.arguments = private constant [{len(rows)} x %Argument] [{', '.join(rows)}]",
        f"@.waits = private constant [{len(places)} x ptr] [{waits}]",
        f"@{_quoted(symbol(header['name']))} = global %Kernel {{ {', '.join(fields)} }}",
    ])  # fmt: skip


def _text(name: str, text: str) -> str:
    """A global string that ends with 0."""
    content = text.encode() + b"\0"
    return f'@{name} = private constant [{len(content)} x i8] c"{_escaped(content)}"'


def _quoted(name: str) -> str:
    return f'"{_escaped(name.encode())}"'


def _escaped(content: Iterable[int]) -> str:
    return "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02x}" for c in content)
