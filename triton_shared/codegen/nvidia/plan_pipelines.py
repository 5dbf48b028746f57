"""Let kernels, loops and loads say how loads are made ahead: `simt.plan`, `simt.pipeline`, `simt.copy`.

    func.func @k(…) { … scf.for … { %a = load … ; %d = matmul %a, … } {tt.num_stages = 8 : i32} }

becomes, where shared memory has room for four stages,

    func.func @k(…) attributes {simt.plan = {persistent = true, tensor_copies = true, warp_specialize = true, …}} {
      … scf.for … {
        %buffer = memref.alloc() {simt.copy = "tma"} ; …
      } {simt.pipeline = {asked = 8 : i64, needed = 393216 : i64, stages = 4 : i64}, …}

How loops are copied is what the launch's options say, else a rule (`heuristics.py`), as far as the program's form
allows; of each load `load_copies.py` has the rule.  `otherwise` has the plans that are left for a producer that only
its program shows to be impossible.  As many stages are planned as were asked for and rings have room; what else is in
shared memory distribution knows.  What a function, a loop or a load says already stays.

Promise: `distribute-tensors` chooses neither a kind of copy nor a number of stages.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia import heuristics, kernel_plan, load_copies, store_copies
from triton_shared.codegen.nvidia.kernel_plan import PLAN, KernelPlan
from triton_shared.codegen.nvidia.load_copies import LoadCopies, LoadCopy
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tensor_maps
from triton_shared.codegen.nvidia.warp_specialization import specialized_loops
from triton_shared.codegen.nvidia.warp_specialization.dot_chains import chain_of
from triton_shared.codegen.nvidia.warp_specialization.skewed_loop import LEAST_STAGES
from triton_shared.codegen.nvidia.warp_specialization.specialized_loops import Found, found_in
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.pipeline import dots_in_flight, loop_plan, pipelinable_loads
from triton_shared.codegen.simt.pipeline.copy_chunks import StageTiles
from triton_shared.codegen.simt.pipeline.loop_plan import (
    ASYNCHRONOUS,
    IN_ORDER,
    MOST_STAGES,
    SKEWED,
    LoopPlan,
)
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging, TileLoad, staged
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, ops_around
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    target = GpuTarget.of(module)
    for function in kernels_of(module).values():
        _plan(function, target)


def _plan(function: ir.Operation, target: GpuTarget) -> None:
    """Write the plan of ``function`` and those of its loops, by the first candidate that can be."""
    found = staged(function, lambda loop: _asked(loop, target).stages)
    given = kernel_plan.read(function)
    targets = heuristics.candidates(function, replace(target, **given.options), found)
    if given.options.get("warp_specialize"):
        targets = [targets[0], *given.targets(target)[1:]]
    reason = given.reason
    for number, one in enumerate(targets):
        plans = _LoopPlans(function, one, found)
        obstacle = plans.write()
        if obstacle is None:
            store_copies.refuse(function, one)
            if tensor_maps.are_wanted(one):
                store_copies.write(function, one, plans.copies.maps)
            otherwise = targets[number + 1 :]
            break
        reason = reason or obstacle
    else:
        raise LoweringError(function, f"has the '{PLAN}' of a producer, but {obstacle}")
    options, *others = map(kernel_plan.options_of, (one, *otherwise))
    if any(options.values()) or reason is not None or PLAN in function.attributes:
        KernelPlan(options, others, reason).write(function)


def plan_again(function: ir.Operation, target: GpuTarget, layouts: ChosenLayouts) -> str | None:
    """Write the plans of loops and loads of ``function`` again, for another ``target``; why there is no producer."""
    loop_plan.forget(function)
    found = staged(function, loop_plan.stages_of)
    return _LoopPlans(function, target, found, layouts).write()


def _asked(loop: ir.Operation, target: GpuTarget) -> LoopPlan:
    """What ``loop`` says of its stages, or the launch does."""
    if (plan := loop_plan.read(loop)) is not None:
        return plan
    asked = max(1, pipelinable_loads.stages_of(loop, target))
    return LoopPlan(min(asked, MOST_STAGES), asked)


class _LoopPlans:
    """The plans of the loops ``found`` of ``function``, and of their loads, for ``target``."""

    def __init__(
        self,
        function: ir.Operation,
        target: GpuTarget,
        found: Sequence[Staging],
        layouts: ChosenLayouts | None = None,
    ):
        self.function, self.target, self.found, self._layouts = function, target, found, layouts
        self.is_again = layouts is not None
        self.known = Divisibility(function)
        self.plans = {staging.loop: _asked(staging.loop, target) for staging in found}
        self.copies = LoadCopies(function, target, self.known, lambda: self.layouts)

    @property
    def layouts(self) -> ChosenLayouts:
        """Those of the function's blocks."""
        if self._layouts is None:
            self._layouts = ChosenLayouts(self.function, self.target.block_shape)
        return self._layouts

    def write(self) -> str | None:
        """Write them; or nothing, and why there is no producer, where there is to be one."""
        target, produced = self.target, Found({}, ())
        if target.warp_specialize:
            if (obstacle := specialized_loops.obstacle(target)) is not None:
                return obstacle
            produced = found_in(self.function, target, self.known, self.found, is_planned=False)
            if not produced.loops:
                return str(produced)
        specialized_loops.refuse_producers(self.function, MOST_STAGES, produced.loops)
        room = _Room(self.found, self.plans, produced.loops)
        most = room.most(target.max_shared)
        if produced.loops and most == 1:
            return f"{target.chip} has no shared memory for the stages of a producer"
        needed, decided = room.needed(MOST_STAGES), []
        for staging in self.found:
            plan = self._cut(self.plans[staging.loop], most, needed)
            is_produced = staging.loop in produced.loops
            if is_produced:
                plan = replace(plan, producer=True, order=plan.order or self._order(staging, room, most))
            copies = self.copies.of(staging, is_produced) if plan.stages > 1 else {}
            in_flight = self._in_flight(staging, plan, copies) if copies else plan.in_flight
            reason = plan.reason or produced.reason(staging.loop)
            decided.append((staging, replace(plan, in_flight=in_flight, reason=reason), copies))
        # behind all that looks for ops, whose hashes change with their attributes
        for staging, plan, copies in decided:
            plan.write(staging.loop)
            if copies:
                load_copies.write(staging, copies)
        return None

    def _cut(self, plan: LoopPlan, most: int, needed: int) -> LoopPlan:
        """``plan`` with ``most`` stages at most, where so many bytes are ``needed`` for all."""
        if plan.asked is None:
            return plan
        is_cut = needed > self.target.max_shared
        return replace(plan, stages=plan.within(most), needed=needed if is_cut else plan.needed)

    def _in_flight(
        self, staging: Staging, plan: LoopPlan, copies: Mapping[TileLoad, LoadCopy]
    ) -> bool | None:
        """Whether dots of the loop of ``staging`` go on into its next iteration; None where nothing says so.

        Raises:
            LoweringError: it says that they do, and they cannot.
        """
        if plan.in_flight is False:
            return False
        if any(copies[load].copy not in ASYNCHRONOUS for load in staging.loads):
            reason: str | None = dots_in_flight.NOT_FILLED
        else:
            reason = dots_in_flight.obstacle(staging, lambda: self.layouts, self.target)
        if plan.in_flight and reason is not None and not self.is_again:
            raise dots_in_flight.refused(staging.loop, reason)
        return True if reason is None else None

    def _order(self, staging: Staging, room: _Room, most: int) -> str:
        """In which order the iterations of a loop with a producer do what they do."""
        if room.shared_stages(most) < LEAST_STAGES or len(all_ops(staging.loop, PRODUCTS)) < 2:
            return IN_ORDER
        return IN_ORDER if chain_of(staging, self.layouts, self.target) is None else SKEWED


