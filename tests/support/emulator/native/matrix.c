// Matrices of a warp: ldmatrix and mma.sync; of four warps: wgmma. Which thread has which element, and where elements lie
// in shared memory, is as the PTX manual says.

#include "emulator.h"

enum { LDMATRIX = 7, MMA = 8, WGMMA = 9 };

// ---- ldmatrix, stmatrix ----

typedef struct { uint64_t address; uint32_t count, transposed, stores, words[4]; } Rows;

static uint16_t *halves(uint32_t *words, uint32_t number) { return (uint16_t *)&words[number]; }

// Moves between `count` matrices of 8 x 8 in shared memory, whose rows the threads point to, and the threads' registers.
static void move_rows(Thread *const *threads, uint32_t count) {
  (void)count;
  const Rows *first = threads[0]->wait.in;
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
}

static void exchange_rows(Rows *rows, uint32_t site) {
  if (launch->threads % LANES) fail(BAD_OPERAND, site);
  wait_for_warp((Wait){.operation = LDMATRIX | rows->count << 8, .key = ~0u, .site = site, .exchange = move_rows, .in = rows, .out = rows}, ~0u);
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
  wait_for_warp((Wait){.operation = MMA | k << 8, .key = ~0u, .site = site, .exchange = multiply, .in = &in, .out = NULL}, ~0u);
}

// ---- wgmma ----

enum { WARP_ROWS = 16, GROUP_ROWS = 64, MOST_COLUMNS = 256, STEP_BYTES = 32, MOST_STEPS = STEP_BYTES, CHUNK = 16 };

// Where a matrix lies: a descriptor; whether its rows, not the inner dimension, are neighbours; its elements' kind.
typedef struct { uint64_t descriptor; uint32_t turned, kind; } Source;
typedef struct { uint32_t n, total, scale; Source a, b; const uint32_t *words; uint32_t *sums; } Product;

// Products that have not been waited for, of the warp whose first lane has them: what they read may not change yet.
typedef struct Pending Pending;
struct Pending {
  Pending *next;
  Source sources[2];
  uint64_t seen[2];  // what was read, as a number
  uint32_t rows[2], group, site;
};
// The sums of products that a thread has begun. Until it has waited for them its registers hold marks in their place,
// numbers that tell which of these they stand for and are no floats: whoever computes with them computes nonsense.
enum { MARK = 0x7FC00000, MOST_SUMS = 32, MOST_WORDS = 128 };
typedef struct { uint32_t serial, group, count, words[MOST_WORDS]; } Sums;
struct Products {
  Pending *first, *last;
  uint32_t group, ended, serial;  // that products join which begin now; how many have ended; of the latest sums
  Sums sums[MOST_SUMS];
};

static Products *products_of(Thread *thread) {
  if (!thread->products) thread->products = calloc(1, sizeof(Products));
  return thread->products;
}

static uint32_t mark_of(const Sums *it, uint32_t index) { return MARK | (it->serial & 0x3FFF) << 8 | index; }

// The sums that `word` is a mark of, of those that have ended, or of `all`; NULL where it is none.
static Sums *marked_by(Products *products, uint32_t word, int all) {
  for (Sums *it = products->sums; it < products->sums + MOST_SUMS; it++)
    if ((word & 0xFF) < it->count && word == mark_of(it, word & 0xFF) && (all || it->group < products->ended)) return it;
  return NULL;
}

// Puts the sums in the place of their marks among `words`: of those that have ended, or of `all`, which then are free.
static void unmark(Products *products, uint32_t *words, uint32_t count, int all) {
  Sums *taken = NULL;
  for (uint32_t k = 0; k < count; k++) {
    Sums *it = (words[k] & MARK) == MARK ? marked_by(products, words[k], all) : NULL;
    if (it) words[k] = it->words[words[k] & 0xFF], taken = it;
  }
  if (all && taken) taken->count = 0;
}

