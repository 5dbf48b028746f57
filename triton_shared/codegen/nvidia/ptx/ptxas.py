"""From PTX to a cubin, by NVIDIA's assembler, which is a program: ``ptxas``.

It is looked for in `find`'s order; the extra ``gpu`` brings one.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from triton_shared.coded import Coded
from triton_shared.records import dataclass

if TYPE_CHECKING:  # which imports MLIR, that a kernel from the cache does not need
    from triton_shared.codegen.nvidia.target import GpuTarget

VARIABLE = "TRITON_SHARED_PTXAS"

#: packages that have one, and where
_PACKAGES = {
    "nvidia.cuda_nvcc": "bin/ptxas",
    "nvidia.cu13": "bin/ptxas",
    "triton": "backends/nvidia/bin/ptxas",
}
_SYSTEM = ("/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas")
#: registers of a thread at most
MOST = 255
#: characters of PTX beyond which nothing is assembled twice
LONG = 1 << 18
#: glibc gives ptxas its memory in huge pages, 64 MiB at a time: a fourth of its time for a small kernel is page faults
_TUNABLES = ("glibc.malloc.hugetlb=1", f"glibc.malloc.top_pad={64 << 20}")
#: what ptxas says where code needs more than there is of a thread's registers, or a block's memory
_RESOURCES = r"(?i)C760\d|register (?:allocation|target|count)|uses too much|too many resources"
#: what leads the line that says why
_WHY = r"(?m)^ptxas\s+(?:fatal|error)\s*:\s*(.*)$"
#: the line of a kernel's threads, behind which nothing else is said of registers
_THREADS = r"(?m)^\.maxntid (\d+)[^\n]*\n(?!\.(?:minnctapersm|maxnreg)\b)"
#: threads that a processor is to have at least where ptxas takes more registers for loads that are in flight at once
RESIDENT = 1024
_LABEL, _BACK, _LOAD = (
    re.compile(r"(?m)^(\$L\w+):"),
    re.compile(r"\bbra(?:\.uni)?\s+(\$L\w+);"),
    re.compile(r"\bld\.global\b"),
)


class PtxasError(Coded, RuntimeError):
    """There is no ptxas, or it refused the code; the message says what it said."""


class PtxasRefusal(PtxasError):
    """ptxas found too few registers or too little memory for the code, or crashed; ``reason`` is one line of it."""

    def __init__(self, message: str, reason: str):
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class Cubin:
    """Machine code of one kernel.

    Attributes:
        data: the ELF file.
        registers: 32-bit registers of a thread.
        spills: bytes that a thread stores to memory, and loads again, for want of registers.
        shared: bytes of shared memory that the code declares, besides what a launch adds.
        is_serial: whether products of warpgroups are made one by one, since ptxas finds no other way.
    """

    data: bytes
    registers: int
    spills: int
    shared: int
    is_serial: bool


def find() -> str:
    """The path of ptxas: ``TRITON_SHARED_PTXAS``, that of a package, on ``PATH``, where CUDA is installed, Triton's.

    Raises:
        PtxasError: there is none.
    """
    if path := os.environ.get(VARIABLE):
        return path
    if found := next(_candidates(), None):
        return found
    raise PtxasError(
        "there is no ptxas, which makes machine code of PTX: pip install 'nvidia-cuda-nvcc-cu12>=12.9', or let "
        f"{VARIABLE} name it"
    )


def _candidates() -> Iterator[str]:
    *packages, triton = [_in_package(name, path) for name, path in _PACKAGES.items()]
    places = [*packages, shutil.which("ptxas"), *_SYSTEM, triton]
    return (place for place in places if place and os.access(place, os.X_OK))


@cache
def _in_package(name: str, path: str) -> str | None:
    """Where the package ``name`` has ``path``, which is looked for once: it takes longer than all else here."""
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # its parent
        return None
    places = spec.submodule_search_locations if spec else None
    return str(Path(next(iter(places)), path)) if places else None


def version() -> str:
    """A text that changes with the ptxas that `find` finds; empty where there is none."""
    try:
        path = Path(find())
        status = path.stat()
    except (OSError, PtxasError):
        return ""
    return f"{path}:{status.st_mtime_ns}:{status.st_size}"


def assemble(ptx: str, target: GpuTarget) -> Cubin:
    """The cubin of ``ptx``, which has one kernel; line tables are kept.

    Some kernels are assembled again, with a word on how many blocks a processor is to hold.  Where nothing says so,
    ptxas (12.9, 13.0) gives threads 32 registers, of 128 that a thread of 512 may have, once these do not suffice, and
    spills the more; and in loops that load it saves registers: iterations wait for the loads of the one before, and
    what does not need a load waits for it.

    Raises:
        PtxasRefusal: the code needs more than the chip has, or ptxas crashed.
        PtxasError: there is no ptxas, it cannot be run, or it refused the code for another reason.
    """
    made, found = _assembled(ptx, target), re.search(_THREADS, ptx)
    if found is None or len(ptx) > LONG:
        return made
    threads = int(found[1])

    def again(blocks: int) -> Cubin:
        return _assembled(f"{ptx[: found.end()]}.minnctapersm {blocks}\n{ptx[found.end() :]}", target)

    if made.spills and 2 * made.registers <= min(target.facts.registers // threads, MOST):
        return min(made, again(1), key=lambda cubin: cubin.spills)
    if not made.spills and made.registers < target.facts.registers // RESIDENT and has_loading_loop(ptx):
        other = again(max(1, RESIDENT // threads))
        return made if other.spills else other
    return made


def has_loading_loop(ptx: str) -> bool:
    """Whether a loop of ``ptx`` loads from memory."""
    labels = {match[1]: match.end() for match in _LABEL.finditer(ptx)}
    bodies = (
        ptx[labels[branch[1]] : branch.start()]
        for branch in _BACK.finditer(ptx)
        if labels.get(branch[1], len(ptx)) < branch.start()
    )
    return any(map(_LOAD.search, bodies))


def _assembled(ptx: str, target: GpuTarget) -> Cubin:
    """What ptxas makes of ``ptx`` as it is."""
    import subprocess  # where PTX is assembled, which a compilation to PTX is not
    import tempfile

    program = find()
    with tempfile.TemporaryDirectory() as directory:
        source, cubin = Path(directory, "kernel.ptx"), Path(directory, "kernel.cubin")
        source.write_text(ptx, encoding="ascii")
        try:
            ran = subprocess.run(
                [program, "-v", "-lineinfo", f"-arch={target.chip}", str(source), "-o", str(cubin)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                env=_environment(),
            )
        except OSError as error:
            raise PtxasError(f"cannot run ptxas: {program}: {error.strerror}") from None
        if ran.returncode or not cubin.exists():
            said = (ran.stderr + ran.stdout).strip().replace(str(source), "kernel.ptx")
            raise _refused(f"{program} makes no code for {target.chip} of this PTX:", said, ran.returncode)
        return Cubin(cubin.read_bytes(), *_resources(ran.stderr + ran.stdout))


def _environment() -> dict[str, str]:
    """That of ptxas: what the user asks of glibc, behind `_TUNABLES`, counts."""
    name = "GLIBC_TUNABLES"
    return os.environ | {name: ":".join([*_TUNABLES, *filter(None, [os.environ.get(name)])])}


def _refused(what: str, said: str, status: int) -> PtxasError:
    """The error for what ptxas ``said`` when it ended with this ``status``, negative for a signal."""
    if status < 0:
        return PtxasRefusal(f"{what}\n{said}", f"ptxas ends by signal {-status}")
    if re.search(_RESOURCES, said):
        why = re.search(_WHY, said)
        return PtxasRefusal(f"{what}\n{said}", why[1] if why else said.partition("\n")[0])
    return PtxasError(f"{what}\n{said}")


def _resources(said: str) -> tuple[int, int, int, bool]:
    """All but the data of a `Cubin`, of what ``ptxas -v`` said."""
    registers = re.search(r"Used (\d+) registers", said)
    spills = re.findall(r"(\d+) bytes spill (?:stores|loads)", said)
    shared = re.search(r"(\d+) bytes smem", said)
    return (
        int(registers[1]) if registers else 0,
        sum(map(int, spills)),
        int(shared[1]) if shared else 0,
        "instructions are serialized" in said,
    )
