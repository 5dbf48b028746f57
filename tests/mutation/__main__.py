"""Mutation tests: ``python -m tests.mutation`` says of each mistake in a pass what catches it."""

from __future__ import annotations

import argparse
import os
import sys

from tests.mutation.mutants import MUTANTS
from tests.mutation.running import table, verdicts


def main() -> int:
    """Run all mutants; the exit code tells whether one was not caught."""
    parser = argparse.ArgumentParser("python -m tests.mutation", description=__doc__)
    parser.add_argument("--kernels", type=int, default=300, help="for each, at most (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the kernels (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="mutants at a time (default: %(default)s)"
    )
    parser.add_argument("--only", default="", help="those whose name has this in it")
    parser.add_argument("--validate", action="store_true", help="validate the kernel that caught one, too")
    parser.add_argument("--markdown", action="store_true", help="print all as a table, too")
    given = parser.parse_args()
    chosen = [m for m in MUTANTS if given.only in m.name]
    found = []
    for one in verdicts(chosen, given.seed, given.kernels, given.jobs, given.validate):
        found.append(one)
        print(one, flush=True)
    if given.markdown:
        print(table(found))
    caught = sum(one.number >= 0 for one in found)
    print(f"{caught} of {len(chosen)} mutants caught")
    return int(caught < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
