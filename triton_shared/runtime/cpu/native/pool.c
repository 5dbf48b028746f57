// The thread pool that runs a grid. pool.py says what the five exported functions promise and draws the states of a
// worker; this file has these parts: threads that are alone, launches that signals can end, parts of a grid, cores,
// workers, OpenMP's team, and programs that wait for each other.
//
// Who writes what. A launch takes `busy`, so the pool works for one caller at a time, and writes the `Job` before it
// invites anybody: posting a worker releases it, the worker's step to RUNNING acquires it. From then on the threads
// share the parts, of which they claim programs, and `crew`. The launch is over when `pending` is 0: each worker that
// was invited has either run, or was found not to have begun and is IDLE again.

#include "system.h"

enum { IDLE, POSTED, RUNNING, PARKED, STOP };

#define SPINS 32               // iterations of a thread that waits, before it lets other threads have its core
#define LINGER_NS 100000       // how long it goes on so, before it sleeps
#define PROBE_NS 2000          // how long the caller works before it trusts its own measurement
#define WAKE_NS 5000.0         // how much work is worth asking one worker that spins,
#define SLEEPER_NS 80000.0     // and one that sleeps, in this launch or in those just before
#define SHORT_NS 4000          // a step that takes less is doubled,
#define LONG_NS 16000          // one that takes longer than this is halved
#define PATIENCE_NS 50000000   // how often the caller lets Python handle signals
#define MOST_THREADS 4096      // how many threads programs that wait are given in addition
#define SOON (-64)             // iterations until a program asks again that sleeps
#define NAP_NS 1000            // how long it sleeps, for each additional thread
#define CORE_WORDS 16          // words of a set of cores: Linux numbers as many as 1024
#define NEVER INT64_MAX
#define ALONE ((int64_t)1 << 62)  // in the first program that an entry is told: no other thread runs programs meanwhile
#define TRIAL_NS 100000        // how long the caller works alone to know what a program costs so,
#define TRIALS 128             // in one of so many launches, and in two of the first; in the next it is not alone
#define SECOND_NS 1000000000

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

typedef struct { void *memory; int64_t size; } Arena;
typedef void Entry(const void *args, int64_t begin, int64_t end, void *arena);

// As in pool.py.
typedef struct {
  Entry *entry;
  int64_t width, scratch;
  double cost;
  int64_t lone;    // whether programs take less time where a thread is alone, and the entry can be told so
  double company;  // what one program took where it was not, of the time of the launch, in nanoseconds; or 0
  int64_t number;  // of launches
  int64_t follows;  // whether torch's number of threads, if there is one, goes before `width`
} Launch;

// As in pool.py.
typedef struct {
  void *(*save_thread)(void);
  void (*restore_thread)(void *state);
  int (*check_signals)(void);
  Thread main_thread;
  const int *interrupted;  // whether a signal that is deferred will raise
  int clock;               // the number of the monotonic clock
  // sched_getcpu, pthread_getaffinity_np and pthread_setaffinity_np; NULL where the system has none
  int (*core)(void);
  int (*get_cores)(Thread thread, uint64_t bytes, uint64_t *cores);
  int (*set_cores)(Thread thread, uint64_t bytes, const uint64_t *cores);
  // at::get_num_threads, pthread_getcpuclockid, omp_get_thread_num, omp_get_num_threads and GOMP_parallel as torch has
  // them; NULL without them
  int (*torch_threads)(void);
  int (*clock_of)(Thread thread, int *clock);
  int (*rank)(void);
  int (*members)(void);
  void (*parallel)(void (*function)(void *argument), void *argument, uint32_t threads, uint32_t flags);
} Python;

// What a launch's threads look at after each step: its caller, nobody else, sets `given_up`.
typedef struct {
  atomic_int given_up;
  Thread caller;
  int64_t due;  // when the caller looks for signals
  const Python *python;
  void *state;  // Python's, of the caller
  int64_t start;
} Watch;

// A thread claims 1 / `share` of what is left of a part, and no fewer than `least` programs.
typedef struct {
  const Launch *launch;
  const void *args;
  int64_t parts, least, share;
  Watch *watch;
} Job;

// Neighbouring programs of a job. One thread begins with them, and the same one in the next launch of as many threads:
// what it wrote then is in its cache. Others take what is left when they have nothing else to do.
typedef struct {
  _Alignas(128) _Atomic int64_t next;  // the first program that nobody has claimed
  int64_t end;
} Part;

