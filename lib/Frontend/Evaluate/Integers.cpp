//===- Integers.cpp - Integers of any size -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include <cmath>

using namespace torchscript;
using namespace torchscript::evaluate;

/// Bits of the largest integer that is computed.
static constexpr size_t kMaxBits = size_t(1) << 26;

BigView::BigView(const Value &value) : pointer(storage), owns(true) {
  if (auto *object = value.dyn<IntObject>()) {
    pointer = object->number;
    owns = false;
  } else {
    mpz_init_set_si(storage,
                    value.isBool() ? value.isTrue() : value.getSmall());
  }
}

namespace {
/// A number that is released.
struct Big {
  mpz_t number;
  Big() { mpz_init(number); }
  ~Big() { mpz_clear(number); }
  Big(const Big &) = delete;
};
} // namespace

/// The machine integer of an int that has one at hand.
static bool getSmall(const Value &value, int64_t &result) {
  if (value.isSmall())
    result = value.getSmall();
  else if (value.isBool())
    result = value.isTrue();
  else
    return false;
  return true;
}

std::optional<int64_t> Interpreter::asInt64(const Value &value) {
  int64_t small;
  if (getSmall(value, small))
    return small;
  auto *object = value.dyn<IntObject>();
  if (!object || !mpz_fits_slong_p(object->number))
    return std::nullopt;
  return mpz_get_si(object->number);
}

int evaluate::compareInts(const Value &lhs, const Value &rhs) {
  int64_t a, b;
  if (getSmall(lhs, a) && getSmall(rhs, b))
    return a < b ? -1 : a > b;
  return mpz_cmp(BigView(lhs).get(), BigView(rhs).get());
}

[[noreturn]] static void failZero(Interpreter &in, const char *text) {
  in.raise(in.types.ZeroDivisionError, text);
}

static int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

/// The operation on machine integers; empty when the result is too large.
static Value smallBinary(Interpreter &in, Operation op, int64_t a, int64_t b) {
  int64_t result;
  switch (op) {
  case Operation::Add:
    return in.makeInt(a + b);
  case Operation::Sub:
    return in.makeInt(a - b);
  case Operation::Mult:
    if (__builtin_mul_overflow(a, b, &result))
      return Value();
    return in.makeInt(result);
  case Operation::FloorDiv:
    if (b == 0)
      failZero(in, "integer division or modulo by zero");
    return in.makeInt(floorDivide(a, b));
  case Operation::Mod:
    if (b == 0)
      failZero(in, "integer modulo by zero");
    return in.makeInt(a - floorDivide(a, b) * b);
  case Operation::BitAnd:
    return in.makeInt(a & b);
  case Operation::BitOr:
    return in.makeInt(a | b);
  case Operation::BitXor:
    return in.makeInt(a ^ b);
  case Operation::RShift:
    if (b < 0)
      in.raiseValueError("negative shift count");
    return in.makeInt(a >> std::min<int64_t>(b, 63));
  case Operation::LShift:
    if (b < 0)
      in.raiseValueError("negative shift count");
    if (b < 62 && std::abs(a) < int64_t(1) << (62 - b))
      return in.makeInt(a * (int64_t(1) << b));
    return Value();
  default:
    return Value();
  }
}

/// Raises MemoryError for integers that nobody needs.
static void checkBits(Interpreter &in, double bits) {
  if (bits > double(kMaxBits))
    in.raise(in.types.MemoryError, "");
  in.reserve(size_t(bits / 8));
}

static Value power(Interpreter &in, const Value &lhs, const Value &rhs) {
  BigView base(lhs), exponent(rhs);
  if (mpz_sgn(exponent.get()) < 0) {
    if (mpz_sgn(base.get()) == 0)
      failZero(in, "0.0 cannot be raised to a negative power");
    return in.makeFloat(std::pow(in.toFloat(lhs), in.toFloat(rhs)));
  }
  Big result;
  if (mpz_cmpabs_ui(base.get(), 1) <= 0 || mpz_sgn(exponent.get()) == 0) {
    bool isNegative =
        mpz_sgn(base.get()) < 0 && mpz_odd_p(exponent.get());
    bool isZero = mpz_sgn(base.get()) == 0 && mpz_sgn(exponent.get()) != 0;
    return in.makeInt(isZero ? 0 : isNegative ? -1 : 1);
  }
  if (!mpz_fits_ulong_p(exponent.get()))
    in.raise(in.types.MemoryError, "");
  unsigned long times = mpz_get_ui(exponent.get());
  checkBits(in, double(mpz_sizeinbase(base.get(), 2)) * double(times));
  mpz_pow_ui(result.number, base.get(), times);
  return in.makeBig(result.number);
}

