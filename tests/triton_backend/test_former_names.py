"""What programs for other builds of triton-shared name is found here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from triton_shared import to_linalg
from triton_shared.conversions.foreign_options import OPTIONS, PASSES, translated
from triton_shared.passes.options import OptionError
from triton_shared.tools import opt

PROGRAM = """
import sys, warnings
from triton.backends.triton_shared.driver import CPUDriver
import triton, torch
import triton.language as tl
import triton.backends.triton_shared.compiler as theirs
import triton_shared.triton.driver, triton_shared.triton.compiler

assert CPUDriver is triton_shared.triton.driver.CPUDriver
assert theirs is triton_shared.triton.compiler is triton.backends.triton_shared.compiler
triton.runtime.driver.set_active(CPUDriver())

@triton.jit
def double(x, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    tl.store(x + at, tl.load(x + at) * 2)

x = torch.ones(16)
kernel = double[(1,)](x, SIZE=16)
assert x.tolist() == [2.0] * 16
assert kernel.asm["ttsharedir"] == kernel.asm["linalg"] and "memref.copy" in kernel.asm["ttsharedir"]
try:
    kernel.asm["nothing"]
except KeyError:
    print("ran")
"""


def run(tmp_path, **variables):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    environment = os.environ | {"TRITON_CACHE_DIR": str(tmp_path / "cache"), **variables}
    done = subprocess.run(
        [sys.executable, file], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.stdout == "ran\n", done.stderr
    return done.stderr


def test_programs_start_by_their_own_imports(tmp_path):
    assert "is not read" not in run(tmp_path)


def test_variables_are_answered_and_stages_written(tmp_path):
    said = run(
        tmp_path,
        TRITON_SHARED_OPT_PATH="/no/opt",
        LLVM_BINARY_DIR="/no/bin",
        TRITON_SHARED_DUMP_PATH=str(tmp_path / "stages"),
    )
    assert said.count("TRITON_SHARED_OPT_PATH is not read") == said.count("LLVM_BINARY_DIR is not read") == 1
    assert {p.name for p in (tmp_path / "stages/double").iterdir()} == {"tt.mlir", "ttshared.mlir", "ll.ir"}


@pytest.mark.parametrize("one, name", [(one, name) for one, rows in OPTIONS.items() for name in rows])
def test_what_has_no_equal_says_what_to_use(one, name):
    for value, equal in OPTIONS[one][name].equal.items():
        assert translated(one, {name: value, "sums": "element"}) == {**equal, "sums": "element"}
    with pytest.raises(OptionError, match=f"'{name}=7' here; use"):
        translated(one, {name: "7"})


ROOT = Path(__file__).parents[2]


def test_the_commands_of_the_page_run():
    [commands] = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs/migrating.md").read_text(), re.M | re.S)
    path = os.pathsep.join(
        [sysconfig.get_path("scripts"), os.environ["PATH"]]
    )  # the environment may not be activated
    for command in commands.splitlines():
        done = subprocess.run(
            command,
            shell=True,
            cwd=ROOT,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert not done.returncode, done.stderr


SWITCH = ("true", "false", "")
#: every option of triton-shared's passes, at 1c203ca of microsoft's and 5e64533 of Meta's: values taken, and refused
FLAGS = {
    "--triton-to-linalg-experimental": {
        "enable-make-gather-scatter": (SWITCH, ()),
        "enable-collapse-shape": (("false",), ("true",)),
        "structured-ldst-mode": (("tensor-first-vector-cpu",), ()),
        "cpu-vector-width": ((), ("16",)),
    },
    "--triton-to-linalg": {},
    "--triton-to-structured": {
        "enable-make-gather-scatter": (SWITCH, ()),
        "enable-modulo-support": (("true",), ("false",)),
        "run-prepass-only": (("false",), ("true", "")),
        "skip-prepass": (SWITCH, ()),
        "use-unsafe-mask": (SWITCH, ()),
    },
    "--triton-to-unstructured": {"offset-bit-width": (("32", "64"), ("16",))},
    "--structured-to-memref": {},
    "--unstructured-to-memref": {},
    "--triton-arith-to-linalg": {
        "pids-to-func-args": (("true",), ("false",)),
        "tt-to-func-func": (("true",), ("false",)),
        "addptr-to-linalg": (SWITCH, ()),
        "tensor-ptr-to-linalg": (SWITCH, ()),
        "assert-to-cf": ((), ("true", "false")),
        "transpose-reduce-to-rank0": (("false",), ("true",)),
    },
    "--triton-ptr-to-memref": {},
    **{f"--{name}": {} for name in PASSES},
}
#: what runs before a pass
STAGES = ("--triton-to-structured", "--triton-to-unstructured", "--structured-to-memref")
STAGES += ("--unstructured-to-memref", "--triton-arith-to-linalg", "--triton-ptr-to-memref")


@pytest.mark.parametrize("flag", FLAGS)
def test_every_option_is_taken_or_refused_with_what_to_use(flag):
    assert FLAGS[flag].keys() == OPTIONS.get(flag[2:], {}).keys()
    before = STAGES[: STAGES.index(flag)] if flag in STAGES else ()

    def left(option=""):
        code, text, said = opt.run([str(ROOT / "examples/softmax.f32.mlir"), *before, flag + option])
        assert (code != 0) == bool(said) and (code == 0 or "; use " in said), (flag + option, said)
        return text if code == 0 else None

    assert (left() is None) == (flag[2:] in PASSES)
    for name, (taken, refused) in FLAGS[flag].items():
        for value in taken:
            assert left(f"={name}={value}" if value else f"={name}"), name
        for value in refused:
            assert left(f"={name}={value}" if value else f"={name}") is None, name


@pytest.mark.parametrize("flag", FLAGS)
def test_the_page_has_every_flag_and_says_what_it_is_here(flag):
    page = (ROOT / "docs/migrating.md").read_text().partition("## From triton-cpu")[0]
    rows = [row[2:].partition(" | ")[::2] for row in page.splitlines() if row.startswith("|")]
    assert any(f"`{flag}`" in first + says for first, says in rows)
    place = "… " if flag == "--triton-to-linalg-experimental" else f"of `{flag}`"
    for name, (taken, refused) in FLAGS[flag].items():
        [says] = [says for first, says in rows if f"`{name}" in first and place in first]
        assert not taken or "accepted" in says, says
        assert not refused or re.search("refused: |else |accepted: ", says), says


@pytest.mark.parametrize(
    ("options", "theirs", "ours"),
    [
        ({"neutral": "ordinary"}, ("0xFF800000", " 0.000000e+00"), ("0x7FC00000", "-0.000000e+00")),
        ({"undefined": "unwritten"}, ("memref.copy",), ("linalg.fill",)),
    ],
)
def test_choices_give_their_form(options, theirs, ours):
    file = {"neutral": "softmax.f32", "undefined": None}[next(iter(options))]
    source = (ROOT / f"examples/{file}.mlir").read_text() if file else UNDEFINED
    text, default = to_linalg(source, options=options), to_linalg(source)
    assert all(word in text for word in theirs) and all(word not in text and word in default for word in ours)


UNDEFINED = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %i, %s : tensor<64xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %q, %m : tensor<64x!tt.ptr<f32>>
  %r = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %t = tt.addptr %r, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %t, %v, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}
"""
