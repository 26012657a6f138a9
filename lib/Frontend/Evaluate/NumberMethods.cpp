//===- NumberMethods.cpp - Methods of int, float, complex and bool -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace torchscript;
using namespace torchscript::evaluate;

/// An int of a class derived from int.
static Value makeIntOf(Interpreter &in, TypeObject *type, const Value &number) {
  if (type == in.types.integer)
    return number.isBool() ? in.makeInt(number.isTrue())
           : number.isObject() && number.getObject()->cls != type
               ? in.makeBig(BigView(number).get())
               : number;
  auto *object = new IntObject(type);
  Value result(object);
  mpz_set(object->number, BigView(number).get());
  return result;
}

static TypeObject *toType(const Value &value, Interpreter &in) {
  if (!value.is(Kind::Type))
    in.raiseTypeError("__new__(X): X is not a type object");
  return value.as<TypeObject>();
}

/// What `int(value)` is.
static Value convertToInt(Interpreter &in, const Value &value) {
  if (in.isInt(value) && !in.typeOf(value)->isHeap)
    return value;
  auto *real = value.dyn<FloatObject>();
  if (real && !in.typeOf(value)->isHeap)
    return truncateFloat(in, real->number);
  if (auto *str = value.dyn<StrObject>()) {
    Value number = parseInt(in, str->text, 10);
    if (!number)
      in.raiseValueError("invalid literal for int() with base 10: " +
                         quoteStr(str->text));
    return number;
  }
  for (StrObject *name : {in.names.int_, in.names.index_, in.names.trunc_}) {
    Value *found = in.lookUp(in.typeOf(value), name);
    if (!found || (found->is(Kind::Native) && (in.isInt(value) || real)))
      continue;
    Value result = in.call(in.findSpecial(value, name), {});
    if (!in.isInt(result))
      in.raiseTypeError(name->text + " returned non-int (type " +
                        in.typeName(result) + ")");
    return result;
  }
  if (in.isInt(value))
    return value;
  if (real)
    return truncateFloat(in, real->number);
  in.raiseTypeError("int() argument must be a string, a bytes-like object or a "
                    "real number, not '" +
                    in.typeName(value) + "'");
}

static Value newInt(Interpreter &in, Bound &a) {
  TypeObject *type = toType(a[0], in);
  if (!a.has(1))
    return makeIntOf(in, type, in.makeInt(0));
  if (!a.has(2))
    return makeIntOf(in, type, convertToInt(in, a[1]));
  int64_t base = in.toIndex(a[2]);
  if (base != 0 && (base < 2 || base > 36))
    in.raiseValueError("int() base must be >= 2 and <= 36, or 0");
  if (!a[1].is(Kind::Str))
    in.raiseTypeError("int() can't convert non-string with explicit base");
  Value number = parseInt(in, a[1].as<StrObject>()->text, int(base));
  if (!number)
    in.raiseValueError("invalid literal for int() with base " +
                       llvm::Twine(base) + ": " +
                       quoteStr(a[1].as<StrObject>()->text));
  return makeIntOf(in, type, number);
}

static Value newBool(Interpreter &in, Bound &a) {
  return Value::boolean(a.has(1) && in.isTrue(a[1]));
}

static Value bitLength(Interpreter &in, Bound &a) {
  BigView view(a[0]);
  return in.makeInt(mpz_sgn(view.get()) ? int64_t(mpz_sizeinbase(view.get(), 2))
                                        : 0);
}

static Value bitCount(Interpreter &in, Bound &a) {
  BigView view(a[0]);
  mpz_t magnitude;
  mpz_init(magnitude);
  mpz_abs(magnitude, view.get());
  int64_t count = int64_t(mpz_popcount(magnitude));
  mpz_clear(magnitude);
  return in.makeInt(count);
}

