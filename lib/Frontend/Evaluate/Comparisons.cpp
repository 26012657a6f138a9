//===- Comparisons.cpp - Comparisons, truth and hashes -*- C++ -*-===//
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

/// In the order of CompareOperator; reflected for exchanged operands.
static const char *const comparisonNames[] = {"__eq__", "__ne__", "__lt__",
                                              "__le__", "__gt__", "__ge__"};
static const char *const reflectedNames[] = {"__eq__", "__ne__", "__gt__",
                                             "__ge__", "__lt__", "__le__"};

static bool holds(Comparison op, int order) {
  switch (op) {
  case Comparison::Eq:
    return order == 0;
  case Comparison::NotEq:
    return order != 0;
  case Comparison::Lt:
    return order < 0;
  case Comparison::LtE:
    return order <= 0;
  case Comparison::Gt:
    return order > 0;
  default:
    return order >= 0;
  }
}

static Value compareFloats(Comparison op, double a, double b) {
  switch (op) {
  case Comparison::Eq:
    return Value::boolean(a == b);
  case Comparison::NotEq:
    return Value::boolean(a != b);
  case Comparison::Lt:
    return Value::boolean(a < b);
  case Comparison::LtE:
    return Value::boolean(a <= b);
  case Comparison::Gt:
    return Value::boolean(a > b);
  default:
    return Value::boolean(a >= b);
  }
}

/// An int and a float, exactly.
static Value compareIntFloat(Comparison op, const Value &number, double other,
                             bool isSwapped) {
  if (std::isnan(other))
    return Value::boolean(op == Comparison::NotEq);
  BigView view(number);
  int order = std::isinf(other) ? (other > 0 ? -1 : 1)
                                : mpz_cmp_d(view.get(), other);
  return Value::boolean(holds(op, isSwapped ? -order : order));
}

static Value compareSequences(Interpreter &in, Comparison op, const Value &lhs,
                              const Value &rhs) {
  DepthGuard guard(in);
  ValueVector &a = *getItems(lhs), &b = *getItems(rhs);
  if ((op == Comparison::Eq || op == Comparison::NotEq) &&
      a.size() != b.size())
    return Value::boolean(op == Comparison::NotEq);
  size_t i = 0;
  for (; i < a.size() && i < b.size(); ++i) {
    in.step();
    Value x = a[i], y = b[i];
    if (!x.isSame(y) && !in.isEqual(x, y)) {
      if (op == Comparison::Eq)
        return Value::boolean(false);
      if (op == Comparison::NotEq)
        return Value::boolean(true);
      return in.compare(op, x, y);
    }
  }
  int order = a.size() < b.size() ? -1 : a.size() > b.size();
  return Value::boolean(holds(op, order));
}

static bool areDictsEqual(Interpreter &in, const Value &lhs, const Value &rhs) {
  DepthGuard guard(in);
  auto *a = lhs.as<DictObject>(), *b = rhs.as<DictObject>();
  if (a->used != b->used)
    return false;
  for (size_t i = 0; i < a->entries.size(); ++i) {
    Value key = a->entries[i].key, value = a->entries[i].value;
    if (!key)
      continue;
    in.step();
    Value *other = b->find(in, key, a->entries[i].hash);
    if (!other)
      return false;
    Value theirs = *other;
    if (!in.isEqual(value, theirs))
      return false;
  }
  return true;
}

/// Whether all keys of a set are in another.
static bool isSubset(Interpreter &in, const Value &lhs, const Value &rhs) {
  auto *a = lhs.as<SetObject>();
  for (size_t i = 0; i < a->table.size(); ++i) {
    auto entry = a->table[i];
    if (entry.key && !rhs.as<SetObject>()->contains(in, entry.key, entry.hash))
      return false;
  }
  return true;
}

static Value compareSets(Interpreter &in, Comparison op, const Value &lhs,
                         const Value &rhs) {
  size_t a = lhs.as<SetObject>()->used, b = rhs.as<SetObject>()->used;
  switch (op) {
  case Comparison::Eq:
    return Value::boolean(a == b && isSubset(in, lhs, rhs));
  case Comparison::NotEq:
    return Value::boolean(a != b || !isSubset(in, lhs, rhs));
  case Comparison::Lt:
    return Value::boolean(a < b && isSubset(in, lhs, rhs));
  case Comparison::LtE:
    return Value::boolean(a <= b && isSubset(in, lhs, rhs));
  case Comparison::Gt:
    return Value::boolean(a > b && isSubset(in, rhs, lhs));
  default:
    return Value::boolean(a >= b && isSubset(in, rhs, lhs));
  }
}

static bool areRangesEqual(const RangeObject *a, const RangeObject *b) {
  int64_t length = a->getLength();
  return length == b->getLength() &&
         (length == 0 ||
          (a->start == b->start && (length == 1 || a->step == b->step)));
}

