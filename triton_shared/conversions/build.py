"""Short builders for the ops that conversions emit, at the current insertion point and location."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager

from triton_shared.ir.walk import declare_once
from triton_shared.mlir import ir

DYNAMIC = ir.ShapedType.get_dynamic_size()


def create(
    name: str,
    /,
    operands: Sequence[ir.Value] = (),
    results: Sequence[ir.Type] = (),
    regions: int = 0,
    **attributes: ir.Attribute,
) -> ir.Operation:
    """Create op ``name``."""
    return ir.Operation.create(
        name, results=list(results), operands=list(operands), attributes=attributes, regions=regions
    )


def value(
    name: str, /, operands: Sequence[ir.Value], result: ir.Type, **attributes: ir.Attribute
) -> ir.Value:
    """Create op ``name`` with one result, which is returned."""
    return create(name, operands, [result], **attributes).results[0]


def declare(op: ir.Operation, name: str, type_: ir.FunctionType, **attributes: ir.Attribute) -> None:
    """A private ``func.func`` without a body in the module around ``op``, unless that has a symbol ``name``."""
    make = lambda: create(  # noqa: E731
        "func.func",
        regions=1,
        sym_name=ir.StringAttr.get(name),
        sym_visibility=ir.StringAttr.get("private"),
        function_type=ir.TypeAttr.get(type_),
        **attributes,
    )
    declare_once(op, name, make)


@contextmanager
def at(op: ir.Operation):
    """Insert before ``op`` with its location."""
    with ir.InsertionPoint(op), op.location:
        yield


def index_type() -> ir.Type:
    """The index type."""
    return ir.IndexType.get()


def integer(width: int) -> ir.Type:
    """The signless integer type of ``width`` bits."""
    return ir.IntegerType.get_signless(width)


def constant(attribute: ir.Attribute) -> ir.Value:
    """An ``arith.constant``."""
    return value("arith.constant", [], attribute.type, value=attribute)


def index(number: int) -> ir.Value:
    """The index constant ``number``."""
    return constant(ir.IntegerAttr.get(index_type(), number))


def static_index(operand: ir.Value) -> int | None:
    """The number that an index constant holds, else None."""
    owner = operand.owner
    if isinstance(owner, ir.Block) or owner.name != "arith.constant":
        return None
    return owner.attributes["value"].value


def static_or_dynamic(
    operands: Sequence[ir.Value], is_legal: Callable[[int], bool] = lambda number: True
) -> tuple[list[int], list[ir.Value]]:
    """Split a mixed list into static numbers (``DYNAMIC`` where unknown or not legal) and the dynamic operands."""
    known = [static_index(v) for v in operands]
    numbers = [DYNAMIC if n is None or not is_legal(n) else n for n in known]
    return numbers, [v for v, n in zip(operands, numbers, strict=True) if n == DYNAMIC]


def zero(type_: ir.Type) -> ir.Value:
    """Zero of a scalar type, or a tensor of zeros."""
    element = type_.element_type if isinstance(type_, ir.RankedTensorType) else type_
    number = (
        ir.IntegerAttr.get(element, 0)
        if isinstance(element, ir.IntegerType | ir.IndexType)
        else (ir.FloatAttr.get(element, 0.0))
    )
    return constant(ir.DenseElementsAttr.get_splat(type_, number) if element != type_ else number)


def indices(numbers: Sequence[int]) -> ir.Attribute:
    """``array<i64: …>``."""
    return ir.DenseI64ArrayAttr.get(list(numbers))


def segments(*parts: Sequence) -> ir.Attribute:
    """The ``operandSegmentSizes`` of operands given in parts."""
    return ir.DenseI32ArrayAttr.get([len(p) for p in parts])


def clamp(number: ir.Value, low: ir.Value, high: ir.Value) -> ir.Value:
    """``max(low, min(number, high))`` as signed index arithmetic."""
    return value("arith.maxsi", [value("arith.minsi", [number, high], number.type), low], number.type)


def for_loop(
    low: ir.Value,
    high: ir.Value,
    step: ir.Value,
    inits: Sequence[ir.Value],
    body: Callable[..., Sequence[ir.Value]],
    **attributes: ir.Attribute,
) -> list[ir.Value]:
    """``scf.for``; ``body(induction variable, *carried)`` returns what is yielded."""
    loop = create("scf.for", [low, high, step, *inits], [v.type for v in inits], regions=1, **attributes)
    location = loop.location
    block = loop.regions[0].blocks.append(
        low.type, *(v.type for v in inits), arg_locs=[location] * (1 + len(inits))
    )
    with ir.InsertionPoint(block):
        create("scf.yield", body(*block.arguments))
    return list(loop.results)


def parallel_loop(low: ir.Value, high: ir.Value, body: Callable[[ir.Value], None]) -> None:
    """``scf.parallel`` over the indices ``[low, high)``."""
    sizes = segments([low], [high], [1], [])
    loop = create("scf.parallel", [low, high, index(1)], regions=1, operandSegmentSizes=sizes)
    block = loop.regions[0].blocks.append(index_type(), arg_locs=[loop.location])
    with ir.InsertionPoint(block):
        body(*block.arguments)
        create("scf.reduce")


def if_then(condition: ir.Value, then: Callable[[], None]) -> None:
    """``scf.if`` without results; nothing at all around ``then`` when the condition is constantly true."""
    owner = condition.owner
    if not isinstance(owner, ir.Block) and owner.name == "arith.constant" and owner.attributes["value"].value:
        then()
        return
    op = create("scf.if", [condition], regions=2)
    block = op.regions[0].blocks.append()
    with ir.InsertionPoint(block):
        then()
        create("scf.yield")


def broadcast(
    source: ir.Value, destination: ir.Value, dims: Sequence[int], **attributes: ir.Attribute
) -> None:
    """``linalg.broadcast`` of a memref along ``dims`` of another."""
    op = create("linalg.broadcast", [source, destination], regions=1, dimensions=indices(dims), **attributes)
    element = destination.type.element_type
    block = op.regions[0].blocks.append(element, element, arg_locs=[op.location] * 2)
    with ir.InsertionPoint(block):
        create("linalg.yield", [block.arguments[0]])


def identity_map(rank: int) -> ir.AffineMap:
    """The identity affine map."""
    return ir.AffineMap.get_identity(rank)


def generic(
    inputs: Sequence[ir.Value],
    outputs: Sequence[ir.Value],
    maps: Sequence[ir.AffineMap],
    iterators: Sequence[str],
    body: Callable[..., Sequence[ir.Value]],
) -> list[ir.Value]:
    """``linalg.generic`` on tensors; ``body(*scalars)`` returns what is yielded."""
    op = create(
        "linalg.generic",
        [*inputs, *outputs],
        [v.type for v in outputs],
        regions=1,
        indexing_maps=ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
        iterator_types=ir.ArrayAttr.get(
            [ir.Attribute.parse(f"#linalg.iterator_type<{i}>") for i in iterators]
        ),
        operandSegmentSizes=segments(inputs, outputs),
    )
    types = [v.type.element_type for v in (*inputs, *outputs)]
    block = op.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
    with ir.InsertionPoint(block):
        create("linalg.yield", body(*block.arguments))
    return list(op.results)


def elementwise(
    inputs: Sequence[ir.Value], types: Sequence[ir.RankedTensorType], body: Callable[..., Sequence[ir.Value]]
) -> list[ir.Value]:
    """An all-parallel ``linalg.generic`` with identity maps into fresh tensors of ``types``."""
    outputs = [empty(t) for t in types]
    rank = types[0].rank
    maps = [identity_map(rank)] * (len(inputs) + len(outputs))
    return generic(inputs, outputs, maps, ["parallel"] * rank, lambda *args: body(*args[: len(inputs)]))


def empty(type_: ir.RankedTensorType) -> ir.Value:
    """``tensor.empty`` of a static shape."""
    return value("tensor.empty", [], type_)


def fill(scalar: ir.Value, destination: ir.Value) -> ir.Value | None:
    """``linalg.fill`` of a tensor (the result is returned) or of a memref."""
    results = [destination.type] if isinstance(destination.type, ir.RankedTensorType) else []
    op = create(
        "linalg.fill", [scalar, destination], results, regions=1, operandSegmentSizes=segments([0], [0])
    )
    element = destination.type.element_type
    block = op.regions[0].blocks.append(scalar.type, element, arg_locs=[op.location] * 2)
    with ir.InsertionPoint(block):
        create("linalg.yield", [block.arguments[0]])
    return op.results[0] if results else None
