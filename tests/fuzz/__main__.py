"""The mutation fuzzer by itself: ``python -m tests.fuzz --mutants 20000``.

Every mutant of every program must compile, or be refused with an error that names a place in it.  What ends otherwise
is written to a directory, one file an outcome; the exit code tells whether there was any.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.mutations import mutants, samples
from tests.fuzz.workshop import GOOD, Outcome, outcomes, report

ROOT = Path(__file__).parents[2]
PROGRAMS = (ROOT / "examples", ROOT / "tests")


def main() -> int:
    """Run the fuzzer; returns the exit code."""
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--mutants", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=0, help="another seed, other mutants (default: %(default)s)"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default: %(default)s")
    parser.add_argument("--samples", type=Path, nargs="*", default=[], help="directories with more programs")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="where findings are written")
    given = parser.parse_args()
    texts = mutants(samples(*PROGRAMS, *given.samples), given.seed, given.mutants, given.start)
    counts, begin = Counter(), time.monotonic()
    for done, outcome in enumerate(outcomes(texts, given.processes), start=1):
        counts[outcome.kind] += 1
        if outcome.kind not in GOOD:
            _keep(given.keep, given.start, outcome, texts[outcome.number])
        if done % 100 == 0 or done == len(texts):
            print(f"{done}/{len(texts)}, {time.monotonic() - begin:.0f} s: {report(counts)}", flush=True)
    return int(any(kind not in GOOD for kind in counts))


def _keep(directory: Path, start: int, outcome: Outcome, text: str) -> None:
    name = re.sub(r"\W+", "_", outcome.kind)[:80]
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.{start + outcome.number}.mlir"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    path.with_suffix(".txt").write_text(f"{outcome.kind}\n{outcome.details}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
