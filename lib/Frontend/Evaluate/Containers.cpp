//===- Containers.cpp - Layouts of built-in objects -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

#include "llvm/Support/xxhash.h"

using namespace torchscript;
using namespace torchscript::evaluate;

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

StrObject::StrObject(TypeObject *cls, std::string string)
    : Object(kKind, cls), text(std::move(string)), length(0) {
  // A character begins at each byte that continues none; the first always.
  for (size_t i = 0; i < text.size(); ++i)
    length += i == 0 || (text[i] & 0xc0) != 0x80;
  if (Heap *heap = Heap::current())
    heap->add(text.size());
}

StrObject::~StrObject() {
  if (Heap *heap = Heap::current())
    heap->remove(text.size());
}

uint64_t StrObject::getHash() {
  if (hash == 0) {
    hash = llvm::xxh3_64bits(text);
    if (hash == 0)
      hash = 1;
  }
  return hash;
}

//===----------------------------------------------------------------------===//
// References of containers
//===----------------------------------------------------------------------===//

static void visitAll(const ValueVector &values, Visitor visit, void *data) {
  for (const Value &value : values)
    visit(value, data);
}

/// Visits an object without changing who owns it.
static void visitObject(Object *object, Visitor visit, void *data) {
  if (object)
    visit(Value(object), data);
}

void ListObject::traverse(Visitor visit, void *data) {
  visitAll(items, visit, data);
  visitObject(attrs, visit, data);
}
void ListObject::clear() { ValueVector().swap(items); }

void TupleObject::traverse(Visitor visit, void *data) {
  visitAll(items, visit, data);
  visitObject(attrs, visit, data);
}
void TupleObject::clear() { ValueVector().swap(items); }

void DictObject::traverse(Visitor visit, void *data) {
  for (const Entry &entry : entries) {
    visit(entry.key, data);
    visit(entry.value, data);
  }
  visitObject(attrs, visit, data);
}

void DictObject::clear() {
  decltype(entries) dying;
  dying.swap(entries);
  decltype(index)().swap(index);
  used = 0;
  ++version;
}

void SetObject::traverse(Visitor visit, void *data) {
  for (const Entry &entry : table)
    visit(entry.key, data);
  visitObject(attrs, visit, data);
}

void SetObject::clear() {
  decltype(table) dying(8);
  dying.swap(table);
  used = filled = 0;
  ++version;
}

void FunctionObject::traverse(Visitor visit, void *data) {
  visit(globals, data);
  visitAll(defaults, visit, data);
  visitAll(closure, visit, data);
  visit(keywordDefaults, data);
  visit(annotations, data);
  visitObject(attrs, visit, data);
}

void FunctionObject::clear() {
  // What may be running keeps its code and globals; the rest goes.
  ValueVector().swap(defaults);
  ValueVector().swap(closure);
  keywordDefaults = annotations = globals = Value();
}

void BoundMethodObject::traverse(Visitor visit, void *data) {
  visit(function, data);
  visit(self, data);
}
void BoundMethodObject::clear() { self = function = Value(); }

void TypeObject::traverse(Visitor visit, void *data) {
  visitAll(bases, visit, data);
  visitAll(order, visit, data);
  visit(body, data);
  visitObject(attrs, visit, data);
}
void TypeObject::clear() {
  body = Value();
  if (attrs)
    attrs->clear();
  ValueVector().swap(bases);
  ValueVector().swap(order);
}

void InstanceObject::traverse(Visitor visit, void *data) {
  visitObject(attrs, visit, data);
}
void InstanceObject::clear() {
  if (attrs)
    attrs->clear();
}

void ExceptionObject::traverse(Visitor visit, void *data) {
  visit(arguments, data);
  visit(cause, data);
  visit(context, data);
  visitObject(attrs, visit, data);
}
void ExceptionObject::clear() {
  arguments = cause = context = Value();
  trace.clear();
}

Value ExceptionObject::getValue() const {
  auto *tuple = arguments.dyn<TupleObject>();
  return tuple && !tuple->items.empty() ? tuple->items[0] : Value::none();
}

