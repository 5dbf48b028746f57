"""Print digests of all that is made of examples: ``python digests.py SEED NAME …``, with SEED also in PYTHONHASHSEED.

``SEED`` decides in which order the files come, and how much lies in memory beside them: what depends on addresses, or
on the order of a set, then differs between processes.
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from triton_shared import dialects
from triton_shared.analyses.remarks import remarks
from triton_shared.codegen.cpu.stages import compile_module
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(__file__).parents[2] / "examples"


def stages(path: Path) -> Iterator[tuple[str, bytes]]:
    """The text of every stage of the file at ``path``, by name, and its object code."""
    texts: list[tuple[str, str]] = []
    source = path.read_text()
    module = dialects.parse(source, path.name)
    texts.append(("remarks", "\n".join(map(str, remarks(module, source, path.name)))))
    run_pipeline(module, ["triton-to-linalg"])
    artifact = compile_module(module, dump=lambda name, text: texts.append((name, text)))
    yield from ((name, text.encode()) for name, text in texts)
    yield "object", artifact.object_code


def main(seed: int, names: list[str]) -> None:
    """Print a line for every stage of the examples of ``names``."""
    choice, ballast = random.Random(seed), []
    for path in choice.sample([EXAMPLES / name for name in names], len(names)):
        ballast.append([object() for _ in range(choice.randrange(1000))])
        for name, content in stages(path):
            print(path.name, name, hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
