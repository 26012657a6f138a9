//===- Operators.cpp - Operators -*- C++ -*-===//
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

namespace {
struct OperatorNames {
  const char *plain, *reflected, *inPlace, *symbol;
};
} // namespace

/// In the order of BinaryOperator.
static const OperatorNames operatorNames[] = {
    {"__add__", "__radd__", "__iadd__", "+"},
    {"__sub__", "__rsub__", "__isub__", "-"},
    {"__mul__", "__rmul__", "__imul__", "*"},
    {"__matmul__", "__rmatmul__", "__imatmul__", "@"},
    {"__truediv__", "__rtruediv__", "__itruediv__", "/"},
    {"__floordiv__", "__rfloordiv__", "__ifloordiv__", "//"},
    {"__mod__", "__rmod__", "__imod__", "%"},
    {"__pow__", "__rpow__", "__ipow__", "** or pow()"},
    {"__lshift__", "__rlshift__", "__ilshift__", "<<"},
    {"__rshift__", "__rrshift__", "__irshift__", ">>"},
    {"__and__", "__rand__", "__iand__", "&"},
    {"__or__", "__ror__", "__ior__", "|"},
    {"__xor__", "__rxor__", "__ixor__", "^"},
};

static const OperatorNames &getNames(Operation op) {
  return operatorNames[unsigned(op)];
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::optional<double> Interpreter::asFloat(const Value &value) {
  if (auto *number = value.dyn<FloatObject>())
    return number->number;
  if (value.isSmall())
    return double(value.getSmall());
  if (!isInt(value))
    return std::nullopt;
  BigView view(value);
  // mpz_get_d cuts off; Python rounds.
  size_t bits = mpz_sizeinbase(view.get(), 2);
  if (bits > 1024)
    raise(types.OverflowError, "int too large to convert to float");
  if (bits <= 53)
    return mpz_get_d(view.get());
  Value quotient = intBinary(*this, Operation::Div, value, makeInt(1));
  return quotient.as<FloatObject>()->number;
}

static double floatMod(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest != 0)
    return (rest < 0) != (b < 0) ? rest + b : rest;
  return std::copysign(0.0, b);
}

static double floatFloorDivide(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1 : floored;
}

static Value complexBinary(Interpreter &in, Operation op, const Value &lhs,
                           const Value &rhs);

static Value floatBinary(Interpreter &in, Operation op, double a, double b) {
  switch (op) {
  case Operation::Add:
    return in.makeFloat(a + b);
  case Operation::Sub:
    return in.makeFloat(a - b);
  case Operation::Mult:
    return in.makeFloat(a * b);
  case Operation::Div:
    if (b == 0)
      in.raise(in.types.ZeroDivisionError, "float division by zero");
    return in.makeFloat(a / b);
  case Operation::FloorDiv:
    if (b == 0)
      in.raise(in.types.ZeroDivisionError, "float floor division by zero");
    return in.makeFloat(floatFloorDivide(a, b));
  case Operation::Mod:
    if (b == 0)
      in.raise(in.types.ZeroDivisionError, "float modulo");
    return in.makeFloat(floatMod(a, b));
  case Operation::Pow: {
    if (a == 0 && b < 0)
      in.raise(in.types.ZeroDivisionError,
               "0.0 cannot be raised to a negative power");
    if (a < 0 && std::isfinite(b) && b != std::floor(b) && std::isfinite(a))
      return complexBinary(in, op, in.makeComplex(a, 0), in.makeFloat(b));
    double result = std::pow(a, b);
    if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
      in.raise(in.types.OverflowError, "(34, 'Numerical result out of range')");
    return in.makeFloat(result);
  }
  default:
    return Value::notImplemented();
  }
}

/// The parts of a number.
static bool getComplex(Interpreter &in, const Value &value, double &real,
                       double &imaginary) {
  if (auto *complex = value.dyn<ComplexObject>()) {
    real = complex->real;
    imaginary = complex->imaginary;
    return true;
  }
  std::optional<double> number = in.asFloat(value);
  real = number.value_or(0);
  imaginary = 0;
  return number.has_value();
}

