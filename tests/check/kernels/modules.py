"""The modules with kernels, by the check that finds what is wrong in them."""

from __future__ import annotations

from tests.check.kernels import bounds, initialised, order, promises, races, values

MODULES = {module.CASES.check: module for module in (bounds, races, promises, values, initialised, order)}
CASES = [(check, name) for check, module in MODULES.items() for name in module.CASES]
