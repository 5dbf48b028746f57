"""Write ``examples/*.mlir``: the Triton IR of the tutorial kernels, as Triton itself makes it.

Run ``python -m examples.triton.generate [name…]`` with Triton and torch installed.  ``matmul_block_ptr``
needs Triton <= 3.8 (3.6 wrote it) and is made only when named; 3.9 wrote the rest, but for the files
that are named after 2.1 and 2.2, whose front ends are called in another way.  No device and no Triton back
end take part: the front end is called with options that any target would accept, then Triton's own clean-up
passes run.
"""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from triton._C.libtriton import ir, passes
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

DTYPES = {"f32": "fp32", "f16": "fp16", "bf16": "bf16"}
OPTIONS = SimpleNamespace(
    debug=False,
    sanitize_overflow=False,
    num_warps=4,
    num_stages=2,
    num_ctas=1,
    supported_fp8_dtypes=(),
    deprecated_fp8_dot_operand_dtypes=(),
    allowed_dot_input_precisions=("ieee", "tf32"),
    default_dot_input_precision="ieee",
    max_num_imprecise_acc_default=0,
    enable_fp_fusion=True,
    arch="x86_64",
    backend_name="cpu",
)


class Program(NamedTuple):
    """A kernel to write out as ``text`` explains it.

    ``types`` are Triton's types of its parameters, T standing for the element type; a plain number (or a bare
    T) is a constexpr.
    """

    module: str
    kernel: str
    types: dict[str, str | int]
    text: str


MATMUL = {
    "a_ptr": "*T", "b_ptr": "*T", "c_ptr": "*T", "M": "i32", "N": "i32", "K": "i32",
    "stride_am": "i32", "stride_ak": 1, "stride_bk": "i32", "stride_bn": 1, "stride_cm": "i32",
    "stride_cn": 1, "BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64,
}  # fmt: skip
ATTENTION = {
    "q_ptr": "*T", "k_ptr": "*T", "v_ptr": "*T", "lse_ptr": "*fp32", "out_ptr": "*T", "sm_scale": "fp32",
    "stride_qz": "i32", "stride_qh": "i32", "stride_qm": "i32",
    "stride_kz": "i32", "stride_kh": "i32", "stride_kn": "i32",
    "stride_vz": "i32", "stride_vh": "i32", "stride_vn": "i32",
    "stride_oz": "i32", "stride_oh": "i32", "stride_om": "i32",
    "H": "i32", "N_CTX": "i32", "HEAD_DIM": 64, "BLOCK_M": 64, "BLOCK_N": 64,
}  # fmt: skip

