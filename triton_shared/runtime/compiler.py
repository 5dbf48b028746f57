"""``compile`` makes a `Kernel` of a program, or takes it from the cache.

A kernel that was compiled before, by this process or another, comes from the cache: then neither is MLIR
imported nor the source parsed.  With ``TRITON_SHARED_DUMP_PATH`` every kernel is compiled anew, and its
stages are written to files there.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from triton_shared import interrupts
from triton_shared.codegen import targets
from triton_shared.codegen.targets import DEFAULT
from triton_shared.parameters import COUNT, FLAG, NAME, check, required
from triton_shared.runtime import cache, workers
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.cpu import cpu_kernel
from triton_shared.runtime.cuda import cuda_kernel
from triton_shared.runtime.kernel import Kernel, parameter_names, read_source


class Plan(Protocol):
    """How a kernel is compiled for a kind of machine, and loaded; a key of dictionaries."""

    @property
    def target(self) -> str:
        """A row of `codegen.targets`."""

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header, as JSON can hold it, and code of what was ``compiled``, for the cache."""

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""

    def load(self, header: dict, code: bytes) -> Kernel:
        """The kernel; raises RuntimeError or LookupError where the code is none, or lacks the entry."""


#: what `compile` takes besides the source; what a target asks of numbers is its own matter
PARAMETERS = {
    "kernel": NAME,
    "target": required(NAME),
    "num_threads": COUNT,
    "num_warps": COUNT,
    "num_stages": COUNT,
    "maxnreg": COUNT,
    "tensor_copies": FLAG,
    "warp_specialize": FLAG,
    "persistent": FLAG,
    "launch_pdl": FLAG,
    "enable_fp_fusion": required(FLAG),
}

# Kernels that somebody still holds, by their cache key and plan.
_alive: weakref.WeakValueDictionary[tuple[str, Plan], Kernel] = weakref.WeakValueDictionary()


def compile(
    source: Any,
    *,
    kernel: str | None = None,
    target: str = DEFAULT,
    num_threads: int | None = None,
    num_warps: int | None = None,
    num_stages: int | None = None,
    maxnreg: int | None = None,
    tensor_copies: bool | None = None,
    warp_specialize: bool | None = None,
    persistent: bool | None = None,
    launch_pdl: bool | None = None,
    enable_fp_fusion: bool = True,
    without: Iterable[str] | str = (),
    checks: Iterable[str] | str | None = None,
) -> Kernel:
    """Compile a kernel, or take it from the cache.

    Args:
        source: Triton IR or the shared form, as text, as an MLIR module, or as the path of a file.  A string with a
            line break or a brace is text, unless there is a file of that name.
        kernel: the name of the public function; may be left out where there is but one.
        target: "cpu" is the machine that this process runs on, "cuda" the current GPU, "sm_90a" and the like are
            NVIDIA's chips by name; or another row of `codegen.targets`.
        num_threads: how many threads a launch on a CPU may use; default ``TRITON_SHARED_NUM_THREADS``, else all cores.
        num_warps: warps of a block on a GPU, a power of two; default 4.
        num_stages: turns of a loop that are in flight at once on a GPU, where its loads are staged; default 3.
        maxnreg: registers of a thread on a GPU, at most.
        tensor_copies: whether staged loads are copied by TMA on sm_90a, where launches' arguments allow.
        warp_specialize: whether a warp of its own begins these copies on sm_90a, where it may run ahead.
        persistent: whether a GPU's blocks run program after program, no more of them than fit at once.
            What of the three is left out is as a rule has it (docs/gpu.md).
        launch_pdl: whether a GPU's blocks may begin while the kernel before theirs ends, for which they wait before
            they touch memory; default where they can, from sm_90 on.
        enable_fp_fusion: whether a product and a sum of floats may become one op that rounds once.
        without: optional passes to leave out, by name, beside those of ``TRITON_SHARED_WITHOUT``
            (``triton-shared-opt --list-optional``): a way out where one of them makes a program wrong.
        checks: what launches check, on a CPU: "bounds", or "all"; default ``TRITON_SHARED_CHECK``, else nothing.

    Raises:
        CompileError: the program was refused; the message shows where and why.
        ValueError: the target is unknown, or ends before machine code, or an option is out of range, or not for it, or
            a pass that is to be left out is unknown, or needed, or a check is unknown, or not for the target.
        PluginError: a package that adds to this one is broken.
        OSError: the file cannot be read.
        CudaError: the target is "cuda", and there is no GPU.
    """
    check(PARAMETERS, locals())
    given = {
        "num_threads": num_threads,
        "num_warps": num_warps,
        "num_stages": num_stages,
        "maxnreg": maxnreg,
        "tensor_copies": tensor_copies,
        "warp_specialize": warp_specialize,
        "persistent": persistent,
        "launch_pdl": launch_pdl,
    }
    given = {name: value for name, value in given.items() if value is not None}
    target = cuda_kernel.chip_of(target)
    plan = _plan(target, given)
    text, file = read_source(source)
    place = "" if file == "-" else os.path.abspath(file)  # code knows the lines that it was made from
    asked = kernel, enable_fp_fusion, _left_out(without), _checks(checks, target)
    key = cache.key(text, place, repr(asked), *plan.key)
    stages = os.environ.get("TRITON_SHARED_DUMP_PATH")
    if not stages and (found := _alive.get((key, plan))):
        return found
    if stages:
        return plan.load(*workers.here(_build, plan, text, file, *asked, Path(stages)))
    with interrupts.deferred, workers.once((key, plan)):
        if (found := _alive.get((key, plan))) is None:  # another thread may have made it meanwhile
            if (found := _cached(plan, key)) is None:
                header, code = workers.run(build, target, given, text, file, *asked)
                cache.store(key, header, code)
                found = plan.load(header, code)
            _alive[key, plan] = found
        return found


