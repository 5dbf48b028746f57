"""The plans that a kernel is compiled by, in order: the next one where the chip has no room for the one before.

| plan | what it leaves out | matters to |
|---|---|---|
| as it was asked for | nothing | all |
| without register targets | that a producer carries registers, and two blocks share a processor | `setmaxnreg` |
| without a producer | the producer: all warps copy | more threads than compute |
| without wgmma | products of warpgroups, whose sums ptxas cannot spill: warps multiply by mma.sync | wgmma |
| without maxnreg | the option | `maxnreg` |

A plan leaves out what those before it do, too; one that would change nothing is skipped.  A refusal is a
`SharedMemoryError`, or a `PtxasRefusal`: ptxas found too few registers of a thread, or crashed.  Where there is no
ptxas only shared memory decides.  What is refused for another reason is an error at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from triton_shared.codegen.nvidia.ptx.ptxas import Cubin, PtxasRefusal
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import SharedMemoryError
from triton_shared.records import dataclass


class Compiled(Protocol):
    """What there is of a kernel before ptxas."""

    @property
    def ptx(self) -> str:
        """The PTX."""

    @property
    def threads(self) -> int:
        """Threads of a block, a producer's among them."""

    @property
    def name(self) -> str:
        """The kernel's name."""


Made = TypeVar("Made", bound=Compiled)
Refusal = SharedMemoryError | PtxasRefusal


@dataclass(frozen=True)
class Plan:
    """A plan by what it leaves out.

    Attributes:
        name: says so, behind "compiled".
        options: of the target, with the values that they have from this plan on.
        matters: whether this changes what is made for a target, of which PTX was refused, or shared memory: None.
    """

    name: str
    options: dict[str, Any]
    matters: Callable[[GpuTarget, Compiled | None], bool]


PLANS = (
    Plan("as it was asked for", {}, lambda target, made: True),
    Plan(
        "without register targets",
        {"register_targets": False},
        lambda target, made: made is not None and "setmaxnreg" in made.ptx,
    ),
    Plan(
        "without a producer",
        {"warp_specialize": False},
        lambda target, made: made is not None and made.threads > target.threads,
    ),
    Plan(
        "without wgmma",
        {"wgmma": False},
        lambda target, made: target.has_wgmma if made is None else "wgmma.mma_async" in made.ptx,
    ),
    Plan(
        "without maxnreg",
        {"maxnreg": None},
        lambda target, made: made is not None and target.maxnreg is not None,
    ),
)


@dataclass(frozen=True)
class Fitting(Generic[Made]):
    """A kernel by the first plan that fits.

    Attributes:
        made: the kernel.
        cubin: its machine code; None where there is no ptxas.
        plan: options of the target that had to be others than they were.
        remarks: a line for each plan that was refused: which, and why.
    """

    made: Made
    cubin: Cubin | None
    plan: dict[str, Any]
    remarks: tuple[str, ...]


def first_fitting(
    target: GpuTarget,
    make: Callable[[GpuTarget], Made],
    assemble: Callable[[Made, GpuTarget], Cubin | None],
) -> Fitting[Made]:
    """What ``make`` makes for ``target``, or for the first plan after that for which there is room.

    ``assemble`` gives the machine code of what was made, None where there is no ptxas.

    Raises:
        SharedMemoryError, PtxasRefusal: that of the first plan, where none fits; it says which others were tried.
    """
    refused: list[tuple[str, Refusal]] = []
    made: Made | None = None
    options: dict[str, Any] = {}
    for plan in PLANS:
        if not plan.matters(replace(target, **options), made):
            continue
        options, made = options | plan.options, None
        one = replace(target, **options)
        try:
            made = make(one)
            return Fitting(made, assemble(made, one), options, _remarks(made.name, refused, plan.name))
        except (SharedMemoryError, PtxasRefusal) as error:
            refused.append((plan.name, error))
    raise _with_others(refused)


def _remarks(kernel: str, refused: list[tuple[str, Refusal]], taken: str) -> tuple[str, ...]:
    lines = [f"remark: '{kernel}' cannot be compiled {name}: {_reason(error)}" for name, error in refused]
    return (*lines, f"remark: '{kernel}' is compiled {taken}") if lines else ()


def _reason(error: Refusal) -> str:
    return error.reason if isinstance(error, PtxasRefusal) else error.diagnostics[0].message


def _with_others(refused: list[tuple[str, Refusal]]) -> Refusal:
    """The first error, with what the others say."""
    first = refused[0][1]
    tried = "".join(f"\n{name}: {_reason(error)}" for name, error in refused[1:])
    advice = "smaller blocks, or more warps (num_warps), leave more registers and shared memory to each"
    first.args = (f"{first.args[0]}{tried}\n{advice}",)
    return first
