"""What is written for a release of MLIR is read by its mlir-opt: every shared form that the samples give."""

import re
from pathlib import Path

import pytest

from tests.support import stock_mlir
from triton_shared import dialects, to_linalg
from triton_shared.conversions.verify_shared_form import OPS
from triton_shared.errors import CompileError, LoweringError
from triton_shared.interop import releases
from triton_shared.interop.releases import table
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline
from triton_shared.tools import opt

ROOT = Path(__file__).parents[2]
SAMPLES = sorted([*(ROOT / "examples").glob("*.f16.mlir"), *(ROOT / "tests/ttir/3.9").glob("*.mlir")])
MARKER = "\n// -----\n"

needs_a_release = pytest.mark.skipif(
    not stock_mlir.INSTALLED, reason="no mlir-opt of any release is installed"
)


def shared_form(text: str, name: str = "-") -> ir.Operation:
    module = dialects.parse(text, name)
    run_pipeline(module, ["triton-to-linalg"])
    return module


@pytest.fixture(scope="module")
def modules() -> dict[str, ir.Operation]:
    """The shared form of every sample that has one."""
    found = {}
    for path in SAMPLES:
        try:
            found[path.stem] = shared_form(path.read_text(), path.name)
        except CompileError as error:
            assert "its constraints are of" in str(error), path
    return found


def texts(modules: dict[str, ir.Operation], release: int, **options) -> list[str]:
    """What is written of ``modules``; those that the release cannot express name the type that it lacks."""
    written = []
    for module in modules.values():
        try:
            written.append(releases.text_for(module, release, **options))
        except LoweringError as error:
            assert release == 16 and "which MLIR has since release" in str(error)
    return written


@needs_a_release
@pytest.mark.parametrize(
    "options", [{}, {"generic": True}, {"debug_info": True}], ids=["custom", "generic", "located"]
)
@pytest.mark.parametrize("release", stock_mlir.INSTALLED)
def test_a_release_reads_what_is_written_for_it(modules, release, options):
    written = texts(modules, release, **options)
    assert len(written) > 100
    read = stock_mlir.run(release, "mlir-opt", ["--split-input-file"], MARKER.join(written)).decode()
    assert read.count("func.func @") >= len(written)


@needs_a_release
@pytest.mark.parametrize("release", stock_mlir.INSTALLED)
def test_a_release_reads_accesses_that_are_kept(release):
    for path in SAMPLES[::12]:
        text = to_linalg(path, options={"keep-tts": "all"}, mlir_version=release)
        read = stock_mlir.run(release, "mlir-opt", ["--allow-unregistered-dialect"], text).decode()
        assert read.count('"tts.') == text.count('"tts.') > 0


@needs_a_release
@pytest.mark.parametrize("release", stock_mlir.INSTALLED)
def test_a_release_reads_gathers_and_tensors_of_memory(release):
    for path in (
        ROOT / "tests/ttir/3.9/descriptor_gather_scatter.mlir",
        ROOT / "examples/vector_add.f32.mlir",
    ):
        options = {"indirect": "gathers", "loads": "tensors"}
        stock_mlir.run(release, "mlir-opt", [], to_linalg(path, options=options, mlir_version=release))


@needs_a_release
@pytest.mark.parametrize("release", stock_mlir.INSTALLED)
@pytest.mark.parametrize("program", ["calls", "gpu", "parallel", "forall"])
def test_a_release_reads_other_kernel_abis(release, program):
    options = {"program": program, "pointers": "strided"}
    texts = [to_linalg(path, options=options, mlir_version=max(release, 17)) for path in SAMPLES[:60:15]]
    if release >= 17:
        stock_mlir.run(release, "mlir-opt", ["--split-input-file"], MARKER.join(texts))
    elif program == "forall":
        with pytest.raises(
            CompileError, match=r"'scf\.forall' op is not known to MLIR 16, but to 17 and newer"
        ):
            to_linalg(SAMPLES[0], options=options, mlir_version=release)


@pytest.mark.skipif(19 not in stock_mlir.INSTALLED, reason="mlir-opt-19 is not installed")
def test_custom_and_generic_text_say_the_same(modules):
    read = [
        stock_mlir.run(
            19, "mlir-opt", ["--split-input-file"], MARKER.join(texts(modules, 19, generic=generic))
        )
        for generic in (False, True)
    ]
    assert read[0] == read[1]


