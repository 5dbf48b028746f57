"""The object code of a kernel in the shared form, and its entry, to be called by ctypes."""

from __future__ import annotations

import ctypes
import struct

import llvmlite.binding as llvm
import numpy as np

from tests.support import crossed
from triton_shared.abi import layout
from triton_shared.codegen.cpu.stages import Artifact, compile_module
from triton_shared.mlir import ir

_PACK = {
    "ptr": "Q",
    "i1": "?",
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


class Native:
    """A compiled kernel whose native entry is in this process."""

    def __init__(self, text: str, kernel: str | None = None, **options):
        with ir.Context(), ir.Location.unknown():
            module = ir.Module.parse(text)
            self.artifact: Artifact = compile_module(module.operation, kernel, **options)
        if (machine := crossed.current()) and not self.artifact.target.is_x86:
            self.entry = crossed.Program(machine, self.artifact.object_code, self.artifact.entry).entry
            return
        machine = llvm.Target.from_default_triple().create_target_machine(
            reloc="pic", codemodel="default", jit=True
        )
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(self.artifact.object_code))
        self.engine.finalize_object()
        address = self.engine.get_function_address(self.artifact.entry)
        signature = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        self.entry = signature(address)

    def scratch(self) -> np.ndarray:
        """A fresh arena, 64-byte aligned, full of garbage."""
        size = self.artifact.scratch_bytes
        raw = np.full(size + 64, 0xCB, np.uint8)
        at = -raw.ctypes.data % 64
        return raw[at : at + size]

    def arguments(self, grid, *args) -> ctypes.Array:
        """The argument block."""
        params = self.artifact.params
        assert len(args) == len(params), (len(args), len(params))
        offsets, end = layout(params)
        block = bytearray(end + 12)
        for param, offset, arg in zip(params, offsets, args, strict=True):
            value = arg.ctypes.data if isinstance(arg, np.ndarray) else arg
            struct.pack_into("<" + _PACK[param.type], block, offset, value)
        grid = (*grid, 1, 1)[:3]
        struct.pack_into("<iii", block, end, *grid)
        return ctypes.create_string_buffer(bytes(block), len(block))

    def run(self, grid, *args) -> None:
        """Run all programs of ``grid``, one after the other."""
        scratch = self.scratch()
        self.entry(self.arguments(grid, *args), 0, int(np.prod(grid)), scratch.ctypes.data)
