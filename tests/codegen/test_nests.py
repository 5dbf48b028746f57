"""Random loop nests against numpy: any rank, permuted, broadcast and fixed dimensions, masks, reductions.

What one nest writes the next one reads, so that nests over buffers of the kernel itself come about as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples

TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
SIZES = ((1, 2, 4), (2,), (1, 2, 3, 5), (2, 4, 16), (1, 3, 8, 40))
MOST_ELEMENTS = 4096
GARBAGE, PAD = 77, 5


@dataclass(frozen=True)
class Read:
    """An input: per dimension the loop that indexes it, or a fixed index as ``~index``; elements that exist, as begin
    and size; how many elements of no interest lie in memory behind each row.
    """

    dims: tuple[int, ...]
    shape: tuple[int, ...]
    kept: tuple[tuple[int, int], ...] | None = None
    gap: int = 0

    def values(self, array: np.ndarray, extents: tuple[int, ...]) -> np.ndarray:
        """What is read at every point of the loops."""
        if self.kept is not None:
            inside = np.zeros(self.shape, bool)
            inside[tuple(slice(low, low + size) for low, size in self.kept)] = True
            array = np.where(inside, array, array.dtype.type(PAD))
        grid = np.indices(extents, sparse=True)
        at = tuple(np.asarray(~d) if d < 0 else grid[d] for d in self.dims)
        return np.broadcast_to(array[at] if at else array, extents)


@dataclass(frozen=True)
class Nest:
    """Loops over ``extents``, of which those not in ``written`` are reduced; the sum of all inputs and an index.

    The first ``reread`` inputs are what the nest before wrote.
    """

    type: str
    extents: tuple[int, ...]
    written: tuple[int, ...]
    reads: tuple[Read, ...]
    reread: int
    indexed: int | None

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result."""
        return tuple(self.extents[d] for d in self.written)

    def expected(self, arrays: list[np.ndarray]) -> np.ndarray:
        """What numpy makes of it."""
        total = np.zeros(self.extents, TYPES[self.type])
        for number, (read, array) in enumerate(zip(self.reads, arrays, strict=True)):
            total += read.values(array, self.extents) * np.array(2 * number + 1).astype(total.dtype)
        if self.indexed is not None:
            total ^= np.indices(self.extents)[self.indexed].astype(total.dtype)
        reduced = tuple(d for d in range(len(self.extents)) if d not in self.written)
        total = np.bitwise_xor.reduce(total, axis=reduced) if reduced else total
        kept = [d for d in range(len(self.extents)) if d in self.written]
        return total.transpose([kept.index(d) for d in self.written])

    def text(self, operands: list[str], name: str) -> str:
        """``%name`` is the nest's result for ``operands``."""
        loops = ", ".join(f"d{d}" for d in range(len(self.extents)))
        every = [*(r.dims for r in self.reads), self.written]
        maps = [
            f"affine_map<({loops}) -> ({', '.join(f'd{d}' if d >= 0 else str(~d) for d in dims)})>"
            for dims in every
        ]
        kinds = ", ".join(
            '"parallel"' if d in self.written else '"reduction"' for d in range(len(self.extents))
        )
        t, block = self.type, tensor(self.shape, self.type)
        arguments = ", ".join(f"%i{n}: {t}" for n in range(len(self.reads)))
        body = [f"%s0 = arith.constant 0 : {t}"]
        for n in range(len(self.reads)):
            body.append(f"%c{n} = arith.constant {2 * n + 1} : {t}")
            body.append(f"%m{n} = arith.muli %i{n}, %c{n} : {t}")
            body.append(f"%s{n + 1} = arith.addi %s{n}, %m{n} : {t}")
        last = f"%s{len(self.reads)}"
        if self.indexed is not None:
            body.append(f"%at = linalg.index {self.indexed} : index")
            body.append(f"%number = arith.index_cast %at : index to {t}")
            body.append(f"%x = arith.xori {last}, %number : {t}")
            last = "%x"
        body.append(f"%r = arith.xori %old, {last} : {t}")
        body.append(f"linalg.yield %r : {t}")
        types = ", ".join(tensor(r.shape, t) for r in self.reads)
        lines = "\n        ".join(body)
        return f"""
    %{name}e = tensor.empty() : {block}
    %{name}z = arith.constant 0 : {t}
    %{name}f = linalg.fill ins(%{name}z : {t}) outs(%{name}e : {block}) -> {block}
    %{name} = linalg.generic {{indexing_maps = [{", ".join(maps)}], iterator_types = [{kinds}]}}
        ins({", ".join(operands)} : {types}) outs(%{name}f : {block}) {{
      ^bb0({arguments}, %old: {t}):
        {lines}
    }} -> {block}"""


