// Runs a kernel of another architecture on the memory of the process that has started this one, through pipes.
//
// A page that the kernel touches first is asked for by its address, and answered with its bytes, or refused; at the end
// the bytes that have changed go back.  So an address means the same in both processes, wherever the kernel found it.

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 1 << 18, ASK = 1, CHANGED = 2, DONE = 3, FAILED = 4 };

typedef struct { int64_t block, begin, end, scratch, failure; } Header;

extern void kernel_entry(void *arguments, int64_t begin, int64_t end, void *scratch);

static struct { uintptr_t address; unsigned char *before; } pages[PAGES];
static int count;

static void take(void *to, size_t bytes) {
  for (ssize_t n; bytes; to = (char *)to + n, bytes -= (size_t)n)
    if ((n = read(0, to, bytes)) <= 0) _exit(2);
}

static void give(const void *from, size_t bytes) {
  for (ssize_t n; bytes; from = (const char *)from + n, bytes -= (size_t)n)
    if ((n = write(1, from, bytes)) <= 0) _exit(2);
}

static void tell(int64_t kind, uintptr_t address, int64_t bytes) {
  int64_t words[3] = {kind, (int64_t)address, bytes};
  give(words, sizeof words);
}

static void fault(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  uintptr_t address = (uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1);
  char is_there;
  tell(ASK, (uintptr_t)info->si_addr, 0);
  take(&is_there, 1);
  if (!is_there || count == PAGES) _exit(3);
  void *page = mmap((void *)address, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  void *before = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || before == MAP_FAILED) _exit(4);
  take(page, PAGE);
  memcpy(before, page, PAGE);
  pages[count].address = address, pages[count++].before = before;
}

// Tell which bytes of a page are others than before, each run of them by itself.
static void compare(const unsigned char *now, const unsigned char *before) {
  for (int from = 0, to; from < PAGE; from = to) {
    for (to = from; to < PAGE && (now[to] != before[to]) == (now[from] != before[from]); to++) {}
    if (now[from] == before[from]) continue;
    tell(CHANGED, (uintptr_t)(now + from), to - from);
    give(now + from, (size_t)(to - from));
  }
}

int main(void) {
  Header header;
  take(&header, sizeof header);
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &action, NULL);
  char *block = aligned_alloc(64, (size_t)(header.block + 63) / 64 * 64);
  char *scratch = aligned_alloc(64, (size_t)(header.scratch + 63) / 64 * 64);
  if (!block || !scratch) return 4;
  take(block, (size_t)header.block);
  memset(scratch, 0xf7, (size_t)header.scratch);
  kernel_entry(block, header.begin, header.end, scratch);
  // a failed assertion has left the address of a text of this program: its bytes take the place of the address
  if (header.failure && *(int32_t *)header.failure == 1) {
    const char *message = *(const char **)(header.failure + 16);
    tell(FAILED, 0, (int64_t)strlen(message));
    give(message, strlen(message));
  }
  for (int n = 0; n < count; n++) compare((const unsigned char *)pages[n].address, pages[n].before);
  tell(DONE, 0, 0);
  return 0;
}
