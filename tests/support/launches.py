"""Arguments for any kernel of which nothing but its parameters is known: arrays large enough, small numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

import triton_shared
from triton_shared.abi import BLOCK_SHAPE, DIVISIBILITY, Param, first_parts
from triton_shared.runtime.kernel import Kernel

ELEMENTS = 1 << 13

#: relative errors: sums are made in other orders
TOLERANCES = {"f16": 2e-2, "bf16": 2e-2, "f32": 1e-4, "f64": 1e-9}


def arguments(kernel: Kernel, seed: int = 0) -> list[Any]:
    """Arguments of ``kernel``, equal for equal seeds."""
    rng = np.random.default_rng(seed)
    return [_argument(kernel.params[first], rng) for first in first_parts(kernel.params)]


def _argument(param: Param, rng: np.random.Generator) -> Any:
    if BLOCK_SHAPE in param.attributes:
        block = param.attributes[BLOCK_SHAPE]
        shape = [2 * n - 3 if n > 3 else n for n in block]
        whole = array(param.element, int(np.prod(shape)), rng).reshape(shape)
        return triton_shared.TensorDescriptor.from_array(whole, block)
    if param.type == "ptr":
        return array(param.element, ELEMENTS, rng)
    if param.type.startswith("i"):
        return 1 if param.type == "i1" else 16 if DIVISIBILITY in param.attributes else 17
    return 1.25


def array(element: str | None, count: int, rng: np.random.Generator) -> np.ndarray:
    """Floats near 1, or small positive integers, which are indices of whatever they index."""
    numbers = rng.random(count) * 4 - 1
    match element:
        case "f16" | "f32" | "f64":
            return numbers.astype(f"f{int(element[1:]) // 8}")
        case "bf16":
            return (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        case "i1":
            return rng.integers(0, 2, count).astype(bool)
        case str() if element.startswith("i"):
            return rng.integers(1, 8, count).astype(f"i{int(element[1:]) // 8}")
        case "ptr" | None:
            return np.zeros(count, np.int64)
    return rng.integers(0x28, 0x48, count).astype(np.uint8)


def numbers_of(array: np.ndarray, element: str | None) -> np.ndarray:
    """What ``array`` holds, as f64; bits of floats that numpy lacks are bits."""
    if element == "bf16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array.astype(np.float64)


def assert_same(kernel: Kernel, got: list[Any], wanted: list[Any], note: str) -> None:
    """Raise AssertionError where an array of a launch's arguments holds something else than that of another one."""
    for number, (a, b) in enumerate(zip(got, wanted, strict=True)):
        a, b = (getattr(x, "base", x) if not isinstance(x, np.ndarray) else x for x in (a, b))
        if isinstance(a, np.ndarray):
            element = kernel.params[number].element if len(kernel.params) == len(got) else None
            tolerance = TOLERANCES.get(element or "f32", 0)
            a, b = (numbers_of(x, element) for x in (a, b))
            np.testing.assert_allclose(a, b, tolerance, tolerance, err_msg=f"{note}: argument {number}")
