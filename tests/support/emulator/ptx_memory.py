"""Inline PTX assembly of memory, of what threads do together, and of control flow."""

from __future__ import annotations

import re

from tests.support.emulator.intrinsics import body_of
from tests.support.emulator.ptx_arithmetic import operands
from tests.support.emulator.ptx_body import B32, B64, PRED, Body, Instruction, PTXError, Rule, Type
from tests.support.emulator.text import split

WRITE, STRONG, ALIGN_SHIFT = 1 << 16, 1 << 17, 20


def _lanes(it: Instruction) -> int:
    return next((int(m[1:]) for m in it.modifiers if m in ("v2", "v4", "v8")), 1)


def _flags(it: Instruction) -> int:
    return STRONG if it.has("volatile", "relaxed", "acquire", "release", "mmio") else 0


def _how(bytes: int, flags: int) -> int:
    return bytes | flags | (bytes.bit_length() - 1) << ALIGN_SHIFT


def _fence_if(body: Body, it: Instruction, *orders: str) -> None:
    if it.has(*orders):
        body.do("call void @emu_fence()")


def _at(body: Body, it: Instruction, operand: str, how: int) -> str:
    """Where the host has what ``operand`` points to."""
    shared = it.has("shared")
    address = body.address(operand, shared)
    if shared:
        return body.op(f"call ptr @emu_shared(i64 {address}, i32 {how}, i32 %site)")
    return body.op(f"call ptr @emu_generic(ptr {address}, i32 {how}, i32 %site)")


def _check_space(it: Instruction) -> None:
    if it.has("param", "cluster", "tensor", "bulk"):
        raise PTXError(f"the emulator does not know `{it.text}`")


def load(body: Body, it: Instruction) -> None:
    _check_space(it)
    type, lanes = it.type, _lanes(it)
    size = type.bits // 8
    place = _at(body, it, it.operands[1], _how(size * lanes, _flags(it)))
    _fence_if(body, it, "acquire")
    destination = it.operands[0]
    names = split(destination[1:-1]) if lanes > 1 else [destination]
    values = []
    for k in range(lanes):
        at = body.op(f"getelementptr i8, ptr {place}, i64 {k * size}")
        values.append(body.op(f"load i{type.bits}, ptr {at}, align 1"))
    plain = Type("s" if type.signed else "b", type.bits)
    for name, value in zip(names, values, strict=True):
        body.put(name, plain, value)


def store(body: Body, it: Instruction) -> None:
    _check_space(it)
    type, lanes = it.type, _lanes(it)
    size = type.bits // 8
    names = split(it.operands[1][1:-1]) if lanes > 1 else [it.operands[1]]
    slot = body.slot(8 * size * lanes)
    for k, name in enumerate(names):
        at = body.op(f"getelementptr i8, ptr {slot}, i64 {k * size}")
        body.do(f"store i{type.bits} {body.get_bits(name, Type('b', type.bits))}, ptr {at}, align 1")
    how, shared = _how(size * lanes, WRITE | _flags(it)), it.has("shared")
    address = body.address(it.operands[0], shared)
    _fence_if(body, it, "release")
    target = f"shared(i64 {address}" if shared else f"generic(ptr {address}"
    body.do(f"call void @emu_write_{target}, ptr {slot}, i32 {how}, i32 %site)")


_ATOMICS = {
    "add": "add",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "exch": "xchg",
    "inc": "uinc_wrap",
    "dec": "udec_wrap",
}


def _atomic_name(it: Instruction, type: Type) -> str:
    op = next((m for m in it.modifiers if m in (*_ATOMICS, "min", "max", "cas")), None)
    if op in ("min", "max"):
        return f"f{op}" if type.is_float else op if type.signed else f"u{op}"
    if op == "add" and type.is_float:
        return "fadd"
    if op not in _ATOMICS:
        raise PTXError(f"the emulator does not know `{it.text}`")
    return _ATOMICS[op]


def _updated(body: Body, type: Type, name: str, at: str, value: str) -> str:
    """The old value of an update of 16 bits: LLVM's code for the host may never end for a NaN."""
    old = body.op(f"load {type.llvm}, ptr {at}, align 1")
    floats = type.llvm.replace("bfloat", "float").replace("half", "float")
    suffix = "v2f32" if floats[0] == "<" else "f32"
    wide, other = (body.op(f"fpext {type.llvm} {x} to {floats}") for x in (old, value))
    call = "maximumnum" if name == "fmax" else "minimumnum"
    how = (
        f"fadd {floats} {wide}, {other}"
        if name == "fadd"
        else f"call {floats} @llvm.{call}.{suffix}({floats} {wide}, {floats} {other})"
    )
    new = body.op(f"fptrunc {floats} {body.op(how)} to {type.llvm}")
    body.do(f"store {type.llvm} {new}, ptr {at}, align 1")
    return old