/// `lhs / rhs`, rounded once.
static Value trueDivide(Interpreter &in, const Value &lhs, const Value &rhs) {
  BigView a(lhs), b(rhs);
  if (mpz_sgn(b.get()) == 0)
    failZero(in, "division by zero");
  size_t aBits = mpz_sizeinbase(a.get(), 2), bBits = mpz_sizeinbase(b.get(), 2);
  if (aBits <= 53 && bBits <= 53)
    return in.makeFloat(mpz_get_d(a.get()) / mpz_get_d(b.get()));
  // A quotient of 55 bits at least, with a bit for what is cut off.
  long shift = long(bBits) - long(aBits) + 55;
  Big numerator, denominator, quotient, rest;
  mpz_abs(numerator.number, a.get());
  mpz_abs(denominator.number, b.get());
  if (shift > 0)
    mpz_mul_2exp(numerator.number, numerator.number, shift);
  else
    mpz_mul_2exp(denominator.number, denominator.number, -shift);
  mpz_tdiv_qr(quotient.number, rest.number, numerator.number,
              denominator.number);
  // Round to 53 bits, half to even.
  size_t bits = mpz_sizeinbase(quotient.number, 2);
  long extra = long(bits) - 53;
  bool half = mpz_tstbit(quotient.number, extra - 1);
  bool more = mpz_sgn(rest.number) != 0 ||
              mpz_scan1(quotient.number, 0) < size_t(extra - 1);
  mpz_tdiv_q_2exp(quotient.number, quotient.number, extra);
  if (half && (more || mpz_odd_p(quotient.number)))
    mpz_add_ui(quotient.number, quotient.number, 1);
  double result =
      std::ldexp(mpz_get_d(quotient.number),
                 int(std::clamp<long>(extra - shift, -5000, 5000)));
  if (std::isinf(result))
    in.raise(in.types.OverflowError, "integer division result too large for a "
                                     "float");
  if ((mpz_sgn(a.get()) < 0) != (mpz_sgn(b.get()) < 0))
    result = -result;
  return in.makeFloat(result);
}

static Value bigShift(Interpreter &in, const Value &lhs, const Value &rhs,
                      bool isLeft) {
  BigView a(lhs), b(rhs);
  if (mpz_sgn(b.get()) < 0)
    in.raiseValueError("negative shift count");
  Big result;
  if (!mpz_fits_ulong_p(b.get())) {
    if (isLeft && mpz_sgn(a.get()) != 0)
      in.raise(in.types.MemoryError, "");
    return in.makeInt(mpz_sgn(a.get()) < 0 && !isLeft ? -1 : 0);
  }
  unsigned long count = mpz_get_ui(b.get());
  if (isLeft) {
    if (mpz_sgn(a.get()) == 0)
      return in.makeInt(0);
    checkBits(in, double(mpz_sizeinbase(a.get(), 2)) + double(count));
    mpz_mul_2exp(result.number, a.get(), count);
  } else {
    mpz_fdiv_q_2exp(result.number, a.get(), count);
  }
  return in.makeBig(result.number);
}

Value evaluate::intBinary(Interpreter &in, Operation op, const Value &lhs,
                          const Value &rhs) {
  int64_t x, y;
  if (getSmall(lhs, x) && getSmall(rhs, y))
    if (Value result = smallBinary(in, op, x, y))
      return result;
  switch (op) {
  case Operation::Div:
    return trueDivide(in, lhs, rhs);
  case Operation::Pow:
    return power(in, lhs, rhs);
  case Operation::LShift:
    return bigShift(in, lhs, rhs, true);
  case Operation::RShift:
    return bigShift(in, lhs, rhs, false);
  default:
    break;
  }
  BigView a(lhs), b(rhs);
  Big result;
  switch (op) {
  case Operation::Add:
    mpz_add(result.number, a.get(), b.get());
    break;
  case Operation::Sub:
    mpz_sub(result.number, a.get(), b.get());
    break;
  case Operation::Mult:
    checkBits(in, double(mpz_sizeinbase(a.get(), 2)) +
                      double(mpz_sizeinbase(b.get(), 2)));
    mpz_mul(result.number, a.get(), b.get());
    break;
  case Operation::FloorDiv:
  case Operation::Mod:
    if (mpz_sgn(b.get()) == 0)
      failZero(in, op == Operation::Mod ? "integer modulo by zero"
                                        : "integer division or modulo by zero");
    if (op == Operation::Mod)
      mpz_fdiv_r(result.number, a.get(), b.get());
    else
      mpz_fdiv_q(result.number, a.get(), b.get());
    break;
  case Operation::BitAnd:
    mpz_and(result.number, a.get(), b.get());
    break;
  case Operation::BitOr:
    mpz_ior(result.number, a.get(), b.get());
    break;
  case Operation::BitXor:
    mpz_xor(result.number, a.get(), b.get());
    break;
  default:
    return Value::notImplemented();
  }
  return in.makeBig(result.number);
}

