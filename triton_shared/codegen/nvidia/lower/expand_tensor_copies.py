"""Make mbarriers and copies of boxes of tensors PTX instructions.

    simt.tma_load %to, %map, %at, %full, %x : !llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>
    simt.mbarrier_wait_parity %full, %parity

becomes

    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0],
        [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}"
    llvm.inline_asm has_side_effects "{ … again: mbarrier.try_wait.parity.shared::cta.b64 %p, [$0], $1; @!%p …

Each says that it touches memory, so that LLVM moves no access across it.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.tma.tma_loads import (
    CP_ASYNC_MBARRIER_ARRIVE,
    FENCE_PROXY_ASYNC,
    MBARRIER,
    MBARRIER_ARRIVE,
    MBARRIER_EXPECT_TX,
    MBARRIER_INIT,
    MBARRIER_INVAL,
    MBARRIER_WAIT,
    PREFETCH_TENSOR_MAP,
    SETMAXNREG,
    TMA_LOAD,
)
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.memory.insert_barriers import COMMIT, STORE, STORED
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

_WAIT = """{
.reg .pred %done;
again${:uid}: mbarrier.try_wait.parity.shared::cta.b64 %done, [$0], $1;
@!%done bra again${:uid};
}"""
_COPY = (
    "cp.async.bulk.tensor.{}d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {{{}}}], [${}];"
)

_STORE = "cp.async.bulk.tensor.{}d.global.shared::cta.bulk_group [$0, {{{}}}], [${}];"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, _RULES):
        _RULES[op.name](Emitter(op, op.location), op)
        op.erase()


def _prefetch(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, "prefetch.tensormap [$0];", op.operands[0])


def _begin(b: Emitter, op: ir.Operation) -> None:
    arrivals = op.attributes["arrivals"].value
    for number in range(op.attributes["count"].value):
        at = b.advance(op.operands[0], MBARRIER * number)
        _assembly(b, f"mbarrier.init.shared::cta.b64 [$0], {arrivals};", at)
    _assembly(b, "fence.mbarrier_init.release.cluster;")


def _end(b: Emitter, op: ir.Operation) -> None:
    for number in range(op.attributes["count"].value):
        at = b.advance(op.operands[0], MBARRIER * number)
        _assembly(b, "mbarrier.inval.shared::cta.b64 [$0];", at)


def _fence(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, "fence.proxy.async;")


def _expect(b: Emitter, op: ir.Operation) -> None:
    bytes_ = op.attributes["bytes"].value
    _assembly(b, f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {bytes_};", op.operands[0])


def _arrive(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, "mbarrier.arrive.shared::cta.b64 _, [$0];", op.operands[0])


def _arrive_when_copied(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", op.operands[0])


def _registers(b: Emitter, op: ir.Operation) -> None:
    way = "inc" if op.attributes["more"].value else "dec"
    _assembly(b, f"setmaxnreg.{way}.sync.aligned.u32 {op.attributes['count'].value};")


def _copy(b: Emitter, op: ir.Operation) -> None:
    to, map_, at, arrivals, _ = op.operands
    rank = count_of(at)
    text = _COPY.format(rank, ", ".join(f"${2 + d}" for d in range(rank)), 2 + rank)
    _assembly(b, text, to, map_, *(b.extract(at, d) for d in range(rank)), arrivals)


def _store(b: Emitter, op: ir.Operation) -> None:
    source, map_, at, _ = op.operands
    rank = count_of(at)
    text = _STORE.format(rank, ", ".join(f"${1 + d}" for d in range(rank)), 1 + rank)
    _assembly(b, text, map_, *(b.extract(at, d) for d in range(rank)), source)


def _commit(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, "cp.async.bulk.commit_group;")


def _stored(b: Emitter, op: ir.Operation) -> None:
    how = ".read" if op.attributes["only_read"].value else ""
    _assembly(b, f"cp.async.bulk.wait_group{how} {op.attributes['pending'].value};")


def _wait(b: Emitter, op: ir.Operation) -> None:
    _assembly(b, _WAIT, *op.operands)


_RULES = {
    PREFETCH_TENSOR_MAP: _prefetch,
    MBARRIER_INIT: _begin,
    MBARRIER_INVAL: _end,
    FENCE_PROXY_ASYNC: _fence,
    MBARRIER_EXPECT_TX: _expect,
    MBARRIER_ARRIVE: _arrive,
    CP_ASYNC_MBARRIER_ARRIVE: _arrive_when_copied,
    SETMAXNREG: _registers,
    TMA_LOAD: _copy,
    MBARRIER_WAIT: _wait,
    STORE: _store,
    COMMIT: _commit,
    STORED: _stored,
}


def _assembly(b: Emitter, text: str, *operands: ir.Value) -> None:
    constraints = ["l" if str(v.type) == "!llvm.ptr" else "r" for v in operands]
    attributes = {
        "asm_string": ir.StringAttr.get(text),
        "constraints": ir.StringAttr.get(",".join([*constraints, "~{memory}"])),
        "asm_dialect": i64_attr(0),
        "has_side_effects": ir.UnitAttr.get(),
    }
    b.op("llvm.inline_asm", [], operands, attributes)
