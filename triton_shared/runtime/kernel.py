"""``compile`` makes a `Kernel`, and ``kernel[grid](*args)`` runs it.

A kernel that was compiled before, by this process or another, comes from the cache: then neither is MLIR
imported nor the source parsed.  With ``TRITON_SHARED_DUMP_PATH`` every kernel is compiled anew, and its
stages are written to files there.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import json
import os
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from triton_shared import interrupts
from triton_shared.abi import Param
from triton_shared.codegen import entry_symbol
from triton_shared.codegen.targets import DEFAULT, TARGETS
from triton_shared.runtime import cache, jit, pool
from triton_shared.runtime.arguments import Packer, grid_of
from triton_shared.runtime.debugging import Failure, wait_nanoseconds
from triton_shared.runtime.registered_code import PublishedCode
from triton_shared.types import ARGUMENTS, ELEMENTS

# Kernels that somebody still holds, by their cache key and number of threads.
_alive: weakref.WeakValueDictionary[tuple[str, int], Kernel] = weakref.WeakValueDictionary()


class Kernel:
    """Machine code for one kernel, ready to be launched from any thread; unloaded when it is collected.

    Attributes:
        name: the kernel function's name.
        params: its parameters in order.
        names: their names, where the source tells them, else ``()``.
    """

    def __init__(self, header: dict, code: jit.Code, num_threads: int):
        self.name: str = header["name"]
        self.names: tuple[str, ...] = tuple(header["names"])
        self.params = tuple(Param(*fields) for fields in header["params"])
        self.pack = Packer(self.params, self.names, self.name)
        self._is_plain = not header["escapes"] and not code.calls_python
        self._waits: list[str] = header["waits"]
        self._code = code
        self._launch = pool.Launch(
            code[header["entry"]],
            int(min(num_threads, pool.CAPACITY)),
            max(header["scratch_bytes"], 64),
            pool.UNKNOWN_COST,
        )
        self._launch_address = ctypes.addressof(self._launch)

    def __getitem__(self, grid: int | tuple[int, ...] | Callable[[dict], Any]) -> Callable[..., None]:
        """The kernel over ``grid``: one to three sizes, or a function of the named arguments to them."""
        return functools.partial(self._run, grid)

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        if callable(grid):
            grid = grid({**dict(zip(self.names, args, strict=False)), **named})
        x, y, z = sizes = grid_of(grid)
        self.launch(self.pack(sizes, args, named), x * y * z)

    def launch(self, block: bytes, programs: int) -> None:
        """Run all of a grid's ``programs``; ``block`` is what ``pack`` returned for it.

        Raises:
            AssertionError: an assertion of the kernel failed.
            TimeoutError: all programs waited for others, for too long.
            MemoryError: there is no memory for the kernel's buffers.
        """
        if self._is_plain:
            threads = pool.current()
            status = programs and threads.run(threads.handle, self._launch_address, block, programs)
        elif self._code.calls_python:  # which could not hand on an exception of a signal's handler
            with interrupts.deferred:
                status = self._launch_checked(block, programs)
        else:
            status = self._launch_checked(block, programs)
        if status == errno.ENOMEM:
            raise MemoryError(f"kernel {self.name!r} needs {self._launch.scratch} bytes of memory a thread")

    def _launch_checked(self, block: bytes, programs: int) -> int:
        """Launch with a record of what ends a program before its time."""
        failure, threads = Failure(), pool.current()
        arguments = threads.handle, self._launch_address, failure.append_to(block), programs
        if self._waits:
            failure.wait, failure.limit = threads.wait, wait_nanoseconds()
            status = programs and threads.run_waiting(*arguments, ctypes.addressof(failure))
        else:
            status = programs and threads.run(*arguments)
        failure.check(self.name, self._waits)
        return status

    def __copy__(self) -> Kernel:
        return self

    def __deepcopy__(self, memo: dict) -> Kernel:
        return self

    def __reduce__(self):
        raise TypeError(
            f"kernel {self.name!r} is machine code of this process: compile it where it is needed, the cache has it"
        )

    def __repr__(self) -> str:
        names = [f"{name}: " for name in self.names] or [""] * len(self.params)
        kinds = [f"ptr<{p.element}>" if p.type == "ptr" else p.type for p in self.params]
        return f"<Kernel {self.name}({', '.join(map(str.__add__, names, kinds))})>"


def compile(
    source: Any,
    *,
    kernel: str | None = None,
    target: str = DEFAULT,
    num_threads: int | None = None,
    enable_fp_fusion: bool = True,
) -> Kernel:
    """Compile a kernel, or take it from the cache.

    Args:
        source: Triton IR or the shared form, as text, as an MLIR module, or as the path of a file.  A string with a
            line break or a brace is text, unless there is a file of that name.
        kernel: the name of the public function; may be left out where there is but one.
        target: a row of `codegen.targets`; "cpu" is the machine that this process runs on.
        num_threads: how many threads a launch may use; default ``TRITON_SHARED_NUM_THREADS``, else all cores.
        enable_fp_fusion: whether a product and a sum of floats may become one op that rounds once.

    Raises:
        CompileError: the program was refused; the message shows where and why.
        ValueError: the target is unknown, or ends before machine code, or the number of threads no positive integer.
        OSError: the file cannot be read.
    """
    if target not in TARGETS:
        raise ValueError(f"unknown target {target!r}: expected {' or '.join(map(repr, TARGETS))}")
    threads = pool.default_width() if num_threads is None else num_threads
    if not isinstance(threads, (int, np.integer)) or threads < 1:
        raise ValueError(f"num_threads must be a positive integer, got {threads!r}")
    text, file = read_source(source)
    place = "" if file == "-" else os.path.abspath(file)  # code knows the lines that it was made from
    asked = kernel, target, enable_fp_fusion
    key = cache.key(target, text, place, repr(asked), host())
    stages = os.environ.get("TRITON_SHARED_DUMP_PATH")
    if not stages and (found := _alive.get((key, threads))):
        return found
    with jit.exclusive:
        if stages:
            return _load(*_compile(key, text, file, asked, Path(stages)), threads)
        if (found := _alive.get((key, threads))) is None:  # another thread may have made it meanwhile
            found = _cached(key, threads) or _load(*_compile(key, text, file, asked), threads)
            _alive[key, threads] = found
        return found


def _cached(key: str, num_threads: int) -> Kernel | None:
    """The kernel that the cache holds; None where it holds none that can be loaded."""
    entry = cache.load(key, is_header)
    try:
        return entry and _load(*entry, num_threads)
    except (RuntimeError, LookupError):  # not an object, or one without the entry
        return None


def _load(header: dict, object_code: bytes, num_threads: int) -> Kernel:
    return Kernel(header, PublishedCode(object_code, header["entry"], kernel=header["name"]), num_threads)


def _compile(
    key: str, text: str, file: str, asked: tuple[str | None, str, bool], stages: Path | None = None
) -> tuple[dict, bytes]:
    """Header and object code of the kernel and the options that are ``asked`` for, put into the cache."""
    from triton_shared.runtime.compilation import build  # imports MLIR

    artifact = build(text, file, *asked, stages)
    header = header_of(artifact, parameter_names(text, artifact.name)[: len(artifact.params)])
    cache.store(key, header, artifact.object_code)
    return header, artifact.object_code


def header_of(compiled: Any, names: list[str]) -> dict:
    """What a `Kernel` must know besides its code, as JSON can hold it; ``compiled`` is an `Artifact` or alike."""
    return {
        "name": compiled.name,
        "entry": compiled.entry,
        "params": [list(param) for param in compiled.params],
        "names": names,
        "scratch_bytes": compiled.scratch_bytes,
        "escapes": compiled.escapes,
        "waits": list(compiled.waits),
    }


def is_header(header: dict) -> bool:
    """Whether ``header`` is as `header_of` makes it."""
    match header:
        case {
            "name": str(name),
            "entry": str(entry),
            "params": list(params),
            "names": list(names),
            "scratch_bytes": int(size),
            "escapes": bool(),
            "waits": list(waits),
        }:
            strings = all(isinstance(text, str) for text in (*names, *waits))
            return (
                strings
                and entry == entry_symbol(name)
                and 0 <= size < 1 << 63
                and all(map(_is_param, params))
            )
    return False


def _is_param(fields: Any) -> bool:
    match fields:
        case ["ptr", str(element), bool(), dict()]:
            return element in ELEMENTS
        case [str(kind), None, bool(), dict()]:
            return kind in ARGUMENTS
    return False


def read_source(source: Any) -> tuple[str, str]:
    """Text and file name of whatever ``compile`` was given."""
    if isinstance(source, str) and ("\n" in source or "{" in source) and not os.path.exists(source):
        return source, "-"
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_text(encoding="utf-8"), os.fsencode(source).decode(errors="replace")
    if hasattr(source, "operation"):
        from triton_shared.dialects import print_module  # imports MLIR

        return print_module(source.operation, debug_info=True), "-"
    raise TypeError(
        f"source must be MLIR text, an MLIR module or the path of a .mlir file, got {type(source).__name__}"
    )


def parameter_names(text: str, kernel: str) -> list[str]:
    """Names of the kernel's parameters as ``text`` spells them; empty when it only numbers them."""
    start = re.search(rf"func(?:\.func)?\s+(?:public\s+)?@\"?{re.escape(kernel)}\"?\(", text)
    if start is None:
        return []
    depth, end = 1, start.end()
    for bracket in re.finditer(r"\"[^\"]*\"|[()]", text[start.end() :]):
        depth += {"(": 1, ")": -1}.get(bracket[0], 0)
        if not depth:
            end = start.end() + bracket.start()
            break
    signature = re.sub(r"\"[^\"]*\"", "", text[start.end() : end])
    return re.findall(r"%([A-Za-z_][\w$.-]*)\s*:", signature)


@functools.cache
def host() -> str:
    """The CPU that code is generated for: name and features."""
    return json.dumps([llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()])
