// What a thread may touch, and whether another may have touched it at the same time.
//
// Races are found as by FastTrack (Flanagan and Freund, PLDI 2009). Each thread has a clock, and knows of each other
// thread up to which tick it is behind it; whoever waits together shares what it knows. A byte's cell has its last
// write, and two reads that nothing orders. An access whose tick the thread does not know to be behind it may come
// before or after its own: that is a race if one of both writes, unless both are atomic or volatile, or write the same.

#include "emulator.h"

// An access in a cell: the tick, whether it is strong, the thread or behind these the mbarrier, the block and the place
// in the program.
enum { CLOCK_BITS = 20, THREAD_BITS = 11, BLOCK_BITS = 15, SITE_AT = CLOCK_BITS + 1 + THREAD_BITS + BLOCK_BITS };
enum { SHARED, GENERIC };
static const uint64_t ONE = 1;

static uint64_t bits(uint64_t word, int at, int count) { return word >> at & ((ONE << count) - 1); }
static uint64_t tick(uint64_t access) { return bits(access, 0, CLOCK_BITS); }
static uint64_t is_strong(uint64_t access) { return bits(access, CLOCK_BITS, 1); }
static uint64_t thread_of(uint64_t access) { return bits(access, CLOCK_BITS + 1, THREAD_BITS); }
static uint64_t block_of(uint64_t access) { return bits(access, CLOCK_BITS + 1 + THREAD_BITS, BLOCK_BITS); }
static uint64_t site_of(uint64_t access) { return access >> SITE_AT; }

static uint64_t access_now(uint32_t how, uint32_t site) {
  uint64_t word = site;
  word = word << BLOCK_BITS | current->block->serial;
  word = word << THREAD_BITS | current->number;
  word = word << 1 | !!(how & STRONG);
  return word << CLOCK_BITS | current->clocks[current->number];
}

// Whether `access` is known to be behind the current thread, as are all of other blocks.
static bool is_ordered(uint64_t access) {
  if (!access || block_of(access) != current->block->serial || thread_of(access) == current->number) return true;
  return tick(access) <= current->clocks[thread_of(access)];
}

static bool conflicts(uint64_t access, uint32_t how) { return !is_ordered(access) && !(is_strong(access) && how & STRONG); }

// Fails over an access to `place`, of which `space` says whether it is in shared memory.
static void report(Status status, int space, const char *place, uint32_t how, uint32_t site) {
  launch->in_shared = space == SHARED;
  launch->address = space == SHARED ? place - current->block->shared - rank_of(current) * launch->shared_bytes : (int64_t)place;
  launch->size = how & 0xFFFF;
  launch->written = !!(how & WRITE);
  fail(status, site);
}

static void report_race(uint64_t access, bool it_wrote, int space, const char *byte, uint32_t how, uint32_t site) {
  launch->other_thread = thread_of(access);
  launch->other_site = site_of(access);
  launch->other_write = it_wrote;
  report(RACE, space, byte, how, site);
}

static void note_read(Cell *cell, uint64_t now) {
  uint64_t *reads = cell->reads;
  bool first = is_ordered(reads[0]) || (!is_ordered(reads[1]) && thread_of(reads[0]) / LANES == current->number / LANES);
  reads[first ? 0 : 1] = now;
}

// Whether a strong write would hide a weak one of the same thread, of the same tick, that still races with others.
static bool hides(uint64_t now, uint64_t before) {
  const uint64_t mine = ((ONE << SITE_AT) - 1) ^ ONE << CLOCK_BITS;
  return is_strong(now) && !is_strong(before) && (now & mine) == (before & mine);
}

// Checks and notes an access to the bytes at `place`, to which `value` is written, where that is known.
static void note(Cell *cells, int space, const char *place, const char *value, uint32_t how, uint32_t site) {
  uint64_t now = access_now(how, site);
  bool overlaps = how & WRITE && space == GENERIC && launch->overlaps;
  for (uint32_t k = 0; k < (how & 0xFFFF); k++) {
    Cell *cell = &cells[k];
    bool same = how & WRITE && value && value[k] == place[k];
    if (conflicts(cell->write, how) && !same && !overlaps) report_race(cell->write, true, space, place + k, how, site);
    if (!(how & WRITE)) {
      note_read(cell, now);
      continue;
    }
    for (int r = 0; r < 2; r++)
      if (conflicts(cell->reads[r], how) && !same) report_race(cell->reads[r], false, space, place + k, how, site);
    *cell = (Cell){hides(now, cell->write) ? cell->write : now, {0, 0}};
  }
}

