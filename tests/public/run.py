"""Runs the kernels and tests of public libraries through this package, and compares with what is expected.

    python tests/public/run.py ../public                              # every library, a sample of its tests
    python tests/public/run.py ../public --only liger --only fla -k softmax
    python tests/public/run.py ../public --all                        # all parameters of all tests
    python tests/public/run.py ../public --update --interpreter       # write down what is expected from now on
    python tests/public/run.py ../public --target gpu                 # on a machine with a device
    python tests/public/run.py ../public --state ../run               # go on there after an interruption
    python tests/public/run.py ../public --state ../run --part 3/3    # the last third of each library's tests, first
    python tests/public/run.py ../public --jobs 16                    # tests of any libraries, 16 at a time
    python tests/public/run.py ../public --python ../3.6/bin/python   # for libraries that need an older Triton
    python tests/public/run.py ../public --dump-ttir ../ttir          # keep the Triton IR of each kernel

CHECKOUTS has a folder for each library, named as its repository; nothing is written there, and nothing of a library
belongs into this repository.  `libraries/NAME.py` says which tests of it are run, how, and which are left out for which
reason; `expected/NAME.json` has the commits of the library and of this package that were run last, the counts, and the
names of the tests that fail, each with its kind:

    wrong    an assertion failed: most often a result that differs
    refused  an error of Triton or of this package
    error    another exception
    timeout  over the limit of time
    crash    the process ended

On a machine without a GPU, libraries that ask for CUDA are told by `public_adaptor.py` that the CPU is one.  With
``--interpreter`` tests that fail are run again by Triton's interpreter; those that fail there too are marked.

The processes of ``--jobs`` begin with one for each library; one that is free joins a library whose tests have not all
been taken yet.  Each has a journal, and each test is run by the process that takes it first.

The exit status is 1 when a test fails that is expected to pass, when one that failed otherwise now is wrong, or when
something was not run.  Tests that pass now and failed before are listed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import public_library  # noqa: E402
from public_library import LIBRARIES, Library  # noqa: E402
from public_plugin import CLAIMS, CRASH, TIMEOUT, WRONG, append, outcomes, read  # noqa: E402

EXPECTED = HERE / "expected"
BACKENDS = {"cpu": "triton_shared", "gpu": "triton_shared_cuda"}

#: a test that only waits is ended after this many times its limit on processors
PATIENCE = 8


@dataclass
class Run:
    """What became of the tests of one library."""

    library: Library
    commit: str = ""
    passed: int = 0
    skipped: int = 0
    left_out: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    elsewhere: list[str] = field(default_factory=list)
    seconds: float = 0.0
    ran: set[str] = field(default_factory=set)
    chosen: int = 0
    not_run: str = ""

    @property
    def unfinished(self) -> int:
        """How many of the chosen tests have no outcome."""
        return max(self.chosen - sum("::" in test for test in self.ran), 0)

    def cells(self) -> list[str]:
        """A line of the table."""
        kinds = Counter(k for test, k in self.failed.items() if test not in self.elsewhere)
        here = ", ".join(f"{count} {name}" for name, count in sorted(kinds.items())) or "0"
        numbers = (
            self.passed,
            self.skipped,
            here,
            len(self.elsewhere),
            self.left_out,
            self.unfinished,
            round(self.seconds),
        )
        return [self.library.name, self.commit[:9], *map(str, numbers)]


HEADER = [
    "library",
    "commit",
    "passed",
    "skipped",
    "failed here",
    "elsewhere too",
    "left out",
    "not run",
    "s",
]


def commit(folder: Path) -> str:
    """The commit of a checkout: as git says, or its file COMMIT."""
    if (folder / "COMMIT").exists():
        return (folder / "COMMIT").read_text().strip()
    found = subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def package() -> str:
    """The last commit that changed this package: as the file COMMIT says, or git."""
    if (ROOT / "COMMIT").exists():
        return commit(ROOT)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%H", "--", "triton_shared"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def settings(library: Library, options: argparse.Namespace, journal: Path) -> dict[str, Any]:
    """What `public_plugin` is told."""
    return {
        "library": library.name,
        "libraries": str(options.libraries),
        "checkout": str(options.checkouts / library.folder),
        "journal": str(journal),
        "target": options.target,
        "keyword": options.keyword,
        "all": options.all,
        "seconds": options.test_seconds,
        "tests": None,
        "part": options.part,
        "python": options.pythons.get(library.triton or options.release),
    }


def environment(library: Library, told: dict[str, Any], scratch: Path) -> dict[str, str]:
    """Variables of the process that runs the tests: caches of its own, no network, this checkout's package."""
    checkout = Path(told["checkout"])
    path = [HERE, ROOT, *(checkout / folder for folder in library.path), os.environ.get("PYTHONPATH", "")]
    return (
        os.environ
        | {
            "PYTHONPATH": os.pathsep.join(map(str, filter(None, path))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TRITON_DEFAULT_BACKEND": BACKENDS[told["target"]],
            "TRITON_CACHE_DIR": str(scratch / "triton"),
            "TRITON_SHARED_CACHE_DIR": str(scratch / "shared"),
            "TORCHINDUCTOR_CACHE_DIR": str(scratch / "inductor"),
            "HOME": str(scratch),
            "OMP_NUM_THREADS": "1",
            **({"CUDA_VISIBLE_DEVICES": ""} if told["target"] == "cpu" else {}),
            "HF_HUB_OFFLINE": "1",
            "TRANSFORMERS_OFFLINE": "1",
            "PUBLIC_SETTINGS": json.dumps(told),
            "PUBLIC_CHECKOUT": str(checkout),
        }
        | library.environment
    )


def command(library: Library, told: dict[str, Any]) -> list[str]:
    """The command that runs the tests."""
    files = library.files(Path(told["checkout"]), told["all"])
    options = [f"-p{plugin}" for plugin in ("public_plugin", "no:cacheprovider", "no:xdist")]
    options += ["-q", "--tb=short", "-oaddopts=", "--continue-on-collection-errors", *library.arguments]
    if library.drivers:
        options += ["--rootdir", str(files[0].parent), "-o", "python_files=drive_*.py", "--noconftest"]
    else:
        options += ["--rootdir", told["checkout"]]
    return [told["python"], "-m", "pytest", *map(str, files), *options]


@dataclass
class Process:
    """How tests of a library are run: what they are told, where caches and what they print go, when they end."""

    library: Library
    told: dict[str, Any]
    folder: Path
    log: str = "log"
    extra: dict[str, str] = field(default_factory=dict)
    end: float = float("inf")

    def once(self) -> bool:
        """Run tests in one process, until it ends or hangs; whether all tests have had their turn."""
        journal = Path(self.told["journal"])
        if (test := read(journal)[1]) is not None:
            append(journal, {"interrupted": test})
        size = journal.stat().st_size if journal.exists() else 0
        with (self.folder / self.log).open("a") as output:
            process = subprocess.Popen(
                command(self.library, self.told),
                cwd=self.told["checkout"],
                env=environment(self.library, self.told, self.folder / "caches") | self.extra,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            died = self._watch(process, journal)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if (test := read(journal)[1]) is not None and died:
            message = f"exit status {process.returncode}"
            append(
                journal, {"end": test, "outcome": "failed", "kind": died, "message": message, "seconds": 0}
            )
        elif not journal.exists() or journal.stat().st_size == size:
            raise RuntimeError(f"no test was begun: {self.folder / self.log}")
        return '{"finished"' in journal.read_text()[size:]

    def _watch(self, process: subprocess.Popen[bytes], journal: Path) -> str:
        """What became of the test at which the process ended or has to be ended; "" where time is up for all."""
        limit = PATIENCE * self.told["seconds"]
        while process.poll() is None:
            time.sleep(0.2)
            if time.monotonic() > self.end:
                return ""
            changed = journal.stat().st_mtime if journal.exists() else 0
            if read(journal)[1] and time.time() - changed > limit:
                return TIMEOUT
        return CRASH


@dataclass
class Work:
    """The tests of one library: what its processes share, and what became of them."""

    library: Library
    options: argparse.Namespace

    def __post_init__(self) -> None:
        """Ready for processes; tests of the state that have an outcome are left alone."""
        library, options = self.library, self.options
        checkout = options.checkouts / library.folder
        self.run = Run(library, commit=commit(checkout))
        self.folder = options.state / library.name
        self.told = settings(library, options, self.folder / "journal.jsonl")
        self.lock = threading.Lock()
        self.active, self.end, self.taken = 0, 0.0, False
        if not checkout.is_dir():
            self.run.not_run = f"{checkout} is missing"
        elif self.told["python"] is None:
            self.run.not_run = (
                f"it needs Triton {library.triton}: name an interpreter that has it by --python"
            )
        else:
            self.folder.mkdir(parents=True, exist_ok=True)
            stamp = f"{self.run.commit} {package()} {key(library, options)} {self.told['python']}"
            forget(self.folder, f"{stamp} {digest(library, options)}")

    def join(self, number: int) -> bool:
        """Run tests in a process of its own, until all are taken; whether this was the last process."""
        with self.lock:
            if self.taken or self.run.not_run or number >= (self.library.processes or number + 1):
                return number == 0 and bool(self.run.not_run)
            self.end = self.end or time.monotonic() + self.options.library_seconds
            self.active += 1
        try:
            self._process(number)
        except RuntimeError as error:
            self.run.not_run = str(error)
        with self.lock:
            self.active -= 1
            return self.active == 0

    def _process(self, number: int) -> None:
        """Run tests as process ``number``, which is started again after a crash."""
        extra = {}
        if self.options.dump_ttir:
            extra = {"TRITON_KERNEL_DUMP": "1", "TRITON_DUMP_DIR": str(self.folder / "dump")}
        told = self.told | {"journal": str(self.folder / f"journal-{number}.jsonl")}
        process = Process(self.library, told, self.folder, f"log-{number}", extra, self.end)
        while not (finished := process.once()) and time.monotonic() < self.end:
            pass
        self.taken = self.taken or finished
        if not finished:
            self.run.not_run = f"not all tests were run within {self.options.library_seconds} s"

    def result(self) -> Run:
        """What became of all tests, once the processes have ended."""
        run = self.run
        if self.options.dump_ttir:
            keep_ttir(self.folder / "dump", self.options.dump_ttir / self.library.name)
        count(run, self.folder)
        if self.options.interpreter and run.failed:
            run.elsewhere = interpreted(self.library, self.told, self.folder, run.failed)
        return run


def completed(libraries: list[Library], options: argparse.Namespace) -> list[Run]:
    """Run the tests of ``libraries`` by ``options.jobs`` processes."""
    works = [Work(library, options) for library in libraries]

    def join(work: Work, number: int) -> None:
        if work.join(number):
            print("  ".join(work.result().cells()), flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(join, work, number) for number in range(options.jobs) for work in works]
    for task in tasks:
        task.result()
    return [work.run for work in works]


def digest(library: Library, options: argparse.Namespace) -> str:
    """Of all files that say how tests of ``library`` are run."""
    drivers = library.tests if library.drivers else ()
    files = [*sorted(HERE.glob("public_*.py")), options.libraries / f"{library.name}.py"]
    files += [options.libraries / "drivers" / name for name in drivers]
    return hashlib.sha256(b"".join(map(Path.read_bytes, files))).hexdigest()


def forget(state: Path, stamp: str) -> None:
    """Remove who runs which test, and the journals that ``state`` has of another kind of run than ``stamp`` says."""
    (state / CLAIMS).unlink(missing_ok=True)
    known = state / "stamp"
    if not known.exists() or known.read_text() != stamp:
        for journal in state.glob("journal*.jsonl"):
            journal.unlink()
        known.write_text(stamp)


def count(run: Run, state: Path) -> None:
    """Fill in the counts of the journals of ``state``."""
    for test, entry in outcomes(state).items():
        run.ran.add(test)
        run.seconds += entry.get("seconds", 0)
        run.passed += entry["outcome"] == "passed"
        run.skipped += entry["outcome"] == "skipped"
        if entry["outcome"] == "failed":
            run.failed[test] = entry["kind"]
    text = "".join(journal.read_text() for journal in sorted(state.glob("journal*.jsonl")))
    for name, found in (("left_out", r'"left_out": (\d+)'), ("chosen", r'"chosen": (\d+)')):
        setattr(run, name, max(map(int, re.findall(found, text)), default=0))


def interpreted(library: Library, told: dict[str, Any], state: Path, failed: dict[str, str]) -> list[str]:
    """Those of ``failed`` that fail by Triton's interpreter, too."""
    state = state / "interpreted"
    state.mkdir(exist_ok=True)
    forget(state, str(time.time()))
    journal = state / "journal.jsonl"
    told = told | {"journal": str(journal), "tests": sorted(failed), "all": True, "part": None}
    process = Process(library, told, state, extra={"TRITON_INTERPRET": "1"})
    while not process.once():
        pass
    return sorted(test for test, entry in read(journal)[0].items() if entry["outcome"] == "failed")


def keep_ttir(dumped: Path, folder: Path) -> None:
    """Copy each kernel's Triton IR once, as NAME-HASH.mlir."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in dumped.rglob("*.ttir"):
        text = path.read_bytes()
        body = re.sub(rb"(?m)^#loc.*$|loc\(.*?\)", b"", text)
        (folder / f"{path.stem}-{hashlib.sha256(body).hexdigest()[:10]}.mlir").write_bytes(text)


def release(python: str) -> str:
    """Which release of Triton the interpreter ``python`` has, as "3.9"; "" without any."""
    program = "import importlib.metadata as m; print(*m.version('triton').split('.')[:2], sep='.')"
    return subprocess.run([python, "-c", program], capture_output=True, text=True, check=False).stdout.strip()


def key(library: Library, options: argparse.Namespace) -> str:
    """Under which name the outcomes of such a run are kept."""
    return f"{options.target}, Triton {library.triton or options.release}" + ", all" * options.all


def expectation(run: Run, options: argparse.Namespace) -> dict[str, Any]:
    """What was expected of such a run; no failures without any."""
    path = options.expected / f"{run.library.name}.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    return known.get(key(run.library, options), {"failed": {}, "elsewhere": []})


def update(run: Run, options: argparse.Namespace) -> None:
    """Write down that what was seen is expected; what ``-k`` or ``--part`` left out keeps its outcome."""
    path = options.expected / f"{run.library.name}.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    before = expectation(run, options) if options.keyword or options.part else {"failed": {}, "elsewhere": []}
    failed = {t: k for t, k in before["failed"].items() if t not in run.ran} | run.failed
    elsewhere = {t for t in before["elsewhere"] if t not in run.ran} | set(run.elsewhere)
    known["repository"] = run.library.repository
    known[key(run.library, options)] = {
        "commit": run.commit,
        "package": package(),
        "passed": run.passed,
        "skipped": run.skipped,
        "left out": run.left_out,
        "not run": run.unfinished,
        "failed": dict(sorted(failed.items())),
        "elsewhere": sorted(elsewhere & set(failed)),
    }
    options.expected.mkdir(exist_ok=True)
    path.write_text(json.dumps(known, indent=1) + "\n")


def compare(run: Run, options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """What is worse than expected, and the tests that newly pass."""
    expected = expectation(run, options)
    failures = expected["failed"]
    worse = [f"{kind}: {test}" for test, kind in run.failed.items() if test not in failures]
    worse += [
        f"wrong, was {failures[test]}: {test}"
        for test, kind in run.failed.items()
        if kind == WRONG != failures.get(test, WRONG)
    ]
    if run.not_run:
        worse.append(run.not_run)
    partial = options.keyword or options.part or run.not_run or expected.get("not run")
    if not partial and run.passed + len(run.failed) < expected.get("passed", 0) + len(failures):
        worse.append(
            f"{run.passed} passed and {len(run.failed)} failed, expected {expected['passed']} and {len(failures)}"
        )
    return worse, sorted(test for test in failures if test in run.ran and test not in run.failed)


def table(runs: list[Run], markdown: bool = False) -> str:
    """The table of all libraries."""
    lines = [HEADER, *(run.cells() for run in runs)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADER))]
    between, edge = (" | ", "|") if markdown else ("  ", "")
    if markdown:
        lines.insert(1, ["-" * width for width in widths])
    rows = (between.join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) for line in lines)
    return "\n".join(f"{edge} {row} {edge}".strip() for row in rows)


def part(text: str) -> tuple[int, int]:
    """The numbers of ``text``, as "2/3"."""
    index, count = map(int, text.split("/"))
    if not 1 <= index <= count:
        raise argparse.ArgumentTypeError(f"{text} is none of its parts; give 1/{count} to {count}/{count}")
    return index, count


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("checkouts", type=Path, help="the folder of checkouts")
    made.add_argument("--only", action="append", metavar="LIB", help="run this library; all without any")
    made.add_argument("-k", dest="keyword", default="", help="run tests that have this text in their names")
    made.add_argument("--all", action="store_true", help="all files, all parameters, instead of a sample")
    made.add_argument(
        "--part", type=part, metavar="I/N", help="the I-th of N equal runs of each library's tests"
    )
    made.add_argument("--target", choices=BACKENDS, default="cpu", help="what kernels run on (default cpu)")
    made.add_argument("--jobs", type=int, default=1, help="processes that run tests at a time (default 1)")
    made.add_argument(
        "--python", action="append", default=[], help="an interpreter with another release of Triton"
    )
    made.add_argument(
        "--test-seconds", type=int, default=120, help="processor time of one test (default 120)"
    )
    made.add_argument("--library-seconds", type=int, default=7200, help="time of one library (default 7200)")
    made.add_argument("--state", type=Path, help="journals, logs and caches; a run goes on with those there")
    made.add_argument("--dump-ttir", type=Path, metavar="DIR", help="write DIR/LIB/KERNEL-HASH.mlir")
    made.add_argument(
        "--interpreter", action="store_true", help="run what fails by Triton's interpreter, too"
    )
    made.add_argument("--update", action="store_true", help="write the expected outcomes")
    made.add_argument("--markdown", type=Path, help="write the table to this file, as Markdown")
    made.add_argument("--libraries", type=Path, default=LIBRARIES, help=argparse.SUPPRESS)
    made.add_argument("--expected", type=Path, default=EXPECTED, help=argparse.SUPPRESS)
    return made


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    options = parser().parse_args(arguments)
    options.checkouts, options.libraries = options.checkouts.resolve(), options.libraries.resolve()
    known = public_library.names(options.libraries)
    if unknown := set(options.only or ()) - set(known):
        raise SystemExit(f"no library {', '.join(sorted(unknown))}; known are {', '.join(known)}")
    scratch = tempfile.TemporaryDirectory(prefix="public-")
    options.state = (options.state or Path(scratch.name)).resolve()
    options.release = release(sys.executable)
    options.pythons = {release(python): python for python in options.python} | {
        options.release: sys.executable
    }
    libraries = [public_library.load(name, options.libraries) for name in options.only or known]
    with scratch:
        return report(completed(libraries, options), options)


def report(runs: list[Run], options: argparse.Namespace) -> int:
    """Print the table and what differs from what is expected; the exit status."""
    status = 0
    for run in runs:
        expected = expectation(run, options)
        run.elsewhere = run.elsewhere or [test for test in expected["elsewhere"] if test in run.failed]
        worse, better = compare(run, options)
        for title, lines in (("worse than expected", worse), ("passes now", better)):
            if lines:
                print(f"\n{run.library.name}, {title}:", *lines, sep="\n  ")
        status |= bool(worse)
        if options.update and run.ran:
            update(run, options)
    print("\n" + table(runs))
    if options.markdown:
        options.markdown.write_text(table(runs, markdown=True) + "\n")
    return 0 if options.update else int(status)


if __name__ == "__main__":
    sys.exit(main())
