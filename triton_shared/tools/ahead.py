"""What `triton-shared-compile` hands to a target, and gets: a target has a module ``ahead`` with

* ``FORMS``, the forms that can be had of a kernel, the default first, and ``SUFFIXES`` of those that come as a file of
  their own, each with that of the file beside it, which tells how to call it;
* ``TAKES``, which of the tool's own options are for it: "out_name"; ``FIXED``, options of its machines that are as
  these say, since who launches such a kernel does not know of them;
* ``compile``, which makes a form.

One without it has what `ahead_for_cpu` makes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.abi import Param
    from triton_shared.mlir import ir
    from triton_shared.tools.signature import Typed


@dataclass(frozen=True)
class Source:
    """A kernel as MLIR: ``types`` are those of its parameters, where the user gave them."""

    text: str
    file: str
    kernel: str | None
    types: list[Typed] | None


@dataclass(frozen=True)
class Asked:
    """What is to be made: a form of the function ``kernel`` of ``module``, in the shared form, by ``stages``.

    Attributes:
        machine: what it is made for.
        arguments: those of the command line.
    """

    source: Source
    module: ir.Operation
    kernel: str
    stages: ModuleType
    machine: Any
    arguments: argparse.Namespace


@dataclass(frozen=True)
class Compiled:
    """What there is to write: the form asked for, and for machine code how to call it, of the function ``name``."""

    data: bytes
    name: str
    header: str | None = None


def check_types(kernel: str, types: Sequence[Typed] | None, params: Sequence[Param]) -> None:
    """Raise `UsageError` unless ``types``, if given, are those of ``params``."""
    if types is None:
        return
    if len(types) != len(params):
        raise UsageError(f"--signature has {len(types)} types for the {len(params)} parameters of {kernel}")
    for number, (typed, param) in enumerate(zip(types, params, strict=True), start=1):
        if typed.mlir != (param.type, param.element):
            found = f"a pointer to {param.element}" if param.element else param.type
            raise UsageError(
                f"--signature, entry {number}: {typed}, but the parameter of {kernel} is {found}"
            )
