"""Elementwise ops on a GPU, run by the emulator: the op tables, with the bounds that approximations have there."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import triton_shared
from tests.ops.elementwise import APPROXIMATED, BOUNDS, MATH, Op, all_ops
from tests.ops.libdevice import library_ops
from tests.support import emulated
from tests.support.program import Program

#: each of these, and every one of the other ops on a type that its place in the table decides
ALWAYS = {f"math.{name}" for name in MATH} | {"math.powf", "math.atan2", "arith.remf"}
WIDE = ("f32", "f64")
SHAPE = (512,)

TABLE: dict[str, list[Op]] = defaultdict(list)
for _op in all_ops():
    TABLE[_op.name].append(_op)


def chosen(name: str) -> list[Op]:
    """The ops of ``name`` that are tested: both wide floats of functions, two types of others."""
    ops = TABLE[name]
    if name in ALWAYS:
        return [op for op in ops if op.result in WIDE]
    first = sum(map(ord, name)) % len(ops)
    return [ops[first], ops[first // 2]] if first else [ops[0]]


@pytest.fixture(autouse=True)
def on_gpu(monkeypatch):
    monkeypatch.setattr(triton_shared, "compile", emulated.compile)
    monkeypatch.setattr("tests.ops.elementwise.shapes", lambda salt: [(), SHAPE])
    for name, ulps in APPROXIMATED.items():
        monkeypatch.setitem(BOUNDS, name, ulps)


@pytest.mark.parametrize("name", TABLE)
def test_op(name):
    program = Program()
    for op in chosen(name):
        op.build(program)
    program.check()


def test_subnormal_powers_of_two_are_zero():
    x = np.arange(-150, -118, dtype=np.float32)
    program = Program()
    value = program.op(f"math.exp2 {program.input(x)} : tensor<32xf32>")
    program.expect(value, np.where(x < -126, 0, np.exp2(x)).astype(np.float32))
    program.check()


def test_subnormal_powers_of_two_of_the_library():
    x = np.arange(-150, -118, dtype=np.float32)
    program = Program()
    call = '{libname = "", libpath = "", pure = true, symbol = "__nv_exp2f"}'
    types = "(tensor<32xf32>) -> tensor<32xf32>"
    value = program.op(f"tt.extern_elementwise {program.input(x)} {call} : {types}")
    program.expect(value, np.exp2(x), 2)
    program.check()


#: where reductions of angles are hardest, and the ends of what has a value
HARD = [6381956970095103.0 * 2.0**797, 2.0**1023, 1e22, 355.0, 2.0**30, 2.0**30 - 0.5, 5e-324, 1e-310, np.pi]


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_angles_of_any_size(name):
    import mpmath

    rng = np.random.default_rng(1)
    x = np.concatenate([HARD, np.ldexp(rng.uniform(1, 2, 119), rng.integers(-30, 1023, 119))])
    x = np.concatenate([x, -x])
    with mpmath.workprec(1300):
        exact = [getattr(mpmath, name)(mpmath.mpf(v)) for v in x.tolist()]
    program = Program()
    value = program.op(f"math.{name} {program.input(x)} : tensor<{x.size}xf64>")
    program.expect(value, np.array([float(v) for v in exact]), 1)
    program.check()


#: functions of libdevice that are exact, or made of functions which are approximated elsewhere
LIBRARY = """expf sqrtf fsqrt_rn frcp_rn fdiv_rn fdiv_rd fsqrt_ru frsqrt_rn rsqrtf exp10f erfinvf erfcxf normcdff
normcdfinvf cyl_bessel_i0f cyl_bessel_i1f fdim ilogb ldexp nextafterf remainder hypot j0 j1f jn y0f
y1 ynf lgamma tgamma norm3df rhypotf sinpif powif byte_perm mulhi float2int_rd ffs"""


@pytest.mark.parametrize("name", LIBRARY.split())
def test_library_function(name):
    program = Program()
    (op,) = [op for op in library_ops() if f'"__nv_{name}"' in op.text]
    op.build(program)
    program.check()
