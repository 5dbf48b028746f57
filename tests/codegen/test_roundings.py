"""Each op on floats of 16 bits rounds its result, in chains of ops too."""

import ml_dtypes
import numpy as np
import pytest

import triton_shared

TYPES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16}
CHAINS = {
    "divf, addf": (("addf %x, %one", "divf %one, %v0"), lambda x, r: r(1 / r(x + 1))),
    "subf, subf": (("subf %x, %y", "subf %v0, %one"), lambda x, r: r(r(x - 0.703125) - 1)),
    "mulf, mulf": (("mulf %x, %y", "mulf %v0, %y"), lambda x, r: r(r(x * 0.703125) * 0.703125)),
    "addf, maximumf, addf": (
        ("addf %x, %y", "maximumf %v0, %one", "addf %v1, %y"),
        lambda x, r: r(np.maximum(r(x + 0.703125), 1) + 0.703125),
    ),
}


@pytest.mark.parametrize("fusion", [False, True])
@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("element", TYPES)
def test_each_op_rounds(element, chain, fusion):
    ops, oracle = CHAINS[chain]
    block = f"tensor<256x{element}>"
    body = "\n  ".join(f"%v{i} = arith.{op} : {block}" for i, op in enumerate(ops))
    text = f"""tt.func public @k(%p: !tt.ptr<{element}>, %o: !tt.ptr<{element}>) {{
  %one = arith.constant dense<1.0> : {block}
  %y = arith.constant dense<0.703125> : {block}
  %i = tt.make_range {{start = 0 : i32, end = 256 : i32}} : tensor<256xi32>
  %ps = tt.splat %p : !tt.ptr<{element}> -> tensor<256x!tt.ptr<{element}>>
  %pi = tt.addptr %ps, %i : tensor<256x!tt.ptr<{element}>>, tensor<256xi32>
  %x = tt.load %pi : tensor<256x!tt.ptr<{element}>>
  {body}
  %os = tt.splat %o : !tt.ptr<{element}> -> tensor<256x!tt.ptr<{element}>>
  %oi = tt.addptr %os, %i : tensor<256x!tt.ptr<{element}>>, tensor<256xi32>
  tt.store %oi, %v{len(ops) - 1} : tensor<256x!tt.ptr<{element}>>
  tt.return
}}"""
    x = np.random.default_rng(3).normal(0, 2, 256).astype(TYPES[element])
    out = np.zeros(256, TYPES[element])
    triton_shared.compile(text, enable_fp_fusion=fusion)[(1,)](x, out)

    def rounded(value: np.ndarray) -> np.ndarray:
        return value.astype(TYPES[element]).astype(np.float32)

    wanted = oracle(x.astype(np.float32), rounded).astype(TYPES[element])
    np.testing.assert_array_equal(out.view(np.uint16), wanted.view(np.uint16))
