"""Triton's own cache on many machines: ``TRITON_CACHE_MANAGER=triton_shared.triton.remote_cache:CacheManager``.

`CacheManager` looks into Triton's directory first, then asks the cache that ``TRITON_SHARED_REMOTE_CACHE`` names.
`Backend` is for those who keep Triton's manager, which always asks: ``TRITON_REMOTE_CACHE_BACKEND`` names it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from triton.runtime.cache import CacheManager as _CacheManager
from triton.runtime.cache import FileCacheManager, RemoteCacheBackend

from triton_shared.runtime import remote_cache


class Backend(RemoteCacheBackend):
    """The files of Triton's entry ``key``, in the remote cache of this process; without one it is empty."""

    def __init__(self, key: str):
        self._key = key

    def _name(self, filename: str) -> str:
        return hashlib.sha256(f"triton\0{self._key}\0{filename}".encode(errors="surrogateescape")).hexdigest()

    def get(self, filenames: list[str]) -> dict[str, bytes]:
        """The contents of those files that are there."""
        remote = remote_cache.current()
        found = (
            {name: remote.load(self._name(name)) for name in filenames if _is_plain(name)} if remote else {}
        )
        return {name: data for name, data in found.items() if data is not None}

    def put(self, filename: str, data: bytes) -> None:
        """Keep a file."""
        remote = remote_cache.current()
        if remote and _is_plain(filename):
            remote.store(self._name(filename), data)


class CacheManager(_CacheManager):
    """Triton's files: in Triton's directory, else from the remote cache, kept in both."""

    def __init__(self, key: str, override: bool = False, dump: bool = False):
        self._files = FileCacheManager(key, override=override, dump=dump)
        self._backend = None if override or dump else Backend(key)

    def get_file(self, filename: str) -> str | None:
        """The path of a file; None where it is nowhere."""
        found = self._files.get_file(filename)
        if (
            found is None
            and self._backend
            and (data := self._backend.get([filename]).get(filename)) is not None
        ):
            found = self._files.put(data, filename)
        return found

    def put(self, data: bytes | str, filename: str, binary: bool = True) -> str:
        """Keep a file here and there; its path."""
        content = data if isinstance(data, bytes) else str(data).encode()
        if self._backend:
            self._backend.put(filename, content)
        return self._files.put(content, filename)

    def get_group(self, filename: str) -> dict[str, str] | None:
        """The paths of a group's files by name; None where one is missing."""
        listed = self.get_file(f"__grp__{filename}")
        try:
            names = list(json.loads(Path(listed).read_bytes())["child_paths"]) if listed else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        if names is None or not all(isinstance(name, str) and _is_plain(name) for name in names):
            return None
        paths = {name: self.get_file(name) for name in names}
        return {name: path for name, path in paths.items() if path} if all(paths.values()) else None

    def put_group(self, filename: str, group: dict[str, str]) -> str:
        """Note that files are a group."""
        return self.put(json.dumps({"child_paths": sorted(group)}), f"__grp__{filename}")


def _is_plain(name: str) -> bool:
    """Whether ``name`` is a file of the directory, and no path that leads elsewhere."""
    return Path(name).name == name and name not in ("", ".", "..") and "\\" not in name
