// What the native code needs of the operating system, declared here and not read from its headers: the LLVM IR that
// is made of it (README.md) has to hold on every 64-bit Linux and macOS.
//
// So nothing may differ between them: a `Lock` and a `Condition` have room for any pthread_mutex_t or pthread_cond_t,
// a `Thread` is 64 bits of a pthread_t, a `Time` is struct timespec. Numbers that differ, such as that of a clock, come
// from Python. An int that is passed on is small and not negative, because machines extend it in different ways.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { _Alignas(16) char room[128]; } Lock;
typedef struct { _Alignas(16) char room[128]; } Condition;
typedef uint64_t Thread;
typedef struct { int64_t seconds, nanoseconds; } Time;

int posix_memalign(void **memory, uint64_t alignment, uint64_t bytes);
void free(void *memory);
int clock_gettime(int clock, Time *time);
int nanosleep(const Time *time, Time *rest);
int sched_yield(void);
int pthread_create(Thread *thread, const void *attributes, void *(*function)(void *), void *argument);
int pthread_join(Thread thread, void **result);
int pthread_detach(Thread thread);
Thread pthread_self(void);
int pthread_mutex_init(Lock *lock, const void *attributes);
int pthread_mutex_lock(Lock *lock);
int pthread_mutex_trylock(Lock *lock);
int pthread_mutex_unlock(Lock *lock);
int pthread_cond_init(Condition *condition, const void *attributes);
int pthread_cond_wait(Condition *condition, Lock *lock);
int pthread_cond_timedwait(Condition *condition, Lock *lock, const Time *until);
int pthread_cond_signal(Condition *condition);

enum { ENOMEM = 12, EINTR = 4, CLOCK_REALTIME = 0 };

// The instruction that a thread spins by; `triton_shared.runtime.cpu.native` links the machine's.
void relax(void);
