"""A kernel for launches that run nothing."""

from __future__ import annotations

from triton_shared.runtime.cuda.cuda_kernel import CudaKernel
from triton_shared.runtime.cuda.header import CudaHeader

HEADER = {
    "name": "add",
    "entry": "add",
    "params": [
        ["ptr", "f32", False, {}],
        ["ptr", "f32", True, {"tt.divisibility": 16}],
        ["i32", None, False, {}],
    ],
    "names": ["x", "out", "n"],
    "chip": "sm_90a",
    "threads": 128,
    "shared_bytes": 512,
    "shared_bytes_without_maps": 512,
    "texts": [],
    "tensor_maps": [],
    "persistent": False,
    "cluster": 1,
    "launch_pdl": True,
    "plan": {},
    "num_stages": None,
    "remarks": [],
}


def kernel(image: bytes = b"\x7fELF add", **header) -> CudaKernel:
    return CudaKernel(CudaHeader.read({**HEADER, **header}), image)
