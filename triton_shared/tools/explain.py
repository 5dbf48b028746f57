"""``triton_shared.explain``: what is known of every access of a program."""

from __future__ import annotations

from typing import Any

from triton_shared import dialects
from triton_shared.analyses.remarks import Remark, remarks
from triton_shared.runtime.kernel import read_source


def explain(source: Any) -> list[Remark]:
    """A `Remark` for every load, store and atomic op of ``source``, in program order.

    Args:
        source: Triton IR as text, as an MLIR module, or as the path of a file.

    Raises:
        CompileError: the program is not valid; the message shows where and why.
        OSError: the file cannot be read.
    """
    text, file = read_source(source)
    return remarks(dialects.parse(text, file), text, file)
