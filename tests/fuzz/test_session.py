"""A run of random kernels says what it has counted, also if a signal ends it, and which rewrites fired too seldom."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz import __main__ as fuzz
from tests.fuzz.kernels import forms, session
from tests.fuzz.workshop import Outcome

TARGETS = ("cpu", "sm_90a", "sm_80")


def ran(monkeypatch, tmp_path: Path, target: str, count: int, *arguments: str, left_out: str = "", ending=0):
    """The exit code of a run of ``count`` kernels in each of which all rewrites fire but one; none is compiled."""
    counts = {name: 1 for name in session.counted(target) if name != left_out}

    def run(what, kernels, jobs, seconds, findings):
        for number in range(kernels):
            findings.add(Outcome(number, "right", counts=counts))
        if ending:
            signal.raise_signal(ending)

    monkeypatch.setattr(session, "run", run)
    given = ["fuzz", "--kernels", str(count), "--target", target, "--keep", str(tmp_path), *arguments]
    monkeypatch.setattr(sys, "argv", given)
    return fuzz.main()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_a_signal_ends_prints_its_table(number, monkeypatch, tmp_path, capsys):
    before = signal.getsignal(number)
    assert ran(monkeypatch, tmp_path, "cpu", 7, ending=number) == 128 + number
    shown = capsys.readouterr().out
    assert "7 kernels" in shown and all(f"7 {name}" in shown for name in session.counted("cpu"))
    assert signal.getsignal(number) == before


@pytest.mark.parametrize("target", TARGETS)
def test_a_rewrite_that_fires_too_seldom_fails_a_long_run(target, monkeypatch, tmp_path, capsys):
    for rare in session.counted(target)[::4]:
        assert ran(monkeypatch, tmp_path, target, session.ENOUGH, left_out=rare) == 1
        assert f"fired fewer than {session.LEAST} times: {rare}\n" in capsys.readouterr().out
    assert ran(monkeypatch, tmp_path, target, session.ENOUGH) == 0


def test_little_is_asked_of_short_runs_and_of_some_forms(monkeypatch, tmp_path):
    rare = session.counted("cpu")[0]
    assert ran(monkeypatch, tmp_path, "cpu", session.ENOUGH - 1, left_out=rare) == 0
    assert ran(monkeypatch, tmp_path, "cpu", session.ENOUGH, "--forms", "tiles", left_out=rare) == 0
    assert ran(monkeypatch, tmp_path, "cpu", 10, "--least", "11", left_out=rare) == 1


def test_a_reduced_kernel_tells_how_it_is_compiled(monkeypatch, tmp_path):
    """Its file names the passes without which it fails, and no others, and all else that is to be repeated."""
    wanted = {"elide-copies", "move-blocks"}

    class Drawn(session.Session):
        def kernel(self, number):
            made = super().kernel(number)
            made.options["without"] = sorted(wanted | {"view-blocks", "own-inits"})
            made.machine, made.eager = "without amx", True
            return made

    monkeypatch.setattr(
        session, "_is_like", lambda target, of, kernel: wanted <= {*kernel.options["without"]}
    )
    findings = session.Findings(Drawn(seed=3), tmp_path)
    findings.add(Outcome(1, "wrong"))
    findings.minimise(20)
    given, small = (
        next(tmp_path.glob(name)).read_text(encoding="utf-8") for name in ("*.3.1.mlir", "*.small.mlir")
    )
    compiled = "machine 'without amx', eager True, without ['elide-copies', 'move-blocks', 'own-inits', 'view-blocks']"
    assert compiled in given
    assert "machine '', eager False, without ['elide-copies', 'move-blocks']\n" in small
    assert small == findings.bad[0]["small"] and len(small) < len(given)


@pytest.mark.parametrize("weights", [forms.FORMS, forms.GPU_FORMS, {"sorts": 3, "whiles": 1}])
def test_a_deck_has_each_form_as_often_as_its_weight(weights):
    """And each is shuffled in a way of its own."""
    cards = sum(weights.values())
    decks = [[forms.dealt(7, deck * cards + n, weights) for n in range(cards)] for deck in range(12)]
    assert all(Counter(deck) == +Counter(weights) for deck in decks)
    assert any(deck != decks[0] for deck in decks)
    assert sum(forms.FORMS.values()) == sum(forms.GPU_FORMS.values()) == 1000


def test_counters_are_found_on_both_sides_of_a_condition():
    """And those that need sm_90a's instructions are not asked of others."""
    assert {"move-rows: gathered", "move-rows: scattered"} <= set(session.counted("cpu"))
    loops = {f"distribute-tensors: warp-specialized loop by {way}" for way in ("TMA", "cp.async")}
    assert loops <= set(session.counted("sm_90a"))
    assert loops.isdisjoint(session.counted("sm_80"))
