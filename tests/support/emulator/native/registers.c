// Registers that warps give back to their block, and get from it: setmaxnreg. Who asks for more than there are waits
// until others have given back as many.

#include "emulator.h"

enum { REGISTERS = 12, ASKS = REGISTERS | 1 << 8, LEAST = 24, MOST = 256, STEP = 8, GROUP = 4 };

static uint32_t warps(void) { return (launch->threads + LANES - 1) / LANES; }
static Registers *of_current(void) { return &current->block->registers[current->number / LANES]; }

void begin_registers(Block *block) {
  for (uint32_t w = 0; w < warps(); w++) block->registers[w] = (Registers){.count = launch->registers, .wanted = launch->registers};
  memset(block->spare_registers, 0, sizeof(block->spare_registers));
}

// Gives registers to warps that want more, as long as there are.
static void grant(Block *block) {
  for (uint32_t w = 0; w < warps(); w++) {
    Registers *it = &block->registers[w];
    uint32_t more = it->wanted - it->count;
    uint32_t *spare = &block->spare_registers[w * LANES / block_threads()];
    if (!more || more > *spare) continue;
    *spare -= more;
    it->count = it->wanted;
    for (uint32_t t = w * LANES; t < launch->threads && t < (w + 1) * LANES; t++) {
      Thread *thread = &block->threads[t];
      if (thread->state == WAITS && thread->wait.operation == REGISTERS) resume(thread);
    }
  }
}

static void change(Thread *const *threads, uint32_t count) {
  check_whole_warps(threads, count);
  current = threads[0];
  const Wait *wait = &current->wait;
  Registers *it = of_current();
  bool grows = *(const uint32_t *)wait->in;
  if (grows ? wait->key < it->count : wait->key > it->count) fail(BAD_OPERAND, wait->site);
  it->changes++;
  it->site = wait->site;
  it->wanted = wait->key;
  if (!grows) {
    current->block->spare_registers[rank_of(current)] += it->count - it->wanted;
    it->count = it->wanted;
  }
  grant(current->block);
}

// The threads of the warp have `count` registers each from now on; aligned.
void emu_set_registers(uint32_t count, uint32_t grows, uint32_t site) {
  if (is_left_out(site)) return;
  if (count % STEP || count < LEAST || count > MOST) fail(BAD_OPERAND, site);
  wait_for_warp((Wait){.operation = ASKS, .key = count, .site = site, .exchange = change, .in = &grows, .apart = true}, whole_warp());
  while (of_current()->count != count) {
    current->wait = (Wait){.operation = REGISTERS, .key = count, .site = site};
    current->state = WAITS;
    leave_to_others();
  }
}

// Fails where the block ends, and a warp has changed its registers that others of its four have not.
void check_registers(void) {
  Block *block = current->block;
  if (block->live > 1) return;
  for (uint32_t w = 0; w < warps(); w++) {
    uint32_t first = w / GROUP * GROUP;
    const Registers *one = &block->registers[w], *other = &block->registers[first];
    if (one->changes == other->changes) continue;
    bool more = one->changes > other->changes;
    Thread *thread = &block->threads[w * LANES], *lead = &block->threads[first * LANES];
    fail_apart(more ? thread : lead, more ? one->site : other->site, more ? lead : thread, more ? other->site : one->site);
  }
}
