"""Triton code models of Project Babylon (Triton programs in Java) read into the tt dialect.

Before::

    %8 : tensor<x64, int> = tt.splat %3;
    %9 : tensor<x64, int> = arith.cmpi %7 %8 @"slt";
    %10 : tensor<x64, float> = tt.load %6 %9;

after::

    %3 = tt.splat %1 : i32 -> tensor<64xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<64xi32>
    %5 = arith.constant dense<0.0> : tensor<64xf32>
    %6 = tt.load %0, %4, %5 : tensor<64x!tt.ptr<f32>>

What the notation leaves to its reader: compares may be declared ``int`` and are one bit, wide again where they are
used as numbers; elements that a mask leaves out load zero; ``tt.dot`` without a third operand begins with zero;
tuples stand for several results; functions that others call are private, the rest are kernels.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from triton_shared import dialects
from triton_shared.dialects.lexer import line_and_column
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.interop.importers import code_model
from triton_shared.interop.importers.code_model import VOID, Body, Op, Type, Unreadable, Value
from triton_shared.ir import predicates
from triton_shared.mlir import ir
from triton_shared.types import FORMATS, ROWS

SCALARS = {name: row.mlir for row in ROWS for name in row.java}
PREDICATES = {"arith.cmpi": predicates.INTEGERS, "arith.cmpf": predicates.FLOATS}
IEEE = "2 : i32"


@dataclass(frozen=True)
class Shaped:
    """An MLIR type: a scalar, or with a ``shape`` a tensor."""

    element: str
    shape: tuple[int, ...] | None = None

    def __str__(self) -> str:
        if self.shape is None:
            return self.element
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.element}>"


@dataclass(frozen=True)
class Operand:
    """An MLIR value; a mask has a bit for its ``type`` where the program may have ``declared`` an int."""

    name: str
    type: Shaped
    declared: Shaped


def parse(text: str, file: str = "-", context: ir.Context | None = None) -> ir.Operation:
    """The verified module of tt functions that the Triton code model ``text`` describes.

    ``file`` is the name that locations and errors give. Raises `CompileError` for text that is no Triton code
    model: the place and what is wrong there.
    """
    try:
        mlir = _Writer(text, file).module(code_model.read(text))
    except Unreadable as error:
        at = line_and_column(text, error.offset)
        raise CompileError([Diagnostic(error.message, file, *at)], text) from None
    try:
        return dialects.parse(mlir, "<Triton code model>", context)
    except CompileError as error:
        raise CompileError(error.diagnostics, text) from None


class _Writer:
    """Writes MLIR in generic form, op by op, each with its place in the code model."""

    def __init__(self, text: str, file: str):
        self.text, self.file = text, _quoted(file)
        self.lines: list[str] = []
        self.values: dict[str, tuple[Operand, ...]] = {}
        self.symbols: dict[str, bool] = {}  # the functions, and whether they are called
        self.count = 0

    def module(self, roots: Iterable[Op]) -> str:
        """The module of the functions in ``roots``, which may be modules."""
        functions = [op for root in roots for op in self._functions(root)]
        if not functions:
            raise Unreadable("expected a function, found none", 0)
        for op in functions:
            name = self.symbol(op)
            if name in self.symbols:
                raise Unreadable(f"function '{name}' is defined twice", op.offset)
            self.symbols[name] = False
        for called in (op for f in functions for op in _walk(f) if op.name == "tt.call"):
            name = self.symbol(called)
            if name not in self.symbols:
                near = difflib.get_close_matches(name, self.symbols, 1)
                raise Unreadable(f"no function '{name}'" + _hint(near), called.offset)
            self.symbols[name] = True
        for op in functions:
            self._function(op)
        return "\n".join(["module {", *self.lines, "}", ""])

    def _functions(self, root: Op) -> list[Op]:
        match root.name:
            case "func" | "tt.func" if len(root.bodies) == 1:
                return [root]
            case "module" if len(root.bodies) == 1:
                inside = root.bodies[0].operations
                return [f for op in inside if op.name != "unreachable" for f in self._functions(op)]
        raise Unreadable(f"expected a function, found '{root.name}'", root.offset)

    def _function(self, op: Op) -> None:
        self.values = {}
        (body,) = op.bodies
        name, results = self.symbol(op), self.types(body.result)
        arguments = [t for p in body.parameters for t in self.types(p.declared)]
        attributes = {
            "sym_name": _quoted(name),
            "sym_visibility": '"private"' if self.symbols[name] else '"public"',
            "function_type": f"({_commas(arguments)}) -> ({_commas(results)})",
        }
        self.emit(op, [], [], attributes, name="tt.func", body=body)

    # -- what rules read

    def symbol(self, op: Op) -> str:
        """The function that ``op`` names."""
        return self.attribute(op, "sym_name" if op.name.endswith("func") else "callee")

    def attribute(self, op: Op, name: str) -> str:
        """The attribute ``name``, which may be the one without a name."""
        found = op.attributes.get(name, op.attributes.get(""))
        if found is None:
            raise Unreadable(f"'{op.name}' needs an attribute: @{name}=\"…\"", op.offset)
        return found

    def number(self, op: Op, name: str) -> str:
        """The integer attribute ``name`` as MLIR's i32."""
        text = self.attribute(op, name)
        return f"{_integer(text, 32, op)} : i32"

    def types(self, type_: Type) -> list[Shaped]:
        """The MLIR types of ``type_``: of a tuple its components', of void none."""
        match type_.name, type_.arguments:
            case "void", ():
                return []
            case "Tuple", components:
                return [t for c in components for t in self.types(c)]
            case "tensor", (*sizes, element) if sizes:
                return [Shaped(self._scalar(element), tuple(map(_size, sizes)))]
        return [Shaped(self._scalar(type_))]

    def _scalar(self, type_: Type) -> str:
        match type_.name, type_.arguments:
            case "ptr", (pointee,):
                return f"!tt.ptr<{self._scalar(pointee)}>"
            case name, () if name in SCALARS:
                return SCALARS[name]
        if type_.name.startswith(("oracle.", "java.", "Var")):
            hint = "; it belongs to Java code models, which have to be transformed into Triton code models"
        else:
            hint = f"; expected {', '.join(SCALARS)}, ptr<T>, tensor<xN, T> or Tuple<T, …>"
        raise Unreadable(f"unknown type '{type_}'{hint}", type_.offset)

    def operands(self, op: Op) -> list[Operand]:
        """The operands of ``op``, as they are."""
        return [self._single(used) for used in op.operands]

    def _single(self, used: Value) -> Operand:
        match self.lookup(used):
            case (operand,):
                return operand
        raise Unreadable(f"{used.name} is a tuple: take its components by tuple.load", used.offset)

    def declared(self, op: Op) -> list[Operand]:
        """The operands of ``op``, as they are declared."""
        return [self.widened(op, operand) for operand in self.operands(op)]

    def lookup(self, used: Value) -> tuple[Operand, ...]:
        """What the code model's value ``used`` stands for."""
        if used.name not in self.values:
            raise Unreadable(f"{used.name} is not defined here", used.offset)
        return self.values[used.name]

    def result(self, op: Op) -> Shaped:
        """The one type that ``op`` declares."""
        if op.result is None:
            raise Unreadable(
                f"'{op.name}' has a result that is not declared: expected '%… : type ='", op.offset
            )
        match self.types(op.result.declared):
            case [type_]:
                return type_
        raise Unreadable(
            f"'{op.name}' cannot have a result of type '{op.result.type}'", op.result.declared.offset
        )

    # -- what rules write

    def fresh(self) -> str:
        """A name for a value."""
        self.count += 1
        return f"%{self.count}"

    def define(self, declared: Value, operands: Iterable[Operand]) -> None:
        """Let the code model's value stand for ``operands``."""
        if declared.name in self.values:
            raise Unreadable(f"{declared.name} is defined twice", declared.offset)
        self.values[declared.name] = tuple(operands)

    def emit(
        self,
        op: Op,
        operands: Iterable[Operand],
        results: list[Shaped],
        attributes: dict[str, str] | None = None,
        name: str | None = None,
        body: Body | None = None,
    ) -> list[Operand]:
        """Write one MLIR op in place of ``op`` (called ``name``); returns its results."""
        operands, result = list(operands), self.fresh()
        head = f"{result}:{len(results)} = " if results else ""
        self.lines.append(f'{head}"{name or op.name}"({_commas(o.name for o in operands)})')
        if body:
            self._body(op, body)
        attrs = _commas(f"{k} = {v}" for k, v in (attributes or {}).items())
        types = f"({_commas(o.type for o in operands)}) -> ({_commas(results)})"
        self.lines.append(f" {{{attrs}}} : {types} {self._location(op.offset)}")
        return [Operand(f"{result}#{i}", t, t) for i, t in enumerate(results)]

    def _body(self, op: Op, body: Body) -> None:
        outside, arguments = self.values, []
        self.values = dict(outside)
        for parameter in body.parameters:
            here = [Operand(self.fresh(), t, t) for t in self.types(parameter.declared)]
            self.define(parameter, here)
            arguments += [f"{o.name}: {o.type} {self._location(parameter.offset)}" for o in here]
        self.lines.append(f" ({{ ^entry({_commas(arguments)}):" if arguments else " ({")
        for inner in body.operations:
            self._operation(inner)
        self.lines.append("})")
        self.values = outside

    def _operation(self, op: Op) -> None:
        if op.name not in RULES:
            raise Unreadable(
                f"unknown op '{op.name}'" + _hint(difflib.get_close_matches(op.name, RULES, 3)), op.offset
            )
        (few, many), bodies, rule = RULES[op.name]
        if not few <= len(op.operands) <= many or len(op.bodies) != bodies:
            count = f"{few}" if few == many else f"{few} to {many}" if many < MANY else f"{few} or more"
            raise Unreadable(f"'{op.name}' takes {count} operands and {bodies} bodies", op.offset)
        found = rule(self, op)
        if op.result:
            if len(found) != len(self.types(op.result.declared)):
                raise Unreadable(f"'{op.name}' has no result of type '{op.result.type}'", op.result.offset)
            self.define(op.result, found)

    def constant(self, op: Op, type_: Shaped, literal: str) -> Operand:
        """A scalar constant, or a tensor whose elements are all ``literal``."""
        value = f"{literal} : {type_}" if type_.shape is None else f"dense<{literal}> : {type_}"
        value = literal if type_ == Shaped("i1") else value
        return self.emit(op, [], [type_], {"value": value}, "arith.constant")[0]

    def zero(self, op: Op, type_: Shaped) -> Operand:
        """The constant zero."""
        return self.constant(op, type_, _literal("0", type_.element, op))

    def widened(self, op: Op, operand: Operand) -> Operand:
        """``operand`` in the type that it is declared with."""
        if operand.type == operand.declared:
            return operand
        return self.emit(op, [operand], [operand.declared], name="arith.extui")[0]

    def mask(self, op: Op, operand: Operand) -> Operand:
        """``operand`` as bits: an int that came through a function or a loop is compared with zero."""
        if operand.type.element == "i1":
            return operand
        bits, zero = replace(operand.type, element="i1"), self.zero(op, operand.type)
        return self.emit(op, [operand, zero], [bits], {"predicate": "1 : i64"}, "arith.cmpi")[0]

    def _location(self, offset: int) -> str:
        line, column = line_and_column(self.text, offset)
        return f"loc({self.file}:{line}:{column})"


