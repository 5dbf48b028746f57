"""Launches that signals can end: the part of the pool's code that lets Python handle them.

A launch has a `%Watch` on its caller's stack.  All threads that work for it read there, after every step, whether it
was given up; the caller alone writes it, when a signal's handler in Python has raised an exception.  A thread's first
step is one program; the steps grow to some microseconds of work.
"""

from __future__ import annotations

import errno
import time

CONSTANTS = {
    "SHORT_NS": 4000,  # a step that takes less is doubled, one that takes longer than the next is halved
    "LONG_NS": 16000,
    "PATIENCE_NS": 50_000_000,  # how often the caller lets Python handle signals
    "EINTR": errno.EINTR,
    "WALL_CLOCK": time.CLOCK_REALTIME,
    "NEVER": (1 << 63) - 1,
}

TEXT = """
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)
declare i64 @pthread_self()

; Lets the caller of a launch, nobody else, have Python handle signals when it is time to; an exception that a handler
; raises gives the launch up.
define internal void @look(ptr %watch, i64 %now) {
  %caller.at = getelementptr %Watch, ptr %watch, i32 0, i32 1
  %due.at = getelementptr %Watch, ptr %watch, i32 0, i32 2
  %python.at = getelementptr %Watch, ptr %watch, i32 0, i32 3
  %state.at = getelementptr %Watch, ptr %watch, i32 0, i32 4
  %caller = load i64, ptr %caller.at
  %self = call i64 @pthread_self()
  %calls = icmp eq i64 %self, %caller
  br i1 %calls, label %wait, label %done
wait:
  %due = load i64, ptr %due.at
  %early = icmp slt i64 %now, %due
  br i1 %early, label %done, label %handle
handle:
  %python.ptr = load ptr, ptr %python.at
  %python = load %Python, ptr %python.ptr
  %save = extractvalue %Python %python, 0
  %restore = extractvalue %Python %python, 1
  %check = extractvalue %Python %python, 2
  %state = load ptr, ptr %state.at
  call void %restore(ptr %state)
  %raised = call i32 %check()
  %deferred.at = extractvalue %Python %python, 4
  %deferred = load i32, ptr %deferred.at
  %saved = call ptr %save()
  store ptr %saved, ptr %state.at
  %either = or i32 %raised, %deferred
  %quiet = icmp eq i32 %either, 0
  br i1 %quiet, label %again, label %end
again:
  %then = call i64 @now()
  %next = add i64 %then, $PATIENCE_NS
  store i64 %next, ptr %due.at
  ret void
end:
  store i64 $NEVER, ptr %due.at
  store atomic i32 1, ptr %watch monotonic, align 8
  br label %done
done:
  ret void
}

; Begins a launch, with the GIL, which is released.
define internal void @enter(ptr %pool, ptr %watch) {
  %caller.at = getelementptr %Watch, ptr %watch, i32 0, i32 1
  %due.at = getelementptr %Watch, ptr %watch, i32 0, i32 2
  %python.at = getelementptr %Watch, ptr %watch, i32 0, i32 3
  %state.at = getelementptr %Watch, ptr %watch, i32 0, i32 4
  %start.at = getelementptr %Watch, ptr %watch, i32 0, i32 5
  %pool.python = getelementptr %Pool, ptr %pool, i32 0, i32 14
  %python.ptr = load ptr, ptr %pool.python
  %python = load %Python, ptr %python.ptr
  %save = extractvalue %Python %python, 0
  %main = extractvalue %Python %python, 3
  %self = call i64 @pthread_self()
  %start = call i64 @now()
  %soon = add i64 %start, $PATIENCE_NS
  %handles = icmp eq i64 %self, %main
  %due = select i1 %handles, i64 %soon, i64 $NEVER
  store i32 0, ptr %watch
  store i64 %self, ptr %caller.at
  store i64 %due, ptr %due.at
  store i64 %start, ptr %start.at
  store ptr %python.ptr, ptr %python.at
  %state = call ptr %save()
  store ptr %state, ptr %state.at
  ret void
}

; Ends a launch, with the GIL again; returns %status, or that the launch was given up.
define internal i32 @leave(ptr %watch, i32 %status) {
  %python.at = getelementptr %Watch, ptr %watch, i32 0, i32 3
  %state.at = getelementptr %Watch, ptr %watch, i32 0, i32 4
  %python.ptr = load ptr, ptr %python.at
  %python = load %Python, ptr %python.ptr
  %restore = extractvalue %Python %python, 1
  %state = load ptr, ptr %state.at
  call void %restore(ptr %state)
  %whole = call i1 @goes_on(ptr %watch)
  %result = select i1 %whole, i32 %status, i32 $EINTR
  ret i32 %result
}

; Sleeps on %condition for a while, whose %mutex is held, and looks for signals.
define internal void @doze(ptr %condition, ptr %mutex, ptr %watch) {
  %until = alloca { i64, i64 }
  %wall = call i64 @clock(i32 $WALL_CLOCK)
  %wake = add i64 %wall, $PATIENCE_NS
  %seconds = udiv i64 %wake, 1000000000
  %rest = urem i64 %wake, 1000000000
  %rest.at = getelementptr { i64, i64 }, ptr %until, i32 0, i32 1
  store i64 %seconds, ptr %until
  store i64 %rest, ptr %rest.at
  %1 = call i32 @pthread_cond_timedwait(ptr %condition, ptr %mutex, ptr %until)
  %2 = call i32 @pthread_mutex_unlock(ptr %mutex)
  %time = call i64 @now()
  call void @look(ptr %watch, i64 %time)
  %3 = call i32 @pthread_mutex_lock(ptr %mutex)
  ret void
}

; Whether the launch goes on.
define internal i1 @goes_on(ptr %watch) {
  %given.up = load atomic i32, ptr %watch monotonic, align 8
  %on = icmp eq i32 %given.up, 0
  ret i1 %on
}

; Runs the programs [%begin, %end) from %start on, as many at a time as %pace holds, while the launch goes on; returns
; when it ended.
define internal i64 @advance(
    ptr %watch, ptr %entry, ptr %args, i64 %begin, i64 %end, i64 %start, ptr %pace, ptr %memory) {
  br label %next
next:
  %at = phi i64 [ %begin, %0 ], [ %stop, %work ]
  %then = phi i64 [ %start, %0 ], [ %now, %work ]
  %left = sub i64 %end, %at
  %some = icmp sgt i64 %left, 0
  %on = call i1 @goes_on(ptr %watch)
  %more = and i1 %some, %on
  br i1 %more, label %work, label %done
work:
  %step = load i64, ptr %pace
  %count = call i64 @llvm.smin.i64(i64 %step, i64 %left)
  %stop = add i64 %at, %count
  call void %entry(ptr %args, i64 %at, i64 %stop, ptr %memory)
  %now = call i64 @now()
  %time = sub i64 %now, %then
  %short = icmp slt i64 %time, $SHORT_NS
  %long = icmp sgt i64 %time, $LONG_NS
  %double = shl i64 %count, 1
  %half = lshr i64 %count, 1
  %less = call i64 @llvm.smax.i64(i64 %half, i64 1)
  %kept = select i1 %long, i64 %less, i64 %count
  %paced = select i1 %short, i64 %double, i64 %kept
  store i64 %paced, ptr %pace
  call void @look(ptr %watch, i64 %now)
  br label %next
done:
  ret i64 %then
}
"""
