"""The LLVM IR that is checked in is what the C makes, and holds for each machine."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from tests.support.emulator import fibers
from triton_shared.codegen.nvidia.ptx import link_checks
from triton_shared.runtime.cpu import native
from triton_shared.runtime.cpu.native import regenerate

TRIPLES = [
    "x86_64-linux-gnu",
    "aarch64-linux-gnu",
    "riscv64-linux-gnu",
    "arm64-apple-darwin",
    "x86_64-apple-darwin",
]
TRIPLE = "x86_64-unknown-linux-gnu"
ALL = [*regenerate.SOURCES, *fibers.SOURCES, link_checks.SOURCE]
SOURCES = pytest.mark.parametrize("source", ALL, ids=lambda path: path.name)


@pytest.mark.skipif(
    not regenerate.is_installed(), reason=f"the compiler is not installed: pip install {regenerate.COMPILER}"
)
@SOURCES
def test_the_ir_is_that_of_the_source(source):
    assert source.with_suffix(".ll").read_text() == regenerate.generate(source)


@pytest.mark.parametrize("triple", TRIPLES)
@SOURCES
def test_the_ir_holds_for_each_machine(source, triple):
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic")
    text = source.with_suffix(".ll").read_text()
    assert "target " not in text and "target-" not in text
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    assert machine.emit_object(module)


def test_machine_code_is_that_of_the_ir():
    made = dict(regenerate.objects())
    assert {*native.OBJECTS.iterdir()} == {*made}
    if llvm.llvm_version_info == regenerate.LLVM:  # another makes other code of the same IR
        assert {place: place.read_bytes() for place in made} == made


@pytest.mark.skipif(
    not regenerate.is_installed(), reason=f"the compiler is not installed: pip install {regenerate.COMPILER}"
)
def test_libraries_are_those_of_their_source():
    made = dict(regenerate.libraries())
    assert {*native.SHARED.glob("*.so")} == {*made}
    assert {place: place.read_bytes() for place in made} == made


def test_machine_code_of_other_ir_is_made(monkeypatch, tmp_path):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    clean = native.text("crash")
    assert native.prepared("crash", TRIPLE, clean).exists()
    assert not native.prepared("crash", "riscv64-unknown-linux-gnu", clean).exists()
    monkeypatch.setattr(native, "text", lambda name: f"{clean}\n; other")
    assert not native.prepared("crash", TRIPLE, native.text("crash")).exists()
    assert native.object_code("crash") and len([*tmp_path.iterdir()]) == 1
