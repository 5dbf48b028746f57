"""How the tools read their inputs and write their results."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable

from triton_shared.tools.arguments import UsageError


def read(path: str, stdin: Callable[[], bytes]) -> str:
    """The text of ``path``; ``-`` is what ``stdin`` returns.

    Raises `UsageError`.
    """
    try:
        if path == "-":
            data = stdin()
        else:
            with open(path, "rb") as file:
                data = file.read()
        return data.decode()
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read '{path}': not UTF-8 text from byte {error.start} on") from None


def write(path: str, data: bytes) -> None:
    """Write ``data`` to ``path`` as a whole or not at all; pipes and devices are written to directly.

    Raises `UsageError`.
    """
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:
                file.write(data)
            return
        mode = os.stat(target).st_mode & 0o777 if os.path.exists(target) else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".triton-shared-")
        try:
            with open(handle, "wb") as file:
                file.write(data)
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise UsageError(f"cannot write '{path}': {error.strerror}") from None


def stdout_failed(program: str, error: OSError) -> int:
    """The exit code of ``program`` after ``error``, most likely in writing to standard output, which is closed here.

    A reader that has gone away is told nothing: 141 is what a shell reports of a program that SIGPIPE ended.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 141
    print(f"{program}: cannot write '{error.filename or '-'}': {error.strerror}", file=sys.stderr)
    return 1


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
