"""The CPU's name is LLVM's, asked once a kind of CPU; where the system tells nothing of it, each time."""

from __future__ import annotations

import json

import llvmlite.binding as llvm
import pytest

from triton_shared.runtime import cache
from triton_shared.runtime.cpu import cpu_kernel

TOLD = """processor\t: 0
vendor_id\t: Some
cpu family\t: 6
model\t\t: 7
stepping\t: 2
flags\t\t: sse2 avx2

processor\t: 1
"""


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Counts how often LLVM is asked; ``asked.host()`` is what a new process finds where the system tells a text."""
    calls = []
    answer = cpu_kernel._llvms_host
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cpu_kernel, "_llvms_host", lambda: calls.append(1) or answer())
    monkeypatch.setattr(cpu_kernel, "_CPUINFO", str(tmp_path / "cpuinfo"))

    def host(text: str | None = None) -> str:
        if text is not None:
            (tmp_path / "cpuinfo").write_text(text)
        return cpu_kernel.host.__wrapped__()

    calls_of = type("Asked", (), {"host": staticmethod(host), "calls": calls})
    return calls_of


def test_the_answer_is_llvms_and_is_kept(asked):
    expected = json.dumps([llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()])
    assert asked.host(TOLD) == expected
    assert asked.host() == expected
    assert len(asked.calls) == 1


@pytest.mark.parametrize("line", ["vendor_id", "cpu family", "model", "stepping", "flags"])
def test_another_cpu_is_asked_for_anew(asked, line):
    asked.host(TOLD)
    begin = TOLD.index(line)
    end = TOLD.index("\n", begin)
    asked.host(TOLD[:end] + "1" + TOLD[end:])
    assert len(asked.calls) == 2
    asked.host(TOLD[:begin] + "x" + TOLD[begin:])  # a line is missing: nothing is kept
    asked.host()
    assert len(asked.calls) == 4


def test_what_differs_between_cores_and_moments_does_not_matter(asked):
    asked.host(TOLD.replace("stepping", "cpu MHz\t\t: 2100.3\nmicrocode\t: 0x1\nstepping"))
    asked.host(TOLD + "vendor_id\t: Other\n")
    assert len(asked.calls) == 1


def test_where_nothing_is_told_llvm_is_asked(asked):
    asked.host()
    asked.host("")
    asked.host("Processor : AArch64\nFeatures : asimd\n")
    assert len(asked.calls) == 3


def test_what_is_kept_is_checked(asked, monkeypatch):
    asked.host(TOLD)
    key = cache.key("host", cpu_kernel._cpu_lines())
    cache.store(key, {"host": 3}, b"")
    assert isinstance(asked.host(), str)
    assert len(asked.calls) == 2
