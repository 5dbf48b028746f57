"""Arrays that nobody has written: `uninitialised` marks them, and `watching` has torch and NumPy mark what they make.

An array that is marked is filled with a pattern of bytes that no program is likely to store.  As long as bytes of it
are the pattern's, nobody has written them: torch's own ops and other kernels count, whatever they copy.  One element
alone counts if it has 64 bits; of 32 bits, `_FEW` of the array, or the first or the last; narrower ones, which may well
be the pattern by chance, as long as they are 16 bytes in a row.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from triton_shared.runtime.checks.extents import View, view_of
from triton_shared.runtime.checks.memory import HOST, Memory

#: the bytes of what nobody has written, and those that reruns put in their place: another sign, and zero
PATTERN, OTHERS = 0x3D, (0xC2, 0x00)
#: bytes in a row that must be the pattern's; of elements of 64 bits one, of 32 bits so many in an array
_ROW, _FEW = 16, 4
_marked: dict[int, int] = {}


def uninitialised(array: Any) -> Any:
    """Mark the elements of ``array`` as not yet written, for the check "initialised"; its contents are lost.

    Args:
        array: a tensor of torch's on the CPU or a GPU, or a NumPy array, of any shape, strides and element type.

    Returns:
        ``array`` itself.

    Raises:
        TypeError: ``array`` does not tell where its memory is.
    """
    view = view_of(array)
    if view is None:
        raise TypeError(f"expected a tensor or an array in memory, got {type(array).__name__}")
    span = _span(view)
    if span:
        if getattr(getattr(array, "device", None), "type", "cpu") == "cpu":
            ctypes.memset(view.low, PATTERN, span)
        else:
            _fill_on_device(array, view.low, span)
        _marked[view.low] = max(span, _marked.get(view.low, 0))
        owner = array.untyped_storage() if hasattr(array, "untyped_storage") else array
        with suppress(TypeError):  # which keeps no references: the mark stays, and the pattern alone counts
            weakref.finalize(owner, _marked.pop, view.low, None)
    return array


def _fill_on_device(tensor: Any, low: int, span: int) -> None:
    """Fill the memory of a tensor of torch's, from its lowest element to its highest."""
    storage = tensor.untyped_storage()
    whole = tensor.new_tensor([], dtype=sys.modules["torch"].uint8).set_(storage)
    whole[low - storage.data_ptr() :][:span].fill_(PATTERN)


def _span(view: View) -> int:
    run, dims = view.runs()
    return run + sum((count - 1) * stride for stride, count in dims) if not view.is_empty else 0


@dataclass(frozen=True)
class Elements:
    """Bytes of a view that nobody has written: a boolean for each, from the lowest on."""

    bytes: np.ndarray

    def values(self, view: View, memory: Memory) -> np.ndarray:
        """What they are."""
        return memory.read(view.low, len(self.bytes))[self.bytes]

    def fill(self, view: View, pattern: int, memory: Memory) -> None:
        """Let all of them be ``pattern``."""
        self._set(view, pattern, memory)

    def put(self, view: View, values: np.ndarray, memory: Memory) -> None:
        """Let them be ``values``, as `values` gave them."""
        self._set(view, values, memory)

    def _set(self, view: View, values: Any, memory: Memory) -> None:
        now = memory.read(view.low, len(self.bytes)).copy()
        now[self.bytes] = values
        memory.write(view.low, now)

    def fill_copy(self, copy: np.ndarray, view: View, pattern: int) -> None:
        """The same in a ``copy`` of the view's bytes."""
        copy[self.bytes] = pattern

    def patched(self, end: np.ndarray, again: np.ndarray, other: int) -> np.ndarray:
        """``end``, with the pattern ``other`` in bytes that a launch has left as they were, and ``again`` from there.

        A byte that a program stores may be the pattern's: the launch that began from the other stores it, too.
        """
        untouched = self.bytes & (end == PATTERN) & (again == other)
        found = end.copy()
        found[untouched] = other
        return found

    def left(self, end: np.ndarray) -> Elements:
        """Those that nobody has written at the ``end`` either; all where there are none."""
        found = self.bytes & (end == PATTERN)
        return Elements(found) if found.any() else self

    def first(self, view: View) -> int:
        """The address of the first one."""
        return view.low + int(np.argmax(self.bytes))

    def any_in(self, view: View, low: int, size: int) -> bool:
        """Whether one of them is among ``size`` bytes at ``low``."""
        at = low - view.low
        return at < len(self.bytes) and at + size > 0 and bool(self.bytes[max(at, 0) : at + size].any())


def of(view: View | None, memory: Memory = HOST) -> Elements | None:
    """The bytes of ``view`` that are marked, and not written; None where there are none."""
    if view is None or view.is_empty or not _is_marked(view):
        return None
    size = _span(view)
    same = memory.read(view.low, size) == PATTERN
    found = _whole(same, min(_ROW, size))
    if view.item >= 4 and size % view.item == 0:
        elements = _whole(same, view.item)
        count = int(elements.sum()) // view.item
        if view.item >= 8 or count >= _FEW:
            found = elements
        elif count:
            found[: view.item] |= elements[: view.item]
            found[-view.item :] |= elements[-view.item :]
    return Elements(found) if found.any() else None


def _whole(same: np.ndarray, row: int) -> np.ndarray:
    """Those of ``same`` that fill rows of so many bytes; behind the last row, where that is filled, what there is."""
    rows = np.asarray(same[: len(same) // row * row].reshape(-1, row).all(axis=1))
    kept = np.repeat(rows, row)
    rest = np.zeros(len(same) - len(kept), bool) if len(rows) and not rows[-1] else same[len(kept) :]
    return np.concatenate([kept, rest])


def _is_marked(view: View) -> bool:
    end = view.low + _span(view)
    return any(low < end and view.low < low + size for low, size in list(_marked.items()))


_EMPTY = {"torch": ("empty", "empty_like", "empty_strided"), "numpy": ("empty", "empty_like")}
_watched: set[str] = set()
_devices = {"cpu"}


def watch(where: str = "cpu") -> None:
    """From now on what ``torch.empty``, ``np.empty`` and their like make on the CPU is marked.

    On GPUs, too, where that is ``where`` a kernel is checked: "cuda".
    """
    _devices.add(where)
    for module, names in _EMPTY.items():
        if module in sys.modules and module not in _watched:
            _watched.add(module)
            if module == "torch":
                _list_constructors()
            for name in names:
                setattr(
                    sys.modules[module], name, _marking(getattr(sys.modules[module], name), _traced(module))
                )


def _list_constructors() -> None:
    """Let ``with torch.device(...)``, which acts on the functions of a list made once, list torch's own."""
    with suppress(ImportError, AttributeError):
        importlib.import_module("torch.utils._device")._device_constructors()


def _traced(module: str) -> Callable[[], bool]:
    """What tells whether torch traces what it runs, which is then no array."""
    return sys.modules["torch"].compiler.is_compiling if module == "torch" else lambda: False


def _marking(make: Callable[..., Any], is_traced: Callable[[], bool]) -> Callable[..., Any]:
    def marked(*args: Any, **named: Any) -> Any:
        made = make(*args, **named)
        if is_traced():
            return made
        is_known = made is not None and getattr(getattr(made, "device", None), "type", "cpu") in _devices
        is_plain = getattr(getattr(made, "dtype", None), "kind", "f") in "biufc"
        try:
            return uninitialised(made) if is_known and is_plain else made
        except (TypeError, RuntimeError, ValueError):
            return made

    marked.__wrapped__ = make  # type: ignore[attr-defined]
    marked.__doc__ = make.__doc__
    return marked
