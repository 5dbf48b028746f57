"""The modules with kernels, by the check that finds what is wrong in them."""

from __future__ import annotations

import inspect
import re

import pytest
import triton

from tests.check.kernels import bounds, initialised, order, promises, races, values

#: the last release of Triton's that has block pointers
BLOCK_POINTERS_UNTIL = (3, 8)
MODULES = {module.CASES.check: module for module in (bounds, races, promises, values, initialised, order)}
_HAS_BLOCK_POINTERS = tuple(map(int, re.findall(r"\d+", triton.__version__)[:2])) <= BLOCK_POINTERS_UNTIL


def case_of(check: str, name: str):
    """A test's parameters for the kernel ``name``, which is skipped where Triton does not compile it."""
    is_known = _HAS_BLOCK_POINTERS or "make_block_ptr" not in inspect.getsource(
        MODULES[check].CASES[name].kernel.fn
    )
    skip = pytest.mark.skipif(not is_known, reason="this release of Triton has no block pointers")
    return pytest.param(check, name, marks=skip, id=f"{check}-{name}")


CASES = [case_of(check, name) for check, module in MODULES.items() for name in module.CASES]
