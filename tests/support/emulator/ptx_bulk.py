"""Inline PTX assembly of mbarriers, and of copies of boxes of tensors; and what a host gives kernels for a tensor.

The 128 bytes that a host encodes are opaque: those of the emulator are `TensorMap`, in native/bulk.c.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

import numpy as np

from tests.support.emulator.ptx_body import B16, B32, PRED, Body, Instruction, PTXError, Rule
from tests.support.emulator.text import split

DECLARATIONS = """
declare void @emu_mbarrier_init(i64, i32, i32)
declare void @emu_mbarrier_forget(i64, i32)
declare void @emu_mbarrier_expect(i64, i32, i32)
declare void @emu_mbarrier_arrive(i64, i32, i32, i32)
declare i32 @emu_mbarrier_wait(i64, i32, i32, i32)
declare void @emu_copy_tensor(i64, ptr, i32, ptr, i64, i32)
declare void @emu_multicast_tensor(i64, ptr, i32, ptr, i64, i32, i32)
declare i32 @emu_map_shared(i64, i32, i32)
declare void @emu_store_tensor(ptr, i32, ptr, i64, i32)
declare void @emu_commit_stores(i32)
declare void @emu_wait_for_stores(i32, i32, i32)
"""

MAP_BYTES = 128
_MOST_DIMENSIONS = 5


def tensor_map(
    address: int, size: int, extents: Sequence[int], strides: Sequence[int], box: Sequence[int], swizzle: int
) -> np.ndarray:
    """What stands for a tensor in memory: elements of ``size`` bytes, the fastest dimension first.

    ``strides`` are the bytes between elements along the other dimensions, ``box`` is what a copy moves; ``swizzle`` is
    0, or how many bytes a row has in shared memory whose chunks change places.
    """
    padded = [[*values, *[0] * 5][:count] for values, count in ((extents, 5), (strides, 4), (box, 5))]
    packed = struct.pack(
        "<8sQ4I9Q5I",
        b"tensors",
        address,
        len(extents),
        size,
        swizzle,
        0,
        *padded[0],
        *padded[1],
        *padded[2],
    )
    return np.frombuffer(packed.ljust(MAP_BYTES, b"\0"), np.uint8).copy()


def mbarrier(body: Body, it: Instruction) -> None:
    """``mbarrier``, in the block's own shared memory; arrivals in the cluster's as well"""
    what = it.modifiers[0]
    operands = list(it.operands)
    if what in ("arrive", "test_wait", "try_wait"):
        result = operands.pop(0)
    if "noComplete" in it.modifiers or (
        it.has("cluster") and what not in ("arrive", "expect_tx", "complete_tx")
    ):
        raise PTXError(f"the emulator does not know `{it.text}`")
    address = body.address(operands.pop(0), shared=True)
    numbers = [body.get(operand, B32) for operand in operands]
    match what:
        case "init":
            body.do(f"call void @emu_mbarrier_init(i64 {address}, i32 {numbers[0]}, i32 %site)")
        case "inval":
            body.do(f"call void @emu_mbarrier_forget(i64 {address}, i32 %site)")
        case "expect_tx":
            body.do(f"call void @emu_mbarrier_expect(i64 {address}, i32 {numbers[0]}, i32 %site)")
        case "arrive" if result == "_":
            count, bytes_ = ("1", numbers[0]) if it.has("expect_tx") else ([*numbers, "1"][0], "0")
            body.do(f"call void @emu_mbarrier_arrive(i64 {address}, i32 {count}, i32 {bytes_}, i32 %site)")
        case "test_wait" | "try_wait" if it.has("parity"):
            waits = int(what == "try_wait")
            got = body.op(
                f"call i32 @emu_mbarrier_wait(i64 {address}, i32 {numbers[0]}, i32 {waits}, i32 %site)"
            )
            body.put(result, PRED, body.resize(got, 32, 1))
        case _:
            raise PTXError(f"the emulator does not know `{it.text}`")


def copy_bulk(body: Body, it: Instruction) -> None:
    """``cp.async.bulk``: of boxes of tensors, and what commits and waits for those that go to memory"""
    what = [modifier for modifier in it.modifiers[2:] if modifier not in ("tile", "cta", "cluster")]
    match what, it.operands:
        case ["commit_group"], []:
            body.do("call void @emu_commit_stores(i32 %site)")
        case ["wait_group", *read], [pending] if read in ([], ["read"]):
            count, only_read = body.get(pending, B32), len(read)
            body.do(f"call void @emu_wait_for_stores(i32 {count}, i32 {only_read}, i32 %site)")
        case ["tensor", rank, "shared", "global", "mbarrier", "complete_tx", "bytes"], [to, source, arrives]:
            box = _box(body, it, rank, source)
            place, mbarrier_ = (body.address(operand, shared=True) for operand in (to, arrives))
            body.do(f"call void @emu_copy_tensor(i64 {place}, {box}, i64 {mbarrier_}, i32 %site)")
        case ["tensor", rank, "shared", "global", "mbarrier", "complete_tx", "bytes", "multicast"], [
            to,
            source,
            arrives,
            blocks,
        ]:
            box = _box(body, it, rank, source)
            place, mbarrier_ = (body.address(operand, shared=True) for operand in (to, arrives))
            mask = body.resize(body.get(blocks, B16), 16, 32)
            body.do(
                f"call void @emu_multicast_tensor(i64 {place}, {box}, i64 {mbarrier_}, i32 {mask}, i32 %site)"
            )
        case ["tensor", rank, "global", "shared", "bulk_group"], [to, source]:
            box = _box(body, it, rank, to)
            body.do(f"call void @emu_store_tensor({box}, i64 {body.address(source, shared=True)}, i32 %site)")
        case _:
            raise PTXError(f"the emulator does not know `{it.text}`")


def _box(body: Body, it: Instruction, dimensions: str, operand: str) -> str:
    """The map, the rank and the coordinates of ``[map, {x, y}]`` as arguments of a call."""
    place = re.fullmatch(r"\[(\S+),\s*\{(.*)\}\]", operand)
    indices = split(place[2]) if place else []
    if not place or dimensions != f"{len(indices)}d":
        raise PTXError(f"`{it.text}` has {len(indices)} coordinates")
    slot = body.slot(32 * _MOST_DIMENSIONS)
    for k, index in enumerate(indices):
        at = body.op(f"getelementptr i32, ptr {slot}, i64 {k}")
        body.do(f"store i32 {body.get(index, B32)}, ptr {at}")
    return f"ptr {body.address(f'[{place[1]}]', shared=False)}, i32 {len(indices)}, ptr {slot}"


def map_shared(body: Body, it: Instruction) -> None:
    """``mapa``: an address in another block of the cluster"""
    if it.modifiers != ["shared", "cluster", "u32"]:
        raise PTXError(f"the emulator does not know `{it.text}`")
    to, address, rank = it.operands
    place = body.address(f"[{address}]", shared=True)
    found = body.op(f"call i32 @emu_map_shared(i64 {place}, i32 {body.get(rank, B32)}, i32 %site)")
    body.put(to, B32, found)


def set_registers(body: Body, it: Instruction) -> None:
    """``setmaxnreg``"""
    how, *rest = it.modifiers
    if how not in ("inc", "dec") or rest != ["sync", "aligned", "u32"]:
        raise PTXError(f"the emulator does not know `{it.text}`")
    grows = int(how == "inc")
    body.do(f"call void @emu_set_registers(i32 {body.get(it.operands[0], B32)}, i32 {grows}, i32 %site)")


RULES: dict[str, Rule] = {"mapa": map_shared, "mbarrier": mbarrier, "setmaxnreg": set_registers}
