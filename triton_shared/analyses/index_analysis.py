"""What an integer tensor holds, element by element: the walk from SSA values to `Expr`.

>>> IndexAnalysis().expr(offsets)                       # doctest: +SKIP
start + i0

An analysis never changes the IR and never materialises anything.  A value whose defining op has no rule is
itself a leaf (`Scalar`, `Element`), so every integer has an expression.

Values that enter or leave the region of an ``scf.for``, ``scf.while`` or ``scf.if`` are *joined*: the
analysis assumes that all incoming values share their varying terms, that only uniform parts differ, and checks this by
induction over the region.  A uniform part that does differ becomes the symbol `Carried`; a conversion that
wants its value adds a scalar to the loop.  Where the varying terms differ, the value is a leaf.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from triton_shared.analyses import bits
from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Carried, Element, Expr, Index, Scalar
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.folds import FOLDS
from triton_shared.dialects.tt.types import integer_width, shape_of
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: an expression with more terms, more nodes or deeper atoms than this is not worth analysing: its value is a leaf
TERM_LIMIT, NODE_LIMIT, DEPTH_LIMIT = 48, 256, 24


@dataclass(frozen=True)
class Integer:
    """The state of an integer value: one expression over its indices."""

    expr: Expr

    def split(self) -> tuple[object, tuple[Expr, ...]]:
        """What all incoming values of a join must share, and the uniform parts that may differ."""
        return self.expr.varying, (self.expr.uniform,)

    def join(self, uniforms: tuple[Expr, ...]) -> Integer:
        """This state with other uniform parts."""
        return Integer(self.expr.varying + uniforms[0])

    def expressions(self) -> tuple[Expr, ...]:
        """Every expression that the state speaks of."""
        return (self.expr,)

    def shared(self) -> tuple[Expr, ...]:
        """The expressions in what all incoming values of a join must share."""
        return (self.expr.varying,)


def element_indices(shape: tuple[int, ...]) -> tuple[Expr, ...]:
    """The index of an element in every dimension of ``shape``."""
    return tuple(ex.index(d, n) for d, n in enumerate(shape))


def constant_splat(op: ir.Operation) -> int | None:
    """The integer that every element of an ``arith.constant`` has, if there is one."""
    match op.attributes["value"]:
        case ir.IntegerAttr() as attr:
            return attr.value
        case ir.BoolAttr() as attr:
            return int(attr.value)
        case ir.DenseElementsAttr() as attr if attr.is_splat:
            value = attr.get_splat_value()
            return int(value.value) if isinstance(value, ir.IntegerAttr | ir.BoolAttr) else None
    return None


def is_inside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether ``value`` is defined in a region of ``op`` (or is a result of it)."""
    owner = value.owner
    parent = owner.owner if isinstance(owner, ir.Block) else owner
    while parent is not None:
        if parent.operation == op.operation:
            return True
        parent = parent.operation.parent
    return False


def arriving(value: ir.Value) -> list[ir.Value]:
    """The values that may arrive in ``value``; none where that is unknown."""
    found = incoming(value)
    return found[1] if found else []


def width_of(value: ir.Value) -> int:
    """The width of an integer value; raises `NotAnalysed` for others."""
    width = integer_width(value.type)
    if width is None:
        raise ex.NotAnalysed(f"a value of type {value.type} is no integer")
    return width


def incoming(value: ir.Value) -> tuple[ir.Operation, list[ir.Value]] | None:
    """The region op that hands ``value`` on, and the values that may arrive in it; None where that is unknown."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        op, number = owner.owner.operation, value.arg_number
        match op.name:
            case "scf.for" if number > 0:
                return op, [op.operands[number + 2], end_of(op).operands[number - 1]]
            case "scf.while" if owner == op.regions[0].blocks[0]:
                return op, [op.operands[number], end_of(op, 1).operands[number]]
            case "scf.while":
                return op, [end_of(op).operands[number + 1]]
        return None
    op, number = owner.operation, value.result_number
    match op.name:
        case "scf.for":
            return op, [op.operands[number + 3], end_of(op).operands[number]]
        case "scf.while":
            return op, [end_of(op).operands[number + 1]]
        case "scf.if":
            return op, [end_of(op).operands[number], end_of(op, 1).operands[number]]
    return None


def receivers(op: ir.Operation, number: int) -> list[ir.Value]:
    """The values that operand ``number`` of ``op`` arrives in; the results of an op that hands nothing on."""
    parent = op.parent and op.parent.operation
    match op.name:
        case "scf.for" if number >= 3:
            return [op.regions[0].blocks[0].arguments[number - 2], op.results[number - 3]]
        case "scf.while":
            return [op.regions[0].blocks[0].arguments[number]]
        case "scf.condition" if number:
            return [parent.regions[1].blocks[0].arguments[number - 1], parent.results[number - 1]]
        case "scf.yield" if parent.name == "scf.for":
            return [parent.regions[0].blocks[0].arguments[number + 1], parent.results[number]]
        case "scf.yield" if parent.name == "scf.while":
            return [parent.regions[0].blocks[0].arguments[number]]
        case "scf.yield" if parent.name == "scf.if":
            return [parent.results[number]]
    return list(op.results)


def end_of(op: ir.Operation, region: int = 0) -> ir.Operation:
    """The terminator of the single block of ``op``'s region."""
    return terminator(op.regions[region].blocks[0])


