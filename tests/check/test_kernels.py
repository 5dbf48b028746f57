"""All wrong kernels are found, at the line that is wrong, and none of their right twins: no other line is reported."""

from __future__ import annotations

import inspect
import time

import pytest

torch = pytest.importorskip("torch", reason="Triton's kernels take tensors")
triton = pytest.importorskip("triton", reason="the kernels are Triton's")

import triton_shared  # noqa: E402
from tests.check.kernels.case import Case  # noqa: E402
from tests.check.kernels.modules import CASES, MODULES  # noqa: E402

LINES = {check: inspect.getsource(module).splitlines() for check, module in MODULES.items()}

pytestmark = pytest.mark.usefixtures("cpu_driver")


def launch(case: Case, wrong: bool, checks: str) -> tuple[triton_shared.Finding, ...]:
    values = [a(wrong) if callable(a) else a for a in case.arguments]
    try:
        triton_shared.check(case.kernel, checks)[case.grid](*values, **case.named, WRONG=wrong)
    except triton_shared.CheckError as error:
        return error.findings
    return ()


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize(("check", "name"), CASES)
def test_wrong(check, name):
    case = MODULES[check].CASES[name]
    found, *more = [one for one in launch(case, True, check) if one.kind == check]
    assert not more or check == "values", f"one report of one mistake, not {more}"
    for one in (found, *more):
        assert one.file == MODULES[check].__file__ and LINES[check][one.line - 1].endswith("# wrong"), one
    if case.argument:
        assert found.does == case.does and found.argument.startswith(f"{case.argument} (argument ")
    assert found.kernel == name and found.lanes > 0 < found.programs and found.place in str(found)


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize(("check", "name"), CASES)
def test_right(check, name):
    assert launch(MODULES[check].CASES[name], False, "all") == ()


@pytest.mark.cpu("checks kernels on the CPU")
def test_the_time_of_a_checked_launch_is_the_kernels(monkeypatch):
    from triton_shared.triton.stopwatch import bench

    slept, clock = 0, time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + slept)

    def call():
        nonlocal slept
        slept += 3600
        launch(MODULES["bounds"].CASES["one_element"], False, "all")

    assert bench(call, [0.5])[0] < 3600e3