// The threads of a job, for `await`. All but the first two are under the pool's mutex.
typedef struct {
  _Atomic int64_t threads, ended;  // threads at work; programs that have ended
  int64_t epoch, arrived;          // the epoch, and how many threads have called `await` in it
  int64_t before, since;           // programs that had ended an epoch ago; when anything last went on
  int64_t limit, extra;            // how long all may wait; threads that were added
  bool hopeless;
} Crew;

// triton_shared.runtime.debugging.Failure
typedef struct { int32_t kind, pid[3]; const char *message; void *wait, *crew; int64_t limit; } Failure;

// Part of a kernel's escape, see triton_shared.codegen.cpu.escape.
typedef struct { int32_t spins; int64_t epoch; } Waiter;

typedef struct Pool Pool;

typedef struct {
  Part part;
  _Alignas(128) _Atomic int32_t state;
  Pool *pool;
  Arena arena;
  Thread thread;
  Lock mutex;  // held by who parks the worker, or wakes it
  Condition posted;
  bool steered;                                    // whether it is kept off a core:
  uint64_t cores[CORE_WORDS], others[CORE_WORDS];  // where it may run, and where it may for now
} Worker;

struct Pool {
  Job job;
  Part part;  // the caller's
  _Alignas(128) _Atomic int64_t pending;  // workers that were invited and have not left
  _Alignas(128) int64_t capacity;
  int64_t created, equipped;  // workers that have threads, and that are ready for one
  Worker *workers;
  Arena arena;                // the caller's
  int64_t width, team;        // threads that the launch may use, and that torch's team has
  Thread leader;              // the caller whose team the last one was, or 0; the processor time of that team's
  int member;                 // last thread is this clock
  int64_t met;                // when a team was called of which that was not known
  double cost;                // what a program took that the caller ran in a team
  double wish;  // the work of launches that came one soon after the other, in nanoseconds, and when the last one began
  int64_t last;
  Lock busy;    // held by the caller that the pool works for
  Lock mutex;   // for `finished` and the crew
  Condition finished;
  Crew crew;
  const Python *python;
};

static int monotonic_clock;

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t nanoseconds(int clock) {
  Time time;
  clock_gettime(clock, &time);
  return time.seconds * SECOND_NS + time.nanoseconds;
}

static int64_t now(void) { return nanoseconds(monotonic_clock); }

// At least `bytes` of 64-byte aligned memory, kept in `arena`; NULL when there is none.
static __attribute__((noinline)) void *reserve(Arena *arena, int64_t bytes) {
  if (arena->size < bytes) {
    free(arena->memory);
    bool failed = posix_memalign(&arena->memory, 64, bytes) != 0;
    arena->size = failed ? 0 : bytes;
    if (failed) arena->memory = NULL;
  }
  return arena->memory;
}

// ---- Threads that are alone ----
// Where one thread of the process runs programs, of whichever kernels, its atomic updates need no atomic instructions.
// So threads are counted while they run programs, and each of its steps a thread begins by a look whether it is the only
// one. Who comes while another one is in such a step waits until it ends, which takes some microseconds, or one program:
// programs that wait for others, or for Python's lock, are in no such step.

static _Atomic int64_t crowd;     // threads that run programs, or are about to
static atomic_int step_is_alone;  // whether one of them is in a step as the only one, or is about to look

// Counts this thread; returns when nobody else is in a step as the only one.
static void enlist(void) {
  atomic_fetch_add(&crowd, 1);
  for (int spin = 0; atomic_load(&step_is_alone); relax())
    if (++spin % SPINS == 0) sched_yield();
}

static void resign(void) { atomic_fetch_sub(&crowd, 1); }

// Runs a step of programs.
static void run_step(const Launch *launch, const void *args, int64_t begin, int64_t end, void *memory) {
  bool alone = launch->lone && atomic_load_explicit(&crowd, RELAXED) == 1;
  if (alone) {
    atomic_store(&step_is_alone, 1);
    alone = atomic_load(&crowd) == 1;
    if (!alone) atomic_store(&step_is_alone, 0);
  }
  launch->entry(args, alone ? begin | ALONE : begin, end, memory);
  if (alone) atomic_store_explicit(&step_is_alone, 0, RELEASE);
}

