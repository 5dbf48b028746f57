"""Random TTIR: regions that carry, hand on and yield any value of theirs, of regions around them, and one value twice.

Tensors of integers wrap around, matrices of floats hold small sums of integers: every result is exact.  All that the
outermost ops result in is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

DEPTH = 3
SHAPES = ((1, 1), (2, 4), (4, 4), (16, 16))  # rows and columns of elements
PROGRAMS = 2
REACH = 8192  # elements behind the pointers that programs move on
#: types by their letters: tensors, matrices, floats, columns, scalars, conditions, masks, pointers
TYPES = {
    "t": "tensor<{count}xi32>", "m": "tensor<{rows}x{columns}xi32>", "f": "tensor<{rows}x{columns}xf32>",
    "c": "tensor<{columns}xi32>", "s": "i32", "b": "i1", "k": "tensor<{count}xi1>",
    "p": "tensor<{count}x!tt.ptr<i32>>",
}  # fmt: skip
CARRIED = "ttttttmmmffcspk"
SUM = """"tt.{op}"({{0}}) <{{{{axis = 0 : i32{more}}}}}> ({{{{
^bb0(%l{{n}}: i32, %r{{n}}: i32):
  %v{{n}} = arith.{by} %l{{n}}, %r{{n}} : i32
  tt.{op}.return %v{{n}} : i32
}}}}) : {type}"""
SMALL = """%a{n} = arith.andi {0}, %threes : {m}
%f{n} = arith.sitofp %a{n} : {m} to {f}
%b{n} = arith.andi {1}, %threes : {m}
%g{n} = arith.sitofp %b{n} : {m} to {f}
"""
INDEX = "%i{n} = arith.andi {1}, %last : {t}\n"
#: the result's type, the operands' types, and ops of which the last is without its result
OPS = (
    *(("t", "tt", f"arith.{name} {{0}}, {{1}} : {{t}}") for name in ("addi", "subi", "muli", "xori", "minsi")),
    *(("m", "mm", f"arith.{name} {{0}}, {{1}} : {{m}}") for name in ("addi", "subi", "maxsi")),
    *(("s", "ss", f"arith.{name} {{0}}, {{1}} : i32") for name in ("addi", "muli")),
    *((kind, "b" + 2 * kind, f"arith.select {{0}}, {{1}}, {{2}} : {{{kind}}}") for kind in "tmfsp"),
    ("t", "ktt", "arith.select {0}, {1}, {2} : {k}, {t}"),
    ("t", "s", "tt.splat {0} : i32 -> {t}"),
    ("t", "tt", INDEX + "tt.gather {0}[%i{n}] {{axis = 0 : i32}} : ({t}, {t}) -> {t}"),
    ("t", "p", "tt.load {0} : {p}"),
    ("t", "pkt", "tt.load {0}, {1}, {2} : {p}"),
    ("t", "", "tt.load %own : {p}"),
    ("t", "", "tt.load %shuffled : {p}"),
    ("t", "t", SUM.format(op="scan", by="addi", more=", reverse = false", type="({t}) -> {t}")),
    ("t", "m", "tt.reshape {0} : {m} -> {t}"),
    ("t", "m", "%u{n} = tt.trans {0} {{order = array<i32: 1, 0>}} : {m} -> {w}\ntt.reshape %u{n} : {w} -> {t}"),
    ("t", "f", "%u{n} = arith.fptosi {0} : {f} to {m}\ntt.reshape %u{n} : {m} -> {t}"),
    ("t", "k", "arith.extui {0} : {k} to {t}"),
    ("m", "t", "tt.reshape {0} : {t} -> {m}"),
    ("m", "c", "%u{n} = tt.expand_dims {0} {{axis = 0 : i32}} : {c} -> {o}\ntt.broadcast %u{n} : {o} -> {m}"),
    ("c", "m", SUM.format(op="reduce", by="addi", more="", type="({m}) -> {c}")),
    ("c", "cc", "arith.subi {0}, {1} : {c}"),
    ("s", "t", SUM.format(op="reduce", by="addi", more="", type="({t}) -> i32")),
    ("s", "t", SUM.format(op="reduce", by="maxsi", more="", type="({t}) -> i32")),
    ("b", "ss", "arith.cmpi slt, {0}, {1} : i32"),
    ("k", "tt", "arith.cmpi sgt, {0}, {1} : {t}"),
    ("p", "tt", INDEX + "tt.addptr %xs, %i{n} : {p}, {t}"),
    ("p", "ps", "%a{n} = arith.andi {1}, %c1 : i32\n%u{n} = tt.splat %a{n} : i32 -> {t}\n"
                "tt.addptr {0}, %u{n} : {p}, {t}"),
    ("f", "mm", SMALL + "arith.addf %f{n}, %g{n} : {f}"),
)  # fmt: skip
SQUARE = (
    ("f", "mmf", SMALL + "tt.dot %f{n}, %g{n}, {2}, inputPrecision = ieee : {f} * {f} -> {f}"),
    ("f", "f", "tt.trans {0} {{order = array<i32: 1, 0>}} : {f} -> {f}"),
)
STORES = ("tt.store %own, {0} : {p}", "tt.store %shuffled, {0} : {p}", "tt.store %own, {0}, {1} : {p}")
#: what becomes a tensor to be stored
AS_TENSOR = {
    "t": "arith.addi {0}, %zeros : {t}", "m": "tt.reshape {0} : {m} -> {t}",
    "f": "%u{n} = arith.fptosi {0} : {f} to {m}\ntt.reshape %u{n} : {m} -> {t}",
    "c": "%v{n} = tt.expand_dims {0} {{axis = 0 : i32}} : {c} -> {o}\n%u{n} = tt.broadcast %v{n} : {o} -> {m}\n"
         "tt.reshape %u{n} : {m} -> {t}",
    "s": "tt.splat {0} : i32 -> {t}", "p": "tt.load {0} : {p}", "k": "arith.extui {0} : {k} to {t}",
}  # fmt: skip
KERNEL = """\
tt.func public @program(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %index: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%c3 = arith.constant 3 : i32
%size = arith.constant {count} : i32
%zeros = arith.constant dense<0> : {t}
%last = arith.constant dense<{last}> : {t}
%threes = arith.constant dense<3> : {m}
%fzeros = arith.constant dense<0.0> : {f}
%at = tt.make_range {{end = {count} : i32, start = 0 : i32}} : {t}
%id = tt.get_program_id x : i32
%trips = arith.addi %id, %c1 : i32
%row = arith.muli %id, %size : i32
%reach = arith.constant {reach} : i32
%apart = arith.muli %id, %reach : i32
%mine = tt.addptr %y, %apart : !tt.ptr<i32>, i32
%ys = tt.splat %mine : !tt.ptr<i32> -> {p}
%own = tt.addptr %ys, %at : {p}, {t}
%is = tt.splat %index : !tt.ptr<i32> -> {p}
%ip = tt.addptr %is, %at : {p}, {t}
%i = tt.load %ip : {p}
%shuffled = tt.addptr %ys, %i : {p}, {t}
%xs = tt.splat %x : !tt.ptr<i32> -> {p}
%p = tt.addptr %xs, %at : {p}, {t}
%a = tt.load %p : {p}
%b = tt.load %own : {p}
%m = tt.reshape %a : {t} -> {m}
%c = {column}
%k = arith.cmpi sgt, %a, %b : {t}
%more = arith.cmpi sgt, %n, %c1 : i32
%second = arith.cmpi eq, %id, %c1 : i32
%slots = arith.constant {slots} : i32
%first = arith.muli %row, %slots : i32
%outs0 = tt.addptr %out, %first : !tt.ptr<i32>, i32
%outs = tt.splat %outs0 : !tt.ptr<i32> -> {p}
%to = tt.addptr %outs, %at : {p}, {t}
{body}
tt.return
}}
"""
OUTERMOST = {
    "t": ["%zeros", "%at", "%i", "%a", "%b"], "m": ["%m"], "f": ["%fzeros"], "c": ["%c"],
    "s": ["%c0", "%c1", "%c2", "%c3", "%n", "%trips"], "b": ["%more", "%second"], "k": ["%k"], "p": ["%p", "%own"],
}  # fmt: skip


@dataclass(frozen=True)
class Program:
    """TTIR of ``@program`` and the arguments that it takes: arrays of int32, then ``n``."""

    text: str
    count: int
    slots: int
    n: int

    def arrays(self) -> list[np.ndarray]:
        """The same arrays every time: what is only read, what is read and written, a permutation, the output."""
        rng, count = np.random.default_rng(self.count), self.count
        read, written = rng.integers(-9, 9, REACH), rng.integers(-9, 9, PROGRAMS * REACH)
        out = np.zeros(PROGRAMS * count * max(self.slots, 1))
        return [array.astype(np.int32) for array in (read, written, rng.permutation(count), out)]


@dataclass
class Writer:
    """Draws ops and writes them; ``scope`` has the names of values by the letter of their type."""

    draw: st.DrawFn
    rows: int
    columns: int
    lines: list[str] = field(default_factory=list)
    scope: dict[str, list[str]] = field(default_factory=lambda: {k: list(v) for k, v in OUTERMOST.items()})
    count: int = 0

    def __post_init__(self):
        self.types = types_of(self.rows, self.columns)
        self.ops = OPS + SQUARE * (self.rows == self.columns == 16)

    def fresh(self) -> int:
        """A number that no name has."""
        self.count += 1
        return self.count

    def value(self, kind: str) -> str:
        """Some value of that type, mostly a recent one."""
        known = self.scope[kind]
        return self.draw(st.sampled_from(known if self.draw(st.integers(0, 4)) == 0 else known[-5:]))

    def write(self, template: str, operands: list[str]) -> int:
        """Write ops; the last gets a number for its name."""
        number = self.fresh()
        text = template.format(*operands, n=number, **self.types).split("\n")
        last = next(k for k, line in enumerate(text) if not line.startswith("%"))
        text[last] = f"%r{number} = {text[last]}"
        self.lines += text
        return number

    def op(self) -> None:
        """An op, or a store."""
        if self.draw(st.integers(0, 7)) == 0:
            text = self.draw(st.sampled_from(STORES))
            self.lines.append(text.format(self.value("t"), self.value("k"), **self.types))
            return
        kind, operands, template = self.draw(st.sampled_from(self.ops))
        number = self.write(template, [self.value(k) for k in operands])
        self.scope[kind].append(f"%r{number}")

    def statement(self, depth: int) -> list[tuple[str, str]]:
        """An op or one with regions, which tells its results by type and name."""
        nested = (self.for_, self.for_, self.while_, self.if_)
        chosen = self.draw(st.sampled_from((*nested, None, None))) if 0 < depth < DEPTH else None
        chosen = self.draw(st.sampled_from(nested)) if depth == 0 else chosen
        if chosen is None:
            for _ in range(self.draw(st.integers(1, 3))):
                self.op()
            return []
        results = chosen(depth + 1)
        for kind, name in results:
            self.scope[kind].append(name)
        return results

    @contextmanager
    def region(self, depth: int, arguments: list[tuple[str, str]], most: int = 3) -> Iterator[None]:
        """Up to ``most`` statements that know ``arguments``; the terminator is to follow."""
        outside = {kind: list(names) for kind, names in self.scope.items()}
        for kind, name in arguments:
            self.scope[kind].append(name)
        for _ in range(self.draw(st.integers(0, most))):
            self.statement(depth)
        yield
        self.scope = outside

    def end(self, name: str, values: Iterable[str], kinds: str) -> None:
        """A terminator."""
        types = ", ".join(self.types[kind] for kind in kinds)
        self.lines.append(f"{name} {', '.join(values)} : {types}" if kinds else name)

    def kinds(self, least: int = 0) -> str:
        """Types of what is carried."""
        return "".join(self.draw(st.lists(st.sampled_from(CARRIED), min_size=least, max_size=6)))

    def for_(self, depth: int) -> list[tuple[str, str]]:
        """A loop that counts."""
        kinds, number = self.kinds(2), self.fresh()
        low, step = (
            self.draw(st.sampled_from(("%c0", "%c0", "%c1"))),
            self.draw(st.sampled_from(("%c1", "%c1", "%c2"))),
        )
        high = self.draw(st.sampled_from(("%n", "%n", "%c2", "%c3", "%c3", "%trips", "%c0")))
        names = [(kind, f"%x{number}_{k}") for k, kind in enumerate(kinds)]
        inits = ", ".join(f"{name} = {self.value(kind)}" for kind, name in names)
        types = ", ".join(self.types[kind] for kind in kinds)
        self.lines.append(
            f"%r{number}:{len(kinds)} = scf.for %i{number} = {low} to {high} step {step} "
            f"iter_args({inits}) -> ({types}) : i32 {{"
        )
        with self.region(depth, [*names, ("s", f"%i{number}")], most=4):
            self.end("scf.yield", map(self.value, kinds), kinds)
        self.lines.append("}")
        return self.results(number, kinds)

    def while_(self, depth: int) -> list[tuple[str, str]]:
        """A loop that hands on what it carries, in another order, less of it, more, or other values."""
        carried, number = self.kinds(2), self.fresh()
        names = [(kind, f"%x{number}_{k}") for k, kind in enumerate(carried)]
        turn, bound = f"%n{number}", self.draw(st.sampled_from(("%n", "%c2", "%trips", "%c0")))
        inits = ", ".join([*(f"{name} = {self.value(kind)}" for kind, name in names), f"{turn} = %c0"])
        head = len(self.lines)
        with self.region(DEPTH, [*names, ("s", turn)], most=2):
            self.lines.append(f"%m{number} = arith.cmpi slt, {turn}, {bound} : i32")
            self.lines.append(f"%q{number} = arith.andi %m{number}, {self.value('b')} : i1")
            more = self.draw(st.sampled_from((f"%m{number}", f"%q{number}")))
            same = self.draw(st.integers(0, 2)) == 0
            handed_on = carried if same else self.kinds()
            values = [name for _, name in names] if same else list(map(self.value, handed_on))
            place = self.draw(st.integers(0, len(handed_on)))
            handed_on = f"{handed_on[:place]}s{handed_on[place:]}"
            values.insert(place, turn)
            self.end(f"scf.condition({more})", values, handed_on)
        into, out = (", ".join(self.types[k] for k in kinds) for kinds in (carried + "s", handed_on))
        self.lines.insert(head, f"%r{number}:{len(handed_on)} = scf.while ({inits}) : ({into}) -> ({out}) {{")
        entering = [(kind, f"%y{number}_{k}") for k, kind in enumerate(handed_on)]
        listed = ", ".join(f"{name}: {self.types[kind]}" for kind, name in entering)
        self.lines += [
            "} do {",
            f"^bb0({listed}):",
            f"%t{number} = arith.addi {entering[place][1]}, %c1 : i32",
        ]
        with self.region(depth, entering):
            self.end("scf.yield", [*map(self.value, carried), f"%t{number}"], carried + "s")
        self.lines.append("}")
        return self.results(number, handed_on)

    def if_(self, depth: int) -> list[tuple[str, str]]:
        """A branch."""
        kinds, number = self.kinds(), self.fresh()
        types = ", ".join(self.types[kind] for kind in kinds)
        made = f"%r{number}:{len(kinds)} = " if kinds else ""
        self.lines.append(f"{made}scf.if {self.value('b')}{f' -> ({types})' if kinds else ''} {{")
        with self.region(depth, []):
            self.end("scf.yield", map(self.value, kinds), kinds)
        if kinds or self.draw(st.booleans()):
            self.lines.append("} else {")
            with self.region(depth, []):
                self.end("scf.yield", map(self.value, kinds), kinds)
        self.lines.append("}")
        return self.results(number, kinds)

    @staticmethod
    def results(number: int, kinds: str) -> list[tuple[str, str]]:
        """The results of the op with that number, by type and name."""
        return [(kind, f"%r{number}#{k}") for k, kind in enumerate(kinds)]

    def store(self, slot: int, kind: str, name: str) -> None:
        """Store what has that name in the rows of the output from ``slot`` on."""
        number = self.write(AS_TENSOR[kind], [name])
        self.lines += [
            f"%o{number} = arith.constant dense<{slot * self.rows * self.columns}> : {self.types['t']}",
            f"%w{number} = tt.addptr %to, %o{number} : {self.types['p']}, {self.types['t']}",
            f"tt.store %w{number}, %r{number} : {self.types['p']}",
        ]


def types_of(rows: int, columns: int) -> dict[str, str]:
    """Types by letter, for that many rows and columns of elements; ``w`` is ``m`` transposed, ``o`` one row of it."""
    types = {k: text.format(rows=rows, columns=columns, count=rows * columns) for k, text in TYPES.items()}
    return types | {"w": f"tensor<{columns}x{rows}xi32>", "o": f"tensor<1x{columns}xi32>"}


def program(rows: int, columns: int, body: str, slots: int, n: int) -> Program:
    """The program with that ``body``, which may store ``slots`` tensors from ``%to`` on."""
    types, count = types_of(rows, columns), rows * columns
    column = SUM.format(op="reduce", by="addi", more="", type="({m}) -> {c}").format("%m", n=0, **types)
    text = KERNEL.format(
        count=count, reach=REACH, last=count - 1, slots=slots, column=column, body=body, **types
    )
    return Program(text, count, slots, n)


@st.composite
def regions(draw: st.DrawFn) -> Program:
    """A `Program` of a few ops with regions."""
    rows, columns = draw(st.sampled_from(SHAPES))
    writer = Writer(draw, rows, columns)
    results = [result for _ in range(draw(st.integers(1, 3))) for result in writer.statement(0)]
    for slot, (kind, name) in enumerate(results):
        writer.store(slot, kind, name)
    trips = draw(st.sampled_from((0, 1, 2, 2, 3, 3)))
    return program(rows, columns, "\n".join(writer.lines), len(results), trips)
