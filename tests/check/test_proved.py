"""Launches that are proved not to race touch no byte in two programs of which one changes it, as their logs tell."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import triton_shared
from tests.fuzz.kernels import check, session
from tests.fuzz.kernels.kernel import Rejected
from tests.proofs.random_kernels import Writer
from tests.support.amount import examples
from triton_shared.runtime.checks import races
from triton_shared.runtime.checks.checked_launch import CheckedLaunch
from triton_shared.runtime.checks.findings import collected


@pytest.fixture
def compared(monkeypatch):
    """For each launch whether it was proved, and what its log says, which is kept in any case."""
    found: list[list] = []
    is_proved, log = CheckedLaunch._is_proved, CheckedLaunch._log

    def proved(self, *args):
        found.append([is_proved(self, *args), None])
        return False

    def logged(self, *args):
        made = log(self, *args)
        found[-1][1] = made
        return made

    monkeypatch.setattr(CheckedLaunch, "_is_proved", proved)
    monkeypatch.setattr(CheckedLaunch, "_log", logged)
    assert inspect.signature(is_proved).parameters.keys() >= {"grid", "views", "numbers"}
    return found


def wrong(compared: list) -> list:
    return [one for one in compared if one[0] and not races.is_proved(one[1])]


@pytest.mark.cpu("checks kernels on the CPU")
def test_random_positions(compared):
    for number in range(examples(24)):
        kernel = triton_shared.compile(Writer(number).text(), checks="races")
        for grid, n in ((1, 9), (3, 20), (4, 40)):
            with collected():
                kernel[(grid,)](np.zeros(300, np.float32), np.zeros(300, np.int32), n)
            assert not wrong(compared), Writer(number).text()
    proved = sum(one[0] for one in compared)
    assert proved > len(compared) // 4, f"{proved} of {len(compared)}"


@pytest.mark.cpu("checks kernels on the CPU")
def test_random_kernels(compared):
    for number in range(examples(20)):
        kernel = session.Session(seed=11).kernel(number)
        try:
            with np.errstate(all="ignore"):
                memories = kernel.expected(False)
        except Rejected:
            continue
        prepared = check.Prepared(kernel, memories, True)
        options = {"num_threads": 1, "enable_fp_fusion": kernel.fusion, **kernel.options}
        with collected():
            triton_shared.compile(kernel.text(), checks="races", **options)[kernel.grid](
                *prepared.arguments(kernel)
            )
        assert not wrong(compared), kernel.text()


@pytest.mark.cpu("checks kernels on the CPU")
def test_nothing_is_logged_of_a_proved_launch(monkeypatch):
    monkeypatch.setattr(CheckedLaunch, "_log", lambda *args: pytest.fail("logged"))
    add = triton_shared.check("examples/vector_add.f32.mlir", "races")
    x, y, out = np.arange(3000, dtype=np.float32), np.ones(3000, np.float32), np.zeros(3000, np.float32)
    add[(3,)](x, y, out, 3000)
    assert (out == x + 1).all()


@pytest.mark.cpu("checks kernels on the CPU")
def test_arguments_that_share_memory_are_not_proved(compared):
    add = triton_shared.compile("examples/vector_add.f32.mlir", checks="races")
    whole = np.ones(4000, np.float32)
    with pytest.raises(triton_shared.CheckError, match="race"):
        triton_shared.check(add)[(3,)](whole[:3000], np.ones(3000, np.float32), whole[4:3004], 3000)
    assert not compared[0][0]
