"""Let bf16 values be their bits: LLVM's back ends have no such type, or flush its denormals where they move it.

    %0 = llvm.mlir.constant(dense<1.0> : vector<16xbf16>) : vector<16xbf16>
    %1 = llvm.select %c, %0, %x : vector<16xi1>, vector<16xbf16>

becomes

    %0 = llvm.mlir.constant(dense<1.0> : vector<16xbf16>) : vector<16xbf16>
    %1 = llvm.bitcast %0 : vector<16xbf16> to vector<16xi16>
    %2 = llvm.select %c, %1, %x : vector<16xi1>, vector<16xi16>

Where the machine has no bf16 instructions LLVM keeps a ``bfloat`` in an f32 register, and calls the compiler's
runtime, which neither a process nor every linker has, to round it again wherever it is selected, passed or merged.
Where the machine has them, it does so by an instruction that takes denormals for zeros.  All arithmetic on bf16 is
expanded before, so what is left only moves values, but for dot products, which take what they multiply as it is:

    %d = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%c, %x, %y)

becomes

    %0 = llvm.bitcast %x : vector<32xi16> to vector<32xbf16>
    %1 = llvm.bitcast %y : vector<32xi16> to vector<32xbf16>
    %d = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%c, %0, %1)

Promise: no value is a bf16 then but constants and what an op that computes takes and gives; a module that calls
functions of bf16 from elsewhere stays as it is.
"""

from __future__ import annotations

from itertools import compress

from triton_shared.codegen.kernels import BITS_OF, attributes_of, kernels_of, set_attributes
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

CONSTANT = "llvm.mlir.constant"
_EXCHANGE = 0  # what `llvm.atomicrmw` may do with bits
# What does the same to the bits of a number, whatever that is; calls only of functions that are defined here.
_MOVES = {
    f"{prefix}.{name}"
    for prefix, names in {
        "llvm": "load store select freeze bitcast br cond_br switch call return insertvalue extractvalue "
        "insertelement extractelement shufflevector",
        "llvm.mlir": "constant zero undef poison",
        "llvm.intr.masked": "load store gather scatter expandload compressstore",
        "llvm.intr.vector": "insert extract interleave2 deinterleave2",
    }.items()
    for name in names.split()
}


class _Bits(dict["ir.Type", "ir.Type | None"]):
    """By type the one with i16 for bf16, wherever it stands in it; None for a type without."""

    def __missing__(self, type_: ir.Type) -> ir.Type | None:
        text = str(type_)
        self[type_] = ir.Type.parse(text.replace("bf16", "i16")) if "bf16" in text else None
        return self[type_]


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``, in the llvm dialect."""
    functions = [op.operation for op in module.regions[0].blocks[0] if op.operation.name == "llvm.func"]
    ops, bits = [op for function in functions for op in all_ops(function)], _Bits()
    foreign = [f.attributes["function_type"].value for f in functions if not f.regions[0].blocks]
    if any(bits[type_] for type_ in foreign) or not _has_any(functions, ops, bits):
        return
    for function in kernels_of(module).values():
        _note_bits(function)
    computing = [_computes(op, bits) for op in ops]
    for op in compress(ops, computing):
        _take_numbers(op, bits)
    for function in functions:
        type_ = function.attributes["function_type"].value
        function.attributes["function_type"] = ir.TypeAttr.get(bits[type_] or type_)
        for block in function.regions[0].blocks:
            for argument in block.arguments:
                argument.set_type(bits[argument.type] or argument.type)
    for op, computes in zip(ops, computing, strict=True):
        for result in op.results:
            if (type_ := bits[result.type]) and (computes or op.name == CONSTANT):
                _give_bits(op, result, type_)
            elif type_:
                result.set_type(type_)


def _has_any(functions: list[ir.Operation], ops: list[ir.Operation], bits: _Bits) -> bool:
    """Whether a value is a bf16."""
    blocks = (block for function in functions for block in function.regions[0].blocks)
    return any(bits[a.type] for block in blocks for a in block.arguments) or any(
        bits[result.type] for op in ops for result in op.results
    )


def _computes(op: ir.Operation, bits: _Bits) -> bool:
    """Whether ``op`` takes a bf16 for a number, or may do so."""
    if op.name in _MOVES or not any(bits[v.type] for v in (*op.operands, *op.results)):
        return False
    return op.name != "llvm.atomicrmw" or op.attributes["bin_op"].value != _EXCHANGE


def _take_numbers(op: ir.Operation, bits: _Bits) -> None:
    """Let ``op`` take what is bf16 from its bits."""
    b = Builder.before(op)
    for i, operand in enumerate(op.operands):
        if bits[operand.type]:
            op.operands[i] = b.one("llvm.bitcast", operand.type, operand)


def _give_bits(op: ir.Operation, result: ir.Value, type_: ir.Type) -> None:
    """Let all that use the ``result`` of ``op`` use its bits, of ``type_``."""
    bits = Builder(ir.InsertionPoint.after(op), op.location).op("llvm.bitcast", [type_], [result])
    result.replace_all_uses_except(bits.result, bits)


def _note_bits(function: ir.Operation) -> None:
    """Let the arguments that are bf16 say so."""
    attributes = attributes_of(function)
    for argument, known in zip(function.regions[0].blocks[0].arguments, attributes, strict=True):
        if isinstance(argument.type, ir.BF16Type):
            known[BITS_OF] = ir.TypeAttr.get(argument.type)
    set_attributes(function, attributes)
