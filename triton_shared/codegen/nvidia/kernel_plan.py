"""How a kernel's loops are copied, as its function says it: `simt.plan`, which `plan-pipelines` writes.

    func.func @k(…) attributes {simt.plan = {
        otherwise = [{persistent = false, tensor_copies = true, warp_specialize = false}],
        persistent = true, tensor_copies = true, warp_specialize = true}}

| word | says whether |
|---|---|
| `tensor_copies` | loads ahead, and stores of dots, are TMA tiles where they can be |
| `warp_specialize` | a producer fills the stages of loops |
| `persistent` | blocks run program after program |
| `multicast` | pairs of blocks copy for each other what both read |
| `otherwise` | plans for a kernel whose producer only its program shows to be impossible, in order |
| `reason` | why there is no producer where one was to be |

The first four are those of a `GpuTarget`.  A kernel that says nothing has none of them; where there is no
`otherwise` a plan that cannot be obeyed is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: on a function: its plan
PLAN = "simt.plan"
#: what a plan says yes or no to
OPTIONS = ("multicast", "persistent", "tensor_copies", "warp_specialize")
_OTHERWISE, _REASON = "otherwise", "reason"


@dataclass(frozen=True)
class KernelPlan:
    """The ``options`` of a kernel and, in order, those that are tried ``otherwise``; ``reason`` as in `simt.plan`."""

    options: Mapping[str, Any]
    otherwise: Sequence[Mapping[str, Any]] = ()
    reason: str | None = None

    def targets(self, target: GpuTarget) -> list[GpuTarget]:
        """``target`` with the options of the plan, and of those that are tried otherwise."""
        nothing: dict[str, Any] = dict.fromkeys(OPTIONS, False)
        return [replace(target, **(nothing | dict(one))) for one in (self.options, *self.otherwise)]

    def write(self, function: ir.Operation) -> None:
        """Let ``function`` say it."""
        said: dict[str, ir.Attribute] = dict(_written(self.options))
        if self.otherwise:
            said[_OTHERWISE] = ir.ArrayAttr.get([ir.DictAttr.get(_written(one)) for one in self.otherwise])
        if self.reason is not None:
            said[_REASON] = ir.StringAttr.get(self.reason)
        function.attributes[PLAN] = ir.DictAttr.get(said)


def _written(options: Mapping[str, Any]) -> dict[str, ir.Attribute]:
    return {name: ir.BoolAttr.get(value) for name, value in options.items()}


def options_of(target: GpuTarget) -> dict[str, bool]:
    """What a plan says of ``target``."""
    options = {name: bool(getattr(target, name)) for name in OPTIONS}
    return {name: value for name, value in options.items() if value or name != "multicast"}


def read(function: ir.Operation) -> KernelPlan:
    """What ``function`` says.

    Raises:
        LoweringError: it says what is no plan.
    """
    if PLAN not in function.attributes:
        return KernelPlan({})
    said = _words(function, function.attributes[PLAN])
    otherwise, reason = said.pop(_OTHERWISE, None), said.pop(_REASON, None)
    if not isinstance(otherwise, ir.ArrayAttr | None) or not isinstance(reason, ir.StringAttr | None):
        raise _wrong(function)
    others = [_flags(function, _words(function, one)) for one in otherwise or ()]
    return KernelPlan(_flags(function, said), others, None if reason is None else reason.value)


def _words(function: ir.Operation, attribute: ir.Attribute) -> dict[str, ir.Attribute]:
    if not isinstance(attribute, ir.DictAttr):
        raise _wrong(function)
    return {one.name: one.attr for one in attribute}


def _flags(function: ir.Operation, said: Mapping[str, ir.Attribute]) -> dict[str, bool]:
    if not said.keys() <= set(OPTIONS) or not all(isinstance(value, ir.BoolAttr) for value in said.values()):
        raise _wrong(function)
    return {name: value.value for name, value in said.items()}


def _wrong(function: ir.Operation) -> LoweringError:
    names = ", ".join(f"'{name}'" for name in OPTIONS)
    return LoweringError(
        function,
        f"has a '{PLAN}' that is not {names}, each true or false, '{_OTHERWISE}' such ones, and a '{_REASON}'",
    )
