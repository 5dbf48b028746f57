"""Two products in a loop, of which the second takes what is computed from the first, as in attention, as TTIR."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.support.gemm import DTYPES
from tests.support.ttir import Writer, tensor


@dataclass(frozen=True)
class Chain:
    """``out = out * scale + round(a @ b[t]) @ c[t]`` for the turns t, and what comes of it.

    Attributes:
        m, n, k, d: rows of a; columns of b and rows of c of one turn; columns of a; columns of c.
        element: the type of all elements but those of the sums.
        order: for b and c "r" if rows are contiguous, "c" if columns are.
        scaled: whether a turn halves what the turns before have summed up, else sums are handed on as they are.
        masked: whether the number of b's columns need not be a multiple of ``n``.
        early: whether the sum is used ahead of the first product: its largest element is added to a's.
        again: whether there is a third product, of the first one's result as well, by c.
        rows: whether the sums of the first product's rows are summed up likewise, and added to what comes of the rows.
    """

    m: int = 64
    n: int = 32
    k: int = 16
    d: int = 32
    element: str = "f16"
    order: str = "rr"
    scaled: bool = True
    masked: bool = False
    early: bool = False
    again: bool = False
    rows: bool = False

    def text(self) -> str:
        """The kernel ``@k(a, b, c, out, L, sb, sc)``, of one block, for b of L columns and c of L rows."""
        w, e = Writer(), self.element
        a = w.op(
            f"tt.load {self._pointers(w, 'a', (self.m, self.k), self.k)} : {self._type((self.m, self.k), True)}"
        )
        total = tensor((self.m, self.d), "f32")
        zero = w.op(f"arith.constant dense<0.0> : {total}")
        start, step = (w.op(f"arith.constant {n} : i32") for n in (0, self.n))
        count = 1 + self.again
        line, inits, kinds = tensor((self.m,), "f32"), [zero] * count, [total] * count
        if self.rows:
            inits.append(w.op(f"arith.constant dense<0.0> : {line}"))
            kinds.append(line)
        handed = ", ".join(f"%sum{i} = {init}" for i, init in enumerate(inits))
        types = ", ".join(kinds)
        results = "%r" if len(kinds) == 1 else f"%r:{len(kinds)}"
        w.do(f"{results} = scf.for %i = {start} to %L step {step} iter_args({handed}) -> ({types}) : i32 {{")
        left = self._with_largest(w, a, total) if self.early else a
        b = self._load(w, "b", (self.k, self.n), 1)
        scores = tensor((self.m, self.n), "f32")
        none = w.op(f"arith.constant dense<0.0> : {scores}")
        s = w.op(
            f"tt.dot {left}, {b}, {none} : {tensor((self.m, self.k), e)} * {tensor((self.k, self.n), e)} -> {scores}"
        )
        p = w.op(f"arith.truncf {s} : {scores} to {tensor((self.m, self.n), e)}")
        c = self._load(w, "c", (self.n, self.d), 0)
        made = []
        for i in range(count):
            before = f"%sum{i}"
            if self.scaled:
                half = w.op(f"arith.constant dense<0.5> : {total}")
                before = w.op(f"arith.mulf {before}, {half} : {total}")
            factors = f"{tensor((self.m, self.n), e)} * {tensor((self.n, self.d), e)}"
            made.append(w.op(f"tt.dot {p}, {c}, {before} : {factors} -> {total}"))
            p = w.op(f"arith.addf {p}, {p} : {tensor((self.m, self.n), e)}")
        if self.rows:
            half = w.op(f"arith.constant dense<{0.5 if self.scaled else 1.0}> : {line}")
            before = w.op(f"arith.mulf %sum{count}, {half} : {line}")
            made.append(w.op(f"arith.addf {before}, {_summed(w, s, scores, line)} : {line}"))
        w.do(f"scf.yield {', '.join(made)} : {types}\n}}")
        result = "%r" if len(kinds) == 1 else "%r#0"
        if self.again:
            result = w.op(f"arith.addf {result}, %r#1 : {total}")
        if self.rows:
            flat = tensor((self.m, 1), "f32")
            column = w.op(f"tt.expand_dims %r#{count} {{axis = 1 : i32}} : {line} -> {flat}")
            whole = w.op(f"tt.broadcast {column} : {flat} -> {total}")
            result = w.op(f"arith.addf {result}, {whole} : {total}")
        out = self._pointers(w, "out", (self.m, self.d), self.d, "f32")
        w.do(f"tt.store {out}, {result} : {tensor((self.m, self.d), '!tt.ptr<f32>')}")
        hint = "{tt.divisibility = 16 : i32}"
        arguments = [f"%{x}: !tt.ptr<{e}> {hint}" for x in "abc"] + [f"%out: !tt.ptr<f32> {hint}"]
        length = "%L: i32" if self.masked else f"%L: i32 {hint}"
        return w.kernel(", ".join([*arguments, length, f"%sb: i32 {hint}", f"%sc: i32 {hint}"]))

    def _type(self, shape: tuple[int, int], pointers: bool = False) -> str:
        return tensor(shape, f"!tt.ptr<{self.element}>" if pointers else self.element)

    def _with_largest(self, w: Writer, a: str, total: str) -> str:
        """a's elements and the sum's first element of each row times 0."""
        rows = tensor((self.m,), "f32")
        largest = w.op(
            f'"tt.reduce"(%sum0) <{{axis = 1 : i32}}> ({{\n^bb0(%x: f32, %y: f32):\n%z = arith.maxnumf %x, %y : f32\n'
            f"tt.reduce.return %z : f32\n}}) : ({total}) -> {rows}"
        )
        nothing = w.op(f"arith.constant dense<0.0> : {rows}")
        largest = w.op(f"arith.mulf {largest}, {nothing} : {rows}")
        narrow = w.op(f"arith.truncf {largest} : {rows} to {tensor((self.m,), self.element)}")
        line = tensor((self.m, 1), self.element)
        flat = w.op(
            f"tt.expand_dims {narrow} {{axis = 1 : i32}} : {tensor((self.m,), self.element)} -> {line}"
        )
        whole = w.op(f"tt.broadcast {flat} : {line} -> {self._type((self.m, self.k))}")
        return w.op(f"arith.addf {a}, {whole} : {self._type((self.m, self.k))}")

    def _index(self, w: Writer, shape: tuple[int, int], axis: int) -> str:
        size, flat = shape[axis], (shape[0], 1) if axis == 0 else (1, shape[1])
        line = w.op(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>")
        line = w.op(
            f"tt.expand_dims {line} {{axis = {1 - axis} : i32}} : tensor<{size}xi32> -> {tensor(flat, 'i32')}"
        )
        return w.op(f"tt.broadcast {line} : {tensor(flat, 'i32')} -> {tensor(shape, 'i32')}")

    def _pointers(self, w: Writer, name: str, shape: tuple[int, int], stride: int, element: str = "") -> str:
        whole, pointer = tensor(shape, "i32"), tensor(shape, f"!tt.ptr<{element or self.element}>")
        far = w.op(f"arith.constant dense<{stride}> : {whole}")
        at = w.op(f"arith.muli {self._index(w, shape, 0)}, {far} : {whole}")
        at = w.op(f"arith.addi {at}, {self._index(w, shape, 1)} : {whole}")
        base = w.op(f"tt.splat %{name} : !tt.ptr<{element or self.element}> -> {pointer}")
        return w.op(f"tt.addptr {base}, {at} : {pointer}, {whole}")

    def _load(self, w: Writer, name: str, shape: tuple[int, int], along: int) -> str:
        """The block of ``name`` from %i on, along its dimension ``along``."""
        whole, pointer = tensor(shape, "i32"), self._type(shape, True)
        first = w.op(f"tt.splat %i : i32 -> {whole}")
        places = [self._index(w, shape, axis) for axis in (0, 1)]
        places[along] = w.op(f"arith.addi {places[along]}, {first} : {whole}")
        far, near = places if self.order["bc".index(name)] == "r" else places[::-1]
        stride = w.op(f"tt.splat %s{name} : i32 -> {whole}")
        at = w.op(f"arith.addi {w.op(f'arith.muli {far}, {stride} : {whole}')}, {near} : {whole}")
        base = w.op(f"tt.splat %{name} : !tt.ptr<{self.element}> -> {pointer}")
        where = w.op(f"tt.addptr {base}, {at} : {pointer}, {whole}")
        if not self.masked:
            return w.op(f"tt.load {where} : {pointer}")
        end = w.op(f"tt.splat %L : i32 -> {whole}")
        mask = w.op(f"arith.cmpi slt, {places[along]}, {end} : {whole}")
        other = w.op(f"arith.constant dense<0.0> : {self._type(shape)}")
        return w.op(f"tt.load {where}, {mask}, {other} : {pointer}")

    def arguments(self, length: int) -> tuple[list, np.ndarray]:
        """The arguments of a launch for b of ``length`` columns, and what argument 3 becomes; all sums are exact."""
        rng, kind = np.random.default_rng(length), DTYPES[self.element]
        a, b, c = (
            rng.integers(-1, 2, shape) for shape in ((self.m, self.k), (self.k, length), (length, self.d))
        )
        wanted, more, of_rows = np.zeros((3, self.m, self.d))
        for at in range(0, length, self.n):
            scores = a @ b[:, at : at + self.n]
            scale = 0.5 if self.scaled else 1.0
            wanted = wanted * scale + scores @ c[at : at + self.n]
            more = more * scale + 2 * scores @ c[at : at + self.n]
            of_rows = of_rows * scale + scores.sum(1, keepdims=True)
        stored = [x if order == "r" else x.T for x, order in zip((b, c), self.order, strict=True)]
        memory = []
        for x in stored:
            rows, columns = (max(1, size) for size in x.shape)
            kept = np.full((rows, -(-columns // 16) * 16), np.nan).astype(kind)  # rows that 16 bytes divide
            kept[: x.shape[0], : x.shape[1]] = x.astype(kind)
            memory.append(kept)
        out = np.full((self.m, self.d), 7, np.float32)
        strides = [np.int32(x.shape[1]) for x in memory]
        wanted += more * self.again + of_rows * self.rows
        return [a.astype(kind), *memory, out, np.int32(length), *strides], wanted


def _summed(w: Writer, value: str, type_: str, line: str) -> str:
    """The sums of the rows of ``value``."""
    return w.op(
        f'"tt.reduce"({value}) <{{axis = 1 : i32}}> ({{\n^bb0(%x: f32, %y: f32):\n%z = arith.addf %x, %y : f32\n'
        f"tt.reduce.return %z : f32\n}}) : ({type_}) -> {line}"
    )
