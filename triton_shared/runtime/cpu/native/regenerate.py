"""Makes LLVM IR from C, of this directory or of given files: ``python -m triton_shared.runtime.cpu.native.regenerate``.

Of that of this directory it makes machine code, too, in ``objects``, for the `TRIPLES`, and of the C in ``shared``
libraries that the system loads.

The compiler is clang as it comes with Zig from PyPI, of the version that `COMPILER` names: ``pip install`` that first.
With ``--check`` nothing is written; the exit status tells whether the IR is that of the C.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import llvmlite.binding as llvm

from triton_shared.runtime.cpu import native

COMPILER = "ziglang==0.17.1"  # clang 22.1: LLVM reads text of its own and of older versions
HERE = Path(__file__).parent
SOURCES = sorted(HERE.glob("*.c"))
#: what there are libraries for
MACHINES = ("x86_64", "aarch64", "riscv64")
#: what there is machine code for, made by this version of LLVM
TRIPLES, LLVM = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"), (22, 1, 0)

# Whatever the target is that clang is told, the code it makes of these sources holds for each 64-bit system.
_FLAGS = (
    *("--target=x86_64-linux-gnu", "-std=c11", "-nostdinc", "-Wall", "-Wextra", "-Werror"),
    *("-O1", "-fPIC", "-fno-strict-aliasing", "-fasynchronous-unwind-tables"),
    *("-fno-discard-value-names", "-S", "-emit-llvm", "-o", "-"),
)
_SHARED = ("-shared", "-nostdlib", "-O1", "-s")
_TARGET_LINES = re.compile(
    r"^(?:; ModuleID|source_filename|target |!llvm\.(?:ident|module\.flags|errno)).*\n", re.M
)
_TARGET_ATTRIBUTES = re.compile(r' "(?:target-cpu|target-features|tune-cpu|min-legal-vector-width)"="[^"]*"')
_METADATA = re.compile(r"^(!\d+) = .*\n", re.M)


def is_installed() -> bool:
    """Whether the compiler is there, in the version that makes the same text again."""
    name, _, version = COMPILER.partition("==")
    try:
        return metadata.version(name) == version
    except metadata.PackageNotFoundError:
        return False


def generate(source: Path) -> str:
    """The LLVM IR of the C file ``source``, without what names a target.

    Raises:
        subprocess.CalledProcessError: the compiler refuses it; its errors are on stderr.
    """
    import ziglang

    headers = Path(ziglang.__file__).parent / "lib" / "include"
    command = [sys.executable, "-m", "ziglang", "clang", *_FLAGS, "-isystem", str(headers), source.name]
    text = subprocess.run(command, cwd=source.parent, check=True, stdout=subprocess.PIPE, text=True).stdout
    return f"; Made of {source.name} by regenerate.py, see README.md.\n{_neutral(text)}"


def _neutral(text: str) -> str:
    """``text`` without its target, and without metadata that nothing is left to use."""
    text = _TARGET_ATTRIBUTES.sub("", _TARGET_LINES.sub("", text))
    while unused := [m for m in _METADATA.finditer(text) if not re.search(rf"{m[1]}\b(?! =)", text)]:
        for match in reversed(unused):
            text = text[: match.start()] + text[match.end() :]
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def objects() -> Iterator[tuple[Path, bytes]]:
    """The machine code of this directory's IR: files and what they hold."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for source in SOURCES:
        text = source.with_suffix(".ll").read_text()
        for triple in TRIPLES:
            yield native.prepared(source.stem, triple, text), native.translated(text, triple)


def write_objects() -> None:
    """Put `objects` in the place of those that are there."""
    made = dict(objects())
    for place in native.OBJECTS.glob("*.o"):
        place.unlink()
    for place, code in made.items():
        place.write_bytes(code)


def libraries() -> Iterator[tuple[Path, bytes]]:
    """The shared libraries: files and what they hold."""
    for source in sorted(native.SHARED.glob("*.c")):
        for machine in MACHINES:
            with tempfile.TemporaryDirectory() as directory:
                made = Path(directory, "library.so")
                target = "-target", f"{machine}-linux-gnu"
                command = [
                    sys.executable,
                    "-m",
                    "ziglang",
                    "cc",
                    *target,
                    *_SHARED,
                    "-o",
                    str(made),
                    source.name,
                ]
                subprocess.run(command, cwd=source.parent, check=True)
                yield source.with_name(f"{source.stem}-{machine}-linux.so"), made.read_bytes()


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "sources", nargs="*", type=Path, default=SOURCES, help="C files (default: the package's)"
    )
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args(arguments)
    if not is_installed():
        parser.error(f"the compiler is not installed: pip install {COMPILER}")
    stale = []
    for source in options.sources:
        place, text = source.with_suffix(".ll"), generate(source)
        if not place.exists() or place.read_text() != text:
            stale.append(place)
            if not options.check:
                place.write_text(text)
    if not options.check and options.sources == SOURCES:
        write_objects()
        for place, library in libraries():
            place.write_bytes(library)
    for place in stale:
        print(f"{place}: {'is not what its source makes' if options.check else 'written'}")
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
