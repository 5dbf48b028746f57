"""``python -m tests.clients.hardware checkout file …``: a client's programs on this CPU; only the hardware is another.

The programs import drivers of their own back ends, of an NPU and a DSP, and launch with these machines' options.
Both are stood in for here; all else that they import, of Triton, of triton-shared and of the client's own back end
(`BACKENDS`), is what is installed or in the checkout. Files whose names begin with ``test_`` are run by pytest.
What torch computes to compare with is its own, except products of bf16: these are of f32, and rounded.

``RECORD=folder`` writes the Triton IR of every kernel that is launched while a transform script is named.
"""

from __future__ import annotations

import os
import runpy
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from triton.runtime import driver
from triton.runtime.jit import JITFunction

from triton_shared.triton.driver import CPUDriver
from triton_shared.triton.options import CPUOptions

OPTIONS = {field.name for field in fields(CPUOptions)} | {"grid", "warmup"}
#: the variable by which XDNA's programs name the transform script of their kernels; here it may name several
SCRIPT = "AIR_TRANSFORM_TILING_SCRIPT"


class Driver(CPUDriver):
    """A machine of which one may ask for a runtime by name."""

    def __init__(self, runtime: str | None = None) -> None:
        super().__init__()


class Dispatched:
    """The kernel that was launched last, which XDNA's models launch again by themselves."""

    def __init__(self, kernel: JITFunction) -> None:
        self.kernel = kernel

    def launch(self, x: int, y: int, z: int, *args: Any) -> None:
        """Launch it; four arguments are of the launcher."""
        self.kernel[(x, y, z)](*args[4:])


class Chain:
    """XDNA's chain of kernels that are dispatched as one: here each is launched as it is added."""

    def __init__(self, name: str) -> None:
        self.name = name

    def add(
        self, kernel: Any, grid: tuple, arg_map: dict, *, args: tuple, constexprs: dict, transform_script: str
    ) -> None:
        driver.set_active(Driver())
        os.environ[SCRIPT] = transform_script
        kernel[grid](*args, **constexprs)


#: package of a back end -> where a checkout has it, and what stands for its modules of the machine
BACKENDS: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "triton.backends.amd_triton_npu": (
        "amd_triton_npu/backend",
        {
            "driver": {"NPUDriver": Driver, "_last_dispatched_module": None},
            "multilaunch": {"NPUChain": Chain},
        },
    ),
    "triton.backends.qcom_hexagon_backend": (
        "qcom_hexagon_backend/backend",
        {"driver": {"HexagonDriver": Driver}},
    ),
}


def stand_in(checkout: Path) -> None:
    """Let programs of ``checkout`` import the machines of `BACKENDS`, and launch with options that CPUs do not have."""
    for name, (folder, modules) in BACKENDS.items():
        sys.modules[name] = package = ModuleType(name)
        package.__path__ = [str(checkout / folder)]
        for module, names in modules.items():
            sys.modules[f"{name}.{module}"] = found = ModuleType(f"{name}.{module}")
            vars(found).update(names)
    launch = JITFunction.run

    def run(self: JITFunction, *args: Any, **given: Any) -> Any:
        known = {name: value for name, value in given.items() if name in OPTIONS or name in self.arg_names}
        kernel = launch(self, *args, **known)
        if kernel is not None:
            _record(self.__name__, kernel)
        for name in BACKENDS:
            vars(sys.modules[f"{name}.driver"])["_last_dispatched_module"] = Dispatched(self)
        return kernel

    JITFunction.run = run


def multiply_wide() -> None:
    """Let ``torch.matmul`` multiply bf16 as f32, and round once.

    Where a CPU has no instructions for bf16, torch takes a loop over elements: 0.3 GFLOP/s on an EPYC of AVX2.
    """
    narrow = torch.matmul

    def matmul(a: torch.Tensor, b: torch.Tensor, **named: Any) -> torch.Tensor:
        wide = a.dtype == b.dtype == torch.bfloat16 and not named
        return narrow(a.float(), b.float()).to(a.dtype) if wide else narrow(a, b, **named)

    torch.matmul = matmul


def _record(name: str, kernel: Any) -> None:
    """Write the Triton IR of ``kernel`` into the folder RECORD, by the names of the scripts that are for it."""
    folder = os.environ.get("RECORD")
    for script in filter(None, os.environ.get(SCRIPT, "").split(os.pathsep)) if folder else ():
        place = Path(str(folder)) / Path(script).resolve().parent.name
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{Path(script).stem}-{name}-{kernel.hash[:8]}.mlir").write_text(str(kernel.asm["ttir"]))


def main(checkout: Path, files: list[str]) -> int:
    """Run ``files``; the number of failures."""
    stand_in(checkout)
    multiply_wide()
    if "__main__" not in Path(files[0]).read_text():
        return int(pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", "--rootdir=.", *files]))
    for file in files:
        sys.argv = [file]
        runpy.run_path(file, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