// ---- Launches that signals can end ----
// A launch has a `Watch` on its caller's stack. A thread's first step is one program; steps grow to some microseconds.

static bool goes_on(const Watch *watch) { return !atomic_load_explicit(&watch->given_up, RELAXED); }

// Lets the caller of a launch, nobody else, have Python handle signals when it is time to; an exception that a handler
// raises gives the launch up.
static void look(Watch *watch, int64_t time) {
  if (pthread_self() != watch->caller || time < watch->due) return;
  const Python *python = watch->python;
  python->restore_thread(watch->state);
  bool raised = python->check_signals() != 0 || *python->interrupted;
  watch->state = python->save_thread();
  watch->due = raised ? NEVER : now() + PATIENCE_NS;
  if (raised) atomic_store_explicit(&watch->given_up, 1, RELAXED);
}

// Begins a launch, with the GIL, which is released. Python handles signals on its main thread.
static void enter(const Pool *pool, Watch *watch) {
  const Python *python = pool->python;
  Thread self = pthread_self();
  int64_t start = now();
  atomic_init(&watch->given_up, 0);
  watch->caller = self;
  watch->due = self == python->main_thread ? start + PATIENCE_NS : NEVER;
  watch->python = python;
  watch->start = start;
  watch->state = python->save_thread();
}

// Ends a launch, with the GIL again; returns `status`, or that the launch was given up.
static int leave(Watch *watch, int status) {
  watch->python->restore_thread(watch->state);
  return goes_on(watch) ? status : EINTR;
}

// Sleeps on `condition` for a while, whose `mutex` is held, and looks for signals.
static void doze(Condition *condition, Lock *mutex, Watch *watch) {
  int64_t wake = nanoseconds(CLOCK_REALTIME) + PATIENCE_NS;
  Time until = {wake / SECOND_NS, wake % SECOND_NS};
  pthread_cond_timedwait(condition, mutex, &until);
  pthread_mutex_unlock(mutex);
  look(watch, now());
  pthread_mutex_lock(mutex);
}

// Runs the programs [begin, end) from the time `then` on, as many at once as `pace` holds, while the launch goes on;
// returns when it ended.
static __attribute__((noinline)) int64_t advance(Watch *watch, const Launch *launch, const void *args, int64_t begin,
                                                 int64_t end, int64_t then, int64_t *pace, void *memory) {
  while (begin < end && goes_on(watch)) {
    int64_t count = min(*pace, end - begin);
    run_step(launch, args, begin, begin + count, memory);
    int64_t time = now(), taken = time - then;
    *pace = taken < SHORT_NS ? count * 2 : taken > LONG_NS ? max(count / 2, 1) : count;
    look(watch, time);
    begin += count;
    then = time;
  }
  return then;
}

// ---- Parts of a grid ----

// The part of the caller, which is the first, or of a worker.
static Part *part_of(Pool *pool, int64_t index) { return index ? &pool->workers[index - 1].part : &pool->part; }

// Divides the programs [begin, end) among the parts of the pool's job.
static void divide(Pool *pool, int64_t begin, int64_t end) {
  int64_t parts = pool->job.parts, each = (end - begin) / parts, more = (end - begin) % parts;
  for (int64_t index = 0; index < parts; index++) {
    Part *part = part_of(pool, index);
    atomic_store_explicit(&part->next, begin, RELAXED);
    part->end = begin += each + (index < more);
  }
}

// Claims a share of what is left of a part, from *begin on; returns how many programs that is, 0 when there is none.
static int64_t claim(Part *part, const Job *job, int64_t *begin) {
  *begin = atomic_load_explicit(&part->next, RELAXED);
  for (;;) {
    int64_t left = part->end - *begin;
    if (left <= 0 || !goes_on(job->watch)) return 0;
    int64_t count = min(max(left / job->share, job->least), left);
    if (atomic_compare_exchange_strong_explicit(&part->next, begin, *begin + count, RELAXED, RELAXED)) return count;
  }
}

