// Asynchronous copies: cp.async. A copy is made as late as its thread's waits allow, so that whoever reads what has not
// been waited for reads what was there before. Its bytes count as written when it is issued, and again when it is made:
// in between nobody else may touch them.

#include "emulator.h"

typedef struct Copy Copy;
struct Copy {
  Copy *next;
  uint64_t to, write;  // and which access its issue was
  char *from;
  uint32_t size, given, group, site;
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

// Makes the copies of all groups but the last `pending` that were committed.
void emu_wait_for_copies(uint32_t pending, uint32_t site) {
  Copies *all = is_left_out(site) ? NULL : current->copies;
  while (all && all->first && all->first->group + pending < all->group) make(all->first), take_first(all);
}

void emu_wait_for_all_copies(uint32_t site) {
  Copies *all = is_left_out(site) ? NULL : current->copies;
  while (all && all->first) make(all->first), take_first(all);
}

void forget_copies(Thread *thread) {
  while (thread->copies && thread->copies->first) take_first(thread->copies);
  free(thread->copies);
  thread->copies = NULL;
}
