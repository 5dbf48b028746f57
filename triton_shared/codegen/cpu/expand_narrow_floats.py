"""Compute with bf16 in f32, with f16 too where the machine cannot, and round f64 to them once.

    %z = arith.addf %x, %y : vector<8xbf16>
    %w = arith.mulf %z, %y : vector<8xbf16>

becomes

    %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
    %1 = arith.extf %y : vector<8xbf16> to vector<8xf32>
    %2 = arith.addf %0, %1 : vector<8xf32>
    %z = arith.truncf %2 : vector<8xf32> to vector<8xbf16>
    %3 = arith.extf %z : vector<8xbf16> to vector<8xf32>
    …

Every op rounds its result: the conversions allow no contraction, by which folding would take the second sum for the
first.  Upstream's `arith-emulate-unsupported-floats` has them allow it.  f16 is converted by its bits where there is no
instruction:

    %z = … the bits of arith.addf, of the f32 that the bits of %x and %y stand for, rounded to f16 …

A sum, a product, a quotient and a root that are rounded to f32 and then to f16 are rounded as if once; a product to
which is added needs f64.  LLVM would call the compiler's runtime, which neither a process nor every linker has, for
them, and to round f64, on machines that have instructions for f32 alone:

    %y = arith.truncf %x : vector<8xf64> to vector<8xf16>

becomes

    %0 = … %x in f32, or, of the two next to it, that whose last bit is set …
    %y = arith.truncf %0 : vector<8xf32> to vector<8xf16>

bf16 is extended to f64 by way of f32: that is shifts of bits, and exact.

Promise: no conversion is left between f64 and a narrower float than f32, but from f16 on a machine that has it, and no
op that computes with bf16.  Where the machine does not convert f16, what is left of it only moves.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder, element_of, integer, with_element
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir
from triton_shared.types import FORMATS

HALF, SINGLE = FORMATS["f16"], FORMATS["f32"]
#: by how many bits a significand of f32 is longer, and what is added to an exponent of f16, where it lies in f32
LONGER = SINGLE.mantissa - HALF.mantissa
REBIAS = (SINGLE.bias - HALF.bias) << SINGLE.mantissa
#: the distance of denormals of f16, and the f32 numbers from which on they are that far apart
STEP, STEPPED = 2.0 ** (1 - HALF.bias - HALF.mantissa), 2.0 ** (1 - HALF.bias + LONGER)

CONVERSIONS = {"arith.extf", "arith.truncf"}
#: ops that compute with floats, by dialect; what only moves them stays as it is
COMPUTING = {
    f"{dialect}.{name}"
    for dialect, names in {
        "arith": "addf cmpf divf fptosi fptoui maximumf maxnumf minimumf minnumf mulf negf remf sitofp subf uitofp",
        "math": "absf acos acosh asin asinh atan atan2 atanh cbrt ceil clampf copysign cos cosh erf erfc exp exp2 "
        "expm1 floor fma fpowi isfinite isinf isnan isnormal log log10 log1p log2 powf round roundeven rsqrt sin "
        "sincos sinh sqrt tan tanh trunc",
    }.items()
    for name in names.split()
}
#: ops whose results f32 does not hold well enough to round them again
FUSED = {"math.fma"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    converts_f16 = CpuTarget.of(function).converts_f16
    narrow = ir.BF16Type if converts_f16 else ir.F16Type | ir.BF16Type
    for op in all_ops(function, COMPUTING):
        if isinstance(_float_of(op), narrow):
            _in_wider(op)
    for op in all_ops(function, CONVERSIONS):
        convert = _truncate if op.name == "arith.truncf" else _extend
        convert(op, converts_f16)


def _float_of(op: ir.Operation) -> ir.Type:
    """The type of the floats that ``op`` computes with."""
    taken = element_of(op.operands[0].type)
    return taken if isinstance(taken, ir.FloatType) else element_of(op.results[0].type)


def _in_wider(op: ir.Operation) -> None:
    """Let ``op`` compute with f32, or f64, in place of f16 and bf16."""
    b, wide = Builder.before(op), ir.F64Type.get() if op.name in FUSED else ir.F32Type.get()
    operands = [b.convert("arith.extf", v, _wider(v.type, wide)) for v in op.operands]
    types = [_wider(r.type, wide) for r in op.results]
    new = b.op(op.name, types, operands, {name: op.attributes[name] for name in op.attributes})
    for old, result in zip(op.results, new.results, strict=True):
        old.replace_all_uses_with(b.convert("arith.truncf", result, old.type))
    op.erase()


def _wider(type_: ir.Type, wide: ir.Type) -> ir.Type:
    """``type_`` with ``wide`` for f16 and bf16."""
    return with_element(type_, wide) if isinstance(element_of(type_), ir.F16Type | ir.BF16Type) else type_


def _truncate(op: ir.Operation, converts_f16: bool) -> None:
    b, (x,), narrow = Builder.before(op), op.operands, element_of(op.result.type)
    if narrow.width == HALF.width and isinstance(element_of(x.type), ir.F64Type):
        op.operands[0] = x = _rounded_to_odd(b, x)
    if isinstance(narrow, ir.F16Type) and not converts_f16:
        substitute(op, _narrowed(b, x))


def _extend(op: ir.Operation, converts_f16: bool) -> None:
    b, (x,), type_ = Builder.before(op), op.operands, op.result.type
    single = with_element(type_, ir.F32Type.get())
    match element_of(x.type):
        case ir.F16Type() if not converts_f16:
            substitute(op, b.convert("arith.extf", _widened(b, x), type_))
        case ir.BF16Type() if single != type_:
            op.operands[0] = b.one("arith.extf", single, x)


def _widened(b: Builder, x: ir.Value) -> ir.Value:
    """The f32 that ``x``, of f16, stands for."""
    half, word, single = (with_element(x.type, t) for t in (integer(16), integer(32), ir.F32Type.get()))
    bits = b.one("arith.extui", word, b.one("arith.bitcast", half, x))
    size = b.apply("arith.andi", bits, HALF.sign - 1)
    shifted = b.apply("arith.shli", size, LONGER)
    steps = b.apply("arith.mulf", b.one("arith.sitofp", single, size), STEP)
    value = b.select(
        b.compare("slt", size, 1 << HALF.mantissa),
        b.one("arith.bitcast", word, steps),
        b.apply("arith.addi", shifted, REBIAS),
    )
    value = b.select(b.compare("eq", size, HALF.infinity), SINGLE.infinity, value)
    value = b.select(b.compare("sgt", size, HALF.infinity), b.apply("arith.ori", shifted, SINGLE.nan), value)
    sign = b.apply("arith.shli", b.apply("arith.andi", bits, HALF.sign), SINGLE.width - HALF.width)
    return b.one("arith.bitcast", single, b.apply("arith.ori", value, sign))


def _narrowed(b: Builder, x: ir.Value) -> ir.Value:
    """``x``, of f32, rounded to f16: a NaN to the quiet one of its sign."""
    half, word, single = (with_element(x.type, t) for t in (integer(16), integer(32), ir.F32Type.get()))
    bits = b.one("arith.bitcast", word, x)
    size = b.apply("arith.andi", bits, SINGLE.sign - 1)
    odd = b.apply("arith.andi", b.apply("arith.shrui", size, LONGER), 1)
    below_half = (1 << LONGER - 1) - 1
    rounded = b.apply("arith.addi", b.apply("arith.addi", size, below_half - REBIAS), odd)
    normal = b.apply("arith.minsi", b.apply("arith.shrui", rounded, LONGER), HALF.infinity)
    counted = b.apply("arith.addf", b.one("arith.bitcast", single, size), STEPPED)
    steps = b.apply("arith.subi", b.one("arith.bitcast", word, counted), SINGLE.bits(STEPPED))
    value = b.select(b.compare("slt", size, REBIAS + (1 << SINGLE.mantissa)), steps, normal)
    value = b.select(b.compare("sgt", size, SINGLE.infinity), HALF.nan, value)
    sign = b.apply("arith.andi", b.apply("arith.shrui", bits, SINGLE.width - HALF.width), HALF.sign)
    signed = b.one("arith.trunci", half, b.apply("arith.ori", value, sign))
    return b.one("arith.bitcast", with_element(x.type, ir.F16Type.get()), signed)


def _rounded_to_odd(b: Builder, x: ir.Value) -> ir.Value:
    """``x``, of f64, in f32, so that rounding that again is as rounding ``x``.

    It is the f32 number that ``x`` is, or of those next to it the one whose last bit is set.
    """
    single, word = (with_element(x.type, t) for t in (ir.F32Type.get(), integer(32)))
    near = b.one("arith.truncf", single, x)
    back, bits = b.one("arith.extf", x.type, near), b.one("arith.bitcast", word, near)
    is_more = b.compare("ogt", b.apply("math.absf", back), b.apply("math.absf", x))
    below = b.select(is_more, b.apply("arith.subi", bits, 1), bits)
    odd = b.select(b.compare("one", back, x), b.apply("arith.ori", below, 1), bits)
    return b.one("arith.bitcast", single, odd)
