//===- SequenceMethods.cpp - Methods of list, tuple and range -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include <algorithm>

using namespace torchscript;
using namespace torchscript::evaluate;

static ValueVector &itemsOf(const Value &value) { return *getItems(value); }

/// Sorts by merging: comparisons of the program may raise, change the list, or
/// answer nonsense.
static void mergeSort(Interpreter &in, std::vector<std::pair<Value, Value>> &from,
                      std::vector<std::pair<Value, Value>> &to, size_t begin,
                      size_t end) {
  if (end - begin < 2)
    return;
  size_t middle = begin + (end - begin) / 2;
  mergeSort(in, from, to, begin, middle);
  mergeSort(in, from, to, middle, end);
  size_t a = begin, b = middle;
  for (size_t i = begin; i < end; ++i) {
    in.step();
    bool takesSecond =
        a == middle || (b < end && in.isLess(from[b].first, from[a].first));
    to[i] = from[takesSecond ? b++ : a++];
  }
  std::copy(to.begin() + begin, to.begin() + end, from.begin() + begin);
}

void evaluate::sortValues(Interpreter &in, ValueVector &items, const Value &key,
                          bool reverse) {
  std::vector<std::pair<Value, Value>> pairs, scratch;
  in.reserve(items.size(), 4 * sizeof(Value));
  for (const Value &item : items)
    pairs.push_back(
        {key && !key.isNone() ? in.call(key, {item}) : item, item});
  // Equal items keep their order, in a reversed sort, too.
  if (reverse)
    std::reverse(pairs.begin(), pairs.end());
  scratch.resize(pairs.size());
  mergeSort(in, pairs, scratch, 0, pairs.size());
  if (reverse)
    std::reverse(pairs.begin(), pairs.end());
  for (size_t i = 0; i < pairs.size(); ++i)
    items[i] = pairs[i].second;
}

static Value newList(Interpreter &in, Bound &a) {
  auto *type = a[0].dyn<TypeObject>();
  if (!type || type->layout != Kind::List)
    in.raiseTypeError("list.__new__(X): X is not a subtype of list");
  return in.makeInstance(type);
}

static Value initList(Interpreter &in, Bound &a) {
  ValueVector items;
  if (a.has(1))
    items = in.unpack(a[1]);
  itemsOf(a[0]).swap(items);
  return Value::none();
}

static Value append(Interpreter &, Bound &a) {
  itemsOf(a[0]).push_back(a[1]);
  return Value::none();
}

static Value extend(Interpreter &in, Bound &a) {
  ValueVector more = in.unpack(a[1]);
  ValueVector &items = itemsOf(a[0]);
  items.insert(items.end(), more.begin(), more.end());
  return Value::none();
}

static Value insert(Interpreter &in, Bound &a) {
  ValueVector &items = itemsOf(a[0]);
  int64_t index = in.toIndexClamped(a[1]), size = int64_t(items.size());
  if (index < 0)
    index = index < -size ? 0 : index + size;
  items.insert(items.begin() + std::min(index, size), a[2]);
  return Value::none();
}

static Value pop(Interpreter &in, Bound &a) {
  int64_t index = a.has(1) ? in.toIndex(a[1]) : -1;
  ValueVector &items = itemsOf(a[0]);
  if (items.empty())
    in.raise(in.types.IndexError, "pop from empty list");
  if (index < 0)
    index += int64_t(items.size());
  if (index < 0 || index >= int64_t(items.size()))
    in.raise(in.types.IndexError, "pop index out of range");
  Value item = items[index];
  items.erase(items.begin() + index);
  return item;
}

/// The first place of a value in what start and end choose, or -1.
static int64_t findItem(Interpreter &in, const Value &sequence,
                        const Value &item, int64_t start, int64_t end) {
  for (int64_t i = start; i < std::min(end, int64_t(itemsOf(sequence).size()));
       ++i) {
    in.step();
    Value candidate = itemsOf(sequence)[i];
    if (in.isEqual(candidate, item))
      return i;
  }
  return -1;
}

static Value index(Interpreter &in, Bound &a) {
  int64_t size = int64_t(itemsOf(a[0]).size());
  auto place = [&](size_t i, int64_t missing) {
    if (!a.has(i))
      return missing;
    int64_t at = in.toIndexClamped(a[i]);
    return at < 0 ? std::max<int64_t>(at + size, 0) : at;
  };
  int64_t found = findItem(in, a[0], a[1], place(2, 0), place(3, size));
  if (found < 0)
    in.raiseValueError(a[0].is(Kind::List)
                           ? in.repr(a[1]) + " is not in list"
                           : "tuple.index(x): x not in tuple");
  return in.makeInt(found);
}

static Value remove(Interpreter &in, Bound &a) {
  int64_t found = findItem(in, a[0], a[1], 0, INT64_MAX);
  if (found < 0)
    in.raiseValueError("list.remove(x): x not in list");
  Value dying = itemsOf(a[0])[found];
  itemsOf(a[0]).erase(itemsOf(a[0]).begin() + found);
  return Value::none();
}

static Value count(Interpreter &in, Bound &a) {
  int64_t total = 0;
  for (size_t i = 0; i < itemsOf(a[0]).size(); ++i) {
    in.step();
    Value candidate = itemsOf(a[0])[i];
    total += in.isEqual(candidate, a[1]);
  }
  return in.makeInt(total);
}

static Value reverse(Interpreter &, Bound &a) {
  std::reverse(itemsOf(a[0]).begin(), itemsOf(a[0]).end());
  return Value::none();
}