def _plan(target: str, options: dict[str, Any]) -> Plan:
    """The plan for ``target`` with these options."""
    runtime = _runtime(target)
    if unknown := options.keys() - set(runtime.OPTIONS):
        raise ValueError(f"{', '.join(sorted(unknown))}: not an option of target {target!r}")
    return runtime.plan(target, **options)


def _runtime(target: str) -> Any:
    """What plans, loads and launches kernels for ``target``.  Raises ValueError where there is no such target."""
    if cuda_kernel.is_target(target):
        return cuda_kernel
    if target == DEFAULT:
        return cpu_kernel
    if target == cuda_kernel.TARGET or target not in targets.names():
        names = ", ".join(repr(name) for name in targets.names() if name != cuda_kernel.TARGET)
        raise ValueError(f"unknown target {target!r}: expected {names}, 'cuda', or a chip such as 'sm_90a'")
    return targets.module_of(target, "runtime") if targets.has(target, "runtime") else cpu_kernel


def _left_out(without: Iterable[str] | str) -> tuple[str, ...]:
    """The passes to leave out; what lists them is not imported for a kernel from the cache that leaves none out."""
    if without == () and not os.environ.get("TRITON_SHARED_WITHOUT"):
        return ()
    from triton_shared.passes import registry

    return registry.left_out(without)


def _checks(asked: Iterable[str] | str | None, target: str) -> tuple[str, ...]:
    """The checks that are ``asked`` for; of kernels for other targets than this CPU the environment asks for none."""
    if target != DEFAULT and asked is None:
        return ()
    checks = kinds.selected(asked)
    if checks and target != DEFAULT:
        raise ValueError(f"kernels are checked on CPUs: checks={asked!r} is not for target {target!r}")
    return checks


def _cached(plan: Plan, key: str) -> Kernel | None:
    """The kernel that the cache holds; None where it holds none that can be loaded."""
    entry = cache.load(key, plan.fits)
    try:
        return entry and plan.load(*entry)
    except (RuntimeError, LookupError):  # not an object, or one without the entry
        return None


def build(
    target: str,
    options: dict[str, Any],
    text: str,
    file: str,
    kernel: str | None,
    fusion: bool,
    without: Iterable[str],
    checks: Sequence[str] = (),
) -> tuple[dict, bytes]:
    """Header and code of a kernel of ``text``, for the target by name and with the options of `compile`."""
    return _build(_plan(target, options), text, file, kernel, fusion, without, checks)


def _build(
    plan: Plan,
    text: str,
    file: str,
    kernel: str | None,
    fusion: bool,
    without: Iterable[str],
    checks: Sequence[str],
    stages: Path | None = None,
) -> tuple[dict, bytes]:
    from triton_shared.passes.manager import leaving_out
    from triton_shared.runtime import compilation  # imports MLIR

    with leaving_out(without):
        artifact = compilation.build(text, file, kernel, fusion, plan.target, plan.options(), stages, checks)
    return plan.entry(artifact, parameter_names(text, artifact.name)[: len(artifact.params)])
