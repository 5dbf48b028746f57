"""TritonBench's files of kernels: each runs them on some inputs, and Triton's interpreter says what is right."""

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
        "*[chunk_delta_fwd]": "writes out of bounds: its test gives k transposed, and states of half the size",
        "*[attention_fwd_triton1]": "writes out of bounds for its last test, T = 1 with blocks of 32",
        "*[apply_penalty]": "reads out of bounds: two batches and two bounds of them",
        "*[chunk_bwd_dqkg]": "reads out of bounds: its test gives the states of one chunk of two",
        "*[decay_cumsum]": "writes out of bounds: the strides of its launchers count heads twice",
        "*[chunk_gated_attention]": "reads out of bounds: its test gives k transposed",
        "*[chunk_gla_simple]": "reads out of bounds: its test gives the state of one chunk of four",
        "*[chunk_gla_fwd]": "writes out of bounds: the buffer of its second test has BT rows for T",
        "*[token_attn_mistral]": "reads out of bounds: rows up to 127 of a tensor of four",
        "*[quantize_kv_copy]": "writes out of bounds: rows up to ten of a tensor of one",
    },
)
