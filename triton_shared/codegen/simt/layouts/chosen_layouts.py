"""The layouts that distribution obeys: those that ops name by `simt.layout`, and none of its own choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy

from triton_shared.codegen.simt.layouts import named_layouts
from triton_shared.codegen.simt.layouts.access_layouts import AccessLayouts
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.named_layouts import subjects
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir


class ChosenLayouts(AccessLayouts):
    """The layouts of ``function``, for a ``block``; raises `LoweringError` where an op names what is none."""

    def __init__(self, function: ir.Operation, block: BlockShape):
        ops = all_ops(function)
        super().__init__(function, ops, block)
        named = named_layouts.read(ops, block)
        self.values, self._own = named.values, named.own

    def copy(self) -> ChosenLayouts:
        """The same, to which a program may add values of its own."""
        new = copy(self)
        new.values = dict(self.values)
        return new

    def of(self, value: ir.Value) -> Layout:
        """The layout of the tensor or buffer ``value``; row-major, of what is computed in whatever layout is wanted.

        Raises:
            LoweringError: the op that makes ``value`` must name one, and does not.
        """
        if (layout := self.values.get(value)) is not None:
            return layout
        maker = owner_of(value) or value.owner.owner.operation
        if any(value in subject.values for _, subject in subjects(maker)):
            raise _missing(maker)
        return self.default(value.type.shape)

    def own(self, op: ir.Operation) -> Layout:
        """The layout of the block that ``op`` reduces, scans, walks or stores."""
        if (layout := self._own.get(op)) is None:
            raise _missing(op)
        return layout

    @contextmanager
    def naming(
        self, values: Iterable[ir.Value], ops: Iterable[ir.Operation], layout: Layout
    ) -> Iterator[None]:
        """Let ``layout`` be that of ``values``, and of the blocks that ``ops`` walk, meanwhile."""
        outer = self.values, self._own
        self.values, self._own = (
            {**known, **dict.fromkeys(new, layout)} for known, new in zip(outer, (values, ops), strict=True)
        )
        try:
            yield
        finally:
            self.values, self._own = outer

    def fits(self, value: ir.Value, layout: Layout) -> bool:
        """Whether ``layout`` is what is named for ``value``, but for registers that repeat others, or nothing is."""
        named = self.values.get(value)
        return named is None or named == layout or named.compact == layout.compact


def _missing(op: ir.Operation) -> LoweringError:
    return LoweringError(op, f"has no '{LAYOUT}', which 'assign-layouts' gives it")
