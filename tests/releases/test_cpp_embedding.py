"""examples/cpp_embedding, a compiler in C++: it is built with Debian's MLIR, and what it goes on with runs right."""

import subprocess
from pathlib import Path

import pytest

from examples.tutorials import cases
from tests.support import stock_mlir
from triton_shared import to_linalg

RELEASE = 19
EXAMPLES = Path(__file__).parents[2] / "examples"
PACKAGES = stock_mlir.cmake_packages(RELEASE) if RELEASE in stock_mlir.COMPLETE else None

pytestmark = pytest.mark.skipif(
    PACKAGES is None, reason="needs cmake, mlir-19-tools, libmlir-19-dev and llvm-19-dev"
)


@pytest.fixture(scope="module")
def embedding(tmp_path_factory) -> Path:
    """The program, built by its own CMakeLists.txt."""
    build = tmp_path_factory.mktemp("build")
    configure = ["cmake", "-S", EXAMPLES / "cpp_embedding", "-B", build, f"-DMLIR_DIR={PACKAGES}/mlir"]
    for command in (configure, ["cmake", "--build", build]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return build / "embedding"


def ran(embedding: Path, text: str, *pipeline: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [embedding, "-", *pipeline], input=text, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["softmax.f32", "matmul.f16"])
def test_what_it_makes_runs_right(embedding, name, tmp_path):
    passes = ",".join(["number-transfers", *stock_mlir.passes(RELEASE)])

    def optimize(release, text):
        done = ran(embedding, text, passes)
        assert done.returncode == 0, done.stderr
        assert "embedding.transfers" in done.stdout and "llvm.func" in done.stdout
        return done.stdout.encode()

    case = next(iter(cases(name)))
    kernel = stock_mlir.StockKernel(case.path, RELEASE, tmp_path, optimize)
    data = case.launch()
    kernel[data.grid](*data.args)
    assert data.errors()[1] <= 1


def test_its_pass_numbers_the_copies(embedding):
    done = ran(embedding, to_linalg(EXAMPLES / "vector_add.f32.mlir", mlir_version=RELEASE))
    assert done.returncode == 0, done.stderr
    assert "embedding.transfers = 2 : i64" in done.stdout
    assert all(f"{{embedding.transfer = {number} : i64}}" in done.stdout for number in (0, 1))


def test_it_says_what_is_wrong(embedding):
    text = to_linalg(EXAMPLES / "vector_add.f32.mlir", mlir_version=RELEASE)
    assert (
        "error: custom op 'memref.kopy'" in ran(embedding, text.replace("memref.copy", "memref.kopy")).stderr
    )
    assert "'no-such-pass' does not refer to a registered pass" in ran(embedding, text, "no-such-pass").stderr
    assert subprocess.run([embedding], capture_output=True, check=False).returncode == 2
