"""Let a kernel's blocks begin while the kernel before it on the stream ends: programmatic dependent launch.

    .entry kernel(…) {                      .entry kernel(…) {
      .reg …                                  .reg …
                                              // %last: whether the block is among the last of the grid
                                              @%last griddepcontrol.launch_dependents;
      mov.u32 %r1, %ctaid.x;        ->        mov.u32 %r1, %ctaid.x;
                                              griddepcontrol.wait;
      ld.global.b32 %r2, [%rd1];              ld.global.b32 %r2, [%rd1];
      …                                       …

The kernel waits as late as it can: on each way from its beginning, before it first touches memory that the kernel
before may have written, and before it enters a loop or ends.  Up to there it computes places and makes its mbarriers
while that kernel still runs.  The wait ends when that one is done and what it has written can be read; to wait again
does no harm.  All threads wait, so a kernel is done only after those before it.

The hardware admits blocks of the next kernel once each block of this one has let them in or has ended, to the room
that the others leave.  So only those blocks say so that run at the end.  An H200 starts 1.6 blocks a nanosecond,
but 0.8 of those that say so: grids of many small blocks would take twice as long.

In PTX, and not before: to LLVM neither of the instructions touches memory, and loads of what no one writes pass all.
(PTX ISA, "griddepcontrol"; CUDA Programming Guide, "Programmatic Dependent Launch".)
"""

from __future__ import annotations

import re

from triton_shared.codegen.nvidia.target import GpuTarget

BEGIN, WAIT = "griddepcontrol.launch_dependents;", "\tgriddepcontrol.wait;"
_NAME = "griddepcontrol"
#: processors of a chip, and threads that each has at once: of an H100 or H200, near enough for others
_PROCESSORS, _RESIDENT = 132, 2048
#: threads of a block from which on all blocks that run at the end let the next kernel in.  Smaller ones gain less by
#: that than it takes, so one for each processor does: small grids, which gain most, have no more.
_LARGE = 128
_THREADS = re.compile(r"\.(?:maxntid|reqntid) (\d+)")

#: lines that are no instructions: comments, declarations, places in the source
_IS_NOTHING = re.compile(r"\s*(?://.*|\.(?:reg|local|shared|loc|pragma)\b.*|\$L__(?:tmp|func_begin)\d+:)?$")
#: instructions, and declarations among these, that touch no memory but arguments and what is the block's own
_OWN = re.compile(
    r"(?:@!?%\w+\s+)?(?:\.reg|ld\.param|mov|cvt|cvta|add|sub|mul|mad|fma|div|rem|neg|abs|min|max|shl|shr|shf|and|or|xor|not"
    r"|lop3|prmt|bfe|bfi|setp|set|selp|mbarrier\.init|fence\.mbarrier_init|fence\.proxy\.async|bar\.sync|barrier\.sync"
    r"|bar\.warp|barrier\.cluster|setmaxnreg|shfl|vote|activemask|elect|prefetch\.param|prefetch\.tensormap)(?:[.\s]|$)"
)
_BLOCK, _LABEL = "$L__BB", re.compile(r"(\$L__BB\w+):")
_BRANCH = re.compile(r"\s*(@!?%\w+\s+)?bra(?:\.uni)?\s+(\$L__BB\w+);")


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
    made = [*lines[:first], _beginning(ptx)]
    waits = _waits(lines, first)
    for n, line in enumerate(lines[first:], first):
        made += [WAIT, line] if n in waits else [line]
    return "\n".join(made)


def _beginning(ptx: str) -> str:
    """Lets the next kernel in, from the last blocks.

    Blocks are counted along the axes that the kernel asks for its place on.  Where a count is too large for 32 bits,
    others let it in, or it begins later.
    """
    read = [axis for axis in "zyx" if f"%ctaid.{axis}" in ptx]
    if not read:
        return f"\t{BEGIN}"
    threads = int(found[1]) if (found := _THREADS.search(ptx)) else _RESIDENT
    blocks = _PROCESSORS * (max(_RESIDENT // threads, 1) if threads >= _LARGE else 1)
    code = [".reg .pred %last;", ".reg .b32 %own, %all, %id, %count;"]
    code += [f"mov.u32 %own, %ctaid.{read[0]};", f"mov.u32 %all, %nctaid.{read[0]};"]
    for axis in read[1:]:
        code += [f"mov.u32 %id, %ctaid.{axis};", f"mov.u32 %count, %nctaid.{axis};"]
        code += ["mad.lo.u32 %own, %own, %count, %id;", "mul.lo.u32 %all, %all, %count;"]
    code += ["sub.u32 %all, %all, %own;", f"setp.le.u32 %last, %all, {blocks};", f"@%last {BEGIN}"]
    return "\n".join(["\t{", *(f"\t{line}" for line in code), "\t}"])


def _waits(lines: list[str], first: int) -> set[int]:
    """The lines, from ``first`` on, before which to wait.

    Ways are followed to labels that all branches lead forwards to; before others, where loops begin, they wait, and
    before a branch over what must wait.
    """
    found: set[int] = set()
    forward, reached, is_pending = _forward(lines), set[str](), True
    for n, line in enumerate(lines[first:], first):
        if not is_pending and _BLOCK not in line:
            continue
        label, branch = _LABEL.match(line), _BRANCH.match(line)
        if label and label[1] in forward:
            is_pending = is_pending or label[1] in reached
        elif not is_pending:
            continue
        elif branch and branch[2] in forward and not _must_wait(lines[n + 1 : forward[branch[2]]]):
            reached.add(branch[2])
            is_pending = branch[1] is not None
        elif not _is_own(line):
            found.add(n)
            is_pending = False
    return found


def _forward(lines: list[str]) -> dict[str, int]:
    """The labels that follow all branches to them, and where."""
    named = [(n, line) for n, line in enumerate(lines) if _BLOCK in line]
    places = {label[1]: n for n, line in named if (label := _LABEL.match(line))}
    backward = {branch[2] for n, line in named if (branch := _BRANCH.match(line)) and places[branch[2]] <= n}
    return {label: place for label, place in places.items() if label not in backward}


def _must_wait(skipped: list[str]) -> bool:
    """Whether what a branch leads over is straight code that others see."""
    is_straight = not any(_LABEL.match(line) or _BRANCH.match(line) for line in skipped)
    return is_straight and not all(map(_is_own, skipped))


def _is_own(line: str) -> bool:
    """Whether ``line`` does nothing that others see, and control goes on behind it."""
    statements = (statement.strip() for statement in line.strip(" \t{}").split(";"))
    return bool(_IS_NOTHING.match(line)) or all(
        _OWN.match(statement) for statement in statements if statement
    )
