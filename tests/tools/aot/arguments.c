/* Every kind of argument, more of them than fit into registers, an assertion and a print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

static int printed;

void triton_shared_print(int32_t x, int32_t y, int32_t z, const char *format, int64_t index, uint64_t bits) {
  if (x == 1 && y == 2 && z == 0 && index == 0 && bits == 12 && strstr(format, "si32 dec: pid"))
    ++printed;
}

#define EXPECT(condition) \
  if (!(condition)) { \
    printf("line %d: %s\n", __LINE__, #condition); \
    exit(1); \
  }

int main(void) {
  double out[11] = {0};
  const uint16_t half = 0xC100, brain = 0x4020; /* -2.5 and 2.5 */
  EXPECT(arguments(2, 3, 1, out, true, -7, -300, 70000, -5000000000LL, half, brain, 1.5f, -2.25, 200, 11, NULL) == 0);
  const double expected[11] = {1, -7, -300, 70000, -5e9, -2.5, 2.5, 1.5, -2.25, 200, 11};
  for (int i = 0; i < 11; ++i)
    EXPECT(out[i] == expected[i]);
  EXPECT(printed == 1);

  struct triton_shared_failure failure;
  EXPECT(arguments(2, 3, 1, out, false, 1, 2, 3, 4, half, brain, 1.5f, -2.25, 200, -1, &failure) == 2);
  EXPECT(failure.failed && failure.x == 0 && failure.y == 0 && failure.z == 0);
  EXPECT(strstr(failure.message, "last must not be negative"));
  EXPECT(arguments(2, 3, 1, out, false, 1, 2, 3, 4, half, brain, 1.5f, -2.25, 200, -1, NULL) == 2);
  EXPECT(arguments(2, 3, 1, out, false, 1, 2, 3, 4, half, brain, 1.5f, -2.25, 200, 1, &failure) == 0);
  EXPECT(!failure.failed && out[0] == 0);
  puts("arguments ok");
  return 0;
}
