"""Instructions of x86 that code generation calls by LLVM's names: products of neighbours, tiles, powers of two."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.attributes import value
from triton_shared.reference.elements import BF16, F32, Value
from triton_shared.reference.errors import NoRule
from triton_shared.reference.machine import Machine, Rule

#: a tile is 16 rows of 64 bytes
ROWS, ROW_BYTES = 16, 64


def grouped_sum(sums: Value, products: Value) -> Value:
    """Each sum with its group of neighbouring products added, which wraps."""
    return (sums + products.reshape(len(sums), -1).sum(1)).astype(sums.dtype)


def bf16_dot(machine: Machine, sums: Value, x: Value, y: Value) -> Value:
    """Pairs of products of bf16 added to f32."""
    products = floats.numbers(x, BF16) * floats.numbers(y, BF16)
    return floats.rounded(sums.astype(np.float64) + products.reshape(len(sums), 2).sum(1), F32)


def byte_dot(machine: Machine, sums: Value, x: Value, y: Value) -> Value:
    """Fours of products of unsigned by signed bytes added to i32."""
    return grouped_sum(sums, x.view(np.uint8).astype(np.int64) * y.astype(np.int64))


def word_dot(machine: Machine, x: Value, y: Value) -> Value:
    """Pairs of products of i16, as i32."""
    return grouped_sum(np.zeros(len(x) // 2, np.int32), x.astype(np.int64) * y.astype(np.int64))


def scale(machine: Machine, x: Value, power: Value, other: Value, mask: Value, mode: Value) -> Value:
    """``x * 2**floor(power)``, rounded once; ``mask`` has all bits set."""
    whole = np.clip(np.nan_to_num(np.floor(power), nan=0.0), -5000, 5000).astype(np.int32)
    found = np.ldexp(x.astype(np.float64), whole)
    return floats.rounded(np.where(np.isnan(power), np.nan, found), F32)


def tile_zero(machine: Machine, tile: Value) -> None:
    """Fills a tile with zeros."""
    machine.tiles[int(tile)] = np.zeros((ROWS, ROW_BYTES), np.uint8)


def _row_addresses(address: Value, pitch: Value) -> Value:
    words = np.arange(ROW_BYTES // 4, dtype=np.int64) * 4
    return int(address) + np.arange(ROWS, dtype=np.int64)[:, None] * int(pitch) + words


def tile_load(machine: Machine, tile: Value, address: Value, pitch: Value) -> None:
    """Fills a tile with rows of memory, ``pitch`` bytes apart."""
    machine.tiles[int(tile)] = machine.memory.load_bytes(_row_addresses(address, pitch), 4).reshape(
        ROWS, ROW_BYTES
    )


def tile_store(machine: Machine, tile: Value, address: Value, pitch: Value) -> None:
    """Writes a tile to rows of memory, ``pitch`` bytes apart."""
    rows = machine.tiles[int(tile)].reshape(ROWS, -1, 4)
    machine.memory.store_bytes(_row_addresses(address, pitch), rows)


def tile_product(numbers: Callable[[Value], Value], sums: type) -> Callable[..., None]:
    """Adds to a tile the product of one of rows by one whose rows hold neighbours of a column side by side."""

    def execute(machine: Machine, to: Value, left: Value, right: Value) -> None:
        a, b = (numbers(machine.tiles[int(tile)]) for tile in (left, right))
        group = a.shape[1] // ROWS
        columns = b.reshape(ROWS, ROWS, group).transpose(0, 2, 1).reshape(ROWS * group, ROWS)
        total = machine.tiles[int(to)].view(sums) + np.matmul(a, columns)
        machine.tiles[int(to)] = total.astype(sums).view(np.uint8)

    return execute


def _bf16(tile: Value) -> Value:
    return floats.numbers(tile.view(np.uint16), BF16)


INTRINSICS: dict[str, Callable[..., Value]] = {
    **{f"llvm.x86.avx512bf16.dpbf16ps.{bits}": bf16_dot for bits in (128, 256, 512)},
    **{f"llvm.x86.avx512.vpdpbusd.{bits}": byte_dot for bits in (128, 256, 512)},
    "llvm.x86.avx512.pmaddw.d.512": word_dot,
    "llvm.x86.avx2.pmadd.wd": word_dot,
    "llvm.x86.sse2.pmadd.wd": word_dot,
    "llvm.x86.avx512.mask.scalef.ps.512": scale,
    "llvm.x86.sse.sfence": lambda machine: None,
    "llvm.x86.tilezero": tile_zero,
    "llvm.x86.tileloadd64": tile_load,
    "llvm.x86.tilestored64": tile_store,
    "llvm.x86.tdpbf16ps": tile_product(_bf16, np.float32),
    "llvm.x86.tdpbssd": tile_product(lambda tile: tile.view(np.int8).astype(np.int64), np.int32),
    "llvm.x86.tdpbuud": tile_product(lambda tile: tile.astype(np.int64), np.int32),
}


def intrinsic(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A call of one of `INTRINSICS`."""
    name = value(op, "intrin")
    if name not in INTRINSICS:
        raise NoRule(f"has no rule in the executor for {name}")
    function = INTRINSICS[name]
    return lambda *operands: function(machine, *operands)


RULES: dict[str, Rule] = {"llvm.call_intrinsic": intrinsic}