/// What built-in classes know of being equal beyond numbers and sequences.
static Value compareOthers(Interpreter &in, Comparison op, const Value &lhs,
                           const Value &rhs) {
  bool wantsEqual = op == Comparison::Eq;
  if (op != Comparison::Eq && op != Comparison::NotEq)
    return Value::notImplemented();
  Kind kind = lhs.kind();
  if (kind != rhs.kind())
    return lhs.isSame(rhs) ? Value::boolean(wantsEqual)
                           : Value::notImplemented();
  bool equal;
  switch (kind) {
  case Kind::Dict:
    equal = areDictsEqual(in, lhs, rhs);
    break;
  case Kind::Range:
    equal = areRangesEqual(lhs.as<RangeObject>(), rhs.as<RangeObject>());
    break;
  case Kind::Slice: {
    auto *a = lhs.as<SliceObject>(), *b = rhs.as<SliceObject>();
    equal = in.isEqual(a->start, b->start) && in.isEqual(a->stop, b->stop) &&
            in.isEqual(a->step, b->step);
    break;
  }
  case Kind::BoundMethod: {
    auto *a = lhs.as<BoundMethodObject>(), *b = rhs.as<BoundMethodObject>();
    equal = a->function.isSame(b->function) && a->self.isSame(b->self);
    break;
  }
  default:
    if (!lhs.isSame(rhs))
      return Value::notImplemented();
    equal = true;
    break;
  }
  return Value::boolean(equal == wantsEqual);
}

