"""Programs are read and taken through pipelines by several threads at once: MLIR's contexts are not made for that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: in a process of its own, as what is not safe ends one
SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline

sys.setswitchinterval(1e-5)
texts = [Path(path).read_text() for path in sys.argv[1:]]

def lowered(text):
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", "allow-contraction", "shared-to-cpu"])
    return dialects.print_module(module)

alone = [lowered(text) for text in texts]
with ThreadPoolExecutor(6) as pool:
    for _ in range(4):
        assert list(pool.map(lowered, texts * 3)) == alone * 3
"""


@pytest.mark.exhaustive
def test_threads_lower_programs_at_once():
    files = [
        ROOT / "examples" / f"{name}.mlir" for name in ("softmax.f32", "vector_add.bf16", "matmul.f16")
    ] * 2
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, files)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
