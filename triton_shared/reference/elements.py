"""The element types as arrays hold them: what an ``f8E5M2``, an ``i1`` or an ``index`` is in numpy.

A scalar is a numpy scalar, a tensor or vector is an array of its shape.  Integers are signed numpy integers, ``i1``
is a bool, ``index`` and pointers are int64.  Floats that numpy has are themselves, all others are their bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from triton_shared.dialects.tt.base import PointerType
from triton_shared.mlir import ir
from triton_shared.types import FORMATS, INDEX_WIDTH, Format

#: a numpy scalar or array
Value = Any

TF32 = Format(8, 10, 127, 0xFF << 10, 0xFF << 10 | 1 << 9)
_FORMATS = {**FORMATS, "tf32": TF32}
_NATIVE_FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


@dataclass(frozen=True)
class Element:
    """One element type.

    Attributes:
        name: as MLIR spells it.
        width: bits of an integer, a pointer or a float.
        dtype: of the arrays that hold it; an integer of a width that numpy lacks is sign-extended.
        format: of a float.
        native: whether numpy's arithmetic on ``dtype`` is that of the type.
    """

    name: str
    width: int
    dtype: np.dtype
    format: Format | None
    native: bool

    @property
    def float_format(self) -> Format:
        """The format of a float; raises KeyError of other types."""
        if self.format is None:
            raise KeyError(self.name)
        return self.format

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.dtype.itemsize

    @property
    def in_memory(self) -> np.dtype:
        """The type of arrays over memory: a byte that is not 0 is true."""
        return np.dtype(np.uint8) if self.width == 1 else self.dtype

    def signed(self, x: Value) -> Value:
        """The integers ``x`` as signed numbers: true is -1."""
        return -x.astype(np.int8) if self.width == 1 else x

    def unsigned(self, x: Value) -> Value:
        """The integers ``x`` as unsigned numbers."""
        if self.width == 1:
            return x.astype(np.uint8)
        bits = x.view(f"u{self.dtype.itemsize}")
        return bits if self.native else bits & bits.dtype.type((1 << self.width) - 1)

    def wrapped(self, x: Value) -> Value:
        """The low bits of the numpy integers ``x``."""
        if self.native:
            return x.astype(self.dtype)
        if self.width == 1:
            return (x & x.dtype.type(1)).astype(np.bool_)
        unused = np.int64(64 - self.width)
        return ((x.astype(np.int64) << unused) >> unused).astype(self.dtype)

    def from_memory(self, x: Value) -> Value:
        """What memory that holds ``x`` reads."""
        if self.width == 1:
            return x != 0
        return x if self.native or self.format else self.wrapped(x)

    def to_memory(self, x: Value) -> Value:
        """What is written for ``x``."""
        return x.astype(np.uint8) if self.width == 1 else x

    def integer(self, number: int) -> Value:
        """The Python integer ``number``, wrapped, as a scalar."""
        number &= (1 << self.width) - 1
        if self.width == 1:
            return np.bool_(number)
        return self.dtype.type(number - (1 << self.width) if number >> (self.width - 1) else number)


@lru_cache(maxsize=256)
def element_of_name(name: str) -> Element:
    """The float type that MLIR calls ``name``."""
    format_ = _FORMATS[name]
    bits = {8: np.uint8, 16: np.uint16}.get(format_.width, np.uint32)
    dtype = np.dtype(_NATIVE_FLOATS.get(name, bits))
    return Element(name, format_.width, dtype, format_, name in _NATIVE_FLOATS)


@lru_cache(maxsize=256)
def integer(width: int, name: str = "") -> Element:
    """The signless integer of ``width`` bits, at most 64."""
    bits = next(bits for bits in (8, 16, 32, 64) if bits >= width)
    dtype = np.dtype(np.bool_ if width == 1 else f"i{bits // 8}")
    return Element(name or f"i{width}", width, dtype, None, width == bits)


INDEX = integer(INDEX_WIDTH, "index")
POINTER = integer(64, "ptr")
I1, I8, I16, I32, I64 = map(integer, (1, 8, 16, 32, 64))
#: 16 bytes that are moved and compared, and no numbers
WORDS = Element("i128", 128, np.dtype("V16"), None, True)
F32, F64, BF16 = map(element_of_name, ("f32", "f64", "bf16"))


def element_of(type_: ir.Type) -> Element:
    """The element type of a shaped type, a scalar type itself; raises KeyError where it is none that arrays hold."""
    if isinstance(type_, ir.ShapedType):
        type_ = type_.element_type
    match type_:
        case ir.IntegerType() if type_.width == 128:
            return WORDS
        case ir.IntegerType() if type_.width <= 64:
            return integer(type_.width)
        case ir.IndexType():
            return INDEX
        case PointerType():
            return POINTER
    name = str(type_)
    return POINTER if name.startswith("!llvm.ptr") else element_of_name(name)


def shape_of(type_: ir.Type) -> tuple[int, ...]:
    """The static shape of a tensor or vector type; ``()`` of a scalar."""
    return tuple(type_.shape) if isinstance(type_, ir.ShapedType) else ()
