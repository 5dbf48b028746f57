"""The tutorial kernels give what numpy gives, and the helpers that say so can be trusted."""

import functools
import re

import numpy as np
import pytest

import triton_shared
from examples.__main__ import compile_ahead, main
from examples.elements import BF16, ELEMENTS, philox, rand
from examples.tutorials import DIRECTORY, TUTORIALS, Case, Expected, Launch, Output, cases
from triton_shared.progress import Progress

CASES = list(cases())


@functools.cache
def compiled(path):
    return triton_shared.compile(path)


def name(case: Case) -> str:
    return "-".join([case.name, case.element, *(f"{k}{v}" for k, v in case.sizes.items())])


@pytest.mark.parametrize("case", CASES, ids=name)
def test_matches_numpy(case):
    launch = case.launch(seed=1)
    compiled(case.path)[launch.grid](*launch.args)
    error, part = launch.errors()
    assert part <= 1, (
        f"off by up to {error}, {part:.2f} times the limit; tolerance: {TUTORIALS[case.name].tolerance}"
    )


def test_every_file_is_run():
    assert {case.path for case in CASES} == set(DIRECTORY.glob("*.mlir"))


@pytest.mark.parametrize("case", {c.path.stem: c for c in CASES}.values(), ids=lambda c: c.path.stem)
def test_file_fits_the_table(case):
    text = case.path.read_text()
    assert text.startswith("// ")
    header = re.search(r"tt\.func public @(\w+)\((.*?)\) attributes", text)
    assert header[1] == TUTORIALS[case.name].kernel
    pointers = ["!tt.ptr" in parameter for parameter in header[2].split(", %")]
    assert pointers == [isinstance(a, np.ndarray) for a in case.launch().args]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_fresh_launch(case):
    launch = case.launch()
    assert all(a.ctypes.data % 16 == 0 for a in launch.args if isinstance(a, np.ndarray)), "not as promised"
    assert launch.errors()[1] == np.inf, "outputs that nobody wrote are right"


def compared(got, value, limit) -> tuple[float, float]:
    output = Output(np.array(got, dtype=np.float32), ELEMENTS["f32"])
    oracle = {"out": Expected(np.array(value), limit)}
    return Launch((1,), (), {"out": output}, lambda: oracle, lambda: None, 0, 0).errors()


@pytest.mark.parametrize(
    ("got", "value", "limit", "errors"),
    [
        ([1.0, 2.0], [1.0, 2.0], 0.0, (0.0, 0.0)),
        ([1.0, 2.5], [1.0, 2.0], 1.0, (0.5, 0.5)),
        ([1.0, 2.5], [1.0, 2.0], np.array([1.0, 0.25]), (0.5, 2.0)),
        ([1.0, 2.5], [1.0, 2.0], 0.0, (0.5, np.inf)),
        ([np.nan], [np.nan], 0.0, (0.0, 0.0)),
        ([np.nan], [1.0], 1.0, (np.inf, np.inf)),
        ([1.0], [np.nan], 1.0, (np.inf, np.inf)),
        ([np.inf], [np.inf], 0.0, (0.0, 0.0)),
        ([np.inf], [-np.inf], 1.0, (np.inf, np.inf)),
    ],
)
def test_errors_of_a_launch(got, value, limit, errors):
    assert compared(got, value, limit) == errors


def test_bf16_rounds_to_nearest_even():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    bits = np.random.default_rng(0).integers(0, 2**32, 100_000, dtype=np.uint32)
    ties = (bits & 0xFFFF0000) | 0x8000
    values = np.concatenate([bits, ties, np.array([0, 0x80000000, 0x7F7FFFFF, 0x7F800000, 1], np.uint32)])
    values = values.view(np.float32)
    values = values[~np.isnan(values)]
    with np.errstate(over="ignore"):
        expected = values.astype(ml_dtypes.bfloat16)
    np.testing.assert_array_equal(BF16.encode(values), expected.view(np.uint16))
    np.testing.assert_array_equal(BF16.decode(BF16.encode(values)), expected.astype(np.float32))
    assert np.isnan(BF16.round(np.float32([np.nan]))).all()


# The known answers that the authors of Philox publish for 10 rounds: counter, key, result.
@pytest.mark.parametrize(
    ("counter", "key", "result"),
    [
        ([0] * 4, (0, 0), [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, (0xFFFFFFFF, 0xFFFFFFFF), [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            (0xA4093822, 0x299F31D0),
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_known_answers(counter, key, result):
    assert philox(np.array(counter, dtype=np.uint32)[:, None], key)[:, 0].tolist() == result


def test_rand_is_uniform():
    values = rand(7, np.arange(1 << 16))
    assert values.dtype == np.float32
    assert values.min() >= 0
    assert values.max() < 1
    counts = np.histogram(values, bins=16, range=(0, 1))[0]
    assert abs(counts / 4096 - 1).max() < 0.1  # six standard deviations


def test_list_runs_nothing(capsys):
    assert main(["attention", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "attention",
        "attention_causal",
    ]


def test_unknown_example_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["no_such_kernel"])
    assert "no example's name holds 'no_such_kernel'" in capsys.readouterr().err


def test_command_runs_and_reports(capsys):
    assert main(["vector_add.f32"]) == 0
    assert capsys.readouterr().out.endswith("4 of 4 cases are right\n")


def test_files_are_compiled_ahead_by_a_process_a_core(monkeypatch, tmp_path, capfd):
    """Each file is in the disk cache then; an error is left to the run."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TRITON_SHARED_NUM_THREADS", "2")
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text("module {")
    softmax = [tmp_path / f"softmax.{element}.mlir" for element in ("f32", "f16")]
    for path in softmax:  # kernels of names that this process has not compiled
        path.write_text((DIRECTORY / path.name).read_text().replace("@softmax", "@softmax_ahead"))
    compile_ahead([*softmax, wrong], Progress())
    found = sum(
        b"softmax_ahead" in path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file()
    )
    assert found >= len(softmax) and capfd.readouterr() == ("", "")


def test_command_fails_when_a_case_does(capsys, monkeypatch):
    kernels = {(1,): lambda *args: None, (5,): lambda *args: 1 / 0}
    monkeypatch.setattr(triton_shared, "compile", lambda path: kernels)
    assert main(["vector_add.f32"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith("WRONG") for line in lines[:3]] == [True] * 3
    assert lines[3].endswith("ZeroDivisionError: division by zero")
    assert lines[4:] == ["0 of 4 cases are right"]


def test_command_fails_when_a_file_does_not_compile(capsys, monkeypatch):
    def refuse(path):
        raise ValueError("not today")

    monkeypatch.setattr(triton_shared, "compile", refuse)
    assert main(["vector_add.f32"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("does not compile: ValueError: not today")
    assert lines[1:] == ["0 of 4 cases are right"]
