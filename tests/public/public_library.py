"""What `run.py` knows of a library: which of its tests are run, how, and which are left out for which reason."""

from __future__ import annotations

import fnmatch
import importlib.util
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARIES = HERE / "libraries"


def _nothing() -> None:
    """Before the library is imported there is nothing to do."""


@dataclass(frozen=True)
class Library:
    """A public library of Triton kernels.

    ``tests`` and ``more`` are files of tests, relative to the checkout, or with ``drivers`` files of ours beside
    the description; those of ``more`` are run with ``--all`` alone.  Of each test function, ``sample`` sets of
    parameters are run, evenly spread; ``--all`` runs all.  At most ``processes`` share the tests, where each would
    need long to find them.  With ``cuda``, `public_adaptor` makes the process ready; then ``prepare`` is called in
    it, before the library is imported.  ``triton`` is the release of Triton that the library needs, as "3.6", if
    not any.  ``left_out`` has patterns (as `fnmatch`, ``[`` being no wildcard) of names of tests, each with the
    reason, ``left_out_on_gpus`` those that are left out there alone; those of ``heavy`` are run with ``--all`` alone.
    """

    repository: str
    tests: tuple[str, ...]
    more: tuple[str, ...] = ()
    drivers: bool = False
    path: tuple[str, ...] = ()
    sample: int = 3
    processes: int | None = None
    cuda: bool = True
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    left_out_on_gpus: dict[str, str] = field(default_factory=dict)
    heavy: tuple[str, ...] = ()
    prepare: Callable[[], None] = _nothing
    triton: str = ""
    name: str = ""

    @property
    def folder(self) -> str:
        """The name of the checkout's folder."""
        return self.repository.rpartition("/")[2]

    def files(self, checkout: Path, everything: bool) -> list[Path]:
        """The files that hold the tests."""
        folder = LIBRARIES / "drivers" if self.drivers else checkout
        return [folder / name for name in self.tests + self.more * everything]

    def reason(self, test: str, everything: bool = True) -> str | None:
        """Why ``test`` is left out, if it is."""
        on_gpus = os.environ.get("TRITON_DEFAULT_BACKEND") == "triton_shared_cuda"
        here = self.left_out | (self.left_out_on_gpus if on_gpus else {})
        reasons = here | dict.fromkeys(() if everything else self.heavy, "heavy")
        for pattern, reason in reasons.items():
            if fnmatch.fnmatchcase(test, pattern.replace("[", "[[]")):
                return reason
        return None


def spread(count: int, sample: int) -> set[int]:
    """``sample`` of ``count`` positions, each in the middle of its part."""
    if count <= sample:
        return set(range(count))
    return {(2 * i + 1) * count // (2 * sample) for i in range(sample)}


def load(name: str, folder: Path = LIBRARIES) -> Library:
    """The description ``LIBRARY`` of the module ``name`` in ``folder``."""
    specification = importlib.util.spec_from_file_location(f"public_{name}", folder / f"{name}.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    library: Library = module.LIBRARY
    object.__setattr__(library, "name", name)
    return library


def names(folder: Path = LIBRARIES) -> list[str]:
    """The libraries that are described."""
    return sorted(path.stem for path in folder.glob("*.py"))