def _quoted(text: str) -> str:
    """``text`` as an MLIR string."""
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda m: f"\\{ord(m[0]):02X}", text) + '"'


def _commas(parts: Iterable) -> str:
    return ", ".join(map(str, parts))


def _hint(names: list[str]) -> str:
    return f"; did you mean {' or '.join(map(repr, names))}?" if names else ""


def _walk(op: Op) -> Iterable[Op]:
    yield op
    for body in op.bodies:
        for inner in body.operations:
            yield from _walk(inner)


def _size(type_: Type) -> int:
    digits = type_.name.removeprefix("x")
    if type_.arguments or not digits.isdecimal() or digits == type_.name:
        raise Unreadable(f"expected a size such as x64, found '{type_}'", type_.offset)
    return int(digits)


def _integer(text: str, width: int, op: Op) -> int:
    """The Java integer ``text``; up to twice as large as a signed one, for hexadecimal and char constants."""
    try:
        number = int(text.rstrip("lL"), 0)
    except ValueError:
        raise Unreadable(f"'{op.name}': {text!r} is no integer", op.offset) from None
    if not -(1 << (width - 1)) <= number < 1 << width:
        raise Unreadable(f"'{op.name}': {text} does not fit {width} bits", op.offset)
    return number


def _literal(text: str, element: str, op: Op) -> str:
    """The MLIR spelling of the Java constant ``text`` of type ``element``."""
    if element == "i1":
        if text not in ("true", "false", "0", "1"):
            raise Unreadable(f"'{op.name}': {text!r} is no boolean", op.offset)
        return "true" if text in ("true", "1") else "false"
    if element.startswith("i"):
        return str(_integer(text, int(element[1:]), op))
    if element not in FORMATS:
        raise Unreadable(f"'{op.name}': no constants of type {element}", op.offset)
    try:
        bits = FORMATS[element].bits(float(text.rstrip("fFdD")))
        return f"0x{bits:0{FORMATS[element].width // 4}X}"
    except (ValueError, OverflowError):
        raise Unreadable(f"'{op.name}': {text!r} is no number of type {element}", op.offset) from None