def tensor(shape: tuple[int, ...], type: str, kind: str = "tensor") -> str:
    return f"{kind}<{'x'.join([*map(str, shape), type])}>"


def strides_of(shape: tuple[int, ...], gap: int) -> list[int]:
    """Strides of a block with ``gap`` elements behind each row."""
    padded = [*shape[:-1], *(n + gap for n in shape[-1:])]
    return [prod(padded[d + 1 :]) for d in range(len(shape))]


def in_memory(values: np.ndarray, gap: int) -> np.ndarray:
    """``values`` and ``gap`` elements of garbage behind each row."""
    if values.ndim == 0:
        return values.copy()
    return np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, gap)], constant_values=GARBAGE)


def load(number: int, read: Read, type: str) -> str:
    """``%t<number>``: the argument ``%a<number>`` as a tensor, with padding for the elements that do not exist."""
    n, shape = number, read.shape
    strides = strides_of(shape, read.gap)
    block = tensor(shape, type, "memref")
    whole = f"memref<{'x'.join([*map(str, shape), type])}, strided<{strides}>>"
    text = f"""
    %v{n} = memref.reinterpret_cast %a{n} to offset: [0], sizes: {list(shape)}, strides: {strides}
      : memref<*x{type}> to {whole}
    %b{n} = memref.alloc() : {block}"""
    if read.kept is None:
        text += f"\n    memref.copy %v{n}, %b{n} : {whole} to {block}"
    else:
        low, size = ([f"%k{n}_{d}_{i}" for d in range(len(shape))] for i in (0, 1))
        ones, free = [1] * len(shape), "x".join(["?"] * len(shape) + [type])
        part, kept = (f"memref<{free}, strided<{strides_of(shape, g)}, offset: ?>>" for g in (read.gap, 0))
        for d, (begin, count) in enumerate(read.kept):
            # values that nothing but the running kernel knows
            text += f"""
    {low[d]}c = arith.constant {begin} : i32
    {low[d]}s = arith.addi {low[d]}c, %zero : i32
    {low[d]} = arith.index_cast {low[d]}s : i32 to index
    {size[d]}c = arith.constant {count} : i32
    {size[d]}s = arith.addi {size[d]}c, %zero : i32
    {size[d]} = arith.index_cast {size[d]}s : i32 to index"""
        where = f"[{', '.join(low)}] [{', '.join(size)}] {ones}"
        text += f"""
    %p{n} = arith.constant {PAD} : {type}
    linalg.fill ins(%p{n} : {type}) outs(%b{n} : {block})
    %w{n} = memref.subview %v{n}{where} : {whole} to {part}
    %u{n} = memref.subview %b{n}{where} : {block} to {kept}
    memref.copy %w{n}, %u{n} : {part} to {kept}"""
    return (
        text
        + f"\n    %t{n} = bufferization.to_tensor %b{n} restrict writable : {block} to {tensor(shape, type)}"
    )


def kernel(nests: list[Nest], loaded: list[Read], gap: int) -> str:
    """A kernel of the shared form that runs ``nests`` one after the other."""
    type = nests[0].type
    body, taken = [load(n, read, type) for n, read in enumerate(loaded)], iter(range(len(loaded)))
    for number, nest in enumerate(nests):
        operands = [f"%r{number - 1}"] * nest.reread
        operands += [f"%t{next(taken)}" for _ in nest.reads[nest.reread :]]
        body.append(nest.text(operands, f"r{number}"))
    shape = nests[-1].shape
    strides = strides_of(shape, gap)
    out = f"memref<{'x'.join([*map(str, shape), type])}, strided<{strides}>>"
    arguments = "".join(f"%a{n}: memref<*x{type}>, " for n in range(len(loaded)))
    return f"""
  func.func @nest({arguments}%out: memref<*x{type}>, %zero: i32,
                  %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
{"".join(body)}
    %o = memref.reinterpret_cast %out to offset: [0], sizes: {list(shape)}, strides: {strides}
      : memref<*x{type}> to {out}
    bufferization.materialize_in_destination %r{len(nests) - 1} in writable %o
      : ({tensor(shape, type)}, {out}) -> ()
    return
  }}"""


