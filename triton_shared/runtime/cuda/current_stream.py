"""Where a launch goes: the current device, and its current stream, of whichever library the program uses."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any

from triton_shared import compat
from triton_shared.runtime.cuda.driver import driver

_torch: tuple[Callable[[], int], Callable[[int], int]] | None = None


def current() -> tuple[int, int]:
    """The current device's number and the handle of its current stream.

    They are torch's, once it has used a GPU, else CuPy's if it is loaded, else those of the thread's context, with the
    default stream.
    """
    global _torch
    if _torch is None:
        _torch = compat.torch_cuda()
    if _torch is not None:
        device_of, stream_of = _torch
        device = device_of()
        return device, stream_of(device)
    if cupy := sys.modules.get("cupy"):
        return cupy.cuda.runtime.getDevice(), cupy.cuda.get_current_stream().ptr
    return driver().current_device(), 0


def handle_of(stream: Any) -> int:
    """The handle of a stream: of torch's, CuPy's, one with ``__cuda_stream__``, or a handle itself.

    Raises:
        TypeError: it is no stream.
    """
    for attribute in ("cuda_stream", "ptr"):
        if isinstance(handle := getattr(stream, attribute, None), int):
            return handle
    if (protocol := getattr(stream, "__cuda_stream__", None)) is not None:
        return protocol()[1]
    try:
        return operator.index(stream) if not hasattr(stream, "__int__") else int(stream)
    except (TypeError, ValueError):
        what = "a stream of torch or CuPy, one with __cuda_stream__, or a handle"
        raise TypeError(f"stream: expected {what}, got {type(stream).__name__}") from None
