// Names a kernel that crashes. crash.py says what the exported names promise. Everything that `handle` calls may run in
// a signal handler: no Python, no malloc, no lock. Numbers and layouts are those of Linux.

#include "system.h"

enum { SIGILL = 4, SIGBUS = 7, SIGFPE = 8, SIGSEGV = 11, SIGNALS = 32 };
enum { SA_SIGINFO = 4, SA_ONSTACK = 0x08000000, SA_NODEFER = 0x40000000 };
enum { OVER, ROW, END };  // what next_line found

// A place in a line table, as in image.py: the row that it stands for, and what DWARF's line program needs.
typedef struct {
  const uint8_t *cursor, *end;
  int64_t address, file, line;
  int64_t step, base, range, first_special;
  const uint8_t *operands;  // how many the opcodes from 0 on have
} Lines;

// As in crash.py.
typedef struct Kernel Kernel;
struct Kernel {
  const Kernel *next;
  int64_t begin, end;
  const char *name, *const *files;
  Lines lines;
};

// As in crash.py: where a ucontext_t holds the program counter, and the address that a function returns to: in a
// register, or on the stack, to whose top the register points.
typedef struct { int64_t counter, returns; int on_stack; } Machine;

typedef struct { int number, error, code; int64_t address; } Info;                       // siginfo_t
typedef void Handler(int number, const Info *info, const char *context);
#define SIG_DFL ((Handler *)0)
#define SIG_IGN ((Handler *)1)
typedef struct { Handler *handler; char mask[128]; int flags; void *restorer; } Action;  // struct sigaction
typedef struct { void *at; uint64_t size; } Range;                                       // struct iovec
typedef struct { int64_t length; char bytes[1024]; } Text;

int sigaction(int number, const Action *action, Action *old);
int raise(int number);
int getpid(void);
int64_t write(int file, const void *bytes, uint64_t size);
int64_t process_vm_readv(int pid, const Range *to, uint64_t tos, const Range *from, uint64_t froms, uint64_t flags);

_Atomic(const Kernel *) kernels;

static Machine machine;
static Action previous[SIGNALS];  // the handlers that were there before
static _Atomic Thread owner;      // the thread that runs one of them
static const char *const names[SIGNALS] = {
    [SIGILL] = "SIGILL", [SIGBUS] = "SIGBUS", [SIGFPE] = "SIGFPE", [SIGSEGV] = "SIGSEGV"};

// ---- Line tables ----

static uint64_t leb128(Lines *lines, bool is_signed) {
  uint64_t value = 0, byte;
  int shift = 0;
  do {
    byte = *lines->cursor++;
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte >= 128 && shift < 63);
  return is_signed && byte & 64 ? value | ~UINT64_C(0) << shift : value;
}

// Moves on by an opcode of length 0 and more; whether the sequence ends.
static bool extended(Lines *lines) {
  uint64_t size = leb128(lines, false);
  const uint8_t *opcode = lines->cursor;
  lines->cursor += size;
  if (*opcode == 2) __builtin_memcpy(&lines->address, opcode + 1, sizeof(int64_t));  // DW_LNE_set_address
  if (*opcode != 1) return false;
  lines->file = lines->line = 1;
  return true;
}

int next_line(Lines *lines) {
  while (lines->cursor < lines->end) {
    uint8_t opcode = *lines->cursor++;
    if (opcode >= lines->first_special) {
      int64_t special = opcode - lines->first_special;
      lines->line += lines->base + special % lines->range;
      lines->address += special / lines->range * lines->step;
      return ROW;
    }
    switch (opcode) {
      case 0:
        if (extended(lines)) return END;
        break;
      case 1:  // DW_LNS_copy
        return ROW;
      case 2:  // DW_LNS_advance_pc
        lines->address += leb128(lines, false) * lines->step;
        break;
      case 3:  // DW_LNS_advance_line
        lines->line += leb128(lines, true);
        break;
      case 4:  // DW_LNS_set_file
        lines->file = leb128(lines, false);
        break;
      case 8:  // DW_LNS_const_add_pc
        lines->address += (255 - lines->first_special) / lines->range * lines->step;
        break;
      case 9:  // DW_LNS_fixed_advance_pc
        lines->address += lines->cursor[0] | lines->cursor[1] << 8;
        lines->cursor += 2;
        break;
      default:
        for (int operand = 0; operand < lines->operands[opcode]; operand++) leb128(lines, false);
    }
  }
  return OVER;
}

