"""Launches whose programs wait for each other: the part of the pool's code that finds more threads for them.

A kernel with waits (`triton_shared.codegen.cpu.waits`) is launched by ``run_waiting``: its programs are claimed one by
one, and a program that has turned in a wait for a while calls ``await``.  An *epoch* is over when every thread at
work has called it: all of them wait then.  If no program has ended in an epoch, then

* while there are programs that have not begun, as many threads are added as there are, so that these begin;
* when all have begun, or no thread can be had, and this lasts for the launch's ``limit``, the wait is hopeless:
  ``await`` says so to every program, and those that have not begun are dropped.

It says so too when a signal has given the launch up.

Where threads were added there are more of them than cores, and those that wait sleep most of the time.

The launch's record (`triton_shared.codegen.cpu.escape`) tells kernels where ``await`` and the crew are.
"""

from __future__ import annotations

from triton_shared.runtime.debugging import Failure

CONSTANTS = {
    "MOST_THREADS": 4096,
    "AT_CREW": Failure.crew.offset,
    "AT_LIMIT": Failure.limit.offset,
    "SOON": -64,  # turns until a program asks again that sleeps
    "NAP_NS": 1000,  # how long it sleeps, for each additional thread
}

# In a %Crew: threads, ended, then under the pool's mutex: epoch, arrived, ended before, since, limit, extra, hopeless.
TEXT = """
declare i32 @pthread_detach(i64)
declare i32 @sched_yield()
declare i32 @nanosleep(ptr, ptr)

; An additional thread of a crew: takes part until no program is left.
define internal ptr @help(ptr %pool) {
  %arena = alloca %Arena
  store %Arena zeroinitializer, ptr %arena
  %scratch.at = getelementptr %Job, ptr %pool, i32 0, i32 5
  %scratch = load i64, ptr %scratch.at
  %mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %finished = getelementptr %Pool, ptr %pool, i32 0, i32 12
  %extra = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 7
  %memory = call ptr @reserve(ptr %arena, i64 %scratch)
  %able = icmp ne ptr %memory, null
  br i1 %able, label %run, label %leave
run:
  %1 = call i64 @drain(ptr %pool, ptr %memory)
  call void @free(ptr %memory)
  br label %leave
leave:
  %2 = call i32 @pthread_mutex_lock(ptr %mutex)
  %count = load i64, ptr %extra
  %fewer = sub i64 %count, 1
  store i64 %fewer, ptr %extra
  %3 = call i32 @pthread_cond_signal(ptr %finished)
  %4 = call i32 @pthread_mutex_unlock(ptr %mutex)
  ret ptr null
}

; Adds up to %wanted threads to the crew, whose mutex is held; returns how many it added.
define internal i64 @add_help(ptr %pool, i64 %wanted) {
  %thread = alloca i64
  %extra = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 7
  br label %next
next:
  %added = phi i64 [ 0, %0 ], [ %added.next, %count ]
  %there = load i64, ptr %extra
  %room = icmp slt i64 %there, $MOST_THREADS
  %more = icmp slt i64 %added, %wanted
  %go = and i1 %room, %more
  br i1 %go, label %make, label %done
make:
  %failed = call i32 @pthread_create(ptr %thread, ptr null, ptr @help, ptr %pool)
  %made = icmp eq i32 %failed, 0
  br i1 %made, label %count, label %done
count:
  %id = load i64, ptr %thread
  %1 = call i32 @pthread_detach(i64 %id)
  %there.next = add i64 %there, 1
  store i64 %there.next, ptr %extra
  %added.next = add i64 %added, 1
  br label %next
done:
  ret i64 %added
}

; What a program asks that has turned in a wait for a while; %waiter holds the number of its turns, which tells when it
; asks again, and the last epoch that it took part in.
define i32 @await(ptr %pool, ptr %waiter) {
  %time = alloca { i64, i64 }
  %seen = getelementptr i8, ptr %waiter, i64 8
  %extra.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 7
  %threads.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 0
  %ended.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 1
  %epoch.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 2
  %arrived.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 3
  %before.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 4
  %since.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 5
  %limit.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 6
  %hopeless.at = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 8
  %next.at = getelementptr %Pool, ptr %pool, i32 0, i32 2
  %end.at = getelementptr %Job, ptr %pool, i32 0, i32 2
  %mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %watch.at = getelementptr %Job, ptr %pool, i32 0, i32 6
  %watch = load ptr, ptr %watch.at
  %1 = call i32 @sched_yield()
  %time.now = call i64 @now()
  call void @look(ptr %watch, i64 %time.now)
  %on = call i1 @goes_on(ptr %watch)
  %given.up = xor i1 %on, true
  %2 = call i32 @pthread_mutex_lock(ptr %mutex)
  %hopeless = load i64, ptr %hopeless.at
  %despaired = icmp ne i64 %hopeless, 0
  %over = or i1 %despaired, %given.up
  br i1 %over, label %leave, label %arrive
arrive:
  %epoch = load i64, ptr %epoch.at
  %mine = load i64, ptr %seen
  %new = icmp ne i64 %mine, %epoch
  store i64 %epoch, ptr %seen
  %arrived = load i64, ptr %arrived.at
  %one = zext i1 %new to i64
  %here = add i64 %arrived, %one
  store i64 %here, ptr %arrived.at
  %threads = load atomic i64, ptr %threads.at monotonic, align 8
  %all = icmp sge i64 %here, %threads
  br i1 %all, label %everyone, label %leave
everyone:
  %epoch.next = add i64 %epoch, 1
  store i64 %epoch.next, ptr %epoch.at
  store i64 0, ptr %arrived.at
  %now = call i64 @now()
  %ended = load atomic i64, ptr %ended.at monotonic, align 8
  %before = load i64, ptr %before.at
  store i64 %ended, ptr %before.at
  %stuck = icmp eq i64 %ended, %before
  br i1 %stuck, label %look, label %alive
look:
  %next = load atomic i64, ptr %next.at monotonic, align 8
  %end = load i64, ptr %end.at
  %unclaimed = sub i64 %end, %next
  %wanted = call i64 @llvm.smin.i64(i64 %threads, i64 %unclaimed)
  %some = icmp sgt i64 %wanted, 0
  br i1 %some, label %grow, label %judge
grow:
  %added = call i64 @add_help(ptr %pool, i64 %wanted)
  %grown = icmp sgt i64 %added, 0
  br i1 %grown, label %alive, label %judge
judge:
  %since = load i64, ptr %since.at
  %limit = load i64, ptr %limit.at
  %waited = sub i64 %now, %since
  %enough = icmp sgt i64 %waited, %limit
  br i1 %enough, label %despair, label %leave
despair:
  store i64 1, ptr %hopeless.at
  store atomic i64 %end, ptr %next.at monotonic, align 8
  br label %leave
alive:
  store i64 %now, ptr %since.at
  br label %leave
leave:
  %answer = phi i32 [ 1, %0 ], [ 0, %arrive ], [ 0, %judge ], [ 1, %despair ], [ 0, %alive ]
  %extra = load i64, ptr %extra.at
  %3 = call i32 @pthread_mutex_unlock(ptr %mutex)
  %crowded = icmp sgt i64 %extra, 0
  br i1 %crowded, label %nap, label %answered
nap:
  %nanoseconds = mul i64 %extra, $NAP_NS
  %rest = getelementptr { i64, i64 }, ptr %time, i32 0, i32 1
  store i64 0, ptr %time
  store i64 %nanoseconds, ptr %rest
  %4 = call i32 @nanosleep(ptr %time, ptr null)
  store i32 $SOON, ptr %waiter
  br label %answered
answered:
  ret i32 %answer
}

; Waits for the additional threads.
define internal void @dismiss_help(ptr %pool, ptr %watch) {
  %mutex = getelementptr %Pool, ptr %pool, i32 0, i32 11
  %finished = getelementptr %Pool, ptr %pool, i32 0, i32 12
  %extra = getelementptr %Pool, ptr %pool, i32 0, i32 13, i32 7
  %1 = call i32 @pthread_mutex_lock(ptr %mutex)
  br label %check
check:
  %count = load i64, ptr %extra
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %sleep
sleep:
  call void @doze(ptr %finished, ptr %mutex, ptr %watch)
  br label %check
done:
  %2 = call i32 @pthread_mutex_unlock(ptr %mutex)
  ret void
}

; As run, for a kernel with waits; %record is the launch's.
define i32 @run_waiting(ptr %pool, ptr %launch, ptr %args, i64 %total, ptr %record) {
  %watch = alloca %Watch, align 8
  call void @enter(ptr %pool, ptr %watch)
  %served = call i32 @serve_waiting(
      ptr %pool, ptr %launch, ptr %args, i64 %total, ptr %record, ptr %watch)
  %status = call i32 @leave(ptr %watch, i32 %served)
  ret i32 %status
}

define internal i32 @serve_waiting(
    ptr %pool, ptr %launch, ptr %args, i64 %total, ptr %record, ptr %watch) {
  %own = alloca %Pool, align 128
  %busy = getelementptr %Pool, ptr %pool, i32 0, i32 10
  %taken = call i32 @pthread_mutex_trylock(ptr %busy)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %start, label %theirs
theirs:
  call void @prepare(ptr %own)
  br label %start
start:
  %crew = phi ptr [ %pool, %0 ], [ %own, %theirs ]
  %arena = getelementptr %Pool, ptr %crew, i32 0, i32 9
  %state = getelementptr %Pool, ptr %crew, i32 0, i32 13
  %epoch.at = getelementptr %Pool, ptr %crew, i32 0, i32 13, i32 2
  %since.at = getelementptr %Pool, ptr %crew, i32 0, i32 13, i32 5
  %limit.at = getelementptr %Pool, ptr %crew, i32 0, i32 13, i32 6
  %record.crew = getelementptr i8, ptr %record, i64 $AT_CREW
  %record.limit = getelementptr i8, ptr %record, i64 $AT_LIMIT
  %scratch.at = getelementptr %Launch, ptr %launch, i32 0, i32 2
  %cost.at = getelementptr %Launch, ptr %launch, i32 0, i32 3
  %began = call i64 @now()
  %limit = load i64, ptr %record.limit
  store %Crew zeroinitializer, ptr %state
  store i64 1, ptr %epoch.at
  store i64 %began, ptr %since.at
  store i64 %limit, ptr %limit.at
  store ptr %crew, ptr %record.crew
  %scratch = load i64, ptr %scratch.at
  %memory = call ptr @reserve(ptr %arena, i64 %scratch)
  %able = icmp ne ptr %memory, null
  br i1 %able, label %go, label %leave
go:
  %known = load double, ptr %cost.at
  %total.f = sitofp i64 %total to double
  %work = fmul double %known, %total.f
  %cost = call double @share(
      ptr %crew, ptr %launch, ptr %args, i64 0, i64 %total, double %work, ptr %memory, i1 true,
      ptr %watch)
  call void @dismiss_help(ptr %crew, ptr %watch)
  %whole = call i1 @goes_on(ptr %watch)
  br i1 %whole, label %note, label %leave
note:
  store double %cost, ptr %cost.at
  br label %leave
leave:
  %result = phi i32 [ 0, %go ], [ 0, %note ], [ $ENOMEM, %start ]
  br i1 %free, label %release, label %dispose
release:
  %1 = call i32 @pthread_mutex_unlock(ptr %busy)
  ret i32 %result
dispose:
  %2 = load ptr, ptr %arena
  call void @free(ptr %2)
  ret i32 %result
}
"""
