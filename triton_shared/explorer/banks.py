"""Bank conflicts: how many wavefronts requests to shared memory take, in the layouts that a GPU's code gives blocks.

Shared memory has 32 banks of a word each.  Lanes that want different words of one bank are served one after the other,
a wavefront each; lanes that want the same word are served together.  Of accesses of 8 bytes a lane half of a warp is
served at a time, of 16 bytes a quarter, and so is each matrix of ``ldmatrix``.

The addresses are those of the code of one thread: `addresses` computes them for all threads of a block, from their
numbers.  What is the same in all threads, and not known, is taken for 0: stages of a ring begin at the same bank.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from triton_shared import dialects
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.targets import conversion_for, module_of, package_of
from triton_shared.errors import CompileError, place
from triton_shared.explorer.levels import Input
from triton_shared.ir.builder import bit_width, element_of
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

Place = tuple[str, int]
#: the pass behind which accesses are ops of one thread
LAST = "lower-predicated-accesses"
WARP = 32
#: banks, and the bytes of a word
BANKS, WORD = 32, 4
#: lanes that `ldmatrix` reads a row for at a time, and bytes of a row
ROWS, ROW = 8, 16


class Requests(NamedTuple):
    """Requests of warps at one place: how many, the wavefronts that they take, and the fewest that there could be."""

    does: str
    requests: int
    wavefronts: int
    least: int

    def __str__(self) -> str:
        counts = (
            f"{self.requests} requests of warps {self.does} shared memory in {self.wavefronts} wavefronts"
        )
        if self.wavefronts == self.least:
            return f"{counts}, without bank conflicts"
        return f"{counts}, for {self.wavefronts - self.least} of which lanes wait for a bank"


def requests(given: Input) -> dict[Place, list[Requests]]:
    """The requests to shared memory of one iteration of each loop, by places of the source; none of other targets."""
    passes = [one for stage in getattr(package_of(given.row), "STAGES", {}).values() for one in stage]
    if LAST not in passes:
        return {}
    from triton_shared.passes.manager import run_pipeline

    module = dialects.parse(given.text, given.file)
    try:
        run_pipeline(module, [conversion_for(given.row), *(["allow-contraction"] if given.fusion else [])])
        with module.context, ir.Location.unknown():
            module_of(given.row, "stages").prepare(module, pick_kernel(module, given.kernel), given.machine)
        run_pipeline(module, passes[: passes.index(LAST) + 1], verify_each=False)
    except CompileError:  # which the levels tell
        return {}
    threads = WARP * int(ir.IntegerAttr(module.attributes["tts.target"]["num_warps"]).value)
    return counted(module, threads)


def counted(module: ir.Operation, threads: int) -> dict[Place, list[Requests]]:
    """The same of a ``module`` of programs of one thread, of blocks of so many ``threads``."""
    found: dict[tuple[Place, str], list[int]] = {}
    known = Addresses(threads)
    for op in all_ops(module, ACCESSES):
        does, operand, width = ACCESSES[op.name](op)
        if (
            not width
            or not _is_shared(op.operands[operand])
            or (at := known.of(op.operands[operand])) is None
        ):
            continue
        row = found.setdefault((place(op.location)[:2], does), [0, 0, 0])
        for warp in at.reshape(-1, WARP):
            for n, number in enumerate((1, *wavefronts(warp, width, op.name.endswith("matrix")))):
                row[n] += number
    told: dict[Place, list[Requests]] = {}
    for (where, does), row in found.items():
        told.setdefault(where, []).append(Requests(does, *row))
    return told


def wavefronts(addresses: np.ndarray, width: int, matrices: bool = False) -> tuple[int, int]:
    """The wavefronts of one request of a warp's lanes at ``addresses``, and the fewest for as many words.

    Of ``matrices`` of 8 x 8 elements of 16 bits, ``width // 4`` of them, each row is at the address of a lane.
    """
    together = ROWS if matrices else min(WARP, BANKS * WORD // max(width, WORD))
    lanes = addresses[: ROWS * (width // WORD)] if matrices else addresses
    size, taken, least = ROW if matrices else width, 0, 0
    for first in range(0, len(lanes), together):
        begin = lanes[first : first + together]
        words = {int(word) for at in begin for word in range(int(at) // WORD, -(-(int(at) + size) // WORD))}
        taken += max(np.bincount([word % BANKS for word in words]))
        least += -(-len(words) // BANKS)
    return int(taken), least


def _is_shared(pointer: ir.Value) -> bool:
    return str(pointer.type) == "!llvm.ptr<3>"


def _bytes(type_: ir.Type) -> int:
    """The bytes of a number, a pointer or a vector of these; 0 of what else there is."""
    count = int(np.prod(type_.shape)) if isinstance(type_, ir.VectorType) else 1
    element = element_of(type_)
    if isinstance(element, ir.IntegerType | ir.FloatType):
        return count * max(bit_width(element) // 8, 1)
    return count * 8 if str(element).startswith("!llvm.ptr") else 0


#: ops that access memory -> what they do, the number of the operand that is the address, and the bytes of a lane
ACCESSES: dict[str, Callable[[ir.Operation], tuple[str, int, int]]] = {
    "llvm.load": lambda op: ("read", 0, _bytes(op.results[0].type)),
    "llvm.store": lambda op: ("write", 1, _bytes(op.operands[0].type)),
    "nvvm.ldmatrix": lambda op: ("read", 0, WORD * op.attributes["num"].value),
    "nvvm.stmatrix": lambda op: ("write", 0, WORD * (len(op.operands) - 1)),
    "nvvm.cp.async.shared.global": lambda op: ("write", 0, op.attributes["size"].value),
}


class Addresses:
    """Values of integers and pointers, for each of so many ``threads``; None of those that memory decides."""

    def __init__(self, threads: int):
        self._threads = np.arange(threads, dtype=np.int64)
        self._known: dict[ir.Value, Any] = {}

    def of(self, value: ir.Value) -> np.ndarray | None:
        """The numbers, one a thread."""
        if value not in self._known:
            self._known[value] = None  # of a value that depends on itself
            self._known[value] = self._computed(value)
        return self._known[value]

    def _computed(self, value: ir.Value) -> np.ndarray | None:
        op, nothing = owner_of(value), np.zeros_like(self._threads)
        if op is None:
            return self._of_block(value)
        match op.name:
            case "gpu.thread_id":
                return self._threads if str(op.attributes["dimension"]).endswith("x>") else nothing
            case "arith.constant" | "llvm.mlir.constant":
                number = op.attributes["value"]
                return nothing + number.value if isinstance(number, ir.IntegerAttr) else None
            case "simt.shared_alloc":
                return nothing + (op.attributes["offset"].value if "offset" in op.attributes else 0)
            case "llvm.getelementptr":
                return self._element(op)
            case "gpu.block_id" | "gpu.grid_dim" | "gpu.block_dim" | "simt.optimization_barrier" if not len(
                op.operands
            ):
                return nothing
            case (
                "simt.optimization_barrier"
                | "arith.index_cast"
                | "arith.index_castui"
                | "arith.extsi"
                | "arith.trunci"
            ):
                return self.of(op.operands[0])
        if op.name not in _ARITHMETIC and op.name != "arith.cmpi":
            return None
        operands = [number for operand in op.operands if (number := self.of(operand)) is not None]
        if len(operands) < len(op.operands):
            return None
        return _ARITHMETIC[op.name](*operands) if op.name in _ARITHMETIC else _compared(op, *operands)

    def _of_block(self, value: ir.Value) -> np.ndarray | None:
        """What a loop begins with; arguments of the kernel are the same in all threads."""
        parent = value.owner.owner.operation
        if parent.name != "scf.for":
            return np.zeros_like(self._threads) if parent.name.endswith("func") else None
        return self.of(parent.operands[0] if value.arg_number == 0 else parent.operands[2 + value.arg_number])

    def _element(self, op: ir.Operation) -> np.ndarray | None:
        base, dynamic = self.of(op.operands[0]), iter(list(op.operands)[1:])
        size = _bytes(op.attributes["elem_type"].value)
        for index in ir.DenseI32ArrayAttr(op.attributes["rawConstantIndices"]):
            number = self.of(next(dynamic)) if index == -(1 << 31) else index
            if base is None or number is None or not size:
                return None
            base = base + number * size
        return base


def _compared(op: ir.Operation, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    test = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
    code = op.attributes["predicate"].value
    return test[code if code < 6 else code - 4](a, b).astype(np.int64)


#: ops whose result is their operand
_SAME = ("simt.optimization_barrier", "arith.index_cast", "arith.index_castui", "arith.extsi", "arith.trunci")
_ARITHMETIC: dict[str, Callable[..., np.ndarray]] = {
    "arith.addi": np.add, "arith.subi": np.subtract, "arith.muli": np.multiply, "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or, "arith.xori": np.bitwise_xor, "arith.shli": np.left_shift,
    "arith.shrui": np.right_shift, "arith.shrsi": np.right_shift,
    "arith.maxsi": np.maximum, "arith.minsi": np.minimum, "arith.maxui": np.maximum, "arith.minui": np.minimum,
    "arith.select": lambda c, a, b: np.choose(c != 0, (b, a)),
    "arith.divui": lambda a, b: a // np.maximum(b, 1), "arith.divsi": lambda a, b: a // np.maximum(b, 1),
    "arith.remui": lambda a, b: a % np.maximum(b, 1), "arith.remsi": lambda a, b: a % np.maximum(b, 1),
}  # fmt: skip
