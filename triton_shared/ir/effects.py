"""What every op does to memory: one table, asked by all that move, repeat, drop or place ops.

>>> of(copy)  # memref.copy %x, %buf                                             # doctest: +SKIP
Effects(reads=(0,), writes=(1,))

A row speaks of an op's operands by their numbers.  Those that are no memory do not count (`is_memory`): the ``outs`` of
a linalg op are written where they are buffers, and replaced by its results where they are tensors.  Ops that say
themselves which operands those are, as linalg's and ours do, have a function in place of a row.  What stands in the
regions of an op is not part of its row.

An op without a row raises `UnknownEffects`: what the compiler does not know is not taken for harmless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cache
from typing import TypeAlias

from triton_shared.errors import LoweringError
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class Effects:
    """What an op does besides computing its results; numbers are those of its operands.

    Attributes:
        reads: whose memory it reads.
        writes: whose memory it writes.
        frees: whose memory is gone afterwards.
        views: where its results point; of tensors, what its results may hold unchanged.
        measures: of whose memory it only asks the extents: no result tells where it lies.
        inits: the tensors in whose place its results are put.
        element: whether of what it reads, writes or replaces it touches the one element that its indices tell.
        allocates: whether its result is new memory.
        anywhere: whether it may read and write memory that no operand tells.
        atomic: whether it accesses each element at once, whatever other threads do meanwhile.
        orders: whether it says when others see what was written: fences, barriers, atomic and volatile accesses.
        together: whether threads do it together: barriers, shuffles, products of warps.
        asynchronous: whether it accesses shared memory by the asynchronous proxy, or lets other threads begin to.
        grouped: whether what it reads is read only when the group of copies that it is in has been waited for.
        commits: whether it ends such a group.
        awaits: how many groups may be under way behind it, where it waits for them.
        acts: whether it must be done, and once, even if no result is used: prints, assertions, waits for products.
        promises: whether it only says what holds where it stands: it may be dropped, but not moved.
        hands_on: whether it is control flow: its operands are what blocks are given, or what other ops result in.
    """

    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    frees: tuple[int, ...] = ()
    views: tuple[int, ...] = ()
    measures: tuple[int, ...] = ()
    inits: tuple[int, ...] = ()
    element: bool = False
    allocates: bool = False
    anywhere: bool = False
    atomic: bool = False
    orders: bool = False
    together: bool = False
    asynchronous: bool = False
    grouped: bool = False
    commits: bool = False
    awaits: int | None = None
    acts: bool = False
    promises: bool = False
    hands_on: bool = False

    def __post_init__(self) -> None:
        touches = bool(self.reads or self.writes or self.frees or self.anywhere)
        object.__setattr__(self, "touches_memory", touches)
        more = self.allocates or self.orders or self.together or self.acts or self.promises or self.hands_on
        object.__setattr__(self, "only_computes", not (touches or more))

    #: whether it reads, writes or frees memory
    touches_memory: bool = field(init=False, repr=False)
    #: whether all that it does is to make results of operands: it may be moved, repeated and dropped
    only_computes: bool = field(init=False, repr=False)


Row: TypeAlias = Effects | Callable[[ir.Operation], Effects]


class UnknownEffects(LoweringError):
    """The table has no row for an op."""

    def __init__(self, op: ir.Operation):
        super().__init__(op, "has no row in triton_shared/ir/effects.py: this is a bug in triton-shared")


COMPUTES, VIEW, ALLOCATES = Effects(), Effects(views=(0,)), Effects(allocates=True)
HANDS_ON, ACTS, TOGETHER, ORDERS = (
    Effects(hands_on=True),
    Effects(acts=True),
    Effects(together=True),
    Effects(orders=True),
)
READ, WRITE, WRITE_SECOND = Effects(reads=(0,)), Effects(writes=(0,)), Effects(writes=(1,))
ATOMIC = Effects(atomic=True, orders=True)
UPDATE, UPDATE_SECOND = (replace(ATOMIC, reads=(n,), writes=(n,)) for n in (0, 1))
MEET = Effects(orders=True, together=True)
#: an arrival at an mbarrier, whose count is no program's
ARRIVES = Effects(orders=True, acts=True)
#: what has not been seen here
ANYTHING = Effects(anywhere=True, orders=True, acts=True)


# Ops that say themselves what they do


def input_count(op: ir.Operation) -> int:
    """How many of the operands of the linalg op ``op`` are inputs; the others are written."""
    if "operandSegmentSizes" in op.attributes:
        return op.attributes["operandSegmentSizes"][0]
    return len(op.operands) // 2 if op.name == "linalg.reduce" else len(op.operands) - 1


#: linalg ops that read nothing of their outputs
_OVERWRITING = ("linalg.fill", "linalg.copy", "linalg.broadcast", "linalg.transpose", "linalg.map")


def _linalg(op: ir.Operation) -> Effects:
    first = input_count(op)
    outputs = old = tuple(range(first, len(op.operands)))
    if op.name in _OVERWRITING:
        old = ()
    elif op.name == "linalg.generic":
        arguments = op.regions[0].blocks[0].arguments
        old = tuple(n for n in outputs if any(True for _ in arguments[n].uses))
    return Effects(reads=(*range(first), *old), writes=outputs, inits=outputs if op.results else ())


def _ordering(op: ir.Operation) -> int:
    return op.attributes["ordering"].value if "ordering" in op.attributes else 0


def _bulk_wait(op: ir.Operation) -> Effects:
    return Effects(orders=True, awaits=op.attributes["group"].value)


def _llvm(row: Effects) -> Row:
    """A load or a store of LLVM's, which may be atomic or volatile."""

    def of_access(op: ir.Operation) -> Effects:
        if not (ordering := _ordering(op)) and "volatile_" not in op.attributes:
            return row
        return replace(row, orders=True, atomic=bool(ordering))

    return of_access


