"""Walking over ops, up and down; putting some values in the place of others; symbols; what a constant is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from typing import TypeVar

from triton_shared.mlir import ir, rewrite

T = TypeVar("T")


def all_ops(root: ir.Operation, names: Collection[str] | None = None) -> list[ir.Operation]:
    """The ops inside ``root``, outermost first; with ``names`` only those so called, of blocks that can be reached.

    MLIR looks for names by itself, ten times as fast as all ops are listed for Python.  When ops are to be erased ask
    for those alone: an op inside an erased one must not be touched again.
    """
    if names is not None:
        return _outermost_first(_called(root, names))
    found: list[ir.Operation] = []
    note, go_on = found.append, ir.WalkResult.ADVANCE

    def visit(op: ir.Operation) -> ir.WalkResult:
        note(op)
        return go_on

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    del found[0]
    return found


def _called(root: ir.Operation, names: Collection[str]) -> list[ir.Operation]:
    """The ops inside ``root`` that are called as in ``names``, innermost first: patterns that never apply find them."""
    found: list[ir.Operation] = []

    def note(op: ir.OpView, _: object) -> bool:
        found.append(op.operation)
        return True  # which stands for a failure

    patterns = rewrite.RewritePatternSet(root.context)
    for name in names:
        patterns.add(name, note)
    rewrite.walk_and_apply_patterns(root, patterns.freeze())
    return found


def _outermost_first(found: list[ir.Operation]) -> list[ir.Operation]:
    """Ops that follow those ``found`` inside of them, in front of these."""
    ordered: list[ir.Operation] = []
    outer: list[tuple[ir.Operation, int]] = []  # those inside none that came so far, and their places
    for op in found:
        place = len(ordered)
        if op.regions:
            while outer and _is_inside(outer[-1][0], op):
                _, place = outer.pop()
        ordered.insert(place, op)
        outer.append((op, place))
    return ordered


def _is_inside(op: ir.Operation, other: ir.Operation) -> bool:
    """Whether ``op`` stands in a region of ``other``, which follows it or what it stands in."""
    around = other.parent
    while (op := op.parent) is not None and op != around:
        if op == other:
            return True
    return False


#: where constants and globals have their values
VALUES = {"arith.constant": "value", "memref.global": "initial_value"}
_LISTED = ir.DenseElementsAttr | ir.IntegerAttr | ir.BoolAttr | ir.FloatAttr | ir.UnitAttr


def wrong_constant(op: ir.Operation) -> str | None:
    """Why ``op`` is a constant that tells no elements; None if it does, or is none."""
    if op.name not in VALUES or isinstance(op.attributes.get(VALUES[op.name]), _LISTED | None):
        return None
    return f"lists no elements: '{VALUES[op.name]}' must be a number or dense<…>"


def rewire(op: ir.Operation, env: dict[ir.Value, ir.Value]) -> None:
    """Let ``op`` and the ops inside it use the values of ``env``."""

    def visit(inner: ir.Operation) -> ir.WalkResult:
        for number, operand in enumerate(inner.operands):
            if operand in env:
                inner.operands[number] = env[operand]
        return ir.WalkResult.ADVANCE

    op.walk(visit)


def cloned(
    op: ir.Operation, env: dict[ir.Value, ir.Value], ip: ir.InsertionPoint | None = None
) -> ir.Operation:
    """A clone of ``op`` at ``ip`` on the values of ``env``, to which its results are added."""
    clone = op.clone(ip=ip)
    rewire(clone, env)
    env.update(zip(op.results, clone.results, strict=True))
    return clone


def replace_results(old: ir.Operation, new: ir.Operation) -> None:
    """Let the users of the results of ``old`` use those of ``new``."""
    for before, after in zip(old.results, new.results, strict=True):
        before.replace_all_uses_with(after)


def substitute(op: ir.Operation, *values: ir.Value) -> None:
    """Let the users of the results of ``op`` use ``values``, and erase it."""
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def owner_of(value: ir.Value) -> ir.Operation | None:
    """The op whose result ``value`` is, None for an argument of a block."""
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def made_by(value: ir.Value, *names: str) -> ir.Operation | None:
    """The op whose result ``value`` is, if it is called as one of ``names``."""
    maker = owner_of(value)
    return maker if maker is not None and maker.name in names else None


def block_of(value: ir.Value) -> ir.Block:
    """The block that ``value`` is an argument of, or in which it is made."""
    return value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block


def is_argument(value: ir.Value) -> bool:
    """Whether ``value`` is an argument of a function."""
    return isinstance(value.owner, ir.Block) and value.owner.owner.operation.name == "func.func"


def function_of(op: ir.Operation) -> ir.Operation:
    """The function that ``op`` stands in."""
    while op.name != "func.func":
        op = op.parent.operation
    return op


def ops_around(op: ir.Operation) -> Iterator[ir.Operation]:
    """The ops around ``op`` in its function, innermost first."""
    while (op := op.parent.operation).name != "func.func":
        yield op


def ancestor_in(block: ir.Block, op: ir.Operation) -> ir.Operation | None:
    """The op of ``block`` that is ``op`` or that it stands in; None if it stands nowhere below ``block``."""
    while op.block != block:
        op = op.parent.operation
        if op.name == "func.func":
            return None
    return op


def is_made_inside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether ``value`` is made in a region of ``op``, or is an argument of a block there."""
    home = block_of(value).owner.operation
    return home.name != "func.func" and (home == op or op in ops_around(home))


def origin(value: ir.Value, through: Container[str]) -> ir.Value:
    """What ``value`` is made of by ops called as in ``through``, as their first operand; or ``value`` itself."""
    while (maker := owner_of(value)) is not None and maker.name in through:
        value = maker.operands[0]
    return value


def reached(start: Iterable[T], onward: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """``start`` and all that ``onward`` leads to from there, in any number of steps, each once."""
    pending, seen = list(start), set[T]()
    while pending:
        if (one := pending.pop()) not in seen:
            seen.add(one)
            yield one
            pending += onward(one)


def terminator(block: ir.Block) -> ir.Operation:
    """The last op of ``block``."""
    return block.operations[len(block.operations) - 1].operation


def module_of(op: ir.Operation) -> ir.Operation:
    """The innermost ``builtin.module`` around ``op``, or ``op`` itself."""
    while op.name != "builtin.module":
        op = op.parent.operation
    return op


def symbol(op: ir.Operation) -> str | None:
    """The symbol that ``op`` defines."""
    return op.attributes["sym_name"].value if "sym_name" in op.attributes else None


def declare_once(op: ir.Operation, name: str, make: Callable[[], object]) -> None:
    """Insert what ``make`` creates at the start of the module around ``op``, unless that has a symbol ``name``."""
    block = module_of(op).regions[0].blocks[0]
    if all(symbol(other.operation) != name for other in block):
        with ir.InsertionPoint.at_block_begin(block):
            make()
