"""PTX as LLVM makes it, rewritten for the host as `rewrite` does LLVM IR: what LLVM's back end makes is run.

    .visible .entry add(.param .u64 .ptr .global .align 16 add_param_0, .param .u32 add_param_1) {
        .reg .b32 %r<3>;
        ld.param.b32 %r1, [add_param_1];

becomes a function of ``ptr %0, i32 %1`` with the statements of inline assembly (`inline_ptx`), each at a place of its
own.  Parameters, of kernels and of calls, are registers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.support.emulator import inline_ptx, intrinsics, ptx_bulk, tensor_cores
from tests.support.emulator.ptx_body import B64, Body, Instruction, PTXError, Rule, Type, type_of
from tests.support.emulator.rewrite import ENTRY, SHARED_BASE, HostProgram, Place, Unsupported
from tests.support.emulator.text import split, take_type

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_LINE = re.compile(r"^\s*\.loc [^\n]*", re.M)
_FUNCTION = re.compile(
    r"\.(?:entry|func)\s+(?:\((?P<result>[^)]*)\)\s*)?(?P<name>[\w$]+)\s*\((?P<parameters>[^)]*)\)"
    r"(?P<directives>[^{;]*)(?P<end>[{;])"
)
_PARAMETER = re.compile(
    r"\.param\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)\s+(?P<pointer>\.ptr\b.*\s)?(?P<name>[\w$]+)"
    r"(?P<value>\[\d+\])?"
)
_SHARED = re.compile(
    r"^\s*(?:\.extern |\.visible |\.weak )*\.shared (?:\.align (?P<align>\d+) )?\.b8 (?P<name>[\w$]+)\[(?P<size>\d*)\]",
    re.M,
)
_VARIABLE = re.compile(r"^\s*(?:\.extern |\.visible |\.weak )*\.(?:global|const) .*", re.M)
_LEAVE = "leave"
_SWAP = re.compile(r"^atom\.\S*cas\.b\d+ \S+, (\[.*?\]),")
_PRODUCT = re.compile(r"\bwgmma\.mma_async\S* \{([^}]*)\}")
_COPY = re.compile(r"\bmov\.[bf]32 (\S+), (%\w+)")
_FIRST = re.compile(r"(?P<guard>@\S+ )?[a-z]\S* (?P<first>\{[^}]*\}|[^,\[(]+)")
_NAME = re.compile(r"%[a-z]+\d+")
_LOAD = re.compile(r"^ld\.global\.b\d+ \S+, (\[.*?\])")


def is_ptx(text: str) -> bool:
    """Whether ``text`` is PTX, and not LLVM IR."""
    return re.search(r"^\.version ", text, re.M) is not None


@dataclass(frozen=True)
class _Parameter:
    name: str
    type: Type
    is_pointer: bool
    is_value: bool = False

    @property
    def llvm(self) -> str:
        return "ptr" if self.is_pointer else f"i{self.type.bits}"


@dataclass
class _Function:
    """A function: ``text`` has its statements, None where it is only declared."""

    name: str
    parameters: list[_Parameter]
    results: list[_Parameter]
    text: str | None

    @property
    def result(self) -> str:
        return self.results[0].llvm if self.results else "void"


@dataclass
class _Module:
    functions: dict[str, _Function] = field(default_factory=dict)
    shared: dict[str, int] = field(default_factory=dict)
    static_shared: int = 0


def rewrite(text: str, kernel: str) -> HostProgram:
    """LLVM IR for the host, of PTX.

    Raises:
        Unsupported: what the emulator lacks.
        ValueError: there is no kernel ``kernel``.
    """
    module = _parse(text)
    if kernel not in module.functions:
        raise ValueError(f"there is no function {kernel!r}")
    program = HostProgram(places=[Place("", 0)], static_shared=module.static_shared)
    bodies = [_define(module, f, program.places) for f in module.functions.values() if f.text is not None]
    program.parameters = [p.llvm for p in module.functions[kernel].parameters]
    program.by_value = [p.is_value for p in module.functions[kernel].parameters]
    bodies.append(_entry(module.functions[kernel]))
    known = [intrinsics.DECLARATIONS, tensor_cores.DECLARATIONS, ptx_bulk.DECLARATIONS]
    program.text = "\n".join([*bodies, *_declarations(bodies, known), *known])
    return program


def _parse(text: str) -> _Module:
    text = _LINE.sub(r"\g<0>;", _COMMENT.sub(" ", text))
    module = _Module()
    if variable := _VARIABLE.search(text):
        raise Unsupported(f"a variable: {variable[0].strip()}")
    _place_shared(module, text)
    for match in _FUNCTION.finditer(text):
        body = text[match.end() : _end(text, match.end())] if match["end"] == "{" else None
        known = module.functions.get(match["name"])
        if body is not None or known is None:
            parameters, results = _parameters(match["parameters"]), _parameters(match["result"] or "")
            module.functions[match["name"]] = _Function(match["name"], parameters, results, body)
    return module


def _place_shared(module: _Module, text: str) -> None:
    """Give variables in shared memory their addresses, the dynamic one the last."""
    at, dynamic = SHARED_BASE, []
    for match in _SHARED.finditer(text):
        if not match["size"]:
            dynamic.append(match["name"])
            continue
        alignment = int(match["align"] or 1)
        at = -(-at // alignment) * alignment
        module.shared[match["name"]] = at
        at += int(match["size"])
    at = -(-at // 1024) * 1024
    module.shared.update(dict.fromkeys(dynamic, at))
    module.static_shared = at - SHARED_BASE


def _end(text: str, begin: int) -> int:
    """Where the brace closes that is open at ``begin``."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(text, begin):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    raise ValueError("a function without an end")