/// The bytes of an int, in `byteorder`.
static Value toBytes(Interpreter &in, Bound &a) {
  int64_t length = in.toIndex(a[1]);
  bool little = a.has(2) && in.str(a[2]) == "little";
  bool isSigned = a.has(3) && in.isTrue(a[3]);
  BigView view(a[0]);
  bool isNegative = mpz_sgn(view.get()) < 0;
  if (length < 0)
    in.raiseValueError("length argument must be non-negative");
  if (isNegative && !isSigned)
    in.raise(in.types.OverflowError, "can't convert negative int to unsigned");
  in.reserve(size_t(length));
  // The two's complement; -2^n needs no bit more than 2^n - 1.
  mpz_t number;
  mpz_init_set(number, view.get());
  if (isNegative)
    mpz_com(number, number);
  bool fits = mpz_sgn(number) == 0 ||
              mpz_sizeinbase(number, 2) + isSigned <= size_t(length) * 8;
  std::string data(size_t(length), isNegative ? '\xff' : '\0');
  size_t count = 0;
  std::string digits(mpz_sizeinbase(number, 256) + 1, '\0');
  mpz_export(digits.data(), &count, -1, 1, 0, 0, number);
  mpz_clear(number);
  if (!fits)
    in.raise(in.types.OverflowError, "int too big to convert");
  if (isNegative)
    for (char &digit : digits)
      digit = char(~digit);
  for (size_t i = 0; i < count && i < data.size(); ++i)
    data[little ? i : data.size() - 1 - i] = digits[i];
  return in.makeBytes(std::move(data));
}

static Value fromBytes(Interpreter &in, Bound &a) {
  if (a[0].is(Kind::Str) || in.isInt(a[0]))
    in.raiseTypeError("cannot convert '" + in.typeName(a[0]) +
                      "' object to bytes");
  Value data =
      a[0].is(Kind::Bytes) ? a[0] : in.call(Value(in.types.bytes), {a[0]});
  auto *bytes = data.as<BytesObject>();
  bool little = a.has(1) && in.str(a[1]) == "little";
  mpz_t number;
  mpz_init(number);
  mpz_import(number, bytes->data.size(), little ? -1 : 1, 1, 0, 0,
             bytes->data.data());
  size_t bits = bytes->data.size() * 8;
  if (bits && a.has(2) && in.isTrue(a[2]) && mpz_tstbit(number, bits - 1)) {
    // The two's complement.
    mpz_t range;
    mpz_init_set_ui(range, 1);
    mpz_mul_2exp(range, range, bits);
    mpz_sub(number, number, range);
    mpz_clear(range);
  }
  Value result = in.makeBig(number);
  mpz_clear(number);
  return result;
}

static Value intSelf(Interpreter &in, Bound &a) {
  return makeIntOf(in, in.types.integer, a[0]);
}

static Value absInt(Interpreter &in, Bound &a) {
  BigView view(a[0]);
  return mpz_sgn(view.get()) < 0
             ? in.binaryPlain(Operation::Sub, in.makeInt(0), a[0])
             : intSelf(in, a);
}

static Value negateInt(Interpreter &in, Bound &a) {
  return in.binaryPlain(Operation::Sub, in.makeInt(0), a[0]);
}

static Value invertInt(Interpreter &in, Bound &a) {
  return in.binaryPlain(Operation::Sub, in.makeInt(-1), a[0]);
}

static Value floatOf(Interpreter &in, Bound &a) {
  return in.makeFloat(*in.asFloat(a[0]));
}

static Value roundInt(Interpreter &in, Bound &a) {
  if (!a.has(1) || a[1].isNone() || in.toIndex(a[1]) >= 0)
    return intSelf(in, a);
  Value unit =
      in.binaryPlain(Operation::Pow, in.makeInt(10),
                     in.makeInt(-std::max<int64_t>(in.toIndex(a[1]), -100000)));
  Value half = in.binaryPlain(Operation::FloorDiv, unit, in.makeInt(2));
  Value sum = in.binaryPlain(Operation::Add, a[0], half);
  Value quotient = in.binaryPlain(Operation::FloorDiv, sum, unit);
  Value isTie = in.comparePlain(
      Comparison::Eq, in.binaryPlain(Operation::Mod, sum, unit), in.makeInt(0));
  Value isOdd = in.binaryPlain(Operation::Mod, quotient, in.makeInt(2));
  if (isTie.isTrue() && in.isTrue(isOdd))
    quotient = in.binaryPlain(Operation::Sub, quotient, in.makeInt(1));
  return in.binaryPlain(Operation::Mult, quotient, unit);
}

