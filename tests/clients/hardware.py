"""``python -m tests.clients.hardware file …``: a client's programs on this CPU; only the hardware is another.

The programs import drivers of their own back ends, of an NPU and a DSP, and launch with these machines' options.
Both are stood in for here; all else that they import, of Triton and of triton-shared, is what is installed. Files whose
names begin with ``test_`` are run by pytest.
"""

from __future__ import annotations

import runpy
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from triton.runtime.jit import JITFunction

from triton_shared.triton.driver import CPUDriver
from triton_shared.triton.options import CPUOptions

#: module of a driver -> its name
DRIVERS = {
    "triton.backends.amd_triton_npu.driver": "NPUDriver",
    "triton.backends.qcom_hexagon_backend.driver": "HexagonDriver",
}
OPTIONS = {field.name for field in fields(CPUOptions)} | {"grid", "warmup"}


def stand_in() -> None:
    """Let programs import the drivers of `DRIVERS`, and launch with options that a CPU does not have."""
    for module, driver in DRIVERS.items():
        package = module.rpartition(".")[0]
        sys.modules.setdefault(package, ModuleType(package))
        sys.modules[module] = found = ModuleType(module)
        setattr(found, driver, CPUDriver)
    launch = JITFunction.run

    def run(self: JITFunction, *args: Any, **given: Any) -> Any:
        known = {name: value for name, value in given.items() if name in OPTIONS or name in self.arg_names}
        return launch(self, *args, **known)

    JITFunction.run = run


def main(files: list[str]) -> int:
    """Run ``files``; the number of failures."""
    if any(not Path(file).name.startswith("test_") for file in files):
        for file in files:
            runpy.run_path(file, run_name="__main__")
        return 0
    return int(pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", "--rootdir=.", *files]))


if __name__ == "__main__":
    stand_in()
    sys.exit(main(sys.argv[1:]))
