"""Products of warpgroups in the emulator: matrices in shared memory, in each swizzle and order, against numpy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.emulator.kernels import BARRIER, element, fragment, kernel
from tests.support import emulator
from tests.support.emulator import emulate
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import GpuTarget

TARGET = GpuTarget("sm_90a")
BYTES = 32 << 10
COLUMNS = 32
#: kinds of A and B, of D, numpy's types, and the inner extent
KINDS = {
    "f16": ("f32", np.float16, np.float32, 16),
    "bf16": ("f32", ml_dtypes.bfloat16, np.float32, 16),
    "tf32": ("f32", np.float32, np.float32, 8),
    "e4m3": ("f32", ml_dtypes.float8_e4m3fn, np.float32, 32),
    "s8": ("s32", np.int8, np.int32, 32),
}
SWIZZLES = {128: 1, 64: 2, 32: 3}
COMMIT = 'call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()'
#: so that wgmma sees what was stored
FENCE = "call void @llvm.nvvm.fence.proxy.async.shared_cta()\n"
#: where a kernel waits
WAIT = "; wait\n"


def image(matrix: np.ndarray, width: int) -> tuple[np.ndarray, int]:
    """Rows cut into panels of ``width`` bytes, swizzled; and the bytes of a panel."""
    rows, columns = matrix.view(np.uint8).shape
    panels = matrix.view(np.uint8).reshape(rows, columns // width, width).transpose(1, 0, 2).ravel()
    at = np.arange(panels.size)
    out = np.zeros_like(panels)
    out[at ^ (at >> 7 & (width // 16 - 1)) << 4] = panels
    return out, rows * width


def descriptor(address: int, width: int, panel: int) -> int:
    bits = address >> 4 | panel >> 4 << 16 | 8 * width >> 4 << 32 | SWIZZLES[width] << 62
    return bits - (bits >> 63 << 64)


def product(
    name: str, descriptors: list[int], turns: list[int], words: int, after: str = WAIT, fence: str = FENCE
) -> str:
    """Copies 32 KB to shared memory, multiplies, and writes what each thread has of D."""
    total, _, _, k = KINDS[name]
    type, count = {"f32": "float", "s32": "i32"}[total], 64 * COLUMNS // 128
    letter = total[0].replace("s", "r")
    sums = ", ".join(f"${i}" for i in range(count))
    first = count * 2
    rows = [f"{{{', '.join(f'${first + i}' for i in range(words))}}}"] if words else []
    sources = [*rows, *(f"${first + words + i}" for i in range(len(descriptors)))]
    signs = "" if total == "s32" else ", 1, 1"
    flags = "".join(f", {turn}" for turn in turns) if name in ("f16", "bf16") else ""
    shape = f"m64n{COLUMNS}k{k}.{total}.{name}.{name}"
    asm = f"wgmma.mma_async.sync.aligned.{shape} {{{sums}}}, {', '.join(sources)}, 1{signs}{flags};"
    constraints = [f"={letter}"] * count + [str(i) for i in range(count)]
    constraints += ["r"] * words + ["l"] * len(descriptors)
    struct = f"{{ {', '.join([type] * count)} }}"
    zero = "0.0" if type == "float" else "0"
    given = [f"{type} {zero}"] * count + [f"i32 %w{i}" for i in range(words)]
    given += [f"i64 {number}" for number in descriptors]
    lines = []
    for i in range(BYTES // 16 // 128):
        lines.append(f"%c{i} = add i32 %t, {128 * i}")
        lines.append(
            element(f"from{i}", "%x", f"%c{i}", "<4 x i32>")
            + element(f"to{i}", "@shared", f"%c{i}", "<4 x i32>", 3)
        )
        lines.append(f"%v{i} = load <4 x i32>, ptr addrspace(1) %from{i}")
        lines.append(f"store <4 x i32> %v{i}, ptr addrspace(3) %to{i}")
    for i in range(words):
        lines.append(f"%i{i} = mul i32 %t, {words}\n%n{i} = add i32 %i{i}, {i}")
        lines.append(element(f"pw{i}", "%a", f"%n{i}") + f"%w{i} = load i32, ptr addrspace(1) %pw{i}")
    lines.append(f"{fence}{BARRIER}")
    lines.append(f'%d = call {struct} asm sideeffect "{asm}", "{",".join(constraints)}"({", ".join(given)})')
    lines += [f"%e{i} = extractvalue {struct} %d, {i}" for i in range(count)]
    tied = f'"{",".join(constraints[: 2 * count])}"({", ".join(f"{type} %e{i}" for i in range(count))})'
    wait = f'%r = call {struct} asm sideeffect "wgmma.wait_group.sync.aligned 0;", {tied}'
    lines.append(f"{COMMIT}\n{after.replace(WAIT, wait)}")
    for i in range(count):
        last = f"extractvalue {struct} %r, {i}" if WAIT in after else f"bitcast {type} %e{i} to {type}"
        lines.append(f"%f{i} = {last}\n%o{i} = mul i32 %t, {count}\n%q{i} = add i32 %o{i}, {i}")
        lines.append(element(f"py{i}", "%y", f"%q{i}", type) + f"store {type} %f{i}, ptr addrspace(1) %py{i}")
    return kernel("\n".join(lines), "ptr addrspace(1) %x, ptr addrspace(1) %a, ptr addrspace(1) %y")


def run(
    name: str,
    orders: str,
    width: int,
    in_registers: bool = False,
    after: str = WAIT,
    ptx: bool = False,
    fence: str = FENCE,
) -> tuple[np.ndarray, np.ndarray]:
    """What the threads got and what they should have; ``orders`` has a "k" where that is the fast dimension."""
    _, dtype, result, k = KINDS[name]
    rng = np.random.default_rng(0)
    a, b = rng.integers(-3, 4, (64, k)).astype(dtype), rng.integers(-3, 4, (COLUMNS, k)).astype(dtype)
    memory, at, descriptors = np.zeros(BYTES, np.uint8), 0, []
    for matrix, order in zip((a, b), orders, strict=True):
        stored = matrix if order == "k" else np.ascontiguousarray(matrix.T)
        own = min(width, stored.view(np.uint8).shape[1])
        lying, panel = image(stored, own)
        memory[at : at + lying.size] = lying
        descriptors.append(descriptor(1024 + at, own, panel))
        at += 8192
    turns = [int(order != "k") for order in orders][in_registers:]
    packed = 4 // np.dtype(dtype).itemsize
    words = np.stack([fragment(a[16 * w : 16 * w + 16], packed) for w in range(4)]).reshape(128, -1)
    text = product(name, descriptors[in_registers:], turns, 4 if in_registers else 0, after, fence)
    text = text.replace(") {", ') "nvvm.maxntid"="128" {', 1)
    text = to_ptx(text, TARGET)[1] if ptx else text
    out = np.zeros((128, 64 * COLUMNS // 128), result)
    emulate(text, "k", (1,), [memory, words, out], threads=128, shared_bytes=BYTES)
    wanted = a.astype(np.float64) @ b.astype(np.float64).T
    pieces = [
        wanted[16 * w : 16 * w + 16]
        .reshape(2, 8, COLUMNS // 8, 4, 2)
        .transpose(1, 3, 2, 0, 4)
        .reshape(32, -1)
        for w in range(4)
    ]
    return out.astype(np.float64), np.concatenate(pieces)


@pytest.mark.parametrize("width", [128, 64, 32])
@pytest.mark.parametrize("orders", ["kk", "km", "mk", "mm"])
def test_halves_in_each_order(orders, width):
    np.testing.assert_array_equal(*run("f16", orders, width))


@pytest.mark.parametrize("ptx", [False, True])
@pytest.mark.parametrize("in_registers", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_each_kind(name, in_registers, ptx):
    np.testing.assert_array_equal(*run(name, "kk", 128, in_registers, ptx=ptx))


def overwrites(place: int) -> str:
    at = f"%at = getelementptr i8, ptr addrspace(3) @shared, i32 {place}"
    return f"{BARRIER}\n{at}\nstore i32 77, ptr addrspace(3) %at\n"


@pytest.mark.parametrize("place", [64, 8192 + 64])
def test_what_is_multiplied_may_change_when_it_has_been_waited_for(place):
    np.testing.assert_array_equal(*run("f16", "kk", 128, after=f"{WAIT}\n{overwrites(place)}"))
    early = overwrites(place).replace("store", f"{BARRIER}\nstore") + WAIT
    with pytest.raises(emulator.Race, match="wgmma"):
        run("f16", "kk", 128, after=early)


@pytest.mark.parametrize("ptx", [False, True])
def test_what_is_multiplied_is_stored_for_the_asynchronous_proxy(ptx):
    inline = 'call void asm sideeffect "fence.proxy.async;", "~{memory}"()\n'
    np.testing.assert_array_equal(*run("f16", "kk", 128, ptx=ptx, fence=inline))
    for fence in ("", 'call void asm sideeffect "fence.acq_rel.cta;", "~{memory}"()\n'):
        with pytest.raises(emulator.Race, match="wgmma"):
            run("f16", "kk", 128, ptx=ptx, fence=fence)


@pytest.mark.parametrize("ptx", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_sums_are_nonsense_until_they_have_been_waited_for(name, ptx):
    got, wanted = run(name, "kk", 128, after="", ptx=ptx)
    assert not np.any(got == wanted)


def test_matrices_lie_within_shared_memory():
    with pytest.raises(emulator.OutOfBounds, match="shared memory"):
        text = product("f16", [descriptor(1024 + BYTES, 32, 512), descriptor(1024, 32, 512)], [0, 0], 0)
        emulate(
            text,
            "k",
            (1,),
            [np.zeros(BYTES, np.uint8)] * 2 + [np.zeros(2048, np.float32)],
            threads=128,
            shared_bytes=BYTES,
        )
