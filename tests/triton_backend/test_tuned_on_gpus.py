"""Kernels are tuned on a GPU that is emulated, and launches there take what was fastest."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import triton_shared
from tests.runtime.cuda.conftest import emulated_cuda
from tests.support.emulated_triton import Tensor, gpu
from tests.sweeps import specs
from triton_shared.sweeps import backends, chips, kernels, runner, tuning, workers
from triton_shared.sweeps.tuned import Database
from triton_shared.tools import tune as tool

__all__ = ["emulated_cuda", "gpu"]

H200 = SimpleNamespace(name="NVIDIA H200", major=9, minor=0, multi_processor_count=132)
SPEC = specs.HEAD + """\
@sweep(kernel=ADD, axes={"n": [1000, 3000]}, options={"num_warps": [2, 4]}, targets=["cuda"])
def add(draw, n):
    return added(draw, n)
"""  # fmt: skip


@pytest.fixture
def h200(monkeypatch):
    """What torch says of the GPU."""
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: H200)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)


@pytest.fixture
def here(monkeypatch, emulated_cuda):
    """Tasks are run by this process, on tensors that kernels may touch."""

    def placed(arguments, device):
        assert device == "cuda"
        made = {
            n: Tensor(torch.from_numpy(v)) if isinstance(v, np.ndarray) else v for n, v in arguments.items()
        }
        arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
        emulated_cuda.visible = arrays
        emulated_cuda.memory |= {(a.ctypes.data, a.nbytes): 0 for a in arrays.values()}
        return made

    monkeypatch.setattr(workers, "attend", lambda request: json.dumps(runner.run(json.loads(request))))
    monkeypatch.setattr(backends, "_as_tensors", placed)
    monkeypatch.setattr(backends, "_copy_back", lambda arguments, placed: None)
    return emulated_cuda


def test_a_spec_is_tuned_on_a_gpu(here, h200, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("spec.py").write_text(SPEC)
    assert tool.main(["spec.py"]) == 0
    assert "tuned.json: 2 entries of this run" in capsys.readouterr().out
    entries = tuning.read("tuned.json").values()
    assert {launch.threads for launch in here.launches} == {64, 128}
    assert [one.rivals for one in entries] == [2, 2]
    assert all(one.configuration["num_warps"] in (2, 4) and one.seconds > 0 for one in entries)
    assert all(one.chip == {"name": H200.name, "features": "sm_90", "cores": 132} for one in entries)
    kernel, x = specs.EXAMPLE.read_text(), np.zeros(1000, np.float32)
    on_cpu = {"x": x, "y": x, "out": x, "n": 1000}
    on_gpu = {name: Tensor(torch.from_numpy(v)) if name != "n" else v for name, v in on_cpu.items()}
    known = next(one for one in entries if one.bucket == {"n": 1024})
    assert Database("tuned.json").best(kernel, on_gpu) == known.configuration
    assert Database("tuned.json").best(kernel, on_cpu) is None, "another chip"


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


def test_launches_on_a_gpu_take_what_is_known_of_its_chip(gpu, h200, tmp_path):
    measured = []

    def bench(call, quantiles):
        call()
        measured.append(call)
        return [1.0] * 3

    x, out = torch.arange(1000.0), torch.zeros(1000)
    arguments = {"x_ptr": gpu(x), "out_ptr": gpu(out), "n": 1000}
    path = tmp_path / "tuned.json"
    known = (kernels.digest(double), kernels.signature(arguments), tuning.bucket_of(arguments))
    entries = [
        tuning.Tuned(
            "double", *known, chips.of(target), {"BLOCK": block, "num_warps": 2}, 1e-6, [1e-6, 1e-6], 3
        )
        for target, block in (("cuda", 32), ("cpu", 64))
    ]
    path.write_bytes(tuning.dumped(tuning.merged(entries)))
    configs = [triton.Config({"BLOCK": block}) for block in (16, 32, 64)]
    kernel = triton_shared.tuned(path)(triton.autotune(configs, key=["n"], do_bench=bench)(double))
    kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](*arguments.values())
    assert out.equal(2 * x) and len(measured) <= 1
    assert kernel.best_config.kwargs["BLOCK"] == 32 and kernel.best_config.num_warps == 2
