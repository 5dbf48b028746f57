"""Let a kernel's blocks begin while the kernel before it on the stream ends: programmatic dependent launch.

    .entry kernel(…) {                      .entry kernel(…) {
      .reg …                                  .reg …
                                              griddepcontrol.launch_dependents;
      mov.u32 %r1, %ctaid.x;        ->        mov.u32 %r1, %ctaid.x;
                                              griddepcontrol.wait;
      ld.global.b32 %r2, [%rd1];              ld.global.b32 %r2, [%rd1];
      …                                       …

What the first block computes without touching memory is done while the kernel before still runs; the wait ends when
that kernel is done and what it has written can be read.  The next kernel is let in at once: the hardware admits its
blocks when all blocks of this one have begun, to the room that these leave.  All threads wait, so a kernel is done only
after those before it.

In PTX, and not before: to LLVM neither of the instructions touches memory, and loads of what no one writes pass all.
(PTX ISA, "griddepcontrol"; CUDA Programming Guide, "Programmatic Dependent Launch".)
"""

from __future__ import annotations

import re

from triton_shared.codegen.gpu.target import GpuTarget

BEGIN, WAIT = "\tgriddepcontrol.launch_dependents;", "\tgriddepcontrol.wait;"
_NAME = "griddepcontrol"

#: lines that are no instructions: comments, declarations, places in the source
_IS_NOTHING = re.compile(r"\s*(?://.*|\.(?:reg|local|shared|loc|pragma)\b.*|\$L__(?:tmp|func_begin)\d+:)?$")
#: instructions, and declarations among these, that touch no memory but the kernel's arguments
_COMPUTES = re.compile(
    r"(?:\.reg|ld\.param|mov|cvt|cvta|add|sub|mul|mad|fma|div|rem|neg|abs|min|max|shl|shr|shf|and|or|xor|not|lop3|prmt"
    r"|bfe|bfi|setp|set|selp)[.\s]"
)


def is_launched_so(text: str, target: GpuTarget) -> bool:
    """Whether the kernel of LLVM IR ``text`` may be launched while another one runs.

    One that has these instructions from its source is left to these, and is launched so only when asked for.
    """
    return target.has_dependent_launches and (_NAME not in text or bool(target.launch_pdl))


def waiting(ptx: str, target: GpuTarget) -> str:
    """The ``ptx`` of one kernel, which waits for what is before it where ``target`` lets it be launched so."""
    if not target.has_dependent_launches or _NAME in ptx:
        return ptx
    lines = ptx.split("\n")
    entry = next(n for n, line in enumerate(lines) if ".entry " in line)
    first = lines.index("{", entry) + 1
    while _IS_NOTHING.match(lines[first]):
        first += 1
    waits = first
    while _is_before_memory(lines[waits]):
        waits += 1
    return "\n".join([*lines[:first], BEGIN, *lines[first:waits], WAIT, *lines[waits:]])


def _is_before_memory(line: str) -> bool:
    """Whether control goes through ``line``, and touches no memory there."""
    statements = line.strip(" \t{}").split(";")
    return bool(_IS_NOTHING.match(line)) or all(
        _COMPUTES.match(statement.strip()) for statement in statements if statement.strip()
    )
