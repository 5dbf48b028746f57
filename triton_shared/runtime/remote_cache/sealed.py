"""Entries that only who has the key can have made.

An entry is a line and the content::

    triton-shared-cache 1 <seconds since 1970> <HMAC-SHA-256, hexadecimal>

The code is over the entry's name, the seconds and the content, so an entry counts in its own place and for its time.
"""

from __future__ import annotations

import hashlib
import hmac
import re

_FORMAT = b"triton-shared-cache 1"
_LINE = re.compile(rb"triton-shared-cache 1 ([0-9]{1,12}) ([0-9a-f]{64})")
#: bytes that an entry has more than its content
EXTRA = 128


class Unauthenticated(Exception):
    """An entry that nobody with the key has made, for this name."""


class Expired(Exception):
    """An entry that is too old, or of tomorrow."""


def seal(key: bytes, name: str, content: bytes, now: float) -> bytes:
    """The entry ``name`` with ``content``, made ``now``."""
    seconds = int(now)
    code = _code(key, name, seconds, content).encode()
    return b"%s %d %s\n%s" % (_FORMAT, seconds, code, content)


def opened(key: bytes, name: str, data: bytes, now: float, age: float) -> bytes:
    """The content of what a store holds as entry ``name``.

    Raises:
        Unauthenticated: it is no entry, or not this one, or changed.
        Expired: it is older than ``age`` seconds, or from the future by a day.
    """
    line, _, content = data.partition(b"\n")
    found = _LINE.fullmatch(line)
    seconds = int(found[1]) if found else 0
    if not found or not hmac.compare_digest(_code(key, name, seconds, content).encode(), found[2]):
        raise Unauthenticated
    if not -86400 <= now - seconds <= age:
        raise Expired
    return content


def _code(key: bytes, name: str, seconds: int, content: bytes) -> str:
    told = b"%s\0%s\0%d\0" % (_FORMAT, name.encode(), seconds)
    return hmac.new(key, told + content, hashlib.sha256).hexdigest()