def _triton(row: Effects) -> Row:
    """A load of Triton's, which may be volatile."""

    def of_access(op: ir.Operation) -> Effects:
        is_volatile = "isVolatile" in op.attributes and op.attributes["isVolatile"].value
        return replace(row, orders=True) if is_volatile else row

    return of_access


def _structured(row: Effects) -> Row:
    """An access of the tts dialect; without a base numbers tell what it touches."""

    def of_access(op: ir.Operation) -> Effects:
        has_base = op.attributes["operandSegmentSizes"][0]
        return row if has_base else replace(row, reads=(), writes=(), anywhere=True)

    return of_access


def _if_impure(op: ir.Operation) -> Effects:
    return COMPUTES if "pure" in op.attributes and op.attributes["pure"].value else ANYTHING


def _inline_asm(op: ir.Operation) -> Effects:
    return ANYTHING if "has_side_effects" in op.attributes else COMPUTES


def _intrinsic(op: ir.Operation) -> Effects:
    """An intrinsic that makes something of numbers does nothing else; fences say in their names that they are some."""
    if len(op.results) and len(op.operands) and not any(map(is_memory, op.operands)):
        return COMPUTES
    return Effects(anywhere=True, acts=True, orders="fence" in op.attributes["intrin"].value)


def _of_regions(op: ir.Operation) -> Effects:
    """An op that does nothing but what the ops inside of it do."""
    inner = (of(view.operation) for region in op.regions for block in region for view in block.operations)
    return COMPUTES if all(row.only_computes or row.hands_on for row in inner) else ANYTHING


def _load_first(op: ir.Operation) -> Effects:
    return Effects(reads=tuple(range(1, len(op.operands))))


#: functions of the runtime that leave nothing behind that a program or its user sees, however often they are called
SILENT = frozenset(
    f"triton_shared_{name}"
    for name in ["assert", "covers", "touches", "found", "visits", "before", "after", "fill"]
)
#: those that touch no memory that a program sees
_TELLING = SILENT | {"triton_shared_print", "triton_shared_order"}


def _call(op: ir.Operation) -> Effects:
    return ACTS if op.attributes["callee"].value in _TELLING else ANYTHING


# The table


