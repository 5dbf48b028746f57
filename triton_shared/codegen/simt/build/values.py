"""What a program knows of a tensor: the registers that hold it, how to compute them, or where it lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what a value in a layout was, and the block it was made in
Memo: TypeAlias = dict[Layout, tuple[ir.Value, ir.Block]]


@dataclass
class InRegisters:
    """A tensor in registers: ``vector`` holds a thread's part of it in ``layout``."""

    layout: Layout
    vector: ir.Value
    known: Memo = field(default_factory=dict)


@dataclass
class Rematerializable:
    """A tensor that ``make`` computes in any layout, from scalars and other lazy tensors alone."""

    make: Callable[[Layout], ir.Value]
    known: Memo = field(default_factory=dict)


@dataclass
class InSharedMemory:
    """A tensor that lies in shared memory: what it holds is read where it is wanted."""

    tile: Tile
    known: Memo = field(default_factory=dict)


@dataclass
class RegisterSubset:
    """Those registers of a buffer in ``layout`` that are treated together in divergent code."""

    layout: Layout
    vector: ir.Value


Node: TypeAlias = InRegisters | Rematerializable | InSharedMemory
