"""Arrays whose neighbours may not be touched: a guard page right before or right after them."""

import ctypes
import mmap

import numpy as np

PAGE = mmap.PAGESIZE
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class GuardedArray:
    """An array of ``values`` between two pages that no load or store may touch.

    ``at_end`` puts the last element right before the second guard page, else the first one right after the first.
    """

    def __init__(self, values: np.ndarray, at_end: bool):
        size = max(-(-values.nbytes // PAGE) * PAGE, PAGE)
        self._map = mmap.mmap(-1, size + 2 * PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        for guard in (start, start + PAGE + size):
            if _libc.mprotect(guard, PAGE, 0) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")
        offset = PAGE + (size - values.nbytes if at_end else 0)
        self.array = np.frombuffer(self._map, values.dtype, values.size, offset)
        self.array[:] = values.ravel()