def _rows(dialect: str, *rows: tuple[Row, str]) -> dict[str, Row]:
    return {f"{dialect}.{name}": row for row, names in rows for name in names.split()}


#: dialects whose ops all do the same, but for those in `ROWS`
DIALECTS: dict[str, Row] = {
    "arith": COMPUTES,
    "math": COMPUTES,
    "ub": COMPUTES,
    "index": COMPUTES,
    "linalg": _linalg,
}

ROWS: dict[str, Row] = {
    **_rows("builtin", (HANDS_ON, "module"), (VIEW, "unrealized_conversion_cast")),
    **_rows("func", (HANDS_ON, "func return"), (_call, "call")),
    **_rows("cf", (HANDS_ON, "br cond_br switch"), (ACTS, "assert")),
    **_rows(
        "scf", (HANDS_ON, "condition execute_region for forall forall.in_parallel if index_switch parallel")
    ),
    **_rows("scf", (HANDS_ON, "reduce reduce.return while yield")),
    **_rows("affine", (COMPUTES, "apply max min")),
    **_rows("arith", (Effects(views=(1, 2)), "select")),
    **_rows(
        "memref",
        (ALLOCATES, "alloc alloca"),
        (Effects(frees=(0,)), "dealloc"),
        (VIEW, "assume_alignment cast collapse_shape expand_shape memory_space_cast reinterpret_cast"),
        (VIEW, "subview transpose view extract_aligned_pointer_as_index extract_strided_metadata"),
        (Effects(measures=(0,)), "dim rank"),
        (COMPUTES, "get_global"),
        (replace(READ, element=True), "load prefetch"),
        (replace(WRITE_SECOND, element=True), "store"),
        (Effects(reads=(0,), writes=(1,)), "copy"),
        (replace(UPDATE_SECOND, element=True), "atomic_rmw"),
        (replace(UPDATE, element=True), "generic_atomic_rmw"),
        (HANDS_ON, "atomic_yield global"),
    ),
    **_rows(
        "bufferization",
        (Effects(reads=(0,), allocates=True), "alloc_tensor"),
        (Effects(reads=(0,), writes=(1,), inits=(1,)), "materialize_in_destination"),
        (Effects(reads=(0,), views=(0,)), "to_tensor"),
        (VIEW, "to_buffer to_memref"),
    ),
    **_rows(
        "tensor",
        (COMPUTES, "dim empty extract from_elements splat"),
        (VIEW, "cast collapse_shape expand_shape extract_slice"),
        (Effects(inits=(1,), element=True), "insert"),
        (Effects(views=(0,), inits=(1,)), "insert_slice parallel_insert_slice"),
    ),
    **_rows("linalg", (COMPUTES, "index"), (HANDS_ON, "yield")),
    **_rows(
        "vector",
        (READ, "expandload gather load maskedload transfer_read"),
        (WRITE, "compressstore maskedstore scatter"),
        (WRITE_SECOND, "store transfer_write"),
        (
            COMPUTES,
            "bitcast broadcast constant_mask create_mask deinterleave extract extract_strided_slice fma",
        ),
        (COMPUTES, "from_elements insert insert_strided_slice interleave outerproduct reduction shape_cast"),
        (COMPUTES, "shuffle splat step to_elements transpose"),
    ),
    **_rows(
        "llvm",
        (HANDS_ON, "br cond_br func mlir.global return switch unreachable"),
        (
            COMPUTES,
            "add and ashr bitcast extractelement extractvalue fadd fcmp fdiv fmul fneg fpext fptosi fptoui",
        ),
        (
            COMPUTES,
            "fptrunc freeze frem fsub icmp insertelement insertvalue inttoptr lshr mul or ptrtoint sdiv sext",
        ),
        (COMPUTES, "shl shufflevector sitofp srem sub trunc udiv uitofp urem xor zext"),
        (COMPUTES, "mlir.addressof mlir.constant mlir.poison mlir.undef mlir.zero"),
        (VIEW, "addrspacecast getelementptr"),
        (Effects(views=(1, 2)), "select"),
        (ALLOCATES, "alloca"),
        (_llvm(READ), "load"),
        (_llvm(WRITE_SECOND), "store"),
        (UPDATE, "atomicrmw cmpxchg"),
        (ORDERS, "fence"),
        (ANYTHING, "call"),
        (_intrinsic, "call_intrinsic"),
        (_inline_asm, "inline_asm"),
        (Effects(promises=True), "intr.assume"),
        (READ, "intr.masked.gather intr.masked.load intr.prefetch"),
        (WRITE_SECOND, "intr.masked.scatter intr.masked.store"),
        (Effects(reads=(1,), writes=(0,)), "intr.memcpy intr.memcpy.inline intr.memmove"),
        (WRITE, "intr.memset"),
    ),
    **_rows(
        "llvm.intr",
        (
            COMPUTES,
            "abs bitreverse bswap ceil copysign cos ctlz ctpop cttz exp exp2 expect fabs floor fma",
        ),
        (
            COMPUTES,
            "fmuladd fshl fshr log log10 log2 maximum maxnum minimum minnum nearbyint pow powi rint round roundeven",
        ),
        (COMPUTES, "sin smax smin sqrt stepvector tan tanh trunc umax umin"),
    ),
    **_rows("llvm.intr.vector", (COMPUTES, "deinterleave2 interleave2")),
    **_rows(
        "llvm.intr.vector.reduce",
        (COMPUTES, "add and fadd fmax fmaximum fmin fminimum fmul mul or smax smin"),
    ),
    **_rows("llvm.intr.vector.reduce", (COMPUTES, "umax umin xor")),
    **_rows(
        "gpu",
        (HANDS_ON, "func module return"),
        (COMPUTES, "block_dim block_id grid_dim lane_id subgroup_id thread_id"),
        (TOGETHER, "shuffle"),
        (MEET, "barrier"),
    ),
    **_rows(
        "nvvm",
        (TOGETHER, "elect.sync mma.sync redux.sync shfl.sync vote.sync"),
        (MEET, "bar.warp.sync barrier barrier.arrive barrier0 cluster.arrive cluster.wait"),
        (VIEW, "mapa"),
        (ORDERS, "cp.async.commit.group cp.async.wait.group fence.mbarrier.init fence.proxy"),
        (replace(ORDERS, commits=True), "cp.async.bulk.commit.group"),
        (_bulk_wait, "cp.async.bulk.wait_group"),
        (replace(WRITE, orders=True), "mbarrier.init mbarrier.inval"),
        (ARRIVES, "mbarrier.arrive.expect_tx"),
        (replace(ARRIVES, asynchronous=True), "cp.async.mbarrier.arrive mbarrier.arrive"),
        (replace(READ, orders=True), "mbarrier.try_wait.parity"),
        (ACTS, "prefetch"),
        (Effects(together=True, acts=True), "setmaxregister"),
        (Effects(reads=(1,), writes=(0,)), "cp.async.shared.global"),
        (replace(READ, together=True), "ldmatrix"),
        (replace(WRITE, together=True), "stmatrix"),
        *(
            (COMPUTES, f"read.ptx.sreg.{s}.x read.ptx.sreg.{s}.y read.ptx.sreg.{s}.z")
            for s in ("tid", "ntid")
        ),
        *(
            (COMPUTES, f"read.ptx.sreg.{s}.x read.ptx.sreg.{s}.y read.ptx.sreg.{s}.z")
            for s in ("ctaid", "nctaid")
        ),
    ),
    **_rows(
        "simt",
        (ALLOCATES, "shared_alloc"),
        (VIEW, "optimization_barrier"),
        (COMPUTES, "divergent_condition version_condition"),
        (READ, "predicated_load"),
        (WRITE_SECOND, "predicated_store"),
        (UPDATE_SECOND, "atomic_add"),
        (_load_first, "load_first"),
        (Effects(reads=(1, 2), together=True, asynchronous=True, acts=True), "wgmma"),
        (Effects(together=True, acts=True), "wgmma_init_accumulator wgmma_wait"),
        (Effects(reads=(4,), writes=(0,), orders=True, asynchronous=True), "tma_load tma_multicast"),
        (Effects(reads=(0,), writes=(3,), asynchronous=True, grouped=True), "tma_store"),
    ),
    **_rows(
        "tts",
        (VIEW, "masked_view"),
        (HANDS_ON, "scan_yield yield"),
        (ACTS, "check fill"),
        (_of_regions, "scan"),
        (_structured(READ), "load"),
        (_structured(WRITE), "store"),
        (_structured(replace(READ, orders=True)), "volatile_load"),
        (_structured(UPDATE), "atomic_cas atomic_rmw"),
        (_structured(replace(READ, atomic=True, orders=True)), "atomic_load atomic_poll"),
        (_structured(replace(WRITE, atomic=True, orders=True)), "atomic_store"),
    ),
    **_rows(
        "tt",
        (HANDS_ON, "func map_elementwise_return reduce_return return scan_return"),
        (ANYTHING, "call"),
        (
            VIEW,
            "addptr advance bitcast broadcast expand_dims int_to_ptr make_tensor_descriptor make_tensor_ptr",
        ),
        (VIEW, "ptr_to_int reinterpret_tensor_descriptor reshape splat trans unsplat"),
        (Effects(views=(0, 1)), "cat join"),
        (
            COMPUTES,
            "approx_divf clampf dot dot_scaled fp_to_fp gather get_num_programs get_program_id histogram",
        ),
        (COMPUTES, "make_range mulhiui precise_divf precise_sqrt split"),
        (_of_regions, "map_elementwise reduce scan"),
        (_if_impure, "elementwise_inline_asm extern_elementwise"),
        (_triton(READ), "load"),
        (READ, "descriptor_gather descriptor_load"),
        (WRITE, "descriptor_scatter descriptor_store store"),
        (UPDATE, "atomic_cas atomic_rmw descriptor_reduce"),
        (replace(READ, atomic=True, orders=True), "atomic_load atomic_poll"),
        (replace(WRITE, atomic=True, orders=True), "atomic_store"),
        (ACTS, "assert print"),
        (replace(ANYTHING, together=True), "grid_dependency_launch_dependents grid_dependency_wait"),
    ),
    **_rows("ttg", (MEET, "barrier")),
}

