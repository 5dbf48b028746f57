"""Whether buffers that share bytes of scratch memory are alive at different times: judged by the IR's types alone.

Each read of a buffer must find what was last written to that buffer.  The function is executed in the abstract: where
a buffer is written, all others that have bytes in common with it are *spoilt* until they are written again; a read of
a spoilt buffer is a mistake of `assign-buffers`.  A result that is a memref is where any operand that is one may be,
whatever the op; an op without such a result reads all of its memrefs but those that it only writes.
"""

from __future__ import annotations

from math import prod

from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: which operand of an op is only written; linalg ops say it themselves
STORES = {
    "memref.copy": 1,
    "memref.store": 1,
    "vector.store": 1,
    "vector.maskedstore": 0,
    "llvm.intr.memmove": 0,
}


class Lifetimes:
    """The mistakes, in words, of ``function``, whose buffers are views of an arena."""

    def __init__(self, function: ir.Operation):
        self.mistakes: list[str] = []
        self.buffers: dict[ir.Value, range] = {}
        for op in all_ops(function, {"memref.view"}):
            begin = owner_of(op.operands[1]).attributes["value"].value
            type_ = op.result.type
            size = prod(type_.shape) * max(8, bit_width(type_.element_type)) // 8
            self.buffers[op.result] = range(begin, begin + size)
        self._roots: dict[ir.Value, frozenset[ir.Value]] = {}
        self._block(function.regions[0].blocks[0], frozenset())

    def _rivals(self, buffer: ir.Value) -> frozenset[ir.Value]:
        mine = self.buffers[buffer]
        return frozenset(
            other
            for other, bytes_ in self.buffers.items()
            if other != buffer and bytes_.start < mine.stop and mine.start < bytes_.stop
        )

    def _block(self, block: ir.Block, spoilt: frozenset[ir.Value]) -> frozenset[ir.Value]:
        for view in block.operations:
            spoilt = self._op(view.operation, spoilt)
        return spoilt

    def _op(self, op: ir.Operation, spoilt: frozenset[ir.Value]) -> frozenset[ir.Value]:
        if op.regions and not op.name.startswith("linalg."):
            ends = spoilt
            for _ in range(2 if op.name != "scf.if" else 1):
                for region in op.regions:
                    for block in region.blocks:
                        ends |= self._block(block, spoilt if op.name == "scf.if" else ends)
            return ends
        if any(isinstance(r.type, ir.MemRefType) for r in op.results):
            return spoilt
        written, read = self._touched(op)
        for buffer in read & spoilt:
            self.mistakes.append(
                f"{op.name} at {op.location} reads {buffer.get_name()}, which has been overwritten"
            )
        for buffer in written:
            spoilt = (spoilt | self._rivals(buffer)) - {buffer}
        return spoilt

    def _touched(self, op: ir.Operation) -> tuple[set[ir.Value], set[ir.Value]]:
        """The buffers that ``op`` may write and those that it may read."""
        operands = list(op.operands)
        outputs = range(0)
        if op.name.startswith("linalg.") and operands:
            sizes = op.attributes.get("operandSegmentSizes", None)
            reduces = op.name == "linalg.reduce"
            outputs = range(
                sizes[0] if sizes else len(operands) // (2 if reduces else 1) - (not reduces), len(operands)
            )
        elif op.name in STORES:
            outputs = range(STORES[op.name], STORES[op.name] + 1)
        written = {root for n in outputs for root in self.roots(operands[n])}
        read = {root for n, value in enumerate(operands) if n not in outputs for root in self.roots(value)}
        return written, read

    def roots(self, value: ir.Value) -> frozenset[ir.Value]:
        """The buffers that ``value``, a memref or an address, may be in."""
        if value not in self._roots:
            self._roots[value] = frozenset()  # for what asks for itself around a loop
            self._roots[value] = self._found(value)
        return self._roots[value]

    def _found(self, value: ir.Value) -> frozenset[ir.Value]:
        if value in self.buffers:
            return frozenset({value})
        maker = owner_of(value)
        if maker is None or isinstance(value.type, ir.FloatType | ir.VectorType):
            return frozenset()
        if maker.name in ("memref.load", "memref.dim", "arith.cmpi"):
            return frozenset()
        inside = [
            op.operation for region in maker.regions for block in region.blocks for op in block.operations
        ]
        sources = [*maker.operands, *(v for op in inside if op.name == "scf.yield" for v in op.operands)]
        return frozenset(root for source in sources for root in self.roots(source))
