// What checked kernels call. When an access is not seen at once to lie in its argument (check_accesses.py),
// `triton_shared_covers` tells whether a whole box of elements does, `triton_shared_touches` whether one element does, and
// notes the element in the record if not. `triton_shared_found` notes one lane for which a check does not hold
// (check_promises.py, check_values.py); `triton_shared_visits` logs which bytes a program touches, and
// `triton_shared_before` and `triton_shared_after` stand around atomics that order programs (check_races.py). record.py says
// what the words of a record are.

#include "system.h"

#define MOST_DIMS 5
#define LOWEST_PAGE 4096  // no array begins below
#define WAIT_SPINS 64
#define PATIENCE_WHEN_MET 4096

enum { ANY = -1, UNBOUNDED = -1, NOWHERE = -1 };           // the rank of an extent that nobody knows; an argument that is none
enum { ANY_ARGUMENT = -1, ANY_MEMORY = -2, ABSOLUTE = -3 };

typedef struct { int64_t count, stride; } Dim;

// The bytes of an argument's view: runs of `run` bytes, the first at `low`, repeated along the dims, widest stride first.
typedef struct { int64_t first, size, low, run, rank; Dim dims[MOST_DIMS]; int64_t unused; } Extent;

// What the first lane was, and what is known of all; `least` and `most` are addresses, as lanes may be of several arguments.
typedef struct { int64_t lanes, programs, text, program, lane, place, argument, least, most, width; } Slot;

// A run of bytes that a program touches, from its sync on; `site` is the access's, `lane` that of the first byte.
typedef struct { int64_t low; uint32_t bytes, segment, site, lane; } Visit;

// An atomic access that orders programs: the segments of its program before and after it.
typedef struct { int64_t low; uint32_t before, after, site, unused; } Sync;

typedef struct {
  Visit *visits;
  Sync *syncs;
  int64_t visit_room, sync_room;
  _Atomic int64_t visit_count, sync_count;
  uint32_t *segments;     // of each program, the segment that it is in
  uint8_t *used;          // of each segment, whether anything was logged in it
  int64_t segment_room;
  _Atomic int64_t segment_count, lock;
  int64_t *texts, *kinds; // of each site
  uint8_t *watched;       // of each argument, whether visits to it are logged; behind these, of addresses
} Log;

typedef struct {
  int64_t arguments, columns, rows;
  Slot *slots;
  int64_t capacity;
  uint8_t *seen;   // a bit a slot and program
  int64_t bits;    // programs that have one, by slot
  _Atomic int64_t lock;
  Log *log;              // NULL where nothing is logged
  int64_t factor, first; // the place of the n-th program in the grid: first + n * factor, of all programs; n where factor is 0
  int64_t fill, whose;   // what loads give where masked off without `other`: 0 to 3; of which access, ANY for all
  // where threads take turns: how often they may still yield while they wait; whose access was the last, an odd number as
  // long as it may be going on; whether two have met
  _Atomic int64_t patience;
  _Atomic uint64_t last;
  _Atomic int64_t met;
  Extent extents[];
} Record;

// What remains of `place` in a run after the coordinates of its dims, which go to `at`; at most `count - 1` of each.
static int64_t split(const Extent *extent, int64_t place, int64_t *at) {
  for (int64_t d = 0; d < extent->rank; d++) {
    int64_t index = place / extent->dims[d].stride;
    at[d] = index < extent->dims[d].count ? index : extent->dims[d].count - 1;
    place -= at[d] * extent->dims[d].stride;
  }
  return place;
}

static bool holds(const Extent *extent, int64_t place, int64_t width) {
  int64_t at[MOST_DIMS];
  if (extent->rank == UNBOUNDED) return true;
  return place >= 0 && split(extent, place, at) <= extent->run - width;
}

static bool any_holds(const Record *record, int64_t address, int64_t width) {
  for (int64_t n = 0; n < record->arguments; n++)
    if (holds(&record->extents[n], (int64_t)((uint64_t)address - (uint64_t)record->extents[n].low), width)) return true;
  return false;
}