static void check_alignment(int64_t address, int space, const char *place, uint32_t how, uint32_t site) {
  if (address & ((ONE << (how >> ALIGN_SHIFT)) - 1)) report(MISALIGNED, space, place, how, site);
}

static char *shared_at(uint32_t address, const char *value, uint32_t how, uint32_t site) {
  int64_t offset = offset_of(address), in_own = offset_in_block(address);
  char *place = current->block->shared + offset;
  check_alignment(address, SHARED, place, how, site);
  if (in_own < 0 || in_own + (how & 0xFFFF) > launch->shared_bytes) report(OUT_OF_BOUNDS, SHARED, place, how, site);
  if (launch->check_races) note(current->block->cells + offset, SHARED, place, value, how, site);
  return place;
}

static const Region *region_of(const char *place, uint32_t size) {
  static int64_t last;
  if (last < launch->region_count && place >= launch->regions[last].begin && place + size <= launch->regions[last].end)
    return &launch->regions[last];
  for (int64_t k = 0; k < launch->region_count; k++)
    if (place >= launch->regions[k].begin && place + size <= launch->regions[k].end) return &launch->regions[last = k];
  return NULL;
}

static char *generic_at(char *place, const char *value, uint32_t how, uint32_t site) {
  uint32_t size = how & 0xFFFF;
  const Block *block = current->block;
  if (place >= current->bottom && place + size <= current->bottom + launch->stack_bytes) return place;
  if (place >= block->shared && place < block->shared + launch->cluster * launch->shared_bytes)
    return shared_at(emu_to_shared(place), value, how, site);
  const Region *region = region_of(place, size);
  if (!region) report(OUT_OF_BOUNDS, GENERIC, place, how, site);
  if (how & WRITE && !region->writable) report(READ_ONLY, GENERIC, place, how, site);
  check_alignment((int64_t)place, GENERIC, place, how, site);
  if (launch->check_races && region->cells) note(region->cells + (place - region->begin), GENERIC, place, value, how, site);
  return place;
}

// Where a thread finds memory that it may access as `how` says, in shared memory and elsewhere.
char *emu_shared(uint64_t address, uint32_t how, uint32_t site) {
  char *place = shared_at(address, NULL, how, site);
  if (how & STRONG) yield();
  return place;
}

char *emu_generic(char *address, uint32_t how, uint32_t site) {
  char *place = generic_at(address, NULL, how, site);
  if (how & STRONG) yield();
  return place;
}

void emu_write_shared(uint64_t address, const char *value, uint32_t how, uint32_t site) {
  memcpy(shared_at(address, value, how, site), value, how & 0xFFFF);
}

void emu_write_generic(char *address, const char *value, uint32_t how, uint32_t site) {
  memcpy(generic_at(address, value, how, site), value, how & 0xFFFF);
}

static uint32_t vector_of(uint32_t size) { return size | __builtin_ctz(size) << ALIGN_SHIFT; }

void read_shared(uint64_t address, char *value, uint32_t size, uint32_t site) {
  memcpy(value, shared_at(address, NULL, vector_of(size), site), size);
}

void write_shared(uint64_t address, const char *value, uint32_t size, uint32_t site) {
  memcpy(shared_at(address, value, vector_of(size) | WRITE, site), value, size);
}

uint64_t check_copy(uint64_t to, char *from, uint32_t size, uint32_t given, uint32_t site) {
  if (given) generic_at(from, NULL, given | (vector_of(size) & ~0xFFFF), site);
  else check_alignment((int64_t)from, GENERIC, from, vector_of(size), site);  // of what nothing is read of, too
  shared_at(to, NULL, vector_of(size) | WRITE, site);
  return launch->check_races ? current->block->cells[offset_of(to)].write : 0;
}

void check_proxy(uint64_t address, uint32_t size, uint32_t site) {
  int64_t offset = offset_of(address);
  for (uint32_t k = 0; launch->check_races && k < size; k++) {
    uint64_t write = current->block->cells[offset + k].write;
    uint64_t writer = thread_of(write), threads = launch->threads;
    if (!write || block_of(write) != current->block->serial || (writer >= threads && (writer - threads) % 2 == TENSORS)) continue;
    if (writer < threads && tick(write) <= current->block->threads[writer].fenced) continue;
    if (current->seen && tick(write) <= current->seen[writer]) continue;
    report_race(write, true, SHARED, current->block->shared + offset + k, vector_of(size), site);
  }
}

