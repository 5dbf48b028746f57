"""Sectors of the requests of warps, beside a count of one lane after the other."""

from pathlib import Path

import numpy as np
import pytest

from triton_shared import dialects
from triton_shared.explorer import accesses, coalescing
from triton_shared.explorer.levels import Input
from triton_shared.tools import targets

SAMPLES = Path(__file__).parents[2] / "examples"


def counted(elements, kept, width, bases, vector) -> list[int]:
    """The same by loops, with vectors of so many registers."""
    numbers = {name: range(1 << len(one)) for name, one in bases.items()}
    requests = sectors = 0
    for warp in numbers["warp"]:
        for first in range(0, len(numbers["register"]), vector):
            touched = set()
            for lane in numbers["lane"]:
                for register in range(first, first + vector):
                    at = np.zeros(elements.ndim, int)
                    for name, number in (("warp", warp), ("register", register), ("lane", lane)):
                        for bit, basis in enumerate(bases[name]):
                            at ^= np.array(basis) * (number >> bit & 1)
                    if kept[tuple(at)]:
                        touched.add(int(elements[tuple(at)]) * width // 32)
            requests, sectors = requests + bool(touched), sectors + len(touched)
    return [requests, sectors]


ROWS = {"register": [[0, 1], [0, 2]], "lane": [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], "warp": [[8, 0]]}
COLUMNS = {"register": [[1, 0], [2, 0]], "lane": [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]], "warp": [[0, 8]]}


@pytest.mark.parametrize(
    "bases, stride, width, vector",
    [
        (ROWS, 16, 4, 4),
        (ROWS, 64, 2, 4),
        (ROWS, 17, 4, 1),
        (ROWS, 16, 8, 2),
        (COLUMNS, 16, 4, 1),
        (COLUMNS, 100, 4, 1),
    ],
)
def test_sectors_are_those_of_a_count(bases, stride, width, vector):
    elements = np.arange(16)[:, None] * stride + np.arange(16)[None, :]
    for rows, columns in ((16, 16), (11, 16), (3, 8)):
        kept = (np.arange(16) < rows)[:, None] & (np.arange(16) < columns)[None, :]
        *found, least = coalescing.sectors(elements, kept, width, bases)
        assert found == counted(elements, kept, width, bases, vector)
        assert least == -(-rows * columns * width // 32)


#: offset = lane times eight
STRIDED = """\
tt.func public @f(%x: !tt.ptr<f32>) {
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %c8 = arith.constant dense<8> : tensor<1024xi32>
  %1 = arith.muli %0, %c8 : tensor<1024xi32>
  %2 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %3 = tt.addptr %2, %1 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %4 = tt.load %3 : tensor<1024x!tt.ptr<f32>>
  tt.store %3, %4 : tensor<1024x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize(
    "text, name, args, expected",
    [
        # 8 requests of 32 threads, with 16 bytes each
        (
            (SAMPLES / "vector_add.f32.mlir").read_text(encoding="utf-8"),
            "vector_add",
            (4096,) * 3,
            [8, 128, 128],
        ),
        # one float a thread, each in a sector of its own
        (STRIDED, "f", (8192,), [32, 1024, 128]),
    ],
    ids=["neighbours", "strided"],
)
def test_a_strided_access_touches_more_sectors_than_one_of_neighbours(text, name, args, expected):
    row, machine = targets.parse("sm_90a")
    arrays = [np.zeros(size, np.float32) for size in args]
    given = (*arrays, 4096) if name == "vector_add" else tuple(arrays)
    launch = accesses.Launch((1,), given, list("xyzn")[: len(given)], "told")
    data = accesses.touched(dialects.parse(text, "k.mlir"), name, launch).data
    coalescing.add_sectors(data, coalescing.layouts(Input(text, "k.mlir", None, row, machine)))
    found = [data["sectors"][runs[0][4]] for access in data["accesses"] for runs in access["runs"].values()]
    assert found and all(one == expected for one in found)
