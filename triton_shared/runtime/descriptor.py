"""`TensorDescriptor`: what a kernel's ``!tt.tensordesc`` argument is given.

In the kernel's argument struct it is a pointer, the shape and the strides as i64, and a byte that tells whether
elements outside of the tensor read NaN.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from triton_shared.coded import with_codes

PADDINGS = ("zero", "nan")

_SIZES = range(1 << 31)
_STRIDES = range(-(1 << 63), 1 << 63)
_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class TensorDescriptor:
    """A strided tensor in memory that a kernel reads and writes block by block.

    Args:
        base: the array, or whatever else may stand for a pointer argument.
        shape: sizes of the tensor, each below 2**31.
        strides: elements from one index to the next, a dimension each, as i64; the last must be 1.
        block_shape: sizes of the blocks, as the kernel was compiled for.
        padding: what elements outside of the tensor read, "zero" or "nan".

    Raises:
        TypeError: a number is no integer.
        ValueError: the lists differ in length, a size is negative or too large, a stride does not fit i64, the last
            stride is not 1, or the padding is unknown.
    """

    base: Any
    shape: Sequence[int]
    strides: Sequence[int]
    block_shape: Sequence[int]
    padding: str = "zero"

    @with_codes
    def __post_init__(self) -> None:
        if not len(self.shape) == len(self.strides) == len(self.block_shape) > 0:
            lengths = f"{len(self.shape)}, {len(self.strides)} and {len(self.block_shape)}"
            raise ValueError(
                f"shape, strides and block_shape must have one number a dimension, got {lengths}"
            )
        _check(self.shape, self.strides)
        if self.padding not in PADDINGS:
            raise ValueError(f"padding must be {' or '.join(map(repr, PADDINGS))}, got {self.padding!r}")

    @classmethod
    def from_array(cls, array: Any, block_shape: Sequence[int], padding: str = "zero") -> TensorDescriptor:
        """The descriptor of a whole NumPy array.

        Args:
            array: of any number of dimensions; the stride of the last one must be one element.
            block_shape: sizes of the blocks, as the kernel was compiled for; one for each dimension.
            padding: what elements outside of the tensor read, "zero" or "nan".

        Returns:
            A descriptor with the array's shape, and its strides in elements.

        Raises:
            ValueError: the array's strides are not whole numbers of elements, as may be with a field of a structured
                array; or an error of the constructor.
        """
        if any(stride % array.itemsize for stride in array.strides):
            bytes_ = f"strides of {list(array.strides)} bytes over elements of {array.itemsize}"
            raise ValueError(f"a descriptor's strides are whole elements, got {bytes_}; pass a copy")
        strides = [stride // array.itemsize for stride in array.strides]
        return cls(array, list(array.shape), strides, block_shape, padding)


def _check(shape: Sequence[int], strides: Sequence[int]) -> None:
    """Raise a TypeError or ValueError if these are not the sizes and strides of a descriptor."""
    try:
        sizes, steps = [list(map(operator.index, numbers)) for numbers in (shape, strides)]
    except TypeError as error:
        raise TypeError(f"shape and strides must be integers: {error}") from None
    if any(size not in _SIZES for size in sizes):
        raise ValueError(f"sizes of a descriptor must be in [0, 2**31), got {sizes}")
    if any(step not in _STRIDES for step in steps):
        raise ValueError(f"strides of a descriptor must fit i64, got {steps}")
    if steps[-1] != 1:
        raise ValueError(f"the last stride of a descriptor must be 1, got {steps}")


def converter(
    pointer: Callable[[Any], int], block_shape: Sequence[int], label: str
) -> Callable[[Any], tuple]:
    """Turns a descriptor (ours, or Triton's own) into its fields; ``pointer`` converts its base.

    The converter raises a TypeError for anything else and a ValueError for blocks or strides of another shape.
    """
    expected = list(block_shape)

    def convert(value: Any) -> tuple:
        if any(not hasattr(value, name) for name in ("base", "shape", "strides", "block_shape")):
            what = f"a triton_shared.TensorDescriptor with blocks of {expected}"
            raise TypeError(f"{label}: expected {what}, got {type(value).__name__}")
        if list(value.block_shape) != expected:
            raise ValueError(f"{label}: expected blocks of {expected}, got {list(value.block_shape)}")
        if not len(value.shape) == len(value.strides) == len(expected):
            lengths = f"{len(value.shape)} and {len(value.strides)}"
            raise ValueError(
                f"{label}: expected {len(expected)} sizes and {len(expected)} strides, got {lengths}"
            )
        try:
            _check(value.shape, value.strides)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{label}: {error}") from None
        numbers = (operator.index(number) & _MASK for number in (*value.shape, *value.strides))
        return (pointer(value.base), *numbers, getattr(value, "padding", "zero") == "nan")

    return convert
