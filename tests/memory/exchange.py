"""A kernel that exchanges the elements at random addresses with those of a plain array, against numpy."""

import numpy as np

import triton_shared
from tests.support.memory import guarded
from tests.support.trees import Indexed, evaluate, linear


def guarded_reach(offsets, at_end):
    """Elements 100, 101 … from the lowest of ``offsets`` to the highest, guarded; and those from address 0 on."""
    low, high = int(min(offsets.min(initial=0), 0)), int(max(offsets.max(initial=0), 0))
    whole = guarded(np.arange(100, 101 + high - low, dtype=np.int32), at_end)
    return whole, whole[-low:], low


def check_exchange(shape, tree, mask, scalars, at_end, integer="i32"):
    """Load the elements that ``mask`` keeps of ``x[tree]`` and store others there: nothing else is touched.

    ``x`` reaches from the lowest kept address to the highest (address 0 included), between guard pages.  The kernel
    runs once for each of ``scalars``.
    """
    text = Indexed(shape, integer)
    pointer = text.type("!tt.ptr<i32>")
    kept, other = text.mask(mask), text.op(f"arith.constant dense<-7> : {text.type('i32')}")
    source, target = (
        text.pointers("%x", "i32", text.index(tree)),
        text.pointers("%y", "i32", text.index(linear(text.shape))),
    )
    ttir = text.function(
        f"%l = tt.load {source}, {kept}, {other} : {pointer}",
        f"%o = tt.load {target} : {pointer}",
        f"tt.store {target}, %l : {pointer}",
        f"tt.store {source}, %o, {kept} : {pointer}",
    )
    kernel = triton_shared.compile(ttir)
    for numbers in scalars:
        dtype = np.dtype(f"int{integer[1:]}")
        offsets, keep = (evaluate(t, shape, numbers, dtype) for t in (tree, mask))
        check_launch(kernel, offsets, np.broadcast_to(keep, shape), numbers, at_end, f"{numbers}\n{ttir}")


def check_launch(kernel, offsets, keep, scalars, at_end, message):
    """One launch, where the elements that ``keep`` tells exchange ``x[offsets]``."""
    whole, x, low = guarded_reach(offsets[keep], at_end)
    before, values = whole.copy(), -np.arange(1, 1 + offsets.size, dtype=np.int32).reshape(offsets.shape)
    y = values.copy()
    kernel[(1,)](x, y, *scalars.values())
    loaded = np.where(keep, before[np.where(keep, offsets - low, 0)], -7)
    np.testing.assert_array_equal(y, loaded, err_msg=message)
    untouched = np.ones(whole.size, bool)
    untouched[offsets[keep] - low] = False
    np.testing.assert_array_equal(whole[untouched], before[untouched], err_msg=message)
    legal = {(int(o), int(v)) for o, v in zip(offsets[keep] - low, values[keep], strict=True)}
    stored = {(o, int(whole[o])) for o in np.flatnonzero(~untouched).tolist()}
    assert stored <= legal, f"{stored - legal}\n{message}"
