"""A thread pool whose kernels find garbage in all memory that is theirs: scratch arenas and the stack.

A kernel that reads what it has not written is then wrong each time, not once in a thousand runs.
"""

from __future__ import annotations

import re

STACK_BYTES = 65536

# What the words are: above 1e37 and below -1e38 as f32 and bf16, above 1e301 and below -1e303 as f64, NaN as f16, of
# both signs as integers.  A maximum, a minimum and a sum all show one of them.
_FILL = f"""
define internal void @fill(ptr %memory, i64 %bytes) {{
  br label %next
next:
  %at = phi i64 [ 0, %0 ], [ %at.next, %put ]
  %at.next = add i64 %at, 16
  %room = icmp ule i64 %at.next, %bytes
  br i1 %room, label %put, label %done
put:
  %place = getelementptr i8, ptr %memory, i64 %at
  store volatile <4 x i32> <i32 u0x7E7E7E7E, i32 u0xFEFEFEFE, i32 u0xFEFEFEFE, i32 u0x7E7E7E7E>, ptr %place, align 8
  br label %next
done:
  ret void
}}

define internal void @fill_stack() noinline {{
  %memory = alloca [{STACK_BYTES} x i8], align 64
  call void @fill(ptr %memory, i64 {STACK_BYTES})
  ret void
}}
"""
# `@reserve` is what its callers call, here and in the code of the pool.
_RESERVE = """
define internal fastcc ptr @reserve(ptr %arena, i64 %bytes) {
  %memory = call fastcc ptr @reserve_clean(ptr %arena, i64 %bytes)
  %none = icmp eq ptr %memory, null
  br i1 %none, label %done, label %reserved
reserved:
  call void @fill(ptr %memory, i64 %bytes)
  br label %done
done:
  ret ptr %memory
}
"""
_ENTRY = re.compile(r"^  (?:tail )?call void %\w+\((?:\w+ noundef %[\w.]+(?:, )?){4}\).*\n", re.M)


def with_garbage(pool: str) -> str:
    """The LLVM IR of the pool, which fills arenas for each launch, and the stack for each step of one."""
    pool, reserves = re.subn(r"(?<=^define internal fastcc )(.*@reserve)\(", r"\1_clean(", pool, flags=re.M)
    pool, entries = _ENTRY.subn(lambda call: f"  call void @fill_stack()\n{call[0]}", pool)
    assert reserves == 1 and entries
    return pool + _FILL + _RESERVE
