"""triton-shared-compile: C programs call what it makes, on this machine and under emulation; what it refuses."""

import ctypes
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import ml_dtypes
import numpy as np
import pytest

from tests.support import crossed
from triton_shared.abi import Param
from triton_shared.tools import ahead_for_cpu, c_launcher, signature
from triton_shared.tools import compile as tool
from triton_shared.tools.arguments import UsageError
from triton_shared.types import BY_TRITON

HERE = Path(__file__).parent / "aot"
EXAMPLES = Path(__file__).parents[2] / "examples"
TUTORIALS = [EXAMPLES / f"{name}.f32.mlir" for name in ("vector_add", "softmax", "matmul")]
ARGUMENTS = HERE / "arguments.mlir"
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Werror")

ADD = str(TUTORIALS[0])
SHARED_FORM = str(Path(__file__).parents[1] / "codegen" / "add.mlir")

needs_cc = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
needs_triton = pytest.mark.skipif(not importlib.util.find_spec("triton"), reason="Triton is not installed")
needs_x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="not an x86-64 machine")


def made(directory: Path, *arguments: str | Path) -> None:
    assert tool.run([*map(str, arguments), "-o", str(directory)]) == 0


def refused(capsys, *arguments: str) -> str:
    before = set(os.listdir())
    assert tool.run(list(arguments)) == 1
    out, err = capsys.readouterr()
    assert not out and err.startswith("triton-shared-compile: ") and "Traceback" not in err
    assert set(os.listdir()) == before
    return err


def text_of(capsys, *arguments: str) -> str:
    assert tool.run(list(arguments)) == 0
    return capsys.readouterr().out