#: dialects whose ops have rows; ops of others, which other packages lower, may do anything
KNOWN = {name.partition(".")[0] for name in ROWS} | DIALECTS.keys()


#: rows of ops of these other dialects
FOREIGN: dict[str, Row] = {}


def adopt(rows: Mapping[str, Row]) -> None:
    """Let ``rows``, and no others than those of this table, tell what ops of other dialects do."""
    FOREIGN.clear()
    FOREIGN.update(rows)
    row_of.cache_clear()


# Questions


def of(op: ir.Operation) -> Effects:
    """What ``op`` does.  Raises `UnknownEffects`."""
    name = op.name
    row = row_of(name)
    if row is None:
        raise UnknownEffects(op)
    return row if isinstance(row, Effects) else row(op)


@cache
def row_of(name: str) -> Row | None:
    """The row of ops called ``name``."""
    dialect = name.partition(".")[0]
    if dialect not in KNOWN:
        return FOREIGN.get(name, ANYTHING)
    return ROWS.get(name) or DIALECTS.get(dialect)


def only_computes(op: ir.Operation) -> bool:
    """Whether all that ``op`` does is to make results of its operands."""
    return of(op).only_computes


def computes_numbers(op: ir.Operation) -> bool:
    """Whether all that ``op`` does is to make numbers, or vectors of them, of numbers."""
    return of(op).only_computes and all(map(is_number, (*op.operands, *op.results)))