Value Interpreter::comparePlain(Comparison op, const Value &lhs,
                                const Value &rhs) {
  bool leftInt = isInt(lhs), rightInt = isInt(rhs);
  if (leftInt && rightInt)
    return Value::boolean(holds(op, compareInts(lhs, rhs)));
  if (lhs.is(Kind::Float) && rhs.is(Kind::Float))
    return compareFloats(op, lhs.as<FloatObject>()->number,
                         rhs.as<FloatObject>()->number);
  if (leftInt && rhs.is(Kind::Float))
    return compareIntFloat(op, lhs, rhs.as<FloatObject>()->number, false);
  if (lhs.is(Kind::Float) && rightInt)
    return compareIntFloat(op, rhs, lhs.as<FloatObject>()->number, true);
  bool equality = op == Comparison::Eq || op == Comparison::NotEq;
  if (lhs.is(Kind::Complex) || rhs.is(Kind::Complex)) {
    auto parts = [&](const Value &value, double &real, double &imaginary) {
      if (auto *complex = value.dyn<ComplexObject>()) {
        real = complex->real;
        imaginary = complex->imaginary;
        return true;
      }
      imaginary = 0;
      if (!isInt(value) && !value.is(Kind::Float))
        return false;
      real = *asFloat(value);
      return true;
    };
    double a, b, c, d;
    if (!equality || !parts(lhs, a, b) || !parts(rhs, c, d))
      return Value::notImplemented();
    return Value::boolean((a == c && b == d) == (op == Comparison::Eq));
  }
  if (lhs.is(Kind::Str) && rhs.is(Kind::Str))
    return Value::boolean(
        holds(op, lhs.as<StrObject>()->text.compare(
                      rhs.as<StrObject>()->text)));
  if (lhs.is(Kind::Bytes) && rhs.is(Kind::Bytes))
    return Value::boolean(
        holds(op, lhs.as<BytesObject>()->data.compare(
                      rhs.as<BytesObject>()->data)));
  if ((lhs.is(Kind::List) && rhs.is(Kind::List)) ||
      (lhs.is(Kind::Tuple) && rhs.is(Kind::Tuple)))
    return compareSequences(*this, op, lhs, rhs);
  auto asSet = [&](const Value &value) {
    if (!value.is(Kind::View))
      return value;
    Value set = makeSet();
    forEach(value, [&](const Value &item) {
      setAdd(set, item);
      return true;
    });
    return set;
  };
  auto isSetLike = [](const Value &value) {
    return value.is(Kind::Set) ||
           (value.is(Kind::View) &&
            value.as<ViewObject>()->part != ViewObject::Values);
  };
  if (isSetLike(lhs) && isSetLike(rhs))
    return compareSets(*this, op, asSet(lhs), asSet(rhs));
  return compareOthers(*this, op, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static bool isPlain(Interpreter &in, const Value &value) {
  TypeObject *type = in.typeOf(value);
  return !type->isHeap && type->cls == in.types.type && !value.is(Kind::Host);
}

Value Interpreter::compareDispatch(Comparison op, const Value &lhs,
                                   const Value &rhs) {
  TypeObject *left = typeOf(lhs), *right = typeOf(rhs);
  auto ask = [&](const Value &object, const Value &other, const char *name) {
    Value *found = lookUp(typeOf(object), name);
    if (!found || found->isNone())
      return Value::notImplemented();
    // Built-in classes answer without a call.
    if (found->is(Kind::Native) && !object.is(Kind::Host)) {
      unsigned i = 0;
      while (llvm::StringRef(comparisonNames[i]) != name)
        ++i;
      return comparePlain(Comparison(i), object, other);
    }
    return call(findSpecial(object, intern(name)), {other});
  };
  const char *plain = comparisonNames[unsigned(op)];
  const char *reflected = reflectedNames[unsigned(op)];
  bool rightFirst = left != right && right->isSubclassOf(left);
  if (rightFirst) {
    Value result = ask(rhs, lhs, reflected);
    if (!result.isNotImplemented())
      return result;
  }
  Value result = ask(lhs, rhs, plain);
  if (result.isNotImplemented() && op == Comparison::NotEq) {
    // `!=` is the contrary of `==` where only that is defined.
    Value *found = lookUp(left, names.ne_);
    if (!found || found->is(Kind::Native)) {
      Value equal = ask(lhs, rhs, "__eq__");
      if (!equal.isNotImplemented())
        return Value::boolean(!isTrue(equal));
    }
  }
  if (!result.isNotImplemented() || rightFirst)
    return result;
  result = ask(rhs, lhs, reflected);
  if (result.isNotImplemented() && op == Comparison::NotEq) {
    Value equal = ask(rhs, lhs, "__eq__");
    if (!equal.isNotImplemented())
      return Value::boolean(!isTrue(equal));
  }
  return result;
}

Value Interpreter::compare(Comparison op, const Value &lhs, const Value &rhs) {
  if (lhs.isSmall() && rhs.isSmall()) {
    int64_t a = lhs.getSmall(), b = rhs.getSmall();
    return Value::boolean(holds(op, a < b ? -1 : a > b));
  }
  bool plain = isPlain(*this, lhs) && isPlain(*this, rhs);
  Value result = plain ? comparePlain(op, lhs, rhs)
                       : compareDispatch(op, lhs, rhs);
  if (!result.isNotImplemented())
    return result;
  if (op == Comparison::Eq)
    return Value::boolean(lhs.isSame(rhs));
  if (op == Comparison::NotEq)
    return Value::boolean(!lhs.isSame(rhs));
  raiseTypeError("'" + getSpelling(op) + "' not supported between instances "
                 "of '" + typeName(lhs) + "' and '" + typeName(rhs) + "'");
}

bool Interpreter::isEqual(const Value &lhs, const Value &rhs) {
  if (lhs.isSame(rhs))
    return true;
  return isTrue(compare(Comparison::Eq, lhs, rhs));
}

bool Interpreter::isLess(const Value &lhs, const Value &rhs) {
  return isTrue(compare(Comparison::Lt, lhs, rhs));
}

bool Interpreter::isTrue(const Value &value) {
  if (value.isBool())
    return value.isTrue();
  if (value.isSmall())
    return value.getSmall() != 0;
  if (value.isNone())
    return false;
  if (!value.isObject())
    return true;
  TypeObject *type = typeOf(value);
  if (type->isHeap || value.is(Kind::Host)) {
    if (Value *found = lookUp(type, names.bool_))
      if (!found->is(Kind::Native)) {
        Value result = call(findSpecial(value, names.bool_), {});
        if (!result.isBool())
          raiseTypeError("__bool__ should return bool, returned " +
                         typeName(result));
        return result.isTrue();
      }
    if (Value *found = lookUp(type, names.len_))
      if (!found->is(Kind::Native))
        return length(value) != 0;
    if (value.is(Kind::Host))
      if (Value method = findSpecial(value, names.bool_))
        return isTrue(call(method, {}));
  }
  switch (value.kind()) {
  case Kind::Int:
    return mpz_sgn(value.as<IntObject>()->number) != 0;
  case Kind::Float:
    return value.as<FloatObject>()->number != 0;
  case Kind::Complex:
    return value.as<ComplexObject>()->real != 0 ||
           value.as<ComplexObject>()->imaginary != 0;
  default:
    break;
  }
  std::optional<size_t> length = lengthPlain(value);
  return !length || *length != 0;
}

bool Interpreter::containsPlain(const Value &container, const Value &item) {
  switch (container.kind()) {
  case Kind::Str:
    if (!item.is(Kind::Str))
      raiseTypeError("'in <string>' requires string as left operand, not " +
                     typeName(item));
    return container.as<StrObject>()->text.find(item.as<StrObject>()->text) !=
           std::string::npos;
  case Kind::Bytes:
    if (auto *bytes = item.dyn<BytesObject>())
      return container.as<BytesObject>()->data.find(bytes->data) !=
             std::string::npos;
    break;
  case Kind::Dict:
    return dictFind(container, item) != nullptr;
  case Kind::Set:
    return container.as<SetObject>()->contains(*this, item, hash(item));
  case Kind::View: {
    auto *view = container.as<ViewObject>();
    if (view->part == ViewObject::Keys)
      return dictFind(view->dict, item) != nullptr;
    break;
  }
  case Kind::Range:
    if (std::optional<int64_t> number = asInt64(item)) {
      auto *range = container.as<RangeObject>();
      bool inside = range->step > 0
                        ? *number >= range->start && *number < range->stop
                        : *number <= range->start && *number > range->stop;
      return inside &&
             ((__int128(*number) - range->start) % range->step) == 0;
    }
    break;
  default:
    break;
  }
  bool found = false;
  forEach(container, [&](const Value &candidate) {
    found = candidate.isSame(item) || isEqual(candidate, item);
    return !found;
  });
  return found;
}

bool Interpreter::contains(const Value &container, const Value &item) {
  TypeObject *type = typeOf(container);
  if (type->isHeap || type->cls != types.type || container.is(Kind::Host)) {
    if (Value *found = lookUp(type, names.contains_)) {
      if (found->isNone())
        raiseTypeError("'" + type->name + "' object is not a container");
      if (!found->is(Kind::Native) || container.is(Kind::Host))
        return isTrue(call(findSpecial(container, names.contains_), {item}));
    }
  }
  if (!container.isObject() || container.is(Kind::Function) ||
      container.is(Kind::Float))
    raiseTypeError("argument of type '" + type->name + "' is not iterable");
  return containsPlain(container, item);
}

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

/// The hash of a tuple in CPython (xxHash without its last steps).
static uint64_t hashTuple(Interpreter &in, const ValueVector &items) {
  constexpr uint64_t prime1 = 11400714785074694791ULL;
  constexpr uint64_t prime2 = 14029467366897019727ULL;
  constexpr uint64_t prime5 = 2870177450012600261ULL;
  uint64_t result = prime5;
  DepthGuard guard(in);
  for (const Value &item : items) {
    result += in.hash(item) * prime2;
    result = (result << 31) | (result >> 33);
    result *= prime1;
  }
  result += items.size() ^ (prime5 ^ 3527539ULL);
  return result == uint64_t(-1) ? 1546275796 : result;
}

static uint64_t hashFrozenSet(const SetObject *set) {
  uint64_t result = 0;
  auto shuffle = [](uint64_t bits) {
    return ((bits ^ 89869747ULL) ^ (bits << 16)) * 3644798167ULL;
  };
  for (auto &entry : set->table)
    if (entry.key)
      result ^= shuffle(entry.hash);
  result ^= (uint64_t(set->used) + 1) * 1927868237ULL;
  result ^= (result >> 11) ^ (result >> 25);
  result = result * 69069ULL + 907133923ULL;
  return result == uint64_t(-1) ? 590923713ULL : result;
}

uint64_t Interpreter::hashPlain(const Value &value) {
  switch (value.kind()) {
  case Kind::Int:
  case Kind::Bool:
    return hashInt(value);
  case Kind::Float:
    return hashFloat(value.as<FloatObject>()->number);
  case Kind::Complex:
    return hashFloat(value.as<ComplexObject>()->real) +
           1000003 * hashFloat(value.as<ComplexObject>()->imaginary);
  case Kind::Str:
    return value.as<StrObject>()->getHash();
  case Kind::Bytes:
    return std::hash<std::string>()(value.as<BytesObject>()->data);
  case Kind::Tuple:
    return hashTuple(*this, value.as<TupleObject>()->items);
  case Kind::Set:
    if (value.getObject()->frozen)
      return hashFrozenSet(value.as<SetObject>());
    [[fallthrough]];
  case Kind::List:
  case Kind::Dict:
  case Kind::Slice:
    raiseTypeError("unhashable type: '" + typeName(value) + "'");
  case Kind::Range: {
    auto *range = value.as<RangeObject>();
    return uint64_t(range->getLength() * 31 + range->start * 7 + range->step);
  }
  case Kind::BoundMethod: {
    auto *method = value.as<BoundMethodObject>();
    return (method->self.getBits() >> 4) * 31 + (method->function.getBits() >> 4);
  }
  default:
    return value.getBits() >> 4;
  }
}

uint64_t Interpreter::hash(const Value &value) {
  if (value.isObject() && value.getObject()->cls->isHeap) {
    Value *found = lookUp(value.getObject()->cls, names.hash_);
    if (found && found->isNone())
      raiseTypeError("unhashable type: '" + typeName(value) + "'");
    if (found && !found->is(Kind::Native)) {
      Value result = call(findSpecial(value, names.hash_), {});
      if (!isInt(result))
        raiseTypeError("__hash__ method should return an integer");
      return hashInt(result);
    }
  }
  return hashPlain(value);
}
