"""Programs of the shared form as Python, about a line an op: what simulators of machines run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, element_of
from triton_shared.mlir import ir

#: ops that hand on what they are given, to the op around them
_YIELDS = ("scf.yield", "linalg.yield")


class PythonProgram:
    """Writes functions; a machine's class adds what ops are.

    A form is a text for `str.format`.  It is given the names of the operands by their numbers, ``operands`` all of
    them, ``rest`` and ``indices`` those behind the first and the second, ``shape`` the sizes of the result, ``window``
    the lists of offsets, sizes and strides of a view or a slice, ``t`` the type of the result's elements and ``u`` that
    of the first operand's, without a sign, and each attribute that is a number, a text, or a list of numbers, with
    ``_`` for each dot.  ``combiner`` is what combines two elements in a reduction.

    A ``linalg.generic`` is its body, once, on all elements, as numpy (``np``) has them.  ``m.spread(values, dims,
    rank)`` gives ``values``, whose dimension k is ``dims[k]`` or has one element where that is None, ``rank``
    dimensions.

    Attributes:
        forms: by an op's name, with its predicate behind a space where it has one, or ``in memory`` where an op of
            linalg gives no tensor; of a call by the callee without the number at its end.  A key may have several
            names, with commas between.
        dtypes: what types of elements are called.
        combiners: what the ops are called by which a reduction combines two elements.
        by_element: a pattern of the ops that a body may have.
        refusal: why an op without a form is refused.
    """

    forms: Mapping[str, str] = {}
    dtypes: Mapping[str, str] = {}
    combiners: Mapping[str, str] = {}
    by_element = r"(arith|math)\..*|linalg\.(index|yield)"
    refusal = "has no instruction on this machine"

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[ir.Value, str] = {}
        self.depth = 0
        self._forms = {name: form for names, form in self.forms.items() for name in names.split(", ")}

    def function(self, op: ir.Operation, name: str, first: str) -> str:
        """The text of the function ``op``, called ``name``; the machine is its ``first`` parameter."""
        parameters = map(self.name, op.regions[0].blocks[0].arguments)
        self.line(f"def {name}({', '.join([first, *parameters])}):")
        self.region(op.regions[0], [])
        return "\n".join(self.lines)

    # What a machine may decide

    def check(self, op: ir.Operation, described: str) -> None:
        """Raise `LoweringError` where the machine has no ``op`` on such elements: its form and the two types."""

    # Texts

    def name(self, value: ir.Value) -> str:
        """The variable that holds ``value``."""
        return self.names.setdefault(value, f"v{len(self.names)}")

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.depth + text)

    def assign(self, results: Sequence[str], values: Iterable[str]) -> None:
        """Set variables, all at once."""
        if results:
            self.line(f"{', '.join(results)}, = {', '.join(values)},")

    def region(self, region: ir.Region, results: Sequence[str]) -> None:
        """The ops of a region, which hands on ``results``."""
        self.depth += 1
        self.line("pass")
        for op in [op.operation for op in region.blocks[0].operations]:
            if op.name in _YIELDS:
                self.assign(results, map(self.name, op.operands))
            elif op.name == "scf.forall.in_parallel":
                self.region_of_inserts(op)
            elif op.name != "func.return":
                self.op(op)
        self.depth -= 1

    def op(self, op: ir.Operation) -> None:
        """One op.  Raises `LoweringError` where there is no form for it."""
        values, results = [*map(self.name, op.operands)], [*map(self.name, op.results)]
        if control := _CONTROL.get(op.name):
            control(self, op, values, results)
        else:
            self.line(" = ".join([*results, self.form(op, values)]))

    def region_of_inserts(self, end: ir.Operation) -> None:
        """What an iteration of ``scf.forall`` inserts in the tensors that all share."""
        for op in [op.operation for op in end.regions[0].blocks[0].operations]:
            values = [*map(self.name, op.operands)]
            self.assign([values[1]], [self.form(op, values)])

    # Forms

    def form(self, op: ir.Operation, values: Sequence[str]) -> str:
        """The form of ``op``, filled in."""
        numbers = {name.replace(".", "_"): number_of(op.attributes[name]) for name in op.attributes}
        key = _key(op, numbers)
        form, combiner = self._forms.get(key, ""), self.combiners.get(combiner_of(op), "")
        if not form or numbers.get("value", 0) is None or ("{combiner}" in form and not combiner):
            raise LoweringError(op, self.refusal)
        source, target = (self._dtype(op, list(part)) for part in (op.operands, op.results))
        self.check(op, f"{key} {source} {target}")
        shape = [size for result in op.results for size in getattr(result.type, "shape", ())]
        fields = {"t": repr(target), "u": repr(source.replace("int", "uint")), "shape": shape}
        fields |= {"rest": ", ".join(values[1:]) or "()", "indices": ", ".join(values[2:])}
        fields |= {
            "operands": ", ".join(values),
            "window": _window(op, values, numbers),
            "combiner": combiner,
        }
        return form.format(*values, **{**numbers, **fields})

    def _dtype(self, op: ir.Operation, values: Sequence[ir.Value]) -> str:
        """What the elements of the first of ``values`` are called, if there is one."""
        type_ = str(element_of(values[0].type)) if values else ""
        if values and type_ not in self.dtypes:
            raise LoweringError(op, f"has elements of type {type_}, which the machine has not")
        return self.dtypes.get(type_, "bool")


def _key(op: ir.Operation, numbers: Mapping[str, object]) -> str:
    """By which `PythonProgram.forms` has ``op``."""
    if op.name == "func.call":
        return re.sub(r"_\d+$", "", str(numbers["callee"]))
    in_memory = op.name.startswith("linalg.") and not op.results
    return f"{op.name} {numbers.get('predicate', 'in memory' if in_memory else '')}".rstrip()


def combiner_of(op: ir.Operation) -> str:
    """The name of the one op by which the region of ``op`` combines its two arguments; nothing for any other region."""
    if len(op.regions) != 1 or not op.regions[0].blocks or len(op.regions[0].blocks[0].arguments) != 2:
        return ""
    (first, *rest), arguments = op.regions[0].blocks[0].operations, op.regions[0].blocks[0].arguments
    return first.operation.name if len(rest) == 1 and {*first.operands} == {*arguments} else ""


def number_of(attribute: ir.Attribute) -> object:
    """The number, the text or the numbers that an attribute holds; None for any other."""
    if isinstance(attribute, ir.DenseI64ArrayAttr):
        return list(attribute)
    if isinstance(attribute, ir.DenseElementsAttr) and attribute.is_splat:
        attribute = attribute.get_splat_value()
    return getattr(attribute, "value", None)


def _window(op: ir.Operation, values: Sequence[str], numbers: Mapping[str, object]) -> str:
    """Offsets, sizes and strides of a view or a slice, in lists."""
    lists = [
        numbers[name] for name in ("static_offsets", "static_sizes", "static_strides") if name in numbers
    ]
    dynamic = sum(n == DYNAMIC for part in lists for n in part)  # type: ignore[attr-defined]
    rest = iter(values[len(values) - dynamic :])
    texts = ([next(rest) if n == DYNAMIC else str(n) for n in part] for part in lists)  # type: ignore[attr-defined]
    return ", ".join(f"[{', '.join(part)}]" for part in texts)


def _for(program: PythonProgram, op: ir.Operation, values: list[str], results: list[str]) -> None:
    number, *carried = map(program.name, op.regions[0].blocks[0].arguments)
    program.assign(carried, values[3:])
    program.line(f"for {number} in m.counts({', '.join(values[:3])}):")
    program.region(op.regions[0], carried)
    program.assign(results, carried)


def _if(program: PythonProgram, op: ir.Operation, values: list[str], results: list[str]) -> None:
    for word, region in zip((f"if {values[0]}:", "else:"), op.regions, strict=True):
        if region.blocks:
            program.line(word)
            program.region(region, results)


def _forall(program: PythonProgram, op: ir.Operation, values: list[str], results: list[str]) -> None:
    if any(op.attributes["staticLowerBound"]) or {*op.attributes["staticStep"]} != {1}:
        raise LoweringError(op, "does not count from 0 by 1")
    rest = iter(values)
    ends = [next(rest) if end == DYNAMIC else str(end) for end in op.attributes["staticUpperBound"]]
    names = [*map(program.name, op.regions[0].blocks[0].arguments)]
    counters, shared = names[: len(ends)], names[len(ends) :]
    program.assign(shared, rest)
    program.line(f"for {', '.join(counters)}, in m.cores([{', '.join(ends)}]):")
    program.region(op.regions[0], [])
    program.assign(results, shared)


def _generic(program: PythonProgram, op: ir.Operation, values: list[str], results: list[str]) -> None:
    block, maps = op.regions[0].blocks[0], [attr.value for attr in op.attributes["indexing_maps"]]
    unfit = [o.operation for o in block.operations if not re.fullmatch(program.by_element, o.operation.name)]
    own = ir.AffineMap.get_identity(maps[0].n_dims, context=op.context)
    known = all(isinstance(e, ir.AffineDimExpr) or str(e) == "0" for map_ in maps for e in map_.results)
    if unfit or not known or not results or any(map_ != own for map_ in maps[-len(results) :]):
        raise LoweringError(unfit[0] if unfit else op, "is not for every element by itself")
    shape = op.results[0].type.shape
    for argument, value, map_ in zip(block.arguments, values, maps, strict=True):
        dims = [e.position if isinstance(e, ir.AffineDimExpr) else None for e in map_.results]
        program.line(f"{program.name(argument)} = m.spread({value}, {dims}, {len(shape)})")
    program.line(f"shape = {shape}")
    program.line("if True:")
    program.region(op.regions[0], results)
    program.assign(results, [f"np.broadcast_to({name}, {shape})" for name in results])


_CONTROL: dict[str, Callable[[PythonProgram, ir.Operation, list[str], list[str]], None]] = {
    "scf.for": _for,
    "scf.if": _if,
    "scf.forall": _forall,
    "linalg.generic": _generic,
}
