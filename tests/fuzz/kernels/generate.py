"""Random kernels of many forms: number ``n`` of a seed is the same kernel everywhere.

A kernel walks tiles of one to three dimensions: it loads blocks under masks, computes a graph of elementwise ops,
reductions, products and changes of shape with values used again and again, and stores some of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tests.fuzz.kernels import forms as known_forms
from tests.fuzz.kernels.builder import Builder
from tests.fuzz.kernels.kernel import Kernel
from tests.fuzz.kernels.nodes import Node
from tests.fuzz.kernels.scope import Access, Dim, Scope
from tests.fuzz.kernels.values import EIGHTS, FLOATS, Type
from triton_shared.codegen import cpu, passes

ELEMENTS = {"f32": 40, "f16": 12, "bf16": 12, "f64": 6, "i32": 12, "i8": 5, "i16": 5, "i64": 5}
#: what kernels are compiled for: this machine, mostly, or one with less
MACHINES = {
    "": 12,
    "without amx": 3,
    "without avx512": 2,
    "x86-64": 1,
    "x86-64-v2": 2,
    "x86-64-v3": 3,
    "scalar": 1,
}
STYLES = ("small", "quarters", "normal", "normal", "special")
LINES = (16, 32, 64, 128, 128, 256, 256, 512, 512, 1024, 1024, 2048, 4096)


@dataclass(frozen=True)
class Profile:
    """What a target can do in the time that there is: the largest tile, and elements of a tile in all."""

    line: int = 4096
    tile: int = 8192
    gpu: bool = False
    work: int = 1 << 17


CPU, GPU = Profile(), Profile(line=512, tile=1024, gpu=True, work=1 << 12)


def kernel(seed: int, number: int, profile: Profile = CPU, forms: Sequence[str] = ()) -> Kernel:
    """Kernel ``number`` of ``seed``; of one of ``forms``, if these are given."""
    weights = known_forms.GPU_FORMS if profile.gpu else known_forms.FORMS
    form = known_forms.dealt(seed, number, {name: weights[name] for name in forms or weights})
    return Generator(random.Random(f"{seed}/{number}"), profile).make(seed, number, form)


class Generator:
    """Draws a kernel."""

    def __init__(self, dice: random.Random, profile: Profile):
        self.dice, self.profile = dice, profile
        self.b = Builder(dice)
        self.element = self.pick(ELEMENTS)
        if self.element not in (*FLOATS, "i8", "i16", "i32", "i64"):
            self.element = "f16"
        self.style = dice.choice(STYLES)
        self.steps = dice.choice((3, 5, 6, 8, 10))

    def pick(self, weights: dict[str, int]) -> str:
        return self.dice.choices(list(weights), list(weights.values()))[0]

    def chance(self, of: float) -> bool:
        return self.dice.random() < of

    def make(self, seed: int, number: int, form: str) -> Kernel:
        """The kernel, of ``form``, with its launch."""
        made, dice = self.b.kernel, self.dice
        made.seed = hash_of(seed, number)
        made.fusion = self.chance(0.6)
        made.threads, made.eager = dice.choice((1, 1, 2)), self.chance(0.4)
        if not self.profile.gpu:
            made.machine = self.pick(MACHINES)
            made.options = {"without": self.without()}
        else:
            made.options = self.settings()
        known_forms.form(form)(self)
        return made

    def settings(self) -> dict[str, object]:
        """How a kernel is compiled for a GPU, and in which order its threads run."""
        kinds = (
            (False, False, False),
            (None, None, None),
            (True, None, None),
            (True, True, False),
            (True, True, True),
        )
        kinds = (*kinds, (False, True, False))
        options = dict(
            zip(("tensor_copies", "warp_specialize", "persistent"), self.dice.choice(kinds), strict=True)
        )
        options["multicast"] = options["persistent"] is True and self.chance(0.7)
        options |= {
            "num_warps": self.dice.choice((1, 2, 4, 4, 4, 8, 16, 32)),
            "num_stages": self.dice.choice((1, 2, 3, 3, 4)),
        }
        if self.chance(0.3):
            options["large_blocks"] = self.dice.choice((64, 64, 64, 256, 1024))
        return options | {"seed": self.dice.randint(0, 9), "ptx": self.chance(0.15)}

    def without(self) -> list[str]:
        """Optional passes that are left out, of few kernels."""
        if not self.chance(0.12):
            return []
        names = sorted(one.name for one in (*passes.PASSES, *cpu.PASSES) if one.optional)
        return [name for name in names if self.chance(0.3)]

    def unused(self, pool: Sequence[Node]) -> list[Node]:
        """Those of ``pool`` that no node of the region uses."""
        used = {x for node in self.b.region.all() for x in (*node.inputs, *chain(*node.handed))}
        return [x for x in pool if x not in used]

    # tiles

    def tile(self) -> tuple[int, ...]:
        """The shape of a tile."""
        rank = self.dice.choices((1, 2, 3), (6, 4, 1))[0]
        if rank == 1:
            return (self.dice.choice([n for n in LINES if n <= self.profile.line]),)
        most = 7 if not self.profile.gpu else 5
        while True:
            shape = tuple(1 << self.dice.randint(0, most if rank == 2 else 4) for _ in range(rank))
            if self.chance(0.35):
                shape = (*shape[:-1], self.dice.choice((1, 2)))
                shape = shape if self.chance(0.5) else shape[::-1]
            if 4 <= math.prod(shape) <= self.profile.tile:
                return shape

    def dim(self, size: int, start: Node | None = None, times: int = 1, aligned: bool = False) -> Dim:
        """A dimension of ``times`` blocks of ``size``, with a bound."""
        extent = size * times
        keep = self.dice.choice(
            (
                extent,
                extent,
                max(1, extent - 1),
                self.dice.randint(1, extent),
                extent // 2 + self.dice.choice((1, 3)),
            )
        )
        if self.chance(0.04 if extent > 1 else 0.25):
            keep = self.dice.choice((0, extent + 5))
        return Dim(size, extent, start, self.b.number(keep), aligned)

    def index(self, d: Dim) -> Node:
        """The line of indices of a dimension, i32."""
        if d.index is None or d.index not in self.b.region.nodes:
            line = self.b.range(d.size)
            if d.start is not None:
                line = self.b.apply("arith.addi", self.b.splat(d.start, (d.size,)), line, hints=self.hint(d))
            d.index = line
        return d.index

    def hint(self, d: Dim) -> str:
        """What is true of the indices of a dimension whose blocks begin at multiples of their size."""
        if not d.aligned or not self.chance(0.25):
            return ""
        words = {"contiguity": d.size, "divisibility": d.size, "constancy": 1}
        chosen = [w for w in words if self.chance(0.6)]
        return (
            "{" + ", ".join(f"tt.{w} = dense<{words[w]}> : tensor<1xi32>" for w in chosen) + "}"
            if chosen
            else ""
        )

    def start(self, index: Node, size: int) -> Node:
        """``index * size``."""
        words = ""
        if self.chance(0.1):
            words = f"{{tt.divisibility = dense<{size}> : tensor<1xi32>}}"
        return self.b.apply("arith.muli", index, self.b.constant(Type("i32"), size), hints=words)

    # memory

    def mask(self, scope: Scope, dims: list[int] | None = None) -> Node | None:
        """A mask of the tile by the bounds of some of its dimensions."""
        b, parts = self.b, []
        for k, d in enumerate(scope.dims):
            if (dims is not None and k not in dims) or d.bound is None or self.chance(0.25):
                continue
            index = self.index(d)
            name, bound = "arith.cmpi slt", d.bound
            if self.chance(0.12):
                odd = (
                    ("arith.cmpi sge", b.number(self.dice.randint(0, d.size))),
                    ("arith.cmpi ne", b.number(3)),
                )
                name, bound = self.dice.choice((("arith.cmpi ult", d.bound), *odd))
            line = b.apply(name, index, b.splat(bound, index.type.shape))
            parts.append(b.along(line, k, scope.shape))
        if self.chance(0.04):
            parts.append(self.odd_mask(scope))
        if self.chance(0.05):  # all of the block, or nothing of it
            test = b.binary(
                f"arith.cmpi {self.dice.choice(('slt', 'ne', 'sge'))}", self.some_number(scope), 1
            )
            parts.append(b.splat(test, scope.shape))
        if not parts:
            return None
        found = parts[0]
        for part in parts[1:]:
            found = b.apply("arith.ori" if self.chance(0.05) else "arith.andi", found, part)
        return found

    def odd_mask(self, scope: Scope) -> Node:
        """A mask that is no window."""
        b, d = self.b, self.dice.randrange(len(scope.dims))
        index = self.index(scope.dims[d])
        if self.chance(0.5):
            parity = b.binary("arith.andi", index, 1)
            line = b.binary("arith.cmpi eq", parity, self.dice.randint(0, 1))
        else:
            narrow = self.dice.choice(("i8", "i16", "i32"))
            number = self.dice.choice((3, 100, 127, 200, 32767, 2**31 - 5))
            moved = b.apply("arith.addi", index, b.splat(self.b.number(number), index.type.shape))
            line = b.apply(
                "arith.cmpi sgt", b.cast(moved, narrow), b.constant(Type(narrow, index.type.shape), 0)
            )
        return b.along(line, d, scope.shape)

    def place(
        self, scope: Scope, element: str, style: str, *, owned: bool = False, low: int = -8, high: int = 9
    ) -> Access:
        """Pointers to a block of a new array."""
        array = self.b.array(element, style, low, high)
        return self.access(scope, array, owned)

    def access(self, scope: Scope, array: Node, owned: bool) -> Access:
        """Pointers to a block of ``array``: of all dimensions if ``owned``, in some order, with steps and pitches."""
        b, dice = self.b, self.dice
        dims, outer = list(range(len(scope.dims))), list(range(len(scope.outer)))
        complete = owned or self.chance(0.75)
        if not complete:
            dims = sorted(dice.sample(dims, dice.randint(min(1, len(dims)), len(dims))))
            outer = [k for k in outer if self.chance(0.6)]
        order = [("outer", k) for k in outer] + [("dim", k) for k in dims]
        if self.chance(0.2):
            dice.shuffle(order)
        step, strides = dice.choice((1, 1, 1, 1, 1, 2, 3)), {}
        for kind, k in reversed(order):
            strides[kind, k] = step
            extent = scope.outer[k][1] if kind == "outer" else scope.dims[k].extent
            step *= extent + (dice.choice((1, 3, 8)) if self.chance(0.15) else 0)
        pointer = array
        for kind, k in order:
            if kind == "outer":
                far = b.apply("arith.muli", scope.outer[k][0], self.stride(strides[kind, k]))
                pointer = b.pointer(pointer, far)
        mask_dims = None if complete else dims
        offsets = self.offsets(scope, {k: strides["dim", k] for k in dims}, not owned)
        pointers = b.pointer(pointer, offsets) if offsets is not None else b.splat(pointer, scope.shape)
        return Access(array, pointers, self.mask(scope, mask_dims), owned)

    def stride(self, number: int) -> Node:
        return self.b.number(-number if self.chance(0.04) else number)

    def offsets(self, scope: Scope, strides: dict[int, int], may_wrap: bool = False) -> Node | None:
        """The sum of index times stride over dimensions; with one index i64 now and then."""
        b, total = self.b, None
        wide = self.chance(0.1)
        for k, stride in strides.items():
            line = self.index(scope.dims[k])
            if may_wrap and self.chance(0.12):
                line = b.apply(
                    "arith.remsi",
                    line,
                    b.splat(b.number(max(2, scope.dims[k].extent // 2 + 1)), line.type.shape),
                )
            if wide:
                line = b.apply("arith.extsi", line, element="i64")
            if stride != 1 or self.chance(0.1):
                factor = b.number(-stride if self.chance(0.04) else stride, line.type.element)
                line = b.apply("arith.muli", line, b.splat(factor, line.type.shape))
            term = b.along(line, k, scope.shape)
            total = term if total is None else b.apply("arith.addi", total, term)
        return total

    def load(self, scope: Scope, element: str | None = None) -> Node:
        """A block of a new array, or of one that was loaded before."""
        b = self.b
        if scope.accesses and self.chance(0.12):
            a = self.dice.choice(scope.accesses)
        else:
            a = self.place(scope, element or self.stored_type(), self.style, owned=self.chance(0.4))
            scope.accesses.append(a)
        type_ = a.pointers.type.of(a.pointers.type.pointee)
        other = None
        if a.mask is not None and self.chance(0.9):
            other = b.constant(type_, self.dice.choice((0, 0, 0, 1)))
        return b.load(a.pointers, a.mask, other)

    def stored_type(self) -> str:
        """The type of an array: that of the kernel mostly."""
        if self.element in FLOATS and self.chance(0.12):
            return self.dice.choice((*FLOATS, *EIGHTS))
        if self.chance(0.05):
            return self.dice.choice(("i8", "i16", "i32", "i64"))
        return self.element

    def computed(self, value: Node) -> Node:
        """A loaded block in the type that is computed in."""
        if value.type.element in EIGHTS:
            return self.b.cast(value, "f32")
        if value.type.element in ("f16", "bf16") and self.chance(0.6):
            return self.b.cast(value, "f32")
        return value

    def some_number(self, scope: Scope) -> Node:
        """A number that differs from program to program, or from iteration to iteration."""
        if scope.outer and self.chance(0.7):
            return self.dice.choice(scope.outer)[0]
        return self.b.program(0) if self.chance(0.6) else self.b.scalar("i32", self.dice.randint(0, 4))

    def store(self, scope: Scope, value: Node) -> None:
        """A block to an array of its own, or in place of what was loaded."""
        b = self.b
        value = b.broadcast(value, scope.shape) if not value.type.shape else value
        element = (
            value.type.element if self.chance(0.7) and value.type.element != "i1" else self.stored_type()
        )
        mine = [a for a in scope.accesses if a.owned and a.array.type.pointee not in EIGHTS]
        if mine and self.chance(0.15):
            a = self.dice.choice(mine)
            scope.accesses.remove(a)
            b.store(a.pointers, b.cast(value, a.array.type.pointee), a.mask)
            return
        value = b.cast(value, element)
        a = self.place(scope, element, "small", owned=True)
        b.store(a.pointers, value, a.mask)


def hash_of(seed: int, number: int) -> int:
    return (seed * 1_000_003 + number) & 0x7FFFFFFF