def _is_handed_on(value: ir.Value) -> bool:
    """Whether ``value`` enters or leaves a region."""
    return isinstance(value.owner, ir.Block) or value.owner.name in ("scf.for", "scf.while", "scf.if")


@dataclass
class _Induction:
    """The guesses of joined values that rest on one another, and what is known to contradict them.

    Attributes:
        unchecked: the values whose guess is to be compared with all that arrives, in order.
        carried: the uniform parts of each value that differ between what arrives.
        leaves: the values whose incoming varying terms differ.
    """

    unchecked: dict[ir.Value, None] = field(default_factory=dict)
    carried: dict[ir.Value, set[int]] = field(default_factory=dict)
    leaves: set[ir.Value] = field(default_factory=set)


class IndexAnalysis:
    """Expressions of integer values, computed once a value.

    A scalar is a leaf of its own, whatever computes it: it exists already, and nothing is gained by
    computing it again.  Only constants are looked through.

    ``too_long`` are the values that are leaves because their expressions are too long, ``facts`` what is known of
    scalars.
    """

    def __init__(self) -> None:
        self.facts = Facts(arriving, self._settled)
        self.too_long: set[ir.Value] = set()
        self._states: dict[ir.Value, Any] = {}
        self._induction: _Induction | None = None

    def expr(self, value: ir.Value) -> Expr:
        """The expression of an integer scalar or tensor over its indices."""
        return self.state(value).expr

    def state(self, value: ir.Value) -> Any:
        """The state of ``value``: an `Integer` (pointer.py adds states of pointers)."""
        if value not in self._states:
            if self._induction is None:
                self._settle(value)
            else:
                self._visit(value)
        return self._states[value]

    def arriving(self, symbol: Carried) -> list[Expr]:
        """The expressions of what ``symbol`` stands for, one for each value that may arrive."""
        return [self.state(v).split()[1][symbol.part] for v in arriving(symbol.value)]

    def _settled(self, symbol: Carried) -> list[Expr]:
        """What `arriving` tells, once nothing of it is a guess any more."""
        return [] if self._induction is not None else self.arriving(symbol)

    def _visit(self, value: ir.Value) -> None:
        """Compute the state of ``value`` after those that it depends on, in a loop: chains of ops have any length."""
        pending, opened = [value], set()
        while pending:
            top = pending[-1]
            if top in self._states:
                pending.pop()
            elif top in opened:
                self._states[top] = self._compute(top)
            else:
                opened.add(top)
                for needed in self._needed(top):
                    if needed in opened and needed not in self._states:
                        self._states[needed] = self.leaf(needed)  # a cycle, in code that is never reached
                    pending.append(needed)

    def _needed(self, value: ir.Value) -> list[ir.Value]:
        """The values whose states that of ``value`` is computed from; of those that a join hands on, the first."""
        if _is_handed_on(value):
            return arriving(value)[:1] if self.joins(value) else []
        if self._is_scalar_leaf(value) or value.owner.name not in self.rules():
            return []
        return [v for v in value.owner.operands if self.is_analysed(v.type)]

    def is_analysed(self, type_: ir.Type) -> bool:
        """Whether values of ``type_`` have states."""
        return integer_width(type_) is not None

    @staticmethod
    def _is_scalar_leaf(value: ir.Value) -> bool:
        return isinstance(value.type, ir.IntegerType | ir.IndexType) and value.owner.name != "arith.constant"

    def _settle(self, value: ir.Value) -> None:
        """Compute the state of ``value`` and of all that it rests on, so that every guess made for it holds.

        All guesses stand side by side.  Each round checks those that are new or that something else now arrives
        in, and weakens those that fail.  A guess only ever claims less, and only what rests on a guess that has
        changed is computed again, however deep loops are nested.
        """
        self._induction = induction = _Induction()
        try:
            self.state(value)
            while induction.unchecked:
                failed: list[ir.Value] = []
                while induction.unchecked:  # checking meets further guesses
                    guessed, _ = induction.unchecked.popitem()
                    if self._refuted(guessed, induction):
                        failed.append(guessed)
                self._revise(failed, induction)
                self.state(value)
        except BaseException:
            self._states.clear()
            raise
        finally:
            self._induction = None

    def _revise(self, guessed: list[ir.Value], induction: _Induction) -> None:
        """Guess the states of ``guessed`` again; where they change, so does what was computed from them."""
        while guessed:
            value = guessed.pop()
            before, self._states[value] = self._states[value], self._compute(value)
            changed = [] if before.split() == self._states[value].split() else [value]
            while changed:
                source = changed.pop()
                for use in source.uses:
                    for receiver in receivers(use.owner.operation, use.operand_number):
                        if receiver in induction.carried:
                            induction.unchecked[receiver] = None
                            if arriving(receiver)[0] == source:
                                guessed.append(receiver)
                        elif self._states.pop(receiver, None) is not None:
                            self.too_long.discard(receiver)
                            changed.append(receiver)

    def _compute(self, value: ir.Value) -> Any:
        if _is_handed_on(value):
            return self._join(value) or self.leaf(value)
        rule = None if self._is_scalar_leaf(value) else self.rules().get(value.owner.name)
        try:
            state = rule(self, value.owner.operation, value) if rule else None
        except ex.TooLong:
            return self._cut(value)
        if state is None:
            return self.leaf(value)
        return self._cut(value) if self.is_long(state) else state

    def is_long(self, state: Any) -> bool:
        """Whether ``state`` is not worth analysing for its length."""
        return any(
            len(e.terms) > TERM_LIMIT or e.nodes > NODE_LIMIT or e.depth > DEPTH_LIMIT
            for e in state.expressions()
        )

    def _cut(self, value: ir.Value) -> Any:
        self.too_long.add(value)
        return self.leaf(value)

    def rules(self) -> dict[str, Callable]:
        """The rules by op name: ``rule(analysis, op, result) -> state or None``."""
        return INTEGER_RULES

    def leaf(self, value: ir.Value) -> Any:
        """The state of a value that nothing is known of."""
        width = width_of(value)
        if isinstance(value.type, ir.RankedTensorType):
            return Integer(ex.from_atom(Element(value, element_indices(shape_of(value.type))), width))
        return Integer(ex.from_atom(Scalar(value), width))

    def joins(self, value: ir.Value) -> bool:
        """Whether ``value`` is analysed through regions: scalars of integer type are values of their own."""
        return isinstance(value.type, ir.RankedTensorType) and integer_width(value.type) is not None

    def _join(self, value: ir.Value) -> Any:
        """The guess of what a region op hands on in ``value``; None if what varies differs."""
        found = incoming(value) if self.joins(value) else None
        induction = self._induction
        if found is None or induction is None or value in induction.leaves:
            return None
        op, values = found
        first = self.state(values[0])
        if not all(self._outside(e, op) for e in first.shared()):
            return None
        _, uniforms = first.split()
        carried = induction.carried.setdefault(value, set())
        carried |= {k for k, e in enumerate(uniforms) if not self._outside(e, op)}
        induction.unchecked[value] = None
        parts = (
            ex.from_atom(Carried(value, k), e.width) if k in carried else e for k, e in enumerate(uniforms)
        )
        return first.join(tuple(parts))

    def _refuted(self, value: ir.Value, induction: _Induction) -> bool:
        """Whether something arrives in ``value`` that contradicts its guess, which is then to be weakened."""
        refuted = False
        key, uniforms = self._states[value].split()
        for other, parts in (self.state(v).split() for v in arriving(value)[1:]):
            if other != key:
                induction.leaves.add(value)
                return True
            differing = {k for k, (e, part) in enumerate(zip(uniforms, parts, strict=True)) if e != part}
            refuted |= not differing <= induction.carried[value]
            induction.carried[value] |= differing
        return refuted

    @staticmethod
    def _outside(expr: Expr, op: ir.Operation) -> bool:
        leaves = (a for a in ex.atoms(expr) if isinstance(a, Scalar | Element | Carried))
        return not any(is_inside(leaf.value, op) for leaf in leaves)