def _parameters(text: str) -> list[_Parameter]:
    found = []
    for item in split(text):
        match = _PARAMETER.fullmatch(item)
        if not match:
            raise Unsupported(f"the parameter {item!r}")
        if match["value"]:  # whose name is its address
            found.append(_Parameter(match["name"], B64, True, True))
            continue
        found.append(_Parameter(match["name"], type_of(match["type"]), bool(match["pointer"])))
    return found


def _entry(function: _Function) -> str:
    """A function of one pointer, to the kernel's arguments in eight bytes each."""
    lines, values = [], []
    for number, parameter in enumerate(function.parameters):
        lines += [
            f"  %p{number} = getelementptr i8, ptr %0, i64 {8 * number}",
            f"  %a{number} = load {parameter.llvm}, ptr %p{number}, align 8",
        ]
        values.append(f"{parameter.llvm} %a{number}")
    call = f'  call void @"{function.name}"({", ".join(values)})'
    return "\n".join([f'define void @"{ENTRY}"(ptr %0) {{', *lines, call, "  ret void", "}"])


def _declarations(bodies: list[str], known: list[str]) -> list[str]:
    """What declares LLVM's intrinsics that ``bodies`` call."""
    declared = set(re.findall(r"@(llvm\.[\w.]+)", "\n".join(known)))
    found = {}
    for body in bodies:
        for type, name, arguments in re.findall(r"call (.+) @(llvm\.[\w.]+)\((.*)\)", body):
            types = ", ".join(take_type(a)[0] for a in split(arguments))
            found[name] = f"declare {type} @{name}({types})"
    return [text for name, text in found.items() if name not in declared]


# ---- Functions ----


def _define(module: _Module, function: _Function, places: list[Place]) -> str:
    """The definition of ``function``, whose statements have ``places``."""
    line, statements = 0, inline_ptx.statements(function.text or "")
    sums = _sums(statements)
    body = Body(_written_once(statements) - set(sums), outputs=sums)
    for name, address in module.shared.items():
        _set(body, name, 64, str(address))
    for number, parameter in enumerate(function.parameters):
        bits = parameter.type.bits
        value = body.op(f"ptrtoint ptr %{number} to i64") if parameter.is_pointer else f"%{number}"
        _set(body, parameter.name, bits, value)
    for result in function.results:
        body.declare(result.name, result.type.bits)
    rules = inline_ptx.RULES | _rules(module)
    for statement in map(_as_meant(statements), statements):
        if statement.startswith(".loc "):
            line = int(statement.split()[2])
            continue
        if statement.startswith(".pragma "):
            continue
        first = len(body.lines)
        try:
            inline_ptx.emit(body, statement, rules)
        except PTXError as error:
            raise Unsupported(f"{error} in `{statement}`") from None
        _put_place(body, first, statement, line, places)
    body.label(_LEAVE)
    value = body.get_bits(function.results[0].name, function.results[0].type) if function.results else ""
    body.do(f"ret {function.result} {value}")
    parameters = ", ".join(f"{p.llvm} %{k}" for k, p in enumerate(function.parameters))
    head = f'define internal {function.result} @"{function.name}"({parameters}) {{'
    return "\n".join([head, *(f"  {text}" for text in (*body.slots, *body.lines)), "}"])


