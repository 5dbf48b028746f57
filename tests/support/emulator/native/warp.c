// What threads do together: barriers, and exchanges between the lanes of a warp.

#include "emulator.h"

// Operations that threads wait in, as in fibers.py; bits from 8 on tell their kinds apart.
enum { BARRIER, WARP_BARRIER, SHUFFLE, VOTE, REDUCE, MATCH, ELECT, ARRIVAL = 11 };
enum { UP, DOWN, BUTTERFLY, INDEX };
enum { ADD, AND, OR, XOR, UMIN, UMAX, MIN, MAX, POPC };

// ---- Barriers of a block ----

// The wait at barrier `id` for `count` threads, for all if that is 0.
static Wait at_barrier(uint32_t id, uint32_t count, uint32_t site) {
  if (id >= BARRIERS || count % LANES) fail(BAD_OPERAND, site);
  return (Wait){.operation = BARRIER, .key = id + rank_of(current) * BARRIERS, .site = site, .expected = count ? count : block_threads()};
}

static void barrier(uint32_t id, uint32_t count, Exchange *exchange, const void *in, void *out, uint32_t site) {
  if (is_left_out(site) && !in) return;
  Wait wait = at_barrier(id, count, site);
  wait.exchange = exchange;
  wait.in = in;
  wait.out = out;
  wait_for_block(wait);
}

void emu_barrier_arrive(uint32_t id, uint32_t count, uint32_t site) {
  if (!is_left_out(site)) arrive(at_barrier(id, count, site));
}

static void arrive_together(Thread *const *threads, uint32_t count) {
  check_whole_warps(threads, count);
  for (uint32_t k = 0; k < count; k++) {
    current = threads[k];
    Wait wait = current->wait;
    wait.operation = BARRIER;
    arrive(wait);
  }
}

// Aligned: all of a warp arrive at once.
void emu_barrier_arrive_aligned(uint32_t id, uint32_t count, uint32_t site) {
  Wait wait = at_barrier(id, count, site);
  wait.operation = ARRIVAL;
  wait.exchange = arrive_together;
  wait.apart = true;
  if (!is_left_out(site)) wait_for_warp(wait, whole_warp());
}

void emu_barrier(uint32_t id, uint32_t count, uint32_t site) { barrier(id, count, NULL, NULL, NULL, site); }

void emu_barrier_aligned(uint32_t id, uint32_t count, uint32_t site) {
  barrier(id, count, check_whole_warps, NULL, NULL, site);
}

// ---- Barrier of a cluster ----

void emu_cluster_arrive(uint32_t site) {
  if (is_left_out(site)) return;
  if (current->arrived) fail(BAD_OPERAND, site);
  current->arrived = site;
}

// A thread that has arrived waits for all of the cluster; that others come to here, not where they arrive, is stricter.
void emu_cluster_wait(uint32_t site) {
  if (is_left_out(site)) return;
  if (!current->arrived) fail(BAD_OPERAND, site);
  current->arrived = 0;
  wait_for_block((Wait){.operation = BARRIER, .key = CLUSTER_BARRIER, .site = site, .expected = launch->threads});
}

static void count_true(Thread *const *threads, uint32_t count) {
  uint32_t total = 0;
  check_whole_warps(threads, count);
  for (uint32_t k = 0; k < count; k++) total += *(const uint32_t *)threads[k]->wait.in;
  for (uint32_t k = 0; k < count; k++) ((uint32_t *)threads[k]->wait.out)[0] = total, ((uint32_t *)threads[k]->wait.out)[1] = count;
}

uint32_t emu_barrier_reduce(uint32_t id, uint32_t count, uint32_t value, uint32_t how, uint32_t site) {
  uint32_t in = !!value, out[2];
  barrier(id, count, count_true, &in, out, site);
  return how == POPC ? out[0] : how == AND ? out[0] == out[1] : out[0] > 0;
}

// ---- Warps ----

void emu_warp_barrier(uint32_t mask, uint32_t site) {
  if (!is_left_out(site)) wait_for_warp((Wait){.operation = WARP_BARRIER, .key = mask, .site = site}, mask);
}

typedef struct { uint32_t value, lane, clamp, mode; } Shuffle;

static Thread *at_lane(Thread *const *threads, uint32_t count, uint32_t wanted) {
  for (uint32_t k = 0; k < count; k++)
    if (lane(threads[k]) == wanted) return threads[k];
  return NULL;
}

// The lane that a shuffle takes its value from, as the PTX manual has it: shfl.sync.
static uint32_t source_lane(const Shuffle *it, uint32_t self, bool *valid) {
  uint32_t segment = it->clamp >> 8 & 31, bound = it->clamp & 31, b = it->lane & 31;
  uint32_t last = (self & segment) | (bound & ~segment), first = self & segment;
  uint32_t lanes[] = {[UP] = self - b, [DOWN] = self + b, [BUTTERFLY] = self ^ b, [INDEX] = first | (b & ~segment)};
  uint32_t from = lanes[it->mode];
  *valid = it->mode == UP ? (int32_t)from >= (int32_t)last : from <= last;
  return *valid ? from : self;
}

