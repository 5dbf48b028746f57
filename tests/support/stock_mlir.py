"""Tools of released MLIRs on this machine, and kernels that nothing but they compile.

A release's mlir-opt lowers the shared form to the llvm dialect, its mlir-translate writes LLVM IR, its llc an object,
and the system's linker a library, whose functions ctypes calls once for each program of a grid.  Tools are looked for
on the path, as ``mlir-opt-19``, and in the directory ``TRITON_SHARED_RELEASES``.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from triton_shared import dialects
from triton_shared.interop import releases
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

RELEASES = range(releases.OLDEST, releases.NEWEST + 1)
#: the first whose passes compile what they read: that of MLIR 16 bufferizes nothing that writes a tensor to memory
OLDEST_TO_COMPILE = 17


def tool(name: str, release: int) -> str | None:
    """The path of ``name`` of a release of LLVM; None if it is not installed."""
    directory = os.environ.get("TRITON_SHARED_RELEASES", "")
    return shutil.which(f"{name}-{release}", path=os.pathsep.join([directory, os.environ["PATH"]]))


INSTALLED = [release for release in RELEASES if tool("mlir-opt", release)]
COMPLETE = [r for r in INSTALLED if r >= OLDEST_TO_COMPILE and tool("mlir-translate", r) and tool("llc", r)]


def passes(release: int) -> list[str]:
    """The release's own passes from the shared form to the llvm dialect."""
    before = ["empty-tensor-to-alloc-tensor"] if release < 18 else []
    return [
        *before,
        f"one-shot-bufferize{{{'allow-return-allocs-from-loops' if release >= 18 else 'allow-return-allocs'}=true}}",
        "canonicalize",
        "func.func(convert-linalg-to-loops)",
        "convert-scf-to-cf",
        "expand-strided-metadata",
        "lower-affine",
        "convert-math-to-llvm",
        "convert-math-to-libm",
        "finalize-memref-to-llvm",
        "convert-arith-to-llvm",
        "convert-cf-to-llvm",
        "convert-func-to-llvm",
        "reconcile-unrealized-casts",
    ]


def run(release: int, name: str, arguments: Sequence[str], text: str | bytes) -> bytes:
    """What the release's tool ``name`` makes of ``text``; raises AssertionError with what it says otherwise."""
    path = tool(name, release)
    assert path, f"no {name} of release {release}"
    data = text.encode() if isinstance(text, str) else text
    result = subprocess.run([path, *arguments], input=data, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode(errors="replace")[:2000]
    return result.stdout


@functools.cache
def runtime() -> list[str]:
    """What the code of a release calls, of some release: copies of strided memory, and conversions of small floats."""
    found = []
    for name in ("libmlir_c_runner_utils", "libmlir_float16_utils"):
        libraries = [lib for release in reversed(COMPLETE) for lib in _libraries(release).glob(f"{name}.so*")]
        assert libraries, f"no {name} of any release"
        found += [str(libraries[0]), f"-Wl,-rpath,{libraries[0].parent}"]
    return found


def cmake_packages(release: int) -> Path | None:
    """Where a release's packages for cmake are; None unless those of MLIR and LLVM, and cmake, are installed."""
    found = _libraries(release) / "cmake"
    is_there = all((found / name).is_dir() for name in ("mlir", "llvm")) and shutil.which("cmake")
    return found if release in INSTALLED and is_there else None


def _libraries(release: int) -> Path:
    return Path(os.path.realpath(tool("mlir-opt", release) or "")).parents[1] / "lib"


def optimized(release: int, text: str) -> bytes:
    """What the release's mlir-opt makes of the shared form."""
    return run(release, "mlir-opt", [f"--pass-pipeline=builtin.module({','.join(passes(release))})"], text)


class StockKernel:
    """A kernel compiled by a release's own tools; called as ``kernel[grid](*arguments)``.

    ``optimize(release, text)`` is what takes the shared form to the llvm dialect.
    """

    def __init__(
        self, path: Path, release: int, scratch: Path, optimize: Callable[[int, str], bytes] = optimized
    ):
        module = dialects.parse(path.read_text(), path.name)
        run_pipeline(module, ["triton-to-linalg"])
        self.name, self.types = _signature(module)
        lowered = optimize(release, releases.text_for(module, release))
        llvm = run(release, "mlir-translate", ["--mlir-to-llvmir"], lowered)
        code, library = scratch / f"{path.stem}.o", scratch / f"{path.stem}.so"
        run(
            release,
            "llc",
            ["-O2", "-filetype=obj", "-relocation-model=pic", "-mcpu=native", "-o", str(code)],
            llvm,
        )
        subprocess.run(["cc", "-shared", "-o", library, code, *runtime(), "-lm"], check=True)
        self.function = getattr(ctypes.CDLL(str(library)), self.name)
        self.function.restype = None

    def __getitem__(self, grid: tuple[int, ...]):
        return lambda *arguments: self.launch((*grid, 1, 1, 1)[:3], arguments)

    def launch(self, grid: tuple[int, int, int], arguments: Sequence[Any]) -> None:
        """Run all programs, one after the other."""
        given: list[Any] = []
        keep = []
        for type_, argument in zip(self.types, arguments, strict=False):
            if type_.startswith("memref"):
                address = argument.ctypes.data
                descriptor = (ctypes.c_int64 * 3)(address, address, 0)
                keep.append(descriptor)
                given += [ctypes.c_int64(0), ctypes.byref(descriptor)]
            else:
                given.append(_SCALARS[type_](argument))
        for z, y, x in itertools.product(*(range(n) for n in reversed(grid))):
            place = [ctypes.c_int32(n) for n in (*grid, x, y, z)]
            self.function(*given, *place)


_SCALARS = {
    "i1": ctypes.c_bool,
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
}


def _signature(module: ir.Operation) -> tuple[str, list[str]]:
    functions = [op.operation for op in module.regions[0].blocks[0]]
    kernel = next(f for f in functions if f.name == "func.func" and "sym_visibility" not in f.attributes)
    type_ = ir.FunctionType(kernel.attributes["function_type"].value)
    return kernel.attributes["sym_name"].value, [str(t) for t in type_.inputs]
