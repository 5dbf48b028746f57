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

enum { LARGER = 1, SPREADS_NAN = 2 };

// The larger or smaller of two, as `how` says: +0 is larger than -0, and there is one NaN.
double emu_extreme_d(double a, double b, uint32_t how) {
  bool one = a != a, other = b != b;
  if (how & SPREADS_NAN ? one || other : one && other) return __builtin_bit_cast(double, UINT64_C(0x7FFFFFFFFFFFFFFF));
  if (one || other) return one ? b : a;
  bool larger = how & LARGER, is_first = a == b ? larger != !!__builtin_signbit(a) : larger ? a > b : a < b;
  return is_first ? a : b;
}

float emu_extreme(float a, float b, uint32_t how) {
  double value = emu_extreme_d(a, b, how);
  return value == value ? value : float_of(0x7FFFFFFF);
}

// `x`, or a zero of its sign where it is subnormal.
float emu_ftz(float x) {
  uint32_t word = bits_of(x);
  return word & 0x7F800000 ? x : float_of(word & 0x80000000);
}

// The largest float that is no more than `a * b + c`: what rounding to nearest, and to a double before, has left tells.
float emu_fma_down(float a, float b, float c) {
  double product = (double)a * b, sum = product + c, part = sum - product;
  double left = product - (sum - part) + (c - part);
  float nearest = (float)sum;
  uint32_t word = bits_of(nearest);
  if (sum == 0 && left == 0) return float_of(product == 0 && bits_of(c) == 0 && !__builtin_signbit(product) ? 0 : 0x80000000);
  if (!(nearest > sum || (nearest == sum && left < 0))) return nearest;
  return nearest == 0 ? float_of(0x80000001) : float_of(nearest > 0 ? word - 1 : word + 1);
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

// A float of 8 bits: bits of its mantissa, its bias, its largest number, NaN.
typedef struct { int mantissa, bias; float largest; uint32_t nan; } Small;
static const Small smalls[] = {{3, 7, 448, 0x7F}, {2, 15, 57344, 0x7F}};  // e4m3, e5m2

static float power_of_two(int exponent) { return float_of((uint32_t)(exponent + 127) << 23); }

// Bits of the float of 8 bits nearest to `x`, no more than the largest: cvt.rn.satfinite.
uint32_t emu_to_small(float x, uint32_t kind) {
  const Small *to = &smalls[kind];
  uint32_t word = bits_of(x), sign = word >> 24 & 0x80;
  float size = float_of(word & 0x7FFFFFFF);
  if (x != x) return to->nan;
  if (size > to->largest) size = to->largest;
  int exponent = (int)(bits_of(size) >> 23) - 127;
  if (exponent < 1 - to->bias) exponent = 1 - to->bias;
  int steps = (int)__builtin_elementwise_roundeven(size * power_of_two(to->mantissa - exponent));
  return sign | (((exponent + to->bias - 1) << to->mantissa) + steps);
}

float emu_from_small(uint32_t bits, uint32_t kind) {
  const Small *from = &smalls[kind];
  uint32_t field = bits >> from->mantissa & (0x7F >> from->mantissa), rest = bits & ((1u << from->mantissa) - 1);
  bool top = field == 0x7Fu >> from->mantissa;
  float steps = rest + (field ? 1u << from->mantissa : 0), size = steps * power_of_two((field ? (int)field : 1) - from->bias - from->mantissa);
  if (kind == 0 ? top && rest == 7 : top && rest) return float_of(0x7FC00000);
  if (kind == 1 && top) size = float_of(0x7F800000);
  return bits & 0x80 ? -size : size;
}

// Bits of the half nearest to `x`.
uint32_t emu_to_half(double x) {
  double size = x < 0 ? -x : x;
  uint64_t word;
  memcpy(&word, &x, sizeof(x));
  uint32_t sign = word >> 48 & 0x8000;
  if (x != x) return 0x7E00;
  if (size >= 65520) return sign | 0x7C00;
  int exponent = (int)(word >> 52 & 2047) - 1023;
  if (exponent < -14) exponent = -14;
  uint64_t scale = (uint64_t)(1023 + 10 - exponent) << 52;
  double factor;
  memcpy(&factor, &scale, sizeof(factor));
  return sign | (((exponent + 14) << 10) + (int)__builtin_elementwise_roundeven(size * factor));
}