// Claims shares of the pool's job until none is left, first of the part `first`; returns how many programs it claimed.
static int64_t drain(Pool *pool, int64_t first, void *memory) {
  atomic_fetch_add_explicit(&pool->crew.threads, 1, RELAXED);
  const Job job = pool->job;
  int64_t claimed = 0, pace = 1, then = now(), begin, count;
  for (int64_t index = 0; index < job.parts; index++) {
    Part *part = part_of(pool, (first + index) % job.parts);
    while ((count = claim(part, &job, &begin))) {
      then = advance(job.watch, job.launch, job.args, begin, begin + count, then, &pace, memory);
      claimed += count;
      atomic_fetch_add_explicit(&pool->crew.ended, count, RELAXED);
    }
  }
  atomic_fetch_sub_explicit(&pool->crew.threads, 1, RELAXED);
  return claimed;
}

// ---- Cores ----
// A system that wakes a thread may put it on the core of the one that wakes it although another core is idle: Linux as
// a guest takes a core that its host has put to sleep for a busy one. There it waits for some milliseconds, longer than
// most launches take. So a caller keeps a worker that it wakes off its own core until the worker runs.

// Whether two sets of cores are the same.
static bool same(const uint64_t *a, const uint64_t *b) {
  uint64_t differ = 0;
  for (int word = 0; word < CORE_WORDS; word++) differ |= a[word] ^ b[word];
  return !differ;
}

// Keeps `worker`, which sleeps and whose mutex is held, off the core of this thread, if it may use another one.
static void steer(Worker *worker) {
  const Python *system = worker->pool->python;
  int64_t core = system->core ? system->core() : -1;
  if (core < 0 || core >= CORE_WORDS * 64) return;
  if (system->get_cores(worker->thread, sizeof worker->cores, worker->cores)) return;
  uint64_t left = 0;
  for (int word = 0; word < CORE_WORDS; word++) {
    uint64_t here = word == core / 64 ? (uint64_t)1 << core % 64 : 0;
    left |= worker->others[word] = worker->cores[word] & ~here;
  }
  worker->steered = left && !system->set_cores(worker->thread, sizeof worker->others, worker->others);
}

// Allows `worker`, which calls it, the cores again that it had, unless somebody else has changed them meanwhile. If
// these are all that there are, whatever is set up later holds for it, too: it is allowed any core.
static void release(Worker *worker) {
  const Python *system = worker->pool->python;
  uint64_t any[CORE_WORDS], found[CORE_WORDS];
  worker->steered = false;
  if (system->get_cores(worker->thread, sizeof found, found) || !same(found, worker->others)) return;
  for (int word = 0; word < CORE_WORDS; word++) any[word] = ~(uint64_t)0;
  system->set_cores(worker->thread, sizeof any, any);
  if (system->get_cores(worker->thread, sizeof found, found) || !same(found, worker->cores))
    system->set_cores(worker->thread, sizeof worker->cores, worker->cores);
}

// ---- Workers ----

// Makes the step from `from` to `to`, unless the worker is in another state.
static bool step(Worker *worker, int32_t from, int32_t to) {
  return atomic_compare_exchange_strong_explicit(&worker->state, &from, to, ACQ_REL, ACQUIRE);
}

// Gives `worker` a new state and wakes it if it sleeps.
static void post(Worker *worker, int32_t state) {
  if (atomic_exchange_explicit(&worker->state, state, ACQ_REL) != PARKED) return;
  pthread_mutex_lock(&worker->mutex);
  steer(worker);
  pthread_cond_signal(&worker->posted);
  pthread_mutex_unlock(&worker->mutex);
}

// Sleeps until the worker is posted.
static void park(Worker *worker) {
  pthread_mutex_lock(&worker->mutex);
  if (step(worker, IDLE, PARKED))
    do pthread_cond_wait(&worker->posted, &worker->mutex);
    while (atomic_load_explicit(&worker->state, ACQUIRE) == PARKED);
  if (worker->steered) release(worker);
  pthread_mutex_unlock(&worker->mutex);
}

// Spins, then sleeps, until the worker is to do something: POSTED or STOP.
static int32_t await_post(Worker *worker) {
  for (;; park(worker))
    for (int64_t until = now() + LINGER_NS; now() < until; sched_yield())
      for (int spin = 0; spin < SPINS; spin++, relax()) {
        int32_t state = atomic_load_explicit(&worker->state, ACQUIRE);
        if (state == POSTED || state == STOP) return state;
      }
}

