"""Upstream's ops of NVIDIA's chips, a function each: who of the threads goes on, and what others see of memory."""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.ir.builder import i64_attr
from triton_shared.mlir import ir

FENCE = "nvvm.fence.proxy"
#: bytes of the widest copy, which passes the first cache by
WIDEST = 16


# Threads


def thread_id(b: Emitter) -> ir.Value:
    """The number of this thread in its block, of which LLVM does not know that it is the same each time."""
    return b.one(
        "llvm.inline_asm",
        b.i32,
        asm_string=ir.StringAttr.get("mov.u32 $0, %tid.x;"),
        constraints=ir.StringAttr.get("=r"),
        asm_dialect=i64_attr(0),
        has_side_effects=ir.UnitAttr.get(),
    )


def elected(b: Emitter, warp: I32Like, wanted: int) -> ir.Value:
    """Whether this is the thread that is chosen of a warp, the one whose number ``warp`` is ``wanted``."""
    is_chosen = b.one("nvvm.elect.sync", b.i1)
    return b.one("arith.andi", b.i1, b.compare32("eq", warp, wanted), is_chosen)


def is_chosen(b: Emitter) -> ir.Value:
    """Whether this is the thread of its warp that `elect.sync` chooses: ptxas knows of it that it is alone.

    So it makes no loops over threads around what one thread begins for all, such as copies of boxes.
    """
    return b.once("is_chosen", lambda: b.one("nvvm.elect.sync", b.i1))


def is_elected(b: Emitter) -> ir.Value:
    """Whether this is the thread that is chosen of the first warp."""
    return b.once("is_elected", lambda: elected(b, b.warp(), 0))


# Memory


def copy(b: Emitter, to: ir.Value, source: ir.Value, bytes_: int, given: I32Like) -> None:
    """Begin to copy the first ``given`` of ``bytes_`` bytes at ``source``, and zeros behind them: 4, 8 or 16."""
    modifier = ir.Attribute.parse(f"#nvvm<load_cache_modifier {'cg' if bytes_ == WIDEST else 'ca'}>")
    attributes = {"size": ir.IntegerAttr.get(b.i32, bytes_), "modifier": modifier}
    b.op("nvvm.cp.async.shared.global", (), (to, source, b.value32(given)), attributes)


def commit_copies(b: Emitter) -> None:
    """Make a group of this thread's copies since the last group."""
    b.op("nvvm.cp.async.commit.group", (), ())


def wait_for_copies(b: Emitter, pending: int) -> None:
    """Wait for this thread's groups of copies but the last ``pending`` ones."""
    b.op("nvvm.cp.async.wait.group", (), (), {"n": ir.IntegerAttr.get(b.i32, pending)})


def fence(b: Emitter) -> None:
    """Let what this thread wrote to shared memory be there for wgmma and for copies of boxes."""
    parse = ir.Attribute.parse
    attributes = {"kind": parse("#nvvm.proxy_kind<async.shared>"), "space": parse("#nvvm.shared_space<cta>")}
    b.op(FENCE, (), (), attributes)
