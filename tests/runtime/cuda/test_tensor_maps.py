"""Tensors that launches tell the GPU of: what arguments make of them, where they lie, and when there are none."""

from __future__ import annotations

import json
import struct

import pytest

from tests.runtime.cuda.kernels import HEADER, kernel
from tests.support.fake_cuda import FakeArray, arguments_of
from triton_shared.abi import TensorMap
from triton_shared.codegen.nvidia import launch_abi
from triton_shared.runtime.cuda import tensor_maps
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.runtime.cuda.tensor_maps import Tensor, tensor_of

X = 0x7000_0000_0000
PARAMS = [["ptr", "f32", False, {}], *[["i32", None, False, {}]] * 4]
#: argument 1 columns of argument 2 rows, argument 3 elements from row to row, 4 * argument 4 behind the base
MAP = TensorMap(0, 4, ((4, 4),), (((1, 1),), ((1, 2),)), (((1, 3),),), (32, 8), 128, ())


def test_sizes_are_the_generators():
    assert tensor_maps.BYTES == launch_abi.MAP_BYTES


def test_headers_hold_maps():
    whole = MAP._replace(extents=(None, ((1, 2, 3), (-5,))), zeros=(4,))
    header = {**HEADER, "tensor_maps": json.loads(json.dumps([whole]))}
    assert CudaHeader.fits(header) and kernel(**header)._code.header.tensor_maps == (whole,)


def test_sums_and_products_of_arguments():
    values = [X, 100, 60, 128, 3]
    assert tensor_of(MAP, values) == Tensor(X + 4 * 12, 4, (100, 60), (512,), (32, 8), 128)
    other = MAP._replace(extents=(None, ((1, 2, 3), (-5,))), offset=((-4, 4),))
    assert tensor_of(other, values) == Tensor(X - 48, 4, ((1 << 31) - 1, 60 * 128 - 5), (512,), (32, 8), 128)


@pytest.mark.parametrize(
    ("change", "values"),
    [
        ({}, [X + 4, 100, 60, 128, 0]),
        ({}, [X, 100, 60, 127, 0]),
        ({}, [X, 0, 60, 128, 0]),
        ({}, [X, 100, -3, 128, 0]),
        ({}, [X, 100, 60, -128, 0]),
        ({}, [X, 100, 60, 0, 0]),
        ({}, [X, 100, 60, 1 << 38, 0]),
        ({}, [X, 100, 60, 128, -X]),
        ({"zeros": (2,)}, [X, 100, 60, 128, 0]),
        ({"offset": ((1, 4),)}, [X, 100, 60, 128, 1]),
    ],
)
def test_what_the_hardware_does_not_take(change, values):
    assert tensor_of(MAP._replace(**change), values) is None


def launch(cuda, *numbers: int, maps: int = 1, **header) -> list:
    """A launch's arguments: the user's, that of the record, the number that tells of maps, and the maps."""
    cuda.memory[X, 1 << 20] = 0
    names = ["x", "n", "m", "s", "o"]
    one = kernel(params=PARAMS, names=names, tensor_maps=json.loads(json.dumps([MAP] * maps)), **header)
    formats = ["P", *"iiii", *["P"] * ("texts" in header), "i", *["128s"] * maps]
    given: list = []

    def body(launched):
        assert isinstance(launched.block, int)  # where the maps lie depends on the machine code
        parts = arguments_of(launched.block, [struct.calcsize(f) for f in formats])
        given.extend(struct.unpack(f, part)[0] for f, part in zip(formats, parts, strict=True))

    cuda.body = body
    one[1](FakeArray(X), *numbers)
    return given


@pytest.mark.parametrize("maps", [1, 2])
def test_maps_lie_behind_the_arguments(cuda, maps):
    given = launch(cuda, 100, 60, 128, 0, maps=maps)
    assert given == [X, 100, 60, 128, 0, (1 << maps) - 1, *[(1).to_bytes(128, "little")] * maps]
    assert len(cuda.encoded) == 1  # for the same tensor
    assert b"'CU_TENSOR_MAP_DATA_TYPE_UINT32', 2, " in cuda.encoded[0]
    assert b"[100, 60], [512], [32, 8], [1, 1], " in cuda.encoded[0] and b"SWIZZLE_128B" in cuda.encoded[0]


def test_behind_the_record_as_well(cuda):
    given = launch(cuda, 100, 60, 128, 0, texts=["x"])
    assert given[6:] == [1, (1).to_bytes(128, "little")]


def test_negative_numbers_are_so(cuda):
    launch(cuda, 100, 60, 128, -4)
    assert f" {X - 64}, ".encode() in cuda.encoded[0]


def test_without_a_map_the_kernel_is_told_so(cuda):
    assert launch(cuda, 100, 60, 127, 0)[5:] == [0, bytes(128)] and not cuda.encoded


def test_what_the_driver_refuses_goes_without(cuda):
    cuda.failing["cuTensorMapEncodeTiled"] = "CUDA_ERROR_INVALID_VALUE"
    assert launch(cuda, 100, 60, 128, 0)[5:] == [0, bytes(128)]