// What a worker does in a launch.
static void take_part(Worker *worker) {
  Pool *pool = worker->pool;
  void *memory = reserve(&worker->arena, pool->job.launch->scratch);
  enlist();
  if (memory) drain(pool, worker - pool->workers + 1, memory);
  resign();
}

// Counts `workers` less that have not left.
static void part(Pool *pool, int64_t workers) {
  if (atomic_fetch_sub_explicit(&pool->pending, workers, ACQ_REL) > workers) return;
  pthread_mutex_lock(&pool->mutex);
  pthread_cond_signal(&pool->finished);
  pthread_mutex_unlock(&pool->mutex);
}

// One worker's thread.
static void *work(void *argument) {
  Worker *worker = argument;
  while (await_post(worker) == POSTED) {
    if (!step(worker, POSTED, RUNNING)) continue;  // uninvited
    take_part(worker);
    atomic_store_explicit(&worker->state, IDLE, RELEASE);
    part(worker->pool, 1);
  }
  return NULL;
}

// Makes the first `wanted` workers ready.
static void equip(Pool *pool, int64_t wanted) {
  for (; pool->equipped < wanted; pool->equipped++) {
    Worker *worker = &pool->workers[pool->equipped];
    *worker = (Worker){.pool = pool};
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->posted, NULL);
  }
}

// Makes the next worker's thread; whether there is one for it.
static bool hire(Pool *pool) {
  Worker *worker = &pool->workers[pool->created];
  if (pthread_create(&worker->thread, NULL, work, worker)) return false;
  pool->created++;
  return true;
}

// Asks the first `wanted` workers to take part in the pool's job.
static void invite(Pool *pool, int64_t wanted) {
  atomic_store_explicit(&pool->pending, wanted, RELEASE);
  for (int64_t index = 0; index < wanted; index++) post(&pool->workers[index], POSTED);
}

// Uninvites those of the first `asked` workers that did not begin, waits for the others.
static void join(Pool *pool, int64_t asked, Watch *watch) {
  for (int64_t index = 0; index < asked; index++)
    if (step(&pool->workers[index], POSTED, IDLE)) atomic_fetch_sub_explicit(&pool->pending, 1, ACQ_REL);
  for (int64_t until = now() + LINGER_NS; now() < until; sched_yield())
    for (int spin = 0; spin < SPINS; spin++, relax())
      if (!atomic_load_explicit(&pool->pending, ACQUIRE)) return;
  pthread_mutex_lock(&pool->mutex);
  while (atomic_load_explicit(&pool->pending, ACQUIRE)) doze(&pool->finished, &pool->mutex, watch);
  pthread_mutex_unlock(&pool->mutex);
}

// The caller's part in a job; returns ns a program.
static double begin_with(Pool *pool, void *memory) {
  int64_t began = now(), ran = drain(pool, 0, memory);
  return (double)(now() - began) / (double)max(ran, 1);
}

// ---- OpenMP's team ----
// Where torch is, its operators run on the threads of its OpenMP library, which spin for milliseconds afterwards and have
// the results in their caches. So these are the workers while they spin, if the launch is to have no more threads than
// torch has, and no program waits for another one. A team that sleeps is left alone: OpenMP does not steer what it wakes
// (see Cores), and waits for it. The team has always as many threads as torch gives it, because the library ends threads
// that a smaller team has no use for. Nobody is uninvited: a team ends when all of its threads have come.

typedef struct { Pool *pool; void *memory; } Region;

// What a thread of the team does.
static void meet(void *argument) {
  const Region *region = argument;
  Pool *pool = region->pool;
  const Python *python = pool->python;
  int64_t rank = python->rank(), parts = pool->job.parts, members = python->members();
  if (rank && rank == members - 1 && !python->clock_of(pthread_self(), &pool->member))
    pool->leader = pool->job.watch->caller;
  if (rank >= parts) return;
  if (rank) {
    take_part(&pool->workers[rank - 1]);
    part(pool, 1);
    return;
  }
  if (members < parts) part(pool, parts - members);
  pool->cost = begin_with(pool, region->memory);
  join(pool, 0, pool->job.watch);
}

// Runs the pool's job by the team; returns ns a program.
static double gather(Pool *pool, void *memory) {
  Region region = {pool, memory};
  pool->leader = 0;
  atomic_store_explicit(&pool->pending, pool->job.parts - 1, RELEASE);
  pool->python->parallel(meet, &region, pool->team, 0);
  return pool->cost;
}

