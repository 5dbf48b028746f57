"""What makes an op of the tt dialect valid: one function an op, which returns what is wrong with it, or None."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from triton_shared.dialects.tt.checks import (
    accessed,
    bits,
    differ,
    listed,
    not_pointers,
    pointee,
    reshaped,
    same_shapes,
    shape,
    shapes_differ,
    types_of,
    wrong_mask,
)
from triton_shared.dialects.tt.types import element_type, is_descriptor
from triton_shared.mlir import ir

# ----------------------------------------------------------------------------------------------------
# Conversions


def bitcast(op: ir.OpView) -> str | None:
    """Same shape, same width of elements."""
    src, result = op.src.type, op.result.type
    if wrong := same_shapes(op):
        return wrong
    blocks = [t for t in (src, result) if pointee(element_type(t)) is not None and not_pointers(t)]
    if blocks and src != result:
        return f"cannot cast '{src}' to '{result}': a block pointer is no number"
    if bits(element_type(src)) != bits(element_type(result)):
        return f"cannot cast '{src}' to '{result}': their elements differ in width"
    return None


def fp_to_fp(op: ir.OpView) -> str | None:
    """Floats of the same shape."""
    for type_ in (op.src.type, op.result.type):
        if not isinstance(element_type(type_), ir.FloatType):
            return f"expected floats, not '{type_}'"
    return same_shapes(op)


def int_to_ptr(op: ir.OpView) -> str | None:
    """i64 to pointers of the same shape."""
    if not_pointers(op.result.type):
        return f"the result must be pointers, not '{op.result.type}'"
    return same_shapes(op)


def ptr_to_int(op: ir.OpView) -> str | None:
    """Pointers to i64 of the same shape."""
    if not_pointers(op.src.type):
        return f"the operand must be pointers, not '{op.src.type}'"
    return same_shapes(op)


# ----------------------------------------------------------------------------------------------------
# Memory


def addptr(op: ir.OpView) -> str | None:
    """Pointers, integers of the same shape."""
    ptr, offset = op.ptr.type, op.offset.type
    if not_pointers(ptr):
        return f"the first operand must be pointers, not '{ptr}'"
    if not isinstance(element_type(offset), ir.IntegerType):
        return f"the offset must be integers, not '{offset}'"
    return shapes_differ("the pointer and the offset", ptr, offset) or differ(
        "the pointer and the result", ptr, op.result.type
    )


def _access(op: ir.OpView, value: ir.Type, *others: ir.Value | None) -> str | None:
    target = accessed(op.ptr.type)
    if target is None:
        return f"the first operand must be pointers, not '{op.ptr.type}'"
    for type_ in (value, *(v.type for v in others if v is not None)):
        if type_ != target:
            return f"'{op.ptr.type}' points to '{target}', not '{type_}'"
    return wrong_mask(getattr(op, "mask", None), target)


def load(op: ir.OpView) -> str | None:
    """Result and ``other`` are what the pointers point to, the mask is i1."""
    return _access(op, op.result.type, op.other) or _boundary_check(op)


def store(op: ir.OpView) -> str | None:
    """The value is what the pointers point to, the mask is i1."""
    return _access(op, op.value.type) or _boundary_check(op)


def _boundary_check(op: ir.OpView) -> str | None:
    attrs = op.attributes
    if "boundaryCheck" not in attrs:
        return None
    block = pointee(op.ptr.type)
    rank = len(shape(block) or ()) if block is not None else 0
    for dimension in ir.DenseI32ArrayAttr(attrs["boundaryCheck"]):
        if not 0 <= dimension < rank:
            return f"boundaryCheck names dimension {dimension} of a block of rank {rank}"
    return None


def atomic_rmw(op: ir.OpView) -> str | None:
    """Value and result are what the pointers point to."""
    return _access(op, op.val.type) or _access(op, op.result.type)


def atomic_cas(op: ir.OpView) -> str | None:
    """Both values and the result are what the pointers point to."""
    return _access(op, op.val.type, op.cmp) or _access(op, op.result.type)


def atomic_poll(op: ir.OpView) -> str | None:
    """What is expected is what the pointer points to."""
    return _access(op, op.expected.type)


def atomic_load(op: ir.OpView) -> str | None:
    """The result is what the pointers point to."""
    return _access(op, op.result.type)


def atomic_store(op: ir.OpView) -> str | None:
    """The value is what the pointers point to."""
    return _access(op, op.val.type)


def make_tensor_ptr(op: ir.OpView) -> str | None:
    """Shape, strides, offsets and order have the rank of the block."""
    block = pointee(op.result.type)
    dims = shape(block) if block is not None else None
    if dims is None:
        return f"the result must point to a tensor, not be '{op.result.type}'"
    for name in ("shape", "strides", "offsets"):
        if len(getattr(op, name)) != len(dims):
            return f"expected {len(dims)} {name}, one a dimension of '{block}', and found {len(getattr(op, name))}"
    order = list(ir.DenseI32ArrayAttr(op.order))
    if order and sorted(order) != list(range(len(dims))):
        return f"order must be a permutation of {len(dims)} dimensions, not {order}"
    return None


def advance(op: ir.OpView) -> str | None:
    """One offset a dimension."""
    block = pointee(op.ptr.type)
    dims = shape(block) if block is not None else None
    if dims is None:
        return f"the operand must be a block pointer, not '{op.ptr.type}'"
    if len(op.offsets) != len(dims):
        return f"expected {len(dims)} offsets, one a dimension of '{block}', and found {len(op.offsets)}"
    return differ("the operand and the result", op.ptr.type, op.result.type)


def _block(type_: ir.Type) -> ir.RankedTensorType | None:
    return type_.target if is_descriptor(type_) else None


def make_tensor_descriptor(op: ir.OpView) -> str | None:
    """Shape and strides have the rank of the block."""
    block = _block(op.result.type)
    if block is None:
        return f"the result must be a tensor descriptor, not '{op.result.type}'"
    for name in ("shape", "strides"):
        if len(getattr(op, name)) != block.rank:
            return f"expected {block.rank} {name}, one a dimension of '{block}', and found {len(getattr(op, name))}"
    return None


def _descriptor_access(op: ir.OpView, value: ir.Type) -> str | None:
    block = _block(op.desc.type)
    if block is None:  # an untyped descriptor of 3.1
        return None
    if len(op.indices) != block.rank:
        return f"expected {block.rank} indices, one a dimension of '{block}', and found {len(op.indices)}"
    if prod(shape(value) or ()) != prod(block.shape):
        return f"'{value}' has not as many elements as the block '{block}'"
    return None


def descriptor_load(op: ir.OpView) -> str | None:
    """The result has the elements of the block."""
    return _descriptor_access(op, op.result.type)


def descriptor_store(op: ir.OpView) -> str | None:
    """The source has the elements of the block."""
    return _descriptor_access(op, op.src.type)


def descriptor_gather(op: ir.OpView) -> str | None:
    """One row of the result for each of a vector of integers."""
    return _descriptor_rows(op, op.result.type)


def descriptor_scatter(op: ir.OpView) -> str | None:
    """One row of the source for each of a vector of integers."""
    return _descriptor_rows(op, op.src.type)


def _descriptor_rows(op: ir.OpView, value: ir.Type) -> str | None:
    block, rows, column = _block(op.desc.type), op.x_offsets.type, op.y_offset.type
    if block is None:  # an untyped descriptor of 3.1
        return None
    count, *others = shape(rows) or (0, 0)
    if others or not isinstance(element_type(rows), ir.IntegerType):
        return f"the rows must be a vector of integers, not '{rows}'"
    if not isinstance(column, ir.IntegerType):
        return f"the column must be an integer, not '{column}'"
    if block.rank != 2 or shape(value) != (count, block.shape[1]):
        return f"'{value}' does not hold the rows of '{block}' that '{rows}' names"
    if bits(element_type(value)) != bits(element_type(block)):
        return f"elements of '{value}' and of the block '{block}' differ in width"
    return None


# ----------------------------------------------------------------------------------------------------
# Shapes


def _result_shape(
    op: ir.OpView, expected: Sequence[int], source: ir.Type, result: ir.Type | None = None
) -> str | None:
    result = op.result.type if result is None else result
    wanted = reshaped(source, expected, element_type(source))
    if shape(result) == tuple(expected) and element_type(result) == element_type(source):
        return None
    return f"expected a result of type '{wanted}', not '{result}'"


def splat(op: ir.OpView) -> str | None:
    """The element type is that of the operand."""
    if shape(op.result.type) is None or element_type(op.result.type) != op.src.type:
        return f"the result must be a tensor of '{op.src.type}', not '{op.result.type}'"
    return None


def unsplat(op: ir.OpView) -> str | None:
    """A tensor of one element."""
    src = op.src.type
    sizes = shape(src)
    if sizes is None or prod(sizes) != 1:
        return f"the operand must be a tensor of one element, not '{src}'"
    return differ("the element and the result", element_type(src), op.result.type)


def expand_dims(op: ir.OpView) -> str | None:
    """One more dimension, of size 1, at the axis."""
    src, axis = op.src.type, op.axis.value
    dims = shape(src)
    if dims is None or not 0 <= axis <= len(dims):
        return f"axis {axis} is out of range for '{src}'"
    return _result_shape(op, (*dims[:axis], 1, *dims[axis:]), src)


def reshape(op: ir.OpView) -> str | None:
    """As many elements, of the same type."""
    src, result = op.src.type, op.result.type
    if prod(shape(src) or ()) != prod(shape(result) or ()):
        return f"cannot reshape '{src}' to '{result}': the number of elements differs"
    return differ("elements of operand and result", element_type(src), element_type(result))


def broadcast(op: ir.OpView) -> str | None:
    """Dimensions stay, or grow from 1."""
    src, result = op.src.type, op.result.type
    dims, wanted = shape(src), shape(result)
    if dims is None or wanted is None or len(dims) != len(wanted):
        return f"operand and result differ in rank: '{src}' and '{result}'"
    if wrong := [d for d, (n, m) in enumerate(zip(dims, wanted, strict=True)) if n not in (1, m)]:
        return f"cannot broadcast dimension {wrong[0]} of '{src}' from {dims[wrong[0]]} to {wanted[wrong[0]]}"
    return differ("elements of operand and result", element_type(src), element_type(result))


def cat(op: ir.OpView) -> str | None:
    """The result has the elements of both operands."""
    lhs, rhs, result = op.lhs.type, op.rhs.type, op.result.type
    if prod(shape(lhs) or ()) + prod(shape(rhs) or ()) != prod(shape(result) or ()):
        return f"'{result}' has not as many elements as '{lhs}' and '{rhs}' together"
    return differ("elements of operand and result", element_type(lhs), element_type(result))


def join(op: ir.OpView) -> str | None:
    """A new last dimension of size 2."""
    lhs = op.lhs.type
    return differ("the operands", lhs, op.rhs.type) or _result_shape(op, (*(shape(lhs) or ()), 2), lhs)


def split(op: ir.OpView) -> str | None:
    """A last dimension of size 2 goes."""
    dims = shape(op.src.type)
    if not dims or dims[-1] != 2:
        return f"the last dimension of '{op.src.type}' must be 2"
    wanted = dims[:-1] or None
    for result in (op.out_lhs.type, op.out_rhs.type):
        if shape(result) != wanted or element_type(result) != element_type(op.src.type):
            return f"cannot split '{op.src.type}' into '{result}'"
    return None


def trans(op: ir.OpView) -> str | None:
    """The order is a permutation, and the result follows it."""
    src, order = op.src.type, list(ir.DenseI32ArrayAttr(op.attributes["order"]))
    dims = shape(src)
    if dims is None or sorted(order) != list(range(len(dims))):
        return f"order must be a permutation of the dimensions of '{src}', not {order}"
    return _result_shape(op, [dims[d] for d in order], src)


def make_range(op: ir.OpView) -> str | None:
    """As many i32 as between start and end."""
    start, end, result = op.start.value, op.end.value, op.result.type
    if shape(result) is None or len(result.shape) != 1 or str(element_type(result)) != "i32":
        return f"the result must be a tensor<{end - start}xi32>, not '{result}'"
    if end - start != result.shape[0] or end <= start:
        return f"[{start}, {end}) holds {end - start} numbers, not the {result.shape[0]} of '{result}'"
    return None


def gather(op: ir.OpView) -> str | None:
    """Source and indices agree but for the axis; the result has the shape of the indices."""
    src, indices, axis = op.src.type, op.indices.type, op.axis.value
    dims, picked = shape(src), shape(indices)
    if dims is None or picked is None or len(dims) != len(picked):
        return f"source and indices differ in rank: '{src}' and '{indices}'"
    if not 0 <= axis < len(dims):
        return f"axis {axis} is out of range for '{src}'"
    if any(n != m for d, (n, m) in enumerate(zip(dims, picked, strict=True)) if d != axis):
        return f"source and indices differ in another dimension than {axis}: '{src}' and '{indices}'"
    return _result_shape(op, picked, src)


def histogram(op: ir.OpView) -> str | None:
    """Integers into a vector of integers."""
    for type_ in (op.src.type, op.result.type):
        if (
            shape(type_) is None
            or len(type_.shape) != 1
            or not isinstance(element_type(type_), ir.IntegerType)
        ):
            return f"expected a vector of integers, not '{type_}'"
    return wrong_mask(op.mask, op.src.type)


# ----------------------------------------------------------------------------------------------------
# Dot products and regions


def dot(op: ir.OpView) -> str | None:
    """``[B,] M, K`` times ``[B,] K, N``."""
    return _no_numbers(op) or _dot_shapes(op, 1, 1) or differ("accumulator and result", op.c.type, op.d.type)


_PACKED = 4  # e2m1: two numbers a byte


def dot_scaled(op: ir.OpView) -> str | None:
    """Like `dot`; where two e2m1 share a byte along K, that counts twice."""
    if wrong := _no_numbers(op):
        return wrong
    packs = [2 if op.attributes[name].value == _PACKED else 1 for name in ("a_elem_type", "b_elem_type")]
    along_k = [op.attributes[name].value for name in ("lhs_k_pack", "rhs_k_pack")]
    if not all(along_k):
        return None
    return _dot_shapes(op, *packs) or differ("accumulator and result", op.c.type, op.d.type)


def _no_numbers(op: ir.OpView) -> str | None:
    types = types_of(op.operands)
    wrong = [t for t in types if not isinstance(element_type(t), ir.IntegerType | ir.FloatType)]
    return f"expected integers or floats, not {listed(wrong)}" if wrong else None


def _dot_shapes(op: ir.OpView, a_pack: int, b_pack: int) -> str | None:
    a, b, d = (shape(v.type) for v in (op.a, op.b, op.d))
    if a is None or b is None or d is None or not len(a) == len(b) == len(d) or len(a) not in (2, 3):
        return f"expected matrices or batches of them, not {listed([op.a.type, op.b.type, op.d.type])}"
    (*a_batch, m, a_k), (*b_batch, b_k, n) = a, b
    if a_k * a_pack != b_k * b_pack or a_batch != b_batch or d != (*a_batch, m, n):
        return f"cannot multiply '{op.a.type}' and '{op.b.type}' to '{op.d.type}'"
    return None


def _no_block(op: ir.OpView) -> str | None:
    return None if len(op.regions[0].blocks) else "the region must have a block"


def _body(op: ir.OpView, args: Sequence[ir.Type], returned: Sequence[ir.Type], terminator: str) -> str | None:
    if wrong := _no_block(op):
        return wrong
    block = op.regions[0].blocks[0]
    if types_of(block.arguments) != list(args):
        return f"the region must have arguments {listed(args)}, not {listed(types_of(block.arguments))}"
    for block in op.regions[0].blocks:
        last = block.operations[len(block.operations) - 1].operation if len(block.operations) else None
        if last is not None and last.name == terminator and types_of(last.operands) != list(returned):
            return f"the region must return {listed(returned)}, not {listed(types_of(last.operands))}"
    return None


def _axis(op: ir.OpView, count: int) -> str | None:
    types, axis = types_of(op.operands), op.axis.value
    if not types or shape(types[0]) is None:
        return f"expected tensors, not {listed(types)}"
    if not 0 <= axis < len(types[0].shape):
        return f"axis {axis} is out of range for '{types[0]}'"
    if count != len(types):
        return f"expected as many results as operands, {len(types)}, and found {count}"
    return next(filter(None, (shapes_differ("the operands", types[0], t) for t in types[1:])), None)


def reduce(op: ir.OpView) -> str | None:
    """Tensors of one shape; results without the axis; a region that maps two tuples of elements to one."""
    types, axis = types_of(op.operands), op.axis.value
    if wrong := _axis(op, len(op.results)):
        return wrong
    dims = shape(types[0]) or ()
    left = (*dims[:axis], *dims[axis + 1 :]) or None
    for type_, result in zip(types, op.results, strict=True):
        if shape(result.type) != left or element_type(result.type) != element_type(type_):
            return f"expected a result of type '{reshaped(type_, left, element_type(type_))}', not '{result.type}'"
    elements = [element_type(t) for t in types]
    return _body(op, elements * 2, elements, "tt.reduce_return")


def scan(op: ir.OpView) -> str | None:
    """Tensors of one shape, also the results; a region that maps two tuples of elements to one."""
    types = types_of(op.operands)
    if wrong := _axis(op, len(op.results)):
        return wrong
    if types != types_of(op.results):
        return f"expected results of types {listed(types)}, not {listed(types_of(op.results))}"
    elements = [element_type(t) for t in types]
    return _body(op, elements * 2, elements, "tt.scan_return")


def _no_pack(count: int) -> str | None:
    return None if count > 0 else f"takes {count} elements at once, which must be positive"


def inline_assembly(op: ir.OpView) -> str | None:
    """Assembly that takes elements, one or several at once."""
    return _no_pack(op.packed_element.value)


def map_elementwise(op: ir.OpView) -> str | None:
    """Tensors of one shape, and a region of ``pack`` elements of each."""
    if wrong := _no_block(op):
        return wrong
    pack, arguments = op.pack.value, len(op.regions[0].blocks[0].arguments)
    if wrong := _no_pack(pack):
        return wrong
    if not op.operands or pack * len(op.operands) != arguments:
        return (
            f"the region must have {pack} arguments for each of {len(op.operands)} operands, not {arguments}"
        )
    elements, returned = (
        [element_type(t) for t in types_of(v) for _ in range(pack)] for v in (op.operands, op.results)
    )
    return same_shapes(op) or _body(op, elements, returned, "tt.map_elementwise_return")


# ----------------------------------------------------------------------------------------------------
# Functions


def program_id(op: ir.OpView) -> str | None:
    """An i32."""
    return None if str(op.result.type) == "i32" else f"the result must be i32, not '{op.result.type}'"


def assert_(op: ir.OpView) -> str | None:
    """i1."""
    type_ = op.condition.type
    return (
        None
        if isinstance(element_type(type_), ir.IntegerType)
        else f"the condition must be i1, not '{type_}'"
    )


def function(op: ir.OpView) -> str | None:
    """The entry block has the arguments of the function's type, which have a dictionary of attributes each."""
    type_ = op.function_type.value
    if not op.attributes["sym_name"].value:
        return "has no name"
    if not isinstance(type_, ir.FunctionType):
        return f"function_type must be a function type, not '{type_}'"
    if "noinline" in op.attributes and not isinstance(op.attributes["noinline"], ir.BoolAttr):
        return f"attribute 'noinline' must be a boolean, not {op.attributes['noinline']}"
    for name, types in (("arg_attrs", type_.inputs), ("res_attrs", type_.results)):
        if name not in op.attributes:
            continue
        entries = list(op.attributes[name])
        if len(entries) != len(types) or not all(isinstance(e, ir.DictAttr) for e in entries):
            return f"{name} must be {len(types)} attribute dictionaries"
        if any("tt.divisibility" in e and not _is_positive(e["tt.divisibility"]) for e in entries):
            return "tt.divisibility must be a positive integer"
    blocks = op.regions[0].blocks
    if len(blocks) and types_of(blocks[0].arguments) != list(type_.inputs):
        return f"the entry block must have arguments {listed(type_.inputs)}"
    return None


