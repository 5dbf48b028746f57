"""Files of a directory that processes share: a reader sees a whole file or none, and there is a limit to all."""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path

#: begins the names of files that are not whole yet
PART = "new-"
_ABANDONED = 3600  # seconds after which nobody writes to such a file any more


def write(place: Path, name: str, data: bytes, suffix: str, mode: int = 0o600) -> None:
    """Put a file that holds ``data`` in the directory ``place``; OSError where that cannot be."""
    import tempfile  # once something is written

    with tempfile.NamedTemporaryFile(dir=place, prefix=PART, suffix=suffix, delete=False) as file:
        try:
            file.write(data)
            file.close()
            if mode != 0o600:
                os.chmod(file.name, mode)
            os.replace(file.name, place / name)
        except BaseException:
            os.unlink(file.name)
            raise


def evict(place: Path, own: re.Pattern[str], limit: int, age: float = float("inf")) -> None:
    """Remove files whose names are ``own``: those not used for ``age`` seconds, and longest, beyond ``limit`` bytes."""
    files = []
    for file in os.scandir(place):
        with suppress(FileNotFoundError):  # another process removed it
            status = file.stat(follow_symlinks=False)
            if own.fullmatch(file.name) and stat.S_ISREG(status.st_mode):
                files.append((status.st_mtime, status.st_size, file))
    room, now = limit, time.time()
    for used, size, file in sorted(files, key=lambda entry: entry[0], reverse=True):
        room -= size
        if room < 0 or now - used > (_ABANDONED if file.name.startswith(PART) else age):
            with suppress(OSError):  # it is another user's, or gone
                os.unlink(file)
