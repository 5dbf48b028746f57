"""Ops on whole tensors: shapes, ranges, products, reductions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats, products, reductions
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.bodies import Body, body
from triton_shared.reference.dialects.control import results
from triton_shared.reference.elements import F32, Value, element_of, shape_of
from triton_shared.reference.errors import OutOfBounds
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.noise import SUBNORMAL_BF16
from triton_shared.reference.scaled import scaled_numbers


def splat(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """A tensor whose elements are all the operand."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda x: np.full(shape, x, element.dtype)


def reshape(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same elements, row-major; where any order will do, too."""
    shape = shape_of(op.results[0].type)
    return lambda x: np.reshape(x, shape)


def broadcast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """Dimensions of size 1 repeated."""
    shape = shape_of(op.results[0].type)
    return lambda x: np.broadcast_to(x, shape)


def transpose(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """Dimension ``d`` of the result is dimension ``order[d]``."""
    order = integers(op, "order")
    return lambda x: np.transpose(x, order)


def make_range(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """``[start, start + 1, … end - 1]``."""
    found = np.arange(value(op, "start"), value(op, "end"), dtype=np.int32)
    return lambda: found


def expand_dims(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """A dimension of size 1 inserted at ``axis``."""
    axis = value(op, "axis")
    return lambda x: np.expand_dims(x, axis)


def gather(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """Elements taken along ``axis`` by indices."""
    axis = value(op, "axis")

    def execute(source: Value, indices: Value) -> Value:
        if indices.size and (indices.min() < 0 or indices.max() >= source.shape[axis]):
            raise OutOfBounds(
                f"takes elements {indices.min()} to {indices.max()} along axis {axis} of {source.shape}"
            )
        return np.take_along_axis(source, indices.astype(np.int64), axis)

    return execute


def histogram(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """How often each bin 0, 1, … occurs where the mask holds; values that belong to no bin are left out."""
    element, bins = element_of(op.results[0].type), shape_of(op.results[0].type)[0]

    def execute(source: Value, mask: Value = None) -> Value:
        kept = source[mask if mask is not None else np.ones(source.shape, bool)]
        kept = kept[(kept >= 0) & (kept < bins)]
        return np.bincount(kept.reshape(-1).astype(np.int64), minlength=bins).astype(element.dtype)

    return execute


def dot(op: ir.Operation, machine: Machine) -> Callable[[Value, Value, Value], Value]:
    """``a · b + c``; with ``inputPrecision`` f32 may be rounded so, or not."""
    elements, precision = [element_of(operand.type) for operand in op.operands], products.precision_of(op)
    return lambda a, b, c: products.multiply_add((a, b, c), elements, machine, precision)


def dot_scaled(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """``(a · a_scale) · (b · b_scale) + c``, of microscaled operands; see `scaled`."""
    sizes = list(op.attributes["operandSegmentSizes"])
    total = element_of(op.results[0].type)
    kinds = [value(op, f"{side}_elem_type") for side in "ab"]
    packed = [value(op, f"{side}_k_pack", True) for side in ("lhs", "rhs")]
    types = iter(op.operands)
    of_scales = [element_of(next(types).type) if size else None for size in sizes][3:]

    def execute(*operands: Value) -> Value:
        given = iter(operands)
        a, b, c, a_scale, b_scale = (next(given) if size else None for size in sizes)
        left = scaled_numbers(a, a_scale, of_scales[0], kinds[0], bool(packed[0]), axis=-1)
        right = scaled_numbers(b, b_scale, of_scales[1], kinds[1], bool(packed[1]), axis=-2)
        return products.add_up(left, right, c, total, machine, SUBNORMAL_BF16)

    return execute


#: floats of less than 32 bits are added up and multiplied in f32; of 8 bits always, others unless elements' own type is
#: chosen
_IN_F32 = {"arith.addf": operator.add, "arith.mulf": operator.mul}


def _single(op: ir.Operation) -> str:
    """The op that combines the elements of one tensor of floats, ``""`` for others."""
    ops = list(op.regions[0].blocks[0].operations)
    is_one = len(op.operands) == 1 and len(ops) == 2 and element_of(op.operands[0].type).format
    return ops[0].operation.name if is_one else ""


def _combine(
    op: ir.Operation, machine: Machine
) -> tuple[Callable[..., Any], reductions.Combine, Callable[..., Any]]:
    """How the operands become what is combined, how two of these are, and how what comes of it becomes a result."""
    name, element = _single(op), element_of(op.operands[0].type)
    if name in _IN_F32 and element.width < (32 if machine.sums == "f32" else 16):
        function = _IN_F32[name]
        if machine.noise and name == "arith.mulf":
            function = machine.noise.inexact(np.multiply, F32, function)
        return (
            lambda x: floats.numbers(x, element).astype(np.float32),
            lambda earlier, later: [function(earlier[0], later[0])],
            lambda x: floats.rounded(x.astype(np.float64), element),
        )
    run: Body = body(op.regions[0], machine)

    def combine(earlier: Sequence[Value], later: Sequence[Value]) -> Sequence[Value]:
        found = run(*earlier, *later)
        return [np.broadcast_to(f, np.shape(e)) for f, e in zip(found, earlier, strict=True)]

    return lambda x: x, combine, lambda x: x


#: what a combiner of one op starts from where ordinary numbers are chosen
_ORDINARY: dict[str, float] = {"arith.addf": 0.0, "arith.maxnumf": -math.inf, "arith.minnumf": math.inf}


def _start(op: ir.Operation, machine: Machine) -> float | None:
    """What the elements are combined with besides, if anything: it may tell."""
    first, *rest = (inner.operation for inner in op.regions[0].blocks[0].operations)
    known = len(op.operands) == 1 and len(rest) == 1
    return _ORDINARY.get(first.name) if known and machine.neutral == "ordinary" else None


def reduce(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The elements along ``axis`` combined by the region, of several tensors at once.

    Sums and products of floats of less than 32 bits are made in f32 and rounded at the end.
    """
    axis, start = value(op, "axis"), _start(op, machine)
    enter, combine, leave = _combine(op, machine)

    def execute(*tensors: Value) -> Any:
        rows = [np.moveaxis(enter(tensor), axis, 0) for tensor in tensors]
        totals = reductions.reduce(rows, combine, machine.sequential)
        if machine.memory.unordered:
            totals = reductions.amid_nans(rows, totals, combine)
        if start is not None:
            totals = combine([np.full_like(totals[0], start)], totals)
        return results(op, tuple(leave(np.asarray(total))[()] for total in totals))

    return _noisy_sum(op, machine, axis, 1, running=False) or execute


def scan(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """Running results of the region along ``axis``, from the end if ``reverse``; else as `reduce`."""
    axis, step = value(op, "axis"), -1 if value(op, "reverse", False) else 1
    enter, combine, leave = _combine(op, machine)

    def execute(*tensors: Value) -> Any:
        rows = [np.moveaxis(enter(tensor), axis, 0)[::step] for tensor in tensors]
        found = reductions.scan(rows, combine)
        return results(op, tuple(leave(np.moveaxis(array[::step], 0, axis)) for array in found))

    return _noisy_sum(op, machine, axis, step, running=True) or execute


def _noisy_sum(
    op: ir.Operation, machine: Machine, axis: int, step: int, running: bool
) -> Callable[[Value], Value] | None:
    """What adds up floats amid noise; None for other ops, and without noise."""
    noise, element = machine.noise, element_of(op.operands[0].type)
    held = element if machine.sums == "element" and element.width == 16 else None
    if noise is None or _single(op) != "arith.addf":
        return None

    def execute(tensor: Value) -> Value:
        terms = np.moveaxis(floats.numbers(tensor, element), axis, 0)[::step]
        found = noise.sums(terms, element, running, held)
        return np.moveaxis(found[::step], 0, axis) if running else found

    return execute


def map_elementwise(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The region for each ``pack`` neighbours in row-major order, given those of one tensor after the other."""
    pack, run = value(op, "pack"), body(op.regions[0], machine)
    shape = shape_of(op.results[0].type)

    def execute(*tensors: Value) -> Any:
        columns = [tensor.reshape(-1, pack)[:, n] for tensor in tensors for n in range(pack)]
        found = [np.broadcast_to(f, columns[0].shape) for f in run(*columns)]
        packs = [found[n : n + pack] for n in range(0, len(found), pack)]
        return results(op, tuple(np.stack(part, 1).reshape(shape) for part in packs))

    return execute


RULES: dict[str, Rule] = {
    "tt.splat": splat,
    "tt.unsplat": lambda op, machine: lambda x: x.reshape(-1)[0],
    "tt.expand_dims": expand_dims,
    "tt.reshape": reshape,
    "tt.broadcast": broadcast,
    "tt.cat": lambda op, machine: lambda x, y: np.concatenate([x, y]),
    "tt.join": lambda op, machine: lambda x, y: np.stack([x, y], -1),
    "tt.split": lambda op, machine: lambda x: (x[..., 0], x[..., 1]),
    "tt.trans": transpose,
    "tt.make_range": make_range,
    "tt.gather": gather,
    "tt.histogram": histogram,
    "tt.dot": dot,
    "tt.dot_scaled": dot_scaled,
    "tt.reduce": reduce,
    "tt.scan": scan,
    "tt.map_elementwise": map_elementwise,
}
