"""Random sorts, top-k, flips and gathers: any shape, type, axis and order, against numpy; and what they compile to."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("torch", reason="the kernels' arguments are torch tensors")
pytest.importorskip("triton", reason="the kernels are compiled by Triton")

import triton_shared
from tests.differential.cases import module_of
from tests.differential.harness import TRITON, triton_ir
from tests.support.amount import examples
from triton_shared import dialects
from triton_shared.codegen.cpu.stages import to_llvm_ir
from triton_shared.passes.manager import run_pipeline

COUNT = examples(60, "TRITON_SHARED_TEST_PROGRAMS") // 3
TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint32", "float16", "bfloat16", "float32", "float64")
SHAPES = (
    (2,),
    (16,),
    (64,),
    (128,),
    (1, 8),
    (4, 1),
    (8, 16),
    (2, 64),
    (4, 2),
    (2, 4, 8),
    (4, 2, 2),
    (2, 1, 4),
)
#: the least k that the front end of this release of Triton takes
FIRST_TOPK = 1 if TRITON >= (3, 9) else 2
KERNEL = """
import triton
import triton.language as tl

from tests.differential.cases import case, random, zeros


@case(x=random("{type}", {size}), index=random("uint32", {size}), out=zeros("{type}", {size}))
@triton.jit
def program(x, index, out):
    at = {at}
    a = tl.load(x + at)
    i = (tl.load(index + at) % {least}).to(tl.int32)
{body}
    a = tl.ravel(a)
    tl.store(out + tl.arange(0, {out}), a)
"""


@dataclass(frozen=True)
class Step:
    """One op on a block: its text in Triton, and numpy's way."""

    name: str
    argument: int

    @property
    def text(self) -> str:
        """The value of the op on ``a``."""
        match self.name:
            case "sort":
                return f"tl.sort(a, descending={bool(self.argument)})"
            case "topk":
                return f"tl.topk(a, {self.argument})"
            case "flip":
                return f"tl.flip(a, {self.argument})"
        return f"tl.gather(a, i, {self.argument})"

    def expected(self, a: np.ndarray, index: np.ndarray) -> np.ndarray:
        """What numpy makes of ``a``."""
        match self.name:
            case "sort":
                return np.sort(a)[..., :: -1 if self.argument else 1]
            case "topk":
                return np.sort(a)[..., : -self.argument - 1 : -1]
            case "flip":
                return np.flip(a, self.argument)
        return np.take_along_axis(a, index, self.argument)


@dataclass(frozen=True)
class Program:
    """Ops on a block of ``shape``, one after the other."""

    type: str
    shape: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        """A module with the case ``program``."""
        terms = []
        for d, n in enumerate(self.shape):
            axes = ", ".join(":" if d == e else "None" for e in range(len(self.shape)))
            terms.append(f"tl.arange(0, {n})[{axes}] * {prod(self.shape[d + 1 :])}")
        shown = np.broadcast_to(np.zeros(1), self.shape)
        for step in self.steps:
            shown = step.expected(shown, np.zeros(self.shape, int))
        return KERNEL.format(
            type=self.type, size=prod(self.shape), least=min(self.shape), at=" + ".join(terms), out=shown.size,
            body="\n".join(f"    a = {step.text}" for step in self.steps),
        )  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """One or two ops; top-k, which changes the shape, comes last."""
    shape = draw(st.sampled_from(SHAPES))
    axis = st.integers(0, len(shape) - 1)
    kinds = {
        "sort": st.integers(0, 1),
        "flip": axis,
        "gather": axis,
        "topk": st.sampled_from([k for k in (1, 2, 4, 16) if FIRST_TOPK <= k <= shape[-1]]),
    }
    names = [draw(st.sampled_from(("sort", "flip", "gather")))] * draw(st.integers(0, 1))
    names.append(draw(st.sampled_from(list(kinds))))
    return Program(draw(st.sampled_from(TYPES)), shape, tuple(Step(n, draw(kinds[n])) for n in names))


@settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_agrees_with_numpy(program):
    case = module_of(program.text).CASES["program"]
    arguments = case.make()
    text, taken = triton_ir(case.kernel, arguments)
    triton_shared.compile(text)[(1,)](*taken)
    x, index = (arguments[name].reshape(program.shape) for name in ("x", "index"))
    index = (index % min(program.shape)).astype(int)
    a = x.astype(np.float64) if x.dtype.kind not in "iu" else x
    for step in program.steps:
        a = step.expected(a, index)
    np.testing.assert_array_equal(arguments["out"][: a.size], a.astype(x.dtype).ravel())


@pytest.mark.parametrize(
    ("step", "shape"),
    [
        (Step("sort", 0), (64,)),
        (Step("sort", 1), (4, 32)),
        (Step("topk", 8), (256,)),
        (Step("flip", 0), (512,)),
    ],
    ids=lambda value: value.name if isinstance(value, Step) else "x".join(map(str, value)),
)
def test_code_grows_with_the_program(step, shape):
    """A bitonic network has few LLVM instructions for each of its ops, whatever its rank."""
    case = module_of(Program("int32", shape, (step,)).text).CASES["program"]
    text, _ = triton_ir(case.kernel, case.make())
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    assert len(to_llvm_ir(module).text.splitlines()) < 200 + 6 * len(text.splitlines())
