"""Make of a kernel, the program of a block, the program of one of its threads.

    func.func @add(%x: memref<*xf32> {tts.pointee = f32, …}, %n: i32, …, %pidX: i32 {tts.role = "program"}, …) {
      %t = bufferization.to_tensor … : tensor<1024xf32>
      %r = linalg.generic … { arith.addf } -> tensor<1024xf32>

becomes, for 128 threads,

    func.func @add(%x: !llvm.ptr<1> {tts.pointee = f32, …}, %n: i32) {
      %v = llvm.load … : vector<4xf32>   (twice)
      %r = arith.addf %v, … : vector<8xf32>

Promise: no tensors and no memrefs are left; each op has been rewritten by the rule of its name, or refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from triton_shared.codegen.kernels import PROGRAM_ARGUMENTS, ROLE, attributes_of, functions_of, kernels_of
from triton_shared.codegen.nvidia import fitting, kernel_plan, nvvm, plan_pipelines, store_copies
from triton_shared.codegen.nvidia.instructions import NvidiaInstructions
from triton_shared.codegen.nvidia.kernel_plan import PLAN
from triton_shared.codegen.nvidia.launch_abi import ASSERTIONS, DISABLE_LSR, RECORD, TENSOR_MAPS, TEXTS
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.warp_specialization import producer_slice, specialized_loops
from triton_shared.codegen.nvidia.warp_specialization.producer_ring import MULTICAST
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import PRODUCER_WARPS
from triton_shared.codegen.nvidia.warp_specialization.specialized_loops import WarpSpecializedLoops, found_in
from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext, Ring, Rule
from triton_shared.codegen.simt.build.emitter import GLOBAL, Emitter
from triton_shared.codegen.simt.build.instructions import Instructions
from triton_shared.codegen.simt.dot import dot
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.lower import (
    atomics,
    buffers,
    calls,
    elementwise,
    inline_asm,
    per_element,
    reduce,
    scalars,
    scan,
)
from triton_shared.codegen.simt.memory import allocate_shared_memory
from triton_shared.codegen.simt.pipeline.loop_plan import MOST_STAGES, is_strict, stages_of
from triton_shared.codegen.simt.pipeline.persistent_loop import AXES, GRID, PERSISTENT, grid_loop
from triton_shared.codegen.simt.pipeline.pipelinable_loads import staged
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Builder, i64_attr
from triton_shared.ir.walk import all_ops, module_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

_RULES = (
    elementwise,
    buffers,
    control_flow,
    reduce,
    scan,
    scalars,
    per_element,
    atomics,
    dot,
    calls,
    inline_asm,
)

#: on a function that was to have a producer: which loops have one, and why others have none
NOTE = "tts.producer"
#: parts of a processor, each of which issues the instructions of its own warps
SCHEDULERS = 4
#: bytes of a block below which it goes through shared memory at once
LEAST_EXCHANGED = H200.least_exchanged.value


def rules() -> dict[str, Rule]:
    """The rule of each op; raises ValueError where an op has two."""
    out: dict[str, Rule] = {}
    for module in _RULES:
        for name, rule in module.RULES.items():
            if name in out:
                raise ValueError(f"{name} has two rules")
            out[name] = rule
    return out


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    target, table = GpuTarget.of(module), rules()
    distribute(
        module, lambda kernel: _distribute(kernel, target, table, ChosenLayouts(kernel, target.block_shape))
    )


def distribute(module: ir.Operation, put: Callable[[ir.Operation], None]) -> None:
    """Let ``put`` have the program of a thread in the place of each kernel of ``module``; nothing else stays there."""
    for kernel in kernels_of(module).values():
        put(kernel)
    for name, op in functions_of(module).items():
        if name not in kernels_of(module) and name not in calls.FUNCTIONS:
            op.erase()
    calls.take_record(module)


def _distribute(
    kernel: ir.Operation, target: GpuTarget, table: dict[str, Rule], layouts: ChosenLayouts
) -> None:
    """Put the program of a thread in the place of ``kernel``, by the first of its plans that can be."""
    plan = kernel_plan.read(kernel)
    note = plan.reason
    for number, one in enumerate(plan.targets(target)):
        obstacle = plan_pipelines.plan_again(kernel, one, layouts) if number else None
        if not number:
            store_copies.refuse(kernel, one)
        obstacle = obstacle or _fitted(kernel, one, table, layouts, None if one.warp_specialize else note)
        if obstacle is None:
            break
        note = note or obstacle
    else:
        raise LoweringError(kernel, f"has the '{PLAN}' of a producer, but {obstacle}")
    kernel.erase()


def without_producer(kernel: ir.Operation, target: SimtTarget, layouts: ChosenLayouts) -> None:
    """Put the program of a thread of ``target``, which has no producers, in the place of ``kernel``."""
    room = _Room(MOST_STAGES, True, target.max_shared)
    _distributed(kernel, target, rules(), layouts, room, Instructions())
    kernel.erase()


def _fitted(
    kernel: ir.Operation,
    target: GpuTarget,
    table: dict[str, Rule],
    layouts: ChosenLayouts,
    note: str | None = None,
) -> str | None:
    """Put the program of a thread before ``kernel``; where shared memory is too small with fewer stages, then with
    blocks that go through it in smaller parts.  With a stage less, too, where `_Room.shared` says so.

    If it was to have a producer and cannot, there is none, and this is why.  ``note`` says so on another one.
    """
    if target.warp_specialize and (reason := specialized_loops.obstacle(target)) is not None:
        return reason
    room = _Room(MOST_STAGES, True, target.max_shared)
    wanted, blocks = None, 1
    while True:
        new, context = _distributed(kernel, target, table, layouts, room, NvidiaInstructions(target))
        if target.warp_specialize and (reason := _obstacle(new, context)) is not None:
            new.erase()
            return reason
        needed = allocate_shared_memory.total(new)
        needed = allocate_shared_memory.needed(new) if needed > target.max_shared else needed
        wanted = wanted or needed
        less = room.less(context, needed - target.max_shared) if needed > target.max_shared else None
        if less is None and room.stages == MOST_STAGES:
            less, blocks = room.shared(context, new, target)
        if less is None:
            break
        room = less
        new.erase()
    if needed > target.max_shared and target.warp_specialize:
        new.erase()
        return f"{target.chip} has no shared memory for the stages of a producer"
    fitting.note(new, kernel, target, wanted, context.rings, blocks)
    fitting.note_spills(new, kernel, target)
    if note is not None:
        new.attributes[NOTE] = ir.StringAttr.get(note)
    return None


@dataclass(frozen=True)
class _Room:
    """How a kernel may use shared memory: its loops' ``stages`` at most, whether blocks are stored whole, and how many
    bytes of a block are ``exchanged`` between threads at once."""

    stages: int
    stores_whole: bool
    exchanged: int

    def less(self, context: LoweringContext, too_much: int) -> _Room | None:
        """Less than what ``context`` took, which was ``too_much``; None where there is nothing to save."""
        if context.is_whole:
            return replace(self, stores_whole=False)
        rings = _rings(context)
        if rings and self.stages > 1:
            most = max(ring.stages for ring in rings)
            saved = -(-too_much // sum(ring.stage_bytes for ring in rings))
            return replace(self, stages=max(1, most - max(1, saved)))
        if self.exchanged > LEAST_EXCHANGED:
            return replace(self, exchanged=self.exchanged // 2)
        return None

    def shared(
        self, context: LoweringContext, function: ir.Operation, target: GpuTarget
    ) -> tuple[_Room | None, int]:
        """A stage less than ``function`` has, if as many blocks share a processor then as occupy all its schedulers.

        And how many these are: two where one block does, if its loops have several products, which wait for each
        other.  None where they do already, or where that takes more.
        """
        rings = _rings(context)
        products = max((len(all_ops(loop, PRODUCTS)) for ring in rings for loop in ring.loops), default=0)
        blocks = 2 if products > 1 and target.num_warps == SCHEDULERS else SCHEDULERS // target.num_warps
        most = max((ring.stages for ring in rings), default=0)
        if blocks < 2 or most < 3:
            return None, 1
        too_much = allocate_shared_memory.needed(function) - target.facts.shared_of(blocks)
        if not 0 < too_much <= sum(ring.stage_bytes for ring in rings):
            return None, 1
        return replace(self, stages=most - 1), blocks


def _rings(context: LoweringContext) -> list[Ring]:
    """Those that may have fewer stages."""
    return [ring for ring in context.rings if not any(map(is_strict, ring.loops))]


def _obstacle(function: ir.Operation, context: LoweringContext) -> str | None:
    """Why ``function`` has no producer; None where it has one."""
    return (
        function.attributes[NOTE].value if context.specialized is None else producer_slice.obstacle(function)
    )


def _distributed(
    kernel: ir.Operation,
    target: SimtTarget,
    table: dict[str, Rule],
    layouts: ChosenLayouts,
    room: _Room,
    instructions: Instructions,
) -> tuple[ir.Operation, LoweringContext]:
    """The program of a thread, before ``kernel``, and how it was made."""
    old = kernel.regions[0].blocks[0]
    users = list(old.arguments)[:-PROGRAM_ARGUMENTS]
    records = calls.needs_record(kernel, bool(target.assertions_trap))
    is_persistent = bool(target.persistent) and not records
    i32 = ir.IntegerType.get_signless(32)
    new = _declared(
        kernel, [(ir.Type.parse(GLOBAL), RECORD)] * records + [(i32, GRID)] * AXES * is_persistent
    )
    block = new.regions[0].blocks[0]
    given, added = list(block.arguments)[: len(users)], list(block.arguments)[len(users) :]
    b = Emitter(terminator(block), kernel.location, target.block_shape)
    b.entry = marker = b.marker()
    context = LoweringContext(kernel, target, b, table, layouts, room.stages, instructions)
    context.stores_whole, context.most_exchanged = room.stores_whole, room.exchanged
    context.scalars.update(zip(users, given, strict=True))
    if records:
        (context.record,) = added
    if target.warp_specialize:
        _begin_producer(context, new)
    else:
        specialized_loops.refuse_producers(kernel, room.stages)
    _walk(context, old, added if is_persistent else None)
    _note_needs(context, new)
    marker.erase()
    return new, context


def _walk(context: LoweringContext, block: ir.Block, grid: list[ir.Value] | None) -> None:
    """Rewrite ``block``, the program; in a loop over the programs of ``grid``, its sizes, if these are given."""
    arguments = list(block.arguments)
    sizes, places = arguments[-PROGRAM_ARGUMENTS:][:AXES], arguments[-AXES:]
    if grid is None:
        _place_in_grid(context, [*sizes, *places])
        context.walk(block)
    else:
        context.scalars.update(zip(sizes, grid, strict=True))
        context.kernel.attributes[PERSISTENT] = ir.UnitAttr.get()
        grid_loop(context, grid, places, lambda: context.walk(block))
    if context.copies_out:
        nvvm.wait_for_stores(context.b, 0)


def _declared(kernel: ir.Operation, more: list[tuple[ir.Type, str]]) -> ir.Operation:
    """A function before ``kernel`` with its user's arguments, and ``more`` by type and role, that only returns."""
    users = list(kernel.regions[0].blocks[0].arguments)[:-PROGRAM_ARGUMENTS]
    pointer = ir.Type.parse(GLOBAL)
    types = [pointer if isinstance(a.type, ir.UnrankedMemRefType) else a.type for a in users]
    types += [type_ for type_, _ in more]
    known = [*attributes_of(kernel)[: len(users)], *({ROLE: ir.StringAttr.get(role)} for _, role in more)]
    attributes = {name: kernel.attributes[name] for name in kernel.attributes if name != PLAN}
    attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, []))
    attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(argument) for argument in known])
    b = Builder.before(kernel)
    new = b.op("func.func", (), (), attributes, regions=1)
    b.region(new.regions[0], types, lambda *_: None, "func.return")
    return new