static int64_t last_of(const Extent *extent) {
  int64_t end = extent->run;
  for (int64_t d = 0; d < extent->rank; d++) end += (extent->dims[d].count - 1) * extent->dims[d].stride;
  return end;
}

// The argument that an address, which lies in none, is nearest to.
static int64_t nearest(const Record *record, int64_t address) {
  int64_t found = NOWHERE;
  uint64_t least = UINT64_MAX;
  for (int64_t n = 0; n < record->arguments; n++) {
    const Extent *extent = &record->extents[n];
    if (extent->rank == UNBOUNDED) continue;
    uint64_t low = (uint64_t)extent->low, end = low + (uint64_t)last_of(extent), at = (uint64_t)address;
    uint64_t distance = at < low ? low - at : at - end;
    if (at >= low && at < end) distance = 0;
    if (distance < least) least = distance, found = n;
  }
  return found;
}

static void take(_Atomic int64_t *lock) {
  for (int spins = 0; atomic_exchange_explicit(lock, 1, memory_order_acquire); spins++) {
    relax();
    if (spins % WAIT_SPINS == WAIT_SPINS - 1) sched_yield();
  }
}

static void note(Record *record, int64_t number, const Slot *found) {
  take(&record->lock);
  Slot *slot = &record->slots[number % record->capacity];
  uint64_t bit = (uint64_t)((number % record->capacity) * record->bits + found->program % record->bits);
  bool is_new = !(record->seen[bit / 8] >> bit % 8 & 1);
  int64_t lanes = slot->lanes + 1, programs = slot->programs + is_new;
  bool first = lanes == 1;
  int64_t least = first || found->least < slot->least ? found->least : slot->least;
  int64_t most = first || found->most > slot->most ? found->most : slot->most;
  record->seen[bit / 8] |= (uint8_t)(1 << bit % 8);
  if (first || found->program < slot->program) *slot = *found;
  slot->lanes = lanes, slot->programs = programs, slot->least = least, slot->most = most;
  atomic_store_explicit(&record->lock, 0, memory_order_release);
}

// Whether the element of `width` bytes at `place` may be touched; where not, it is noted. `place` counts bytes from the
// lowest of the argument; of an argument below 0 it is an address: ANY_ARGUMENT's, ANY_MEMORY's, or ABSOLUTE - n.
int64_t triton_shared_touches(Record *record, int64_t number, int64_t text, int64_t argument, int64_t place,
                              int64_t width, int64_t lane, int64_t x, int64_t y, int64_t z) {
  if (argument <= ABSOLUTE) {
    argument = ABSOLUTE - argument;
    place = (int64_t)((uint64_t)place - (uint64_t)record->extents[argument].low);
  }
  if (argument >= 0) {
    if (holds(&record->extents[argument], place, width)) return 1;
  } else {
    if (any_holds(record, place, width)) return 1;
    if (argument == ANY_MEMORY && (uint64_t)place >= LOWEST_PAGE) return 1;
    int64_t near = argument == ANY_MEMORY ? NOWHERE : nearest(record, place);
    if (near != NOWHERE) place = (int64_t)((uint64_t)place - (uint64_t)record->extents[near].low);
    argument = near;
  }
  int64_t program = x + record->columns * (y + record->rows * z);
  int64_t low = argument == NOWHERE ? 0 : record->extents[argument].low;
  int64_t address = (int64_t)((uint64_t)low + (uint64_t)place);
  Slot found = {0, 0, text, program, lane, place, argument, address, address, width};
  note(record, number, &found);
  return 0;
}

static bool box_fits(const Extent *extent, int64_t place, int64_t width, const Dim *box) {
  int64_t at[MOST_DIMS], step[MOST_DIMS], rest;
  if (extent->rank == UNBOUNDED) return true;
  for (int d = 0; d < MOST_DIMS; d++)
    if (box[d].count > 1 && box[d].stride < 0 &&
        __builtin_add_overflow(place, (box[d].count - 1) * box[d].stride, &place)) return false;
  if (place < 0) return false;
  rest = split(extent, place, at);
  for (int d = 0; d < MOST_DIMS; d++) {
    int64_t stride = box[d].stride < 0 ? -box[d].stride : box[d].stride;
    if (box[d].count <= 1) continue;
    int64_t within = split(extent, stride, step);
    for (int64_t k = 0; k < extent->rank; k++) {
      at[k] += (box[d].count - 1) * step[k];
      if (at[k] >= extent->dims[k].count) return false;
    }
    if (within > extent->run) return false;
    rest += (box[d].count - 1) * within;
  }
  return rest <= extent->run - width;
}

