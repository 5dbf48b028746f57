"""Finds the optional pass that makes a program wrong, by leaving passes out: ``--bisect``.

As LLVM's ``-opt-bisect-limit``: with the first ``k`` optional passes, in the order of the pipeline, and without the
rest, the program is right for ``k = 0`` and wrong for all of them; halving finds a ``k`` where it turns wrong, in
some six runs.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence

from triton_shared.codegen.targets import TARGETS, package_of
from triton_shared.passes.manager import expand
from triton_shared.passes.registry import WITHOUT, optional


def optional_passes() -> list[str]:
    """All optional passes, in the order in which a pipeline meets them first."""
    stages = [name for target in TARGETS for names in package_of(target).STAGES.values() for name in names]
    order = dict.fromkeys(step.name for step in expand(["triton-to-linalg", "allow-contraction", *stages]))
    found = optional()
    return [name for name in order if name in found] + [name for name in found if name not in order]


def culprit(is_wrong: Callable[[list[str]], bool], names: Sequence[str] | None = None) -> str | None:
    """The optional pass with which the program turns wrong; None where no optional pass decides.

    Args:
        is_wrong: whether the program is wrong without these passes.
        names: the passes in question, by default all optional ones.
    """
    names = optional_passes() if names is None else list(names)
    if not is_wrong([]) or is_wrong(list(names)):
        return None
    right, wrong = 0, len(names)
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if is_wrong(list(names[middle:])):
            wrong = middle
        else:
            right = middle
    return names[wrong - 1]


def fails(command: str) -> Callable[[list[str]], bool]:
    """Whether the shell's ``command`` fails, whose ``TRITON_SHARED_WITHOUT`` is what to leave out."""

    def is_wrong(without: list[str]) -> bool:
        given = [os.environ.get(WITHOUT, ""), *without]
        environment = os.environ | {WITHOUT: ",".join(filter(None, given))}
        done = subprocess.run(command, shell=True, env=environment, stdout=subprocess.DEVNULL, check=False)
        return done.returncode != 0

    return is_wrong
