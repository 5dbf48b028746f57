"""Run the smoke test on every supported release of Triton.

    python -m tests.versions.run                          all of them
    python -m tests.versions.run --place ../v 3.6.0      one, its environment below ../v

Each release has a virtual environment of its own, made when it is not there: torch, this checkout with its ``triton``
extra, and that release of Triton; it takes a gigabyte and some minutes, once.  The exit status is the number of
releases on which something failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path

RELEASES = ("3.6.0", "3.7.0", "3.8.0", "3.9.0")
TORCH = "torch==2.13.0"
CHECKOUT = Path(__file__).parents[2]


def environment(place: Path, release: str) -> Path:
    """The Python of the environment of ``release``, which is made if need be."""
    directory = place / f"triton-{release}"
    python, done = directory / "bin" / "python", directory / "complete"
    if not done.exists():
        print(f"making {directory} ...", flush=True)
        venv.create(directory, clear=True, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # torch by itself, so that it comes without a Triton of its choice
        subprocess.run([*install, TORCH], check=True)
        subprocess.run([*install, "--editable", f"{CHECKOUT}[triton]", f"triton=={release}"], check=True)
        done.touch()
    return python


def smoke(python: Path) -> tuple[bool, str]:
    """Whether the smoke test passes, and its last line; all it says is printed if it does not."""
    command = [python, "-m", "tests.versions.smoke"]
    found = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if found.returncode:
        print(found.stdout, found.stderr, sep="\n", flush=True)
    return found.returncode == 0, (found.stdout.splitlines() or [f"exit status {found.returncode}"])[-1]


def main(arguments: list[str] | None = None) -> int:
    """The command; returns on how many releases something failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.versions.run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    default = Path.home() / ".cache" / "triton_shared_versions"
    parser.add_argument(
        "releases", nargs="*", metavar="RELEASE", default=RELEASES, help=f"default: {' '.join(RELEASES)}"
    )
    parser.add_argument(
        "--place", type=Path, default=default, help=f"where the environments are; default: {default}"
    )
    options = parser.parse_args(arguments)
    results = [smoke(environment(options.place, release)) for release in options.releases]
    for _, line in results:
        print(line)
    return sum(not passed for passed, _ in results)


if __name__ == "__main__":
    sys.exit(main())
