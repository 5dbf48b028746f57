"""The same input gives the same texts and the same object code in every process."""

import os
import random
import subprocess
import sys

from tests.examples import digests
from tests.support.amount import examples


def digests_of(seed: int, names: list[str]) -> dict[tuple[str, str], str]:
    """The digest of each stage of the examples of ``names`` in a process of its own."""
    command = [sys.executable, digests.__file__, str(seed), *names]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {(file, stage): digest for file, stage, digest in lines}


def test_examples_do_not_depend_on_the_process():
    every = sorted(path.name for path in digests.EXAMPLES.glob("*.mlir"))
    names = random.Random(0).sample(every, examples(len(every)))
    first, second = (digests_of(seed, names) for seed in (1, 2))
    assert {file for file, _ in first} == set(names)
    assert second == first
