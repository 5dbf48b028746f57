"""The element types: one row each, from which every layer takes what it calls the type and how it packs it.

A new float type of 8 bits that has a NaN is one row of `ROWS`.  The module imports no MLIR, so that launches may use
it.
"""

from __future__ import annotations

import math

from triton_shared.records import dataclass


@dataclass(frozen=True)
class Format:
    """A binary float format: sign, ``exponent`` bits with ``bias``, ``mantissa`` bits.

    ``infinity`` and ``nan`` are bit patterns without sign, None where the format lacks them; ``negative_zero`` tells
    whether there is one.
    """

    exponent: int
    mantissa: int
    bias: int
    infinity: int | None
    nan: int | None
    negative_zero: bool = True

    @property
    def width(self) -> int:
        """Number of bits."""
        return 1 + self.exponent + self.mantissa

    @property
    def sign(self) -> int:
        """The bit pattern of the sign."""
        return 1 << (self.width - 1)

    @property
    def largest(self) -> int:
        """The bit pattern of the largest finite number."""
        if self.infinity is not None:
            return self.infinity - 1
        return self.sign - 1 if self.nan is None or self.nan == self.sign else self.nan - 1

    def number(self, bits: int) -> float:
        """The number that the pattern ``bits`` stands for, exact."""
        if bits == self.nan:  # where it has the sign of no number
            return math.nan
        sign, size = (-1.0 if bits & self.sign else 1.0), bits & (self.sign - 1)
        if size > self.largest:
            return sign * math.inf if size == self.infinity else math.nan
        exponent, fraction = size >> self.mantissa, size & ((1 << self.mantissa) - 1)
        significand = fraction + (1 << self.mantissa if exponent else 0)
        return sign * math.ldexp(significand, max(exponent, 1) - self.bias - self.mantissa)

    def bits(self, number: float) -> int:
        """The pattern of ``number``, rounded once, to nearest even; that of a NaN keeps nothing but the sign.

        Raises:
            OverflowError: the format has no such large number, no infinity or no NaN.
        """
        sign, least = (self.sign if math.copysign(1.0, number) < 0 else 0), 1 - self.bias
        if math.isnan(number):
            found = self.nan
        elif math.isinf(number):
            found = self.infinity
        else:
            exponent = max(math.frexp(number)[1] - 1, least) if number else least
            units = round(math.ldexp(abs(number), self.mantissa - exponent))
            found = units + ((exponent - least) << self.mantissa)
            if found > self.largest:
                found = None
        if found is None:
            raise OverflowError(f"{number} has no place among {self.width} bits")
        if found == 0 and not self.negative_zero:
            return 0
        return sign | found


def _ieee(exponent: int, mantissa: int) -> Format:
    infinity = ((1 << exponent) - 1) << mantissa
    return Format(exponent, mantissa, (1 << (exponent - 1)) - 1, infinity, infinity | 1 << (mantissa - 1))


def _unsigned_zero(exponent: int, mantissa: int, bias: int) -> Format:
    """A format whose only NaN is where negative zero would be."""
    return Format(exponent, mantissa, bias, None, 0x80, negative_zero=False)


@dataclass(frozen=True)
class ScalarType:
    """One type.

    Attributes:
        mlir: its name in MLIR.
        bytes: what an element takes in memory.
        c: C's type that holds its bits, a signed one.
        packed: the character of `struct` for its value, or for its bits where `struct` has no such numbers.
        arrays: NumPy's and torch's names of the arrays that may stand behind a pointer, and Triton's where they
            differ; bits of a type that NumPy lacks come as integers.
        triton: Triton's names in signatures.
        java: its names in Project Babylon's code models.
        llvm: its name in LLVM IR; None where LLVM has no such type, and no kernel takes it but through a pointer.
        ptx: its name in PTX's products of matrices; None where they have no such elements.
        format: of a float.
    """

    mlir: str
    bytes: int
    c: str
    packed: str
    arrays: tuple[str, ...]
    triton: tuple[str, ...] = ()
    java: tuple[str, ...] = ()
    llvm: str | None = None
    format: Format | None = None
    ptx: str | None = None

    def c_of(self, name: str) -> str:
        """C's type for Triton's ``name``, which may be unsigned."""
        return f"u{self.c}" if name.startswith("u") and self.c.startswith("int") else self.c

    def packed_of(self, name: str) -> str:
        """The character of `struct` for Triton's ``name``, which may be signed."""
        return self.packed.lower() if name.startswith("i") else self.packed


