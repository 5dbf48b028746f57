"""Which elements of memory an op of the shared form touches: a `Box` in a kernel's argument or at an address.

>>> box_at(view)        # %view = memref.subview (memref.reinterpret_cast %arg1 to offset: [%o] …)  # doctest: +SKIP
Box(argument=1, address=None, offset=%o, sizes=(%n,), strides=(1,), width=4)

`block_of` tells which part of a block of the program such a box is: the buffer that it is copied to, or the
tensor that is stored in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, Index, bit_width, build
from triton_shared.ir.walk import all_ops, is_argument, module_of, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what the runtime takes for an argument's number where an address is any argument's, of memory that nobody
#: knows, or, less the number, of one argument
ANY_ARGUMENT, ANY_MEMORY, ABSOLUTE = -1, -2, -3


@dataclass(frozen=True)
class Box:
    """Elements at ``offset + Σ index * strides`` of an argument, in elements of ``width`` bytes.

    Attributes:
        argument: the number of the function's argument, or one of the negative numbers above.
        address: where that is negative, the address of element 0, as an index.
    """

    argument: int
    address: ir.Value | None
    offset: Index
    sizes: tuple[Index, ...]
    strides: tuple[Index, ...]
    width: int

    def at(self, indices: Sequence[Index]) -> Box:
        """The one element at ``indices``."""
        steps = [build.mul(i, stride) for i, stride in zip(indices, self.strides, strict=True)]
        return replace(self, offset=reduce(build.add, steps, self.offset), sizes=(), strides=())


@dataclass(frozen=True)
class Part:
    """A part of a block of ``shape``: where its first element lies, and which of the block's dimensions it has."""

    shape: tuple[int, ...]
    lows: tuple[Index, ...]
    dims: tuple[int, ...]

    def lane(self, indices: Sequence[Index]) -> Index:
        """The row-major number in the block of the part's element at ``indices``."""
        position: Index = 0
        within = dict(zip(self.dims, indices, strict=True))
        for dim, (size, low) in enumerate(zip(self.shape, self.lows, strict=True)):
            position = build.add(build.mul(position, size), build.add(low, within.get(dim, 0)))
        return position


def box_at(view: ir.Value) -> Box | None:
    """The box that ``view``, a memref or a pointer, is; None for memory of the program's own, and of its texts.

    Raises `LoweringError` where nobody knows what it is a view of.
    """
    if is_argument(view) and isinstance(view.type, ir.UnrankedMemRefType):
        return Box(view.arg_number, None, 0, (), (), _bytes(view.type.element_type))
    op = owner_of(view)
    if op is None:
        raise LoweringError(_maker(view), "hands on a view of memory that bounds cannot be checked of")
    match op.name:
        case "memref.alloc" | "memref.alloca" | "memref.get_global":
            return None
        case "memref.reinterpret_cast":
            return _reinterpreted(op)
        case "memref.subview":
            return _part_of(op)
        case "memref.cast" | "memref.memory_space_cast":
            return box_at(op.operands[0])
        case "builtin.unrealized_conversion_cast":
            return _at_address(_pointer_in(op.operands[0]), _bytes(view.type.element_type))
        case "llvm.inttoptr":
            return _at_address(view, 0)
    raise LoweringError(_maker(view), "gives a view of memory that bounds cannot be checked of")


def _maker(value: ir.Value) -> ir.Operation:
    return owner_of(value) or value.owner.owner.operation


def _bytes(element: ir.Type) -> int:
    return max(bit_width(element), 8) // 8


def _reinterpreted(op: ir.Operation) -> Box | None:
    source = box_at(op.operands[0])
    if source is None:
        return None
    offsets, sizes, strides = mixed(op)
    return replace(source, offset=offsets[0], sizes=tuple(sizes), strides=tuple(strides))


def _part_of(op: ir.Operation) -> Box | None:
    source = box_at(op.operands[0])
    if source is None:
        return None
    lows, sizes, _ = mixed(op)
    kept = kept_dims(sizes, op.results[0].type.shape)
    begin = source.at(lows).offset
    return replace(
        source,
        offset=begin,
        sizes=tuple(sizes[d] for d in kept),
        strides=tuple(source.strides[d] for d in kept),
    )


def mixed(op: ir.Operation) -> list[list[Index]]:
    """Offsets, sizes and strides of ``op``, a view or a slice, as numbers where they are known."""
    operands = iter(list(op.operands)[op.attributes["operandSegmentSizes"][0] :])
    names = ("static_offsets", "static_sizes", "static_strides")
    return [[next(operands) if n == DYNAMIC else n for n in op.attributes[name]] for name in names]


def kept_dims(sizes: Sequence[Index], shape: Sequence[int]) -> list[int]:
    """The dimensions of ``sizes`` that a result of ``shape`` has: others, of size 1, are left out of it."""
    kept: list[int] = []
    for dim, size in enumerate(sizes):
        left = len(sizes) - dim
        wanted = len(shape) - len(kept)
        if wanted and (left == wanted or size != 1 or shape[len(kept)] == 1):
            kept.append(dim)
    return kept


# Raw addresses


def _pointer_in(descriptor: ir.Value) -> ir.Value:
    """The ``!llvm.ptr`` that a memref's ``descriptor`` is built of."""
    op = owner_of(descriptor)
    while op is not None and op.name == "llvm.insertvalue":
        if str(op.operands[1].type) == "!llvm.ptr":
            return op.operands[1]
        op = owner_of(op.operands[0])
    raise LoweringError(_maker(descriptor), "is a memref of which no address is known")


def _at_address(pointer: ir.Value, width: int) -> Box:
    op = owner_of(pointer)
    if op is None or op.name != "llvm.inttoptr":
        raise LoweringError(_maker(pointer), "gives a pointer of which no address is known")
    address = build.one("arith.index_cast", build.index, op.operands[0])
    return Box(_origin(op.operands[0]), address, 0, (), (), width)


