"""Rows that are reduced where they are computed: random orders of ops on buffers give what numpy gives.

Numbers are small integers, so that every order of sums is exact.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

from tests.support import forced
from tests.support.amount import examples
from tests.support.native import Native
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import native_target
from triton_shared.ir.statistics import collected

#: by the type of a block's elements, how they are narrowed
KINDS = {
    "f32": (np.float32, "arith.truncf", "bf16", ml_dtypes.bfloat16),
    "f64": (np.float64, "arith.truncf", "f32", np.float32),
    "i32": (np.int32, "arith.trunci", "i8", np.int8),
    "i64": (np.int64, "arith.trunci", "i32", np.int32),
}
SHAPES = ((4, 64), (2, 16), (8, 8), (3, 48), (5, 6), (64,), (12,))
BLOCK, ROWS, LAST = "#block", "#rows", "#last"

#: what ops do to the arrays x, e and h, blocks, t and s, a number for each row; j numbers columns, z is zero
STEPS: dict[str, Callable] = {
    "make": lambda a: a | {"e": a["x"] + a["t"][..., None] + a["j"]},
    "remake": lambda a: a | {"e": a["e"] + a["t"][..., None] + a["j"]},
    "add": lambda a: a | {"e": a["x"] + a["e"]},
    "make by a view": lambda a: a | {"e": _with_rest(a, a["x"] + a["t"][..., None] + a["j"])},
    "make from h": lambda a: a | {"e": a["x"] + a["h"].reshape(-1, a["h"].shape[-1])[0].astype(a["x"].dtype)},
    "narrow": lambda a: a | {"h": a["e"].astype(a["h"].dtype)},
    "shift and narrow": lambda a: a | {"h": (a["e"] + np.ravel(a["t"])[0]).astype(a["h"].dtype)},
    "clear s": lambda a: a | {"s": np.full_like(a["s"], 3)},
    "clear h": lambda a: a | {"h": np.full_like(a["h"], 3)},
    "clear e": lambda a: a | {"e": np.full_like(a["e"], 3)},
    "sum": lambda a: a | {"s": a["s"] + a["e"].sum(-1)},
    "most": lambda a: a | {"s": np.maximum(a["s"], a["e"].max(-1))},
    "poke t": lambda a: a | {"t": _poked(a["t"])},
    "poke s": lambda a: a | {"s": _poked(a["s"])},
    "poke e": lambda a: a | {"e": _poked(a["e"])},
    "poke h": lambda a: a | {"h": _poked(a["h"])},
}
#: how often each is drawn
WEIGHTS = [10, 4, 1, 1, 2, 11, 2, 4, 1, 1, 9, 6, 1, 1, 1, 1]


def _with_rest(arrays: dict[str, np.ndarray], made: np.ndarray) -> np.ndarray:
    """The first half of each row of what is ``made``, and behind it what was in e."""
    half = made.shape[-1] // 2
    return np.concatenate([made[..., :half], arrays["e"][..., half:]], -1)


def _poked(array: np.ndarray) -> np.ndarray:
    array = np.array(array)
    array[(0,) * array.ndim] = 2
    return array


def _generic(inputs: str, kinds: str, out: str, kind: str, maps: str, body: str, rank: int) -> str:
    iterators = ", ".join(['"parallel"'] * rank)
    return (
        f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
        f"ins({inputs} : {kinds}) outs({out} : {kind}) {{\n{body}\n}}"
    )


def _op(step: str, element: str, shape: tuple[int, ...], number: int) -> str:
    """The op of a step, on buffers of the same names."""
    narrow, rank = KINDS[element][2], len(shape)
    cast, is_float = KINDS[element][1], element[0] == "f"
    add, most = ("arith.addf", "arith.maxnumf") if is_float else ("arith.addi", "arith.maxsi")
    types = {name: _type(name, element, shape) for name in "xehts"}
    to_float = f"%f = arith.sitofp %k : i32 to {element}" if is_float else ""
    column = f"%l = linalg.index {rank - 1} : index\n%k = arith.index_cast %l : index to i32\n{to_float}"
    index = "%f" if is_float else "%k"
    if element == "i64":
        column, index = f"%l = linalg.index {rank - 1} : index\n%f = arith.index_cast %l : index to i64", "%f"
    match step.split():
        case ["make" | "remake"]:
            source = "%x" if step == "make" else "%e"
            body = f"^bb0(%a: {element}, %b: {element}, %o: {element}):\n{column}\n%c = {add} %a, %b : {element}\n"
            body += f"%d = {add} %c, {index} : {element}\nlinalg.yield %d : {element}"
            maps, kinds = f"{BLOCK}, {ROWS}, {BLOCK}", f"{types['e']}, {types['t']}"
            return _generic(f"{source}, %t", kinds, "%e", types["e"], maps, body, rank)
        case ["make", "by", "a", "view"]:
            half, steps = (*shape[:-1], shape[-1] // 2), [int(np.prod(shape[d + 1 :])) for d in range(rank)]
            part = f"memref<{'x'.join(map(str, half))}x{element}, strided<{steps}>>"
            zeros = [0] * rank
            views = "".join(
                f"%{name}{number} = memref.subview %{name}{zeros} {list(half)} {[1] * rank} : {types['e']} to {part}\n"
                for name in "xe"
            )
            body = f"^bb0(%a: {element}, %b: {element}, %o: {element}):\n{column}\n%c = {add} %a, %b : {element}\n"
            body += f"%d = {add} %c, {index} : {element}\nlinalg.yield %d : {element}"
            maps = f"{BLOCK}, {ROWS}, {BLOCK}"
            return views + _generic(
                f"%x{number}, %t", f"{part}, {types['t']}", f"%e{number}", part, maps, body, rank
            )
        case ["make", "from", "h"]:
            count, ones = shape[-1], [1] * rank
            line = f"memref<{count}x{narrow}, strided<[1]>>"
            sizes = [*ones[1:], count]
            view = f"%h{number} = memref.subview %h{[0] * rank} {sizes} {ones} : {types['h']} to {line}\n"
            wide = "arith.extf" if is_float else "arith.extsi"
            body = (
                f"^bb0(%a: {element}, %b: {narrow}, %o: {element}):\n%c = {wide} %b : {narrow} to {element}\n"
            )
            body += f"%d = {add} %a, %c : {element}\nlinalg.yield %d : {element}"
            maps = f"{BLOCK}, {LAST}, {BLOCK}"
            return view + _generic(
                f"%x, %h{number}", f"{types['e']}, {line}", "%e", types["e"], maps, body, rank
            )
        case ["add"]:
            body = f"^bb0(%a: {element}, %o: {element}):\n%c = {add} %a, %o : {element}\nlinalg.yield %c : {element}"
            return _generic("%x", types["e"], "%e", types["e"], f"{BLOCK}, {BLOCK}", body, rank)
        case ["shift", "and", "narrow"]:
            name = f"%first{number}"
            body = f"^bb0(%a: {element}, %o: {narrow}):\n%b = {add} %a, {name} : {element}\n"
            body += f"%c = {cast} %b : {element} to {narrow}\nlinalg.yield %c : {narrow}"
            first = f"{name} = memref.load %t[{', '.join(['%c0'] * (rank - 1))}] : {types['t']}\n"
            return first + _generic("%e", types["e"], "%h", types["h"], f"{BLOCK}, {BLOCK}", body, rank)
        case ["narrow"]:
            body = f"^bb0(%a: {element}, %o: {narrow}):\n%c = {cast} %a : {element} to {narrow}\n"
            body += f"linalg.yield %c : {narrow}"
            return _generic("%e", types["e"], "%h", types["h"], f"{BLOCK}, {BLOCK}", body, rank)
        case ["sum" | "most"]:
            op = add if step == "sum" else most
            return (
                f"linalg.reduce ins(%e : {types['e']}) outs(%s : {types['s']}) dimensions = [{rank - 1}] "
                f"(%a: {element}, %o: {element}) {{ %c = {op} %a, %o : {element} linalg.yield %c : {element} }}"
            )
        case ["clear", name]:
            number = f"%threen : {narrow}" if name == "h" else f"%three : {element}"
            return f"linalg.fill ins({number}) outs(%{name} : {types[name]})"
        case ["poke", name]:
            at = ", ".join(["%c0"] * (rank if name in "eh" else rank - 1))
            return f"memref.store %two{'n' * (name == 'h')}, %{name}[{at}] : {types[name]}"
    raise KeyError(step)


def _type(name: str, element: str, shape: tuple[int, ...]) -> str:
    element = KINDS[element][2] if name == "h" else element
    extents = shape if name in "xeh" else shape[:-1]
    return f"memref<{'x'.join([*map(str, extents), element])}>"


def _in_memory(name: str, element: str, shape: tuple[int, ...], argument: str) -> tuple[str, str, str]:
    """The view of an argument that a buffer is copied from or to, as text; its name, and its type."""
    whole = _type(name, element, shape)
    *extents, kind = whole[7:-1].split("x")
    sizes = [int(n) for n in extents]
    strides = [int(np.prod(sizes[d + 1 :])) for d in range(len(sizes))]
    type_ = f"{whole[:-1]}, strided<{strides}>>"
    view = f"memref.reinterpret_cast %{argument} to offset: [0], sizes: {sizes}, strides: {strides}"
    return f"%{argument}v = {view} : memref<*x{kind}> to {type_}", f"%{argument}v", type_


def kernel(steps: list[str], shown: str, element: str, shape: tuple[int, ...], looped: bool) -> str:
    """A kernel that does ``steps`` with its buffers, and stores those that are ``shown``."""
    rank, narrow, is_float = len(shape), KINDS[element][2], element[0] == "f"
    dims = ", ".join(f"d{d}" for d in range(rank))
    kept = ", ".join(f"d{d}" for d in range(rank - 1))
    lines = ["%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index"]
    for name, value in (("two", 2), ("three", 3)):
        number = f"{value}.0" if is_float else str(value)
        lines += [
            f"%{name}{tail} = arith.constant {number} : {of}" for tail, of in (("", element), ("n", narrow))
        ]
    body = []
    for name in "xehts":
        body.append(f"%{name} = memref.alloc() : {_type(name, element, shape)}")
    for name in "xet":
        view, source, type_ = _in_memory(name, element, shape, f"{name}m")
        body += [view, f"memref.copy {source}, %{name} : {type_} to {_type(name, element, shape)}"]
    body += [_op(step, element, shape, n) for n, step in enumerate(("clear s", "clear h", *steps))]
    for name in shown:
        view, target, type_ = _in_memory(name, element, shape, f"{name.upper()}m")
        body += [view, f"memref.copy %{name}, {target} : {_type(name, element, shape)} to {type_}"]
    text = "\n".join(body)
    if looped:
        text = f"scf.for %again = %c0 to %c2 step %c1 {{\n{text}\n}}"
    arguments = [f"%{n}m: memref<*x{narrow if n == 'H' else element}>" for n in "xetEHTS"]
    arguments += [f"%{n}: i32" for n in ("gx", "gy", "gz", "px", "py", "pz")]
    return (
        f"{BLOCK} = affine_map<({dims}) -> ({dims})>\n{ROWS} = affine_map<({dims}) -> ({kept})>\n"
        f"{LAST} = affine_map<({dims}) -> (d{rank - 1})>\n"
        f"func.func @k({', '.join(arguments)}) {{\n" + "\n".join([*lines, text, "return\n}"])
    )


def expected(steps: list[str], arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What the buffers hold at the end."""
    for step in ("clear s", "clear h", *steps):
        arrays = STEPS[step](arrays)
    return arrays


