"""Kernels on the emulator have the findings that they have on the CPU; right ones have none, and the same results."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="Triton's kernels take tensors")
triton = pytest.importorskip("triton", reason="the kernels are Triton's")

import triton_shared  # noqa: E402
from tests.check.kernels.case import Case  # noqa: E402
from tests.check.kernels.modules import CASES, MODULES, case_of  # noqa: E402
from tests.support import emulated  # noqa: E402
from triton_shared.runtime.checks import device_record, kinds  # noqa: E402
from triton_shared.runtime.checks.findings import collected  # noqa: E402

WRONG = [case_of(check, name) for check in kinds.KINDS for name in MODULES[check].CASES]
#: launches on the CPU in which threads that take turns must have met
TRIES = 8
CHIPS = ("sm_80", "sm_90a")

pytestmark = [
    pytest.mark.cpu("compares with the CPU, and emulates by itself"),
    pytest.mark.usefixtures("cpu_driver"),
]


class Ran(NamedTuple):
    """What a launch found, and the bytes of its arrays after it."""

    found: list[triton_shared.Finding]
    memory: list[bytes]


def ran(values: list, launch: Any) -> Ran:
    with collected() as found:
        launch()
    return Ran(found, [one.numpy().tobytes() for one in map(base_of, values) if one is not None])


def base_of(value: Any) -> Any:
    """The tensor of an argument's whole memory; None of a number."""
    value = getattr(value, "base", value)
    if not isinstance(value, torch.Tensor):
        return None
    return torch.tensor([], dtype=torch.uint8).set_(value.untyped_storage())


def on_cpu(case: Case, wrong: bool, checks: str) -> Ran:
    """By one thread, so that programs run in the order of the grid, as they begin on the emulator."""
    given = [a(wrong) if callable(a) else a for a in case.arguments]
    named = {**case.named, "WRONG": wrong, "checks": checks, "num_threads": 1}
    return ran(given, lambda: case.kernel[case.grid](*given, **named))


def on_gpu(case: Case, wrong: bool, checks: str, chip: str) -> Ran:
    from triton_shared.triton.launcher import Signature

    given = [a(wrong) if callable(a) else a for a in case.arguments]
    compiled = case.kernel.warmup(*given, **case.named, WRONG=wrong, grid=case.grid)
    settings = emulated.Settings(chip=chip)
    kernel = emulated.compile(str(compiled.asm["ttir"]), checks=checks, settings=settings)
    signature = Signature(compiled.src)
    everything = dict(zip(case.kernel.arg_names, given, strict=False)) | case.named | {"WRONG": wrong}
    values = signature.take([emulable(everything[name]) for name in compiled.src.signature])
    taken = list(signature.expanded(values))
    return ran(given, lambda: kernel[case.grid](*taken))


def emulable(value: Any) -> Any:
    """``value``, or the descriptor of this package that Triton's is."""
    if not hasattr(value, "block_shape"):
        return value
    return triton_shared.TensorDescriptor(value.base, value.shape, value.strides, value.block_shape)


_TURNS = re.compile("2 threads(?= that take turns)")


def without_luck(one: triton_shared.Finding) -> triton_shared.Finding:
    """``one`` without the number that a launch left whose threads, or programs, met by luck."""
    return replace(one, values=one.values[:1]) if one.told.endswith("take turns") else one


def placed(value: tuple[str, int | float]) -> tuple[str, int | float]:
    """A named value; of an address where it is between multiples of 16."""
    name, number = value
    return name, number % 16 if name == "address" else number


def told(found: list[triton_shared.Finding]) -> list[str]:
    """What ``found`` says but for addresses, which lie elsewhere each time, unless an argument has them."""
    kept = [
        replace(one, address=0, values=tuple(map(placed, one.values)), told=_TURNS.sub("programs", one.told))
        for one in map(without_luck, found)
    ]
    return [*map(repr, kept), *map(str, kept)]


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("check", "name"), WRONG)
def test_wrong(check, name, chip, monkeypatch):
    monkeypatch.setattr(device_record, "_LOOKS", 1 << 20)  # the emulator is patient, too
    case = MODULES[check].CASES[name]
    tries = (on_cpu(case, True, check) for _ in range(TRIES if check == "order" else 1))
    expected = next((one for one in tries if one.found), Ran([], []))
    got = on_gpu(case, True, check, chip)
    assert expected.found and told(got.found) == told(expected.found)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("check", "name"), CASES)
def test_right(check, name, chip):
    case = MODULES[check].CASES[name]
    plain, got = on_gpu(case, False, "", chip), on_gpu(case, False, ",".join(kinds.KINDS), chip)
    assert got == ([], plain.memory)


#: where two tensors of 40 elements begin in one piece of memory: close to each other, and far
@pytest.mark.parametrize("begins", [(64, 0), (0, 56), (0, 4096)])
def test_elements_are_told_of_one_argument_however_they_lie(begins):
    """Of those that a finding counts some are nearer to another argument than the one it names."""
    kernel = MODULES["bounds"].CASES["pointers_that_a_loop_carries"]
    memory = torch.ones(8192)
    x, y = (memory[1024 + at : 1024 + at + 40] for at in begins)
    case = kernel._replace(arguments=(x, y, torch.ones(20), 20))
    for found in (on_cpu(case, True, "bounds").found, on_gpu(case, True, "bounds", "sm_80").found):
        (one,) = found
        assert (one.argument, one.index, one.lanes, one.span) == ("y (argument 1)", (40,), 20, (40, 59))


#: program n waits for program n - 1 of 300, more than are there at once
WAITS = """
tt.func @k(%flags: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %yes = arith.constant true
  %own = tt.addptr %flags, %pid : !tt.ptr<i32>, i32
  %after = tt.addptr %own, %one : !tt.ptr<i32>, i32
  %seen = scf.while (%was = %zero) : (i32) -> i32 {
    %unset = arith.cmpi eq, %was, %zero : i32
    scf.condition(%unset) %was : i32
  } do {
  ^bb0(%was: i32):
    %now = tt.atomic_rmw add, acq_rel, gpu, %own, %zero, %yes : (!tt.ptr<i32>, i32, i1) -> i32
    scf.yield %now : i32
  }
  %old = tt.atomic_rmw exch, acq_rel, gpu, %after, %one, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
"""


def test_programs_that_wait_run_in_their_order():
    flags = np.zeros(301, np.int32)
    flags[0] = 1
    kernel = emulated.compile(WAITS, checks="order")
    with collected() as found:
        kernel[(300,)](flags)
    assert flags.all() and not found