def is_view(op: ir.Operation) -> bool:
    """Whether ``op`` makes a pointer or a buffer of another one."""
    row = of(op)
    return bool(row.views) and row.only_computes and any(map(is_memory, op.results))


def written(op: ir.Operation) -> list[ir.Value]:
    """The buffers and pointers whose memory ``op`` writes."""
    return _memory_of(op, of(op).writes)


def read(op: ir.Operation) -> list[ir.Value]:
    """The buffers and pointers whose memory ``op`` reads."""
    return _memory_of(op, of(op).reads)


def only_reads(op: ir.Operation, number: int) -> bool:
    """Whether all that ``op`` does with its operand ``number`` is to read it: no result holds or replaces any of it."""
    row = of(op)
    kept = (*row.writes, *row.frees, *row.views, *row.inits)
    return number not in kept and not (row.anywhere or row.hands_on)


def touches_whole(op: ir.Operation) -> bool:
    """Whether ``op`` reads, writes, replaces or makes more than one element of a buffer or a tensor."""
    row = of(op)
    taken = (*row.reads, *row.writes, *row.inits)
    touched = [op.operands[n] for n in taken] + [r for r in op.results if row.views and not is_memory(r)]
    return not row.element and any(isinstance(v.type, ir.ShapedType) and v.type.has_rank for v in touched)


