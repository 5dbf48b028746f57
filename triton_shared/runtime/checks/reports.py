"""What raw observations of a launch say to its user: findings of races, and of checks that kernels make themselves."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from triton_shared.abi import Param, first_parts
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.races import Race, races
from triton_shared.runtime.checks.visits import Log

Grid = tuple[int, int, int]


def program_at(number: int, grid: Grid) -> Grid:
    """The place in ``grid`` of the program of a number."""
    x, y, _ = grid
    return number % x, number // x % y, number // (x * y)


def lane_at(number: int, block: Sequence[int]) -> tuple[int, ...]:
    """The index of the lane of a number in ``block``."""
    return tuple(map(int, np.unravel_index(number % int(np.prod(block)), block))) if block else ()


def mask_told(
    site: dict[str, Any], row: dict[str, int], grid: Grid, numbers: Sequence[int | None]
) -> tuple[str, ...]:
    """The conditions of the mask that let the lane of ``row`` through, with what they compare there."""
    mask = site.get("mask")
    if not mask:
        return ()
    from triton_shared.proofs import masks  # imports MLIR

    place, block = program_at(row["program"], grid), tuple(site["block"])
    lane = lane_at(row["lane"], block) if block == tuple(mask["block"]) else ()

    def leaf(term: tuple) -> int | None:
        op, _, _, data = term
        match op:
            case "pid" | "grid":
                return (place if op == "pid" else grid)[data]
            case "lane" if lane:
                return lane[data[0]]
            case "arg" if data < len(numbers):
                return numbers[data]
        return None

    return masks.told(mask, leaf)


def reported(
    rows: Sequence[dict[str, int]],
    sites: Sequence[dict[str, Any]],
    seen: np.ndarray,
    views: Sequence[View | None],
) -> list[tuple[dict[str, int], dict[str, Any]]]:
    """Of ``rows``, each with what the source says of it, those that reports speak of.

    What is not finite is reported where it is made of finite numbers, or first made, by a program that stores
    such; denormals where many are.  ``seen`` has bits of programs by the ``number`` of rows.
    """
    gates = [row["number"] for row, site in zip(rows, sites, strict=True) if "gate" in site]
    storing = np.bitwise_or.reduce(seen[gates], axis=0) if gates else None
    largest = max((int(np.prod(view.shape)) for view in views if view), default=0)
    kept, made = [], []
    for row, site in zip(rows, sites, strict=True):
        if "echo" in site:
            continue
        if "flood" in site:
            kept += [(row, site)] if row["lanes"] >= max(_FLOOD, largest // 4) else []
        elif site.get("kind") != "values":
            kept.append((row, site))
        elif "gate" not in site and storing is not None and (seen[row["number"]] & storing).any():
            made.append((row, site))
    return [*kept, *([one for one in made if is_first(*one)] or made[:1])]


def finding(
    row: dict[str, int],
    site: dict[str, Any],
    kernel: str,
    labels: Sequence[str],
    views: Sequence[View | None],
    grid: Grid,
    numbers: Sequence[int | None],
) -> Finding:
    """The finding of ``row``, of what the source says ``site``; ``numbers`` are the user's integers."""
    if "told" in site:
        return told_finding(row, site, kernel, grid)
    return bounds_finding(row, site, kernel, labels, views, grid, numbers)


def bounds_finding(
    row: dict[str, int],
    site: dict[str, Any],
    kernel: str,
    labels: Sequence[str],
    views: Sequence[View | None],
    grid: Grid,
    numbers: Sequence[int | None],
) -> Finding:
    """The finding of ``row``, of an access of which the source says ``site``; ``numbers`` are the user's integers."""
    view = views[row["argument"]] if row["argument"] >= 0 else None
    block = tuple(site["block"])
    return Finding(
        kind="bounds",
        **{name: site[name] for name in ("file", "line", "column", "does")},
        kernel=kernel,
        argument=labels[row["argument"]] if view else None,
        program=program_at(row["program"], grid),
        block=block,
        lane=lane_at(row["lane"], block),
        address=row["place"] + (view.low if view else 0),
        lanes=row["lanes"],
        programs=row["programs"],
        masked=not site["whole"],
        mask=mask_told(site, row, grid, numbers),
        **_measured(view, row),
    )


