"""Let checks of a program of Triton's look at copies of what it computes, so that it is rounded as it is without them.

::

    %s = arith.mulf %x, %y                        %s = arith.mulf %x, %y
                                                  %x' = the bits of %x, xor %zero         %y' = …
    %bad = not finite(%s)              ->         %s' = arith.mulf %x', %y'
    tts.check %bad, %s                            %bad = not finite(%s')
    %t = arith.addf %s, %z                        tts.check %bad, %s'
                                                  %t = arith.addf %s, %z

Which product is fused with which sum, and in which order a sum adds up, depends on what else reads a value: an op of
one use is fused with that use.  So nothing that checks compute may be a use.  What a check reads is computed again from
the nearest values that no fusion moves: loads, arguments of blocks, results of branches and loops, and what is stored.
A check reads these themselves.  Copies are made of their bits, changed by a zero that compilers do not know to be one:
neither MLIR nor LLVM takes a copy for its original.

The pass promises that each op that computes, and that the program needs, has the users that it had before the checks;
and that copies have the values of their originals, up to the order of sums.
"""

from __future__ import annotations

from triton_shared.dialects.tt.types import is_pointer
from triton_shared.ir import effects
from triton_shared.ir.builder import bit_width, build, element_of, integer, with_element
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: ops whose results are known in a program, whatever operands they have
_KNOWN = ("arith.constant", "ub.poison")
_CHECKS = ("tts.check", "tts.fill")
#: what is fused with a sum that adds it; what that does, too, where nothing else reads it; sums
_PRODUCTS = ("arith.mulf", "tt.dot", "tt.dot_scaled")
_REDUCTIONS = ("tt.reduce", "tt.scan")
_SUMS = ("arith.addf", "arith.subf", "arith.addi", "arith.subi", "tt.dot", "tt.dot_scaled")
#: ops whose results are no sums, differences or the like of their operands: with those nothing is added up
_ENDS = (
    "arith.mulf",
    "arith.divf",
    "tt.precise_divf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.cmpf",
    "arith.maxnumf",
)


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for function in all_ops(module, {"tt.func"}):
        if function.regions[0].blocks:
            _separate(function)


def _separate(function: ir.Operation) -> None:
    ops = all_ops(function)
    needed = _needed(function, ops)
    combining = {inner for op in ops if _combines(op) for inner in all_ops(op)}
    reads = [
        (op, number, operand)
        for op in ops
        if (op not in needed and op not in combining) or _asks(op)
        for number, operand in enumerate(op.operands)
        if (maker := owner_of(operand)) is None or maker in needed
    ]
    copies = _Copies(function, needed, [operand for *_, operand in reads])
    for op, number, operand in reads:
        op.operands[number] = copies.of.get(operand, operand)


def _needed(function: ir.Operation, ops: list[ir.Operation]) -> set[ir.Operation]:
    """The ops that the program itself has: those with effects, and what these are made of and stand in."""
    pending = [op for op in ops if _acts(op)]
    found: set[ir.Operation] = set()
    while pending:
        op = pending.pop()
        if op in found or op == function:
            continue
        found.add(op)
        pending += [maker for maker in map(owner_of, op.operands) if maker is not None and not _asks(op)]
        if op.parent is not None:
            pending.append(op.parent.operation)
        if op.regions and effects.of(op).hands_on:
            pending += [list(block.operations)[-1].operation for region in op.regions for block in region]
    return found


def _acts(op: ir.Operation) -> bool:
    """Whether ``op`` is more than a computation, and no check: it must be done."""
    row = effects.of(op)
    if op.name in _CHECKS or (row.hands_on and not _ends_program(op)):
        return False
    return row.hands_on or not row.only_computes


def _asks(op: ir.Operation) -> bool:
    """Whether ``op`` is the branch in which a check asks what a load shall give: its condition is the check's."""
    return op.name == "scf.if" and any(
        o.name == "tts.fill" for region in op.regions for b in region for o in b
    )


def _ends_program(op: ir.Operation) -> bool:
    return op.parent is not None and op.parent.name == "tt.func" and not op.regions


def _combines(op: ir.Operation) -> bool:
    """Whether the regions of ``op`` combine or map elements: what is in them is part of it."""
    return bool(op.regions) and not effects.of(op).hands_on


