"""A thread pool whose kernels find garbage in all memory that is theirs: scratch arenas and the stack.

A kernel that reads what it has not written is then wrong each time, not once in a thousand runs.
"""

from __future__ import annotations

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
_RESERVED = """ready:
  %memory = load ptr, ptr %arena
"""
_CALL = "  call void %entry(ptr %args, i64 %at, i64 %stop, ptr %memory)\n"


def with_garbage(pool: str) -> str:
    """The code of the pool, `pool_ir.IR`, which fills arenas for each launch, and the stack for each step of one."""
    for place, more in (
        (_RESERVED, f"{_RESERVED}  call void @fill(ptr %memory, i64 %bytes)\n"),
        (_CALL, f"  call void @fill_stack()\n{_CALL}"),
    ):
        assert pool.count(place) == 1
        pool = pool.replace(place, more)
    return pool + _FILL
