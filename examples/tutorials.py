"""The table of the tutorial kernels: data, grid, oracle, tolerance and costs of every example.

Each kernel has one function here that makes a `Launch` for an element type and sizes.  Its oracle computes in
f64 and states for every output how far the kernel may be off; the limits are built from

* ``u``, the unit roundoff of f32, in which the kernels compute whatever their element type, and
* the unit roundoff of the output's own type: one rounding when it is stored.

`TUTORIALS` lists them, `cases` gives all (kernel, element type, sizes) to run.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from examples.elements import ELEMENTS, F32, Element, rand

DIRECTORY = Path(__file__).parent
u = F32.unit


class Output(NamedTuple):
    """An array that a kernel writes: floats of type ``element``, or integers (``None``)."""

    array: np.ndarray
    element: Element | None

    def values(self) -> np.ndarray:
        """What the array holds now, in f64."""
        decoded = self.array if self.element is None else self.element.decode(self.array)
        return decoded.astype(np.float64)


class Expected(NamedTuple):
    """What an output should hold, and how far each element may be off (absolute; an array or one number)."""

    value: np.ndarray
    limit: np.ndarray | float

    def compare(self, got: np.ndarray) -> tuple[float, float]:
        """Largest error of ``got``, absolute and as a part of its limit; a stray NaN is infinitely wrong."""
        value = np.asarray(self.value, dtype=np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            error = np.abs(got - value)
            part = error / self.limit
        right = (got == value) | (np.isnan(got) & np.isnan(value))
        error, part = (np.where(right, 0.0, np.where(np.isnan(e), np.inf, e)) for e in (error, part))
        return error.max(), part.max()


class Launch(NamedTuple):
    """One launch, ready to go: ``kernel[grid](*args)``.

    ``oracle`` gives what each of ``outputs`` should hold after the first launch.  ``numpy`` is the program
    that a numpy user would write, on f32 copies of the data: numpy has no bf16 and is slow in f16.
    ``bytes`` must move at least, ``flops`` are computed.  ``keep`` holds arrays that only an address in
    ``args`` refers to.
    """

    grid: tuple[int, ...]
    args: tuple[Any, ...]
    outputs: dict[str, Output]
    oracle: Callable[[], dict[str, Expected]]
    numpy: Callable[[], Any]
    bytes: int
    flops: int
    keep: tuple[np.ndarray, ...] = ()

    def errors(self) -> tuple[float, float]:
        """The largest absolute error of all outputs, and the largest error as a part of its limit.

        The launch is right if the latter is at most 1.
        """
        found = [expected.compare(self.outputs[name].values()) for name, expected in self.oracle().items()]
        return max(error for error, _ in found), max(part for _, part in found)


class Tutorial(NamedTuple):
    """An example with its files ``<name>.<element>.mlir``, one for each of ``elements``.

    ``kernel`` is the function in them, ``tolerance`` says where the limits of the oracle come from, ``sizes``
    are the cases to check, ``big`` is the one to time.
    """

    kernel: str
    make: Callable[..., Launch]
    tolerance: str
    sizes: tuple[dict[str, int], ...]
    big: dict[str, int]
    elements: tuple[str, ...] = tuple(ELEMENTS)


class Case(NamedTuple):
    """One tutorial at one element type and size."""

    name: str
    element: str
    sizes: dict[str, int]

    @property
    def path(self) -> Path:
        """The file with the kernel's Triton IR."""
        return DIRECTORY / f"{self.name}.{self.element}.mlir"

    @property
    def shape(self) -> str:
        """The sizes as text."""
        return " ".join(f"{k}={v}" for k, v in self.sizes.items())

    def launch(self, seed: int = 0) -> Launch:
        """Arguments, grid and oracle, on random data that depend on ``seed`` only."""
        return TUTORIALS[self.name].make(ELEMENTS[self.element], np.random.default_rng(seed), **self.sizes)