def _exchange(body: Body, it: Instruction, address: str, values: list[str]) -> list[str]:
    """Atomic operations on neighbours; the old values."""
    type, lanes = it.type, _lanes(it)
    size = type.bits // 8
    place = _at(body, it, address, _how(size * lanes, WRITE | STRONG))
    ordered = not it.has("relaxed") and it.has("acquire", "release", "acq_rel")
    if ordered:
        body.do("call void @emu_fence()")
    old = []
    for k in range(lanes):
        at = body.op(f"getelementptr i8, ptr {place}, i64 {k * size}")
        if it.has("cas"):
            compare, new = (body.get(value, type) for value in values)
            pair = body.op(f"cmpxchg ptr {at}, {type.llvm} {compare}, {type.llvm} {new} seq_cst seq_cst")
            old.append(body.op(f"extractvalue {{ {type.llvm}, i1 }} {pair}, 0"))
        else:
            name, value = _atomic_name(it, type), body.get(values[k], type)
            if type.is_float and type.width == 16 and name != "xchg":
                old.append(_updated(body, type, name, at, value))
                continue
            old.append(body.op(f"atomicrmw {name} ptr {at}, {type.llvm} {value} seq_cst, align {size}"))
    if ordered:
        body.do("call void @emu_fence()")
    return old


def _values(operand: str) -> list[str]:
    return split(operand[1:-1]) if operand.startswith("{") else [operand]


def reduce_memory(body: Body, it: Instruction) -> None:
    """``red``"""
    _exchange(body, it, it.operands[0], _values(it.operands[1]))


def atomic(body: Body, it: Instruction) -> None:
    """``atom``"""
    values = it.operands[2:4] if it.has("cas") else _values(it.operands[2])
    old = _exchange(body, it, it.operands[1], values)
    for name, value in zip(_values(it.operands[0]), old, strict=True):
        body.put(name, it.type, value)


# ---- What threads do together ----


def nothing(body: Body, it: Instruction) -> None:
    """An instruction that tells the hardware something, and changes no value."""


def policy(body: Body, it: Instruction) -> None:
    body.put(it.operands[0], B64, "0")


def fence(body: Body, it: Instruction) -> None:
    if it.has("proxy") and it.has("async"):
        body.do("call void @emu_fence_proxy(i32 %site)")
    elif not it.has("proxy", "mbarrier_init"):
        body.do("call void @emu_fence()")


def barrier(body: Body, it: Instruction) -> None:
    """``bar.sync``, ``bar.arrive``, ``bar.red``, ``barrier`` alike, and ``bar.warp.sync``"""
    if it.has("warp"):
        body.do(f"call void @emu_warp_barrier(i32 {body.get(it.operands[0], B32)}, i32 %site)")
        return
    if it.has("cluster"):
        if len(it.modifiers) != 2 or it.modifiers[1] not in ("arrive", "wait"):
            raise PTXError(f"the emulator does not know `{it.text}`")
        body.do(f"call void @emu_cluster_{it.modifiers[1]}(i32 %site)")
        return
    if it.has("red"):
        _reduce_at_barrier(body, it)
        return
    number, count, *_ = [*(body.get(operand, B32) for operand in it.operands), "0"]
    how = "_arrive" if it.has("arrive") else ""
    aligned = "_aligned" if it.opcode == "bar" or it.has("aligned") else ""
    body.do(f"call void @emu_barrier{how}{aligned}(i32 {number}, i32 {count}, i32 %site)")


def _reduce_at_barrier(body: Body, it: Instruction) -> None:
    """``bar.red`` of a predicate."""
    how = next((m for m in it.modifiers if m in ("and", "or", "popc")), None)
    name = f"llvm.nvvm.barrier.cta.red.{how}.aligned.{'count' if len(it.operands) > 3 else 'all'}"
    numbers = [body.get(operand, B32) for operand in it.operands[1:-1]]
    text = body_of(name)
    if text is None:
        raise PTXError(f"the emulator does not know `{it.text}`")
    _, value = body.inlined(text, *numbers, body.get_bits(it.operands[-1], PRED))
    body.put(it.operands[0], B32 if how == "popc" else PRED, value)


