"""Regions that combine or map single elements, made applicable: ``apply`` repeats them where code is inserted.

A region of several blocks is turned into one of structured control flow first; values that it takes from outside stay
what they are.  What a combiner asserts is a boolean more that it hands on, which is asserted where all is combined.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.ir.builder import at, build
from triton_shared.ir.walk import all_ops, cloned
from triton_shared.mlir import PassManager, ir

ASSERT = "tt.assert"


class Body:
    """The only region of ``op``, whose terminator is called ``….return`` or ``…_return``."""

    def __init__(self, op: ir.Operation):
        self.captured: list[ir.Value] = []
        self.block = op.regions[0].blocks[0]
        if len(op.regions[0].blocks) > 1:
            self._lift(op)

    @property
    def operations(self) -> list[ir.Operation]:
        """The ops of the region, its terminator included."""
        return [o.operation for o in self.block.operations]

    def apply(self, arguments: Sequence[ir.Value]) -> list[ir.Value]:
        """A copy of the region at the insertion point; returns what it returns for ``arguments``."""
        mapping = dict(zip(self.block.arguments, [*arguments, *self.captured], strict=True))
        *body, terminator = self.operations
        for inner in body:
            cloned(inner, mapping)
        return [mapping.get(v, v) for v in terminator.operands]

    @property
    def assertions(self) -> list[ir.Operation]:
        """What the region asserts wherever it is applied."""
        return [op for op in self.operations if op.name == ASSERT]

    def checked(self, totals: Sequence[ir.Value], values: Sequence[ir.Value]) -> list[ir.Value]:
        """A combiner's results for ``totals`` and ``values``, and for each of its `assertions` whether all have held.

        Both lists end with whether the assertions have held so far, a boolean for each.
        """
        count = len(totals) - len(self.assertions)
        arguments = [*totals[:count], *values[:count], *self.captured]
        mapping = dict(zip(self.block.arguments, arguments, strict=True))
        *body, terminator = self.operations
        held = [build.both(x, y) for x, y in zip(totals[count:], values[count:], strict=True)]
        conditions = iter(range(len(held)))
        for inner in body:
            if inner.name == ASSERT:
                number = next(conditions)
                condition = inner.operands[0]
                held[number] = build.both(held[number], mapping.get(condition, condition))
            else:
                cloned(inner, mapping)
        return [*(mapping.get(v, v) for v in terminator.operands), *held]

    def _lift(self, op: ir.Operation) -> None:
        """Move the region into a function of a module of its own, and let upstream structure its control flow."""
        region = op.regions[0]
        inside = all_ops(op)
        arguments = {a for o in (op, *inside) for r in o.regions for b in r.blocks for a in b.arguments}
        made = arguments.union(*(o.results for o in inside))
        self.captured = list(dict.fromkeys(v for o in inside for v in o.operands if v not in made))
        terminators = [o for o in inside if o.name.endswith(("_return", ".return"))]
        for value in self.captured:
            stand_in = region.blocks[0].add_argument(value.type, op.location)
            for o in inside:
                for number, operand in enumerate(o.operands):
                    if operand == value:
                        o.operands[number] = stand_in
        inputs = [a.type for a in region.blocks[0].arguments]
        results = [v.type for v in terminators[0].operands]
        self._module = ir.Module.create(op.location)
        with ir.InsertionPoint(self._module.body):
            function = build.op(
                "func.func",
                (),
                (),
                {
                    "sym_name": ir.StringAttr.get("body"),
                    "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, results)),
                },
                regions=1,
            )
        for block in list(region.blocks):
            block.append_to(function.regions[0])
        for terminator in terminators:
            with at(terminator):
                build.op("func.return", (), list(terminator.operands))
            terminator.erase()
        PassManager.parse("builtin.module(lift-cf-to-scf,canonicalize)").run(self._module.operation)
        self.block = function.regions[0].blocks[0]
