"""Random kernels, address by address: what is read and written equals a numpy model, and nothing else is touched.

Every array lies against a guard page, so that a masked-off or out-of-range access ends the process; what is stored
is compared everywhere, the elements that must keep their old value included.
"""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from tests.support.memory import guarded
from tests.support.trees import Indexed, evaluate, indices, linear, masks

SHAPES = [(16,), (1,), (8, 8), (1, 8), (4, 1), (8, 16), (2, 4, 8)]
SIZE = 64
COUNT = examples(100, "TRITON_SHARED_TEST_KERNELS")
SETTINGS = settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))

kernels = st.sampled_from(SHAPES).flatmap(
    lambda shape: st.tuples(
        st.just(shape),
        indices(len(shape)),
        st.none() | masks(len(shape)),
        st.integers(-5, 70),
        st.integers(-40, 40),
    )
)


def within(text: Indexed, tree, mask_tree) -> tuple[str, str]:
    """The names of the index and of the mask that keeps it within ``[0, SIZE)``."""
    index = text.index(tree)
    in_range = ("and", ("cmp", "sge", tree, 0), ("cmp", "slt", tree, SIZE))
    return index, text.mask(in_range if mask_tree is None else ("and", in_range, mask_tree))


def kept_elements(tree, mask_tree, shape, scalars):
    index = evaluate(tree, shape, scalars)
    kept = (index >= 0) & (index < SIZE)
    return index, kept if mask_tree is None else kept & evaluate(mask_tree, shape, scalars)


@SETTINGS
@given(kernels, st.booleans(), st.booleans())
def test_loads_read_exactly_the_kept_elements(kernel, at_end, with_other):
    shape, tree, mask_tree, s, t = kernel
    text = Indexed(shape)
    index, mask = within(text, tree, mask_tree)
    source, target = (
        text.pointers("%x", "i32", index),
        text.pointers("%y", "i32", text.index(linear(text.shape))),
    )
    other = f", {text.index(-7)}" if with_other else ""
    loaded = text.op(f"tt.load {source}, {mask}{other} : {text.type('!tt.ptr<i32>')}")
    ttir = text.function(f"tt.store {target}, {loaded} : {text.type('!tt.ptr<i32>')}")
    x = guarded(np.arange(100, 100 + SIZE, dtype=np.int32), at_end)
    y = guarded(np.full(np.prod(shape), -1, np.int32), at_end)
    triton_shared.compile(ttir)[(1,)](x, y, s, t)
    positions, kept = kept_elements(tree, mask_tree, shape, {"s": s, "t": t})
    expected = np.where(kept, x[np.where(kept, positions, 0)], -7 if with_other else 0)
    np.testing.assert_array_equal(y.reshape(shape), expected, err_msg=ttir)


@SETTINGS
@given(kernels, st.booleans())
def test_stores_write_exactly_the_kept_elements(kernel, at_end):
    shape, tree, mask_tree, s, t = kernel
    text = Indexed(shape)
    index, mask = within(text, tree, mask_tree)
    source, target = (
        text.pointers("%x", "i32", text.index(linear(text.shape))),
        text.pointers("%y", "i32", index),
    )
    loaded = text.op(f"tt.load {source} : {text.type('!tt.ptr<i32>')}")
    ttir = text.function(f"tt.store {target}, {loaded}, {mask} : {text.type('!tt.ptr<i32>')}")
    x = guarded(np.arange(100, 100 + np.prod(shape), dtype=np.int32), at_end)
    y = guarded(np.full(SIZE, -1, np.int32), at_end)
    triton_shared.compile(ttir)[(1,)](x, y, s, t)
    positions, kept = kept_elements(tree, mask_tree, shape, {"s": s, "t": t})
    written = {p: set() for p in range(SIZE)}
    for position, value in zip(positions[kept], x.reshape(shape)[kept], strict=True):
        written[int(position)].add(int(value))
    for position, values in written.items():
        assert y[position] in (values or {-1}), f"element {position}\n{ttir}"


