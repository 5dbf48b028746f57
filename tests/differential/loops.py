"""Random nests of loops as Python text: what they carry is exchanged, updated, gathered by, moved and left alone.

Tensors of integers wrap around, matrices of floats hold small sums of integers: every result is exact.  No name is
given the very value of another: Triton's front end takes a name for unchanged by a loop whose body, read once, leaves
it the value that it had, as ``a, c = c, 0`` does after ``c = a``.
"""

from __future__ import annotations

from itertools import chain

from hypothesis import strategies as st

SHAPES = ((1, 1), (4, 4), (4, 8), (16, 16))  # rows and columns of elements; matrices have the last
TENSORS, SCALARS, POINTERS, MATRICES = ("a", "b", "c", "d"), ("s", "t"), ("p", "q"), ("m", "w")
DEPTH = 3
TENSOR = (
    "{x} + 0", "{x} + {y}", "{x} - {y}", "{x} * {k} + {y}", "{x} + {s}", "{x} ^ at", "at * {k}", "{x} * 0 + {k}",
    "tl.where({x} > {y}, {z}, {x} + {k})", "{x} + tl.sum({y}, 0)", "tl.minimum({x}, tl.max({y}, 0))",
    "tl.cumsum({x}, 0)", "tl.gather({x}, N - 1 - at, 0)", "tl.load({p})", "tl.load({p}, mask=at < {k}, other={s})",
    "tl.load(x + i)", "tl.load(index + i)", "tl.load(y + at)", "tl.gather({x}, i, 0)", "{x} + i",
    "tl.reshape(tl.trans(tl.reshape({x}, (R, C))), (N,))",
    "tl.sum(tl.sum(tl.reshape({x}, (R, C)), 1), 0) + {y}",
)  # fmt: skip
INDEX = ("tl.load(index + i)", "(i + {s}) & (N - 1)", "({x} + i) & (N - 1)", "at + 0", "N - 1 - i")
SCALAR = ("{s} + 0", "{s} + 1", "{s} + {t}", "tl.max({x}, 0)", "tl.sum({x}, 0) & 7", "tl.load(index) + {s}")
POINTER = ("{p} + 0", "{p} + 1", "{p} + ({s} & 1)", "{p} + n", "x + at", "x + i", "{p} + (at & 1)")
MATRIX = (
    "{m} * 1", "tl.dot(small({x}, R, C), small({y}, R, C), {m})", "tl.trans({m})", "small({x}, R, C)",
    "tl.dot(small({x}, R, C), small({x}, R, C))",
)  # fmt: skip
FROM_MATRIX = ("tl.reshape({m}, (N,)).to(tl.int32)", "{x} + tl.reshape({m}, (N,)).to(tl.int32)")
CONDITIONS = ("n > 1", "{s} > 2", "tl.max({x}, 0) > 3", "tl.sum({x}, 0) % 2 == 0")
TRIPS = ("n", "2", "{s} & 1", "tl.program_id(0) + 1", "0")
KERNEL = """
import triton
import triton.language as tl

from tests.differential.cases import case, integers, permutation, zeros


@triton.jit
def small(x, R: tl.constexpr, C: tl.constexpr):
    return tl.reshape(x & 3, (R, C)).to(tl.float32)


@case(
    x=integers(-9, 9, 32768),
    y=integers(-9, 9, 2, {count}),
    index=permutation({count}),
    out=zeros("int32", 2, 8, {count}),
    n={n},
    N={count},
    R={rows},
    C={columns},
    grid=(2,),
)
@triton.jit
def program(x, y, index, out, n, N: tl.constexpr, R: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, N)
    y += tl.program_id(0) * N
    i = tl.load(index + at)
    a = tl.load(x + at)
    b = {b}
    c = {c}
    d = tl.zeros((N,), tl.int32)
    s = n + 1
    t = n * 2
    p = x + at
    q = x + at * 2
{matrices}
{body}
    to = out + tl.program_id(0) * 8 * N + at
    tl.store(to, a)
    tl.store(to + N, b)
    tl.store(to + 2 * N, c)
    tl.store(to + 3 * N, d)
    tl.store(to + 4 * N, i * 8 + s + t)
    tl.store(to + 5 * N, tl.load(p))
    tl.store(to + 6 * N, tl.load(q))
{last}
"""


