"""A target is a package and a row of `codegen.targets`: nothing else has to know it."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import triton_shared
from triton_shared.codegen.targets import TARGETS

ROOT = Path(triton_shared.__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples"

#: one that ends at loops, made of passes that are there
LOOPS = """
from triton_shared.codegen.passes import FUSION, INLINING
from triton_shared.passes.base import Pass

STAGES = {
    "fused": ("verify-kernels", "scf-parallel-for-to-nested-fors", "allow-inlining", *INLINING, *FUSION),
    "bufferized": ("one-shot-bufferize", "canonicalize", "cse", "annotate-arguments"),
    "loops": ("convert-linalg-to-loops",),
}
PASSES = (Pass("shared-to-loops", [name for stage in STAGES.values() for name in stage]),)
"""
#: one that makes code: the CPU's, and says so
TWIN = {
    "__init__.py": """
from triton_shared.codegen import cpu
from triton_shared.passes.base import Pass

STAGES = cpu.STAGES
PASSES = (Pass("shared-to-twin", ["shared-to-cpu"]),)
""",
    "machines.py": """
from triton_shared.codegen.cpu.target import native_target

KNOWN = ("twin",)
def parse(name):
    return native_target() if name in KNOWN else None
""",
    "runtime.py": """
from dataclasses import dataclass
from triton_shared.parameters import COUNT, Option, option
from triton_shared.runtime.cpu import cpu_kernel

KNOWN = "'twin' or 'twin_2'"

@dataclass(frozen=True)
class Options:
    level: int = option(1, COUNT, Option("how loud it is"))

def machine(name):
    return name if name in ("twin", "twin_2") else None

def plan(machine, **options):
    print("planned for", machine, Options(**options))
    return cpu_kernel.plan("twin")
""",
    "ahead.py": """
from triton_shared.tools.ahead import Compiled
from triton_shared.tools import ahead_for_cpu

FORMS, SUFFIXES, TAKES, FIXED = ("obj", "llvm"), ahead_for_cpu.SUFFIXES, (), {}

def compile(asked):
    print("ahead for twin", asked.kernel)
    return ahead_for_cpu.compile(asked)
""",
    "stages.py": """
from triton_shared.codegen.cpu import stages
from triton_shared.codegen.cpu.stages import Options

def compile_module(*args, **options):
    print("compiled for twin")
    return stages.compile_module(*args, **options)

def to_llvm_ir(*args, **options):
    print("translated for twin")
    return stages.to_llvm_ir(*args, **options)
""",
}


@pytest.fixture
def with_targets(tmp_path):
    """Runs a program that begins with the rows of targets ``loops`` and ``twin``; returns what it prints."""
    for package, files in {"loops_target": {"__init__.py": LOOPS}, "twin_target": TWIN}.items():
        (tmp_path / package).mkdir()
        for name, text in files.items():
            (tmp_path / package / name).write_text(text)
    rows = "from triton_shared.codegen.targets import TARGETS\n"
    rows += "TARGETS |= {'loops': 'loops_target', 'twin': 'twin_target'}\n"
    paths = os.pathsep.join([str(tmp_path), str(ROOT.parent), os.environ.get("PYTHONPATH", "")])

    def run(program: str, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-c", rows + program, *arguments],
            env={**os.environ, "PYTHONPATH": paths, "TRITON_SHARED_CACHE_DIR": str(tmp_path / "cache")},
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


TOOL = "from triton_shared.tools.{} import main\nimport sys\nsys.exit(main())"


@pytest.mark.parametrize("example", ["vector_add", "softmax", "matmul"])
def test_a_target_may_end_at_its_passes(with_targets, example):
    file = str(EXAMPLES / f"{example}.f32.mlir")
    ran = with_targets(TOOL.format("opt"), "--triton-to-linalg", "--shared-to-loops", file)
    assert ran.returncode == 0, ran.stderr
    assert "scf.for" in ran.stdout and "tts.pointee" in ran.stdout and "linalg." not in ran.stdout


def test_no_code_is_made_for_a_target_that_ends_at_its_passes(with_targets):
    file = EXAMPLES / "vector_add.f32.mlir"
    program = f"import triton_shared\ntriton_shared.compile({str(file)!r}, target='loops')"
    assert "ValueError: target 'loops' ends at --shared-to-loops" in with_targets(program).stderr
    ran = with_targets(TOOL.format("compile"), str(file), "--target", "loops")
    assert "unknown target 'loops'" in ran.stderr and "twin" in ran.stderr and "Traceback" not in ran.stderr


def test_a_target_that_makes_code_is_compiled_for_and_runs(with_targets):
    file = str(EXAMPLES / "vector_add.f32.mlir")
    program = f"""
