"""What a launch on a GPU must know of a kernel besides its code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triton_shared.abi import TensorMap
from triton_shared.records import dataclass
from triton_shared.runtime.header import Header, a, many, read_by


def _tensor_map(value: Any) -> TensorMap:
    try:
        return TensorMap.of(a(list)(value))
    except TypeError:  # fields are missing, or there are more
        raise ValueError(f"{value!r} is no map of a tensor") from None


def _plan(value: Any) -> Mapping[str, Any]:
    many(a(str))(list(a(dict)(value)))
    return value


def _stages(value: Any) -> tuple[int, int] | None:
    match value:
        case None:
            return None
        case [int(), int()]:
            return tuple(value)
    raise ValueError(f"{value!r} are no stages")


@dataclass(frozen=True)
class CudaHeader(Header):
    """What a `CudaKernel` must know besides its code.

    Attributes:
        entry: the symbol of its code.
        chip: the GPU that it is for, sm_90a.
        threads: threads of a block.
        shared_bytes: bytes of shared memory that a launch adds.
        shared_bytes_without_maps: how many it adds if it can make no map of a tensor: the rest is left to the cache.
        texts: what it prints and what its assertions say.
        tensor_maps: the tensors that it copies tiles of.
        persistent: whether a launch has as many blocks as the device holds at once, and tells them the grid.
        cluster: how many blocks, neighbours along x, are a cluster; those of a launch are a multiple of it.
        launch_pdl: whether a launch may begin while the kernel before it ends.
        plan: options that had to be others than they were, since the chip has no room otherwise (docs/gpu.md).
        num_stages: of the loop that lost most stages for want of shared memory, how many it was to have, and has.
        remarks: a line for each of these.
    """

    entry: str = read_by(a(str))
    chip: str = read_by(a(str))
    threads: int = read_by(a(int, range(1, 1025)))
    shared_bytes: int = read_by(a(int, range(1 << 31)))
    shared_bytes_without_maps: int = read_by(a(int, range(1 << 31)))
    texts: tuple[str, ...] = read_by(many(a(str)))
    tensor_maps: tuple[TensorMap, ...] = read_by(many(_tensor_map))
    persistent: bool = read_by(a(bool))
    cluster: int = read_by(a(int, range(1, 9)))
    launch_pdl: bool = read_by(a(bool))
    plan: Mapping[str, Any] = read_by(_plan)
    num_stages: tuple[int, int] | None = read_by(_stages)
    remarks: tuple[str, ...] = read_by(many(a(str)))
