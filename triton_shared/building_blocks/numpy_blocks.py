"""What programs that `numpy_program` writes ask of a machine, on numpy's arrays.  MLIR is not imported here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from triton_shared import types

#: element type -> numpy's name of it, for those that numpy has itself
DTYPES = {row.mlir: row.arrays[0] for row in types.ROWS if row.format is None or row.packed in "efd"}
DTYPES["index"] = "int64"


class Blocks:
    """Blocks of values; a machine adds its memory."""

    def counts(self, low: Any, high: Any, step: Any) -> Iterable[Any]:
        """What the counter of a loop is, in the type of its bounds."""
        return np.arange(low, high, step, dtype=low.dtype)

    def window(self, whole: Any, offsets: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> Any:
        """The part of an array that begins at ``offsets``."""
        return whole[tuple(slice(o, o + n * s, s) for o, n, s in zip(offsets, sizes, steps, strict=True))]

    def inserted(self, piece: Any, whole: Any, *window: Sequence[int]) -> Any:
        """``whole`` with ``piece`` in the place of its part ``window``."""
        whole = whole.copy()
        part = self.window(whole, *window)
        part[...] = piece.reshape(part.shape)
        return whole

    def spread(self, values: Any, dims: Sequence[int | None], rank: int) -> Any:
        """``values``, whose dimension k is ``dims[k]`` of ``rank``, or has one element where that is None."""
        values = values[tuple(0 if d is None else slice(None) for d in dims)]
        known = [d for d in dims if d is not None]
        return np.expand_dims(values.transpose(np.argsort(known)), [d for d in range(rank) if d not in known])
