"""A sweep's kernel as Triton IR, specialized as a launch of Triton's would be; and what tells sources from others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from triton_shared.sweeps.spec import Launch, SpecError
from triton_shared.tools import python_source
from triton_shared.tools.signature import Constant, Entry, Typed
from triton_shared.types import BY_TRITON, ELEMENTS

#: what an address or an integer is a multiple of where Triton says so
DIVISOR = 16


@dataclass(frozen=True)
class Program:
    """Triton IR, whose kernel takes ``arguments`` in this order; ``signature`` are their types."""

    text: str
    name: str | None
    arguments: dict[str, Any]
    signature: tuple[str, ...]
    digest: str


def is_triton(kernel: Any) -> bool:
    """Whether ``kernel`` is one of Triton's."""
    return hasattr(kernel, "run") and hasattr(kernel, "fn")


def program(kernel: Any, launch: Launch, configuration: Mapping[str, Any], place: str) -> Program:
    """The kernel for ``launch``; ``configuration`` has values of constants, and names that are none.

    Raises:
        SpecError: arguments and parameters do not fit.
        UsageError: Triton refuses the kernel.
    """
    types = {name: _typed(value, f"{place}: argument '{name}'") for name, value in launch.arguments.items()}
    spelled = tuple(map(str, types.values()))
    if not is_triton(kernel):
        text = _text(kernel, place)
        return Program(text, None, dict(launch.arguments), spelled, digest(kernel, place))
    function = python_source.plain(kernel)
    constants = {name: value for name, value in configuration.items() if name in function.arg_names}
    bound: dict[str, Entry] = {}
    for name in function.arg_names:
        given = {**launch.constants, **constants}
        if name in given:
            bound[name] = Constant(given[name])
        elif name in types:
            bound[name] = Constant(1) if types[name].hint == 1 else types[name]
        else:
            raise SpecError(f"{place}: the launch has no value for parameter '{name}' of {function.__name__}: "
                            "add it to arguments=, constants= or the sweep's options=")  # fmt: skip
    if unknown := sorted((launch.arguments.keys() | launch.constants.keys()) - set(function.arg_names)):
        raise SpecError(f"{place}: {function.__name__} has no parameter '{unknown[0]}': it has "
                        f"{', '.join(function.arg_names)}")  # fmt: skip
    text = python_source.text_of(function, bound)
    kept = {name: launch.arguments[name] for name, entry in bound.items() if isinstance(entry, Typed)}
    return Program(text, function.__name__, kept, spelled, digest(kernel, place))


def signature(arguments: Mapping[str, Any]) -> str:
    """The types of ``arguments``, NumPy's or torch's arrays and numbers, by name."""
    return ",".join(f"{name}:{_spelled(value)}" for name, value in sorted(arguments.items()))


def _spelled(value: Any) -> str:
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"*{str(value.dtype).removeprefix('torch.')}"
    return "float" if isinstance(value, float) else "int"


def _typed(value: Any, where: str) -> Typed:
    """The type of an argument, with what Triton finds out of it."""
    if isinstance(value, np.ndarray):
        mlir = next((n for n, row in ELEMENTS.items() if value.dtype.name in row.arrays), None)
        name = next(
            (n for n, row in BY_TRITON.items() if row.mlir == mlir and _is_signed(n, value.dtype)), None
        )
        if name is None:
            raise SpecError(
                f"{where} is an array of {value.dtype}, which no kernel takes: draw one of {', '.join(ELEMENTS)}"
            )
        return Typed(name, True, None if value.ctypes.data % DIVISOR else DIVISOR)
    if isinstance(value, bool | np.bool_):
        return Typed("i1")
    if isinstance(value, int | np.integer):
        fits = -(1 << 31) <= value < 1 << 31
        return Typed(
            "i32" if fits else "i64", False, 1 if value == 1 else DIVISOR if value % DIVISOR == 0 else None
        )
    if isinstance(value, float | np.floating):
        return Typed("fp32")
    raise SpecError(
        f"{where} is a {type(value).__name__}: pass NumPy arrays and numbers, and constants by constants="
    )


def _is_signed(name: str, dtype: np.dtype) -> bool:
    return name.startswith("u") == (dtype.kind == "u")


def _text(kernel: Any, place: str) -> str:
    """Triton IR: itself, or in a file beside the spec."""
    if not isinstance(kernel, str | Path):
        raise SpecError(f"{place}: the kernel is a {type(kernel).__name__}: give a @triton.jit function, or Triton IR "
                        "as a path or text")  # fmt: skip
    if isinstance(kernel, str) and ("\n" in kernel or "{" in kernel):
        return kernel
    path = Path(place.rpartition(":")[0]).parent / kernel
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(
            f"{place}: kernel '{kernel}' cannot be read: {error.strerror}; a path begins at the spec's folder"
        ) from None


def digest(kernel: Any, place: str = "-") -> str:
    """What tells the source of ``kernel``, and of the functions it calls, from others; where it is does not matter."""
    texts = (
        sorted(_sources(python_source.plain(kernel), set())) if is_triton(kernel) else [_text(kernel, place)]
    )
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _sources(function: Any, seen: set[int]) -> Iterator[str]:
    """The text of a function of Triton's, and of those that it names."""
    if id(function) in seen:
        return
    seen.add(id(function))
    yield function.src if hasattr(function, "src") else str(function)
    for name in function.fn.__code__.co_names:
        other = function.fn.__globals__.get(name)
        if is_triton(other) and hasattr(other, "src"):
            yield from _sources(other, seen)
