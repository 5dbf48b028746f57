"""Hand block pointers and tensor descriptors over to functions as what they consist of.

::

    tt.func @k(%d: !tt.tensordesc<8x16xf32>)

    tt.func @k(%x: !tt.ptr<f32>, %m: i64, %n: i64, %sm: i64, %sn: i64, %nan: i1)
      %d = builtin.unrealized_conversion_cast %x, %m, %n, %sm, %one, %nan

An argument becomes a pointer, the i64 shape and strides of the whole, for a block pointer also the i64 offsets, and
an i1 that tells whether what lies outside reads NaN.  The last stride of a descriptor is 1, as Triton demands.  Calls
take their operands apart by a cast of the other direction, which `TakenApart` resolves when the analysis knows the
values.  A kernel's pointer keeps the block's shape as ``tt.block_shape``.
"""

from __future__ import annotations

from triton_shared.analyses.expr import Expr
from triton_shared.analyses.pointer import Block, Pointers, block_type, is_block
from triton_shared.conversions import build
from triton_shared.conversions.carry import program_order
from triton_shared.conversions.materialize import Materializer
from triton_shared.dialects.mixed import run_lengths
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir

CAST = "builtin.unrealized_conversion_cast"
BLOCK_SHAPE = "tt.block_shape"


def expand_arguments(module: ir.Operation) -> None:
    """Expand the arguments of all functions of ``module`` and the operands of all calls."""
    for op in list(module.regions[0].blocks[0].operations):
        if op.operation.name == "tt.func":
            _expand_function(op.operation)


def parts_of_type(type_: ir.Type) -> list[ir.Type]:
    """The types that stand for an argument of ``type_``."""
    if not is_block(type_):
        return [type_]
    block = ir.RankedTensorType(block_type(type_))
    element = _signless(block.element_type)
    counts = 2 if _is_descriptor(type_) else 3
    pointer = ir.Type.parse(f"!tt.ptr<{element}, 1 : i32>")
    return [pointer, *[build.integer(64)] * (counts * block.rank), build.integer(1)]


def _signless(type_: ir.Type) -> ir.Type:
    return build.integer(type_.width) if isinstance(type_, ir.IntegerType) else type_


def _expand_function(function: ir.Operation) -> None:
    type_ = ir.FunctionType(function.attributes["function_type"].value)
    for result in type_.results:
        if is_block(result):
            raise LoweringError(function, f"returns {result}: return its parts, or make it where it is used")
    if any(map(is_block, type_.inputs)):
        parts = [parts_of_type(t) for t in type_.inputs]
        inputs = [t for part in parts for t in part]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, type_.results))
        function.attributes["arg_attrs"] = _argument_attributes(function, type_.inputs, parts)
        if function.regions[0].blocks:
            _expand_entry(function.regions[0].blocks[0], parts, function.location)
    for op in list(program_order(function)):
        if op.name == "tt.call" and any(is_block(v.type) for v in op.operands):
            _expand_call(op)


def _argument_attributes(function: ir.Operation, inputs, parts: list[list[ir.Type]]) -> ir.Attribute:
    nothing = ir.DictAttr.get({})
    old = (
        list(function.attributes["arg_attrs"])
        if "arg_attrs" in function.attributes
        else [nothing] * len(inputs)
    )
    found = []
    for attributes, input_, part in zip(old, inputs, parts, strict=True):
        if is_block(input_):
            shape = ir.RankedTensorType(block_type(input_)).shape
            attributes = ir.DictAttr.get({BLOCK_SHAPE: build.indices(shape)})
        found += [attributes, *[nothing] * (len(part) - 1)]
    return ir.ArrayAttr.get(found)


def _expand_entry(entry: ir.Block, parts: list[list[ir.Type]], location: ir.Location) -> None:
    olds = list(entry.arguments)
    news = [[entry.add_argument(t, location) for t in part] for part in parts]
    with ir.InsertionPoint.at_block_begin(entry), location:
        for old, new in zip(olds, news, strict=True):
            joined = (
                build.value(CAST, _known_parts(new, old.type), old.type) if is_block(old.type) else new[0]
            )
            old.replace_all_uses_with(joined)
    for _ in olds:
        entry.erase_argument(0)


def _known_parts(parts: list[ir.Value], type_: ir.Type) -> list[ir.Value]:
    """``parts`` with what is known of them: the last stride of a descriptor is 1."""
    if not _is_descriptor(type_):
        return parts
    one = build.constant(ir.IntegerAttr.get(build.integer(64), 1))
    *others, _, pads_nan = parts
    return [*others, one, pads_nan]


def _is_descriptor(type_: ir.Type) -> bool:
    return str(type_).startswith("!tt.tensordesc<")


def _expand_call(op: ir.Operation) -> None:
    with build.at(op):
        parts = [
            list(build.create(CAST, [v], parts_of_type(v.type)).results) if is_block(v.type) else [v]
            for v in op.operands
        ]
        operands = [v for part in parts for v in part]
        new = ir.Operation.create(
            op.name,
            results=[r.type for r in op.results],
            operands=operands,
            attributes={
                **{a: op.attributes[a] for a in op.attributes},
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get(run_lengths([v.type for v in operands])),
            },
        )
    for before, after in zip(op.results, new.results, strict=True):
        before.replace_all_uses_with(after)
    op.erase()


class TakenApart:
    """The casts of one function that take a block apart, with what the analysis knows of it."""

    def __init__(self, program: list[ir.Operation], pointers: Pointers):
        casts = [op for op in program if op.name == CAST and is_block(op.operands[0].type)]
        self.blocks: list[tuple[ir.Operation, Block]] = [(op, pointers.state(op.operands[0])) for op in casts]

    def expressions(self) -> list[Expr]:
        """Every expression that `emit` materialises."""
        return [e for _, block in self.blocks for e in block.expressions()]

    def emit(self, carried) -> None:
        """Replace the casts by the values of the parts."""
        for op, block in self.blocks:
            with build.at(op):
                emit = Materializer(carried)
                numbers = [
                    _as_i64(emit(e))
                    for e in (block.base_offset, *block.shape, *block.strides, *block.offsets)
                ]
                base = build.value("tt.addptr", [block.base, numbers[0]], block.base.type)
                parts = [base, *numbers[1 : len(op.results) - 1], emit(block.pads_nan)]
            for before, after in zip(op.results, parts, strict=True):
                before.replace_all_uses_with(after)
            op.erase()


def _as_i64(number: ir.Value) -> ir.Value:
    return build.value("arith.index_cast", [number], build.integer(64))
