"""Collects ``tests/mlir/**/*.mlir``, each RUN line a test of its own; kernels of all tests run amid `garbage`.

With ``--target emulator``, kernels are compiled for a GPU and run by the emulator, with ``--target gpu`` by the GPU of
this machine (docs/design/emulator.md); with ``--machine x86-64``, for a CPU that has no more than that, and run here.

Where a test has very many cases, a sample of them is run, and all with ``--nightly`` (`SAMPLED`).  Where a folder has
many tests that take long, the sample has some of them, others for each commit, and ``--rest`` others again (`TURNS`).
Hypothesis draws the same examples in each run, and others for each ``--hypothesis-seed``.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import triton_shared
from tests.support import amount, crossed, forced
from tests.support.garbage import with_garbage
from tests.support.run_lines import CheckError, RunLine, run_lines
from triton_shared.passes import manager
from triton_shared.runtime.cpu import native

HERE = Path(__file__).parent


@pytest.fixture(scope="session", autouse=True)
def garbage():
    """This process's thread pool, once it is made, fills memory with garbage before kernels see it."""
    clean = native.text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            native, "text", lambda name: with_garbage(clean(name)) if name == "pool" else clean(name)
        )
        yield


@pytest.fixture(scope="session", autouse=True)
def verification():
    """The IR is verified between passes, as it is not in use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(manager.VERIFY, "1")
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of what kernels run on."""
    group = parser.getgroup("triton-shared")
    group.addoption(
        "--target",
        choices=["cpu", "emulator", "gpu", "wide"],
        default="cpu",
        help="what kernels run on: wide is the emulator as a chip with 64 lanes",
    )
    group.addoption(
        "--machine",
        choices=[*forced.MACHINES, *crossed.MACHINES],
        help="the CPU that kernels are compiled for",
    )
    group.addoption("--num-warps", type=int, default=4, help="warps of a block, on a GPU")
    group.addoption("--seed", type=int, default=0, help="the order of a block's threads, on the emulator")
    group.addoption(
        "--part", type=_part, default=(0, 1), metavar="K/N", help="run one of N parts of the tests"
    )
    group.addoption(
        "--nightly", action="store_true", help="run all cases of every test, for which there is the night"
    )
    group.addoption(
        "--turn", type=int, help="which tests a sample runs where they take turns; the commit decides"
    )
    group.addoption(
        "--rest",
        type=int,
        metavar="N",
        help="run the tests of the N turns after that of the sample, in its place",
    )
    group.addoption("--optimized", action="store_true", help="run what LLVM optimized, on the emulator")
    group.addoption("--ptx", action="store_true", help="run the PTX, on the emulator")


def _part(text: str) -> tuple[int, int]:
    number, count = map(int, text.split("/"))
    return number, count


#: folders and files whose tests have very many cases -> into how many parts these are put, of which one is run
SAMPLED = {
    "analyses/test_expr.py": 9,
    "building_blocks": 18,
    "check": 9,
    "check/test_kernels.py": 36,
    "codegen": 18,
    "codegen/nvidia": 72,
    "codegen/nvidia/test_plans.py": 180,
    "codegen/nvidia/test_warp_stores.py": 216,
    "codegen/simt": 72,
    "codegen/test_freed_memory.py": 90,
    "codegen/test_loop_bounds.py": 90,
    "conversions": 6,
    "dialects": 6,
    "differential": 12,
    "embedding": 12,
    "emulator": 30,
    "examples": 24,
    "execution": 15,
    "importers": 3,
    "inductor/rows": 64,
    "inductor/test_flex_attention.py": 3,
    "inductor/test_operators.py": 2,
    "ir": 3,
    "ir/test_keys.py": 300,
    "ir/test_what_passes_do_not_know.py": 60,
    "memory": 27,
    "ops": 36,
    "plugins": 4,
    "reference": 9,
    "releases": 3,
    "runtime": 12,
    "test_commands_of_docs.py": 18,
    "tools": 24,
    "validation": 12,
}

