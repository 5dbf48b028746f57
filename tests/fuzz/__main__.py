"""The fuzzers by themselves: ``python -m tests.fuzz --mutants 20000`` and ``python -m tests.fuzz --kernels 20000``.

Every mutant of every program must compile, or be refused with an error that names a place in it.  Every random kernel
must compile, and leave memory as the generator's own oracle says.  What ends otherwise is written to a directory, of
kernels a minimised one of every class, too; the exit code tells whether there was any, or whether a rewrite fired too
seldom.  Ended by SIGINT or SIGTERM, it prints what it has counted.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.fuzz.kernels import session
from tests.fuzz.mutations import mutants, samples
from tests.fuzz.workshop import GOOD, Outcome, compiling, outcomes, report

ROOT = Path(__file__).parents[2]
PROGRAMS = (ROOT / "examples", ROOT / "tests")


def main() -> int:
    """Run the fuzzer; returns the exit code."""
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__.partition("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--mutants", type=int, help="how many damaged programs to compile")
    what.add_argument("--kernels", type=int, help="how many random kernels to run")
    parser.add_argument("--start", type=int, default=0, help="the number of the first (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=0, help="another seed, other mutants (default: %(default)s)"
    )
    parser.add_argument(
        "--jobs", "--processes", type=int, default=os.cpu_count(), help="processes (default: %(default)s)"
    )
    parser.add_argument(
        "--target", default="cpu", help="cpu, or a GPU such as sm_90a, which kernels are emulated on"
    )
    parser.add_argument("--forms", default="", help="of kernels: these only, with commas between")
    parser.add_argument("--seconds", type=float, default=1e9, help="of kernels: begin none after so long")
    parser.add_argument(
        "--minimise", type=float, default=60, help="of kernels: seconds for each kind of finding"
    )
    parser.add_argument("--table", action="store_true", help="of kernels: print how often each rewrite fired")
    parser.add_argument(
        "--least",
        type=int,
        help="of kernels: how often each rewrite must have fired (default: "
        f"{session.LEAST}, where {session.ENOUGH} kernels of all forms have been run)",
    )
    parser.add_argument("--json", type=Path, help="of kernels: where the result is written")
    parser.add_argument("--samples", type=Path, nargs="*", default=[], help="directories with more programs")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="where findings are written")
    given = parser.parse_args()
    return _kernels(given) if given.kernels is not None else _mutants(given)


class _Ended(Exception):
    """The signal that is to end this process."""


def _end(number: int, _: object) -> None:
    raise _Ended(number)


def _kernels(given: argparse.Namespace) -> int:
    what = session.Session(given.seed, given.start, given.target, tuple(filter(None, given.forms.split(","))))
    findings, ended = session.Findings(what, given.keep), 0
    before = {number: signal.signal(number, _end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        session.run(what, given.kernels, given.jobs, given.seconds, findings)
        findings.minimise(given.minimise)
    except _Ended as signalled:
        ended = int(signalled.args[0])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if given.json:
            session.save(findings, given.json)
    return _reported(findings, given, ended)


def _reported(findings: session.Findings, given: argparse.Namespace, ended: int) -> int:
    """Print what was found; returns the exit code, which tells of the signal that ``ended`` it, if one did."""
    least = given.least if given.least is not None else session.least_of(findings)
    print(f"{sum(findings.outcomes.values())} kernels, {findings.seconds:.0f} s: {report(findings.outcomes)}")
    for found in findings.bad:
        print(f"{found['number']}: {session.class_of(found['kind'], found['details'])}")
    shown, rare = session.table(findings, least)
    if given.table or ended:
        print(shown)
    if rare:
        print(f"fired fewer than {least} times: {', '.join(rare)}")
    return 128 + ended if ended else int(bool(findings.bad or rare))


def _mutants(given: argparse.Namespace) -> int:
    texts = mutants(samples(*PROGRAMS, *given.samples), given.seed, given.mutants, given.start)
    counts, begin = Counter(), time.monotonic()
    for done, outcome in enumerate(outcomes(texts, given.jobs, partial(compiling, given.target)), start=1):
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
