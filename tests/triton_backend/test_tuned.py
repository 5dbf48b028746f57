"""`triton_shared.tuned` above `@triton.autotune`: launches that the database knows measure nothing."""

import json

import pytest
import torch
import triton
import triton.language as tl

import triton_shared
from triton_shared.sweeps import chips, kernels, tuning


@triton.jit
def twice(x):
    return x + x


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, twice(tl.load(x_ptr + at, mask=at < n)), mask=at < n)


def autotuned():
    return triton.autotune([triton.Config({"BLOCK": block}) for block in (16, 32, 64)], key=["n"])(double)


@pytest.fixture
def database(tmp_path):
    x = torch.zeros(1000)
    arguments = {"x_ptr": x, "out_ptr": x, "n": 1000}
    entry = tuning.Tuned("double", kernels.digest(double), kernels.signature(arguments), tuning.bucket_of(arguments),
                         chips.of("cpu"), {"BLOCK": 32}, 1e-6, [1e-6, 1e-6], 3)  # fmt: skip
    path = tmp_path / "tuned.json"
    path.write_bytes(tuning.dumped(tuning.merged([entry])))
    return path


def launched(kernel, dtype=torch.float32):
    x = torch.arange(1000).to(dtype)
    out = torch.empty_like(x)
    kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, out, 1000)
    assert torch.equal(out, x + x)
    return kernel.best_config.kwargs["BLOCK"]


def test_a_known_launch_takes_the_configuration_and_measures_no_other(database, monkeypatch):
    kernel = triton_shared.tuned(database)(autotuned())
    measured = []
    bench = kernel._bench
    monkeypatch.setattr(
        kernel, "_bench", lambda *a, config, **m: measured.append(config) or bench(*a, config=config, **m)
    )
    assert launched(kernel) == 32 and len(measured) <= 1  # releases before 3.9 time the only one
    measured.clear()
    launched(kernel, torch.float16)
    assert len(measured) == 3


def test_a_configuration_that_the_kernel_does_not_list_is_taken_too(database):
    data = json.loads(database.read_text())
    data["entries"][0]["configuration"] = {"BLOCK": 128, "num_warps": 2}
    database.write_text(json.dumps(data))
    kernel = triton_shared.tuned(database)(autotuned())
    assert launched(kernel) == 128 and kernel.best_config.num_warps == 2


def test_a_change_of_a_function_that_the_kernel_calls_is_another_kernel(database, monkeypatch):
    before = kernels.digest(double)
    monkeypatch.setitem(double.fn.__globals__, "twice", triton.jit(thrice))
    assert kernels.digest(double) != before


def thrice(x):
    return x + x + x


def test_what_is_not_autotuned_is_refused(database):
    with pytest.raises(TypeError, match="expected what @triton.autotune makes, got JITFunction"):
        triton_shared.tuned(database)(double)
