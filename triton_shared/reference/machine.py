"""The machine: a module's ops, decoded once to Python functions, and executed one after the other.

A rule of a dialect's table takes an op and the machine, and returns a function from the values of the op's operands to
that of its result: a tuple where it has several, None where it has none.  Values are numpy scalars and arrays
(`elements`), `MemRef`\\ s, and what rules make besides; nobody changes an array that is a value.  A region is a
function, too: from the values of its block's arguments to those of its terminator's operands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from triton_shared.ir.walk import symbol
from triton_shared.mlir import ir
from triton_shared.reference import hints
from triton_shared.reference.elements import Element, Value
from triton_shared.reference.errors import ExecutionError, LimitExceeded, NoRule
from triton_shared.reference.memory import Buffer, Memory
from triton_shared.reference.noise import Noise

#: from an op and the machine to what executes it
Rule = Callable[[ir.Operation, "Machine"], Callable[..., Any]]
Frame = list[Any]

BRANCHES = ("cf.br", "cf.cond_br", "cf.switch")


class Finding(NamedTuple):
    """A lane in which a `tts.check` does not hold: what the check tells, as JSON, and the values of the lane."""

    told: str
    program: tuple[int, int, int]
    lane: tuple[int, ...]
    values: tuple[Value, ...]


class Block:
    """A block's ops, decoded: ``steps`` change a frame, then ``branch`` gives the next block, or None, and values."""

    def __init__(self) -> None:
        self.arguments: list[int] = []
        self.steps: list[Callable[[Frame], None]] = []
        self.ops: list[ir.Operation] = []
        self.branch: Callable[[Frame], tuple[Block | None, tuple]]


class Region:
    """A region, called with the values of its first block's arguments."""

    def __init__(self, machine: Machine, blocks: Sequence[Block]):
        self.machine = machine
        self.entry = blocks[0]

    def __call__(self, *values: Any) -> tuple:
        """Execute the region in the current frame; the values of the operands of the terminator that ends it."""
        machine = self.machine
        frame, block = machine.frame, self.entry
        while True:
            for slot, value in zip(block.arguments, values, strict=True):
                frame[slot] = value
            machine.executed += len(block.ops)
            if machine.executed > machine.limit:
                raise LimitExceeded(f"more than {machine.limit} ops were executed").at(block.ops[0])
            steps = iter(block.steps)
            try:
                for step in steps:
                    step(frame)
            except ExecutionError as error:
                raise error.at(block.ops[len(block.steps) - 1 - len(list(steps))]) from None
            following, values = block.branch(frame)
            if following is None:
                return values
            block = following


class Function:
    """A function of the module."""

    def __init__(self, op: ir.Operation):
        self.op = op
        self.region: Callable[..., tuple] | None = None
        self.template: Frame = []

    def __call__(self, machine: Machine, values: Sequence[Any]) -> tuple:
        """Call it with a frame of its own; what was allocated on its stack ends with it."""
        region = self.region or machine.decode(self)
        before = machine.frame
        machine.frame = self.template.copy()
        machine.stack.append([])
        try:
            return region(*values)
        finally:
            machine.frame = before
            for buffer in machine.stack.pop():
                buffer.alive = False


