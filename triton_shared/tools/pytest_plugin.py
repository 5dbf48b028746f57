"""``pytest --triton-check``: kernels that tests launch are checked, and what is found fails the test.

``--triton-checks=bounds,…`` names what is checked, in place of all.
A test that fails anyway, or expects a `CheckError` of its own, is left as it is.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

_CHECKS = "triton_checks"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("triton-shared")
    group.addoption(
        "--triton-check", dest=_CHECKS, action="store_const", const="all", help="check kernels on the CPU"
    )
    group.addoption("--triton-checks", dest=_CHECKS, metavar="NAMES", help="check them for bounds, or all")


def pytest_configure(config: pytest.Config) -> None:
    """Let kernels be compiled with checks, in this process and in those that it starts."""
    if (asked := config.getoption(_CHECKS)) is None:
        return
    from triton_shared.runtime.checks import kinds

    try:
        os.environ[kinds.VARIABLE] = ",".join(kinds.selected(asked))
    except ValueError as error:
        raise pytest.UsageError(f"--triton-checks: {error}") from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Run a test, and fail it for what its launches found."""
    if item.config.getoption(_CHECKS) is None:
        return (yield)
    from triton_shared.runtime.checks.findings import CheckError, collected

    with collected() as found:
        result = yield
    if found:
        raise CheckError(found)
    return result
