"""What runs a launch: this CPU, one with fewer instructions, the GPU, the emulator, Triton's interpreter, the executor.

Each is a function from a `Job` to what launches it, which changes the arrays of its arguments.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from triton_shared import reference
from triton_shared.codegen import targets
from triton_shared.runtime import compiler
from triton_shared.runtime.cpu import cpu_kernel
from triton_shared.sweeps.kernels import Program, is_triton
from triton_shared.sweeps.spec import Launch
from triton_shared.tools import python_source
from triton_shared.tools.arguments import UsageError
from triton_shared.tools.main import checkout

machines, stages, target = (targets.module_of("cpu", name) for name in ("machines", "stages", "target"))
#: CPUs that this one may stand for
MACHINES: dict[str, Any] = {**machines.LEVELS, "scalar": target.CpuTarget("x86-64", "")}


@dataclass(frozen=True)
class Job:
    """A program that is to be launched; ``options`` are for the compiler of the target."""

    program: Program
    launch: Launch
    kernel: Any
    constants: dict[str, Any]
    options: dict[str, Any]
    checks: tuple[str, ...] = ()


#: launches a job once, on arrays that it is given by parameter
Run = Callable[[dict[str, Any]], None]


@contextmanager
def prepared(name: str, job: Job) -> Iterator[Run]:
    """What launches ``job`` on the target ``name``, as long as that holds.

    Raises:
        UsageError: there is no such target here.
    """
    family, _, rest = name.partition(":")
    match family:
        case "cpu":
            yield _on_cpu(job)
        case _ if name in MACHINES:
            with forced(MACHINES[name]):
                yield _on_cpu(job)
        case "cuda":
            yield _on_gpu(job)
        case "emulator":
            yield _on_emulator(job, rest or "sm_90a")
        case "interpreter":
            yield _interpreted(job)
        case "reference":
            yield functools.partial(_executed, job)
        case _:
            known = ", ".join(["cpu", *MACHINES, "cuda", "emulator", "interpreter", "reference"])
            raise UsageError(f"unknown target '{name}': expected one of {known}")


@contextmanager
def forced(machine: Any) -> Iterator[None]:
    """Let this process, which does nothing else meanwhile, take its CPU for ``machine``.

    Raises:
        UsageError: it cannot run that one's code.
    """
    here = target.native_target()
    wanted = {feature for feature in machine.features.split(",") if feature.startswith("+")}
    if (
        missing := sorted(wanted - (set(here.features.split(",")) if here.is_x86 else set()))
        or not here.is_x86
    ):
        lacks = ", ".join(missing) if isinstance(missing, list) else "x86-64"
        raise UsageError(f"this machine cannot run code for {machine.cpu}: it lacks {lacks}")
    patched: list[tuple[Any, str, Any]] = [
        (m, "native_target", lambda: machine) for m in (machines, stages, target)
    ]
    patched.append((cpu_kernel, "host", lambda: repr(machine)))
    before = [(module, name, getattr(module, name)) for module, name, _ in patched]
    for module, name, value in patched:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def can_check(name: str) -> bool:
    """Whether launches on the target ``name`` can be checked: on machines, and on those that are emulated."""
    return name in ("cpu", "cuda") or name in MACHINES or name.partition(":")[0] == "emulator"


def _on_cpu(job: Job) -> Run:
    kernel = compiler.compile(job.program.text, kernel=job.program.name, checks=job.checks, **job.options)
    return lambda arguments: kernel[job.launch.grid](*arguments.values())


def _on_emulator(job: Job, chip: str) -> Run:
    if (root := checkout()) is None or not (root / "tests" / "support" / "emulated.py").is_file():
        raise UsageError("target 'emulator' is a part of the tests: run the sweep in a checkout")
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    emulated = importlib.import_module("tests.support.emulated")
    known = {name: value for name, value in job.options.items() if name in ("num_warps", "num_stages")}
    settings = emulated.Settings(chip=chip, **known)
    kernel = emulated.compile(job.program.text, kernel=job.program.name, settings=settings, checks=job.checks)
    return lambda arguments: kernel[job.launch.grid](*arguments.values())


def _on_gpu(job: Job) -> Run:
    """Launches on copies, which are torch's."""
    import torch

    kernel = compiler.compile(
        job.program.text, kernel=job.program.name, target="cuda", checks=job.checks, **job.options
    )

    def run(arguments: dict[str, Any]) -> None:
        placed = _as_tensors(arguments, "cuda")
        kernel[job.launch.grid](*placed.values())
        torch.cuda.synchronize()
        _copy_back(arguments, placed)

    return run


def _as_tensors(arguments: dict[str, Any], device: str) -> dict[str, Any]:
    """Arrays as torch's tensors on ``device``; views of the same memory stay so."""
    import torch

    roots: dict[int, Any] = {}

    def tensor(array: np.ndarray) -> Any:
        base = root_of(array)
        if id(base) not in roots:
            raw = torch.from_numpy(base.reshape(-1).view(np.uint8).copy()).to(device)
            roots[id(base)] = raw
        kind = getattr(torch, _TORCH.get(array.dtype.name, array.dtype.name))
        strides = [stride // array.itemsize for stride in array.strides]
        offset = (array.ctypes.data - base.ctypes.data) // array.itemsize
        return roots[id(base)].view(kind).as_strided(array.shape, strides, offset)

    return {name: tensor(v) if isinstance(v, np.ndarray) else v for name, v in arguments.items()}


_TORCH = {"float8_e4m3": "float8_e4m3fn"}


def _copy_back(arguments: dict[str, Any], placed: dict[str, Any]) -> None:
    """What tensors hold, gaps between their elements included, to the arrays."""
    import torch

    for name, array in arguments.items():
        if isinstance(array, np.ndarray):
            storage = torch.empty(0, dtype=torch.uint8, device=placed[name].device)
            raw = storage.set_(placed[name].untyped_storage()).cpu().numpy()
            root_of(array).reshape(-1).view(np.uint8)[:] = raw


def root_of(array: np.ndarray) -> np.ndarray:
    """The array whose memory ``array`` is a view of."""
    found = array
    while isinstance(found.base, np.ndarray):
        found = found.base
    return found


def _executed(job: Job, arguments: dict[str, Any]) -> None:
    reference.run(job.program.text, job.launch.grid, *arguments.values(), seed=0, output=lambda line: None)


def _interpreted(job: Job) -> Run:
    """Launches by Triton's interpreter, of the kernel's file as that reads it."""
    if not is_triton(job.kernel):
        raise UsageError(
            "Triton's interpreter runs kernels of Triton's: take oracle='reference' for Triton IR"
        )
    function = python_source.plain(job.kernel)
    kernel = getattr(_interpretable(function.fn.__code__.co_filename), function.__name__)
    while not hasattr(kernel, "rewrite"):  # what tunes it
        kernel = kernel.fn

    def run(arguments: dict[str, Any]) -> None:
        placed = _as_tensors({**arguments, **_ones(job)}, "cpu")
        kernel[job.launch.grid](**placed, **job.constants)
        _copy_back(arguments, placed)

    return run


def _ones(job: Job) -> dict[str, Any]:
    """Arguments that Triton IR has as constants."""
    return {n: v for n, v in job.launch.arguments.items() if n not in job.program.arguments}


@functools.cache
def _interpretable(file: str) -> Any:
    """The Python file, imported with kernels for the interpreter."""
    from triton import knobs

    spec = importlib.util.spec_from_file_location(f"interpreted_{Path(file).stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with knobs.runtime.scope():
        knobs.runtime.interpret = True
        spec.loader.exec_module(module)
    return module