// Whether all elements of a box lie in the argument: that at `place` and those at distances of n * stride bytes along
// each of five dims. False may mean that it takes a look at each.
int64_t triton_shared_covers(Record *record, int64_t argument, int64_t place, int64_t width, int64_t n0, int64_t s0,
                             int64_t n1, int64_t s1, int64_t n2, int64_t s2, int64_t n3, int64_t s3, int64_t n4,
                             int64_t s4) {
  const Dim box[MOST_DIMS] = {{n0, s0}, {n1, s1}, {n2, s2}, {n3, s3}, {n4, s4}};
  const int64_t far = (int64_t)1 << 36, many = (int64_t)1 << 26;
  for (int d = 0; d < MOST_DIMS; d++) {
    if (box[d].count <= 0) return 1;
    if (box[d].count > many || box[d].stride > far || box[d].stride < -far) return 0;
  }
  if (argument <= ABSOLUTE) {
    argument = ABSOLUTE - argument;
    place = (int64_t)((uint64_t)place - (uint64_t)record->extents[argument].low);
  }
  if (argument >= 0) return box_fits(&record->extents[argument], place, width, box);
  for (int64_t n = 0; n < record->arguments; n++)
    if (box_fits(&record->extents[n], (int64_t)((uint64_t)place - (uint64_t)record->extents[n].low), width, box)) return 1;
  return 0;
}

// A lane for which a check does not hold, with up to three values of it.
void triton_shared_found(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t text, int64_t lane,
                         int64_t first, int64_t second, int64_t third) {
  int64_t program = x + record->columns * (y + record->rows * z);
  Slot found = {0, 0, text, program, lane, first, second, 0, 0, third};
  note(record, number, &found);
}

static void log_run(Log *log, int64_t low, int64_t bytes, uint32_t segment, int64_t site, int64_t lane) {
  int64_t at = atomic_fetch_add_explicit(&log->visit_count, 1, memory_order_relaxed);
  if (at >= log->visit_room) return;
  Visit visit = {low, (uint32_t)bytes, segment, (uint32_t)site, (uint32_t)lane};
  log->visits[at] = visit;
}

static int64_t program_of(const Record *record, int64_t x, int64_t y, int64_t z) {
  return x + record->columns * (y + record->rows * z);
}

// Where threads take turns, one waits before an access until another one has made one since its own last: each time
// it yields half as often as is left at most, as the others may have no programs left. For the first to arrive, who may
// have to be woken, there is more patience than afterwards.
static void take_turn(Record *record) {
  int64_t patience = atomic_load_explicit(&record->patience, memory_order_relaxed);
  if (patience <= 0) return;
  uint64_t self = pthread_self() & ~(uint64_t)1, last = self | 1;
  atomic_compare_exchange_strong(&record->last, &last, self);
  for (int64_t tries = 0; tries < patience / 2; tries++) {
    last = atomic_load(&record->last);
    if (last != self && !(last & 1) && atomic_compare_exchange_strong(&record->last, &last, self | 1)) {
      if (last && !atomic_exchange(&record->met, 1)) atomic_store(&record->patience, PATIENCE_WHEN_MET);
      return;
    }
    atomic_fetch_sub_explicit(&record->patience, 1, memory_order_relaxed);
    sched_yield();
  }
  atomic_store(&record->last, self | 1);
}

