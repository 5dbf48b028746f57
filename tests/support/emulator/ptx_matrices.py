"""Inline PTX assembly of asynchronous copies and of matrices: a rule for each opcode."""

from __future__ import annotations

import re

from tests.support.emulator import ptx_bulk
from tests.support.emulator.ptx_body import B32, B64, PRED, Body, Instruction, PTXError, Rule, Type
from tests.support.emulator.tensor_cores import KINDS, WIDTHS
from tests.support.emulator.text import split


def copy_async(body: Body, it: Instruction) -> None:
    """``cp.async``, and what commits and waits for it"""
    if it.modifiers == ["async", "commit_group"]:
        body.do("call void @emu_commit_copies()")
    elif it.modifiers == ["async", "wait_all"]:
        body.do("call void @emu_wait_for_all_copies(i32 %site)")
    elif it.modifiers == ["async", "wait_group"]:
        body.do(f"call void @emu_wait_for_copies(i32 {body.get(it.operands[0], B32)}, i32 %site)")
    elif it.modifiers[:3] == ["async", "mbarrier", "arrive"] and it.has("b64") and not it.has("cluster"):
        address = body.address(it.operands[0], shared=True)
        one_more = int(not it.has("noinc"))
        body.do(f"call void @emu_arrive_when_copied(i64 {address}, i32 {one_more}, i32 %site)")
    elif it.modifiers[:2] == ["async", "bulk"]:
        ptx_bulk.copy_bulk(body, it)
    elif it.modifiers[:2] in (["async", "ca"], ["async", "cg"]) and not it.has("bulk"):
        size = body.get(it.operands[2], B32)
        given = body.get(it.operands[3], B32) if len(it.operands) > 3 else size
        to, source = body.address(it.operands[0], shared=True), body.address(it.operands[1], shared=False)
        body.do(f"call void @emu_copy_async(i64 {to}, ptr {source}, i32 {size}, i32 {given}, i32 %site)")
    else:
        raise PTXError(f"the emulator does not know `{it.text}`")


def _slot(body: Body, registers: list[str], bits: int) -> str:
    """A place that holds registers side by side."""
    slot = body.slot(max(512, bits * len(registers)))
    for k, register in enumerate(registers):
        at = body.op(f"getelementptr i8, ptr {slot}, i64 {bits // 8 * k}")
        body.do(f"store i{bits} {body.get_bits(register, Type('b', bits))}, ptr {at}")
    return slot


def _take(body: Body, slot: str, registers: list[str], bits: int) -> None:
    for k, register in enumerate(registers):
        at = body.op(f"getelementptr i8, ptr {slot}, i64 {bits // 8 * k}")
        body.put(register, Type("b", bits), body.op(f"load i{bits}, ptr {at}"))


def _names(operand: str) -> list[str]:
    return split(operand[1:-1]) if operand.startswith("{") else [operand]


def move_matrices(body: Body, it: Instruction) -> None:
    """``ldmatrix`` and ``stmatrix``"""
    if not it.has("m8n8") or not it.has("b16"):
        raise PTXError(f"the emulator does not know `{it.text}`")
    loads = it.opcode == "ldmatrix"
    names, place = _names(it.operands[0 if loads else 1]), it.operands[1 if loads else 0]
    slot = _slot(body, [] if loads else names, 32)
    address, transposed = body.address(place, shared=True), int(it.has("trans"))
    body.do(
        f"call void @emu_{it.opcode}(i64 {address}, i32 {len(names)}, i32 {transposed}, ptr {slot}, i32 %site)"
    )
    if loads:
        _take(body, slot, names, 32)


def multiply(body: Body, it: Instruction) -> None:
    """``mma.sync``"""
    shape = next((m for m in it.modifiers if re.fullmatch(r"m\d+n\d+k\d+", m)), "")
    kinds = it.modifiers[-4:]  # D, A, B, C
    if not shape or not it.has("row") or not all(kind in KINDS for kind in kinds):
        raise PTXError(f"the emulator does not know `{it.text}`")
    kinds = [*kinds[1:], kinds[0]]
    bits = [64 if kind == "f64" else 32 for kind in kinds]
    d, a, b, c = (_names(operand) for operand in it.operands)
    slots = [_slot(body, names, width) for names, width in zip((a, b, c), bits, strict=False)]
    out = body.slot(512)
    packed = sum(KINDS[kind] << 4 * at for at, kind in enumerate(kinds))
    sizes = ", ".join(f"i32 {size}" for size in re.findall(r"\d+", shape))
    places = ", ".join(f"ptr {slot}" for slot in (*slots, out))
    body.do(f"call void @emu_mma({sizes}, i32 {packed}, {places}, i32 %site)")
    _take(body, out, d, bits[3])


def multiply_group(body: Body, it: Instruction) -> None:
    """``wgmma``: a product of four warps, and what commits and waits for it."""
    if it.has("fence"):
        return
    if it.has("commit_group"):
        body.do("call void @emu_commit_products()")
    elif it.has("wait_group"):
        pending, slot = body.get(it.operands[0], B32), _slot(body, body.outputs, 32)
        count = len(body.outputs)
        body.do(f"call void @emu_wait_for_products(i32 {pending}, ptr {slot}, i32 {count}, i32 %site)")
        _take(body, slot, body.outputs, 32)
    else:
        _multiply_group(body, it)


def _multiply_group(body: Body, it: Instruction) -> None:
    shape = next((m for m in it.modifiers if re.fullmatch(r"m64n\d+k\d+", m)), "")
    total, *kinds = it.modifiers[-3:]
    if not it.has("mma_async") or not shape or not all(kind in KINDS for kind in (total, *kinds)):
        raise PTXError(f"the emulator does not know `{it.text}`")
    d, a, b, scale, *rest = it.operands
    halves = WIDTHS[kinds[0]] == 16
    in_registers = a.startswith("{")
    signs = rest[: -1 if in_registers else -2] if halves else rest
    turns = rest[len(signs) :]
    if any(sign != "1" for sign in signs) or any(turn not in "01" for turn in turns):
        raise PTXError(f"`{it.text}` changes signs")
    turned = sum(int(turn) << (1 if in_registers else 0) + at for at, turn in enumerate(turns))
    packed = sum(KINDS[kind] << 4 * at for at, kind in enumerate((*kinds, total)))
    names = _names(d)
    sums = _slot(body, names, 32)
    words = _slot(body, _names(a), 32) if in_registers else "null"
    left = 0 if in_registers else body.get(a, B64)
    added = body.op(f"zext i1 {body.get_bits(scale, PRED)} to i32") if scale not in "01" else scale
    columns = re.findall(r"\d+", shape)[1]
    body.do(
        f"call void @emu_wgmma(i32 {columns}, i32 {packed}, i32 {turned}, i32 {added}, "
        f"i64 {left}, i64 {body.get(b, B64)}, ptr {words}, ptr {sums}, i32 %site)"
    )
    _take(body, sums, names, 32)


RULES: dict[str, Rule] = {
    "cp": copy_async,
    "ldmatrix": move_matrices,
    "stmatrix": move_matrices,
    "mma": multiply,
    "wgmma": multiply_group,
}
