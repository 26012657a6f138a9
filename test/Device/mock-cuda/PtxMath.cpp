//===- PtxMath.cpp - What instructions compute ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats of half precision are computed as doubles and rounded once.
//
//===----------------------------------------------------------------------===//

#include "PtxMath.h"

#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

using namespace ptx;

[[noreturn]] static void fail(const Instruction &one) {
  std::string name = one.words.front();
  for (size_t i = 1; i < one.words.size(); ++i)
    name += "." + one.words[i];
  throw Error("line " + std::to_string(one.line) + ": '" + name +
              "' is not known");
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To castBits(From from) {
  To to;
  static_assert(sizeof(To) == sizeof(From));
  memcpy(&to, &from, sizeof to);
  return to;
}

double ptx::toDouble(uint64_t bits, Type type) {
  if (type.bits == 64)
    return castBits<double>(bits);
  if (type.bits == 32)
    return castBits<float>(uint32_t(bits));
  if (type.kind == Type::Brain)
    return castBits<float>(uint32_t(bits << 16));
  int exponent = bits >> 10 & 31;
  double fraction = double(bits & 1023) / 1024;
  double size = exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                : exponent     ? std::ldexp(1 + fraction, exponent - 15)
                               : std::ldexp(fraction, -14);
  return bits & 0x8000 ? -size : size;
}

/// Of a float with so many bits of fraction and exponent.
static uint64_t roundTo(double value, int fractionBits, int exponentBits) {
  uint64_t sign = uint64_t(std::signbit(value))
                  << (fractionBits + exponentBits);
  uint64_t infinity = getMask(exponentBits) << fractionBits;
  if (std::isnan(value))
    return infinity | 1ull << (fractionBits - 1);
  int bias = (1 << (exponentBits - 1)) - 1, exponent = 0;
  double size = std::fabs(value);
  if (size == 0 || std::isinf(size))
    return sign | (size == 0 ? 0 : infinity);
  std::frexp(size, &exponent);
  exponent = std::max(exponent - 1, 1 - bias);
  // Whole numbers of the last place; a carry goes to the exponent by itself.
  auto places =
      uint64_t(std::nearbyint(std::ldexp(size, fractionBits - exponent)));
  uint64_t bits = (uint64_t(exponent + bias - 1) << fractionBits) + places;
  return sign | std::min(bits, infinity);
}

uint64_t ptx::fromDouble(double value, Type type) {
  if (type.bits == 64)
    return castBits<uint64_t>(value);
  if (type.bits == 32)
    return castBits<uint32_t>(float(value));
  return type.kind == Type::Brain ? roundTo(value, 7, 8)
                                  : roundTo(value, 10, 5);
}

static double choose(double x, double y, bool isMax, bool keepsNaN) {
  if (std::isnan(x) || std::isnan(y))
    return keepsNaN || (std::isnan(x) && std::isnan(y)) ? NAN
           : std::isnan(x)                              ? y
                                                        : x;
  if (x == y)
    return std::signbit(x) == isMax ? y : x;
  return (x > y) == isMax ? x : y;
}

static float roundOf(double (*function)(double), float value) {
  return float(function(value));
}

/// Rounded in the instruction's type: float32 by itself, so that sums and
/// products are those of the chip.
template <typename T>
static T calculateFloat(const Instruction &one, const T *x) {
  switch (one.op) {
  case Op::Add:
    return x[0] + x[1];
  case Op::Sub:
    return x[0] - x[1];
  case Op::Mul:
    return x[0] * x[1];
  case Op::Div:
    return x[0] / x[1];
  case Op::Fma:
    return std::fma(x[0], x[1], x[2]);
  case Op::Sqrt:
    return std::sqrt(x[0]);
  case Op::Rcp:
    return 1 / x[0];
  case Op::Rsqrt:
    return T(1 / std::sqrt(double(x[0])));
  case Op::Exp2:
    return T(roundOf(std::exp2, float(x[0])));
  case Op::Log2:
    return T(roundOf(std::log2, float(x[0])));
  case Op::Max:
  case Op::Min:
    return T(choose(x[0], x[1], one.op == Op::Max, one.keepsNaN));
  default:
    fail(one);
  }
}

static uint64_t calculateFloat(const Instruction &one,
                               const uint64_t *operands) {
  Type type = one.type;
  uint64_t sign = 1ull << (type.bits - 1);
  if (one.op == Op::Neg)
    return operands[0] ^ sign;
  if (one.op == Op::Abs)
    return operands[0] & ~sign;
  if (one.op == Op::Copysign) // The first operand has the sign.
    return (operands[1] & ~sign) | (operands[0] & sign);
  if (one.saturates || one.round != Instruction::Nearest)
    fail(one);
  if (type.bits == 32) {
    float values[4];
    for (int i = 0; i < 4; ++i)
      values[i] = castBits<float>(uint32_t(operands[i]));
    return castBits<uint32_t>(calculateFloat(one, values));
  }
  double values[4];
  for (int i = 0; i < 4; ++i)
    values[i] = toDouble(operands[i], type);
  return fromDouble(calculateFloat(one, values), type);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

using Wide = __int128;

static Wide multiply(const Instruction &one, const uint64_t *operands) {
  Type type = one.type;
  Wide x, y;
  if (type.isSigned()) {
    x = extend(operands[0], type);
    y = extend(operands[1], type);
  } else {
    x = operands[0] & getMask(type.bits);
    y = operands[1] & getMask(type.bits);
  }
  Wide product = Wide((unsigned __int128)x * (unsigned __int128)y);
  if (one.part == Instruction::High)
    return type.isSigned() ? product >> type.bits
                           : Wide((unsigned __int128)product >> type.bits);
  return product;
}

static uint64_t divide(const Instruction &one, const uint64_t *operands) {
  Type type = one.type;
  bool isRest = one.op == Op::Rem;
  if (!type.isSigned()) {
    uint64_t x = operands[0] & getMask(type.bits),
             y = operands[1] & getMask(type.bits);
    return !y ? ~0ull : isRest ? x % y : x / y;
  }
  int64_t x = extend(operands[0], type), y = extend(operands[1], type);
  if (y == 0)
    return ~0ull;
  if (y == -1) // The least number has no negative one.
    return isRest ? 0 : 0 - uint64_t(x);
  return uint64_t(isRest ? x % y : x / y);
}

static uint64_t shift(const Instruction &one, const uint64_t *operands) {
  Type type = one.type;
  uint64_t count = std::min<uint64_t>(operands[1] & 0xffffffff, type.bits);
  if (one.op == Op::Shl)
    return count == 64 ? 0 : operands[0] << count;
  if (type.isSigned())
    return uint64_t(extend(operands[0], type) >> std::min<uint64_t>(count, 63));
  return count == 64 ? 0 : (operands[0] & getMask(type.bits)) >> count;
}

static uint64_t extractBits(const Instruction &one, const uint64_t *operands) {
  unsigned begin = operands[1] & 255, count = operands[2] & 255;
  unsigned bits = one.type.bits;
  if (!count)
    return 0;
  uint64_t value = operands[0] & getMask(bits);
  value = begin >= 64 ? 0 : value >> begin;
  if (!one.type.isSigned() || count >= bits)
    return value & getMask(count);
  unsigned last = std::min(begin + count - 1, bits - 1);
  bool isNegative = operands[0] >> last & 1;
  value &= getMask(count);
  return isNegative ? value | ~getMask(std::min(count, last - begin + 1))
                    : value;
}

static uint64_t permute(const uint64_t *operands) {
  uint64_t bytes = (operands[1] << 32) | (operands[0] & 0xffffffff), made = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned which = operands[2] >> (4 * i) & 15;
    uint64_t byte = bytes >> (8 * (which & 7)) & 255;
    if (which & 8)
      byte = byte & 128 ? 255 : 0;
    made |= byte << (8 * i);
  }
  return made;
}

static uint64_t calculateInteger(const Instruction &one,
                                 const uint64_t *operands) {
  Type type = one.type;
  int64_t x = extend(operands[0], type), y = extend(operands[1], type);
  bool isLess = type.isSigned() ? x < y : uint64_t(x) < uint64_t(y);
  switch (one.op) {
  case Op::Add:
    return operands[0] + operands[1];
  case Op::Sub:
    return operands[0] - operands[1];
  case Op::Mul:
    return uint64_t(multiply(one, operands));
  case Op::Mad:
    return uint64_t(multiply(one, operands)) + operands[2];
  case Op::Div:
  case Op::Rem:
    return divide(one, operands);
  case Op::Max:
    return uint64_t(isLess ? y : x);
  case Op::Min:
    return uint64_t(isLess ? x : y);
  case Op::Neg:
    return 0 - operands[0];
  case Op::Abs:
    return x < 0 ? 0 - uint64_t(x) : uint64_t(x);
  case Op::And:
    return operands[0] & operands[1];
  case Op::Or:
    return operands[0] | operands[1];
  case Op::Xor:
    return operands[0] ^ operands[1];
  case Op::Not:
    return type.kind == Type::Pred ? !operands[0] : ~operands[0];
  case Op::Shl:
  case Op::Shr:
    return shift(one, operands);
  case Op::Popc:
    return uint64_t(__builtin_popcountll(operands[0] & getMask(type.bits)));
  case Op::Clz: {
    uint64_t value = operands[0] & getMask(type.bits);
    return value ? uint64_t(__builtin_clzll(value)) - (64 - type.bits)
                 : type.bits;
  }
  case Op::BitReverse: {
    uint64_t made = 0;
    for (unsigned i = 0; i < type.bits; ++i)
      made |= (operands[0] >> i & 1) << (type.bits - 1 - i);
    return made;
  }
  case Op::BitExtract:
    return extractBits(one, operands);
  case Op::BitInsert: {
    unsigned begin = operands[2] & 255, count = operands[3] & 255;
    uint64_t mask = begin >= 64 ? 0 : getMask(count) << begin;
    return (operands[1] & ~mask) |
           (begin >= 64 ? 0 : operands[0] << begin & mask);
  }
  case Op::Permute:
    return permute(operands);
  default:
    fail(one);
  }
}

//===----------------------------------------------------------------------===//
// Comparisons and conversions
//===----------------------------------------------------------------------===//

template <typename T>
static bool compare(Instruction::Compare how, T x, T y, bool isUnordered) {
  switch (how) {
  case Instruction::Eq:
    return !isUnordered && x == y;
  case Instruction::Ne:
    return !isUnordered && x != y;
  case Instruction::Lt:
    return !isUnordered && x < y;
  case Instruction::Le:
    return !isUnordered && x <= y;
  case Instruction::Gt:
    return !isUnordered && x > y;
  case Instruction::Ge:
    return !isUnordered && x >= y;
  case Instruction::Num:
    return !isUnordered;
  case Instruction::Nan:
    return isUnordered;
  default:
    return isUnordered ||
           compare(Instruction::Compare(how - Instruction::Equ), x, y, false);
  }
}

static bool compare(const Instruction &one, const uint64_t *operands) {
  Type type = one.type;
  if (type.isFloat()) {
    double x = toDouble(operands[0], type), y = toDouble(operands[1], type);
    return compare(one.compare, x, y, std::isnan(x) || std::isnan(y));
  }
  int64_t x = extend(operands[0], type), y = extend(operands[1], type);
  return type.isSigned()
             ? compare(one.compare, x, y, false)
             : compare(one.compare, uint64_t(x), uint64_t(y), false);
}

static double roundInteger(double value, Instruction::Round how) {
  switch (how) {
  case Instruction::Nearest:
    return std::nearbyint(value);
  case Instruction::Zero:
    return std::trunc(value);
  case Instruction::Up:
    return std::ceil(value);
  case Instruction::Down:
    return std::floor(value);
  }
  return value;
}

/// What is too large becomes the largest number, and what is none zero.
static uint64_t toInteger(double value, Type type) {
  if (std::isnan(value))
    return 0;
  double most = std::ldexp(1.0, type.isSigned() ? type.bits - 1 : type.bits);
  if (value >= most)
    return type.isSigned() ? getMask(type.bits - 1) : getMask(type.bits);
  if (type.isSigned())
    return value < -most ? 1ull << (type.bits - 1) : uint64_t(int64_t(value));
  return value <= 0 ? 0 : uint64_t(value);
}

static uint64_t convert(const Instruction &one, uint64_t operand) {
  Type to = one.type, from = one.from;
  if (to.kind == Type::TF32) // To the nearest, ties away from zero.
    return (operand & 0x7f800000) == 0x7f800000
               ? operand & ~0x1fffull
               : (operand + 0x1000) & ~0x1fffull & 0xffffffff;
  if (one.saturates)
    fail(one);
  if (!from.isFloat() && !to.isFloat())
    return uint64_t(extend(operand, from));
  if (!from.isFloat()) {
    if (one.round != Instruction::Nearest)
      fail(one);
    int64_t value = extend(operand, from);
    if (to.bits == 32)
      return castBits<uint32_t>(from.isSigned() ? float(value)
                                                : float(uint64_t(value)));
    return fromDouble(from.isSigned() ? double(value) : double(uint64_t(value)),
                      to);
  }
  double value = toDouble(operand, from);
  if (!to.isFloat())
    return toInteger(roundInteger(value, one.round), to);
  if (one.isInteger)
    value = roundInteger(value, one.round);
  else if (one.round != Instruction::Nearest && to.bits < from.bits)
    fail(one);
  return fromDouble(value, to);
}

uint64_t ptx::calculate(const Instruction &one, const uint64_t *operands) {
  uint64_t value = 0;
  unsigned bits = one.type.bits;
  switch (one.op) {
  case Op::Move:
    value = operands[0];
    break;
  case Op::SetPredicate:
    return compare(one, operands);
  case Op::Test: {
    double x = toDouble(operands[0], one.type);
    if (one.words[1] == "notanumber")
      return std::isnan(x);
    if (one.words[1] == "infinite")
      return std::isinf(x);
    return std::isfinite(x);
  }
  case Op::Select:
    value = operands[2] ? operands[0] : operands[1];
    break;
  case Op::Convert:
    value = convert(one, operands[0]);
    break;
  default:
    value = one.type.isFloat() ? calculateFloat(one, operands)
                               : calculateInteger(one, operands);
  }
  if (one.op == Op::Popc || one.op == Op::Clz)
    bits = 32;
  else if (one.part == Instruction::Wide)
    bits *= 2;
  return value & getMask(bits);
}