def _memory_of(op: ir.Operation, numbers: tuple[int, ...]) -> list[ir.Value]:
    if not numbers:
        return []
    operands = op.operands
    return [value for value in (operands[n] for n in numbers) if is_memory(value)]


def is_number(value: ir.Value) -> bool:
    """Whether ``value`` is a number, or a vector of them."""
    return not isinstance(value.type, ir.RankedTensorType) and not is_memory(value)


def is_memory(value: ir.Value) -> bool:
    """Whether ``value`` is a buffer, a pointer, or a block of pointers."""
    type_ = value.type
    if isinstance(type_, ir.MemRefType | ir.UnrankedMemRefType):
        return True
    element = type_.element_type if isinstance(type_, ir.ShapedType) else type_
    if isinstance(element, ir.IntegerType | ir.IndexType | ir.FloatType):
        return False
    return str(element).startswith(("!llvm.ptr", "!tt.ptr", "!tt.tensordesc"))


def _may_be_address(value: ir.Value) -> bool:
    """Whether ``value`` has room for an address; of a tensor the elements are what lies there."""
    type_ = value.type
    if isinstance(type_, ir.RankedTensorType):
        return is_memory(value)
    element = type_.element_type if isinstance(type_, ir.ShapedType) else type_
    match element:
        case ir.IntegerType(width=width):
            return width >= 64
        case ir.IndexType():
            return True
    return is_memory(value) or str(element).startswith("!llvm.struct")


def _pointing(op: ir.Operation, number: int) -> list[ir.Value]:
    """The results of ``op`` that may point where its operand ``number`` points, as pointers or as numbers."""
    effects = of(op)
    if number not in effects.views and (number in effects.measures or not effects.only_computes):
        return []
    results = list(op.results)
    return [r for r in results if is_memory(r)] or [r for r in results if _may_be_address(r)]


def uses(value: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
    """Every op that uses ``value``, or what is computed of it and may point to the same memory, and as which operand.

    What control flow passes on is not followed: `Effects.hands_on` tells of such a use.
    """
    pending, seen = [value], {value}
    while pending:
        for use in pending.pop().uses:
            user = use.owner.operation
            yield user, use.operand_number
            new = [v for v in _pointing(user, use.operand_number) if v not in seen]
            pending += new
            seen.update(new)


def roots(value: ir.Value) -> Iterator[ir.Value]:
    """What ``value`` may be a view of: allocations, arguments of blocks, and results of other ops."""
    maker = owner_of(value)
    if maker is None:
        yield value
    elif maker.name == "scf.if":
        for region in maker.regions:
            yield from roots(terminator(region.blocks[0]).operands[value.result_number])
    elif views := of(maker).views:
        for number in views:
            yield from roots(maker.operands[number])
    else:
        yield value


def root(value: ir.Value) -> ir.Value:
    """What ``value`` is a view of; where that may be one of several, the view that may be of any of them."""
    while (maker := owner_of(value)) is not None and len(views := of(maker).views) == 1:
        value = maker.operands[views[0]]
    return value
