"""Refuse what machine code cannot express, before anything else looks at it.

::

    func.func @k(%x: tensor<4xf32>, …)                      ->   error: … argument 0 is a tensor<4xf32>: …
    func.func private @triton_shared_print(f32)             ->   error: … is kept for the runtime
    memref.alloc() : memref<4x!foo.bar>                     ->   error: … there are no such elements
    func.func @k(%x: memref<*xf32> {tts.role = 1}, …)       ->   func.func @k(%x: memref<*xf32>, …)

A kernel takes pointers, scalars, and behind them the grid and the program's place in it; it has no results.

Promise: attributes by which passes of code generation leave what they found for others are not the program's.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import ENTRY, PROGRAM_ARGUMENTS, attributes_of, kernels_of, set_attributes
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, wrong_constant
from triton_shared.mlir import ir
from triton_shared.types import ARGUMENTS

#: what starts like this is LLVM's own, or ours
RESERVED = ("llvm.", "triton_shared_")
#: what the entry point calls (see `define_entries.py` and `escape.py`)
CALLED = ("longjmp", "_setjmp")
#: the functions of the runtime that may be declared
RUNTIME = {
    "triton_shared_print": "(i32, i32, i32, i64, i64, i64) -> ()",
    "triton_shared_assert": "(i32, i32, i32, i64) -> ()",
    "triton_shared_covers": f"({', '.join(['i64'] * 14)}) -> i64",
    "triton_shared_touches": f"({', '.join(['i64'] * 10)}) -> i64",
    "triton_shared_found": f"({', '.join(['i64'] * 10)}) -> ()",
    "triton_shared_visits": f"({', '.join(['i64'] * 23)}) -> ()",
    "triton_shared_before": f"({', '.join(['i64'] * 9)}) -> ()",
    "triton_shared_after": f"({', '.join(['i64'] * 9)}) -> ()",
    "triton_shared_order": f"({', '.join(['i64'] * 6)}) -> i64",
    "triton_shared_fill": f"({', '.join(['i64'] * 6)}) -> i64",
}
#: what starts the names of its texts
TEXTS = "triton_shared_text_"
#: what starts the names of what passes of code generation note
OURS = ("tts.", "simt.")
#: what a person may say of an op before all passes
BY_HAND = ("simt.layout", "simt.mma", "simt.plan", "simt.pipeline", "simt.copy", "simt.store", "simt.reason")
_ELEMENTS = ir.IntegerType | ir.FloatType | ir.IndexType


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for kernel in kernels_of(module).values():
        if kernel.name == "func.func":
            _check_signature(kernel)
    for symbol in module.regions[0].blocks[0].operations:
        _check_name(symbol.operation)
        if "arg_attrs" in symbol.operation.attributes:
            _forget_arguments(symbol.operation)
    for op in all_ops(module):
        _check_elements(op)
        _forget(op)


def _check_signature(function: ir.Operation) -> None:
    """Refuse a kernel that cannot be launched: one that takes, say, tensors, or has results."""
    type_ = ir.FunctionType(function.attributes["function_type"].value)
    for number, argument in enumerate(type_.inputs):
        if not isinstance(argument, ir.UnrankedMemRefType) and str(argument) not in ARGUMENTS:
            what = f"argument {number} is a {argument}: kernels are launched with pointers and scalars"
            raise LoweringError(function, what)
    if list(map(str, type_.inputs[-PROGRAM_ARGUMENTS:])) != ["i32"] * PROGRAM_ARGUMENTS:
        raise LoweringError(function, "does not end with the grid and the program's place in it, six i32")
    if type_.results:
        raise LoweringError(function, "returns values, which a launch cannot take")


def _check_name(symbol: ir.Operation) -> None:
    """Refuse symbols whose names mean something to LLVM or to the runtime, but for the runtime's own."""
    if "sym_name" not in symbol.attributes:
        return
    name = symbol.attributes["sym_name"].value
    if not name:
        raise LoweringError(symbol, "has no name")
    is_reserved = name.startswith(RESERVED) or name in CALLED
    if not is_reserved or (symbol.name == "memref.global" and name.startswith(TEXTS)):
        return
    is_declared = symbol.name == "func.func" and not symbol.regions[0].blocks
    if not is_declared or RUNTIME.get(name) != str(symbol.attributes["function_type"].value):
        raise LoweringError(symbol, f"has the name '{name}', which is kept for the runtime or for LLVM")


def _check_elements(op: ir.Operation) -> None:
    """Refuse blocks of anything but integers, floats and indices: the width of, say, an f80 is not known.

    Nor are the elements of constants known that do not list them.
    """
    if wrong := wrong_constant(op):
        raise LoweringError(op, wrong)
    for result in op.results:
        type_ = result.type
        if isinstance(type_, ir.ShapedType) and not isinstance(type_.element_type, _ELEMENTS):
            raise LoweringError(op, f"has a value of type '{type_}': there are no such elements")


def _forget(op: ir.Operation) -> None:
    """Drop what only passes behind this one say of ``op``; how its entry is called was asked for before."""
    for name in [name for name in op.attributes if name.startswith(OURS) and name not in BY_HAND]:
        if name != ENTRY or not isinstance(op.attributes[name], ir.StringAttr):
            del op.attributes[name]


def _forget_arguments(function: ir.Operation) -> None:
    """`_forget` of the arguments of ``function``."""
    known = attributes_of(function)
    kept = [{n: a for n, a in given.items() if not n.startswith(OURS)} for given in known]
    if kept != known:
        set_attributes(function, kept)
