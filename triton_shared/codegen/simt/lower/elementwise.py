"""Elementwise ops of a tensor: the same op over vectors of registers.

    %r = linalg.generic {maps = […]} ins(%x, %s) outs(%e) { ^bb0(%a: f32, %k: f32, %o: f32): arith.mulf %a, %k; … }

becomes, for a thread that holds eight elements,

    %r = arith.mulf %x, %s : vector<8xf32>

Operands are wanted in the layout of the result, as far as their maps ask for it.  What depends on lazy tensors alone
stays lazy, and what only broadcasts becomes so.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial, reduce
from operator import or_

from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.emitter import Emitter, count_of, vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory, Rematerializable
from triton_shared.codegen.simt.layouts.dot_plan import WIDENS
from triton_shared.codegen.simt.layouts.layout_assignment import covering
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.codegen.simt.layouts.slices import is_static
from triton_shared.codegen.simt.peephole.boolean_compares import compared
from triton_shared.codegen.simt.peephole.factor_constant_mul import scaled
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import owner_of, reached, terminator
from triton_shared.mlir import ir


def empty(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.empty`: its elements are undefined."""
    element = op.result.type.element_type
    context.tensors[op.result] = Rematerializable(lambda layout: context.b.zeros(element, layout.registers))


def constant(context: LoweringContext, op: ir.Operation) -> None:
    """`arith.constant`, a scalar or the same number everywhere."""
    if not isinstance(op.result.type, ir.RankedTensorType):
        return context.copy(op)
    value = op.attributes["value"]
    if not value.is_splat:
        raise LoweringError(op, "is a tensor of different numbers, which the shared form has no need of")
    number, element = value.get_splat_value(), op.result.type.element_type
    context.tensors[op.result] = Rematerializable(
        lambda layout: context.b.broadcast(
            context.b.one("arith.constant", element, value=number), layout.registers
        )
    )


