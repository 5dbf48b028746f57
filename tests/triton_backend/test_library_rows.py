"""The library's rows of `benchmarks.gpu`, at small sizes: what the emulator computes is what torch computes; and what
becomes of rows that fail.
"""

from __future__ import annotations

import json
import os
import signal
import time

import pytest

pytest.importorskip("triton", reason="Triton's front end makes the kernels' Triton IR")

import torch

from benchmarks import gpu
from benchmarks.library import ENTRIES
from tests.differential.harness import triton_ir
from tests.support import emulated
from tests.support.emulated import Settings


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_rows_compute_what_torch_computes(entry):
    torch.manual_seed(3)
    row = entry.row("cpu", small=True)
    chosen = row.blocks[0]
    constants = {name: value for name, value in chosen.items() if not name.startswith("num_")}
    given = {**dict(zip(row.kernel.arg_names, row.arguments, strict=False)), **constants}
    text, taken = triton_ir(row.kernel, given)
    compiled = emulated.compile(text, settings=Settings(num_warps=min(2, chosen["num_warps"]), num_stages=2))
    compiled[row.grid(chosen)](*taken)
    got = row.arguments[row.output].double()
    assert got.count_nonzero()
    if row.oracle is not None:
        torch.testing.assert_close(got, row.oracle().double(), rtol=0, atol=row.tolerance)


def test_names_tell_rows_apart():
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES) >= 40


def test_rows_that_fail_end_or_hang_do_not_keep_others_from_being_measured(monkeypatch, tmp_path, capsys):
    """Each of four rows: too slow, refused by a side, one that kills its process, one that never ends."""

    def refuses(row, timer, rounds):
        def sides():
            raise ValueError("no such layout\nand more")
            yield

        return gpu.best(timer, "triton", sides())

    def kills(row, timer, rounds):
        os.kill(os.getpid(), signal.SIGKILL)

    def hangs(row, timer, rounds):
        time.sleep(60)

    def ends(row, timer, rounds):
        sides = {"ours": 2.0, "triton": 1.5}
        return {
            "name": row.name, "device": "none", "GB/s": sides, "seconds": sides, "ratio": 0.75, "spread": (0.7, 0.8),
            "share": None, "compiling": sides, "chosen": {"ours": "", "triton": ""}, "error": 0.0, "right": True,
        }  # fmt: skip

    actions = {"a": ends, "b": refuses, "c": kills, "d": hangs, "e": ends}
    plain = ENTRIES[0].row("meta", small=True)
    makers = [lambda name=name: plain._replace(name=name) for name in actions]
    monkeypatch.setitem(gpu.GROUPS, "library", lambda pattern: makers)
    monkeypatch.setattr(gpu, "Timer", lambda: None)
    monkeypatch.setattr(gpu, "measure", lambda row, *rest: actions[row.name](row, *rest))
    path = tmp_path / "results.json"
    gpu.main(
        ["--group", "library", "--limit", "1", "--json", str(path), "--svg", str(tmp_path / "ratios.svg")]
    )
    failed = {each["name"]: each.get("failed") for each in json.loads(path.read_text())}
    assert failed == {
        "a": None,
        "b": "triton: ValueError: no such layout",
        "row 2": "its process ended with -9",
        "row 3": "its process ended with -14",
        "e": None,
    }
    said = capsys.readouterr().out
    assert "2 of 5 rows on none; geometric mean of the ratios: 0.750" in said
    assert "below 0.97: 2\n  0.750  a\n  0.750  e\nwrong: 0\nfailed: 3" in said