// Keeps the sums `words` of a product that has begun, and puts marks in their place; the oldest ones are forgotten.
static void mark(Products *products, uint32_t *words, uint32_t count) {
  Sums *it = products->sums;
  for (Sums *other = it; other < products->sums + MOST_SUMS; other++)
    if (!other->count || (it->count && other->serial < it->serial)) it = other;
  it->serial = ++products->serial;
  it->group = products->group;
  it->count = count;
  for (uint32_t i = 0; i < count; i++) it->words[i] = words[i], words[i] = mark_of(it, i);
}

// Where the 16 bytes of a matrix lie that begin with its element (row, k).
static uint64_t chunk_at(const Source *it, uint32_t row, uint32_t k) {
  static const uint32_t row_bytes[] = {16, 128, 64, 32};
  uint64_t d = it->descriptor;
  uint32_t mode = d >> 62, width = row_bytes[mode], size = widths[it->kind] / 8;
  uint64_t leading = (d >> 16 & 0x3FFF) << 4, stride = (d >> 32 & 0x3FFF) << 4, address = (d & 0x3FFF) << 4;
  if (it->turned) address += row * size / width * leading + k / 8 * stride + k % 8 * width + row * size % width;
  else if (mode) address += row / 8 * stride + row % 8 * width + k * size;
  else address += row / 8 * stride + row % 8 * width + k * size / CHUNK * leading;
  return address ^ (address >> 7 & (width / CHUNK - 1)) << 4;
}

// Reads `rows` rows of a step, as numbers if `to` is there; returns a number that other bytes would hardly give.
static uint64_t read_matrix(const Source *it, uint32_t rows, double *to, uint32_t site) {
  uint32_t size = widths[it->kind] / 8, steps = STEP_BYTES / size, together = CHUNK / size;
  uint32_t down = it->turned ? together : 1, along = it->turned ? 1 : together;
  uint64_t seen = 0;
  for (uint32_t row = 0; row < rows; row += down)
    for (uint32_t k = 0; k < steps; k += along) {
      char bytes[CHUNK];
      read_shared(chunk_at(it, row, k), bytes, CHUNK, site);
      check_proxy(chunk_at(it, row, k), CHUNK, site);
      for (uint32_t e = 0; e < CHUNK; e++) seen = (seen ^ (uint8_t)bytes[e]) * UINT64_C(0x100000001B3) + 1;
      for (uint32_t e = 0; to && e < together; e++)
        to[(row + (down > 1 ? e : 0)) * MOST_STEPS + k + (along > 1 ? e : 0)] = element_at(bytes, it->kind, e);
    }
  return seen;
}

static void fragment_of(Thread *const *threads, const Product *product, double *to) {
  uint32_t steps = STEP_BYTES * 8 / widths[product->a.kind], owner, index;
  for (uint32_t row = 0; row < WARP_ROWS; row++)
    for (uint32_t k = 0; k < steps; k++) {
      locate(row, k, product->a.kind, WARP_ROWS, &owner, &index);
      to[row * MOST_STEPS + k] = element_at(((const Product *)threads[owner]->wait.in)->words, product->a.kind, index);
    }
}

static void remember(Thread *thread, const Product *product, const uint64_t *seen) {
  Products *all = products_of(thread);
  Pending *it = calloc(1, sizeof(Pending));
  *it = (Pending){NULL, {product->a, product->b}, {seen[0], seen[1]}, {product->words ? 0 : GROUP_ROWS, product->n}, all->group, thread->wait.site};
  if (all->last) all->last->next = it;
  else all->first = it;
  all->last = it;
}

