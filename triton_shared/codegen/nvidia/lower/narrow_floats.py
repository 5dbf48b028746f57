"""Convert floats of 8 bits by the instructions that chips of compute capability 8.9 have, two elements by each.

    %0 = arith.bitcast %x : vector<4xf32> to vector<4xi32>
    …                                                        what `ir/float_formats.py` writes to round to f8E4M3FN
    %r = arith.trunci %n : vector<4xi32> to vector<4xi8>

becomes

    %0 = llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"(%x1, %x0) : (f32, f32) -> i16
    …
    %r = vector.bitcast %w : vector<2xi16> to vector<4xi8>

Elements that were f16 are rounded as they are, since f32 holds them exactly, and f8E4M3FN is widened by way of f16.
The instructions round to nearest even, saturate and have one NaN: what rounds otherwise stays.  The pass promises that
nothing but an expression whose ops, to the last, are those that `encode` and `decode` write is replaced.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build.emitter import Emitter, vector_of
from triton_shared.ir.builder import build, element_of, integer, with_element
from triton_shared.ir.float_formats import decode, encode
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by, module_of, origin, owner_of, substitute
from triton_shared.mlir import ir
from triton_shared.types import FORMATS

#: the first compute capability that has the instructions
SINCE = 89
#: the formats that they round to, by their names in PTX
TARGETS = {"e4m3x2": "f8E4M3FN", "e5m2x2": "f8E5M2"}
#: the one that they widen; of the other one a shift makes f16
SOURCE = "e4m3x2"
#: how what the templates write ends, and what they write it of
_NARROWS, _WIDENS, _GIVEN = ("arith.trunci", "i8"), ("arith.ori", "i32"), "ub.poison"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    names = {name for name, _ in (_NARROWS, _WIDENS)}
    found = [(op, (op.name, str(element_of(op.result.type)))) for op in all_ops(function, names)]
    narrows, widens = ([op for op, end in found if end == wanted] for wanted in (_NARROWS, _WIDENS))
    if (not narrows and not widens) or GpuTarget.of(module_of(function)).capability < SINCE:
        return
    scratch = ir.Module.create(function.location)
    with ir.InsertionPoint(scratch.body):
        number, bits = (build.op(_GIVEN, [t], ()).result for t in (ir.F32Type.get(), integer(32)))
        widened = decode(bits, FORMATS[TARGETS[SOURCE]]).owner.operands[0]
        rounded = {
            name: encode(number, FORMATS[format_], towards_zero=False, saturate=True)
            for name, format_ in TARGETS.items()
        }
    for op in widens:
        _widen(op, widened)
    for op in narrows:
        for name, template in rounded.items():
            if _round(op, name, template):
                break


def _widen(op: ir.Operation, template: ir.Value) -> None:
    """Let an instruction compute ``op``, the bits of f32, if it is what `decode` writes of bytes."""
    bits = _given(op.result, template)
    bytes_ = made_by(bits, "arith.extui") if bits is not None else None
    if bytes_ is None or str(element_of(bytes_.operands[0].type)) != "i8":
        return
    fired("narrow-floats", f"widens {SOURCE}")
    b, type_ = Emitter(op, op.location), op.result.type
    both = vector_of(2, ir.F16Type.get())
    registers = _registers(b, bytes_.operands[0])
    words = b.one("vector.bitcast", vector_of(len(registers) // 2, integer(16)), b.collect(registers))
    intrinsic = f"llvm.nvvm.{SOURCE}.to.f16x2.rn"
    pairs = [
        b.call_intrinsic(intrinsic, [both], [b.extract(words, i)]).result for i in range(len(registers) // 2)
    ]
    halves = [b.extract(pair, i) for pair in pairs for i in range(2)]
    singles = b.one("arith.extf", with_element(type_, ir.F32Type.get()), _shaped(b, halves, type_))
    substitute(op, b.one("arith.bitcast", type_, singles))


def _round(op: ir.Operation, name: str, template: ir.Value) -> bool:
    """Let an instruction compute ``op`` if it is what `encode` writes for the format ``name``; whether it does."""
    number = _given(op.result, template)
    if number is None:
        return False
    fired("narrow-floats", f"rounds to {name}")
    b, half = Emitter(op, op.location), origin(number, ("arith.extf",))
    is_half = str(element_of(half.type)) == "f16"
    registers = _registers(b, half if is_half else number)
    pairs = []
    for low, high in zip(registers[::2], registers[1::2], strict=True):
        operands = [b.collect([low, high])] if is_half else [high, low]
        intrinsic = f"llvm.nvvm.{'f16x2' if is_half else 'ff'}.to.{name}.rn"
        pairs.append(b.call_intrinsic(intrinsic, [integer(16)], operands).result)
    bytes_ = b.one("vector.bitcast", vector_of(len(registers), integer(8)), b.collect(pairs))
    is_whole = bytes_.type == op.result.type
    scalars = [] if is_whole else [b.extract(bytes_, i) for i in range(len(registers))]
    substitute(op, bytes_ if is_whole else _shaped(b, scalars, op.result.type))
    return True


def _registers(b: Emitter, value: ir.Value) -> list[ir.Value]:
    """Each element of ``value``, a vector or a scalar, and zero after an odd number of them."""
    is_vector = isinstance(value.type, ir.VectorType)
    elements = [b.extract(value, i) for i in range(value.type.shape[0])] if is_vector else [value]
    return elements + [b.constant(elements[0].type, 0)] * (len(elements) % 2)


def _shaped(b: Emitter, elements: list[ir.Value], type_: ir.Type) -> ir.Value:
    """The first ``elements`` as a vector or a scalar of as many elements as ``type_`` has."""
    return b.collect(elements[: type_.shape[0]]) if isinstance(type_, ir.VectorType) else elements[0]


def _given(value: ir.Value, template: ir.Value) -> ir.Value | None:
    """What ``value`` is computed of, as ``template`` is of what it was given; None where they differ anywhere."""
    given: set[ir.Value] = set()
    known: set[tuple[ir.Value, ir.Value]] = set()
    left = [(value, template)]
    while left:
        pair = left.pop()
        if pair in known:
            continue
        known.add(pair)
        maker, wanted = owner_of(pair[0]), owner_of(pair[1])
        if wanted is not None and wanted.name == _GIVEN:
            given.add(pair[0])
        elif maker is None or wanted is None or not _is_alike(maker, wanted):
            return None
        else:
            left += zip(maker.operands, wanted.operands, strict=True)
    return given.pop() if len(given) == 1 else None


def _is_alike(op: ir.Operation, other: ir.Operation) -> bool:
    """Whether ``op`` does to the elements of vectors, or to scalars, what ``other`` does to scalars.

    Flags of fast arithmetic tell nothing: the only floats among what is compared are products by a power of two.
    """
    if op.name != other.name or len(op.operands) != len(other.operands):
        return False
    if element_of(op.results[0].type) != other.results[0].type:
        return False
    if op.name != "arith.constant":
        mine, others = ({a: o.attributes[a] for a in o.attributes if a != "fastmath"} for o in (op, other))
        return mine == others
    value, number = op.attributes["value"], other.attributes["value"]
    if isinstance(value, ir.DenseElementsAttr):
        return value.is_splat and value.get_splat_value() == number
    return value == number
