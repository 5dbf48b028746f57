"""Hints of blocks are checked along each dimension: random shapes, strides and numbers, told by NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support.amount import examples
from triton_shared.runtime.checks.findings import collected

COUNT = examples(40, "TRITON_SHARED_TEST_HINTS")
HINTS = ("divisibility", "contiguity", "constancy")


def program(shape: list[int], said: dict[str, list[int]], pointers: bool) -> str:
    """A kernel of whose block, ``first + sum(index * stride) // by``, something is said along its dimensions."""
    rank, sizes = len(shape), "x".join(map(str, shape))
    block = f"tensor<{sizes}xi32>"
    told = ", ".join(f"tt.{name} = dense<{numbers}> : tensor<{rank}xi32>" for name, numbers in said.items())
    lines = [f"%v0 = tt.splat %first : i32 -> {block}"]
    for d, size in enumerate(shape):
        line = "x".join(str(size if d == n else 1) for n in range(rank))
        lines += [
            f"%r{d} = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>",
            f"%e{d} = tt.reshape %r{d} : tensor<{size}xi32> -> tensor<{line}xi32>",
            f"%b{d} = tt.broadcast %e{d} : tensor<{line}xi32> -> {block}",
            f"%s{d} = tt.splat %stride{d} : i32 -> {block}",
            f"%m{d} = arith.muli %b{d}, %s{d} : {block}",
            f"%v{d + 1} = arith.addi %v{d}, %m{d} : {block}",
        ]
    lines += [f"%by = tt.splat %divisor : i32 -> {block}"]
    hint = f"{{{told}}}"
    lines += [f"%v = arith.divsi %v{rank}, %by {'' if pointers else hint} : {block}"]
    ptrs = f"tensor<{sizes}x!tt.ptr<i32>>"
    lines += [f"%p = tt.splat %x : !tt.ptr<i32> -> {ptrs}"]
    lines += [f"%q = tt.addptr %p, %v {hint if pointers else ''} : {ptrs}, {block}"]
    lines += [f"tt.store %q, %v : {ptrs}", "tt.return"]
    strides = "".join(f", %stride{d}: i32" for d in range(rank))
    body = "\n  ".join(lines)
    return f"tt.func @k(%x: !tt.ptr<i32>, %first: i32, %divisor: i32{strides}) {{\n  {body}\n}}\n"


def aligned(size: int) -> np.ndarray:
    """Zeros at a multiple of 64 bytes."""
    whole = np.zeros(size + 16, np.int32)
    start = -whole.ctypes.data // 4 % 16
    return whole[start : start + size]


def holds(shape: list[int], said: dict[str, list[int]], pointers: bool, numbers: list[int]) -> bool:
    """Whether what is ``said`` is so: runs of contiguity begin at multiples and count, those of constancy are equal."""
    first, by, *strides = numbers
    value = (first + sum(i * stride for i, stride in zip(np.indices(shape), strides, strict=True))) // by
    value, step = (value * 4, 4) if pointers else (value, 1)
    said = {name: said.get(name, [1] * len(shape)) for name in HINTS}
    for axis, size in enumerate(shape):
        along = np.moveaxis(value, axis, -1)
        multiple, contiguity, constancy = (said[name][axis] for name in HINTS)
        if (along[..., :: min(contiguity, size) if contiguity > 1 else size] % multiple).any():
            return False
        for run, distance in ((min(contiguity, size), step), (min(constancy, size), 0)):
            runs = along.reshape(*along.shape[:-1], -1, run)
            if (runs != runs[..., :1] + np.arange(run) * distance).any():
                return False
    return True


def drawn(rng: np.random.Generator) -> tuple[list[int], dict[str, list[int]], bool, list[int]]:
    """A shape, what is said of it, whether of pointers, and the program's integers."""
    shape = [int(2 ** rng.integers(0, 4)) for _ in range(rng.integers(1, 4))]
    chosen = [name for name in HINTS if rng.random() < 0.5] or ["contiguity"]
    said = {name: [int(2 ** rng.integers(0, 4)) for _ in shape] for name in chosen}
    strides = [int(rng.choice([0, 1, 1, 2, 8, 16])) for _ in shape]
    numbers = [int(rng.choice([0, 0, 8, 16, 3])), int(rng.choice([1, 1, 1, 4])), *strides]
    return shape, said, bool(rng.random() < 0.4), numbers


def found(text: str, numbers: list[int]) -> list[str]:
    """What the checked kernel is told of."""
    kernel = triton_shared.compile(text, checks="promises", num_threads=1)
    with collected() as findings:
        kernel[(1,)](aligned(1024), *numbers)
    return [one.told for one in findings]


@pytest.mark.cpu("checks kernels on the CPU")
def test_hints_hold_or_are_reported():
    rng, outcomes = np.random.default_rng(11), set()
    for _ in range(COUNT):
        shape, said, pointers, numbers = drawn(rng)
        right = holds(shape, said, pointers, numbers)
        told = found(program(shape, said, pointers), numbers)
        assert bool(told) != right, f"{shape}, {said}, {pointers}, {numbers}: {told}"
        assert all("says that" in one for one in told)
        outcomes.add(right)
    assert outcomes == {True, False}


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize(
    ("strides", "told"),
    [
        ((16, 1), []),
        ((20, 1), ["says that runs of a block along dimension 1 begin at multiples of 16"]),
        ((32, 2), ["says that 16 neighbours along dimension 1 count by one"]),
    ],
)
def test_the_dimension_is_named(strides, told):
    text = program([4, 16], {"contiguity": [1, 16], "divisibility": [1, 16]}, False)
    assert found(text, [0, 1, *strides]) == told