@st.composite
def assignments(draw: st.DrawFn, matrices: bool) -> str:
    """One assignment, often to several names at once, or a store."""
    kinds = [(TENSORS, TENSOR)] * 4 + [(("i",), INDEX), (SCALARS, SCALAR), (POINTERS, POINTER)]
    kinds += [(MATRICES, MATRIX), (TENSORS, FROM_MATRIX)] * matrices
    names = {"k": st.integers(0, 9).map(str)}
    for letters, group in (("xyz", TENSORS), ("st", SCALARS), ("p", POINTERS), ("m", MATRICES)):
        names |= dict.fromkeys(letters, st.sampled_from(group))

    def filled(text: str) -> str:
        return text.format(**{name: draw(values) for name, values in names.items()})

    if draw(st.integers(0, 9)) == 0:
        return filled("tl.store(y + at, {x})")
    if draw(st.integers(0, 3)) == 0:
        group = draw(st.sampled_from([TENSORS, SCALARS, POINTERS, MATRICES][: 4 if matrices else 3]))
        order = draw(st.permutations(group))
        return f"{', '.join(group)} = {', '.join(order)}"
    left, right = [], []
    for targets, values in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3)):
        if target := [name for name in targets if name not in left]:
            left.append(draw(st.sampled_from(target)))
            right.append(filled(draw(st.sampled_from(values))))
    return f"{', '.join(left)} = {', '.join(right)}"


@st.composite
def statements(draw: st.DrawFn, matrices: bool, depth: int = 0) -> list[str]:
    """An assignment, or a loop or branch of such, as lines."""
    kind = draw(st.sampled_from(("for", "for", "while", "if", "=", "="))) if depth < DEPTH else "="
    if kind == "=":
        return [draw(assignments(matrices))]
    scalar, tensor = draw(st.sampled_from(SCALARS)), draw(st.sampled_from(TENSORS))
    nested = st.lists(statements(matrices, depth + 1), min_size=1, max_size=3)
    body = indented(chain(*draw(nested)))
    if kind == "if":
        test = draw(st.sampled_from(CONDITIONS)).format(s=scalar, x=tensor)
        other = indented(chain(*draw(nested))) if draw(st.booleans()) else []
        return [f"if {test}:", *body, *(["else:", *other] if other else [])]
    trips = draw(st.sampled_from(TRIPS)).format(s=scalar)
    if kind == "for":
        return [f"for k{depth} in range({trips}):", *body]
    test = draw(st.sampled_from(("k{depth} < {trips}", "k{depth} < 2 and tl.max({x}, 0) > 1")))
    test = test.format(depth=depth, trips=trips, x=tensor)
    return [f"k{depth} = n * 0", f"while {test}:", *body, f"    k{depth} += 1"]


def indented(lines) -> list[str]:
    """``lines`` one level further in."""
    return [f"    {line}" for line in lines]


@st.composite
def loops(draw: st.DrawFn) -> str:
    """The text of a module with the case ``program``."""
    rows, columns = draw(st.sampled_from(SHAPES))
    matrices = (rows, columns) == SHAPES[-1]
    body = chain(*draw(st.lists(statements(matrices), min_size=1, max_size=4)))
    return KERNEL.format(
        count=rows * columns, n=draw(st.integers(0, 3)), rows=rows, columns=columns, body="\n".join(indented(body)),
        b=draw(st.sampled_from(("a + 0", "a + 1", "at + 0", "tl.load(y + at)"))),
        c=draw(st.sampled_from(("a + 0", "b + 0", "at * 3", "tl.zeros((N,), tl.int32)"))),
        matrices="    m = small(a, R, C)\n    w = tl.zeros((R, C), tl.float32)" * matrices,
        last="    tl.store(to + 7 * N, tl.reshape(m * 3 + w, (N,)).to(tl.int32))" * matrices,
    )  # fmt: skip
