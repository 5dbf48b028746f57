"""Memory whose neighbours may not be touched: a guard page right before or right behind it."""

import ctypes
import mmap

import numpy as np

PAGE = mmap.PAGESIZE
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def guarded(values: np.ndarray, at_end: bool) -> np.ndarray:
    """A flat copy of ``values`` between two pages that no load or store may touch.

    ``at_end`` puts the last element right before the second guard page, else the first one right behind the first.
    """
    size = max(-(-values.nbytes // PAGE) * PAGE, PAGE)
    memory = mmap.mmap(-1, size + 2 * PAGE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for guard in (start, start + PAGE + size):
        if _libc.mprotect(guard, PAGE, 0) != 0:
            raise OSError(ctypes.get_errno(), "mprotect")
    offset = PAGE + (size - values.nbytes if at_end else 0)
    array = np.frombuffer(memory, values.dtype, values.size, offset)
    array[:] = values.ravel()
    return array