def _is_positive(attribute: ir.Attribute) -> bool:
    return isinstance(attribute, ir.IntegerAttr) and attribute.value > 0


def return_(op: ir.OpView) -> str | None:
    """The results of the function."""
    parent = op.operation.parent
    if parent is None or parent.name != "tt.func":
        return None
    expected = list(parent.attributes["function_type"].value.results)
    if types_of(op.operands) == expected:
        return None
    name = parent.attributes["sym_name"].value
    return f"returns {listed(types_of(op.operands))} from function '{name}', whose results are {listed(expected)}"


def call(op: ir.OpView) -> str | None:
    """The callee is there, and has these operands and results."""
    name = op.callee.value
    callee = _symbol(op, name)
    if callee is None or callee.name != "tt.func":
        return f"calls '@{name}', which is not a function of this module"
    type_ = callee.attributes["function_type"].value
    for what, given, expected in (
        ("operands", op.operands, type_.inputs),
        ("results", op.results, type_.results),
    ):
        if types_of(given) != list(expected):
            return f"{what} are {listed(types_of(given))}, but '@{name}' has {listed(list(expected))}"
    return None


def _symbol(op: ir.OpView, name: str) -> ir.Operation | None:
    """What is called ``name`` in the module around ``op``."""
    parent = op.operation.parent
    while parent is not None and parent.name != "builtin.module":
        parent = parent.parent
    table = ir.SymbolTable(parent) if parent is not None else {}
    return table[name].operation if name in table else None