// Whether the launch is for the team: its last thread runs. Where it is not known which one that is, the team is called,
// once in a while.
static bool is_for_team(Pool *pool, const Watch *watch) {
  if (!pool->python->parallel || pool->team < 2 || pool->width > pool->team) return false;
  Time before, after;
  if (pool->leader == watch->caller && !clock_gettime(pool->member, &before)) {
    for (int spin = 0; spin < SPINS; spin++) relax();
    clock_gettime(pool->member, &after);
    return after.nanoseconds != before.nanoseconds;
  }
  if (watch->start - pool->met < SECOND_NS) return false;
  pool->met = watch->start;
  return true;
}

// Learns how many threads a launch may use.
static void measure(Pool *pool, const Launch *launch, const Python *python) {
  pool->team = python && python->torch_threads ? python->torch_threads() : 0;
  pool->width = launch->follows && pool->team ? pool->team : launch->width;
}

// ---- Sharing ----

// How many workers are worth asking for `work` nanoseconds of programs, `most` at most, in a launch that began at
// `start`. Waking one that sleeps takes longer than short launches do, so these wake workers for those that follow.
static int64_t worthwhile(Pool *pool, double work, int64_t most, bool awake, int64_t start) {
  pool->wish = (start - pool->last > LINGER_NS ? 0 : pool->wish) + work;
  pool->last = start;
  double wish = pool->wish;
  int64_t wanted = 0;
  for (; wanted < most; wanted++) {
    bool sleeps = !awake && (wanted >= pool->created ||
                             atomic_load_explicit(&pool->workers[wanted].state, RELAXED) == PARKED);
    work -= WAKE_NS;
    wish -= sleeps ? SLEEPER_NS : 0;
    if (work < 0 || wish < 0) break;
    if (sleeps) pool->wish = 0;
  }
  return wanted;
}

// Runs the programs [done, total), about `work` nanoseconds of them, with workers; returns ns a program.
// With `single`, threads claim one program at a time: it may wait for another one.
static double share(Pool *pool, Launch *launch, const void *args, int64_t done, int64_t total, double work,
                    void *memory, bool single, Watch *watch) {
  int64_t left = total - done;
  int64_t most = min(min(pool->width, left) - 1, pool->capacity);
  bool team = !single && is_for_team(pool, watch);
  int64_t wanted = worthwhile(pool, work, most, team, watch->start);
  equip(pool, wanted);
  while (!team && pool->created < wanted && hire(pool)) continue;
  int64_t workers = team ? wanted : min(wanted, pool->created), threads = workers + 1;
  pool->job = (Job){
      .launch = launch,
      .args = args,
      .parts = single ? 1 : threads,
      .least = single ? 1 : max(left / (threads * 64), 1),
      .share = single ? left : 4,
      .watch = watch,
  };
  divide(pool, done, total);
  int64_t began = now();
  double cost;
  if (team && workers) {
    cost = gather(pool, memory);
  } else {
    invite(pool, workers);
    cost = begin_with(pool, memory);
    join(pool, workers, watch);
  }
  if (workers && launch->lone) launch->company = (double)(now() - began) / (double)left;
  return cost;
}

// Whether a launch tries alone first. What the first one finds, which has to fetch code and data, does not hold for long.
static bool tries(int64_t number) { return number % TRIALS == 0 || number == 2 || number == 16; }

// Runs the grid of a kernel that takes less time alone: by as many threads as took less time before. One in so many
// launches tries alone first, for a while, and the next one does not stay alone. Returns ns a program alone.
static double prefer(Pool *pool, Launch *launch, const void *args, int64_t total, void *memory, Watch *watch) {
  int64_t number = launch->number++, then = watch->start, done = 0, pace = 1;
  double cost = launch->cost;
  bool trial = tries(number), stays = !trial && !tries(number - 1) && cost < launch->company;
  while (done < total && goes_on(watch)) {
    int64_t left = total - done;
    double work = cost * (double)left;
    if (trial) stays = then - watch->start < TRIAL_NS || cost < launch->company;
    if (!stays && work > WAKE_NS && left > 1) {
      share(pool, launch, args, done, total, work, memory, false, watch);
      break;
    }
    int64_t end = done + min(pace, left);
    then = advance(watch, launch, args, done, end, then, &pace, memory);
    done = end;
    cost = (double)(then - watch->start) / (double)done;
  }
  return cost;
}

