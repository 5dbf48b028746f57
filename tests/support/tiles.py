"""A matrix unit in Python: what the instructions for tiles do, for machines that have none.

Code for tiles is compiled for the machine at hand with a call in place of each of these instructions.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable

import ml_dtypes
import numpy as np

ROWS, BYTES = 16, 64
SIGNS = {"s": np.int8, "u": np.uint8}


class Tiles:
    """Eight tiles, which hold nothing until they are configured."""

    def __init__(self):
        self.tiles: np.ndarray | None = None
        self.products = 0
        self._callbacks: dict[str, Callable] = {}
        byte, place = ctypes.c_int8, (ctypes.c_void_p, ctypes.c_int64)
        self._define("ldtilecfg", self._configure, ctypes.c_void_p)
        self._define("tilerelease", self._release)
        self._define("tilezero", self._zero, byte)
        self._define("tileloadd64", self._load, byte, *place)
        self._define("tilestored64", self._store, byte, *place)
        self._define("tdpbf16ps", self._multiplies(*[ml_dtypes.bfloat16] * 2), byte, byte, byte)
        for x, left in SIGNS.items():
            for y, right in SIGNS.items():
                self._define(f"tdpb{x}{y}d", self._multiplies(left, right), byte, byte, byte)

    def _define(self, name: str, function: Callable, *types: type) -> None:
        self._callbacks[name] = ctypes.CFUNCTYPE(None, *types)(function)

    def emulated(self, text: str) -> str:
        """LLVM IR ``text`` that calls this object where it has instructions for tiles."""
        text = re.sub(r"^declare void @llvm\.x86\.(ldtilecfg|t(ile|dp)\w+)\(.*$", "", text, flags=re.M)
        for name, callback in self._callbacks.items():
            address = ctypes.cast(callback, ctypes.c_void_p).value
            text = text.replace(f"@llvm.x86.{name}(", f"inttoptr (i64 {address} to ptr)(")
        return text

    def _configure(self, config: int) -> None:
        palette = np.frombuffer(ctypes.string_at(config, BYTES), np.uint8)
        columns = palette[16:32].view(np.uint16)
        assert palette[0] == 1
        assert (columns == BYTES).all()
        assert (palette[48:56] == ROWS).all()
        self.tiles = np.zeros((8, ROWS, BYTES), np.uint8)

    def _release(self) -> None:
        self.tiles = None

    def _zero(self, tile: int) -> None:
        self.tiles[tile] = 0

    def _load(self, tile: int, address: int, pitch: int) -> None:
        for row in range(ROWS):
            self.tiles[tile, row] = np.frombuffer(ctypes.string_at(address + row * pitch, BYTES), np.uint8)

    def _store(self, tile: int, address: int, pitch: int) -> None:
        for row in range(ROWS):
            ctypes.memmove(address + row * pitch, self.tiles[tile, row].tobytes(), BYTES)

    def _multiplies(self, left: type, right: type) -> Callable[[int, int, int], None]:
        """What adds the product of a tile of ``left`` and one of ``right`` elements to a third."""
        wide = np.int32 if np.dtype(left).kind in "iu" else np.float32

        def multiply(total: int, x: int, y: int) -> None:
            shape = ROWS, ROWS, 4 // np.dtype(left).itemsize
            a, b = (self.tiles[n].view(t).reshape(shape).astype(wide) for n, t in ((x, left), (y, right)))
            sums = self.tiles[total].view(wide)
            sums += np.einsum("mki,kni->mn", a, b)
            self.products += 1

        return multiply
