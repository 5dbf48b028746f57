"""Kernels made op by op, run on numpy arrays, with the results that are expected of them."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np

import triton_shared
from tests.support.ttir import Writer, tensor
from triton_shared.types import FORMATS

EIGHTS = tuple(name for name, format_ in FORMATS.items() if format_.width == 8)
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
    **{e: getattr(ml_dtypes, f"float8_{e[2:].lower()}") for e in EIGHTS},
}
ELEMENTS = {np.dtype(d): e for e, d in DTYPES.items()}


@dataclass(frozen=True)
class Expected:
    """``array`` is right within ``ulps``, or within ``bound`` where that is given; NaN equals NaN.

    Unless ``signs``, both zeros are equal.
    """

    array: np.ndarray
    ulps: float
    signs: bool
    note: str
    bound: np.ndarray | None = None


def ranks(array: np.ndarray) -> np.ndarray:
    """Numbers that count the floats of a type in their order, both zeros 0."""
    bits = array.view(f"u{array.dtype.itemsize}").astype(np.uint64)
    sign = np.uint64(1 << (8 * array.dtype.itemsize - 1))
    size = (bits & (sign - np.uint64(1))).astype(np.int64)
    return np.where(bits & sign, -size, size)


def wrong_elements(actual: np.ndarray, expected: Expected) -> np.ndarray:
    """Positions, in row-major order, at which ``actual`` is wrong."""
    wanted = expected.array
    if expected.bound is not None:
        close = np.abs(actual.astype(np.float64) - wanted) <= expected.bound
        return np.flatnonzero(~np.where(np.isnan(wanted), np.isnan(actual), close))
    if wanted.dtype.kind in "bui":
        return np.flatnonzero(actual != wanted)
    with np.errstate(invalid="ignore", over="ignore"):
        nans = np.isnan(actual.astype(np.float64)), np.isnan(wanted.astype(np.float64))
        a, b = ranks(actual), ranks(wanted)
        apart = (a < 0) != (b < 0)
        distance = np.where(apart, np.abs(a.astype(np.float64)) + np.abs(b.astype(np.float64)), np.abs(a - b))
    wrong = distance > expected.ulps
    if expected.signs:
        word = f"u{wanted.dtype.itemsize}"
        sign = 8 * wanted.dtype.itemsize - 1
        wrong |= (actual.view(word) >> sign) != (wanted.view(word) >> sign)
    return np.flatnonzero(np.where(nans[0] | nans[1], nans[0] != nans[1], wrong))


class Program(Writer):
    """The text of one kernel: `input` arrays are loaded whole, `expect`-ed values are stored whole and compared."""

    def __init__(self):
        super().__init__()
        self.arrays: list[np.ndarray] = []
        self.outputs: list[np.ndarray] = []
        self.expected: list[Expected] = []
        self.prelude: list[str] = []

    def input(self, array: np.ndarray) -> str:
        """The tensor (rank 0: the scalar) that ``array`` holds."""
        element = ELEMENTS[array.dtype]
        pointer = self._pointer(np.ascontiguousarray(array), element)
        if not array.shape:
            return self.op(f"tt.load {pointer} : !tt.ptr<{element}>")
        flat = (array.size,)
        value = self.op(
            f"tt.load {self._pointers(pointer, flat, element)} : {tensor(flat, f'!tt.ptr<{element}>')}"
        )
        if array.shape == flat:
            return value
        return self.op(f"tt.reshape {value} : {tensor(flat, element)} -> {tensor(array.shape, element)}")

    def expect(
        self, value: str, wanted: np.ndarray, ulps: float = 0, *, signs: bool = True, note: str = ""
    ) -> None:
        """``value`` has the shape and element type of ``wanted``, and should be equal to it."""
        wanted = np.ascontiguousarray(wanted).reshape(np.shape(wanted))
        self._store(value, Expected(wanted, ulps, signs, note), wanted.dtype)

    def expect_close(
        self, value: str, wanted: np.ndarray, bound: np.ndarray, dtype: type, note: str = ""
    ) -> None:
        """``value``, of ``dtype``, differs from the f64 ``wanted`` by no more than ``bound``."""
        self._store(value, Expected(wanted, 0, False, note, bound), np.dtype(dtype))

    def _store(self, value: str, expected: Expected, dtype: np.dtype) -> None:
        self.expected.append(expected)
        wanted, element = expected.array, ELEMENTS[dtype]
        self.outputs.append(np.zeros(wanted.shape, dtype))
        pointer = self._pointer(self.outputs[-1], element)
        if not wanted.shape:
            self.do(f"tt.store {pointer}, {value} : !tt.ptr<{element}>")
            return
        flat = (wanted.size,)
        if wanted.shape != flat:
            value = self.op(
                f"tt.reshape {value} : {tensor(wanted.shape, element)} -> {tensor(flat, element)}"
            )
        pointers = self._pointers(pointer, flat, element)
        self.do(f"tt.store {pointers}, {value} : {tensor(flat, f'!tt.ptr<{element}>')}")

    def _pointer(self, array: np.ndarray, element: str) -> str:
        self.arrays.append(array)
        self.prelude.append(f"%p{len(self.prelude)}: !tt.ptr<{element}>")
        return f"%p{len(self.prelude) - 1}"

    def _pointers(self, pointer: str, flat: tuple[int], element: str) -> str:
        pointers = tensor(flat, f"!tt.ptr<{element}>")
        index = self.op(f"tt.make_range {{start = 0 : i32, end = {flat[0]} : i32}} : {tensor(flat, 'i32')}")
        base = self.op(f"tt.splat {pointer} : !tt.ptr<{element}> -> {pointers}")
        return self.op(f"tt.addptr {base}, {index} : {pointers}, {tensor(flat, 'i32')}")

    @property
    def text(self) -> str:
        """The kernel as Triton IR."""
        return self.kernel(", ".join(self.prelude))

    def check(self) -> None:
        """Compile, launch one program, and compare all that is expected; raises AssertionError."""
        triton_shared.compile(self.text, num_threads=1)[(1,)](*self.arrays)
        failures = []
        for actual, expected in zip(self.outputs, self.expected, strict=True):
            if (wrong := wrong_elements(actual, expected)).size:
                shown = [(int(i), actual.ravel()[i], expected.array.ravel()[i]) for i in wrong[:4]]
                what = f"{expected.note} {actual.dtype}{list(actual.shape)}"
                failures.append(f"{what}: {wrong.size} wrong, (index, actual, expected): {shown}")
        assert not failures, "\n".join(failures)
