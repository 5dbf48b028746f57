"""What a CPU reaches at most: bytes a second of memory, and arithmetic of each element type.

Bandwidth is that of the C library's ``memmove`` of more than any cache holds, each byte counted read and written; what
a large cache keeps from one launch to the next comes faster.
Arithmetic is that of a loop of independent instructions of the widest kind which LLVM says this CPU has: fused
multiply-adds, products of pairs and quadruples that are added up, or of AMX's tiles.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import llvmlite.binding as llvm
import numpy as np

#: iterations of a loop of arithmetic at least, and how long it takes at least, so that starting threads does not count
ITERATIONS, SECONDS = 200_000, 0.01
ACCUMULATORS = 12
#: how Linux is asked for AMX's tiles: ``arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA)``
_ARCH_PRCTL, _REQUEST, _TILES = 158, 0x1023, 18


class Instruction(NamedTuple):
    """An instruction that multiplies and adds up vectors: how many operations it does, of what it is made in LLVM IR.

    ``result`` is the type of its accumulator, ``operand`` that of both factors; a call of ``name`` has the operands in
    the order in which ``order`` names them: a factor twice, and the accumulator (``acc``).
    """

    feature: str
    flops: int
    name: str
    result: str
    operand: str
    order: str = "acc x x"


_F32 = (
    Instruction("avx512f", 32, "llvm.fma.v16f32", "<16 x float>", "<16 x float>", "x x acc"),
    Instruction("fma", 16, "llvm.fma.v8f32", "<8 x float>", "<8 x float>", "x x acc"),
    Instruction("", 8, "llvm.fmuladd.v4f32", "<4 x float>", "<4 x float>", "x x acc"),
)
#: for each element type what may do its products, the fastest first; those of f32 where there is nothing better
INSTRUCTIONS = {
    "f32": _F32,
    "f16": (
        Instruction("avx512fp16", 64, "llvm.fma.v32f16", "<32 x half>", "<32 x half>", "x x acc"),
        *_F32,
    ),
    "bf16": (
        Instruction("avx512bf16", 64, "llvm.x86.avx512bf16.dpbf16ps.512", "<16 x float>", "<32 x bfloat>"),
        *_F32,
    ),
    "i8": (
        Instruction("avx512vnni", 128, "llvm.x86.avx512.vpdpbusd.512", "<16 x i32>", "<16 x i32>"),
        *_F32,
    ),
}
#: for each element type AMX's product of two tiles, of 16 rows of 64 bytes, and its operations
TILES = {
    "bf16": ("amx-bf16", "llvm.x86.tdpbf16ps", 2 * 16 * 16 * 32),
    "i8": ("amx-int8", "llvm.x86.tdpbssd", 2 * 16 * 16 * 64),
}


def bandwidth(threads: int, bytes_: int = 1 << 29, rounds: int = 5) -> float:
    """Bytes a second that ``threads`` threads read and write, the best of ``rounds``."""
    size = bytes_ // threads
    pairs = [(np.ones(size, np.uint8), np.zeros(size, np.uint8)) for _ in range(threads)]

    def move(pair: tuple[np.ndarray, np.ndarray]) -> None:
        ctypes.memmove(pair[1].ctypes.data, pair[0].ctypes.data, size)

    return 2 * size * threads / _best(threads, lambda pool: list(pool.map(move, pairs)), rounds)


def peak(element: str, threads: int, rounds: int = 5) -> float:
    """Operations a second on products of ``element``, a key of `INSTRUCTIONS`, by ``threads`` threads."""
    _, function, flops = _loop(element)
    run = ctypes.CFUNCTYPE(None, ctypes.c_int64)(function)
    alone = _best(1, lambda _: run(ITERATIONS), 1)
    iterations = max(ITERATIONS, int(ITERATIONS * SECONDS / alone))
    taken = _best(threads, lambda pool: list(pool.map(run, [iterations] * threads)), rounds)
    return flops * iterations * threads / taken


def _best(threads: int, work: Callable[[ThreadPoolExecutor], object], rounds: int) -> float:
    with ThreadPoolExecutor(threads) as pool:
        work(pool)
        times = []
        for _ in range(rounds):
            begin = time.perf_counter()
            work(pool)
            times.append(time.perf_counter() - begin)
    return min(times)


@cache
def _loop(element: str) -> tuple[object, int, int]:
    """What keeps it alive, the address of a loop of products, and its operations an iteration."""
    features = llvm.get_host_cpu_features()
    if element in TILES and features.get(TILES[element][0]) and _tiles_allowed():
        text, flops = _tile_loop(*TILES[element][1:])
    else:
        usable = (i for i in INSTRUCTIONS[element] if not i.feature or features.get(i.feature))
        text, flops = _vector_loop(next(usable))
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        llvm.get_host_cpu_name(), features.flatten(), opt=2
    )
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    return engine, engine.get_function_address("run"), flops


def _tiles_allowed() -> bool:
    return ctypes.CDLL(None).syscall(_ARCH_PRCTL, _REQUEST, _TILES) == 0


def _vector_loop(i: Instruction) -> tuple[str, int]:
    """LLVM IR of a loop over `ACCUMULATORS` sums, and the operations of an iteration."""
    sums = range(ACCUMULATORS)
    types = ", ".join(i.result if word == "acc" else i.operand for word in i.order.split())
    phis = "\n".join(f"  %a{k} = phi {i.result} [ %z{k}, %entry ], [ %b{k}, %loop ]" for k in sums)
    zeros = "\n".join(f"  %z{k} = load volatile {i.result}, ptr %place" for k in sums)
    calls = "\n".join(
        f"  %b{k} = call {i.result} @{i.name}("
        + ", ".join(f"{i.result} %a{k}" if word == "acc" else f"{i.operand} %x" for word in i.order.split())
        + ")"
        for k in sums
    )
    stores = "\n".join(f"  store volatile {i.result} %b{k}, ptr %place" for k in sums)
    text = f"""