def _origin(address: ir.Value) -> int:
    """Whose address it is: `ANY_ARGUMENT` or `ANY_MEMORY`, or `ABSOLUTE` less an argument's number."""
    found = _arguments_of(address, {})
    if found is None:
        return ANY_MEMORY
    return ABSOLUTE - next(iter(found)) if len(found) == 1 else ANY_ARGUMENT


#: what makes an address of one address, and distances
_SUMS = ("arith.addi", "arith.subi")
_SAME = (
    *("arith.index_cast", "memref.extract_strided_metadata", "llvm.inttoptr", "llvm.ptrtoint", "linalg.fill"),
    *("linalg.broadcast", "linalg.transpose", "tensor.extract", "tensor.extract_slice", "tensor.cast"),
    *("tensor.expand_shape", "tensor.collapse_shape"),
)

#: of values, the arguments that each may count from; None where it may count from anything else
_Found = dict[ir.Value, "set[int] | None"]


def _arguments_of(value: ir.Value, found: _Found) -> set[int] | None:
    """The arguments of the kernel that ``value`` may count from; None where it may count from anything else."""
    if value not in found:
        found[value] = set()  # where it is asked for by what it is made of itself
        found[value] = _made_of(value, found)
    return found[value]


def _made_of(value: ir.Value, found: _Found) -> set[int] | None:
    op = owner_of(value)
    if op is None:
        return _all_of([_arguments_of(v, found) for v in _incoming(value)])
    match op.name:
        case "memref.extract_aligned_pointer_as_index":
            box = box_at(op.operands[0])
            return None if box is None or box.argument < 0 else {box.argument}
        case name if name in _SUMS:
            sides = [_arguments_of(v, found) for v in op.operands]
            known = [side for side in sides if side is not None]
            return set().union(*known) if known else None
        case name if name in _SAME:
            return _arguments_of(op.operands[0], found)
        case "arith.select":
            return _all_of([_arguments_of(v, found) for v in list(op.operands)[1:]])
        case "scf.if" | "linalg.generic":
            ends = [terminator(region.blocks[0]) for region in op.regions]
            return _all_of([_arguments_of(end.operands[value.result_number], found) for end in ends])
        case "scf.for":
            return _arguments_of(op.regions[0].blocks[0].arguments[value.result_number + 1], found)
        case "scf.while":  # the condition hands on what the results are
            end = terminator(op.regions[0].blocks[0])
            return _arguments_of(end.operands[value.result_number + 1], found)
    return None


def _all_of(sides: list[set[int] | None]) -> set[int] | None:
    if not sides or any(side is None for side in sides):
        return None
    return set().union(*(side for side in sides if side is not None))


def _incoming(argument: ir.Value) -> Iterator[ir.Value]:
    """What the argument of a block may be: of a loop, an op of elements, a function; nothing where nobody tells."""
    block = argument.owner
    op, number = block.owner.operation, argument.arg_number
    if op.name == "scf.for" and number:
        yield op.operands[2 + number]
        yield terminator(block).operands[number - 1]
    elif op.name == "linalg.generic":
        yield op.operands[number]
    elif op.name == "scf.while":
        first, second = (region.blocks[0] for region in op.regions)
        if block == first:
            yield op.operands[number]
            yield terminator(second).operands[number]
        else:
            yield terminator(first).operands[number + 1]
    elif op.name == "func.func" and "sym_visibility" in op.attributes and block == op.regions[0].blocks[0]:
        name = op.attributes["sym_name"].value
        for call in all_ops(module_of(op), {"func.call"}):
            if call.attributes["callee"].value == name:
                yield call.operands[number]


# Blocks


def block_of(value: ir.Value) -> Part:
    """The part of a block that ``value``, a buffer or a tensor or a view of one, is."""
    type_, op = value.type, owner_of(value)
    rank = len(type_.shape)
    if op is None or op.name not in ("memref.subview", "tensor.extract_slice"):
        return Part(tuple(type_.shape), (0,) * rank, tuple(range(rank)))
    whole = block_of(op.operands[0])
    lows, sizes, _ = mixed(op)
    added = dict(zip(whole.dims, lows, strict=True))
    moved = tuple(build.add(low, added.get(d, 0)) for d, low in enumerate(whole.lows))
    return Part(whole.shape, moved, tuple(whole.dims[d] for d in kept_dims(sizes, type_.shape)))


#: what passes on one element, from memory to a buffer, or from a tensor to memory
_PASSING = ("arith.bitcast", "arith.trunci", "arith.extui", "llvm.extractvalue", "arith.index_cast")


def lane_of(op: ir.Operation) -> tuple[tuple[int, ...], Index]:
    """The block of which ``op``, an access to one element, is a lane, and the lane's row-major number."""
    for value in op.results:
        if (store := _stored(value)) is not None:
            part = block_of(store.operands[1])
            return part.shape, part.lane(list(store.operands)[2:])
    for value in op.operands:
        while (maker := owner_of(value)) is not None and maker.name in _PASSING:
            value = maker.operands[0]
        if maker is not None and maker.name == "tensor.extract":
            part = block_of(maker.operands[0])
            return part.shape, part.lane(list(maker.operands)[1:])
    return (), 0


def _stored(value: ir.Value) -> ir.Operation | None:
    """What stores ``value`` in a buffer of the program's own."""
    for use in value.uses:
        user = use.owner.operation
        if user.name == "memref.store" and use.operand_number == 0:
            return user if box_at(user.operands[1]) is None else None
        if user.name in _PASSING and (found := _stored(user.results[0])) is not None:
            return found
    return None
