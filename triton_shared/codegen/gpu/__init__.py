"""GPU code generation: from the shared form to PTX."""

from __future__ import annotations

STAGES: dict[str, tuple[str, ...]] = {}