# -- the rules: what each op becomes; they return its results


def _plain(write: _Writer, op: Op) -> list[Operand]:
    return write.emit(op, write.declared(op), [write.result(op)])


def _on_bits(write: _Writer, op: Op) -> list[Operand]:
    """Ops that keep masks masks."""
    operands, declared = write.operands(op), write.result(op)
    if any(o.type.element != "i1" for o in operands):
        operands = write.declared(op)
    bits = all(o.type.element == "i1" for o in operands)
    type_ = replace(declared, element="i1") if bits else declared
    attributes = {"axis": write.number(op, "axis")} if op.name == "tt.expand_dims" else {}
    (found,) = write.emit(op, operands, [type_], attributes)
    return [replace(found, declared=declared)]


def _compare(write: _Writer, op: Op) -> list[Operand]:
    predicate, names = write.attribute(op, "predicate"), PREDICATES[op.name]
    if predicate not in names:
        raise Unreadable(f"unknown predicate '{predicate}'; expected {_commas(names)}", op.offset)
    declared = write.result(op)
    attributes = {"predicate": f"{names.index(predicate)} : i64"}
    (found,) = write.emit(op, write.declared(op), [replace(declared, element="i1")], attributes)
    return [replace(found, declared=declared)]


def _constant(write: _Writer, op: Op) -> list[Operand]:
    type_ = write.result(op)
    return [write.constant(op, type_, _literal(write.attribute(op, "value"), type_.element, op))]


