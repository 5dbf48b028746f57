"""Where entries of a remote cache are kept: Redis, a directory, or whatever fsspec reaches.

A store holds bytes by names of 64 hexadecimal digits.  `get` returns None for what is not there; anything may raise,
and may take as long as it does: `client` has the patience.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from triton_shared.runtime import whole_files

#: bytes of all entries in a directory
TOTAL = 4 << 30
_SUFFIX = ".sealed"
_OWN = re.compile(rf"[0-9a-f]{{64}}\{_SUFFIX}|{whole_files.PART}\w+\{_SUFFIX}")
_OPEN = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"))


class Store(Protocol):
    """Bytes by name."""

    def get(self, name: str, most: int) -> bytes | None:
        """What it holds as ``name``, of more than ``most`` bytes only as many and one more."""

    def put(self, name: str, data: bytes) -> None:
        """Hold ``data`` as ``name``; others see all of it, or none."""


class Directory:
    """Files of a directory that machines share; ``age`` seconds after they were last written they may go."""

    def __init__(self, url: str, seconds: float, age: int):
        self._place = Path(unquote(urlsplit(url).path) if url.startswith("file:") else url)
        self._age, self._written = age, TOTAL

    def get(self, name: str, most: int) -> bytes | None:
        """As `Store`; a link is no entry."""
        try:
            handle = os.open(self._place / (name + _SUFFIX), _OPEN)
        except FileNotFoundError:
            return None
        with open(handle, "rb") as file:
            return file.read(most + 1) if stat.S_ISREG(os.fstat(handle).st_mode) else None

    def put(self, name: str, data: bytes) -> None:
        """As `Store`; after each 64th part of `TOTAL`, and at first, the oldest entries beyond it go."""
        self._place.mkdir(parents=True, exist_ok=True)
        whole_files.write(self._place, name + _SUFFIX, data, _SUFFIX, mode=0o644)
        self._written += len(data)
        if self._written >= TOTAL // 64:
            self._written = 0
            whole_files.evict(self._place, _OWN, TOTAL, self._age)


class Redis:
    """A Redis server, or what speaks as one: ``redis://host:6379/0``, ``rediss://``, ``unix://``."""

    def __init__(self, url: str, seconds: float, age: int):
        from redis import Redis as Client
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        patience = {"socket_timeout": seconds / 2, "socket_connect_timeout": seconds / 2}
        self._client = Client.from_url(url, retry=Retry(NoBackoff(), 0), **patience)
        self._age = age

    def get(self, name: str, most: int) -> bytes | None:
        """As `Store`; an empty entry is none."""
        return self._client.getrange(_PREFIX + name, 0, most) or None

    def put(self, name: str, data: bytes) -> None:
        """As `Store`; the server drops it when it is too old."""
        self._client.set(_PREFIX + name, data, ex=self._age)


#: begins the names of entries on servers that have other things, too
_PREFIX = "triton-shared:"


class Objects:
    """What fsspec reaches by a URL: ``s3://bucket/folder``, ``gs://…``; its owner has to remove old entries."""

    def __init__(self, url: str, seconds: float, age: int):
        from fsspec.core import url_to_fs

        self._files, self._root = url_to_fs(url)

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}{_SUFFIX}"

    def get(self, name: str, most: int) -> bytes | None:
        """As `Store`."""
        try:
            return self._files.cat_file(self._path(name), start=0, end=most + 1)
        except FileNotFoundError:
            return None

    def put(self, name: str, data: bytes) -> None:
        """As `Store`, where the store writes objects as a whole; half of one is not authenticated."""
        self._files.makedirs(self._root, exist_ok=True)
        self._files.pipe_file(self._path(name), data)


#: by the scheme of a URL: what the store is, and what it needs of other packages
SCHEMES: dict[str, tuple[Callable[[str, float, int], Any], str]] = {
    "": (Directory, ""),
    "file": (Directory, ""),
    **dict.fromkeys(("redis", "rediss", "unix"), (Redis, "redis")),
}
OTHERS = (Objects, "fsspec")


def shown(url: str) -> str:
    """``url`` without what may be secret in it: who logs in, and what is asked."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
