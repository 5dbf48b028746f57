"""The thread pool's code: LLVM IR text, so that no C compiler is needed where the package is installed.

`pool.py` says what the public functions (``create``, ``run``, ``stop``, and those of `waiting_ir`) promise;
`watch_ir` is what lets signals end a launch.
``$NAME`` stands for a constant of `CONSTANTS`.
"""

from __future__ import annotations

import errno
import os
import string
import time

from triton_shared.runtime import waiting_ir, watch_ir

CONSTANTS = {
    "IDLE": 0,
    "POSTED": 1,
    "RUNNING": 2,
    "PARKED": 3,
    "STOP": 4,
    "SPINS": 400,  # turns of a waiting thread before it sleeps
    "PROBE_NS": "2000.0",  # how long the caller works before it trusts its own measurement
    "WAKE_NS": "20000.0",  # how much work is worth waking one worker
    "ENOMEM": errno.ENOMEM,
    "CLOCK": time.CLOCK_MONOTONIC,
    "PAUSE": {"x86_64": "pause", "aarch64": "yield", "arm64": "yield"}.get(os.uname().machine, "nop"),
}

_TEXT = """
%Arena  = type { ptr, i64 }
%Launch = type { ptr, i64, i64, double }                      ; entry, width, scratch, cost
%Job    = type { ptr, ptr, i64, i64, i64, i64, ptr }          ; entry, args, end, least, parts, scratch, watch
; save thread, restore thread, check signals, main thread, whether a deferred signal will raise
%Python = type { ptr, ptr, ptr, i64, ptr }
; given up, the caller, when it looks for signals, %Python, its state of the caller, when the launch began
%Watch  = type { i32, i64, i64, ptr, ptr, i64 }
; the threads of a job: at work, ended programs, and what `waiting_ir` needs to know whether all of them wait
%Crew   = type { i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%Lock   = type [128 x i8]                                     ; room for any pthread_mutex_t or pthread_cond_t
; state, pool, arena, thread, -, mutex, posted
%Worker = type { i32, ptr, %Arena, i64, [88 x i8], %Lock, %Lock }
; job, -, next, -, pending, -, capacity, created, workers, arena, busy, mutex, finished, crew, python
%Pool   = type { %Job, [72 x i8], i64, [120 x i8], i64, [120 x i8],
                 i64, i64, ptr, %Arena, %Lock, %Lock, %Lock, %Crew, ptr }

declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
declare i32 @clock_gettime(i32, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.fptosi.sat.i64.f64(double)

; Nanoseconds on a clock.
define internal i64 @clock(i32 %which) {
  %time = alloca { i64, i64 }
  call i32 @clock_gettime(i32 %which, ptr %time)
  %seconds = load i64, ptr %time
  %rest = getelementptr { i64, i64 }, ptr %time, i32 0, i32 1
  %nanoseconds = load i64, ptr %rest
  %whole = mul i64 %seconds, 1000000000
  %sum = add i64 %whole, %nanoseconds
  ret i64 %sum
}

define internal i64 @now() {
  %time = call i64 @clock(i32 $CLOCK)
  ret i64 %time
}

; At least %bytes of 64-byte aligned memory, kept in %arena; null when there is none.
define internal ptr @reserve(ptr %arena, i64 %bytes) {
  %size = getelementptr %Arena, ptr %arena, i32 0, i32 1
  %have = load i64, ptr %size
  %enough = icmp uge i64 %have, %bytes
  br i1 %enough, label %ready, label %grow
grow:
  %old = load ptr, ptr %arena
  call void @free(ptr %old)
  store %Arena zeroinitializer, ptr %arena
  %failed = call i32 @posix_memalign(ptr %arena, i64 64, i64 %bytes)
  %good = icmp eq i32 %failed, 0
  br i1 %good, label %grown, label %none
grown:
  store i64 %bytes, ptr %size
  br label %ready
ready:
  %memory = load ptr, ptr %arena
  ret ptr %memory
none:
  store ptr null, ptr %arena
  ret ptr null
}

; Claims chunks of the pool's job until none is left; returns how many programs it claimed.
define internal i64 @drain(ptr %pool, ptr %memory) {
  %threads = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 0
  %ended = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 1
  %pace = alloca i64
  store i64 1, ptr %pace
  %1 = atomicrmw add ptr %threads, i64 1 monotonic
  %job = load %Job, ptr %pool
  %entry = extractvalue %Job %job, 0
  %args = extractvalue %Job %job, 1
  %end = extractvalue %Job %job, 2
  %least = extractvalue %Job %job, 3
  %parts = extractvalue %Job %job, 4
  %watch = extractvalue %Job %job, 6
  %start = call i64 @now()
  %next = getelementptr %Pool, ptr %pool, i32 0, i32 2
  br label %claim
claim:
  %ran = phi i64 [ 0, %0 ], [ %sum, %work ]
  %then = phi i64 [ %start, %0 ], [ %now, %work ]
  br label %attempt
attempt:
  %begin = load atomic i64, ptr %next monotonic, align 8
  %left = sub i64 %end, %begin
  %some = icmp sgt i64 %left, 0
  %on = call i1 @goes_on(ptr %watch)
  %more = and i1 %some, %on
  br i1 %more, label %choose, label %done
choose:
  %share = sdiv i64 %left, %parts
  %wanted = call i64 @llvm.smax.i64(i64 %share, i64 %least)
  %count = call i64 @llvm.smin.i64(i64 %wanted, i64 %left)
  %stop = add i64 %begin, %count
  %swap = cmpxchg ptr %next, i64 %begin, i64 %stop monotonic monotonic
  %won = extractvalue { i64, i1 } %swap, 1
  br i1 %won, label %work, label %attempt
work:
  %now = call i64 @advance(
      ptr %watch, ptr %entry, ptr %args, i64 %begin, i64 %stop, i64 %then, ptr %pace, ptr %memory)
  %sum = add i64 %ran, %count
  %2 = atomicrmw add ptr %ended, i64 %count monotonic
  br label %claim
done:
  %3 = atomicrmw sub ptr %threads, i64 1 monotonic
  ret i64 %ran
}

; Gives %worker a new state and wakes it if it sleeps.
define internal void @post(ptr %worker, i32 %state) {
  %mutex = getelementptr %Worker, ptr %worker, i32 0, i32 5
  %posted = getelementptr %Worker, ptr %worker, i32 0, i32 6
  %old = atomicrmw xchg ptr %worker, i32 %state acq_rel
  %parked = icmp eq i32 %old, $PARKED
  br i1 %parked, label %wake, label %awake
wake:
  %1 = call i32 @pthread_mutex_lock(ptr %mutex)
  %2 = call i32 @pthread_cond_signal(ptr %posted)
  %3 = call i32 @pthread_mutex_unlock(ptr %mutex)
  br label %awake
awake:
  ret void
}

; One worker's thread.
define internal ptr @work(ptr %worker) {
  %pool.at = getelementptr %Worker, ptr %worker, i32 0, i32 1
  %arena = getelementptr %Worker, ptr %worker, i32 0, i32 2
  %mutex = getelementptr %Worker, ptr %worker, i32 0, i32 5
  %posted = getelementptr %Worker, ptr %worker, i32 0, i32 6
  %pool = load ptr, ptr %pool.at
  %scratch.at = getelementptr %Job, ptr %pool, i32 0, i32 5
  %pending = getelementptr %Pool, ptr %pool, i32 0, i32 4
  %done.mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %finished = getelementptr %Pool, ptr %pool, i32 0, i32 12
  br label %idle
idle:
  br label %look
look:
  %turn = phi i64 [ 0, %idle ], [ %turn.next, %pause ]
  %state = load atomic i32, ptr %worker acquire, align 8
  switch i32 %state, label %nothing [ i32 $POSTED, label %begin
                                      i32 $STOP, label %end ]
nothing:
  %turn.next = add i64 %turn, 1
  %tired = icmp eq i64 %turn.next, $SPINS
  br i1 %tired, label %park, label %pause
pause:
  call void asm sideeffect "$PAUSE", ""()
  br label %look
park:
  %1 = call i32 @pthread_mutex_lock(ptr %mutex)
  %2 = cmpxchg ptr %worker, i32 $IDLE, i32 $PARKED acq_rel acquire
  %parked = extractvalue { i32, i1 } %2, 1
  br i1 %parked, label %sleep, label %awake
sleep:
  %3 = call i32 @pthread_cond_wait(ptr %posted, ptr %mutex)
  %now = load atomic i32, ptr %worker acquire, align 8
  %still = icmp eq i32 %now, $PARKED
  br i1 %still, label %sleep, label %awake
awake:
  %4 = call i32 @pthread_mutex_unlock(ptr %mutex)
  br label %idle
begin:
  %5 = cmpxchg ptr %worker, i32 $POSTED, i32 $RUNNING acq_rel acquire
  %invited = extractvalue { i32, i1 } %5, 1
  br i1 %invited, label %ready, label %idle
ready:
  %scratch = load i64, ptr %scratch.at
  %memory = call ptr @reserve(ptr %arena, i64 %scratch)
  %able = icmp ne ptr %memory, null
  br i1 %able, label %run, label %rest
run:
  %6 = call i64 @drain(ptr %pool, ptr %memory)
  br label %rest
rest:
  store atomic i32 $IDLE, ptr %worker release, align 8
  %before = atomicrmw sub ptr %pending, i64 1 acq_rel
  %last = icmp eq i64 %before, 1
  br i1 %last, label %tell, label %idle
tell:
  %7 = call i32 @pthread_mutex_lock(ptr %done.mutex)
  %8 = call i32 @pthread_cond_signal(ptr %finished)
  %9 = call i32 @pthread_mutex_unlock(ptr %done.mutex)
  br label %idle
end:
  ret ptr null
}

; Makes worker number %index, whose memory is not yet initialised; 0 when there is a thread.
define internal i32 @hire(ptr %pool, ptr %worker) {
  store %Worker zeroinitializer, ptr %worker
  %pool.at = getelementptr %Worker, ptr %worker, i32 0, i32 1
  %thread = getelementptr %Worker, ptr %worker, i32 0, i32 3
  %mutex = getelementptr %Worker, ptr %worker, i32 0, i32 5
  %posted = getelementptr %Worker, ptr %worker, i32 0, i32 6
  store ptr %pool, ptr %pool.at
  %1 = call i32 @pthread_mutex_init(ptr %mutex, ptr null)
  %2 = call i32 @pthread_cond_init(ptr %posted, ptr null)
  %failed = call i32 @pthread_create(ptr %thread, ptr null, ptr @work, ptr %worker)
  ret i32 %failed
}

; Asks up to %wanted workers to take part in the pool's job; returns how many it asked.
define internal i64 @invite(ptr %pool, i64 %wanted) {
  %pending = getelementptr %Pool, ptr %pool, i32 0, i32 4
  %created.at = getelementptr %Pool, ptr %pool, i32 0, i32 7
  %workers.at = getelementptr %Pool, ptr %pool, i32 0, i32 8
  %workers = load ptr, ptr %workers.at
  store atomic i64 %wanted, ptr %pending release, align 8
  br label %next
next:
  %index = phi i64 [ 0, %0 ], [ %index.next, %ask ]
  %worker = getelementptr %Worker, ptr %workers, i64 %index
  %all = icmp eq i64 %index, %wanted
  br i1 %all, label %done, label %check
check:
  %created = load i64, ptr %created.at
  %there = icmp slt i64 %index, %created
  br i1 %there, label %ask, label %make
make:
  %failed = call i32 @hire(ptr %pool, ptr %worker)
  %hired = icmp eq i32 %failed, 0
  br i1 %hired, label %count, label %short
count:
  %created.next = add i64 %index, 1
  store i64 %created.next, ptr %created.at
  br label %ask
ask:
  call void @post(ptr %worker, i32 $POSTED)
  %index.next = add i64 %index, 1
  br label %next
short:
  %missing = sub i64 %wanted, %index
  %1 = atomicrmw sub ptr %pending, i64 %missing acq_rel
  br label %done
done:
  ret i64 %index
}

; Uninvites those of the first %asked workers that did not begin, waits for the others.
define internal void @join(ptr %pool, i64 %asked, ptr %watch) {
  %pending = getelementptr %Pool, ptr %pool, i32 0, i32 4
  %workers.at = getelementptr %Pool, ptr %pool, i32 0, i32 8
  %mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %finished = getelementptr %Pool, ptr %pool, i32 0, i32 12
  %workers = load ptr, ptr %workers.at
  br label %next
next:
  %index = phi i64 [ 0, %0 ], [ %index.next, %uninvite ], [ %index.next, %late ]
  %all = icmp eq i64 %index, %asked
  br i1 %all, label %look, label %uninvite
uninvite:
  %worker = getelementptr %Worker, ptr %workers, i64 %index
  %index.next = add i64 %index, 1
  %1 = cmpxchg ptr %worker, i32 $POSTED, i32 $IDLE acq_rel acquire
  %idle = extractvalue { i32, i1 } %1, 1
  br i1 %idle, label %late, label %next
late:
  %2 = atomicrmw sub ptr %pending, i64 1 acq_rel
  br label %next
look:
  %turn = phi i64 [ 0, %next ], [ %turn.next, %pause ]
  %running = load atomic i64, ptr %pending acquire, align 8
  %over = icmp eq i64 %running, 0
  br i1 %over, label %done, label %again
again:
  %turn.next = add i64 %turn, 1
  %tired = icmp eq i64 %turn.next, $SPINS
  br i1 %tired, label %park, label %pause
pause:
  call void asm sideeffect "$PAUSE", ""()
  br label %look
park:
  %3 = call i32 @pthread_mutex_lock(ptr %mutex)
  br label %check
check:
  %left = load atomic i64, ptr %pending acquire, align 8
  %none = icmp eq i64 %left, 0
  br i1 %none, label %awake, label %sleep
sleep:
  call void @doze(ptr %finished, ptr %mutex, ptr %watch)
  br label %check
awake:
  %4 = call i32 @pthread_mutex_unlock(ptr %mutex)
  br label %done
done:
  ret void
}

; Runs the programs [%done, %total), about %work nanoseconds of them, with workers; returns ns a program.
; With %single, threads claim one program at a time: it may wait for another one.
define internal double @share(
    ptr %pool, ptr %launch, ptr %args, i64 %done, i64 %total, double %work, ptr %memory, i1 %single,
    ptr %watch) {
  %entry = load ptr, ptr %launch
  %width.at = getelementptr %Launch, ptr %launch, i32 0, i32 1
  %scratch.at = getelementptr %Launch, ptr %launch, i32 0, i32 2
  %width = load i64, ptr %width.at
  %scratch = load i64, ptr %scratch.at
  %capacity.at = getelementptr %Pool, ptr %pool, i32 0, i32 6
  %capacity = load i64, ptr %capacity.at
  %next = getelementptr %Pool, ptr %pool, i32 0, i32 2
  %left = sub i64 %total, %done
  %others = sub i64 %width, 1
  %rest = sub i64 %left, 1
  %worth = fdiv double %work, $WAKE_NS
  %worth.int = call i64 @llvm.fptosi.sat.i64.f64(double %worth)
  %m0 = call i64 @llvm.smin.i64(i64 %others, i64 %rest)
  %m1 = call i64 @llvm.smin.i64(i64 %m0, i64 %worth.int)
  %wanted = call i64 @llvm.smin.i64(i64 %m1, i64 %capacity)
  %threads = add i64 %wanted, 1
  %many = mul i64 %threads, 4
  %parts = select i1 %single, i64 %left, i64 %many
  %grain = mul i64 %threads, 64
  %fine = sdiv i64 %left, %grain
  %coarse = select i1 %single, i64 1, i64 %fine
  %least = call i64 @llvm.smax.i64(i64 %coarse, i64 1)
  %j0 = insertvalue %Job poison, ptr %entry, 0
  %j1 = insertvalue %Job %j0, ptr %args, 1
  %j2 = insertvalue %Job %j1, i64 %total, 2
  %j3 = insertvalue %Job %j2, i64 %least, 3
  %j4 = insertvalue %Job %j3, i64 %parts, 4
  %j5 = insertvalue %Job %j4, i64 %scratch, 5
  %j6 = insertvalue %Job %j5, ptr %watch, 6
  store %Job %j6, ptr %pool
  store atomic i64 %done, ptr %next release, align 8
  %asked = call i64 @invite(ptr %pool, i64 %wanted)
  %began = call i64 @now()
  %ran = call i64 @drain(ptr %pool, ptr %memory)
  %ended = call i64 @now()
  call void @join(ptr %pool, i64 %asked, ptr %watch)
  %time = sub i64 %ended, %began
  %count = call i64 @llvm.smax.i64(i64 %ran, i64 1)
  %time.f = sitofp i64 %time to double
  %count.f = sitofp i64 %count to double
  %cost = fdiv double %time.f, %count.f
  ret double %cost
}

; Runs the grid from this thread: tries by itself first, and shares what is left when that is worth it.
define internal double @lead(
    ptr %pool, ptr %launch, ptr %args, i64 %total, i64 %width, ptr %memory, ptr %watch) {
  %entry = load ptr, ptr %launch
  %cost.at = getelementptr %Launch, ptr %launch, i32 0, i32 3
  %known = load double, ptr %cost.at
  %pace = alloca i64
  store i64 1, ptr %pace
  %several = icmp sgt i64 %width, 1
  %start.at = getelementptr %Watch, ptr %watch, i32 0, i32 5
  %start = load i64, ptr %start.at
  br label %consider
consider:
  %then = phi i64 [ %start, %0 ], [ %now, %try ]
  %done = phi i64 [ 0, %0 ], [ %stop, %try ]
  %batch = phi i64 [ 1, %0 ], [ %twice, %try ]
  %cost = phi double [ %known, %0 ], [ %measured, %try ]
  %trusted = phi i1 [ %several, %0 ], [ %trust, %try ]
  %left = sub i64 %total, %done
  %left.f = sitofp i64 %left to double
  %work = fmul double %cost, %left.f
  %much = fcmp ogt double %work, $WAKE_NS
  %many = icmp sgt i64 %left, 1
  %heavy = and i1 %much, %many
  %worth = and i1 %heavy, %trusted
  br i1 %worth, label %together, label %try
try:
  %count = call i64 @llvm.smin.i64(i64 %batch, i64 %left)
  %stop = add i64 %done, %count
  %now = call i64 @advance(
      ptr %watch, ptr %entry, ptr %args, i64 %done, i64 %stop, i64 %then, ptr %pace, ptr %memory)
  %elapsed = sub i64 %now, %start
  %elapsed.f = sitofp i64 %elapsed to double
  %stop.f = sitofp i64 %stop to double
  %measured = fdiv double %elapsed.f, %stop.f
  %long = fcmp oge double %elapsed.f, $PROBE_NS
  %trust = and i1 %long, %several
  %twice = shl i64 %batch, 1
  %more = icmp slt i64 %stop, %total
  %on = call i1 @goes_on(ptr %watch)
  %further = and i1 %more, %on
  br i1 %further, label %consider, label %over
over:
  ret double %measured
together:
  %shared = call double @share(
      ptr %pool, ptr %launch, ptr %args, i64 %done, i64 %total, double %work, ptr %memory, i1 false,
      ptr %watch)
  ret double %shared
}

; Runs the whole grid on this thread with an arena of its own: the pool is at work for somebody else.
define internal i32 @alone(ptr %launch, ptr %args, i64 %total, ptr %watch) {
  %arena = alloca %Arena
  store %Arena zeroinitializer, ptr %arena
  %scratch.at = getelementptr %Launch, ptr %launch, i32 0, i32 2
  %scratch = load i64, ptr %scratch.at
  %memory = call ptr @reserve(ptr %arena, i64 %scratch)
  %able = icmp ne ptr %memory, null
  br i1 %able, label %run, label %none
run:
  %1 = call double @lead(ptr null, ptr %launch, ptr %args, i64 %total, i64 1, ptr %memory, ptr %watch)
  call void @free(ptr %memory)
  ret i32 0
none:
  ret i32 $ENOMEM
}

; Runs the whole grid with the pool, or without where it is busy.
define internal i32 @serve(ptr %pool, ptr %launch, ptr %args, i64 %total, ptr %watch) {
  %busy = getelementptr %Pool, ptr %pool, i32 0, i32 10
  %arena = getelementptr %Pool, ptr %pool, i32 0, i32 9
  %width.at = getelementptr %Launch, ptr %launch, i32 0, i32 1
  %scratch.at = getelementptr %Launch, ptr %launch, i32 0, i32 2
  %cost.at = getelementptr %Launch, ptr %launch, i32 0, i32 3
  %taken = call i32 @pthread_mutex_trylock(ptr %busy)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %mine, label %theirs
theirs:
  %status = call i32 @alone(ptr %launch, ptr %args, i64 %total, ptr %watch)
  ret i32 %status
mine:
  %scratch = load i64, ptr %scratch.at
  %memory = call ptr @reserve(ptr %arena, i64 %scratch)
  %able = icmp ne ptr %memory, null
  br i1 %able, label %go, label %leave
go:
  %width = load i64, ptr %width.at
  %cost = call double @lead(
      ptr %pool, ptr %launch, ptr %args, i64 %total, i64 %width, ptr %memory, ptr %watch)
  %whole = call i1 @goes_on(ptr %watch)
  br i1 %whole, label %note, label %leave
note:
  store double %cost, ptr %cost.at
  br label %leave
leave:
  %result = phi i32 [ 0, %go ], [ 0, %note ], [ $ENOMEM, %mine ]
  %1 = call i32 @pthread_mutex_unlock(ptr %busy)
  ret i32 %result
}

define i32 @run(ptr %pool, ptr %launch, ptr %args, i64 %total) {
  %watch = alloca %Watch, align 8
  call void @enter(ptr %pool, ptr %watch)
  %served = call i32 @serve(ptr %pool, ptr %launch, ptr %args, i64 %total, ptr %watch)
  %status = call i32 @leave(ptr %watch, i32 %served)
  ret i32 %status
}

; Makes a pool without threads of zeroed memory.
define internal void @prepare(ptr %pool) {
  %busy = getelementptr %Pool, ptr %pool, i32 0, i32 10
  %mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %finished = getelementptr %Pool, ptr %pool, i32 0, i32 12
  %size = ptrtoint ptr getelementptr (%Pool, ptr null, i32 1) to i64
  call void @llvm.memset.p0.i64(ptr %pool, i8 0, i64 %size, i1 false)
  %1 = call i32 @pthread_mutex_init(ptr %busy, ptr null)
  %2 = call i32 @pthread_mutex_init(ptr %mutex, ptr null)
  %3 = call i32 @pthread_cond_init(ptr %finished, ptr null)
  ret void
}

define ptr @create(i64 %capacity, ptr %python) {
  %at = alloca ptr
  %one = getelementptr %Pool, ptr null, i32 1
  %size = ptrtoint ptr %one to i64
  %end = getelementptr %Worker, ptr null, i64 %capacity
  %workers.size = ptrtoint ptr %end to i64
  %failed = call i32 @posix_memalign(ptr %at, i64 128, i64 %size)
  %good = icmp eq i32 %failed, 0
  br i1 %good, label %pooled, label %none
pooled:
  %pool = load ptr, ptr %at
  call void @prepare(ptr %pool)
  %python.at = getelementptr %Pool, ptr %pool, i32 0, i32 14
  store ptr %python, ptr %python.at
  %capacity.at = getelementptr %Pool, ptr %pool, i32 0, i32 6
  %workers.at = getelementptr %Pool, ptr %pool, i32 0, i32 8
  %roomless = call i32 @posix_memalign(ptr %workers.at, i64 128, i64 %workers.size)
  %room = icmp eq i32 %roomless, 0
  %usable = select i1 %room, i64 %capacity, i64 0
  store i64 %usable, ptr %capacity.at
  ret ptr %pool
none:
  ret ptr null
}

define void @stop(ptr %pool) {
  %capacity.at = getelementptr %Pool, ptr %pool, i32 0, i32 6
  %created.at = getelementptr %Pool, ptr %pool, i32 0, i32 7
  %workers.at = getelementptr %Pool, ptr %pool, i32 0, i32 8
  %busy = getelementptr %Pool, ptr %pool, i32 0, i32 10
  %1 = call i32 @pthread_mutex_lock(ptr %busy)
  %workers = load ptr, ptr %workers.at
  br label %next
next:
  %index = phi i64 [ 0, %0 ], [ %index.next, %dismiss ]
  %created = load i64, ptr %created.at
  %all = icmp eq i64 %index, %created
  br i1 %all, label %done, label %dismiss
dismiss:
  %worker = getelementptr %Worker, ptr %workers, i64 %index
  %arena = getelementptr %Worker, ptr %worker, i32 0, i32 2
  %thread.at = getelementptr %Worker, ptr %worker, i32 0, i32 3
  call void @post(ptr %worker, i32 $STOP)
  %thread = load i64, ptr %thread.at
  %2 = call i32 @pthread_join(i64 %thread, ptr null)
  %memory = load ptr, ptr %arena
  call void @free(ptr %memory)
  %index.next = add i64 %index, 1
  br label %next
done:
  store i64 0, ptr %created.at
  store i64 0, ptr %capacity.at
  %3 = call i32 @pthread_mutex_unlock(ptr %busy)
  ret void
}
"""

IR = string.Template(_TEXT + watch_ir.TEXT + waiting_ir.TEXT).substitute(
    CONSTANTS | watch_ir.CONSTANTS | waiting_ir.CONSTANTS
)
