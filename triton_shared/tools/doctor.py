"""``triton-shared doctor``: versions, CPU, GPUs, assembler, caches, back ends, and what is missing for what.

Each line is a `Fact`; nothing that is broken keeps the others from being printed.  The exit code is 1 where a kernel
cannot be compiled and run on this CPU.
"""

from __future__ import annotations

import argparse
import dataclasses
import getpass
import json
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module, metadata
from pathlib import Path

from triton_shared import plugins
from triton_shared.parsers import Parser
from triton_shared.tools import reports
from triton_shared.tools.requirements import FOREIGN, NAME, Requirement, distribution, required

OK, MISSING, WRONG, NOTE = "ok", "missing", "wrong", "note"


@dataclasses.dataclass(frozen=True)
class Fact:
    """One thing that is known of this machine: its state is ok, missing, wrong or note; ``remedy`` says what to do."""

    name: str
    value: str
    state: str = OK
    remedy: str = ""


def package() -> Iterator[Fact]:
    """This package and the interpreter."""
    from triton_shared.conversions.verify_shared_form import SHARED_FORM_VERSION

    ours, unrelated = distribution(), Requirement(FOREIGN).installed()
    if ours:
        yield Fact(ours.name, ours.version)
    else:
        yield Fact(NAME, "not installed", WRONG, "pip install . in a checkout")
    if unrelated and ours and ours.name != FOREIGN:
        remedy = (
            f"pip uninstall {FOREIGN}, then install this package again: both have the module triton_shared"
        )
        yield Fact(FOREIGN, f"{unrelated}, another project or a former name", WRONG, remedy)
    yield Fact("imported from", str(Path(__file__).parents[1]))
    yield Fact("shared form", str(SHARED_FORM_VERSION))
    yield Fact(
        "Python", f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"
    )
    yield Fact("system", f"{platform.platform()}, {' '.join(platform.libc_ver())}".rstrip(", "))


def packages() -> Iterator[Fact]:
    """What this package needs or can use, and whether its releases are those that are supported."""
    for extra, requirements in required().items():
        for one in requirements:
            yield _package(one, extra)


def _package(one: Requirement, extra: str) -> Fact:
    found = one.installed()
    remedy = f"pip install '{one}'"
    if not found:
        return Fact(one.name, f"not installed ({extra or 'needed'})", MISSING if extra else WRONG, remedy)
    if not one.allows(found):
        return Fact(one.name, f"{found}, supported is {one.bounds}", WRONG, remedy)
    return Fact(one.name, f"{found} ({one.bounds})")


def cpu() -> Iterator[Fact]:
    """The processor as code generation sees it."""
    from triton_shared.codegen.targets import module_of
    from triton_shared.runtime.cpu.pool import default_width

    target = module_of("cpu", "target").native_target()
    yield Fact("machine", f"{platform.machine()}, {target.cpu}")
    features = [name[1:] for name in target.features.split(",") if name.startswith("+")]
    yield Fact("features", " ".join(sorted(features)))
    yield Fact("threads", f"{default_width()} of {os.cpu_count()} cores (TRITON_SHARED_NUM_THREADS)")


def gpus() -> Iterator[Fact]:
    """NVIDIA's driver and GPUs, and the assembler."""
    from triton_shared.codegen.targets import module_of
    from triton_shared.runtime.cuda.errors import CudaError

    ptxas = module_of("gpu", "ptx.ptxas")
    try:
        driver = import_module("triton_shared.runtime.cuda.driver").driver()
        yield Fact("driver", f"CUDA {driver.version // 1000}.{driver.version % 1000 // 10}")
        for device in range(driver.call("cuDeviceGetCount")):
            yield Fact(driver.name_of_device(device), driver.chip(device))
    except CudaError as error:
        yield Fact("GPU", str(error).splitlines()[0], MISSING, "kernels for CPUs need none")
    try:
        path = ptxas.find()
        yield Fact("ptxas", f"{path}, {_release(path)}")
    except ptxas.PtxasError as error:
        yield Fact("ptxas", "not found", MISSING, str(error).partition(": ")[2])


def _release(program: str) -> str:
    said = subprocess.run(
        [program, "--version"], capture_output=True, text=True, timeout=20, check=False
    ).stdout
    found = re.search(r"release [\d.]+", said)
    return found[0] if found else "of an unknown release"


