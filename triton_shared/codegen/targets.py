"""The targets that there is code for, one row each: the package that makes code for it.

A target's package imports no MLIR, and has

* ``PASSES``, ``shared-to-<name>`` among them, and ``STAGES``, the names of those that make up each stage of it; ours
  re-export those of a module ``pipeline`` (`triton_shared.codegen.of_pipeline`): cached launches import no passes;
* a module ``stages``: ``compile_module``, ``to_llvm_ir`` and their ``Options``;
* a module ``machines``: ``parse(name)`` is a machine, or None where the name is none of its machines'; ``KNOWN`` are
  such names, and ``native_target()`` is that of this process, where there is one;
* ``CONVERSION``, the pipeline text by which Triton IR is converted for it, where that is not ``triton-to-linalg``;
* ``CHECK_LANES``, the option ``lanes`` of ``check-accesses`` for it, where that is not ``loops``;
* a module ``runtime``, where its kernels are no machine code of this process: ``plan(machine, **options)`` is a
  `runtime.compiler.Plan`; ``Options`` is the dataclass of its options (`triton_shared.parameters.option`), if it has
  any; ``machine(name)`` is the machine that ``name`` names, or None, and ``KNOWN`` lists such names, where it has
  others than the target's own;
* a module ``ahead``, where `triton-shared-compile` makes other forms of its kernels than of those for CPUs
  (`triton_shared.tools.ahead`).

Ours have the last two elsewhere (`ELSEWHERE`), since what launches kernels stands above what makes their code.

A package without the module ``stages`` ends at its passes: no code is made for it.  One without ``machines`` is none
of `triton-shared-compile`'s.  Packages of others are rows by entry points: `triton_shared.plugins`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from triton_shared import plugins

TARGETS = {"cpu": "triton_shared.codegen.cpu", "gpu": "triton_shared.codegen.nvidia"}

#: modules of our targets that are not in the target's package
ELSEWHERE = {
    ("cpu", "runtime"): "triton_shared.runtime.cpu.cpu_kernel",
    ("cpu", "ahead"): "triton_shared.tools.ahead_for_cpu",
    ("gpu", "runtime"): "triton_shared.runtime.cuda.cuda_plan",
    ("gpu", "ahead"): "triton_shared.tools.ahead_for_gpu",
}

DEFAULT = next(iter(TARGETS))


@cache
def elsewhere() -> tuple[plugins.EntryPoint, ...]:
    """The entry points of targets that other packages have.

    Raises:
        PluginError: two packages have a target of one name, or one has a name of `TARGETS`.
    """
    found: dict[str, plugins.EntryPoint] = {}
    for entry in plugins.entry_points(plugins.TARGETS):
        if entry.name in TARGETS or entry.name in found:
            other = found.get(entry.name, "triton-shared itself")
            raise plugins.PluginError(
                f"target '{entry.name}' is there twice: {entry}, and {other}; {entry.remedy}"
            )
        found[entry.name] = entry
    return tuple(found.values())


def names() -> list[str]:
    """The names of all targets."""
    return [*TARGETS, *(entry.name for entry in elsewhere())]


def package_of(target: str) -> ModuleType:
    """The package of ``target``.  Raises KeyError where there is none, and `PluginError` where it is broken."""
    return _module(target)


def conversion_for(target: str) -> str:
    """The pipeline from Triton IR to what the first pass of ``target`` takes."""
    return getattr(package_of(target), "CONVERSION", "triton-to-linalg")


def check_lanes_for(target: str) -> str:
    """The option ``lanes`` of `--check-accesses` for ``target``."""
    return getattr(package_of(target), "CHECK_LANES", "loops")


def has(target: str, name: str) -> bool:
    """Whether the package of ``target`` has a module ``name``."""
    if (target, name) in ELSEWHERE:
        return True
    package = package_of(target)
    return hasattr(package, "__path__") and find_spec(f"{package.__name__}.{name}") is not None


def makes_code(target: str) -> bool:
    """Whether ``target`` goes as far as code."""
    return has(target, "stages")


def module_of(target: str, name: str) -> ModuleType:
    """The module ``name`` of the package of ``target``; raises ValueError where no code is made for it."""
    if found := ELSEWHERE.get((target, name)):
        return import_module(found)
    if not makes_code(target):
        raise ValueError(f"target {target!r} ends at --shared-to-{target}: no machine code is made for it")
    return _module(target, f".{name}")


def _module(target: str, inside: str = "") -> ModuleType:
    if target in TARGETS:
        return import_module(TARGETS[target] + inside)
    entry = {entry.name: entry for entry in elsewhere()}[target]
    found = entry.load(inside)
    if not inside and not hasattr(found, "PASSES"):
        raise plugins.PluginError(f"target {entry} names no package with PASSES; {entry.remedy}")
    return found
