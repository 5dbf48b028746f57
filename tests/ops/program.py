"""Kernels made op by op, run on numpy arrays."""

from __future__ import annotations

import ml_dtypes
import numpy as np

import triton_shared

DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
}
ELEMENTS = {np.dtype(d): e for e, d in DTYPES.items()}


def tensor(shape: tuple[int, ...], element: str) -> str:
    """The type of a tensor; rank 0 is a scalar."""
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>" if shape else element


class Program:
    """The text of one kernel: `input` arrays are loaded whole, `output` values are stored whole."""

    def __init__(self):
        self.arrays: list[np.ndarray] = []
        self.outputs: list[np.ndarray] = []
        self.lines: list[str] = []
        self.prelude: list[str] = []
        self._count = 0

    def name(self) -> str:
        """A fresh SSA name."""
        self._count += 1
        return f"%v{self._count}"

    def op(self, text: str, results: int = 1):
        """Append one op, written without its results; returns their name, or a list of names."""
        name = self.name()
        self.lines.append(f"{name}{f':{results}' if results > 1 else ''} = {text}")
        return name if results == 1 else [f"{name}#{i}" for i in range(results)]

    def input(self, array: np.ndarray) -> str:
        """The tensor (rank 0: the scalar) that ``array`` holds."""
        element = ELEMENTS[array.dtype]
        pointer = self._pointer(np.ascontiguousarray(array), element)
        if not array.shape:
            return self.op(f"tt.load {pointer} : !tt.ptr<{element}>")
        flat = (array.size,)
        value = self.op(f"tt.load {self._lanes(pointer, flat, element)} : {tensor(flat, f'!tt.ptr<{element}>')}")
        if array.shape == flat:
            return value
        return self.op(f"tt.reshape {value} : {tensor(flat, element)} -> {tensor(array.shape, element)}")

    def output(self, value: str, shape: tuple[int, ...], element: str) -> None:
        """Store ``value``; it comes back from `run`."""
        array = np.zeros(shape, DTYPES[element])
        self.outputs.append(array)
        pointer = self._pointer(array, element)
        if not shape:
            self.lines.append(f"tt.store {pointer}, {value} : !tt.ptr<{element}>")
            return
        flat = (array.size,)
        if shape != flat:
            value = self.op(f"tt.reshape {value} : {tensor(shape, element)} -> {tensor(flat, element)}")
        lanes = self._lanes(pointer, flat, element)
        self.lines.append(f"tt.store {lanes}, {value} : {tensor(flat, f'!tt.ptr<{element}>')}")

    def _pointer(self, array: np.ndarray, element: str) -> str:
        self.arrays.append(array)
        self.prelude.append(f"%p{len(self.prelude)}: !tt.ptr<{element}>")
        return f"%p{len(self.prelude) - 1}"

    def _lanes(self, pointer: str, flat: tuple[int], element: str) -> str:
        pointers = tensor(flat, f"!tt.ptr<{element}>")
        lanes = self.op(f"tt.make_range {{start = 0 : i32, end = {flat[0]} : i32}} : {tensor(flat, 'i32')}")
        base = self.op(f"tt.splat {pointer} : !tt.ptr<{element}> -> {pointers}")
        return self.op(f"tt.addptr {base}, {lanes} : {pointers}, {tensor(flat, 'i32')}")

    @property
    def text(self) -> str:
        """The kernel as Triton IR."""
        body = "\n  ".join([*self.lines, "tt.return"])
        return f"tt.func public @k({', '.join(self.prelude)}) {{\n  {body}\n}}\n"

    def run(self) -> list[np.ndarray]:
        """Compile and launch one program; returns the outputs."""
        triton_shared.compile(self.text, num_threads=1)[(1,)](*self.arrays)
        return self.outputs
