"""Blocks with dimensions of size 1 that are broadcast: right under every mask, against numpy, and without buffers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from triton_shared.codegen.cpu import target
from triton_shared.runtime.compilation import build

SIZES = st.sampled_from([1, 2, 4, 16, 32])


class Text:
    """Writes a kernel over a tile of ``shape``, operand by operand."""

    def __init__(self, shape: tuple[int, ...]):
        self.shape, self.lines, self.count = shape, [], 0

    def emit(self, text: str) -> str:
        """One op; the name of its result."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def range(self, dim: int, size: int) -> tuple[str, tuple[int, ...]]:
        """Element numbers along ``dim`` and their shape."""
        value, shape = (
            self.emit(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : {of((size,))}"),
            (size,),
        )
        for axis in [*range(dim), *range(dim + 1, len(self.shape))]:
            wider = (*shape[:axis], 1, *shape[axis:])
            value = self.emit(f"tt.expand_dims {value} {{axis = {axis} : i32}} : {of(shape)} -> {of(wider)}")
            shape = wider
        return value, shape

    def broadcast(self, value: str, shape: tuple[int, ...], to: tuple[int, ...], element: str = "i32") -> str:
        """``value`` in the shape ``to``."""
        if shape == to:
            return value
        return self.emit(f"tt.broadcast {value} : {of(shape, element)} -> {of(to, element)}")

    def splat(self, value: str, element: str, to: tuple[int, ...]) -> str:
        """A scalar in the shape ``to``."""
        return self.emit(f"tt.splat {value} : {element} -> {of(to, element)}")

    def access(self, pointer: str, shape: tuple[int, ...], masked: list[bool]) -> tuple[str, str | None]:
        """Pointers to a dense block of ``shape``, and the mask ``index < %n<dim>`` of the dimensions ``masked``."""
        offset, mask, stride = self.splat("%zero", "i32", shape), None, 1
        for dim in reversed(range(len(shape))):
            numbers, own = self.range(dim, shape[dim])
            step = self.emit(f"arith.constant dense<{stride}> : {of(own)}")
            step = self.broadcast(self.emit(f"arith.muli {numbers}, {step} : {of(own)}"), own, shape)
            offset, stride = self.emit(f"arith.addi {offset}, {step} : {of(shape)}"), stride * shape[dim]
            if masked[dim]:
                bound = self.splat(f"%n{dim}", "i32", own)
                keep = self.emit(f"arith.cmpi slt, {numbers}, {bound} : {of(own)}")
                keep = self.broadcast(keep, own, shape, "i1")
                mask = keep if mask is None else self.emit(f"arith.andi {mask}, {keep} : {of(shape, 'i1')}")
        base, pointers = self.splat(pointer, "!tt.ptr<f32>", shape), of(shape, "!tt.ptr<f32>")
        return self.emit(f"tt.addptr {base}, {offset} : {pointers}, {of(shape)}"), mask

    def load(self, pointer: str, shape: tuple[int, ...], masked: list[bool]) -> str:
        """A loaded block in the shape of the tile; what is masked off is -1."""
        at, mask = self.access(pointer, shape, masked)
        operands = at
        if mask:
            other = self.emit(f"arith.constant dense<-1.0> : {of(shape, 'f32')}")
            operands = f"{at}, {mask}, {other}"
        loaded = self.emit(f"tt.load {operands} : {of(shape, '!tt.ptr<f32>')}")
        return self.broadcast(loaded, shape, self.shape, "f32")


def of(shape: tuple[int, ...], element: str = "i32") -> str:
    """A tensor type."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def kernel(shape: tuple[int, ...], operands: list[tuple[int, ...]], masked: list[bool]) -> str:
    """``out = sum(operand * (number + 1))`` over blocks of the shapes ``operands``, broadcast to ``shape``."""
    text = Text(shape)
    total = text.emit(f"arith.constant dense<0.0> : {of(shape, 'f32')}")
    for number, operand in enumerate(operands):
        value = text.load(f"%x{number}", operand, masked)
        factor = text.emit(f"arith.constant dense<{number + 1}.0> : {of(shape, 'f32')}")
        product = text.emit(f"arith.mulf {value}, {factor} : {of(shape, 'f32')}")
        total = text.emit(f"arith.addf {total}, {product} : {of(shape, 'f32')}")
    at, mask = text.access("%out", shape, masked)
    text.lines.append(f"  tt.store {at}, {total}{f', {mask}' if mask else ''} : {of(shape, '!tt.ptr<f32>')}")
    pointers = [f"%x{i}: !tt.ptr<f32>" for i in range(len(operands))]
    parameters = ", ".join([*pointers, "%out: !tt.ptr<f32>", *(f"%n{d}: i32" for d in range(len(shape)))])
    lines = "\n".join(["  %zero = arith.constant 0 : i32", *text.lines])
    return f"tt.func public @k({parameters}) {{\n{lines}\n  tt.return\n}}"


@st.composite
def blocks(draw):
    """A tile, the shapes of its operands, which dimensions are masked, and how many elements of each are kept."""
    shape = tuple(draw(st.lists(SIZES, min_size=1, max_size=4).filter(lambda s: np.prod(s) <= 4096)))
    kept = st.tuples(*(st.sampled_from([1, n]) for n in shape))
    operands = draw(st.lists(kept, min_size=1, max_size=3))
    masked = draw(st.lists(st.booleans(), min_size=len(shape), max_size=len(shape)))
    return shape, operands, masked, [draw(st.integers(0, n + 1)) for n in shape]


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(blocks())
def test_broadcast_blocks(case):
    shape, operands, masked, bounds = case
    rng = np.random.default_rng(0)
    inputs = [rng.integers(-9, 9, operand).astype(np.float32) for operand in operands]
    expected = np.zeros(shape, np.float32)
    for number, x in enumerate(inputs):
        read = np.where(kept(x.shape, masked, bounds), x, np.float32(-1))
        expected += np.broadcast_to(read, shape) * (number + 1)
    expected = np.where(kept(shape, masked, bounds), expected, np.float32(77))
    out = np.full(shape, 77, np.float32)
    triton_shared.compile(kernel(shape, operands, masked))[(1,)](
        *(x.reshape(-1) for x in inputs), out.reshape(-1), *bounds
    )
    np.testing.assert_array_equal(out, expected)


def kept(shape: tuple[int, ...], masked: list[bool], bounds: list[int]) -> np.ndarray:
    """Which elements of a block of ``shape`` the mask keeps."""
    indices = np.indices(shape)
    return np.all(
        [indices[d] < (n if m else shape[d]) for d, (m, n) in enumerate(zip(masked, bounds, strict=True))],
        axis=0,
    )


@settings(max_examples=examples(20), deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([4, 8]), min_size=1, max_size=2), st.data())
def test_what_is_only_read_has_no_buffer(outer, data):
    """Of unmasked blocks whose rows are whole vectors only the result is held, however they are broadcast."""
    if target.native_target().lanes(32) == 1:
        pytest.skip("a machine without vectors has no rows of them")
    shape = (*outer, 64)
    one = st.tuples(*(st.sampled_from([1, n]) for n in outer), st.sampled_from([1, 64]))
    operands = data.draw(st.lists(one, min_size=1, max_size=4))
    text = kernel(shape, operands, [False] * len(shape))
    assert build(text, "-", None).scratch_bytes <= 4 * np.prod(shape)
