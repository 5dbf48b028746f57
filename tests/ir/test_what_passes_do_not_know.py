"""What no pass has in a list of its own: views between buffers and their users, and ops that nobody knows.

Each pass on buffers is run over random kernels in two ways.  Views that change nothing stand between buffers and who
uses them: the kernel gives what it gives without them, or is refused.  And an op of a dialect that no pass has seen
fills buffers, and is told only behind the pass: the kernel gives what it gives where it is told before.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import triton_shared
from tests.fuzz.kernels import check, generate
from tests.support.rows import Rows
from triton_shared import CompileError, Plugin, plugins
from triton_shared.codegen.cpu.pipeline import STAGES
from triton_shared.ir import effects
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ext, ir
from triton_shared.passes import registry
from triton_shared.passes.base import FUNCTION

BEHIND = STAGES["vector"].index("hide-negative-strides") + 1
PASSES = [
    name
    for name in STAGES["vector"][BEHIND : STAGES["vector"].index("expand-functions")]
    if registry.PASSES[name].anchor == FUNCTION
]
Change = Callable[[ir.Operation], None]


@contextmanager
def around(
    name: str, before: Change, behind: Change = lambda function: None, *, without: bool = False
) -> Iterator[None]:
    """Change each function before and behind the pass ``name``; ``without`` it if it may be left out."""
    one = registry.PASSES[name]
    run = one.function

    def changed(function: ir.Operation) -> None:
        before(function)
        if not (without and one.optional):
            run(function)
        behind(function)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(one.__dict__, "function", changed)
        yield


@pytest.fixture(autouse=True)
def no_cache(monkeypatch, tmp_path):
    """A kernel from the cache runs no pass."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))


# Views


def _cast(b: Builder, buffer: ir.Value) -> ir.Value:
    return b.one("memref.cast", buffer.type, buffer)


def _chosen(b: Builder, buffer: ir.Value) -> ir.Value:
    return b.one("arith.select", buffer.type, b.value(True), buffer, buffer)


def _handed_on(b: Builder, buffer: ir.Value) -> ir.Value:
    return b.branch(b.value(True), lambda: [buffer], lambda: [buffer], [buffer.type])[0]


VIEWS = {"cast": _cast, "select": _chosen, "if": _handed_on}


def views(seed: int, kind: str) -> Change:
    """Put views between some buffers and their users."""

    def change(function: ir.Operation) -> None:
        choice = random.Random(seed)
        often = choice.choice((0.03, 0.1, 0.4))
        for op in all_ops(function):
            for number, operand in enumerate(op.operands):
                if isinstance(operand.type, ir.MemRefType) and choice.random() < often:
                    op.operands[number] = VIEWS[kind](Builder.before(op), operand)

    return change


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.parametrize("seed", range(6))
def test_views_change_nothing(name, kind, seed):
    kernel = generate.kernel(20261123, 97 * seed + PASSES.index(name), generate.CPU)
    with around(name, views(seed, kind)):
        outcome = check.check(kernel)
    assert outcome.kind in (*check.GOOD, "refused"), outcome.details


# Ops that nobody knows


class Unknown(ext.Dialect, name="unknown"):
    """A dialect whose ops may do anything."""


class FillOp(Unknown.Operation, name="fill"):
    """Fills a buffer."""

    buffer: ext.Operand[Any]


NUMBER = 7


def hidden(seed: int) -> Change:
    """Fill some buffers at some places, by an op that nobody knows."""

    def change(function: ir.Operation) -> None:
        choice = random.Random(seed)
        buffers = [op.result for op in all_ops(function, {"memref.alloc"})]
        for buffer in choice.sample(buffers, min(2, len(buffers))):
            block = buffer.owner.operation.block
            behind = [
                op.operation
                for op in block.operations
                if buffer.owner.operation.is_before_in_block(op.operation)
            ]
            Builder.before(choice.choice(behind)).op("unknown.fill", (), (buffer,))

    return change


def told(function: ir.Operation) -> None:
    """Say what the ops do that nobody knows."""
    for op in all_ops(function, {"unknown.fill"}):
        b = Builder.before(op)
        number = b.constant(op.operands[0].type.element_type, NUMBER)
        b.linalg("linalg.fill", [number], [op.operands[0]], lambda new, _: [new])
        op.erase()


@pytest.fixture(scope="module")
def unknown():
    """A plug-in with the op."""
    plugin = plugins.register(Plugin("unknown", dialects=(Unknown,), version="1"))
    yield
    plugins.unregister(plugin)


def results(rows: Rows, without: list[str]) -> list[np.ndarray]:
    """What the kernel of ``rows`` stores, compiled ``without`` these passes."""
    launch = triton_shared.compile(rows.text, without=without)
    got = [np.zeros_like(row) for row in rows.outputs]
    launch[(1,)](*(row.copy() for row in rows.inputs), *got, rows.length)
    return got


def known(seed: int) -> Change:
    """The same fills, as ops that everybody knows."""

    def change(function: ir.Operation) -> None:
        hidden(seed)(function)
        told(function)

    return change


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("is_known", (False, True))
@pytest.mark.parametrize("seed", range(6))
def test_fills_at_any_place_count(unknown, name, is_known, seed, monkeypatch, tmp_path):
    """The pass leaves what a kernel gives with fills that it knows, or does not know; without it is the judge."""
    rows = Rows(seed, 256)
    following = STAGES["vector"][STAGES["vector"].index(name) + 1 :]
    with around(name, known(seed), without=True):
        wanted = results(rows, [one for one in following if one in registry.optional()])
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / "other"))
    try:
        with around(name, known(seed)) if is_known else around(name, hidden(seed), told):
            got = results(rows, [])
    except CompileError as error:
        assert "unknown.fill" in str(error)
        return
    for actual, expected in zip(got, wanted, strict=True):
        np.testing.assert_array_equal(actual, expected)


def test_the_op_is_one_that_nobody_knows():
    assert effects.row_of("unknown.fill") == effects.ANYTHING
