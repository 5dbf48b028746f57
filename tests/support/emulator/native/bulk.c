// mbarriers, and copies of boxes of tensors that arrive there: cp.async.bulk.tensor. A copy to shared memory is made when
// no thread of its block can go on, or, where a seed decides, at any time before; one to memory when its thread waits. From its issue on nobody may touch what it writes
// but who has waited for the phase of the mbarrier that its bytes arrive in: each mbarrier has a clock like a thread's,
// which counts its phases.

#include "emulator.h"

enum { MBARRIER = 10, MAX_COUNT = (1 << 20) - 1, MOST_DIMENSIONS = 5, MOST_EXTENT = 256, CHUNK = 16, ROW = 128, EARLY = 32 };

// A tensor in memory, as the emulator's hosts encode it: elements of `size` bytes, distances between them in bytes from
// the second dimension on. `swizzle` is 0, or the bytes of a row in shared memory whose chunks change places.
typedef struct {
  char mark[8], *base;
  uint32_t rank, size, swizzle, unused;
  uint64_t extents[MOST_DIMENSIONS], strides[MOST_DIMENSIONS - 1];
  uint32_t box[MOST_DIMENSIONS], end;
} TensorMap;

struct Transfer {
  Transfer *next;
  TensorMap map;
  int32_t at[MOST_DIMENSIONS];
  uint64_t to;
  uint32_t number, phase, issuer, site;  // of the mbarrier; or the group of a copy to memory
  uint64_t seen;                         // what a copy to memory has found, as a number
  char *rows;                            // what it has read
};

// ---- mbarriers ----

static Mbarrier *slot_of(uint64_t address) {
  Block *block = current->block;
  for (uint32_t k = 0; k < block->mbarrier_count; k++)
    if (block->mbarriers[k].address == address) return &block->mbarriers[k];
  return NULL;
}

// The mbarrier at `address`, which the thread knows to have been made.
static Mbarrier *find(uint64_t address, uint32_t site) {
  char bytes[8];
  address = in_block(address, rank_at(address));
  read_shared(address, bytes, sizeof(bytes), site);
  Mbarrier *it = slot_of(address);
  if (!it || !it->is_used || memcmp(bytes, &it->address, sizeof(bytes))) fail(BAD_OPERAND, site);
  return it;
}

