"""What a GPU gives beside what the CPU gives, of the same kernels and arrays, without numpy in between."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

import triton_shared
from examples.tutorials import Case, cases
from triton_shared.runtime.compiler import compile as compile_for_cpu

#: of each file the case of the smallest sizes
CASES: dict[str, Case] = {}
for _case in sorted(cases(), key=lambda case: prod(case.sizes.values())):
    CASES.setdefault(_case.path.stem, _case)


@pytest.fixture(autouse=True)
def gpu(request):
    """Skips where kernels are compiled for the CPU."""
    if request.config.getoption("--target") == "cpu":
        pytest.skip("compares with --target gpu, or --target emulator")


@pytest.mark.gpu
@pytest.mark.parametrize("name", CASES)
def test_results_agree(name):
    """They differ by what both may be off."""
    launches = []
    for make in (compile_for_cpu, triton_shared.compile):
        launch = CASES[name].launch(seed=1)
        make(CASES[name].path)[launch.grid](*launch.args)
        launches.append(launch)
    limits = launches[0].oracle()
    for output in limits:
        cpu, gpu = (launch.outputs[output].values() for launch in launches)
        np.testing.assert_array_equal(np.isnan(cpu), np.isnan(gpu))
        assert np.all(np.abs(cpu - gpu) <= 2 * limits[output].limit, where=~np.isnan(cpu))
