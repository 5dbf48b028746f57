"""No pass touches an op after it has erased it: glibc fills memory that is freed, where such an op ends the process."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(
    p for folder in ("examples", "tests/ttir/3.9", "tests/codegen") for p in (ROOT / folder).glob("*.mlir")
)
#: compiles the kernels of a file for CPUs and GPUs; those that are refused are
COMPILE = """
import sys
from pathlib import Path
from triton_shared import dialects
from triton_shared.codegen.cpu import stages as cpu
from triton_shared.codegen.nvidia import stages as gpu
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import CompileError
from triton_shared.passes.manager import run_pipeline
from triton_shared.validation.arguments import kernels_of

text = Path(sys.argv[1]).read_text(encoding="utf-8")
chips = [gpu.Options(GpuTarget(chip)) for chip in ("sm_80", "sm_90a")]
for name in kernels_of(dialects.parse(text)):
    for lower in (cpu.to_llvm_ir, *(lambda m, n, o=o: gpu.to_llvm_ir(m, n, options=o) for o in chips)):
        module = dialects.parse(text)
        try:
            run_pipeline(module, ["triton-to-linalg"])
            lower(module, name)
        except CompileError as error:
            print(error)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="MALLOC_PERTURB_ is glibc's")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_op_is_used_after_it_was_erased(path):
    environment = {**os.environ, "MALLOC_PERTURB_": "85"}
    command = [sys.executable, "-X", "faulthandler", "-c", COMPILE, str(path)]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
