"""The benchmark of compile time beside Triton's: `benchmarks.gpu_compile --triton`."""

import os
import re
import signal
from pathlib import Path

import pytest

from triton_shared.codegen.nvidia.ptx import ptxas

pytest.importorskip("triton", reason="Triton is not installed")
pytestmark = pytest.mark.skipif(not ptxas.version(), reason="there is no ptxas")

EXAMPLE = Path(__file__).parents[2] / "examples" / "vector_add.f32.mlir"
#: Triton has no such op
UNKNOWN = "tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.no_such_op %x : !tt.ptr<f32>\n  tt.return\n}\n"


def test_table(tmp_path, capfd):
    from benchmarks import gpu_compile

    refused = tmp_path / "refused.mlir"
    refused.write_text(UNKNOWN)
    gpu_compile.main(["--triton", "--rounds", "2", str(EXAMPLE), str(refused)])
    table, _, rest = capfd.readouterr().out.partition("left out: ")
    cells = [cell.strip() for cell in table.splitlines()[2].strip("|").split("|")]
    assert cells[0] == "examples/vector_add.f32"
    ours, others, ours_ptxas, others_ptxas, sum_, others_sum = map(int, cells[1:7])
    assert abs(sum_ - ours - ours_ptxas) <= 1 and abs(others_sum - others - others_ptxas) <= 1
    assert min(map(int, cells[1:7])) > 0 and float(cells[7]) > 0
    assert rest.startswith(f"{tmp_path.name}/refused.mlir: Triton refuses it")
    assert "1 of 2 files" in rest and re.search(r"later, total: \d+\.\d+, \d+\.\d+", rest)


def test_a_process_that_ends():
    from benchmarks import triton_compile

    assert triton_compile.ends(lambda: None) == ""
    assert triton_compile.ends(lambda: 1 / 0) == "refuses it"
    assert triton_compile.ends(lambda: os.kill(os.getpid(), signal.SIGKILL)) == "ends by SIGKILL"
