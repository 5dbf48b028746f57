"""Instrument a program of Triton's: what it promises, or what has no meaning where it is broken, is noted.

::

    %q = arith.divsi %a, %n           ->    %q = arith.divsi %a, %n
                                            tts.check %nonzero_or_unneeded, %a, %n {told = "… divides by zero …"}
    llvm.intr.assume %c               ->    tts.check %c {…}

Checked are

* what has no meaning for some operands (`undefined_results.py`), in lanes that are needed (`demand.py`);
* sums, differences and products of 32 bits that offsets are made of, which must not wrap in such a lane: by the ends
  of the block where these are known, as ``splat + range`` has them, and lane by lane only where an end wraps.  Unsigned
  ones, which are extended by zeros, are right if they are so as signed or as unsigned numbers.  What goes through an op
  of bits or an unsigned remainder, as a hash does, may wrap;
* ``tl.assume``;
* ``tl.multiple_of``, ``tl.max_contiguous`` and ``tl.max_constancy`` of integers, and of blocks of integers or pointers,
  which are bytes: along each dimension multiples where runs begin, runs that count by one element, or are equal;
* descriptors: sizes that are not negative, a last stride of 1, a base and strides that are multiples of 16 bytes.

The pass changes nothing that the program computes, but that compilers no longer believe what it assumes.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions import undefined_results
from triton_shared.conversions.checks_of_ops import behind, check, compare, constant_of, is_program
from triton_shared.conversions.demand import Demand, reduced
from triton_shared.dialects.tt.types import is_block, is_pointer
from triton_shared.ir.builder import bit_width, build, element_of, integer, with_element
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

SUMS = ("arith.addi", "arith.subi", "arith.muli")
HINTS = ("tt.divisibility", "tt.contiguity", "tt.constancy")
#: what an offset is handed on by, from all operands, and what takes numbers that may have wrapped
_THROUGH = ("arith.", "tt.splat", "tt.broadcast", "tt.expand_dims", "tt.reshape", "tt.trans")
_OF_BITS = (
    "arith.andi",
    "arith.xori",
    "arith.shrui",
    "arith.remui",
    "arith.mului_extended",
    "arith.mulsi_extended",
)
#: bytes that a descriptor's base and strides are multiples of
_ALIGNED = 16


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    offsets = _offsets(module)
    for op in all_ops(module):
        if not is_program(op):
            continue
        with op.location:
            if op.name in RULES:
                RULES[op.name](op)
            if op.name in SUMS and op.results[0] in offsets:
                _sum(op, is_unsigned=offsets[op.results[0]])
            if op.results and any(name in op.attributes for name in HINTS):
                _hints(op)
    for op in all_ops(module, {"llvm.intr.assume"}):
        op.erase()


def _assume(op: ir.Operation) -> None:
    condition = op.operands[0]
    values: list[tuple[str, ir.Value]] = []
    op_of = owner_of(condition)
    if op_of is not None and op_of.name in ("arith.cmpi", "arith.cmpf"):
        values = list(zip(("left", "right"), op_of.operands, strict=True))
    with ir.InsertionPoint(op):
        check(condition, "promises", "assumes what does not hold", values)


# Offsets


def _offsets(module: ir.Operation) -> dict[ir.Value, bool]:
    """All values that offsets of addresses are made of; whether each is unsigned wherever it is."""
    pending = [(op.operands[1], False) for op in all_ops(module, {"tt.addptr"})]
    found: dict[ir.Value, bool] = {}
    while pending:
        value, is_unsigned = pending.pop()
        if value in found and (is_unsigned or not found[value]):
            continue
        found[value] = is_unsigned
        owner = owner_of(value)
        if owner is not None:
            if owner.name.startswith(_THROUGH) and not owner.name.startswith(("arith.cmp", *_OF_BITS)):
                is_unsigned = owner.name == "arith.extui" or (is_unsigned and owner.name != "arith.extsi")
                pending += [(operand, is_unsigned) for operand in owner.operands]
        elif value.owner.owner.name == "scf.for" and value.arg_number:
            loop = value.owner.owner.operation
            last = list(loop.regions[0].blocks[0].operations)[-1]
            begins = loop.operands[2 + value.arg_number], last.operands[value.arg_number - 1]
            pending += [(operand, is_unsigned) for operand in begins]
    return found


def _sum(op: ir.Operation, is_unsigned: bool) -> None:
    """A sum of 32 bits that offsets are made of is the same in 64 bits."""
    result = op.results[0]
    if bit_width(element_of(result.type)) != 32:
        return
    a, b = op.operands

    def tell(holds: ir.Value) -> None:
        what = "computes an offset that leaves 32 bits"
        check(holds, "promises", what, [("left", a), ("right", b), ("result", result)])

    if not isinstance(result.type, ir.RankedTensorType):
        with behind(op):
            tell(_is_exact(op, is_unsigned))
        return
    with behind(op):
        fits = _fits_32_bits(result)
    if fits is True:
        return
    demand = Demand(result)
    if demand.lanes is False:
        return

    def lanes() -> None:
        condition = _is_exact(op, is_unsigned)
        if isinstance(demand.lanes, ir.Value):
            condition = build.apply("arith.ori", condition, build.apply("arith.xori", demand.lanes, 1))
        tell(condition)

    after = (fits is not None and owner_of(fits)) or op
    with demand.place if isinstance(demand.lanes, ir.Value) else behind(after):
        if fits is None:
            lanes()
        else:
            build.branch(build.apply("arith.xori", fits, 1), lanes, lambda: None)


def _is_exact(op: ir.Operation, is_unsigned: bool) -> ir.Value:
    """Whether the sum ``op`` of 32 bits is that of 64 bits, of signed numbers or, if ``is_unsigned``, of either."""
    wide = with_element(op.results[0].type, integer(64))

    def extended(how: str) -> ir.Value:
        x, y, z = (build.one(how, wide, v) for v in (*op.operands, op.results[0]))
        return compare("eq", build.one(op.name, wide, x, y), z)

    signed = extended("arith.extsi")
    return build.apply("arith.ori", signed, extended("arith.extui")) if is_unsigned else signed


def _fits_32_bits(result: ir.Value) -> ir.Value | bool | None:
    """Whether all that ``result`` can be is a number of 32 bits; None where nothing is known of its ends."""
    ends = _Ends().of(result)
    if ends is None:
        return None
    if all(isinstance(end, int) and -(1 << 31) <= end < 1 << 31 for end in ends):
        return True
    low, high = (build.constant(integer(64), e) if isinstance(e, int) else e for e in ends)
    return build.both(compare("sge", low, -(1 << 31)), compare("slt", high, 1 << 31))


class _Ends:
    """The least and the greatest element of a block of integers, in 64 bits; None where they are not known."""

    _DEEPEST = 12

    def of(self, value: ir.Value, depth: int = 0) -> tuple | None:
        """``(least, greatest)``, numbers or values."""
        if not isinstance(value.type, ir.RankedTensorType):
            known = constant_of(value)
            end = known if known is not None else self._wide(value)
            return end, end
        op = owner_of(value)
        if op is None or depth > self._DEEPEST:
            return None
        match op.name:
            case "arith.constant":
                known = constant_of(value)
                return None if known is None else (known, known)
            case "tt.make_range":
                return op.attributes["start"].value, op.attributes["end"].value - 1
            case "tt.splat" | "tt.broadcast" | "tt.expand_dims" | "tt.reshape" | "tt.trans":
                return self.of(op.operands[0], depth + 1)
            case name if name in SUMS:
                a, b = (self.of(v, depth + 1) for v in op.operands)
                return None if a is None or b is None else self._combined(name, a, b)
        return None

    def _wide(self, value: ir.Value) -> ir.Value:
        return value if value.type == integer(64) else build.one("arith.extsi", integer(64), value)

    def _combined(self, name: str, a: tuple, b: tuple) -> tuple:
        match name:
            case "arith.addi":
                return _apply(name, a[0], b[0]), _apply(name, a[1], b[1])
            case "arith.subi":
                return _apply("arith.subi", a[0], b[1]), _apply("arith.subi", a[1], b[0])
        products = [_apply("arith.muli", x, y) for x in dict.fromkeys(a) for y in dict.fromkeys(b)]
        least = greatest = products[0]
        for product in products[1:]:
            least, greatest = _apply("arith.minsi", least, product), _apply("arith.maxsi", greatest, product)
        return least, greatest


_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.minsi": min,
    "arith.maxsi": max,
}


def _apply(name: str, a: ir.Value | int, b: ir.Value | int) -> ir.Value | int:
    if isinstance(a, int) and isinstance(b, int):
        return _NUMBERS[name](a, b)
    return build.apply(name, a, b)


# Hints


def _hints(op: ir.Operation) -> None:
    """What the program says of the only result of ``op``: integers or pointers, a number or a block of them.

    Nothing is promised of what a mask may leave undefined.
    """
    value = op.results[0]
    if len(op.results) > 1 or (op.name == "tt.load" and len(op.operands) > 1):
        return
    with behind(op):
        if isinstance(value.type, ir.RankedTensorType):
            said = {name: _said(op.attributes.get(name), value.type.rank) for name in HINTS}
            numbers, step = _numbers(value)
            for dim in range(value.type.rank if numbers else 0):
                _runs(numbers, dim, step, {name: each[dim] for name, each in said.items()})
        elif isinstance(value.type, ir.IntegerType) and "tt.divisibility" in op.attributes:
            (by,) = _said(op.attributes["tt.divisibility"], 1)
            if by > 1:
                told = f"says that a number is a multiple of {by}"
                rest = build.apply("arith.remsi", value, by)
                check(compare("eq", rest, 0), "promises", told, [("number", value)])


def _said(attribute: ir.Attribute | None, rank: int) -> list[int]:
    """One number for each dimension; 1 says nothing."""
    if isinstance(attribute, ir.IntegerAttr):
        return [attribute.value] * rank if rank == 1 else [1] * rank
    numbers = [] if attribute is None else [int(number) for number in attribute]
    return numbers if len(numbers) == rank else [1] * rank


def _numbers(value: ir.Value) -> tuple[ir.Value | None, int]:
    """The block ``value`` as integers of 32 bits or more, addresses of pointers, and how far neighbours are apart."""
    element = value.type.element_type
    if is_pointer(element) and not is_block(element):
        address = with_element(value.type, integer(64))
        return build.one("tt.ptr_to_int", address, value), max(bit_width(element.target), 8) // 8
    if not isinstance(element, ir.IntegerType) or element.width == 1:
        return None, 1
    wide = with_element(value.type, integer(max(element.width, 32)))
    return build.convert("arith.extsi", value, wide), 1


def _runs(value: ir.Value, dim: int, step: int, said: dict[str, int]) -> None:
    """What is ``said`` of the integers ``value`` along ``dim``, where neighbours are ``step`` apart."""
    size, rank = value.type.shape[dim], value.type.rank
    along = f" along dimension {dim}" if rank > 1 else ""
    run = min(said["tt.contiguity"], size) if said["tt.contiguity"] > 1 else size
    index = _index(value.type, dim)
    if (by := said["tt.divisibility"]) > 1 and size % run == 0:
        told = f"says that runs of a block{along} begin at multiples of {by}"
        begins = compare("eq", build.apply("arith.remsi", index, run), 0)
        holds = compare("eq", build.apply("arith.remsi", value, by), 0)
        otherwise = build.apply("arith.xori", begins, 1)
        check(build.apply("arith.ori", holds, otherwise), "promises", told, [("number", value)])
    if run > 1 and said["tt.contiguity"] > 1 and size % run == 0:
        told = f"says that {run} neighbours{along} count by one"
        counted = build.apply("arith.muli", index, step) if step > 1 else index
        _equal_in(build.apply("arith.subi", value, counted), dim, run, told)
    constancy = min(said["tt.constancy"], size)
    if constancy > 1 and size % constancy == 0:
        _equal_in(value, dim, constancy, f"says that {constancy} neighbours{along} are equal")


def _index(type_: ir.RankedTensorType, dim: int) -> ir.Value:
    """The index along ``dim`` of each element of a block of integers of ``type_``."""
    i32, size = integer(32), type_.shape[dim]
    ends = {"start": ir.IntegerAttr.get(i32, 0), "end": ir.IntegerAttr.get(i32, size)}
    found = build.one("tt.make_range", ir.RankedTensorType.get([size], i32), **ends)
    if type_.rank > 1:
        shape = [size if d == dim else 1 for d in range(type_.rank)]
        found = build.one("tt.reshape", ir.RankedTensorType.get(shape, i32), found)
        found = build.convert("tt.broadcast", found, with_element(type_, i32))
    return build.convert("arith.extsi", found, type_)


def _equal_in(value: ir.Value, dim: int, run: int, told: str) -> None:
    """All of each ``run`` neighbours along ``dim`` are equal."""
    shape = list(value.type.shape)
    shape[dim : dim + 1] = [shape[dim] // run, run]
    rows = build.one("tt.reshape", ir.RankedTensorType.get(shape, value.type.element_type), value)
    least, most = (reduced(rows, dim + 1, name) for name in ("arith.minsi", "arith.maxsi"))
    check(compare("eq", least, most), "promises", told, [("least", least), ("most", most)])


# Descriptors


def _descriptor(op: ir.Operation) -> None:
    base, *numbers = op.operands
    rank = len(numbers) // 2
    shape, strides = numbers[:rank], numbers[rank:]
    item = max(bit_width(base.type.target), 8) // 8
    with ir.InsertionPoint(op):
        for size in shape:
            if constant_of(size) is None:
                told = "makes a descriptor with a negative size"
                check(compare("sge", size, 0), "promises", told, [("size", size)])
        if constant_of(strides[-1]) != 1:
            told = "makes a descriptor whose last stride is not 1"
            check(compare("eq", strides[-1], 1), "promises", told, [("stride", strides[-1])])
        address = build.one("tt.ptr_to_int", integer(64), base)
        told = f"makes a descriptor of memory that is not at a multiple of {_ALIGNED} bytes"
        check(_multiple(address, _ALIGNED), "promises", told, [("address", address)])
        for stride in strides[:-1]:
            told = f"makes a descriptor with a stride that is no multiple of {_ALIGNED} bytes"
            check(
                _multiple(build.apply("arith.muli", stride, item), _ALIGNED),
                "promises",
                told,
                [("stride", stride)],
            )


def _multiple(number: ir.Value, of: int) -> ir.Value:
    return compare("eq", build.apply("arith.andi", number, of - 1), 0)


RULES: dict[str, Callable[[ir.Operation], None]] = {
    **undefined_results.RULES,
    "llvm.intr.assume": _assume,
    "tt.make_tensor_descriptor": _descriptor,
}
