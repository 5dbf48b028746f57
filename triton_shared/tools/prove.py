"""``triton_shared.prove``: that no launch of a kernel is out of bounds, or races; or arguments of one that fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from triton_shared import dialects
from triton_shared.coded import with_codes
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.ir.builder import bit_width
from triton_shared.mlir import ir
from triton_shared.proofs.goals import Kernel
from triton_shared.proofs.prover import (
    CHECKS,
    PROVED,
    REFUTED,
    UNKNOWN,
    Counterexample,
    Statement,
    prove_program,
)
from triton_shared.proofs.touches import touches
from triton_shared.runtime import compiler
from triton_shared.runtime.checks.check import check
from triton_shared.runtime.checks.findings import CheckError, Finding
from triton_shared.runtime.kernel import parameter_names, read_source
from triton_shared.types import ELEMENTS

#: bytes of arrays, and programs, of launches that are run to confirm that they fail
_MOST_BYTES, _MOST_PROGRAMS = 1 << 28, 1 << 16


@dataclass(frozen=True)
class Proof:
    """What is known of all launches of a kernel within constraints; true where all is proved.

    Attributes:
        verdict: "proved", "refuted" or "unknown".
        statements: one for each access, and for each two that may race.
        counterexample: a launch that fails, of a refuted one.
        findings: what the checker reported of that launch; none where it is too large to be run.
    """

    verdict: str
    statements: tuple[Statement, ...]
    counterexample: Counterexample | None = None
    findings: tuple[Finding, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == PROVED

    def __str__(self) -> str:
        lines = [self.verdict, *map(str, self.statements)]
        if self.counterexample is not None:
            lines.append(f"fails for {dict(self.counterexample.arguments)} on {self.counterexample.grid}")
        return "\n".join([*lines, *map(str, self.findings)])


@with_codes
def prove(
    kernel: Any,
    signature: Mapping[str, Any] | None = None,
    constraints: Iterable[str] = (),
    *,
    checks: Iterable[str] = CHECKS,
    seconds: float = 10,
) -> Proof:
    """Prove that no launch of ``kernel`` within ``constraints`` is out of bounds, or races; or find one that fails.

    Integers are those of the machine: sums that wrap are what they wrap to.  Arguments are taken to be apart in memory,
    and each is ``size(x)`` elements in a row.

    Args:
        kernel: what ``@triton.jit`` makes, or Triton IR as text, as a module or as the path of a file.
        signature: of a kernel of Triton's, by parameter: types as Triton spells them, and values of constants.
        constraints: Python expressions over names of integers, ``size(x)`` and ``grid[0]``, as
            ``"grid[0] == cdiv(n, BLOCK)"`` (`proofs/constraints.py`).  Along axes that neither they nor the kernel
            speak of there is one program.
        checks: "bounds", "races", or both.
        seconds: the time limit of Z3 for each access, where it is installed.

    Returns:
        A proof, which is true where all is proved.  The method is that of docs/validation.md#proofs: bounds are put in
        the place of lanes, programs and sizes; Z3 (de Moura and Bjørner, TACAS 2008) decides the other accesses.

    Raises:
        CompileError: the program was refused.
        ConstraintError: a constraint cannot be read, or names something other than an argument.
        ValueError: there is no such check, or ``signature`` lacks a parameter.
    """
    asked = [checks] if isinstance(checks, str) else [*checks]
    if unknown := set(asked) - set(CHECKS):
        raise ValueError(f"there is no proof of {sorted(unknown)[0]!r}: they are {', '.join(CHECKS)}")
    text, file, constants = _source(kernel, signature)
    module = dialects.parse(text, file)  # whose ops live as long as it does
    function = _kernel(module)
    known = _arguments(function, text, constants)
    statements = prove_program(touches(function), known, [*constraints], asked, seconds)
    return _concluded(statements, text, known)


def _concluded(statements: Sequence[Statement], text: str, kernel: Kernel) -> Proof:
    """The proof that ``statements`` are, after launches that are said to fail have been run."""
    found: list[Statement] = []
    refuted: tuple[Counterexample, tuple[Finding, ...]] | None = None
    for statement in statements:
        launch = statement.counterexample
        findings = None if launch is None else _run(text, kernel, statement.check, launch)
        if launch is not None and findings == ():
            by = "the checker does not confirm what Z3 found: it rests on numbers that nobody knows"
            statement = replace(statement, verdict=UNKNOWN, by=by, counterexample=None)
        elif launch is not None and (refuted is None or (findings and not refuted[1])):
            refuted = launch, findings or ()
        found.append(statement)
    verdicts = {statement.verdict for statement in found}
    verdict = next((v for v in (REFUTED, UNKNOWN) if v in verdicts), PROVED)
    return Proof(verdict, tuple(found), *(refuted or ()))


def _run(text: str, kernel: Kernel, kind: str, launch: Counterexample) -> tuple[Finding, ...] | None:
    """What the checker finds of ``launch``; None where it is too large, or has arguments that nobody knows."""
    sizes = zip(kernel.names, kernel.items, strict=True)
    total = sum((item or 0) * max(launch.arguments.get(name, 0), 0) for name, item in sizes)
    programs = launch.grid[0] * launch.grid[1] * launch.grid[2]
    if total > _MOST_BYTES or programs > _MOST_PROGRAMS or None in kernel.items:
        return None
    compiled = compiler.compile(text, checks=kind)
    values: list[Any] = []
    for name, item, param in zip(kernel.names, kernel.items, compiled.params, strict=False):
        number = launch.arguments[name]
        values.append(_array(param.element, number, launch.contents.get(name, {})) if item else number)
    try:
        check(compiled)[launch.grid](*values)
    except CheckError as error:
        return tuple(one for one in error.findings if one.kind == kind)
    return ()


def _array(element: str | None, size: int, contents: Mapping[int, int]) -> Any:
    """An array of zeros of ``size`` elements, but for ``contents``."""
    row = ELEMENTS[element or "ptr"]
    bits = np.zeros(size, f"i{row.bytes}")
    for place, number in contents.items():
        if 0 <= place < size:
            bits[place] = number
    return bits.view(next(name for name in row.arrays if hasattr(np, name)))


def _source(kernel: Any, signature: Mapping[str, Any] | None) -> tuple[str, str, dict[str, int]]:
    """Triton IR, its file, and the values of integer constants by name."""
    if not hasattr(kernel, "fn"):
        return *read_source(kernel), {}
    from triton_shared.tools import python_source
    from triton_shared.tools.signature import Constant, Entry, parse

    function = python_source.plain(kernel)
    given = dict(signature or {})
    if missing := [name for name in function.arg_names if name not in given]:
        raise ValueError(f"signature lacks the parameter {missing[0]!r} of {function.__name__}")
    bound: dict[str, Entry] = {}
    for param in function.params:
        value = given[param.name]
        is_type = isinstance(value, str) and not param.is_constexpr
        bound[param.name] = parse(value)[0] if is_type else Constant(value)
    constants = {
        name: int(entry.value)
        for name, entry in bound.items()
        if isinstance(entry, Constant) and isinstance(entry.value, int)
    }
    return python_source.text_of(function, bound), "-", constants


def _kernel(module: ir.Operation) -> ir.Operation:
    """The one function of ``module`` that is launched."""
    functions = [op.operation for op in module.regions[0].blocks[0] if op.operation.name == "tt.func"]
    public = [
        f
        for f in functions
        if f.regions[0].blocks
        and not ("sym_visibility" in f.attributes and f.attributes["sym_visibility"].value == "private")
    ]
    if len(public) != 1:
        raise CompileError([Diagnostic(f"expected one kernel of Triton IR, there are {len(public)}")])
    return public[0]


def _arguments(function: ir.Operation, text: str, constants: Mapping[str, int]) -> Kernel:
    """Names, types and constants of the kernel's arguments."""
    name = function.attributes["sym_name"].value
    arguments = list(function.regions[0].blocks[0].arguments)
    names = parameter_names(text, name) or [f"arg{n}" for n in range(len(arguments))]
    items: list[int | None] = []
    for argument in arguments:
        target = getattr(argument.type, "target", None)
        if target is not None:
            is_shaped = isinstance(target, ir.RankedTensorType)
            items.append(None if is_shaped else max(bit_width(target), 8) // 8)
        else:
            items.append(0 if isinstance(argument.type, ir.IntegerType) else None)
    widths = [a.type.width if isinstance(a.type, ir.IntegerType) else 64 for a in arguments]
    return Kernel(tuple(names), tuple(items), tuple(widths), constants)
