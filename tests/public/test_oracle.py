"""What Triton's interpreter says of programs, as `public_oracle` asks it, and what the adaptor does to tuners."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.public.run import HERE

pytest.importorskip("triton")
pytest.importorskip("torch")

PROGRAM = """
import torch, triton
import triton.language as tl

@triton.jit
def kernel(x, table, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    BODY

x, out = torch.arange(4.0), torch.zeros(8)
hidden = torch.ones(1)
table = torch.tensor([hidden.data_ptr()])
kernel[(1,)](x, table, out, 3, BLOCK=8)
result = out
"""

#: what a kernel does with four numbers and room for eight, and what becomes of it
BODIES = {
    "tl.store(out + i, tl.load(x + i, mask=i < n, other=7.0))": "",
    "tl.store(out + i, tl.load(x + tl.where(i < 4, i, i - 4)))": "",
    "tl.store(out + i, tl.load(tl.load(table).to(tl.pointer_type(tl.float32))))": "",
    "tl.store(out + i, tl.load(x + i))": "reads 4 elements outside",
    "tl.store(out + i - 1, 1.0)": "writes 1 elements outside",
    "tl.store(x + i, 1.0, mask=i < n + 2)": "writes 1 elements outside",
    "tl.atomic_add(out + i * 2, 1.0)": "updates 4 elements outside",
    "tl.atomic_add(out + i * 2, 1.0, mask=i < n)": "",
}

ASK = """
import sys
from public_oracle import Oracle
oracle = Oracle()
for path in sys.argv[1:]:
    try:
        oracle.results(path, "result", 60)
        print("in bounds")
    except RuntimeError as error:
        print(str(error).replace("\\n", " "))
oracle.process.kill()
"""

TUNER = """
import os
os.environ["TRITON_INTERPRET"] = "INTERPRETED"
import public_adaptor
public_adaptor.few_configurations(1)
import torch, triton
import triton.language as tl

configurations = [triton.Config({"BLOCK": block}) for block in (4, 16, 4, 8, 4)]

@triton.autotune(configurations, key=[])
@triton.jit
def kernel(x, BLOCK: tl.constexpr):
    tl.static_assert(BLOCK == 8)
    tl.store(x + tl.arange(0, BLOCK), 1.0)

x = torch.zeros(8)
kernel[(1,)](x)
print(x.sum().item())
"""

BOTH = """
import public_adaptor, torch
public_adaptor.install()
program = '''
library = torch.library.Library("twice", "FRAGMENT")
library.define("op(Tensor x) -> Tensor")
for key in ("CUDA", "CPU"):
    torch.library.impl(library, "op", key)(lambda x: x)
'''
exec(program, {"torch": torch, "__name__": "torch.distributed.some"})
print(torch.ops.twice.op(torch.ones(3)).sum().item())
"""

ACCELERATED = """
import public_adaptor, torch
torch._C._accelerator_getAccelerator = lambda: torch.device("cuda")
public_adaptor.install()
print(torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3)).sum().item())
"""

ON_CUDA = """
import pathlib, sys, public_adaptor, torch
pathlib.Path(sys.argv[1], "asks.py").write_text('def cuda(x): return x.device.type == "cuda"')
sys.path.insert(0, sys.argv[1])
public_adaptor.install()
public_adaptor.anywhere("asks")
import asks
print(asks.cuda(torch.zeros(2, device="cpu", pin_memory=True)))
"""


def run(program: str, *arguments: str) -> list[str]:
    """The lines that ``program`` prints in a process of its own."""
    path = os.pathsep.join([str(HERE), str(HERE.parents[1])])
    environment = os.environ | {"TRITON_DEFAULT_BACKEND": "triton_shared", "PYTHONPATH": path}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_interpreter_notes_accesses_outside_of_all_tensors(tmp_path: Path):
    paths = []
    for number, body in enumerate(BODIES):
        paths.append(tmp_path / f"{number}.py")
        paths[-1].write_text(PROGRAM.replace("BODY", body))
    for (body, expected), answer in zip(BODIES.items(), run(ASK, *map(str, paths)), strict=True):
        assert expected in answer if expected else answer == "in bounds", body


@pytest.mark.parametrize("interpreted", ["0", "1"])
def test_a_configuration_that_the_kernel_refuses_gives_way_to_another(interpreted: str, tmp_path: Path):
    path = tmp_path / "tuner.py"
    path.write_text(TUNER.replace("INTERPRETED", interpreted))
    assert run("import runpy, sys; runpy.run_path(sys.argv[1])", str(path)) == ["8.0"]


def test_torch_registers_its_own_operators_for_both_devices():
    assert run(BOTH) == ["3.0"]


def test_torch_that_is_built_for_cuda_compiles_without_a_device():
    assert run(ACCELERATED) == ["6.0"]


def test_a_module_is_told_that_tensors_are_on_cuda_and_no_memory_is_pinned(tmp_path: Path):
    assert run(ON_CUDA, str(tmp_path)) == ["True"]
