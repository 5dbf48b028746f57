"""Loaded code that debuggers, profilers and the crash handler know of."""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from triton_shared.runtime import jit
from triton_shared.runtime.cpu.diagnostics import crash, debugger, perf
from triton_shared.runtime.cpu.diagnostics.elf_image import Image


class RegisteredCode(jit.Code):
    """Code that gdb and perf know; as that of ``kernel``, if it is given, it also is in the report of a crash."""

    _entry = _kernel = None

    def __init__(
        self,
        object_code: bytes,
        *symbols: str,
        kernel: str | None = None,
        provided: Mapping[str, int] = MappingProxyType({}),
    ):
        with jit.exclusive:
            super().__init__(object_code, *symbols, provided=provided)
            if not Image.understands(object_code):
                return
            image = Image(object_code, symbols[0], self[symbols[0]])
            if interface := debugger.interface():
                self._entry = interface.add(image)
            if kernel and crash.wanted() and (handler := crash.handler()):
                self._kernel = handler.add(kernel, image)
                handler.install()
            if profile := _profile(image.machine, os.getpid()):
                profile.add(image)

    def __del__(
        self, exclusive: Any = jit.exclusive, is_finalizing: Callable[[], bool] = sys.is_finalizing
    ) -> None:
        if is_finalizing():
            return
        with exclusive:
            if self._entry is not None and (interface := debugger.interface()):
                interface.remove(self._entry)
            if self._kernel is not None and (handler := crash.handler()):
                handler.remove(self._kernel)
            super().__del__()


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