@needs_a_release
@pytest.mark.parametrize("release", stock_mlir.INSTALLED)
def test_the_table_lists_the_ops_that_a_release_lacks(release):
    """An op that may stand in the shared form is known to the release, or has a row."""
    from triton_shared.interop.releases.rewrites import RULES

    names = OPS | table.OPS.keys() | {n for n in RULES if n.startswith(("arith.", "math."))}
    text = MARKER.join(f'"{name}"() : () -> ()' for name in sorted(names))
    try:
        stock_mlir.run(release, "mlir-opt", ["--split-input-file"], text)
        said = ""
    except AssertionError as error:
        said = str(error)
    unknown = set(re.findall(r"unregistered operation '([\w.]+)'", said))
    covered = {n for n, since in table.OPS.items() if release < since}
    covered |= {n for n, (since, _) in table.NAMES.items() if release < since}
    covered |= {n for n, rules in RULES.items() if any(release < since for since, _ in rules)}
    assert unknown <= covered


@pytest.mark.parametrize("release", range(table.OLDEST, table.NEWEST + 1))
def test_a_module_is_not_changed_by_being_written(release):
    module = shared_form((ROOT / "examples/layer_norm_backward_dx.f16.mlir").read_text())
    before = str(module)
    releases.text_for(module, release)
    assert str(module) == before


REFUSED = {
    "op": (
        17,
        "func.func @k(%x: f32) -> f32 {\n  %0 = math.sinh %x : f32\n  return %0 : f32\n}",
        "k.mlir:2:8: error: 'math.sinh' op is not known to MLIR 17, but to 18 and newer",
    ),
    "type": (
        18,
        "func.func @k(%x: f32) {\n  %0 = arith.truncf %x : f32 to f8E4M3\n  return\n}",
        "k.mlir:2:8: error: 'arith.truncf' op has a value of type 'f8E4M3', which MLIR has since release 19",
    ),
    "argument": (
        19,
        "func.func @k(%x: memref<*xf8E8M0FNU>) {\n  return\n}",
        "k.mlir:1:1: error: 'func.func' op takes a value of type",
    ),
    "dialect": (
        22,
        "func.func @k(%x: !tt.ptr<f32>) {\n  %0 = tt.load %x : !tt.ptr<f32>\n  return\n}",
        "k.mlir:2:8: error: 'tt.load' op is of a dialect of this package",
    ),
    "atomic": (
        16,
        "func.func @k(%x: memref<1xf32>, %v: f32, %i: index) {\n"
        "  %0 = memref.atomic_rmw maxnumf %v, %x[%i] : (f32, memref<1xf32>) -> f32\n  return\n}",
        "k.mlir:2:8: error: 'memref.atomic_rmw' op is of the kind 'maxnumf', for which MLIR 16 has no atomic op",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_release_cannot_express_is_an_error_with_a_place(what):
    release, text, message = REFUSED[what]
    with pytest.raises(LoweringError, match=re.escape(message)):
        releases.text_for(dialects.parse(text, "k.mlir"), release)


def test_other_versions_are_refused():
    module = dialects.parse("func.func @k() {\n  return\n}")
    for version in (table.OLDEST - 1, table.NEWEST + 1):
        with pytest.raises(ValueError, match=f"MLIR {version}: the shared form is written for MLIR 16 to 24"):
            releases.text_for(module, version)


def test_the_tool_writes_text_of_a_release():
    code, out, _ = opt.run(
        ["--triton-to-linalg", "--mlir-version=19", str(ROOT / "examples/softmax.f32.mlir")]
    )
    assert code == 0 and re.search(r"to_tensor %\w+ restrict writable : memref<1024xf32>\n", out)
    code, _, err = opt.run(["--mlir-version=15"], "module {}")
    assert code == 1 and "MLIR 15: the shared form is written for" in err
    for flag in ("--mlir-version", "--emit-bytecode-version"):
        for number in ("new", "-1", "1.5", "9" * 20, "9" * 5000, "٣", "\udcff"):
            code, _, err = opt.run([f"{flag}={number}"], "module {}")
            assert code == 1 and f"{flag} needs a number below 10^9, not '{number}'" in err


def test_the_tool_writes_bytecode(tmp_path):
    path = tmp_path / "k.mlirbc"
    source = str(ROOT / "examples/softmax.f32.mlir")
    code, _, err = opt.run(["--triton-to-linalg", "--emit-bytecode", source, "-o", str(path)])
    assert code == 0, err
    module = ir.Module.parse(path.read_bytes(), dialects.context())
    assert str(module) == str(shared_form(Path(source).read_text()))


def test_bytecode_is_for_releases_that_read_it(tmp_path):
    module = shared_form((ROOT / "examples/softmax.f32.mlir").read_text())
    with pytest.raises(ValueError, match="MLIR 19 does not read the bytecode"):
        releases.bytecode_for(module, 19)
    assert releases.bytecode_for(module, 23).startswith(b"ML\xefR")
    code, _, err = opt.run(["--emit-bytecode", "--mlir-version=19"], "module {}")
    assert code == 1 and "use text" in err
