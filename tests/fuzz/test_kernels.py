"""Random kernels do what the generator's own oracle says; ``python -m tests.fuzz --kernels 20000`` runs very many.

``TRITON_SHARED_TEST_KERNELS`` is how many; those for GPUs are as many tenths.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.kernels import session
from tests.fuzz.workshop import report
from tests.support.amount import examples

KERNELS = examples(120, "TRITON_SHARED_TEST_KERNELS")
SHARES = {"cpu": 1, "sm_90a": 10, "sm_80": 20, "wide": 20}  # wide: 64 lanes, see `wide_chip.py`


@pytest.mark.cpu("runs kernels for each target by itself")
@pytest.mark.parametrize("target", SHARES)
def test_random_kernels(target: str, tmp_path: Path):
    what, count = session.Session(seed=0, target=target), KERNELS // SHARES[target]
    findings = session.Findings(what, tmp_path)
    session.run(what, count, 2, 900, findings)
    assert sum(findings.outcomes.values()) == count
    findings.minimise(20)
    shown = [f"{f['number']}: {f['kind']}\n{f['details']}\n{f.get('small', '')}" for f in findings.bad[:4]]
    assert not findings.bad, "\n\n".join([report(findings.outcomes), *shown])
    assert findings.outcomes["right"] >= int(0.8 * count), report(findings.outcomes)