static Value intRatio(Interpreter &in, Bound &a) {
  return in.makeTuple({intSelf(in, a), in.makeInt(1)});
}

static Value isTrueNumber(Interpreter &in, Bound &a) {
  return Value::boolean(mpz_sgn(BigView(a[0]).get()) != 0);
}

static const NativeDefinition intMethods[] = {
    {"__new__", "cls, x?, /, base?", newInt},
    {"bit_length", "self", bitLength},
    {"bit_count", "self", bitCount},
    {"conjugate", "self", intSelf},
    {"as_integer_ratio", "self", intRatio},
    {"to_bytes", "self, length, byteorder?, *, signed?", toBytes},
    {"__index__", "self", intSelf},
    {"__int__", "self", intSelf},
    {"__trunc__", "self", intSelf},
    {"__floor__", "self", intSelf},
    {"__ceil__", "self", intSelf},
    {"__float__", "self", floatOf},
    {"__abs__", "self", absInt},
    {"__neg__", "self", negateInt},
    {"__pos__", "self", intSelf},
    {"__invert__", "self", invertInt},
    {"__round__", "self, digits?, /", roundInt},
    {"__bool__", "self", isTrueNumber},
};
static const NativeDefinition boolMethods[] = {
    {"__new__", "cls, x?, /", newBool}};
static const NativeDefinition fromBytesFunction[] = {
    {"from_bytes", "bytes, byteorder?, *, signed?", fromBytes}};

//===----------------------------------------------------------------------===//
// float
//===----------------------------------------------------------------------===//

bool evaluate::parseFloat(llvm::StringRef text, double &result) {
  text = text.trim(" \t\n\r\f\v");
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] != '_')
      digits.push_back(text[i]);
    else if (i == 0 || i + 1 == text.size() || !isdigit(uint8_t(text[i - 1])) ||
             !isdigit(uint8_t(text[i + 1])))
      return false;
  std::string lower = llvm::StringRef(digits).lower();
  llvm::StringRef plain = lower;
  bool isNegative = plain.consume_front("-");
  if (!isNegative)
    plain.consume_front("+");
  if (plain == "inf" || plain == "infinity")
    result = HUGE_VAL;
  else if (plain == "nan")
    result = NAN;
  else if (plain.empty() ||
           plain.find_first_not_of("0123456789.e+-") != llvm::StringRef::npos)
    return false;
  else {
    char *end;
    std::string number = plain.str();
    result = strtod(number.c_str(), &end);
    if (*end || number[0] == '-' || number[0] == '+')
      return false;
  }
  if (isNegative)
    result = -result;
  return true;
}

static Value newFloat(Interpreter &in, Bound &a) {
  TypeObject *type = toType(a[0], in);
  double number = 0;
  if (a.has(1)) {
    if (auto *str = a[1].dyn<StrObject>()) {
      if (!parseFloat(str->text, number))
        in.raiseValueError("could not convert string to float: " +
                           quoteStr(str->text));
    } else {
      if (!in.asFloat(a[1]) && !in.findSpecial(a[1], in.names.float_) &&
          !in.findSpecial(a[1], in.names.index_))
        in.raiseTypeError("float() argument must be a string or a real number, "
                          "not '" +
                          in.typeName(a[1]) + "'");
      Value *own = in.typeOf(a[1])->isHeap
                       ? in.lookUp(in.typeOf(a[1]), in.names.float_)
                       : nullptr;
      number =
          in.toFloat(own && !own->is(Kind::Native)
                         ? in.call(in.findSpecial(a[1], in.names.float_), {})
                         : a[1]);
    }
  }
  return Value(new FloatObject(type, number));
}

