"""Arguments with which a program is defined, found from its signature alone.

What a parameter means is not in its type: a number is a size, a stride or a flag.  So arguments are drawn by a plan
(`PLANS`: masks that are whole, partial, odd and empty, special numbers, arrays that are the same), and the reference
executor's checks say whether they fit: where an access is out of bounds, arrays become larger, then numbers smaller,
then indices.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from triton_shared import reference
from triton_shared.abi import BLOCK_SHAPE
from triton_shared.dialects.tt.types import is_descriptor
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.reference.arguments import (
    Parameter,
    asks_for_place,
    element_name,
    extent_of,
    is_whole,
    parameters_of,
    ways_of,
)
from triton_shared.reference.hints import promised
from triton_shared.types import ELEMENTS, POINTER
from triton_shared.validation.cases import Array, Case, Same, dtype_of

#: ops that one run of a candidate may take: later levels take some ten times as many
LIMIT = 1_500
ATTEMPTS = 8
SMALLEST, LARGEST = 1 << 12, 1 << 20  # elements of an array
#: promised numbers that arguments are made multiples of
LARGEST_MULTIPLE = 1024
#: the elements before the one that a pointer leads to, one of so many
BEFORE = 4
#: numbers that parameters of integers are drawn from, by plan
PLANS: dict[str, tuple[int, ...]] = {
    "whole": (64, 128, 32, 16),
    "partial": (37, 100, 7, 65, 50),
    "odd": (1, 3, 5, 17, 2),
    "special": (33, 5, 16),
    "same": (48, 64, 9),
    "empty": (0,),
}
#: floats that rounding, masks and comparisons treat in their own ways
SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -1.0, 3e38, -65504.0, 6e-8, 1e-40)


class NoArguments(Exception):
    """No arguments were found with which a program is defined; the message says why.

    ``unknown`` tells that the executor has no rule for some op.
    """

    def __init__(self, reason: str, unknown: bool = False):
        super().__init__(reason)
        self.unknown = unknown


@dataclass(frozen=True)
class Slot:
    """What an argument has to be.

    Attributes:
        kind: "pointer", "descriptor" or "number".
        element: the element type of memory, or the type of the number.
        divisibility: what has to divide it.
        block: the shape of a descriptor's blocks.
        least: how many elements of memory there are at least.
    """

    kind: str
    element: str
    divisibility: int = 1
    block: tuple[int, ...] = ()
    least: int = 1


def kernels_of(module: ir.Operation) -> dict[str, ir.Operation]:
    """The public functions of ``module``."""
    found = {}
    for op in module.operation.regions[0].blocks[0]:
        attributes = op.operation.attributes
        if "function_type" not in attributes or not op.operation.regions[0].blocks:
            continue
        visibility = attributes["sym_visibility"].value if "sym_visibility" in attributes else "public"
        if visibility == "public":
            found[attributes["sym_name"].value] = op.operation
    return found


def kernel_of(module: ir.Operation, kernel: str | None = None) -> ir.Operation:
    """The function ``kernel`` of ``module``, by default its only public one.

    Raises:
        NoArguments: there is none, or several.
    """
    found = kernels_of(module)
    if kernel is None and len(found) == 1:
        return next(iter(found.values()))
    if kernel not in found:
        raise NoArguments(f"the module has the kernels {', '.join(found) or '(none)'}: name one")
    return found[kernel]


def signature_of(module: ir.Operation, kernel: str | None = None) -> list[Slot]:
    """What the arguments of a kernel have to be.

    Raises:
        NoArguments: a parameter is of no type that arguments are made for.
    """
    users, _ = ways_of(parameters_of(kernel_of(module, kernel)), asks_for_place(module))[0]
    return [_slot(number, p) for number, p in enumerate(users)]


def _slot(number: int, parameter: Parameter) -> Slot:
    if (refusal := _refusal(parameter)) is not None:
        raise NoArguments(
            f"argument {number} is a {parameter.type}, and a kernel takes pointers, {refusal} and numbers: "
            f"leave the file out, or write a function that loads and stores"
        )
    slot = _unchecked_slot(parameter)
    if slot.element == POINTER.mlir:
        raise NoArguments(f"argument {number} points to pointers")
    if slot.element not in ELEMENTS:
        raise NoArguments(f"argument {number} is a {slot.kind} of {slot.element}, which no array holds")
    return slot


def _refusal(parameter: Parameter) -> str | None:
    """What of memory a kernel takes in place of ``parameter``, where it takes no such thing; None where it does."""
    type_ = parameter.type
    if not isinstance(type_, ir.ShapedType) or isinstance(type_, ir.UnrankedMemRefType):
        return None
    if not isinstance(type_, ir.MemRefType):
        return "memrefs"
    return None if type_.has_static_shape or is_whole(type_) else "memrefs of static sizes"


def _unchecked_slot(parameter: Parameter) -> Slot:
    hint = parameter.attributes.get("tt.divisibility")
    divisibility = hint.value if isinstance(hint, ir.IntegerAttr) else 1
    if is_descriptor(parameter.type):
        target = parameter.type.target
        return Slot("descriptor", element_name(target.element_type), 1, tuple(target.shape))
    if parameter.parts > 1:
        block = tuple(parameter.attributes[BLOCK_SHAPE])
        return Slot("descriptor", element_name(parameter.element), 1, block)
    if parameter.is_pointer:
        has_sizes = isinstance(parameter.type, ir.MemRefType) and parameter.type.has_static_shape
        least = extent_of(parameter.type) if has_sizes else 1
        return Slot("pointer", element_name(parameter.element), divisibility, least=least)
    bits_of = parameter.attributes.get("tts.bits_of")
    name = element_name(bits_of.value if bits_of else parameter.type)
    return Slot("number", "i64" if name == "index" else name, divisibility)


def cases_of(module: ir.Operation, kernel: str | None = None, seed: int = 0) -> list[Case]:
    """Launches of a kernel that are defined, one for each plan that has one; those that change memory come first.

    Args:
        module: tt IR or the shared form.
        kernel: the name of the function, by default the only public one.
        seed: of what is drawn.

    Raises:
        NoArguments: there is no such launch; the message has the executor's last reason.
    """
    slots, multiple = signature_of(module, kernel), _multiple(module)
    found, reason = [], "it has no arguments"
    for plan in PLANS:
        if plan == "same" and not _pairs(slots):
            continue
        for attempt in range(ATTEMPTS):
            promised = multiple if attempt % 2 else 1
            case = _drawn(plan, slots, _grid(module, plan), attempt, seed, promised)
            try:
                found.append((not _changes(module, kernel, case), case))
                break
            except AssertionError as error:
                reason = str(error)
            except reference.ExecutionError as error:
                reason = error.diagnostics[0].message
                if isinstance(error, reference.NoRule):
                    raise NoArguments(reason, unknown=True) from None
    if not found:
        raise NoArguments(reason)
    return [case for _, case in sorted(found, key=lambda pair: pair[0])]


def _grid(module: ir.Operation, plan: str) -> tuple[int, ...]:
    """The grid of a plan: small, and more than one program where they do not share what they write."""
    if plan in ("same", "empty"):
        return (1,)
    names = {"tt.get_program_id", "tt.get_num_programs"}
    axes = {str(op.attributes["axis"]) for op in all_ops(module.operation, names)}
    return (2, 2, 1 + (len(axes) > 2)) if len(axes) > 1 else (3,)


def _changes(module: ir.Operation, kernel: str | None, case: Case) -> bool:
    """Whether a run of ``case`` changes memory; raises `ExecutionError` where it is not defined."""
    arrays = executed(module, case, kernel=kernel, seed=0, limit=LIMIT)
    return any(
        bits(a.values).tobytes() != bits(b).tobytes() for a, b in zip(case.arrays, arrays, strict=True)
    )


def executed(module: ir.Operation, case: Case, **options: Any) -> list[np.ndarray]:
    """The arrays that the reference executor leaves.

    Raises:
        ExecutionError: as `reference.run` does, and where a program between two levels, which is neither of them, ends
            it otherwise.
        AssertionError: an assertion of the program's failed.
    """
    args, arrays = case.make()
    try:
        reference.run(module, case.grid, *args, **options, output=_silent)
    except (CompileError, AssertionError):
        raise
    except Exception as error:
        raise reference.NoRule(f"ends the executor with {type(error).__name__}: {error}") from error
    return [array.copy() for array in arrays]


def _silent(line: str) -> None:
    """Programs' prints are nobody's."""


def bits(array: np.ndarray) -> np.ndarray:
    """The elements of ``array`` as unsigned integers."""
    return array.view(f"u{array.dtype.itemsize}")


def _multiple(module: ir.Operation) -> int:
    """What divides all integers of a launch in which each promise of the program holds, if it is that simple."""
    said = (promised(op.operation) for op in all_ops(module.operation))
    numbers = (number for one in said for listed in one.values() for number in listed)
    return max((n for n in numbers if n <= LARGEST_MULTIPLE), default=1)


def _drawn(
    plan: str, slots: Sequence[Slot], grid: tuple[int, ...], attempt: int, seed: int, multiple: int
) -> Case:
    """Arguments by ``plan``; with each ``attempt`` larger arrays, from the third on smaller numbers and indices.

    ``multiple`` divides all integers.
    """
    rng = np.random.default_rng([seed, attempt, list(PLANS).index(plan)])
    size = min(SMALLEST << (2 * attempt), LARGEST)
    pairs = dict(_pairs(slots)) if plan == "same" else {}
    values: list[Any] = []
    for number, slot in enumerate(slots):
        if number in pairs:
            values.append(Same(pairs[number]))
        elif slot.kind == "number":
            values.append(_number(slot, plan, attempt, rng, multiple))
        else:
            values.append(_array(slot, plan, attempt, size, rng, multiple))
    return Case(plan, grid, tuple(values))


def _pairs(slots: Sequence[Slot]) -> list[tuple[int, int]]:
    """Each pointer with the first one of its element type before it."""
    first: dict[str, int] = {}
    found = []
    for number, slot in enumerate(slots):
        if slot.kind == "pointer" and first.setdefault(slot.element, number) != number:
            found.append((number, first[slot.element]))
    return found


def _number(
    slot: Slot, plan: str, attempt: int, rng: np.random.Generator, multiple: int
) -> int | float | bool:
    if ELEMENTS[slot.element].format is not None:
        return float(rng.choice([0.5, 1.0, -1.5, 2.0, 0.125]))
    if slot.element == "i1":
        return bool(rng.integers(2))
    least = 0 if plan == "empty" and attempt < ATTEMPTS // 2 else 1
    drawn = max(int(rng.choice(PLANS[plan])) >> max(attempt - 3, 0), least)
    divisor = math.lcm(slot.divisibility, multiple)
    return min(-(-drawn // divisor) * divisor, 127 if slot.element == "i8" else 1 << 20)


def _array(slot: Slot, plan: str, attempt: int, size: int, rng: np.random.Generator, multiple: int) -> Array:
    shape: tuple[int, ...] = ()
    size = max(size, 1 << (2 * slot.least).bit_length() if slot.least > 1 else 1)
    if slot.block:
        extra = {"whole": 0, "empty": 0}.get(plan, 3)
        shape = tuple(2 * extent + extra * (n + 1 < len(slot.block)) for n, extent in enumerate(slot.block))
        size = max(size, int(np.prod(shape)))
    values = _values(slot.element, plan, attempt, size, rng, multiple)
    return Array(slot.element, values, 0 if shape or not attempt else size // BEFORE, shape, slot.block)


def _values(
    element: str, plan: str, attempt: int, size: int, rng: np.random.Generator, multiple: int
) -> np.ndarray:
    dtype = dtype_of(element)
    is_special = plan == "special" and attempt < ATTEMPTS // 2
    if ELEMENTS[element].format is not None:
        numbers = rng.standard_normal(size) if plan in ("partial", "same") else rng.integers(-4, 5, size)
        if is_special:
            numbers = np.where(rng.random(size) < 0.2, rng.choice(SPECIAL, size), numbers)
        with np.errstate(all="ignore"):
            return numbers.astype(np.float32 if dtype.itemsize < 8 else dtype).astype(dtype)
    if dtype.kind == "b":
        return rng.integers(2, size=size).astype(dtype)
    if is_special:
        info = np.iinfo(dtype)
        return rng.choice(np.array([0, 1, -1, 2, 7, info.min, info.max, info.max - 1], dtype), size)
    return (rng.integers(0, max(16 >> attempt, 1), size) * multiple).astype(dtype)
