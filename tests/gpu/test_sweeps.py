"""Sweeps and tuning with a GPU among the targets; what was tuned is taken by autotuned kernels there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from triton.backends import Backend, backends  # noqa: E402

import triton_shared  # noqa: E402
from tests.sweeps import specs  # noqa: E402
from triton_shared.sweeps import chips, kernels, tuning  # noqa: E402
from triton_shared.tools import sweep, tune  # noqa: E402

pytestmark = pytest.mark.gpu

SPEC = specs.HEAD + """\
@sweep(kernel=ADD, axes={"n": [1, 1000, 100000]}, options={"num_warps": [2, 4]}, targets=["cuda", "cpu"],
       checks="bounds,races")
def right(draw, n):
    return added(draw, n)

@sweep(kernel=ADD, axes={"n": [64, 900]}, targets=["cuda"])
def wrong_behind_seventy(draw, n):
    return added(draw, n, lambda x, y: np.where(np.arange(n) < 70, x + y, y))

@sweep(kernel=ADD, axes={"n": [800]}, targets=["cuda"], checks="bounds")
def short(draw, n):
    return added(draw, n, short=1)
"""  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_case_ends_as_it_should(gpu, folder, capsys):
    Path("spec.py").write_text(SPEC)
    assert sweep.main(["spec.py", "--times", "-j", "1"]) == 1
    assert re.search("^15 cases: 1 failed, 1 findings, 13 passed", capsys.readouterr().out, re.M)
    lines = [json.loads(line) for line in Path("spec.sweep/journal.jsonl").read_text().splitlines()]
    found = {(line["kind"], line["case"]["sweep"]): line["result"] for line in lines}
    assert "out of bounds: kernel 'vector_add' writes out" in found["check", "short"]["detail"]
    measured = [line["result"] for line in lines if line["kind"] == "time"]
    assert {one["chip"]["name"] for one in measured} >= {chips.of("cuda")["name"]}
    assert all(one["median"] > 0 for one in measured)


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


def test_a_spec_is_tuned_for_the_gpu(gpu, folder, capsys):
    tuned = SPEC.partition('@sweep(kernel=ADD, axes={"n": [64')[0].replace('["cuda", "cpu"]', '["cuda"]')
    Path("spec.py").write_text(tuned)
    assert tune.main(["spec.py"]) == 0
    entries = tuning.read("tuned.json")
    assert [one.rivals for one in entries.values()] == [2, 2, 2]
    for one in entries.values():
        assert one.chip == chips.of("cuda") and one.configuration["num_warps"] in (2, 4) and one.seconds > 0


def test_autotuned_kernels_take_what_is_known(gpu, folder, monkeypatch):
    from triton_shared.triton.cuda.compiler import NAME, CUDABackend
    from triton_shared.triton.cuda.driver import CUDADriver

    before = triton.runtime.driver.active
    monkeypatch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))
    monkeypatch.setenv("TRITON_CACHE_DIR", str(folder / "triton"))
    triton.runtime.driver.set_active(triton_shared.CUDADriver())
    try:
        x = torch.arange(1000.0, device=gpu)
        arguments = {"x_ptr": x, "out_ptr": x, "n": 1000}
        entry = tuning.Tuned("double", kernels.digest(double), kernels.signature(arguments),
                             tuning.bucket_of(arguments), chips.of("cuda"), {"BLOCK": 32}, 1e-6, [1e-6], 3)  # fmt: skip
        Path("known.json").write_bytes(tuning.dumped(tuning.merged([entry])))
        configs = [triton.Config({"BLOCK": block}) for block in (16, 32, 64)]
        kernel = triton_shared.tuned("known.json")(triton.autotune(configs, key=["n"])(double))
        out = torch.zeros_like(x)
        kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, out, 1000)
        assert torch.equal(out, 2 * x) and kernel.best_config.kwargs == {"BLOCK": 32}
    finally:
        triton.runtime.driver.set_active(before)
