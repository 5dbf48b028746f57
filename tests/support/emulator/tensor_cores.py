"""Intrinsics of asynchronous copies and of matrices, as in `intrinsics`; their bodies depend on their types."""

from __future__ import annotations

import re

DECLARATIONS = """
declare void @emu_copy_async(i64, ptr, i32, i32, i32)
declare void @emu_commit_copies()
declare void @emu_wait_for_copies(i32, i32)
declare void @emu_wait_for_all_copies(i32)
declare void @emu_arrive_when_copied(i64, i32, i32)
declare void @emu_ldmatrix(i64, i32, i32, ptr, i32)
declare void @emu_stmatrix(i64, i32, i32, ptr, i32)
declare void @emu_mma(i32, i32, i32, i32, ptr, ptr, ptr, ptr, i32)
declare void @emu_wgmma(i32, i32, i32, i32, i64, i64, ptr, ptr, i32)
declare void @emu_commit_products()
declare void @emu_wait_for_products(i32, ptr, i32, i32)
"""

#: kinds of a matrix's elements, as native/matrix.c numbers them
WIDTHS = {
    "f16": 16,
    "bf16": 16,
    "tf32": 32,
    "f64": 64,
    "e4m3": 8,
    "e5m2": 8,
    "s8": 8,
    "u8": 8,
    "f32": 32,
    "s32": 32,
}
KINDS = {name: number for number, name in enumerate(WIDTHS)}


def _copy(match: re.Match, type: str, parameters: list[str]) -> str:
    """``cp.async`` of a constant size, of which ``%2`` bytes are given, if it is there."""
    given = "%2" if match[2] else match[1]
    return f"""%to = ptrtoint ptr %0 to i64
call void @emu_copy_async(i64 %to, ptr %1, i32 {match[1]}, i32 {given}, i32 %site)
ret void"""


def _arrive_when_copied(match: re.Match, type: str, parameters: list[str]) -> str:
    return f"""%at = ptrtoint ptr %0 to i64
call void @emu_arrive_when_copied(i64 %at, i32 {int(not match[1])}, i32 %site)
ret void"""


def _load_matrices(match: re.Match, type: str, parameters: list[str]) -> str:
    count = int(match[1])
    lines = [
        "%words = alloca [4 x i32]",
        "%at = ptrtoint ptr %0 to i64",
        f"call void @emu_ldmatrix(i64 %at, i32 {count}, i32 {int(bool(match[2]))}, ptr %words, i32 %site)",
    ]
    return "\n".join([*lines, *_result("%words", type, 4)])


def _store_matrices(match: re.Match, type: str, parameters: list[str]) -> str:
    count = int(match[1])
    lines = [
        "%words = alloca [4 x i32]",
        "%at = ptrtoint ptr %0 to i64",
        *_stores("%words", parameters, 1, count),
    ]
    lines.append(
        f"call void @emu_stmatrix(i64 %at, i32 {count}, i32 {int(bool(match[2]))}, ptr %words, i32 %site)"
    )
    return "\n".join([*lines, "ret void"])


def _result(place: str, type: str, bytes: int) -> list[str]:
    """Lines that return what lies at ``place``: a value, or a struct of equal ones of so many bytes."""
    if not type.startswith("{"):
        return [f"%r = load {type}, ptr {place}", f"ret {type} %r"]
    elements = [element.strip() for element in re.split(r",(?![^<]*>)", type[1:-1])]
    lines, whole = [], "poison"
    for k, element in enumerate(elements):
        lines += [
            f"%rp{k} = getelementptr i8, ptr {place}, i64 {bytes * k}",
            f"%rv{k} = load {element}, ptr %rp{k}",
            f"%rs{k} = insertvalue {type} {whole}, {element} %rv{k}, {k}",
        ]
        whole = f"%rs{k}"
    return [*lines, f"ret {type} {whole}"]


def _stores(place: str, parameters: list[str], first: int, count: int) -> list[str]:
    """Lines that put ``count`` parameters from ``first`` on side by side at ``place``."""
    lines = []
    for k in range(count):
        type, name = parameters[first + k], f"{place}{first + k}"
        bytes = 8 if type == "double" else 4
        lines += [
            f"{name} = getelementptr i8, ptr {place}, i64 {bytes * k}",
            f"store {type} %{first + k}, ptr {name}",
        ]
    return lines


