// Threads of blocks as fibers: who goes on, who waits, and what is told when nobody can.

#include "emulator.h"

enum { SPINS_A_TURN = 16, PATIENCE = 64, MOST_THREADS = 2048, GARBAGE = 0xCB };
static const uint32_t ALL = ~0u;
static const uint64_t CANARY = UINT64_C(0x5AFEC0DE5AFEC0DE);

Launch *launch;
Thread *current;

static void *main_stack;
static Block *blocks, *spare;  // a ring of those that have begun, of which `blocks` is the one that runs; unused ones
static int64_t next_program, stalled;
static uint64_t random_state;
static uint32_t serial;

static uint64_t random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}

// ---- Threads that can go on ----

static void make_ready(Thread *thread) {
  Block *block = thread->block;
  thread->state = READY;
  block->ready[(block->first + block->count++) % launch->threads] = thread->number;
}

static Thread *take_ready(Block *block) {
  uint32_t *first = &block->ready[block->first];
  if (launch->seed) {
    uint32_t *chosen = &block->ready[(block->first + random() % block->count) % launch->threads], number = *chosen;
    *chosen = *first;
    *first = number;
  }
  block->first = (block->first + 1) % launch->threads;
  block->count--;
  return &block->threads[*first];
}

static void leave_to_main(void) {
  Thread *self = current;
  switch_stack(&self->stack, main_stack);
}

void leave_to_others(void) { leave_to_main(); }

void resume(Thread *thread) {
  thread->block->idle = 0;
  stalled = 0;
  make_ready(thread);
}

uint32_t choose(uint32_t count) { return random() % count; }

static Status by_current(Status status) {
  launch->thread = current->number;
  for (int k = 0; k < 3; k++) launch->block[k] = current->block->id[k] + (k ? 0 : rank_of(current));
  return launch->status = status;
}

void leave(Status status) {
  by_current(status);
  leave_to_main();
}

_Noreturn void fail(Status status, uint32_t site) {
  launch->site = site;
  for (;;) leave(status);
}

void yield(void) {
  if (++current->spins % SPINS_A_TURN) return;
  current->block->idle++;
  make_ready(current);
  leave_to_main();
}

void emu_exit(void) {
  check_stores();
  if (current->arrived) fail(BAD_OPERAND, current->arrived);
  check_registers();
  current->state = DONE;
  current->block->live--;
  current->block->idle = 0;
  stalled = 0;
  for (;;) leave_to_main();
}

static void fiber(void) {
  launch->kernel(launch->arguments);
  emu_exit();
}

void emu_trap(uint32_t site) { fail(TRAP, site); }

void emu_fail_assertion(const char *message, const char *file, uint32_t line, const char *function, uint32_t site) {
  launch->format = (int64_t)message;
  launch->values = (int64_t)file;
  launch->size = line;
  launch->address = (int64_t)function;
  fail(ASSERTION, site);
}

uint32_t emu_print(const void *format, const void *values, uint32_t site) {
  launch->format = (int64_t)format;
  launch->values = (int64_t)values;
  launch->site = site;
  leave(PRINT);
  return 0;
}

// ---- Waits ----

void join(uint32_t *to, const uint32_t *from) {
  uint32_t width = launch->threads + 2 * current->block->mbarrier_count;
  for (uint32_t k = 0; launch->check_races && k < width; k++) to[k] = to[k] > from[k] ? to[k] : from[k];
}

void join_clocks(Thread *const *threads, uint32_t count) {
  uint32_t *joined = threads[0]->clocks, width = launch->threads + 2 * threads[0]->block->mbarrier_count;
  for (uint32_t k = 1; k < count; k++) join(joined, threads[k]->clocks);
  for (uint32_t k = 1; k < count; k++) memcpy(threads[k]->clocks, joined, width * sizeof(*joined));
  for (uint32_t k = 0; k < count; k++) threads[k]->clocks[threads[k]->number]++;
}

void fence(void) {
  if (!launch->check_races) return;
  uint32_t *mine = current->clocks, *released = current->block->released;
  for (int64_t t = 0; t < launch->threads + 2 * current->block->mbarrier_count; t++) released[t] = mine[t] = mine[t] > released[t] ? mine[t] : released[t];
  mine[current->number]++;
}

static bool same(const Wait *a, const Wait *b) { return a->operation == b->operation && a->key == b->key; }

static void complete(Thread *const *threads, uint32_t count) {
  if (launch->check_races && !threads[0]->wait.apart) join_clocks(threads, count);
  Exchange *exchange = threads[0]->wait.exchange;
  Thread *self = current;
  if (exchange) exchange(threads, count);
  current = self;
  current->block->idle = 0;
  stalled = 0;
  for (uint32_t k = 0; k < count; k++) make_ready(threads[k]);
}

// Those of `count` threads from `first` on, and in `mask`, that wait for the same.
static uint32_t gather(const Wait *wait, Thread *first, uint32_t count, uint32_t mask, Thread **together) {
  uint32_t found = 0;
  for (uint32_t k = 0; k < count; k++)
    if ((mask == ALL || mask >> k & 1) && first[k].state == WAITS && same(&first[k].wait, wait))
      together[found++] = &first[k];
  return found;
}

