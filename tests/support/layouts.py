"""What layouts say, element by element."""

from __future__ import annotations

import numpy as np

from triton_shared.codegen.simt.layouts.linear_layout import Layout


def held(layout: Layout) -> np.ndarray:
    """The place of the element in each register of each thread."""
    places = np.zeros((layout.threads, layout.registers), int)
    for numbers, bases in (
        (np.arange(layout.registers), layout.reg),
        (np.arange(layout.threads)[:, None], layout.thread),
    ):
        for bit, basis in enumerate(bases):
            places ^= np.where(numbers >> bit & 1, basis, 0)
    return places
