"""From loops and vectors to the LLVM dialect, to LLVM IR and to machine code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm
from llvmlite.binding.newpassmanagers import NewPassManager

from triton_shared import interrupts
from triton_shared.codegen.cpu import lines
from triton_shared.codegen.cpu.buffers import all_ops
from triton_shared.codegen.literals import rewrite_literals
from triton_shared.errors import CompileError, Diagnostic, LoweringError, as_diagnostic, placed
from triton_shared.mlir import PassManager, ir, translate_module_to_llvmir

PIPELINE = (
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-math-to-llvm{approximate-log1p=false}",
    "convert-math-to-libm",
    "convert-vector-to-llvm{force-32bit-vector-indices=1}",
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "finalize-memref-to-llvm",
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32}",  # x86 would lose denormals
    "arith-expand{include-bf16=true}",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-ub-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
    "canonicalize",
    "cse",
    lines.PASS,
)


BRANCHES = {"llvm.br", "llvm.cond_br"}
LOOP_HINT = "loop_annotation"


@dataclass(frozen=True)
class Host:
    """The machine that code is made for: LLVM's names of it; no triple stands for this machine's."""

    cpu: str
    features: str
    triple: str = ""
    abi: str = ""

    @property
    def vector_bits(self) -> int:
        """Width of the widest vector register that pays."""
        return 512 if "+avx512f" in self.features else 256 if "+avx2" in self.features else 128

    @property
    def registers(self) -> int:
        """Number of vector registers."""
        return 32 if "+avx512f" in self.features or not self.is_x86 else 16

    @property
    def multiplies_bf16_pairs(self) -> bool:
        """Whether there is an instruction that multiplies pairs of bf16 and adds up in f32."""
        return "+avx512bf16" in self.features

    @property
    def is_x86(self) -> bool:
        """Whether this is an x86 machine."""
        return "sse" in self.features


@cache
def host() -> Host:
    """This machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    return Host(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


@cache
def _target_machine(machine: Host) -> llvm.TargetMachine:
    target = llvm.Target.from_triple(machine.triple or llvm.get_default_triple())
    return target.create_target_machine(
        machine.cpu, machine.features, opt=3, reloc="pic", codemodel="default", abiname=machine.abi
    )


def run(module: ir.Operation, passes: Sequence[str]) -> None:
    """Run upstream ``passes`` on ``module``; a program that one of them refuses is a `CompileError`."""
    try:
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module)
    except ir.MLIRError as failure:
        found = [as_diagnostic(d) for d in failure.error_diagnostics]
        found = found or [Diagnostic(f"{', '.join(passes)} failed")]
        raise CompileError(placed(found, module)) from None


def to_llvm_dialect(module: ir.Operation) -> None:
    """Leave nothing but the llvm dialect in ``module``."""
    run(module, PIPELINE)
    for_translation(module)


def for_translation(module: ir.Operation) -> None:
    """Check that ``module`` can be translated, where the translation would abort the process.

    What a loop's source says about its optimization (``disable_licm``) becomes the property of its branch.
    """
    for op in all_ops(module):
        if not op.name.startswith("llvm."):
            raise LoweringError(op, "has no lowering to machine code")
        if op.name in BRANCHES and (hint := f"llvm.{LOOP_HINT}") in op.attributes:
            op.attributes[LOOP_HINT] = op.attributes[hint]


def to_llvm_ir(module: ir.Operation) -> str:
    """LLVM IR text of ``module``, as this process' LLVM reads it."""
    return rewrite_literals(translate_module_to_llvmir(module))


def optimize(text: str, machine: Host) -> llvm.ModuleRef:
    """The module of LLVM IR ``text``, verified and optimised for ``machine``."""
    interrupts.check()
    target = _target_machine(machine)
    module = llvm.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    module.verify()
    # loops come vectorized and unrolled as far as it pays: more of it triples the time of code generation
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    passes = llvm.create_pass_builder(target, options)
    manager = passes.getModulePassManager()
    manager.run(module, passes)
    NewPassManager._dispose(manager)  # which ObjectRef's empty one hides: 70 KiB a compilation
    return module


def to_object(module: llvm.ModuleRef, machine: Host) -> bytes:
    """Relocatable machine code of ``module``."""
    interrupts.check()
    return _target_machine(machine).emit_object(module)


def to_assembly(module: llvm.ModuleRef, machine: Host) -> str:
    """Assembly text of ``module``."""
    return _target_machine(machine).emit_assembly(module)


def assemble(text: str, machine: Host) -> bytes:
    """Relocatable machine code of assembly ``text``.

    An error in ``text`` ends the process: give it what `to_assembly` made.
    """
    quoted = (line.replace("\\", r"\5C").replace('"', r"\22") for line in text.splitlines())
    module = llvm.parse_assembly("\n".join(f'module asm "{line}"' for line in quoted))
    module.triple = _target_machine(machine).triple
    return to_object(module, machine)
