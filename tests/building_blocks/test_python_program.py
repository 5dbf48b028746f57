"""Programs of the shared form as Python: what a body is on whole blocks, and what is refused with its place."""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import dialects
from triton_shared.building_blocks.python_program import PythonProgram
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops


class Program(PythonProgram):
    """A machine whose blocks are numpy's arrays."""

    forms = {
        "arith.addf, arith.mulf": "{0} + {1}",
        "linalg.reduce": "{combiner}({1}, {combiner}.reduce({0}, tuple({dimensions})))",
        "linalg.index": "np.indices(shape, sparse=True)[{dim}]",
        "arith.index_cast, arith.sitofp": "{0}.astype({t})",
    }
    dtypes = {"f32": "float32", "index": "int64", "i64": "int64"}
    combiners = {"arith.addf": "np.add"}


class Machine:
    """What programs ask of it."""

    def spread(self, values, dims, rank):
        values = values[tuple(0 if d is None else slice(None) for d in dims)]
        dims = [d for d in dims if d is not None]
        return np.expand_dims(values.transpose(np.argsort(dims)), [d for d in range(rank) if d not in dims])


GENERIC = """
#a = affine_map<(d0, d1) -> {a}>
#o = affine_map<(d0, d1) -> {o}>
func.func @k(%x: tensor<{x}xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %0 = linalg.generic {{indexing_maps = [#a, #o], iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<{x}xf32>) outs(%y : tensor<4x4xf32>) {{
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %s = {op} %in, %f : f32
    linalg.yield %s : f32
  }} -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}
"""


REDUCE = """
func.func @k(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>) {{
  %0 = linalg.reduce ins(%x : tensor<2x3x4xf32>) outs(%y : tensor<3xf32>) dimensions = [0, 2]
    (%a: f32, %b: f32) {{
      %s = {op}
      linalg.yield %s : f32
    }}
  return
}}
"""


def run(text, *args):
    """The value of the first op with a region in ``text``, by the program of its function."""
    module = dialects.parse(text, "k.mlir")
    (function,) = all_ops(module, {"func.func"})
    (op,) = all_ops(module, {"linalg.generic", "linalg.reduce"})
    writer = Program()
    program = writer.function(function, "program", "m")
    exec(f"{program}\n    return {writer.name(op.results[0])}", scope := {"np": np})
    return scope["program"](Machine(), *args)


BLOCK = np.zeros((4, 4), np.float32)


@pytest.mark.parametrize(
    "a, x, spread",
    [
        ("(d0, d1)", "4x4", lambda x: x),
        ("(d1, d0)", "4x4", np.transpose),
        ("(d0)", "4", lambda x: x[:, None]),
        ("(d1)", "4", lambda x: x),
        ("(d0, 0)", "4x1", lambda x: x),
    ],
)
def test_a_body_is_applied_to_all_elements(a, x, spread):
    values = np.random.default_rng(0).random([*map(int, x.split("x"))]).astype(np.float32)
    found = run(GENERIC.format(a=a, x=x, o="(d0, d1)", op="arith.addf"), values, BLOCK)
    assert np.array_equal(found, np.broadcast_to(spread(values) + np.arange(4, dtype=np.float32), (4, 4)))


def test_a_reduction_is_along_any_dimensions():
    x, y = np.arange(24, dtype=np.float32).reshape(2, 3, 4), np.ones(3, np.float32)
    found = run(REDUCE.format(op="arith.addf %b, %a : f32"), x, y)
    assert np.array_equal(found, x.sum((0, 2)) + 1)


@pytest.mark.parametrize(
    "text, why",
    [
        (GENERIC.format(a="(d0, d1)", x="4x4", o="(d1, d0)", op="arith.addf"), "for every element by itself"),
        (GENERIC.format(a="(d0 mod 2, d1)", x="4x4", o="(d0, d1)", op="arith.addf"), "for every element by"),
        (GENERIC.format(a="(d0, d1)", x="4x4", o="(d0, d1)", op="arith.divf"), "has no instruction"),
        (REDUCE.format(op="arith.mulf %a, %b : f32"), "has no instruction"),
        (REDUCE.format(op="arith.addf %a, %a : f32"), "has no instruction"),
    ],
)
def test_what_has_no_form_is_refused(text, why):
    with pytest.raises(LoweringError, match=why):
        run(text)
