"""Matrix products in a loop over the inner dimension, as TTIR: how operands lie and are loaded varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from tests.support.memory import guarded
from tests.support.ttir import Writer, tensor

DTYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
}


@dataclass(frozen=True)
class Gemm:
    """``c[M, N] = a[M, K] @ b[K, N]``, a program for each block of c, whose number in x and y is that of the block.

    Attributes:
        m, n, k: the block of c, and the step along K.
        element: type of a's elements in memory.
        of_b: type of b's elements in memory, where it is another one; they are cast.
        order: for a and b, and for c if there is a third letter, "r" if rows are contiguous, "c" if columns are.
        wraps: whether rows of a and columns of b count modulo M and N; otherwise they are masked.
        period: what rows of a and columns of b that wrap count modulo, where that is a constant.
        alone: whether the first block is the only one, which is known.
        limited: whether rows and columns that wrap are masked, too.
        hole: which of each ``k`` elements along K is masked off, if it is not negative.
        masked: whether K need not be a multiple of ``k``.
        other: what is loaded outside of K.
        carried: whether pointers are handed on from turn to turn; otherwise they follow from its number.
        before: how many rows of a and columns of b before their beginning the first blocks start.
        divisor: what the launcher promises to divide pointers, sizes and strides.
        inside: ops at the end of the loop's body, with ``{i}``, the offset along K, in them.
        scales: whether b's elements are multiplied by numbers of their own for each column and each ``k`` rows.
        scaled: whether each turn that makes a product halves what the turns before have summed up.
        skips: what turns of odd numbers leave out: "product", or also the loads, "turn".
        stages: ``tl.range``'s num_stages.
        precision: what f32 is multiplied as.
        stored: type of c's elements, where it is another one than that of sums; they are cast.
    """

    m: int = 32
    n: int = 64
    k: int = 32
    element: str = "f16"
    of_b: str = ""
    order: str = "rr"
    wraps: bool = False
    period: int = 0
    alone: bool = False
    limited: bool = False
    hole: int = -1
    masked: bool = True
    other: float = 0.0
    carried: bool = True
    before: int = 0
    divisor: int = 1
    inside: str = ""
    scales: bool = False
    scaled: bool = False
    skips: str = ""
    stages: int | None = None
    precision: str = ""
    stored: str = ""

    @property
    def sum(self) -> str:
        """The type in which products are summed up."""
        return {"i8": "i32", "f64": "f64"}.get(self.element, "f32")

    def text(self) -> str:
        """The kernel ``@k(a, b, c, M, N, K, strides of a and b)``."""
        w = Writer()
        pids = [
            w.op("arith.constant 0 : i32" if self.alone else f"tt.get_program_id {x} : i32") for x in "xy"
        ]
        accumulator = tensor((self.m, self.n), self.sum)
        zero = "0" if self.sum == "i32" else "0.0"
        acc = w.op(f"arith.constant dense<{zero}> : {accumulator}")
        a = _Operand(w, self, "a", self.element, (self.m, self.k), 0, pids[0], self.order[0])
        b = _Operand(w, self, "b", self.of_b or self.element, (self.k, self.n), 1, pids[1], self.order[1])
        start, step = (w.op(f"arith.constant {n} : i32") for n in (0, self.k))
        pointers = (a.pointers(start), b.pointers(start)) if self.carried else ()
        types = [a.type("ptr"), b.type("ptr")] if self.carried else []
        names = ["%pa", "%pb"][: len(pointers)]
        handed = ", ".join(f"{x} = {y}" for x, y in zip(["%acc", *names], [acc, *pointers], strict=True))
        results = ", ".join([accumulator, *types])
        count = len(types) + 1
        w.do(
            f"%r:{count} = scf.for %i = {start} to %K step {step} iter_args({handed}) -> ({results}) : i32 {{"
        )
        if self.skips == "turn":
            self._begin_branch(w, accumulator)
        loaded = [
            x.load(name if self.carried else x.pointers("%i"), "%i")
            for x, name in zip((a, b), ["%pa", "%pb"], strict=True)
        ]
        loaded[1] = _cast(w, loaded[1], self.of_b, self.element, (self.k, self.n))
        if self.scales:
            loaded[1] = self._multiplied(w, loaded[1], pids[1])
        if self.skips == "product":
            self._begin_branch(w, accumulator)
        factors = " * ".join([tensor((self.m, self.k), self.element), tensor((self.k, self.n), self.element)])
        before = "%acc"
        if self.scaled:
            half = w.op(f"arith.constant dense<0.5> : {accumulator}")
            before = w.op(f"arith.mulf %acc, {half} : {accumulator}")
        precision = f", inputPrecision = {self.precision}" if self.precision else ""
        total = w.op(f"tt.dot {loaded[0]}, {loaded[1]}, {before}{precision} : {factors} -> {accumulator}")
        if self.skips:
            w.do(f"scf.yield {total} : {accumulator}\n}} else {{\nscf.yield %acc : {accumulator}\n}}")
            total = "%branch"
        w.do(self.inside.replace("{i}", "%i"))
        self._use(w, pids, total)
        following = [x.advanced(name) for x, name in zip((a, b), names, strict=False)]
        w.do(f"scf.yield {', '.join([total, *following])} : {results}")
        stages = f" {{tt.num_stages = {self.stages} : i32}}" if self.stages is not None else ""
        w.do(f"}}{stages}")
        self._store(w, pids, "%r#0")
        hint = f" {{tt.divisibility = {self.divisor} : i32}}" if self.divisor > 1 else ""
        arguments = [f"%{x}: !tt.ptr<{t}>{hint}" for x, t in self.parameters]
        if self.scales:
            arguments.insert(2, f"%scales: !tt.ptr<{self.element}>{hint}")
        arguments += [f"%{x}: i32{hint}" for x in ("M", "N", "K", "sa", "sb")]
        return w.kernel(", ".join(arguments))

    def _begin_branch(self, w: Writer, accumulator: str) -> None:
        """What follows is done in turns of even numbers alone."""
        number = w.op(f"arith.divsi %i, {w.op(f'arith.constant {self.k} : i32')} : i32")
        rest = w.op(f"arith.andi {number}, {w.op('arith.constant 1 : i32')} : i32")
        even = w.op(f"arith.cmpi eq, {rest}, {w.op('arith.constant 0 : i32')} : i32")
        w.do(f"%branch = scf.if {even} -> ({accumulator}) {{")

    def _multiplied(self, w: Writer, value: str, pid: str) -> str:
        """b's elements times their scales, of which there is a row for each turn."""
        line, shape = (self.n,), (self.k, self.n)
        begin = w.op(f"arith.muli {pid}, {w.op(f'arith.constant {self.n} : i32')} : i32")
        columns = w.op(f"tt.make_range {{start = 0 : i32, end = {self.n} : i32}} : {tensor(line, 'i32')}")
        columns = w.op(f"arith.addi {_splat(w, begin, line)}, {columns} : {tensor(line, 'i32')}")
        row = w.op(f"arith.divsi %i, {w.op(f'arith.constant {self.k} : i32')} : i32")
        row = w.op(f"arith.muli {row}, %N : i32")
        at = w.op(f"arith.addi {_splat(w, row, line)}, {columns} : {tensor(line, 'i32')}")
        mask = w.op(f"arith.cmpi slt, {columns}, {_splat(w, '%N', line)} : {tensor(line, 'i32')}")
        pointer, flat = tensor(line, f"!tt.ptr<{self.element}>"), tensor((1, self.n), self.element)
        base = w.op(f"tt.splat %scales : !tt.ptr<{self.element}> -> {pointer}")
        where = w.op(f"tt.addptr {base}, {at} : {pointer}, {tensor(line, 'i32')}")
        loaded = w.op(f"tt.load {where}, {mask} : {pointer}")
        row = w.op(f"tt.expand_dims {loaded} {{axis = 0 : i32}} : {tensor(line, self.element)} -> {flat}")
        whole = w.op(f"tt.broadcast {row} : {flat} -> {tensor(shape, self.element)}")
        return w.op(f"arith.mulf {value}, {whole} : {tensor(shape, self.element)}")

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The arrays and the types of their elements."""
        return [("a", self.element), ("b", self.of_b or self.element), ("c", self.stored or self.sum)]

    def _use(self, w: Writer, pids: list[str], total: str) -> None:
        """What else an iteration does with the ``total`` so far of the block ``pids``: here nothing."""

    def _store(self, w: Writer, pids: list[str], total: str, step: int | None = None) -> None:
        """Store ``total`` to the block ``pids``, of which the next one begins ``step`` rows below."""
        shape = (self.m, self.n)
        rows, columns = (
            indices(w, shape, axis, pids[axis], step=step if axis == 0 else None) for axis in (0, 1)
        )
        whole = tensor(shape, "i32")
        by_columns = self.order[2:] == "c"
        far, near, stride = (columns, rows, "%M") if by_columns else (rows, columns, "%N")
        at = w.op(f"arith.muli {far}, {_splat(w, stride, shape)} : {whole}")
        at = w.op(f"arith.addi {at}, {near} : {whole}")
        kept = [
            w.op(f"arith.cmpi slt, {i}, {_splat(w, n, shape)} : {whole}")
            for i, n in ((rows, "%M"), (columns, "%N"))
        ]
        mask = w.op(f"arith.andi {kept[0]}, {kept[1]} : {tensor(shape, 'i1')}")
        element = self.stored or self.sum
        if element != self.sum:
            cast = "arith.trunci {}" if self.sum == "i32" else "tt.fp_to_fp {}, rounding = rtne"
            types = (
                f"{tensor(shape, self.sum)} {'to' if self.sum == 'i32' else '->'} {tensor(shape, element)}"
            )
            total = w.op(f"{cast.format(total)} : {types}")
        pointer = tensor(shape, f"!tt.ptr<{element}>")
        base = w.op(f"tt.splat %c : !tt.ptr<{element}> -> {pointer}")
        where = w.op(f"tt.addptr {base}, {at} : {pointer}, {whole}")
        w.do(f"tt.store {where}, {total}, {mask} : {pointer}")

    def arrays(self, m: int, n: int, k: int, gap: int = 0) -> tuple[list[np.ndarray], np.ndarray]:
        """Operands with ``gap`` elements behind each row, and the product; all sums are exact."""
        rng = np.random.default_rng(m + n + k)
        made, wide = [], []
        for (_, element), (rows, columns), order in zip(
            self.parameters, ((m, k), (k, n)), self.order, strict=False
        ):
            values = rng.integers(-4, 5, (rows, columns))
            wide.append(values.astype(np.float64))
            stored = values if order == "r" else values.T
            memory = np.full((stored.shape[0], stored.shape[1] + gap), 9, DTYPES[element])
            memory[:, : stored.shape[1]] = stored.astype(DTYPES[element])
            made.append(memory)
        if self.scales:
            numbers = rng.integers(1, 4, (-(-k // self.k), n))
            made.append(numbers.astype(DTYPES[self.element]))
            wide[1] = wide[1] * np.repeat(numbers, self.k, 0)[:k]
        if self.period:
            wide = [np.take(x, np.arange(x.shape[axis]) % self.period, axis) for axis, x in enumerate(wide)]
        if self.hole >= 0:
            wide[0][:, self.hole :: self.k] = 0
        for at in range(self.k, k, 2 * self.k) if self.skips else ():
            wide[0][:, at : at + self.k] = 0
        if not self.scaled:
            return made, wide[0] @ wide[1]
        total = np.zeros((m, n))
        for at in range(0, k, 2 * self.k if self.skips else self.k):
            total = total / 2 + wide[0][:, at : at + self.k] @ wide[1][at : at + self.k]
        return made, total


class _Operand:
    """How one operand is loaded."""

    def __init__(
        self, w: Writer, gemm: Gemm, name: str, element: str, shape, outer: int, pid: str, order: str
    ):
        self.w, self.gemm, self.name, self.element, self.shape = w, gemm, name, element, shape
        self.outer, self.inner, self.extent = outer, 1 - outer, "%M" if outer == 0 else "%N"
        self.is_contiguous = (order == "r") == (outer == 0)  # along K
        self.rows = indices(w, shape, outer, pid, gemm.before)
        self.places = self.rows
        if gemm.wraps:
            extent = w.op(f"arith.constant {gemm.period} : i32") if gemm.period else self.extent
            self.places = w.op(f"arith.remsi {self.rows}, {_splat(w, extent, shape)} : {self.type('i32')}")
        self.steps = indices(w, shape, self.inner, None)

    def type(self, element: str) -> str:
        """The type of the block, with pointers or other elements."""
        return tensor(self.shape, f"!tt.ptr<{self.element}>" if element == "ptr" else element)

    def pointers(self, start: str) -> str:
        """The pointers to the block from ``start`` on along K."""
        w, whole = self.w, self.type("i32")
        along = w.op(f"arith.addi {_splat(w, start, self.shape)}, {self.steps} : {whole}")
        far, near = (self.places, along) if self.is_contiguous else (along, self.places)
        at = w.op(f"arith.muli {far}, {_splat(w, f'%s{self.name}', self.shape)} : {whole}")
        at = w.op(f"arith.addi {at}, {near} : {whole}")
        base = w.op(f"tt.splat %{self.name} : !tt.ptr<{self.element}> -> {self.type('ptr')}")
        return w.op(f"tt.addptr {base}, {at} : {self.type('ptr')}, {whole}")

    def advanced(self, pointers: str) -> str:
        """The pointers of the next turn."""
        w, step = self.w, self.w.op(f"arith.constant {self.gemm.k} : i32")
        if not self.is_contiguous:
            step = w.op(f"arith.muli %s{self.name}, {step} : i32")
        types = f"{self.type('ptr')}, {self.type('i32')}"
        return w.op(f"tt.addptr {pointers}, {_splat(w, step, self.shape)} : {types}")

    def load(self, pointers: str, start: str) -> str:
        """The block from ``start`` on along K."""
        w, gemm, whole, masks = self.w, self.gemm, self.type("i32"), []
        if gemm.masked:
            left = _splat(w, w.op(f"arith.subi %K, {start} : i32"), self.shape)
            masks.append(w.op(f"arith.cmpi slt, {self.steps}, {left} : {whole}"))
        if not gemm.wraps or gemm.limited:
            masks.append(w.op(f"arith.cmpi slt, {self.rows}, {_splat(w, self.extent, self.shape)} : {whole}"))
        if gemm.hole >= 0:
            hole = _splat(w, w.op(f"arith.constant {gemm.hole} : i32"), self.shape)
            masks.append(w.op(f"arith.cmpi ne, {self.steps}, {hole} : {whole}"))
        if not masks:
            return w.op(f"tt.load {pointers} : {self.type('ptr')}")
        mask = masks[0]
        for more in masks[1:]:
            mask = w.op(f"arith.andi {mask}, {more} : {self.type('i1')}")
        number = int(gemm.other) if self.element == "i8" else float(gemm.other)
        other = w.op(f"arith.constant dense<{number}> : {self.type(self.element)}")
        return w.op(f"tt.load {pointers}, {mask}, {other} : {self.type('ptr')}")


def indices(
    w: Writer, shape: tuple[int, int], axis: int, pid: str | None, before: int = 0, step: int | None = None
) -> str:
    """The index along ``axis`` of each element of the block ``pid``, of which the first starts ``before`` 0.

    From one block to the next it is ``step``, or as many as a block has.
    """
    count = shape[axis]
    line = w.op(f"tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>")
    if pid is not None:
        begin = w.op(f"arith.muli {pid}, {w.op(f'arith.constant {step or count} : i32')} : i32")
        if before:
            begin = w.op(f"arith.subi {begin}, {w.op(f'arith.constant {before} : i32')} : i32")
        line = w.op(f"arith.addi {_splat(w, begin, (count,))}, {line} : tensor<{count}xi32>")
    flat = (count, 1) if axis == 0 else (1, count)
    expanded = w.op(
        f"tt.expand_dims {line} {{axis = {1 - axis} : i32}} : tensor<{count}xi32> -> {tensor(flat, 'i32')}"
    )
    return w.op(f"tt.broadcast {expanded} : {tensor(flat, 'i32')} -> {tensor(shape, 'i32')}")


def _splat(w: Writer, scalar: str, shape: tuple[int, ...]) -> str:
    return w.op(f"tt.splat {scalar} : i32 -> {tensor(shape, 'i32')}")


def _cast(w: Writer, value: str, old: str, new: str, shape: tuple[int, int]) -> str:
    """The elements of type ``old``, if they have one of their own, as ``new``."""
    if not old or old == new:
        return value
    name = "arith.sitofp" if old == "i8" else "arith.extf"
    return w.op(f"{name} {value} : {tensor(shape, old)} to {tensor(shape, new)}")


def compare(kernel: Any, gemm: Gemm, sizes: tuple[int, int, int], gap: int = 0, is_row: bool = False) -> None:
    """Run the ``kernel`` of ``gemm`` on arrays that end where memory does, and compare what it stores.

    Rows have ``gap`` more elements; programs are a row of blocks if it ``is_row``, else a grid.
    """
    m, n, k = sizes
    values, wanted = gemm.arrays(m, n, k, gap)
    values = [guarded(x, at_end=True).reshape(x.shape) for x in values]
    out = np.full(wanted.shape, 7, DTYPES[gemm.sum] if gemm.sum != "i32" else np.int32)
    down, across = -(-m // gemm.m), -(-n // gemm.n)
    kernel[(down * across,) if is_row else (down, across)](
        *values, out, m, n, k, *[x.shape[1] for x in values[:2]]
    )
    np.testing.assert_array_equal(out, wanted)
