"""Blocks of tensors in memory: as numpy arrays, and what makes descriptors and block pointers of them in TTIR."""

from __future__ import annotations

import numpy as np

from tests.support.ttir import tensor


def block_at(array, offsets, shape, pad):
    """The block of ``shape`` at ``offsets`` of ``array``, ``pad`` outside of it."""
    out = np.full(shape, pad, array.dtype)
    for index in np.ndindex(*shape):
        at = tuple(o + i for o, i in zip(offsets, index, strict=True))
        if all(0 <= a < n for a, n in zip(at, array.shape, strict=True)):
            out[index] = array[at]
    return out


def write_block(array, offsets, block):
    for index in np.ndindex(*block.shape):
        at = tuple(o + i for o, i in zip(offsets, index, strict=True))
        if all(0 <= a < n for a, n in zip(at, array.shape, strict=True)):
            array[at] = block[index]


def row_major(shape):
    return [int(np.prod(shape[d + 1 :])) for d in range(len(shape))]


def signless(element):
    return element.lstrip("su") if element[0] in "su" else element


def constants(name, numbers, type_):
    """TTIR of constants and their names, joined by commas."""
    lines = [f"{name}{k} = arith.constant {n} : {type_}" for k, n in enumerate(numbers)]
    return lines, ", ".join(f"{name}{k}" for k in range(len(numbers)))


def make_descriptor(name, base, whole, strides, block, element, padding=""):
    """TTIR that makes descriptor ``name`` of a tensor of constant sizes and strides."""
    lines, rank = [], len(whole)
    for d in range(rank):
        lines.append(f"{name}n{d} = arith.constant {whole[d]} : i32")
        lines.append(f"{name}s{d} = arith.constant {strides[d]} : i64")
    sizes, steps = (", ".join(f"{name}{k}{d}" for d in range(rank)) for k in "ns")
    types = f"<{signless(element)}>, <{'x'.join(map(str, (*block, element)))}>"
    return [*lines, f"{name} = tt.make_tensor_descriptor {base}, [{sizes}], [{steps}] {padding} : {types}"]


def make_block_pointer(name, base, whole, strides, offsets, block, order=None):
    """TTIR that makes block pointer ``name`` to f32 of constant sizes, strides and offsets."""
    parts = [
        constants(f"{name}n", whole, "i64"),
        constants(f"{name}s", strides, "i64"),
        constants(f"{name}o", offsets, "i32"),
    ]
    order = ", ".join(map(str, order or reversed(range(len(whole)))))
    lists = ", ".join(f"[{names}]" for _, names in parts)
    made = f"{name} = tt.make_tensor_ptr {base}, {lists} {{order = array<i32: {order}>}} : <{tensor(block, 'f32')}>"
    return [*(line for lines, _ in parts for line in lines), made]