class _Room:
    """The shared memory that the rings of the loops ``found`` take, by their ``plans``.

    Those that are ``produced`` have one ring.  Others are in use beside those of the loops around them.
    """

    def __init__(
        self,
        found: Sequence[Staging],
        plans: Mapping[ir.Operation, LoopPlan],
        produced: Collection[ir.Operation],
    ):
        self.plans, self.produced = plans, produced
        self.stage_bytes = {staging.loop: StageTiles(staging.loads).bytes for staging in found}

    def needed(self, most: int) -> int:
        """Bytes where loops have ``most`` stages at most."""
        stages = {loop: plan.within(most) for loop, plan in self.plans.items()}
        own = {
            loop: bytes_ * stages[loop]
            for loop, bytes_ in self.stage_bytes.items()
            if loop not in self.produced and stages[loop] > 1
        }
        largest = max((sum(own.get(one, 0) for one in (loop, *ops_around(loop))) for loop in own), default=0)
        bytes_ = max((self.stage_bytes[loop] for loop in self.produced), default=0)
        return self.shared_stages(most) * bytes_ + largest

    def shared_stages(self, most: int) -> int:
        """The stages of the ring of those that are produced."""
        return max((self.plans[loop].within(most) for loop in self.produced), default=0)

    def most(self, limit: int) -> int:
        """How many stages loops may have at most, for ``limit`` bytes."""
        return next((most for most in range(MOST_STAGES, 1, -1) if self.needed(most) <= limit), 1)
