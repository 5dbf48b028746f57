"""`triton-shared-compile` for GPUs: every form, the options, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.gpu_kernels import needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.tools import compile as tool

SOFTMAX = str(Path(__file__).parents[2] / "examples" / "softmax.f32.mlir")


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs the tool in a directory of its own; returns the exit code, what it printed, and what it said."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = tool.run([SOFTMAX, *arguments])
        return code, *capsys.readouterr()

    return call


@pytest.mark.parametrize(
    "form, shown",
    [
        ("ttir", "tt.func public @softmax"),
        ("linalg", "linalg."),
        ("llvm", "define ptx_kernel void @softmax("),
        ("ptx", ".visible .entry softmax("),
    ],
)
def test_texts_are_printed(run, form, shown, tmp_path):
    code, out, err = run("--target", "sm_90a", "--emit", form)
    assert (code, err) == (0, "") and shown in out and not list(tmp_path.iterdir())


@needs_ptxas
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_a_cubin_comes_with_what_a_launch_must_know(run, chip, tmp_path):
    assert run("--target", chip, "--num-warps", "8", "--maxnreg", "64") == (0, "", "")
    known = json.loads((tmp_path / "softmax.json").read_text())
    assert (tmp_path / "softmax.cubin").read_bytes().startswith(b"\x7fELF") and CudaHeader.fits(known)
    assert (known["entry"], known["chip"], known["threads"], known["spills"]) == ("softmax", chip, 256, 0)
    assert 0 < known["registers"] <= 64 and known["names"][:2] == ["out_ptr", "x_ptr"]


def test_kernels_ask_a_launch_for_nothing_but_arguments(capsys):
    """Those of a process that launches what it compiles may be copied by TMA, which takes maps of tensors."""
    code = tool.run([SOFTMAX.replace("softmax.f32", "matmul.f16"), "--target", "sm_90a", "--emit", "ptx"])
    out, _ = capsys.readouterr()
    assert code == 0 and "wgmma" in out and "cp.async.cg" in out
    assert ".align 64 .b8" not in out


def test_options_are_in_the_ptx(run):
    _, out, _ = run("--target", "sm_90a", "--emit", "ptx", "--num-warps", "2", "--maxnreg", "40")
    assert ".maxntid 64" in out and ".maxnreg 40" in out and ".target sm_90a" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("--target sm_91", "--target: unknown GPU 'sm_91': known are sm_80, "),
        ("--target sm_90a --emit obj", "--emit obj: of sm_90a there are cubin, ttir, linalg, llvm, ptx"),
        ("--target sm_90a --emit shared", "--emit shared: of sm_90a there are cubin"),
        ("--emit ptx", "--emit ptx: of cpu there are obj, ttir"),
        ("--target sm_90a --num-warps 3", "num_warps must be a power of 2 up to 32, got 3"),
        ("--target sm_90a --maxnreg 999", "maxnreg must be from 16 to 255, got 999"),
        ("--target sm_90a --num-stages -1", "num_stages must not be negative, got -1"),
        ("--num-warps 4 --maxnreg 32", "--num-warps, --maxnreg: not an option of cpu"),
        ("--target sm_90a --out-name x", "--out-name: not an option of sm_90a"),
        pytest.param("--target sm_90a -o x.json", "-o names the cubin file", marks=needs_ptxas),
        pytest.param("--target sm_90a -o -", "--emit cubin takes a file: -o FILE", marks=needs_ptxas),
        ("--target sm_90a --signature *fp32", "--signature has 1 types for the 6 parameters of softmax"),
    ],
)
def test_what_is_refused(run, arguments, message, tmp_path):
    code, out, err = run(*arguments.split())
    assert (code, out) == (1, "") and message in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_there_is_no_ptxas(run, monkeypatch):
    monkeypatch.setenv(ptxas.VARIABLE, "/no/such/ptxas")
    code, _, err = run("--target", "sm_90a")
    assert code == 1 and "cannot run ptxas: /no/such/ptxas" in err
    assert run("--target", "sm_90a", "--emit", "ptx")[0] == 0
