"""`triton_shared.to_linalg` beside the tool, from several threads, and into contexts of other bindings."""

import contextlib
import importlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import triton_shared
from triton_shared import CompileError, dialects, to_linalg
from triton_shared.mlir import ir
from triton_shared.passes.base import PipelineError
from triton_shared.tools import opt

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.f16.mlir"))
SAMPLES = sorted((ROOT / "tests/ttir/3.9").glob("*.mlir"))
SOFTMAX = ROOT / "examples/softmax.f32.mlir"
WRONG = "tt.func public @k(%x: !tt.ptr<f32>) {\n  %0 = tt.load %x : !tt.ptr<i32>\n  tt.return\n}\n"


def by_the_tool(path: Path, *flags: str) -> str:
    code, out, err = opt.run(["--triton-to-linalg", *flags, str(path)])
    assert code == 0, err
    return out


@pytest.mark.parametrize("version", [None, 17, 19, 24])
def test_text_is_what_the_tool_writes(version):
    flags = [] if version is None else [f"--mlir-version={version}"]
    assert to_linalg(SOFTMAX, mlir_version=version) == by_the_tool(SOFTMAX, *flags)


def test_text_path_and_module_are_sources():
    text = SOFTMAX.read_text()
    module = dialects.parse(text)
    before = str(module)
    results = [to_linalg(source) for source in (SOFTMAX, str(SOFTMAX), text, module)]
    assert set(results) == {by_the_tool(SOFTMAX)} and str(module) == before
    with pytest.raises(TypeError, match="got int"):
        to_linalg(3)


def test_bytecode_holds_the_same():
    data = to_linalg(SOFTMAX, emit="bytecode")
    assert str(ir.Module.parse(data, dialects.context())).strip() == by_the_tool(SOFTMAX).strip()


def test_a_module_is_in_a_context_of_its_own():
    module, other = to_linalg(SOFTMAX, emit="module"), to_linalg(SOFTMAX, emit="module")
    assert module.context != other.context and module.context != dialects.context()
    assert str(module).strip() == by_the_tool(SOFTMAX).strip()


def test_passes_follow():
    assert "linalg." not in to_linalg(SOFTMAX, options=["one-shot-bufferize", "convert-linalg-to-loops"])
    with pytest.raises(PipelineError, match="no pass is called 'unheard-of'"):
        to_linalg(SOFTMAX, options=["unheard-of"])


def test_errors_are_data():
    with pytest.raises(CompileError) as caught:
        to_linalg(WRONG, file="k.mlir")
    (found,) = caught.value.diagnostics
    assert (found.file, found.line, found.severity) == ("k.mlir", 2, "error") and found.column > 0
    assert "%0 = tt.load %x" in str(caught.value)
    with pytest.raises(CompileError) as caught:
        to_linalg("tt.func public @k(%x: f8E4M3FNUZ) {\n  tt.return\n}\n", mlir_version=16)
    (found,) = caught.value.diagnostics
    assert "which MLIR has since release 17" in found.message and found.line == 1


def test_other_arguments_are_refused():
    with pytest.raises(ValueError, match="MLIR 12: the shared form is written for MLIR 16 to 24"):
        to_linalg(SOFTMAX, mlir_version=12)
    with pytest.raises(ValueError, match="emit='object': expected 'text', 'bytecode', 'module'"):
        to_linalg(SOFTMAX, emit="object")


def test_threads_give_what_one_thread_gives():
    want = {path: to_linalg(path) for path in EXAMPLES}

    def convert(number: int) -> bool:
        path = EXAMPLES[number % len(EXAMPLES)]
        if number % 5 == 0:
            with pytest.raises(CompileError):
                to_linalg(WRONG)
        if number % 7 == 0:
            return str(to_linalg(path, emit="module")).strip() == want[path].strip()
        return to_linalg(path) == want[path]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(convert, range(3 * len(EXAMPLES))))


def test_nothing_is_left_behind():
    context = dialects.context()
    before = context.allow_unregistered_dialects, ir.Context.current
    for source in (SOFTMAX.read_text(), WRONG):
        with contextlib.suppress(CompileError):
            to_linalg(source)
    assert (context.allow_unregistered_dialects, ir.Context.current) == before


def test_another_context_of_the_same_bindings():
    context = ir.Context()
    module = to_linalg(SOFTMAX, into=context)
    assert module.context == context and str(module).strip() == by_the_tool(SOFTMAX).strip()
    with pytest.raises(TypeError, match="expected a context of MLIR bindings, got str"):
        to_linalg(SOFTMAX, into="context")


def bindings(package: str):
    """The module ``ir`` of other bindings; the test is skipped where they are not installed."""
    return pytest.importorskip(f"{package}.ir", reason=f"{package} is not installed")


def test_the_bindings_of_iree_take_every_shared_form():
    theirs = bindings("iree.compiler")
    context = theirs.Context()
    refused = {}
    for path in (*SAMPLES, *EXAMPLES):
        try:
            module = to_linalg(path, into=context)
            assert isinstance(module, theirs.Module) and module.operation.verify()
        except CompileError as error:
            refused[path.stem] = str(error)
    assert list(refused) == ["inline_asm_elementwise"]
    assert "its constraints are of" in refused["inline_asm_elementwise"]


def test_the_bindings_of_jax_are_told_what_they_lack():
    theirs = bindings("jaxlib.mlir")
    with pytest.raises(
        CompileError, match=r"the context of jaxlib.mlir has no dialects .*bufferization.*linalg"
    ):
        to_linalg(SOFTMAX, into=theirs.Context())
    context = theirs.Context()
    context.allow_unregistered_dialects = True
    module = to_linalg(SOFTMAX, into=context)
    assert isinstance(module, theirs.Module) and "linalg.generic" in str(module)


def test_two_mlirs_are_at_work_in_one_process():
    theirs = bindings("iree.compiler")
    manager = importlib.import_module("iree.compiler.passmanager").PassManager

    def lower(number: int) -> str:
        context = theirs.Context()
        module = to_linalg(EXAMPLES[number % 4], into=context)
        manager.parse("builtin.module(canonicalize,cse)", context).run(module.operation)
        return str(module)

    want = [lower(n) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lower, range(8))) == want * 2


@pytest.mark.parametrize("package", ["iree.compiler", "jaxlib.mlir"])
def test_bindings_that_lack_modules_are_named_and_the_bridge_offered(package):
    bindings(package)
    environment = os.environ | {"TRITON_SHARED_MLIR": package}
    program = [sys.executable, "-c", "from triton_shared.mlir import ir"]
    result = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode
    message = result.stderr.splitlines()[-1]
    assert (
        f"{package}.dialects.irdl" in message and "triton_shared.to_linalg(source, into=context)" in message
    )


def test_it_is_public():
    assert {"to_linalg", "Diagnostic", "SHARED_FORM_VERSION"} <= set(triton_shared.__all__)