// Runs the grid from this thread: tries by itself first, and shares what is left when that is worth it.
// Returns ns a program.
static double lead(Pool *pool, Launch *launch, const void *args, int64_t total, int64_t width, void *memory,
                   Watch *watch) {
  if (launch->lone && width > 1) return prefer(pool, launch, args, total, memory, watch);
  int64_t then = watch->start, pace = 1;
  double cost = launch->cost;
  bool trusted = width > 1;
  for (int64_t done = 0, batch = 1;; batch *= 2) {
    int64_t left = total - done;
    double work = cost * (double)left;
    if (trusted && left > 1 && work > WAKE_NS)
      return share(pool, launch, args, done, total, work, memory, false, watch);
    int64_t end = done + min(batch, left);
    then = advance(watch, launch, args, done, end, then, &pace, memory);
    done = end;
    cost = (double)(then - watch->start) / (double)done;
    trusted = width > 1 && then - watch->start >= PROBE_NS;
    if (done == total || !goes_on(watch)) return cost;
  }
}

// Runs the whole grid on this thread with an arena of its own: the pool is at work for somebody else.
static int by_itself(Launch *launch, const void *args, int64_t total, Watch *watch) {
  Arena arena = {0};
  if (!reserve(&arena, launch->scratch)) return ENOMEM;
  lead(NULL, launch, args, total, 1, arena.memory, watch);
  free(arena.memory);
  return 0;
}

// Runs the whole grid with the pool, or without where it is busy.
static int serve(Pool *pool, Launch *launch, const void *args, int64_t total, Watch *watch) {
  if (pthread_mutex_trylock(&pool->busy)) return by_itself(launch, args, total, watch);
  int status = ENOMEM;
  void *memory = reserve(&pool->arena, launch->scratch);
  if (memory) {
    measure(pool, launch, pool->python);
    double cost = lead(pool, launch, args, total, pool->width, memory, watch);
    if (goes_on(watch)) launch->cost = cost;
    status = 0;
  }
  pthread_mutex_unlock(&pool->busy);
  return status;
}

int run(Pool *pool, Launch *launch, const void *args, int64_t total) {
  Watch watch;
  enter(pool, &watch);
  enlist();
  int status = serve(pool, launch, args, total, &watch);
  resign();
  return leave(&watch, status);
}

// Makes a pool without threads.
static void prepare(Pool *pool) {
  *pool = (Pool){0};
  pthread_mutex_init(&pool->busy, NULL);
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->finished, NULL);
}

Pool *create(int64_t capacity, const Python *python) {
  void *memory;
  if (posix_memalign(&memory, _Alignof(Pool), sizeof(Pool))) return NULL;
  Pool *pool = memory;
  prepare(pool);
  monotonic_clock = python->clock;
  pool->python = python;
  if (!posix_memalign(&memory, _Alignof(Worker), capacity * sizeof(Worker))) {
    pool->workers = memory;
    pool->capacity = capacity;
  }
  return pool;
}

void stop(Pool *pool) {
  pthread_mutex_lock(&pool->busy);
  for (int64_t index = 0; index < pool->created; index++) {
    Worker *worker = &pool->workers[index];
    post(worker, STOP);
    pthread_join(worker->thread, NULL);
  }
  for (int64_t index = 0; index < pool->equipped; index++) free(pool->workers[index].arena.memory);
  pool->created = pool->equipped = pool->capacity = 0;
  pthread_mutex_unlock(&pool->busy);
}

// ---- Programs that wait for each other ----
// A kernel with waits (triton_shared.codegen.cpu.mark_waits) is launched by `run_waiting`: its programs are claimed one by
// one, and a program that has spun in a wait for a while calls `await`. An epoch is over when every thread at work
// has called it: all of them wait then. If no program has ended in an epoch, then
//
// * while there are programs that have not begun, as many threads are added as there are, so that these begin;
// * when all have begun, or no thread can be had, and this lasts for the launch's limit, the wait is hopeless:
//   `await` says so to every program, and those that have not begun are dropped.
//
// It says so too when a signal has given the launch up. Where threads were added there are more of them than cores,
// and those that wait sleep most of the time.

