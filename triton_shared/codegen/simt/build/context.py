"""The program of one thread, made of the program of a block op by op.

A scalar of the block's program is the same in all threads, so control flow is uniform and barriers may stand anywhere;
a tensor is a vector of registers in each thread (`values.py`), in the layout that `layout_assignment.py` gives it.
Inside an `scf.parallel`, and wherever elements are treated one by one, control flow is divergent (`per_element.py`):
there every scalar is the thread's own and no thread waits for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from triton_shared.abi import TensorMap
from triton_shared.codegen.kernels import MAP, MAPS_MADE, ROLE, add_argument
from triton_shared.codegen.simt.analysis.views import Part
from triton_shared.codegen.simt.build import convert_layout, shared_memory
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.emitter import ELEMENT, Emitter
from triton_shared.codegen.simt.build.instructions import Instructions
from triton_shared.codegen.simt.build.storage_types import to_stored
from triton_shared.codegen.simt.build.values import (
    InRegisters,
    InSharedMemory,
    Node,
    RegisterSubset,
    Rematerializable,
)
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.spaces import dims_of
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.walk import function_of, owner_of
from triton_shared.mlir import ir

Rule = Callable[["LoweringContext", ir.Operation], None]


class Ring(NamedTuple):
    """The tiles of the iterations of ``loops``: how many stages, and how many bytes each has."""

    stages: int
    stage_bytes: int
    loops: tuple[ir.Operation, ...]


class SpecializedLoops(Protocol):
    """Loops whose stages a producer fills (`specialized_loops.py`).

    Attributes:
        loops: these loops.
        containing: they, and the control flow around them.
        key: stands for the number that counts their iterations, as the result of an allocation does for a buffer.
    """

    loops: dict[ir.Operation, Any]
    containing: set[ir.Operation]
    key: ir.Value

    def around(self, op: ir.Operation) -> list[ir.Operation]:
        """The control flow that both ``op`` and one of the ``loops`` are in."""

    def emit(self, loop: ir.Operation) -> None:
        """Emit one of the ``loops``."""


class ThreadValues:
    """What the values of a block's program are in the program of a thread.

    Attributes:
        function: the program of the block.
        instructions: those of the target.
        b: builds the thread's program.
        layouts: which layout each tensor and buffer has.
        scalars: the scalars of the block's program in the thread's.
        tensors: its tensors.
        buffers: by the result of their allocation, what its buffers hold by now.
        fresh: buffers that nothing has been written to.
        most_exchanged: bytes of a block that go through shared memory at once.
    """

    def __init__(
        self,
        function: ir.Operation,
        target: SimtTarget,
        b: Emitter,
        layouts: ChosenLayouts,
        instructions: Instructions,
    ):
        self.function, self.target = function, target
        self.b, self.instructions = b, instructions
        self.layouts = layouts.copy()
        self.scalars: dict[ir.Value, ir.Value] = {}
        self.tensors: dict[ir.Value, Node] = {}
        self.buffers: dict[ir.Value, Node | RegisterSubset] = {}
        self.fresh: set[ir.Value] = set()
        self.most_exchanged = target.max_shared
        self._divergent: DivergentElements | None = None
        self._op = function  # which is being rewritten

    @property
    def divergent(self) -> DivergentElements | None:
        """What is treated one by one here; None where all threads go together."""
        return self._divergent

    @divergent.setter
    def divergent(self, divergent: DivergentElements | None) -> None:
        self._divergent = divergent
        self.b.divergent = divergent is not None

    def scalar(self, value: ir.Value) -> ir.Value:
        """The scalar ``value`` of the block's program; the pointer that a memref of global memory is."""
        return self.scalars[value]

    def index(self, number: int | ir.Value) -> int | ir.Value:
        """An index of the block's program; numbers stay numbers."""
        if isinstance(number, int):
            return number
        owner = number.owner
        if not isinstance(owner, ir.Block) and owner.operation.name == "arith.constant":
            return owner.operation.attributes["value"].value
        return self.scalars[number]

    def layout(self, value: ir.Value) -> Layout:
        """The layout that a tensor or buffer of the block's program has, or would have."""
        node = self.tensors.get(value)
        return node.layout if isinstance(node, InRegisters) else self.layouts.of(value)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What tensors and buffers become meanwhile is seen nowhere else."""
        outer = self.tensors, self.buffers, self.fresh
        self.tensors, self.buffers, self.fresh = dict(self.tensors), dict(self.buffers), set(self.fresh)
        try:
            yield
        finally:
            self.tensors, self.buffers, self.fresh = outer

    def hold(self, value: ir.Value, layout: Layout, vector: ir.Value) -> None:
        """Let ``value`` be ``vector``, which is in ``layout``, in the layout that is named for it."""
        self.let(value, InRegisters(layout, vector))

    def let(self, value: ir.Value, node: Node) -> None:
        """Let ``value`` be ``node``; what threads hold, in the layout that is named for it."""
        if isinstance(node, InRegisters) and not self.layouts.fits(value, node.layout):
            wanted = self.layouts.of(value)
            node = InRegisters(wanted, self.registers(node, wanted))
        self.tensors[value] = node

    def compute(self, value: ir.Value, make: Callable[[Layout], ir.Value], anywhere: bool) -> None:
        """Let ``value`` be what ``make`` computes: in whatever layout is wanted, if ``anywhere``, else in its own."""
        if anywhere:
            self.tensors[value] = Rematerializable(make)
        else:
            layout = self.layouts.of(value)
            self.hold(value, layout, make(layout))

    def is_lazy(self, value: ir.Value) -> bool:
        """Whether the tensor ``value`` is computed in whatever layout is wanted."""
        return isinstance(self.tensors[value], Rematerializable)

    def get(self, value: ir.Value, layout: Layout) -> ir.Value:
        """The registers that hold the tensor ``value`` in ``layout``."""
        return self.registers(self.tensors[value], layout)

    def registers(self, node: Node, layout: Layout) -> ir.Value:
        """The registers that hold ``node`` in ``layout``; what has been computed before is taken again."""
        if isinstance(node, InRegisters) and node.layout == layout:
            return node.vector
        compact = layout.compact
        if layout != compact:
            vector = self.registers(node, compact)
            return self.b.take(vector, compact.registers_of(layout))
        if layout in node.known and self._dominates(node.known[layout][1]):
            return node.known[layout][0]
        vector = self._made(node, layout)
        node.known[layout] = vector, self.b.block
        return vector

    def _made(self, node: Node, layout: Layout) -> ir.Value:
        match node:
            case Rematerializable():
                return node.make(layout)
            case InSharedMemory():
                return self.instructions.read(self.b, node.tile, layout)
            case _:
                return self._converted(node, layout)

    def _converted(self, held: InRegisters, layout: Layout) -> ir.Value:
        vector = convert_layout.in_registers(self.b, held, layout)
        if vector is not None:
            return vector
        if self.divergent is not None:
            raise LoweringError(self._op, f"needs a tensor in another '{LAYOUT}' in divergent code")
        return convert_layout.through_shared_memory(
            self.b, held, layout, self.instructions, self.most_exchanged
        )

    def laid_out(self, node: Node, type_: ir.ShapedType) -> shared_memory.Region:
        """The tensor ``node`` of ``type_`` in shared memory."""
        layout = node.layout if isinstance(node, InRegisters) else self.layouts.default(type_.shape)
        return shared_memory.laid_out(self.b, layout, self.registers(node, layout))

    def group(self, layout: Layout) -> list[int]:
        """The registers of ``layout`` that are treated here."""
        return list(range(layout.registers)) if self.divergent is None else self.divergent.group

    def part(self, node: Node | RegisterSubset, layout: Layout) -> ir.Value:
        """What ``node`` has in the registers of ``layout`` that are treated here."""
        if isinstance(node, RegisterSubset):
            return node.vector
        return self.b.take(self.registers(node, layout), self.group(layout))

    def whole(self, buffer: ir.Value) -> Node:
        """What ``buffer`` holds, where all threads go together."""
        node = self.buffers[buffer]
        assert not isinstance(node, RegisterSubset)
        return node

    def assign(self, buffer: ir.Value, layout: Layout, vector: ir.Value) -> None:
        """Let ``buffer`` hold ``vector`` in the registers of ``layout`` that are treated here."""
        self.buffers[buffer] = (
            InRegisters(layout, vector) if self.divergent is None else RegisterSubset(layout, vector)
        )
        self.fresh.discard(buffer)

    def buffer_layout(self, buffer: ir.Value) -> Layout:
        """The layout in which ``buffer`` is written here."""
        here = self.divergent.layouts if self.divergent is not None else {}
        return here.get(buffer) or self.layouts.of(buffer)

    def element_of(
        self, op: ir.Operation, node: Node | RegisterSubset, type_: ir.Type, indices: Sequence[ir.Value]
    ) -> ir.Value:
        """The element at ``indices`` of a tensor or buffer of ``type_``."""
        b, element = self.b, self.divergent
        if isinstance(node, RegisterSubset):
            raise LoweringError(op, "reads an element of what is being written")
        if not type_.rank:
            layout = node.layout if isinstance(node, InRegisters) else self.layouts.default(())
            return b.extract(self.registers(node, layout), 0)
        if element is None:
            return shared_memory.element(b, self.laid_out(node, type_), [self.index(i) for i in indices])
        dims = dims_of(element.dims, indices, type_.shape)
        if dims is not None:
            layout = element.space.projected(dims, type_.shape)
            return b.extract(self.registers(node, layout), element.group[0])
        return shared_memory.element(b, element.regions[op.operands[0]], [self.index(i) for i in indices])

    def store_element(
        self, op: ir.Operation, part: Part, indices: Sequence[ir.Value], value: ir.Value
    ) -> None:
        """Let the element at ``indices`` of a buffer, where elements are treated one by one, be ``value``.

        Of neighbours that are treated together each is its own of ``value``, or all are ``value``.
        """
        element, buffer = self.divergent, part.root
        assert element is not None
        if buffer in element.regions and part.root == op.operands[1]:
            at = shared_memory.element_at(self.b, element.regions[buffer], [self.index(i) for i in indices])
            by_element = {ELEMENT: ir.UnitAttr.get()}
            return self.b.store(to_stored(self.b, value), at, element.regions[buffer].size, **by_element)
        if dims_of(element.dims, indices, part.shape) is None or len(element.group) != element.together:
            raise LoweringError(op, "writes to a buffer at positions that are known only at run time")
        is_one = not isinstance(value.type, ir.VectorType)
        vector = self.b.collect([value] * element.together) if is_one else value
        layout = self.buffer_layout(buffer)
        if element.kept is not True and value not in element.merged:
            old = self.part(self.buffers[buffer], layout)
            vector = self.b.one("arith.select", vector.type, self.b.value(element.kept), vector, old)
        self.assign(buffer, layout, vector)

    def _dominates(self, block: ir.Block) -> bool:
        """Whether what was made in ``block`` may be used here."""
        here = self.b.block
        while here != block:
            parent = here.owner.operation
            if parent.name == "func.func":
                return False
            here = parent.block
        return True


class LoweringContext(ThreadValues):
    """The state of the rewriting of one function.

    Attributes:
        record: where what is printed and asserted is noted (`calls.py`).
        texts: by the symbols of the texts of what is printed and asserted, their numbers.
        accesses: the numbers of accesses to global memory by what says which elements each thread touches.
        most_stages: how many stages a loop may have at most.
        rings: the rings of stages of its loops.
        disable_lsr: whether LLVM is to leave addresses in loops as they are, for loads are staged.
        maps: the tensors whose TMA tiles it copies, with the arguments that are their maps.
        finish_dot: what waits for a dot that has begun, and returns its sums; None where it is waited for at once.
        copies_out: whether TMA tiles may be copied to memory yet when the program ends.
        stores_whole: whether a block may lie in shared memory whole, beside rings that live on, to be stored.
        is_whole: whether one does.
        specialized: the stages that a producer fills, if it has one.
    """

    def __init__(
        self,
        function: ir.Operation,
        target: SimtTarget,
        b: Emitter,
        rules: dict[str, Rule],
        layouts: ChosenLayouts,
        most_stages: int,
        instructions: Instructions,
    ):
        super().__init__(function, target, b, layouts, instructions)
        self.rules = rules
        self.record: ir.Value | None = None
        self.texts: dict[str, int] = {}
        self.accesses: dict[tuple, int] = {}
        self.most_stages = most_stages
        self.rings: list[Ring] = []
        self.disable_lsr = False
        self.maps: dict[TensorMap, ir.Value] = {}
        self.finish_dot: Callable[[Emitter, ir.Value], ir.Value] | None = None
        self.copies_out = False
        self.stores_whole, self.is_whole = True, False
        self.specialized: SpecializedLoops | None = None
        self._maps_made: ir.Value | None = None

    # Arguments behind the user's

    @property
    def kernel(self) -> ir.Operation:
        """The function that is being made."""
        return function_of(self.b.entry)

    @property
    def maps_made(self) -> ir.Value:
        """Which maps of tensors the launch could make, a bit for each of an i32."""
        if self._maps_made is None:
            self._maps_made = add_argument(self.kernel, self.b.i32, {ROLE: ir.StringAttr.get(MAPS_MADE)})
        return self._maps_made

    def map_of(self, tensor: TensorMap) -> tuple[int, ir.Value]:
        """The number of the map of ``tensor``, and the map."""
        if tensor not in self.maps:
            assert self.maps_made is not None  # which comes before the maps
            role = {ROLE: ir.StringAttr.get(MAP)}
            self.maps[tensor] = add_argument(self.kernel, ir.Type.parse("!llvm.ptr"), role)
        return list(self.maps).index(tensor), self.maps[tensor]

    # Walking

    def walk(self, block: ir.Block) -> None:
        """Rewrite the ops of ``block``, but for its terminator."""
        for op in list(block.operations)[:-1]:
            self.rewrite(op.operation)

    def rewrite(self, op: ir.Operation) -> None:
        """Rewrite ``op``."""
        outer, self._op = self._op, op
        with self.b.located(op.location):
            try:
                self._rule_of(op)(self, op)
            except KeyError as error:
                self._refuse_slice(op, error.args[0])
                raise
        self._op = outer

    def _rule_of(self, op: ir.Operation) -> Rule:
        if (rule := self.rules.get(op.name)) is not None:
            return rule
        if effects.only_computes(op) and not op.regions and not any(map(_is_block, op.operands)):
            return LoweringContext.copy
        raise LoweringError(op, "has no lowering for GPUs")

    def _refuse_slice(self, op: ir.Operation, missing: object) -> None:
        """Say what ``op`` asked for, if it is a slice that is only ever stored: threads hold no part of it."""
        if isinstance(missing, ir.Value) and isinstance(missing.type, ir.RankedTensorType):
            maker = owner_of(missing)
            if maker is not None and maker.name == "tensor.extract_slice":
                what = (
                    f"computes with {missing.type}, a slice whose bounds are no multiples of a power of two"
                )
                raise LoweringError(op, f"{what}, which GPUs only store") from None

    def copy(self, op: ir.Operation) -> None:
        """Rewrite the scalar op ``op`` as it is."""
        if any(map(_is_block, op.results)):
            raise LoweringError(op, "has no lowering for GPUs")
        new = op.clone(ip=self.b.ip)
        for number, operand in enumerate(op.operands):
            new.operands[number] = self.scalar(operand)
        for old, result in zip(op.results, new.results, strict=True):
            self.scalars[old] = result

    def require_convergent(self, op: ir.Operation, what: str) -> None:
        """Raise `LoweringError` unless all threads go together here."""
        if self.divergent is not None:
            raise LoweringError(op, f"{what} in divergent code")


def _is_block(value: ir.Value) -> bool:
    return isinstance(value.type, ir.RankedTensorType | ir.MemRefType | ir.UnrankedMemRefType)
