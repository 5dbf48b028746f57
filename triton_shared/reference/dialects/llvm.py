"""What the shared form and CPU code generation have of llvm: raw addresses, atomic and volatile access, promises."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.dialects.tt.base import PointerType
from triton_shared.mlir import ir
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import constant, integers, value
from triton_shared.reference.elements import POINTER, Element, Value, element_of, shape_of
from triton_shared.reference.errors import ExecutionError, NoRule
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MemRef

#: how the type of a memref's descriptor begins
DESCRIPTOR = "!llvm.struct<(ptr, ptr, i64"


def poison(op: ir.Operation, machine: Machine) -> Callable[[], Any]:
    """Garbage; of a struct, fields that nobody may use before they are inserted."""
    type_ = op.results[0].type
    if str(type_).startswith("!llvm.struct"):
        return lambda: {}
    element, shape = element_of(type_), shape_of(type_)
    return lambda: machine.garbage(element, shape)


def insert(op: ir.Operation, machine: Machine) -> Callable[[dict, Any], dict]:
    """The struct with another value in the field at ``position``, which may be inside of an array."""
    at = tuple(integers(op, "position"))
    return lambda struct, value: {**struct, at: value}


def extract(op: ir.Operation, machine: Machine) -> Callable[[dict], Any]:
    """The field at ``position``."""
    at = tuple(integers(op, "position"))
    return lambda struct: struct[at]


def memref_of(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """A descriptor ``{allocated, aligned, offset, sizes, strides}`` as the memref that it describes, and back.

    Or a pointer as memory, and back.
    """
    source, target = op.operands[0].type, op.results[0].type
    if isinstance(source, PointerType):
        return lambda address: MemRef(None, int(address), 0, (), (), element_of(source.target))
    if isinstance(target, PointerType):
        return lambda memref: np.int64(memref.base)
    if isinstance(source, ir.MemRefType) and str(target).startswith(DESCRIPTOR):
        return described(machine)
    if not (str(source).startswith(DESCRIPTOR) and isinstance(target, ir.MemRefType)):
        return lambda x: x
    element, rank = element_of(target), target.rank

    def execute(struct: dict) -> MemRef:
        sizes, strides = (tuple(int(struct[field, d]) for d in range(rank)) for field in (3, 4))
        return MemRef(None, int(struct[1,]), int(struct[2,]), sizes, strides, element)

    return execute


def described(machine: Machine) -> Callable[[MemRef], dict[tuple[int, ...], Value]]:
    """From a memref to the fields of its descriptor: from then on its memory is accessed by addresses."""

    def execute(memref: MemRef) -> dict[tuple[int, ...], Value]:
        if memref.buffer is not None:
            machine.memory.add(memref.buffer)
        fields: dict[tuple[int, ...], int] = {(0,): memref.base, (1,): memref.base, (2,): memref.offset}
        fields |= {(3, d): size for d, size in enumerate(memref.sizes)}
        fields |= {(4, d): stride for d, stride in enumerate(memref.strides)}
        return {at: np.int64(number) for at, number in fields.items()}

    return execute


def addresses(element: Element, shape: tuple[int, ...], address: Value) -> Value:
    """The addresses of the elements of a scalar or vector at ``address``."""
    return address + np.arange(int(np.prod(shape))).reshape(shape) * element.size if shape else address


def allocate(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The address of a buffer of garbage that lives until the function returns."""
    type_ = op.attributes["elem_type"].value
    size, alignment = element_of(type_).size * math.prod(shape_of(type_)), value(op, "alignment", 64)

    def execute(count: Value) -> Value:
        buffer = machine.memory.allocate(int(count) * size, f"the buffer of {type_}", alignment or 64)
        machine.memory.add(buffer)
        machine.stack[-1].append(buffer)
        return np.int64(buffer.start)

    return execute


def load(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """What lies at an address."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda address: machine.memory.load(addresses(element, shape, address), element)


def store(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], None]:
    """Writes to an address."""
    element, shape = element_of(op.operands[0].type), shape_of(op.operands[0].type)
    return lambda x, address: machine.memory.store(addresses(element, shape, address), x, element)


def compare_exchange(op: ir.Operation, machine: Machine) -> Callable[..., dict]:
    """Writes the new value where memory holds the expected bits; the old value, and whether it did."""
    element = element_of(op.operands[1].type)

    def execute(address: Value, expected: Value, new: Value) -> dict:
        old = machine.memory.load(address, element)
        same = np.bool_(bytes(np.asarray(old).data) == bytes(np.asarray(expected).data))
        if same:
            machine.memory.store(address, new, element)
        return {(0,): old, (1,): same}

    return execute


#: the kinds of ``llvm.atomicrmw`` by number, as names of `COMBINE`; empty for those without one
ATOMICS = (
    *("assign", "addi", "", "andi", "", "ori", "xori", "maxs", "mins", "maxu", "minu", "addf", ""),
    *("maxnumf", "minnumf", "inc", "dec"),
)


def atomic_update(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """Combines a value with memory; the old value."""
    element, kind = element_of(op.results[0].type), value(op, "bin_op")
    if kind >= len(ATOMICS) or not ATOMICS[kind]:
        raise NoRule(f"has no rule in the executor for kind {kind}")
    combine = COMBINE[ATOMICS[kind]](element)

    def execute(address: Value, x: Value) -> Value:
        old = machine.memory.load(address, element)
        machine.memory.store(address, combine(old, x), element)
        return old

    return execute


def assume(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """A promise: the condition holds."""

    def execute(condition: Value, *bundles: Any) -> None:
        if not condition:
            raise ExecutionError("promises what does not hold")

    return execute


def literal(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The attribute's value."""
    found = constant(op.attributes["value"])
    return lambda: found


def assembly(op: ir.Operation, machine: Machine) -> Callable:
    """Inline assembly is a machine's own; the executor has none."""
    raise NoRule("has no rule in the executor: assembly is for one machine")


def move(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Copies bytes, which may overlap."""

    def execute(target: Value, source: Value, size: Value) -> None:
        machine.memory.move(int(target), int(source), int(size))

    return execute


def bitcast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same bits as another type."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda x: np.frombuffer(np.ascontiguousarray(x).tobytes(), element.dtype).reshape(shape)[()]


RULES: dict[str, Rule] = {
    "llvm.bitcast": bitcast,
    "llvm.intr.memmove": move,
    "llvm.intr.memcpy": move,
    "llvm.inttoptr": lambda op, machine: lambda address: address,
    "llvm.ptrtoint": lambda op, machine: (
        lambda address: element_of(op.results[0].type).wrapped(POINTER.signed(address))
    ),
    "llvm.mlir.poison": poison,
    "llvm.mlir.undef": poison,
    "llvm.mlir.constant": literal,
    "llvm.insertvalue": insert,
    "llvm.extractvalue": extract,
    "llvm.load": load,
    "llvm.store": store,
    "llvm.cmpxchg": compare_exchange,
    "llvm.atomicrmw": atomic_update,
    "llvm.fence": lambda op, machine: lambda: None,
    "llvm.intr.assume": assume,
    "llvm.alloca": allocate,
    "llvm.intr.prefetch": lambda op, machine: lambda address: None,
    "llvm.intr.expect": lambda op, machine: lambda value, expected: value,
    "llvm.inline_asm": assembly,
    "builtin.unrealized_conversion_cast": memref_of,
}