declare {i.result} @{i.name}({types})
define void @run(i64 %n) {{
entry:
  %place = alloca [64 x i8], align 64
  store [64 x i8] zeroinitializer, ptr %place
  %x = load volatile {i.operand}, ptr %place
{zeros}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
{phis}
{calls}
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
{stores}
  ret void
}}"""
    return text, i.flops * ACCUMULATORS


def _tile_loop(name: str, flops: int) -> tuple[str, int]:
    """LLVM IR of a loop over four tiles of sums, and the operations of an iteration."""
    rows = "".join(
        f"  %r{t} = getelementptr i8, ptr %c, i64 {48 + t}\n  store i8 16, ptr %r{t}\n" for t in range(8)
    )
    bytes_ = "".join(
        f"  %s{t} = getelementptr i8, ptr %c, i64 {16 + 2 * t}\n  store i16 64, ptr %s{t}\n" for t in range(8)
    )
    zeros = "".join(f"  call void @llvm.x86.tilezero(i8 {t})\n" for t in range(8))
    products = "".join(f"  call void @{name}(i8 {t}, i8 {4 + t // 2}, i8 {6 + t % 2})\n" for t in range(4))
    text = f"""
declare void @llvm.x86.ldtilecfg(ptr)
declare void @llvm.x86.tilerelease()
declare void @llvm.x86.tilezero(i8)
declare void @{name}(i8, i8, i8)
define void @run(i64 %n) {{
entry:
  %c = alloca [64 x i8], align 64
  store [64 x i8] zeroinitializer, ptr %c
  store i8 1, ptr %c
{rows}{bytes_}  call void @llvm.x86.ldtilecfg(ptr %c)
{zeros}  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
{products}  %next = add i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  call void @llvm.x86.tilerelease()
  ret void
}}"""
    return text, 4 * flops
