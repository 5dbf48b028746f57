"""Random kernels as Python text: elementwise ops, reductions, scans, gathers, reshapes, loops and branches.

Floats stay small integers, so that every result is exact in whatever order it is computed.
"""

from __future__ import annotations

from itertools import chain

from hypothesis import strategies as st

TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint32", "float32", "float64")
SHAPES = ((1, 1), (1, 16), (8, 1), (4, 8), (2, 32), (16, 4))
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
BOTH = (
    "{a} + {b}", "{a} - {b}", "{a} * {b}", "tl.minimum({a}, {b})", "tl.maximum({a}, {b})", "-{a}",
    "tl.where({a} {cmp} {b}, {a}, {b} + {k})", "tl.where((row + {k}) % 3 == 0, {a}, {b})", "tl.abs({a})",
    "{a} + tl.sum({b}, {axis}, keep_dims=True).to({t})", "{a} - tl.max({b}, {axis}, keep_dims=True)",
    "tl.where(tl.argmax({a}, {axis}, keep_dims=True) == col, {a}, {b})",
    "tl.minimum({a}, tl.min(tl.min({b}, 0), 0))", "tl.cumsum({a}, {axis}).to({t})",
    "tl.cumsum({a}, {axis}, reverse=True).to({t})", "tl.reshape(tl.trans({a}), (R, C))", "tl.flip({a}, 1)",
    "tl.load(x + at, mask=({a} {cmp} {b}) & (col < n), other={k})", "tl.load(y + (row * {k} + col * {j}) % (R * C))",
    "tl.load(y + R * C - 1 - at)", "tl.load(x + tl.load(index + at), mask=row < n, other={k})",
    "tl.load(y + tl.minimum(row + {k}, R - 1) * C + col)", "{a} + (row * {k} - col).to({t})",
    "tl.gather({a}, tl.load(index + at) % C, 1)",
)  # fmt: skip
INTEGER = (
    "{a} & {b}", "{a} | {b}", "{a} ^ {b}", "~{a}", "{a} << {k}", "{a} >> {k}", "{a} // {d}", "{a} % {d}",
    "{a} ^ tl.xor_sum({b}, {axis}, keep_dims=True)",
)  # fmt: skip
CLAMPED = "tl.maximum(tl.minimum({value}, 8.0), -8.0)"
KERNEL = """
import triton
import triton.language as tl

from tests.differential.cases import case, integers, zeros

SIZE = {size}


@case(
    x=integers({low}, 9, SIZE, dtype="{type}"),
    y=integers({low}, 9, SIZE, dtype="{type}"),
    index=integers(0, SIZE, SIZE),
    out=zeros("{type}", 4 * SIZE),
    n={n},
    R={rows},
    C={columns},
    grid=(2, 2),
)
@triton.jit
def program(x, y, index, out, n, R: tl.constexpr, C: tl.constexpr):
    row = tl.arange(0, R)[:, None]
    col = tl.arange(0, C)[None, :]
    at = row * C + col
    a = tl.load(x + at)
    b = tl.load(y + at, mask=col < n, other={k}) + tl.program_id(0).to({t})
{body}
    place = out + (tl.program_id(1) * 2 + tl.program_id(0)) * R * C + at
    tl.store(place, a)
    tl.store(place, b, mask=(row + col) % 2 < n)
"""


@st.composite
def statements(draw: st.DrawFn, type: str, indent: int = 1, depth: int = 0) -> list[str]:
    """One assignment to a or b, maybe inside of loops and branches, as indented lines."""
    margin = "    " * indent
    nested = st.lists(statements(type, indent + 1, depth + 1), min_size=1, max_size=2)
    match draw(st.integers(0, 9)) if depth < 2 else 9:
        case 0:
            body = chain(*draw(nested))
            return [
                f"{margin}for k{depth} in range({draw(st.sampled_from(('n', '2', 'tl.program_id(0)')))}):",
                *body,
            ]
        case 1:
            yes, no = chain(*draw(nested)), chain(*draw(nested))
            test = draw(st.sampled_from(("n > 2", "tl.program_id(1) == 1", "tl.max(tl.max(a, 0), 0) > 3")))
            return [f"{margin}if {test}:", *yes, f"{margin}else:", *no]
    text = draw(st.sampled_from(BOTH if type.startswith("float") else BOTH + INTEGER)).format(
        a=draw(st.sampled_from("ab")),
        b=draw(st.sampled_from("ab")),
        cmp=draw(st.sampled_from(COMPARISONS)),
        axis=draw(st.integers(0, 1)),
        k=draw(st.integers(0, 5)),
        j=draw(st.integers(1, 3)),
        d=draw(st.integers(2, 7)),
        t=f"tl.{type}",
    )
    value = CLAMPED.format(value=text) if type.startswith("float") else f"({text}).to(tl.{type})"
    return [f"{margin}{draw(st.sampled_from('ab'))} = {value}"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a module with the case ``program``."""
    type = draw(st.sampled_from(TYPES))
    rows, columns = draw(st.sampled_from(SHAPES))
    body = chain(*draw(st.lists(statements(type), min_size=1, max_size=6)))
    return KERNEL.format(
        type=type, t=f"tl.{type}", low=0 if type.startswith("u") else -8, size=rows * columns, rows=rows,
        columns=columns, n=draw(st.integers(0, 6)), k=draw(st.integers(0, 5)), body="\n".join(body),
    )  # fmt: skip
