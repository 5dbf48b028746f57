// What checked kernels call on GPUs (`codegen/simt/lower/calls.py`): as `runtime/cpu/native/check.c` on CPUs, but with
// the iteration of the loops around in place of a text, and a record and a log of words of 64 bits in global memory.
// Places in these count words from the first. Threads come in any order, so words that several write are atomic.

#include <stdbool.h>
#include <stdint.h>

#define GLOBAL __attribute__((address_space(1)))
#define APART __attribute__((noinline))

#define LOWEST_PAGE 4096              // no array begins below
#define PATIENCE_WHEN_MET 4096
#define LONGEST ((int64_t)1 << 28)    // elements of a run are fewer

enum { UNBOUNDED = -1, NOWHERE = -1 };  // the rank of an extent that nobody knows; an argument that is none
// Arguments below 0 are addresses: -1 stands for those of any argument, ABSOLUTE - n for those of the argument n.
enum { ANY_MEMORY = -2, ABSOLUTE = -3 };
enum { ALL = -1 };

typedef GLOBAL int64_t Word;
typedef struct { int64_t count, stride; } Dim;

// The bytes of an argument's view (`runtime/checks/extents.py`).
typedef struct { int64_t first, size, low, run, rank; Dim dims[5]; int64_t unused; } Extent;

// Which of the lanes that were noted was the first is the reader's to say (`runtime/checks/device_record.py`).
typedef struct {
  int64_t arguments, columns, rows;
  int64_t slots;    // where those of accesses are: lanes, least and most address
  int64_t seen;     // where each slot's bits of programs are
  int64_t entries;  // where each slot's first lanes are: program, lane, when, place, argument, width
  int64_t words;    // of bits a slot
  int64_t room;     // entries a slot
  int64_t log;      // its address; 0 where nothing is logged
  int64_t factor, first;         // of another order of programs; factor 0 of their own
  int64_t fill, whose;           // what loads give where they leave lanes undefined; of which access
  int64_t patience, last, met;   // as in check.c
  Extent extents[];
} Record;

// Visits have 3 words each: low; bytes and segment; site and lane. So have syncs: low; segments before, after; site.
typedef struct {
  int64_t visit_count, visit_room, sync_count, sync_room, segment_count, segment_room, lock, unused;
  int64_t visits, syncs;          // where these are
  int64_t segments;               // of each program, the one it is in
  int64_t used, watched, kinds;   // of each segment, argument and site
} Log;

typedef struct { int64_t count; uint64_t stride, lanes; } Box;  // a dimension of elements, and of their lanes

static int64_t get(const Word *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }

