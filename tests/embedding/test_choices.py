"""The options of `--triton-to-linalg`, docs/choices.md: what they promise, of every sample."""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from examples.tutorials import cases
from tests.support.upstream import UpstreamKernel
from triton_shared import CompileError, dialects, to_linalg
from triton_shared.analyses.remarks import PARTLY, UNSTRUCTURED, remarks
from triton_shared.conversions.descriptors import expand_blocks
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.pass_manager import run_pipeline
from triton_shared.pass_options import spelled

ROOT = Path(__file__).parents[2]
SAMPLES = sorted([*(ROOT / "examples").glob("*.f16.mlir"), *(ROOT / "tests/ttir/3.9").glob("*.mlir")])


def parsed(path: Path) -> ir.Operation:
    return dialects.parse(path.read_text(), str(path))


@pytest.fixture(scope="module")
def default_forms() -> dict[Path, str]:
    """The text of the default form of every second sample that has one."""
    return {path: text for path in SAMPLES[::2] if (text := form(path, {}))}


def form(path: Path, options: Mapping[str, bool | int | str]) -> str | None:
    """The form that ``options`` choose of a sample, as text; None where the program is refused."""
    module = parsed(path)
    try:
        run_pipeline(module, [f"triton-to-linalg{spelled(options)}"])
    except CompileError:
        return None
    return str(module)


#: between them, every kind of access and of control flow that the examples have, and the number of cases to run
EXAMPLES = {
    "vector_add.f32": 2,
    "softmax.f32": 2,
    "matmul.f16": 1,
    "matmul_block_ptr.f32": 2,
    "layer_norm.f32": 2,
    "layer_norm_backward_dx.f32": 2,
    "attention_causal.f32": 1,
    "grouped_gemm.f32": 1,
}


def check_examples(
    options: Mapping[str, bool | int | str],
    names: Sequence[str] = tuple(EXAMPLES),
    kernel: Callable[[ir.Operation], UpstreamKernel] = UpstreamKernel,
) -> None:
    """The examples ``names`` in the form of ``options``, compiled by upstream, give what their oracles say."""
    for path, group in itertools.groupby(cases(), key=lambda case: case.path):
        if path.stem in names:
            compiled = kernel(to_linalg(path, emit="module", options=options))
            for case in itertools.islice(group, EXAMPLES[path.stem]):
                data = case.launch()
                compiled[data.grid](*data.args)
                assert data.errors()[1] <= 1, (path.stem, case.shape)


def structured(path: Path, options: str = "") -> tuple[str, CompileError | None]:
    """What `--triton-to-structured` makes of a sample, and why it does not."""
    module = parsed(path)
    try:
        run_pipeline(module, ["triton-to-structured" + options])
    except CompileError as error:
        return "", error
    return str(module), None


def test_what_is_not_structured_is_refused_with_the_remark():
    refused = 0
    for path in (p for p in SAMPLES if re.search("atomic|gather|scatter|examples", str(p))):
        module = parsed(path)
        with module.context, module.location:
            expand_blocks(module)
        unfit = [r for r in remarks(module) if r.kind in (PARTLY, UNSTRUCTURED)]
        text, error = structured(path, "{refuse-unstructured}")
        if not unfit:
            assert error is None and text == structured(path)[0]
            continue
        refused += 1
        assert error is not None
        said = [((d.file, d.line, d.column), d.message) for d in error.diagnostics]
        assert said == [(r.location, r.message) for r in unfit]
        assert all(d.severity == "error" and "(" in d.message for d in error.diagnostics)  # with a reason
    assert refused > 3


def test_buffers_are_in_the_space_that_is_chosen_and_nothing_else_is(default_forms):
    placed = 0
    for path, text in default_forms.items():
        found = form(path, {"buffer-memory-space": 77})
        assert found is not None and found.count("memref.alloc(") == len(
            re.findall(r"memref.alloc\(\).*, 77>", found)
        )
        assert found.replace(", 77>", ">") == text
        placed += ", 77>" in found
    assert placed > 25


def test_buffers_in_another_space_compute_the_same():
    several = "layer_norm_backward_dx.f32"  # where a branch hands on a buffer of either space
    check_examples({"buffer-memory-space": 1}, [name for name in EXAMPLES if name != several])
    with pytest.raises(CompileError, match="incompatible buffer types on then/else branches"):
        check_examples({"buffer-memory-space": 1}, [several])


#: what lowers tts ops that were kept, and leaves the default form
LATER = (
    "structured-to-memref",
    "unstructured-to-memref",
    "triton-arith-to-linalg",
    "guard-divisions",
    "verify-shared-form",
)


@pytest.mark.parametrize("keep", ["structured", "all"])
def test_accesses_that_are_kept_may_be_lowered_later(keep, default_forms):
    kept = 0
    for path in default_forms:
        module = parsed(path)
        run_pipeline(module, [f"triton-to-linalg{{keep-tts={keep}}}"])
        names = {op.name for op in all_ops(module) if op.name.startswith("tts.")}
        kept += len(names)
        assert keep == "all" or names <= {"tts.load", "tts.store", "tts.yield"}
        run_pipeline(module, LATER)
    assert kept > 50


def test_accesses_that_were_lowered_later_compute_the_same():
    check_examples({"keep-tts": "all"}, kernel=lambda module: UpstreamKernel(module, LATER))