// An additional thread of a crew: takes part until no program is left.
static void *help(void *argument) {
  Pool *pool = argument;
  Arena arena = {0};
  enlist();
  if (reserve(&arena, pool->job.launch->scratch)) drain(pool, 0, arena.memory);
  resign();
  free(arena.memory);
  pthread_mutex_lock(&pool->mutex);
  pool->crew.extra--;
  pthread_cond_signal(&pool->finished);
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

// Adds up to `wanted` threads to the crew, whose mutex is held; whether it added any.
static bool add_help(Pool *pool, int64_t wanted) {
  int64_t added = 0;
  Thread thread;
  while (added < wanted && pool->crew.extra < MOST_THREADS && !pthread_create(&thread, NULL, help, pool)) {
    pthread_detach(thread);
    pool->crew.extra++;
    added++;
  }
  return added > 0;
}

// Judges an epoch, with the mutex held: everybody waits. Adds help, or gives up when it has been so for too long.
static void end_epoch(Pool *pool, int64_t threads) {
  Crew *crew = &pool->crew;
  int64_t time = now(), ended = atomic_load_explicit(&crew->ended, RELAXED);
  bool stuck = ended == crew->before;
  crew->epoch++;
  crew->arrived = 0;
  crew->before = ended;
  int64_t unclaimed = pool->part.end - atomic_load_explicit(&pool->part.next, RELAXED);
  if (!stuck || add_help(pool, min(threads, unclaimed))) {
    crew->since = time;
  } else if (time - crew->since > crew->limit) {
    crew->hopeless = true;
    atomic_store_explicit(&pool->part.next, pool->part.end, RELAXED);
  }
}

// What a program asks that has spun in a wait for a while: 0 to go on. Its `waiter` counts its iterations,
// which says when it asks again, and the last epoch that it took part in.
int await(Pool *pool, Waiter *waiter) {
  Crew *crew = &pool->crew;
  Watch *watch = pool->job.watch;
  sched_yield();
  look(watch, now());
  bool over = !goes_on(watch);
  pthread_mutex_lock(&pool->mutex);
  if (!over && !crew->hopeless) {
    int64_t threads = atomic_load_explicit(&crew->threads, RELAXED);
    crew->arrived += waiter->epoch != crew->epoch;
    waiter->epoch = crew->epoch;
    if (crew->arrived >= threads) end_epoch(pool, threads);
  }
  over |= crew->hopeless;
  int64_t extra = crew->extra;
  pthread_mutex_unlock(&pool->mutex);
  if (extra) {
    nanosleep(&(Time){0, extra * NAP_NS}, NULL);
    waiter->spins = SOON;
  }
  return over;
}

// Waits for the additional threads.
static void dismiss_help(Pool *pool, Watch *watch) {
  pthread_mutex_lock(&pool->mutex);
  while (pool->crew.extra) doze(&pool->finished, &pool->mutex, watch);
  pthread_mutex_unlock(&pool->mutex);
}

// Runs the whole grid with the pool, or with a pool of its own where it is busy: all programs may have to be at work.
static int serve_waiting(Pool *pool, Launch *launch, const void *args, int64_t total, Failure *record, Watch *watch) {
  Pool own;
  bool busy = pthread_mutex_trylock(&pool->busy) != 0;
  Pool *crew = busy ? &own : pool;
  if (busy) prepare(&own);
  crew->crew = (Crew){.epoch = 1, .since = now(), .limit = record->limit};
  record->crew = crew;
  int status = ENOMEM;
  void *memory = reserve(&crew->arena, launch->scratch);
  if (memory) {
    measure(crew, launch, pool->python);
    double work = launch->cost * (double)total;
    double cost = share(crew, launch, args, 0, total, work, memory, true, watch);
    dismiss_help(crew, watch);
    if (goes_on(watch)) launch->cost = cost;
    status = 0;
  }
  if (busy)
    free(own.arena.memory);
  else
    pthread_mutex_unlock(&pool->busy);
  return status;
}

int run_waiting(Pool *pool, Launch *launch, const void *args, int64_t total, Failure *record) {
  Watch watch;
  enter(pool, &watch);
  enlist();
  int status = serve_waiting(pool, launch, args, total, record, &watch);
  resign();
  return leave(&watch, status);
}
