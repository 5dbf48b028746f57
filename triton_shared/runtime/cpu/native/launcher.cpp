// Launches a kernel's library from C++, see ../library.py; the C++ compiler of the system compiles it when it is asked for.

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

// As in pool.c.
struct Launch { void *entry; int64_t width, scratch; double cost; int64_t lone; double company; int64_t number, follows; };
struct Failure { int32_t kind, x, y, z; const char *message; void *wait, *crew; int64_t limit; };
struct Python {
  void *(*save)(); void (*restore)(void *); int (*check)(); uint64_t thread; const int *raised; int clock;
  int (*core)(); int (*get_cores)(pthread_t, size_t, cpu_set_t *); int (*set_cores)(pthread_t, size_t, const cpu_set_t *);
  void *torch_threads; int (*clock_of)(pthread_t, clockid_t *); void *rank, *members, *parallel;
};

// As in library.py. An argument of 0 bytes is a pointer.
struct Argument { int64_t index, offset, bytes, divisor; const char *label; };
struct Kernel {
  Launch launch;             // its width is 0 where the kernel has no number of threads of its own
  const char *name;
  int64_t count;
  const Argument *arguments;
  int64_t grid, bytes;       // in the struct of arguments: where the grid is, and where that struct ends
  int64_t checked;           // whether a pointer to a Failure stands behind it
  const char *const *waits;  // where the kernel's loops are that wait, or null
};

#define HIDDEN __attribute__((visibility("hidden")))
extern "C" {
HIDDEN void *create(int64_t capacity, const Python *);
HIDDEN int run(void *pool, Launch *, void *arguments, int64_t programs);
HIDDEN int run_waiting(void *pool, Launch *, void *arguments, int64_t programs, Failure *);
HIDDEN void await();
HIDDEN void stop(void *pool);
}

