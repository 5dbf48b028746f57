"""The one place that names the MLIR Python bindings.

Every other module imports MLIR from here::

    from triton_shared.mlir import arith, ir, scf

The binding package is chosen by the environment variable ``TRITON_SHARED_MLIR`` (default
``torch_mlir``; ``mlir`` works too), so that an embedder whose compiler lives in another binding
package gets our passes in its own contexts.  Dialect modules are imported when first asked for:
``linalg`` and ``llvm`` alone cost more than the whole rest.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from triton_shared import compat, interrupts

if TYPE_CHECKING:  # what editors and type checkers see, whichever package is chosen
    from torch_mlir import ir as ir
    from torch_mlir import rewrite as rewrite
    from torch_mlir.dialects import arith as arith
    from torch_mlir.dialects import ext as ext
    from torch_mlir.dialects import irdl as irdl
    from torch_mlir.dialects import scf as scf
    from torch_mlir.passmanager import PassManager as PassManager

PACKAGE = os.environ.get("TRITON_SHARED_MLIR") or "torch_mlir"

#: what the dialects of this package are made with; bindings that are built for one compiler may leave them out
NEEDED = ("ir", "passmanager", "rewrite", "dialects.ext", "dialects.irdl")

try:
    with interrupts.deferred:
        globals()["ir"] = importlib.import_module(f"{PACKAGE}.ir")
        globals()["PassManager"] = importlib.import_module(f"{PACKAGE}.passmanager").PassManager
except ModuleNotFoundError as error:
    raise ImportError(
        f"no MLIR Python bindings in package {PACKAGE!r}: run `pip install 'torch-mlir>=20261001,<20270101'`, "
        "or name another binding package in TRITON_SHARED_MLIR"
    ) from error


def _check_bindings() -> None:
    """Name the modules that the chosen bindings lack, and what to do instead."""
    missing = []
    for name in NEEDED:
        try:
            with interrupts.deferred:
                importlib.import_module(f"{PACKAGE}.{name}")
        except ImportError:
            missing.append(f"{PACKAGE}.{name}")
    if missing:
        raise ImportError(
            f"TRITON_SHARED_MLIR names {PACKAGE!r}, whose bindings lack what our dialects are made with: "
            f"{', '.join(missing)}. Leave the variable unset, and let "
            f"triton_shared.to_linalg(source, into=context) hand modules over to contexts of {PACKAGE!r}"
        )


if PACKAGE != "torch_mlir":
    _check_bindings()


def translate_module_to_llvmir(module: ir.Operation) -> str | None:
    """LLVM IR text of ``module``, which must hold nothing but the llvm dialect; None where LLVM refuses it."""
    return compat.translation_to_llvmir(PACKAGE)(module.operation)


def __getattr__(name: str) -> Any:
    """Import dialect ``name`` (or ``rewrite``) on first use."""
    if name.startswith("__"):
        raise AttributeError(name)
    for module in (f"{PACKAGE}.dialects.{name}", f"{PACKAGE}.{name}"):
        try:
            with interrupts.deferred:
                found = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            continue
        globals()[name] = found
        return found
    raise AttributeError(f"the MLIR bindings {PACKAGE!r} have no dialect {name!r}")