def _numbered(*names: str) -> Callable[[_Writer, Op], list[Operand]]:
    """The rule of an op with integer attributes."""

    def rule(write: _Writer, op: Op) -> list[Operand]:
        return write.emit(op, [], [write.result(op)], {n: write.number(op, n) for n in names})

    return rule


def _load(write: _Writer, op: Op) -> list[Operand]:
    type_ = write.result(op)
    pointer, *masks = write.operands(op)
    rest = [part for m in masks for part in (write.mask(op, m), write.zero(op, type_))]
    segments = f"array<i32: 1, {len(masks)}, {len(masks)}>"
    return write.emit(op, [pointer, *rest], [type_], {"operandSegmentSizes": segments})


def _store(write: _Writer, op: Op) -> list[Operand]:
    pointer, value, *masks = write.operands(op)
    return write.emit(op, [pointer, write.widened(op, value), *(write.mask(op, m) for m in masks)], [])


def _dot(write: _Writer, op: Op) -> list[Operand]:
    type_ = write.result(op)
    a, b, *accumulator = write.declared(op)
    attributes = {"inputPrecision": IEEE, "maxNumImpreciseAcc": "0 : i32"}
    return write.emit(op, [a, b, *(accumulator or [write.zero(op, type_)])], [type_], attributes)


