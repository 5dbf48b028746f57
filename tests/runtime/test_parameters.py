"""Whatever is handed to a public function or stands in the environment is taken, or refused with its name."""

import inspect
import sys

import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT
from triton_shared.interop import to_linalg
from triton_shared.runtime import compiler, debugging, workers
from triton_shared.runtime.cpu import pool

KERNEL = """tt.func public @k(%x: !tt.ptr<f32>) {
  %0 = tt.load %x : !tt.ptr<f32>
  tt.store %x, %0 : !tt.ptr<f32>
  tt.return
}
"""
#: values of every kind that no parameter below takes but by its own row
VALUES = (None, "x", "", "\ud800", b"x", 5, 0, -1, 2.5, True, [5], {}, object(), np.float32(1), 1 << 200)
#: public functions, their first argument, and those that are looked at elsewhere
FUNCTIONS = {
    triton_shared.compile: (compiler.PARAMETERS, {"source", "without", "checks"}),
    triton_shared.to_linalg: (to_linalg.PARAMETERS, {"source", "options", "into"}),
}


def _named(value: object) -> str:
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize("function", FUNCTIONS, ids=_named)
def test_every_parameter_has_a_row(function):
    table, others = FUNCTIONS[function]
    assert set(inspect.signature(function).parameters) - others == set(table)


@pytest.mark.parametrize(
    ("function", "name"), [(f, n) for f, (table, _) in FUNCTIONS.items() for n in table], ids=_named
)
def test_wrong_values_are_refused_by_name(function, name):
    for value in VALUES:
        try:
            function(KERNEL, **{name: value})
        except (TypeError, ValueError) as error:
            assert str(error).startswith(name) or name in str(error) or repr(value) in str(error), value
        except triton_shared.CompileError as error:
            assert repr(value) in str(error) or f"{value}" in str(error), value


@pytest.mark.parametrize(
    ("name", "values"),
    {
        "tensor_copies": ["x", 5, 0],
        "persistent": ["x", 5],
        "warp_specialize": [1],
        "launch_pdl": ["no"],
        "enable_fp_fusion": ["x", None, 1],
        "num_stages": [0, -1, 2.0, "3", True],
        "num_warps": [0, True, "4"],
        "num_threads": [0, -2, 1.5],
        "maxnreg": [0, "64"],
        "target": [None, 5, b"cpu"],
        "kernel": [5, ["k"]],
        "without": [5, [5], None, 2.5],
    }.items(),
    ids=_named,
)
def test_what_was_once_taken(name, values):
    for value in values:
        with pytest.raises((TypeError, ValueError), match=rf"^{name} must be"):
            triton_shared.compile(KERNEL, **{name: value})


@pytest.mark.parametrize("function", [triton_shared.compile, triton_shared.to_linalg, triton_shared.explain])
def test_sources(function):
    for source in (None, 5, b"x", [KERNEL], object()):
        with pytest.raises(TypeError, match=r"^source must be"):
            function(source)
    for source in (KERNEL + "// \ud800", "{\ud800}"):
        with pytest.raises(ValueError, match=r"^source is no text: it has half of a character at index"):
            function(source)


@pytest.mark.parametrize(
    "options", [5, "cse", [5], [None], {5: True}, {"loads": None}, {"loads": [1]}, {"loads": 2.5}]
)
def test_options_of_the_shared_form(options):
    with pytest.raises(TypeError, match="option"):
        triton_shared.to_linalg(KERNEL, options=options)


def test_a_memory_space_that_is_none_is_named():
    with pytest.raises(
        triton_shared.CompileError, match="option 'buffer-memory-space': 'nan' is no memory space"
    ):
        triton_shared.to_linalg(KERNEL, options={"buffer-memory-space": "nan"})


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("TRITON_SHARED_NUM_THREADS", pool.default_width),
        ("TRITON_SHARED_COMPILE_WORKERS", workers.most),
        ("TRITON_SHARED_WAIT_SECONDS", debugging.wait_nanoseconds),
    ],
)
def test_variables_of_the_environment(monkeypatch, name, read):
    for text in ("x", "", "-1", "1.5.2", "nan", "9" * 30, "\udcff", "٣x"):
        monkeypatch.setenv(name, text)
        with pytest.raises(ValueError, match=f"^{name} must be"):
            read()
    monkeypatch.setenv(name, "2")
    assert read()


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_dump_that_cannot_be_written_does_not_end_a_compilation(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    for place in ("/dev/full", str(tmp_path / "file"), "/proc/none"):
        monkeypatch.setenv("TRITON_SHARED_DUMP_PATH", place)
        with pytest.warns(RuntimeWarning, match="TRITON_SHARED_DUMP_PATH: a stage is not written"):
            kernel = triton_shared.compile(COUNT)
        count, result = np.zeros((2, 3), np.int32)
        kernel[3](count, result, 1)
        assert (count == 1).all()
