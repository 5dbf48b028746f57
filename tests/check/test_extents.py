"""Extents of views are exact: of each byte the native code tells whether an element of the array lies there."""

from __future__ import annotations

import ctypes
import itertools
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as shapes

from tests.support.amount import examples
from triton_shared.runtime.checks import extents, record
from triton_shared.runtime.checks.record import Record

DTYPES = [np.int8, np.float16, np.float32, np.int64]
ADDRESS = record.provided(record.FUNCTIONS[0].encode())
TOUCHES = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 10)(ADDRESS["triton_shared_touches"])
COVERS = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 14)(ADDRESS["triton_shared_covers"])


@st.composite
def views(draw: st.DrawFn) -> np.ndarray:
    """A view of a small array: sliced, turned, with steps of either sign, transposed."""
    shape = draw(shapes.array_shapes(max_dims=4, max_side=6))
    whole = np.zeros(shape, draw(st.sampled_from(DTYPES)))
    view = whole[draw(shapes.basic_indices(shape, allow_ellipsis=False))]
    view = view if isinstance(view, np.ndarray) else whole
    return view.transpose(draw(st.permutations(range(view.ndim))))


def starts_of(view: np.ndarray) -> set[int]:
    """The addresses of the elements."""
    at = view.__array_interface__["data"][0]
    steps = [s * np.arange(n) for n, s in zip(view.shape, view.strides, strict=True)]
    return {
        at + int(sum(place))
        for place in np.stack(np.meshgrid(*steps, indexing="ij"), -1).reshape(-1, view.ndim)
    }


def bytes_of(view: np.ndarray) -> set[int]:
    return {start + n for start in starts_of(view) for n in range(view.itemsize)}


@settings(max_examples=examples(150), deadline=None)
@given(views())
def test_each_byte(view):
    known = extents.view_of(view)
    launch = Record((1, 1, 1), 1, [known])
    held, around = bytes_of(view), range(-70, max(np.prod(view.shape), 1) * 8 * 40 + 70)
    for place in [*around][:3000]:
        found = bool(TOUCHES(launch.address, 0, 0, 0, place, 1, 0, 0, 0, 0))
        assert found == (known.low + place in held)
    for address in held:
        index, rest = known.index_of(address - known.low)
        assert (
            all(0 <= i < max(n, 1) for i, n in zip(index, view.shape, strict=True))
            and 0 <= rest < view.itemsize
        )


@settings(max_examples=examples(300), deadline=None)
@given(views(), st.data())
def test_boxes_are_covered_only_if_all_of_their_elements_are(view, data):
    known, held = extents.view_of(view), bytes_of(view)
    launch = Record((1, 1, 1), 1, [known])
    numbers = st.integers(-3, 40)
    box = data.draw(
        st.lists(st.tuples(st.integers(0, 4), numbers.map(lambda n: n * view.itemsize)), max_size=3)
    )
    place = data.draw(numbers) * view.itemsize
    dims = [n for pair in box for n in pair] + [1, 0] * (5 - len(box))
    places = [
        place + sum(steps)
        for steps in itertools.product(*(range(0, n * s, s) if s else [0] * n for n, s in box))
    ]
    inside = all(known.low + p + n in held for p in places for n in range(view.itemsize))
    if COVERS(launch.address, 0, place, view.itemsize, *dims):
        assert inside
    elif inside:
        assert known.runs()[1], "a box within a contiguous array is covered"


@pytest.mark.parametrize("shape", [(12,), (3, 4), (2, 3, 2)])
def test_the_whole_view_is_covered(shape):
    """What a program that is right asks for most: blocks along the dimensions of the view."""
    for view in (np.zeros((5, *shape))[::2], np.zeros((*shape, 3))[..., :2], np.zeros(shape)[::-1]):
        known = extents.view_of(view)
        launch = Record((1, 1, 1), 1, [known])
        dims = [n for pair in zip(view.shape, view.strides, strict=True) for n in pair]
        dims += [1, 0] * (5 - view.ndim)
        assert COVERS(launch.address, 0, known.address - known.low, 8, *dims)


def test_rows_that_overlap_are_one_run():
    windows = np.lib.stride_tricks.sliding_window_view(np.zeros(20, np.float32), 5)
    assert extents.view_of(windows).runs() == (80, [])


def test_tensors_have_the_extents_of_arrays():
    torch = pytest.importorskip("torch")
    tensor = torch.zeros(4, 10)[1:, ::2].t()
    assert extents.view_of(tensor) == extents.view_of(tensor.numpy())
    empty = extents.view_of(torch.zeros(0, 3))
    assert empty.is_empty and empty.runs() == (0, [])


@pytest.mark.parametrize("name", ["bfloat16", "float8_e5m2", "float32", "int64"])
def test_views_have_the_names_of_their_elements(name):
    """Those too that NumPy's array interface does not know."""
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    for array in (np.zeros((2, 3), dtype), np.zeros(6, dtype)[::2]):
        assert (found := extents.view_of(array)) is not None and found.dtype == name


_OF_A_TRACE = """
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.functional_tensor import FunctionalTensorMode
from triton_shared.runtime.checks import uninitialised
from triton_shared.runtime.checks.extents import view_of

uninitialised.watch()
makers = [
    lambda: torch.empty(4, 4),
    lambda: torch.empty_like(torch.ones(4)),
    lambda: torch.empty_strided((4,), (2,)),
    lambda: torch.empty(4, dtype=torch.int8),
]
found = []
for mode in (FakeTensorMode, FunctionalTensorMode, lambda: torch.device("meta")):
    for make in makers:
        with mode():
            found.append(view_of(make()))
torch.func.vmap(lambda row: found.append(view_of(torch.empty_like(row))) or row)(torch.ones(3, 3))
assert found == [None] * 13, found
assert all(view_of(make()) for make in makers)
"""


def test_tensors_of_a_trace_have_no_extent():
    pytest.importorskip("torch")
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", _OF_A_TRACE], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
