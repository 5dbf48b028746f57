"""Mutants of all sample programs: each compiles, or is refused with an error that names a place in it.

``TRITON_SHARED_MUTANTS`` says how many there are; ``python -m tests.fuzz`` runs very many.
"""

from collections import Counter
from functools import partial

import pytest

from tests.fuzz.__main__ import PROGRAMS
from tests.fuzz.mutations import mutants, samples
from tests.fuzz.workshop import GOOD, attempt, compiling, outcomes, report
from tests.support.amount import examples

MUTANTS = examples(300, "TRITON_SHARED_MUTANTS")
#: one mutant of ten compiles, and it may be none of fewer than so many
FEW = 100


@pytest.mark.parametrize("target", ["cpu", "sm_90a"])
def test_mutants_compile_or_are_refused_with_a_place(target):
    texts = mutants(samples(*PROGRAMS), 0 if target == "cpu" else 1, MUTANTS)
    found = list(outcomes(texts, 2, partial(compiling, target)))
    bad = [o for o in found if o.kind not in GOOD]
    assert len(found) == len(texts)
    assert not bad, "\n\n".join(f"{o.kind}\n{o.details}\n{texts[o.number]}" for o in bad[:3])
    counts = Counter(o.kind for o in found)
    assert counts["diagnosed"] > MUTANTS // 20, report(counts)
    assert counts["compiled"] or MUTANTS < FEW, report(counts)


ENDINGS = {
    "compiled": "tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.return\n}\n",
    "converted": "module {\n}\n",
    "diagnosed": "tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.retur\n}\n",
}


@pytest.mark.parametrize("kind", ENDINGS)
def test_an_attempt_tells_how_it_ended(kind):
    assert attempt(ENDINGS[kind])[0] == kind


def test_a_crash_of_one_program_is_seen_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr("tests.fuzz.workshop._work", _crashing)
    kinds = {o.number: o.kind for o in outcomes(["die", "live", "loop", "live"], 2)}
    assert kinds == {0: "crash: SIGSEGV", 1: "compiled", 2: "too slow", 3: "compiled"}


def _crashing(inbox, prepare):
    import resource
    import signal

    while (text := inbox.recv()) is not None:
        if text == "die":
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.raise_signal(signal.SIGSEGV)
        if text == "loop":
            signal.raise_signal(signal.SIGXCPU)
        inbox.send(("compiled", ""))
