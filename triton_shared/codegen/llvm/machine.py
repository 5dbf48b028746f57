"""From LLVM IR to machine code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import llvmlite.binding as llvm

from triton_shared import compat, interrupts
from triton_shared.records import dataclass

#: of LLVM's passes what code for CPUs needs
CLEAN_UP = ("sroa", "simplify_cfg", "instruction_combine", "loop_rotate")


@dataclass(frozen=True)
class Machine:
    """The machine that code is made for, by LLVM's names of it.

    Attributes:
        cpu: LLVM's name of the processor.
        features: its features, ``+avx2,-avx512f``, separated by commas.
        triple: the target triple; none stands for that of the machine this process runs on.
        abi: LLVM's name of the calling convention; none stands for the triple's own.
    """

    cpu: str
    features: str
    triple: str = ""
    abi: str = ""


@cache
def _target_machine(machine: Machine, level: int = 3) -> llvm.TargetMachine:
    target = llvm.Target.from_triple(machine.triple or llvm.get_default_triple())
    return target.create_target_machine(
        machine.cpu,
        machine.features,
        opt=level,
        reloc="pic",
        codemodel="default",
        abiname=machine.abi,
    )


def clean_up(text: str, machine: Machine, passes: Sequence[str] = CLEAN_UP) -> llvm.ModuleRef:
    """The module of LLVM IR ``text``, verified, without what its making left over, by the ``passes`` of LLVM.

    It is for code that comes vectorized, fused and hoisted: LLVM's own pipeline takes three to five times as long, and
    makes it no faster.  Functions are inlined where they ask for it.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    return _run(text, machine, options, passes)


def optimize(text: str, machine: Machine, level: int = 3) -> llvm.ModuleRef:
    """The module of LLVM IR ``text``, verified and optimised by LLVM's own pipeline, but for vectorization.

    ``level`` is that of ``-O``, from 1 to 3.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = True
    return _run(text, machine, options)


def _run(
    text: str, machine: Machine, options: llvm.PipelineTuningOptions, then: Sequence[str] = ()
) -> llvm.ModuleRef:
    """The module of ``text`` after LLVM's own pipeline for ``options``, and the passes ``then``."""
    interrupts.check()
    target = _target_machine(machine)
    module = parse(text, machine)
    passes = llvm.create_pass_builder(target, options)
    manager = passes.getModulePassManager()
    for name in then:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, passes)
    compat.dispose_pass_manager(manager)
    return module


def parse(text: str, machine: Machine) -> llvm.ModuleRef:
    """The module of LLVM IR ``text`` for ``machine``, verified."""
    target = _target_machine(machine)
    module = llvm.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    module.verify()
    return module


def to_object(module: llvm.ModuleRef, machine: Machine) -> bytes:
    """Relocatable machine code of ``module``."""
    interrupts.check()
    return _target_machine(machine).emit_object(module)


def to_assembly(module: llvm.ModuleRef, machine: Machine, level: int = 3) -> str:
    """Assembly text of ``module``; ``level``, from 1 to 3, is how hard LLVM's code generation tries."""
    return _target_machine(machine, level).emit_assembly(module)


def assemble(text: str, machine: Machine) -> bytes:
    """Relocatable machine code of assembly ``text``.

    An error in ``text`` ends the process: give it what `to_assembly` made.
    """
    quoted = (line.replace("\\", r"\5C").replace('"', r"\22") for line in text.splitlines())
    module = llvm.parse_assembly("\n".join(f'module asm "{line}"' for line in quoted))
    module.triple = _target_machine(machine).triple
    return to_object(module, machine)
