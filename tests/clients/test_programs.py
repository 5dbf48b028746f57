"""Programs of compilers that build on triton-shared, where ``TRITON_SHARED_CLIENTS`` has checkouts.

Its folders have the names of the repositories: ``hexagon-mlir``, ``Triton-XDNA`` and ``triton-shared``.  An older
release of Triton may be in ``PYTHONPATH``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from triton_shared.conversions.foreign_options import OPTIONS, PASSES
from triton_shared.passes import registry

HERE = Path(__file__).parent
CLIENTS = Path(os.environ.get("TRITON_SHARED_CLIENTS", "/none"))
#: what this release of Triton does not compile, whoever compiles the rest
NOT_THERE = "Block pointers have been removed"
#: folders of XDNA with models, whose operators `xdna_models.py` launches
MODELS = ("gpt2", "qwen2_5")


def checkout(name: str) -> Path:
    """The folder with a checkout of ``name``; without one the test is skipped."""
    if not (CLIENTS / name).is_dir():
        pytest.skip(f"TRITON_SHARED_CLIENTS names no folder with a checkout of {name}")
    return CLIENTS / name


def ran(module: str, *args: object, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a module of these tests says in a process of its own, in ``folder``.

    torch has one thread: it adds up f16 in parts, one a thread, and rounds each.
    """
    path = os.pathsep.join(filter(None, [str(HERE.parents[1]), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "500", "OMP_NUM_THREADS": "1"} | variables
    command = [sys.executable, "-P", "-m", f"tests.clients.{module}", *map(str, args)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1200)


def test_programs_of_hexagon_mlir_compute_what_torch_computes():
    root = checkout("hexagon-mlir")
    files = sorted(path.relative_to(root / "test") for path in root.glob("test/python/triton/test_*.py"))
    done = ran("hardware", root, *files, folder=root / "test")
    failed = set(re.findall(r"^FAILED \S*/(test_\S+::\S+)", done.stdout, re.M))
    not_compiled = len(re.findall(rf"^E +{NOT_THERE}", done.stdout, re.M))
    assert len(failed) == not_compiled, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) == 52 - not_compiled, done.stdout


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Folder with the kernels of XDNA's programs by the scripts for them, and what programs said that failed."""
    root, place = checkout("Triton-XDNA"), tmp_path_factory.mktemp("xdna")
    shutil.copytree(root / "examples", place / "examples")
    failed = {}
    for folder in sorted(p for p in (place / "examples").iterdir() if p.is_dir()):
        file = HERE / "xdna_models.py" if folder.name in MODELS else next(folder.glob("*.py"))
        scripts = os.pathsep.join(sorted(path.name for path in folder.glob("transform*.mlir")))
        names = {"RECORD": str(place / "recorded"), "AIR_TRANSFORM_TILING_SCRIPT": scripts}
        done = ran("hardware", root, file, folder=folder, **names)
        if done.returncode:
            failed[folder.name] = done.stdout + done.stderr
    return place / "recorded", failed


def test_programs_of_xdna_start_by_their_own_imports_and_compute_what_torch_computes(recorded):
    failed = {name: text for name, text in recorded[1].items() if NOT_THERE not in text}
    assert not failed and len(recorded[1]) <= 1, "\n".join(failed.values())


def test_transform_scripts_of_xdna_run_up_to_the_array_of_cores(recorded):
    root = checkout("Triton-XDNA")
    done = ran("air", root, recorded[0], folder=root)
    scripts = {
        path.relative_to(root / "examples").as_posix() for path in root.glob("examples/*/transform*.mlir")
    }
    assert not done.returncode, done.stdout + done.stderr
    ends = {(line.split()[1], line.split()[-1]) for line in done.stdout.splitlines()}
    assert {script for script, _ in ends} == scripts
    # one script has no op of mlir-air but the early ones: it runs to its end
    whole = {("multi_drivers/transform_aie2.mlir", "end")}
    assert whole <= ends and {end for _, end in ends - whole} == {"par_to_herd"}


def test_every_pass_and_option_of_triton_shared_is_known_here():
    """Names alone are read, of the files that declare passes."""
    found: dict[str, set[str]] = {}
    for path in checkout("triton-shared").rglob("Passes.td"):
        one = ""
        for name, option in re.findall(
            r'^def \w+ *:\s*Pass<(?:/\*.*?\*/)?"([\w-]+)"|Option<"\w+", "([\w-]+)"', path.read_text(), re.M
        ):
            one = name or one
            found.setdefault(one, set()).update({option} - {""})
    assert len(found) > 9
    for one, options in found.items():
        assert one in registry.PASSES or one in PASSES, one
        assert options <= OPTIONS.get(one, {}).keys(), one
