"""Makes nodes, with the types that they must have, and casts and broadcasts where these differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import contextmanager

from tests.fuzz.kernels import blocks
from tests.fuzz.kernels.accesses import AddPointer, Load, Store
from tests.fuzz.kernels.control import Call, For, If, While
from tests.fuzz.kernels.kernel import Array, Kernel, Scalar, argument_node
from tests.fuzz.kernels.nodes import (
    Apply,
    Constant,
    Expand,
    Given,
    Node,
    ProgramId,
    Range,
    Region,
    Reshape,
    Splat,
    Trans,
)
from tests.fuzz.kernels.reductions import Reduce, Several
from tests.fuzz.kernels.values import PRECISION, Type

WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}


class Builder:
    """The region that is being written, and the dice."""

    def __init__(self, dice: random.Random):
        self.dice, self.kernel = dice, Kernel()
        self.region = self.kernel.region
        self.called = False  # whether the region is that of a function, which knows no argument of the kernel

    def add(self, node: Node) -> Node:
        self.region.nodes.append(node)
        return node

    @contextmanager
    def inside(self, region: Region):
        """Write to an inner region."""
        outer, self.region = self.region, region
        yield
        self.region = outer

    # arguments

    def _argument(self, a: Array | Scalar) -> Node:
        self.kernel.arguments.append(a)
        node = argument_node(a)
        self.kernel.region.nodes.insert(0, node)
        return node

    def array(self, element: str, style: str, low: int = -8, high: int = 9, aligned: float = 0.4) -> Node:
        """A pointer to a new array, ``aligned`` as often as that says."""
        name = f"p{len(self.kernel.arguments)}"
        return self._argument(Array(name, element, style, low, high, self.dice.random() < aligned))

    def alias(self, array: Node, shift: int) -> Node:
        """A pointer into the array that the argument ``array`` is, ``shift`` elements on."""
        name = f"p{len(self.kernel.arguments)}"
        return self._argument(Array(name, array.type.pointee, alias=array.name, shift=shift))

    def scalar(self, element: str, number: float) -> Node:
        """The number as an argument; sometimes one that says what divides it."""
        divisible = element in ("i32", "i64") and number % 16 == 0 and self.dice.random() < 0.6
        return self._argument(Scalar(f"n{len(self.kernel.arguments)}", element, number, divisible))

    def number(self, number: int, element: str = "i32") -> Node:
        """The number as a constant, or as an argument."""
        if self.called or self.dice.random() < 0.5:
            return self.constant(Type(element), number)
        return self.scalar(element, number)

    # values

    def constant(self, type: Type, number: float) -> Node:
        return self.add(Constant(type, [], number))

    def program(self, axis: int) -> Node:
        return self.add(ProgramId(Type("i32"), [], axis))

    def range(self, size: int) -> Node:
        return self.add(Range(Type("i32", (size,))))

    def apply(self, name: str, *x: Node, element: str | None = None, hints: str = "") -> Node:
        """An elementwise op; comparisons give i1, others what their last operand is."""
        if element is None:
            element = "i1" if ".cmp" in name else x[-1].type.element
        if name == "arith.select" and not x[0].type.shape:
            name = "scalar select"
        return self.add(Apply(x[-1].type.of(element), list(x), name, hints))

    def binary(self, name: str, x: Node, number: float) -> Node:
        """``x`` and a constant."""
        return self.apply(name, x, self.constant(x.type, number))

    def splat(self, x: Node, shape: tuple[int, ...]) -> Node:
        return self.add(Splat(Type(x.type.element, shape), [x])) if shape else x

    def expand(self, x: Node, axis: int) -> Node:
        shape = (*x.type.shape[:axis], 1, *x.type.shape[axis:])
        return self.add(Expand(Type(x.type.element, shape), [x], axis))

    def broadcast(self, x: Node, shape: tuple[int, ...]) -> Node:
        """``x``, of the same rank or a scalar, in all of ``shape``."""
        if x.type.shape == shape:
            return x
        if not x.type.shape:
            return self.splat(x, shape)
        return self.add(Reshape(Type(x.type.element, shape), [x], True))

    def along(self, x: Node, dim: int, shape: tuple[int, ...]) -> Node:
        """The line ``x`` along ``dim`` of ``shape``."""
        for axis in range(len(shape)):
            if axis != dim:
                x = self.expand(x, axis)
        return self.broadcast(x, shape)

    def reshape(self, x: Node, shape: tuple[int, ...]) -> Node:
        return self.add(Reshape(Type(x.type.element, shape), [x]))

    def trans(self, x: Node, order: Sequence[int]) -> Node:
        shape = tuple(x.type.shape[k] for k in order)
        return self.add(Trans(Type(x.type.element, shape), [x], tuple(order)))

    def reduced(self, x: Node, name: str, axis: int) -> Node:
        shape = (*x.type.shape[:axis], *x.type.shape[axis + 1 :])
        return self.add(Reduce(Type(x.type.element, shape), [x], name, axis))

    def several(self, xs: Sequence[Node], names: Sequence[str], axis: int) -> list[Node]:
        shape = (*xs[0].type.shape[:axis], *xs[0].type.shape[axis + 1 :])
        results = [Given(Type(x.type.element, shape)) for x in xs]
        self.add(Several(None, list(xs), tuple(names), axis, results))
        return results

    def cast(self, x: Node, element: str) -> Node:
        """``x`` as a number of another type."""
        source = x.type.element
        if source == element:
            return x
        if source in PRECISION and element in PRECISION:
            return self._float(x, element)
        if source in PRECISION:
            return self._to_integer(x, element)
        if element in PRECISION:
            if element.startswith("f8"):
                return self._float(self.cast(x, "f32"), element)
            return self.apply("arith.uitofp" if source == "i1" else "arith.sitofp", x, element=element)
        if element == "i1":
            return self.apply("arith.cmpi ne", x, self.constant(x.type, 0))
        if WIDTH[source] > WIDTH[element]:
            return self.apply("arith.trunci", x, element=element)
        extend = "arith.extui" if source == "i1" or self.dice.random() < 0.2 else "arith.extsi"
        return self.apply(extend, x, element=element)

    def _float(self, x: Node, element: str) -> Node:
        source = x.type.element
        if element.startswith("f8") and not source.startswith("f8"):
            return self.apply("tt.fp_to_fp rtne", x, element=element)
        if element.startswith("f8"):
            return self.cast(self.cast(x, "f32"), element)
        if source.startswith("f8"):
            first = self.apply("tt.fp_to_fp", x, element="f16" if element == "f16" else "f32")
            return self.cast(first, element)
        if PRECISION[source] < PRECISION[element] and (source, element) != ("bf16", "f16"):
            return self.apply("arith.extf", x, element=element)
        if source in ("f16", "bf16"):
            return self.cast(self.cast(x, "f32"), element)
        return self.apply("arith.truncf", x, element=element)

    def _to_integer(self, x: Node, element: str) -> Node:
        if element == "i1":
            return self.apply("arith.cmpf ogt", x, self.constant(x.type, 0))
        x = self.binary("arith.maxnumf", self.binary("arith.minnumf", x, 100), -100)
        return self.apply("arith.fptosi", x, element=element)

    # memory

    def pointer(self, p: Node, index: Node, hints: str = "") -> Node:
        """``p`` moved by ``index``, which a scalar is splatted for."""
        if not p.type.shape and index.type.shape:
            p = self.splat(p, index.type.shape)
        return self.add(AddPointer(p.type, [p, index], hints))

    def load(self, p: Node, mask: Node | None = None, other: Node | None = None, words: str = "") -> Node:
        given = [x for x in (mask, other) if x is not None]
        return self.add(Load(p.type.of(p.type.pointee), [p, *given], words))

    def store(self, p: Node, value: Node, mask: Node | None = None) -> Node:
        return self.add(Store(None, [p, value, *([mask] if mask else [])]))

    # blocks of tensors

    def block_pointer(
        self, array: Node, numbers: Sequence[Node], size: tuple[int, ...], order: Sequence[int]
    ) -> Node:
        """A pointer to a block of ``size``; ``numbers`` are shape, strides and offsets."""
        type_ = blocks.block_pointer(array.type.pointee, size)
        return self.add(blocks.MakeBlock(type_, [array, *numbers], len(size), tuple(order)))

    def advance(self, p: Node, offsets: Sequence[Node]) -> Node:
        return self.add(blocks.Advance(p.type, [p, *offsets]))

    def block_load(self, p: Node, value: Type, checked: Sequence[int], padding: int) -> Node:
        return self.add(blocks.BlockLoad(value, [p], tuple(checked), padding))

    def block_store(self, p: Node, value: Node, checked: Sequence[int]) -> Node:
        return self.add(blocks.BlockStore(None, [p, value], tuple(checked)))

    def descriptor(
        self, array: Node, numbers: Sequence[Node], size: tuple[int, ...], padding: int = blocks.ZERO
    ) -> Node:
        """A descriptor of blocks of ``size``; ``numbers`` are shape and strides."""
        type_ = blocks.descriptor(array.type.pointee, size)
        return self.add(blocks.MakeDescriptor(type_, [array, *numbers], padding))

    # control

    def loop(self, low: Node, high: Node, step: Node, inits: Sequence[Node], body) -> list[Node]:
        """A loop; ``body(index, carried)`` gives what is handed on."""
        index, carried = Given(Type("i32")), [Given(x.type) for x in inits]
        node = For(
            None,
            [low, high, step, *inits],
            index=index,
            carried=carried,
            results=[Given(x.type) for x in inits],
        )
        with self.inside(node.body):
            node.yields = list(body(index, carried))
        self.add(node)
        return node.results

    def repeat(self, inits: Sequence[Node], test, body) -> list[Node]:
        """An ``scf.while``: ``test(carried)`` gives a condition and what is passed, ``body`` what is carried."""
        node = While(None, list(inits), carried=[Given(x.type) for x in inits])
        with self.inside(node.before):
            condition, node.passed = test(node.carried)
            node.test = [condition]
        node.inner, node.results = ([Given(x.type) for x in node.passed] for _ in range(2))
        with self.inside(node.body):
            node.yields = list(body(node.inner))
        self.add(node)
        return node.results

    def call(self, inputs: Sequence[Node], body, *, noinline: bool, early: Sequence[int] = ()) -> list[Node]:
        """A call of a function that ``body(parameters)`` writes; it may return the ``early`` parameters at once."""
        node = Call(None, list(inputs), noinline=noinline, parameters=[Given(x.type) for x in inputs])
        outside, self.called = self.called, True
        with self.inside(node.body):
            node.yields = list(body(node.parameters))
        self.called = outside
        node.early = [node.parameters[k] for k in early]
        node.results = [Given(x.type) for x in node.yields]
        self.add(node)
        return node.results

    def branch(self, test: Node, then, other, count: int = 1) -> list[Node]:
        """An if; ``then()`` and ``other()`` give as many results."""
        node = If(None, [test])
        for k, body in enumerate((then, other)):
            with self.inside(node.bodies[k]):
                node.yields[k] = list(body())
        node.results = [Given(x.type) for x in node.yields[0]]
        self.add(node)
        return node.results
