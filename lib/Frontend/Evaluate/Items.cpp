//===- Items.cpp - Items, slices and lengths -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

ValueVector *evaluate::getItems(const Value &value) {
  if (auto *list = value.dyn<ListObject>())
    return &list->items;
  if (auto *tuple = value.dyn<TupleObject>())
    return &tuple->items;
  return nullptr;
}

Value evaluate::getItemMethod(Interpreter &in, Bound &a) {
  return in.getItemPlain(a[0], a[1]);
}

Value evaluate::setItemMethod(Interpreter &in, Bound &a) {
  in.setItemPlain(a[0], a[1], a[2]);
  return Value::none();
}

Value evaluate::deleteItemMethod(Interpreter &in, Bound &a) {
  in.delItemPlain(a[0], a[1]);
  return Value::none();
}

std::optional<size_t> Interpreter::lengthPlain(const Value &value) {
  switch (value.kind()) {
  case Kind::Str:
    return value.as<StrObject>()->length;
  case Kind::Bytes:
    return value.as<BytesObject>()->data.size();
  case Kind::List:
  case Kind::Tuple:
    return getItems(value)->size();
  case Kind::Dict:
    return value.as<DictObject>()->used;
  case Kind::Set:
    return value.as<SetObject>()->used;
  case Kind::Range:
    return value.as<RangeObject>()->getLength();
  case Kind::View:
    return value.as<ViewObject>()->dict.as<DictObject>()->used;
  default:
    return std::nullopt;
  }
}

