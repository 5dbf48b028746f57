"""What is proved of random kernels holds for random launches, and what is refuted fails, as the checker tells.

Positions are sums, products, quotients and bits of the program's place, a size and the lane, in 32 bits, 16 or 8, where
they wrap soon.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import triton_shared
from tests.proofs.random_kernels import Writer
from tests.support.amount import examples
from triton_shared.proofs import solver
from triton_shared.proofs.constraints import is_met

LAUNCHES, MOST = 12, 40


def constraints(number: int) -> list[str]:
    size = random.Random(number).choice(("n", "n", "n + 8", "8 * grid[0]", "40", "300"))
    return [f"0 <= n <= {MOST}", "grid[0] <= 4", f"size(x) == {size}", f"size(out) >= {size}"]


def failures(kernel, check: str, seed: int, texts: list[str]) -> list[str]:
    """What the checker finds of ``check`` in random launches within the constraints."""
    draw, found = random.Random(seed), []
    for _ in range(LAUNCHES):
        n, programs = draw.choice((0, 1, 7, 8, 9, draw.randint(0, MOST), MOST)), draw.randint(1, 4)
        sizes = [s for s in {n, n + 8, 8 * programs, 40, 300} if meets(texts[2], n, programs, s, "size(x)")]
        out = sizes[0] + draw.choice((0, 0, 5))
        arrays = np.zeros(sizes[0], np.float32), np.zeros(out, np.int32)
        assert meets(texts[3], n, programs, out, "size(out)")
        try:
            triton_shared.check(kernel)[(programs,)](*arrays, n)
        except triton_shared.CheckError as error:
            found += [f"n = {n}, {programs}: {one}" for one in error.findings if one.kind == check]
    return found


def meets(text: str, n: int, programs: int, size: int, name: str) -> bool:
    return is_met(text, {"n": n, "grid[0]": programs, name: size})


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize("with_z3", [pytest.param(False, marks=pytest.mark.exhaustive), True])
def test_random_kernels(monkeypatch, with_z3):
    if with_z3:
        pytest.importorskip("z3", reason="refutes what substitution does not prove")
    monkeypatch.setattr(solver, "is_there", lambda: with_z3)
    verdicts = []
    for number in range(examples(24, "TRITON_SHARED_TEST_PROOFS")):
        text, texts = Writer(number).text(), constraints(number)
        for check in ("bounds", "races"):
            proof = triton_shared.prove(text, constraints=texts, checks=check, seconds=1)
            verdicts.append(proof.verdict)
            if proof:
                kernel = triton_shared.compile(text, checks=check)
                assert not failures(kernel, check, number, texts), f"{number}: {text}\n{texts}"
            if proof.verdict == "refuted":
                assert proof.findings, f"{number}: {proof}\n{text}\n{texts}"
                launch = proof.counterexample
                values = {f"size({name})": launch.arguments[name] for name in ("x", "out")}
                values |= {"n": launch.arguments["n"], "grid[0]": launch.grid[0]}
                assert all(is_met(t, values) for t in texts), f"{number}: {launch}"
    shares = {verdict: verdicts.count(verdict) / len(verdicts) for verdict in set(verdicts)}
    assert shares["proved"] > 0.15, shares
    assert not with_z3 or shares["refuted"] > 0.1, (
        f"{shares}, of which unknown ones depend on the machine's speed"
    )
