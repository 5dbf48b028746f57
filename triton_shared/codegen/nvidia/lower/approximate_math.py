"""Compute mathematical functions as the hardware does, and as Triton's kernels expect: 32 bits, to about two ulps.

    %y = math.exp %x : vector<2xf32>      ->      llvm.nvvm.ex2.approx of %x * log2 e, for each register
    %q = arith.divf %a, %b                ->      div.full.f32

An op that is marked ``tt.precise`` is left as it is: IEEE, to the last bit.  Of an exponential that is so marked two
ulps are wanted for large numbers, too: it is a power of two times ex2.approx of what is left of x * log2 e.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.llvm.expand_math import ERF, LOG2_E, LOG2_E_HIGH, LOG2_E_LOW, ROUND, TANH, Floats
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.ir.builder import element_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

PRECISE = "tt.precise"
#: lb(1 - erf x) / x as a polynomial for 0.92 <= x <= 4, and less than -25 / x beyond
ERF_FAR = (
    -1.6283009052276611, -0.9163074493408203, -0.1533053070306778, 0.034314993768930435, -0.005271263420581818,
    0.00046981661580502987, -1.6623058400000446e-05,
)  # fmt: skip
#: bits of a mantissa, what is added to exponents, and these between the least and the largest
MANTISSA, BIAS, EXPONENTS = 23, 127, (-125.9, 127.9)
#: 2 to the x; flushing subnormal results to 0, it is one instruction and not four
_EXP2, _FLUSHED_EXP2 = "llvm.nvvm.ex2.approx.f32", "llvm.nvvm.ex2.approx.ftz.f32"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, _APPROXIMATIONS):
        rules = _PRECISE if PRECISE in op.attributes else _APPROXIMATIONS
        if str(element_of(op.result.type)) == "f32" and op.name in rules:
            fired("approximate-math", op.name)
            substitute(op, rules[op.name](Emitter(op, op.location), op))


def _each(b: Emitter, name: str, *operands: ir.Value) -> ir.Value:
    """The intrinsic ``name`` of f32, of the scalars, or of the registers of vectors, ``operands``."""
    call = lambda scalars: b.call_intrinsic(name, (ir.F32Type.get(),), scalars).result  # noqa: E731
    if not isinstance(operands[0].type, ir.VectorType):
        return call(list(operands))
    return b.collect([call([b.extract(v, i) for v in operands]) for i in range(count_of(operands[0]))])


def _is(name: str) -> Callable[[Emitter, ir.Operation], ir.Value]:
    """The rule of an op that the intrinsic ``name`` computes."""
    return lambda b, op: _each(b, name, *op.operands)


def _exp(b: Emitter, op: ir.Operation) -> ir.Value:
    x = op.operands[0]
    return _each(b, _EXP2, b.one("arith.mulf", x.type, x, b.constant(x.type, LOG2_E)))


def _precise_exp(b: Emitter, op: ir.Operation) -> ir.Value:
    """2^n 2^f with x log2 e = n + f: f is below 1, but where n would be no exponent of a normal number.

    There f grows, 2^f is exact to as many bits as before, and the product rounds once, becomes 0 or infinite.
    """
    x = op.operands[0]
    m = Floats(b, x.type)
    low, high = (m.constant(n / LOG2_E) for n in EXPONENTS)
    near = m.do("arith.maxnumf", m.do("arith.minnumf", x, high), low)
    rounded = _each(b, "llvm.nvvm.fma.rm.f", near, m.constant(LOG2_E), m.constant(ROUND + BIAS))
    rest = m.fma(x, LOG2_E_LOW, m.fma(x, LOG2_E_HIGH, m.sub(ROUND + BIAS, rounded)))
    power = m.do("arith.shli", m.bits(rounded), MANTISSA)  # its last bits are n and the bias
    return m.mul(_each(b, _FLUSHED_EXP2, rest), m.floats(power))


def _tanh(b: Emitter, op: ir.Operation) -> ir.Value:
    """A polynomial near zero, 1 - 2 / (e^2|x| + 1) elsewhere, with the sign of x: one exponential, one reciprocal."""
    x = op.operands[0]
    m = Floats(b, x.type)
    size = m.size(x)
    square = m.mul(size, size)
    near = m.fma(m.mul(square, size), m.polynomial(square, TANH), size)
    power = _each(b, _FLUSHED_EXP2, m.mul(size, 2 * LOG2_E))
    part = _each(b, "llvm.nvvm.rcp.approx.ftz.f", m.add(power, 1.0))
    far = m.fma(part, -2.0, 1.0)
    return m.with_sign(m.select(m.compare("olt", size, 0.625), near, far), x)


def _erf(b: Emitter, op: ir.Operation) -> ir.Value:
    """A polynomial near zero, 1 - 2^p(|x|) elsewhere, with the sign of x: one exponential."""
    x = op.operands[0]
    m = Floats(b, x.type)
    size = m.size(x)
    near = m.fma(m.polynomial(m.mul(x, x), ERF), x, x)
    far = m.sub(1.0, _each(b, _FLUSHED_EXP2, m.mul(m.polynomial(size, ERF_FAR), size)))
    return m.select(m.compare("olt", size, 0.94), near, m.with_sign(far, x))


_APPROXIMATIONS: dict[str, Callable[[Emitter, ir.Operation], ir.Value]] = {
    "math.exp": _exp,
    "math.exp2": _is(_FLUSHED_EXP2),
    "math.sqrt": _is("llvm.nvvm.sqrt.approx.f"),
    "math.rsqrt": _is("llvm.nvvm.rsqrt.approx.f"),
    "arith.divf": _is("llvm.nvvm.div.full"),
    "math.tanh": _tanh,
    "math.erf": _erf,
}
_PRECISE = {"math.exp": _precise_exp}
