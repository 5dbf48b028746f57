"""Link what checked kernels call into their LLVM IR: `checks.c`, of which the LLVM IR `checks.ll` is checked in.

    declare i64 @triton_shared_touches(i64, …)    ->    define internal i64 @triton_shared_touches(i64 %address, …)

What a kernel does not call LLVM's own pipeline drops.  `runtime/cpu/native/README.md` says how the IR is made.
"""

from __future__ import annotations

import re
from pathlib import Path

import llvmlite.binding as llvm

from triton_shared import compat

SOURCE = Path(__file__).with_name("checks.c")
_DECLARED = re.compile(r"^declare .*@triton_shared_", re.MULTILINE)


def linked(text: str) -> str:
    """LLVM IR ``text`` with what it declares of checks defined."""
    if not _DECLARED.search(text):
        return text
    with compat.llvmlite_lock():
        module = llvm.parse_assembly(text)
        checks = llvm.parse_assembly(SOURCE.with_suffix(".ll").read_text(encoding="utf-8"))
        checks.triple, checks.data_layout = module.triple, module.data_layout
        module.link_in(checks)
        for function in module.functions:
            if function.name.startswith("triton_shared_") and not function.is_declaration:
                function.linkage = llvm.Linkage.internal
        return str(module)
