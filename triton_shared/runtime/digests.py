"""SHA-256 as the interpreter has it: `hashlib` loads OpenSSL, which takes longer than what a launch hashes.

Which module that is differs between releases of Python; where it has none of these names, `hashlib` serves.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def _sha256() -> Callable[..., Any]:
    for module in ("_sha2", "_sha256"):
        with suppress(ImportError):
            return importlib.import_module(module).sha256
    return importlib.import_module("hashlib").sha256


#: as `hashlib.sha256`
sha256 = _sha256()
