"""`Kernel`: what `triton_shared.compile` makes, ``kernel[grid](*args)`` launches.

What all kernels have in common, on whatever they run, and what is known of them from their source.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from triton_shared.names import one_line
from triton_shared.parameters import check_text
from triton_shared.runtime.header import Header


class Kernel:
    """Machine code for one kernel, launched by ``kernel[grid](*args, **named)`` from any thread.

    ``grid`` is the number of programs: an int, a tuple of one to three ints, or a function from a dictionary of the
    named arguments to one of these.  Arguments are scalars and arrays (NumPy, torch, DLPack, ``data_ptr()``); their
    element types must be those of the parameters.  A launch returns None.

    Args:
        header: name and parameters, as the compiler wrote them; `compile` makes kernels.

    Attributes:
        name: the kernel function's name.
        params: its parameters in order.
        names: their names, where the source tells them, else ``()``.

    Raises:
        TypeError: at a launch: an argument is missing, or of another type than the parameter.
        ValueError: at a launch: a number or the grid is out of range, or an array is in other memory.
        AssertionError: at a launch: an assertion of the kernel failed.
    """

    def __init__(self, header: Header):
        self.name, self.names, self.params = header.name, header.names, header.params

    def __getitem__(self, grid: int | tuple[int, ...] | Callable[[dict], Any]) -> Callable[..., None]:
        """The kernel over ``grid``: one to three sizes, or a function of the named arguments to them."""
        return functools.partial(self._run, grid)

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        raise NotImplementedError

    def arguments(self, args: tuple, named: dict) -> dict:
        """A launch's arguments ``args`` and ``named`` by name, as a function that computes the grid takes them."""
        return {**dict(zip(self.names, args, strict=False)), **named}

    def __copy__(self) -> Kernel:
        return self

    def __deepcopy__(self, memo: dict) -> Kernel:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"kernel {self.name!r} is machine code of this process: compile it where it is needed, the cache has it"
        )

    def _repr_html_(self) -> str:
        from triton_shared import html  # once a notebook asks for it

        names = self.names or tuple(map(str, range(len(self.params))))
        kinds = [f"pointer to {p.element}" if p.type == "ptr" else p.type for p in self.params]
        caption = f"kernel {one_line(self.name)}, launched as kernel[grid](arguments)"
        return html.table(("parameter", "type"), zip(names, kinds, strict=True), caption)

    def __repr__(self) -> str:
        names = [f"{name}: " for name in self.names] or [""] * len(self.params)
        kinds = [f"ptr<{p.element}>" if p.type == "ptr" else p.type for p in self.params]
        return f"<Kernel {one_line(self.name)}({', '.join(map(str.__add__, names, kinds))})>"


def read_source(source: Any) -> tuple[str, str]:
    """Text and file name of whatever ``compile`` was given."""
    if isinstance(source, str) and ("\n" in source or "{" in source) and not os.path.exists(source):
        check_text("source", source)
        return source, "-"
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_text(encoding="utf-8"), os.fsencode(source).decode(errors="replace")
    if hasattr(source, "operation"):
        from triton_shared.dialects import print_module  # imports MLIR

        return print_module(source.operation, debug_info=True), "-"
    raise TypeError(
        f"source must be MLIR text, an MLIR module or the path of a .mlir file, got {type(source).__name__}"
    )


def parameter_names(text: str, kernel: str) -> list[str]:
    """Names of the kernel's parameters as ``text`` spells them; empty when it only numbers them."""
    start = re.search(rf"func(?:\.func)?\s+(?:public\s+)?@\"?{re.escape(kernel)}\"?\(", text)
    if start is None:
        return []
    depth, end = 1, start.end()
    for bracket in re.finditer(r"\"[^\"]*\"|[()]", text[start.end() :]):
        depth += {"(": 1, ")": -1}.get(bracket[0], 0)
        if not depth:
            end = start.end() + bracket.start()
            break
    signature = re.sub(r"\"[^\"]*\"", "", text[start.end() : end])
    return re.findall(r"%([A-Za-z_][\w$.-]*)\s*:", signature)
