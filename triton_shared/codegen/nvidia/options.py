"""What may be asked of a kernel for a GPU: the options, in one list.

Of its fields are made: what `triton_shared.compile` and Triton's launches take, the command line of
``triton-shared-compile``, what is noted of a target on a module, and the keys of caches.  It imports no MLIR.
"""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.parameters import COUNT, FLAG, Option, option, parameters_of

#: registers of 32 bits that a thread may have, at least and at most
MAXNREG = range(16, 256)


@dataclass(frozen=True)
class LaunchShape:
    """What a block takes of a processor: warps, stages in shared memory, registers."""

    num_warps: int = option(4, COUNT, Option("warps of a block, a power of 2", "N"))
    num_stages: int = option(3, COUNT, Option("iterations in flight of a loop whose loads are staged", "N"))
    maxnreg: int | None = option(None, COUNT, Option("registers of a thread, at most", "N"))


@dataclass(frozen=True)
class Tuning:
    """By which means a kernel is made fast; None leaves each to a rule (`heuristics.py`)."""

    tensor_copies: bool | None = option(
        None,
        FLAG,
        Option("whether staged loads are copied by TMA, from sm_90 on, where launches' arguments allow"),
    )
    warp_specialize: bool | None = option(
        None, FLAG, Option("whether a warp of its own begins these copies on sm_90a, where it may run ahead")
    )
    persistent: bool | None = option(
        None, FLAG, Option("whether blocks run program after program, no more of them than fit at once")
    )
    multicast: bool | None = option(
        None,
        FLAG,
        Option("whether pairs of blocks of a persistent kernel copy for each other what both read"),
    )
    launch_pdl: bool | None = option(
        None,
        FLAG,
        Option(
            "whether blocks may begin while the kernel before theirs ends, from sm_90 on, where they can",
            "on",
        ),
    )


@dataclass(frozen=True)
class Options(Tuning, LaunchShape):
    """All of them; they have Triton's names.

    Raises:
        ValueError: an option is out of range.
    """

    def __post_init__(self) -> None:
        for name, parameter in parameters_of(type(self)).items():
            value = getattr(self, name)
            if parameter is FLAG:
                object.__setattr__(self, name, None if value is None else bool(value))
            elif not isinstance(value, int) and not (name == "maxnreg" and value is None):
                raise ValueError(f"{name} must be an integer, got {value!r}")
        if self.num_warps not in (1, 2, 4, 8, 16, 32):
            raise ValueError(f"num_warps must be a power of 2 up to 32, got {self.num_warps}")
        if self.num_stages < 0:
            raise ValueError(f"num_stages must not be negative, got {self.num_stages}")
        if self.maxnreg is not None and self.maxnreg not in MAXNREG:
            raise ValueError(f"maxnreg must be from {MAXNREG[0]} to {MAXNREG[-1]}, got {self.maxnreg}")