namespace {

const int no_signal = 0;
Python no_python = {[]() -> void * { return nullptr; }, [](void *) {}, []() { return 0; }, 0, &no_signal, CLOCK_MONOTONIC,
                    sched_getcpu, pthread_getaffinity_np, pthread_setaffinity_np, nullptr, pthread_getcpuclockid, nullptr, nullptr, nullptr};
bool is_forked = false;

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
void *the_pool = nullptr;

// A child of a fork has none of its parent's threads.
void forget() {
  guard = PTHREAD_MUTEX_INITIALIZER;
  the_pool = nullptr;
  no_python.parallel = nullptr;
  is_forked = true;
}

// Finds torch's threads, as pool.py does.
void meet_torch() {
  void *torch = dlopen(TORCH, RTLD_NOLOAD | RTLD_LAZY);
  if (!torch) return;
  void *team = dlsym(RTLD_DEFAULT, "GOMP_parallel") ? RTLD_DEFAULT : torch;
  no_python.torch_threads = dlsym(torch, "_ZN2at15get_num_threadsEv");
  no_python.rank = dlsym(team, "omp_get_thread_num");
  no_python.members = dlsym(team, "omp_get_num_threads");
  bool has_team = no_python.torch_threads && no_python.rank && no_python.members && !is_forked;
  no_python.parallel = has_team ? dlsym(team, "GOMP_parallel") : nullptr;
}

void *current_pool() {
  void *found = __atomic_load_n(&the_pool, __ATOMIC_ACQUIRE);
  if (found) return found;
  static const int registered = pthread_atfork(nullptr, nullptr, forget);
  (void)registered;
  pthread_mutex_lock(&guard);
  if (!the_pool) {
    meet_torch();
    __atomic_store_n(&the_pool, create(CAPACITY, &no_python), __ATOMIC_RELEASE);
  }
  found = the_pool;
  pthread_mutex_unlock(&guard);
  if (!found) throw std::runtime_error("no memory for the thread pool");
  return found;
}

__attribute__((destructor)) void end() {
  if (the_pool) stop(the_pool);
}

int64_t default_width() {
  const char *text = getenv("TRITON_SHARED_NUM_THREADS");
  if (!text) {
    cpu_set_t cores;
    if (!sched_getaffinity(0, sizeof cores, &cores)) return CPU_COUNT(&cores);
    long found = sysconf(_SC_NPROCESSORS_ONLN);
    return found > 0 ? found : 1;
  }
  errno = 0;
  bool decimal = *text && text[strspn(text, "0123456789")] == 0;
  long width = decimal ? strtol(text, nullptr, 10) : 0;
  if (width < 1)
    throw std::runtime_error("TRITON_SHARED_NUM_THREADS must be a positive integer, got '" + std::string(text) + "'");
  return width;
}

int64_t wait_nanoseconds() {
  const char *text = getenv("TRITON_SHARED_WAIT_SECONDS");
  char *end = nullptr;
  double seconds = text ? strtod(text, &end) : 10;
  if (!(seconds > 0 && seconds < 1e9) || (end && *end))
    throw std::runtime_error("TRITON_SHARED_WAIT_SECONDS must be a positive number, got '" + std::string(text) + "'");
  return int64_t(seconds * 1e9);
}

void pack(const Kernel &kernel, void **from, char *block) {
  for (const Argument *at = kernel.arguments, *end = at + kernel.count; at != end; at++) {
    if (at->bytes) {
      memcpy(block + at->offset, from[at->index], at->bytes);
      continue;
    }
    uintptr_t address = reinterpret_cast<uintptr_t>(from[at->index]);
    if (address % at->divisor)
      throw std::runtime_error(std::string(at->label) + ": expected an address that is a multiple of " +
                               std::to_string(at->divisor) + " bytes; pass an aligned copy");
    memcpy(block + at->offset, &address, sizeof address);
  }
}

void check(const Kernel &kernel, const Failure &failure) {
  if (!failure.kind) return;
  std::string where = "program (" + std::to_string(failure.x) + ", " + std::to_string(failure.y) + ", " +
                      std::to_string(failure.z) + ") of kernel '" + kernel.name + "'";
  if (failure.kind == ASSERTION)
    throw std::runtime_error("device-side assert: " + std::string(failure.message) + ": " + where);
  std::string loop = kernel.waits[reinterpret_cast<uintptr_t>(failure.message)];
  throw std::runtime_error(where + " waits " + (loop.empty() ? "in a loop" : "in the loop at " + loop) +
                           " for what no other program does (TRITON_SHARED_WAIT_SECONDS sets how long this may last)");
}

}  // namespace

extern "C" void run_from_nativert(uint32_t x, uint32_t y, uint32_t z, int threads, void **arguments, void *address) {
  Kernel &kernel = *static_cast<Kernel *>(address);
  int64_t programs = int64_t(x) * y * z;
  if (!programs) return;
  char *block = static_cast<char *>(alloca(kernel.bytes + sizeof(void *)));
  pack(kernel, arguments, block);
  const uint32_t grid[] = {x, y, z};
  memcpy(block + kernel.grid, grid, sizeof grid);
  Launch launch = kernel.launch;
  if (threads > 0) launch.width = threads;
  else if (!launch.width) {
    launch.width = default_width();
    launch.follows = !getenv("TRITON_SHARED_NUM_THREADS");
  }
  if (launch.width > CAPACITY) launch.width = CAPACITY;
  Failure failure = {};
  void *pool = current_pool();
  int status;
  if (kernel.checked) {
    const Failure *record = &failure;
    memcpy(block + kernel.bytes, &record, sizeof record);
  }
  if (kernel.waits) {
    failure.wait = reinterpret_cast<void *>(await);
    failure.limit = wait_nanoseconds();
    status = run_waiting(pool, &launch, block, programs, &failure);
  } else {
    status = run(pool, &launch, block, programs);
  }
  kernel.launch.cost = launch.cost;
  check(kernel, failure);
  if (status)
    throw std::runtime_error("kernel '" + std::string(kernel.name) + "' needs " + std::to_string(launch.scratch) +
                             " bytes of memory a thread");
}
