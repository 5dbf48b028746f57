"""`GpuTarget`: the chips by name, their limits, and how a target stands on a module."""

import re

import llvmlite.binding as llvm
import pytest

from triton_shared.codegen.nvidia.machines import parse
from triton_shared.codegen.nvidia.target import CHIPS, KNOWN, TARGET, GpuTarget
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir

KERNEL = "define ptx_kernel void @k() { ret void }"


@pytest.fixture
def module():
    with ir.Context(), ir.Location.unknown():
        yield ir.Module.parse("module { func.func @f() { return } }").operation


@pytest.mark.parametrize("chip", KNOWN)
def test_llvm_makes_the_ptx_that_the_table_says(chip, capfd):
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = GpuTarget(chip)
    machine = target.machine
    made = llvm.Target.from_triple(machine.triple).create_target_machine(machine.cpu, machine.features)
    text = made.emit_assembly(llvm.parse_assembly(KERNEL))
    assert f".version {target.facts.ptx // 10}.{target.facts.ptx % 10}\n" in text
    assert f".target {chip}\n" in text
    assert not capfd.readouterr().err  # where LLVM says what it does not know


def test_names():
    assert parse("sm_90a") == GpuTarget("sm_90a", num_warps=4, num_stages=3, maxnreg=None)
    assert GpuTarget("sm_90a").capability == GpuTarget("sm_90").capability == 90
    assert GpuTarget("sm_90a").has_wgmma and not GpuTarget("sm_90").has_wgmma
    assert [parse(name) for name in ("cpu", "x86-64-v3", "sm90", "compute_90", "")] == [None] * 5


@pytest.mark.parametrize(
    "name", ["sm_79", "sm_80a", "sm_90f", "sm_999", "sm_90b", "sm_080", "sm_", "sm_90a "]
)
def test_a_chip_without_code_is_an_error_that_lists_those_that_have(name):
    with pytest.raises(ValueError, match=rf"unknown GPU '{name}': known are sm_80, .*, sm_90a, "):
        parse(name)


def test_limits():
    target = GpuTarget("sm_90a", num_warps=8)
    assert (target.threads, target.max_shared) == (256, 232448)
    assert GpuTarget("sm_86").max_shared == 101376
    assert all(chip.shared % 1024 == 0 for chip in CHIPS.values())


@pytest.mark.parametrize(
    "option, value, message",
    [
        ("num_warps", 3, "num_warps must be a power of 2 up to 32, got 3"),
        ("num_warps", 64, "num_warps must be a power of 2 up to 32, got 64"),
        ("num_warps", 0, "num_warps must be a power of 2"),
        ("num_warps", 4.0, "num_warps must be an integer, got 4.0"),
        ("num_warps", None, "num_warps must be an integer, got None"),
        ("num_stages", -1, "num_stages must not be negative, got -1"),
        ("num_stages", "3", "num_stages must be an integer, got '3'"),
        ("maxnreg", 256, "maxnreg must be from 16 to 255, got 256"),
        ("maxnreg", 0, "maxnreg must be from 16 to 255, got 0"),
    ],
)
def test_options_out_of_range(option, value, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        GpuTarget("sm_80", **{option: value})


@pytest.mark.parametrize("target", [GpuTarget("sm_80"), GpuTarget("sm_90a", 8, 1, 128)])
def test_what_is_attached_is_found_from_every_op(module, target):
    target.attach(module)
    module.verify()
    function = module.regions[0].blocks[0].operations[0].operation
    assert GpuTarget.of(module) == GpuTarget.of(function) == target


@pytest.mark.parametrize(
    "attribute, message",
    [
        (None, "is made for no GPU"),
        ("unit", "does not consist of assertions_trap, chip"),
        ("{num_warps = 4}", "does not consist of assertions_trap, chip"),
        ('{chip = "sm_90", cpu = "x"}', "does not consist of assertions_trap, chip"),
        ('{chip = "sm_1"}', "unknown GPU 'sm_1'"),
        ("{chip = 3}", "unknown GPU 3"),
        ('{chip = "sm_90", num_warps = 3}', "num_warps must be a power of 2"),
        ('{chip = "sm_90", num_warps = "4"}', "num_warps must be an integer"),
        ('{chip = "sm_90", maxnreg = unit}', "for no GPU"),
    ],
)
def test_what_else_is_attached_is_refused(module, attribute, message):
    if attribute:
        module.attributes[TARGET] = ir.Attribute.parse(attribute)
    with pytest.raises(LoweringError, match=re.escape(message)):
        GpuTarget.of(module)