def programs() -> Iterator[Fact]:
    """Programs of the machine."""
    from triton_shared.runtime.cpu import linker

    try:
        yield Fact("C++ compiler", linker.compiler())
    except RuntimeError as error:
        yield Fact("C++ compiler", str(error), MISSING, "install g++ or clang; object files need none")


def caches() -> Iterator[Fact]:
    """Directories with compiled kernels: size, and who may write."""
    from triton_shared.runtime import cache

    ours = list(cache.directories())
    for number, place in enumerate(ours):
        yield _directory("kernels" if not number else "kernels, if that fails", place, cache.LIMIT)
    home = Path(os.environ.get("TRITON_HOME") or os.path.expanduser("~"))
    yield _directory("Triton", Path(os.environ.get("TRITON_CACHE_DIR") or home / ".triton" / "cache"))
    default = Path(tempfile.gettempdir(), f"torchinductor_{getpass.getuser()}")
    yield _directory("torch.compile", Path(os.environ.get("TORCHINDUCTOR_CACHE_DIR") or default))
    yield _remote()


def _remote() -> Fact:
    """Whether the cache of many machines keeps what it is given, and how long that takes."""
    name, variable = "many machines", "TRITON_SHARED_REMOTE_CACHE"
    if not os.environ.get(variable):
        return Fact(name, f"none ({variable})")
    from triton_shared.runtime.remote_cache import current

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        begin, remote, key = time.perf_counter(), current(), f"{0:064x}"
        if remote:
            remote.store(key, b"doctor")
        is_kept = remote is not None and remote.load(key) == b"doctor"
    taken = f"{(time.perf_counter() - begin) * 1e3:.0f} ms to write and read an entry"
    if is_kept:
        return Fact(name, f"{remote.name}, {taken}" if remote else "")
    why = "; ".join(str(one.message) for one in caught) or f"{remote} has not what it was given"
    return Fact(name, why, WRONG, "docs/remote_cache.md says how to set one up")


def _directory(name: str, place: Path, limit: int = 0) -> Fact:
    try:
        status = place.stat()
    except OSError:
        parent = next((p for p in place.parents if p.exists()), place)
        writable = os.access(parent, os.W_OK)
        remedy = "" if writable else "set TRITON_SHARED_CACHE_DIR to a directory that can be written"
        return Fact(name, f"{place}, not made yet", OK if writable else WRONG, remedy)
    files = [f for f in place.rglob("*") if f.is_file() and not f.is_symlink()]
    size = sum(f.stat().st_size for f in files)
    most = f" of {limit >> 20}" if limit else ""
    said = f"{place}, {len(files)} files, {size / (1 << 20):.1f}{most} MiB, mode {stat.S_IMODE(status.st_mode):o}"
    if not os.access(place, os.W_OK):
        return Fact(name, f"{said}, read-only", NOTE, "new kernels are kept elsewhere")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX:
        return Fact(name, f"{said}, others may write", NOTE, "files that others may write are ignored")
    return Fact(name, said)


#: entry points of this package by their groups
BACK_ENDS = {
    "triton.backends": ("cpu", "triton_shared", "triton_shared_cuda"),
    "torch_dynamo_backends": ("triton_shared",),
}


def back_ends() -> Iterator[Fact]:
    """What other packages are told: back ends of Triton, and of torch.compile, and plug-ins."""
    for group, names in BACK_ENDS.items():
        for name in names:
            found = {e.value for e in metadata.entry_points(group=group) if e.name == name}
            is_ours = len(found) == 1 and found.copy().pop().startswith("triton_shared")
            state = OK if is_ours else WRONG if found else MISSING
            remedy = (
                "" if is_ours else "install this package again, uninstall other packages with this back end"
            )
            yield Fact(f"{group}: {name}", ", ".join(sorted(found)) or "not found", state, remedy)
    for group in (plugins.PLUGINS, plugins.TARGETS):
        for entry in plugins.entry_points(group):
            yield Fact(group, str(entry))


