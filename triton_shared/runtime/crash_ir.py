"""The code that names a kernel when it crashes: LLVM IR text, as a signal handler may run neither Python nor malloc.

`crash.py` says what the exported functions promise.  ``$NAME`` stands for a constant of `CONSTANTS`.
"""

from __future__ import annotations

import os
import signal
import string

#: where a machine's ucontext_t holds the program counter, and what tells a function's return address:
#: the register at an offset, or the word that the stack pointer points to
CONTEXTS = {
    "x86_64": {"PC": 168, "RETURN": 160, "ON_STACK": "true"},
    "aarch64": {"PC": 440, "RETURN": 424, "ON_STACK": "false"},
}

CONSTANTS = {
    "PC": 0,
    "RETURN": 0,
    "ON_STACK": "false",
    **CONTEXTS.get(os.uname().machine, {}),
    "SIGILL": int(signal.SIGILL),
    "SIGBUS": int(signal.SIGBUS),
    "SIGFPE": int(signal.SIGFPE),
    "SIGSEGV": int(signal.SIGSEGV),
    "SIGINFO_ONSTACK": 0x08000004,
    "NODEFER": 0x40000000,
}

_TEXT = r"""
; next, begin, end, name, names of files, lines
%Kernel = type { ptr, i64, i64, ptr, ptr, %Lines }
; cursor, end, address, file, line, step, base, range, first special opcode, operands of the others
%Lines = type { ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr }
%Action = type { ptr, [128 x i8], i32, ptr }                  ; handler, mask, flags, restorer
%Text = type { i64, [1024 x i8] }                             ; how many bytes there are, and they

@kernels = global ptr null                                    ; the first %Kernel of a list
@previous = internal global [32 x %Action] zeroinitializer    ; by signal
@owner = internal global i64 0                                ; the thread that runs another's handler

@.signals = internal constant [12 x ptr] [
  ptr null, ptr null, ptr null, ptr null, ptr @.ill, ptr null,
  ptr null, ptr @.bus, ptr @.fpe, ptr null, ptr null, ptr @.segv ]
@.ill = internal constant [7 x i8] c"SIGILL\00"
@.bus = internal constant [7 x i8] c"SIGBUS\00"
@.fpe = internal constant [7 x i8] c"SIGFPE\00"
@.segv = internal constant [8 x i8] c"SIGSEGV\00"
@.head = internal constant [16 x i8] c"triton_shared: \00"
@.in = internal constant [13 x i8] c" in kernel '\00"
@.called = internal constant [34 x i8] c" in a function called by kernel '\00"
@.at = internal constant [6 x i8] c"' at \00"
@.near = internal constant [8 x i8] c"' near \00"
@.quote = internal constant [2 x i8] c"'\00"
@.colon = internal constant [2 x i8] c":\00"
@.address = internal constant [13 x i8] c" (address 0x\00"
@.offset = internal constant [11 x i8] c", code +0x\00"
@.end = internal constant [3 x i8] c")\0A\00"
@.digits = internal constant [16 x i8] c"0123456789abcdef"

declare i32 @sigaction(i32, ptr, ptr)
declare i32 @raise(i32)
declare i64 @write(i32, ptr, i64)
declare i64 @pthread_self()
declare i32 @getpid()
declare i64 @process_vm_readv(i32, ptr, i64, ptr, i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Appends the string %from to %text, as far as there is room.
define internal void @append(ptr %text, ptr %from) {
  br label %next
next:
  %index = phi i64 [ 0, %0 ], [ %more, %put ]
  %at = getelementptr i8, ptr %from, i64 %index
  %char = load i8, ptr %at
  %length = load i64, ptr %text
  %ended = icmp eq i8 %char, 0
  %full = icmp uge i64 %length, 1000
  %stop = or i1 %ended, %full
  br i1 %stop, label %done, label %put
put:
  %to = getelementptr %Text, ptr %text, i64 0, i32 1, i64 %length
  store i8 %char, ptr %to
  %longer = add i64 %length, 1
  store i64 %longer, ptr %text
  %more = add i64 %index, 1
  br label %next
done:
  ret void
}

; Appends %number in base %base.
define internal void @number(ptr %text, i64 %number, i64 %base) {
  %digits = alloca [24 x i8]
  %last = getelementptr i8, ptr %digits, i64 23
  store i8 0, ptr %last
  br label %next
next:
  %left = phi i64 [ %number, %0 ], [ %rest, %next ]
  %end = phi ptr [ %last, %0 ], [ %at, %next ]
  %digit = urem i64 %left, %base
  %rest = udiv i64 %left, %base
  %from = getelementptr i8, ptr @.digits, i64 %digit
  %char = load i8, ptr %from
  %at = getelementptr i8, ptr %end, i64 -1
  store i8 %char, ptr %at
  %more = icmp ne i64 %rest, 0
  br i1 %more, label %next, label %done
done:
  call void @append(ptr %text, ptr %at)
  ret void
}

; The byte at the cursor of %lines, which moves on.
define internal i64 @byte(ptr %lines) {
  %cursor = load ptr, ptr %lines
  %value = load i8, ptr %cursor
  %next = getelementptr i8, ptr %cursor, i64 1
  store ptr %next, ptr %lines
  %wide = zext i8 %value to i64
  ret i64 %wide
}

; The LEB128 number at the cursor of %lines, signed or not.
define internal i64 @leb(ptr %lines, i1 %signed) {
  br label %next
next:
  %value = phi i64 [ 0, %0 ], [ %sum, %next ]
  %shift = phi i64 [ 0, %0 ], [ %further, %next ]
  %byte = call i64 @byte(ptr %lines)
  %low = and i64 %byte, 127
  %part = shl i64 %low, %shift
  %sum = or i64 %value, %part
  %further = add i64 %shift, 7
  %more = icmp uge i64 %byte, 128
  %room = icmp ult i64 %further, 63
  %again = and i1 %more, %room
  br i1 %again, label %next, label %done
done:
  %sign = and i64 %byte, 64
  %minus = icmp ne i64 %sign, 0
  %negative = and i1 %minus, %signed
  %ones = shl i64 -1, %further
  %fill = select i1 %negative, i64 %ones, i64 0
  %result = or i64 %sum, %fill
  ret i64 %result
}

define i32 @next_line(ptr %lines) {
  %end.at = getelementptr %Lines, ptr %lines, i32 0, i32 1
  %address.at = getelementptr %Lines, ptr %lines, i32 0, i32 2
  %file.at = getelementptr %Lines, ptr %lines, i32 0, i32 3
  %line.at = getelementptr %Lines, ptr %lines, i32 0, i32 4
  %step.at = getelementptr %Lines, ptr %lines, i32 0, i32 5
  %base.at = getelementptr %Lines, ptr %lines, i32 0, i32 6
  %range.at = getelementptr %Lines, ptr %lines, i32 0, i32 7
  %first.at = getelementptr %Lines, ptr %lines, i32 0, i32 8
  %operands.at = getelementptr %Lines, ptr %lines, i32 0, i32 9
  %end = load ptr, ptr %end.at
  %step = load i64, ptr %step.at
  %base = load i64, ptr %base.at
  %range = load i64, ptr %range.at
  %first = load i64, ptr %first.at
  %operands = load ptr, ptr %operands.at
  br label %loop
loop:
  %cursor = load ptr, ptr %lines
  %left = icmp ult ptr %cursor, %end
  br i1 %left, label %decode, label %over
decode:
  %opcode = call i64 @byte(ptr %lines)
  %special = icmp uge i64 %opcode, %first
  br i1 %special, label %both, label %standard
standard:
  switch i64 %opcode, label %skip [ i64 0, label %extended
                                    i64 1, label %row
                                    i64 2, label %advance_pc
                                    i64 3, label %advance_line
                                    i64 4, label %set_file
                                    i64 8, label %const_add_pc
                                    i64 9, label %fixed_advance_pc ]
both:
  %adjusted = sub i64 %opcode, %first
  %line.rest = urem i64 %adjusted, %range
  %line.more = add i64 %line.rest, %base
  %line.old = load i64, ptr %line.at
  %line.new = add i64 %line.old, %line.more
  store i64 %line.new, ptr %line.at
  br label %forward
const_add_pc:
  %highest = sub i64 255, %first
  br label %forward
forward:
  %steps.of = phi i64 [ %adjusted, %both ], [ %highest, %const_add_pc ]
  %steps = udiv i64 %steps.of, %range
  %special.bytes = mul i64 %steps, %step
  br label %move
advance_pc:
  %count = call i64 @leb(ptr %lines, i1 false)
  %bytes = mul i64 %count, %step
  br label %move
fixed_advance_pc:
  %low = call i64 @byte(ptr %lines)
  %high = call i64 @byte(ptr %lines)
  %high.bits = shl i64 %high, 8
  %fixed = or i64 %low, %high.bits
  br label %move
move:
  %by = phi i64 [ %special.bytes, %forward ], [ %bytes, %advance_pc ], [ %fixed, %fixed_advance_pc ]
  %row.too = phi i1 [ %special, %forward ], [ false, %advance_pc ], [ false, %fixed_advance_pc ]
  %address.old = load i64, ptr %address.at
  %address.new = add i64 %address.old, %by
  store i64 %address.new, ptr %address.at
  br i1 %row.too, label %row, label %loop
advance_line:
  %by.lines = call i64 @leb(ptr %lines, i1 true)
  %line.before = load i64, ptr %line.at
  %line.after = add i64 %line.before, %by.lines
  store i64 %line.after, ptr %line.at
  br label %loop
set_file:
  %file = call i64 @leb(ptr %lines, i1 false)
  store i64 %file, ptr %file.at
  br label %loop
skip:
  %operands.of = getelementptr i8, ptr %operands, i64 %opcode
  %operands.count = load i8, ptr %operands.of
  br label %skipping
skipping:
  %index = phi i8 [ 0, %skip ], [ %index.next, %drop ]
  %skipped = icmp eq i8 %index, %operands.count
  br i1 %skipped, label %loop, label %drop
drop:
  %dropped = call i64 @leb(ptr %lines, i1 false)
  %index.next = add i8 %index, 1
  br label %skipping
extended:
  %size = call i64 @leb(ptr %lines, i1 false)
  %inside = load ptr, ptr %lines
  %behind = getelementptr i8, ptr %inside, i64 %size
  %sub = call i64 @byte(ptr %lines)
  %operand = load ptr, ptr %lines
  store ptr %behind, ptr %lines
  switch i64 %sub, label %loop [ i64 1, label %end_sequence
                                 i64 2, label %set_address ]
set_address:
  %address = load i64, ptr %operand, align 1
  store i64 %address, ptr %address.at
  br label %loop
end_sequence:
  store i64 1, ptr %file.at
  store i64 1, ptr %line.at
  ret i32 2
row:
  ret i32 1
over:
  ret i32 0
}

; Appends "' at file:line" for the address %pc in %kernel, or what is known of that.
define internal void @place(ptr %text, ptr %kernel, i64 %pc) {
  %lines = alloca %Lines
  %files.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 4
  %lines.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 5
  %address.at = getelementptr %Lines, ptr %lines, i32 0, i32 2
  %file.at = getelementptr %Lines, ptr %lines, i32 0, i32 3
  %line.at = getelementptr %Lines, ptr %lines, i32 0, i32 4
  %start = load %Lines, ptr %lines.at
  store %Lines %start, ptr %lines
  br label %next
next:
  %file = phi i64 [ 0, %0 ], [ 0, %forget ], [ %file.new, %keep ]
  %line = phi i64 [ 0, %0 ], [ 0, %forget ], [ %line.new, %keep ]
  %exact = phi i1 [ false, %0 ], [ false, %forget ], [ %some, %keep ]
  %known = phi i1 [ false, %0 ], [ false, %forget ], [ true, %keep ]
  %kind = call i32 @next_line(ptr %lines)
  %address = load i64, ptr %address.at
  %past = icmp ugt i64 %address, %pc
  %here = and i1 %past, %known
  %over = icmp eq i32 %kind, 0
  %stop = or i1 %here, %over
  br i1 %stop, label %found, label %go
go:
  %row = icmp eq i32 %kind, 1
  br i1 %row, label %keep, label %forget
forget:
  br label %next
keep:
  %row.line = load i64, ptr %line.at
  %row.file = load i64, ptr %file.at
  %some = icmp ne i64 %row.line, 0
  %line.new = select i1 %some, i64 %row.line, i64 %line
  %file.new = select i1 %some, i64 %row.file, i64 %file
  br label %next
found:
  %lined = icmp ne i64 %line, 0
  br i1 %lined, label %name, label %unknown
name:
  %files = load ptr, ptr %files.at
  %path.at = getelementptr ptr, ptr %files, i64 %file
  %path = load ptr, ptr %path.at
  %word = select i1 %exact, ptr @.at, ptr @.near
  call void @append(ptr %text, ptr %word)
  call void @append(ptr %text, ptr %path)
  call void @append(ptr %text, ptr @.colon)
  call void @number(ptr %text, i64 %line, i64 10)
  ret void
unknown:
  call void @append(ptr %text, ptr @.quote)
  ret void
}

; The kernel in whose code %pc lies; null when there is none.
define internal ptr @find(i64 %pc) {
  %head = load atomic ptr, ptr @kernels acquire, align 8
  br label %look
look:
  %kernel = phi ptr [ %head, %0 ], [ %next, %further ]
  %none = icmp eq ptr %kernel, null
  br i1 %none, label %done, label %check
check:
  %begin.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 1
  %end.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 2
  %begin = load i64, ptr %begin.at
  %end = load i64, ptr %end.at
  %behind = icmp uge i64 %pc, %begin
  %before = icmp ult i64 %pc, %end
  %inside = and i1 %behind, %before
  br i1 %inside, label %done, label %further
further:
  %next = load ptr, ptr %kernel
  br label %look
done:
  ret ptr %kernel
}

; Copies %size bytes from %from, which need not exist; returns how many were copied.
define internal i64 @read(ptr %to, i64 %from, i64 %size) {
  %local = alloca { ptr, i64 }
  %remote = alloca { ptr, i64 }
  %where = inttoptr i64 %from to ptr
  %local.0 = insertvalue { ptr, i64 } poison, ptr %to, 0
  %local.1 = insertvalue { ptr, i64 } %local.0, i64 %size, 1
  %remote.0 = insertvalue { ptr, i64 } poison, ptr %where, 0
  %remote.1 = insertvalue { ptr, i64 } %remote.0, i64 %size, 1
  store { ptr, i64 } %local.1, ptr %local
  store { ptr, i64 } %remote.1, ptr %remote
  %pid = call i32 @getpid()
  %copied = call i64 @process_vm_readv(i32 %pid, ptr %local, i64 1, ptr %remote, i64 1, i64 0)
  ret i64 %copied
}

; Where the function that was interrupted returns to, if it has not pushed anything; 0 when that cannot be read.
define internal i64 @return_address(ptr %context) {
  %word = alloca i64
  %at = getelementptr i8, ptr %context, i64 $RETURN
  %value = load i64, ptr %at
  br i1 $ON_STACK, label %read, label %done
read:
  store i64 0, ptr %word
  %copied = call i64 @read(ptr %word, i64 %value, i64 8)
  %pushed = load i64, ptr %word
  br label %done
done:
  %result = phi i64 [ %value, %0 ], [ %pushed, %read ]
  ret i64 %result
}

; Writes the line that names %kernel, at %pc or in a function that it calls there.
define internal void @tell(i32 %number, ptr %kernel, i64 %pc, i64 %fault, i1 %called) {
  %text = alloca %Text
  %begin.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 1
  %name.at = getelementptr %Kernel, ptr %kernel, i32 0, i32 3
  %index = zext i32 %number to i64
  %signal.at = getelementptr ptr, ptr @.signals, i64 %index
  %signal = load ptr, ptr %signal.at
  %name = load ptr, ptr %name.at
  %begin = load i64, ptr %begin.at
  %offset = sub i64 %pc, %begin
  %in = select i1 %called, ptr @.called, ptr @.in
  store i64 0, ptr %text
  call void @append(ptr %text, ptr @.head)
  call void @append(ptr %text, ptr %signal)
  call void @append(ptr %text, ptr %in)
  call void @append(ptr %text, ptr %name)
  call void @place(ptr %text, ptr %kernel, i64 %pc)
  call void @append(ptr %text, ptr @.address)
  call void @number(ptr %text, i64 %fault, i64 16)
  call void @append(ptr %text, ptr @.offset)
  call void @number(ptr %text, i64 %offset, i64 16)
  call void @append(ptr %text, ptr @.end)
  %length = load i64, ptr %text
  %bytes = getelementptr %Text, ptr %text, i64 0, i32 1
  %written = call i64 @write(i32 2, ptr %bytes, i64 %length)
  ret void
}

; Tells of the kernel that made signal %number, if it was one.
define internal void @report(i32 %number, ptr %info, ptr %context) {
  %pc.at = getelementptr i8, ptr %context, i64 $PC
  %fault.at = getelementptr i8, ptr %info, i64 16
  %pc = load i64, ptr %pc.at
  %fault = load i64, ptr %fault.at
  %direct = call ptr @find(i64 %pc)
  %outside = icmp eq ptr %direct, null
  br i1 %outside, label %caller, label %own
own:
  call void @tell(i32 %number, ptr %direct, i64 %pc, i64 %fault, i1 false)
  ret void
caller:
  %returns = call i64 @return_address(ptr %context)
  %call = sub i64 %returns, 1
  %calling = call ptr @find(i64 %call)
  %foreign = icmp eq ptr %calling, null
  br i1 %foreign, label %done, label %called
called:
  call void @tell(i32 %number, ptr %calling, i64 %call, i64 %fault, i1 true)
  ret void
done:
  ret void
}

; Tells of a kernel whose fault another's handler got before and sends again (as faulthandler does): then that fault's
; frame is not far above on the stack.  It is known by the program counter and, two words on, the code segment;
; four words on is the kind of fault, six words on the address that could not be accessed, if that was it.
define internal void @report_again(i32 %number, ptr %context) {
  %words = alloca [256 x i64]
  br i1 $ON_STACK, label %read, label %done
read:
  %stack.at = getelementptr i8, ptr %context, i64 $RETURN
  %stack = load i64, ptr %stack.at
  %copied = call i64 @read(ptr %words, i64 %stack, i64 2048)
  %whole = icmp eq i64 %copied, 2048
  br i1 %whole, label %look, label %done
look:
  %index = phi i64 [ 0, %read ], [ %next, %further ]
  %at = getelementptr i64, ptr %words, i64 %index
  %segment.at = getelementptr i64, ptr %at, i64 2
  %kind.at = getelementptr i64, ptr %at, i64 4
  %fault.at = getelementptr i64, ptr %at, i64 6
  %pc = load i64, ptr %at
  %segments = load i64, ptr %segment.at
  %kind = load i64, ptr %kind.at
  %page = load i64, ptr %fault.at
  %paged = icmp eq i64 %kind, 14
  %fault = select i1 %paged, i64 %page, i64 0
  %segment = and i64 %segments, 65535
  %code = icmp eq i64 %segment, 51
  %kernel = call ptr @find(i64 %pc)
  %inside = icmp ne ptr %kernel, null
  %frame = and i1 %code, %inside
  br i1 %frame, label %found, label %further
further:
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, 249
  br i1 %more, label %look, label %done
found:
  call void @tell(i32 %number, ptr %kernel, i64 %pc, i64 %fault, i1 false)
  ret void
done:
  ret void
}

; Lets signal %number do what it does by default: a fault comes again, one that was sent is sent again.
define internal void @default(i32 %number, i1 %sent) {
  %action = alloca %Action
  %size.at = getelementptr %Action, ptr null, i32 1
  %size = ptrtoint ptr %size.at to i64
  call void @llvm.memset.p0.i64(ptr %action, i8 0, i64 %size, i1 false)
  %1 = call i32 @sigaction(i32 %number, ptr %action, ptr null)
  br i1 %sent, label %again, label %done
again:
  %2 = call i32 @raise(i32 %number)
  br label %done
done:
  ret void
}

define internal void @handle(i32 %number, ptr %info, ptr %context) {
  %code.at = getelementptr i8, ptr %info, i64 8
  %code = load i32, ptr %code.at
  %sent = icmp sle i32 %code, 0
  %index = zext i32 %number to i64
  %previous = getelementptr [32 x %Action], ptr @previous, i64 0, i64 %index
  %handler = load ptr, ptr %previous
  %self = call i64 @pthread_self()
  %owner = load atomic i64, ptr @owner monotonic, align 8
  %busy = icmp eq i64 %owner, %self
  %nested = and i1 %busy, %sent
  br i1 %nested, label %die, label %look
look:
  br i1 %sent, label %again, label %first
first:
  call void @report(i32 %number, ptr %info, ptr %context)
  br label %pass
again:
  call void @report_again(i32 %number, ptr %context)
  br label %pass
pass:
  %address = ptrtoint ptr %handler to i64
  switch i64 %address, label %hand [ i64 0, label %die
                                     i64 1, label %ignored ]
ignored:
  br i1 %sent, label %done, label %die
hand:
  %taken = cmpxchg ptr @owner, i64 0, i64 %self monotonic monotonic
  call void %handler(i32 %number, ptr %info, ptr %context)
  %freed = cmpxchg ptr @owner, i64 %self, i64 0 monotonic monotonic
  br label %done
die:
  call void @default(i32 %number, i1 %sent)
  br label %done
done:
  ret void
}

; Puts our handler before the one that signal %number has, unless it is there.
define internal void @guard(i32 %number) {
  %action = alloca %Action
  %1 = call i32 @sigaction(i32 %number, ptr null, ptr %action)
  %handler = load ptr, ptr %action
  %ours = icmp eq ptr %handler, @handle
  br i1 %ours, label %done, label %install
install:
  %index = zext i32 %number to i64
  %previous = getelementptr [32 x %Action], ptr @previous, i64 0, i64 %index
  %old = load %Action, ptr %action
  store %Action %old, ptr %previous
  %flags.at = getelementptr %Action, ptr %action, i32 0, i32 2
  %flags = load i32, ptr %flags.at
  %kept = and i32 %flags, $NODEFER
  %new = or i32 %kept, $SIGINFO_ONSTACK
  store ptr @handle, ptr %action
  store i32 %new, ptr %flags.at
  %2 = call i32 @sigaction(i32 %number, ptr %action, ptr null)
  br label %done
done:
  ret void
}

define void @install() {
  call void @guard(i32 $SIGILL)
  call void @guard(i32 $SIGBUS)
  call void @guard(i32 $SIGFPE)
  call void @guard(i32 $SIGSEGV)
  ret void
}
"""

IR = string.Template(_TEXT).substitute(CONSTANTS)
