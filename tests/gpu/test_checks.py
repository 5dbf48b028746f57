"""Unmodified Triton programs that are checked on a GPU find what they find on the CPU, and change no other result."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from triton.backends import Backend, backends  # noqa: E402

import triton_shared  # noqa: E402
from tests.check.kernels.case import Case  # noqa: E402
from tests.check.kernels.modules import CASES, MODULES, case_of  # noqa: E402
from tests.support import entry_points  # noqa: E402
from tests.support.moved import memory, moved  # noqa: E402
from triton_shared.runtime.checks import kinds  # noqa: E402
from triton_shared.runtime.checks.findings import collected  # noqa: E402

pytestmark = pytest.mark.gpu

WRONG = [case_of(check, name) for check in kinds.KINDS for name in MODULES[check].CASES]


@pytest.fixture(scope="module")
def drivers(tmp_path_factory):
    """The drivers of both targets, by name."""
    from triton_shared.triton.compiler import CPUBackend
    from triton_shared.triton.cuda.compiler import NAME, CUDABackend
    from triton_shared.triton.cuda.driver import CUDADriver
    from triton_shared.triton.driver import NAME as CPU
    from triton_shared.triton.driver import CPUDriver

    before = triton.runtime.driver.active
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))
        patch.setitem(backends, CPU, Backend(CPUBackend, CPUDriver))
        patch.setenv("TRITON_CACHE_DIR", str(tmp_path_factory.mktemp("triton")))
        yield {"cpu": CPUDriver(), "cuda": CUDADriver()}
        triton.runtime.driver.set_active(before)


class Ran(NamedTuple):
    """What a launch found, and the bytes of its arrays after it."""

    found: list[triton_shared.Finding]
    memory: list[bytes]


def ran(driver: Any, device: str, case: Case, wrong: bool, checks: str) -> Ran:
    triton.runtime.driver.set_active(driver)
    given = [a(wrong) if callable(a) else a for a in case.arguments]
    given = moved(given, device) if device != "cpu" else given
    one_thread = {"num_threads": 1} if device == "cpu" else {}
    with collected() as found:
        case.kernel[case.grid](*given, **case.named, **one_thread, WRONG=wrong, checks=checks)
    if device != "cpu":
        torch.cuda.synchronize()
    return Ran(found, memory(given))


def brief(found: list[triton_shared.Finding]) -> list[tuple]:
    """What ``found`` says that does not depend on which program a GPU runs first."""
    return [
        (one.kind, one.file, one.line, one.does, one.argument, one.shape, one.kind != "order" and one.index)
        for one in found
    ]


def placed(value: tuple[str, int | float]) -> tuple[str, int | float]:
    """A named value; of an address where it is between multiples of 16."""
    name, number = value
    return name, number % 16 if name == "address" else number


def told(found: list[triton_shared.Finding]) -> list[str]:
    """What ``found`` says but for addresses, which lie elsewhere."""
    kept = [replace(one, address=0, values=tuple(map(placed, one.values))) for one in found]
    return [*map(repr, kept), *map(str, kept)]


@pytest.mark.parametrize(("check", "name"), WRONG)
def test_wrong(gpu, drivers, check, name):
    case = MODULES[check].CASES[name]
    tries = (ran(drivers["cpu"], "cpu", case, True, check) for _ in range(8 if check == "order" else 1))
    expected = next((one for one in tries if one.found), Ran([], []))
    got = ran(drivers["cuda"], "cuda", case, True, check)
    says = brief if check in ("races", "order") else told
    assert expected.found and says(got.found) == says(expected.found)


@pytest.mark.parametrize(("check", "name"), CASES)
def test_right(gpu, drivers, check, name):
    case = MODULES[check].CASES[name]
    plain = ran(drivers["cuda"], "cuda", case, False, "")
    assert ran(drivers["cuda"], "cuda", case, False, ",".join(kinds.KINDS)) == ([], plain.memory)


@triton.jit
def doubled(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, 2 * tl.load(x + i))


def test_memory_of_a_gpu_that_nobody_wrote(gpu, drivers):
    triton.runtime.driver.set_active(drivers["cuda"])
    checked = triton_shared.check(doubled, "initialised")
    x, out = torch.ones(64, device=gpu), torch.zeros(64, device=gpu)
    checked[(1,)](x, out, N=64)  # from now on what `torch.empty` makes is known
    x = torch.empty(64, device=gpu)
    with pytest.raises(triton_shared.CheckError, match=r"nobody has written at \[0\]"):
        checked[(1,)](x, out, N=64)
    x.fill_(3)
    checked[(1,)](x, out, N=64)
    assert out.eq(6).all()


PROGRAM = """
import torch, triton, triton.language as tl

@triton.jit
def scale(x_ptr, factor, n, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + lanes, lanes < n)
    tl.store(x_ptr + lanes, factor * x, lanes < n)

x = torch.ones(1000, device="cuda")[:990]
scale[(4,)](x, 2.5, 1000, BLOCK=256)
print(x.sum().item(), torch.as_strided(x, (1000,), (1,))[990:].sum().item())
"""


@pytest.mark.parametrize("raises", [False, True])
def test_the_environment_asks_for_checks(gpu, tmp_path, raises):
    entry_points.install(tmp_path, "triton.backends", "triton_shared_cuda", "triton_shared.triton.cuda")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    asked = {
        "TRITON_DEFAULT_BACKEND": "triton_shared_cuda",
        kinds.VARIABLE: "bounds",
        kinds.RAISE: str(int(raises)),
    }
    ran = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": path, **asked},
        capture_output=True,
        text=True,
    )
    for does, line in ("reads", 7), ("writes", 8):
        assert (
            f"program.py:{line}: out of bounds: kernel 'scale' {does} x_ptr (argument 0), float32[990]"
            in ran.stderr
        )
    assert ran.stderr.count("program (3, 0, 0), lane [222] of [256]") == 2, ran.stderr
    if raises:
        assert ran.returncode == 1 and "CheckError" in ran.stderr
    else:
        assert ran.stdout.split() == ["2475.0", "10.0"], ran.stderr[-2000:]