// ---- The report ----

static void append(Text *text, const char *from) {
  while (*from && text->length < (int64_t)sizeof(text->bytes)) text->bytes[text->length++] = *from++;
}

static void append_number(Text *text, uint64_t number, unsigned base) {
  char digits[24] = {0}, *at = digits + sizeof(digits) - 1;
  do *--at = "0123456789abcdef"[number % base];
  while (number /= base);
  append(text, at);
}

// Appends "' at file:line" for the address `pc` in `kernel`; "near" is said of the last line before code that has none.
static void append_place(Text *text, const Kernel *kernel, int64_t pc) {
  Lines lines = kernel->lines;
  int64_t file = 0, line = 0;
  bool known = false, exact = false;
  for (int kind; (kind = next_line(&lines)) != OVER && !(known && lines.address > pc);) {
    known = kind == ROW;
    exact = known && lines.line;
    if (!known) line = 0;
    if (exact) file = lines.file, line = lines.line;
  }
  append(text, line ? exact ? "' at " : "' near " : "'");
  if (!line) return;
  append(text, kernel->files[file]);
  append(text, ":");
  append_number(text, line, 10);
}

static const Kernel *kernel_at(int64_t pc) {
  const Kernel *kernel = atomic_load_explicit(&kernels, memory_order_acquire);
  while (kernel && (pc < kernel->begin || pc >= kernel->end)) kernel = kernel->next;
  return kernel;
}

// Where the function that was interrupted returns to, if it has not pushed anything; 0 when that cannot be read.
static int64_t return_address(const char *context) {
  void *value = *(void **)(context + machine.returns);
  if (!machine.on_stack) return (int64_t)value;
  int64_t word = 0;
  process_vm_readv(getpid(), &(Range){&word, sizeof(word)}, 1, &(Range){value, sizeof(word)}, 1, 0);
  return word;
}

// Writes the line that names the kernel whose code, or a function that it called, made signal `number`.
static void report(int number, const Info *info, const char *context) {
  int64_t pc = *(int64_t *)(context + machine.counter);
  const Kernel *kernel = kernel_at(pc);
  bool called = !kernel;
  if (called) {
    pc = return_address(context) - 1;
    kernel = kernel_at(pc);
  }
  if (!kernel) return;
  Text text;
  text.length = 0;
  append(&text, "triton_shared: ");
  append(&text, names[number]);
  append(&text, called ? " in a function called by kernel '" : " in kernel '");
  append(&text, kernel->name);
  append_place(&text, kernel, pc);
  append(&text, " (address 0x");
  append_number(&text, info->address, 16);
  append(&text, ", code +0x");
  append_number(&text, pc - kernel->begin, 16);
  append(&text, ")\n");
  write(2, text.bytes, text.length);
}

// ---- The handler ----

// Lets signal `number` do what it does by default: a fault comes again, one that was sent is sent again.
static void die(int number, bool sent) {
  sigaction(number, &(Action){0}, NULL);
  if (sent) raise(number);
}

// A signal that was sent, and is no fault of this moment, is handed on unseen; one that comes from the handler that it
// was handed to, as faulthandler's does, is left to the system.
static void handle(int number, const Info *info, const char *context) {
  bool sent = info->code <= 0;
  Handler *handler = previous[number].handler;
  Thread self = pthread_self(), nobody = 0, taker = self;
  if (!sent) report(number, info, context);
  bool again = sent && atomic_load_explicit(&owner, memory_order_relaxed) == self;
  if (handler == SIG_IGN && sent && !again) return;
  if (handler == SIG_DFL || handler == SIG_IGN || again) return die(number, sent);
  atomic_compare_exchange_strong_explicit(&owner, &nobody, self, memory_order_relaxed, memory_order_relaxed);
  handler(number, info, context);
  atomic_compare_exchange_strong_explicit(&owner, &taker, 0, memory_order_relaxed, memory_order_relaxed);
}

// Puts `handle` before the handler that signal `number` has, unless it is there.
static void guard(int number) {
  Action action;
  sigaction(number, NULL, &action);
  if (action.handler == handle) return;
  previous[number] = action;
  action.handler = handle;
  action.flags = (action.flags & SA_NODEFER) | SA_SIGINFO | SA_ONSTACK;
  sigaction(number, &action, NULL);
}

void install(const Machine *here) {
  machine = *here;
  guard(SIGILL);
  guard(SIGBUS);
  guard(SIGFPE);
  guard(SIGSEGV);
}
