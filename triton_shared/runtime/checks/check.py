"""`check`: a kernel whose launches raise what the checks find.

>>> triton_shared.check(add_kernel)[grid](x, y, out, n, BLOCK=128)                # doctest: +SKIP
CheckError: add.py:12: out of bounds: kernel 'add_kernel' reads x_ptr (argument 0), float32[1000], at [1000]: …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from triton_shared.coded import with_codes
from triton_shared.runtime import compiler
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.checks.findings import CheckError, collected
from triton_shared.runtime.checks.kinds import is_checked
from triton_shared.runtime.kernel import Kernel


class Checked:
    """What `check` makes: ``checked[grid](*args)`` runs the kernel, and raises a `CheckError` for what it found."""

    def __init__(self, launch: Callable[..., Any]):
        self._launch = launch

    def __getitem__(self, grid: Any) -> Callable[..., Any]:
        """The kernel over ``grid``, as the unchecked kernel takes it."""

        def run(*args: Any, **named: Any) -> Any:
            with collected() as found:
                result = self._launch(grid, *args, **named)
            if found:
                raise CheckError(found)
            return result

        return run


@with_codes
def check(kernel: Any, checks: Iterable[str] | str = "all", **options: Any) -> Checked:
    """``kernel``, whose launches are checked on this machine's CPU, or on a GPU.

    Args:
        kernel: a kernel of Triton's (what ``@triton.jit`` makes, tuned or not), which must run on a back end of this
            package's; or whatever `compile` takes.
        checks: which, by name: "bounds", "races", … or "all".
        options: those of `compile`, where it is to compile, ``target`` among them.

    Returns:
        An object that is launched as the kernel is, ``checked[grid](*args)``; a launch raises `CheckError` with what it
        found.

    Raises:
        TypeError: ``kernel`` is compiled already, without checks; pass what it was compiled from.
        ValueError: there is no such check.
    """
    asked = kinds.selected(checks)
    if not asked:
        raise ValueError(f"name a check: {', '.join(kinds.KINDS)}, or all")
    if isinstance(kernel, Kernel):
        if not is_checked(kernel.params):
            raise TypeError(f"{kernel!r} is compiled without checks; pass what it was compiled from")
        return Checked(lambda grid, *args, **named: kernel[grid](*args, **named))
    if hasattr(kernel, "run") and hasattr(kernel, "fn"):  # Triton's
        return Checked(lambda grid, *args, **named: kernel[grid](*args, **named, checks=",".join(asked)))
    compiled = compiler.compile(kernel, checks=asked, **options)
    return Checked(lambda grid, *args, **named: compiled[grid](*args, **named))
