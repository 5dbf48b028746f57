"""Concatenations that Inductor fuses on CPUs, too, as it does on GPUs.

    cat([-right, left], -1) * sin      becomes      where(i < 32, -right[i], left[i - 32]) * sin[i]

Torch's lowering makes a buffer of each concatenation on a CPU, which its C++ does not vectorize otherwise.  The buffer
also keeps what reads it apart from the reduction in front of it: RMS norm and rotary positions are three kernels with
it, and one without.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch
from torch._inductor import config, ir, lowering
from torch._inductor.lowering import ops
from torch._inductor.utils import is_pointwise_use
from torch._inductor.virtualized import V
from torch.utils._sympy.functions import Identity

#: each element is selected among so many at most
MOST = 4
_CAT = torch.ops.aten.cat


@functools.cache
def fuse(choices: type) -> None:
    """From here on graphs that have ``choices`` compute concatenations on CPUs where they are read, if it pays."""
    usual, usual_pointwise = lowering.lowerings[_CAT.default], lowering.pointwise_cat

    def cat(inputs: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
        if not (isinstance(V.choices, choices) and _pays(inputs)):
            return usual(inputs, *args, **kwargs)
        with config.patch(force_pointwise_cat=True):
            return usual(inputs, *args, **kwargs)

    def pointwise_cat(inputs: Sequence[Any], dim: int = 0) -> Any:
        narrow = isinstance(V.choices, choices) and inputs[0].get_device().type == "cpu"
        return selected(inputs, dim) if narrow else usual_pointwise(inputs, dim)

    lowering.lowerings.update(dict.fromkeys((_CAT, _CAT.default), cat))
    lowering.pointwise_cat = pointwise_cat


def _pays(inputs: Sequence[Any]) -> bool:
    """Whether few are concatenated on a CPU, one of which is not in memory yet, for elementwise ops alone."""
    if not 1 < len(inputs) <= MOST or inputs[0].get_device().type != "cpu":
        return False
    computed = any(isinstance(_data(value), ir.Pointwise) for value in inputs)
    return computed and all(map(is_pointwise_use, V.current_node.users))


def _data(value: Any) -> Any:
    """What computes ``value``, or holds it."""
    while isinstance(value, (ir.TensorBox, ir.StorageBox, ir.BaseView)):
        value = value.data
    return value


def selected(inputs: Sequence[Any], dim: int) -> Any:
    """The ``inputs`` side by side along ``dim``, each element selected by its number: of 32 bits where that will do."""
    ends = [inputs[0].get_size()[dim]]
    for value in inputs[1:]:
        ends.append(ends[-1] + value.get_size()[dim])
    starts, readers = [0, *ends[:-1]], [value.make_loader() for value in inputs]
    short = V.graph.sizevars.statically_known_lt(ends[-1], 1 << 31)
    dtype = torch.int32 if short else torch.int64

    def element(at: Sequence[Any]) -> Any:
        number = ops.index_expr(at[dim], dtype)
        value = None
        for reader, start, end in reversed(list(zip(readers, starts, ends, strict=True))):
            before = ops.lt(number, ops.index_expr(end, dtype))
            behind = ops.ge(number, ops.index_expr(start, dtype))
            place = [*at[:dim], Identity(at[dim] - start), *at[dim + 1 :]]
            mask = behind if value is None else before if start == 0 else ops.and_(behind, before)
            read = ops.masked(mask, functools.partial(reader, place), 0.0)  # which nobody reads elsewhere
            value = read if value is None else ops.where(before, read, value)
        return value

    return ir.Pointwise.create(
        device=inputs[0].get_device(),
        dtype=inputs[0].get_dtype(),
        inner_fn=element,
        ranges=[*inputs[0].get_size()[:dim], ends[-1], *inputs[0].get_size()[dim + 1 :]],
    )