double evaluate::roundFloat(double number, int64_t digits) {
  if (!std::isfinite(number) || digits > 330)
    return number;
  if (digits < -310)
    return std::copysign(0.0, number);
  if (digits >= 0) {
    // The decimal digits of the number are exact.
    char buffer[1024];
    snprintf(buffer, sizeof buffer, "%.*f", int(digits), number);
    return strtod(buffer, nullptr);
  }
  double unit = std::pow(10.0, double(-digits));
  double scaled = number / unit;
  double rounded = std::nearbyint(scaled);
  return rounded * unit;
}

static double numberOf(const Value &value) {
  return value.as<FloatObject>()->number;
}

static Value roundMethod(Interpreter &in, Bound &a) {
  double number = numberOf(a[0]);
  if (!a.has(1) || a[1].isNone())
    return truncateFloat(in, std::nearbyint(number));
  return in.makeFloat(roundFloat(number, in.toIndex(a[1])));
}

static Value isInteger(Interpreter &in, Bound &a) {
  double number = numberOf(a[0]);
  return Value::boolean(std::isfinite(number) && number == std::floor(number));
}

static Value asRatio(Interpreter &in, Bound &a) {
  double number = numberOf(a[0]);
  Value check = truncateFloat(in, number);
  int exponent;
  double mantissa = std::frexp(number, &exponent);
  for (int i = 0; i < 300 && mantissa != std::floor(mantissa); ++i) {
    mantissa *= 2;
    --exponent;
  }
  Value numerator = truncateFloat(in, mantissa), denominator = in.makeInt(1);
  Value shift = in.makeInt(std::abs(exponent));
  if (exponent > 0)
    numerator = in.binaryPlain(Operation::LShift, numerator, shift);
  else
    denominator = in.binaryPlain(Operation::LShift, denominator, shift);
  return in.makeTuple({numerator, denominator});
}

static Value hexOf(Interpreter &in, Bound &a) {
  double number = numberOf(a[0]);
  if (!std::isfinite(number))
    return in.makeStr(formatFloat(number));
  if (number == 0)
    return in.makeStr(std::signbit(number) ? "-0x0.0p+0" : "0x0.0p+0");
  char buffer[64];
  snprintf(buffer, sizeof buffer, "%.13a", number);
  return in.makeStr(buffer);
}

/// `float.fromhex(text)`: hexadecimal digits with or without the prefix.
static Value fromHex(Interpreter &in, Bound &a) {
  llvm::StringRef text =
      llvm::StringRef(in.toStr(a[1], "text")).trim(" \t\n\r\f\v");
  std::string spelled = text.str();
  llvm::StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  bool isWord = digits.equals_insensitive("inf") ||
                digits.equals_insensitive("infinity") ||
                digits.equals_insensitive("nan");
  if (!isWord && !digits.starts_with_insensitive("0x"))
    spelled = (isNegative ? "-0x" : "0x") + digits.str();
  char *end = nullptr;
  double number = std::strtod(spelled.c_str(), &end);
  if (digits.empty() || *end || end == spelled.c_str() || digits.contains(' '))
    in.raiseValueError("invalid hexadecimal floating-point string");
  if (std::isinf(number) && !isWord)
    in.raise(in.types.OverflowError,
             "hexadecimal value too large to represent as a float");
  return in.makeFloat(number);
}

static Value truncMethod(Interpreter &in, Bound &a) {
  return truncateFloat(in, numberOf(a[0]));
}
static Value floorMethod(Interpreter &in, Bound &a) {
  return truncateFloat(in, std::floor(numberOf(a[0])));
}
static Value ceilMethod(Interpreter &in, Bound &a) {
  return truncateFloat(in, std::ceil(numberOf(a[0])));
}
static Value absFloat(Interpreter &in, Bound &a) {
  return in.makeFloat(std::abs(numberOf(a[0])));
}
static Value negateFloat(Interpreter &in, Bound &a) {
  return in.makeFloat(-numberOf(a[0]));
}
static Value floatSelf(Interpreter &in, Bound &a) {
  return in.makeFloat(numberOf(a[0]));
}
static Value isTrueFloat(Interpreter &, Bound &a) {
  return Value::boolean(numberOf(a[0]) != 0);
}

