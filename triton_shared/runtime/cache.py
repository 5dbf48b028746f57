"""Compiled code on disk: one file an entry, safe among processes, bounded in size.

An entry is a line with the SHA-256 of everything after it, a line of JSON, and the object code.  Files are
written beside their place and renamed, so a reader sees a whole entry or none; whatever does not match its
checksum counts as absent and is replaced.  Reading an entry renews its time stamp, and writing one evicts the
longest unused entries beyond `LIMIT`.

The directory is ``TRITON_SHARED_CACHE_DIR``, else ``$XDG_CACHE_HOME/triton_shared``, else
``~/.cache/triton_shared``.  One that cannot be written warns once; nothing else changes.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import os
import tempfile
import warnings
from pathlib import Path

LIMIT = 256 << 20  # bytes

_SUFFIX = ".entry"
_LIBRARIES = (".so", ".dylib", ".dll", ".pyd")


def directory() -> Path:
    """Where entries live; need not exist yet."""
    if chosen := os.environ.get("TRITON_SHARED_CACHE_DIR"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "triton_shared")


def key(*parts: str | bytes) -> str:
    """The name of the entry that ``parts`` determine, together with the versions of all that compiles."""
    digest = hashlib.sha256(_versions().encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def load(name: str) -> tuple[dict, bytes] | None:
    """Header and object code of entry ``name``; None when there is none, or none that is whole."""
    path = directory() / (name + _SUFFIX)
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    checksum, _, rest = data.partition(b"\n")
    if hashlib.sha256(rest).hexdigest().encode() != checksum:
        return None
    header, _, object_code = rest.partition(b"\n")
    return json.loads(header), object_code


def store(name: str, header: dict, object_code: bytes) -> None:
    """Keep an entry; ``header`` is anything that JSON can hold."""
    rest = json.dumps(header).encode() + b"\n" + object_code
    place = directory()
    try:
        place.mkdir(parents=True, exist_ok=True)
        _write(place, name + _SUFFIX, hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
        _evict(place)
    except OSError as error:
        _warn(str(place), str(error))


def _write(place: Path, name: str, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=place, prefix="new-", delete=False) as file:
        try:
            file.write(data)
            file.close()
            os.replace(file.name, place / name)
        except BaseException:
            os.unlink(file.name)
            raise


def _evict(place: Path) -> None:
    """Remove the files of ``place`` that were not used for longest, until the rest fits `LIMIT`."""
    files = []
    for file in os.scandir(place):
        try:
            files.append((file.stat().st_mtime_ns, file.stat().st_size, file.path))
        except FileNotFoundError:
            continue  # another process evicted it
    room = LIMIT
    for _, size, path in sorted(files, reverse=True):
        room -= size
        if room < 0:
            Path(path).unlink(missing_ok=True)


@functools.cache
def _warn(place: str, reason: str) -> None:
    warnings.warn(
        f"compiled kernels are not kept, the cache directory {place} cannot be written ({reason}); "
        "set TRITON_SHARED_CACHE_DIR to one that can",
        RuntimeWarning,
        stacklevel=2,
    )


@functools.cache
def _versions() -> str:
    """A text that changes with this package, the MLIR bindings and llvmlite, none of which is imported."""
    package = Path(__file__).parents[1]
    stamps = [_stamp(path) for path in sorted(package.rglob("*.py"))]
    # The name is read here as mlir.py reads it, because importing that module would import MLIR.
    for name in (os.environ.get("TRITON_SHARED_MLIR", "torch_mlir"), "llvmlite"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            root = Path(spec.submodule_search_locations[0])
            stamps += [_stamp(path) for path in sorted(root.glob("*/*")) if path.suffix in _LIBRARIES]
    return "\n".join(stamps)


def _stamp(path: Path) -> str:
    status = path.stat()
    return f"{path}:{status.st_mtime_ns}:{status.st_size}"
