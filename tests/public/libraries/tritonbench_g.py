"""TritonBench's files of kernels: each runs them on some inputs, and Triton's interpreter says what is right.

The interpreter says, too, which of them leave their tensors (`public_oracle.Checked`); these are skipped.
"""

from public_library import Library

LIBRARY = Library(
    repository="thunlp/TritonBench",
    tests=("drive_tritonbench.py",),
    drivers=True,
    triton="3.6",
    sample=184,
    left_out={
        "*[fp4_to_bf16_conversion]": "calls libdevice's pow with types that Triton's has not",
        "*[attn_fwd_triton]": "Triton's interpreter is off by 6.6 from its formula in f64, this by 0.009",
        "*[sgmv_expand_slice]": "gives tl.load a tuple of pointers, which Triton refuses",
        "*[fast_layernorm]": "the gradient of a mean of normalized numbers is zero: all that it has are roundings",
    },
    left_out_on_gpus={
        "*[f8_conversion_utils]": "Triton's interpreter rounds up to the next power of two without its exponent",
        "*[index_select_bwd]": "several programs store to one row, in any order",
    },
)
