"""How many sectors of memory the requests of a GPU's warps touch, from the layouts that accesses are given.

A layout says which lane of a block each register of each thread has: the exclusive or of what the bits of the numbers
of register, lane and warp stand for.  A request is one instruction of a warp: 32 threads with up to 16 bytes each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from triton_shared import dialects
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.targets import conversion_for, module_of, package_of
from triton_shared.errors import CompileError, place
from triton_shared.explorer.accesses import lanes
from triton_shared.explorer.levels import Input
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

#: bytes of a sector, and bytes that one thread moves at most
SECTOR, WIDEST = 32, 16
LAYOUT, ASSIGNS = "simt.layout", "assign-layouts"
#: the ops of the shared form that hold what loads read, and that write what stores write
HOLDERS = (
    "memref.alloc",
    "bufferization.materialize_in_destination",
    "memref.store",
)
#: of register, lane and warp what each bit of the number stands for: an index in the block
Bases = dict[str, list[list[int]]]


def layouts(given: Input) -> dict[tuple[str, int], list[Bases]]:
    """The layouts of the accesses at each place of the source; none where the target gives none."""
    stages = getattr(package_of(given.row), "STAGES", {}).values()
    passes = [one for stage in stages for one in stage]
    if ASSIGNS not in passes:
        return {}
    module = dialects.parse(given.text, given.file)
    found: dict[tuple[str, int], list[Bases]] = {}
    try:
        run_pipeline(module, [conversion_for(given.row), *(["allow-contraction"] if given.fusion else [])])
        with module.context, ir.Location.unknown():
            module_of(given.row, "stages").prepare(module, pick_kernel(module, given.kernel), given.machine)
        run_pipeline(module, passes[: passes.index(ASSIGNS) + 1], verify_each=False)
    except CompileError:  # which the levels tell
        return {}
    for op in all_ops(module):
        if op.name in HOLDERS and LAYOUT in op.attributes and (bases := _bases(str(op.attributes[LAYOUT]))):
            found.setdefault(place(op.location)[:2], []).append(bases)
    return found


def _bases(text: str) -> Bases | None:
    try:
        found = json.loads(re.sub(r"(\w+) =", r'"\1":', text))
    except ValueError:
        return None
    return found if isinstance(found, dict) and found.keys() == {"register", "lane", "warp"} else None


def add_sectors(data: dict[str, Any], known: dict[tuple[str, int], list[Bases]]) -> None:
    """Add to each execution of `accesses.Touched.data` whose layout is known the number of a row of ``sectors``.

    A row tells requests, the sectors that they touch, and how many sectors would hold the elements.
    """
    rows: dict[tuple, int] = {}
    data["sectors"] = table = list[list[int]]()
    for number, access in enumerate(data["accesses"]):
        file, line = access["place"]
        bases = next((one for one in known.get((file, line), ()) if _fits(one, access["block"])), None)
        for execution in (one for runs in access["runs"].values() for one in runs if bases):
            tensor, first, pattern, mask = execution
            width = data["tensors"][tensor]["width"]
            key = (number, tensor, first * width % SECTOR, pattern, mask)
            if key not in rows:
                elements, kept = lanes(data, access, [tensor, first, pattern, mask])
                rows[key] = len(table)
                table.append(sectors(elements, kept, width, bases or {}))
            execution.append(rows[key])


def _fits(bases: Bases, block: Sequence[int]) -> bool:
    """Whether a layout is one of blocks of that shape."""
    every = [basis for one in bases.values() for basis in one]
    return all(len(basis) == len(block) for basis in every) and bool(every) and bool(block) and all(
        index < size for basis in every for index, size in zip(basis, block, strict=True)
    )  # fmt: skip


def sectors(elements: np.ndarray, kept: np.ndarray, width: int, bases: Bases) -> list[int]:
    """Requests, the sectors that they touch, and the fewest sectors that hold the elements, which have ``width`` bytes.

    ``elements`` and ``kept`` are those of a block; memory begins at a sector.
    """
    strides = [int(np.prod(elements.shape[d + 1 :])) for d in range(elements.ndim)]
    register, lane, warp = (
        _spanned([int(np.dot(basis, strides)) for basis in bases[name]])
        for name in ("register", "lane", "warp")
    )
    at = warp[:, None, None] ^ register[None, :, None] ^ lane[None, None, :]  # warp, register, lane
    addresses = elements.ravel()[at] * width
    kept = kept.ravel()[at]
    vector = 1
    while (
        2 * vector * width <= WIDEST and 2 * vector <= at.shape[1] and _follow(addresses, kept, vector, width)
    ):
        vector *= 2
    shape = (at.shape[0], at.shape[1] // vector, vector * at.shape[2])
    touched = np.where(kept, addresses // SECTOR, -1).reshape(shape)
    touched.sort(axis=2)
    fresh = np.diff(touched, axis=2, prepend=-1) != 0
    distinct = np.unique(addresses[kept])
    requests = int((touched.max(axis=2) >= 0).sum())
    return [requests, int(fresh.sum()), -(-len(distinct) * width // SECTOR)]


def _spanned(bases: Sequence[int]) -> np.ndarray:
    """The exclusive or of the bases that each number picks, in order of the numbers."""
    found = np.zeros(1, np.int64)
    for basis in bases:
        found = np.concatenate((found, found ^ basis))
    return found


def _follow(addresses: np.ndarray, kept: np.ndarray, vector: int, width: int) -> bool:
    """Whether registers of pairs of vectors are neighbours in memory, aligned, and kept together."""
    pairs = addresses.reshape(addresses.shape[0], -1, 2 * vector, addresses.shape[2])
    steps = np.diff(pairs, axis=2)
    masks = kept.reshape(pairs.shape)
    return bool(
        (steps == width).all()
        and (pairs[:, :, 0] % (2 * vector * width) == 0).all()
        and (masks == masks[:, :, :1]).all()
    )
