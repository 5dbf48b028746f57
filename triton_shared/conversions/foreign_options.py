"""The options of ``triton-to-linalg-experimental`` in other packages, in terms of ours (docs/migrating.md).

::

    structured-ldst-mode=tensor-first-vector-cpu    ->    loads=tensors

What has no equal here is an `OptionError` that says what to use instead.  Options of ours are handed on.
"""

from __future__ import annotations

from collections.abc import Mapping

from triton_shared.passes.options import OptionError

#: option -> value -> options of ours
TABLE: dict[str, Mapping[str, dict[str, str]]] = {
    "structured-ldst-mode": {"tensor-first-vector-cpu": {"loads": "tensors"}},
    "enable-make-gather-scatter": {"true": {}, "false": {}},
    "enable-collapse-shape": {"false": {}},
    "cpu-vector-width": {},
}
#: what to use where a value is not in the table
OTHERWISE = {
    "structured-ldst-mode": "'loads=tensors' or 'loads=copies'",
    "enable-make-gather-scatter": "nothing: rows at loaded indices are copies of rows in any case",
    "enable-collapse-shape": "--linalg-fold-unit-extent-dims behind it",
    "cpu-vector-width": "--target of triton-shared-compile: code generation takes the width of its machine",
}


def translated(given: Mapping[str, str]) -> dict[str, str]:
    """The options that ``given`` ones are here.  Raises `OptionError`."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name not in TABLE:
            found[name] = value
            continue
        equal = TABLE[name].get(value.lower() or "true")
        if equal is None:
            raise OptionError(f"has no '{name}={value}' here; use {OTHERWISE[name]}")
        found |= equal
    return found
