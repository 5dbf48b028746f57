"""A block of memory into a tile, iteration by iteration, through registers: where no asynchronous copy may be made of
it.

iteration t:  %v = what the loop loads for iteration t + 2          held during the iteration, if registers suffice
         …
         store %v to the tile of the iteration t + 2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.codegen.simt.build import control_flow, shared_layout
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.memory.global_access import owner
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.pipelinable_loads import TileLoad
from triton_shared.codegen.simt.pipeline.schedule import Action, Actions, Frame, Step
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: bytes of a register
WORD = 4
#: registers in which a thread may hold what it has loaded while it computes
MAX_PREFETCH_WORDS = H200.prefetched_registers.value


def words_of(load: TileLoad, layouts: ChosenLayouts) -> int:
    """How many registers of a thread ``load`` takes."""
    layout = layouts.of(load.tensor).compact
    return -(-layout.registers * bytes_of(load.tensor.type.element_type) // WORD)


class RegisterLoad:
    """Emits one load through registers, by the ops that the loop has for it.

    If it takes no more than ``most_words`` registers it is held there while the iteration computes, and stored at its
    end.
    """

    def __init__(self, context: LoweringContext, load: TileLoad, most_words: int):
        self.context, self.load = context, load
        self.layout = context.layouts.of(load.tensor).compact
        self.words = words_of(load, context.layouts)
        fired("distribute-tensors", "load prefetched into registers")
        self.is_held = self.words <= most_words

    def emit(self, tile: Tile, live: ir.Value, _: bool) -> Callable[[], None] | None:
        """Load the block of the iteration whose scalars stand here if it is ``live``; what is returned stores it."""
        vector = self.loaded(live)
        if self.is_held:
            return lambda: self.store(tile, vector)
        self.store(tile, vector)
        return None

    def store(self, tile: Tile, vector: ir.Value) -> None:
        """Store what was loaded, each element by one thread: others might still be an iteration behind."""
        b, only = self.context.b, owner(self.context, self.layout)
        b.some_threads(only, lambda: shared_layout.write(b, tile, self.layout, vector))

    def loaded(self, live: ir.Value) -> ir.Value:
        """The block in registers."""
        context, b = self.context, self.context.b
        element = self.load.tensor.type.element_type
        type_ = vector_of(self.layout.registers, element)

        def load() -> list[ir.Value]:
            for member in self.load.members:
                context.rewrite(member)
            return [context.get(self.load.tensor, self.layout)]

        def nothing() -> list[ir.Value]:
            return [b.zeros(element, self.layout.registers)]

        return control_flow.branch(context, live, [load, nothing], [type_])[0]


class RegisterPrefetch:
    """The ``loads`` of a loop that are held in registers from one iteration to the next; ``first`` is the first one.

    The state is what was loaded for this iteration, and the iteration to load for.
    """

    def __init__(
        self,
        context: LoweringContext,
        ahead: IterationSlice,
        loads: Sequence[RegisterLoad],
        first: Iteration,
    ):
        self.context, self.ahead, self.loads = context, ahead, loads
        self.state: list[ir.Value] = []
        self.actions: Actions = {Action.PREFETCH: self._next}
        if loads:
            self._load(first)

    def enter(self, state: Sequence[ir.Value]) -> None:
        """Begin an iteration that finds ``state``."""
        self.state = list(state)

    def _next(self, step: Step, frame: Frame) -> None:
        """Let what was loaded be this iteration's, and load for the next one."""
        for load, vector in zip(self.loads, self.state, strict=False):
            self.context.hold(load.load.tensor, load.layout, vector)
        if self.loads:
            self._load(Iteration.of(self.state[len(self.loads) :]))

    def _load(self, iteration: Iteration) -> None:
        b = self.context.b
        with self.ahead.at(iteration):
            live = b.compare("ne", iteration.left, b.constant(iteration.left.type, 0))
            vectors = [load.loaded(live) for load in self.loads]
            self.state = [*vectors, *self.ahead.following(iteration).values]