def _constant(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer | None:
    number = constant_splat(op)
    return None if number is None else Integer(ex.constant(number, width_of(result)))


def _ring(combine: Callable[[Expr, Expr], Expr]) -> Callable:
    def rule(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer:
        left, right = op.operands
        return Integer(combine(analysis.expr(left), analysis.expr(right)))

    return rule


def _elementwise(name: str) -> Callable:
    return _ring(lambda left, right: ex.apply(name, left, right))


def _bitwise(name: str) -> Callable:
    def rule(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer:
        left, right = op.operands
        return Integer(bits.apply(name, analysis.expr(left), analysis.expr(right), analysis.facts))

    return rule


def _cast(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer:
    source, width = analysis.expr(op.operands[0]), width_of(result)
    if width == ex.OFFSET_WIDTH < source.width and not analysis.facts.fits_in(source, width):
        return Integer(
            ex.from_atom(ex.Apply("trunci", (source,)), width)
        )  # said by the program, and no address's sum
    if width <= source.width:
        return Integer(ex.truncate(source, width))
    signed = op.name in ("arith.extsi", "arith.index_cast")
    return Integer(analysis.facts.extend(source, width, signed))


def _cmpi(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer:
    left, right = op.operands
    return Integer(ex.compare(op.attributes["predicate"].value, analysis.expr(left), analysis.expr(right)))


def _select(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> object | None:
    condition, yes, no = op.operands
    if integer_width(result.type) is None:
        return None
    return Integer(ex.select(analysis.expr(condition), analysis.expr(yes), analysis.expr(no)))


def _make_range(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> Integer:
    start = op.attributes["start"].value
    return Integer(ex.index(0, shape_of(result.type)[0], 32) + ex.constant(start, 32))


def reindex(op: ir.Operation, result: ir.Value) -> dict[int, Expr]:
    """For a shape op: which index into its source each element of ``result`` reads."""
    source, target = shape_of(op.operands[0].type), shape_of(result.type)
    match op.name:
        case "tt.splat":
            return {}
        case "tt.broadcast":
            return {d: ex.index(d, n) for d, n in enumerate(source)}
        case "tt.expand_dims":
            axis = op.attributes["axis"].value
            return {d: ex.index(d + (d >= axis), n) for d, n in enumerate(source)}
        case "tt.trans":
            order = list(op.attributes["order"])
            return {order[d]: ex.index(d, n) for d, n in enumerate(target)}
        case "tt.reshape":
            return _delinearize(_linearize(target), source)
    raise ValueError(f"{op.name} is no shape op")


def _linearize(shape: tuple[int, ...]) -> Expr:
    position = ex.constant(0)
    for d, n in enumerate(shape):
        position = position * ex.constant(n) + ex.index(d, n)
    return position


def _delinearize(position: Expr, shape: tuple[int, ...]) -> dict[int, Expr]:
    """The index in each dimension of ``shape`` of the element at row-major ``position``."""
    coords: dict[int, Expr] = {}
    for d in reversed(range(len(shape))):
        coords[d], position = divide(position, shape[d])
    return coords


def divide(position: Expr, size: int) -> tuple[Expr, Expr]:
    """Remainder and quotient of a non-negative position; exact where its terms split at ``size``."""
    multiple = Expr({m: c // size for m, c in position.terms.items() if c % size == 0}, position.width)
    rest = Expr({m: c for m, c in position.terms.items() if c % size}, position.width)
    reach, plain = 0, all(c > 0 for c in rest.terms.values())
    for monomial, factor in rest.terms.items():
        match monomial:
            case ():
                reach += factor
            case (Index(_, extent),):
                reach += factor * (extent - 1)
            case _:
                plain = False
    if plain and reach < size:
        return rest, multiple
    divisor = ex.constant(size, position.width)
    return ex.apply("remsi", position, divisor), ex.apply("divsi", position, divisor)


def _reshaped(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> object | None:
    return Integer(ex.substitute(analysis.expr(op.operands[0]), reindex(op, result)))


def _same(analysis: IndexAnalysis, op: ir.Operation, result: ir.Value) -> object | None:
    source = op.operands[0]
    same = integer_width(source.type) == integer_width(result.type)
    return analysis.state(source) if same and integer_width(source.type) else None


INTEGER_RULES: dict[str, Callable] = {
    "arith.constant": _constant,
    "arith.addi": _ring(Expr.__add__),
    "arith.subi": _ring(Expr.__sub__),
    "arith.muli": _ring(Expr.__mul__),
    "arith.cmpi": _cmpi,
    "arith.select": _select,
    **{f"arith.{name}": _cast for name in ("extsi", "extui", "trunci", "index_cast", "index_castui")},
    **{f"arith.{name}": _elementwise(name) for name in FOLDS.keys() - bits.BITWISE},
    **{f"arith.{name}": _bitwise(name) for name in bits.BITWISE},
    "tt.make_range": _make_range,
    "tt.bitcast": _same,
    **{f"tt.{name}": _reshaped for name in ("splat", "broadcast", "expand_dims", "trans", "reshape")},
}
