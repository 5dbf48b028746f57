"""Future iterations of a loop: the loop's own scalar code, computed once more, gives their addresses and masks.

What it reads of memory it reads if there is such an iteration::

    %block = memref.load %blocks[%k]        ->        %block = scf.if %is_left { llvm.load … } else { 0 }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging, reads_memory
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class Iteration:
    """A future iteration: its number, how far the loop's end is from it, and the scalars that it begins with."""

    number: ir.Value
    left: ir.Value
    carried: tuple[ir.Value, ...]

    @classmethod
    def of(cls, values: Sequence[ir.Value]) -> Iteration:
        """The iteration that consists of ``values``."""
        number, left, *carried = values
        return cls(number, left, tuple(carried))

    @property
    def values(self) -> list[ir.Value]:
        """All of it, as a loop hands it on."""
        return [self.number, self.left, *self.carried]


class IterationSlice:
    """What an iteration of the loop of ``found`` needs to load what it loads."""

    def __init__(self, context: LoweringContext, found: Staging):
        self.context, self.b, self.found = context, context.b, found
        self._body = found.loop.regions[0].blocks[0]
        self._yields = list(terminator(self._body).operands)
        self.lower, self.upper, self.step = (context.scalar(v) for v in list(found.loop.operands)[:3])

    def first(self) -> Iteration:
        """The first iteration."""
        b, context = self.b, self.context
        some = b.compare("slt", self.lower, self.upper)
        difference = b.one("arith.subi", self.lower.type, self.upper, self.lower)
        left = b.select(some, difference, b.constant(difference.type, 0))
        inits = list(self.found.loop.operands)[3:]
        return Iteration(self.lower, left, tuple(context.scalar(inits[n]) for n in self.found.carried))

    @contextmanager
    def at(self, iteration: Iteration) -> Iterator[None]:
        """Emit what the scalars of ``iteration`` need; they stand for those of the block's program meanwhile."""
        context = self.context
        arguments = list(self._body.arguments)
        outer = context.scalars
        context.scalars = {**outer, arguments[0]: iteration.number}
        context.scalars.update(
            zip((arguments[n + 1] for n in self.found.carried), iteration.carried, strict=True)
        )
        try:
            with context.apart():
                for op in self.found.scalars:
                    self._rewrite(op, iteration)
                yield
        finally:
            context.scalars = outer

    def _rewrite(self, op: ir.Operation, iteration: Iteration) -> None:
        """Emit ``op`` for ``iteration``: where there is none nothing is read, and results are 0."""
        context, b = self.context, self.b
        if not reads_memory(op):
            return context.rewrite(op)

        def read() -> list[ir.Value]:
            context.rewrite(op)
            return [context.scalar(result) for result in op.results]

        types = [result.type for result in op.results]
        is_left = b.compare("ne", iteration.left, 0)
        sides = [read, lambda: [b.constant(type_, 0) for type_ in types]]
        results = control_flow.branch(context, b.value(is_left), sides, types)
        context.scalars.update(zip(op.results, results, strict=True))

    def following(self, iteration: Iteration) -> Iteration:
        """The iteration after ``iteration``, whose scalars stand here."""
        b = self.b
        scalars = [self.context.scalar(self._yields[n]) for n in self.found.carried]
        more = b.compare("ugt", iteration.left, self.step)
        left = b.select(
            more,
            b.one("arith.subi", iteration.left.type, iteration.left, self.step),
            b.constant(iteration.left.type, 0),
        )
        number = b.one("arith.addi", iteration.number.type, iteration.number, self.step)
        return Iteration(number, left, tuple(scalars))