void ModuleObject::traverse(Visitor visit, void *data) {
  visitObject(attrs, visit, data);
}
void ModuleObject::clear() {
  if (attrs)
    attrs->clear();
  findMore = nullptr;
}

void PropertyObject::traverse(Visitor visit, void *data) {
  visit(getter, data);
  visit(setter, data);
  visit(deleter, data);
}
void PropertyObject::clear() { getter = setter = deleter = Value(); }

int64_t RangeObject::getLength() const {
  // Differences of machine integers need one more bit.
  __int128 from = start, to = stop, by = step;
  __int128 count = by > 0 ? (to - from + by - 1) / by : (from - to - by - 1) / -by;
  return count < 0 ? 0 : int64_t(std::min<__int128>(count, INT64_MAX));
}

//===----------------------------------------------------------------------===//
// Dicts
//===----------------------------------------------------------------------===//

static constexpr int32_t kFree = -1, kDeleted = -2;

void DictObject::rebuild(size_t capacity) {
  size_t size = 8;
  while (size * 2 < capacity * 3)
    size *= 2;
  if (used != entries.size()) {
    size_t to = 0;
    for (size_t i = 0; i < entries.size(); ++i)
      if (entries[i].key) {
        if (to != i)
          entries[to] = std::move(entries[i]);
        ++to;
      }
    entries.resize(to);
  }
  index.assign(size, kFree);
  for (size_t i = 0; i < entries.size(); ++i) {
    size_t slot = entries[i].hash & (size - 1), perturb = entries[i].hash;
    while (index[slot] != kFree) {
      perturb >>= 5;
      slot = (slot * 5 + perturb + 1) & (size - 1);
    }
    index[slot] = int32_t(i);
  }
}

int64_t DictObject::findEntry(Interpreter *in, const Value &key, uint64_t hash,
                              size_t *where) {
  if (index.empty())
    return -1;
  auto *string = key.dyn<StrObject>();
  size_t mask = index.size() - 1, slot = hash & mask, perturb = hash;
  while (true) {
    int32_t position = index[slot];
    if (position == kFree)
      return -1;
    if (position >= 0) {
      Entry &entry = entries[position];
      bool isFound = entry.key.isSame(key);
      if (!isFound && entry.hash == hash) {
        auto *other = entry.key.dyn<StrObject>();
        if (string && other) {
          isFound = string->text == other->text;
        } else if (in) {
          uint64_t before = version;
          Value mine = entry.key;
          isFound = in->isEqual(mine, key);
          // The program changed the dict while it compared.
          if (before != version)
            return findEntry(in, key, hash, where);
        }
      }
      if (isFound) {
        if (where)
          *where = slot;
        return position;
      }
    }
    perturb >>= 5;
    slot = (slot * 5 + perturb + 1) & mask;
  }
}

void DictObject::append(const Value &key, uint64_t hash, Value value) {
  // A third of the index stays free.
  if ((entries.size() + 1) * 3 > index.size() * 2)
    rebuild(std::max<size_t>(used * 2, 8));
  size_t mask = index.size() - 1, slot = hash & mask, perturb = hash;
  while (index[slot] >= 0) {
    perturb >>= 5;
    slot = (slot * 5 + perturb + 1) & mask;
  }
  index[slot] = int32_t(entries.size());
  entries.push_back({hash, key, std::move(value)});
  ++used;
  ++version;
}

Value DictObject::removeAt(int64_t position, size_t slot) {
  index[slot] = kDeleted;
  Entry &entry = entries[position];
  Value key = std::move(entry.key), value = std::move(entry.value);
  entry.key = entry.value = Value();
  --used;
  ++version;
  if (used == 0) {
    entries.clear();
    index.assign(index.size(), kFree);
  }
  return value;
}

Value *DictObject::find(StrObject *key) {
  int64_t position = findEntry(nullptr, Value(key), key->getHash(), nullptr);
  return position < 0 ? nullptr : &entries[position].value;
}

Value *DictObject::find(llvm::StringRef key) {
  for (Entry &entry : entries)
    if (auto *string = entry.key.dyn<StrObject>())
      if (string->text == key)
        return &entry.value;
  return nullptr;
}

