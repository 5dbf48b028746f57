"""How a kernel's staged loads are copied, and by whom, where no option says so: by a rule that has been timed.

| the staged loops of a kernel on sm_90a | copied by |
|---|---|
| if a loop of the kernel says `tt.warp_specialize` | TMA, by a producer |
| that warps multiply in by mma.sync or multiply-adds, or that load rows at indices | cp.async |
| that another loop is around | TMA, by a producer |
| whose one product has 128 elements, or more, for each thread, and transposes words | TMA, by a producer |
| whose one product of what is loaded has 128 x 128 elements, or more, in rows of whole chunks | that, persistently |
| that, in rows that split sectors, or of any length where a block fills the processor | that, by pairs of blocks |
| whose factors are computed from what is loaded, for a product of fewer elements than that | cp.async |
| whose factors have other than 16 bits, or are computed from what is loaded | TMA, by a producer |
| of two products of what is loaded, by one warpgroup, in few iterations, by rows of 128 bytes | cp.async |
| of two products: the first of 128 inner elements or columns, by two warpgroups or of a state | TMA, by a producer |
| of two products by four warpgroups | TMA, by a producer |
| others | TMA |

The first line that fits holds, and options overrule it.  What cannot be so is copied by cp.async; where a loop or
an option asks for a producer, by that, if the kernel may have one.  Persistently: blocks run program after program,
with the copies of the next one ahead; without a producer only a kernel that is asked to does so.  By pairs of blocks:
two blocks copy for each other what both read, since rows that begin inside of sectors of L2 are more sectors than L2
delivers in time.  A kernel's loops share their producer, so it does not matter which of them asks for it: one that a
product stands in, or one around that.
A product of a state has a factor that is computed from what the loop carries, as in recurrences by chunks.
The analysis is pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from triton_shared.codegen.nvidia.target import WARPS_PER_WARPGROUP, GpuTarget
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.build.emitter import LOOPS, WORD_BITS
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.dot.operands import read_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.access_layouts import WIDEST
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.pipeline.copy_chunks import StageTiles
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    WARP_SPECIALIZE,
    Staging,
    TileLoad,
    untransposed,
)
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import all_ops, block_of, ops_around, owner_of, reached
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: elements that the first of two products adds up, or its columns, and warpgroups, from which on a producer was faster
LONG, MANY_GROUPS = H200.produced_extent.value, H200.produced_groups.value
#: iterations of two products of what is loaded until which, and bytes of a row from which on, cp.async was faster
FEW_ITERATIONS, WHOLE_ROW = H200.few_iterations.value, H200.whole_row_bytes.value
#: elements of a product from which on a persistent kernel was faster
LARGE = H200.persistent_elements.value
#: elements of a product for each thread from which on it has no registers left to transpose, and to run persistently
MANY_SUMS = H200.transposing_sums.value
#: bytes of a sector of L2
SECTOR = 32
#: bits of the elements that wgmma takes as they lie, in any order
BITS = 16


@dataclass(frozen=True)
class Choice:
    """How staged loads are copied: as TMA tiles, by a producer, persistently, by pairs of blocks, or not so."""

    tensor_copies: bool = False
    warp_specialize: bool = False
    persistent: bool = False
    multicast: bool = False


CP_ASYNC, TMA, PRODUCED = Choice(), Choice(True), Choice(True, True)
PERSISTENT, MULTICAST = Choice(True, True, True), Choice(True, True, True, True)
#: a kernel is as the loop of its that comes first here
_ORDER = (CP_ASYNC, TMA, PRODUCED, MULTICAST, PERSISTENT)


def resolved(function: ir.Operation, target: GpuTarget, found: Sequence[Staging]) -> GpuTarget:
    """``target`` for the kernel ``function``: each option that says nothing is as the rule has it."""
    choice = choice_for(function, target, found)
    options = {name: getattr(target, name) for name in Choice.__dataclass_fields__}
    if options["warp_specialize"] is None:
        if options["tensor_copies"] is False:
            choice = CP_ASYNC
        elif _asks(function):
            options["warp_specialize"] = True
    if options["warp_specialize"] and choice not in (PERSISTENT, MULTICAST):
        choice = PRODUCED
    if options["warp_specialize"] is False or options["tensor_copies"] is False:
        choice = replace(choice, persistent=False, multicast=False)
    chosen = {name: getattr(choice, name) if value is None else value for name, value in options.items()}
    may_pair = chosen["tensor_copies"] and chosen["warp_specialize"] and chosen["persistent"]
    return replace(target, **chosen | {"multicast": chosen["multicast"] and may_pair})


def candidates(function: ir.Operation, target: GpuTarget, found: Sequence[Staging]) -> list[GpuTarget]:
    """What is to be tried for the kernel ``function``, in order: the last one can always be.

    ``found`` are its loops that have loads ahead.
    """
    first = resolved(function, target, found)
    if not first.warp_specialize:
        return [first]
    may_copy_chunks = target.tensor_copies is None and (target.warp_specialize or _asks(function))
    otherwise = replace(first, persistent=bool(target.persistent), multicast=False)
    by_chunks = [replace(otherwise, tensor_copies=False)] if may_copy_chunks else []
    copies = first.tensor_copies if target.has_wgmma else bool(target.tensor_copies)
    return [first, *by_chunks, replace(otherwise, warp_specialize=False, tensor_copies=copies)]


def _asks(function: ir.Operation) -> bool:
    """Whether a loop says that it is to have a producer."""
    return any(WARP_SPECIALIZE in loop.attributes for loop in all_ops(function, LOOPS))


def choice_for(function: ir.Operation, target: GpuTarget, found: Sequence[Staging]) -> Choice:
    """What the rule says of ``function``."""
    if not target.has_wgmma or target.num_warps < WARPS_PER_WARPGROUP:
        return CP_ASYNC
    known = Divisibility(function)
    return min((_of_loop(one, target, known) for one in found), key=_ORDER.index, default=CP_ASYNC)


def _of_loop(found: Staging, target: GpuTarget, known: Divisibility) -> Choice:
    """What the rule says of one loop."""
    body = found.loop.regions[0].blocks[0]
    products = all_ops(found.loop, PRODUCTS)
    plans = [plan for op in products if (plan := plan_of(op, target)) is not None and plan.uses_wgmma]
    if len(plans) < len(products) or any(load.rows for load in found.loads):
        return CP_ASYNC
    if any(op.name in LOOPS for op in ops_around(found.loop)):
        return PRODUCED
    loaded = {load.tensor for load in found.loads}
    factors = [
        untransposed(read_of(value, kind))
        for op, plan in zip(products, plans, strict=True)
        for value, kind in zip(op.operands, (plan.kind.a, plan.kind.b), strict=False)
    ]
    inside = [value for value in factors if owner_of(value) is not None and block_of(value) == body]
    if len(products) > 2:
        return TMA
    if len(products) == 2:
        return _of_two(products[0], factors, found, target)
    is_large = prod(products[0].results[0].type.shape) >= LARGE
    if any(value not in loaded for value in inside):
        return PRODUCED if is_large else CP_ASYNC
    sums = prod(products[0].results[0].type.shape) // target.threads
    if sums >= MANY_SUMS and any(
        _is_transposed(value, n, found.loads) for n, value in enumerate(list(products[0].operands)[:2])
    ):
        return PRODUCED
    has_whole_chunks = all(_has_whole_chunks(load, known) for load in found.loads)
    if is_large and has_whole_chunks:
        return MULTICAST if any(map(_splits_sectors, found.loads)) else PERSISTENT
    if is_large and _fills_processor(found, products[0], target):
        return MULTICAST
    return PRODUCED if any(bit_width(value.type.element_type) != BITS for value in inside) else TMA


def _of_two(first: ir.Operation, factors: Sequence[ir.Value], found: Staging, target: GpuTarget) -> Choice:
    """What the rule says of a loop of two products, the ``first`` one and another, of ``factors``."""
    inner, columns = (value.type.shape[-1] for value in (first.operands[0], first.results[0]))
    groups, is_long = target.num_warps // WARPS_PER_WARPGROUP, max(inner, columns) >= LONG
    row = inner * bytes_of(factors[0].type.element_type)
    loaded = {load.tensor for load in found.loads}
    is_loaded = all(value in loaded for value in factors)
    if groups == 1 and is_loaded and row >= WHOLE_ROW and _is_short(found.loop):
        return CP_ASYNC
    has_state = any(_is_of_state(value, found.loop.regions[0].blocks[0]) for value in factors[:2])
    return PRODUCED if groups >= MANY_GROUPS or ((groups > 1 or has_state) and is_long) else TMA


def _is_of_state(value: ir.Value, body: ir.Block) -> bool:
    """Whether ``value`` is computed, element by element, from a tensor that the loop of ``body`` carries."""

    def operands(of: ir.Value) -> Sequence[ir.Value]:
        op = owner_of(of)
        return list(op.operands) if op is not None and op.name == "linalg.generic" else ()

    sources = (v for v in reached([value], operands) if isinstance(v.type, ir.RankedTensorType))
    return any(owner_of(v) is None and block_of(v) == body for v in sources)


def _is_short(loop: ir.Operation) -> bool:
    """Whether ``loop`` is known to have few iterations."""
    match [constant_of(v) for v in list(loop.operands)[:3]]:
        case [int(low), int(high), int(step)] if loop.name == "scf.for":
            return high - low <= FEW_ITERATIONS * step
    return False


def _is_transposed(value: ir.Value, number: int, loads: Sequence[TileLoad]) -> bool:
    """Whether operand ``number``, ``value``, is loaded in words that do not lie in the order of the inner dimension."""
    source = untransposed(value)
    load = next((load for load in loads if load.tensor == source), None)
    if load is None or bit_width(value.type.element_type) != WORD_BITS:
        return False
    is_last = (number == 0) == (source == value)
    return load.view.strides[-1 if is_last else -2] != 1


def _fills_processor(found: Staging, product: ir.Operation, target: GpuTarget) -> bool:
    """Whether the stages of a loop, or the sums of its product, leave no room for those of a second block."""
    chip, sums = target.facts, prod(product.results[0].type.shape)
    return 2 * sums >= chip.registers or StageTiles(found.loads).bytes * found.stages > chip.shared_of(2)


def _splits_sectors(load: TileLoad) -> bool:
    """Whether rows of ``load`` are known to begin inside of sectors."""
    strides = (stride if isinstance(stride, int) else constant_of(stride) for stride in load.view.strides)
    size = bytes_of(load.view.element)
    return any(isinstance(n, int) and n > 1 and n * size % SECTOR != 0 for n in strides)


def _has_whole_chunks(load: TileLoad, known: Divisibility) -> bool:
    """Whether the rows of ``load`` are known to be multiples of the widest chunks apart."""
    size = bytes_of(load.view.element)
    return all(stride == 1 or known.of(stride) * size % WIDEST == 0 for stride in load.view.strides)