def _begin_producer(context: LoweringContext, function: ir.Operation) -> None:
    """Give ``function`` the stages that a producer fills, if any loop has such."""
    found = found_in(
        context.function,
        context.target,
        context.layouts.divisibility,
        staged(context.function, lambda loop: stages_of(loop, context.most_stages)),
        is_planned=True,
    )
    function.attributes[NOTE] = ir.StringAttr.get(str(found))
    specialized_loops.refuse_producers(context.function, context.most_stages, found.loops)
    if found.loops:
        context.specialized = WarpSpecializedLoops(context, found.loops)
        if context.target.multicast:
            function.attributes[MULTICAST] = ir.UnitAttr.get()
        function.attributes[PRODUCER_WARPS] = i64_attr(context.target.producer_warps)


def _note_needs(context: LoweringContext, function: ir.Operation) -> None:
    """Note on ``function`` what launches, and LLVM, are to know of it."""
    if context.record is not None or context.texts:
        name = ASSERTIONS if context.record is None else TEXTS
        function.attributes[name] = calls.texts_of(module_of(function), context.texts)
    if context.maps:
        tma_loads.prefetch(context.b, context.maps.values())
        texts = [ir.StringAttr.get(json.dumps(tensor)) for tensor in context.maps]
        function.attributes[TENSOR_MAPS] = ir.ArrayAttr.get(texts)
    if context.disable_lsr:
        function.attributes[DISABLE_LSR] = ir.UnitAttr.get()


def _place_in_grid(context: LoweringContext, arguments: list[ir.Value]) -> None:
    """The grid and the program's place in it, where they are asked for."""
    b = context.b
    names = [(op, axis) for op in ("gpu.grid_dim", "gpu.block_id") for axis in "xyz"]
    for argument, (name, axis) in zip(arguments, names, strict=True):
        if any(True for _ in argument.uses):
            number = b.one(name, b.index, dimension=ir.Attribute.parse(f"#gpu<dim {axis}>"))
            context.scalars[argument] = b.one("arith.index_cast", b.i32, number)