def _as_meant(statements: list[str]) -> Callable[[str], str]:
    """What LLVM means by a statement: the load before a loop of ``cas`` may find what others are writing there."""
    swapped = {match[1] for text in statements if (match := _SWAP.search(text))}

    def meant(statement: str) -> str:
        match = _LOAD.match(statement)
        return f"ld.relaxed.{statement[3:]}" if match and match[1] in swapped else statement

    return meant


def _written_once(statements: list[str]) -> frozenset[str]:
    """The registers that one statement writes, whatever holds: of what LLVM makes, the most."""
    counts: Counter[str] = Counter()
    for statement in statements:
        if match := _FIRST.match(statement):
            names = _NAME.findall(match["first"])
            counts.update(names * 2 if match["guard"] else names)
    return frozenset(name for name, count in counts.items() if count == 1)


def _sums(statements: list[str]) -> list[str]:
    """The registers that may hold sums of ``wgmma`` when a thread waits: those that have them, and their copies."""
    found = {
        name: None for text in statements if (match := _PRODUCT.search(text)) for name in split(match[1])
    }
    copies = [match.groups() for text in statements if (match := _COPY.search(text))]
    while more := {to: None for to, source in copies if source in found and to not in found}:
        found |= more
    return list(found)


def _set(body: Body, name: str, bits: int, value: str) -> None:
    """Declare the register ``name``, which holds ``value``."""
    body.declare(name, bits)
    found = body.register(name)
    assert found
    body.do(f"store i{bits} {value}, ptr {found[0]}")


def _put_place(body: Body, first: int, statement: str, line: int, places: list[Place]) -> None:
    """Give the lines from ``first`` on the place of ``statement``, where they ask for one."""
    if any("%site" in text for text in body.lines[first:]):
        places.append(Place(statement, line))
        body.lines[first:] = [re.sub(r"%site\b", str(len(places) - 1), text) for text in body.lines[first:]]


# ---- What inline assembly does not have ----


def _in_parameters(rule: Rule, operands: Callable[[Instruction], tuple[str, str]]) -> Rule:
    """``rule``, but for parameters, which are registers: ``operands`` are where to and where from."""

    def access(body: Body, it: Instruction) -> None:
        if not it.has("param"):
            if it.has("local"):
                raise PTXError("the emulator has no local memory")
            return rule(body, it)
        to, source = operands(it)
        plain = Type("s" if it.type.signed else "b", it.type.bits)
        return body.put(to, plain, body.get_bits(source, plain))

    return access


def _inside(operand: str) -> str:
    """The name in ``[name]``, or ``[name+0]``."""
    name, _, offset = operand[1:-1].partition("+")
    if offset and int(offset):
        raise PTXError(f"a part of the parameter {operand}")
    return name.strip()


def _leave(body: Body, it: Instruction) -> None:
    """``ret``"""
    body.do(f"br label %{_LEAVE}")
    body.do(f"{body.name('after')}:")


def _call(module: _Module) -> Rule:
    def call(body: Body, it: Instruction) -> None:
        *result, name, arguments = it.operands if it.operands[-1].startswith("(") else [*it.operands, "()"]
        function = module.functions.get(name)
        if function is None or function.text is None:
            raise PTXError(f"there is no function {name}")
        values = [
            _as_argument(body, parameter, body.get_bits(operand, parameter.type))
            for parameter, operand in zip(function.parameters, split(arguments[1:-1]), strict=True)
        ]
        called = f'call {function.result} @"{name}"({", ".join(values)})'
        if not function.results:
            body.do(called)
            return
        (to,) = split(result[0][1:-1])
        body.put(to, Type("b", function.results[0].type.bits), body.op(called))

    return call


def _as_argument(body: Body, parameter: _Parameter, value: str) -> str:
    return (
        f"ptr {body.op(f'inttoptr i64 {value} to ptr')}"
        if parameter.is_pointer
        else f"{parameter.llvm} {value}"
    )


def _rules(module: _Module) -> dict[str, Rule]:
    known = inline_ptx.RULES
    return {
        "ld": _in_parameters(known["ld"], lambda it: (it.operands[0], _inside(it.operands[1]))),
        "st": _in_parameters(known["st"], lambda it: (_inside(it.operands[0]), it.operands[1])),
        "ret": _leave,
        "call": _call(module),
    }
