"""Hand block pointers and tensor descriptors over as what they consist of.

::

    tt.func @k(%d: !tt.tensordesc<8x16xf32>)

    tt.func @k(%x: !tt.ptr<f32>, %m: i64, %n: i64, %sm: i64, %sn: i64, %nan: i1)
      %d = builtin.unrealized_conversion_cast %x, %m, %n, %sm, %one, %nan

An argument or a result of a function becomes a pointer, the i64 shape and strides of the whole, for a block pointer
also the i64 offsets, and an i1 that tells whether what lies outside reads NaN. The last stride of a descriptor is 1,
as Triton demands. Calls and returns take their operands apart by a cast of the other direction, which
`DescriptorDecomposition` resolves when the analysis knows the values. A kernel's pointer keeps the block's shape as
``tt.block_shape``.

Where loops, branches and selects choose among blocks of several bases, all that they hand on is taken apart as well::

    %d = arith.select %c, %d0, %d1                  %x = arith.select %c, %x0, %x1
                                          ->        …
                                                    %d = builtin.unrealized_conversion_cast %x, %m, …
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from triton_shared.abi import BLOCK_SHAPE
from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Carried, Expr
from triton_shared.analyses.pointer import Block, Pointers
from triton_shared.conversions.iter_args import REGION_OPS
from triton_shared.conversions.materialize import Materializer
from triton_shared.dialects.mixed import run_lengths
from triton_shared.dialects.tt.types import block_type, is_block, is_descriptor, parts_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, build, indices, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

CAST = "builtin.unrealized_conversion_cast"
MERGES = (*REGION_OPS, "scf.yield", "scf.condition", "arith.select")


def expand_blocks(module: ir.Operation) -> None:
    """Expand what the functions of ``module`` take and return, and what the analysis cannot follow within them."""
    for function in list(module.regions[0].blocks[0].operations):
        if function.operation.name == "tt.func":
            _expand_function(function.operation)
            if not _all_known(function.operation):
                _expand(function.operation, MERGES)


def _expand_function(function: ir.Operation) -> None:
    type_ = ir.FunctionType(function.attributes["function_type"].value)
    if any(map(is_block, (*type_.inputs, *type_.results))):
        parts = [parts_of(t) for t in type_.inputs]
        results = [t for result in type_.results for t in parts_of(result)]
        expanded = ir.FunctionType.get([t for part in parts for t in part], results)
        function.attributes["function_type"] = ir.TypeAttr.get(expanded)
        function.attributes["arg_attrs"] = _argument_attributes(function, type_.inputs, parts)
        if function.regions[0].blocks:
            _expand_entry(function.regions[0].blocks[0], parts, function.location)
    _expand(function, ("tt.call", "tt.return"))


def _all_known(function: ir.Operation) -> bool:
    """Whether the analysis knows where all blocks of ``function`` lie."""
    pointers = Pointers()
    try:
        for op in all_ops(function):
            for block in filter(lambda v: is_block(v.type), op.operands):
                pointers.state(block)
    except ex.NotAnalysed:
        return False
    return True


def _argument_attributes(
    function: ir.Operation, inputs: Sequence[ir.Type], parts: list[list[ir.Type]]
) -> ir.Attribute:
    nothing = ir.DictAttr.get({})
    old = (
        list(function.attributes["arg_attrs"])
        if "arg_attrs" in function.attributes
        else [nothing] * len(inputs)
    )
    found = []
    for attributes, input_, part in zip(old, inputs, parts, strict=True):
        if is_block(input_):
            shape = block_type(input_).shape
            attributes = ir.DictAttr.get({BLOCK_SHAPE: indices(shape)})
        found += [attributes, *[nothing] * (len(part) - 1)]
    return ir.ArrayAttr.get(found)


def _expand(function: ir.Operation, names: Container[str]) -> None:
    """Expand the ops ``names`` that deal with blocks."""
    for op in all_ops(function):
        arguments = [a for region in op.regions for block in region.blocks for a in block.arguments]
        if op.name in names and any(is_block(v.type) for v in (*op.operands, *op.results, *arguments)):
            (_expand_select if op.name == "arith.select" else _expand_op)(op)


def _expand_op(op: ir.Operation) -> None:
    """Put parts in the place of every block among the operands, the results and the regions' arguments of ``op``."""
    with at(op):
        operands = [part for v in op.operands for part in _parts(v)]
        types = [parts_of(r.type) for r in op.results]
        flat = [t for part in types for t in part]
        attributes = {a: op.attributes[a] for a in op.attributes}
        lists = {"operandSegmentSizes": [v.type for v in operands], "resultSegmentSizes": flat}
        for name in lists.keys() & attributes.keys():
            attributes[name] = ir.DenseI32ArrayAttr.get(run_lengths(lists[name]))
        new = build.op(op.name, flat, operands, attributes, regions=len(op.regions))
        for before, after in zip(op.regions, new.regions, strict=True):
            for block in list(before.blocks):
                block.append_to(after)
                _expand_entry(block, [parts_of(a.type) for a in block.arguments], op.location)
        _replace(op.results, types, new.results)
    op.erase()