def kinds_of_product(types: list[str]) -> list[str]:
    """The kinds of A, B, C and D that the types in the name of an intrinsic stand for."""
    match types:
        case [("f16" | "f32") as d, ("f16" | "f32") as c]:
            return ["f16", "f16", c, d]
        case ["f64"]:
            return ["f64"] * 4
        case [("bf16" | "tf32") as kind]:
            return [kind, kind, "f32", "f32"]
        case ["f32", ("e4m3" | "e5m2") as a, ("e4m3" | "e5m2") as b, "f32"]:
            return [a, b, "f32", "f32"]
        case ["s8" | "u8", *_]:
            return [types[0], types[-1], "s32", "s32"]
    raise KeyError(" ".join(types))


def registers(rows: int, columns: int, kind: str) -> int:
    """How many registers of a thread hold a matrix of a warp."""
    return max(rows * columns * WIDTHS[kind] // 32 // (64 if kind == "f64" else 32), 1)


def _multiply(match: re.Match, type: str, parameters: list[str]) -> str:
    m, n, k = (int(size) for size in match.groups()[:3])
    kinds = kinds_of_product(match[4].split("."))
    counts = [registers(m, k, kinds[0]), registers(n, k, kinds[1]), registers(m, n, kinds[2])]
    lines, first = [f"%{name} = alloca [64 x i8], align 8" for name in "abcd"], 0
    for name, count in zip("abc", counts, strict=True):
        lines += _stores(f"%{name}", parameters, first, count)
        first += count
    packed = sum(KINDS[kind] << 4 * at for at, kind in enumerate(kinds))
    lines.append(
        f"call void @emu_mma(i32 {m}, i32 {n}, i32 {k}, i32 {packed}, ptr %a, ptr %b, ptr %c, ptr %d, i32 %site)"
    )
    return "\n".join([*lines, *_result("%d", type, 8 if kinds[3] == "f64" else 4)])


_ROWS = [
    (r"cp\.async\.c[ag]\.shared\.global\.(4|8|16)(\.s)?", _copy),
    (r"cp\.async\.commit\.group", lambda *_: "call void @emu_commit_copies()\nret void"),
    (r"cp\.async\.wait\.group", lambda *_: "call void @emu_wait_for_copies(i32 %0, i32 %site)\nret void"),
    (r"cp\.async\.wait\.all", lambda *_: "call void @emu_wait_for_all_copies(i32 %site)\nret void"),
    (r"cp\.async\.mbarrier\.arrive(\.noinc)?\.shared", _arrive_when_copied),
    (r"cp\.async\.bulk\.commit\.group", lambda *_: "call void @emu_commit_stores(i32 %site)\nret void"),
    (
        r"cp\.async\.bulk\.wait\.group(\.read)?",
        lambda match, *_: (
            f"call void @emu_wait_for_stores(i32 %0, i32 {int(bool(match[1]))}, i32 %site)\nret void"
        ),
    ),
    (r"ldmatrix\.sync\.aligned\.m8n8\.x([124])(\.trans)?\.b16(?:\.p3)?", _load_matrices),
    (r"stmatrix\.sync\.aligned\.m8n8\.x([124])(\.trans)?\.b16(?:\.p3)?", _store_matrices),
    (
        r"mma\.m(\d+)n(\d+)k(\d+)\.row\.col\.(f(?:16|32)\.f(?:16|32)|f64|bf16|tf32|[su]8(?:\.[su]8)?|"
        r"f32\.e[45]m[23]\.e[45]m[23]\.f32)",
        _multiply,
    ),
]
_COMPILED = [(re.compile(pattern), rule) for pattern, rule in _ROWS]


def body_of(name: str, type: str, parameters: list[str]) -> str | None:
    """The body of a function that does what ``llvm.nvvm.<name>`` does; None where no row has it."""
    for pattern, rule in _COMPILED:
        if match := pattern.fullmatch(name):
            return rule(match, type, parameters)
    return None
