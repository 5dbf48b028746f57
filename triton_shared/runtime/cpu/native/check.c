// What checked kernels call (check_accesses.py) when an access is not seen at once to lie in its argument:
// `triton_shared_covers` tells whether a whole box of elements does, `triton_shared_touches` whether one element does, and
// notes the element in the record if not. record.py says what the words of a record are.

#include "system.h"

#define MOST_DIMS 5
#define LOWEST_PAGE 4096  // no array begins below
#define WAIT_TURNS 64

enum { UNBOUNDED = -1, NOWHERE = -1 };           // the rank of an extent that nobody knows; an argument that is none
enum { ANY_ARGUMENT = -1, ANY_MEMORY = -2, ABSOLUTE = -3 };

typedef struct { int64_t count, stride; } Dim;

// The bytes of an argument's view: runs of `run` bytes, the first at `low`, repeated along the dims, widest stride first.
typedef struct { int64_t first, size, low, run, rank; Dim dims[MOST_DIMS]; int64_t unused; } Extent;

typedef struct { int64_t lanes, programs, text, program, lane, place, argument, least, most, width; } Slot;

typedef struct {
  int64_t arguments, columns, rows;
  Slot *slots;
  int64_t capacity;
  uint8_t *seen;   // a bit a slot and program
  int64_t bits;    // programs that have one, by slot
  _Atomic int64_t lock;
  int64_t unused[8];
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

static void note(Record *record, int64_t number, const Slot *found) {
  for (int turns = 0; atomic_exchange_explicit(&record->lock, 1, memory_order_acquire); turns++) {
    relax();
    if (turns % WAIT_TURNS == WAIT_TURNS - 1) sched_yield();
  }
  Slot *slot = &record->slots[number % record->capacity];
  uint64_t bit = (uint64_t)((number % record->capacity) * record->bits + found->program % record->bits);
  bool is_new = !(record->seen[bit / 8] >> bit % 8 & 1);
  int64_t lanes = slot->lanes + 1, programs = slot->programs + is_new;
  bool first = lanes == 1;
  int64_t least = first || found->place < slot->least ? found->place : slot->least;
  int64_t most = first || found->place > slot->most ? found->place : slot->most;
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
  Slot found = {0, 0, text, program, lane, place, argument, 0, 0, width};
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
