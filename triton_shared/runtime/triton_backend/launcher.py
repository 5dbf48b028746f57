"""From a Triton launch to a call of machine code: `Launcher`, one a compiled kernel."""

from __future__ import annotations

import operator
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

from triton_shared.runtime import arguments, jit, kernel, pool, stopwatch

# Format character of `struct` for a scalar of Triton's or MLIR's name; what Python cannot pack itself is not here.
_FORMATS = {
    "i1": "?", "u1": "?", "i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q",
    "fp16": "e", "f16": "e", "bf16": "H", "fp32": "f", "f32": "f", "fp64": "d", "f64": "d",
}  # fmt: skip

Path = tuple[int, ...]


class Launcher:
    """Launches one kernel with the arguments that its `JITFunction` (or the user) gives.

    Args:
        src: Triton's source, which tells the arguments' types.
        metadata: Triton's metadata of the compiled kernel.

    A call raises a TypeError or ValueError that names the argument that does not fit, an AssertionError for a
    failed ``device_assert``, and a MemoryError when there is no room for the kernel's buffers.
    """

    def __init__(self, src: Any, metadata: Any):
        leaves = [leaf for i, type_ in enumerate(src.signature.values()) for leaf in _leaves((i,), type_)]
        names = list(src.signature) if all(isinstance(n, str) for n in src.signature) else []
        self._header = metadata.kernel | {"names": list(_labels(leaves, names))}
        self._threads = metadata.num_threads or pool.default_width()
        self._kernel: kernel.Kernel | None = None
        self._take = _taker([path for path, _ in leaves])
        self._descriptors = [i for i, (_, type_) in enumerate(leaves) if type_.startswith("tensordesc")]
        if not self._descriptors:
            self._pack = struct.Struct("@" + "".join(_FORMATS.get(t, "P") for _, t in leaves) + "3i").pack
        self._converters: list[tuple[int, Callable]] = []
