"""Compiled code on disk: one file an entry, safe among processes and users, bounded in size.

An entry is a line with the SHA-256 of everything after it, a line of JSON with the entry's name and its header, and the
object code.  Files are written beside their place and renamed, so a reader sees a whole entry or none.  An entry
counts only if

* it is a plain file of this user's or of root's that nobody else may write to,
* its checksum is right and it holds its own name, and
* its header is what the reader asks for;

whatever else lies in its place counts as absent, and is replaced.  Reading an entry renews its time stamp if that is
allowed; from time to time writing one evicts the longest unused entries beyond `LIMIT`.  Other files are left alone.

The directory is ``TRITON_SHARED_CACHE_DIR``, else ``$XDG_CACHE_HOME/triton_shared``, else ``~/.cache/triton_shared``.
One that is made is private.  What cannot be written to the default place goes to a private directory below the system's
directory for temporary files, and what can be written nowhere stays in memory; either is said once.

Where ``TRITON_SHARED_REMOTE_CACHE`` is set, what is not there is asked of a cache of many machines (`remote_cache`),
and what is made is given to it, under a name that does not depend on paths: a `Key` has both.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import re
import stat
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from triton_shared import plugins
from triton_shared.runtime import whole_files
from triton_shared.runtime.digests import sha256

LIMIT = 256 << 20  # bytes in a directory
IN_MEMORY = 256  # entries that could not be written

_SUFFIX = ".entry"
_OWN = re.compile(rf"[0-9a-f]{{64}}\{_SUFFIX}|{whole_files.PART}\w+\{_SUFFIX}")
_BYTE_CODE = "__pycache__"
_LIBRARIES = (".so", ".dylib", ".dll", ".pyd")
_FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
_OPEN = os.O_RDONLY | sum(getattr(os, name, 0) for name in _FLAGS)

_unwritten: OrderedDict[str, tuple[dict, bytes]] = OrderedDict()
_written: dict[Path, int] = {}  # bytes since the last eviction


def directories() -> Iterator[Path]:
    """Where entries are looked for and written, the best place first; they need not exist."""
    if chosen := os.environ.get("TRITON_SHARED_CACHE_DIR"):
        yield Path(chosen)
        return
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with suppress(RuntimeError):  # there is no home directory
        yield (given if given.is_absolute() else Path.home() / ".cache") / "triton_shared"
    with suppress(OSError):  # there is no place for temporary files either
        yield _temporary()


def _temporary() -> Path:
    import tempfile  # once a place has to be found: a launch from the cache needs none

    return Path(tempfile.gettempdir(), f"triton_shared-{_user()}")


def key(*parts: str | bytes) -> str:
    """The name of the entry that ``parts`` determine, together with the versions of all that compiles."""
    digest = sha256(_versions().encode(errors="surrogateescape"))
    for part in (*parts, *filter(None, (plugins.identity(),))):
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


class Key(str):
    """The name of an entry; ``shared`` is its name in a cache of many machines, empty where there is none."""

    shared = ""


def shared_key(*parts: str | bytes) -> Key:
    """`key`, of an entry that other machines can use as it is."""
    name = Key(key(*parts))
    if os.environ.get("TRITON_SHARED_REMOTE_CACHE"):
        from triton_shared.runtime import remote_cache

        name.shared = remote_cache.digest(*parts)
    return name


def load(name: str, fits: Callable[[dict], bool]) -> tuple[dict, bytes] | None:
    """Header and object code of entry ``name``; None when there is none that is whole and whose header ``fits``."""
    if found := _unwritten.get(name):
        return found
    for place in directories():
        data = _read(place / (name + _SUFFIX))
        if data is not None and (entry := _parse(name, data)) and fits(entry[0]):
            return entry
    return _fetched(name, fits) if isinstance(name, Key) and name.shared else None


def _fetched(name: Key, fits: Callable[[dict], bool]) -> tuple[dict, bytes] | None:
    """What the cache of many machines has, which is kept here then."""
    from triton_shared.runtime import remote_cache

    remote = remote_cache.current()
    data = remote and remote.load(name.shared)
    entry = _parse(name.shared, data) if data else None
    if entry is None or not fits(entry[0]):
        return None
    _keep(name, *entry)
    return entry


def store(name: str, header: dict, object_code: bytes) -> None:
    """Keep an entry; ``header`` is anything that JSON can hold."""
    _keep(name, header, object_code)
    if isinstance(name, Key) and name.shared:
        from triton_shared.runtime import remote_cache

        if remote := remote_cache.current():
            remote.store(name.shared, _written_as(name.shared, header, object_code))


def _written_as(name: str, header: dict, object_code: bytes) -> bytes:
    """The bytes of entry ``name``."""
    rest = json.dumps({"entry": name, "header": header}).encode() + b"\n" + object_code
    return sha256(rest).hexdigest().encode() + b"\n" + rest


def _keep(name: str, header: dict, object_code: bytes) -> None:
    """Keep an entry on this machine."""
    data = _written_as(name, header, object_code)
    failures: list[str] = []
    for place in directories():
        try:
            _make(place)
            whole_files.write(place, name + _SUFFIX, data, _SUFFIX)
            _evict(place, len(data))
        except OSError as error:
            failures.append(f"{place}: {error.strerror}")
            continue
        if failures:
            _warn(f"compiled kernels are kept in {place}", failures[0])
        return
    _unwritten[name] = header, object_code
    while len(_unwritten) > IN_MEMORY:
        _unwritten.popitem(last=False)
    _warn("compiled kernels are kept in memory only", *failures[:1])


def _read(path: Path) -> bytes | None:
    """The bytes of ``path`` if it is a file that only this user and root can have written."""
    try:
        handle = os.open(path, _OPEN)
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not _is_trusted(status) or status.st_size > LIMIT:
            return None
        with suppress(OSError):  # the file, or the file system, may be read-only
            os.utime(handle)
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError:
        return None
    finally:
        os.close(handle)


def _is_trusted(status: os.stat_result) -> bool:
    others = stat.S_IWGRP | stat.S_IWOTH if os.name == "posix" else 0
    return stat.S_ISREG(status.st_mode) and status.st_uid in (0, _user()) and not status.st_mode & others


def _user() -> int:
    """The user that files of this process belong to; 0 where files have no owners."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _parse(name: str, data: bytes) -> tuple[dict, bytes] | None:
    """Header and object code of what a file holds, if that is entry ``name``."""
    checksum, _, rest = data.partition(b"\n")
    if sha256(rest).hexdigest().encode() != checksum:
        return None
    line, _, object_code = rest.partition(b"\n")
    try:
        match json.loads(line):
            case {"entry": str(found), "header": dict(header)} if found == name:
                return header, object_code
    except (ValueError, RecursionError):
        pass
    return None


