"""Kernels that upstream's passes alone compile, in this process; called as ``kernel[grid](*arguments)``.

Any form that `--triton-to-linalg` gives will do, and any kernel ABI: arguments are handed over as the function's types
ask for them, strided memrefs with an offset, a size and a stride that say nothing of the array.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from triton_shared.codegen.cpu.target import native_target
from triton_shared.codegen.llvm import machine
from triton_shared.codegen.llvm.translation import to_llvm_ir
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

PASSES = (
    "inline",
    "symbol-dce",
    "one-shot-bufferize{allow-return-allocs-from-loops=true}",
    "canonicalize",
    "scf-forall-to-parallel",
    "convert-linalg-to-loops",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
    "verify-llvm-dialect",
)

_SCALARS = {
    "i1": ctypes.c_bool,
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
}


_ASK = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)


class UpstreamKernel:
    """The one kernel of ``module``, which is consumed; the passes ``first`` come before `PASSES`."""

    def __init__(self, module: ir.Operation, first: Sequence[str] = ()):
        functions = [op.operation for op in module.operation.regions[0].blocks[0]]
        kernel = next(f for f in functions if f.name == "func.func" and "sym_visibility" not in f.attributes)
        self.types = [str(t) for t in ir.FunctionType(kernel.attributes["function_type"].value).inputs]
        name = kernel.attributes["sym_name"].value
        run_pipeline(module, [*first, *PASSES])
        target = native_target()
        with module.context, ir.Location.unknown():
            text = to_llvm_ir(module.operation)
        code = machine.optimize(text, target)
        jit = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self.place: dict[str, tuple[int, int, int]] = {}
        self.callbacks = {
            "memrefCopy": _copier(),
            "triton_shared_program_id": _ASK(lambda axis: self.place["pid"][axis]),
            "triton_shared_num_programs": _ASK(lambda axis: self.place["grid"][axis]),
        }
        for symbol, callback in self.callbacks.items():
            llvm.add_symbol(symbol, ctypes.cast(callback, ctypes.c_void_p).value)
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), jit)
        self.object_code = machine.to_object(code, target)
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(self.object_code))
        self.engine.finalize_object()
        address = self.engine.get_function_address(name)
        self.function = ctypes.CFUNCTYPE(None)(address)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        return lambda *arguments: self.launch((*grid, 1, 1, 1)[:3], arguments)

    def launch(self, grid: tuple[int, int, int], arguments: Sequence[Any]) -> None:
        """Run all programs, one after the other."""
        keep: list[Any] = []
        given = [x for type_, a in zip(self.types, arguments, strict=False) for x in _handed(type_, a, keep)]
        told = len(self.types) - len(arguments)
        programs = [(0, 0, 0)] if told == len(grid) else itertools.product(*map(range, reversed(grid)))
        for z, y, x in programs:
            self.place.update(grid=grid, pid=(x, y, z))
            self.function(*given, *map(ctypes.c_int32, (*grid, x, y, z)[:told]))


def _handed(type_: str, argument: Any, keep: list[Any]) -> list[Any]:
    """``argument`` as C hands it over: a memref in parts."""
    if not type_.startswith("memref"):
        return [_SCALARS[type_](argument)]
    address, size = argument.ctypes.data, argument.itemsize
    match type_.partition("<")[2]:
        case strided if "strided" in strided:
            return [*map(ctypes.c_int64, (0, address - 5 * size, 5, 2, 3))]
        case ranked if ranked[0] in "?0123456789":
            return [*map(ctypes.c_int64, (0, address, 0, argument.size, 1))]
    descriptor = (ctypes.c_int64 * 3)(address, address, 0)
    keep.append(descriptor)
    return [ctypes.c_int64(0), ctypes.byref(descriptor)]


@functools.cache
def _copier() -> Any:
    """What code calls for copies of strided memory."""

    def view(rank: int, descriptor: int, size: int) -> np.ndarray:
        fields = (ctypes.c_int64 * (3 + 2 * rank)).from_address(descriptor)
        _, aligned, offset, *rest = fields
        shape, strides = rest[:rank], [step * size for step in rest[rank:]]
        if 0 in shape:
            return np.empty(shape, f"V{size}")
        first = (ctypes.c_char * size).from_address(aligned + offset * size)
        flat = np.frombuffer(first, f"V{size}")
        return np.lib.stride_tricks.as_strided(flat, shape, strides)

    def copy(size: int, source: int, target: int) -> None:
        pairs = [(ctypes.c_int64 * 2).from_address(pointer) for pointer in (source, target)]
        source_view, target_view = (view(rank, descriptor, size) for rank, descriptor in pairs)
        target_view[...] = source_view

    return ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(copy)