Value *DictObject::find(Interpreter &in, const Value &key, uint64_t hash) {
  int64_t position = findEntry(&in, key, hash, nullptr);
  return position < 0 ? nullptr : &entries[position].value;
}

void DictObject::set(StrObject *key, Value value) {
  Value owner(key);
  int64_t position = findEntry(nullptr, owner, key->getHash(), nullptr);
  if (position >= 0)
    std::swap(entries[position].value, value);
  else
    append(owner, key->getHash(), std::move(value));
}

void DictObject::set(Interpreter &in, const Value &key, uint64_t hash,
                     Value value) {
  int64_t position = findEntry(&in, key, hash, nullptr);
  if (position >= 0)
    std::swap(entries[position].value, value);
  else
    append(key, hash, std::move(value));
}

Value DictObject::remove(StrObject *key) {
  size_t slot;
  int64_t position = findEntry(nullptr, Value(key), key->getHash(), &slot);
  return position < 0 ? Value() : removeAt(position, slot);
}

Value DictObject::remove(Interpreter &in, const Value &key, uint64_t hash) {
  size_t slot;
  int64_t position = findEntry(&in, key, hash, &slot);
  return position < 0 ? Value() : removeAt(position, slot);
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//
//
// The table of CPython's sets, as its order can be seen: eight entries at
// first, a run of nine neighbours before the next place is tried.

static constexpr size_t kNeighbours = 9;

SetObject::SetObject(TypeObject *cls, bool isFrozen)
    : Container(kKind, cls), table(8) {
  frozen = isFrozen;
}

SetObject::Entry *SetObject::find(Interpreter &in, const Value &key,
                                  uint64_t hash) {
  size_t mask = table.size() - 1, perturb = hash, place = hash & mask;
  while (true) {
    size_t count = place + kNeighbours <= mask ? kNeighbours : 0;
    for (size_t i = 0; i <= count; ++i) {
      Entry &entry = table[place + i];
      if (!entry.key && !entry.deleted)
        return nullptr;
      if (!entry.key || entry.hash != hash)
        continue;
      if (entry.key.isSame(key))
        return &entry;
      uint64_t before = version;
      Value mine = entry.key;
      bool isFound = in.isEqual(mine, key);
      if (before != version)
        return find(in, key, hash);
      if (isFound)
        return &entry;
    }
    perturb >>= 5;
    place = (place * 5 + 1 + perturb) & mask;
  }
}

void SetObject::insertClean(uint64_t hash, Value key) {
  size_t mask = table.size() - 1, perturb = hash, place = hash & mask;
  while (true) {
    size_t count = place + kNeighbours <= mask ? kNeighbours : 0;
    for (size_t i = 0; i <= count; ++i) {
      Entry &entry = table[place + i];
      if (entry.key || entry.deleted)
        continue;
      entry.hash = hash;
      entry.key = std::move(key);
      return;
    }
    perturb >>= 5;
    place = (place * 5 + 1 + perturb) & mask;
  }
}

void SetObject::grow(size_t atLeast) {
  size_t size = 8;
  while (size <= atLeast)
    size *= 2;
  decltype(table) old(size);
  old.swap(table);
  for (Entry &entry : old)
    if (entry.key)
      insertClean(entry.hash, std::move(entry.key));
  filled = used;
  ++version;
}

void SetObject::reserve(size_t count) {
  if ((filled + count) * 5 >= (table.size() - 1) * 3)
    grow((used + count) * 2);
}

bool SetObject::contains(Interpreter &in, const Value &key, uint64_t hash) {
  return find(in, key, hash) != nullptr;
}

bool SetObject::add(Interpreter &in, const Value &key, uint64_t hash) {
  if (find(in, key, hash))
    return false;
  insertClean(hash, key);
  ++used;
  ++filled;
  ++version;
  size_t mask = table.size() - 1;
  if (filled * 5 >= mask * 3)
    grow(used > 50000 ? used * 2 : used * 4);
  return true;
}

bool SetObject::remove(Interpreter &in, const Value &key, uint64_t hash) {
  Entry *entry = find(in, key, hash);
  if (!entry)
    return false;
  Value dying = std::move(entry->key);
  entry->key = Value();
  entry->deleted = true;
  --used;
  ++version;
  return true;
}
