"""A launch in the executor: the programs of a grid, one after the other."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from triton_shared import dialects
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.mlir import ir
from triton_shared.reference import arguments
from triton_shared.reference.arguments import Parameter, asks_for_place, parameters_of, ways_of
from triton_shared.reference.dialects import rules
from triton_shared.reference.elements import I32
from triton_shared.reference.errors import AssertionFailed, LimitExceeded
from triton_shared.reference.machine import Finding, Machine
from triton_shared.reference.memory import Memory
from triton_shared.reference.noise import Noise
from triton_shared.reference.touches import Touch, noted

ORDERS, SUMS, NEUTRAL = ("tree", "sequential"), ("f32", "element"), ("exact", "ordinary")
#: where a program is in its grid: x, y and z
Place = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """How a module is run.

    Attributes:
        kernel: the name of the public function; may be left out where there is but one.
        seed: of undefined values, which are garbage; without it they differ from run to run.
        limit: how many ops may be executed; any number without it.
        order: "tree": reductions combine neighbours, and products of matrices round once; or "sequential": each
            element is combined with the total of those before.
        memory: further arrays that programs may reach, by addresses in memory.
        programs: the places (x, y, z) of those that are run, in this order; all of the grid without it, x the fastest.
        ordinary: whether floats among undefined values are ordinary numbers, in place of any bits, so that a sum of
            them is no NaN.
        zeros: whether all undefined values are 0.
        unordered: whether of several different values that one store has for an address none stays, in place of the
            last, and NaNs are combined from the end of a ``tt.reduce``: Triton says nothing about either.
        sums: the type in which ``tt.reduce`` and ``tt.scan`` add up and multiply f16 and bf16: "f32", or "element".
        neutral: what ``tt.reduce`` starts from, "exact" or "ordinary"; both are choices of an embedder's.
        noise: what moves floats that passes may round otherwise; without it all are rounded to nearest.
        output: is given each line that programs print.
        found: is given each `Finding` of a ``tts.check``, which a program with checks has (docs/validation.md).
        fill: says which number ``tts.fill`` gives, from its text: 0, 1 or 2.
        accessed: is given each access of Triton IR, before it is made.

    Raises:
        ValueError: an option is none of its values.
    """

    kernel: str | None = None
    seed: int | None = None
    limit: int | None = None
    order: str = "tree"
    memory: Iterable[np.ndarray] = ()
    programs: Iterable[Place] | None = None
    ordinary: bool = False
    zeros: bool = False
    unordered: bool = False
    sums: str = "f32"
    neutral: str = "exact"
    noise: Noise | None = None
    output: Callable[[str], None] = print
    found: Callable[[Finding], None] = lambda finding: None
    fill: Callable[[str], int] = lambda told: 0
    accessed: Callable[[Touch], None] | None = None

    def __post_init__(self) -> None:
        for name, known in (("order", ORDERS), ("sums", SUMS), ("neutral", NEUTRAL)):
            if (given := getattr(self, name)) not in known:
                raise ValueError(f"{name}: expected {' or '.join(map(repr, known))}, got {given!r}")
        if self.limit is not None and self.limit < 0:
            raise ValueError(f"limit: expected no negative number, got {self.limit}")

    def machine(self, module: ir.Operation) -> Machine:
        """A machine that executes ``module`` in this way."""
        return Machine(
            module,
            rules() if self.accessed is None else noted(self.accessed),
            Memory(np.random.default_rng(self.seed), self.ordinary, self.unordered, self.zeros),
            limit=math.inf if self.limit is None else self.limit,
            sequential=self.order == "sequential",
            sums=self.sums,
            neutral=self.neutral,
            output=self.output,
            noise=self.noise,
            found=self.found,
            fill=self.fill,
        )


def run(module: Any, grid: int | Sequence[int], *args: Any, **options: Any) -> int:
    """Run the programs of ``grid``, one after the other, on ``args``, whose arrays change in place.

    Args:
        module: IR of any level before LLVM, as text, as an MLIR module, or as the path of a file.
        grid: one to three sizes.
        args: what ``triton_shared.compile(module)[grid](*args)`` takes: NumPy arrays, which may overlap, for pointers,
            numbers, `TensorDescriptor`\\ s.  A pointer leads to the first element of its array; what may be accessed is
            all the memory that the array is a view of.
        options: the fields of `RunOptions`.

    Returns:
        How many ops were executed.

    Raises:
        ExecutionError: an op has no rule, an access is out of bounds, to a dead buffer or misaligned, more than
            ``limit`` ops were executed ….  The message names the op and its place.
        CompileError: the module is none, or has no such kernel.
        AssertionError: an assertion of a program failed; all others have ended.
        TypeError, ValueError: an argument does not fit its parameter, or an option is none.
    """
    how = RunOptions(**options)
    source, file = _source(module)
    op = dialects.parse(source, file) if isinstance(source, str) else source
    try:
        machine = how.machine(op)
        with op.context, np.errstate(all="ignore"):
            kernel = _kernel(machine, how.kernel)
            _launch(machine, kernel, arguments.grid_of(grid), args, how.memory, how.programs)
    except CompileError as error:
        if isinstance(source, str):
            error.with_source(source)
        raise
    return machine.executed


def _source(module: Any) -> tuple[Any, str]:
    """Text and file name, or the module itself."""
    if hasattr(module, "operation"):
        return module.operation, "-"
    if isinstance(module, str) and ("\n" in module or "{" in module) and not os.path.exists(module):
        return module, "-"
    if isinstance(module, str | os.PathLike):
        return Path(module).read_text(encoding="utf-8"), os.fspath(module)
    raise TypeError(f"module: expected MLIR text, an MLIR module or a path, got {type(module).__name__}")


def _kernel(machine: Machine, kernel: str | None) -> str:
    """The name of the kernel: ``kernel``, or the only public function with a body."""

    def is_public(op: ir.Operation) -> bool:
        visibility = op.attributes.get("sym_visibility")
        return bool(op.regions[0].blocks) and (visibility is None or visibility.value == "public")

    public = [name for name, function in machine.functions.items() if is_public(function.op)]
    if kernel is None and len(public) == 1:
        return public[0]
    if kernel in public:
        return kernel
    asked = "name one" if kernel is None else f"there is no {kernel!r}"
    raise CompileError([Diagnostic(f"the module has the kernels {', '.join(public) or '(none)'}: {asked}")])


def _launch(
    machine: Machine,
    kernel: str,
    grid: tuple[int, int, int],
    args: Sequence[Any],
    memory: Iterable[np.ndarray],
    programs: Iterable[Place] | None,
) -> None:
    parameters = parameters_of(machine.functions[kernel].op)
    for number, array in enumerate(memory):
        machine.memory.of_array(array, f"memory {number}")
    users, hidden = _split(machine, parameters, len(args), kernel)
    values = []
    for number, (parameter, arg) in enumerate(zip(users, args, strict=True)):
        values += arguments.values_of(parameter, arg, machine.memory, f"argument {number}")
    machine.grid = grid
    failed: list[str] = []
    for number, program in enumerate(_programs(grid, programs, whole=len(hidden) == 3)):
        machine.program = program
        try:
            machine.call(kernel, [*values, *_hidden(machine, hidden)])
        except LimitExceeded as error:
            error.finished = number
            raise
        except AssertionFailed as failure:
            failed.append(
                f"device-side assert: {failure}: program ({', '.join(map(str, program))}) of kernel {kernel!r}"
            )
        finally:
            machine.memory.end_program()
    if failed:
        raise AssertionError(failed[0])


def _programs(
    grid: tuple[int, int, int], chosen: Iterable[Place] | None, whole: bool
) -> Iterable[tuple[int, int, int]]:
    """The places of programs, x the fastest; one where a call runs the ``whole`` grid."""
    if chosen is None:
        return [(0, 0, 0)] if whole else ((x, y, z) for z, y, x in product(*map(range, reversed(grid))))
    places = [(*place,) for place in chosen]
    for place in places:
        if whole or len(place) != 3 or any(not 0 <= at < size for at, size in zip(place, grid, strict=True)):
            raise ValueError(f"programs: {place} is no program of the grid {grid}, run by itself")
    return places


def _split(
    machine: Machine, parameters: list[Parameter], given: int, kernel: str
) -> tuple[list[Parameter], list[Parameter]]:
    """The user's parameters of a kernel, and those that the executor gives: see `ways_of`."""
    ways = ways_of(parameters, asks_for_place(machine.module))
    for users, hidden in ways:
        if len(users) == given:
            return users, hidden
    raise TypeError(f"kernel {kernel!r} takes {len(ways[0][0])} arguments, got {given}")


def _hidden(machine: Machine, parameters: Sequence[Parameter]) -> list[Any]:
    """The values of the parameters that the executor gives, for one program."""
    numbers = iter(map(I32.integer, (*machine.grid, *machine.program)))
    given = {None: lambda p: next(numbers), "program": lambda p: next(numbers)}
    given |= {"scratch": lambda p: arguments.scratch(p, machine.memory), "escape": lambda p: None}
    given["alone"] = lambda p: (
        sum(machine.program) % 2 == 0
    )  # some programs run the one version, some the other
    return [given[p.role](p) for p in parameters]
