"""Checks change no bit of what a program computes: random kernels, with and without.

``TRITON_SHARED_TEST_CHECKED`` is how many.  Their pointers are into arrays, of which they may read what lies in
front; so they are checked once with extents that nobody knows, where each access takes the long way, and once
with those of views.
"""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.fuzz.kernels import check, session
from tests.fuzz.kernels.kernel import Kernel, Rejected
from tests.support.amount import examples
from triton_shared.runtime.checks import extents
from triton_shared.runtime.checks.findings import collected
from triton_shared.runtime.checks.kinds import KINDS

COUNT = examples(25, "TRITON_SHARED_TEST_CHECKED")
#: forms with sums and products of floats, whose bits depend on what is fused with what
ROUNDED = ("layer_norms", "norms", "sums", "matmul", "attention", "recurrences", "products")
#: a seed, forms and a number: kernels that a use of a product, or of a block that is summed, changes
KNOWN = [(5, ("norms",), 13), (5, ("sums",), 13)]


def run(kernel: Kernel, memories: list, checks: str) -> tuple[list[bytes], list]:
    """The arrays after a launch, and what it found, each with whether that is `true` of the kernel."""
    prepared = check.Prepared(kernel, memories, True)
    options = {"num_threads": 1, "enable_fp_fusion": kernel.fusion, **kernel.options}
    compiled = triton_shared.compile(kernel.text(), checks=checks, **options)
    with collected() as found:
        compiled[kernel.grid](*prepared.arguments(kernel))
    return [whole.tobytes() for whole in prepared.wholes], [(one, true(one, prepared)) for one in found]


def true(one: triton_shared.Finding, prepared: check.Prepared) -> bool:
    """Whether a random kernel does what ``one`` says: these neither race nor break promises, and their order is none's.

    They access what lies in front of views, some rows of which go backwards.  They leave lanes undefined: what depends
    on these the oracle does not know either.
    They make infinities of finite numbers, and NaN of others.
    """
    if one.kind == "bounds":
        return one.index[one.dimension] < 0
    if one.kind == "initialised":
        arrays = zip(prepared.wholes, prepared.expected, strict=True)
        places = [(w, e, one.address - w.ctypes.data) for w, e in arrays]
        ((whole, expected, place),) = [(w, e, at) for w, e, at in places if 0 <= at < w.nbytes]
        return bool(np.isinf(expected.errors()[place // whole.itemsize]))
    result, *operands = (value for _, value in one.values)
    new = not any(map(np.isnan, operands)) if np.isnan(result) else all(map(np.isfinite, operands))
    return one.kind == "values" and not np.isfinite(result) and new


@pytest.mark.cpu("compares code for CPUs")
def test_random_kernels(monkeypatch):
    """All bits are the same but for what was out of bounds, and all findings are true."""
    compared = complete = 0
    for number in range(COUNT):
        kernel = session.Session(seed=5).kernel(number)
        try:
            with np.errstate(all="ignore"):
                memories = kernel.expected(False)
        except Rejected:
            continue
        plain, _ = run(kernel, memories, "")
        checked, found = run(kernel, memories, "all")
        is_complete = all(one.kind != "bounds" for one, _ in found)
        assert all(is_true for _, is_true in found), f"kernel {number}: {found}\n{kernel.text()}"
        assert checked == plain or not is_complete, f"kernel {number}\n{kernel.text()}"
        complete += is_complete
        with monkeypatch.context() as patch:
            patch.setattr(extents, "view_of", lambda value: None)
            lanes, found = run(kernel, memories, "all")
        assert lanes == plain, f"kernel {number}\n{kernel.text()}"
        assert all(is_true and one.kind == "values" for one, is_true in found), f"kernel {number}: {found}"
        compared += 1
    assert compared >= 0.9 * COUNT and complete >= 0.6 * COUNT


@pytest.mark.cpu("compares code for CPUs")
@pytest.mark.parametrize("kind", [*KINDS, "all"])
def test_no_check_changes_what_is_fused(kind, monkeypatch):
    """Extents are unknown, so that no access is left out."""
    monkeypatch.setattr(extents, "view_of", lambda value: None)
    random = [(6, ROUNDED, number) for number in range(examples(12))]
    for seed, forms, number in KNOWN + random:
        kernel = session.Session(seed=seed, forms=forms).kernel(number)
        try:
            with np.errstate(all="ignore"):
                memories = kernel.expected(False)
        except Rejected:
            continue
        plain, _ = run(kernel, memories, "")
        checked, _ = run(kernel, memories, kind)
        assert checked == plain, f"kernel {number} of {seed}\n{kernel.text()}"
