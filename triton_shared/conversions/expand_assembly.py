"""Write assembly that only computes as ops on scalars; refuse any other.

::

    %y = llvm.inline_asm "shl.b32 $0, $1, 3;", "=r,r" %x : (i32) -> i32

becomes

    %c3 = arith.constant 3 : i32
    %y = arith.shli %x, %c3 : i32

This is for machines that are not the one that the assembly is for.  PTX has a meaning of its own for each instruction
of arithmetic, which `assembly` has in tables; a barrier of a block's threads asks for nothing where one thread runs a
program.  Accesses of memory, branches and registers of the machine have none, and are refused with the instruction's
text and the op's location.

Promise: no `llvm.inline_asm` is left, and registers have the bits that PTX gives them; of approximate functions, and of
NaNs that arithmetic makes, those of arith and math.
"""

from __future__ import annotations

from triton_shared.conversions.assembly import arithmetic, casts
from triton_shared.conversions.assembly.registers import Registers, bits_of, type_of
from triton_shared.conversions.assembly.text import Unknown, declared, instruction, statements
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, build, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

RULES = arithmetic.RULES | casts.RULES
#: bits of registers by the letter of a constraint
WIDTHS = {"b": 1, "c": 16, "h": 16, "r": 32, "f": 32, "l": 64, "d": 64}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"llvm.inline_asm"}):
        text = op.attributes["asm_string"].value
        try:
            with at(op):
                results = _computed(text, op)
        except Unknown as error:
            raise LoweringError(
                op, f"cannot run assembly on this target: {error} has no meaning there"
            ) from None
        _replace(op, results)


def _computed(text: str, op: ir.Operation) -> list[ir.Value]:
    """What the registers of the results hold in the end, of their types."""
    registers, outputs = _operands(op)
    for statement in statements(text):
        try:
            _execute(registers, statement)
        except Unknown as error:
            raise Unknown(f"{error}" if statement in f"{error}" else f"{error} in '{statement}'") from None
    found = []
    for name, type_ in zip(outputs, _types(op), strict=True):
        if (bits := registers.find(name).value) is None:
            bits = build.constant(integer(type_.width), 0)  # nobody knows what it holds
        found.append(build.convert("arith.bitcast", build.resize(bits, integer(type_.width)), type_))
    return found


def _execute(registers: Registers, statement: str) -> None:
    """Let registers be what ``statement`` makes of them."""
    if statement == "{":
        registers.scopes.append({})
    elif statement == "}" and len(registers.scopes) > 1:
        registers.scopes.pop()
    elif statement.startswith("."):
        kind, names = declared(statement)
        for name in names:
            registers.declare(name, _width(kind, statement))
    else:
        it = instruction(statement)
        if (rule := RULES.get(it.opcode)) is None:
            raise Unknown(f"'{statement}'")
        rule(registers, it)


def _width(kind: str, statement: str) -> int:
    if (type_ := type_of(kind)) is None:
        raise Unknown(f"'{statement}'")
    return type_.bits


def _operands(op: ir.Operation) -> tuple[Registers, list[str]]:
    """The registers before the first instruction, and the names of those of results."""
    registers, outputs = Registers(), []
    values = iter(op.operands)
    constraints = [c.strip() for c in op.attributes["constraints"].value.split(",")]
    for number, constraint in enumerate(c for c in constraints if c and c[0] != "~"):
        name, letter = f"${number}", constraint.lstrip("=&")
        if constraint[0] == "=":
            outputs.append(name)
            registers.declare(name, WIDTHS.get(letter) or _refused(constraint))
            continue
        bits = bits_of(next(values))
        if letter in map(str, range(len(outputs))):
            tied = registers.find(f"${letter}")
            tied.value = build.resize(bits, integer(tied.width))
            registers.scopes[0][name] = tied
            continue
        width = WIDTHS.get(letter) or _refused(constraint)
        registers.declare(name, width, build.resize(bits, integer(width)))
    return registers, outputs


def _refused(constraint: str) -> int:
    raise Unknown(f"the constraint '{constraint}'")


def _types(op: ir.Operation) -> list[ir.Type]:
    """Those of the results, which a struct may hold."""
    extracts = _extracts(op)
    if extracts is None:
        return [result.type for result in op.results]
    body = str(op.results[0].type).removeprefix("!llvm.struct<(").removesuffix(")>")
    return [ir.Type.parse(part) for part in body.split(", ")]


def _extracts(op: ir.Operation) -> list[ir.Operation] | None:
    """What takes the struct of several results apart; None where there is one result."""
    if not op.results or not str(op.results[0].type).startswith("!llvm.struct"):
        return None
    return [use.owner for use in op.results[0].uses]


def _replace(op: ir.Operation, results: list[ir.Value]) -> None:
    extracts = _extracts(op)
    if extracts is None:
        for old, new in zip(op.results, results, strict=True):
            old.replace_all_uses_with(new)
    for extract in extracts or ():
        (place,) = extract.attributes["position"]
        extract.results[0].replace_all_uses_with(results[place])
        extract.erase()
    op.erase()
