"""The memory behind a pointer argument, as the oracle sees it: what it holds, and which elements were touched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.fuzz.kernels.values import DTYPES, LARGEST, Rejected, Value, made, unit, wide

#: who touched an element, where it is not the number of a program
NOBODY, SEVERAL, ATOMIC = -1, -2, -3


class TooSmall(Exception):
    """An access lies outside: try again with more memory."""


@dataclass
class Memory:
    """Elements from ``-origin`` on; what a kernel may touch is found by watching it."""

    initial: np.ndarray
    origin: int

    def __post_init__(self):
        self.now = self.initial.copy()
        self.error: np.ndarray | None = None
        self.low, self.high = 0, 1
        self.readers = np.full(self.now.size, NOBODY, np.int32)
        self.writers = np.full(self.now.size, NOBODY, np.int32)

    def _places(self, offsets: np.ndarray, keep: np.ndarray) -> np.ndarray:
        kept = np.asarray(offsets)[keep]
        if kept.size:
            self.low, self.high = min(self.low, int(kept.min())), max(self.high, int(kept.max()) + 1)
            if self.low < -self.origin or self.high > self.now.size - self.origin:
                raise TooSmall(max(-self.low, self.high))
        return kept + self.origin

    def load(self, offsets: np.ndarray, keep: np.ndarray, program: int) -> Value:
        """What ``program`` reads; raises `Rejected` where another one writes it."""
        places = self._places(offsets, keep)
        self._alone(self.writers, places, program)
        readers = self.readers[places]
        self.readers[places] = np.where((readers == NOBODY) | (readers == program), program, SEVERAL)
        return self._read(offsets, keep, places)

    def old(self, offsets: np.ndarray, keep: np.ndarray) -> Value:
        """What is there before an `update`."""
        return self._read(offsets, keep, self._places(offsets, keep))

    def _read(self, offsets: np.ndarray, keep: np.ndarray, places: np.ndarray) -> Value:
        array = np.zeros(np.shape(offsets), self.now.dtype)
        array[keep] = self.now[places]
        if self.error is None:
            return Value(array)
        error = np.zeros(np.shape(offsets))
        error[keep] = self.error[places]
        return made(array, error)

    def store(self, offsets: np.ndarray, keep: np.ndarray, value: Value, program: int) -> None:
        """Write what ``program`` does; raises `Rejected` where others read or write it, or it does twice at once."""
        places = self._places(offsets, keep)
        if np.unique(places).size != places.size:
            raise Rejected("a store of several elements to one place")
        self._alone(self.writers, places, program)
        self._alone(self.readers, places, program)
        self.writers[places] = program
        self.now[places] = value.array[keep]
        if value.error is not None or self.error is not None:
            self._errors()[places] = value.errors()[keep]

    def _alone(self, others: np.ndarray, places: np.ndarray, program: int) -> None:
        found = others[places]
        if np.any((found != NOBODY) & (found != program)):
            raise Rejected("programs that race")

    def _errors(self) -> np.ndarray:
        if self.error is None:
            self.error = np.zeros(self.now.size)
        return self.error

    def update(
        self, name: str, offsets: np.ndarray, keep: np.ndarray, value: Value, owner: int | None = None
    ) -> None:
        """Read, change and write: elements that several of ``offsets`` name are changed several times.

        With an ``owner``, a program, no other one may touch them, and none is changed several times.
        """
        places, x, e = self._places(offsets, keep), value.array[keep], value.errors()[keep]
        if owner is not None and np.unique(places).size != places.size:
            raise Rejected("an old value that is not known")
        for others in (self.readers, self.writers):
            self._alone(others, places, ATOMIC if owner is None else owner)
        self.writers[places] = ATOMIC if owner is None else owner
        if name == "fadd":
            was = wide(self.now)
            size = np.abs(was)
            np.add.at(size, places, np.abs(wide(x)))
            np.add.at(was, places, wide(x))
            times = np.bincount(places, minlength=was.size)
            element = next(n for n, d in DTYPES.items() if d == self.now.dtype.type)
            self.now = was.astype(self.now.dtype)
            errors = self._errors()
            np.add.at(errors, places, e)
            whole = np.round(size * 256) == size * 256
            exact = whole & (size * 256 < 1 / unit(element)) & (errors == 0)
            errors += np.where(exact, 0, times * unit(element) * 2.02 * size)
            errors[(size > LARGEST[element]) & (times > 0)] = np.inf
            return
        whole = self.now if "u" not in name else self.now.view(f"u{self.now.dtype.itemsize}")
        x = x if "u" not in name else x.view(whole.dtype)
        _UPDATES[name].at(whole, places, x)
        if np.any(e):
            self._errors()[places[e > 0]] = np.inf


_UPDATES = {
    "add": np.add,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "max": np.maximum,
    "min": np.minimum,
    "umax": np.maximum,
    "umin": np.minimum,
}
