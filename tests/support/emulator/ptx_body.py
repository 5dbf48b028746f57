"""The function that inline PTX assembly becomes: its registers, operands and types."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.support.emulator.intrinsics import body_of
from tests.support.emulator.text import split, take_type

GARBAGE = 0xCBCBCBCBCBCBCBCB  # what a register holds that nobody has written

_TYPE = re.compile(r"(b|u|s|f|bf)(8|16|32|64|128)(x2)?|(pred)")
_INTEGER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|\d+)U?")
_DECIMAL = re.compile(r"-?\d+\.\d*(?:[eE][-+]?\d+)?")
_FLOAT_BITS = re.compile(r"0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})")
_SPECIAL = re.compile(r"%([a-z]\w*(?:\.[xyz])?)")


class PTXError(Exception):
    """A statement that the emulator does not know; the message quotes it."""


@dataclass(frozen=True)
class Type:
    """A type of PTX: ``kind`` is b, u, s, f, bf or pred; ``lanes`` are the elements of a packed pair."""

    kind: str
    width: int
    lanes: int = 1

    @property
    def bits(self) -> int:
        return self.width * self.lanes

    @property
    def is_float(self) -> bool:
        return self.kind in ("f", "bf")

    @property
    def signed(self) -> bool:
        return self.kind == "s"

    @property
    def llvm(self) -> str:
        """The type that arithmetic has in LLVM IR."""
        if not self.is_float:
            element = f"i{self.width}"
        elif self.kind == "bf":
            element = "bfloat"
        else:
            element = {16: "half", 32: "float", 64: "double"}[self.width]
        return f"<{self.lanes} x {element}>" if self.lanes > 1 else element

    @property
    def mangled(self) -> str:
        element = f"{self.kind if self.is_float else 'i'}{self.width}"
        return f"v{self.lanes}{element}" if self.lanes > 1 else element


B16, B32, B64, PRED = Type("b", 16), Type("b", 32), Type("b", 64), Type("pred", 1)


def type_of(suffix: str) -> Type | None:
    """The type that a modifier names, if it names one."""
    match = _TYPE.fullmatch(suffix)
    if not match:
        return None
    if match[4]:
        return Type("pred", 1)
    return Type(match[1], int(match[2]), 2 if match[3] else 1)


@dataclass
class Instruction:
    """``opcode.modifiers operands``; operands are their texts."""

    text: str
    opcode: str
    modifiers: list[str]
    operands: list[str]

    @property
    def types(self) -> list[Type]:
        return [type for modifier in self.modifiers if (type := type_of(modifier))]

    @property
    def type(self) -> Type:
        if not self.types:
            raise PTXError(f"no type in `{self.text}`")
        return self.types[-1]

    def has(self, *modifiers: str) -> bool:
        return any(modifier in self.modifiers for modifier in modifiers)


@dataclass
class Body:
    """The function that is being written.

    Registers are variables on the stack, but those in ``written_once``, which are values.
    """

    written_once: frozenset[str] = frozenset()
    lines: list[str] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    scopes: list[dict[str, tuple[str, int]]] = field(default_factory=lambda: [{}])
    values: dict[str, int] = field(default_factory=dict)
    outputs: list[str] = field(default_factory=list)
    count: int = 0

    # ---- Values ----

    def name(self, stem: str = "t") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(text)

    def op(self, text: str) -> str:
        """A new value, the result of ``text``."""
        value = f"%{self.name()}"
        self.do(f"{value} = {text}")
        return value

    def cast(self, value: str, source: str, target: str) -> str:
        return value if source == target else self.op(f"bitcast {source} {value} to {target}")

    def resize(self, value: str, bits: int, wanted: int, signed: bool = False) -> str:
        """Integer ``value`` of ``bits`` bits, cut or extended to ``wanted``."""
        if bits == wanted:
            return value
        how = "trunc" if bits > wanted else "sext" if signed else "zext"
        return self.op(f"{how} i{bits} {value} to i{wanted}")

    def slot(self, bits: int) -> str:
        """A variable of ``bits`` bits, full of garbage."""
        place = f"%{self.name('slot')}"
        garbage = GARBAGE & (1 << min(bits, 63)) - 1
        self.slots += [f"{place} = alloca i{bits}", f"store i{bits} {garbage}, ptr {place}"]
        return place

    def declare(self, name: str, bits: int) -> None:
        if name in self.written_once and len(self.scopes) == 1:
            self.values[name] = bits
        else:
            self.scopes[-1][name] = (self.slot(bits), bits)

    def register(self, name: str) -> tuple[str, int] | None:
        """Variable and width of register ``name``."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    # ---- Operands ----

    def get(self, operand: str, type: Type) -> str:
        """The value of ``operand``, as ``type`` has it in LLVM IR."""
        return self.cast(self.get_bits(operand, type), f"i{type.bits}", type.llvm)

    def get_bits(self, operand: str, type: Type) -> str:
        """The value of ``operand`` as an integer as wide as ``type``."""
        if operand.startswith("{"):
            return self._packed(split(operand[1:-1]), type)
        if operand.startswith("!"):
            return self.op(f"xor i1 {self.get_bits(operand[1:].strip(), Type('pred', 1))}, true")
        if found := self.register(operand):
            value = self.op(f"load i{found[1]}, ptr {found[0]}")
            return self.resize(value, found[1], type.bits, type.signed)
        if bits := self.values.get(operand):
            return self.resize(_value(operand), bits, type.bits, type.signed)
        if special := _SPECIAL.fullmatch(operand):
            value, bits = self._special(special[1])
            return self.resize(value, bits, type.bits)
        return str(_immediate(operand, type))

    def _special(self, name: str) -> tuple[str, int]:
        """The value of a special register and its width: what the intrinsic that reads it does."""
        text = body_of(f"llvm.nvvm.read.ptx.sreg.{name.replace('_', '.')}")
        if text is None:
            raise PTXError(f"the emulator does not know the register %{name}")
        type, value = self.inlined(text)
        return value, int(type[1:])

    def inlined(self, text: str, *arguments: str) -> tuple[str, str]:
        """Do what the body of an intrinsic says, with its ``arguments``; type and value of its result."""
        stem = self.name("inlined")

        def renamed(match: re.Match) -> str:
            if match[1] == "site":
                return match[0]
            return arguments[int(match[1])] if match[1].isdigit() else f"%{stem}.{match[1]}"

        *lines, last = [re.sub(r"%([\w.]+)", renamed, line) for line in text.splitlines()]
        for line in lines:
            self.do(line)
        type, rest = take_type(last.removeprefix("ret "))
        return type, rest

    def _packed(self, parts: list[str], type: Type) -> str:
        width = type.bits // len(parts)
        whole = "0"
        for number, part in enumerate(parts):
            value = self.resize(self.get_bits(part, Type("b", width)), width, type.bits)
            value = self.op(f"shl i{type.bits} {value}, {number * width}")
            whole = self.op(f"or i{type.bits} {whole}, {value}")
        return whole

    def put(self, operand: str, type: Type, value: str) -> None:
        """Give register ``operand`` the ``value``, which has the type of ``type`` in LLVM IR."""
        bits = self.cast(value, type.llvm, f"i{type.bits}")
        if operand.startswith("{"):
            parts = split(operand[1:-1])
            width = type.bits // len(parts)
            for number, part in enumerate(parts):
                shifted = self.op(f"lshr i{type.bits} {bits}, {number * width}")
                self.put(part, Type("b", width), self.resize(shifted, type.bits, width))
            return
        if operand == "_":
            return
        found = self.register(operand)
        if found:
            slot, width = found
            self.do(f"store i{width} {self.resize(bits, type.bits, width, type.signed)}, ptr {slot}")
        elif width := self.values.get(operand, 0):
            value = self.resize(bits, type.bits, width, type.signed)
            self.do(f"{_value(operand)} = bitcast i{width} {value} to i{width}")
        else:
            raise PTXError(f"no register {operand!r}")

    def address(self, operand: str, shared: bool) -> str:
        """The address in ``[…]``: an i64 in shared memory, else a pointer."""
        base, _, offset = operand[1:-1].strip().partition("+")
        value = self.get_bits(base.strip(), Type("b", 64))
        if offset:
            value = self.op(f"add i64 {value}, {self.get_bits(offset.strip(), Type('s', 64))}")
        if shared:
            return value
        return self.op(f"inttoptr i64 {value} to ptr")

    # ---- Control flow ----

    def label(self, name: str) -> None:
        self.do(f"br label %{name}")
        self.do(f"{name}:")


def _value(register: str) -> str:
    """The name of the value that a register is which is written once."""
    return f"%register.{register.removeprefix('%')}"


def _immediate(operand: str, type: Type) -> int:
    if match := _FLOAT_BITS.fullmatch(operand):
        return int(match[1] or match[2], 16)
    if _DECIMAL.fullmatch(operand) and type.is_float:
        return int.from_bytes(
            struct.pack({16: "<e", 32: "<f", 64: "<d"}[type.width], float(operand)), "little"
        )
    if _INTEGER.fullmatch(operand):
        value = int(
            operand.rstrip("U"), 0 if operand[:1] != "0" or "x" in operand.lower() or operand == "0" else 8
        )
        return value & (1 << type.bits) - 1
    raise PTXError(f"the operand {operand!r}")


Rule = Callable[[Body, Instruction], None]
