"""The memory that a checked kernel runs in, as checks read and write it: this process's, or a GPU's."""

from __future__ import annotations

import ctypes
from typing import Protocol

import numpy as np


class Memory(Protocol):
    """Bytes by their addresses."""

    def read(self, address: int, size: int) -> np.ndarray:
        """``size`` bytes from ``address`` on; what is written there later may show in them."""

    def write(self, address: int, data: np.ndarray) -> None:
        """Let the bytes of ``data``, which is contiguous, be those from ``address`` on."""


class DeviceMemory(Memory, Protocol):
    """That of a GPU; what is read and written waits for what runs there."""

    def allocate(self, size: int) -> int:
        """The address of ``size`` bytes that nobody uses, whatever they are."""

    def free(self, address: int, size: int) -> None:
        """Take back what `allocate` gave for ``size``."""


class HostMemory:
    """This process's."""

    def read(self, address: int, size: int) -> np.ndarray:
        """The bytes themselves."""
        return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))

    def write(self, address: int, data: np.ndarray) -> None:
        """Copy them."""
        self.read(address, data.nbytes)[:] = data.reshape(-1).view(np.uint8)


HOST = HostMemory()
