"""Registers of PTX, which hold bits, and the types as which instructions read and write them."""

from __future__ import annotations

import re
import struct
from dataclasses import field

from triton_shared.conversions.assembly.text import Instruction, Unknown
from triton_shared.ir.builder import build, integer, is_float
from triton_shared.mlir import ir
from triton_shared.records import dataclass
from triton_shared.types import ROWS

#: floats that registers are read as, by the names that PTX and MLIR share
FLOATS = {row.mlir for row in ROWS if row.format and row.llvm}
_INTEGER = re.compile(r"[usb](8|16|32|64)")
_NUMBER = re.compile(r"(-?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0|[1-9]\d*)U?")
_BITS = re.compile(r"0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})")


@dataclass(frozen=True)
class Type:
    """What an instruction takes a register for: ``lanes`` numbers of ``kind``, the first in the low bits."""

    name: str
    kind: ir.Type
    lanes: int = 1

    @property
    def signed(self) -> bool:
        """Whether integers have a sign."""
        return self.name[0] == "s"

    @property
    def is_float(self) -> bool:
        """Whether lanes are floats."""
        return is_float(self.kind)

    @property
    def bits(self) -> int:
        """Of all lanes."""
        return int(self.kind.width) * self.lanes


def type_of(name: str) -> Type | None:
    """The type ``name`` of PTX, as "s32" or "bf16x2"; None if there is none."""
    if name == "pred":
        return Type(name, integer(1))
    if _INTEGER.fullmatch(name):
        return Type(name, integer(int(name[1:])))
    single = name.removesuffix("x2")
    if single in FLOATS and not (single == "f64" and single != name):
        return Type(name, ir.Type.parse(single), 2 if single != name else 1)
    return None


def bits_of(value: ir.Value) -> ir.Value:
    """The bits of a number."""
    return build.convert("arith.bitcast", value, integer(value.type.width))


@dataclass
class Register:
    """``value`` has ``width`` bits; None before anything is written."""

    width: int
    value: ir.Value | None = None


@dataclass
class Registers:
    """The registers of a piece of assembly, by the blocks in which they are declared."""

    scopes: list[dict[str, Register]] = field(default_factory=lambda: [{}])

    def declare(self, name: str, width: int, value: ir.Value | None = None) -> None:
        """A register of this block."""
        self.scopes[-1][name] = Register(width, value)

    def find(self, name: str) -> Register:
        """The register ``name`` that is seen here."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        raise Unknown(f"the register '{name}'")

    def read(self, operand: str | tuple[str, ...], type_: Type) -> list[ir.Value]:
        """The numbers of an operand, one for each lane."""
        bits = self._bits(operand, type_)
        width, kind = int(type_.kind.width), type_.kind
        lanes = [build.apply("arith.shrui", bits, i * width) if i else bits for i in range(type_.lanes)]
        return [build.convert("arith.bitcast", build.resize(lane, integer(width)), kind) for lane in lanes]

    def condition(self, name: str) -> ir.Value:
        """The predicate ``name``, which ``!`` negates."""
        (value,) = self.read(name.removeprefix("!"), Type("pred", integer(1)))
        return build.negated(value) if name[0] == "!" else value

    def write(
        self, it: Instruction, operand: str | tuple[str, ...], type_: Type, lanes: list[ir.Value]
    ) -> None:
        """Let a destination be numbers; where the guard does not hold it stays what it was."""
        width = int(type_.kind.width)
        whole = build.resize(bits_of(lanes[0]), integer(type_.bits))
        for i, lane in enumerate(lanes[1:], 1):
            bits = build.apply("arith.shli", build.resize(bits_of(lane), whole.type), i * width)
            whole = build.apply("arith.ori", whole, bits)
        if isinstance(operand, str):
            self._put(it, operand, whole, "arith.extsi" if type_.signed else "arith.extui")
            return
        part = type_.bits // len(operand)
        for i, name in enumerate(operand):
            moved = build.apply("arith.shrui", whole, i * part) if i else whole
            self._put(it, name, build.resize(moved, integer(part)), "arith.extui")

    def _put(self, it: Instruction, name: str, bits: ir.Value, extension: str) -> None:
        if name == "_":
            return
        register = self.find(name)
        if register.width < bits.type.width:
            raise Unknown(f"'{it.text}', whose destination is too narrow")
        bits = build.resize(bits, integer(register.width), extension)
        if it.guard is not None and register.value is not None:
            bits = build.select(self.condition(it.guard), bits, register.value)
        register.value = bits

    def _bits(self, operand: str | tuple[str, ...], type_: Type) -> ir.Value:
        target = integer(type_.bits)
        if isinstance(operand, tuple):
            part = Type("b", integer(type_.bits // len(operand)))
            values = [self.read(name, part)[0] for name in operand]
            whole = build.resize(values[0], target)
            for i, value in enumerate(values[1:], 1):
                moved = build.apply("arith.shli", build.resize(value, target), i * part.bits)
                whole = build.apply("arith.ori", whole, moved)
            return whole
        if (number := _immediate(operand, type_)) is not None:
            return build.constant(target, number)
        register = self.find(operand)
        if register.value is None:
            raise Unknown(f"the register '{operand}', which nothing was written to")
        if register.width < type_.bits:
            raise Unknown(f"the register '{operand}' as '{type_.name}', which is wider")
        return build.resize(register.value, target)


def _immediate(text: str, type_: Type) -> int | None:
    """The bits of a number in the text; None if it is none."""
    if match := _NUMBER.fullmatch(text):
        if type_.is_float:
            raise Unknown(f"the integer '{text}' as '{type_.name}'")
        digits = match[2].lower()
        number = int(digits, 16 if digits[:2] == "0x" else 2 if digits[:2] == "0b" else 10)
        return -number if match[1] else number
    if match := _BITS.fullmatch(text):
        wanted = 32 if match[1] else 64
        if type_.bits != wanted:
            raise Unknown(f"'{text}' as '{type_.name}'")
        return int(match[1] or match[2], 16)
    try:
        decimal = float(text) if text[0] in "-.0123456789" else None
    except ValueError:
        return None
    if decimal is None or type_.name not in ("f32", "f64"):
        return None
    return int.from_bytes(struct.pack("<f" if type_.bits == 32 else "<d", decimal), "little")