def _integer(
    width: int, packed: str, arrays: str, java: str, c: str = "", triton: str = "", ptx: str | None = None,
) -> ScalarType:  # fmt: skip
    name, numbers = f"i{width}", tuple(arrays.split())
    c, names = c or f"int{width}_t", (name, f"u{width}", *triton.split())
    return ScalarType(name, -(-width // 8), c, packed, numbers, names, tuple(java.split()), name, ptx=ptx)


def _float(
    mlir: str, format_: Format, packed: str, arrays: str, triton: str, java: str = "", llvm: str | None = None,
    c: str = "", ptx: str | None = None,
) -> ScalarType:  # fmt: skip
    c, size = c or f"uint{format_.width}_t", format_.width // 8
    names = tuple(triton.split()), tuple(java.split())
    return ScalarType(mlir, size, c, packed, tuple(arrays.split()), *names, llvm, format_, ptx)


def _float8(mlir: str, format_: Format, triton: str = "", ptx: str | None = None) -> ScalarType:
    names = f"float8_{mlir.removeprefix('f8').lower()} uint8 int8 {triton}"
    return _float(mlir, format_, "B", names, triton, ptx=ptx)


#: an address; where it is an element, arrays of integers hold it
POINTER = ScalarType("ptr", 8, "void", "P", ("int64", "uint64"), llvm="ptr")

ROWS = (
    _integer(1, "?", "bool uint8 int8 int1", "boolean", c="bool"),
    _integer(
        8, "B", "int8 uint8 bool fp8e4b15", "byte", triton="fp8e4b15", ptx="s8"
    ),  # a float only in Triton's language
    _integer(16, "H", "int16 uint16", "short char"),
    _integer(32, "I", "int32 uint32", "int", ptx="s32"),
    _integer(64, "Q", "int64 uint64", "long"),
    _float("f16", _ieee(5, 10), "e", "float16 fp16", "fp16", "oracle.code.triton.Float16", "half", ptx="f16"),
    _float("bf16", _ieee(8, 7), "H", "bfloat16 uint16 int16 bf16", "bf16", llvm="bfloat", ptx="bf16"),
    _float("f32", _ieee(8, 23), "f", "float32 fp32", "fp32", "float", "float", c="float", ptx="f32"),
    _float("f64", _ieee(11, 52), "d", "float64 fp64", "fp64", "double", "double", c="double"),
    _float8("f8E4M3FN", Format(4, 3, 7, None, 0x7F), "fp8e4nv", ptx="e4m3"),
    _float8("f8E5M2", Format(5, 2, 15, 0x7C, 0x7F), "fp8e5", ptx="e5m2"),
    _float8("f8E4M3FNUZ", _unsigned_zero(4, 3, 8), "fp8e4b8"),
    _float8("f8E5M2FNUZ", _unsigned_zero(5, 2, 16), "fp8e5b16"),
    _float8("f8E4M3B11FNUZ", _unsigned_zero(4, 3, 11)),
)

#: what an ``index`` counts as
INDEX_WIDTH = 64

#: rows by MLIR's name; those of integers; formats of floats
BY_MLIR = {row.mlir: row for row in ROWS}
INTEGERS = frozenset(row.mlir for row in ROWS if row.format is None)
FORMATS = {row.mlir: row.format for row in ROWS if row.format is not None}
#: by Triton's names in signatures
BY_TRITON = {name: row for row in ROWS for name in row.triton}
#: what a kernel's argument may be, and what it may point to
ARGUMENTS = {row.mlir: row for row in (POINTER, *ROWS) if row.llvm}
ELEMENTS = {row.mlir: row for row in (POINTER, *ROWS)}