static Value clear(Interpreter &, Bound &a) {
  ValueVector dying;
  itemsOf(a[0]).swap(dying);
  return Value::none();
}

static Value copy(Interpreter &in, Bound &a) {
  return in.makeList(itemsOf(a[0]));
}

static Value sort(Interpreter &in, Bound &a) {
  ValueVector items = itemsOf(a[0]);
  sortValues(in, items, a[1], a.has(2) && in.isTrue(a[2]));
  itemsOf(a[0]).swap(items);
  return Value::none();
}

static Value addInPlace(Interpreter &in, Bound &a) {
  extend(in, a);
  return a[0];
}

static Value multiplyInPlace(Interpreter &in, Bound &a) {
  Value result = in.binaryPlain(Operation::Mult, a[0], a[1]);
  if (result.isNotImplemented())
    return result;
  itemsOf(a[0]).swap(itemsOf(result));
  return a[0];
}

static const NativeDefinition listMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newList},
    {"__init__", "self, iterable?, /", initList},
    {"append", "self, object, /", append},
    {"extend", "self, iterable, /", extend},
    {"insert", "self, index, object, /", insert},
    {"pop", "self, index?, /", pop},
    {"index", "self, value, start?, stop?, /", index},
    {"remove", "self, value, /", remove},
    {"count", "self, value, /", count},
    {"reverse", "self", reverse},
    {"clear", "self", clear},
    {"copy", "self", copy},
    {"sort", "self, *, key?, reverse?", sort},
    {"__iadd__", "self, other, /", addInPlace},
    {"__imul__", "self, other, /", multiplyInPlace},
    {"__getitem__", "self, index, /", getItemMethod},
    {"__setitem__", "self, index, value, /", setItemMethod},
    {"__delitem__", "self, index, /", deleteItemMethod},
};

void evaluate::addListMethods(Interpreter &in) {
  in.addMethods(in.types.list, listMethods);
}

//===----------------------------------------------------------------------===//
// tuple, range and slice
//===----------------------------------------------------------------------===//

static Value newTuple(Interpreter &in, Bound &a) {
  auto *type = a[0].dyn<TypeObject>();
  if (!type || type->layout != Kind::Tuple)
    in.raiseTypeError("tuple.__new__(X): X is not a subtype of tuple");
  if (a.has(1) && type == in.types.tuple && in.typeOf(a[1]) == type)
    return a[1];
  ValueVector items;
  if (a.has(1))
    items = in.unpack(a[1]);
  Value made = in.makeInstance(type);
  made.as<TupleObject>()->items = std::move(items);
  return made;
}

static const NativeDefinition tupleMethods[] = {
    {"__new__", "cls, iterable?, /", newTuple},
    {"index", "self, value, start?, stop?, /", index},
    {"count", "self, value, /", count},
    {"__getitem__", "self, index, /", getItemMethod},
};

static Value newRange(Interpreter &in, Bound &a) {
  int64_t start = 0, stop, step = 1;
  if (a.has(2)) {
    start = in.toIndex(a[1]);
    stop = in.toIndex(a[2]);
    if (a.has(3))
      step = in.toIndex(a[3]);
  } else {
    stop = in.toIndex(a[1]);
  }
  if (step == 0)
    in.raiseValueError("range() arg 3 must not be zero");
  // Sums of two bounds stay machine integers.
  constexpr int64_t most = int64_t(1) << 61;
  for (int64_t part : {start, stop, step})
    if (part > most || part < -most)
      in.raise(in.types.OverflowError, "range() arguments are too large");
  return in.makeRange(start, stop, step);
}

static Value rangeIndex(Interpreter &in, Bound &a) {
  if (!in.containsPlain(a[0], a[1]))
    in.raiseValueError(in.repr(a[1]) + " is not in range");
  auto *range = a[0].as<RangeObject>();
  return in.makeInt((in.toIndex(a[1]) - range->start) / range->step);
}

static Value rangeCount(Interpreter &in, Bound &a) {
  return in.makeInt(in.containsPlain(a[0], a[1]));
}

static const NativeDefinition rangeMethods[] = {
    {"__new__", "cls, start, stop?, step?, /", newRange},
    {"index", "self, value, /", rangeIndex},
    {"count", "self, value, /", rangeCount},
    {"__getitem__", "self, index, /", getItemMethod},
};

static Value newSlice(Interpreter &in, Bound &a) {
  Value none = Value::none();
  if (!a.has(2))
    return in.makeSlice(none, a[1], none);
  return in.makeSlice(a[1], a[2], a.has(3) ? a[3] : none);
}

static Value sliceIndicesMethod(Interpreter &in, Bound &a) {
  int64_t start, stop, step, length = in.toIndex(a[1]);
  if (length < 0)
    in.raiseValueError("length should not be negative");
  in.sliceIndices(a[0].as<SliceObject>(), length, start, stop, step);
  return in.makeTuple({in.makeInt(start), in.makeInt(stop), in.makeInt(step)});
}

static const NativeDefinition sliceMethods[] = {
    {"__new__", "cls, start, stop?, step?, /", newSlice},
    {"indices", "self, length, /", sliceIndicesMethod},
};
static const NativeDefinition itemMethods[] = {
    {"__getitem__", "self, index, /", getItemMethod}};

void evaluate::addTupleMethods(Interpreter &in) {
  in.addMethods(in.types.tuple, tupleMethods);
  in.addMethods(in.types.range, rangeMethods);
  in.addMethods(in.types.slice, sliceMethods);
  in.addMethods(in.types.str, itemMethods);
  in.addMethods(in.types.bytes, itemMethods);
}
