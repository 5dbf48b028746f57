"""Products."""

from __future__ import annotations

from triton_shared.codegen.gpu.program import Rule

RULES: dict[str, Rule] = {}