PROGRAMS = {
    "vector_add": Program(
        "vector_add", "vector_add",
        {"x_ptr": "*T", "y_ptr": "*T", "out_ptr": "*T", "n": "i32", "BLOCK": 1024},
        "out[i] = x[i] + y[i] for i < n; program p has the elements 1024 p … 1024 p + 1023.",
    ),
    "softmax": Program(
        "softmax", "softmax",
        {"out_ptr": "*T", "x_ptr": "*T", "out_row_stride": "i32", "x_row_stride": "i32", "n_rows": "i32",
         "n_cols": "i32", "BLOCK": 1024},
        "out = softmax of every row of x (n_rows × n_cols, n_cols <= 1024), computed in f32; program p of P "
        "has the rows p, p + P, …; the strides count elements.",
    ),
    "matmul": Program(
        "matmul", "matmul", MATMUL | {"GROUP_M": 8},
        "c = a @ b, a is M × K, b K × N, c M × N, rows contiguous, accumulated in f32; one program for each "
        "block of 64 × 64 of c, K in steps of 64, programs ordered in groups of 8 rows of blocks.",
    ),
    "matmul_block_ptr": Program(
        "matmul_block_ptr", "matmul_block_ptr", MATMUL,
        "c = a @ b with block pointers, a is M × K, b K × N, c M × N, rows contiguous, accumulated in f32; "
        "program (i, j) has the block of 64 × 64 of c at (64 i, 64 j), K in steps of 64.",
    ),
    "layer_norm": Program(
        "layer_norm", "layer_norm",
        {"x_ptr": "*T", "y_ptr": "*T", "w_ptr": "*T", "b_ptr": "*T", "mean_ptr": "*fp32", "rstd_ptr": "*fp32",
         "row_stride": "i32", "N": "i32", "eps": "fp32", "BLOCK": 1024},
        "y = (x - mean) * rstd * w + b for row p of x in program p, N columns in steps of 1024, computed in "
        "f32; mean[p] and rstd[p] = 1 / sqrt(variance + eps) are stored as well.",
    ),
    "layer_norm_backward_dx": Program(
        "layer_norm", "layer_norm_backward_dx",
        {"dx_ptr": "*T", "dy_ptr": "*T", "dw_ptr": "*fp32", "db_ptr": "*fp32", "x_ptr": "*T", "w_ptr": "*T",
         "mean_ptr": "*fp32", "rstd_ptr": "*fp32", "lock_ptr": "*i32", "row_stride": "i32", "N": "i32",
         "GROUP": 64, "BLOCK": 1024},
        "dx of layer norm for row p in program p (N <= 1024 columns); the row's share of dw and db is added "
        "to row p % 64 of the partial sums dw and db (64 × N), under the spin lock lock[p % 64]; "
        "lock[64 + p % 64] tells whether that row of partial sums holds anything yet.  All 128 start as 0.",
    ),
    "layer_norm_backward_dwdb": Program(
        "layer_norm", "layer_norm_backward_dwdb",
        {"partial_dw_ptr": "*fp32", "partial_db_ptr": "*fp32", "dw_ptr": "*T", "db_ptr": "*T", "M": "i32",
         "N": "i32", "BLOCK_M": 32, "BLOCK_N": 128},
        "dw and db = sums of the M rows of the partial sums (M × N); program p has the columns 128 p … "
        "128 p + 127.",
    ),
    "dropout": Program(
        "dropout", "dropout",
        {"x_ptr": "*T", "keep_ptr": "*i32", "out_ptr": "*T", "n": "i32", "p": "fp32", "BLOCK": 1024},
        "out[i] = keep[i] != 0 ? x[i] / (1 - p) : 0 for i < n, computed in f32; 1024 elements a program.",
    ),
    "seeded_dropout": Program(
        "dropout", "seeded_dropout",
        {"x_ptr": "*T", "out_ptr": "*T", "n": "i32", "p": "fp32", "seed": "i32", "BLOCK": 1024},
        "out[i] = rand(seed, i) > p ? x[i] / (1 - p) : 0 for i < n, computed in f32; rand is Philox 4×32 "
        "with 10 rounds; 1024 elements a program.",
    ),
    "attention": Program(
        "attention", "attention", ATTENTION | {"STAGE": 1},
        "out = softmax(q @ k.T * sm_scale) @ v for q, k, v, out of (Z, H, N_CTX, 64) with contiguous last "
        "dimension; program (i, z H + h) has the queries 64 i … 64 i + 63; lse (Z, H, N_CTX) is the log2 of "
        "the sums of exponentials.",
    ),
    "attention_causal": Program(
        "attention", "attention", ATTENTION | {"STAGE": 3},
        "As attention, but query i sees the keys 0 … i only.",
    ),
    "grouped_gemm": Program(
        "grouped_gemm", "grouped_gemm",
        {"a_addresses": "*i64", "b_addresses": "*i64", "c_addresses": "*i64", "sizes_ptr": "*i32",
         "strides_ptr": "*i32", "count": "i32", "DTYPE": "T", "BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64},
        "c[g] = a[g] @ b[g] for g < count; the addresses are integers, sizes[g] = (M, N, K), strides[g] = "
        "the row strides of a, b, c in elements; program p of P has the tiles (64 × 64) p, p + P, … of all "
        "products taken together.",
    ),
}  # fmt: skip


def source(program: Program, dtype: str) -> ASTSource:
    """What Triton compiles: every pointer is 16-byte aligned, every plain number is a constexpr."""
    import triton.language as tl

    kernel = getattr(importlib.import_module(f"examples.triton.{program.module}"), program.kernel)
    constants = {k: v for k, v in program.types.items() if isinstance(v, int)}
    constants |= {k: tl.dtype(dtype) for k, v in program.types.items() if v == "T"}
    signature = {
        k: "constexpr" if k in constants else v.replace("T", dtype) for k, v in program.types.items()
    }
    pointers = [i for i, t in enumerate(signature.values()) if t.startswith("*")]
    return ASTSource(kernel, signature, constants, {(i,): [["tt.divisibility", 16]] for i in pointers})


def triton_ir(program: Program, dtype: str) -> str:
    """Triton IR text of ``program`` for elements of Triton's type ``dtype``, with names but no locations."""
    context = ir.context()
    ir.load_dialects(context)
    functions = {"min_dot_size": lambda lhs, rhs: (1, 1, 1)}
    module = source(program, dtype).make_ir(GPUTarget("cpu", "x86_64", 1), OPTIONS, functions, {}, context)
    manager = ir.pass_manager(context)
    for add in (
        passes.common.add_inliner,
        passes.common.add_canonicalizer,
        passes.ttir.add_combine,
        passes.ttir.add_reorder_broadcast,
        passes.common.add_cse,
        passes.ttir.add_triton_licm,
        passes.common.add_symbol_dce,
    ):
        add(manager)
    manager.run(module, "ttir")
    lines = [line for line in str(module).splitlines() if not line.startswith("#loc")]
    return re.sub(r" loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)", "", "\n".join(lines)).strip() + "\n"


def main(names: list[str]) -> None:
    """Write the files of the programs ``names``."""
    for name in names:
        for short, dtype in DTYPES.items():
            comment = textwrap.indent(textwrap.fill(PROGRAMS[name].text, 105), "// ") + "\n"
            path = Path(__file__).parent.parent / f"{name}.{short}.mlir"
            path.write_text(comment + triton_ir(PROGRAMS[name], dtype))


if __name__ == "__main__":
    main(sys.argv[1:] or [name for name in PROGRAMS if name != "matmul_block_ptr"])
