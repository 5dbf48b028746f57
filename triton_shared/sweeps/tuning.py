"""The database of tuned configurations: the fastest of each kernel, signature, bucket of sizes and chip.

It is JSON that is sorted, so that files of several machines can be merged and compared::

    {"format": 1, "entries": [{"kernel": "add", "source": "9f86…", "signature": "*fp32,*fp32,*fp32,i32",
      "bucket": {"n": 65536}, "chip": {"name": "znver4", "features": "1c2d…", "cores": 16},
      "configuration": {"BLOCK": 1024}, "seconds": 1.2e-05, "spread": [1.1e-05, 1.3e-05], "rivals": 4}]}

``bucket`` has each integer argument, rounded up to a power of two.  Of two entries with one key the faster stays, so it
does not matter in which order files are merged, or how often.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from triton_shared.coded import Coded

FORMAT = 1
#: fields of an entry, and what they are
FIELDS: dict[str, type | tuple[type, ...]] = {
    "kernel": str,
    "source": str,
    "signature": str,
    "bucket": dict,
    "chip": dict,
    "configuration": dict,
    "seconds": (int, float),
    "spread": list,
    "rivals": int,
}


class DatabaseError(Coded, ValueError):
    """A file is no database of tuned configurations; the message names it and says what to do."""


@dataclass(frozen=True)
class Tuned:
    """The fastest of ``rivals`` configurations, in ``seconds``, with the quartiles around it."""

    kernel: str
    source: str
    signature: str
    bucket: dict[str, int]
    chip: dict[str, Any]
    configuration: dict[str, Any]
    seconds: float
    spread: list[float]
    rivals: int

    @property
    def key(self) -> str:
        """What it is the fastest of."""
        return key_of(self.source, self.signature, self.bucket, self.chip)

    @property
    def _rank(self) -> tuple[float, str]:
        return self.seconds, json.dumps(asdict(self), sort_keys=True)

    def faster(self, other: Tuned) -> Tuned:
        """The faster of two; of equals always the same."""
        return min(self, other, key=lambda one: one._rank)


def key_of(source: str, signature: str, bucket: Mapping[str, int], chip: Mapping[str, Any]) -> str:
    """The key of an entry."""
    return json.dumps([source, signature, dict(bucket), dict(chip)], sort_keys=True)


def bucket_of(arguments: Mapping[str, Any]) -> dict[str, int]:
    """The integers among ``arguments``, rounded up to powers of two."""
    whole = {name: n for name, n in arguments.items() if isinstance(n, int) and not isinstance(n, bool)}
    return {name: n if n < 1 else 1 << (n - 1).bit_length() for name, n in sorted(whole.items())}


def merged(*groups: Iterable[Tuned]) -> dict[str, Tuned]:
    """The fastest entry of each key, in the order of keys."""
    found: dict[str, Tuned] = {}
    for entry in (entry for group in groups for entry in group):
        found[entry.key] = entry.faster(found.get(entry.key, entry))
    return dict(sorted(found.items()))


def dumped(entries: Mapping[str, Tuned]) -> bytes:
    """The file of ``entries``: a line for each."""
    lines = ",\n".join(json.dumps(asdict(entry), sort_keys=True) for _, entry in sorted(entries.items()))
    return f'{{"format": {FORMAT}, "entries": [\n{lines}\n]}}\n'.encode()


def read(path: str | Path) -> dict[str, Tuned]:
    """The entries of a file, by key.

    Raises:
        DatabaseError: it is none.
        OSError: it cannot be read.
    """
    try:
        data = json.loads(Path(path).read_bytes())
    except ValueError as error:
        raise DatabaseError(
            f"{path}: is not JSON ({error}): give a file that `triton-shared tune` wrote"
        ) from None
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or not isinstance(data.get("entries"), list)
    ):
        raise DatabaseError(
            f"{path}: is no database of format {FORMAT}: write it anew by `triton-shared tune`"
        )
    return merged(_entry(one, f"{path}: entry {n}") for n, one in enumerate(data["entries"], start=1))


def _entry(data: Any, where: str) -> Tuned:
    if not isinstance(data, dict) or data.keys() != FIELDS.keys():
        raise DatabaseError(
            f"{where}: has not the fields {', '.join(FIELDS)}: write it anew by `triton-shared tune`"
        )
    if wrong := [name for name, kind in FIELDS.items() if not isinstance(data[name], kind)]:
        raise DatabaseError(
            f"{where}: '{wrong[0]}' is {data[wrong[0]]!r:.40}: write it anew by `triton-shared tune`"
        )
    if not all(isinstance(n, int) for n in data["bucket"].values()) or not math.isfinite(data["seconds"]):
        raise DatabaseError(f"{where}: has numbers that are none: write it anew by `triton-shared tune`")
    return Tuned(**data)


def nearest(
    entries: Iterable[Tuned], source: str, signature: str, bucket: Mapping[str, int], chip: Mapping[str, Any]
) -> Tuned | None:
    """Of the kernel, its types and the chip the entry whose sizes are nearest; None without one."""
    fitting = [
        one
        for one in entries
        if (one.source, one.signature, one.chip) == (source, signature, dict(chip))
        and one.bucket.keys() == bucket.keys()
    ]
    return min(fitting, key=lambda one: (_distance(one.bucket, bucket), one.key), default=None)


def _distance(a: Mapping[str, int], b: Mapping[str, int]) -> float:
    """How many doublings lie between two buckets."""
    return sum(abs(math.log2(max(a[name], 1)) - math.log2(max(b[name], 1))) for name in a)
