"""The ABI of kernels: what pointers are handed over as, and how a program learns its place in the grid.

::

    pointers    an argument that is a !tt.ptr<f32>
    unranked    memref<*xf32>
    ranked      memref<?xf32>
    strided     memref<?xf32, strided<[?], offset: ?>>: the pointer is its first element

    program     a kernel ends with          tt.get_program_id x
    arguments   the grid and its place      %pidX
    calls       nothing                     func.call @triton_shared_program_id(%0)
    gpu         nothing                     gpu.block_id x
    parallel    the grid                    a counter of the scf.parallel over the grid around the body (`walk_grid.py`)
    forall      the grid                    a counter of the scf.forall around the body

Functions that kernels call end with the grid and the program's place, too, unless calls or ops tell these.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.dialects.tt.types import byte_size
from triton_shared.ir.builder import DYNAMIC, Index, build, declare, indices, integer
from triton_shared.mlir import ir
from triton_shared.records import dataclass

GRID, PLACE = ("gridX", "gridY", "gridZ"), ("pidX", "pidY", "pidZ")

#: what ``pointers`` says -> the type of a kernel's pointer to an element type
POINTERS = {
    "unranked": "memref<*x{}>",
    "ranked": "memref<?x{}>",
    "strided": "memref<?x{}, strided<[?], offset: ?>>",
}

#: what the functions tell that ``program=calls`` declares; they take the axis
FUNCTIONS = {"pid": "triton_shared_program_id", "grid": "triton_shared_num_programs"}


@dataclass(frozen=True)
class Program:
    """How a program learns its place in the grid.

    Attributes:
        names: what functions end with, each an i32.
        is_loop: whether `walk_grid` puts a loop over the grid around the body of a kernel, which tells it its place.
        ask: an i32 for a name such as ``pidX``, which no function ends with, before the current insertion point.
    """

    names: tuple[str, ...] = ()
    is_loop: bool = False
    ask: Callable[[ir.Operation, str], ir.Value] | None = None

    @property
    def kernel(self) -> tuple[str, ...]:
        """What kernels end with."""
        return GRID if self.is_loop else self.names


def _call(function: ir.Operation, name: str) -> ir.Value:
    i32, callee = integer(32), FUNCTIONS[name[:-1]]
    declare(function, callee, ir.FunctionType.get([i32], [i32]))
    axis = build.constant(i32, "XYZ".index(name[-1]))
    return build.one("func.call", i32, axis, callee=ir.FlatSymbolRefAttr.get(callee))


def _gpu_op(function: ir.Operation, name: str) -> ir.Value:
    op = {"pid": "gpu.block_id", "grid": "gpu.grid_dim"}[name[:-1]]
    dimension = ir.Attribute.parse(f"#gpu<dim {name[-1].lower()}>")
    return build.one("arith.index_cast", integer(32), build.one(op, build.index, dimension=dimension))


#: what ``program`` says
PROGRAMS = {
    "arguments": Program(GRID + PLACE),
    "calls": Program(ask=_call),
    "gpu": Program(ask=_gpu_op),
    "parallel": Program(GRID + PLACE, is_loop=True),
    "forall": Program(GRID + PLACE, is_loop=True),
}


def address_of(pointer: ir.Value) -> ir.Value:
    """The address, an index, of the first element of a kernel's argument, whatever ``pointers`` says."""
    start = build.one("memref.extract_aligned_pointer_as_index", build.index, pointer)
    steps = build.mul(first_element(pointer), byte_size(pointer.type.element_type))
    return build.add(start, steps)


def first_element(pointer: ir.Value) -> Index:
    """How many elements after its memory's begin ``pointer``, a kernel's argument, begins."""
    if isinstance(pointer.type, ir.UnrankedMemRefType) or pointer.type.get_strides_and_offset()[1] == 0:
        return 0
    base = ir.MemRefType.get([], pointer.type.element_type)
    return build.op("memref.extract_strided_metadata", [base, *[build.index] * 3], [pointer]).results[1]


def count_from(pointer: ir.Value) -> None:
    """Let the views of ``pointer``, a strided memref, count from its first element.

    A ``memref.reinterpret_cast`` counts from where the memory begins, whatever it is given a view of.
    """
    views = [use.owner for use in pointer.uses if use.owner.name == "memref.reinterpret_cast"]
    if views:
        with ir.InsertionPoint.at_block_begin(pointer.owner), views[0].location:
            start = first_element(pointer)
        for view in views if isinstance(start, ir.Value) else ():
            _move(view, start)


def _move(view: ir.Operation, start: ir.Value) -> None:
    """Put ``view``, a ``memref.reinterpret_cast``, ``start`` elements further."""
    (offset,) = view.attributes["static_offsets"]
    with ir.InsertionPoint(view), view.location:
        if offset != DYNAMIC:
            begin = build.add(start, offset)
            lengths = list(view.attributes["operandSegmentSizes"])
            operands = [view.operands[0], begin, *list(view.operands)[1:]]
            attributes = {name: view.attributes[name] for name in view.attributes}
            attributes["static_offsets"] = indices([DYNAMIC])
            attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([lengths[0], 1, *lengths[2:]])
            moved = build.op(view.name, [view.results[0].type], operands, attributes)
            view.results[0].replace_all_uses_with(moved.results[0])
            view.erase()
            _forget_offset(moved.results[0])
        else:
            view.operands[1] = build.add(start, view.operands[1])


def _forget_offset(view: ir.Value) -> None:
    """Let the types of ``view`` and of its views say that they begin anywhere."""
    type_ = ir.MemRefType(view.type)
    strides, _ = type_.get_strides_and_offset()
    layout = ir.StridedLayoutAttr.get(DYNAMIC, strides)
    view.set_type(ir.MemRefType.get(type_.shape, type_.element_type, layout, type_.memory_space))
    for use in view.uses:
        if use.owner.name in ("memref.subview", "memref.cast"):
            _forget_offset(use.owner.results[0])