def program(seed: int) -> tuple[list[str], str, str, tuple[int, ...], bool]:
    """Steps, the buffers that are shown, a type, a shape, and whether all is done twice."""
    dice = random.Random(seed)
    steps = dice.choices(list(STEPS), WEIGHTS, k=dice.randint(4, 8))
    shown = "".join(sorted(dice.sample("ehst", dice.randint(1, 4))))
    return steps, shown, dice.choice(list(KINDS)), dice.choice(SHAPES), dice.random() < 0.4


def check(seed: int, target: object = None) -> dict[str, int]:
    """Run a random program; how often rewrites fired."""
    steps, shown, element, shape, looped = program(seed)
    rng, (kind, _, _, narrow) = np.random.default_rng(seed), KINDS[element]
    x, e = (rng.integers(-3, 4, shape).astype(kind) for _ in range(2))
    t = rng.integers(-3, 4, shape[:-1]).astype(kind)
    outs = [
        np.full(shape, 99, kind),
        np.full(shape, 99, narrow),
        *(np.full(shape[:-1], 99, kind) for _ in "ts"),
    ]
    arrays = {"x": x, "e": e, "t": t, "j": np.arange(shape[-1]).astype(kind)}
    arrays |= {"s": np.zeros(shape[:-1], kind), "h": np.zeros(shape, narrow)}
    wanted = expected(steps, arrays)
    with collected() as counts:
        options = Options() if target is None else Options(target=target)
        Native(kernel(steps, shown, element, shape, looped), options=options).run((1,), x, e, t, *outs)
    for name, out in zip("ehts", outs, strict=True):
        if name in shown:
            np.testing.assert_array_equal(out, wanted[name], err_msg=f"{steps} {shown} {element} {shape}")
        else:
            assert (out.astype(np.float64) == 99).all()
    return dict(counts)


def test_random_orders():
    native_target()  # makes the machine known to LLVM
    count = examples(60)
    fired = [check(seed) for seed in range(count)]
    for kind in ("rows", "converted rows"):
        assert sum(counts.get(f"fuse-row-reductions: {kind}", 0) > 0 for counts in fired) > count / 20, kind


@pytest.mark.parametrize("machine", forced.MACHINES)
def test_random_orders_on_other_machines(machine):
    target = forced.MACHINES[machine]
    if missing := forced.lacking(target):
        pytest.skip(f"this machine lacks {', '.join(sorted(missing))}")
    for seed in range(1000, 1000 + examples(10)):
        check(seed, target)