// The barrier that the current thread comes to; all that come to one phase of it say how many they are.
static Barrier *barrier_of(const Wait *wait) {
  Barrier *it = &current->block->barriers[wait->key];
  if (it->expected && it->expected != wait->expected) fail(BAD_OPERAND, wait->site);
  it->expected = wait->expected;
  return it;
}

// Who waits learns what those knew who have arrived, and who only arrives learns nothing.
static void complete_barrier(const Wait *wait) {
  Thread *together[MOST_THREADS];
  Block *block = current->block;
  Barrier *it = &block->barriers[wait->key];
  uint32_t count = gather(wait, block->threads, launch->threads, ALL, together);
  if (count + it->arrived != wait->expected) return;
  if (count && it->arrived) join(together[0]->clocks, it->gathered);
  it->arrived = it->expected = 0;
  memset(it->gathered, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  if (count) complete(together, count);
}

void wait_for_block(Wait wait) {
  Thread *self = current;
  barrier_of(&wait);
  self->wait = wait;
  self->state = WAITS;
  complete_barrier(&wait);
  current = self;
  leave_to_main();
}

void arrive(Wait wait) {
  Thread *self = current;
  Barrier *it = barrier_of(&wait);
  join(it->gathered, self->clocks);
  self->clocks[self->number]++;
  it->arrived++;
  complete_barrier(&wait);
  current = self;
}

uint32_t whole_warp(void) {
  uint32_t rest = launch->threads - (current->number - lane(current));
  return rest < LANES ? (1u << rest) - 1 : ALL;
}

_Noreturn void fail_apart(Thread *thread, uint32_t site, Thread *other, uint32_t other_site) {
  current = thread;
  launch->other_thread = other->number;
  launch->other_site = other_site;
  fail(DIVERGENT, site);
}

void check_whole_warps(Thread *const *threads, uint32_t count) {
  Thread *all = current->block->threads;
  for (uint32_t k = 0; k < count;) {
    uint32_t first = threads[k]->number / LANES * LANES, rest = launch->threads - first;
    Thread *found = threads[k];
    for (uint32_t l = 0; l < LANES && l < rest; l++, k++) {
      Thread *other = &all[first + l];
      if (k == count || threads[k] != other) fail_apart(found, found->wait.site, other, other->state == WAITS ? other->wait.site : 0);
      if (other->wait.site != found->wait.site) fail_apart(other, other->wait.site, found, found->wait.site);
    }
  }
}

void wait_for_warp(Wait it, uint32_t mask) {
  uint32_t start = current->number - lane(current), rest = launch->threads - start;
  if (!(mask >> lane(current) & 1)) fail(BAD_OPERAND, it.site);
  Thread *together[LANES];
  current->wait = it;
  current->state = WAITS;
  uint32_t count = gather(&it, current->block->threads + start, rest < LANES ? rest : LANES, mask, together);
  if (count == (uint32_t)__builtin_popcount(mask)) complete(together, count);
  leave_to_main();
}

// ---- Blocks ----

static void free_blocks(Block *block) {
  while (block) {
    Block *next = block->next;
    for (int64_t t = 0; t < launch->threads; t++) forget_copies(&block->threads[t]), forget_stores(&block->threads[t]), forget_products(&block->threads[t]);
    forget_transfers(block);
  forget_arrivals(block);
    free(block->cells);
    free(block);
    block = next;
  }
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

static char *carve(char **memory, size_t bytes) {
  char *begin = *memory;
  *memory += aligned(bytes);
  return begin;
}

// A block with its threads, their clocks and stacks, and its shared memory.
static Block *allocate_block(void) {
  size_t count = launch->threads, row = aligned((count + 2 * MBARRIERS) * sizeof(uint32_t)), shared = aligned(launch->cluster * launch->shared_bytes);
  size_t bytes = aligned(sizeof(Block)) + aligned(count * sizeof(Thread)) + (count + 2 + ALL_BARRIERS) * row + shared + 256;
  char *memory = calloc(1, bytes + count * launch->stack_bytes + 256);
  if (!memory) return NULL;
  Block *block = (Block *)memory;
  memory += aligned(sizeof(Block));
  block->threads = (Thread *)carve(&memory, count * sizeof(Thread));
  block->ready = (uint32_t *)carve(&memory, row);
  block->released = (uint32_t *)carve(&memory, row);
  for (size_t t = 0; t < count; t++) block->threads[t].clocks = (uint32_t *)carve(&memory, row);
  for (size_t k = 0; k < ALL_BARRIERS; k++) block->barriers[k].gathered = (uint32_t *)carve(&memory, row);
  memory += -(uintptr_t)memory % 256;
  block->shared = carve(&memory, shared);
  for (size_t t = 0; t < count; t++) block->threads[t].bottom = memory + t * launch->stack_bytes;
  if (launch->check_races && launch->shared_bytes) block->cells = calloc(launch->cluster * launch->shared_bytes, sizeof(Cell));
  return block;
}

static void start_thread(Block *block, uint32_t number) {
  Thread *thread = &block->threads[number];
  void **frame = (void **)(thread->bottom + launch->stack_bytes) - launch->frame_words;
  memset(frame, 0, launch->frame_words * sizeof(void *));
  frame[launch->frame_return] = (void *)fiber;
  *(uint64_t *)thread->bottom = CANARY;
  thread->stack = frame;
  thread->block = block;
  thread->number = number;
  thread->spins = thread->fenced = thread->arrived = 0;
  if (thread->seen) memset(thread->seen, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  forget_copies(thread);
  forget_stores(thread);
  forget_products(thread);
  memset(thread->clocks, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  thread->clocks[number] = 1;
  make_ready(thread);
}

static bool begin_block(void) {
  Block *block = spare ? spare : allocate_block();
  if (!block) return false;
  if (spare) spare = spare->next;
  int64_t program = next_program++;
  int64_t row = launch->grid[0] / launch->cluster;
  block->id[0] = program % row * launch->cluster;
  block->id[1] = program / row % launch->grid[1];
  block->id[2] = program / row / launch->grid[1];
  block->serial = ++serial & 0x7FFF;
  block->live = launch->threads;
  block->idle = block->first = block->count = 0;
  memset(block->shared, GARBAGE, launch->cluster * launch->shared_bytes);
  for (uint32_t k = 0; k < ALL_BARRIERS; k++) {
    Barrier *it = &block->barriers[k];
    it->expected = it->arrived = 0;
    memset(it->gathered, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  }
  begin_registers(block);
  memset(block->released, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  forget_transfers(block);
  for (uint32_t t = 0; t < launch->threads; t++) start_thread(block, t);
  block->next = blocks ? blocks->next : block;
  if (blocks) blocks->next = block;
  blocks = block;
  return true;
}

static void end_block(void) {
  Block *block = blocks, *before = block;
  while (before->next != block) before = before->next;
  before->next = block->next;
  blocks = before == block ? NULL : before;
  block->next = spare;
  spare = block;
}

// Other blocks go on where the threads of this one do nothing but look at memory; new ones begin where all do that.
static Status rotate(void) {
  if (blocks->idle < PATIENCE * launch->threads) return FINISHED;
  blocks->idle = 0;
  stalled++;
  uint32_t begun = 1;
  for (Block *b = blocks->next; b != blocks; b = b->next) begun++;
  if (stalled > launch->stall_limit * begun) return STALLED;
  if (next_program < launch->last && begun < launch->resident) return begin_block() ? FINISHED : NO_MEMORY;
  blocks = blocks->next;
  return FINISHED;
}

static Status stuck(Block *block) {
  current = &block->threads[0];
  for (uint32_t t = 0; t < launch->threads; t++)
    if (block->threads[t].state == WAITS) current = &block->threads[t];
  launch->site = current->wait.site;
  return by_current(DEADLOCK);
}

// Lets `current` go on until it waits, ends or leaves.
static Status go_on(void) {
  launch->status = FINISHED;
  switch_stack(&main_stack, current->stack);
  if (*(uint64_t *)current->bottom != CANARY) return by_current(STACK_OVERFLOW);
  if (launch->status != FINISHED) return launch->status;
  return blocks->idle ? rotate() : FINISHED;
}

// The copies of a block, of which the threads have ended, that nobody has waited for.
static Status unfinished(Block *block) {
  current = &block->threads[0];
  make_transfer();
  return by_current(UNFINISHED);
}

static Status step(void) {
  if (!blocks && !begin_block()) return NO_MEMORY;
  current = &blocks->threads[0];
  if (!blocks->live && blocks->transfers) return unfinished(blocks);
  if (!blocks->count || makes_early()) {
    int made = make_transfer();
    if (!made) made = make_arrival();
    if (made) return made < 0 ? by_current(UNEXPECTED) : FINISHED;
  }
  if (!blocks->count) {
    if (blocks->live) return stuck(blocks);
    end_block();
    return FINISHED;
  }
  current = take_ready(blocks);
  return go_on();
}

// Runs what is left of the launch; what it returns is in launch->status, too.
int64_t emu_run(void) {
  Status status = launch->status == PRINT ? go_on() : FINISHED;
  while (status == FINISHED && (blocks || next_program < launch->last)) status = step();
  return launch->status = status;
}

// Whether Python's structure is this one.
int64_t emu_launch_bytes(void) { return sizeof(Launch); }

void emu_begin(Launch *it) {
  launch = it;
  blocks = spare = NULL;
  current = NULL;
  next_program = it->first;
  stalled = serial = 0;
  random_state = it->seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
}

void emu_end(void) {
  if (blocks) {
    Block *first = blocks->next;
    blocks->next = NULL;
    free_blocks(first);
  }
  free_blocks(spare);
  blocks = spare = NULL;
}

// What thread `number` of the block that runs does, for reports: its state, operation, key and site.
void emu_thread(uint32_t number, uint32_t *state) {
  const Thread *thread = &current->block->threads[number];
  state[0] = thread->state;
  state[1] = thread->wait.operation;
  state[2] = thread->wait.key;
  state[3] = thread->wait.site;
}
