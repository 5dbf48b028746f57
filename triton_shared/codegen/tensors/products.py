"""Which ops are matrix products."""

from __future__ import annotations

PRODUCTS = {"linalg.matmul", "linalg.batch_matmul"}
