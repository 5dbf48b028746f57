"""Addresses that long chains of integer ops compute: any length converts, in linear time, and is right."""

import random
import sys

import numpy as np
import pytest

import triton_shared
from tests.support.ttir import Body, run
from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline

SIZE = 64
ARGUMENTS = "%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32"

#: op on two tensors of i32 -> what it computes
BINARY = {
    "arith.addi": np.add,
    "arith.subi": np.subtract,
    "arith.muli": np.multiply,
    "arith.xori": np.bitwise_xor,
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.maxsi": np.maximum,
    "arith.minui": lambda a, b: np.minimum(a.view(np.uint32), b.view(np.uint32)).view(np.int32),
}
SHAPES = [(SIZE,), (4, 16), (2, 2, 4, 4), (2,) * 6]


class Chain:
    """A kernel that loads ``x`` at an index that ``length`` random ops compute, and that index in numpy.

    Ops use the last value and one of the two before it, so that the chain, written out, is exponentially long.
    """

    def __init__(self, length: int, seed: int):
        self.random, self.body = random.Random(seed), Body((SIZE,))
        position = self.body.position()
        uniform = self.body.splat("%n", "i32")
        self.values = [
            (uniform, np.full(SIZE, 5, np.int32)),
            (position, np.arange(SIZE, dtype=np.int32)),
        ]
        for _ in range(length):
            self.values = [self.values[-1], self._next()]
        name, self.index = self.values[-1]
        mask = self.body.constant(SIZE - 1, "i32")
        index = self.body.op(f"arith.andi {name}, {mask} : {self.type}")
        self.index = self.index & (SIZE - 1)
        self.body.store("%out", "i32", self.body.load("%x", "i32", index))
        self.text = self.body.kernel(ARGUMENTS)

    @property
    def type(self) -> str:
        return self.body.type("i32")

    def _next(self):
        (older, a), (last, b) = self.values
        match self.random.randrange(8):
            case 0:
                below = self.body.op(f"arith.cmpi slt, {older}, {last} : {self.type}")
                picked = self.body.op(
                    f"arith.select {below}, {older}, {last} : {self.body.type('i1')}, {self.type}"
                )
                return picked, np.where(a < b, a, b)
            case 1:
                return self._transposed(last, b)
        op = self.random.choice(list(BINARY))
        return self.body.op(f"{op} {older}, {last} : {self.type}"), BINARY[op](a, b)

    def _transposed(self, name, value):
        shape = self.random.choice(SHAPES[1:])
        order = self.random.sample(range(len(shape)), len(shape))
        turned = tuple(shape[d] for d in order)
        source, target = (f"tensor<{'x'.join(map(str, s))}xi32>" for s in (shape, turned))
        block = self.body.op(f"tt.reshape {name} : {self.type} -> {source}")
        block = self.body.op(
            f"tt.trans {block} {{order = array<i32: {', '.join(map(str, order))}>}} : {source} -> {target}"
        )
        flat = self.body.op(f"tt.reshape {block} : {target} -> {self.type}")
        return flat, value.reshape(shape).transpose(order).reshape(-1)


@pytest.mark.parametrize("length", [1, 3, 10, 30, 100])
@pytest.mark.parametrize("seed", range(3))
def test_chains_address_what_they_compute(length, seed):
    chain = Chain(length, seed)
    x, out = np.arange(1000, 1000 + SIZE, dtype=np.int32), np.zeros(SIZE, np.int32)
    run(chain.text, x, out, 5)
    assert np.array_equal(out, x[chain.index])


def convert(text: str) -> int:
    """Convert ``text`` to the shared form on a small stack; the number of Python calls that took."""
    module, calls = dialects.parse(text), 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    depth, frame = 0, sys._getframe()
    while frame := frame.f_back:
        depth += 1
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 300)
    sys.setprofile(count)
    try:
        run_pipeline(module, ["triton-to-linalg"])
    finally:
        sys.setprofile(None)
        sys.setrecursionlimit(limit)
    assert "tt." not in str(module).replace("tt.divisibility", "")
    return calls


def handed_on(op: str):
    """What writes chains of region ops, each of which hands an index on to the next."""

    def text(length: int) -> str:
        body = Body((SIZE,))
        last, step = body.position(), body.splat("%n", "i32")
        other, some = body.constant(3, "i32"), body.op("arith.cmpi slt, %n, %n : i32")
        for k in range(length):
            inside = [f"%a{k} = arith.addi {last}, {step} : {body.type('i32')}"]
            yields = f"scf.yield %a{k} : {body.type('i32')}"
            if op == "scf.if":
                otherwise = f"%b{k} = arith.addi {last}, {other} : {body.type('i32')}"
                last = body.op(
                    f"scf.if {some} -> ({body.type('i32')}) {{\n{inside[0]}\n{yields}\n}} else {{\n{otherwise}\n"
                    f"scf.yield %b{k} : {body.type('i32')}\n}}"
                )
            else:
                step_by = f"%a{k} = arith.addi %c{k}, {step} : {body.type('i32')}"
                last = body.op(
                    f"scf.for %i{k} = %n to %n step %n iter_args(%c{k} = {last}) -> ({body.type('i32')}) : i32 "
                    f"{{\n{step_by}\n{yields}\n}}"
                )
        body.store("%out", "i32", body.load("%x", "i32", last))
        return body.kernel(ARGUMENTS)

    return text


def pointers(length: int) -> str:
    """The text of a chain of scalar pointers, each of which is moved by a number of its own."""
    body, last = Body((SIZE,)), "%x"
    for k in range(length):
        step = body.op(f"arith.addi %n, {body.op(f'arith.constant {k} : i32')} : i32")
        last = body.op(f"tt.addptr {last}, {step} : !tt.ptr<i32>, i32")
    body.store("%out", "i32", body.load(last, "i32"))
    return body.kernel(ARGUMENTS)


CHAINS = {
    "ops": lambda length: Chain(length, 0).text,
    "pointers": pointers,
    "scf.if": handed_on("scf.if"),
    "scf.for": handed_on("scf.for"),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_conversion_is_linear_and_needs_no_deep_stack(chain):
    short, long = (convert(CHAINS[chain](length)) for length in (100, 400))
    assert long < 6 * short


def test_a_remark_tells_what_is_too_long():
    remarks = triton_shared.explain(Chain(200, 0).text)
    (loaded,) = (r for r in remarks if r.op == "tt.load")
    assert loaded.kind == "unstructured" and "in too many steps to be analysed" in loaded.reason


def test_a_short_chain_is_analysed():
    body = Body((SIZE,))
    last = body.position()
    for _ in range(40):
        last = body.op(f"arith.addi {last}, {body.splat('%n', 'i32')} : {body.type('i32')}")
    body.store("%out", "i32", body.load("%x", "i32", last))
    kinds = {r.kind for r in triton_shared.explain(body.kernel(ARGUMENTS))}
    assert kinds == {"structured"}
