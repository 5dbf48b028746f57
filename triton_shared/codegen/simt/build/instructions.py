"""What a target may have instructions of its own for: a method each, of which the body here does without.

    class Mine(Instructions):
        def fence(self, b): b.op("mine.fence", (), ())

A target hands its own to `LoweringContext`, so rules of this package need not know whom they serve.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.shared_memory import Region
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.mlir import ir


class Instructions:
    """Those of a chip that has none but what upstream's gpu dialect has."""

    #: what copies tiles of tensors by one instruction: a module with the names of `nvidia/tma/tma_loads.py`, if any
    tile_copies: Any = None

    # Threads

    def thread_id(self, b: Emitter) -> ir.Value:
        """The number of this thread in its block, an i32; optimizations must not see that it is always the same."""
        return b.one("simt.optimization_barrier", b.i32, b.thread)

    def fence(self, b: Emitter) -> None:
        """Let what this thread wrote to shared memory be there for instructions that read it asynchronously."""

    def of_warp(self, b: Emitter, name: str, word: ir.Value) -> ir.Value | None:
        """What the op ``name`` makes of the i32 of all lanes, by an instruction; None where none does."""
        return None

    # Copies from global to shared memory that go on while the thread does

    def copy(self, b: Emitter, to: ir.Value, source: ir.Value, bytes_: int, given: I32Like) -> None:
        """Begin to copy the first ``given`` of ``bytes_`` bytes at ``source``, and zeros behind them."""
        raise NotImplementedError(f"{type(self).__name__} copies by no instruction")

    def commit(self, b: Emitter) -> None:
        """Make a group of this thread's copies since the last group."""
        raise NotImplementedError(f"{type(self).__name__} copies by no instruction")

    def wait(self, b: Emitter, pending: int) -> None:
        """Wait for this thread's groups of copies but the last ``pending`` ones."""
        raise NotImplementedError(f"{type(self).__name__} copies by no instruction")

    # Matrices in shared memory

    def read(self, b: Emitter, tile: Tile, layout: Layout) -> ir.Value:
        """What ``tile`` has, in ``layout``, which repeats no register."""
        return shared_layout.read(b, tile, layout)

    def write(self, b: Emitter, tile: Tile, layout: Layout, vector: ir.Value) -> None:
        """Let ``tile`` be the tensor ``vector`` in ``layout``."""
        shared_layout.write(b, tile, layout, vector)

    def rows(self, layout: Layout, size: int) -> Layout | None:
        """What threads store at once of elements of ``size`` bytes in ``layout``; None where no `stored` does so."""
        return None

    def stored(self, b: Emitter, region: Region, layout: Layout, vector: ir.Value) -> bool:
        """Store ``vector``, whose elements go to the places of ``layout``, if an instruction does; whether it does."""
        return False

    # Blocks

    def dots(self, plan: Any) -> Any:
        """What makes dots by ``plan``, a plan of tensor cores: a module of ``operands`` and ``multiplied``."""
        raise NotImplementedError(f"{type(self).__name__} multiplies by no instruction: {plan}")

    def finished(self, b: Emitter, sums: ir.Value, pending: int = 0) -> ir.Value:
        """``sums`` of dots that have begun, when all but the last ``pending`` ones have been made."""
        return sums

    def init_accumulators(self, sums: ir.Value) -> None:
        """Let loop-carried ``sums`` begin in the registers that dots in flight add to, even without an iteration."""

    def store(
        self,
        context: Any,
        op: ir.Operation,
        target: Any,
        window: Any,
        value: ir.Value,
        layout: Layout,
        otherwise: Callable[[Layout], None],
    ) -> None:
        """Store what ``window`` has of the tensor ``value`` to ``target``, for ``op``; from registers by ``otherwise``,
        of which ``layout`` is the best argument."""
        otherwise(layout)