def generic(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.generic` without reductions, whose body works on vectors."""
    anywhere, count = is_computed_anywhere(op, context.is_lazy), op.attributes["operandSegmentSizes"][0]
    for number, result in enumerate(op.results):
        context.compute(result, partial(_body, context, op, number, count), anywhere)


def is_computed_anywhere(op: ir.Operation, is_lazy: Callable[[ir.Value], bool]) -> bool:
    """Whether ``op`` is computed in whatever layout is wanted, where its operands that ``is_lazy`` names are."""
    match op.name:
        case "linalg.generic":
            maps = {v: m.value for v, m in zip(op.operands, op.attributes["indexing_maps"], strict=True)}
            hold_none = all(is_lazy(v) or covering(maps[v]) is None for v in _tensors_read(op))
            return is_by_vectors(op) and (WIDENS in op.attributes or hold_none)
        case "linalg.transpose" | "linalg.broadcast":
            return is_lazy(op.operands[0])
        case "tensor.insert_slice":
            return is_static(op) and all(map(is_lazy, list(op.operands)[:2]))
    return False


def _tensors_read(op: ir.Operation) -> list[ir.Value]:
    """The operands of the `linalg.generic` ``op`` that are tensors whose elements its body asks for."""
    pairs = zip(op.operands, op.regions[0].blocks[0].arguments, strict=True)
    return [v for v, a in pairs if isinstance(v.type, ir.RankedTensorType) and any(True for _ in a.uses)]


def select(context: LoweringContext, op: ir.Operation) -> None:
    """`arith.select` of scalars, or of whole tensors by a scalar."""
    if not isinstance(op.result.type, ir.RankedTensorType):
        return context.copy(op)
    condition, these, those = op.operands
    chosen = context.scalar(condition)

    def make(layout: Layout) -> ir.Value:
        return context.b.select(chosen, context.get(these, layout), context.get(those, layout))

    context.compute(op.result, make, is_computed_anywhere(op, context.is_lazy))


def is_vectorizable(op: ir.Operation) -> bool:
    """Whether ``op``, of a body, works on vectors as it does on scalars."""
    if op.name in ("linalg.index", "linalg.yield"):
        return True
    return op.name.startswith(("arith.", "math.", "ub.")) and not op.regions


def is_by_vectors(op: ir.Operation) -> bool:
    """Whether all of the body of the `linalg.generic` ``op`` works on vectors of registers."""
    return all(is_vectorizable(inner.operation) for inner in op.regions[0].blocks[0].operations)


def _body(context: LoweringContext, op: ir.Operation, number: int, count: int, layout: Layout) -> ir.Value:
    """Result ``number`` of the `linalg.generic` ``op`` in ``layout``."""
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    space = space_of(op, maps[count + number], layout)
    block = op.regions[0].blocks[0]
    env: dict[ir.Value, ir.Value] = {}
    for argument, operand, map_ in zip(block.arguments, op.operands, maps, strict=True):
        if any(True for _ in argument.uses):
            env[argument] = operand_registers(context, operand, map_, space)
    with context.b.located(op.location):
        body = Body(context, space, env)
        wanted = terminator(block).operands[number]
        return body.value(wanted, block)


def space_of(op: ir.Operation, map_: ir.AffineMap, layout: Layout) -> Layout:
    """The layout of the iterations whose results have ``layout``."""
    places = [e.position for e in map_.results if isinstance(e, ir.AffineDimExpr)]
    if len(places) != len(layout.shape) or sorted(places) != list(range(map_.n_dims)):
        raise LoweringError(op, "writes elements more than once, or not all of them")
    return layout.transposed([places.index(d) for d in range(map_.n_dims)])


def operand_registers(
    context: LoweringContext, operand: ir.Value, map_: ir.AffineMap, space: Layout
) -> ir.Value:
    """What each iteration of ``space`` reads of ``operand``."""
    if not isinstance(operand.type, ir.RankedTensorType):
        return context.b.broadcast(context.scalar(operand), space.registers)
    dims = [e.position if isinstance(e, ir.AffineDimExpr) else None for e in map_.results]
    return context.get(operand, space.projected(dims, operand.type.shape))


def by_registers(
    context: LoweringContext, element: DivergentElements, block: ir.Block, env: dict[ir.Value, ir.Value]
) -> list[ir.Value]:
    """What the body ``block`` makes of the registers ``env``, for each register of the element's space by itself."""
    results: list[list[ir.Value]] = []
    context.divergent = element
    for register in range(element.space.registers):
        element.group = [register]
        context.scalars.update({v: context.b.extract(vector, register) for v, vector in env.items()})
        context.walk(block)
        results.append([context.scalar(end) for end in terminator(block).operands])
    context.divergent = None
    return [context.b.collect(scalars) for scalars in zip(*results, strict=True)]


class Body:
    """The body of an elementwise op over vectors of registers, of which only what is wanted is emitted.

    Unless it ``fuses``, no op may be made one with those whose results it takes.
    """

    def __init__(
        self, context: LoweringContext, space: Layout, env: dict[ir.Value, ir.Value], fuses: bool = True
    ):
        self.context = context
        self.space = space
        self.env = env
        self.fuses = fuses

    def value(self, wanted: ir.Value, block: ir.Block) -> ir.Value:
        """The value ``wanted`` of the body ``block``."""
        needed = _needed(wanted, block, self.env)
        for op in block.operations:
            if op.operation in needed:
                self._emit(op.operation)
        return self._of(wanted)

    def results(self, block: ir.Block) -> list[ir.Value]:
        """What the body ``block`` ends with; one that branches is emitted for each register by itself."""
        ends = list(terminator(block).operands)
        if is_by_vectors(block.owner):
            return [self.value(end, block) for end in ends]
        self.context.require_convergent(block.owner, "combines elements by a body that branches")
        return by_registers(self.context, DivergentElements(self.space, {}), block, self.env)

    def _of(self, value: ir.Value) -> ir.Value:
        """``value`` as registers; what comes from outside of the body is the same in all of them."""
        if value not in self.env:
            scalar = self.context.scalar(value)
            self.env[value] = self.context.b.broadcast(scalar, self.space.registers)
        return self.env[value]

    def _emit(self, op: ir.Operation) -> None:
        b, count = self.context.b, self.space.registers
        if op.name == "linalg.index":
            number = coordinates(b, self.space, op.attributes["dim"].value)
            self.env[op.result] = b.one("arith.index_castui", vector_of(count, b.index), number)
            return
        if op.name == "arith.constant":
            self.env[op.result] = b.broadcast(
                b.one("arith.constant", op.result.type, value=op.attributes["value"]), count
            )
            return
        operands = [self._of(v) for v in op.operands]
        if op.name == "arith.select" and operands[0].type.element_type != b.i1:
            raise LoweringError(op, "selects by what is no boolean")
        rewritten = next((r for rule in (compared, scaled) if (r := rule(b, op, operands)) is not None), None)
        if rewritten is not None:
            self.env[op.result] = rewritten
            return
        types = [vector_of(count, r.type) for r in op.results]
        kept = [name for name in op.attributes if self.fuses or name != "fastmath"]
        new = b.op(op.name, types, operands, {name: op.attributes[name] for name in kept})
        for old, result in zip(op.results, new.results, strict=True):
            self.env[old] = result


def body_of_registers(context: LoweringContext, env: dict[ir.Value, ir.Value], fuses: bool = True) -> Body:
    """The body of a combiner over the registers ``env``, whatever elements they are."""
    registers = count_of(next(iter(env.values())))
    return Body(
        context, Layout((registers,), tuple(1 << i for i in range(log2(registers))), (), ()), env, fuses
    )


def _needed(wanted: ir.Value, block: ir.Block, known: Container[ir.Value]) -> set[ir.Operation]:
    """The ops of ``block`` that ``wanted`` depends on, but for what is ``known``."""

    def maker(value: ir.Value) -> ir.Operation | None:
        op = None if value in known else owner_of(value)
        return op if op is not None and op.block == block else None

    values = reached([wanted], lambda value: op.operands if (op := maker(value)) is not None else ())
    return {op for value in values if (op := maker(value)) is not None}


def coordinates(b: Emitter, layout: Layout, dim: int) -> ir.Value:
    """The coordinate along ``dim`` of the element in each register, i32; a sum where no bit is in both parts."""
    moved = [layout.coordinate(place, dim) for place in layout.positions]
    own = b.coordinate(layout, dim)
    constants = b.numbers(moved, b.i32)
    if isinstance(own, int):
        return b.numbers([own ^ m for m in moved], b.i32)
    if not any(moved):
        return b.broadcast(own, layout.registers)
    shared = reduce(or_, moved) & layout.coordinate(layout.thread_bits, dim)
    join = "arith.xori" if shared else "arith.addi"
    return b.one(join, constants.type, b.broadcast(own, layout.registers), constants)


def _moved_map(op: ir.Operation) -> tuple[int | None, ...]:
    """For each dimension of the operand of a transposition or broadcast the dimension of the result."""
    if op.name == "linalg.transpose":
        permutation = list(op.attributes["permutation"])
        return tuple(permutation.index(d) for d in range(len(permutation)))
    added = set(op.attributes["dimensions"])
    return tuple(d for d in range(op.results[0].type.rank) if d not in added)


def moved(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.transpose` and `linalg.broadcast`: registers stay where they are."""
    source, dims = op.operands[0], _moved_map(op)

    def make(layout: Layout) -> ir.Value:
        return context.get(source, layout.projected(dims, source.type.shape))

    node = context.tensors[source]
    if isinstance(node, InSharedMemory) and (tile := _transposed(op, node)) is not None:
        context.tensors[op.results[0]] = InSharedMemory(tile)
    else:
        context.compute(op.results[0], make, is_computed_anywhere(op, context.is_lazy))


def _transposed(op: ir.Operation, node: InSharedMemory) -> Tile | None:
    """The result of a transposition, in the memory of the operand ``node``; None where it lies elsewhere."""
    is_transposition = op.name == "linalg.transpose"
    return node.tile.transposed(list(op.attributes["permutation"])) if is_transposition else None


def reshape(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.expand_shape`, `tensor.collapse_shape`: positions stay what they are."""
    source = op.operands[0]
    node, before = context.tensors[source], tuple(source.type.shape)
    if not isinstance(node, InRegisters):
        context.tensors[op.result] = Rematerializable(
            lambda layout: context.registers(node, layout.reshaped(before))
        )
        return
    same, layout = node.layout.reshaped(op.result.type.shape), context.layouts.of(op.result)
    if context.layouts.fits(op.result, same):
        context.hold(op.result, same, node.vector)
    else:
        context.hold(op.result, layout, context.registers(node, layout.reshaped(before)))


RULES = {
    "tensor.empty": empty,
    "arith.constant": constant,
    "arith.select": select,
    "linalg.transpose": moved,
    "tensor.expand_shape": reshape,
    "tensor.collapse_shape": reshape,
}
