"""How much a test tries where any number of examples would do: all, or a share of them in a run that samples."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

#: into how many parts examples are put, of which a run that samples takes one (`conftest.pytest_configure`)
SHARE = 6
_parts = 1


def sample(sampled: bool) -> None:
    """Say whether this run samples."""
    global _parts
    _parts = SHARE if sampled else 1


def examples(count: int, variable: str = "") -> int:
    """``count`` examples, or a share of them; the environment's ``variable`` says how many, whatever the run."""
    return int(os.environ.get(variable, "") or -(-count // _parts))


def some(cases: Sequence[Case]) -> list[Case]:
    """All of ``cases``, or a share of them, the same ones in each run."""
    return random.Random(len(cases)).sample(cases, examples(len(cases)))


def part() -> str:
    """What a test that runs other tests asks of them by ``--part``: all, or a share."""
    return f"0/{_parts}"