@st.composite
def reads(draw: st.DrawFn, extents: tuple[int, ...]) -> Read:
    """An input of a nest over ``extents``."""
    kept = [d for d in range(len(extents)) if draw(st.integers(0, 3))]
    if not draw(st.integers(0, 2)):
        kept = draw(st.permutations(kept))
    dims, sizes = list(kept), [extents[d] for d in kept]
    if draw(st.booleans()):
        at, size = draw(st.integers(0, len(dims))), draw(st.sampled_from((1, 2, 3)))
        dims.insert(at, ~draw(st.integers(0, size - 1)))
        sizes.insert(at, size)
    gap = draw(st.sampled_from((0, 0, 1)))
    if draw(st.integers(0, 2)) or not dims:
        return Read(tuple(dims), tuple(sizes), gap=gap)
    lows = [draw(st.sampled_from((0, draw(st.integers(0, n - 1))))) for n in sizes]
    counts = [
        draw(st.sampled_from((n - low, draw(st.integers(0, n - low)))))
        for n, low in zip(sizes, lows, strict=True)
    ]
    return Read(tuple(dims), tuple(sizes), tuple(zip(lows, counts, strict=True)), gap)


@st.composite
def rereads(draw: st.DrawFn, extents: tuple[int, ...], shape: tuple[int, ...]) -> Read:
    """An input of ``shape``: each dimension moved by a loop over ``extents`` of that size, or fixed."""
    dims = []
    for size in shape:
        loops = [d for d, n in enumerate(extents) if n == size]
        fixed = not loops or not draw(st.integers(0, 4))
        dims.append(~draw(st.integers(0, size - 1)) if fixed else draw(st.sampled_from(loops)))
    return Read(tuple(dims), shape)


@st.composite
def exchanges(draw: st.DrawFn, shape: tuple[int, ...]) -> list[Read]:
    """A tensor of ``shape`` read whole and at both ends of one dimension, as sorting networks do."""
    dims, axis = tuple(range(len(shape))), draw(st.integers(0, len(shape) - 1))
    ends = [tuple(~end if d == axis else d for d in dims) for end in (0, shape[axis] - 1)]
    return [Read(d, shape) for d in (*ends, dims)]


@st.composite
def nests(draw: st.DrawFn, type: str, sizes: tuple[int, ...], before: Nest | None) -> Nest:
    """A nest that reads what ``before`` wrote, once or (maybe) three times."""
    extents = list(before.shape) if before else []
    exchange = bool(extents) and draw(st.booleans())
    for size in (
        [] if exchange else draw(st.lists(st.sampled_from(sizes), min_size=1 - bool(extents), max_size=7))
    ):
        if prod(extents) * size <= MOST_ELEMENTS and len(extents) < 8:
            extents.insert(draw(st.integers(0, len(extents))), size)
    extents = tuple(extents)
    dims = list(range(len(extents)))
    written = [d for d in dims if draw(st.integers(0, 5))] if draw(st.booleans()) else dims
    if not draw(st.integers(0, 3)):
        written = draw(st.permutations(written))
    inputs = (
        draw(exchanges(extents)) if exchange else [draw(rereads(extents, before.shape))] if before else []
    )
    reread = len(inputs)
    if not exchange:
        inputs += [Read(tuple(dims), extents)]  # loops have the extents that inputs give them
        inputs += draw(st.lists(reads(extents), max_size=2))
    indexed = draw(st.sampled_from([None, None, *dims]))
    return Nest(type, extents, tuple(written), tuple(inputs), reread, indexed)


@st.composite
def programs(draw: st.DrawFn) -> list[Nest]:
    """One to four nests in a row."""
    type, sizes = draw(st.sampled_from(list(TYPES))), draw(st.sampled_from(SIZES))
    found: list[Nest | None] = [None]
    for _ in range(draw(st.integers(1, 4))):
        found.append(draw(nests(type, sizes, found[-1])))
    return found[1:]


@settings(
    max_examples=examples(60, "TRITON_SHARED_TEST_PROGRAMS"),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(programs(), st.sampled_from((0, 0, 1)), st.integers(0, 2**32 - 1))
def test_random_nests(program, gap, seed):
    rng = np.random.default_rng(seed)
    kind = TYPES[program[0].type]
    loaded = [read for nest in program for read in nest.reads[nest.reread :]]
    arrays = [rng.integers(-100, 100, read.shape).astype(kind) for read in loaded]
    taken, result = iter(arrays), None
    for nest in program:
        fresh = [next(taken) for _ in nest.reads[nest.reread :]]
        result = nest.expected([result] * nest.reread + fresh)
    out = in_memory(np.full(result.shape, GARBAGE, kind), gap)
    memory = [in_memory(array, read.gap) for array, read in zip(arrays, loaded, strict=True)]
    triton_shared.compile(kernel(program, loaded, gap))[(1,)](*memory, out, 0)
    np.testing.assert_array_equal(out, in_memory(result, gap))
