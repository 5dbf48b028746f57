"""The options of `--triton-to-linalg`, docs/choices.md: what they promise, of every sample."""

from pathlib import Path

from triton_shared import CompileError, dialects
from triton_shared.analyses.remarks import PARTLY, UNSTRUCTURED, remarks
from triton_shared.conversions.descriptors import expand_blocks
from triton_shared.mlir import ir
from triton_shared.pass_manager import run_pipeline

ROOT = Path(__file__).parents[2]
SAMPLES = sorted([*(ROOT / "examples").glob("*.f16.mlir"), *(ROOT / "tests/ttir/3.9").glob("*.mlir")])


def parsed(path: Path) -> ir.Operation:
    return dialects.parse(path.read_text(), str(path))


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
    for path in SAMPLES:
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
    assert 5 < refused < len(SAMPLES) - 5
