/* Calls kernels that were compiled ahead of time and compares them with plain C; exits with 1 at the first difference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "matmul.h"
#include "softmax.h"
#include "vector_add.h"

static float *values(int count, unsigned seed) {
  float *all = malloc(count * sizeof(float));
  for (int i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    all[i] = (float)(seed >> 8) / (1 << 23) - 1.0f;
  }
  return all;
}

static void same(const char *what, const float *found, const float *expected, int count, float tolerance) {
  for (int i = 0; i < count; ++i)
    if (!(fabsf(found[i] - expected[i]) <= tolerance)) {
      printf("%s[%d] is %g, not %g\n", what, i, found[i], expected[i]);
      exit(1);
    }
  printf("%s ok\n", what);
}

static void check(int status) {
  if (status) {
    printf("status %d\n", status);
    exit(1);
  }
}

static void add(void) {
  enum { N = 5000, BLOCK = 1024, PROGRAMS = (N + BLOCK - 1) / BLOCK };
  float *x = values(N, 1), *y = values(N, 2), *out = values(N + 1, 3), *expected = values(N + 1, 3);
  for (int i = 0; i < N; ++i)
    expected[i] = x[i] + y[i];
  check(vector_add(0, 1, 1, x, y, out, N));
  check(vector_add(PROGRAMS, 1, 1, x, y, out, N));
  same("vector_add", out, expected, N + 1, 0.0f);
  for (int i = 0; i < N; ++i)
    out[i] = 0.0f;
  struct vector_add_args args = {x, y, out, N, PROGRAMS, 1, 1};
  void *scratch = aligned_alloc(64, (VECTOR_ADD_SCRATCH_BYTES + 63) / 64 * 64 + 64);
  vector_add_range(&args, 3, PROGRAMS, scratch);
  vector_add_range(&args, 0, 3, scratch);
  same("vector_add_range", out, expected, N + 1, 0.0f);
}

static void normalize(void) {
  enum { ROWS = 37, COLUMNS = 781 };
  float *x = values(ROWS * COLUMNS, 4), *out = values(ROWS * COLUMNS, 5), *expected = values(ROWS * COLUMNS, 6);
  for (int r = 0; r < ROWS; ++r) {
    double sum = 0.0;
    for (int c = 0; c < COLUMNS; ++c)
      sum += exp(x[r * COLUMNS + c]);
    for (int c = 0; c < COLUMNS; ++c)
      expected[r * COLUMNS + c] = (float)(exp(x[r * COLUMNS + c]) / sum);
  }
  check(softmax(5, 1, 1, out, x, COLUMNS, COLUMNS, ROWS, COLUMNS));
  same("softmax", out, expected, ROWS * COLUMNS, 1e-8f);
}

static void multiply(void) {
  enum { M = 70, N = 130, K = 100, PROGRAMS = (M + 63) / 64 * ((N + 63) / 64) };
  float *a = values(M * K, 7), *b = values(K * N, 8), *c = values(M * N, 9), *expected = values(M * N, 10);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      double sum = 0.0;
      for (int k = 0; k < K; ++k)
        sum += (double)a[m * K + k] * b[k * N + n];
      expected[m * N + n] = (float)sum;
    }
  check(matmul(PROGRAMS, 1, 1, a, b, c, M, N, K, K, N, N));
  same("matmul", c, expected, M * N, 1e-5f);
}

int main(void) {
  add();
  normalize();
  multiply();
  return 0;
}
