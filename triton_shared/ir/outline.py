"""Functions that are made of ops of others, one for all that do the same."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.ir.builder import build
from triton_shared.ir.walk import cloned, module_of
from triton_shared.mlir import ir


class Outliner:
    """Makes private functions of a module.

    Attributes:
        names: of the functions, by their texts without a name.
    """

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def call(self, prefix: str, body: Sequence[ir.Operation], values: Sequence[ir.Value]) -> ir.Operation:
        """A call, here, of a function that does ``body`` to ``values``, which are all that it uses."""
        name = self._function(prefix, body, values)
        return build.op("func.call", (), values, {"callee": ir.FlatSymbolRefAttr.get(name)})

    def _function(self, prefix: str, body: Sequence[ir.Operation], values: Sequence[ir.Value]) -> str:
        """The name of such a function: ``prefix``, and a number."""
        type_ = ir.FunctionType.get([v.type for v in values], [])
        attributes = {
            "sym_name": ir.StringAttr.get(prefix),
            "sym_visibility": ir.StringAttr.get("private"),
            "function_type": ir.TypeAttr.get(type_),
        }
        module = module_of(ir.InsertionPoint.current.block.owner.operation)
        with ir.InsertionPoint(module.regions[0].blocks[0]):
            function = build.op("func.func", (), (), attributes, regions=1)
        locations = [ir.Location.current] * len(values)
        block = function.regions[0].blocks.append(*type_.inputs, arg_locs=locations)
        env = dict(zip(values, block.arguments, strict=True))
        with ir.InsertionPoint(block):
            for op in body:
                cloned(op, env)
            build.op("func.return", (), ())
        text = str(function)
        if text in self.names:
            function.erase()
        else:
            self.names[text] = f"{prefix}{len(self.names)}"
            function.attributes["sym_name"] = ir.StringAttr.get(self.names[text])
        return self.names[text]