#: folders whose tests take long -> into how many parts the tests are put, of which a sample has one in its turn
TURNS = dict.fromkeys(
    (
        *(
            "building_blocks",
            "check",
            "codegen",
            "dialects",
            "embedding",
            "examples",
            "explorer",
            "fuzz",
            "memory",
        ),
        *("mutation", "ops", "plugins", "proofs", "public", "releases", "runtime", "sweeps"),
        *("tools", "validation"),
    ),
    4,
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of ``--part``, or a sample where `_samples` says so.

    Both go by the names of tests, so that none moves when others come or go.
    """
    number, count = config.getoption("--part")
    kept = {item for item in items if _hash(item.nodeid) % count == number}
    if _samples(config):
        kept = _sample(items, config.getoption("--turn"), config.getoption("--rest"))
    if left := [item for item in items if item not in kept]:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item in kept]


def _samples(config: pytest.Config) -> bool:
    """Whether a sample is run: not at night, of a part, on other machines than this CPU, or of files that are named."""
    others = config.getoption("--target") != "cpu" or config.getoption("--machine")
    files = (argument for argument in config.invocation_params.args if not argument.startswith("-"))
    named = any("::" in argument or Path(argument).suffix for argument in files)
    return not (config.getoption("--nightly") or config.getoption("--part")[1] > 1 or others or named)


def _sample(items: list[pytest.Item], turn: int, rest: int | None) -> set[pytest.Item]:
    """A part of the cases of every test whose turn it is, one at least, or one of the ``rest`` turns after it.

    The cases of a test in the folders of `SAMPLED` are put into parts, and the tests in those of `TURNS`.
    """
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    kept = set()
    for name, all_of_them in cases.items():
        those = [item for item in all_of_them if not item.get_closest_marker("exhaustive")]
        turns = _row(TURNS, all_of_them[0].path)
        after = (_hash(name) - turn) % turns
        if not those or not (0 < after <= rest if rest else after == 0):
            continue
        parts = _row(SAMPLED, those[0].path)
        found = [item for item in those if _hash(item.nodeid) % parts == 0]
        kept.update(found or [min(those, key=lambda item: _hash(item.nodeid))])
    return kept


def _row(table: dict[str, int], path: Path) -> int:
    """What ``table`` has for the file ``path``, or for the nearest folder around it; otherwise one part."""
    around = (one.relative_to(HERE).as_posix() for one in (path, *path.parents) if one.is_relative_to(HERE))
    return next((table[folder] for folder in around if folder in table), 1)


def _hash(name: str) -> int:
    return zlib.crc32(name.encode())


def _turn() -> int:
    """A number of the commit, so that another one may run other tests; 0 outside of a checkout."""
    try:
        command = ["git", "rev-parse", "--short=7", "HEAD"]
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(done.stdout, 16)


def pytest_configure(config: pytest.Config) -> None:
    """Whether tests take a share of their examples, and which; the markers of what no GPU does; bytecode is kept."""
    if config.getoption("--turn") is None:
        config.option.turn = _turn()  # the workers of pytest-xdist are told
    amount.sample(_samples(config))
    # what tests start, and the workers of pytest-xdist, read the bytecode that others have written
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # each has a core: what the threads of a small product wait for each other takes two thirds of some tests
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    fixed = config.getoption("--hypothesis-seed", None) is None
    # on a busy machine any example may take long, and so may drawing it
    settings.register_profile(
        "any time", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=fixed
    )
    settings.load_profile("any time")
    config.addinivalue_line("markers", "cpu(reason): kernels do what they may on CPUs alone")
    config.addinivalue_line("markers", "exhaustive: takes long and samples nothing: left out of a sample")
    config.addinivalue_line("markers", "gpu: needs an NVIDIA GPU, its driver, cuda-bindings and torch")
    config.addinivalue_line("markers", "host(reason): kernels see the host's memory, and no copies of it")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what no GPU does where kernels are compiled for one, or run by one."""
    target = item.config.getoption("--target")
    for name, others in {"cpu": ("emulator", "gpu", "wide"), "host": ("gpu",)}.items():
        marker = item.get_closest_marker(name)
        if marker is not None and target in others:
            pytest.skip(f"not with --target {target}: {marker.args[0]}")


@pytest.fixture(scope="session", autouse=True)
def target(request: pytest.FixtureRequest):
    """What `triton_shared.compile` makes kernels for, as ``--target`` says."""
    option, made = request.config.getoption, triton_shared.compile
    match option("--target"):
        case "emulator":
            from tests.support import emulated

            names = ("num-warps", "seed", "optimized", "ptx")
            rule = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))
            settings = emulated.Settings(*(option(f"--{name}") for name in names), **rule)
            made = functools.partial(emulated.compile, settings=settings)
        case "wide":
            from tests.support import emulated, wide_chip

            settings = emulated.Settings(option("--num-warps"), option("--seed"), chip=wide_chip.NAME)
            made = functools.partial(emulated.compile, settings=settings)
        case "gpu":
            from tests.support import on_device

            made = functools.partial(on_device.compile, make=made, num_warps=option("--num-warps"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(triton_shared, "compile", made)
        if machine := option("--machine"):
            if machine in crossed.MACHINES:
                crossed.force(patch, machine)
            else:
                forced.force(patch, forced.MACHINES[machine])
        yield


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A kernel that failed has left the GPU useless to this process, which ends; pytest-xdist starts another one."""
    on_device = sys.modules.get("tests.support.on_device")
    if report.when == "teardown" and on_device and on_device.failures:
        message = f"{report.nodeid}: {on_device.failures[0]}"
        if "PYTEST_XDIST_WORKER" not in os.environ:
            pytest.exit(message, 3)
        print(message, file=sys.stderr, flush=True)
        os._exit(3)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take ``.mlir`` files below tests/mlir for tests."""
    if file_path.suffix == ".mlir" and HERE / "mlir" in file_path.parents:
        return MlirFile.from_parent(parent, path=file_path)
    return None


class MlirFile(pytest.File):
    """A test file with RUN lines."""

    def collect(self):
        lines = run_lines(self.path.read_text(encoding="utf-8"))
        if not lines:
            raise self.CollectError(f"{self.path}: no RUN line")
        for number, line in enumerate(lines, start=1):
            yield MlirTest.from_parent(self, name=f"run{number}", line=line)


class MlirTest(pytest.Item):
    """One RUN line."""

    def __init__(self, *, line: RunLine, **keywords):
        super().__init__(**keywords)
        self.line = line

    def runtest(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            self.line.run(self.path, Path(scratch))

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, CheckError):
            return f"{self.path}\nRUN: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, 0, f"RUN: {self.line.text}"
