"""Loaded code that debuggers, profilers and the crash handler know of."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Mapping
from types import MappingProxyType

from triton_shared.runtime.code import Code, registration_lock
from triton_shared.runtime.cpu.diagnostics import crash, debugger, perf
from triton_shared.runtime.cpu.diagnostics.elf_image import Image


class RegisteredCode(Code):
    """Code that gdb and perf know; as that of ``kernel``, if it is given, it also is in the report of a crash."""

    def __init__(
        self,
        object_code: bytes,
        *symbols: str,
        kernel: str | None = None,
        provided: Mapping[str, int] = MappingProxyType({}),
    ):
        super().__init__(object_code, *symbols, provided=provided)
        if self._parts is None:
            return
        image = Image(self._parts, symbols[0], self[symbols[0]])
        interface, profile = debugger.interface(), _profile(image.machine, os.getpid())
        handler = crash.handler() if kernel and crash.wanted() else None
        with registration_lock:
            if interface:
                self._at_end.callback(interface.remove, interface.add(image))
            if kernel and handler:
                self._at_end.callback(handler.remove, handler.add(kernel, image))
                handler.install()
            if profile:
                profile.add(image)


@functools.cache
def _profile(machine: int, pid: int) -> perf.Profile | None:
    """The profile of process ``pid``, where one is wanted and can be written."""
    place = perf.directory()
    if place is None or (handler := crash.handler()) is None:
        return None
    try:
        place.mkdir(parents=True, exist_ok=True)
        return perf.Profile(place, machine, handler.next_line)
    except OSError as error:
        warnings.warn(f"TRITON_SHARED_PERF: no profile is written ({error})", RuntimeWarning, stacklevel=2)
        return None
