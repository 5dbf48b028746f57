"""The examples of pages that need Triton or torch run as they stand, those of a page as one program."""

import os
import subprocess
import sys

import pytest

from tests.support.pages import PAGES, ROOT, blocks, needs_triton


@pytest.mark.parametrize("page", [p for p in PAGES if needs_triton(p)], ids=str)
def test_the_examples_run(page, tmp_path):
    program = tmp_path / "program.py"
    program.write_text("\n".join(blocks(page, "python")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