import numpy as np, triton_shared
x = np.arange(3000, dtype=np.float32)
out = np.zeros_like(x)
triton_shared.compile({file!r}, target="twin")[(3,)](x, x, out, x.size)
assert (out == 2 * x).all()
"""
    ran = with_targets(program)
    assert ran.returncode == 0 and "compiled for twin" in ran.stdout, ran.stderr
    ran = with_targets(TOOL.format("compile"), file, "--target", "twin", "--emit", "obj")
    assert ran.returncode == 0 and "translated for twin" in ran.stdout, ran.stderr
    assert "ahead for twin" in ran.stdout
    ran = with_targets(TOOL.format("compile"), file, "--target", "twin", "--emit", "asm")
    assert "--emit asm: of twin there are obj, llvm" in ran.stderr
    ran = with_targets(
        TOOL.format("compile"), file, "--target", "twin", "--num-warps", "4", "--out-name", "x"
    )
    assert "--num-warps, --out-name: not an option of twin" in ran.stderr


@pytest.mark.parametrize(
    "given, said",
    [
        ("target='twin_2', level=3", "planned for twin_2 Options(level=3)"),
        ("target='twin_2', level=0", "ValueError: level must be at least 1, got 0"),
        ("target='twin', num_warps=4", "ValueError: num_warps: not an option of target 'twin'"),
        ("target='twin', loud=4", "TypeError: loud: not an option of target 'twin'"),
        ("target='cpu', level=4", "ValueError: level: not an option of target 'cpu'"),
        (
            "target='twin_3'",
            "unknown target 'twin_3': expected 'cpu', 'cuda', or a chip such as 'sm_90a', 'loops', 'twin' or 'twin_2'",
        ),
    ],
)
def test_a_target_has_options_and_names_of_machines(with_targets, given, said):
    file = str(EXAMPLES / "vector_add.f32.mlir")
    ran = with_targets(f"import triton_shared\ntriton_shared.compile({file!r}, {given})")
    assert said in ran.stdout + ran.stderr


@pytest.mark.parametrize("name", ["runtime/compiler.py", "tools/compile.py"])
def test_what_compiles_knows_targets_by_their_interface_alone(name):
    """Ours are asked for what those of others are asked for."""
    found = [
        node.value
        for node in ast.walk(ast.parse((ROOT / name).read_text()))
        if isinstance(node, ast.Constant)
    ]
    named = {"cpu", "gpu", "cuda", "cpu_kernel", "cuda_kernel", "cuda_plan"} & {
        value for value in found if isinstance(value, str)
    }
    assert not named and "_kernel import" not in (ROOT / name).read_text()


@pytest.mark.parametrize("package", TARGETS.values())
def test_nothing_names_the_package_of_a_target_but_its_row(package):
    own = ROOT.parent.joinpath(*package.split("."))
    simt = ROOT / "codegen" / "simt"  # whose imports of a target tests/test_layers.py lists, as debts
    naming = [
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.rglob("*.py"))
        if own not in path.parents and simt not in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and node.value == package)
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package))
        or (isinstance(node, ast.Import) and any(name.name.startswith(package) for name in node.names))
    ]
    assert naming == ["codegen/targets.py"]
