"""Schedules of pipelined loops: which steps an iteration has, in which order, and of which iteration they are."""

from itertools import product

import pytest

from triton_shared.codegen.simt.pipeline import schedule
from triton_shared.codegen.simt.pipeline.schedule import Action, Schedule

COPIED = [
    (in_flight, is_beside, meets)
    for in_flight, is_beside, meets in product([(), (0,), (0, 2)], [False, True], [False, True])
    if not in_flight or is_beside
]


def actions(made: Schedule) -> list[Action]:
    return [step.action for step in made.kernel]


def made(in_flight, is_beside, meets) -> Schedule:
    return schedule.copied((), in_flight, is_beside=is_beside, meets_for_tiles=meets)


def test_a_stage_is_filled_before_anything_is_computed():
    assert str(schedule.copied(())) == (
        "prologue: ahead\nkernel: wait; meet; fill; read; prefetch; compute; store; advance\nepilogue: drain; settle"
    )


def test_a_stage_is_filled_beside_the_first_dot():
    kernel = "kernel: wait; meet; read; prefetch; compute (beside: fill); store; advance"
    assert kernel in str(schedule.copied((), is_beside=True))


def test_a_stage_is_filled_when_all_have_waited_for_the_dots_before():
    kernel = "kernel: wait; read; prefetch; compute (2 pending); meet; fill; store; advance"
    assert kernel in str(schedule.copied((), (0, 1), is_beside=True, meets_for_tiles=False))


@pytest.mark.parametrize("case", COPIED, ids=str)
def test_no_stage_is_filled_that_threads_may_read(case):
    """All have met since they read the stage: behind the wait for the dots before, where these go on."""
    one = made(*case)
    steps = actions(one)
    (compute,) = (step for step in one.kernel if step.action is Action.COMPUTE)
    filled = steps.index(Action.COMPUTE if compute.beside is not None else Action.FILL)
    met = [place for place, action in enumerate(steps) if action is Action.MEET and place < filled]
    assert met and (not case[0] or max(met) > steps.index(Action.COMPUTE))
    assert compute.pending == len(case[0]) == len(one.in_flight)


@pytest.mark.parametrize("case", COPIED, ids=str)
def test_tiles_are_read_when_they_are_there(case):
    steps = actions(made(*case))
    assert steps.index(Action.WAIT) < steps.index(Action.READ) < steps.index(Action.COMPUTE)
    assert steps.index(Action.STORE) < steps.index(Action.ADVANCE) == len(steps) - 1


@pytest.mark.parametrize("in_flight", [(), (0,)])
def test_a_stage_is_freed_when_dots_have_read_it(in_flight):
    one = schedule.produced((), in_flight)
    (free,) = (step for step in one.kernel if step.action is Action.FREE)
    assert free.stage == len(in_flight)
    assert (one.epilogue == (schedule.Step(Action.SETTLE), free)) is bool(in_flight)


@pytest.mark.parametrize(("deferred", "takes_turns"), list(product([1, 2], [False, True])))
def test_what_is_deferred_is_begun_in_the_next_iteration_and_behind_the_loop(deferred, takes_turns):
    one = schedule.skewed((), [()] * deferred, (), (), takes_turns=takes_turns)
    of_next = [step for step in one.kernel if step.stage]
    assert [step.action for step in of_next] == [
        *[Action.BEGIN] * deferred,
        *[Action.FINISH] * deferred,
        Action.FREE,
    ]
    assert sorted(map(str, of_next)) == sorted(map(str, one.epilogue))
    own = [step for step in one.prologue if step.action is not Action.WAIT]
    turns = Action.ACQUIRE, Action.HAND_ON
    in_kernel = [step for step in one.kernel if not step.stage and step.action not in turns]
    assert [step.action for step in own] == [step.action for step in in_kernel]
    first = next(step for step in in_kernel if step.action is Action.FINISH)
    assert first.pending == deferred and not any(step.pending for step in one.prologue)
    assert (Action.ACQUIRE in actions(one)) is takes_turns


@pytest.mark.parametrize("takes_turns", [False, True])
def test_who_begins_dots_waits_for_nobody(takes_turns):
    steps = actions(schedule.skewed((), [()], (), (), takes_turns=takes_turns))
    begun = [place for place, action in enumerate(steps) if action is Action.BEGIN]
    assert set(steps[begun[0] : begun[-1] + 1]) == {Action.BEGIN}
    if takes_turns:
        assert (steps[begun[0] - 1], steps[begun[-1] + 1]) == (Action.ACQUIRE, Action.HAND_ON)
