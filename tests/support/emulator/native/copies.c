// Asynchronous copies: cp.async. A copy is made as late as its thread's waits allow, so that whoever reads what has not
// been waited for reads what was there before. Its bytes count as written when it is issued, and again when it is made:
// in between nobody else may touch them. Copies of which a thread arrives at an mbarrier when they are made are claimed
// when it is told to, and only those who wait for the phase learn that they are made; which they are when no
// thread of the block can go on, or, where a seed decides, at any time before.

#include "emulator.h"

typedef struct Copy Copy;
struct Copy {
  Copy *next;
  uint64_t to, write;  // and which access its issue was
  char *from;
  uint32_t size, given, group, site;
};

// Copies of the thread `issuer`, which arrives at an mbarrier when they are made; `known` is what it knew before.
struct Arrival {
  Arrival *next;
  Copy *first;
  uint32_t issuer, number, phase, group, site, *known;
};

struct Copies {
  Copy *first, *last;
  uint32_t group;  // that copies join which are issued now
};

// Copies `given` of `size` bytes, and fills the rest with zeros, some time later.
void emu_copy_async(uint64_t to, char *from, uint32_t size, uint32_t given, uint32_t site) {
  if (!current->copies) current->copies = calloc(1, sizeof(Copies));
  Copies *all = current->copies;
  Copy *copy = calloc(1, sizeof(Copy));
  if (given > size) fail(BAD_OPERAND, site);
  *copy = (Copy){NULL, to, check_copy(to, from, size, given, site), from, size, given, all->group, site};
  if (all->last) all->last->next = copy;
  else all->first = copy;
  all->last = copy;
}

void emu_commit_copies(void) {
  if (current->copies) current->copies->group++;
}

static void make(const Copy *copy) {
  char bytes[16] = {0};
  check_untouched(copy->to, copy->size, copy->write, copy->site);
  check_copy(copy->to, copy->from, copy->size, copy->given, copy->site);
  memcpy(bytes, copy->from, copy->given);
  write_shared(copy->to, bytes, copy->size, copy->site);
}

static void take_first(Copies *all) {
  Copy *copy = all->first;
  all->first = copy->next;
  if (!all->first) all->last = NULL;
  free(copy);
}

static void make_all(Arrival *it) {
  while (it->first) {
    Copy *copy = it->first;
    char *to = emu_to_generic(copy->to);
    memset(to, 0, copy->size);
    memcpy(to, copy->from, copy->given);
    it->first = copy->next;
    free(copy);
  }
}

static void discard(Arrival *it) {
  while (it->first) {
    Copy *copy = it->first;
    it->first = copy->next;
    free(copy);
  }
  free(it->known);
  free(it);
}

// Takes the arrival at `place` out of its list, with its copies made.
static int make_at(Arrival **place) {
  Arrival *it = *place;
  *place = it->next;
  Thread *self = current;
  current = &current->block->threads[it->issuer];
  make_all(it);
  launch->site = it->site;
  int is_expected = arrive_at(it->number, it->phase, it->known);
  if (is_expected) current = self;
  discard(it);
  return is_expected ? 1 : -1;
}

int make_arrival(void) {
  Block *block = current->block;
  uint32_t count = 0;
  for (Arrival *it = block->arrivals; it; it = it->next) count++;
  if (!count) return 0;
  Arrival **place = &block->arrivals;
  for (uint32_t k = launch->seed ? choose(count) : 0; k; k--) place = &(*place)->next;
  return make_at(place);
}

void forget_arrivals(Block *block) {
  while (block->arrivals) {
    Arrival *it = block->arrivals;
    block->arrivals = it->next;
    discard(it);
  }
}

// Makes what the current thread has under way of groups before the one of this number.
static void make_own_before(uint32_t group) {
  Arrival **place = &current->block->arrivals;
  while (*place) {
    if ((*place)->issuer != current->number || (*place)->group >= group) {
      place = &(*place)->next;
      continue;
    }
    for (const Copy *copy = (*place)->first; copy; copy = copy->next) own_shared(copy->to, copy->size, copy->site);
    if (make_at(place) < 0) fail(UNEXPECTED, launch->site);
  }
}

// Lets the thread arrive at an mbarrier when all copies that it has issued are made, and all that it did before is done;
// the mbarrier waits for one thread more in this phase if it is `one_more`.
void emu_arrive_when_copied(uint64_t address, uint32_t one_more, uint32_t site) {
  if (is_left_out(site)) return;
  size_t bytes = (launch->threads + 2 * MBARRIERS) * sizeof(uint32_t);
  Arrival *it = calloc(1, sizeof(Arrival)), **end = &current->block->arrivals;
  it->number = number_of(address, one_more, site);
  it->phase = phase_of(it->number);
  it->issuer = current->number;
  it->site = site;
  it->known = calloc(1, bytes);
  memcpy(it->known, current->clocks, bytes);
  if (current->copies) {
    it->group = current->copies->group;
    it->first = current->copies->first;
    current->copies->first = current->copies->last = NULL;
  }
  for (const Copy *copy = it->first; copy; copy = copy->next) {
    check_untouched(copy->to, copy->size, copy->write, copy->site);
    claim_shared(copy->to, copy->size, it->number, it->phase + 1, CHUNKS, copy->site);
  }
  current->clocks[current->number]++;
  while (*end) end = &(*end)->next;
  *end = it;
}

// Makes the copies of all groups but the last `pending` that were committed.
void emu_wait_for_copies(uint32_t pending, uint32_t site) {
  Copies *all = is_left_out(site) ? NULL : current->copies;
  while (all && all->first && all->first->group + pending < all->group) make(all->first), take_first(all);
  if (all && all->group > pending) make_own_before(all->group - pending);
}

void emu_wait_for_all_copies(uint32_t site) {
  Copies *all = is_left_out(site) ? NULL : current->copies;
  while (all && all->first) make(all->first), take_first(all);
  if (all) make_own_before(all->group + 1);
}

void forget_copies(Thread *thread) {
  while (thread->copies && thread->copies->first) take_first(thread->copies);
  free(thread->copies);
  thread->copies = NULL;
}