def _expand_select(op: ir.Operation) -> None:
    with at(op):
        condition, *sides = op.operands
        yes, no = map(_parts, sides)
        chosen = [build.one("arith.select", a.type, condition, a, b) for a, b in zip(yes, no, strict=True)]
        _replace(op.results, [[v.type for v in chosen]], chosen)
    op.erase()


def _parts(value: ir.Value) -> list[ir.Value]:
    """``value``, taken apart if it is a block."""
    if not is_block(value.type):
        return [value]
    return list(build.op(CAST, parts_of(value.type), [value]).results)


def _expand_entry(entry: ir.Block, parts: list[list[ir.Type]], location: ir.Location) -> None:
    """Put arguments of the types ``parts`` in the place of those of ``entry``."""
    olds = list(entry.arguments)
    news = [entry.add_argument(t, location) for part in parts for t in part]
    with ir.InsertionPoint.at_block_begin(entry), location:
        _replace(olds, parts, news)
    for _ in olds:
        entry.erase_argument(0)


def _replace(olds: Iterable[ir.Value], parts: list[list[ir.Type]], news: Iterable[ir.Value]) -> None:
    """Let ``news``, as many a value as ``parts`` tells, stand for ``olds``."""
    remaining = iter(news)
    for old, part in zip(list(olds), parts, strict=True):
        values = [next(remaining) for _ in part]
        joined = (
            build.one(CAST, old.type, *_known_parts(values, old.type)) if is_block(old.type) else values[0]
        )
        old.replace_all_uses_with(joined)


def _known_parts(parts: list[ir.Value], type_: ir.Type) -> list[ir.Value]:
    """``parts`` with what is known of them: the last stride of a descriptor is 1."""
    if not is_descriptor(type_):
        return parts
    one = build.constant(integer(64), 1)
    *others, _, pads_nan = parts
    return [*others, one, pads_nan]


class DescriptorDecomposition:
    """The casts of one function that take a block apart, with what the analysis knows of it."""

    def __init__(self, program: list[ir.Operation], pointers: Pointers):
        casts = [op for op in program if op.name == CAST and any(is_block(v.type) for v in op.operands)]
        self.blocks: list[tuple[ir.Operation, Block]] = [(op, _block_of(op, pointers)) for op in casts]

    def expressions(self) -> list[Expr]:
        """Every expression that `emit` materialises."""
        return [e for _, block in self.blocks for e in block.expressions()]

    def emit(self, carried: Mapping[Carried, ir.Value]) -> None:
        """Replace the casts by the values of the parts."""
        for op, block in self.blocks:
            with at(op):
                emit = Materializer(carried)
                numbers = [
                    _as_i64(emit(e))
                    for e in (block.base_offset, *block.shape, *block.strides, *block.offsets)
                ]
                base = build.one("tt.addptr", block.base.type, block.base, numbers[0])
                parts = [base, *numbers[1 : len(op.results) - 1], emit(block.pads_nan)]
            for before, after in zip(op.results, parts, strict=True):
                before.replace_all_uses_with(after)


def _as_i64(number: ir.Value) -> ir.Value:
    return build.one("arith.index_cast", integer(64), number)


def _block_of(cast: ir.Operation, pointers: Pointers) -> Block:
    block, maker = cast.operands[0], cast.operands[0].owner
    try:
        return pointers.state(block)
    except ex.NotAnalysed as error:
        raise LoweringError(cast if isinstance(maker, ir.Block) else maker, str(error)) from error
