"""The native entry point: reads the argument block and runs a range of programs.

    void entry(const void *args, int64_t begin, int64_t end, void *scratch)

``args`` points to the user's arguments in order, each at its natural alignment, followed by the grid as
three i32 and, if programs may be left before their end, a pointer to the record of the first failure (see `escape.py`).
Programs with linear index in ``[begin, end)`` run one after the other, x fastest.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.abi import Param, layout
from triton_shared.codegen.cpu.escape import JUMP_BYTES
from triton_shared.codegen.llvm.translation import quoted
from triton_shared.types import ARGUMENTS

TEMPLATE = """
define void @{entry}(ptr noalias readonly %args, i64 %begin, i64 %end, ptr noalias align 64 %scratch) #0 {{
start:
{loads}
  %gx64 = zext i32 %gx to i64
  %gy64 = zext i32 %gy to i64
  %row = udiv i64 %begin, %gx64
  %x64 = urem i64 %begin, %gx64
  %z64 = udiv i64 %row, %gy64
  %y64 = urem i64 %row, %gy64
  %x0 = trunc i64 %x64 to i32
  %y0 = trunc i64 %y64 to i32
  %z0 = trunc i64 %z64 to i32
  %some = icmp slt i64 %begin, %end
  br i1 %some, label %program, label %done
program:
  %i = phi i64 [ %begin, %start ], [ %i.next, %program ]
  %x = phi i32 [ %x0, %start ], [ %x.next, %program ]
  %y = phi i32 [ %y0, %start ], [ %y.next, %program ]
  %z = phi i32 [ %z0, %start ], [ %z.next, %program ]
  call void @{callee}({operands})
  %x.more = add i32 %x, 1
  %x.end = icmp eq i32 %x.more, %gx
  %x.next = select i1 %x.end, i32 0, i32 %x.more
  %x.carry = zext i1 %x.end to i32
  %y.more = add i32 %y, %x.carry
  %y.end = icmp eq i32 %y.more, %gy
  %y.next = select i1 %y.end, i32 0, i32 %y.more
  %y.carry = zext i1 %y.end to i32
  %z.next = add i32 %z, %y.carry
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %end
  br i1 %more, label %program, label %done
done:
  ret void
}}

attributes #0 = {{ nounwind "prefer-vector-width"="512" }}
"""

# What calls a kernel that may be left before its end: who leaves it comes back to the setjmp.
GUARD = """
declare i32 @_setjmp(ptr) #2

define internal void @{guarded}({parameters}) #1 {{
  %buffer = getelementptr i8, ptr %escape, i64 64
  %jumped = call i32 @_setjmp(ptr %buffer) #2
  %first = icmp eq i32 %jumped, 0
  br i1 %first, label %run, label %done
run:
  call void @{program}({parameters})
  br label %done
done:
  ret void
}}

attributes #1 = {{ noinline nounwind }}
attributes #2 = {{ nounwind returns_twice }}
"""


def entry_text(entry: str, program: str, params: Sequence[Param], has_scratch: bool, escapes: bool) -> str:
    """LLVM IR of the entry point ``entry`` around the function ``program``."""
    offsets, grid = layout(params)
    loads, operands = [], []
    for number, (param, offset) in enumerate(zip(params, offsets, strict=True)):
        loads.append(f"  %at{number} = getelementptr i8, ptr %args, i64 {offset}")
        type = ARGUMENTS[param.type].llvm
        if type == "i1":
            loads.append(f"  %byte{number} = load i8, ptr %at{number}")
            loads.append(f"  %arg{number} = icmp ne i8 %byte{number}, 0")
        else:
            loads.append(f"  %arg{number} = load {type}, ptr %at{number}")
        operands.append(f"{type} %arg{number}")
    for number, name in enumerate(("gx", "gy", "gz")):
        loads.append(f"  %at.{name} = getelementptr i8, ptr %args, i64 {grid + 4 * number}")
        loads.append(f"  %{name} = load i32, ptr %at.{name}")
    operands += [f"i32 %{name}" for name in ("gx", "gy", "gz", "x", "y", "z")]
    if has_scratch:
        operands.append("ptr %scratch")
    callee, guard = quoted(program), ""
    if escapes:
        operands.append("ptr %escape")
        callee = quoted(f"{program}.guarded")
        guard = GUARD.format(guarded=callee, program=quoted(program), parameters=", ".join(operands))
        loads += [
            f"  %escape = alloca [{JUMP_BYTES + 64} x i8], align 64",
            f"  %at.failure = getelementptr i8, ptr %args, i64 {-(-(grid + 12) // 8) * 8}",
            "  %failure = load ptr, ptr %at.failure",
            "  store ptr %failure, ptr %escape",
            "  %state = getelementptr i8, ptr %escape, i64 8",
            "  call void @llvm.memset.p0.i64(ptr %state, i8 0, i64 56, i1 false)",
        ]
    return guard + TEMPLATE.format(
        entry=quoted(entry), callee=callee, loads="\n".join(loads), operands=", ".join(operands)
    )
