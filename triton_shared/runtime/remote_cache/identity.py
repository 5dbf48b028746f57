"""What makes the compilers of two machines the same: contents and releases, not paths and time stamps.

>>> digest("text", "options")                                                                   # doctest: +SKIP
'91b1…'
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from triton_shared import plugins

#: what code is made of, by the ends of file names
_KINDS = (".py", ".ll", ".cpp", ".so", ".dylib", ".dll", ".pyd")


def digest(*parts: str | bytes) -> str:
    """The name of the entry that ``parts`` and the compiler determine, on any machine of this kind."""
    total = hashlib.sha256(_compiler().encode(errors="surrogateescape"))
    for part in (*parts, plugins.identity()):
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        total.update(b"%d:" % len(data) + data)
    return total.hexdigest()


@functools.cache
def _compiler() -> str:
    """System, this package, plug-ins, MLIR's bindings and llvmlite, none of which is imported."""
    told = [sys.platform, platform.machine(), *platform.libc_ver()]
    entries = [*plugins.entry_points(plugins.PLUGINS), *plugins.entry_points(plugins.TARGETS)]
    told += [str(entry) for entry in entries]
    names = [os.environ.get("TRITON_SHARED_MLIR") or "torch_mlir", "llvmlite"]
    for name in ("triton_shared", *(entry.package for entry in entries), *names):
        told.append(f"{name} {_contents(name)}")
    return "\n".join(told)


def _contents(package: str) -> str:
    """A digest of the files of ``package``: as its distribution's record has them where sizes agree, else read."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        return "none"
    places = [Path(place) for place in spec.submodule_search_locations or filter(None, [spec.origin])]
    known, total = _recorded(package), hashlib.sha256()
    for place in places:
        for path in sorted(_files(place)):
            size, code = known.get(path, (-1, ""))
            if size != path.stat().st_size:
                code = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(place.parent).as_posix()} {code}\n".encode())
    return total.hexdigest()


def _files(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
    for directory, _, names in os.walk(place):
        yield from (Path(directory, name) for name in names if name.endswith(_KINDS))


def _recorded(package: str) -> dict[Path, tuple[int, str]]:
    """Sizes and hashes of the package's libraries, which take long to read, as they were installed."""
    try:
        files = metadata.files(package) or ()
    except metadata.PackageNotFoundError:
        return {}
    whole = [file for file in files if file.hash and file.size is not None and not file.name.endswith(".py")]
    return {Path(str(f.locate())): (f.size or 0, f"{f.hash.mode} {f.hash.value}") for f in whole if f.hash}
