"""Tells Linux's perf what loaded code is called and from which lines it was made.

It costs files, so it is done only where ``TRITON_SHARED_PERF`` names a directory (or is ``1``: the current one):

* ``/tmp/perf-<pid>.map``, which ``perf report`` reads by itself: a line a function;
* ``jit-<pid>.dump`` in that directory, with code and lines, for ``perf inject --jit`` and ``perf annotate``.  Times
  in it are those of ``perf record -k mono``.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import mmap
import os
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from triton_shared.names import one_line
from triton_shared.runtime.cpu.diagnostics.elf_image import Image, Lines

_FILE_HEADER = struct.Struct("<IIIIIIQQ")
_RECORD = struct.Struct("<IIQ")
_LOAD = struct.Struct("<IIQQQQ")
_DEBUG = struct.Struct("<QQ")
_LINE = struct.Struct("<Qii")
_MAGIC = 0x4A695444
_CODE_LOAD, _CODE_DEBUG_INFO = 0, 2


class Profile:
    """This process's two files; ``next_line`` moves on in a line table."""

    def __init__(self, directory: Path, machine: int, next_line: Callable[[Lines], int]):
        self._next_line = next_line
        self._index = 0
        pid = os.getpid()
        self._map = open(_ours(f"/tmp/perf-{pid}.map"), "a", encoding="utf-8")  # noqa: SIM115
        dump = directory / f"jit-{pid}.dump"
        dump.unlink(missing_ok=True)  # another process had this number
        self._dump = open(_new(dump, os.O_RDWR), "w+b")  # noqa: SIM115
        self._dump.write(
            _FILE_HEADER.pack(_MAGIC, 1, _FILE_HEADER.size, machine, 0, pid, time.monotonic_ns(), 0)
        )
        self._dump.flush()
        # perf finds the file because it was mapped as code.
        self._marker = mmap.mmap(
            self._dump.fileno(), _FILE_HEADER.size, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC
        )

    def add(self, image: Image) -> None:
        """Note all functions of ``image``."""
        rows = list(self._rows(image))
        for function in image.functions:
            end = function.address + function.size
            self._map.write(f"{function.address:x} {function.size:x} {one_line(function.name)}\n")
            lines = [row for row in rows if function.address <= row[0] < end]
            if lines:
                entries = b"".join(
                    _LINE.pack(at, line, 0) + os.fsencode(one_line(file)) + b"\0" for at, file, line in lines
                )
                self._record(_CODE_DEBUG_INFO, _DEBUG.pack(function.address, len(lines)) + entries)
            load = _LOAD.pack(
                os.getpid(),
                threading.get_native_id(),
                function.address,
                function.address,
                function.size,
                self._index,
            )
            code = ctypes.string_at(function.address, function.size)
            self._record(_CODE_LOAD, load + one_line(function.name).encode() + b"\0" + code)
            self._index += 1
        self._map.flush()
        self._dump.flush()

    def _record(self, kind: int, body: bytes) -> None:
        self._dump.write(_RECORD.pack(kind, _RECORD.size + len(body), time.monotonic_ns()) + body)

    def _rows(self, image: Image) -> Iterator[tuple[int, str, int]]:
        """The line table's rows: address, file, line; a line that is not known is that before it."""
        lines = image.lines
        while kind := self._next_line(lines):
            if kind == 1 and lines.line:
                yield lines.address, image.files[lines.file], lines.line


def _new(path: str | Path, access: int) -> int:
    """A new file of this user's alone.  Raises OSError where there is one of that name, or a link."""
    return os.open(path, access | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


def _ours(path: str) -> int:
    """A file to append to, which may be there: Python's own profile of this process is in the same.

    Raises OSError where it is a link, or another user's, or others may write to it.
    """
    try:
        return _new(path, os.O_WRONLY)
    except FileExistsError:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    status = os.fstat(handle)
    others = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_nlink != 1 or others:
        os.close(handle)
        raise PermissionError(errno.EPERM, "is not a file of this user's alone", path)
    return handle


@functools.cache
def directory() -> Path | None:
    """Where the profile shall be; None where none is wanted."""
    chosen = os.environ.get("TRITON_SHARED_PERF", "0")
    return None if chosen in ("", "0") else Path("." if chosen == "1" else chosen).absolute()
