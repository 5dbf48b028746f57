"""The options of `--triton-to-linalg`, docs/choices.md: what they promise, of every sample."""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from examples.tutorials import cases
from tests.support.upstream import UpstreamKernel
from triton_shared import CompileError, dialects, reference, to_linalg
from triton_shared.analyses.remarks import PARTLY, UNSTRUCTURED, remarks
from triton_shared.conversions.choices import BUFFER_MEMORY_SPACE, LARGE_BLOCKS, REFUSE_UNSTRUCTURED
from triton_shared.conversions.descriptors import expand_blocks
from triton_shared.conversions.kernel_abi import PROGRAMS
from triton_shared.ir.builder import at, build
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import options_of, run_pipeline
from triton_shared.passes.options import spelled
from triton_shared.passes.registry import PASSES

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


SOME = ("softmax.f32", "matmul_block_ptr.f32", "grouped_gemm.f32")


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


def test_loads_that_are_tensors_compute_the_same():
    check_examples({"loads": "tensors"})


@pytest.mark.parametrize("loads", ["copies", "tensors"])
def test_blocks_of_static_sizes_compute_the_same(loads):
    check_examples({"pad": True, "loads": loads})


CUTS = re.compile(r"(memref|tensor)<[0-9x]*\?")


@pytest.mark.parametrize("loads", ["copies", "tensors"])
def test_kernels_have_blocks_of_static_sizes_alone(loads):
    moved = 0
    for path in SAMPLES[::2]:
        if text := form(path, {"pad": True, "loads": loads}):
            kernels, *movers = re.split(r"(?=  func.func private @triton_shared_(?:copy|repeat)_)", text)
            assert not CUTS.search(kernels), path
            assert all(CUTS.search(mover) for mover in movers)
            moved += len(movers)
    assert moved > 20


def test_edges_of_clamped_ranges_are_repeated_by_functions():
    text = (ROOT / "tests/mlir/choices/clamped.mlir").read_text()
    lowered = to_linalg(text, options={"pad": True})
    assert not CUTS.search(lowered.split("func.func private")[0]) and "@triton_shared_repeat_" in lowered
    x = np.arange(100, dtype=np.float32)
    for last in (0, 1, 40, 99):
        y = np.zeros(128, np.float32)
        reference.run(lowered, 2, x, y, last, kernel="padded")
        assert np.array_equal(y, x[np.clip(np.arange(128) - 2, 0, last)])


@pytest.mark.parametrize("pointers", ["ranked", "strided"])
def test_pointers_of_other_types_compute_the_same(pointers):
    check_examples({"pointers": pointers}, SOME)


@pytest.mark.parametrize("program", ["calls", "gpu", "parallel", "forall"])
def test_programs_that_learn_their_place_otherwise_compute_the_same(program):
    first = [Pass("ask-functions", ask_functions)] if program == "gpu" else []
    check_examples({"program": program}, SOME, lambda module: UpstreamKernel(module, first))


RETURNS_EARLY = """
tt.func private @scaled(%v: tensor<8xf32>) -> tensor<8xf32> {
  %pid = tt.get_program_id y : i32
  %count = tt.get_num_programs x : i32
  %both = arith.addi %pid, %count : i32
  %factor = arith.sitofp %both : i32 to f32
  %all = tt.splat %factor : f32 -> tensor<8xf32>
  %0 = arith.mulf %v, %all : tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}
tt.func public @k(%x: !tt.ptr<f32>, %p: !tt.ptr<!tt.ptr<f32>>, %c: !tt.ptr<i32>, %n: i32) {
  %pid = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %two = arith.constant 2 : i32
  %row = arith.muli %y, %two : i32
  %program = arith.addi %row, %pid : i32
  %done = arith.cmpi sge, %program, %n : i32
  cf.cond_br %done, ^stop, ^go
^stop:
  tt.return
^go:
  %eight = arith.constant 8 : i32
  %first = arith.muli %program, %eight : i32
  %start = tt.addptr %x, %first : !tt.ptr<f32>, i32
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %px = tt.splat %start : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %px, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<f32>>
  %w = tt.call @scaled(%v) : (tensor<8xf32>) -> tensor<8xf32>
  tt.store %at, %w : tensor<8x!tt.ptr<f32>>
  %to = tt.addptr %p, %program : !tt.ptr<!tt.ptr<f32>>, i32
  tt.store %to, %start : !tt.ptr<!tt.ptr<f32>>
  %zero = arith.constant 0 : i32
  %lock = tt.addptr %c, %program : !tt.ptr<i32>, i32
  %old = tt.atomic_cas acq_rel, gpu, %lock, %zero, %n : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}
"""