void emu_mbarrier_init(uint64_t address, uint32_t count, uint32_t site) {
  Block *block = current->block;
  if (is_left_out(site)) return;
  if (!count || count > MAX_COUNT) fail(BAD_OPERAND, site);
  address = in_block(address, rank_at(address));
  write_shared(address, (const char *)&address, sizeof(address), site);
  Mbarrier *it = slot_of(address);
  if (it && it->is_used) fail(BAD_OPERAND, site);
  if (!it) {
    if (block->mbarrier_count == MBARRIERS) fail(BAD_OPERAND, site);
    it = &block->mbarriers[block->mbarrier_count++];
    if (!it->gathered) it->gathered = calloc(2 * (launch->threads + 2 * MBARRIERS), sizeof(uint32_t));
    it->known = it->gathered + launch->threads + 2 * MBARRIERS;
  }
  memset(it->gathered, 0, 2 * (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  it->address = address;
  it->is_used = 1;
  it->expected = it->pending = count;
  it->parity = 0;
  it->bytes = 0;
}

void emu_mbarrier_forget(uint64_t address, uint32_t site) {
  char bytes[8] = {0};
  if (is_left_out(site)) return;
  find(address, site)->is_used = 0;
  write_shared(address, bytes, sizeof(bytes), site);
}

static void end_phase(Mbarrier *it) {
  if (it->pending || it->bytes) return;
  Block *block = current->block;
  uint32_t number = it - block->mbarriers;
  it->pending = it->expected;
  it->parity ^= 1;
  it->ended++;
  join(it->known, it->gathered);
  for (uint32_t k = 0; k < 2; k++) it->known[launch->threads + 2 * number + k] = it->ended;
  memset(it->gathered, 0, (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t));
  for (int64_t t = 0; t < launch->threads; t++) {
    Thread *thread = &block->threads[t];
    if (thread->state == WAITS && thread->wait.operation == MBARRIER && thread->wait.key == number) resume(thread);
  }
}

void emu_mbarrier_expect(uint64_t address, uint32_t bytes, uint32_t site) {
  if (is_left_out(site)) return;
  if (bytes > MAX_COUNT) fail(BAD_OPERAND, site);
  find(address, site)->bytes += bytes;
}

// Arrives `count` times, when `bytes` more are awaited.
void emu_mbarrier_arrive(uint64_t address, uint32_t count, uint32_t bytes, uint32_t site) {
  if (is_left_out(site)) return;
  Mbarrier *it = find(address, site);
  if (!count || count > it->pending || bytes > MAX_COUNT) fail(BAD_OPERAND, site);
  join(it->gathered, current->clocks);
  current->clocks[current->number]++;
  it->bytes += bytes;
  it->pending -= count;
  end_phase(it);
}

uint32_t number_of(uint64_t address, uint32_t one_more, uint32_t site) {
  Mbarrier *it = find(address, site);
  it->pending += one_more;
  return it - current->block->mbarriers;
}

uint32_t phase_of(uint32_t number) { return current->block->mbarriers[number].ended; }

int arrive_at(uint32_t number, uint32_t phase, const uint32_t *known) {
  Mbarrier *it = &current->block->mbarriers[number];
  if (!it->is_used || !it->pending || it->ended != phase) return 0;
  join(it->gathered, known);
  it->pending--;
  end_phase(it);
  return 1;
}

// Whether the phase of `parity` has ended, of the current one and the one before. If it `may_wait` for that it tells
// no only where the seed has it give up, or another phase has begun and ended meanwhile.
uint32_t emu_mbarrier_wait(uint64_t address, uint32_t parity, uint32_t may_wait, uint32_t site) {
  if (is_left_out(site)) return 1;
  Mbarrier *it = find(address, site);
  uint32_t gives_up = launch->seed && choose(4) == 0;
  if (parity > 1) fail(BAD_OPERAND, site);
  if (it->parity == parity && (!may_wait || gives_up)) {
    Thread *self = current;
    if (make_transfer() < 0 || make_arrival() < 0) fail(UNEXPECTED, launch->site);
    current = self;
    yield();
  } else if (it->parity == parity) {
    current->wait = (Wait){.operation = MBARRIER, .key = it - current->block->mbarriers, .site = site};
    current->state = WAITS;
    leave_to_others();
  }
  if (it->parity == parity) return 0;
  join(current->clocks, it->known);
  return 1;
}

// ---- Copies ----

static uint32_t box_rows(const TensorMap *map) {
  uint32_t rows = 1;
  for (uint32_t d = 1; d < map->rank; d++) rows *= map->box[d];
  return rows;
}

static uint32_t row_bytes(const TensorMap *map) { return map->box[0] * map->size; }

static int is_well_formed(const TensorMap *map, uint32_t rank) {
  static const char mark[8] = {'t', 'e', 'n', 's', 'o', 'r', 's', 0};
  if (memcmp(map->mark, mark, sizeof(mark)) || map->rank != rank || (uintptr_t)map->base % CHUNK) return 0;
  if (row_bytes(map) % CHUNK || (map->swizzle && row_bytes(map) > map->swizzle)) return 0;
  for (uint32_t d = 0; d < rank; d++)
    if (!map->extents[d] || map->extents[d] >> 32 || !map->box[d] || map->box[d] > MOST_EXTENT) return 0;
  for (uint32_t d = 0; d + 1 < rank; d++)
    if (map->strides[d] % CHUNK || map->strides[d] >> 40) return 0;
  return 1;
}

// Where row `row` of the box lies in memory, and how many of its bytes are outside of the tensor on the left and inside
// of it then; none is inside where NULL is returned.
static char *row_at(const Transfer *it, uint32_t row, uint32_t *before, uint32_t *inside) {
  const TensorMap *map = &it->map;
  char *place = map->base;
  for (uint32_t d = 1; d < map->rank; d++) {
    int64_t at = (int64_t)it->at[d] + row % map->box[d];
    row /= map->box[d];
    if (at < 0 || at >= (int64_t)map->extents[d]) return NULL;
    place += at * map->strides[d - 1];
  }
  int64_t first = it->at[0], last = first + map->box[0];
  int64_t begin = first > 0 ? first : 0, end = last < (int64_t)map->extents[0] ? last : (int64_t)map->extents[0];
  if (begin >= end) return NULL;
  *before = (begin - first) * map->size;
  *inside = (end - begin) * map->size;
  return place + begin * map->size;
}

static uint64_t chunk_of(const Transfer *it, uint32_t row, uint32_t at) {
  uint64_t address = it->to + row * row_bytes(&it->map) + at;
  return it->map.swizzle ? address ^ (address / ROW % (it->map.swizzle / CHUNK)) * CHUNK : address;
}

static Transfer *begin(uint64_t place, const TensorMap *map, uint32_t rank, const int32_t *at, uint32_t site) {
  Transfer *it = calloc(1, sizeof(Transfer));
  if (!is_well_formed(map, rank) || place % ROW) fail(BAD_OPERAND, site);
  *it = (Transfer){.map = *map, .to = place, .issuer = current->number, .site = site};
  for (uint32_t d = 0; d < rank; d++) it->at[d] = at[d];
  return it;
}

static void append(Transfer **end, Transfer *it) {
  while (*end) end = &(*end)->next;
  *end = it;
}

static void copy_tensor(uint64_t to, const TensorMap *map, uint32_t rank, const int32_t *at, uint64_t mbarrier, uint32_t site) {
  Block *block = current->block;
  Mbarrier *arrives = find(mbarrier, site);
  Transfer *it = begin(to, map, rank, at, site);
  it->number = arrives - block->mbarriers;
  it->phase = arrives->ended;
  for (uint32_t row = 0; row < box_rows(map); row++) {
    uint32_t before, inside;
    char *place = row_at(it, row, &before, &inside);
    if (place) check_read(place, inside, site);
    for (uint32_t k = 0; k < row_bytes(map); k += CHUNK)
      claim_shared(chunk_of(it, row, k), CHUNK, it->number, it->phase + 1, TENSORS, site);
  }
  append(&block->transfers, it);
}

// Copies the box at `at` of the tensor of `map` some time later to shared memory, where its bytes arrive at an mbarrier.
void emu_copy_tensor(uint64_t to, const TensorMap *map, uint32_t rank, const int32_t *at, uint64_t mbarrier, uint32_t site) {
  if (!is_left_out(site)) copy_tensor(to, map, rank, at, mbarrier, site);
}

// The same to those blocks of the cluster that are bits of `blocks`, whose own mbarriers are told of it.
void emu_multicast_tensor(uint64_t to, const TensorMap *map, uint32_t rank, const int32_t *at, uint64_t mbarrier, uint32_t blocks, uint32_t site) {
  if (!blocks || blocks >> launch->cluster) fail(BAD_OPERAND, site);
  for (uint32_t k = 0; k < launch->cluster; k++)
    if (blocks >> k & 1 && !is_left_out(site)) copy_tensor(in_block(to, k), map, rank, at, in_block(mbarrier, k), site);
}

static void make(const Transfer *it) {
  uint32_t bytes = row_bytes(&it->map), rows = box_rows(&it->map);
  for (uint32_t row = 0; row < rows; row++) {
    char whole[MOST_EXTENT * 16];
    uint32_t before, inside;
    memset(whole, 0, bytes);
    const char *place = row_at(it, row, &before, &inside);
    if (place) memcpy(whole + before, place, inside);
    for (uint32_t k = 0; k < bytes; k += CHUNK) memcpy(emu_to_generic(chunk_of(it, row, k)), whole + k, CHUNK);
  }
}

int make_transfer(void) {
  Block *block = current->block;
  uint32_t count = 0;
  for (Transfer *it = block->transfers; it; it = it->next) count++;
  if (!count) return 0;
  Transfer **place = &block->transfers;
  for (uint32_t k = launch->seed ? choose(count) : 0; k; k--) place = &(*place)->next;
  Transfer *it = *place;
  *place = it->next;
  Mbarrier *arrives = &block->mbarriers[it->number];
  int is_expected = arrives->is_used && arrives->ended == it->phase;
  current = &block->threads[it->issuer];
  launch->site = it->site;
  make(it);
  arrives->bytes -= row_bytes(&it->map) * box_rows(&it->map);
  free(it);
  if (is_expected) end_phase(arrives);
  return is_expected ? 1 : -1;
}

int makes_early(void) {
  return launch->seed && (current->block->transfers || current->block->arrivals) && choose(EARLY) == 0;
}

void forget_transfers(Block *block) {
  while (block->transfers) {
    Transfer *it = block->transfers;
    block->transfers = it->next;
    free(it);
  }
  for (uint32_t k = 0; k < MBARRIERS; k++) {
    free(block->mbarriers[k].gathered);
    memset(&block->mbarriers[k], 0, sizeof(Mbarrier));
  }
  block->mbarrier_count = 0;
}

// ---- Copies to memory ----

// What lies in shared memory of a box, in `rows` if that is there; returns a number that other bytes would hardly give.
static uint64_t read_box(const Transfer *it, char *rows) {
  uint32_t bytes = row_bytes(&it->map);
  uint64_t seen = 0;
  for (uint32_t row = 0; row < box_rows(&it->map); row++)
    for (uint32_t k = 0; k < bytes; k += CHUNK) {
      char chunk[CHUNK];
      read_shared(chunk_of(it, row, k), chunk, CHUNK, it->site);
      check_proxy(chunk_of(it, row, k), CHUNK, it->site);
      for (uint32_t e = 0; e < CHUNK; e++) seen = (seen ^ (uint8_t)chunk[e]) * UINT64_C(0x100000001B3) + 1;
      if (rows) memcpy(rows + row * bytes + k, chunk, CHUNK);
    }
  return seen;
}

// Whether both go to the same memory: boxes of one tensor, which share elements.
static int overlap(const Transfer *a, const Transfer *b) {
  int share = a->map.base == b->map.base;
  for (uint32_t d = 0; d < a->map.rank; d++) {
    int64_t from = (int64_t)a->at[d] - b->at[d];
    share = share && from < b->map.box[d] && -from < a->map.box[d];
  }
  return share;
}

// Fails over the first element that both write.
static void fail_overlapping(const Transfer *it, const Transfer *other) {
  char *place = it->map.base;
  for (uint32_t d = 0; d < it->map.rank; d++) {
    int64_t first = it->at[d] > other->at[d] ? it->at[d] : other->at[d];
    place += first * (d ? it->map.strides[d - 1] : it->map.size);
  }
  launch->other_thread = launch->threads;
  launch->other_site = other->site;
  launch->other_write = launch->written = 1;
  launch->in_shared = 0;
  launch->address = (int64_t)place;
  fail(RACE, it->site);
}

// Copies what lies in shared memory to the box at `at` of the tensor of `map` some time later; two have no order.
void emu_store_tensor(const TensorMap *map, uint32_t rank, const int32_t *at, uint64_t from, uint32_t site) {
  if (is_left_out(site)) return;
  Transfer *it = begin(from, map, rank, at, site);
  for (int64_t t = 0; t < launch->threads; t++)
    for (const Transfer *other = current->block->threads[t].stores; other; other = other->next)
      if (overlap(it, other)) fail_overlapping(it, other);
  it->seen = read_box(it, NULL);
  it->phase = current->stored;
  append(&current->stores, it);
}

void emu_commit_stores(uint32_t site) { current->stored += !is_left_out(site); }

// Reads what is to be copied, if that has not been done.
static void read_transfer(Transfer *it) {
  if (it->rows) return;
  it->rows = calloc(box_rows(&it->map), row_bytes(&it->map));
  if (read_box(it, it->rows) != it->seen) fail(UNEXPECTED, it->site);
}

// Writes what has been read by the first of the copies to memory, which is then forgotten.
static void write_first(uint32_t site) {
  Transfer *it = current->stores;
  for (uint32_t row = 0; row < box_rows(&it->map); row++) {
    uint32_t before, inside;
    char *place = row_at(it, row, &before, &inside);
    for (uint32_t k = 0; place && k < inside; k += it->map.size)
      emu_write_generic(place + k, it->rows + row * row_bytes(&it->map) + before + k, it->map.size | WRITE, site);
  }
  current->stores = it->next;
  free(it->rows);
  free(it);
}

// Waits for all groups of copies to memory but the last `pending` that were committed; or they are only read meanwhile.
void emu_wait_for_stores(uint32_t pending, uint32_t only_read, uint32_t site) {
  if (is_left_out(site)) return;
  for (Transfer *it = current->stores; it && it->phase + pending < current->stored; it = it->next) read_transfer(it);
  while (!only_read && current->stores && current->stores->phase + pending < current->stored) write_first(site);
}

// What has been read is written at the latest when the thread ends; the rest must have been waited for.
void check_stores(void) {
  while (current->stores && current->stores->rows) write_first(current->stores->site);
  if (current->stores) fail(UNFINISHED, current->stores->site);
}

void forget_stores(Thread *thread) {
  while (thread->stores) {
    Transfer *it = thread->stores;
    thread->stores = it->next;
    free(it->rows);
    free(it);
  }
  thread->stored = 0;
}