void check_untouched(uint64_t to, uint32_t size, uint64_t write, uint32_t site) {
  int64_t offset = offset_of(to);
  if (!launch->check_races) return;
  for (uint32_t k = 0; k < size; k++) {
    const Cell *cell = &current->block->cells[offset + k];
    const char *place = current->block->shared + offset + k;
    if (cell->write != write) report_race(cell->write, true, SHARED, place, vector_of(size) | WRITE, site);
    for (int r = 0; r < 2; r++)
      if (cell->reads[r]) report_race(cell->reads[r], false, SHARED, place, vector_of(size) | WRITE, site);
  }
}

static void mark(uint64_t address, uint32_t size, uint32_t number, uint32_t tick, uint32_t site) {
  uint64_t word = site;
  word = word << BLOCK_BITS | current->block->serial;
  word = word << THREAD_BITS | number;
  word = word << (CLOCK_BITS + 1) | tick;
  for (uint32_t k = 0; k < size; k++) current->block->cells[offset_of(address) + k] = (Cell){word, {0, 0}};
}

void claim_shared(uint64_t address, uint32_t size, uint32_t number, uint32_t phase, enum Claims by, uint32_t site) {
  shared_at(address, NULL, vector_of(size) | WRITE, site);
  if (launch->check_races) mark(address, size, launch->threads + 2 * number + by, phase, site);
}

void own_shared(uint64_t address, uint32_t size, uint32_t site) {
  if (launch->check_races) mark(address, size, current->number, current->clocks[current->number], site);
}

void check_read(char *place, uint32_t size, uint32_t site) { generic_at(place, NULL, size, site); }

enum { CHUNK = 4096 };

static uint32_t chunk_of(int64_t rest) { return rest < CHUNK ? rest : CHUNK; }

static char *place_at(uint64_t address, uint32_t space, uint32_t how, uint32_t site) {
  return space == SHARED ? shared_at(address, NULL, how, site) : generic_at((char *)address, NULL, how, site);
}

// Moves bytes between the spaces of `spaces`: bit 0 says that they come from elsewhere than shared memory, bit 1 that
// they go elsewhere.
void emu_move(uint64_t to, uint64_t from, int64_t bytes, uint32_t spaces, uint32_t site) {
  for (int64_t at = 0; at < bytes; at += CHUNK) {
    uint32_t size = chunk_of(bytes - at);
    const char *source = place_at(from + at, spaces & 1, size, site);
    memcpy(place_at(to + at, spaces >> 1, size | WRITE, site), source, size);
  }
}

void emu_set(uint64_t to, uint32_t byte, int64_t bytes, uint32_t space, uint32_t site) {
  for (int64_t at = 0; at < bytes; at += CHUNK)
    memset(place_at(to + at, space, chunk_of(bytes - at) | WRITE, site), byte, chunk_of(bytes - at));
}

char *emu_to_generic(uint64_t address) { return current->block->shared + offset_of((uint32_t)address); }

uint64_t emu_to_shared(const char *address) {
  int64_t offset = address - current->block->shared, bytes = launch->shared_bytes, rank = rank_of(current);
  if (offset < 0 || offset >= launch->cluster * bytes || offset / bytes == rank) return offset - rank * bytes + SHARED_BASE;
  return in_block(offset % bytes + SHARED_BASE, offset / bytes);
}

// The address in the block `rank` of the cluster of what lies at `address` in another one.
uint32_t emu_map_shared(uint64_t address, uint32_t rank, uint32_t site) {
  if (rank >= launch->cluster) fail(BAD_OPERAND, site);
  return in_block(address, rank);
}

// What the thread has written to shared memory the asynchronous proxy sees: wgmma, and copies of tensors. What it knows
// that others have written this thread's own wgmma and copies see.
void emu_fence_proxy(uint32_t site) {
  if (is_left_out(site)) return;
  if (!current->seen) current->seen = calloc(launch->threads + 2 * MBARRIERS, sizeof(uint32_t));
  join(current->seen, current->clocks);
  current->fenced = current->clocks[current->number]++;
}

// A fence, or an atomic operation with an order, releases what came before and acquires what others released.
void emu_fence(void) { fence(); }
