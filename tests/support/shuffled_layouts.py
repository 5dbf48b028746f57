"""Layouts by chance, in place of those that `assign-layouts` chooses: every kernel must do the same in any of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest import mock

from triton_shared.codegen.nvidia import assign_layouts
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.codegen.simt.layouts.named_layouts import NamedLayouts
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import owner_of


def shuffled(layout: Layout, chance: random.Random) -> Layout:
    """A layout of the same block, in which any bit of a number may have any basis."""
    steps = [w << i for w, n in zip(layout.weights, layout.shape, strict=True) for i in range(log2(n))]
    chance.shuffle(steps)
    threads = len(layout.thread)
    held = max(0, len(steps) - threads) + chance.choice([0, 0, 0, min(1, len(steps))])
    reg, thread = steps[:held], steps[held:]
    thread += [0] * (threads - len(thread))
    chance.shuffle(thread)
    lanes = len(layout.lane)
    return Layout(layout.shape, tuple(reg), tuple(thread[:lanes]), tuple(thread[lanes:]))


@contextmanager
def changing(change: Callable[[NamedLayouts], None]) -> Iterator[None]:
    """Let ``change`` change the layouts of each kernel that is compiled meanwhile, before they are written."""
    write = assign_layouts.write

    def write_changed(named: NamedLayouts, places) -> None:
        change(named)
        write(named, places)

    with mock.patch.object(assign_layouts, "write", write_changed):
        yield


def shuffling(seed: int) -> AbstractContextManager[None]:
    """Let each kernel that is compiled meanwhile have layouts by chance, but for what products leave."""
    chance = random.Random(seed)

    def change(named: NamedLayouts) -> None:
        for value, layout in named.values.items():
            maker = owner_of(value)
            if maker is None or maker.name not in PRODUCTS:
                named.values[value] = shuffled(layout, chance)
        for op, layout in named.own.items():
            named.own[op] = shuffled(layout, chance)

    return changing(change)
