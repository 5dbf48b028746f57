"""Make TMA copies, and the mbarriers that they arrive at, PTX instructions.

    simt.tma_load %to, %map, %at, %full, %x : !llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.mbarrier.try_wait.parity %full, %parity, %ticks

becomes

    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0],
        [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}"
    llvm.inline_asm has_side_effects "{ … again: mbarrier.try_wait.parity.shared::cta.b64 %p, [$0], $1; @!%p …

Each says that it touches memory, so that LLVM moves no access across it.  Of upstream's ops those are here whose own
lowering makes other code: its wait has a limit of time, its arrivals have results, a map that is a parameter is fetched
twice; and addresses of mbarriers that are folded into instructions have ptxas allocate other registers in loops.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.tma.tma_loads import TMA_LOAD
from triton_shared.codegen.nvidia.tma.tma_stores import TMA_STORE
from triton_shared.codegen.nvidia.warp_specialization.multicast_copies import TMA_MULTICAST
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir

_WAIT = """{
.reg .pred %done;
again${:uid}: mbarrier.try_wait.parity.shared::cta.b64 %done, [$0], $1;
@!%done bra again${:uid};
}"""
_LOAD = "cp.async.bulk.tensor.{}d.shared::cluster.global.mbarrier::complete_tx::bytes"
_COPY = _LOAD + " [$0], [$1, {{{}}}], [${}];"

_MULTICAST = """{{
.reg .pred %some;
.reg .b16 %blocks;
setp.ne.b32 %some, ${}, 0;
cvt.u16.u32 %blocks, ${};
@%some {} [$0], [$1, {{{}}}], [${}], %blocks;
}}"""
_ARRIVE_IN = """{
.reg .b32 %there;
mapa.shared::cluster.u32 %there, $0, $1;
mbarrier.arrive.shared::cluster.b64 _, [%there];
}"""
_STORE = "cp.async.bulk.tensor.{}d.global.shared::cta.bulk_group [$0, {{{}}}], [${}];"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, _RULES):
        _RULES[op.name](Emitter(op, op.location), op)
        op.erase()
    for op in all_ops(function, {nvvm.MAPA}):
        op.erase()


def _with_number(text: str) -> Callable[[Emitter, ir.Operation], None]:
    """The rule of an op on an mbarrier with a known number, which stands in ``text``."""

    def rule(b: Emitter, op: ir.Operation) -> None:
        mbarrier, number = op.operands
        _assembly(b, text.format(number.owner.attributes["value"].value), mbarrier)

    return rule


def _plain(text: str) -> Callable[[Emitter, ir.Operation], None]:
    """The rule of an op whose operands ``text`` names."""
    return lambda b, op: _assembly(b, text, *op.operands)


def _copy(b: Emitter, op: ir.Operation) -> None:
    to, map_, at, arrivals, _ = op.operands
    rank = count_of(at)
    text = _COPY.format(rank, ", ".join(f"${2 + d}" for d in range(rank)), 2 + rank)
    _assembly(b, text, to, map_, *(b.extract(at, d) for d in range(rank)), arrivals)


def _multicast(b: Emitter, op: ir.Operation) -> None:
    to, map_, at, arrivals, _, blocks = op.operands
    rank = count_of(at)
    load, last = _LOAD.format(rank) + ".multicast::cluster", 3 + rank
    text = _MULTICAST.format(last, last, load, ", ".join(f"${2 + d}" for d in range(rank)), 2 + rank)
    _assembly(b, text, to, map_, *(b.extract(at, d) for d in range(rank)), arrivals, blocks)


def _arrive(b: Emitter, op: ir.Operation) -> None:
    """At an mbarrier of this block, or of another one of the cluster."""
    (mbarrier,) = op.operands
    if (there := made_by(mbarrier, nvvm.MAPA)) is None:
        _assembly(b, "mbarrier.arrive.shared::cta.b64 _, [$0];", mbarrier)
    else:
        _assembly(b, _ARRIVE_IN, *there.operands)


def _store(b: Emitter, op: ir.Operation) -> None:
    source, map_, at, _ = op.operands
    rank = count_of(at)
    text = _STORE.format(rank, ", ".join(f"${1 + d}" for d in range(rank)), 1 + rank)
    _assembly(b, text, map_, *(b.extract(at, d) for d in range(rank)), source)


def _wait(b: Emitter, op: ir.Operation) -> None:
    mbarrier, parity, _ = op.operands
    _assembly(b, _WAIT, mbarrier, parity)


_RULES = {
    nvvm.PREFETCH: _plain("prefetch.tensormap [$0];"),
    nvvm.INIT: _with_number("mbarrier.init.shared::cta.b64 [$0], {};"),
    nvvm.INVAL: _plain("mbarrier.inval.shared::cta.b64 [$0];"),
    nvvm.EXPECT: _with_number("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {};"),
    nvvm.ARRIVE: _arrive,
    nvvm.ARRIVE_WHEN_COPIED: _plain("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];"),
    nvvm.WAIT: _wait,
    TMA_LOAD: _copy,
    TMA_MULTICAST: _multicast,
    TMA_STORE: _store,
}


def _assembly(b: Emitter, text: str, *operands: ir.Value) -> None:
    constraints = ["l" if str(v.type) == "!llvm.ptr" else "r" for v in operands]
    nvvm.assembly(b, text, [*constraints, "~{memory}"], operands)
