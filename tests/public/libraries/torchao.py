"""torchao: kernels that quantize, and products of what is quantized."""

import os
from typing import Any

from public_library import Library

NAMES = (
    "mx_formats/test_kernels blockwise_fp8_training/test_blockwise_kernels blockwise_fp8_inference/test_blockwise"
    " moe_training/test_kernels moe_training/ep/test_kernels"
    " moe_training/nvfp4_training/test_group_weight_amax moe_training/nvfp4_training/test_hadamard_amax"
    " moe_training/nvfp4_training/test_group_hadamard_amax_triton moe_training/nvfp4_training/test_quantize_2d"
    " moe_training/nvfp4_training/test_group_quantize_2d_triton"
    " moe_training/nvfp4_training/test_hadamard_quantize_row_col"
)

#: tests of kernels that make two f4 of eight f32 by an instruction of Blackwell
FP4 = (
    "*/test_quantize_2d.py::test_triton_weight_quantize_2d_vs_*",
    "*/test_quantize_2d.py::*[*triton]",
    *(
        f"*/test_group_quantize_2d_triton.py::test_group_quantize_2d_{name}*"
        for name in ("matches", "vs", "large_expert_offset", "validates_global_amax_storage[cpu]")
    ),
    "*/test_hadamard_quantize_row_col.py::test_triton_rht_quantize_r*",
    "*/test_hadamard_quantize_row_col.py::test_rht_quantize_*triton]",
)


def _smallest_tiles() -> None:
    """Tuners have their first configuration alone: kernels store whole tiles, without masks."""
    from triton.runtime.autotuner import Autotuner

    made = Autotuner.__init__

    def make(self: Any, fn: Any, arg_names: Any, configs: Any, *args: Any, **keywords: Any) -> None:
        made(self, fn, arg_names, configs[:1] if configs else configs, *args, **keywords)

    Autotuner.__init__ = make


def prepare() -> None:
    """The tiles of tuned kernels are the smallest; on the CPU nothing is refused for the generation of a GPU."""
    _smallest_tiles()
    if os.environ["TRITON_DEFAULT_BACKEND"] != "triton_shared":
        return
    import public_adaptor
    import torch

    cuda: Any = torch.cuda
    cuda.get_device_capability = public_adaptor.answers((10, 0))
    public_adaptor.PROPERTIES.major = 10
    version: Any = torch.version
    version.cuda = "12.8"
    torch.accelerator.current_accelerator = public_adaptor.answers(torch.device("cuda"))


LIBRARY = Library(
    repository="pytorch/ao",
    tests=tuple(f"test/prototype/{name}.py" for name in NAMES.split()),
    path=(".",),
    triton="3.6",
    sample=3,
    heavy=("*large_tensor*",),
    left_out={
        "*RCEIL*": "has assembly of Blackwell in its kernels",
        "*rceil*": "has assembly of Blackwell in its kernels",
        **dict.fromkeys(FP4, "has assembly of Blackwell in its kernels"),
        "*_cuda_graph_compile": "replays CUDA graphs",
        "*::test_cuda_mx*": "runs kernels in CUDA's C++, which are not built",
        "*::test_row_major_with_jagged_rowwise_scales[*": "its launcher gives rows, too, a stride of one",
        "*::test_moe_*": "runs layers of several processes",
    },
    prepare=prepare,
)