def cases(pattern: str = "", *, big: bool = False) -> Iterator[Case]:
    """All cases whose file name holds ``pattern``; with ``big`` the one to time of each file instead."""
    for name, tutorial in TUTORIALS.items():
        for element in tutorial.elements:
            if pattern in f"{name}.{element}.mlir":
                yield from (Case(name, element, s) for s in ((tutorial.big,) if big else tutorial.sizes))


def cdiv(a: int, b: int) -> int:
    """``a / b`` rounded up."""
    return -(-a // b)


def normal(element: Element, rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Normally distributed f32 values that ``element`` holds exactly."""
    return element.round(rng.standard_normal(shape, dtype=np.float32))


def empty(element: Element, *shape: int) -> Output:
    """An output full of NaN, so that what a kernel leaves out is seen."""
    return Output(element.encode(np.full(shape, np.nan, dtype=np.float32)), element)


def stored(element: Element, value: np.ndarray, error: np.ndarray | float) -> Expected:
    """``value`` computed with an absolute error of at most ``error``, then rounded once to ``element``."""
    return Expected(value, error + element.unit * (np.abs(value) + error) + element.tiny / 2)


def vector_add(element: Element, rng: np.random.Generator, n: int) -> Launch:
    """``out = x + y``."""
    x, y, out = normal(element, rng, n), normal(element, rng, n), empty(element, n)
    total = np.empty_like(x)
    return Launch(
        grid=(cdiv(n, 1024),),
        args=(element.encode(x), element.encode(y), out.array, n),
        outputs={"out": out},
        oracle=lambda: {"out": Expected(element.round(x.astype(np.float64) + y), 0.0)},
        numpy=lambda: np.add(x, y, out=total),
        bytes=3 * n * element.storage.itemsize,
        flops=n,
    )


def softmax(element: Element, rng: np.random.Generator, rows: int, cols: int, pad: int) -> Launch:
    """Softmax of every row; ``pad`` elements lie between the rows of x."""
    x, out = normal(element, rng, rows, cols + pad), empty(element, rows, cols)

    def program(x: np.ndarray) -> np.ndarray:
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def oracle() -> dict[str, Expected]:
        y = program(x[:, :cols].astype(np.float64))
        return {"out": stored(element, y, 64 * u * y)}

    return Launch(
        grid=(min(rows, 64),),
        args=(out.array, element.encode(x), cols, cols + pad, rows, cols),
        outputs={"out": out},
        oracle=oracle,
        numpy=lambda: program(x[:, :cols]),
        bytes=2 * rows * cols * element.storage.itemsize,
        flops=5 * rows * cols,
    )


def product(element: Element, a: np.ndarray, b: np.ndarray) -> Expected:
    """``a @ b``; the roundings of a sum of K products add up as a random walk of sqrt(K) steps does."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    return stored(element, a @ b, u * (1 + a.shape[-1] ** 0.5) * (np.abs(a) @ np.abs(b)))


def matmul(
    element: Element, rng: np.random.Generator, m: int, n: int, k: int, *, grid: Callable[[int, int], tuple]
) -> Launch:
    """``c = a @ b``; ``grid`` is told the numbers of blocks in a column and in a row of c."""
    a, b, c = normal(element, rng, m, k), normal(element, rng, k, n), empty(element, m, n)
    return Launch(
        grid=grid(cdiv(m, 64), cdiv(n, 64)),
        args=(element.encode(a), element.encode(b), c.array, m, n, k, k, n, n),
        outputs={"c": c},
        oracle=lambda: {"c": product(element, a, b)},
        numpy=lambda: np.matmul(a, b),
        bytes=(m * k + k * n + m * n) * element.storage.itemsize,
        flops=2 * m * n * k,
    )


def layer_norm(element: Element, rng: np.random.Generator, rows: int, cols: int) -> Launch:
    """Forward layer norm with its mean and 1 / standard deviation."""
    x = element.round(normal(element, rng, rows, cols) * 2.3 - 0.5)
    w, b = normal(element, rng, cols), normal(element, rng, cols)
    y, mean, rstd = empty(element, rows, cols), empty(F32, rows), empty(F32, rows)
    eps = np.float32(1e-5)

    def program(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, ...]:
        mean = x.mean(axis=1, keepdims=True)
        centred = x - mean
        rstd = 1 / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + eps)
        return centred * rstd * w + b, mean, rstd

    def oracle() -> dict[str, Expected]:
        wide = x.astype(np.float64)
        want, m, r = program(wide, w.astype(np.float64), b.astype(np.float64))
        mean_error = 16 * u * np.abs(wide).mean(axis=1, keepdims=True)
        error = 32 * u * (np.abs((wide - m) * r * w) + np.abs(b)) + (
            mean_error + u * np.abs(wide)
        ) * r * np.abs(w)
        return {
            "y": stored(element, want, error),
            "mean": stored(F32, m[:, 0], mean_error[:, 0]),
            "rstd": stored(F32, r[:, 0], (32 * u + mean_error * r * 2)[:, 0] * r[:, 0]),
        }

    return Launch(
        grid=(rows,),
        args=(
            element.encode(x),
            y.array,
            element.encode(w),
            element.encode(b),
            mean.array,
            rstd.array,
            cols,
            cols,
            eps,
        ),
        outputs={"y": y, "mean": mean, "rstd": rstd},
        oracle=oracle,
        numpy=lambda: program(x, w, b),
        bytes=2 * rows * cols * element.storage.itemsize,
        flops=8 * rows * cols,
    )


GROUP = 64  # partial sums of dw and db in the backward pass


def layer_norm_backward_dx(element: Element, rng: np.random.Generator, rows: int, cols: int) -> Launch:
    """dx, and dw and db summed over each of `GROUP` groups of rows; rows r, r + GROUP, … share a group."""
    x, dy, w = normal(element, rng, rows, cols), normal(element, rng, rows, cols), normal(element, rng, cols)
    mean = x.mean(axis=1, dtype=np.float64).astype(np.float32)
    rstd = (1 / np.sqrt(x.var(axis=1, dtype=np.float64) + 1e-5)).astype(np.float32)
    dx, dw, db = empty(element, rows, cols), empty(F32, GROUP, cols), empty(F32, GROUP, cols)
    locks = np.zeros(2 * GROUP, dtype=np.int32)

    def program(x: np.ndarray, dy: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, ...]:
        x_hat = (x - mean[:, None]) * rstd[:, None]
        wdy = w * dy
        c1 = (x_hat * wdy).mean(axis=1, keepdims=True)
        dx = (wdy - x_hat * c1 - wdy.mean(axis=1, keepdims=True)) * rstd[:, None]
        return dx, dy * x_hat

    def sums(terms: np.ndarray) -> Expected:
        """The sums of each group of rows; a group without rows is left alone, and so NaN."""
        value, error = np.full((GROUP, cols), np.nan), np.zeros((GROUP, cols))
        for group in range(min(GROUP, rows)):
            value[group] = terms[group::GROUP].sum(axis=0)
            error[group] = u * (4 + cdiv(rows, GROUP)) * np.abs(terms[group::GROUP]).sum(axis=0)
        return Expected(value, error)

    def oracle() -> dict[str, Expected]:
        wide_x, wide_dy, wide_w = (t.astype(np.float64) for t in (x, dy, w))
        want, dw_terms = program(wide_x, wide_dy, wide_w)
        size = np.abs(wide_w * wide_dy) + (1 + np.abs(wide_x)) * np.abs(wide_w * wide_dy).mean(
            axis=1, keepdims=True
        )
        filled = np.concatenate([np.zeros(GROUP), np.arange(GROUP) < rows])
        return {
            "dx": stored(element, want, 64 * u * size * rstd[:, None]),
            "dw": sums(dw_terms),
            "db": sums(wide_dy),
            "locks": Expected(filled, 0.0),
        }

    def in_numpy() -> tuple[np.ndarray, ...]:
        dx, dw_terms = program(x, dy, w)
        return dx, dw_terms.sum(axis=0), dy.sum(axis=0)

    inputs = (element.encode(x), element.encode(w), mean, rstd, locks)
    return Launch(
        grid=(rows,),
        args=(dx.array, element.encode(dy), dw.array, db.array, *inputs, cols, cols),
        outputs={"dx": dx, "dw": dw, "db": db, "locks": Output(locks, None)},
        oracle=oracle,
        numpy=in_numpy,
        bytes=3 * rows * cols * element.storage.itemsize,
        flops=14 * rows * cols,
    )


def layer_norm_backward_dwdb(element: Element, rng: np.random.Generator, rows: int, cols: int) -> Launch:
    """The sums of ``rows`` partial sums of dw and db, which are f32."""
    partial_dw, partial_db = normal(F32, rng, rows, cols), normal(F32, rng, rows, cols)
    dw, db = empty(element, cols), empty(element, cols)

    def total(terms: np.ndarray) -> Expected:
        error = u * (1 + rows**0.5) * np.abs(terms).sum(axis=0)
        return stored(element, terms.sum(axis=0, dtype=np.float64), error)

    return Launch(
        grid=(cdiv(cols, 128),),
        args=(partial_dw, partial_db, dw.array, db.array, rows, cols),
        outputs={"dw": dw, "db": db},
        oracle=lambda: {"dw": total(partial_dw), "db": total(partial_db)},
        numpy=lambda: (partial_dw.sum(axis=0), partial_db.sum(axis=0)),
        bytes=8 * rows * cols + 2 * cols * element.storage.itemsize,
        flops=2 * rows * cols,
    )


def dropout(element: Element, rng: np.random.Generator, n: int) -> Launch:
    """``out = keep ? x / (1 - p) : 0`` with ``keep`` given as int32; any value but 0 keeps."""
    x, out, p = normal(element, rng, n), empty(element, n), np.float32(0.3)
    keep = rng.integers(-1, 2, n, dtype=np.int32)

    def oracle() -> dict[str, Expected]:
        want = np.where(keep != 0, x.astype(np.float64) / (1.0 - float(p)), 0.0)
        return {"out": stored(element, want, 6 * u * np.abs(want))}

    return Launch(
        grid=(cdiv(n, 1024),),
        args=(element.encode(x), keep, out.array, n, p),
        outputs={"out": out},
        oracle=oracle,
        numpy=lambda: np.where(keep != 0, x / (1 - p), np.float32(0)),
        bytes=n * (2 * element.storage.itemsize + 4),
        flops=n,
    )


def seeded_dropout(element: Element, rng: np.random.Generator, n: int) -> Launch:
    """``out = rand(seed, i) > p ? x / (1 - p) : 0``."""
    x, out, p, seed = normal(element, rng, n), empty(element, n), np.float32(0.5), 123

    def oracle() -> dict[str, Expected]:
        want = np.where(rand(seed, np.arange(n)) > p, x.astype(np.float64) / (1.0 - float(p)), 0.0)
        return {"out": stored(element, want, 6 * u * np.abs(want))}

    generator = np.random.Generator(np.random.Philox(seed))
    return Launch(
        grid=(cdiv(n, 1024),),
        args=(element.encode(x), out.array, n, p, seed),
        outputs={"out": out},
        oracle=oracle,
        numpy=lambda: np.where(generator.random(n, dtype=np.float32) > p, x / (1 - p), np.float32(0)),
        bytes=2 * n * element.storage.itemsize,
        flops=n,
    )


HEAD_DIM = 64


def attention(
    element: Element, rng: np.random.Generator, batch: int, heads: int, length: int, *, causal: bool
) -> Launch:
    """Forward attention and the log2 of the sums of exponentials."""
    shape = (batch, heads, length, HEAD_DIM)
    q, k, v = (normal(element, rng, *shape) for _ in range(3))
    out, lse, scale = empty(element, *shape), empty(F32, *shape[:3]), np.float32(HEAD_DIM**-0.5)
    strides = (heads * length * HEAD_DIM, length * HEAD_DIM, HEAD_DIM)
    unseen = np.triu(np.ones((length, length), dtype=bool), 1)

    def program(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        scores = (q @ k.swapaxes(-1, -2)) * scale
        if causal:
            scores[..., unseen] = -np.inf
        top = scores.max(axis=-1, keepdims=True)
        e = np.exp(scores - top)
        total = e.sum(axis=-1, keepdims=True)
        return (e / total) @ v, (top + np.log(total))[..., 0]

    def oracle() -> dict[str, Expected]:
        want, log_sum = program(*(t.astype(np.float64) for t in (q, k, v)))
        weights = 64 * u + (element.unit if element is not F32 else 0.0)
        return {
            "out": stored(element, want, weights * np.abs(v).max()),
            "lse": stored(F32, log_sum / np.log(2.0), 64 * u),
        }

    return Launch(
        grid=(cdiv(length, 64), batch * heads),
        args=(*map(element.encode, (q, k, v)), lse.array, out.array, scale, *strides * 4, heads, length),
        outputs={"out": out, "lse": lse},
        oracle=oracle,
        numpy=lambda: program(q, k, v),
        bytes=4 * q.size * element.storage.itemsize,
        flops=4 * q.size * length // (2 if causal else 1),
    )


def grouped_gemm(element: Element, rng: np.random.Generator, count: int, base: int) -> Launch:
    """``count`` products of unlike sizes around ``base`` (odd ones too), on 5 programs."""
    sizes = np.array(
        [(base + 16 * g, base + 37 * g, base // (g + 1) + g) for g in range(count)], dtype=np.int32
    )
    a = [normal(element, rng, m, k) for m, _, k in sizes]
    b = [normal(element, rng, k, n) for _, n, k in sizes]
    c = [empty(element, m, n) for m, n, _ in sizes]
    arrays = [list(map(element.encode, a)), list(map(element.encode, b)), [o.array for o in c]]
    addresses = [np.array([t.ctypes.data for t in ts], dtype=np.int64) for ts in arrays]
    strides = np.ascontiguousarray(sizes[:, [2, 1, 1]])
    return Launch(
        grid=(5,),
        args=(*addresses, sizes, strides, count),
        outputs={f"c{g}": o for g, o in enumerate(c)},
        oracle=lambda: {f"c{g}": product(element, *ab) for g, ab in enumerate(zip(a, b, strict=True))},
        numpy=lambda: [x @ y for x, y in zip(a, b, strict=True)],
        bytes=sum(t.nbytes for ts in arrays for t in ts),
        flops=2 * int(np.prod(sizes.astype(np.int64), axis=1).sum()),
        keep=(*arrays[0], *arrays[1]),
    )


by_group = functools.partial(matmul, grid=lambda blocks_m, blocks_n: (blocks_m * blocks_n,))
by_block = functools.partial(matmul, grid=lambda blocks_m, blocks_n: (blocks_m, blocks_n))
bidirectional = functools.partial(attention, causal=False)
causal = functools.partial(attention, causal=True)

LENGTHS = ({"n": 1}, {"n": 1000}, {"n": 1024}, {"n": 4099})
ROWS = ({"rows": 1, "cols": 1}, {"rows": 67, "cols": 781}, {"rows": 130, "cols": 1024})
PADDED = tuple(sizes | {"pad": pad} for sizes, pad in zip(ROWS, (0, 3, 0), strict=True))
PRODUCTS = (
    {"m": 64, "n": 64, "k": 64},
    {"m": 1, "n": 1, "k": 1},
    {"m": 61, "n": 130, "k": 67},
    {"m": 200, "n": 70, "k": 64},
    {"m": 577, "n": 192, "k": 96},
)
SEQUENCES = (
    {"batch": 1, "heads": 1, "length": 64},
    {"batch": 1, "heads": 2, "length": 7},
    {"batch": 2, "heads": 3, "length": 200},
)
LONG, WIDE, CUBE = {"n": 1 << 24}, {"rows": 4096, "cols": 1024}, {"m": 1024, "n": 1024, "k": 1024}
EXACT = "none: the sum is rounded once, so every bit is given"
RANDOM_WALK = "u (1 + sqrt K) |a| @ |b|: the roundings of K additions in any order, as a random walk"
DIVISION = "6 u: a difference and a division of up to 2 ulp"
WEIGHTED = (
    "64 u of max |v|: scores (64 products, scaled), exp2 and sums enter the weights; "
    "weights are rounded to the element type before they meet v"
)

TUTORIALS = {
    "vector_add": Tutorial("vector_add", vector_add, EXACT, LENGTHS, LONG),
    "vector_add_triton_2_1": Tutorial("vector_add_0d1d2d3", vector_add, EXACT, LENGTHS, LONG, ("f32",)),
    "vector_add_triton_2_2": Tutorial("vector_add_0d1d2d3", vector_add, EXACT, LENGTHS, LONG, ("f32",)),
    "softmax": Tutorial(
        "softmax", softmax,
        "64 u: exp of 2 ulp, the rounding of its argument (|x - max| < 16), a sum of 1024 positive terms",
        PADDED, WIDE | {"pad": 0},
    ),
    "matmul": Tutorial("matmul", by_group, RANDOM_WALK, PRODUCTS, CUBE),
    "matmul_block_ptr": Tutorial("matmul_block_ptr", by_block, RANDOM_WALK, PRODUCTS, CUBE),
    "matmul_block_ptr_triton_2_1": Tutorial(
        "matmul_block_ptr_0d1d2d345678", by_block, RANDOM_WALK, PRODUCTS, CUBE, ("f16",)
    ),
    "matmul_block_ptr_triton_2_2": Tutorial(
        "matmul_block_ptr_0d1d2d345678", by_block, RANDOM_WALK, PRODUCTS, CUBE, ("f16",)
    ),
    "layer_norm": Tutorial(
        "layer_norm", layer_norm,
        "16 u of the mean |x| for the mean, 32 u of each term: sums in many lanes, sqrt, division",
        (*ROWS, {"rows": 5, "cols": 2500}), WIDE,
    ),
    "layer_norm_backward_dx": Tutorial(
        "layer_norm_backward_dx", layer_norm_backward_dx,
        "64 u of the terms of dx, as in the forward pass; (4 + rows / 64) u of the terms of dw and db",
        (*ROWS, {"rows": 200, "cols": 100}), WIDE,
    ),
    "layer_norm_backward_dwdb": Tutorial(
        "layer_norm_backward_dwdb", layer_norm_backward_dwdb,
        "u (1 + sqrt rows) of the sum of |terms|: a random walk",
        ROWS, {"rows": 64, "cols": 8192},
    ),
    "dropout": Tutorial("dropout", dropout, DIVISION, LENGTHS, LONG),
    "seeded_dropout": Tutorial("seeded_dropout", seeded_dropout, DIVISION, LENGTHS, LONG),
    "attention": Tutorial(
        "attention", bidirectional, WEIGHTED, SEQUENCES, {"batch": 1, "heads": 8, "length": 1024}
    ),
    "attention_causal": Tutorial(
        "attention", causal, WEIGHTED, SEQUENCES, {"batch": 1, "heads": 8, "length": 1024}
    ),
    "grouped_gemm": Tutorial(
        "grouped_gemm", grouped_gemm, RANDOM_WALK,
        ({"count": 1, "base": 64}, {"count": 4, "base": 100}), {"count": 4, "base": 512},
    ),
}  # fmt: skip