def build_and_run(tmp_path, sources, program, target="cpu", emit="obj", cc=("cc",), runner=()) -> str:
    """The output of C ``program``, linked with all of ``sources``."""
    suffix, _ = ahead_for_cpu.SUFFIXES[emit]
    libraries = []
    for source in sources:
        libraries.append(tmp_path / (source.name.split(".")[0] + suffix))
        made(libraries[-1], source, "--target", target, "--emit", emit)
    command = [*cc, *WARNINGS, f"-I{tmp_path}", "-o", tmp_path / "program", HERE / program, *libraries, "-lm"]
    subprocess.run(command, check=True)
    done = subprocess.run([*runner, tmp_path / "program"], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


@needs_cc
@pytest.mark.parametrize("emit", ["obj", "shared"])
@pytest.mark.parametrize("sources, program", [(TUTORIALS, "tutorials.c"), ([ARGUMENTS], "arguments.c")])
def test_a_c_program_calls_the_kernels(tmp_path, sources, program, emit):
    assert build_and_run(tmp_path, sources, program, emit=emit).count("ok") == (
        4 if sources is TUTORIALS else 1
    )


@needs_cc
@needs_x86
@pytest.mark.parametrize("level", ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_every_level_of_x86_that_runs_here(tmp_path, level):
    needed = {"x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}.get(level)
    if needed and not llvm.get_host_cpu_features()[needed]:
        pytest.skip(f"this machine has no {needed}")
    build_and_run(tmp_path, TUTORIALS, "tutorials.c", level)
    build_and_run(tmp_path, [ARGUMENTS], "arguments.c", level)


@pytest.mark.parametrize("name", crossed.MACHINES)
def test_other_machines_under_emulation(tmp_path, name):
    machine = crossed.MACHINES[name]
    if missing := crossed.lacking(machine):
        pytest.skip(f"there is no {' and no '.join(missing)}")
    cc, runner = (machine.compiler, "-static"), crossed.runner(machine)
    build_and_run(tmp_path, TUTORIALS, "tutorials.c", machine.name, cc=cc, runner=runner)
    build_and_run(tmp_path, [ARGUMENTS], "arguments.c", machine.name, cc=cc, runner=runner)


@pytest.mark.parametrize(
    "target", ["aarch64-apple-darwin", "aarch64-linux-gnu:neoverse-v1", "x86_64-pc-windows-msvc"]
)
def test_objects_for_other_systems_can_be_made(tmp_path, target):
    made(tmp_path / "add.o", ADD, "--target", target)
    assert (tmp_path / "add.o").stat().st_size > 500


@needs_cc
@needs_x86
def test_bf16_without_bf16_instructions(tmp_path):
    if not llvm.get_host_cpu_features()["avx2"]:
        pytest.skip("this machine has no avx2")
    made(tmp_path / "add.so", EXAMPLES / "vector_add.bf16.mlir", "--target", "x86-64-v3", "--emit", "shared")
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(3000).astype(ml_dtypes.bfloat16) for _ in range(2))
    x[:4], y[:4] = [np.nan, np.inf, 1e-40, 3e38], [1, -np.inf, 1e-40, 3e38]
    out = np.full(3001, 7, ml_dtypes.bfloat16)
    function = ctypes.CDLL(str(tmp_path / "add.so")).vector_add
    assert (
        function(3, 1, 1, *(ctypes.c_void_p(a.ctypes.data) for a in (x, y, out)), ctypes.c_int32(3000)) == 0
    )
    with np.errstate(over="ignore", invalid="ignore"):
        expected = np.append(x.astype(np.float32) + y.astype(np.float32), 7).astype(ml_dtypes.bfloat16)
    np.testing.assert_array_equal(out.astype(np.float32), expected.astype(np.float32))


@pytest.mark.parametrize(
    "emit, expected",
    [
        ("ttir", "tt.get_program_id x"),
        ("linalg", "memref<*xf32>"),
        ("llvm", "i32 @vector_add("),
        ("asm", "vector_add_range:"),
    ],
)
def test_text_forms_come_on_standard_output(capsys, emit, expected):
    assert expected in text_of(capsys, ADD, "--emit", emit)


def test_the_shared_form_is_read_too(capsys):
    assert "\nadd:" in text_of(capsys, SHARED_FORM, "--emit", "asm")
    assert "past Triton IR already" in refused(capsys, SHARED_FORM, "--emit", "ttir")


def test_the_function_can_be_named(tmp_path):
    made(tmp_path / "add_1024.o", ADD, "--out-name", "add_1024", "--signature", "*fp32, *fp32, *fp32, u32")
    header = (tmp_path / "add_1024.h").read_text()
    assert "int add_1024(uint32_t gridX," in header and "uint32_t n);" in header
    assert "#define ADD_1024_SCRATCH_BYTES" in header


def test_the_header_tells_what_a_print_needs(tmp_path):
    made(tmp_path / "arguments.o", ARGUMENTS)
    header = (tmp_path / "arguments.h").read_text()
    assert "calls triton_shared_print" in header and "void triton_shared_print(" in header


def test_help_has_examples(capsys):
    with pytest.raises(SystemExit) as stopped:
        tool.run(["--help"])
    assert stopped.value.code == 0
    assert "examples:" in capsys.readouterr().out


MANY = """\
module {
  tt.func public @a() { tt.return }
  tt.func public @b(%x: tensor<4xf32>) { tt.return }
}
"""


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "required: file"),
        (["absent.mlir"], "cannot read 'absent.mlir'"),
        (["absent.py"], "absent.py"),
        ([ADD, "--emit", "wasm"], "invalid choice: 'wasm'"),
        ([ADD, "--target", "vax"], "unknown target 'vax'; known are: cpu, x86-64"),
        ([ADD, "--target", "x86_64-linux-gnu:bogus"], "'bogus' is not a recognized processor"),
        ([ADD, "--target", "x86_64-linux-gnu::+zzz"], "'+zzz' is not a recognized feature"),
        ([ADD, "--target", "x86_64-linux-gnu:i386"], "is no machine that LLVM makes code for"),
        ([ADD, "--kernel-name", "sub"], "there is no 'sub'"),
        (["many.mlir"], "the module has the kernels a, b: name one"),
        ([ADD, "--out-name", "a-b"], "'a-b' is no name in C"),
        ([ADD, "--out-name", "int"], "'int' is no name in C"),
        ([ADD, "--out-name", "malloc"], "'malloc' is no name in C"),
        ([ADD, "-o", "-"], "takes a file"),
        ([ADD, "-o", "add.h"], "the header goes beside it"),
        ([ADD, "-o", "absent/add.o"], "cannot write 'absent/add.o'"),
        ([ADD, "--signature", "*fp32,*fp32,*fp32,fp32"], "entry 4: fp32, but the parameter of vector_add is i32"),
        ([ADD, "--signature", "*fp32,*fp32,*fp16,i32"], "*fp16, but the parameter of vector_add is a pointer to f32"),
        ([ADD, "--signature", "i32"], "has 1 types for the 4 parameters of vector_add"),
        ([ADD, "--signature", "*fp32,*fp32,*fp32,64"], "entry 4: constants and hints are for Python files"),
        (["bad.mlir"], "bad.mlir:2:"),
    ],
)  # fmt: skip
def test_refused_and_nothing_written(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    Path("many.mlir").write_text(MANY)
    Path("bad.mlir").write_text("module {\n  tt.func @f(%x: i32) { tt.store %x, %x : i32 tt.return }\n}\n")
    assert message in refused(capsys, *arguments)


def test_no_linker_no_library(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no cc or gcc or clang" in refused(capsys, ADD, "--emit", "shared", "--target", "cpu")


def test_signatures():
    entries = signature.parse(' *fp16:16 , i32, "a, b", (1, 2), None, 1.5, -3, True, relu, tl.float32, u64:1')
    typed, value, name = signature.Typed, signature.Constant, signature.Name
    assert entries == [
        typed("fp16", True, 16), typed("i32"), value("a, b"), value((1, 2)), value(None), value(1.5), value(-3),
        value(True), name("relu"), name("tl.float32"), typed("u64", False, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "an entry is empty"),
        ("i32,", "an entry is empty"),
        ("i32,,i32", "an entry is empty"),
        ("i32,*fp33", "entry 2: '*fp33' is neither a type nor a constant; did you mean fp32"),
        ("int32", "did you mean i32"),
        ("*fp32:8", "entry 1: the hint is :16 or :1, not :8"),
        ("fp32:16", "for pointers and integers"),
        ("*fp32:1", "for integers"),
        ("fp8e5", "for pointers only"),
        ("i32,tensordesc<fp32[16, 16]>", "entry 2: a tensor descriptor cannot come from C"),
        ("1 +", "neither a type nor a constant"),
    ],
)
def test_signatures_that_are_refused(text, message):
    with pytest.raises(UsageError, match="--signature") as error:
        signature.parse(text)
    assert message in str(error.value)


def test_names_that_c_cannot_have():
    params = [Param("i32"), Param("i32"), Param("ptr", "f32")]
    names = ["int", "a.b", "gridX"]
    found = c_launcher.Interface("f", "f", params, names, None, 0, False).fields
    assert found == [("int32_t", "int_"), ("int32_t", "a_b"), ("const float *", "gridX_")]
    assert c_launcher.c_name("3d-sum") == "_3d_sum"


@pytest.mark.skipif(bool(importlib.util.find_spec("triton")), reason="Triton is installed")
def test_a_python_file_without_triton(capsys):
    assert "pip install 'triton>=3.6,<3.10'" in refused(capsys, str(HERE / "kernels.py"), "-s", "i32")


SCALE = "*fp16:16, *fp32, u32, fp32, 256, relu, tl.float32, 'a, b'"


@needs_triton
def test_pointers_to_all_that_triton_has(tmp_path):
    """What a signature calls a pointer is what Triton makes of it: fp8e4b15 is a byte in its IR."""
    source = tmp_path / "copy.py"
    source.write_text(
        "import triton\nimport triton.language as tl\n\n\n"
        "@triton.jit\ndef copy(x, y, n):\n"
        "    i = tl.arange(0, 16)\n    tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)\n"
    )
    for name in BY_TRITON:
        made(tmp_path / f"{name}.o", source, "--signature", f"*{name}, *{name}, i32")
        assert (tmp_path / f"{name}.o").stat().st_size


@needs_cc
@needs_triton
def test_a_kernel_of_a_python_file(tmp_path):
    library = tmp_path / "scale.so"
    made(library, HERE / "kernels.py", "-k", "scale", "-s", SCALE, "--emit", "shared")
    header = (tmp_path / "scale.h").read_text()
    assert "const uint16_t *x, float *out, uint32_t n, float factor);" in header
    x = np.linspace(-4, 4, 1000).astype(np.float16)
    out = np.zeros(1000, np.float32)
    pointers = [ctypes.c_void_p(a.ctypes.data) for a in (x, out)]
    assert ctypes.CDLL(str(library)).scale(4, 1, 1, *pointers, 1000, ctypes.c_float(1.5)) == 0
    np.testing.assert_array_equal(out, np.maximum(x.astype(np.float32), 0) * np.float32(1.5))


@needs_triton
@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "has the kernels relu, scale: say which with --kernel-name"),
        (["-k", "sub"], "there is no 'sub'"),
        (["-k", "scale"], "--signature is missing: an entry for each parameter of scale(x, out, n, "),
        (["-k", "scale", "-s", "i32"], "has 1 entries for the 8 parameters of scale(x, out, n,"),
        (["-k", "scale", "-s", SCALE.replace("relu", "elu")], "entry 6, parameter 'activation' of scale: 'elu' is no"),
        (["-k", "scale", "-s", SCALE.replace("256", "i32")], "entry 5, parameter 'block' of scale: a tl.constexpr"),
        (["-k", "scale", "-s", SCALE.replace("256", "100")], "power of 2"),
    ],
)  # fmt: skip
def test_what_is_refused_of_a_python_file(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in refused(capsys, str(HERE / "kernels.py"), *arguments)


@pytest.mark.skipif(not shutil.which("objdump"), reason="there is no objdump")
def test_the_code_names_the_lines_of_its_source(tmp_path):
    made(tmp_path / "softmax.o", TUTORIALS[1])
    command = ["objdump", "--dwarf=decodedline", tmp_path / "softmax.o"]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {int(number) for number in re.findall(r"^softmax\.f32\.mlir +(\d+) ", table, re.MULTILINE)}
    source = TUTORIALS[1].read_text().splitlines()
    for op in ("tt.load", "math.exp", "arith.divf"):
        assert next(n for n, line in enumerate(source, start=1) if op in line) in found, op


@needs_cc
@pytest.mark.skipif(not shutil.which("gdb"), reason="there is no gdb")
def test_a_debugger_stops_in_the_kernel(tmp_path):
    build_and_run(tmp_path, TUTORIALS, "tutorials.c")
    line = next(n for n, t in enumerate(TUTORIALS[0].read_text().splitlines(), start=1) if "arith.addf" in t)
    commands = [f"break vector_add.f32.mlir:{line}", "run", "backtrace"]
    command = ["gdb", "-batch", "-nx", *(a for c in commands for a in ("-ex", c)), tmp_path / "program"]
    out = subprocess.run(command, capture_output=True, text=True, cwd=EXAMPLES.parent).stdout
    if "ptrace" in out:
        pytest.skip("programs may not be traced here")
    assert re.search(rf"Breakpoint 1[.\d]*, vector_add.* at \S*vector_add\.f32\.mlir:{line}\n", out), out


def test_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "triton_shared.tools.compile", ADD, "-e", "asm"], capture_output=True
    )
    assert done.returncode == 0 and b"vector_add:" in done.stdout