static void shuffle(Thread *const *threads, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    const Shuffle *it = threads[k]->wait.in;
    uint32_t *out = threads[k]->wait.out;
    bool valid;
    uint32_t from = source_lane(it, lane(threads[k]), &valid);
    const Thread *source = at_lane(threads, count, from);
    if (!source) {
      current = threads[k];
      launch->other_thread = current->number - lane(current) + from;
      fail(BAD_OPERAND, current->wait.site);
    }
    out[0] = ((const Shuffle *)source->wait.in)->value;
    out[1] = valid;
  }
}

// The value in the low half of the result, whether it came from a lane in range above.
uint64_t emu_shuffle(uint32_t mode, uint32_t mask, uint32_t value, uint32_t from, uint32_t clamp, uint32_t site) {
  Shuffle in = {value, from, clamp, mode};
  uint32_t out[2];
  wait_for_warp((Wait){.operation = SHUFFLE | mode << 8, .key = mask, .site = site, .exchange = shuffle, .in = &in, .out = out}, mask);
  return out[0] | (uint64_t)out[1] << 32;
}

static void vote(Thread *const *threads, uint32_t count) {
  uint32_t ballot = 0, all = 0;
  for (uint32_t k = 0; k < count; k++) {
    ballot |= *(const uint32_t *)threads[k]->wait.in << lane(threads[k]);
    all |= 1u << lane(threads[k]);
  }
  for (uint32_t k = 0; k < count; k++) ((uint32_t *)threads[k]->wait.out)[0] = ballot, ((uint32_t *)threads[k]->wait.out)[1] = all;
}

// The lanes of `mask` whose value is true.
uint32_t emu_ballot(uint32_t mask, uint32_t value, uint32_t site) {
  uint32_t in = value & 1, out[2];
  wait_for_warp((Wait){.operation = VOTE, .key = mask, .site = site, .exchange = vote, .in = &in, .out = out}, mask);
  return out[0];
}

typedef struct { uint32_t value, how; } Operand;

static uint32_t combine(uint32_t how, uint32_t a, uint32_t b) {
  switch (how) {
    case ADD: return a + b;
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case UMIN: return a < b ? a : b;
    case UMAX: return a > b ? a : b;
    case MIN: return (int32_t)a < (int32_t)b ? a : b;
    default: return (int32_t)a > (int32_t)b ? a : b;
  }
}

static void reduce(Thread *const *threads, uint32_t count) {
  const Operand *first = threads[0]->wait.in;
  uint32_t total = first->value;
  for (uint32_t k = 1; k < count; k++) total = combine(first->how, total, ((const Operand *)threads[k]->wait.in)->value);
  for (uint32_t k = 0; k < count; k++) *(uint32_t *)threads[k]->wait.out = total;
}

uint32_t emu_reduce(uint32_t how, uint32_t value, uint32_t mask, uint32_t site) {
  Operand in = {value, how};
  uint32_t out;
  wait_for_warp((Wait){.operation = REDUCE | how << 8, .key = mask, .site = site, .exchange = reduce, .in = &in, .out = &out}, mask);
  return out;
}

static void match(Thread *const *threads, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    uint32_t alike = 0;
    for (uint32_t j = 0; j < count; j++)
      if (*(const uint64_t *)threads[j]->wait.in == *(const uint64_t *)threads[k]->wait.in) alike |= 1u << lane(threads[j]);
    *(uint32_t *)threads[k]->wait.out = alike;
  }
}

// The lanes of `mask` that have the same value as this one.
uint32_t emu_match(uint32_t mask, uint64_t value, uint32_t site) {
  uint32_t out;
  wait_for_warp((Wait){.operation = MATCH, .key = mask, .site = site, .exchange = match, .in = &value, .out = &out}, mask);
  return out;
}

// ---- Special registers ----

enum { TID, NTID, CTAID, NCTAID, LANEID, WARPID, NWARPID, CLOCK, LANEMASK_EQ, LANEMASK_LT, LANEMASK_LE, LANEMASK_GT, LANEMASK_GE };

// Register `which`, of dimension `axis` where it has any.
uint32_t emu_register(uint32_t which, uint32_t axis) {
  uint32_t self = lane(current);
  switch (which) {
    case TID: return axis ? 0 : current->number % block_threads();
    case NTID: return axis ? 1 : block_threads();
    case CTAID: return current->block->id[axis] + (axis ? 0 : rank_of(current));
    case NCTAID: return launch->grid[axis];
    case LANEID: return self;
    case WARPID: return current->number % block_threads() / LANES;
    case NWARPID: return (block_threads() + LANES - 1) / LANES;
    case CLOCK: return current->clocks[current->number];
    case LANEMASK_EQ: return 1u << self;
    case LANEMASK_LT: return (1u << self) - 1;
    case LANEMASK_LE: return (2u << self) - 1;
    case LANEMASK_GT: return ~((2u << self) - 1);
    default: return ~((1u << self) - 1);
  }
}

// The lanes of the warp that have not ended.
uint32_t emu_active_lanes(void) {
  uint32_t lanes = 0, start = current->number - lane(current);
  for (uint32_t k = 0; k < LANES && start + k < launch->threads; k++)
    if (current->block->threads[start + k].state != DONE) lanes |= 1u << k;
  return lanes;
}

void emu_nanosleep(void) { yield(); }
