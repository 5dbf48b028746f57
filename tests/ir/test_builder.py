"""Arithmetic of the builder: what it does to numbers is what its ops do to values."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triton_shared import dialects
from triton_shared.ir import predicates
from triton_shared.ir.builder import Builder, build, folded, integer
from triton_shared.mlir import PassManager, ir

NUMBERS = st.integers(-20, 20)
BINARY = ["add", "sub", "mul", "min", "max"]
PREDICATES = list(predicates.INTEGERS)


def computed(make, type):
    """What upstream folds the values to that ``make(builder)`` returns, one of ``type``."""
    context = dialects.context()
    with context, ir.Location.unknown():
        module = ir.Module.create()
        function_type = ir.TypeAttr.get(ir.FunctionType.get([], [type()]))
        with ir.InsertionPoint(module.body):
            attributes = {"sym_name": ir.StringAttr.get("f"), "function_type": function_type}
            function = build.op("func.func", (), (), attributes, regions=1)
        b = Builder(ir.InsertionPoint(function.regions[0].blocks.append()), ir.Location.unknown())
        b.op("func.return", (), [b.value(make(b))])
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        return folded(list(function.regions[0].blocks[0].operations)[-1].operands[0])


def index():
    return ir.IndexType.get()


def opaque(b, number):
    """``number`` as a value that the builder takes for an unknown one."""
    return b.value(number)


@settings(max_examples=30, deadline=None)
@given(a=NUMBERS, b=NUMBERS, name=st.sampled_from(BINARY), known=st.sampled_from([(0, 1), (1, 0), (1, 1)]))
def test_indices(a, b, name, known):
    """Both operands known, one of them, none."""
    expected = getattr(Builder(), name)(a, b)
    assert isinstance(expected, int)

    def make(builder):
        operands = [opaque(builder, n) if k else n for n, k in zip((a, b), known, strict=True)]
        return getattr(builder, name)(*operands)

    assert computed(make, index) == expected


@settings(max_examples=30, deadline=None)
@given(a=NUMBERS, b=NUMBERS, predicate=st.sampled_from(PREDICATES), c=st.booleans())
def test_conditions(a, b, predicate, c):
    plain = Builder()
    holds = plain.compare(predicate, a, b)
    expected = plain.select(
        plain.both(holds, plain.negated(c)), a, plain.select(plain.either(holds, c), b, 7)
    )

    def make(builder):
        test, other = builder.compare(predicate, opaque(builder, a), b), builder.value(c)
        inner = builder.select(builder.either(test, other), b, 7)
        return builder.select(builder.both(test, builder.negated(other)), a, inner)

    assert computed(make, index) == expected


@pytest.mark.parametrize("step", [1, 4, 64])
@pytest.mark.parametrize("number", [-65, -1, 0, 3, 64, 100])
def test_floor(step, number):
    floor = Builder().floor_to(number, step)
    assert floor % step == 0 and 0 <= number - floor < step
    assert computed(lambda b: b.floor_to(opaque(b, number), step), index) == floor


@pytest.mark.parametrize(
    "begin, end, step", [(0, 0, 1), (0, 1, 1), (2, 5, 4), (5, 3, 1), (0, 2, 1), (0, 8, 2)]
)
def test_one_turn_is_no_loop(begin, end, step):
    turns = range(begin, end, step)

    def make(b):
        def body(i, carried):
            return [b.value(b.add(b.mul(carried[0], 3), b.add(i, 1)))]

        (total,) = b.loop(begin, end, step, [b.value(4)], body)
        assert ("scf.for" in [op.operation.name for op in b.block.operations]) == (len(turns) > 1)
        return total

    result = computed(make, index)
    if len(turns) <= 1:
        assert result == (3 * 4 + begin + 1 if turns else 4)


@pytest.mark.parametrize(
    "number, width, wrapped", [(255, 8, -1), (128, 8, -128), (1, 1, True), (2**64 - 1, 64, -1)]
)
def test_constants_wrap(number, width, wrapped):
    with dialects.context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            held = build.constant(integer(width), number)
        assert held.owner.attributes["value"] == ir.IntegerAttr.get(integer(width), wrapped)
