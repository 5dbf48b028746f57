// A GPU's blocks on one thread of the host: each GPU thread is a fiber, and fibers switch where they wait for others.
// fibers.py has the structures that it shares with Python; triton_shared/runtime/cpu/native/README.md says how the LLVM
// IR that is checked in is made of these files, and what holds of C that is for each machine.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES = 32, MOST_WARPS = 64, SHARED_BASE = 1024, BARRIERS = 16, MBARRIERS = 64 };

// A cluster of blocks is one block here, of the threads of all, one block after the other, and of shared memory of all.
// An address in shared memory is that of the thread's own block, or has from `RANK` on one more than the block's number.
enum { MOST_CLUSTER = 2, RANK = 24, CLUSTER_BARRIER = MOST_CLUSTER * BARRIERS, ALL_BARRIERS };

// What a run ends with, as in fibers.py. From OUT_OF_BOUNDS on it is an error of the kernel.
typedef enum {
  FINISHED, PRINT, NO_MEMORY, OUT_OF_BOUNDS, MISALIGNED, READ_ONLY, RACE, DEADLOCK, DIVERGENT, TRAP, ASSERTION, STACK_OVERFLOW, STALLED,
  BAD_OPERAND, UNEXPECTED, UNFINISHED
} Status;

// What arrives at an mbarrier: each has two clocks, which count its phases, by what it tells the end of.
enum Claims { TENSORS, CHUNKS };

// What a thread does, as in fibers.py.
typedef enum { READY, WAITS, DONE } State;

// How memory is accessed: the bits of the argument `how` above the size.
enum { WRITE = 1 << 16, STRONG = 1 << 17, ALIGN_SHIFT = 20 };

typedef struct Thread Thread;
typedef struct Block Block;
typedef struct Wait Wait;
typedef struct Copies Copies;
typedef struct Products Products;
typedef struct Transfer Transfer;
typedef struct Arrival Arrival;

// Exchanges what the threads of a completed wait gave: `in` and `out` of each of `threads`.
typedef void Exchange(Thread *const *threads, uint32_t count);

// What a thread waits for: all others of its group, which do the same `operation` with the same `key`. What they did
// before they know of each other, unless they stay `apart`.
struct Wait {
  uint32_t operation, key, site, expected;
  Exchange *exchange;
  const void *in;
  void *out;
  uint32_t apart;
};

struct Thread {
  void *stack;
  Block *block;
  uint32_t number, state, spins, arrived;  // where it has `arrived` at the barrier of the cluster, and has not waited
  Wait wait;
  uint32_t fenced;   // the tick of its clock up to which the asynchronous proxy sees what it wrote to shared memory
  uint32_t *seen;    // of each thread, the tick up to which this one's fences let that proxy see what it wrote
  uint32_t *clocks;  // of each thread of the block and twice of each mbarrier, what this one knows to be behind it
  char *bottom;      // of its stack
  Copies *copies;    // asynchronous ones that are not made yet, see copies.c
  Transfer *stores;  // copies of boxes to memory that are not made yet, and how many groups of them there are, see bulk.c
  uint32_t stored;
  Products *products;  // asynchronous ones that are not waited for yet, see matrix.c
};

// Counts arrivals and bytes, phase by phase; see bulk.c. `expected` arrivals end a phase, of which `pending` are to come,
// when no `bytes` are awaited. `gathered` is what those know who have arrived in this phase, `known` what they knew who
// had arrived in those that have `ended`.
typedef struct {
  uint64_t address;
  uint32_t is_used, expected, pending, parity, ended;
  int64_t bytes;
  uint32_t *gathered, *known;
} Mbarrier;

// A barrier of the block: of the threads that its phase is `expected` to have those that have `arrived` and do not wait,
// and what they knew.
typedef struct { uint32_t expected, arrived, *gathered; } Barrier;

// The registers of a warp's threads: how many each has, and is to have; how often that was changed, and where the last time.
typedef struct { uint32_t count, wanted, changes, site; } Registers;

// Accesses of one byte: the last write, and reads since by two threads. See memory.c.
typedef struct { uint64_t write, reads[2]; } Cell;

struct Block {
  Block *next;
  uint32_t id[3], serial, live, idle;
  Thread *threads;
  uint32_t *ready, first, count;  // a ring of threads that can go on
  char *shared;
  Cell *cells;                    // of shared memory
  uint32_t *released;             // clocks of all that was released by fences and atomic operations
  Barrier barriers[ALL_BARRIERS];  // those of a block after those of another one
  Registers registers[MOST_WARPS];
  uint32_t spare_registers[MOST_CLUSTER];  // that warps of a block have given back, for each of a warp's threads
  Mbarrier mbarriers[MBARRIERS];
  uint32_t mbarrier_count;
  Transfer *transfers;            // copies that arrive at mbarriers some time, see bulk.c
  Arrival *arrivals;              // of threads, when what they copied is made, see copies.c
};

typedef struct { char *begin, *end; Cell *cells; int64_t writable; } Region;

// A launch, as in fibers.py.
// `threads` are those of a cluster, `shared_bytes` are those of each of its blocks.
// `overlaps` says that threads may write the same byte outside of shared memory, `without` is the place of what is left out.
typedef struct {
  void (*kernel)(const void *arguments);
  const void *arguments;
  int64_t grid[3], first, last;     // programs [first, last)
  int64_t threads, shared_bytes, stack_bytes, seed, resident, cluster, check_races, overlaps, registers, without;
  int64_t frame_words, frame_return;  // what `switch_stack` pops, and where in it the address is to go on at
  int64_t stall_limit;
  const Region *regions;
  int64_t region_count;
  // what it ended with; an address in shared memory counts from its first byte
  int64_t status, thread, site, other_thread, other_site, address, in_shared, size, other_write, written;
  int64_t block[3];
  int64_t format, values;
} Launch;

