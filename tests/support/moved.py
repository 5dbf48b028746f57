"""Arguments of launches in a GPU's memory: tensors share memory there, and are unwritten, as they are here."""

from __future__ import annotations

from typing import Any

import torch

from triton_shared.runtime.checks import uninitialised
from triton_shared.runtime.checks.extents import view_of


def moved(values: list, device: Any) -> list:
    """``values`` with tensors, and descriptors of tensors, on ``device``."""
    storages: dict[int, torch.Tensor] = {}

    def tensor(one: torch.Tensor) -> torch.Tensor:
        storage = one.untyped_storage()
        whole = torch.tensor([], dtype=torch.uint8).set_(storage)
        if storage.data_ptr() not in storages:
            made = storages[storage.data_ptr()] = torch.zeros_like(whole, device=device)
            if uninitialised.of(view_of(whole)) is not None:
                uninitialised.uninitialised(made)
            made.copy_(whole)
        there = storages[storage.data_ptr()]
        empty = torch.tensor([], dtype=one.dtype, device=device)
        return empty.set_(there.untyped_storage(), one.storage_offset(), one.shape, one.stride())

    def value(one: Any) -> Any:
        if isinstance(one, torch.Tensor):
            return tensor(one)
        if hasattr(one, "block_shape"):
            return type(one)(tensor(one.base), one.shape, one.strides, one.block_shape)
        return one

    return [value(one) for one in values]


def memory(values: list) -> list[bytes]:
    """The bytes of the memory of all tensors among ``values``."""
    tensors = [getattr(one, "base", one) if hasattr(one, "block_shape") else one for one in values]
    kept = [one.untyped_storage() for one in tensors if isinstance(one, torch.Tensor)]
    return [
        torch.tensor([], dtype=torch.uint8, device=one.device).set_(one).cpu().numpy().tobytes()
        for one in kept
    ]
