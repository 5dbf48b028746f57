"""The same input gives the same texts and the same object code in every process."""

import os
import subprocess
import sys
from pathlib import Path

from tests.examples import digests


def digests_of(seed: int) -> dict[tuple[str, str], str]:
    """The digest of each stage of each example in a process of its own."""
    command = [sys.executable, digests.__file__, str(seed)]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {(file, stage): digest for file, stage, digest in lines}


def test_examples_do_not_depend_on_the_process():
    first, second = map(digests_of, (1, 2))
    assert {file for file, _ in first} == {path.name for path in Path(digests.EXAMPLES).glob("*.mlir")}
    assert second == first
