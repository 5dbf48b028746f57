"""The options that passes have in other packages, in terms of ours, and passes that are not here (docs/migrating.md).

::

    triton-to-linalg-experimental{structured-ldst-mode=tensor-first-vector-cpu}    ->    triton-to-linalg{loads=tensors}

What has no equal here is an `OptionError` that says what to use instead.  Options of ours are handed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from triton_shared.passes.options import OptionError


class Foreign(NamedTuple):
    """An option of others: the options of ours that each value is, and what to use where a value is not among them."""

    equal: Mapping[str, Mapping[str, str]]
    otherwise: str


_NEITHER: Mapping[str, Mapping[str, str]] = {"true": {}, "false": {}}
_GATHERS = Foreign(_NEITHER, "true or false: rows at loaded indices are copies of rows in any case")
_POINTERS = Foreign(_NEITHER, "true or false: no tensor of pointers is left at this pass")

#: pass -> option -> what it is here
OPTIONS: Mapping[str, Mapping[str, Foreign]] = {
    "triton-to-linalg-experimental": {
        "enable-make-gather-scatter": _GATHERS,
        "enable-collapse-shape": Foreign({"false": {}}, "--linalg-fold-unit-extent-dims behind it"),
        "structured-ldst-mode": Foreign(
            {"tensor-first-vector-cpu": {"loads": "tensors"}}, "'loads=tensors' or 'loads=copies'"
        ),
        "cpu-vector-width": Foreign(
            {}, "--target of triton-shared-compile: code generation takes the width of its machine"
        ),
    },
    "triton-to-structured": {
        "enable-make-gather-scatter": _GATHERS,
        "enable-modulo-support": Foreign(
            {"true": {}}, "--triton-to-linalg=keep-tts=all: a block that wraps is one tts op with 'cuts'"
        ),
        "run-prepass-only": Foreign(
            {"false": {}}, "--remarks to see what was found out: there is no prepass"
        ),
        "skip-prepass": Foreign(_NEITHER, "true or false: there is no prepass"),
        "use-unsafe-mask": Foreign(
            _NEITHER, "true or false: a mask is proved to be a range, or tested at the run"
        ),
    },
    "triton-to-unstructured": {
        "offset-bit-width": Foreign({"32": {}, "64": {}}, "32 or 64: offsets have the width of index"),
    },
    "triton-arith-to-linalg": {
        "pids-to-func-args": Foreign({"true": {}}, "--triton-ptr-to-memref=program=calls"),
        "tt-to-func-func": Foreign(
            {"true": {}}, "--until=triton-arith-to-linalg: --triton-ptr-to-memref makes functions of func"
        ),
        "addptr-to-linalg": _POINTERS,
        "tensor-ptr-to-linalg": _POINTERS,
        "assert-to-cf": Foreign(
            {}, "the function @triton_shared_assert, which is called where an assertion has failed"
        ),
        "transpose-reduce-to-rank0": Foreign(
            {"false": {}}, "the 'dimensions' of linalg.reduce: reductions are along any, without transposes"
        ),
    },
}
#: passes that are not here -> what to use
PASSES: Mapping[str, str] = {
    "collapse-shape": "--linalg-fold-unit-extent-dims",
    "triton-to-ptr": "--triton-ptr-to-memref: addresses are integers, and llvm.inttoptr",
    "reconcile-ptr-casts": "--triton-ptr-to-memref, which leaves no casts",
    "add-llvm-debug-info": "--mlir-print-debuginfo; line tables are made with the code",
}


def translated(one: str, given: Mapping[str, str]) -> dict[str, str]:
    """The options that ``given`` ones of the pass ``one`` are here.  Raises `OptionError`."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name not in OPTIONS[one]:
            found[name] = value
            continue
        foreign = OPTIONS[one][name]
        equal = foreign.equal.get({"": "true", "1": "true", "0": "false"}.get(value, value.lower()))
        if equal is None:
            raise OptionError(f"has no '{name}={value}' here; use {foreign.otherwise}")
        found |= equal
    return found
