"""From LLVM IR to PTX.

What LLVM would end the process over is refused before it is asked; what it says of the code is compared with what it
was asked for, since it ignores what it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import llvmlite.binding as llvm

from triton_shared import compat, interrupts
from triton_shared.codegen.llvm import machine
from triton_shared.codegen.nvidia.launch_abi import ASSERTFAIL
from triton_shared.codegen.nvidia.ptx import dependent_launch
from triton_shared.codegen.nvidia.ptx.intrinsics import has_ptx
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.errors import CompileError, Diagnostic

#: pointers into shared, constant and local memory have 32 bits: fewer registers, and fewer instructions
_SHORT_POINTERS = "-nvptx-short-ptr"
_NO_STRENGTH_REDUCTION = "-disable-lsr"

#: LLVM's level of optimization for loops as they come, and for those that it is not to rewrite
_LEVEL, _STAGED_LEVEL = H200.level.value, H200.staged_level.value
#: that of its code generation: 3 takes longer, and ptxas makes the same of it
_CODE_LEVEL = 2
#: of LLVM's passes what code without loops needs
_PASSES = ("simplify_cfg", "instruction_combine", "new_gvn", "instruction_combine", "strip_dead_prototype")

#: where a block begins, of which the name leads a line, and where a branch goes
_BEGINS, _GOES = re.compile(r"([\w.$-]+):"), re.compile(r"\blabel %([\w.$-]+)")

#: a number of signed booleans, of which LLVM's code for chips that convert to bf16 makes 1 and not -1
_SIGNED_BOOLEAN = re.compile(r"= sitofp (i1|<\d+ x i1>) (\S+) to (bfloat|<\d+ x bfloat>)")

#: the least or the largest of two numbers of 64 bits; where ptxas (12.9, 13.0) unrolls a loop that needs half of its
#: bits, it takes that of another iteration
_EXTREMUM = re.compile(r"(?<![.\w])(min|max)\.([su]64)\s+(\S+), (\S+), (\S+);")

#: what LLVM calls a call by: a number that counts those of the process
_CALL = re.compile(r"\b(callseq |prototype_)(\d+)\b")

_ENTRY = re.compile(r"\.entry ([\w$]+)\((?:.*?)\)\n((?:\.\w+ [^\n]*\n)*)\{", re.DOTALL)


def to_ptx(
    text: str, target: GpuTarget, reduce_strength: bool = True, threads: int | None = None
) -> tuple[str, str]:
    """Optimised LLVM IR and PTX of the kernels in LLVM IR ``text``, of blocks of so many ``threads``.

    Without ``reduce_strength`` loops stay more as the text has them: LLVM would make multiplications of addresses that
    a loop carries for asynchronous copies, and take registers that products want.

    Raises:
        CompileError: the text calls what has no PTX.
        RuntimeError: the text is no LLVM IR.
    """
    _initialize()
    flags = {_SHORT_POINTERS: True, _NO_STRENGTH_REDUCTION: not reduce_strength}
    with interrupts.deferred, compat.llvmlite_lock(), _options(flags):
        module = _optimized(text, target, _LEVEL if reduce_strength else _STAGED_LEVEL)
        _check_calls(module, target)
        interrupts.check()
        text = str(module)
        optimized = _SIGNED_BOOLEAN.sub(_selected, text)
        if optimized != text:
            module = machine.parse(optimized, target.machine)
        made = machine.to_assembly(module, target.machine, _CODE_LEVEL)  # expands in place what PTX asks for
    made = _EXTREMUM.sub(_compared, _with_own_numbers(made))
    _check(made, target, target.threads if threads is None else threads)
    return optimized, dependent_launch.waiting(made, target)


def _optimized(text: str, target: GpuTarget, level: int) -> llvm.ModuleRef:
    """The module of LLVM IR ``text``, by LLVM's own pipeline where there are loops, which it hoists out of."""
    if _has_loops(text):
        return machine.optimize(text, target.machine, level)
    return machine.clean_up(text, target.machine, _PASSES)


def _has_loops(text: str) -> bool:
    """Whether a branch goes back, or may: to a block of the name of one before it."""
    begun: set[str] = set()
    for line in text.split("\n"):
        if "label %" in line:
            if not begun.isdisjoint(_GOES.findall(line)):
                return True
        elif begins := _BEGINS.match(line):
            begun.add(begins[1])
    return False


def _selected(match: re.Match) -> str:
    """The same number, selected by the boolean."""
    booleans, value, floats = match.groups()
    one, zero = "0xRBF80", "0xR0000"
    if floats != "bfloat":
        one, zero = f"splat (bfloat {one})", "zeroinitializer"
    return f"= select {booleans} {value}, {floats} {one}, {floats} {zero}"


def _with_own_numbers(made: str) -> str:
    """The PTX ``made`` with its calls counted from 0: the same for one program, whatever was compiled before."""
    numbers: dict[str, int] = {}
    return _CALL.sub(lambda call: f"{call[1]}{numbers.setdefault(call[2], len(numbers))}", made)


def _compared(match: re.Match) -> str:
    """The same number, selected by a comparison."""
    name, type_, result, x, y = match.groups()
    relation = {"min": "lt", "max": "gt"}[name]
    return (
        f"{{ .reg .pred %is_first; setp.{relation}.{type_} %is_first, {x}, {y}; "
        f"selp.b64 {result}, {x}, {y}, %is_first; }}"
    )


@cache
def _initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


@contextmanager
def _options(flags: dict[str, bool]) -> Iterator[None]:
    """LLVM's options, which are those of the process; its lock is held."""
    try:
        for name, value in flags.items():
            llvm.set_option("", f"{name}={str(value).lower()}")
        yield
    finally:
        for name in flags:
            llvm.set_option("", f"{name}=false")


def _check_calls(module: llvm.ModuleRef, target: GpuTarget) -> None:
    """Refuse calls of what is not there on a GPU, or not on this one."""
    for function in module.functions:
        if not function.is_declaration:
            continue
        name = function.name
        if name == ASSERTFAIL:
            continue
        if not name.startswith("llvm."):
            raise _error(f"calls @{name}, which no GPU has")
        if not has_ptx(name, target.capability):
            raise _error(f"calls @{name}, which {target.chip} has no instructions for")


def _check(made: str, target: GpuTarget, count: int) -> None:
    """Refuse PTX that is not for ``target``, which would fail when it is loaded, or run with other threads."""
    wanted = [f".version {target.facts.ptx // 10}.{target.facts.ptx % 10}", f".target {target.chip}"]
    missing = [line for line in wanted if not re.search(rf"^{re.escape(line)}\b", made, re.MULTILINE)]
    entries = _ENTRY.findall(made)
    if not entries:
        raise _error("has no kernel: a function of the calling convention ptx_kernel")
    for name, directives in entries:
        threads = [f".{word} {count}" for word in ("maxntid", "reqntid")]
        if not any(f"{line}\n" in directives or f"{line}, 1, 1\n" in directives for line in threads):
            missing.append(f"{threads[0]} of {name}")
        if target.maxnreg is not None and f".maxnreg {target.maxnreg}\n" not in directives:
            missing.append(f".maxnreg {target.maxnreg} of {name}")
    if missing:
        raise _error(f"is not what was asked for: there is no {', '.join(missing)}")


def _error(message: str) -> CompileError:
    return CompileError([Diagnostic(f"the LLVM IR of a kernel {message}")])
