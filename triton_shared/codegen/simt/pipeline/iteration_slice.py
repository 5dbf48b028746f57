"""Turns of a loop to come, whose scalars the loop's own code computes once more: how loads are made ahead of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from triton_shared.codegen.simt.build.context import Program
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir


@dataclass(frozen=True)
class Turn:
    """A turn to come: its number, how far the loop's end is from it, and the scalars that it begins with."""

    number: ir.Value
    left: ir.Value
    carried: tuple[ir.Value, ...]

    @classmethod
    def of(cls, values: Sequence[ir.Value]) -> Turn:
        """The turn that consists of ``values``."""
        number, left, *carried = values
        return cls(number, left, tuple(carried))

    @property
    def values(self) -> list[ir.Value]:
        """All of it, as a loop hands it on."""
        return [self.number, self.left, *self.carried]


class TurnsAhead:
    """What a turn of the loop of ``found`` needs to load what it loads."""

    def __init__(self, program: Program, found: Staging):
        self.program, self.b, self.found = program, program.b, found
        self._body = found.loop.regions[0].blocks[0]
        self._yields = list(terminator(self._body).operands)
        self.lower, self.upper, self.step = (program.scalar(v) for v in list(found.loop.operands)[:3])

    def first(self) -> Turn:
        """The first turn."""
        b, program = self.b, self.program
        some = b.compare("slt", self.lower, self.upper)
        difference = b.one("arith.subi", self.lower.type, self.upper, self.lower)
        left = b.select(some, difference, b.constant(difference.type, 0))
        inits = list(self.found.loop.operands)[3:]
        return Turn(self.lower, left, tuple(program.scalar(inits[n]) for n in self.found.carried))

    @contextmanager
    def at(self, turn: Turn) -> Iterator[None]:
        """Emit what the scalars of ``turn`` need; they stand for those of the block's program meanwhile."""
        program = self.program
        arguments = list(self._body.arguments)
        outer, tensors, buffers, fresh = (
            program.scalars,
            program.tensors,
            program.buffers,
            program.fresh,
        )
        program.scalars = {**outer, arguments[0]: turn.number}
        program.scalars.update(zip((arguments[n + 1] for n in self.found.carried), turn.carried, strict=True))
        program.tensors, program.buffers, program.fresh = dict(tensors), dict(buffers), set(fresh)
        try:
            for op in self.found.scalars:
                program.rewrite(op)
            yield
        finally:
            program.scalars, program.tensors, program.buffers, program.fresh = outer, tensors, buffers, fresh

    def following(self, turn: Turn) -> Turn:
        """The turn after ``turn``, whose scalars stand here."""
        b = self.b
        scalars = [self.program.scalar(self._yields[n]) for n in self.found.carried]
        more = b.compare("ugt", turn.left, self.step)
        left = b.select(
            more, b.one("arith.subi", turn.left.type, turn.left, self.step), b.constant(turn.left.type, 0)
        )
        number = b.one("arith.addi", turn.number.type, turn.number, self.step)
        return Turn(number, left, tuple(scalars))