def _measured(view: View | None, row: dict[str, int]) -> dict:
    """Index, bound and distance of the element at ``row["place"]`` of ``view``."""
    if view is None:
        nothing = {"index": (), "dimension": 0, "bound": 0, "by": 0, "rest": 0, "span": (0, 0)}
        return {"shape": (), "dtype": "", **nothing}
    index, rest = view.index_of(row["place"])
    begin = view.low - view.address
    span = tuple((row[end] - view.address) // view.item for end in ("least", "most"))
    shape = view.shape or (1,)
    if not view.shape:
        index = [(begin + row["place"]) // view.item]
    beyond = [max(i - n + 1, -i, 0) for i, n in zip(index, shape, strict=True)]
    dim = next((d for d, by in enumerate(beyond) if by), 0)
    measured = {"dimension": dim, "bound": shape[dim], "by": beyond[dim], "rest": rest, "span": span}
    return {"shape": view.shape, "dtype": view.dtype, "index": tuple(index), **measured}


def labels_of(params: Sequence[Param], names: Sequence[str]) -> list[str]:
    """What reports call the arguments of ``params``, by their places; ``names`` are the user's, or none."""
    labels = [""] * len(params)
    for number, first in enumerate(first_parts(params)):
        labels[first] = f"{names[number]} (argument {number})" if names else f"argument {number}"
    return labels


def argument_at(address: int, views: Sequence[View | None]) -> int | None:
    """The number of the first argument that has an element at ``address``."""
    for number, view in enumerate(views):
        if view and not view.is_empty:
            index, _ = view.index_of(address - view.low)
            if all(0 <= i < n for i, n in zip(index, view.shape, strict=True)):
                return number
    return None


def race_findings(
    log: Log, kernel: str, labels: Sequence[str], views: Sequence[View | None], grid: Grid
) -> list[Finding]:
    """The findings of all races that ``log`` tells of."""
    return [race_finding(race, log, kernel, labels, views, grid) for race in races(log)]


def without_echoes(found: list[Finding]) -> list[Finding]:
    """``found``, without stores that lanes of one program share, at lines that something else is found of.

    Another program may have written what such a store reads back, and what is out of bounds reads as zero.
    """
    others = {one.place for one in found if one.kind == "bounds" or one.other}
    return [one for one in found if one.kind != "races" or one.other or one.place not in others]


def race_finding(
    race: Race, log: Log, kernel: str, labels: Sequence[str], views: Sequence[View | None], grid: Grid
) -> Finding:
    """The finding of ``race``: at the write, with the place of the other access."""
    owner = log.program_of()
    mine, other = (log.site(int(visit["site"])) for visit in (race.first, race.second))
    number = mine["argument"] if mine["argument"] >= 0 else argument_at(race.low, views)
    view = views[number] if number is not None else None
    does, theirs = mine["does"], other["does"]
    programs = [program_at(int(owner[visit["segment"]]), grid) for visit in (race.first, race.second)]
    index = tuple(view.index_of(race.low - view.low)[0]) if view else ()
    what = hex(race.low)
    if view and number is not None:
        what = f"{labels[number]}, {view.dtype}{list(view.shape)}, at {list(index)}"
    second = argument_at(race.low, views) if other["argument"] < 0 else other["argument"]
    alias = f" as {labels[second]}" if second is not None and second != number else ""
    where = "" if other["line"] == mine["line"] else f" in line {other['line']}"
    told = f"{does} {what}, which program {programs[1]} {theirs}{alias}{where}, in no order"
    first_lane = int(race.first["lane"]) + (race.low - int(race.first["low"])) // mine["width"] * mine["step"]
    return Finding(
        kind="races",
        **{name: mine[name] for name in ("file", "line", "column")},
        does=does,
        kernel=kernel,
        argument=labels[number] if number is not None else None,
        shape=view.shape if view else (),
        dtype=view.dtype if view else "",
        program=programs[0],
        block=tuple(mine["block"]),
        lane=lane_at(first_lane, mine["block"]),
        index=index,
        address=race.low,
        lanes=max(race.bytes // mine["width"], 1),
        programs=race.programs,
        masked=mine["masked"],
        told=told,
        other=(other["file"], other["line"], programs[1]),
    )


#: denormal numbers that are stored before reports speak of them, and a quarter of the largest array's elements
_FLOOD = 64
#: how `struct` reads floats of so many bytes
_FORMATS = {2: "<e", 4: "<f", 8: "<d"}


def decoded(bits: int, type_: str) -> int | float | bool:
    """The value of ``bits`` of a type as kernels tell it: ``f32``, ``bf16``, ``si8``, ``ui1``."""
    width = int(type_.lstrip("bfsui"))
    bits &= (1 << width) - 1
    if type_ == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    if type_.startswith("f"):
        return struct.unpack(_FORMATS[width // 8], bits.to_bytes(width // 8, "little"))[0]
    return bits - (1 << width) if type_.startswith("s") and bits >> (width - 1) else bits


def is_first(row: dict[str, int], site: dict[str, Any]) -> bool:
    """Whether what is not finite was made of finite operands alone."""
    given = (row["place"], row["argument"], row["width"])
    operands = [
        decoded(bits, t) for (name, t), bits in zip(site["values"], given, strict=False) if name != "result"
    ]
    return all(map(np.isfinite, operands))


def told_finding(row: dict[str, int], site: dict[str, Any], kernel: str, grid: Grid) -> Finding:
    """The finding of a slot that a check of the kernel's own filled (`conversions/check_calls.py`)."""
    given = (row["place"], row["argument"], row["width"])
    values = tuple(
        (name, decoded(bits, type_)) for (name, type_), bits in zip(site["values"], given, strict=False)
    )
    return Finding(
        kind=site["kind"],
        **{name: site[name] for name in ("file", "line", "column")},
        does="computes",
        kernel=kernel,
        argument=None,
        shape=(),
        dtype="",
        program=program_at(row["program"], grid),
        block=tuple(site["block"]),
        lane=lane_at(row["lane"], site["block"]),
        lanes=row["lanes"],
        programs=row["programs"],
        told=site["told"].format(**dict(values)),
        values=values,
    )
