"""`Remote`: the remote cache of this process, which never fails and has little patience.

What goes wrong is told once, and for `PAUSE` seconds nothing is asked any more.  So it is after an answer that came,
but took more than a quarter of the time that a launch waits, unless it was the first.  An entry that is not
authenticated, or too old, or too large, counts as absent.  `Remote.counts` has how often each happened.
"""

from __future__ import annotations

import functools
import os
import stat
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from triton_shared.parameters import from_environment
from triton_shared.runtime.remote_cache import sealed, stores

VARIABLE = "TRITON_SHARED_REMOTE_CACHE"
KEY, KEY_FILE = f"{VARIABLE}_KEY", f"{VARIABLE}_KEY_FILE"
#: milliseconds that a launch waits for one answer
TIMEOUT = f"{VARIABLE}_TIMEOUT"
#: seconds after a failure during which nothing is asked
PAUSE = 30.0
#: calls that never returned, after which nothing is asked any more
_STUCK = 4
#: bytes of an entry, and seconds for which it counts
MOST, AGE = 64 << 20, 30 * 24 * 3600
#: bytes of a key, at least
_SHORTEST = 16

T = TypeVar("T")


class Refused(Exception):
    """A remote cache that cannot be used as it is set up; the text says why and what to do."""


class Remote:
    """A remote cache: a ``store``, the ``key`` of its entries, and the ``seconds`` that a launch waits for an answer.

    Attributes:
        counts: by name how many entries were found, missed, stored, unauthenticated, expired and too large, how often
            the store failed, and how often it was not asked since it had.
    """

    def __init__(self, store: stores.Store, key: bytes, seconds: float, name: str, secret: str = ""):
        self._store, self._key, self.seconds, self.name = store, key, seconds, name
        self._secret = secret
        self._until, self._stuck, self._is_met = 0.0, 0, False
        self.counts: Counter[str] = Counter()

    def __repr__(self) -> str:
        return f"<Remote {self.name}>"

    def load(self, name: str) -> bytes | None:
        """The content of entry ``name``; None where there is none that counts, or nobody answers in time."""
        found = self._answer(lambda: self._store.get(name, MOST + sealed.EXTRA))
        outcome, content = "missed", None
        if found is not None and len(found) > MOST + sealed.EXTRA:
            outcome = "too large"
        elif found is not None:
            try:
                content = sealed.opened(self._key, name, found, time.time(), AGE)
                outcome = "found"
            except sealed.Expired:
                outcome = "expired"
            except sealed.Unauthenticated:
                outcome = "unauthenticated"
                _warn(f"{self.name} has entries that were not made with this key: they are not used")
        self.counts[outcome] += 1
        return content

    def store(self, name: str, content: bytes) -> None:
        """Keep ``content`` as entry ``name``, if that can be done in time."""
        if len(content) > MOST:
            self.counts["too large"] += 1
            return
        data = sealed.seal(self._key, name, content, time.time())

        def put() -> bool:
            self._store.put(name, data)
            return True

        if self._answer(put):
            self.counts["stored"] += 1

    @property
    def is_paused(self) -> bool:
        """Whether nothing is asked for now."""
        return time.monotonic() < self._until

    def _answer(self, ask: Callable[[], T]) -> T | None:
        """What ``ask`` returns within ``seconds``, in a thread that may never end; None where it fails."""
        if self.is_paused:
            self.counts["not asked"] += 1
            return None
        answers: list[tuple[T | None, Exception | None]] = []

        def run() -> None:
            try:
                answers.append((ask(), None))
            except Exception as error:  # of any client
                answers.append((None, error))

        thread = threading.Thread(target=run, name="triton-shared remote cache", daemon=True)
        begin = time.monotonic()
        thread.start()
        thread.join(self.seconds)
        if not answers:
            self._stuck += 1
            self._failed(f"no answer within {self.seconds:g} s")
            return None
        value, error = answers[0]
        if error is not None:
            self._failed(f"{type(error).__name__}: {error}".splitlines()[0])
        elif self._is_met and (taken := time.monotonic() - begin) > self.seconds / 4:
            self._failed(f"an answer took {taken:.2g} s")
        self._is_met = error is None
        return value

    def _failed(self, why: str) -> None:
        self.counts["failed"] += 1
        self._until = float("inf") if self._stuck >= _STUCK else time.monotonic() + PAUSE
        told = why.replace(self._secret, "…") if self._secret else why
        _warn(f"the remote cache {self.name} fails ({told}): kernels are compiled here")


def current() -> Remote | None:
    """The remote cache that the environment names; None where it names none, or one that cannot be used."""
    names = (VARIABLE, KEY, KEY_FILE, TIMEOUT)
    return _of(*(os.environ.get(name, "") for name in names), os.getpid())


@functools.lru_cache(maxsize=4)
def _of(url: str, key: str, key_file: str, timeout: str, process: int) -> Remote | None:
    if not url:
        return None
    try:
        return opened(url, key, key_file)
    except Refused as error:
        _warn(f"{VARIABLE}: {error}; kernels are compiled here")
        return None


def opened(url: str, key: str, key_file: str) -> Remote:
    """The remote cache at ``url``; raises `Refused`."""
    secret = _key(key, key_file)
    try:
        seconds = from_environment(TIMEOUT, 1000, least=1) / 1000
        parts = urlsplit(url)
    except ValueError as error:
        raise Refused(str(error)) from None
    make, package = stores.SCHEMES.get(parts.scheme, stores.OTHERS)
    shown = stores.shown(url)
    try:
        store = make(url, seconds, AGE)
    except ImportError as error:
        needs = error.name or package
        raise Refused(f"{shown} needs a package that is not installed: pip install {needs}") from None
    except Exception as error:
        raise Refused(f"{shown} cannot be used ({type(error).__name__})") from None
    return Remote(store, secret, seconds, shown, parts.password or "")


def _key(key: str, key_file: str) -> bytes:
    """The key that entries are authenticated with."""
    if key_file:
        data = _of_file(Path(key_file))
    elif key:
        data = key.encode(errors="surrogateescape")
    else:
        raise Refused(f"there is no key to authenticate entries with: set {KEY_FILE}, or {KEY}")
    if len(data) < _SHORTEST:
        raise Refused(f"the key has {len(data)} bytes, and needs {_SHORTEST} or more")
    return data


def _of_file(path: Path) -> bytes:
    """The key in a file that nobody else may read or write."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            others = status.st_mode & (stat.S_IRWXG | stat.S_IRWXO) if os.name == "posix" else 0
            if others or not stat.S_ISREG(status.st_mode):
                raise Refused(f"{KEY_FILE} is no file of yours alone: chmod 600 it")
            return file.read(4096).strip()
    except OSError as error:
        raise Refused(f"{KEY_FILE} cannot be read ({error.strerror})") from None


@functools.cache
def _warn(what: str) -> None:
    with suppress(RuntimeWarning):  # warnings may be errors, of which a launch knows nothing
        warnings.warn(what, RuntimeWarning, stacklevel=2)