extern Launch *launch;
extern Thread *current;

void switch_stack(void **from, void *to);  // fibers.py links the machine's
void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

// Whether the launch goes without what stands at `site`: a wait, or what another one waits for.
static inline bool is_left_out(uint32_t site) { return launch->without && launch->without == site; }
static inline uint32_t lane(const Thread *thread) { return thread->number % LANES; }
// The threads of each block of a cluster, and the number of the block that a thread is of.
static inline uint32_t block_threads(void) { return launch->threads / launch->cluster; }
static inline uint32_t rank_of(const Thread *thread) { return launch->cluster == 1 ? 0 : thread->number / block_threads(); }
static inline uint64_t in_block(uint64_t address, uint32_t rank) {
  return (uint64_t)(rank + 1) << RANK | (address & ((1u << RANK) - 1));
}
static inline bool names_block(uint64_t address) { return address >> RANK && address >> RANK <= (uint64_t)launch->cluster; }
// The number of the block that an address is of, and how far from the beginning of its shared memory that is.
static inline uint32_t rank_at(uint64_t address) { return names_block(address) ? (address >> RANK) - 1 : rank_of(current); }
static inline int64_t offset_in_block(uint64_t address) {
  return (int64_t)(names_block(address) ? address & ((1u << RANK) - 1) : address) - SHARED_BASE;
}
static inline int64_t offset_of(uint64_t address) { return rank_at(address) * launch->shared_bytes + offset_in_block(address); }

// Waits until `expected` threads of the block are here, or those of the warp that `mask` names.
void wait_for_block(Wait wait);
void wait_for_warp(Wait wait, uint32_t mask);
// Counts the current thread for the barrier `wait.key` of the block, of `wait.expected` threads, and goes on.
void arrive(Wait wait);
// The lanes of the current thread's warp that there are.
uint32_t whole_warp(void);
// Fails where threads of a warp are missing among these, or elsewhere.
void check_whole_warps(Thread *const *threads, uint32_t count);
_Noreturn void fail_apart(Thread *thread, uint32_t site, Thread *other, uint32_t other_site);
// Lets others go on, now and then; or until `resume` is told of the thread.
void yield(void);
void leave_to_others(void);
void resume(Thread *thread);
// A random number below `count`.
uint32_t choose(uint32_t count);
// Ends the run, which is taken up again for PRINT only.
void leave(Status status);
_Noreturn void fail(Status status, uint32_t site);
// Makes known to others what the thread did, and to it what others made known.
void fence(void);
// Makes known to the owner of the clock `to` what that of `from` knows.
void join(uint32_t *to, const uint32_t *from);
// Makes all that the threads did before known to each of them.
void join_clocks(Thread *const *threads, uint32_t count);
// Accesses of the current thread to shared memory, with all that is checked about them; `check_copy` only checks one.
void read_shared(uint64_t address, char *value, uint32_t size, uint32_t site);
void write_shared(uint64_t address, const char *value, uint32_t size, uint32_t site);
// Fails unless those who wrote these bytes, other than by copies of tensors, have let the asynchronous proxy see them.
void check_proxy(uint64_t address, uint32_t size, uint32_t site);
// What a copy writes has nobody else touched since its issue, when `check_copy` told of the access that `write` is.
uint64_t check_copy(uint64_t to, char *from, uint32_t size, uint32_t given, uint32_t site);
void check_untouched(uint64_t to, uint32_t size, uint64_t write, uint32_t site);
// Leaves what it is told to copies of tensors, or of chunks, which those know to be made who wait for the `phase` of the
// mbarrier `number`; or to the current thread, for which they are made now.
void claim_shared(uint64_t address, uint32_t size, uint32_t number, uint32_t phase, enum Claims by, uint32_t site);
void own_shared(uint64_t address, uint32_t size, uint32_t site);
void check_read(char *place, uint32_t size, uint32_t site);
char *emu_to_generic(uint64_t address);
uint64_t emu_to_shared(const char *address);
// Makes a copy of a tensor, if one is to be made; less than 0 if its mbarrier does not expect it.
int make_transfer(void);
int makes_early(void);
void forget_transfers(Block *block);
// Fails where the thread ends, and has not waited for what it copies to memory.
void check_stores(void);
void forget_stores(Thread *thread);
void emu_write_generic(char *address, const char *value, uint32_t how, uint32_t site);
void forget_copies(Thread *thread);
// Makes the copies of some thread that arrives when they are made; less than 0 if its mbarrier does not expect it.
int make_arrival(void);
void forget_arrivals(Block *block);
uint32_t phase_of(uint32_t number);
// Arrives at the mbarrier of this number, with what the clocks `known` tell; 0 if nobody is expected in this phase.
int arrive_at(uint32_t number, uint32_t phase, const uint32_t *known);
// The number of the mbarrier at `address`, at which one thread more is to arrive if it is `one_more`.
uint32_t number_of(uint64_t address, uint32_t one_more, uint32_t site);
void forget_products(Thread *thread);
void begin_registers(Block *block);
void check_registers(void);

// Conversions of math.c.
float emu_from_small(uint32_t bits, uint32_t kind);
uint32_t emu_to_half(double x);
