"""The table of Triton's tutorials, over small programs in their manner."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import tutorials
from tutorials import Run, kernels, ratios, table

BENCHMARK = """
import triton.testing

@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["size"], x_vals=[1, 2, 3, 4, 5, 6], line_arg="provider", line_vals=["triton", "torch"],
        line_names=["Triton", "Torch"], styles=[("red", "-"), ("blue", "-")], ylabel="GB/s", plot_name="", args={},
    )
)
def benchmark(size, provider):
    return size * 10.0

benchmark.run(print_data=True)
"""


def test_a_time_counts_the_other_way_and_rivals_are_left_out():
    def run(rate, other, time):
        lines = {
            "Triton (GB/s)": {"1": rate, "2": other},
            "Triton (ms)": {"1": time},
            "Torch (GB/s)": {"1": rate},
        }
        return Run("right", "", {f"p: {line}": values for line, values in lines.items()})

    ours, theirs = run(4, 9, 4), run(1, 9, 2)
    assert ratios(ours, theirs) == {"p: Triton (GB/s)": (2, 1, 4), "p: Triton (ms)": (0.5, 0.5, 0.5)}
    assert "| p: Triton (GB/s) | | | 2.00 (1.00–4.00) |" in table({"01": {"ours": ours, "Triton": theirs}})


def test_kernels_of_a_profile_have_their_mean_time(tmp_path):
    leaf = {"frame": {"name": "matmul"}, "metrics": {"count": 4, "time (ns)": 8e6}, "children": []}
    root = {"frame": {"name": "ROOT"}, "metrics": {"count": 0, "time (ns)": 0}, "children": [leaf]}
    profile = tmp_path / "p.hatchet"
    profile.write_text(json.dumps([root, {"CUDA": {}}]))
    assert list(kernels(profile)) == [("matmul", 2.0)]


def outcome(folder: Path, program: str) -> dict:
    """What Triton's own back end is recorded with for ``program``."""
    pytest.importorskip("triton", reason="needs Triton")
    (folder / tutorials.FOLDER).mkdir(parents=True)
    (folder / tutorials.FOLDER / "01-add.py").write_text(program)
    result = folder / "result.json"
    command = [sys.executable, tutorials.__file__, str(folder), "--points", "2", "--json", str(result)]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    assert subprocess.run(command, env=environment, capture_output=True).returncode == 0
    return json.loads(result.read_text())["01-add"]["Triton"]


@pytest.mark.parametrize(
    "program, status",
    [
        ("print('✅ checked')", "right"),
        ("print('❌ checked')", "failed: ❌ checked"),
        ("raise ValueError('no')", "failed: ValueError: no"),
    ],
)
def test_a_program_is_right_or_says_why_not(tmp_path, program, status):
    assert outcome(tmp_path, program)["status"] == status


def test_a_benchmark_takes_few_sizes_and_its_figures_are_kept(tmp_path):
    pytest.importorskip("pandas", reason="Triton's benchmarks need pandas")
    pytest.importorskip("matplotlib", reason="Triton's benchmarks need matplotlib")
    rates = {"1.0": 10.0, "4.0": 40.0}
    run = outcome(tmp_path, BENCHMARK)
    assert run["figures"] == {": Triton (GB/s)": rates, ": Torch (GB/s)": rates}