def _reduce(write: _Writer, op: Op) -> list[Operand]:
    attributes = {"axis": write.number(op, "axis")}
    return write.emit(op, write.declared(op), [write.result(op)], attributes, body=op.bodies[0])


def _for(write: _Writer, op: Op) -> list[Operand]:
    results = write.types(op.result.declared if op.result else VOID)
    return write.emit(op, write.declared(op), results, body=op.bodies[0])


def _call(write: _Writer, op: Op) -> list[Operand]:
    results = write.types(op.result.declared if op.result else VOID)
    return write.emit(op, write.declared(op), results, {"callee": f"@{_quoted(write.symbol(op))}"})


def _ends(name: str) -> Callable[[_Writer, Op], list[Operand]]:
    """The rule of what ends a body, by its MLIR ``name``."""
    return lambda write, op: write.emit(op, write.declared(op), [], name=name)


def _component(write: _Writer, op: Op) -> list[Operand]:
    """``tuple.load`` names a component of a tuple, which was several values all along."""
    components = write.lookup(op.operands[0])
    index = _integer(write.attribute(op, "index"), 32, op)
    if not 0 <= index < len(components):
        raise Unreadable(f"'{op.name}': no component {index} of {len(components)}", op.offset)
    found = components[index]
    if found.declared != write.result(op):
        raise Unreadable(f"component {index} of {op.operands[0].name} is a {found.declared}", op.offset)
    return [found]


MANY = sys.maxsize


def _named(dialect: str, names: str) -> list[str]:
    return [f"{dialect}.{name}" for name in names.split()]


_BINARY = [
    *_named("arith", "addi subi muli divsi divui remsi remui ceildivsi floordivsi shli shrsi shrui"),
    *_named("arith", "minsi maxsi minui maxui addf subf mulf divf remf maximumf minimumf maxnumf minnumf"),
    "tt.addptr",
]
_UNARY = [
    *_named("arith", "negf extsi extui trunci extf truncf sitofp uitofp fptosi fptoui bitcast"),
    *_named("math", "absf absi ceil cos erf exp exp2 floor log log2 rsqrt sin sqrt tan tanh"),
]

#: op -> the least and the greatest number of operands, the number of bodies, and its rule
RULES: dict[str, tuple[tuple[int, int], int, Callable[[_Writer, Op], list[Operand]]]] = {
    **dict.fromkeys(_BINARY, ((2, 2), 0, _plain)),
    **dict.fromkeys(_UNARY, ((1, 1), 0, _plain)),
    **dict.fromkeys(_named("arith", "andi ori xori"), ((2, 2), 0, _on_bits)),
    **dict.fromkeys(_named("tt", "splat broadcast expand_dims"), ((1, 1), 0, _on_bits)),
    **dict.fromkeys(PREDICATES, ((2, 2), 0, _compare)),
    "arith.constant": ((0, 0), 0, _constant),
    "tt.get_program_id": ((0, 0), 0, _numbered("axis")),
    "tt.get_num_programs": ((0, 0), 0, _numbered("axis")),
    "tt.make_range": ((0, 0), 0, _numbered("start", "end")),
    "tt.load": ((1, 2), 0, _load),
    "tt.store": ((2, 3), 0, _store),
    "tt.dot": ((2, 3), 0, _dot),
    "tt.reduce": ((1, 1), 1, _reduce),
    "tt.reduce.return": ((1, 1), 0, _ends("tt.reduce_return")),
    "tt.call": ((0, MANY), 0, _call),
    "tt.return": ((0, MANY), 0, _ends("tt.return")),
    "return": ((0, MANY), 0, _ends("tt.return")),
    "scf.for": ((3, MANY), 1, _for),
    "scf.yield": ((0, MANY), 0, _ends("scf.yield")),
    "tuple.load": ((1, 1), 0, _component),
}