@pytest.mark.parametrize("pointers", ["unranked", "ranked", "strided"])
@pytest.mark.parametrize("program", list(PROGRAMS))
def test_a_kernel_that_returns_early_calls_and_stores_addresses(pointers, program):
    module = to_linalg(RETURNS_EARLY, emit="module", options={"pointers": pointers, "program": program})
    first = [Pass("ask-functions", ask_functions)] if program == "gpu" else []
    kernel = UpstreamKernel(module, first)
    x, p, locks = np.arange(48, dtype=np.float32), np.zeros(6, np.int64), np.array([0, 1] * 3, np.int32)
    kernel[(2, 3)](x, p, locks, 5)
    rows = np.arange(48, dtype=np.float32).reshape(6, 8)
    rows[:5] *= np.array([2, 2, 3, 3, 4], np.float32)[:, None]  # the program's y, and the grid's x
    assert np.array_equal(x, rows.ravel())
    assert list(locks) == [5, 1, 5, 1, 5, 1]
    assert list(p) == [x.ctypes.data + 32 * n for n in range(5)] + [0]


def ask_functions(module: ir.Operation) -> None:
    """A device of the gpu dialect: its ops become calls of what the tests provide."""
    with module.context:
        for op in all_ops(module, {"gpu.block_id", "gpu.grid_dim"}):
            name = {"gpu.block_id": "pid", "gpu.grid_dim": "grid"}[op.name]
            axis = str(op.attributes["dimension"])[-2].upper()
            with at(op):
                told = build.one("arith.index_cast", build.index, PROGRAMS["calls"].ask(op, name + axis))
            op.results[0].replace_all_uses_with(told)
            op.erase()


def test_choices_combine():
    """Every pair of values of two options that are no defaults, on some sample, of which the form is verified."""
    options = options_of(PASSES["triton-to-linalg"])
    values = {o.name: [v for v in o.values if v != o.default] or [True] for o in options}
    values |= {BUFFER_MEMORY_SPACE.name: ["1"], LARGE_BLOCKS.name: ["64"]}
    del values[REFUSE_UNSTRUCTURED.name]
    pairs = [{a: x, b: y} for a, b in itertools.combinations(values, 2) for x in values[a] for y in values[b]]
    samples = itertools.cycle(
        p for p in SAMPLES if re.search("atomic|gather|descriptor|scan|reduce|dot", p.stem)
    )
    for options, path in zip(pairs, samples, strict=False):
        assert form(path, options) is not None, (path, options)


#: what lowers tts ops that were kept, and leaves the default form
LATER = (
    "structured-to-memref",
    "unstructured-to-memref",
    "triton-arith-to-linalg",
    "guard-divisions",
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
        run_pipeline(module, [*LATER, "verify-shared-form"])
    assert kept > 50


@pytest.mark.parametrize("pointers", ["unranked", "strided"])
def test_accesses_that_were_lowered_later_compute_the_same(pointers):
    names = tuple(EXAMPLES) if pointers == "unranked" else SOME
    check_examples(
        {"keep-tts": "all", "pointers": pointers}, names, lambda module: UpstreamKernel(module, LATER)
    )
