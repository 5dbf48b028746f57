"""Accumulators that are filled before a loop and stored behind it: random programs on buffers give what numpy gives.

What is stored may lie in the memory of the operands, and loops may have no iteration.  Numbers are integers that every
order of sums adds up exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import ml_dtypes
import numpy as np
import pytest

from tests.support import forced
from tests.support.amount import examples
from tests.support.native import Native
from tests.support.tiles import Tiles
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.stream_stores import STREAMED
from triton_shared.codegen.cpu.target import native_target
from triton_shared.codegen.llvm import machine
from triton_shared.ir.statistics import collected

#: by the type of operands, theirs, that of sums, that of narrowed sums, and the ops that make these
KINDS = {
    "f32": (np.float32, "f32", np.float32, "bf16", ml_dtypes.bfloat16, "arith.truncf", "arith.addf"),
    "bf16": (ml_dtypes.bfloat16, "f32", np.float32, "bf16", ml_dtypes.bfloat16, "arith.truncf", "arith.addf"),
    "i8": (np.int8, "i32", np.int32, "i8", np.int8, "arith.trunci", "arith.addi"),
}
TILES = "+amx-tile,+amx-bf16,+amx-int8"
K = 64
#: what ops do to the arrays a, b, o and q in memory and to the buffers c and d; m and n are the sizes of a part
STEPS: dict[str, Callable[[dict], None]] = {
    "clear c": lambda s: s["c"].fill(0),
    "fill c": lambda s: s["c"].fill(3),
    "poke c": lambda s: s["c"].__setitem__((*[0] * (s["c"].ndim - 2), 1, 1), 2),
    "copy c": lambda s: s["d"].__setitem__(..., s["c"]),
    "copy d": lambda s: s["c"].__setitem__(..., s["d"]),
    "load d": lambda s: s["d"].__setitem__(..., s["o"].copy()),
    "store c": lambda s: s["o"].__setitem__(..., s["c"]),
    "store part": lambda s: s["o"].__setitem__(_part(s), s["c"][_part(s)]),
    "store narrow": lambda s: s["q"].__setitem__(..., s["c"].astype(s["q"].dtype)),
    "store sum": lambda s: s["o"].__setitem__(..., s["c"] + s["c"].dtype.type(s["x"])),
    "store d": lambda s: s["o"].__setitem__(..., s["d"]),
    "multiply": lambda s: s["c"].__iadd__(_product(s["a"], s["b"], s["c"].dtype)),
}
BEFORE = {"clear c": 8, "fill c": 4, "poke c": 1, "copy c": 1, "copy d": 1, "load d": 1, "store c": 1}
AFTER = {
    "store c": 6,
    "store part": 6,
    "store narrow": 6,
    "store sum": 3,
    "store d": 1,
    "load d": 1,
    "copy c": 1,
}
INSIDE = {"load d": 3, "copy c": 1, "store d": 2, "poke c": 1, "store c": 1, "multiply": 1}


def _part(state: dict) -> tuple:
    return ..., slice(0, state["m"]), slice(0, state["n"])


def _do(state: dict, steps: Sequence[str]) -> None:
    for step in steps:
        STEPS[step](state)


def _product(a: np.ndarray, b: np.ndarray, kind: np.dtype) -> np.ndarray:
    return a.astype(kind) @ b.astype(kind)


@dataclass
class Program:
    """Ops before, in and behind a loop over ``bounds``, of index or i32, or none; all of it is done ``times`` times.

    If it is ``inner``, all is done in the loop, with another buffer c each time.  With a ``batch`` there are several
    products.  ``place`` says in whose memory results lie, and how many bytes behind its first one.
    """

    kind: str
    shape: tuple[int, int]
    before: list[str]
    inside: list[str]
    after: list[str]
    bounds: tuple[int, int, int]
    counter: str
    times: int
    part: tuple[int, int]
    inner: bool
    batch: tuple[int, ...]
    place: tuple[str, int] | None

    @classmethod
    def of(cls, seed: int, kinds: tuple[str, ...] = tuple(KINDS)) -> Program:
        """A random program."""
        dice = random.Random(seed)
        kind, m, n = dice.choice(kinds), dice.choice((5, 8, 16, 32)), dice.choice((32, 64, 128))

        def draw(weights: dict[str, int], count: int) -> list[str]:
            return dice.choices(list(weights), list(weights.values()), k=count)

        before, after = draw(BEFORE, dice.randint(1, 2)), draw(AFTER, dice.choice((1, 1, 1, 2)))
        inside = ["multiply"]
        if dice.random() < 0.4:
            inside.insert(dice.randint(0, 1), *draw(INSIDE, 1))
        begin, step = dice.randint(-2, 2), dice.randint(1, 3)
        bounds = begin, begin + dice.choice((0, 1, 2, 3, 4, 5)) - (dice.random() < 0.1), step
        part = (m, n) if dice.random() < 0.6 else (dice.randint(0, m), dice.randint(0, n))
        times = dice.choice((1, 1, 2))
        counter, inner = dice.choice(("index", "i32", "", "")), dice.random() < 0.2
        once = times == 1 and inside == ["multiply"] and not inner
        may_overlap = kind == "i8" or (kind == "f32" and once)
        place = None
        if may_overlap and dice.random() < 0.6:
            place = dice.choice("ab"), dice.choice((0, 0, 4, 64, 260))
        batch = dice.choice(((), (), (), (2,)))
        return cls(kind, (m, n), before, inside, after, bounds, counter, times, part, inner, batch, place)

    def memory(self, seed: int) -> dict[str, np.ndarray]:
        """The arrays a, b, o and q, of which o and q may lie in a or b."""
        kind, _, wide, _, narrow, *_ = KINDS[self.kind]
        (m, n), rng = self.shape, np.random.default_rng(seed)
        shapes = {"a": ((m, K), kind), "b": ((K, n), kind), "o": ((m, n), wide), "q": ((m, n), narrow)}
        shapes = {name: ((*self.batch, *shape), dtype) for name, (shape, dtype) in shapes.items()}
        raw = {name: np.full(1 << 14, 9, wide).view(np.uint8) for name in shapes}
        starts = {name: (raw[name], 0) for name in shapes}
        if self.place:
            home, offset = self.place
            starts |= dict.fromkeys("oq", (raw[home], offset))
        arrays = {}
        for name, (shape, dtype) in shapes.items():
            bytes_, begin = starts[name]
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            arrays[name] = bytes_[begin : begin + size].view(dtype).reshape(shape)
        for name in "ab":
            arrays[name][...] = rng.integers(-2, 3, arrays[name].shape).astype(kind)
        return arrays

    def expected(self, arrays: dict[str, np.ndarray]) -> None:
        """Do to ``arrays`` what the program does."""
        state = arrays | dict(zip("mn", self.part, strict=True)) | {"x": 7}
        state |= {name: np.zeros((*self.batch, *self.shape), KINDS[self.kind][2]) for name in "cd"}
        iterations = range(*self.bounds) if self.counter else (0,)
        for _ in range(self.times):
            if self.inner:
                for _ in iterations:
                    state["c"][...] = 0
                    _do(state, (*self.before, *self.inside, *self.after))
                continue
            _do(state, self.before)
            for _ in iterations:
                _do(state, self.inside)
            _do(state, self.after)

    def text(self) -> str:
        """The kernel, on pointers a, b, o and q."""
        wide = KINDS[self.kind][1]
        end = ".0" if wide == "f32" else ""
        arguments = [f"%{name}p: memref<*x{self._element(name)}>" for name in "aboq"]
        arguments += [f"%s{i}: i32" for i in range(5)]
        arguments += [f"%{name}: i32" for name in ("gx", "gy", "gz", "px", "py", "pz")]
        block = self._type("o")
        lines = [
            f"%{name} = memref.reinterpret_cast %{name}p to offset: [0], sizes: {self._shape(name)}, "
            f"strides: {_steps(self._shape(name))} : memref<*x{self._element(name)}> to {self._memory(name)}"
            for name in "aboq"
        ]
        lines += [
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index",
            f"%times = arith.constant {self.times} : index",
            "%m = arith.index_cast %s0 : i32 to index\n%n = arith.index_cast %s1 : i32 to index",
            f"%zero = arith.constant 0{end} : {wide}\n%two = arith.constant 2{end} : {wide}",
            f"%three = arith.constant 3{end} : {wide}\n%x = arith.constant 7{end} : {wide}",
            f"%d = memref.alloc() : {block}\nlinalg.fill ins(%zero : {wide}) outs(%d : {block})",
        ]
        new = f"%c = memref.alloc() : {block}\nlinalg.fill ins(%zero : {wide}) outs(%c : {block})"
        bounds = [f"%s{i + 2}" for i in range(3)]
        if self.counter == "index":
            lines += [f"%b{i} = arith.index_cast {bounds[i]} : i32 to index" for i in range(3)]
            bounds = [f"%b{i}" for i in range(3)]
        before, inside, after = (
            [self._op(step, f"{part}{i}") for i, step in enumerate(steps)]
            for part, steps in (("b", self.before), ("i", self.inside), ("a", self.after))
        )
        loop = f"scf.for %i = {bounds[0]} to {bounds[1]} step {bounds[2]}"
        loop += " : i32 {" if self.counter == "i32" else " {"
        if self.inner:
            before, inside, after = [], [new, *before, *inside, *after], []
        else:
            lines.append(new)
        body = [*before, *((loop, *inside, "}") if self.counter else inside), *after]
        if self.times > 1:
            body = ["scf.for %again = %c0 to %times step %c1 {", *body, "}"]
        dims = ", ".join("ijk"[: len(self.batch) + 2])
        maps = f"#same = affine_map<({dims}) -> ({dims})>\n"
        return "\n".join([maps, f"func.func @k({', '.join(arguments)}) {{", *lines, *body, "return\n}"])

    def _element(self, name: str) -> str:
        _, wide, _, narrow, *_ = KINDS[self.kind]
        return {"o": wide, "q": narrow}.get(name, self.kind)

    def _shape(self, name: str) -> list[int]:
        m, n = self.shape
        return [*self.batch, *{"a": (m, K), "b": (K, n)}.get(name, (m, n))]

    def _type(self, name: str) -> str:
        """The type of a buffer as large as the array ``name``."""
        return f"memref<{'x'.join(map(str, self._shape(name)))}x{self._element(name)}>"

    def _memory(self, name: str) -> str:
        return f"{self._type(name)[:-1]}, strided<{_steps(self._shape(name))}>>"

    def _op(self, step: str, tag: str) -> str:
        """The op of ``step``, whose values have names with ``tag``."""
        _, wide, _, narrow, _, cast, add = KINDS[self.kind]
        block, memory, rank = self._type("o"), self._memory("o"), len(self.batch) + 2
        kinds = ", ".join(['"parallel"'] * rank)
        generic = f"linalg.generic {{indexing_maps = [#same, #same], iterator_types = [{kinds}]}}"
        match step.split():
            case ["clear" | "fill" as verb, name]:
                return f"linalg.fill ins(%{'zero' if verb == 'clear' else 'three'} : {wide}) outs(%{name} : {block})"
            case ["poke", name]:
                first = "%c0, " * len(self.batch)
                return f"memref.store %two, %{name}[{first}%c1, %c1] : {block}"
            case ["copy", name]:
                return f"memref.copy %{name}, %{'d' if name == 'c' else 'c'} : {block} to {block}"
            case ["load", name]:
                return f"memref.copy %o, %{name} : {memory} to {block}"
            case ["store", "part"]:
                sizes = ", ".join([*map(str, self.batch), "%m", "%n"])
                sizes = f"{[0] * rank} [{sizes}] {[1] * rank}"
                extents = "x".join([*map(str, self.batch), "?", "?"])
                part = f"memref<{extents}x{wide}, strided<{_steps(self._shape('o'))}>>"
                return f"""%f{tag} = memref.subview %c{sizes} : {block} to {part}
                  %t{tag} = memref.subview %o{sizes} : {memory} to {part}
                  memref.copy %f{tag}, %t{tag} : {part} to {part}"""
            case ["store", "narrow"]:
                return f"""{generic} ins(%c : {block}) outs(%q : {self._memory("q")}) {{
                  ^bb0(%u: {wide}, %v: {narrow}):
                    %w = {cast} %u : {wide} to {narrow}
                    linalg.yield %w : {narrow}
                  }}"""
            case ["store", "sum"]:
                return f"""{generic} ins(%c : {block}) outs(%o : {memory}) {{
                  ^bb0(%u: {wide}, %v: {wide}):
                    %w = {add} %u, %x : {wide}
                    linalg.yield %w : {wide}
                  }}"""
            case ["store", name]:
                return f"memref.copy %{name}, %o : {block} to {memory}"
            case ["multiply"]:
                loads = "".join(
                    f"%{name}{tag} = memref.alloc() : {self._type(name)}\n"
                    f"memref.copy %{name}, %{name}{tag} : {self._memory(name)} to {self._type(name)}\n"
                    for name in "ab"
                )
                multiply = "linalg.batch_matmul" if self.batch else "linalg.matmul"
                types = f"{self._type('a')}, {self._type('b')}"
                return f"{loads}{multiply} ins(%a{tag}, %b{tag} : {types}) outs(%c : {block})"
        raise KeyError(step)


def _steps(shape: list[int]) -> list[int]:
    """How far elements are apart along each dimension of an array of ``shape``."""
    return [int(np.prod(shape[d + 1 :])) for d in range(len(shape))]


def check(seed: int, options: Options, kinds: tuple[str, ...] = tuple(KINDS)) -> dict[str, int]:
    """Run a random program beside numpy; how often rewrites fired."""
    program = Program.of(seed, kinds)
    wanted, arrays = program.memory(seed), program.memory(seed)
    program.expected(wanted)
    with collected() as counts:
        kernel = Native(program.text(), options=options)
    kernel.run((1,), *arrays.values(), *program.part, *program.bounds)
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, wanted[name], err_msg=f"{name} of {program}")
    return dict(counts)


def test_random_programs():
    native_target()  # makes the machine known to LLVM
    count = examples(80)
    fired = [check(seed, Options()) for seed in range(count)]
    assert sum("sink-accumulators: fill" in counts for counts in fired) > count / 10
    for looped in (False, True):
        stored = (n for n, counts in enumerate(fired) if "tile-products: sums stored in memory" in counts)
        assert sum(bool(Program.of(seed).counter) == looped for seed in stored) > count / 16, looped


@pytest.mark.parametrize("machine", forced.MACHINES)
def test_random_programs_on_other_machines(machine):
    target = forced.MACHINES[machine]
    if missing := forced.lacking(target):
        pytest.skip(f"this machine lacks {', '.join(sorted(missing))}")
    for seed in range(1000, 1000 + examples(15)):
        check(seed, Options(target=target))


def test_launches_that_write_more_than_caches_hold():
    """They store past the caches, behind the loop."""
    steps = ["clear c"], ["multiply"], ["store c"]
    program = Program("f32", (16, 128), *steps, (0, 3, 1), "i32", 1, (16, 128), False, (), None)
    kernel = Native(program.text())
    for programs in (1, STREAMED // (16 * 128 * 4)):
        wanted, arrays = program.memory(0), program.memory(0)
        program.expected(wanted)
        kernel.run((programs,), *arrays.values(), *program.part, *program.bounds)
        np.testing.assert_array_equal(arrays["o"], wanted["o"])


def test_random_programs_on_tiles(monkeypatch):
    unit, clean_up, to_object = Tiles(), machine.clean_up, machine.to_object
    monkeypatch.setattr(machine, "clean_up", lambda text, _: clean_up(unit.emulated(text), native_target()))
    monkeypatch.setattr(machine, "to_object", lambda module, _: to_object(module, native_target()))
    features = f"{native_target().features},{TILES}".replace("-amx", "+amx")
    options = Options(target=replace(native_target(), features=features))
    for seed in range(2000, 2000 + examples(20)):
        check(seed, options, ("bf16", "i8"))
    assert unit.products