Value evaluate::intPowMod(Interpreter &in, const Value &lhs, const Value &rhs,
                          const Value &modulus) {
  BigView base(lhs), exponent(rhs), mod(modulus);
  if (mpz_sgn(mod.get()) == 0)
    in.raiseValueError("pow() 3rd argument cannot be 0");
  Big result, inverse;
  const __mpz_struct *start = base.get();
  Big positive;
  mpz_abs(positive.number, exponent.get());
  if (mpz_sgn(exponent.get()) < 0) {
    if (!mpz_invert(inverse.number, base.get(), mod.get()))
      in.raiseValueError("base is not invertible for the given modulus");
    start = inverse.number;
  }
  // The time grows with the product of the sizes.
  checkBits(in, double(mpz_sizeinbase(positive.number, 2)) *
                    double(mpz_sizeinbase(mod.get(), 2)) / 8);
  mpz_powm(result.number, start, positive.number, mod.get());
  if (mpz_sgn(result.number) != 0 && mpz_sgn(mod.get()) < 0)
    mpz_fdiv_r(result.number, result.number, mod.get());
  return in.makeBig(result.number);
}

Value evaluate::truncateFloat(Interpreter &in, double number) {
  if (std::isnan(number))
    in.raiseValueError("cannot convert float NaN to integer");
  if (std::isinf(number))
    in.raise(in.types.OverflowError, "cannot convert float infinity to integer");
  if (std::abs(number) < 4e18)
    return in.makeInt(int64_t(number));
  Big result;
  mpz_set_d(result.number, number);
  return in.makeBig(result.number);
}

std::string evaluate::formatInt(Interpreter &in, const Value &number,
                                int base) {
  int64_t small;
  if (base == 10 && getSmall(number, small))
    return std::to_string(small);
  BigView view(number);
  size_t digits = mpz_sizeinbase(view.get(), base);
  in.reserve(digits);
  std::string text(digits + 2, '\0');
  mpz_get_str(text.data(), base, view.get());
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

Value evaluate::parseInt(Interpreter &in, llvm::StringRef text, int base) {
  text = text.trim(" \t\n\r\f\v");
  bool isNegative = text.consume_front("-");
  if (!isNegative)
    text.consume_front("+");
  if (base == 0 || base == 16 || base == 8 || base == 2) {
    llvm::StringRef prefix = text.take_front(2);
    int found = prefix.equals_insensitive("0x")   ? 16
                : prefix.equals_insensitive("0o") ? 8
                : prefix.equals_insensitive("0b") ? 2
                                                  : 0;
    if (found && (base == 0 || base == found)) {
      text = text.drop_front(2);
      text.consume_front("_");
      base = found;
    } else if (base == 0) {
      if (text.size() > 1 && text[0] == '0' && text.ltrim("0_") != "")
        return Value();
      base = 10;
    }
  }
  std::string digits;
  bool wasDigit = false;
  for (char c : text) {
    if (c == '_' && wasDigit) {
      wasDigit = false;
      continue;
    }
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'z' ? c - 'a' + 10
                : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                       : 99;
    if (digit >= base)
      return Value();
    digits.push_back(c);
    wasDigit = true;
  }
  if (digits.empty() || !wasDigit)
    return Value();
  checkBits(in, double(digits.size()) * 6);
  Big result;
  mpz_set_str(result.number, digits.c_str(), base);
  if (isNegative)
    mpz_neg(result.number, result.number);
  return in.makeBig(result.number);
}

/// Python's hashes are numbers modulo 2^61 - 1.
static constexpr uint64_t kHashModulus = (uint64_t(1) << 61) - 1;

uint64_t evaluate::hashInt(const Value &number) {
  int64_t small;
  int64_t result;
  if (getSmall(number, small)) {
    uint64_t magnitude = small < 0 ? -uint64_t(small) : uint64_t(small);
    result = int64_t(magnitude % kHashModulus);
    result = small < 0 ? -result : result;
  } else {
    BigView view(number);
    Big modulus;
    mpz_set_ui(modulus.number, kHashModulus);
    mpz_tdiv_r(modulus.number, view.get(), modulus.number);
    result = mpz_get_si(modulus.number);
  }
  return uint64_t(result == -1 ? -2 : result);
}

uint64_t evaluate::hashFloat(double number) {
  if (std::isinf(number))
    return uint64_t(number > 0 ? 314159 : -314159);
  if (std::isnan(number))
    return 0;
  int exponent;
  double mantissa = std::frexp(std::abs(number), &exponent);
  uint64_t result = 0;
  while (mantissa != 0) {
    result = ((result << 28) & kHashModulus) | result >> (61 - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    uint64_t digit = uint64_t(mantissa);
    mantissa -= double(digit);
    result += digit;
    if (result >= kHashModulus)
      result -= kHashModulus;
  }
  exponent = exponent >= 0 ? exponent % 61 : 60 - ((-1 - exponent) % 61);
  result = ((result << exponent) & kHashModulus) | result >> (61 - exponent);
  int64_t withSign = number < 0 ? -int64_t(result) : int64_t(result);
  return uint64_t(withSign == -1 ? -2 : withSign);
}