static void set(Word *word, int64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

static bool swap(Word *word, int64_t old, int64_t new) {
  return __atomic_compare_exchange_n(word, &old, new, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static int64_t program_of(const GLOBAL Record *record, int64_t x, int64_t y, int64_t z) {
  return x + record->columns * (y + record->rows * z);
}

// Where an address, which may be anything, is in an argument.
static int64_t place_in(const GLOBAL Extent *extent, uint64_t address) {
  return (int64_t)(address - (uint64_t)extent->low);
}

// What places of accesses are counted from: the first element of an argument, or nothing.
static uint64_t begin(const GLOBAL Record *record, int64_t argument) {
  if (argument < 0) return 0;
  return (uint64_t)record->extents[argument].low + (uint64_t)record->extents[argument].first;
}

APART static bool holds(const GLOBAL Extent *extent, int64_t place, int64_t width) {
  if (extent->rank == UNBOUNDED) return true;
  if (place < 0) return false;
  for (int64_t d = 0; d < extent->rank; d++) {
    int64_t index = place / extent->dims[d].stride, last = extent->dims[d].count - 1;
    place -= (index < last ? index : last) * extent->dims[d].stride;
  }
  return place <= extent->run - width;
}

// How far an address is from an argument that it does not lie in; of one without an extent the most there is.
APART static uint64_t distance(const GLOBAL Extent *extent, uint64_t address) {
  if (extent->rank == UNBOUNDED) return UINT64_MAX;
  uint64_t low = (uint64_t)extent->low, end = low + (uint64_t)extent->run;
  for (int64_t d = 0; d < extent->rank; d++) end += (uint64_t)((extent->dims[d].count - 1) * extent->dims[d].stride);
  return address < low ? low - address : address < end ? 0 : address - end;
}

APART static void note(GLOBAL Record *record, int64_t number, int64_t when, int64_t argument, int64_t place,
                       int64_t width, int64_t lane, int64_t program, int64_t address) {
  Word *words = (Word *)record, *slot = words + record->slots + 3 * number;
  int64_t lanes = __atomic_fetch_add(&slot[0], 1, __ATOMIC_RELAXED);
  __atomic_fetch_min(&slot[1], address, __ATOMIC_RELAXED);
  __atomic_fetch_max(&slot[2], address, __ATOMIC_RELAXED);
  uint64_t bit = (uint64_t)program, word = bit / 64 % (uint64_t)record->words;
  Word *seen = words + record->seen + number * record->words + (int64_t)word;
  __atomic_fetch_or(seen, (int64_t)((uint64_t)1 << bit % 64), __ATOMIC_RELAXED);
  if (lanes >= record->room) return;
  Word *entry = words + record->entries + 6 * (number * record->room + lanes);
  entry[0] = program, entry[1] = lane, entry[2] = when, entry[3] = place, entry[4] = argument, entry[5] = width;
}

// Whether the element of `width` bytes at `place` may be touched; where not it is noted, unless `number` is below 0.
APART int64_t triton_shared_touches(int64_t address, int64_t number, int64_t when, int64_t argument, int64_t place,
                                    int64_t width, int64_t lane, int64_t x, int64_t y, int64_t z) {
  GLOBAL Record *record = (GLOBAL Record *)address;
  int64_t touched = place;
  if (argument <= ABSOLUTE) {
    argument = ABSOLUTE - argument;
    place = place_in(&record->extents[argument], (uint64_t)place);
  }
  if (argument >= 0) {
    if (holds(&record->extents[argument], place, width)) return 1;
    touched = (int64_t)((uint64_t)place + (uint64_t)record->extents[argument].low);
  } else {
    for (int64_t n = 0; n < record->arguments; n++)
      if (holds(&record->extents[n], place_in(&record->extents[n], (uint64_t)place), width)) return 1;
    if (argument == ANY_MEMORY && (uint64_t)place >= LOWEST_PAGE) return 1;
    int64_t near = NOWHERE;
    uint64_t least = UINT64_MAX;
    for (int64_t n = 0; argument != ANY_MEMORY && n < record->arguments; n++) {
      uint64_t away = distance(&record->extents[n], (uint64_t)place);
      if (away < least) least = away, near = n;
    }
    argument = near;
    if (near != NOWHERE) place = place_in(&record->extents[near], (uint64_t)place);
  }
  if (number >= 0) note(record, number, when, argument, place, width, lane, program_of(record, x, y, z), touched);
  return 0;
}

// A lane for which a check does not hold, with up to three values of it.
APART void triton_shared_found(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z, int64_t when,
                               int64_t lane, int64_t first, int64_t second, int64_t third) {
  GLOBAL Record *record = (GLOBAL Record *)address;
  note(record, number, when, second, first, third, lane, program_of(record, x, y, z), first);
}

APART static void log_run(GLOBAL Log *log, uint64_t low, uint64_t bytes, int64_t segment, int64_t site,
                          uint64_t lane) {
  int64_t number = __atomic_fetch_add(&log->visit_count, 1, __ATOMIC_RELAXED);
  if (number >= log->visit_room) return;
  Word *visit = (Word *)log + log->visits + 3 * number;
  visit[0] = (int64_t)low;
  visit[1] = (int64_t)bytes | segment << 32;
  visit[2] = (int64_t)((uint32_t)site | lane << 32);
}

// A program waits before an access until another one has made one since its own last; in vain it halves the patience.
APART static void take_turn(GLOBAL Record *record, int64_t program) {
  int64_t patience = get(&record->patience), self = (program + 1) << 1, busy = self | 1;
  if (patience <= 0) return;
  swap(&record->last, busy, self);
  for (int64_t tries = 0; tries < patience / 2; tries++) {
    int64_t last = get(&record->last);
    if (last != self && !(last & 1) && swap(&record->last, last, busy)) {
      if (last && !__atomic_exchange_n(&record->met, 1, __ATOMIC_RELAXED)) set(&record->patience, PATIENCE_WHEN_MET);
      return;
    }
  }
  set(&record->patience, patience / 2);
  set(&record->last, busy);
}

// Log that a program touches a box of elements; those outside of their argument are not logged: nobody touches them.
APART void triton_shared_visits(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z, int64_t when,
                                int64_t kind, int64_t argument, uint64_t place, uint64_t width, uint64_t lane,
                                int64_t n0, uint64_t s0, uint64_t l0, int64_t n1, uint64_t s1, uint64_t l1,
                                int64_t n2, uint64_t s2, uint64_t l2, int64_t n3, uint64_t s3, uint64_t l3) {
  GLOBAL Record *record = (GLOBAL Record *)address;
  int64_t program = program_of(record, x, y, z);
  (void)when;
  take_turn(record, program);
  GLOBAL Log *log = (GLOBAL Log *)record->log;
  if (!log || n0 <= 0 || n1 <= 0 || n2 <= 0 || n3 <= 0) return;
  Word *words = (Word *)log;
  int64_t whose = argument >= 0 ? argument : argument <= ABSOLUTE ? ABSOLUTE - argument : record->arguments;
  if (!get(&words[log->watched + whose])) return;
  const GLOBAL Extent *extent = whose < record->arguments ? &record->extents[whose] : 0;
  uint64_t low = place + begin(record, argument);
  // the innermost dimension of several elements is a run, where these lie side by side
  Box inner = n3 != 1   ? (Box){n3, s3, l3}
              : n2 != 1 ? (Box){n2, s2, l2}
              : n1 != 1 ? (Box){n1, s1, l1}
                        : (Box){n0, s0, l0};
  bool is_run = inner.stride == width && inner.count < LONGEST;
  uint64_t run = is_run ? (uint64_t)inner.count * width : width;
  if (is_run) {
    if (n3 != 1) n3 = 1;
    else if (n2 != 1) n2 = 1;
    else if (n1 != 1) n1 = 1;
    else n0 = 1;
  }
  set(&words[log->kinds + number], kind);
  int64_t segment = get(&words[log->segments + program]);
  set(&words[log->used + segment], 1);
  for (uint64_t i0 = 0; i0 < (uint64_t)n0; i0++)
    for (uint64_t i1 = 0; i1 < (uint64_t)n1; i1++)
      for (uint64_t i2 = 0; i2 < (uint64_t)n2; i2++)
        for (uint64_t i3 = 0; i3 < (uint64_t)n3; i3++) {
          uint64_t at = low + i0 * s0 + i1 * s1 + i2 * s2 + i3 * s3;
          uint64_t first = lane + i0 * l0 + i1 * l1 + i2 * l2 + i3 * l3;
          if (!extent || holds(extent, place_in(extent, at), (int64_t)run)) {
            log_run(log, at, run, segment, number, first);
            continue;
          }
          for (uint64_t e = 0; e < run / width; e++)
            if (holds(extent, place_in(extent, at + e * width), (int64_t)width))
              log_run(log, at + e * width, width, segment, number, first + e * inner.lanes);
        }
}

// What stands before and after an atomic access that orders programs: one at a time, so that the log has their order.
APART void triton_shared_before(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z, int64_t when,
                                int64_t kind, int64_t argument, int64_t place) {
  GLOBAL Log *log = (GLOBAL Log *)((GLOBAL Record *)address)->log;
  (void)number, (void)x, (void)y, (void)z, (void)when, (void)kind, (void)argument, (void)place;
  while (log && !swap(&log->lock, 0, 1)) {}
}

APART void triton_shared_after(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z, int64_t when,
                               int64_t kind, int64_t argument, int64_t place) {
  GLOBAL Record *record = (GLOBAL Record *)address;
  GLOBAL Log *log = (GLOBAL Log *)record->log;
  (void)when, (void)kind;
  if (!log) return;
  Word *words = (Word *)log, *segment = &words[log->segments + program_of(record, x, y, z)];
  int64_t low = (int64_t)((uint64_t)place + begin(record, argument));
  int64_t count = get(&log->sync_count), before = get(segment), after = get(&log->segment_count);
  Word *sync = &words[log->syncs + 3 * count];
  bool idle = count && get(&sync[-3]) == low && (uint64_t)get(&sync[-2]) >> 32 == (uint64_t)before &&
              !get(&words[log->used + before]);
  if (!idle && after < log->segment_room && count < log->sync_room) {
    set(&sync[0], low), set(&sync[1], before | after << 32), set(&sync[2], number);
    set(segment, after);
    set(&log->segment_count, after + 1);
    set(&log->sync_count, count + 1);
  }
  __atomic_store_n(&log->lock, 0, __ATOMIC_RELEASE);
}

// The number of the program that is run in the place of the program at x, y, z of a grid of so many.
APART int64_t triton_shared_order(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z,
                                  int64_t programs) {
  const GLOBAL Record *record = (GLOBAL Record *)address;
  uint64_t program = (uint64_t)program_of(record, x, y, z), factor = (uint64_t)record->factor;
  (void)number;
  return (int64_t)(factor ? (program * factor + (uint64_t)record->first) % (uint64_t)programs : program);
}

// What an access gives in lanes that it leaves undefined; its slot notes, by its most address, that it was asked for.
APART int64_t triton_shared_fill(int64_t address, int64_t number, int64_t x, int64_t y, int64_t z, int64_t when) {
  GLOBAL Record *record = (GLOBAL Record *)address;
  (void)x, (void)y, (void)z, (void)when;
  set((Word *)record + record->slots + 3 * number + 2, 0);
  return record->whose == ALL || record->whose == number ? record->fill : 0;
}
