"""Masks that leave a product whole in some turns of a loop, in the emulator, against numpy: any comparisons of sums."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import examples
from tests.support.emulated import Settings
from tests.support.product_loops import ROWS, SHAPE, WHOLE, index, kernel, pointers
from tests.support.ttir import Writer, tensor
from triton_shared import dialects
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

INTEGERS, BITS = tensor(SHAPE, "i32"), tensor(SHAPE, "i1")
COMPARE = {"sge": np.greater_equal, "sgt": np.greater, "sle": np.less_equal, "slt": np.less}
OTHERS = {"eq": np.equal, "ne": np.not_equal, "uge": lambda a, b: a.view(np.uint32) >= b.view(np.uint32)}
JOIN = {"andi": np.logical_and, "ori": np.logical_or}
TURNS = 4

#: what is written as TTIR, and what numpy makes of a turn's scalars
Made = tuple[str, Callable[[dict[str, int]], np.ndarray]]


class Masks:
    """Random masks, by a seed: comparisons of sums, joined."""

    def __init__(
        self,
        seed: int,
        predicates: dict[str, Callable] = COMPARE,
        joins: int = 2,
        factors: tuple[int, ...] = (2, 3, -1),
    ):
        self.random, self.predicates, self.joins = random.Random(seed), predicates, joins
        self.factors = factors

    def leaf(self, w: Writer) -> Made:
        match self.random.choice(["index", "index", "scalar", "turn", "number"]):
            case "index":
                axis = self.random.choice([0, 1])
                places = np.arange(SHAPE[axis], dtype=np.int32)
                return index(w, axis), lambda _: np.broadcast_to(
                    places[:, None] if axis == 0 else places, SHAPE
                )
            case "number":
                number = self.random.choice([0, 1, 15, 31, -4])
                return w.op(f"arith.constant dense<{number}> : {INTEGERS}"), lambda _: np.full(
                    SHAPE, number, np.int32
                )
            case kind:
                name = "i" if kind == "turn" else self.random.choice(["s", "t"])
                value = w.op(f"tt.splat %{name} : i32 -> {INTEGERS}")
                return value, lambda scalars: np.full(SHAPE, scalars[name], np.int32)

    def sum(self, w: Writer, terms: int) -> Made:
        left, of_left = self.leaf(w)
        if terms == 1:
            return left, of_left
        right, of_right = self.sum(w, terms - 1)
        if self.random.random() < 0.2:
            factor = self.random.choice(self.factors)
            constant = w.op(f"arith.constant dense<{factor}> : {INTEGERS}")
            left = w.op(f"arith.muli {left}, {constant} : {INTEGERS}")
            of_left = lambda s, of=of_left: of(s) * np.int32(factor)  # noqa: E731
        name = self.random.choice(["addi", "subi"])
        operation = np.add if name == "addi" else np.subtract
        made = w.op(f"arith.{name} {left}, {right} : {INTEGERS}")
        return made, lambda s: operation(of_left(s), of_right(s))

    def mask(self, w: Writer) -> Made:
        (a, of_a), (b, of_b) = (self.sum(w, self.random.choice([1, 2, 3])) for _ in "ab")
        predicate = self.random.choice(list(self.predicates))
        mask = w.op(f"arith.cmpi {predicate}, {a}, {b} : {INTEGERS}")
        made: Made = mask, lambda s: self.predicates[predicate](of_a(s), of_b(s))
        for _ in range(self.random.randrange(self.joins)):
            (x, of_x), (y, of_y) = made, self.mask(w)
            name = self.random.choice(list(JOIN))
            joined = w.op(f"arith.{name} {x}, {y} : {BITS}")
            made = joined, lambda s, of_x=of_x, of_y=of_y, name=name: JOIN[name](of_x(s), of_y(s))
        return made

    def kernel(self) -> tuple[str, Callable[[dict[str, int]], np.ndarray]]:
        """``@k(x, out, s, t, begin, end)``, and which elements of a turn are those of the product."""
        found = []
        is_kept = self.random.random() < 0.6

        def body(w: Writer, turn: str, product: str) -> None:
            mask, of = self.mask(w)
            other = w.op(f"arith.constant dense<-7.0> : {WHOLE}")
            sides = f"{product}, {other}" if is_kept else f"{other}, {product}"
            y = w.op(f"arith.select {mask}, {sides} : {BITS}, {WHOLE}")
            w.do(f"tt.store {pointers(w, 'out', SHAPE, turn)}, {y} : {tensor(SHAPE, '!tt.ptr<f32>')}")
            found.append(of if is_kept else lambda s: ~of(s))

        return kernel(body, "%out: !tt.ptr<f32>, %s: i32, %t: i32"), found[0]


def scalars(rng: random.Random) -> dict[str, int]:
    """Numbers near one another, or near the ends of i32."""
    largest = (1 << 31) - 1
    around = rng.choice([0, 0, 0, 40, largest - 20, -largest + 20])
    made = {name: around + rng.randrange(-20, 20) for name in "st"}
    made["i"] = rng.choice([0, around, around + rng.randrange(-20, 20)])
    return {name: max(-largest, min(largest - TURNS, value)) for name, value in made.items()}


#: multiples of positions that leave their type, some of them more than once
FAR = (1 << 26, 3 << 27, -(1 << 28), 1 << 29)


@pytest.mark.parametrize("factors", [(2, 3, -1), FAR], ids=["near", "far"])
@pytest.mark.parametrize("seed", range(12))
def test_turns_keep_what_the_mask_keeps(seed, factors):
    text, kept = Masks(seed, factors=factors).kernel()
    compiled = emulated.compile(text, settings=Settings(num_warps=1, optimized=seed % 3 == 0))
    rng = random.Random(seed)
    x = np.arange(TURNS * ROWS * SHAPE[1], dtype=np.float32).reshape(TURNS, *SHAPE)
    for _ in range(examples(24)):
        given = scalars(rng)
        out = np.zeros_like(x)
        compiled[(1,)](x, out, *(np.int32(given[n]) for n in "sti"), np.int32(given["i"] + TURNS))
        with np.errstate(over="ignore"):
            masks = np.stack([kept({**given, "i": given["i"] + turn}) for turn in range(TURNS)])
        np.testing.assert_array_equal(out, np.where(masks, x, -7), err_msg=str(given))


def branches(text: str) -> int:
    """How many branches the pass makes of masks."""
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse", "skip-full-masks"])
    return len(all_ops(module, {"scf.if"}))


def test_masks_of_sums_are_tested():
    assert [branches(Masks(seed).kernel()[0]) for seed in range(12)] == [1] * 12


def test_other_masks_stay_as_they_are():
    assert [branches(Masks(seed, OTHERS, joins=1).kernel()[0]) for seed in range(4)] == [0] * 4
