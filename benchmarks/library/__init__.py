"""Kernels of the classes that public libraries have, of our own writing: ``python -m benchmarks.gpu --group library``.

Each module has the kernels of some classes, the makers of their rows, and a table of shapes at its end.
"""

from __future__ import annotations

from benchmarks.library import attention, chunks, copies, losses, norms, products, quantisation, recurrences
from benchmarks.library.entry import Entry

#: all rows of the group
ENTRIES: list[Entry] = [
    *copies.ENTRIES,
    *quantisation.ENTRIES,
    *norms.ENTRIES,
    *losses.ENTRIES,
    *products.ENTRIES,
    *attention.ENTRIES,
    *chunks.ENTRIES,
    *recurrences.ENTRIES,
]
