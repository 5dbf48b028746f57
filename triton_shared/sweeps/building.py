"""Files of a case ahead of time, by the code of ``triton-shared-compile``: objects and headers, or PTX."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from triton_shared import names
from triton_shared.codegen.targets import DEFAULT
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.kernels import Program
from triton_shared.tools import compile, targets
from triton_shared.tools.arguments import UsageError

#: targets of sweeps that the compiler calls otherwise
TARGETS = {"interpreter": "cpu", "reference": "cpu", "emulator": "sm_90a"}


def files(program: Program, case: Case, target: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The files for ``target`` in base64, by names that are made of the kernel's and of the case's key.

    Raises:
        UsageError: there is no such target, or the kernel cannot be compiled for it.
    """
    row, _ = targets.parse(_named(target))
    name = f"{names.file_name(program.name or case.sweep)}-{case.key[:12]}"
    form, suffix = ("obj", ".o") if row == DEFAULT else ("ptx", ".ptx")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.mlir"
        source.write_text(program.text, encoding="utf-8")
        argv = [
            str(source),
            "--target",
            _named(target),
            "--emit",
            form,
            "-o",
            str(Path(folder) / f"{name}{suffix}"),
        ]
        if program.name:
            argv += ["--kernel-name", program.name]
        if row != DEFAULT:
            argv += [text for name, value in options.items() for text in compile.flags(name, value)]
        made = compile.made(argv)
    return {Path(path).name: base64.b64encode(data).decode() for path, data in made}


def _named(target: str) -> str:
    """``target`` as the compiler's tool takes it.

    Raises:
        UsageError: it is the GPU of this machine, which the tool takes by its chip.
    """
    if target == "cuda":
        raise UsageError("kernels are built for chips: name one, as in --target sm_90a")
    family, _, chip = target.partition(":")
    return chip or TARGETS[family] if family == "emulator" else target
