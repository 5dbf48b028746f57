"""Spells a module as a release of MLIR does.

An op that the release writes as the bindings do is printed by MLIR itself, with all that is in it.  Any other is
written here: functions and structured control flow in their custom syntax, which all releases share, around what
differs; `bufferization.to_tensor` in that of its time; the rest in generic form::

    %4 = bufferization.to_tensor %alloc restrict writable : memref<8xf32>           before MLIR 20
    %5 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64)>                   before MLIR 17
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from triton_shared.interop.releases import table
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import arith, ir

INDENT = "  "
_BARE = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)


def text_of(module: ir.Operation, version: int, generic: bool = False, debug_info: bool = False) -> str:
    """The text of ``module``, which holds only what MLIR ``version`` knows."""
    return _Printer(module, version, generic, debug_info).text().rstrip("\n") + "\n"


class _Printer:
    """Prints one module; ``state`` holds the names that MLIR gives its values."""

    def __init__(self, module: ir.Operation, version: int, generic: bool, debug_info: bool):
        self.module, self.version, self.generic, self.debug_info = module, version, generic, debug_info
        self.state = ir.AsmState(module)
        self.blocks: dict[ir.Block, str] = {}
        self.ours: set[ir.Operation] = set()  # ops that MLIR must not print
        if not generic:
            for op in all_ops(module):
                if debug_info or self._is_spelled_otherwise(op):
                    self._mark(op)

    def text(self) -> str:
        """The whole module."""
        if not self.generic and not self.ours:
            return self.module.get_asm()
        return "\n".join(self._op(self.module, ""))

    # -- who prints what

    def _is_spelled_otherwise(self, op: ir.Operation) -> bool:
        """Whether the release writes ``op`` by itself, not what is in it, otherwise than the bindings."""
        if self.version < table.SYNTAX.get(op.name, 0) or self._name(op) != op.name or op.successors:
            return True
        if op.name.partition(".")[0] in table.KEPT:
            return True
        unknown = (a for a, since in _WRITTEN.get(op.name, {}).items() if self.version < since)
        return any(a in op.attributes for a in unknown)

    def _mark(self, op: ir.Operation) -> None:
        around: ir.Operation | None = op
        while around is not None and around not in self.ours:
            self.ours.add(around)
            parent = around.parent if around != self.module else None
            around = parent.operation if parent else None

    def _name(self, op: ir.Operation) -> str:
        since, before = table.NAMES.get(op.name, (0, ""))
        return before if self.version < since else op.name

    # -- pieces

    def _value(self, value: ir.Value) -> str:
        return value.get_name(self.state)

    def _values(self, values: Iterable[ir.Value]) -> str:
        return ", ".join(map(self._value, values))

    def _results(self, op: ir.Operation) -> str:
        names = Counter(self._value(r).partition("#")[0] for r in op.results)
        return ", ".join(n if count == 1 else f"{n}:{count}" for n, count in names.items()) + " = " * bool(
            names
        )

    def _location(self, op: ir.Operation) -> str:
        return f" {op.location}" if self.debug_info else ""

    def _attributes(self, op: ir.Operation, hidden: Sequence[str] = ()) -> dict[str, ir.Attribute]:
        """The attributes of ``op`` that the release knows, but for those in ``hidden``, by its names."""
        found = {}
        for name in op.attributes:
            if name not in hidden and self.version >= table.ATTRIBUTES.get((op.name, name), 0):
                since, before = table.ATTRIBUTE_NAMES.get(name, (0, ""))
                found[before if self.version < since else name] = self._attribute(op, name)
        return found

    def _attribute(self, op: ir.Operation, name: str) -> ir.Attribute:
        attribute = op.attributes[name]
        if op.name == "memref.atomic_rmw" and name == "kind":
            return ir.IntegerAttr.get(attribute.type, self._atomic_kind(attribute.value))
        return attribute

    def _atomic_kind(self, number: int) -> int:
        kinds = next((k for last, k in table.ATOMIC_KINDS.items() if self.version <= last), None)
        if kinds is None:
            return number
        name = arith.AtomicRMWKind(number).name
        return kinds.index(name if name in kinds else name.replace("imumf", "f"))

    def _dictionary(self, op: ir.Operation, hidden: Sequence[str] = ()) -> str:
        return _dictionary(self._attributes(op, hidden))

    def _block_name(self, block: ir.Block) -> str:
        return self.blocks.setdefault(block, f"^bb{len(self.blocks)}")

    def _arguments(self, values: Iterable[ir.Value]) -> str:
        return ", ".join(f"{self._value(v)}: {v.type}" for v in values)

    # -- ops

    def _op(self, op: ir.Operation, indent: str) -> Iterator[str]:
        if self.generic:
            yield from self._generic(op, indent)
        elif op not in self.ours:
            yield from self._by_mlir(op, indent)
        elif custom := CUSTOM.get(op.name):
            yield from custom(self, op, indent)
        elif self.debug_info and not op.regions and not self._is_spelled_otherwise(op):
            yield from (line + self._location(op) for line in self._by_mlir(op, indent))
        else:
            yield from self._generic(op, indent)

    def _by_mlir(self, op: ir.Operation, indent: str) -> Iterator[str]:
        text = io.StringIO()
        op.print(self.state, file=text)
        yield from (indent + line for line in text.getvalue().rstrip("\n").split("\n"))

    def _generic(self, op: ir.Operation, indent: str) -> Iterator[str]:
        head = f'{indent}{self._results(op)}"{self._name(op)}"({self._values(op.operands)})'
        if op.successors:
            head += f"[{', '.join(map(self._block_name, op.successors))}]"
        if op.regions:
            yield head + " ({"
            for number, region in enumerate(op.regions):
                if number:
                    yield f"{indent}}}, {{"
                for block in region.blocks:
                    yield from self._block(block, indent)
            head = f"{indent}}})"
        types = ", ".join(str(v.type) for v in op.operands)
        results = ", ".join(str(v.type) for v in op.results)
        yield f"{head}{self._dictionary(op)} : ({types}) -> ({results}){self._location(op)}"

    def _block(self, block: ir.Block, indent: str, labelled: bool = True) -> Iterator[str]:
        """A block with its label, and its ops below ``indent``."""
        if labelled:
            arguments = self._arguments(block.arguments)
            yield f"{indent}{self._block_name(block)}{f'({arguments})' if arguments else ''}:"
        for op in block.operations:
            yield from self._op(op.operation, indent + INDENT)

    def _body(self, region: ir.Region, indent: str) -> Iterator[str]:
        """A region whose first block has its arguments elsewhere."""
        for number, block in enumerate(region.blocks):
            yield from self._block(block, indent, labelled=number > 0)

    # -- custom syntax

    def _module(self, op: ir.Operation, indent: str) -> Iterator[str]:
        attributes = self._dictionary(op)
        yield f"{indent}module{f' attributes{attributes}' if attributes else ''} {{"
        yield from self._body(op.regions[0], indent)
        yield f"{indent}}}{self._location(op)}"

    def _function(self, op: ir.Operation, indent: str) -> Iterator[str]:
        type_ = ir.FunctionType(op.attributes["function_type"].value)
        private = "private " if "sym_visibility" in op.attributes else ""
        said = self._argument_attributes(op, "arg_attrs", len(type_.inputs))
        blocks = list(op.regions[0].blocks)
        names = list(map(str, type_.inputs))
        if blocks:
            names = [f"{self._value(a)}: {a.type}" for a in blocks[0].arguments]
        arguments = ", ".join(name + extra for name, extra in zip(names, said, strict=True))
        more = self._argument_attributes(op, "res_attrs", len(type_.results))
        results = ", ".join(f"{t}{extra}" for t, extra in zip(type_.results, more, strict=True))
        head = f"{indent}func.func {private}{_symbol(op)}({arguments})"
        head += f" -> ({results})" if results else ""
        hidden = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
        if attributes := self._dictionary(op, hidden):
            head += f" attributes{attributes}"
        if not blocks:
            yield head + self._location(op)
            return
        yield head + " {"
        yield from self._body(op.regions[0], indent)
        yield f"{indent}}}{self._location(op)}"

    def _argument_attributes(self, op: ir.Operation, name: str, count: int) -> list[str]:
        if name not in op.attributes:
            return [""] * count
        dictionaries = map(ir.DictAttr, op.attributes[name])
        return [_dictionary({entry.name: entry.attr for entry in d}) for d in dictionaries]

    def _for(self, op: ir.Operation, indent: str) -> Iterator[str]:
        counter, *carried = op.regions[0].blocks[0].arguments
        low, high, step, *inits = op.operands
        head = f"{indent}{self._results(op)}scf.for {self._value(counter)} = {self._value(low)} to "
        head += f"{self._value(high)} step {self._value(step)}"
        if carried:
            head += f" iter_args({self._bound(carried, inits)}) -> ({_types(op.results)})"
        if not isinstance(counter.type, ir.IndexType):
            head += f" : {counter.type}"
        yield head + " {"
        yield from self._body(op.regions[0], indent)
        yield f"{indent}}}{self._dictionary(op)}{self._location(op)}"

    def _bound(self, names: Iterable[ir.Value], inits: Iterable[ir.Value]) -> str:
        pairs = zip(names, inits, strict=True)
        return ", ".join(f"{self._value(name)} = {self._value(init)}" for name, init in pairs)

    def _if(self, op: ir.Operation, indent: str) -> Iterator[str]:
        results = f" -> ({_types(op.results)})" if op.results else ""
        yield f"{indent}{self._results(op)}scf.if {self._value(op.operands[0])}{results} {{"
        then, otherwise = op.regions
        yield from self._body(then, indent)
        if otherwise.blocks:
            yield f"{indent}}} else {{"
            yield from self._body(otherwise, indent)
        yield f"{indent}}}{self._dictionary(op)}{self._location(op)}"

    def _while(self, op: ir.Operation, indent: str) -> Iterator[str]:
        before, after = op.regions
        arguments = self._bound(before.blocks[0].arguments, op.operands)
        inits = f" ({arguments})" if arguments else ""
        yield f"{indent}{self._results(op)}scf.while{inits} : ({_types(op.operands)}) -> ({_types(op.results)}) {{"
        yield from self._body(before, indent)
        yield f"{indent}}} do {{"
        yield from self._block(after.blocks[0], indent)
        attributes = self._dictionary(op)
        yield f"{indent}}}{f' attributes{attributes}' if attributes else ''}{self._location(op)}"

    def _parallel(self, op: ir.Operation, indent: str) -> Iterator[str]:
        counters = op.regions[0].blocks[0].arguments
        rank, operands = len(counters), list(op.operands)
        lows, highs, steps = (self._values(operands[i * rank : (i + 1) * rank]) for i in range(3))
        head = f"{indent}scf.parallel ({self._values(counters)}) = ({lows}) to ({highs}) step ({steps})"
        yield head + " {"
        for inner in op.regions[0].blocks[0].operations:
            if inner.operation.name != "scf.reduce":
                yield from self._op(inner.operation, indent + INDENT)
        yield f"{indent}{INDENT}{self._name(inner.operation)}"
        yield f"{indent}}}{self._dictionary(op, ('operandSegmentSizes',))}{self._location(op)}"

    def _to_tensor(self, op: ir.Operation, indent: str) -> Iterator[str]:
        known, source = self._attributes(op), op.operands[0]
        flags = [flag for flag in ("restrict", "writable") if flag in known]
        head = f"{indent}{self._results(op)}bufferization.to_tensor {' '.join([self._value(source), *flags])}"
        types = (
            f"{source.type} to {op.results[0].type}" if self.version >= table.SYNTAX[op.name] else source.type
        )
        yield f"{head}{self._dictionary(op, flags)} : {types}{self._location(op)}"


#: op -> attributes that its custom syntax writes out where they are there, and the first release that has them
_WRITTEN: dict[str, dict[str, int]] = {}
for (_op, _attribute), _since in table.ATTRIBUTES.items():
    if _attribute not in ("overflowFlags", "indexing_maps"):  # it leaves out what says nothing
        _WRITTEN.setdefault(_op, {})[_attribute] = _since

CUSTOM: dict[str, Callable[[_Printer, ir.Operation, str], Iterator[str]]] = {
    "builtin.module": _Printer._module,
    "func.func": _Printer._function,
    "scf.for": _Printer._for,
    "scf.if": _Printer._if,
    "scf.while": _Printer._while,
    "scf.parallel": _Printer._parallel,
    "bufferization.to_tensor": _Printer._to_tensor,
}


def _types(values: Iterable[ir.Value]) -> str:
    return ", ".join(str(v.type) for v in values)


def _symbol(op: ir.Operation) -> str:
    """The symbol that ``op`` defines, as MLIR writes it."""
    return str(ir.FlatSymbolRefAttr.get(op.attributes["sym_name"].value, op.context))


def _dictionary(attributes: dict[str, ir.Attribute]) -> str:
    """`` {name = value, …}``, or nothing."""
    known = {
        n if _BARE.fullmatch(n) else str(ir.StringAttr.get(n, a.context)): a for n, a in attributes.items()
    }
    text = ", ".join(n if isinstance(a, ir.UnitAttr) else f"{n} = {a}" for n, a in known.items())
    return f" {{{text}}}" if text else ""
