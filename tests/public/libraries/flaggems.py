"""FlagGems: torch's operators; with ``--mode quick`` its tests take small inputs."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from public_library import Library

NAMES = (
    "unary_pointwise_ops binary_pointwise_ops general_reduction_ops reduction_ops norm_ops blas_ops"
    " tensor_constructor_ops special_ops attention_ops convolution_ops quant distribution_ops pointwise_dynamic"
)
BACKEND = "src/flag_gems/runtime/backend"


def prepare() -> None:
    """On the CPU, the vendor's device is called so: its kernels then take the place of torch's there."""
    if os.environ["TRITON_DEFAULT_BACKEND"] == "triton_shared":
        _device_cpu()
    entries: Any = importlib.import_module("flag_gems.utils.libentry")
    entries.minor_version = (
        5  # from then on kernels take their constants, as it passes them for these releases
    )


def _device_cpu() -> None:
    """The vendor's device is the CPU."""
    folder = Path(os.environ["PUBLIC_CHECKOUT"], BACKEND)
    specification = importlib.util.spec_from_file_location("backend_utils", folder / "backend_utils.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["backend_utils"] = module
    specification.loader.exec_module(module)
    made = module.VendorInfoBase
    module.VendorInfoBase = lambda **given: made(
        **given | {"device_name": "cpu", "triton_extra_name": "cuda", "dispatch_key": "CPU"}
    )
    import public_adaptor

    public_adaptor.module_cpu()


LIBRARY = Library(
    repository="FlagOpen/FlagGems",
    tests=tuple(f"tests/test_{name}.py" for name in NAMES.split()),
    path=("src",),
    arguments=("--mode", "quick"),
    environment={"GEMS_VENDOR": "nvidia"},
    triton="3.6",
    sample=1,
    heavy=("*::test_flash_mla*",),
    left_out={
        "*::test_dynamic_function_int64_index[*": "its kernel calls a length of 2**31 int, of 32 bits for Triton 3.6",
        "*::test_accuracy_where_*": "asserts that tensors are not on the CPU",
        "*::test_accuracy_addmv[*": "its reference mixes f32 and f64, which torch refuses on CPUs",
        "*::test_accuracy_pow*": "calls libdevice's pow with types that Triton's has not",
        "*::test_accuracy_trunc_divide_scalar_scalar*": "compares Python's numbers, which no kernel computes",
    },
    prepare=prepare,
)
