// Matrices of a warp: ldmatrix and mma.sync. Which thread has which element is as the PTX manual says.

#include "emulator.h"

enum { LDMATRIX = 7, MMA = 8, MOST_REGISTERS = 8 };

// ---- ldmatrix, stmatrix ----

typedef struct { uint64_t address; uint32_t count, transposed, stores, words[4]; } Rows;

static uint16_t *halves(uint32_t *words, uint32_t number) { return (uint16_t *)&words[number]; }

// Moves between `count` matrices of 8 x 8 in shared memory, whose rows the threads point to, and the threads' registers.
static void move_rows(Thread *const *threads, uint32_t count) {
  (void)count;
  const Rows *first = threads[0]->wait.in;
  Thread *self = current;
  for (uint32_t m = 0; m < first->count; m++) {
    for (uint32_t row = 0; row < 8; row++) {
      Thread *pointing = threads[8 * m + row];
      const Rows *its = pointing->wait.in;
      uint16_t elements[8];
      current = pointing;
      if (!first->stores) read_shared(its->address, (char *)elements, 16, pointing->wait.site);
      for (uint32_t column = 0; column < 8; column++) {
        uint32_t r = first->transposed ? column : row, c = first->transposed ? row : column;
        Rows *owner = threads[4 * r + c / 2]->wait.out;
        uint16_t *element = &halves(owner->words, m)[c % 2];
        if (first->stores) elements[column] = *element;
        else *element = elements[column];
      }
      if (first->stores) write_shared(its->address, (const char *)elements, 16, pointing->wait.site);
    }
  }
  current = self;
}

static void exchange_rows(Rows *rows, uint32_t site) {
  if (launch->threads % LANES) fail(BAD_OPERAND, site);
  wait_for_warp((Wait){LDMATRIX | rows->count << 8, ~0u, site, 0, move_rows, rows, rows}, ~0u);
}

void emu_ldmatrix(uint64_t address, uint32_t count, uint32_t transposed, uint32_t *words, uint32_t site) {
  Rows rows = {.address = address, .count = count, .transposed = transposed};
  exchange_rows(&rows, site);
  memcpy(words, rows.words, sizeof(rows.words));
}

void emu_stmatrix(uint64_t address, uint32_t count, uint32_t transposed, const uint32_t *words, uint32_t site) {
  Rows rows = {.address = address, .count = count, .transposed = transposed, .stores = 1};
  memcpy(rows.words, words, count * sizeof(*words));
  exchange_rows(&rows, site);
}

// ---- mma.sync ----

// Kinds of elements, as in intrinsics.py.
enum { F16, BF16, TF32, F64, E4M3, E5M2, S8, U8, F32, S32 };
static const uint32_t widths[] = {16, 16, 32, 64, 8, 8, 8, 8, 32, 32};

typedef struct { uint32_t m, n, k, a, b, c, d; } Shape;
typedef struct { Shape shape; const void *a, *b, *c; void *d; } Fragments;

static double half_to_double(uint32_t bits) {
  uint32_t exponent = bits >> 10 & 31, rest = bits & 1023;
  double size = exponent == 31 ? (rest ? __builtin_nan("") : __builtin_inf()) : exponent ? (1024 + rest) * 0x1p-25 : rest * 0x1p-24;
  for (uint32_t e = 0; exponent != 31 && e < exponent; e++) size *= 2;
  return bits & 0x8000 ? -size : size;
}

static double element_at(const void *fragment, uint32_t kind, uint32_t index) {
  const uint8_t *place = (const uint8_t *)fragment + index * widths[kind] / 8;
  uint32_t word = 0;
  float single;
  double value;
  if (kind == F64) return memcpy(&value, place, 8), value;
  memcpy(&word, place, widths[kind] / 8);
  if (kind == BF16) word <<= 16;
  if (kind == TF32) word &= 0xFFFFE000;
  memcpy(&single, &word, 4);
  switch (kind) {
    case F16: return half_to_double(word);
    case E4M3: return emu_from_small(word, 0);
    case E5M2: return emu_from_small(word, 1);
    case S8: return (int8_t)word;
    case U8: return word;
    case S32: return (int32_t)word;
    default: return single;
  }
}

// The fragment of a row-major A, or of a column-major B, of `rows` x `k`: lanes hold rows by fours, neighbours along k
// fill a register, registers go on by 8 rows, then along k.
static void locate(uint32_t row, uint32_t k, uint32_t kind, uint32_t rows, uint32_t *owner, uint32_t *index) {
  uint32_t packed = widths[kind] < 32 ? 32 / widths[kind] : 1, step = 4 * packed;
  uint32_t high = row / 8, blocks = rows / 8;
  *owner = row % 8 * 4 + k % step / packed;
  *index = (k / step * blocks + high) * packed + k % packed;
}

static void store(void *fragment, uint32_t kind, uint32_t index, double value) {
  if (kind == F64) {
    ((double *)fragment)[index] = value;
  } else if (kind == F32) {
    ((float *)fragment)[index] = value;
  } else if (kind == S32) {
    ((uint32_t *)fragment)[index] = (int64_t)value;
  } else {
    ((uint16_t *)fragment)[index] = emu_to_half(value);
  }
}

static double dot(Thread *const *threads, const Shape *shape, uint32_t row, uint32_t column) {
  double sum = 0;
  for (uint32_t k = 0; k < shape->k; k++) {
    uint32_t owner, index, other, at;
    locate(row, k, shape->a, shape->m, &owner, &index);
    locate(column, k, shape->b, shape->n, &other, &at);
    const Fragments *a = threads[owner]->wait.in, *b = threads[other]->wait.in;
    sum += element_at(a->a, shape->a, index) * element_at(b->b, shape->b, at);
  }
  return sum;
}

static void multiply(Thread *const *threads, uint32_t count) {
  const Shape *shape = &((const Fragments *)threads[0]->wait.in)->shape;
  for (uint32_t t = 0; t < count; t++) {
    const Fragments *its = threads[t]->wait.in;
    for (uint32_t i = 0; i < shape->m * shape->n / LANES; i++) {
      uint32_t row = t / 4 + i / 2 * 8, column = t % 4 * 2 + i % 2;
      store(its->d, shape->d, i, dot(threads, shape, row, column) + element_at(its->c, shape->c, i));
    }
  }
}

// D = A B + C, exact products summed in f64 and rounded once. `kinds` has those of A, B, C and D, four bits each.
void emu_mma(uint32_t m, uint32_t n, uint32_t k, uint32_t kinds, const void *a, const void *b, const void *c, void *d, uint32_t site) {
  Fragments in = {{m, n, k, kinds & 15, kinds >> 4 & 15, kinds >> 8 & 15, kinds >> 12 & 15}, a, b, c, d};
  wait_for_warp((Wait){MMA | k << 8, ~0u, site, 0, multiply, &in, NULL}, ~0u);
}