static const NativeDefinition floatMethods[] = {
    {"__new__", "cls, x?, /", newFloat},
    {"is_integer", "self", isInteger},
    {"as_integer_ratio", "self", asRatio},
    {"hex", "self", hexOf},
    {"conjugate", "self", floatSelf},
    {"__float__", "self", floatSelf},
    {"__int__", "self", truncMethod},
    {"__trunc__", "self", truncMethod},
    {"__floor__", "self", floorMethod},
    {"__ceil__", "self", ceilMethod},
    {"__abs__", "self", absFloat},
    {"__neg__", "self", negateFloat},
    {"__pos__", "self", floatSelf},
    {"__round__", "self, digits?, /", roundMethod},
    {"__bool__", "self", isTrueFloat},
};

//===----------------------------------------------------------------------===//
// complex
//===----------------------------------------------------------------------===//

static Value newComplex(Interpreter &in, Bound &a) {
  TypeObject *type = toType(a[0], in);
  double real = 0, imaginary = 0;
  auto add = [&](Value value, bool isImaginary) {
    double x = 0, y = 0;
    if (Value method = in.findSpecial(value, in.intern("__complex__"))) {
      value = in.call(method, {});
      if (!value.is(Kind::Complex))
        in.raiseTypeError("__complex__ returned non-complex (type " +
                          in.typeName(value) + ")");
    }
    if (auto *number = value.dyn<ComplexObject>()) {
      x = number->real;
      y = number->imaginary;
    } else if (auto *str = value.dyn<StrObject>()) {
      llvm::StringRef text = llvm::StringRef(str->text).trim().trim("()");
      bool hasImaginary = text.consume_back("j");
      size_t split = text.find_last_of("+-");
      while (split != llvm::StringRef::npos && split > 0 &&
             (text[split - 1] == 'e' || text[split - 1] == 'E'))
        split = text.take_front(split).find_last_of("+-");
      bool both = hasImaginary && split != llvm::StringRef::npos && split > 0;
      bool fits = both ? parseFloat(text.take_front(split), x) &&
                             parseFloat(text.drop_front(split), y)
                       : parseFloat(text, hasImaginary ? y : x);
      if (!fits)
        in.raiseValueError("complex() arg is a malformed string");
    } else {
      x = in.toFloat(value);
    }
    // What is not there is not added: that would lose the sign of a zero.
    if (!isImaginary) {
      real = x;
      imaginary = y;
      return;
    }
    if (value.is(Kind::Complex))
      real -= y;
    imaginary = a.has(1) && a[1].is(Kind::Complex) ? imaginary + x : x;
  };
  if (a.has(1))
    add(a[1], false);
  if (a.has(2))
    add(a[2], true);
  return Value(new ComplexObject(type, real, imaginary));
}

static Value conjugate(Interpreter &in, Bound &a) {
  auto *number = a[0].as<ComplexObject>();
  return in.makeComplex(number->real, -number->imaginary);
}
static Value absComplex(Interpreter &in, Bound &a) {
  auto *number = a[0].as<ComplexObject>();
  return in.makeFloat(std::hypot(number->real, number->imaginary));
}

static const NativeDefinition complexMethods[] = {
    {"__new__", "cls, real?, imag?", newComplex},
    {"conjugate", "self", conjugate},
    {"__abs__", "self", absComplex},
};

void evaluate::addIntMethods(Interpreter &in) {
  in.addMethods(in.types.integer, intMethods);
  in.addMethods(in.types.boolean, boolMethods);
  in.types.integer->getDict()->set(
      in.intern("from_bytes"),
      Value(new WrapperObject(Kind::StaticMethod, in.types.staticMethod,
                              in.makeNative(fromBytesFunction[0], nullptr))));
}

static const NativeDefinition fromHexFunction[] = {
    {"fromhex", "cls, text, /", fromHex}};

void evaluate::addFloatMethods(Interpreter &in) {
  in.types.floating->getDict()->set(
      in.intern("fromhex"),
      Value(new WrapperObject(Kind::ClassMethod, in.types.classMethod,
                              in.makeNative(fromHexFunction[0], nullptr))));
  in.addMethods(in.types.floating, floatMethods);
  in.addMethods(in.types.complex, complexMethods);
}