class _Copies:
    """Copies of ``values`` of ``function``, of whose ops the program has ``needed``, and of what these are made from.

    Attributes:
        of: the copy of each value that has one.
    """

    def __init__(self, function: ir.Operation, needed: set[ir.Operation], values: list[ir.Value]):
        self.of: dict[ir.Value, ir.Value] = {}
        self._needed = needed
        self._is_copied: dict[ir.Operation, bool] = {}
        block = function.regions[0].blocks[0]
        first = block.operations[0].operation
        self._first = {block: first}
        with ir.InsertionPoint(first), function.location:
            self._zero = _zero()
        closure = self._closure([value for value in values if self._is_computed(value)])
        for value in closure:
            if owner_of(value) is None:
                block = value.owner
                place = self._first.setdefault(block, block.operations[0].operation)
                with ir.InsertionPoint(place), function.location:
                    self._hide(value)
        for maker in all_ops(function):
            made = [result for result in maker.results if result in closure]
            if made:
                with ir.InsertionPoint(_following(maker)), maker.location:
                    if self._copies(maker):
                        self._copy(maker)
                    else:
                        for result in made:
                            self._hide(result)

    def _closure(self, values: list[ir.Value]) -> dict[ir.Value, None]:
        """All that has to be copied or hidden for ``values``, in an order that is the same each time."""
        pending, found = list(values), dict[ir.Value, None]()
        while pending:
            value = pending.pop()
            maker = owner_of(value)
            if value in found or not _is_number(value) or (maker is not None and maker.name in _KNOWN):
                continue
            found[value] = None
            if maker is not None and self._copies(maker):
                pending += maker.operands
        return found

    def _is_computed(self, value: ir.Value) -> bool:
        """Whether ``value`` is read as a copy of what computes it."""
        maker = owner_of(value)
        return maker is not None and maker.name not in _KNOWN and self._copies(maker)

    def _copies(self, maker: ir.Operation) -> bool:
        """Whether the results of ``maker`` are computed again."""
        if maker not in self._is_copied:
            row, users = effects.of(maker), self._users(maker)
            computes = not row.hands_on and row.only_computes and bool(len(maker.operands))
            is_stored = any(effects.of(user).touches_memory for user in users)
            is_moved = not is_stored and not self._stays(maker, users)
            self._is_copied[maker] = computes and is_moved and all(map(_is_number, maker.operands))
        return self._is_copied[maker]

    def _users(self, maker: ir.Operation) -> set[ir.Operation]:
        """The ops of the program that read a result of ``maker``."""
        return {use.owner.operation for result in maker.results for use in result.uses} & self._needed

    def _stays(self, maker: ir.Operation, users: set[ir.Operation]) -> bool:
        """Whether ``maker`` is fused with no user, whatever else reads its results.

        What has several users is made once for all of them, unless it is a product, which may be fused with each.  What
        reduces is fused with sums alone.
        """
        if maker.name in _REDUCTIONS:
            return not self._is_added(users, set())
        return len(users) > 1 and maker.name not in _PRODUCTS

    def _is_added(self, users: set[ir.Operation], seen: set[ir.Operation]) -> bool:
        """Whether one of ``users`` is a sum, or hands its operand on to one."""
        if any(user.name in _SUMS or effects.of(user).hands_on for user in users):
            return True
        passing = {user for user in users if user.name not in _ENDS} - seen
        seen |= passing
        return any(self._is_added(self._users(user), seen) for user in passing)

    def _copy(self, maker: ir.Operation) -> None:
        copy = maker.clone()
        for number, operand in enumerate(maker.operands):
            copy.operands[number] = self.of.get(operand, operand)
        self.of |= dict(zip(maker.results, copy.results, strict=True))

    def _hide(self, value: ir.Value) -> None:
        """Put a zero to the bits of ``value``, here."""
        element = element_of(value.type)
        bits = with_element(value.type, integer(bit_width(element)))
        zero = build.resize(self._zero, integer(bit_width(element)))
        if isinstance(value.type, ir.RankedTensorType):
            zero = build.one("tt.splat", bits, zero)
        if isinstance(element, ir.IntegerType):
            self.of[value] = build.apply("arith.xori", value, zero)
        else:
            hidden = build.apply("arith.xori", build.one("tt.bitcast", bits, value), zero)
            self.of[value] = build.one("tt.bitcast", value.type, hidden)


def _zero() -> ir.Value:
    """A zero of 32 bits that compilers do not know to be one: whether a program's place is outside of the grid."""
    axis = {"axis": ir.IntegerAttr.get(integer(32), 0)}
    place, size = (
        build.one(f"tt.get_{name}", integer(32), **axis) for name in ("program_id", "num_programs")
    )
    outside: ir.Value = build.compare("uge", place, size)  # type: ignore[assignment]
    return build.one("arith.extui", integer(32), outside)


def _is_number(value: ir.Value) -> bool:
    """Whether ``value`` is a number, or a block of them."""
    element = element_of(value.type)
    return isinstance(element, ir.IntegerType | ir.FloatType) and not is_pointer(element)


def _following(op: ir.Operation) -> ir.Operation:
    operations = [other.operation for other in op.block.operations]
    return operations[operations.index(op) + 1]
