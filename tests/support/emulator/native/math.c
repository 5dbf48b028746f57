// What the hardware approximates, as exactly as the C library has it, and conversions that not every machine has.

#include "emulator.h"

float exp2f(float x);
float log2f(float x);
float sinf(float x);
float cosf(float x);
float tanhf(float x);

static uint32_t bits_of(float x) {
  uint32_t word;
  memcpy(&word, &x, sizeof(x));
  return word;
}

static float float_of(uint32_t word) {
  float x;
  memcpy(&x, &word, sizeof(x));
  return x;
}

// `x`, or a zero of its sign where it is subnormal.
float emu_ftz(float x) {
  uint32_t word = bits_of(x);
  return word & 0x7F800000 ? x : float_of(word & 0x80000000);
}

float emu_ex2(float x) { return exp2f(x); }
float emu_lg2(float x) { return log2f(x); }
float emu_rcp(float x) { return 1 / x; }
float emu_sqrt(float x) { return __builtin_elementwise_sqrt(x); }
float emu_rsqrt(float x) { return 1 / __builtin_elementwise_sqrt(x); }
double emu_rsqrt_d(double x) { return 1 / __builtin_elementwise_sqrt(x); }
float emu_sin(float x) { return sinf(x); }
float emu_cos(float x) { return cosf(x); }
float emu_tanh(float x) { return tanhf(x); }

// prmt.b32 without a mode: the four bytes that the nibbles of `select` name, of eight.
uint32_t emu_prmt(uint32_t a, uint32_t b, uint32_t select) {
  uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t result = 0;
  for (int k = 0; k < 4; k++) {
    uint32_t nibble = select >> 4 * k & 15, byte = bytes >> 8 * (nibble & 7) & 255;
    if (nibble & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * k;
  }
  return result;
}

// Bits of the bfloat nearest to `x`.
uint32_t emu_to_bfloat(float x) {
  uint32_t word = bits_of(x);
  if ((word & 0x7FFFFFFF) > 0x7F800000) return word >> 16 | 0x40;
  return (word + 0x7FFF + (word >> 16 & 1)) >> 16;
}
