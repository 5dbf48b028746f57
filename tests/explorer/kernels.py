"""Random kernels that copy a block, and which elements of their tensors they touch, by numpy."""

from dataclasses import dataclass

import numpy as np

SOURCE, TABLE = 4000, 64


@dataclass
class Dim:
    """Index ``start + program * step + lane`` of one dimension, changed by ``how``, masked from ``bound`` on."""

    size: int
    how: str
    number: int
    bound: int
    stride: int

    def index(self, program: int, table: np.ndarray) -> np.ndarray:
        plain = program * self.size + np.arange(self.size)
        match self.how:
            case "wrap":
                return plain % self.number
            case "clamp":
                return np.minimum(plain, self.number)
            case "gather":
                return table[plain % TABLE]
        return plain

    def kept(self, program: int) -> np.ndarray:
        return program * self.size + np.arange(self.size) < self.bound

    def text(self, d: int, rank: int) -> str:
        """Ops that make the index ``%i{d}`` and the mask ``%m{d}``, as wide as the whole block."""
        own = f"tensor<{self.size}xi32>"
        lines = [
            f"%r{d} = tt.make_range {{end = {self.size} : i32, start = 0 : i32}} : {own}",
            f"%s{d} = arith.constant {self.size} : i32",
            f"%t{d} = arith.muli %pid, %s{d} : i32",
            f"%u{d} = tt.splat %t{d} : i32 -> {own}",
            f"%p{d} = arith.addi %r{d}, %u{d} : {own}",
            f"%c{d} = arith.constant dense<{TABLE if self.how == 'gather' else self.number}> : {own}",
            f"%b{d} = arith.constant dense<{self.bound}> : {own}",
            f"%k{d} = arith.cmpi slt, %p{d}, %b{d} : {own}",
        ]
        pointers = f"tensor<{self.size}x!tt.ptr<i32>>"
        lines += {
            "wrap": [f"%x{d} = arith.remsi %p{d}, %c{d} : {own}"],
            "clamp": [f"%x{d} = arith.minsi %p{d}, %c{d} : {own}"],
            "plain": [f"%x{d} = arith.addi %p{d}, %zero{d} : {own}"],
            "gather": [
                f"%w{d} = arith.remsi %p{d}, %c{d} : {own}",
                f"%e{d} = tt.splat %table : !tt.ptr<i32> -> {pointers}",
                f"%f{d} = tt.addptr %e{d}, %w{d} : {pointers}, {own}",
                f"%x{d} = tt.load %f{d} : {pointers}",
            ],
        }[self.how]
        lines.insert(0, f"%zero{d} = arith.constant dense<0> : {own}")
        lines += [
            f"%st{d} = arith.constant dense<{self.stride}> : {own}",
            f"%o{d}_ = arith.muli %x{d}, %st{d} : {own}",
        ]
        return "\n".join(lines)


def widened(name: str, d: int, shape: tuple[int, ...], element: str) -> str:
    """Ops that make ``%{name}{d}w`` of ``%{name}{d}``, as wide as the block."""
    lines, before, sizes = [], f"%{name}", [shape[d]]
    for axis in [*range(d + 1, len(shape)), *range(d)]:
        at = len(sizes) if axis > d else 0
        old = "x".join(map(str, sizes))
        sizes.insert(at, 1)
        new = "x".join(map(str, sizes))
        types = f"tensor<{old}x{element}> -> tensor<{new}x{element}>"
        lines.append(f"%{name}e{axis} = tt.expand_dims {before} {{axis = {at} : i32}} : {types}")
        before = f"%{name}e{axis}"
    narrow, wide = ("x".join(map(str, one)) for one in (sizes, shape))
    lines.append(f"%{name}w = tt.broadcast {before} : tensor<{narrow}x{element}> -> tensor<{wide}x{element}>")
    return "\n".join(lines)


def drawn(rng: np.random.Generator) -> list[Dim]:
    rank = int(rng.integers(1, 4))
    hows = rng.choice(["plain", "wrap", "clamp", "gather"], rank)
    stride, dims = 1, []
    for how in reversed(hows):
        size = int(rng.choice([1, 2, 4, 8] if rank == 3 else [4, 16, 32]))
        dims.insert(
            0, Dim(size, str(how), int(rng.integers(1, 20)), int(rng.integers(0, 2 * size + 4)), stride)
        )
        stride *= int(rng.integers(5, 9)) if rank == 3 else 19
    return dims


def text(dims: list[Dim]) -> str:
    shape = tuple(dim.size for dim in dims)
    wide, rank = "x".join(map(str, shape)), len(dims)
    lines = ["%pid = tt.get_program_id x : i32", *(dim.text(d, rank) for d, dim in enumerate(dims))]
    for d in range(rank):
        lines += [widened(f"o{d}_", d, shape, "i32"), widened(f"k{d}", d, shape, "i1")]
    at, mask = "%o0_w", "%k0w"
    for d in range(1, rank):
        lines.append(f"%sum{d} = arith.addi {at}, %o{d}_w : tensor<{wide}xi32>")
        lines.append(f"%and{d} = arith.andi {mask}, %k{d}w : tensor<{wide}xi1>")
        at, mask = f"%sum{d}", f"%and{d}"
    pointers = f"tensor<{wide}x!tt.ptr<f32>>"
    lines += [
        f"%base = tt.splat %x : !tt.ptr<f32> -> {pointers}",
        f"%at = tt.addptr %base, {at} : {pointers}, tensor<{wide}xi32>",
        f"%value = tt.load %at, {mask} : {pointers}",
    ]
    body = "\n".join(lines)
    return f"tt.func public @f(%x: !tt.ptr<f32>, %table: !tt.ptr<i32>) {{\n{body}\ntt.return\n}}\n"


def truth(dims: list[Dim], program: int, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The element and the mask of each lane."""
    shape = tuple(dim.size for dim in dims)
    elements, kept = np.zeros(shape, np.int64), np.ones(shape, bool)
    for d, dim in enumerate(dims):
        along = [-1 if axis == d else 1 for axis in range(len(dims))]
        elements = elements + (dim.index(program, table) * dim.stride).reshape(along)
        kept = kept & dim.kept(program).reshape(along)
    return elements, kept
