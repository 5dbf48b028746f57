"""Texts of stages as files, where ``TRITON_SHARED_DUMP_PATH`` asks for them."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from triton_shared import names

VARIABLE = "TRITON_SHARED_DUMP_PATH"


def folder(kernel: str) -> Path | None:
    """Where the stages of ``kernel`` are written; None where nobody asks for them."""
    path = os.environ.get(VARIABLE)
    return Path(path) / names.file_name(kernel) if path else None


def write(directory: Path, file: str, text: str) -> None:
    """Write ``file``; a disk that is full is a warning, and no reason to have no kernel."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / file).write_text(text, encoding="utf-8")
    except OSError as error:
        warnings.warn(f"{VARIABLE}: a stage is not written ({error})", RuntimeWarning, stacklevel=2)
