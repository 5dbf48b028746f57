"""Upstream's ops of NVIDIA's chips, a function each: who of the threads goes on, and what others see of memory.

Sources: PTX ISA, "mbarrier", "cp.async.bulk", "fence.proxy", "setmaxnreg"; MLIR, the nvvm dialect.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.ir.builder import i64_attr
from triton_shared.mlir import ir

FENCE, PREFETCH = "nvvm.fence.proxy", "nvvm.prefetch"
#: ops on mbarriers
INIT, INVAL, WAIT = "nvvm.mbarrier.init", "nvvm.mbarrier.inval", "nvvm.mbarrier.try_wait.parity"
ARRIVE, EXPECT = "nvvm.mbarrier.arrive", "nvvm.mbarrier.arrive.expect_tx"
ARRIVE_WHEN_COPIED = "nvvm.cp.async.mbarrier.arrive"
#: ops on clusters of blocks
CLUSTER_ARRIVE, CLUSTER_WAIT, MAPA = "nvvm.cluster.arrive", "nvvm.cluster.wait", "nvvm.mapa"
#: bytes of an mbarrier
MBARRIER = 8
#: nanoseconds that upstream's wait sleeps at most; ours, in `lower/lower_tma.py`, sets no limit
TIME_LIMIT = 10_000_000
#: bytes of the widest copy, which passes the first cache by
WIDEST = 16


def assembly(
    b: Emitter,
    text: str,
    constraints: Sequence[str],
    operands: Sequence[ir.Value],
    results: Sequence[ir.Type] = (),
    is_pure: bool = False,
) -> ir.Operation:
    """PTX as inline assembly; unless it ``is_pure`` it does more than to compute its ``results``."""
    attributes = {
        "asm_string": ir.StringAttr.get(text),
        "constraints": ir.StringAttr.get(",".join(constraints)),
        "asm_dialect": i64_attr(0),
    }
    if not is_pure:
        attributes["has_side_effects"] = ir.UnitAttr.get()
    return b.op("llvm.inline_asm", results, operands, attributes)


# Threads


def thread_id(b: Emitter) -> ir.Value:
    """The number of this thread in its block, of which LLVM does not know that it is the same each time."""
    return assembly(b, "mov.u32 $0, %tid.x;", ["=r"], (), [b.i32]).result


#: what the lanes of a warp combine words by, and its name in PTX
_OF_WARP = {
    **{f"arith.{name}i": name for name in ("add", "and", "or", "xor")},
    **{f"arith.{name}si": name for name in ("max", "min")},
    **{f"arith.{name}ui": f"u{name}" for name in ("max", "min")},
}


def of_warp(b: Emitter, name: str, word: ir.Value) -> ir.Value | None:
    """What the op ``name`` makes of the i32 of all lanes."""
    if name not in _OF_WARP:
        return None
    kind = {"kind": ir.Attribute.parse(f"#nvvm<reduction_kind {_OF_WARP[name]}>")}
    return b.op("nvvm.redux.sync", [b.i32], [word, b.constant(b.i32, -1)], kind).result


def elected(b: Emitter, warp: I32Like, wanted: int) -> ir.Value:
    """Whether this is the thread that is chosen of a warp, the one whose number ``warp`` is ``wanted``."""
    is_chosen = b.one("nvvm.elect.sync", b.i1)
    return b.one("arith.andi", b.i1, b.compare("eq", warp, wanted), is_chosen)


def is_chosen(b: Emitter) -> ir.Value:
    """Whether this is the thread of its warp that `elect.sync` chooses: ptxas knows of it that it is alone.

    So it makes no loops over threads around what one thread begins for all, such as TMA copies.
    """
    return b.once("is_chosen", lambda: b.one("nvvm.elect.sync", b.i1))


def is_elected(b: Emitter) -> ir.Value:
    """Whether this is the thread that is chosen of the first warp."""
    return b.once("is_elected", lambda: elected(b, b.warp(), 0))


def set_registers(b: Emitter, count: int, more: bool) -> None:
    """Let a thread of this warpgroup have ``count`` registers from here on, which is ``more`` than before or less.

    A request for more waits until other warpgroups have released theirs.
    """
    action = ir.Attribute.parse(f"#nvvm<action {'increase' if more else 'decrease'}>")
    b.op("nvvm.setmaxregister", (), (), {"regCount": ir.IntegerAttr.get(b.i32, count), "action": action})


def cluster_barrier(b: Emitter) -> None:
    """Wait for all threads of the cluster's blocks."""
    for name in (CLUSTER_ARRIVE, CLUSTER_WAIT):
        b.op(name, (), ())