class Machine:
    """What executes the functions of a module.

    Attributes:
        module: what is executed.
        memory: all that can be reached.
        grid, program: its sizes, and the place of the program that is executed.
        sequential: whether reductions go from the first element to the last; else neighbours are combined.
        sums, neutral: in which type ``tt.reduce`` and ``tt.scan`` add up, and from what on, as embedders choose.
        is_triton: whether the module holds tt ops, where a division by zero is undefined; else it is an error.
        output: is given each line that is printed.
        noise: what moves floats that passes may round otherwise; None where all are rounded to nearest.
        found, fill: what is given each `Finding` of a check, and what says with what undefined lanes are filled.
    """

    def __init__(
        self,
        module: ir.Operation,
        rules: Mapping[str, Rule],
        memory: Memory,
        *,
        limit: float = math.inf,
        sequential: bool = True,
        sums: str = "f32",
        neutral: str = "exact",
        output: Callable[[str], None] = print,
        noise: Noise | None = None,
        found: Callable[[Finding], None] = lambda finding: None,
        fill: Callable[[str], int] = lambda told: 0,
    ):
        ops = [op.operation for op in module.regions[0].blocks[0]]
        self.module = module
        self.symbols: dict[str, ir.Operation] = {symbol(op) or "": op for op in ops}
        self.functions = {
            name: Function(op) for name, op in self.symbols.items() if "function_type" in op.attributes
        }
        self.rules, self.memory = rules, memory
        self.limit, self.sequential, self.output, self.noise = limit, sequential, output, noise
        self.sums, self.neutral, self.found, self.fill = sums, neutral, found, fill
        self.is_triton = any(op.name.startswith("tt.") for op in ops)
        self.grid = self.program = (0, 0, 0)
        self.executed = 0
        self.frame: Frame = []
        self.stack: list[list[Buffer]] = []
        self.globals: dict[str, Any] = {}
        self.indices: list[Value] = []
        self.tiles: dict[int, np.ndarray] = {}
        self._slots: dict[ir.Value, int] = {}
        self._template: Frame = []

    # -- decoding

    def decode(self, function: Function) -> Region:
        """The body of ``function``, decoded."""
        if not function.op.regions[0].blocks:
            raise NoRule("declares a function that nobody defines").at(function.op)
        outer = self._slots, self._template
        self._slots, self._template = {}, function.template
        region = function.region = self.region(function.op.regions[0])
        self._slots, self._template = outer
        return region

    def region(self, region: ir.Region) -> Region:
        """``region`` as a function."""
        blocks = {block: Block() for block in region.blocks}
        for block, decoded in blocks.items():
            decoded.arguments = [self._slot(argument) for argument in block.arguments]
        for block, decoded in blocks.items():
            *ops, last = [op.operation for op in block.operations]
            for op in ops:
                if (step := self._step(op)) is not None:
                    decoded.steps.append(step)
                    decoded.ops.append(op)
            decoded.ops.append(last)
            decoded.branch = self._branch(last, blocks)
        return Region(self, list(blocks.values()))

    def operands(self, op: ir.Operation) -> Callable[[], list[Any]]:
        """What reads the values of the operands of ``op``, in the frame in which a region was executed that has it."""
        slots = [self._slot(operand) for operand in op.operands]
        return lambda: [self.frame[slot] for slot in slots]

    def _slot(self, value: ir.Value) -> int:
        if value not in self._slots:
            self._slots[value] = len(self._template)
            self._template.append(None)
        return self._slots[value]

    def _step(self, op: ir.Operation) -> Callable[[Frame], None] | None:
        """What executes ``op`` in a frame; None for a constant, which stands in all frames."""
        rule = self.rules.get(op.name)
        if rule is None:
            raise NoRule("has no rule in the executor").at(op)
        operands = [self._slot(operand) for operand in op.operands]
        try:
            execute = rule(op, self)
        except KeyError as error:
            raise NoRule(f"has no rule in the executor for {error.args[0]}").at(op) from None
        except ExecutionError as error:
            raise error.at(op) from None
        results = [self._slot(result) for result in op.results]
        if op.name == "arith.constant":
            self._template[results[0]] = execute()
            return None
        if self.is_triton and (check := hints.check_of(op)):
            execute = _checked(execute, check)
        return _STEPS.get((len(operands), len(results)), _any_step)(execute, operands, results)

    def _branch(self, op: ir.Operation, blocks: Mapping[ir.Block, Block]) -> Callable[[Frame], tuple]:
        """How the terminator ``op`` goes on."""
        slots = [self._slot(operand) for operand in op.operands]
        if op.name not in BRANCHES:
            return lambda frame: (None, tuple([frame[slot] for slot in slots]))
        successors = [blocks[block] for block in op.successors]
        if op.name == "cf.br":
            return lambda frame: (successors[0], tuple([frame[slot] for slot in slots]))
        if op.name == "cf.switch":
            raise NoRule("has no rule in the executor").at(op)
        counts = list(op.attributes["operandSegmentSizes"])
        ends = 1 + counts[1]
        ways = (successors[1], slots[ends:]), (successors[0], slots[1:ends])

        def branch(frame: Frame) -> tuple:
            block, chosen = ways[bool(frame[slots[0]])]
            return block, tuple([frame[slot] for slot in chosen])

        return branch

    # -- for rules

    def call(self, name: str, values: Sequence[Any]) -> tuple:
        """Call the function ``name`` of the module."""
        return self.functions[name](self, values)

    def garbage(self, element: Element, shape: tuple[int, ...] = ()) -> Value:
        """Undefined elements, other ones each time."""
        raw = self.memory.garbage(math.prod(shape) * element.size)
        found = np.frombuffer(raw, element.in_memory).reshape(shape)
        return (found & 1 == 1 if element.width == 1 else element.from_memory(found))[()]

    def undefined(self, where: Value, element: Element, value: Value) -> Value:
        """``value``, but garbage ``where``."""
        if not np.any(where):
            return value
        found: Value = np.where(where, self.garbage(element, np.shape(value)), value)
        return found.astype(element.dtype)[()]


def _checked(execute: Callable[..., Any], check: Callable[[Value], None]) -> Callable[..., Any]:
    """``execute``, whose result is checked."""

    def checked(*operands: Any) -> Any:
        result = execute(*operands)
        check(result)
        return result

    return checked


def _no_result(
    execute: Callable[..., Any], operands: list[int], results: list[int]
) -> Callable[[Frame], None]:
    def step(frame: Frame) -> None:
        execute(*[frame[slot] for slot in operands])

    return step


def _one_to_one(
    execute: Callable[..., Any], operands: list[int], results: list[int]
) -> Callable[[Frame], None]:
    (x,), (to,) = operands, results

    def step(frame: Frame) -> None:
        frame[to] = execute(frame[x])

    return step


def _two_to_one(
    execute: Callable[..., Any], operands: list[int], results: list[int]
) -> Callable[[Frame], None]:
    (x, y), (to,) = operands, results

    def step(frame: Frame) -> None:
        frame[to] = execute(frame[x], frame[y])

    return step


def _many_to_one(
    execute: Callable[..., Any], operands: list[int], results: list[int]
) -> Callable[[Frame], None]:
    (to,) = results

    def step(frame: Frame) -> None:
        frame[to] = execute(*[frame[slot] for slot in operands])

    return step


def _any_step(
    execute: Callable[..., Any], operands: list[int], results: list[int]
) -> Callable[[Frame], None]:
    if not results:
        return _no_result(execute, operands, results)
    if len(results) == 1:
        return _many_to_one(execute, operands, results)

    def step(frame: Frame) -> None:
        for slot, value in zip(results, execute(*[frame[slot] for slot in operands]), strict=True):
            frame[slot] = value

    return step


_STEPS = {(1, 1): _one_to_one, (2, 1): _two_to_one}
