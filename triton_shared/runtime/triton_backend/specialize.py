"""How Triton specializes a kernel on a tensor, and the names of arguments that Triton cannot specialize on.

Triton asks for every argument's type and alignment before a back end sees the arguments, and what goes wrong there
(an unknown dtype, a tensor without memory) is an error that does not tell which argument it was.  The names are
local variables of the function that Triton generates for a kernel's signature: `_label` reads them when there is
an error to be raised, and only then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

#: the name of the function that `triton.runtime.jit` generates, in all releases
BINDER = "dynamic_func"


def alignment(arg: Any, *, align: bool = False) -> str:
    """Triton's "D" for a tensor whose address is a multiple of 16, else "".

    Raises:
        TypeError: the tensor has no memory of its own (it is sparse, nested, or stands for others).
    """
    try:
        address = arg.data_ptr()
    except (RuntimeError, ValueError) as error:  # torch's sparse, uninitialized and batched tensors
        label = _label(lambda value: value is arg)
        raise TypeError(
            f"{label}: {type(arg).__name__} has no memory to point to; pass a dense copy"
        ) from error
    return "D" if align and not address % 16 else ""


class DtypeNames(dict):
    """Triton's names of dtypes; one that Triton lacks is a TypeError that names the argument."""

    def __missing__(self, name: str) -> str:
        label = _label(lambda value: str(getattr(value, "dtype", "")).rpartition(".")[2] == name)
        raise TypeError(
            f"{label}: Triton has no element type for the dtype {name}; pass a view or a copy of one it has"
        )


def name_unknown_dtypes() -> None:
    """Make Triton's table of dtypes a `DtypeNames`."""
    from triton import _utils

    if not isinstance(_utils.type_canonicalisation_dict, DtypeNames):
        _utils.type_canonicalisation_dict = DtypeNames(_utils.type_canonicalisation_dict)


def _label(wanted: Callable[[Any], bool]) -> str:
    """What messages call the launch's argument for which ``wanted`` holds: ``argument 1 ('y_ptr')``."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != BINDER:
        frame = frame.f_back
    for i, (name, value) in enumerate(frame.f_locals["params"].items() if frame else ()):
        if found := next((path for path, leaf in _leaves(repr(name), value) if wanted(leaf)), None):
            return f"argument {i} ({found})"
    return "an argument"


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """``(path, leaf)`` of a tuple's parts, of a descriptor's base, of anything else itself."""
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from _leaves(f"{path}[{i}]", part)
    elif hasattr(value, "block_shape"):
        yield f"{path}.base", value.base
    else:
        yield path, value
