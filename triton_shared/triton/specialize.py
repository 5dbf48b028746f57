"""How Triton specializes a kernel on a tensor, and the names of arguments that Triton cannot specialize on.

Triton asks for every argument's type and alignment before a back end sees the arguments, and what goes wrong there
(an unknown dtype, a tensor without memory) is an error that does not tell which argument it was.  The names are
local variables of the function that Triton generates for a kernel's signature: `_label` reads them when there is
an error to be raised, and only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from triton_shared import compat


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
    compat.replace_dtype_names(DtypeNames)


def _label(wanted: Callable[[Any], bool]) -> str:
    """What messages call the launch's argument for which ``wanted`` holds: ``argument 1 ('y_ptr')``."""
    for i, (name, value) in enumerate(compat.launch_parameters().items()):
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
