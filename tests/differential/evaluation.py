"""What TTIR means, op by op on numpy arrays: an oracle that knows neither buffers nor Triton's front end.

Memory is one array of 32-bit integers; a pointer is the number of an element of it.  Integers wrap around.  What is
not in the tables is refused with a `KeyError`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import accumulate

import numpy as np

from tests.support.program import DTYPES
from triton_shared import dialects
from triton_shared.mlir import ir

ELEMENTWISE = {
    "arith.addi": np.add, "arith.subi": np.subtract, "arith.muli": np.multiply, "arith.remsi": np.fmod,
    "arith.andi": np.bitwise_and, "arith.ori": np.bitwise_or, "arith.xori": np.bitwise_xor,
    "arith.minsi": np.minimum, "arith.maxsi": np.maximum, "arith.select": np.where,
    "arith.addf": np.add, "arith.mulf": np.multiply, "tt.addptr": np.add,
}  # fmt: skip
CASTS = {"arith.extsi", "arith.trunci", "arith.sitofp", "arith.fptosi", "arith.bitcast"}
COMPARES = (
    np.equal,
    np.not_equal,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
)  # as cmpi numbers them


def form(type: ir.Type) -> tuple[tuple[int, ...], np.dtype]:
    """Shape and dtype of what has this type."""
    shape, element = (), type
    if isinstance(type, ir.RankedTensorType):
        shape, element = tuple(type.shape), type.element_type
    name = str(element)
    return shape, np.dtype(np.int64 if name.startswith("!tt.ptr") else DTYPES[name])


class Evaluation:
    """Runs functions of the module in ``text`` on ``memory``, as the program with number ``program`` on axis 0.

    Raises:
        IndexError: an element that is not masked off loads or stores outside of the memory.
    """

    def __init__(self, text: str, memory: np.ndarray, program: int = 0):
        self.module = dialects.parse(text)
        ops = [op.operation for op in self.module.regions[0].blocks[0].operations]
        self.functions = {op.attributes["sym_name"].value: op for op in ops if op.name == "tt.func"}
        self.memory, self.program = memory, program
        self.values: dict[ir.Value, np.ndarray] = {}

    def call(self, name: str, *arguments: np.ndarray) -> list[np.ndarray]:
        """What function ``name`` returns."""
        return self._block(self.functions[name].regions[0], arguments)

    def _block(self, region: ir.Region, arguments) -> list[np.ndarray]:
        """What the first block of ``region`` ends with."""
        block = region.blocks[0]
        self.values.update(zip(block.arguments, arguments, strict=True))
        *ops, end = (op.operation for op in block.operations)
        for op in ops:
            results = self._results(op, [self.values[v] for v in op.operands])
            for value, result in zip(op.results, results, strict=True):
                shape, dtype = form(value.type)
                result = np.asarray(result).astype(dtype)
                self.values[value] = np.broadcast_to(result, np.broadcast_shapes(shape, result.shape))
        return [self.values[v] for v in end.operands]

    def _results(self, op: ir.Operation, inputs: list[np.ndarray]) -> list:
        match op.name:
            case "scf.for":
                low, high, step, *carried = inputs
                for number in range(low, high, step):
                    carried = self._block(op.regions[0], [np.int32(number), *carried])
                return carried
            case "scf.while":
                more, *handed_on = self._block(op.regions[0], inputs)
                while more:
                    more, *handed_on = self._block(op.regions[0], self._block(op.regions[1], handed_on))
                return handed_on
            case "scf.if":
                taken = op.regions[0 if inputs[0] else 1]
                return self._block(taken, []) if len(taken.blocks) else []
            case "tt.call":
                return self.call(op.attributes["callee"].value, *inputs)
            case "tt.reduce" | "tt.scan":
                return [self._combined(op, inputs[0])]
            case "tt.store":
                self._store(*inputs)
                return []
            case "tt.load":
                return [self._load(*inputs)]
            case "tt.get_program_id":
                return [self.program]
            case name if name in CASTS:
                return inputs
            case name if name in ELEMENTWISE:
                with np.errstate(all="ignore"):
                    return [ELEMENTWISE[name](*inputs)]
        return [RULES[op.name](op, *inputs)]

    def _combined(self, op: ir.Operation, value: np.ndarray) -> np.ndarray:
        """The value along an axis, combined by the region from its begin on: all of it, or every part.

        The region's scalars are arrays here: it runs once for all elements of the other axes.
        """
        axis = op.attributes["axis"].value
        parts = list(
            accumulate(np.moveaxis(value, axis, 0), lambda x, y: self._block(op.regions[0], (x, y))[0])
        )
        return parts[-1] if op.name == "tt.reduce" else np.stack(parts, axis)

    def _load(self, pointer: np.ndarray, mask: np.ndarray | None = None, other: np.ndarray | None = None):
        if mask is None:
            return self._at(pointer)
        result = np.array(other)
        result[mask] = self._at(pointer[mask])
        return result

    def _store(self, pointer: np.ndarray, value: np.ndarray, mask: np.ndarray | None = None) -> None:
        mask = np.ones(pointer.shape, bool) if mask is None else mask
        self._at(pointer[mask])
        self.memory[pointer[mask]] = value[mask]

    def _at(self, pointer: np.ndarray) -> np.ndarray:
        if pointer.size and pointer.min() < 0:
            raise IndexError(f"element {pointer.min()}")
        return self.memory[pointer]


def _constant(op: ir.Operation) -> np.ndarray:
    value = op.attributes["value"]
    return np.array(value.get_splat_value().value if isinstance(value, ir.DenseElementsAttr) else value.value)


def _reshaped(op: ir.Operation, value: np.ndarray) -> np.ndarray:
    return value.reshape(form(op.result.type)[0])


RULES: dict[str, Callable] = {
    "arith.constant": _constant,
    "arith.cmpi": lambda op, x, y: COMPARES[op.attributes["predicate"].value](x, y),
    "arith.extui": lambda op, x: {np.dtype(bool): x}[x.dtype],
    "ub.poison": lambda op: 0,
    "tt.make_range": lambda op: np.arange(op.attributes["start"].value, op.attributes["end"].value),
    "tt.splat": lambda op, x: x,
    "tt.broadcast": lambda op, x: x,
    "tt.expand_dims": _reshaped,
    "tt.reshape": _reshaped,
    "tt.trans": lambda op, x: x.transpose(list(op.attributes["order"])),
    "tt.gather": lambda op, x, i: np.take_along_axis(x, i, op.attributes["axis"].value),
    "tt.dot": lambda op, x, y, z: operator.matmul(x, y) + z,
}