@SETTINGS
@given(kernels, st.integers(0, 4), st.integers(-3, 9), st.booleans())
def test_pointers_carried_by_loops(kernel, trips, step, at_end):
    """The pointer moves by ``step`` a trip; the mask is computed from an offset that moves along."""
    shape, tree, _, s, t = kernel
    text = Indexed(shape)
    start, one = text.index(tree), text.index(step)
    source, target = (
        text.pointers("%x", "i32", start),
        text.pointers("%y", "i32", text.index(linear(text.shape))),
    )
    zero, limit, sums = text.index(0), text.index(SIZE), text.index(0)
    pointer, i32, i1 = text.type("!tt.ptr<i32>"), text.type("i32"), text.type("i1")
    loop = f"""%c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant {trips} : i32
    %r:3 = scf.for %k = %c0 to %n step %c1 iter_args(%p = {source}, %o = {start}, %a = {sums})
        -> ({pointer}, {i32}, {i32}) : i32 {{
      %low = arith.cmpi sge, %o, {zero} : {i32}
      %high = arith.cmpi slt, %o, {limit} : {i32}
      %m = arith.andi %low, %high : {i1}
      %v = tt.load %p, %m, {zero} : {pointer}
      %b = arith.addi %a, %v : {i32}
      %q = tt.addptr %p, {one} : {pointer}, {i32}
      %d = arith.addi %o, {one} : {i32}
      scf.yield %q, %d, %b : {pointer}, {i32}, {i32}
    }}"""
    ttir = text.function(loop, f"tt.store {target}, %r#2 : {pointer}")
    x = guarded(np.arange(100, 100 + SIZE, dtype=np.int32), at_end)
    y = guarded(np.full(np.prod(shape), -1, np.int32), at_end)
    triton_shared.compile(ttir)[(1,)](x, y, s, t)
    expected = np.zeros(shape, np.int32)
    for trip in range(trips):
        positions = evaluate(tree, shape, {"s": s, "t": t}) + np.int32(trip * step)
        kept = (positions >= 0) & (positions < SIZE)
        expected += np.where(kept, x[np.where(kept, positions, 0)], 0)
    np.testing.assert_array_equal(y.reshape(shape), expected, err_msg=ttir)


@SETTINGS
@given(kernels, st.data(), st.booleans(), st.booleans(), st.booleans())
def test_pointers_chosen_by_ifs_and_selects(kernel, data, at_end, same_base, per_element):
    """An if hands on one of two pointers, of one base or two; a select may choose a third, element by element."""
    shape, first, _, s, t = kernel
    rank = len(shape)
    second, third = data.draw(indices(rank, 2)), data.draw(indices(rank, 2))
    chooser = data.draw(masks(rank)) if per_element else ("cmp", "eq", 0, 0)
    text = Indexed(shape)
    i32, i1, pointer = text.type("i32"), text.type("i1"), text.type("!tt.ptr<i32>")
    offsets = [text.index(tree) for tree in (first, second, third)]
    bases = ("x", "x" if same_base else "z", "z")
    yes, no, last = (
        text.pointers(f"%{base}", "i32", offset) for base, offset in zip(bases, offsets, strict=True)
    )
    choice, zero, limit = text.mask(chooser), text.index(0), text.index(SIZE)
    body = f"""%c = arith.cmpi slt, %s, %t : i32
    %p, %o = scf.if %c -> ({pointer}, {i32}) {{
      scf.yield {yes}, {offsets[0]} : {pointer}, {i32}
    }} else {{
      scf.yield {no}, {offsets[1]} : {pointer}, {i32}
    }}
    %q = arith.select {choice}, %p, {last} : {i1}, {pointer}
    %d = arith.select {choice}, %o, {offsets[2]} : {i1}, {i32}
    %low = arith.cmpi sge, %d, {zero} : {i32}
    %high = arith.cmpi slt, %d, {limit} : {i32}
    %m = arith.andi %low, %high : {i1}
    %r = tt.load %q, %m, {zero} : {pointer}"""
    ttir = text.function(
        body, f"tt.store {text.pointers('%y', 'i32', text.index(linear(text.shape)))}, %r : {pointer}"
    )
    ttir = ttir.replace("%y: !tt.ptr<i32>", "%z: !tt.ptr<i32>, %y: !tt.ptr<i32>")
    x = guarded(np.arange(100, 100 + SIZE, dtype=np.int32), at_end)
    z = guarded(np.arange(500, 500 + SIZE, dtype=np.int32), not at_end)
    y = guarded(np.full(np.prod(shape), -1, np.int32), at_end)
    triton_shared.compile(ttir)[(1,)](x, z, y, s, t)
    scalars = {"s": s, "t": t}
    arrays = {"x": x, "z": z}
    taken, base = (first, "x") if s < t else (second, bases[1])
    chosen = evaluate(chooser, shape, scalars)
    expected = np.zeros(shape, np.int32)
    for tree, name, chosen_here in ((taken, base, chosen), (third, "z", ~chosen)):
        positions = evaluate(tree, shape, scalars)
        kept = chosen_here & (positions >= 0) & (positions < SIZE)
        expected[kept] = arrays[name][positions[kept]]
    np.testing.assert_array_equal(y.reshape(shape), expected, err_msg=ttir)