def _of_intrinsic(name: str) -> Rule:
    """What intrinsic ``name`` does of a mask, which comes last here; results are ``a|b``."""

    def rule(body: Body, it: Instruction) -> None:
        kind = f"i{it.type.width}" if it.types else ""
        text = body_of(name.format(all="all" if it.has("all") else "any", type=kind) + "p" * it.has("all"))
        results = [name.strip() for name in it.operands[0].split("|")]
        if text is None:
            raise PTXError(f"the emulator does not know `{it.text}`")
        *operands, mask = it.operands[1:] or [""]
        values = [body.get_bits(operand, it.type) for operand in operands]
        whole, value = body.inlined(text, *([body.get(mask, B32)] if mask else []), *values)
        parts = [value]
        if whole.startswith("{"):
            parts = [body.op(f"extractvalue {whole} {value}, {k}") for k in range(2)]
        for result, part, type in zip(results, parts, (B32, PRED), strict=False):
            body.put(result, type, part)

    return rule


_MODES = {"up": 0, "down": 1, "bfly": 2, "idx": 3}


def shuffle(body: Body, it: Instruction) -> None:
    """``shfl.sync``"""
    mode = next((number for name, number in _MODES.items() if it.has(name)), None)
    if mode is None or not it.has("sync"):
        raise PTXError(f"the emulator does not know `{it.text}`")
    value, lane, clamp, mask = operands(body, it, B32, 4)
    both = body.op(
        f"call i64 @emu_shuffle(i32 {mode}, i32 {mask}, i32 {value}, i32 {lane}, i32 {clamp}, i32 %site)"
    )
    name, _, valid = it.operands[0].partition("|")
    body.put(name.strip(), B32, body.resize(both, 64, 32))
    if valid:
        body.put(valid.strip(), PRED, body.resize(body.op(f"lshr i64 {both}, 32"), 64, 1))


def vote(body: Body, it: Instruction) -> None:
    """``vote.sync``"""
    value = body.resize(body.get_bits(it.operands[1], PRED), 1, 32)
    mask = body.get(it.operands[2], B32)
    lanes = body.op(f"call i32 @emu_ballot(i32 {mask}, i32 {value}, i32 %site)")
    if it.has("ballot"):
        body.put(it.operands[0], B32, lanes)
        return
    every, none = body.op(f"icmp eq i32 {lanes}, {mask}"), body.op(f"icmp eq i32 {lanes}, 0")
    either = body.op(f"or i1 {every}, {none}")
    some = body.op(f"xor i1 {none}, true")
    body.put(it.operands[0], PRED, every if it.has("all") else some if it.has("any") else either)


_REDUCTIONS = {"add": 0, "and": 1, "or": 2, "xor": 3}


def reduce_lanes(body: Body, it: Instruction) -> None:
    """``redux.sync``"""
    name = next((m for m in it.modifiers if m in (*_REDUCTIONS, "min", "max")), None)
    if name is None or it.type.is_float:
        raise PTXError(f"the emulator does not know `{it.text}`")
    number = _REDUCTIONS.get(name, 4 + (name == "max") + 2 * it.type.signed)
    value, mask = operands(body, it, B32, 2)
    body.put(
        it.operands[0],
        B32,
        body.op(f"call i32 @emu_reduce(i32 {number}, i32 {value}, i32 {mask}, i32 %site)"),
    )


def trap(body: Body, it: Instruction) -> None:
    body.do("call void @emu_trap(i32 %site)")


def exit_(body: Body, it: Instruction) -> None:
    body.do("call void @emu_exit()")


def sleep(body: Body, it: Instruction) -> None:
    body.do("call void @emu_nanosleep()")


def label_of(name: str) -> str:
    """The label in LLVM IR of label ``name``."""
    return "label." + re.sub(r"\W", ".", name)


def branch(body: Body, it: Instruction) -> None:
    """``bra``"""
    body.do(f"br label %{label_of(it.operands[0])}")
    body.do(f"{body.name('after')}:")


RULES: dict[str, Rule] = {
    "ld": load,
    "ldu": load,
    "st": store,
    "red": reduce_memory,
    "atom": atomic,
    "prefetch": nothing,
    "prefetchu": nothing,
    "applypriority": nothing,
    "discard": nothing,
    "griddepcontrol": nothing,
    "createpolicy": policy,
    "membar": fence,
    "fence": fence,
    "bar": barrier,
    "barrier": barrier,
    "shfl": shuffle,
    "elect": _of_intrinsic("llvm.nvvm.elect.sync"),
    "match": _of_intrinsic("llvm.nvvm.match.{all}.sync.{type}"),
    "activemask": _of_intrinsic("llvm.nvvm.activemask"),
    "vote": vote,
    "redux": reduce_lanes,
    "nanosleep": sleep,
    "trap": trap,
    "exit": exit_,
    "bra": branch,
}