def _make(place: Path) -> None:
    """Make the directory ``place``, for this user alone; that for temporary files must be so if it is there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.mkdir(place, 0o700)
    if place == _temporary() and os.name == "posix":
        status = os.lstat(place)
        private = stat.S_ISDIR(status.st_mode) and not status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        if not private or status.st_uid != _user():
            raise PermissionError(1, "is not a directory of this user's alone", str(place))


def _evict(place: Path, written: int) -> None:
    """Remove the entries of ``place`` that were not used for longest, until the rest fits `LIMIT`.

    That is done when this process writes there first, and then after every 64th part of `LIMIT` that it has written.
    """
    _written[place] = _written.get(place, LIMIT) + written
    if _written[place] >= LIMIT // 64:
        _written[place] = 0
        whole_files.evict(place, _OWN, LIMIT)


@functools.cache
def _warn(what: str, failure: str = "there is no home directory") -> None:
    warnings.warn(
        f"{what} ({failure}); set TRITON_SHARED_CACHE_DIR to a directory that can be written",
        RuntimeWarning,
        stacklevel=2,
    )


@functools.cache
def _versions() -> str:
    """A text that changes with this package, plug-ins, the MLIR bindings and llvmlite, none of which is imported."""
    package = Path(__file__).parents[1]
    archive = next(filter(Path.is_file, package.parents), package)
    stamps = _sources(package if package.is_dir() else archive)
    for entry in (*plugins.entry_points(plugins.PLUGINS), *plugins.entry_points(plugins.TARGETS)):
        places = _places_of(entry.package)
        stamps += [str(entry), *(stamp for place in places for stamp in _sources(Path(place)))]
    # The name is read here as mlir.py reads it, because importing that module would import MLIR.
    for name in (os.environ.get("TRITON_SHARED_MLIR") or "torch_mlir", "llvmlite"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            stamps += _libraries(spec.submodule_search_locations[0])
    return "\n".join(stamps)


def _places_of(package: str) -> list[str]:
    """The directories, or the file, that ``package`` would be imported from; none where it is not there."""
    with suppress(ImportError, ValueError):
        if spec := importlib.util.find_spec(package):
            return list(spec.submodule_search_locations or filter(None, [spec.origin]))
    return []


def _sources(place: Path) -> list[str]:
    """The stamps of a package's Python files, or of the one file that ``place`` is."""
    if place.is_file():
        return [_stamp(os.fspath(place))]
    return [_stamp(path) for path in sorted(_python_files(os.fspath(place)))] if place.is_dir() else []


def _python_files(directory: str) -> Iterator[str]:
    """The paths of the Python files below ``directory``."""
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield entry.path
            elif entry.name != _BYTE_CODE and entry.is_dir(follow_symlinks=False):
                yield from _python_files(entry.path)


def _libraries(root: str) -> list[str]:
    """The stamps of the libraries in the directories that ``root`` has."""
    directories = [entry.path for entry in os.scandir(root) if entry.is_dir()]
    files = (entry.path for directory in directories for entry in os.scandir(directory))
    return [_stamp(path) for path in sorted(files) if path.endswith(_LIBRARIES)]


def _stamp(path: str) -> str:
    status = os.stat(path)
    return f"{path}:{status.st_mtime_ns}:{status.st_size}"
