/* What gdb and lldb look for in the libraries of a process to learn of code that a compiler has put there: a list of
   object files, and a function in which they stop to hear of a change (GDB manual, "JIT Compilation Interface"). */

struct entry {
  struct entry *next, *prev;
  const char *address;
  unsigned long long size;
};

struct descriptor {
  unsigned version, action;
  struct entry *relevant, *first;
};

struct descriptor __jit_debug_descriptor = {1, 0, 0, 0};

__attribute__((noinline)) void __jit_debug_register_code(void) { __asm__ volatile("" ::: "memory"); }
