"""Give loops, whiles and ifs the scalars that stand for the uniform parts of the tensors they hand on.

A loop that carries ``tensor<64x!tt.ptr<f32>>`` whose elements keep their distances gets one more iteration argument,
the offset of the pointer's uniform part::

    scf.for … iter_args(%p = %p0)        ->     scf.for … iter_args(%p = %p0, %offset = %offset0)

The tensor itself stays until nothing needs it any more.  The `Carried` symbols that the analyses speak of get
their values here; region ops are rebuilt with more operands and results, their blocks are moved, not cloned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Carried, Expr
from triton_shared.analyses.index_analysis import incoming, terminator
from triton_shared.analyses.pointer import Pointers
from triton_shared.conversions.materialize import Materializer, type_of_width
from triton_shared.ir.builder import at
from triton_shared.mlir import ir

REGION_OPS = ("scf.for", "scf.while", "scf.if")


@dataclass(frozen=True)
class NewIterArg:
    """One new scalar of a region op: slot ``part`` of the value at ``position``.

    ``place`` tells which list of the op the position counts in: the iteration arguments of a for or while
    (``"carried"``), or what a while's condition forwards and an if yields (``"forwarded"``).
    """

    anchor: ir.Value  # stands for the op, whose own hash changes with its operands
    place: str
    position: int
    part: int


def symbols(expressions: Iterable[Expr]) -> list[Carried]:
    """The `Carried` symbols in ``expressions``, in order."""
    return list(dict.fromkeys(a for e in expressions for a in ex.atoms(e) if isinstance(a, Carried)))


def _anchor(op: ir.Operation) -> ir.Value | None:
    """A value that no other region op has: an argument of ``op``'s first block, or a result."""
    values = (*op.regions[0].blocks[0].arguments, *op.results)
    return values[0] if values else None


def slot_of(symbol: Carried) -> NewIterArg:
    """The slot that stands for ``symbol``."""
    value = symbol.value
    if isinstance(value.owner, ir.Block):
        op = value.owner.owner.operation
        if op.name == "scf.for":
            return NewIterArg(_anchor(op), "carried", value.arg_number - 1, symbol.part)
        before = value.owner == op.regions[0].blocks[0]
        return NewIterArg(_anchor(op), "carried" if before else "forwarded", value.arg_number, symbol.part)
    op, place = value.owner.operation, "carried" if value.owner.name == "scf.for" else "forwarded"
    return NewIterArg(_anchor(op), place, value.result_number, symbol.part)


class IterArgs:
    """Rebuilds the region ops of one function so that every needed `Carried` symbol has a value.

    After `run`, ``values`` maps the symbols to SSA values.  Replaced ops stay in place, without their blocks,
    until `finish`, because expressions still speak of their results.
    """

    def __init__(self, pointers: Pointers):
        self.pointers = pointers
        self.values: dict[Carried, ir.Value] = {}
        self._replaced: list[tuple[ir.Operation, ir.Operation]] = []

    def run(self, needed: list[Carried], program: Iterable[ir.Operation]) -> None:
        """Add the scalars of ``needed``, and of all that these depend on, to the ops of ``program`` (in order)."""
        slots: dict[ir.Value | None, dict[NewIterArg, list[Expr]]] = {}
        aliases: dict[NewIterArg, list[Carried]] = {}
        for symbol in self._closure(needed):
            slot = slot_of(symbol)
            slots.setdefault(slot.anchor, {})[slot] = self._arriving(symbol)
            aliases.setdefault(slot, []).append(symbol)
        rebuilt = []
        for op in [o for o in program if o.name in REGION_OPS]:
            if added := slots.get(_anchor(op)):
                rebuilt.append((self._rebuild(op, added, aliases), added))
        for new, added in rebuilt:
            self._extend_terminators(new, added)

    def finish(self) -> None:
        """Replace the old ops' results and erase them."""
        for old, new in self._replaced:
            for before, after in zip(old.results, new.results, strict=False):
                before.replace_all_uses_with(after)
        for old, _ in reversed(self._replaced):
            old.erase()

    def _closure(self, needed: list[Carried]) -> list[Carried]:
        """``needed`` and the symbols in what arrives in them, each symbol's siblings at one slot included."""
        found: dict[Carried, None] = {}
        work = needed[::-1]
        while work:
            symbol = work.pop()
            if symbol in found:
                continue
            found[symbol] = None
            work.extend(symbols(self._arriving(symbol)))
        return list(found)

    def _arriving(self, symbol: Carried) -> list[Expr]:
        arriving = incoming(symbol.value)
        assert arriving is not None, "a symbol stands for what enters or leaves a region"
        _, values = arriving
        return [self.pointers.state(v).split()[1][symbol.part] for v in values]

    def _rebuild(self, op: ir.Operation, added: dict[NewIterArg, list[Expr]], aliases) -> ir.Operation:
        """``op`` with the slots ``added`` appended to its operands, results and block arguments."""
        carried = [s for s in added if s.place == "carried"]
        forwarded = [s for s in added if s.place == "forwarded"]
        outgoing = carried if op.name == "scf.for" else forwarded
        types = {s: type_of_width(e[0].width) for s, e in added.items()}
        with at(op):
            emit = Materializer(self.values)
            inits = [emit(added[s][0]) for s in carried]
            new = ir.Operation.create(
                op.name,
                results=[*(r.type for r in op.results), *(types[s] for s in outgoing)],
                operands=[*op.operands, *inits],
                attributes={a: op.attributes[a] for a in op.attributes},
                regions=len(op.regions),
            )
        for old_region, new_region in zip(op.regions, new.regions, strict=True):
            for block in list(old_region.blocks):
                block.append_to(new_region)
        arguments = {"scf.for": [carried], "scf.while": [carried, forwarded], "scf.if": []}[op.name]
        for region, slots in zip(new.regions, arguments, strict=False):
            for slot in slots:
                argument = region.blocks[0].add_argument(types[slot], new.location)
                self._assign(aliases[slot], argument, is_argument=True)
        for k, slot in enumerate(outgoing):
            self._assign(aliases[slot], new.results[len(op.results) + k], is_argument=False)
        self._replaced.append((op, new))
        return new

    def _assign(self, aliases: list[Carried], value: ir.Value, *, is_argument: bool) -> None:
        for symbol in aliases:
            if isinstance(symbol.value.owner, ir.Block) == is_argument:
                self.values[symbol] = value

    def _extend_terminators(self, op: ir.Operation, added: dict[NewIterArg, list[Expr]]) -> None:
        """Append what the new slots hand on to the terminators of ``op``'s regions."""
        carried = [s for s in added if s.place == "carried"]
        forwarded = [s for s in added if s.place == "forwarded"]
        match op.name:
            case "scf.for":
                plans = [[added[s][1] for s in carried]]
            case "scf.while":
                plans = [[added[s][0] for s in forwarded], [added[s][1] for s in carried]]
            case "scf.if":
                plans = [[added[s][k] for s in forwarded] for k in (0, 1)]
        for number, extra in enumerate(plans):
            old = terminator(op, number)
            with at(old):
                emit = Materializer(self.values)
                ir.Operation.create(old.name, operands=[*old.operands, *map(emit, extra)])
            old.erase()
