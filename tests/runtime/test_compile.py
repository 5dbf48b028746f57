"""What ``compile`` takes, what it refuses, and what it writes on the way."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT, store_scalar
from triton_shared.names import one_line

STORE = """
module {
  tt.func public @store(%out: !tt.ptr<i32>, %value: i32) {
    tt.store %out, %value : !tt.ptr<i32>
    tt.return
  }
}
"""


def stored(kernel, value=5):
    out = np.zeros(1, np.int32)
    kernel[1](out, value)
    return out[0]


def test_sources(tmp_path):
    path = tmp_path / "store.mlir"
    path.write_text(STORE)
    assert stored(triton_shared.compile(STORE)) == 5
    assert stored(triton_shared.compile(path), 6) == 6
    assert stored(triton_shared.compile(str(path)), 7) == 7


def test_modules():
    from triton_shared import dialects

    module = dialects.parse(STORE)
    assert stored(triton_shared.compile(module)) == 5
    assert "tt.store" in str(module), "the caller's module must stay as it is"
    assert stored(triton_shared.compile(dialects.parse(store_scalar("i32")))) == 5


def test_a_kernel_is_shown_with_its_parameters():
    assert repr(triton_shared.compile(STORE)) == "<Kernel store(out: ptr<i32>, value: i32)>"


def test_equal_sources_are_one_kernel():
    kernel = triton_shared.compile(STORE)
    assert triton_shared.compile(STORE) is kernel
    assert triton_shared.compile(STORE, num_threads=7) is not kernel


def test_one_kernel_of_several():
    both = STORE.replace("\n}\n", "") + STORE.replace("module {", "").replace("@store", "@again")
    for name in ("store", "again"):
        assert triton_shared.compile(both, kernel=name).name == name
    for wrong in (None, "other"):
        with pytest.raises(triton_shared.CompileError, match="store, again"):
            triton_shared.compile(both, kernel=wrong)


def test_errors_show_the_source_line(tmp_path):
    path = tmp_path / "wrong.mlir"
    path.write_text(STORE.replace("%value :", "%wrong :"))
    with pytest.raises(triton_shared.CompileError) as caught:
        triton_shared.compile(path)
    assert str(caught.value).startswith(f"{path}:4:")
    assert "    tt.store %out, %wrong : !tt.ptr<i32>\n" in str(caught.value)


ODD_NAMES = [
    "ä日本.mlir", "a{b}.mlir", "a\nb.mlir", 'q"uo\'te.mlir', "back\\slash.mlir", "tab\tand\x7f.mlir", " ",
    "loc(#x).mlir",
    os.fsdecode(b"\xff\xfe.mlir"), "\U0001f600" * 30, "%s {{}} \\0A.mlir", "no_suffix",
]  # fmt: skip


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_paths_of_any_name(tmp_path, name, monkeypatch):
    """As text, as a path, relative; errors and code name the file, on one line that a terminal shows."""
    path = tmp_path / name
    path.write_text(STORE)
    monkeypatch.chdir(tmp_path)
    for source in (path, str(path), name, Path(name)):
        assert stored(triton_shared.compile(source)) == 5
    path.write_text(STORE.replace("%value :", "%wrong :"))
    shown = one_line(os.fsencode(path).decode(errors="replace"))
    for source in (path, str(path)):
        with pytest.raises(triton_shared.CompileError) as caught:
            triton_shared.compile(source)
        assert str(caught.value).startswith(f"{shown}:4:")


def test_text_that_is_no_name_of_a_file():
    for text in (STORE, STORE * 1, STORE.replace("\n", " ")):
        assert stored(triton_shared.compile(text)) == 5
    with pytest.raises(triton_shared.CompileError):
        triton_shared.compile("{" + "x" * 10_000)
    for name in ("no such file", "x" * 10_000, "nul\0byte"):
        with pytest.raises((OSError, ValueError)):
            triton_shared.compile(name)


def test_not_mlir():
    with pytest.raises(triton_shared.CompileError):
        triton_shared.compile("this is\nno MLIR")


@pytest.mark.parametrize("source", [3, None, b"module {}", []])
def test_wrong_source(source):
    with pytest.raises(TypeError, match="source must be MLIR text, an MLIR module or the path"):
        triton_shared.compile(source)


def test_missing_file():
    with pytest.raises(FileNotFoundError):
        triton_shared.compile("no-such-file.mlir")


def test_unknown_target():
    with pytest.raises(ValueError, match="unknown target 'gpu': expected 'cpu'"):
        triton_shared.compile(STORE, target="gpu")


def test_stages_are_written(monkeypatch, tmp_path):
    cached = triton_shared.compile(COUNT)
    monkeypatch.setenv("TRITON_SHARED_DUMP_PATH", str(tmp_path / "stages"))
    assert triton_shared.compile(COUNT) is not cached
    stages = sorted((tmp_path / "stages" / "count").iterdir())
    assert stages[0].name == "00.shared.mlir" and stages[-1].name.endswith(".s")
    assert all(stage.stat().st_size for stage in stages)
    triton_shared.compile(STORE)
    names = sorted(stage.name for stage in (tmp_path / "stages" / "store").iterdir())
    assert names[:2] == ["00.ttir.mlir", "01.shared.mlir"]


def test_grid_from_a_function():
    out = np.zeros(1, np.int32)
    triton_shared.compile(STORE)[lambda named: (named["value"], 1)](out, value=3)
    assert out[0] == 3