static Value complexPower(Interpreter &in, double a, double b, double c,
                          double d) {
  if (c == 0 && d == 0)
    return in.makeComplex(1, 0);
  if (a == 0 && b == 0) {
    if (d != 0 || c < 0)
      in.raise(in.types.ZeroDivisionError,
               "0.0 to a negative or complex power");
    return in.makeComplex(0, 0);
  }
  if (d == 0 && c == std::floor(c) && std::abs(c) <= 100) {
    double real = 1, imaginary = 0;
    for (int i = 0; i < int(std::abs(c)); ++i) {
      double next = real * a - imaginary * b;
      imaginary = real * b + imaginary * a;
      real = next;
    }
    if (c >= 0)
      return in.makeComplex(real, imaginary);
    double norm = real * real + imaginary * imaginary;
    return in.makeComplex(real / norm, -imaginary / norm);
  }
  double length = std::hypot(a, b), angle = std::atan2(b, a);
  double size = std::pow(length, c);
  double phase = angle * c;
  if (d != 0) {
    size /= std::exp(angle * d);
    phase += d * std::log(length);
  }
  return in.makeComplex(size * std::cos(phase), size * std::sin(phase));
}

static Value complexBinary(Interpreter &in, Operation op, const Value &lhs,
                           const Value &rhs) {
  double a, b, c, d;
  if (!getComplex(in, lhs, a, b) || !getComplex(in, rhs, c, d))
    return Value::notImplemented();
  switch (op) {
  case Operation::Add:
    return in.makeComplex(a + c, b + d);
  case Operation::Sub:
    return in.makeComplex(a - c, b - d);
  case Operation::Mult:
    return in.makeComplex(a * c - b * d, a * d + b * c);
  case Operation::Div: {
    if (c == 0 && d == 0)
      in.raise(in.types.ZeroDivisionError, "complex division by zero");
    if (std::abs(c) >= std::abs(d)) {
      double ratio = d / c, scale = c + d * ratio;
      return in.makeComplex((a + b * ratio) / scale, (b - a * ratio) / scale);
    }
    double ratio = c / d, scale = c * ratio + d;
    return in.makeComplex((a * ratio + b) / scale, (b * ratio - a) / scale);
  }
  case Operation::Pow:
    return complexPower(in, a, b, c, d);
  default:
    return Value::notImplemented();
  }
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static Value repeat(Interpreter &in, const Value &sequence, const Value &times) {
  std::optional<int64_t> wanted = in.asInt64(times);
  if (!wanted)
    in.raise(in.types.OverflowError,
             "cannot fit 'int' into an index-sized integer");
  size_t count = *wanted < 0 ? 0 : size_t(*wanted);
  if (auto *str = sequence.dyn<StrObject>()) {
    in.reserve(count, str->text.size());
    std::string text;
    if (!str->text.empty())
      for (size_t i = 0; i < count; ++i)
        text += str->text;
    return in.makeStr(std::move(text));
  }
  if (auto *bytes = sequence.dyn<BytesObject>()) {
    in.reserve(count, bytes->data.size());
    std::string data;
    if (!bytes->data.empty())
      for (size_t i = 0; i < count; ++i)
        data += bytes->data;
    return in.makeBytes(std::move(data));
  }
  ValueVector &items = *getItems(sequence);
  in.reserve(count, items.size() * sizeof(Value));
  ValueVector result;
  if (!items.empty()) {
    result.reserve(count * items.size());
    for (size_t i = 0; i < count; ++i)
      result.insert(result.end(), items.begin(), items.end());
  }
  return sequence.is(Kind::List) ? in.makeList(std::move(result))
                                 : in.makeTuple(std::move(result));
}

static Value concatenate(Interpreter &in, const Value &lhs, const Value &rhs) {
  if (lhs.is(Kind::Str)) {
    auto &a = lhs.as<StrObject>()->text, &b = rhs.as<StrObject>()->text;
    in.reserve(a.size() + b.size());
    return in.makeStr(a + b);
  }
  if (lhs.is(Kind::Bytes))
    return in.makeBytes(lhs.as<BytesObject>()->data +
                        rhs.as<BytesObject>()->data);
  ValueVector &a = *getItems(lhs), &b = *getItems(rhs);
  in.reserve(a.size() + b.size(), sizeof(Value));
  ValueVector items;
  items.reserve(a.size() + b.size());
  items.insert(items.end(), a.begin(), a.end());
  items.insert(items.end(), b.begin(), b.end());
  return lhs.is(Kind::List) ? in.makeList(std::move(items))
                            : in.makeTuple(std::move(items));
}

/// A set with the keys of an iterable; a set keeps its table.
static Value copySet(Interpreter &in, const Value &source, bool frozen) {
  Value result = in.makeSet(frozen);
  fillSet(in, result, source);
  return result;
}

/// Operators on sets, with the order of results that CPython's have.
static Value setBinary(Interpreter &in, Operation op, const Value &lhs,
                       const Value &rhs) {
  bool frozen = lhs.is(Kind::Set) && lhs.getObject()->frozen;
  // What is in both is looked for; parts of a view need not have a hash.
  if (op == Operation::BitAnd && lhs.is(Kind::View)) {
    Value result = in.makeSet();
    in.forEach(rhs, [&](const Value &item) {
      if (in.contains(lhs, item))
        in.setAdd(result, item);
      return true;
    });
    return result;
  }
  Value a = lhs.is(Kind::Set) ? lhs : copySet(in, lhs, false);
  Value b = rhs.is(Kind::Set) ? rhs : copySet(in, rhs, false);
  auto *left = a.as<SetObject>(), *right = b.as<SetObject>();
  auto forEachKey = [](SetObject *set, auto visit) {
    auto table = set->table;
    for (auto &entry : table)
      if (entry.key)
        visit(entry.key, entry.hash);
  };
  if (op == Operation::BitOr) {
    Value result = copySet(in, a, frozen);
    fillSet(in, result, b);
    return result;
  }
  if (op == Operation::BitXor) {
    Value result = copySet(in, a, frozen);
    auto *set = result.as<SetObject>();
    forEachKey(right, [&](const Value &key, uint64_t hash) {
      if (!set->remove(in, key, hash))
        set->add(in, key, hash);
    });
    return result;
  }
  if (op == Operation::Sub && left->used / 4 > right->used) {
    Value result = copySet(in, a, frozen);
    forEachKey(right, [&](const Value &key, uint64_t hash) {
      result.as<SetObject>()->remove(in, key, hash);
    });
    return result;
  }
  if (op != Operation::Sub && op != Operation::BitAnd)
    return Value::notImplemented();
  // Of an intersection the smaller one is gone through.
  bool isBoth = op == Operation::BitAnd;
  if (isBoth && right->used > left->used)
    std::swap(left, right);
  Value result = in.makeSet(frozen);
  SetObject *source = isBoth ? right : left, *other = isBoth ? left : right;
  forEachKey(source, [&](const Value &key, uint64_t hash) {
    if (other->contains(in, key, hash) == isBoth)
      result.as<SetObject>()->add(in, key, hash);
  });
  return result;
}

static bool isSequence(const Value &value) {
  return value.is(Kind::Str) || value.is(Kind::List) || value.is(Kind::Tuple) ||
         value.is(Kind::Bytes);
}

static bool isSetLike(const Value &value) {
  return value.is(Kind::Set) || (value.is(Kind::View) &&
                                 value.as<ViewObject>()->part !=
                                     ViewObject::Values);
}

Value Interpreter::binaryPlain(Operation op, const Value &lhs,
                               const Value &rhs) {
  bool leftInt = isInt(lhs), rightInt = isInt(rhs);
  if (leftInt && rightInt) {
    if (lhs.isBool() && rhs.isBool()) {
      if (op == Operation::BitAnd)
        return Value::boolean(lhs.isTrue() && rhs.isTrue());
      if (op == Operation::BitOr)
        return Value::boolean(lhs.isTrue() || rhs.isTrue());
      if (op == Operation::BitXor)
        return Value::boolean(lhs.isTrue() != rhs.isTrue());
    }
    return intBinary(*this, op, lhs, rhs);
  }
  bool leftNumber = leftInt || lhs.is(Kind::Float);
  bool rightNumber = rightInt || rhs.is(Kind::Float);
  if (leftNumber && rightNumber)
    return floatBinary(*this, op, *asFloat(lhs), *asFloat(rhs));
  if ((lhs.is(Kind::Complex) && (rightNumber || rhs.is(Kind::Complex))) ||
      (rhs.is(Kind::Complex) && leftNumber))
    return complexBinary(*this, op, lhs, rhs);
  if (op == Operation::Add && isSequence(lhs) && lhs.kind() == rhs.kind())
    return concatenate(*this, lhs, rhs);
  if (op == Operation::Mult && isSequence(lhs) && rightInt)
    return repeat(*this, lhs, rhs);
  if (op == Operation::Mult && isSequence(rhs) && leftInt)
    return repeat(*this, rhs, lhs);
  if (op == Operation::Mod && lhs.is(Kind::Str))
    return formatPercent(*this, lhs.as<StrObject>()->text, rhs);
  if (op == Operation::Mod && lhs.is(Kind::Bytes))
    return call(getAttr(importModule("_bytearray"), "format_bytes"),
                {lhs, rhs});
  if (isSetLike(lhs) && isSetLike(rhs))
    return setBinary(*this, op, lhs, rhs);
  if (op == Operation::BitOr && lhs.is(Kind::Dict) && rhs.is(Kind::Dict)) {
    Value result = makeInstance(typeOf(lhs));
    dictUpdate(result, lhs);
    dictUpdate(result, rhs);
    return result;
  }
  // `int | None` in an annotation.
  auto isClass = [](const Value &value) {
    return value.is(Kind::Type) || value.isNone();
  };
  if (op == Operation::BitOr && isClass(lhs) && isClass(rhs))
    return call(getAttr(importModule("typing"), "_join_types"), {lhs, rhs});
  return Value::notImplemented();
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static bool isPlain(Interpreter &in, const Value &value) {
  TypeObject *type = in.typeOf(value);
  return !type->isHeap && type->cls == in.types.type &&
         !value.is(Kind::Host);
}

/// Calls a method for an operator; NotImplemented when there is none.
static Value tryMethod(Interpreter &in, const Value &object,
                       const Value &argument, llvm::StringRef name) {
  Value *found = in.lookUp(in.typeOf(object), name);
  if (!found || found->isNone())
    return Value::notImplemented();
  Value method = in.findSpecial(object, in.intern(name));
  return in.call(method, {argument});
}

Value Interpreter::binaryDispatch(Operation op, const Value &lhs,
                                  const Value &rhs) {
  const OperatorNames &names = getNames(op);
  TypeObject *left = typeOf(lhs), *right = typeOf(rhs);
  // A derived class goes first that has its own method, not its base's.
  bool rightFirst = false;
  if (left != right && right->isSubclassOf(left)) {
    Value *own = lookUp(right, names.reflected);
    Value *inherited = lookUp(left, names.reflected);
    rightFirst = own && !own->is(Kind::Native) &&
                 !(inherited && inherited->isSame(*own));
  }
  if (rightFirst) {
    Value result = tryMethod(*this, rhs, lhs, names.reflected);
    if (!result.isNotImplemented())
      return result;
  }
  Value result = tryMethod(*this, lhs, rhs, names.plain);
  if (!result.isNotImplemented() || rightFirst || left == right)
    return result;
  return tryMethod(*this, rhs, lhs, names.reflected);
}

[[noreturn]] static void failBinary(Interpreter &in, const char *symbol,
                                    const Value &lhs, const Value &rhs,
                                    Operation op, bool isInPlace) {
  bool addsTo = op == Operation::Add && !in.typeOf(lhs)->isHeap;
  if (addsTo && lhs.is(Kind::Bytes))
    in.raiseTypeError("can't concat " + in.typeName(rhs) + " to bytes");
  if (addsTo && (lhs.is(Kind::Str) || lhs.is(Kind::Tuple) ||
                 (lhs.is(Kind::List) && !isInPlace)))
    in.raiseTypeError("can only concatenate " + in.typeName(lhs) + " (not \"" +
                      in.typeName(rhs) + "\") to " + in.typeName(lhs));
  if (op == Operation::Mult && (isSequence(lhs) || isSequence(rhs)))
    in.raiseTypeError("can't multiply sequence by non-int of type '" +
                      in.typeName(isSequence(lhs) ? rhs : lhs) + "'");
  in.raiseTypeError(llvm::Twine("unsupported operand type(s) for ") + symbol +
                    (isInPlace ? "=" : "") + ": '" + in.typeName(lhs) +
                    "' and '" + in.typeName(rhs) + "'");
}

Value Interpreter::binary(Operation op, const Value &lhs, const Value &rhs) {
  if (lhs.isSmall() && rhs.isSmall()) {
    int64_t a = lhs.getSmall(), b = rhs.getSmall();
    if (op == Operation::Add)
      return makeInt(a + b);
    if (op == Operation::Sub)
      return makeInt(a - b);
  }
  bool plain = isPlain(*this, lhs) && isPlain(*this, rhs);
  Value result = plain ? binaryPlain(op, lhs, rhs)
                       : binaryDispatch(op, lhs, rhs);
  if (result.isNotImplemented())
    failBinary(*this, getNames(op).symbol, lhs, rhs, op, false);
  return result;
}

Value Interpreter::inPlace(Operation op, const Value &lhs, const Value &rhs) {
  if (lhs.isObject()) {
    Value method = findSpecial(lhs, intern(getNames(op).inPlace));
    if (method) {
      Value result = call(method, {rhs});
      if (!result.isNotImplemented())
        return result;
    }
  }
  bool plain = isPlain(*this, lhs) && isPlain(*this, rhs);
  Value result = plain ? binaryPlain(op, lhs, rhs)
                       : binaryDispatch(op, lhs, rhs);
  if (result.isNotImplemented())
    failBinary(*this, getNames(op).symbol, lhs, rhs, op, true);
  return result;
}

Value Interpreter::unary(UnaryOperator op, const Value &operand) {
  StrObject *name = op == UnaryOperator::Minus  ? names.neg_
                    : op == UnaryOperator::Plus ? names.pos_
                                                : names.invert_;
  if (isInt(operand) && !typeOf(operand)->isHeap) {
    Value zero = Value::small(0);
    if (op == UnaryOperator::Minus)
      return intBinary(*this, Operation::Sub, zero, operand);
    if (op == UnaryOperator::Plus)
      return intBinary(*this, Operation::Add, zero, operand);
    return intBinary(*this, Operation::Sub, Value::small(-1), operand);
  }
  if (operand.is(Kind::Float) && op != UnaryOperator::Invert) {
    double number = operand.as<FloatObject>()->number;
    return makeFloat(op == UnaryOperator::Minus ? -number : number);
  }
  if (auto *complex = operand.dyn<ComplexObject>())
    if (op != UnaryOperator::Invert)
      return op == UnaryOperator::Minus
                 ? makeComplex(-complex->real, -complex->imaginary)
                 : operand;
  Value method = findSpecial(operand, name);
  if (method)
    return call(method, {});
  if (isInt(operand)) {
    Value zero = Value::small(op == UnaryOperator::Invert ? -1 : 0);
    return intBinary(*this, op == UnaryOperator::Plus ? Operation::Add
                                                      : Operation::Sub,
                     zero, operand);
  }
  raiseTypeError("bad operand type for unary " + getSpelling(op) + ": '" +
                 typeName(operand) + "'");
}

Value Interpreter::pow(const Value &base, const Value &exponent,
                       const Value &modulus) {
  if (!modulus || modulus.isNone())
    return binary(Operation::Pow, base, exponent);
  if (isInt(base) && isInt(exponent) && isInt(modulus))
    return intPowMod(*this, base, exponent, modulus);
  raiseTypeError("pow() 3rd argument not allowed unless all arguments are "
                 "integers");
}

//===----------------------------------------------------------------------===//
// As methods of built-in classes
//===----------------------------------------------------------------------===//

template <unsigned op>
static Value runPlain(Interpreter &in, Bound &a) {
  return in.binaryPlain(Operation(op), a[0], a[1]);
}
template <unsigned op>
static Value runReflected(Interpreter &in, Bound &a) {
  return in.binaryPlain(Operation(op), a[1], a[0]);
}

template <unsigned op>
static void addOperator(Interpreter &in,
                        std::initializer_list<TypeObject *> types) {
  static const NativeDefinition methods[] = {
      {operatorNames[op].plain, "self, other, /", runPlain<op>},
      {operatorNames[op].reflected, "self, other, /", runReflected<op>}};
  for (TypeObject *type : types)
    in.addMethods(type, methods);
}

void evaluate::addOperatorMethods(Interpreter &in) {
  BuiltinTypes &t = in.types;
  auto numbers = {t.integer, t.floating, t.complex};
  addOperator<unsigned(Operation::Add)>(
      in, {t.integer, t.floating, t.complex, t.str, t.list, t.tuple, t.bytes});
  addOperator<unsigned(Operation::Sub)>(
      in, {t.integer, t.floating, t.complex, t.set, t.frozenset, t.keysView,
           t.itemsView});
  addOperator<unsigned(Operation::Mult)>(
      in, {t.integer, t.floating, t.complex, t.str, t.list, t.tuple, t.bytes});
  addOperator<unsigned(Operation::Div)>(in, numbers);
  addOperator<unsigned(Operation::FloorDiv)>(in, {t.integer, t.floating});
  addOperator<unsigned(Operation::Mod)>(in, {t.integer, t.floating, t.str});
  addOperator<unsigned(Operation::Pow)>(in, numbers);
  addOperator<unsigned(Operation::LShift)>(in, {t.integer});
  addOperator<unsigned(Operation::RShift)>(in, {t.integer});
  addOperator<unsigned(Operation::BitAnd)>(
      in, {t.integer, t.set, t.frozenset, t.keysView, t.itemsView});
  addOperator<unsigned(Operation::BitOr)>(
      in, {t.integer, t.set, t.frozenset, t.keysView, t.itemsView, t.dict,
           t.type, t.none});
  addOperator<unsigned(Operation::BitXor)>(
      in, {t.integer, t.set, t.frozenset, t.keysView, t.itemsView});
}
