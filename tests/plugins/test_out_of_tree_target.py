"""examples/out_of_tree_target: a package that adds a target, as pip installs it; what it runs is what numpy gives."""

import ast
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.distributions import Site, printed

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "out_of_tree_target"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A `Site` with the package: installed by pip where setuptools is there to build it, else copied."""
    site = Site(tmp_path_factory.mktemp("installed"))
    source = site.directory / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    if _has_setuptools():
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
        ]
        subprocess.run([*pip, "--target", str(site.path), str(source)], check=True)
    else:
        site.install("triton-shared-scratchpad", {}, {"triton_shared.targets": {"scratchpad": "scratchpad"}})
        shutil.copytree(source / "scratchpad", site.path / "scratchpad")
    return site


def _has_setuptools() -> bool:
    try:
        return int(metadata.version("setuptools").partition(".")[0]) >= 77
    except metadata.PackageNotFoundError:
        return False


LAUNCHES = """
import sys
sys.path.append({root!r})
import triton_shared
from examples.tutorials import cases
for name in {names!r}:
    for case in cases(name):
        kernel = triton_shared.compile(case.path, target="scratchpad")
        launch = case.launch()
        kernel[launch.grid](*launch.args)
        error, part = launch.errors()
        assert part <= 1, (case, error)
        print(case.path.stem, case.shape, kernel.machine.transfers, kernel.machine.bytes)
"""
RUN = [
    "vector_add.f",
    "softmax.f",
    "matmul.f",
    "matmul_block_ptr.f",
    "layer_norm.f",
    "dropout.f",
    "attention.f16",
]
FEW = LAUNCHES.format(root=str(ROOT), names=["vector_add.f32"]) + (
    "print([name for name in ('torch_mlir', 'scratchpad.stages') if name in sys.modules])"
)


def test_the_tutorials_run(installed):
    """On blocks whose memory ends with the data: a transfer beyond it would be an error."""
    lines = printed(installed.python(LAUNCHES.format(root=str(ROOT), names=RUN))).splitlines()
    assert len(lines) > 40
    assert "vector_add.f32 n=1000 3 12000" in lines, "three transfers of what is not masked off"
    assert printed(installed.python(FEW)).endswith("\n[]"), "a kernel from the cache needs no compiler"


REFUSED = """
import triton_shared
for source in {sources!r}:
    try:
        triton_shared.compile(source, target="scratchpad")
    except triton_shared.CompileError as error:
        print(str(error).splitlines()[0])
"""
GATHER = """
tt.func public @k(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %3 = tt.load %2 : tensor<64x!tt.ptr<i32>>
  %4 = tt.addptr %1, %3 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %4, %0 : tensor<64x!tt.ptr<i32>>
  tt.return
}
"""


def test_what_the_machine_cannot_do_is_refused(installed):
    names = ("attention.f32", "vector_add.bf16", "grouped_gemm.f32")
    sources = [GATHER, *(str(PACKAGE.parent / f"{name}.mlir") for name in names)]
    gather, large, bfloats, pointers = printed(installed.python(REFUSED.format(sources=sources))).splitlines()
    assert gather.startswith(
        "-:8:3: error: 'tt.store' is unstructured (the offset along dimension 0 comes from data"
    )
    assert "'memref.alloc' op ends at byte 81920 of the scratchpad, which has 65536" in large
    assert "has elements of type bf16, which the machine has not" in bfloats
    assert "has no instruction on a machine that moves blocks by DMA" in pointers
    assert all(":" in line.partition(": error:")[0] for line in (gather, large, bfloats, pointers))


TOOL = "import sys; from triton_shared.tools import opt; sys.argv[0] = 'opt'; sys.exit(opt.main())"


def test_its_passes_are_those_of_the_tool(installed):
    program = TOOL.replace("sys.argv[0] = 'opt'", "sys.argv = ['opt', *{!r}]")
    softmax = str(PACKAGE.parent / "softmax.f32.mlir")
    form = ["--triton-to-linalg=buffer-memory-space=1", "--shared-to-scratchpad"]
    assert "{scratchpad.at = 0 : i64}" in installed.python(program.format([softmax, *form])).stdout
    small = [softmax, form[0], "--shared-to-scratchpad=capacity=64"]
    ran = installed.python(program.format(small))
    assert ran.returncode == 1 and "of the scratchpad, which has 64" in ran.stderr
    helped = installed.python(program.format(["--help"])).stdout
    assert "passes of code generation, for scratchpad:" in helped and "--place-in-scratchpad" in helped


def test_the_package_imports_what_is_documented():
    """What a target may build on is what `codegen.targets` and docs/embedding.md name."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))]
    modules = {n.module for tree in trees for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    ours = {module for module in modules if module.startswith("triton_shared")}
    page = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    assert ours and not [module for module in ours if f"`{module}`" not in page]