// One warp's rows: the warps of four need not wait for one another, but together they read all rows of A, in any order.
static void multiply_group(Thread *const *threads, uint32_t count) {
  static double rows[GROUP_ROWS * MOST_STEPS], b[MOST_COLUMNS * MOST_STEPS];
  const Product *product = threads[0]->wait.in;
  uint32_t site = threads[0]->wait.site;
  double *a = rows + (product->words ? 0 : threads[0]->number / LANES % 4 * WARP_ROWS * MOST_STEPS);
  uint32_t steps = STEP_BYTES * 8 / widths[product->a.kind];
  current = threads[0];
  uint64_t seen[2] = {0, read_matrix(&product->b, product->n, b, site)};
  if (product->words) fragment_of(threads, product, a);
  else seen[0] = read_matrix(&product->a, GROUP_ROWS, rows, site);
  remember(threads[0], product, seen);
  for (uint32_t t = 0; t < count; t++) {
    const Product *its = threads[t]->wait.in;
    for (uint32_t i = 0; i < product->n / 2; i++) {
      uint32_t row = t / 4 + i / 2 % 2 * 8, column = t % 4 * 2 + i % 2 + i / 4 * 8;
      double sum = product->scale ? element_at(its->sums, product->total, i) : 0;
      for (uint32_t k = 0; k < steps; k++) sum += a[row * MOST_STEPS + k] * b[column * MOST_STEPS + k];
      store(its->sums, product->total, i, sum);
    }
  }
}

// `sums` += A B, of 64 x n; A is in registers where `words` is there. `kinds` has those of A, B and D, four bits each,
// `turned` a bit for A and one for B.
void emu_wgmma(uint32_t n, uint32_t kinds, uint32_t turned, uint32_t scale, uint64_t a, uint64_t b, const uint32_t *words, uint32_t *sums, uint32_t site) {
  uint32_t left = kinds & 15, right = kinds >> 4 & 15;
  Product in = {n, kinds >> 8 & 15, scale, {a, turned & 1, left}, {b, turned >> 1, right}, words, sums};
  if (n > MOST_COLUMNS || n % 8 || launch->threads % (4 * LANES) || (turned && widths[left] != 16)) fail(BAD_OPERAND, site);
  uint32_t count = n / 2 * widths[in.total] / 32;
  unmark(products_of(current), sums, count, 1);
  wait_for_warp((Wait){.operation = WGMMA | n << 8, .key = ~0u, .site = site, .exchange = multiply_group, .in = &in, .out = NULL}, ~0u);
  mark(products_of(current), sums, count);
}

// Somebody, the current thread perhaps, has overwritten what a product reads.
static void fail_overwritten(const Pending *it) {
  launch->other_thread = current->number;
  launch->other_site = it->site;
  launch->other_write = launch->in_shared = 1;
  launch->written = launch->address = 0;
  fail(RACE, it->site);
}

void emu_commit_products(void) {
  if (current->products) current->products->group++;
}

// Waits for all groups of products but the last `pending` that were committed, for one less where it is left out: what
// they read was there until now. Marks of their sums among the `count` registers at `words` become the sums.
void emu_wait_for_products(uint32_t pending, uint32_t *words, uint32_t count, uint32_t site) {
  Products *all = current->products;
  pending += is_left_out(site);
  if (all && all->group > all->ended + pending) all->ended = all->group - pending;
  while (all && all->first && all->first->group + pending < all->group) {
    Pending *it = all->first;
    uint64_t left = it->rows[0] ? read_matrix(&it->sources[0], GROUP_ROWS, NULL, it->site) : 0;
    uint64_t right = read_matrix(&it->sources[1], it->rows[1], NULL, it->site);
    if (left != it->seen[0] || right != it->seen[1]) fail_overwritten(it);
    all->first = it->next;
    if (!all->first) all->last = NULL;
    free(it);
  }
  if (all) unmark(all, words, count, 0);
}

void forget_products(Thread *thread) {
  while (thread->products && thread->products->first) {
    Pending *it = thread->products->first;
    thread->products->first = it->next;
    free(it);
  }
  free(thread->products);
  thread->products = NULL;
}