# Mbarriers


def mbarrier_init(b: Emitter, first: ir.Value, count: int, arrivals: int, **attributes: ir.Attribute) -> None:
    """Make ``count`` mbarriers from ``first`` on, of which so many ``arrivals`` end a phase."""
    for number in range(count):
        at = b.advance(first, MBARRIER * number)
        b.op(INIT, (), (at, b.constant(b.i32, arrivals)), attributes)
    b.op("nvvm.fence.mbarrier.init", (), ())


def mbarrier_inval(b: Emitter, first: ir.Value, count: int) -> None:
    """Unmake ``count`` mbarriers from ``first`` on: their bytes may be others' again."""
    for number in range(count):
        b.op(INVAL, (), (b.advance(first, MBARRIER * number),))


def mbarrier_arrive(b: Emitter, mbarrier: ir.Value) -> None:
    """Arrive at ``mbarrier``: release this thread's earlier accesses to memory to threads that wait for the phase."""
    b.op(ARRIVE, (b.i64,), (mbarrier,))


def mbarrier_arrive_in(b: Emitter, mbarrier: ir.Value, block: ir.Value) -> None:
    """Arrive at the one that lies as ``mbarrier`` does in shared memory of the cluster's block of that number."""
    there = b.one(MAPA, ir.Type.parse("!llvm.ptr<7>"), mbarrier, block)
    b.op(ARRIVE, (), (there,))


def mbarrier_expect(b: Emitter, mbarrier: ir.Value, bytes_: int) -> None:
    """Arrive at ``mbarrier``, whose phase then completes when ``bytes_`` more have been copied."""
    b.op(EXPECT, (), (mbarrier, b.constant(b.i32, bytes_)))


def mbarrier_arrive_when_copied(b: Emitter, mbarrier: ir.Value) -> None:
    """Arrive at ``mbarrier`` when all cp.async copies that this thread has begun are complete."""
    b.op(ARRIVE_WHEN_COPIED, (), (mbarrier,), {"noinc": ir.BoolAttr.get(True)})


def mbarrier_wait(b: Emitter, mbarrier: ir.Value, parity: ir.Value) -> None:
    """Wait until the phase of ``parity``, an i32, is complete: the current phase of ``mbarrier`` or the one before."""
    b.op(WAIT, (), (mbarrier, parity, b.constant(b.i32, TIME_LIMIT)))


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
    """Let what this thread wrote to shared memory be there for wgmma and for TMA copies."""
    parse = ir.Attribute.parse
    attributes = {"kind": parse("#nvvm.proxy_kind<async.shared>"), "space": parse("#nvvm.shared_space<cta>")}
    b.op(FENCE, (), (), attributes)


def fence_all(b: Emitter) -> None:
    """The same of all memory, which takes much longer: copies that begin after a barrier see it."""
    b.op(FENCE, (), (), {"kind": ir.Attribute.parse("#nvvm.proxy_kind<async>")})


def prefetch_map(b: Emitter, map_: ir.Value) -> None:
    """Prefetch the tensor map ``map_``: otherwise the first TMA copy waits for it."""
    b.op(PREFETCH, (), (map_,), {"tensormap": ir.UnitAttr.get()})


def commit_stores(b: Emitter) -> None:
    """Make a bulk group of this thread's TMA stores since the last group."""
    b.op("nvvm.cp.async.bulk.commit.group", (), ())


def wait_for_stores(b: Emitter, pending: int, only_read: bool = True) -> None:
    """Wait until all bulk groups of this thread but the last ``pending`` ones are in memory, or have been read."""
    read = {"read": ir.UnitAttr.get()} if only_read else {}
    b.op("nvvm.cp.async.bulk.wait_group", (), (), {"group": ir.IntegerAttr.get(b.i32, pending)} | read)