size_t Interpreter::length(const Value &value) {
  TypeObject *type = typeOf(value);
  if (type->isHeap || type->cls != types.type || value.is(Kind::Host)) {
    Value *found = lookUp(type, names.len_);
    if (found && (!found->is(Kind::Native) || value.is(Kind::Host))) {
      Value result = call(findSpecial(value, names.len_), {});
      int64_t count = toIndex(result);
      if (count < 0)
        raiseValueError("__len__() should return >= 0");
      return size_t(count);
    }
  }
  std::optional<size_t> plain = lengthPlain(value);
  if (!plain)
    raiseTypeError("object of type '" + typeName(value) + "' has no len()");
  return *plain;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

int64_t Interpreter::toIndex(const Value &value) {
  Value number = value;
  if (!isInt(value)) {
    Value method = findSpecial(value, names.index_);
    if (!method)
      raiseTypeError("'" + typeName(value) +
                     "' object cannot be interpreted as an integer");
    number = call(method, {});
  }
  std::optional<int64_t> result = asInt64(number);
  if (!isInt(number))
    raiseTypeError("__index__ returned non-int");
  if (!result)
    raise(types.IndexError, "cannot fit 'int' into an index-sized integer");
  return *result;
}

int64_t Interpreter::toIndexClamped(const Value &value) {
  if (value.is(Kind::Int) && value.isObject() && !asInt64(value))
    return mpz_sgn(value.as<IntObject>()->number) < 0 ? INT64_MIN : INT64_MAX;
  if (!isInt(value) && !findSpecial(value, names.index_))
    raiseTypeError("slice indices must be integers or None or have an "
                   "__index__ method");
  return toIndex(value);
}

int64_t Interpreter::sliceIndices(const SliceObject *slice, int64_t length,
                                  int64_t &start, int64_t &stop,
                                  int64_t &step) {
  step = slice->step.isNone() ? 1 : toIndexClamped(slice->step);
  if (step == 0)
    raiseValueError("slice step cannot be zero");
  step = std::max<int64_t>(step, -INT64_MAX);
  int64_t low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;
  auto place = [&](const Value &value, int64_t missing) {
    if (value.isNone())
      return missing;
    int64_t index = toIndexClamped(value);
    if (index < 0)
      return index < -length ? low : std::max(index + length, low);
    return std::min(index, high);
  };
  start = place(slice->start, step < 0 ? high : low);
  stop = place(slice->stop, step < 0 ? low : high);
  __int128 count = step > 0 ? (__int128(stop) - start + step - 1) / step
                            : (__int128(start) - stop - step - 1) / -__int128(step);
  return count < 0 ? 0 : int64_t(count);
}

static size_t checkIndex(Interpreter &in, const Value &key, size_t length,
                         const char *what) {
  if (!in.isInt(key) && !in.findSpecial(key, in.names.index_))
    in.raiseTypeError(llvm::Twine(what) +
                      " indices must be integers or slices, not " +
                      in.typeName(key));
  int64_t index = in.toIndex(key);
  if (index < 0)
    index += int64_t(length);
  if (index < 0 || index >= int64_t(length))
    in.raise(in.types.IndexError, llvm::Twine(what) + " index out of range");
  return size_t(index);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Every index of a slice, in order.
template <typename Visit>
static void forEachIndex(int64_t start, int64_t step, int64_t count,
                         Visit visit) {
  for (int64_t i = 0, index = start; i < count; ++i, index += step) {
    visit(index);
    if (i + 1 == count)
      break;
  }
}

Value evaluate::sliceSequence(Interpreter &in, const Value &sequence,
                              const SliceObject *slice) {
  int64_t start, stop, step;
  int64_t length = int64_t(*in.lengthPlain(sequence));
  int64_t count = in.sliceIndices(slice, length, start, stop, step);
  in.reserve(count, sizeof(Value));
  if (auto *str = sequence.dyn<StrObject>()) {
    if (!str->isAscii()) {
      std::u32string points = decodeUtf8(str->text), result;
      forEachIndex(start, step, count,
                   [&](int64_t i) { result.push_back(points[i]); });
      return in.makeStr(encodeUtf8(result));
    }
    if (step == 1)
      return in.makeStr(str->text.substr(start, count));
    std::string result;
    forEachIndex(start, step, count,
                 [&](int64_t i) { result.push_back(str->text[i]); });
    return in.makeStr(std::move(result));
  }
  if (auto *bytes = sequence.dyn<BytesObject>()) {
    std::string result;
    forEachIndex(start, step, count,
                 [&](int64_t i) { result.push_back(bytes->data[i]); });
    return in.makeBytes(std::move(result));
  }
  if (auto *range = sequence.dyn<RangeObject>())
    return in.makeRange(range->start + start * range->step,
                        range->start + stop * range->step, range->step * step);
  ValueVector &items = *getItems(sequence), result;
  result.reserve(count);
  forEachIndex(start, step, count,
               [&](int64_t i) { result.push_back(items[i]); });
  return sequence.is(Kind::List) ? in.makeList(std::move(result))
                                 : in.makeTuple(std::move(result));
}

/// The n-th code point of a string.
static Value getCharacter(Interpreter &in, StrObject *str, size_t index) {
  if (str->isAscii())
    return Value(in.intern(llvm::StringRef(str->text).substr(index, 1)));
  size_t at = 0;
  for (size_t i = 0;; ++i) {
    size_t end = at + 1;
    while (end < str->text.size() && (str->text[end] & 0xc0) == 0x80)
      ++end;
    if (i == index)
      return in.makeStr(str->text.substr(at, end - at));
    at = end;
  }
}

Value Interpreter::getItemPlain(const Value &object, const Value &key) {
  auto *slice = key.dyn<SliceObject>();
  switch (object.kind()) {
  case Kind::Tuple:
  case Kind::List: {
    if (slice)
      return sliceSequence(*this, object, slice);
    ValueVector &items = *getItems(object);
    return items[checkIndex(*this, key, items.size(),
                            object.is(Kind::List) ? "list" : "tuple")];
  }
  case Kind::Str: {
    if (slice)
      return sliceSequence(*this, object, slice);
    auto *str = object.as<StrObject>();
    return getCharacter(*this, str,
                        checkIndex(*this, key, str->length, "string"));
  }
  case Kind::Bytes: {
    if (slice)
      return sliceSequence(*this, object, slice);
    auto &data = object.as<BytesObject>()->data;
    return makeInt(
        uint8_t(data[checkIndex(*this, key, data.size(), "bytes")]));
  }
  case Kind::Range: {
    if (slice)
      return sliceSequence(*this, object, slice);
    auto *range = object.as<RangeObject>();
    int64_t index =
        int64_t(checkIndex(*this, key, range->getLength(), "range object"));
    return makeInt(range->start + index * range->step);
  }
  case Kind::Dict: {
    if (Value *found = dictFind(object, key))
      return *found;
    if (typeOf(object)->isHeap)
      if (Value missing = findSpecial(object, names.missing_))
        return call(missing, {key});
    raiseKeyError(key);
  }
  default:
    raiseTypeError("'" + typeName(object) + "' object is not subscriptable");
  }
}

Value Interpreter::getItem(const Value &object, const Value &key) {
  if (object.is(Kind::Type)) {
    auto *type = object.as<TypeObject>();
    if (type->cls != types.type)
      if (Value method = findSpecial(object, names.getitem_))
        return call(method, {key});
    if (Value *found = lookUp(type, names.class_getitem_)) {
      (void)found;
      return call(getAttr(object, names.class_getitem_), {key});
    }
    // `list[int]` in an annotation.
    if (!type->isHeap)
      return call(getAttr(importModule("typing"), "_make_alias"),
                  {object, key});
    raiseTypeError("type '" + type->name + "' is not subscriptable");
  }
  TypeObject *type = typeOf(object);
  if (type->isHeap || object.is(Kind::Host)) {
    Value *found = lookUp(type, names.getitem_);
    if (found && (!found->is(Kind::Native) || object.is(Kind::Host)))
      return call(findSpecial(object, names.getitem_), {key});
  }
  return getItemPlain(object, key);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void setSlice(Interpreter &in, ListObject *list,
                     const SliceObject *slice, const Value &value) {
  ValueVector values = in.unpack(value);
  int64_t start, stop, step;
  int64_t count =
      in.sliceIndices(slice, int64_t(list->items.size()), start, stop, step);
  if (step != 1) {
    if (count != int64_t(values.size()))
      in.raiseValueError("attempt to assign sequence of size " +
                         llvm::Twine(values.size()) +
                         " to extended slice of size " + llvm::Twine(count));
    size_t i = 0;
    forEachIndex(start, step, count,
                 [&](int64_t index) { std::swap(list->items[index], values[i++]); });
    return;
  }
  auto begin = list->items.begin() + start;
  // What goes is let go of after the list is whole again.
  ValueVector dying(begin, begin + count);
  begin = list->items.erase(begin, begin + count);
  list->items.insert(begin, values.begin(), values.end());
}

void Interpreter::setItemPlain(const Value &object, const Value &key,
                               const Value &value) {
  if (auto *list = object.dyn<ListObject>()) {
    if (auto *slice = key.dyn<SliceObject>())
      return setSlice(*this, list, slice, value);
    size_t index =
        checkIndex(*this, key, list->items.size(), "list assignment");
    list->items[index] = value;
    return;
  }
  if (object.is(Kind::Dict))
    return dictSet(object, key, value);
  raiseTypeError("'" + typeName(object) +
                 "' object does not support item assignment");
}

void Interpreter::setItem(const Value &object, const Value &key,
                          const Value &value) {
  TypeObject *type = typeOf(object);
  if (type->isHeap || object.is(Kind::Host) || object.is(Kind::Type)) {
    Value *found = lookUp(type, names.setitem_);
    if (found && (!found->is(Kind::Native) || object.is(Kind::Host))) {
      call(findSpecial(object, names.setitem_), {key, value});
      return;
    }
  }
  setItemPlain(object, key, value);
}

static void deleteSlice(Interpreter &in, ListObject *list,
                        const SliceObject *slice) {
  int64_t start, stop, step;
  int64_t count =
      in.sliceIndices(slice, int64_t(list->items.size()), start, stop, step);
  std::vector<bool> goes(list->items.size());
  forEachIndex(start, step, count, [&](int64_t i) { goes[i] = true; });
  ValueVector kept, dying;
  for (size_t i = 0; i < list->items.size(); ++i)
    (goes[i] ? dying : kept).push_back(list->items[i]);
  list->items.swap(kept);
}

void Interpreter::delItemPlain(const Value &object, const Value &key) {
  if (auto *list = object.dyn<ListObject>()) {
    if (auto *slice = key.dyn<SliceObject>())
      return deleteSlice(*this, list, slice);
    size_t index =
        checkIndex(*this, key, list->items.size(), "list assignment");
    Value dying = list->items[index];
    list->items.erase(list->items.begin() + index);
    return;
  }
  if (object.is(Kind::Dict)) {
    if (!object.as<DictObject>()->remove(*this, key, hash(key)))
      raiseKeyError(key);
    return;
  }
  raiseTypeError("'" + typeName(object) +
                 "' object doesn't support item deletion");
}

void Interpreter::delItem(const Value &object, const Value &key) {
  TypeObject *type = typeOf(object);
  if (type->isHeap || object.is(Kind::Host) || object.is(Kind::Type)) {
    Value *found = lookUp(type, names.delitem_);
    if (found && (!found->is(Kind::Native) || object.is(Kind::Host))) {
      call(findSpecial(object, names.delitem_), {key});
      return;
    }
  }
  delItemPlain(object, key);
}

//===----------------------------------------------------------------------===//
// Dicts and sets
//===----------------------------------------------------------------------===//

void Interpreter::dictSet(const Value &dict, const Value &key, Value value) {
  dict.as<DictObject>()->set(*this, key, hash(key), std::move(value));
}

Value *Interpreter::dictFind(const Value &dict, const Value &key) {
  return dict.as<DictObject>()->find(*this, key, hash(key));
}

bool Interpreter::setAdd(const Value &set, const Value &key) {
  return set.as<SetObject>()->add(*this, key, hash(key));
}

void Interpreter::dictUpdate(const Value &dict, const Value &source) {
  if (source.is(Kind::Dict) &&
      (!typeOf(source)->isHeap ||
       lookUp(typeOf(source), names.plainKeys)->is(Kind::Native))) {
    // A copy: keys may compare by code that changes the source.
    auto entries = source.as<DictObject>()->entries;
    for (auto &entry : entries)
      if (entry.key)
        dict.as<DictObject>()->set(*this, entry.key, entry.hash, entry.value);
    return;
  }
  if (Value keys = findAttr(source, names.plainKeys)) {
    forEach(call(keys, {}), [&](const Value &key) {
      dictSet(dict, key, getItem(source, key));
      return true;
    });
    return;
  }
  size_t i = 0;
  forEach(source, [&](const Value &item) {
    if (!findAttr(item, names.iter_) && !findAttr(item, names.getitem_))
      raiseTypeError("cannot convert dictionary update sequence element #" +
                     llvm::Twine(i) + " to a sequence");
    ValueVector pair = unpack(item);
    if (pair.size() != 2)
      raiseValueError("dictionary update sequence element #" + llvm::Twine(i) +
                      " has length " + llvm::Twine(pair.size()) +
                      "; 2 is required");
    dictSet(dict, pair[0], pair[1]);
    ++i;
    return true;
  });
}
