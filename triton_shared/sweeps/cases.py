"""A case as data: a sweep by its name, a value for each axis, what draws its arrays; and how one is made smaller.

    {"sweep": "add", "at": {"n": 1000, "dtype": "f32", "BLOCK": 128, "target": "cpu"}, "seed": 0, "values": {}}

``values`` says of arrays, by the number of the draw, that they are not as the seed has them: ``"ones"``, ``"zeros"``,
or the list of the places that are kept, where all others are 0.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

#: an array is reduced place by place where it is that small
MOST_PLACES = 4096


@dataclass(frozen=True)
class Case:
    """One launch of a sweep; ``at`` has a value for each axis."""

    sweep: str
    at: Mapping[str, Any]
    seed: int = 0
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What tells it from others, the same on each machine."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:20]

    @property
    def label(self) -> str:
        """A line for people."""
        return f"{self.sweep}[{', '.join(f'{name}={value}' for name, value in self.at.items())}]"

    def to_json(self) -> dict[str, Any]:
        """This case as JSON can hold it."""
        values = {"values": dict(self.values)} if self.values else {}
        return {"sweep": self.sweep, "at": dict(self.at), "seed": self.seed} | values

    @classmethod
    def from_json(cls, data: Any) -> Case:
        """The case that `to_json` gave; raises ValueError for anything else."""
        match data:
            case {"sweep": str(sweep), "at": dict(at), "seed": int(seed), **rest} if not rest.keys() - {
                "values"
            }:
                values = rest.get("values", {})
                if isinstance(values, dict):
                    return cls(sweep, at, seed, values)
        raise ValueError('a case is {"sweep": NAME, "at": {AXIS: VALUE, …}, "seed": NUMBER}')

    def smaller_sizes(self, listed: Mapping[str, list[Any]]) -> Iterator[Case]:
        """Cases with one smaller number along the axes ``listed``: the smallest first, then halves, then one less."""
        for axis, known in listed.items():
            here = self.at[axis]
            if isinstance(here, bool) or not isinstance(here, int):
                continue
            below = sorted({n for n in known if isinstance(n, int) and n < here})
            free = [n for n in (1, 2, 3, here // 2, here - here // 4, here - 1) if 0 < n < here]
            for number in dict.fromkeys([*below[:1], *free, *below[1:]]):
                yield replace(self, at={**self.at, axis: number})

    def smaller_options(self, listed: Mapping[str, list[Any]]) -> Iterator[Case]:
        """Cases whose option of ``listed`` is one that comes before it, or whose target does."""
        for axis, known in listed.items():
            for value in known[: known.index(self.at[axis])] if self.at[axis] in known else ():
                yield replace(self, at={**self.at, axis: value})

    def simpler_values(self, sizes: list[int]) -> Iterator[Case]:
        """Cases whose arrays, of so many elements each, have more zeros; or nothing but ones."""
        for number, size in enumerate(sizes):
            name = str(number)
            kept = self.values.get(name)
            if kept is None:
                yield replace(self, values={**self.values, name: "ones"})
                yield replace(self, values={**self.values, name: "zeros"})
            if isinstance(kept, str) or size > MOST_PLACES:
                continue
            places = list(range(size)) if kept is None else list(kept)
            for part in _parts(places):
                yield replace(self, values={**self.values, name: part})


def _parts(places: list[int]) -> Iterator[list[int]]:
    """``places`` without one half, without a quarter, …, without one of them."""
    length = len(places) // 2
    while length:
        for begin in range(0, len(places), length):
            yield [*places[:begin], *places[begin + length :]]
        length //= 2