// Log that a program touches a box of elements, as `triton_shared_covers` takes it; `lanes` are the distances of lanes along
// its dims. Elements outside of the argument are not logged: nobody touches them.
void triton_shared_visits(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t text, int64_t kind,
                          int64_t argument, int64_t place, int64_t width, int64_t lane, int64_t n0, int64_t s0, int64_t l0,
                          int64_t n1, int64_t s1, int64_t l1, int64_t n2, int64_t s2, int64_t l2, int64_t n3, int64_t s3,
                          int64_t l3) {
  Log *log = record->log;
  take_turn(record);
  int64_t whose = argument >= 0 ? argument : argument <= ABSOLUTE ? ABSOLUTE - argument : record->arguments;
  if (!log || !log->watched[whose]) return;
  const Extent *extent = whose < record->arguments ? &record->extents[whose] : NULL;
  int64_t low = argument >= 0 ? extent->low + extent->first + place : place;
  Dim box[4] = {{n0, s0}, {n1, s1}, {n2, s2}, {n3, s3}};
  int64_t lanes[4] = {l0, l1, l2, l3};
  for (int d = 0; d < 4; d++)
    if (box[d].count <= 0) return;
  int last = 3;
  while (last >= 0 && box[last].count == 1) last--;
  int64_t run = width;
  if (last >= 0 && box[last].stride == width && box[last].count < (1 << 28)) run = width * box[last].count;
  log->texts[number] = text, log->kinds[number] = kind;
  uint32_t segment = log->segments[program_of(record, x, y, z)];
  log->used[segment] = 1;
  int outer = run > width ? last : last + 1;
  int64_t index[4] = {0, 0, 0, 0};
  for (;;) {
    int64_t at = low, first = lane, bytes = run;
    for (int d = 0; d < outer; d++) at += index[d] * box[d].stride, first += index[d] * lanes[d];
    bool inside = !extent || holds(extent, at - extent->low, bytes);
    if (inside) log_run(log, at, bytes, segment, number, first);
    else
      for (int64_t n = 0; n < bytes / width; n++)
        if (holds(extent, at + n * width - extent->low, width))
          log_run(log, at + n * width, width, segment, number, first + n * (outer < 4 ? lanes[outer] : 0));
    int d = outer - 1;
    while (d >= 0 && ++index[d] == box[d].count) index[d--] = 0;
    if (d < 0) return;
  }
}

// What stands before and after an atomic access that orders programs: one at a time, so that the log has their order.
void triton_shared_before(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t text, int64_t kind,
                          int64_t argument, int64_t place) {
  (void)number, (void)x, (void)y, (void)z, (void)text, (void)kind, (void)argument, (void)place;
  if (record->log) take(&record->log->lock);
}

void triton_shared_after(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t text, int64_t kind,
                         int64_t argument, int64_t place) {
  Log *log = record->log;
  if (!log) return;
  int64_t low = argument >= 0 ? record->extents[argument].low + record->extents[argument].first + place : place;
  int64_t program = program_of(record, x, y, z), count = atomic_load_explicit(&log->sync_count, memory_order_relaxed);
  uint32_t before = log->segments[program];
  Sync *last = count ? &log->syncs[count - 1] : NULL;
  (void)text, (void)kind;
  bool idle = last && last->low == low && last->after == before && !log->used[before];
  int64_t after = atomic_load_explicit(&log->segment_count, memory_order_relaxed);
  if (!idle && after < log->segment_room && count < log->sync_room) {
    Sync sync = {low, before, (uint32_t)after, (uint32_t)number, 0};
    log->syncs[count] = sync;
    log->segments[program] = (uint32_t)after;
    atomic_store_explicit(&log->segment_count, after + 1, memory_order_relaxed);
    atomic_store_explicit(&log->sync_count, count + 1, memory_order_relaxed);
  }
  atomic_store_explicit(&log->lock, 0, memory_order_release);
}

// The number of the program that is run in the place of the program at x, y, z of a grid of so many.
int64_t triton_shared_order(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t programs) {
  (void)number;
  int64_t program = program_of(record, x, y, z);
  return record->factor ? (int64_t)(((uint64_t)program * (uint64_t)record->factor + (uint64_t)record->first) % (uint64_t)programs) : program;
}

// What an access gives in lanes that it leaves undefined: which of three values.
int64_t triton_shared_fill(Record *record, int64_t number, int64_t x, int64_t y, int64_t z, int64_t text) {
  (void)x, (void)y, (void)z;
  record->slots[number % record->capacity].text = text;
  return record->whose == ANY || record->whose == number ? record->fill : 0;
}