def environment() -> Iterator[Fact]:
    """Variables that change what is compiled or run."""
    prefixes = ("TRITON_", "TORCHINDUCTOR_", "CUDA_", "OMP_NUM", "MLIR_")
    for name in sorted(name for name in os.environ if name.startswith(prefixes)):
        value = "(not shown)" if "_CACHE_KEY" in name and not name.endswith("_FILE") else os.environ[name]
        yield Fact(name, re.sub(r"(?<=://)[^/@]*@", "…@", value), NOTE)


_KERNEL = """
tt.func public @add_one(%p: !tt.ptr<f32>) {
  %at = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %place = tt.addptr %base, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %place : tensor<64x!tt.ptr<f32>>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %y = arith.addf %x, %one : tensor<64xf32>
  tt.store %place, %y : tensor<64x!tt.ptr<f32>>
  tt.return
}
"""


def run() -> Iterator[Fact]:
    """A kernel, compiled and run on this CPU."""
    import numpy as np

    from triton_shared.runtime.compiler import compile

    begin = time.perf_counter()
    array = np.arange(64, dtype=np.float32)
    compile(_KERNEL)[(1,)](array)
    right = bool((array == np.arange(1, 65, dtype=np.float32)).all())
    value = f"right, after {time.perf_counter() - begin:.2f} s" if right else "wrong results"
    yield Fact("a kernel on this CPU", value, OK if right else WRONG, "" if right else "report this")


#: what the package does, and the facts that it takes, by their names
USES = {
    "kernels on this CPU": ("a kernel on this CPU",),
    "objects and PTX ahead of time": ("torch-mlir", "llvmlite"),
    "shared libraries ahead of time": ("C++ compiler",),
    "Triton programs on this CPU": ("a kernel on this CPU", "triton", "triton.backends: cpu"),
    "torch.compile on this CPU": (
        "torch",
        "triton",
        "triton.backends: cpu",
        "torch_dynamo_backends: triton_shared",
    ),
    "machine code for NVIDIA GPUs": ("ptxas",),
    "launches on NVIDIA GPUs": ("driver", "cuda-bindings", "ptxas"),
}
SECTIONS: dict[str, Callable[[], Iterable[Fact]]] = {
    "package": package,
    "packages": packages,
    "CPU": cpu,
    "GPU": gpus,
    "programs": programs,
    "caches": caches,
    "back ends": back_ends,
    "environment": environment,
    "run": run,
}


def collected() -> dict[str, list[Fact]]:
    """The facts by section; an error in one is a fact of it."""
    found = {title: list(_guarded(title, section)) for title, section in SECTIONS.items()}
    return found | {"what works": list(_uses([fact for facts in found.values() for fact in facts]))}


def _guarded(title: str, section: Callable[[], Iterable[Fact]]) -> Iterator[Fact]:
    try:
        yield from section()
    except Exception as error:
        yield Fact(title, f"{type(error).__name__}: {error}".splitlines()[0], WRONG, "report this")


def _uses(facts: Sequence[Fact]) -> Iterator[Fact]:
    good = {fact.name for fact in facts if fact.state == OK}
    for use, needs in USES.items():
        lacking = [name for name in needs if name not in good]
        yield Fact(use, f"needs {', '.join(lacking)}" if lacking else "yes", MISSING if lacking else OK)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    summary = "Print versions, CPU, GPUs, caches, back ends, and what is missing for what."
    made = Parser("triton-shared doctor", description=summary)
    made.add_argument("--json", action="store_true", help="print an object of sections, each a list of facts")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """The command; 1 where no kernel runs on this CPU."""
    given = parser().parse_args(argv)
    found = collected()
    if given.json:
        print(json.dumps({t: [dataclasses.asdict(f) for f in facts] for t, facts in found.items()}, indent=1))
    else:
        _print(found)
    return int(any(fact.state != OK for fact in found["run"]))


def _print(found: dict[str, list[Fact]]) -> None:
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    for title, facts in found.items():
        print(f"{title}:" if facts else f"{title}: nothing")
        width = max((len(fact.name) for fact in facts), default=0)
        for fact in facts:
            state = reports.painted(f"{fact.state:7}", fact.state, sys.stdout)
            remedy = f"; {fact.remedy}" if fact.remedy else ""
            line = f"{fact.name:{width}}  {fact.value}{remedy}"
            print(f"  {state}  {line[: columns - 12] if columns else line}")


if __name__ == "__main__":
    sys.exit(main())
