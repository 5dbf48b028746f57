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
import scratchpad
scratchpad.STAGES.update({stages!r})
for name in {names!r}:
    for case in cases(name):
        kernel = triton_shared.compile(case.path, target="scratchpad")
        launch = case.launch()
        kernel[launch.grid](*launch.args)
        error, part = launch.errors()
        assert part <= 1, (case, error)
        print(case.path.stem, case.shape, kernel.machine.transfers, kernel.machine.bytes,
              kernel.machine.early)
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
FEW = LAUNCHES.format(root=str(ROOT), names=["vector_add.f32"], stages={}) + (
    "print([name for name in ('torch_mlir', 'scratchpad.stages') if name in sys.modules])"
)


def test_the_tutorials_run(installed):
    """On blocks whose memory ends with the data: a transfer beyond it would be an error."""
    lines = printed(installed.python(LAUNCHES.format(root=str(ROOT), names=RUN, stages={}))).splitlines()
    assert len(lines) > 40
    assert "vector_add.f32 n=1000 3 12000 0" in lines, "three transfers of what is not masked off"
    early = {line.split()[0] for line in lines if not line.endswith(" 0")}
    assert {"matmul.f32", "matmul_block_ptr.f16", "attention.f16"} <= early, "loads of an iteration before"
    assert printed(installed.python(FEW)).endswith("\n[]"), "a kernel from the cache needs no compiler"


#: a stage of one building block alone, and the examples that it changes
BLOCKS = {
    "place-in-scratchpad": ("cse", ["softmax.f32"]),
    "double-buffer-loads": (
        "double-buffer-loads{transfers=calls assume-no-alias}",
        ["softmax.f32", "matmul.f32"],
    ),
    "tile-blocks": ("tile-blocks{ops=linalg.generic sizes=32x16}", ["matmul.f32", "attention.f16"]),
    "split-reductions": ("split-reductions{cores=4}", ["softmax.f32", "layer_norm.f32"]),
}


@pytest.mark.parametrize("block", BLOCKS)
def test_each_building_block_runs_on_the_machine(installed, block):
    one, names = BLOCKS[block]
    program = LAUNCHES.format(root=str(ROOT), names=names, stages={"tiled": (one,)})
    assert all(name in printed(installed.python(program)) for name in names)


ROW_OF_A_TABLE = """
import numpy as np, triton_shared
kernel = triton_shared.compile('''
tt.func public @k(%at: !tt.ptr<i32>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %pid = tt.get_program_id x : i32
  %p = tt.addptr %at, %pid : !tt.ptr<i32>, i32
  %row = tt.load %p : !tt.ptr<i32>
  %size = arith.constant 8 : i32
  %from = arith.muli %row, %size : i32
  %to = arith.muli %pid, %size : i32
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %px = tt.addptr %x, %from : !tt.ptr<f32>, i32
  %py = tt.addptr %y, %to : !tt.ptr<f32>, i32
  %sx = tt.splat %px : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %sy = tt.splat %py : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ax = tt.addptr %sx, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ay = tt.addptr %sy, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %ax : tensor<8x!tt.ptr<f32>>
  tt.store %ay, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}
''', target="scratchpad")
at, x, y = np.array([3, 0, 2], np.int32), np.arange(32, dtype=np.float32).reshape(4, 8), np.zeros((3, 8), np.float32)
kernel[3](at, x, y)
assert (y == x[at]).all()
print(kernel.machine.transfers)
"""


def test_a_number_that_is_loaded_may_be_an_address(installed):
    assert printed(installed.python(ROW_OF_A_TABLE)) == "9", (
        "a number, a row in and a row out, for each program"
    )


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
    assert "{tts.place = 0 : i64}" in installed.python(program.format([softmax, *form])).stdout
    small = [softmax, form[0], "--shared-to-scratchpad=bytes=64"]
    ran = installed.python(program.format(small))
    assert ran.returncode == 1 and "of the scratchpad, which has 64" in ran.stderr
    helped = installed.python(program.format(["--help"])).stdout
    assert "passes of code generation, for scratchpad:" in helped and "--shared-to-scratchpad" in helped


def test_the_package_imports_what_is_documented():
    """What a target may build on is what `codegen.targets` and docs/embedding.md name."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))]
    modules = {n.module for tree in trees for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    ours = {module for module in modules if module.startswith("triton_shared")}
    page = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    assert ours and not [module for module in ours if f"`{module}`" not in page]
