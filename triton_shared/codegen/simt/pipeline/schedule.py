"""The schedule of a pipelined loop: what one iteration of its kernel does, in which order, and for which iteration.

    scf.for … { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }       three stages, copied by each thread

    | step | of the iteration |
    |---|---|
    | wait, meet | this one |
    | fill | two later: the ring has three stages |
    | compute | this one |
    | store | as fill: what went through registers |

A `Step` is an `Action` on some ops of the loop's body.  Those of the stage 1 are made for the iteration before: what it
left to this one.  What comes before the kernel and behind it are steps, too.  A schedule is data, made of what the loop
says by `simt.pipeline`; `expand_loop.py` makes code of it, by the parts of the loop that know what an action is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Protocol, TypeAlias

from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir
from triton_shared.records import dataclass


class Action(Enum):
    """What a step does."""

    AHEAD = "fill the stages ahead of the loop"
    FILL = "begin to fill a stage"
    STORE = "store what goes to a stage through registers"
    WAIT = "wait until the tiles are there"
    WAIT_NEXT = "wait until those of the next iteration are there, if there is one"
    DRAIN = "wait for all that is under way"
    MEET = "wait for all threads"
    FREE = "let a stage be filled again"
    ADVANCE = "go to the next stage"
    FOLLOW = "find what the next fill needs"
    READ = "let this iteration's loads be its tiles"
    PREFETCH = "load what the next iteration needs in registers"
    COMPUTE = "compute"
    BEGIN = "begin dots"
    FINISH = "wait for dots"
    SETTLE = "wait for the dots that the last iteration left under way"
    COMPUTE_TAIL = "begin what only the next iteration needs"
    FINISH_TAIL = "finish that"
    KEEP = "keep what the next iteration's dots need"
    ACQUIRE = "wait for the other warpgroups' dots"
    HAND_ON = "let the next warpgroup begin dots"


@dataclass(frozen=True)
class Step:
    """One step of a schedule.

    Attributes:
        action: what it does.
        stage: 0 for this iteration, 1 for what the one before left to this one.
        ops: the ops of the loop's body that it makes.
        pending: how many dots that have begun may be under way yet behind a wait for dots.
        beside: a step that is made while the first dot of ``ops`` is.
        behind_wait: whether that one follows the wait for this dot.
    """

    action: Action
    stage: int = 0
    ops: tuple[ir.Operation, ...] = ()
    pending: int = 0
    beside: Action | None = None
    behind_wait: bool = False

    def __str__(self) -> str:
        notes = [f"stage {self.stage}"] * bool(self.stage)
        notes += [f"{self.pending} pending"] * bool(self.pending)
        notes += [f"beside: {self.beside.name.lower()}"] if self.beside is not None else []
        return self.action.name.lower() + (f" ({', '.join(notes)})" if notes else "")


@dataclass(frozen=True)
class Schedule:
    """The steps of a loop: before its kernel, in an iteration of that, and behind it.

    Attributes:
        in_flight: which of the values that the loop carries are sums whose dots go on into the next iteration.
        peels_first: whether the ``prologue`` is all of the first iteration but what it leaves to the next one.
    """

    prologue: tuple[Step, ...]
    kernel: tuple[Step, ...]
    epilogue: tuple[Step, ...]
    in_flight: tuple[int, ...] = ()
    peels_first: bool = False

    def __str__(self) -> str:
        parts = {"prologue": self.prologue, "kernel": self.kernel, "epilogue": self.epilogue}
        return "\n".join(f"{name}: {'; '.join(map(str, steps))}" for name, steps in parts.items())


@dataclass(frozen=True)
class Frame:
    """The iteration that code is made of.

    Attributes:
        at: its number.
        carried: the values of the block's program that stand for what the loop carries where it begins.
        has_before: emits whether there is an iteration before it.
    """

    at: ir.Value
    carried: Sequence[ir.Value]
    has_before: Callable[[], Condition]


#: what makes code of a step, by its action
Actions: TypeAlias = dict[Action, Callable[[Step, Frame], object]]


class Part(Protocol):
    """What knows some of a loop's actions.

    Attributes:
        actions: these.
        state: what it has for the next iteration, which the loop carries.
    """

    actions: Actions

    @property
    def state(self) -> list[ir.Value]:
        """See above."""

    def enter(self, state: Sequence[ir.Value]) -> None:
        """Begin an iteration that finds ``state``, or what is behind the loop."""


def _steps(*actions: Action | Step) -> tuple[Step, ...]:
    return tuple(one if isinstance(one, Step) else Step(one) for one in actions)


def copied(
    ops: Sequence[ir.Operation],
    in_flight: Sequence[int] = (),
    *,
    is_beside: bool = False,
    behind_wait: bool = False,
    meets_for_tiles: bool = True,
) -> Schedule:
    """The schedule of a loop whose stages its own threads fill, and which computes ``ops``.

    Args:
        ops: what an iteration computes, in order.
        in_flight: see `Schedule`; then a stage is free when all have waited for the dots of the iteration before.
        is_beside: whether the stage is filled while the first dot is made, and else before anything is.
        behind_wait: see `Step`.
        meets_for_tiles: whether threads must synchronize before they read tiles.
    """
    compute = Step(Action.COMPUTE, ops=tuple(ops), pending=len(in_flight))
    begin, read = (Action.WAIT, Action.MEET), (Action.READ, Action.PREFETCH)
    if in_flight:
        first = begin if meets_for_tiles else begin[:1]
        kernel = _steps(*first, *read, compute, Action.MEET, Action.FILL)
    elif is_beside:
        kernel = _steps(*begin, *read, replace(compute, beside=Action.FILL, behind_wait=behind_wait))
    else:
        kernel = _steps(*begin, Action.FILL, *read, compute)
    end = _steps(Action.STORE, Action.ADVANCE)
    return Schedule(_steps(Action.AHEAD), kernel + end, _steps(Action.DRAIN, Action.SETTLE), tuple(in_flight))


def produced(ops: Sequence[ir.Operation], in_flight: Sequence[int] = ()) -> Schedule:
    """The schedule of a loop whose stages a producer fills, and which computes ``ops``; see `Schedule`."""
    stage = 1 if in_flight else 0
    compute = Step(Action.COMPUTE, ops=tuple(ops), pending=len(in_flight))
    free = Step(Action.FREE, stage)
    read = Action.READ, Action.PREFETCH
    kernel = _steps(Action.FILL, Action.WAIT, *read, compute, free, Action.ADVANCE, Action.FOLLOW)
    epilogue = _steps(Action.SETTLE, free) if in_flight else ()
    return Schedule((), kernel, epilogue, tuple(in_flight))


def skewed(
    first: Sequence[ir.Operation],
    deferred: Sequence[Sequence[ir.Operation]],
    ops: Sequence[ir.Operation],
    late: Sequence[ir.Operation],
    *,
    takes_turns: bool,
) -> Schedule:
    """The schedule of a loop with a producer that makes dots together with the next iteration's first one.

    Args:
        first: what makes the first dot, it last.
        deferred: for each dot that the next iteration makes, what makes it, it last.
        ops: what an iteration computes of its first dot alone.
        late: what it computes when it has the sums of the dots before.
        takes_turns: whether warpgroups begin their dots one after the other.
    """
    dot = Step(Action.BEGIN, ops=tuple(first))
    begins = [Step(Action.BEGIN, 1, tuple(one)) for one in deferred]
    finishes = [Step(Action.FINISH, 1, tuple(one)) for one in deferred]
    early, after = (Step(Action.COMPUTE, ops=tuple(some)) for some in (ops, late))
    rest = _steps(Action.READ, Action.PREFETCH, early, Action.COMPUTE_TAIL, Action.WAIT_NEXT)
    end = _steps(Action.FOLLOW, after, Action.FINISH_TAIL, Action.KEEP, Action.ADVANCE)
    dots, free = [dot, *begins], Step(Action.FREE, 1)
    dots = [Step(Action.ACQUIRE), *dots, Step(Action.HAND_ON)] if takes_turns else dots
    done = replace(dot, action=Action.FINISH)
    kernel = _steps(Action.FILL, *dots, replace(done, pending=len(begins)), *rest, *finishes, free, *end)
    prologue = _steps(Action.FILL, Action.WAIT, dot, done, *rest, *end)
    last = [step for pair in zip(begins, finishes, strict=True) for step in pair]
    return Schedule(prologue, kernel, (*last, free), peels_first=True)
