"""What a loop says of its software pipelining, `simt.pipeline`: a target plans it, distribution obeys.

    scf.for … { … } {simt.pipeline = {asked = 8 : i64, needed = 393216 : i64, stages = 4 : i64}}

| word | says |
|---|---|
| `stages` | how many iterations' tiles there are at once, up to 16; 1 for loads where they stand |
| `asked` | how many were asked for: where this stands, distribution may take fewer, of which a remark tells |
| `needed` | the bytes of shared memory that a block's rings would take with as many, where they have been cut |
| `producer` | whether warps of their own fill the stages |
| `order` | `skewed`, or `in_order`: whether dots that an iteration can leave to the next one do so |
| `in_flight` | whether dots go on into the next iteration, where all stages are filled asynchronously |
| `reason` | why there is no producer where the kernel was to have one |

A loop that says nothing loads nothing ahead.  Loads say how they are copied, and why by nothing faster, on the buffer:

    %buffer = memref.alloc() {simt.copy = "cp_async", simt.reason = "no 16 bytes of it lie together"} : …
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from triton_shared.codegen.simt.analysis.views import ALLOCATIONS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: on a loop: its plan
PIPELINE = "simt.pipeline"
#: on the buffer that a load fills: how it is copied ahead, and why by nothing faster
COPY, REASON = "simt.copy", "simt.reason"
#: by the hardware's tiles; by each thread, asynchronously; through registers; not ahead, but where it stands
TMA, CP_ASYNC, REGISTERS, NONE = COPIES = ("tma", "cp_async", "registers", "none")
#: those that go on while threads compute
ASYNCHRONOUS = (TMA, CP_ASYNC)
#: how many stages a loop has at most
MOST_STAGES = 16


#: how the ops of iterations stand: as the loop has them; or dots that an iteration can leave to the next one do so
IN_ORDER, SKEWED = ORDERS = ("in_order", "skewed")


@dataclass(frozen=True)
class LoopPlan:
    """The plan of one loop; the attributes are those of `simt.pipeline`, None for a word that is left out."""

    stages: int
    asked: int | None = None
    needed: int | None = None
    producer: bool | None = None
    order: str | None = None
    in_flight: bool | None = None
    reason: str | None = None

    def within(self, most: int) -> int:
        """How many stages there are where there may be ``most``."""
        return self.stages if self.asked is None else min(self.stages, most)

    def write(self, loop: ir.Operation) -> None:
        """Let ``loop`` say it."""
        words = {field.name: getattr(self, field.name) for field in fields(self)}
        said = {name: _attribute(value) for name, value in words.items() if value is not None}
        loop.attributes[PIPELINE] = ir.DictAttr.get(said)


def _attribute(value: bool | int | str) -> ir.Attribute:
    if isinstance(value, bool):
        return ir.BoolAttr.get(value)
    return i64_attr(value) if isinstance(value, int) else ir.StringAttr.get(value)


#: what the words of a plan are
_KINDS: dict[str, tuple[type, str]] = {
    **dict.fromkeys(("stages", "asked", "needed"), (ir.IntegerAttr, "no number from 1 on")),
    **dict.fromkeys(("producer", "in_flight"), (ir.BoolAttr, "neither true nor false")),
    "order": (ir.StringAttr, f"none of {', '.join(ORDERS)}"),
    "reason": (ir.StringAttr, "no text"),
}


def read(loop: ir.Operation) -> LoopPlan | None:
    """What ``loop`` says; None where it says nothing.

    Raises:
        LoweringError: it says what is no plan.
    """
    if PIPELINE not in loop.attributes:
        return None
    attribute = loop.attributes[PIPELINE]
    said = {one.name: one.attr for one in attribute} if isinstance(attribute, ir.DictAttr) else {}
    if "stages" not in said or not said.keys() <= _KINDS.keys():
        others = ", ".join(f"'{name}'" for name in sorted(_KINDS.keys() - {"stages"}))
        raise LoweringError(loop, f"has a '{PIPELINE}' that is not {{stages = …}} with one of {others}")
    plan = LoopPlan(**{name: _value(loop, name, value) for name, value in said.items()})
    if plan.stages > MOST_STAGES:
        what = f"has a '{PIPELINE}' of {plan.stages} stages: there are {MOST_STAGES} at most"
        raise LoweringError(loop, what)
    return plan


def _value(loop: ir.Operation, name: str, said: ir.Attribute) -> Any:
    kind, otherwise = _KINDS[name]
    value = said.value if isinstance(said, kind) else None  # type: ignore[attr-defined]
    if value is None or (kind is ir.IntegerAttr and value < 1) or (name == "order" and value not in ORDERS):
        raise LoweringError(loop, f"has a '{PIPELINE}' whose '{name}' is {said}, which is {otherwise}")
    return value


def copy_of(buffer: ir.Operation) -> str | None:
    """How the load that fills ``buffer`` is copied ahead; None where it does not say.

    Raises:
        LoweringError: it says what is no copy.
    """
    return word_of(buffer, COPY, COPIES)


def word_of(op: ir.Operation, name: str, words: Collection[str]) -> str | None:
    """What ``op`` says by its attribute ``name``, one of ``words``; None where it does not say.

    Raises:
        LoweringError: it says what is none of them.
    """
    if name not in op.attributes:
        return None
    said = op.attributes[name]
    if not isinstance(said, ir.StringAttr) or said.value not in words:
        raise LoweringError(op, f"has the '{name}' {said}, which is none of {', '.join(words)}")
    return said.value


def refused(buffer: ir.Operation, reason: str) -> LoweringError:
    """The error that the load which fills ``buffer`` cannot be copied as it says, for this ``reason``."""
    return LoweringError(buffer, f"has the '{COPY}' {buffer.attributes[COPY]}, but {reason}")


def stages_of(loop: ir.Operation, most: int = MOST_STAGES) -> int:
    """How many stages ``loop`` has where there may be ``most``."""
    plan = read(loop)
    return 1 if plan is None else plan.within(most)


def is_strict(loop: ir.Operation) -> bool:
    """Whether ``loop`` says how many stages it has, and not how many were asked for."""
    plan = read(loop)
    return plan is not None and plan.asked is None


def forget(function: ir.Operation) -> None:
    """Let the loops of ``function`` say only how many stages were asked for, and its loads nothing."""
    for loop in all_ops(function, {"scf.for"}):
        plan = read(loop)
        if plan is not None and plan.asked is not None:
            LoopPlan(min(plan.asked, MOST_STAGES), plan.asked).write(loop)
    for buffer in all_ops(function, set(ALLOCATIONS)):
        for name in (COPY, REASON):
            if name in buffer.attributes:
                del buffer.attributes[name]
