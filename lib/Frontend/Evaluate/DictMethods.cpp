//===- DictMethods.cpp - Methods of dict, set and frozenset -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

static DictObject *dictOf(const Value &value) { return value.as<DictObject>(); }

static Value newDict(Interpreter &in, Bound &a) {
  auto *type = a[0].dyn<TypeObject>();
  if (!type || type->layout != Kind::Dict)
    in.raiseTypeError("dict.__new__(X): X is not a subtype of dict");
  return in.makeInstance(type);
}

/// `update`, by the methods of a derived class where it has its own.
static Value update(Interpreter &in, Bound &a) {
  if (a.has(1) && !a[1].isNone())
    in.dictUpdate(a[0], a[1]);
  in.dictUpdate(a[0], a.keywords);
  return Value::none();
}

static Value get(Interpreter &in, Bound &a) {
  Value *found = in.dictFind(a[0], a[1]);
  return found ? *found : a.has(2) ? a[2] : Value::none();
}

static Value setDefault(Interpreter &in, Bound &a) {
  if (Value *found = in.dictFind(a[0], a[1]))
    return *found;
  Value value = a.has(2) ? a[2] : Value::none();
  in.dictSet(a[0], a[1], value);
  return value;
}

static Value pop(Interpreter &in, Bound &a) {
  Value found = dictOf(a[0])->remove(in, a[1], in.hash(a[1]));
  if (found)
    return found;
  if (a.has(2))
    return a[2];
  in.raiseKeyError(a[1]);
}

static Value popItem(Interpreter &in, Bound &a) {
  DictObject *dict = dictOf(a[0]);
  for (size_t i = dict->entries.size(); i > 0; --i) {
    auto entry = dict->entries[i - 1];
    if (!entry.key)
      continue;
    dict->remove(in, entry.key, entry.hash);
    return in.makeTuple({entry.key, entry.value});
  }
  in.raise(in.types.KeyError, "popitem(): dictionary is empty");
}

/// The class of views of instances of `collections.OrderedDict`, which is one
/// of its own for what it prints; null for other dicts. It is made on first use
/// and kept with the class.
static TypeObject *getOrderedView(Interpreter &in, const Value &dict,
                                  TypeObject *plain, llvm::StringRef name) {
  for (const Value &value : in.typeOf(dict)->order) {
    auto *cls = value.as<TypeObject>();
    if (cls == in.types.dict)
      return nullptr;
    if (cls->name != "OrderedDict" || !cls->isHeap)
      continue;
    StrObject *key = in.intern(("_" + name).str());
    if (Value *known = cls->getDict()->find(key))
      return known->as<TypeObject>();
    TypeObject *made = in.addType(name, plain, Kind::View, false);
    cls->getDict()->set(key, Value(made));
    return made;
  }
  return nullptr;
}

template <ViewObject::Part part>
static Value makeView(Interpreter &in, Bound &a) {
  TypeObject *type = part == ViewObject::Keys     ? in.types.keysView
                     : part == ViewObject::Values ? in.types.valuesView
                                                  : in.types.itemsView;
  if (in.typeOf(a[0]) != in.types.dict)
    if (TypeObject *ordered =
            getOrderedView(in, a[0], type, "o" + type->name))
      type = ordered;
  return Value(new ViewObject(type, part, a[0]));
}

static Value clear(Interpreter &, Bound &a) {
  a[0].as<Container>()->clear();
  return Value::none();
}

static Value copy(Interpreter &in, Bound &a) {
  Value result = in.makeDict();
  for (auto &entry : dictOf(a[0])->entries)
    if (entry.key)
      dictOf(result)->set(in, entry.key, entry.hash, entry.value);
  return result;
}

static Value fromKeys(Interpreter &in, Bound &a) {
  Value result = in.call(a[0], {});
  in.forEach(a[1], [&](const Value &key) {
    in.setItem(result, key, a.has(2) ? a[2] : Value::none());
    return true;
  });
  return result;
}

static Value orInPlace(Interpreter &in, Bound &a) {
  in.dictUpdate(a[0], a[1]);
  return a[0];
}

static Value reversedDict(Interpreter &in, Bound &a) {
  return makeIterator(in, a[0], true);
}

/// Moves a key to one end; for OrderedDict.
static Value moveToEnd(Interpreter &in, Bound &a) {
  uint64_t hash = in.hash(a[1]);
  DictObject *dict = dictOf(a[0]);
  Value found = dict->remove(in, a[1], hash);
  if (!found)
    in.raiseKeyError(a[1]);
  if (!a.has(2) || in.isTrue(a[2])) {
    dict->set(in, a[1], hash, found);
    return Value::none();
  }
  auto entries = dict->entries;
  dict->clear();
  dict->set(in, a[1], hash, found);
  for (auto &entry : entries)
    if (entry.key)
      dict->set(in, entry.key, entry.hash, entry.value);
  return Value::none();
}

static const NativeDefinition dictMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newDict},
    {"__init__", "self, other?, /, **keywords", update},
    {"get", "self, key, default?, /", get},
    {"setdefault", "self, key, default?, /", setDefault},
    {"pop", "self, key, default?, /", pop},
    {"popitem", "self", popItem},
    {"keys", "self", makeView<ViewObject::Keys>},
    {"values", "self", makeView<ViewObject::Values>},
    {"items", "self", makeView<ViewObject::Items>},
    {"update", "self, other?, /, **keywords", update},
    {"clear", "self", clear},
    {"copy", "self", copy},
    {"__ior__", "self, other, /", orInPlace},
    {"__reversed__", "self", reversedDict},
    {"__getitem__", "self, key, /", getItemMethod},
    {"__setitem__", "self, key, value, /", setItemMethod},
    {"__delitem__", "self, key, /", deleteItemMethod},
    {"_move_to_end", "self, key, last?", moveToEnd},
};
static const NativeDefinition fromKeysFunction[] = {
    {"fromkeys", "cls, iterable, value?, /", fromKeys}};

void evaluate::addDictMethods(Interpreter &in) {
  in.addMethods(in.types.dict, dictMethods);
  in.types.dict->getDict()->set(
      in.intern("fromkeys"),
      Value(new WrapperObject(Kind::ClassMethod, in.types.classMethod,
                              in.makeNative(fromKeysFunction[0], nullptr))));
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

static SetObject *setOf(const Value &value) { return value.as<SetObject>(); }

void evaluate::fillSet(Interpreter &in, const Value &set, const Value &source) {
  if (!source.is(Kind::Set)) {
    in.forEach(source, [&](const Value &item) {
      in.setAdd(set, item);
      return true;
    });
    return;
  }
  SetObject *target = setOf(set), *from = setOf(source);
  if (target == from)
    return;
  target->reserve(from->used);
  if (target->filled == 0 && target->table.size() == from->table.size() &&
      from->filled == from->used) {
    target->table = from->table;
    target->used = target->filled = from->used;
    ++target->version;
    return;
  }
  auto table = from->table;
  for (auto &entry : table)
    if (entry.key)
      target->add(in, entry.key, entry.hash);
}

static Value newSet(Interpreter &in, Bound &a) {
  auto *type = a[0].dyn<TypeObject>();
  if (!type || type->layout != Kind::Set)
    in.raiseTypeError("set.__new__(X): X is not a subtype of set");
  Value made = in.makeInstance(type);
  if (made.getObject()->frozen && !a.rest.empty())
    fillSet(in, made, a.rest[0]);
  return made;
}

static Value initSet(Interpreter &in, Bound &a) {
  setOf(a[0])->clear();
  if (a.has(1))
    fillSet(in, a[0], a[1]);
  return Value::none();
}

static Value add(Interpreter &in, Bound &a) {
  in.setAdd(a[0], a[1]);
  return Value::none();
}

static Value discard(Interpreter &in, Bound &a) {
  setOf(a[0])->remove(in, a[1], in.hash(a[1]));
  return Value::none();
}

static Value remove(Interpreter &in, Bound &a) {
  if (!setOf(a[0])->remove(in, a[1], in.hash(a[1])))
    in.raiseKeyError(a[1]);
  return Value::none();
}

static Value popSet(Interpreter &in, Bound &a) {
  for (auto &entry : setOf(a[0])->table) {
    if (!entry.key)
      continue;
    Value key = entry.key;
    setOf(a[0])->remove(in, key, entry.hash);
    return key;
  }
  in.raise(in.types.KeyError, "pop from an empty set");
}

static Value asSet(Interpreter &in, const Value &value) {
  if (value.is(Kind::Set))
    return value;
  Value set = in.makeSet();
  fillSet(in, set, value);
  return set;
}

static Value copySet(Interpreter &in, Bound &a) {
  Value result = in.makeInstance(in.typeOf(a[0]));
  fillSet(in, result, a[0]);
  return result;
}

/// `a.op(b, c, ...)` as `a op b op c`.
template <Operation op>
static Value combine(Interpreter &in, Bound &a) {
  if (a.rest.empty())
    return copySet(in, a);
  Value result = a[0];
  for (const Value &other : a.rest)
    result = in.binaryPlain(op, result, asSet(in, other));
  return result;
}

template <Operation op>
static Value combineInPlace(Interpreter &in, Bound &a) {
  for (const Value &other : a.rest) {
    if (op == Operation::BitOr) {
      fillSet(in, a[0], other);
      continue;
    }
    Value result = in.binaryPlain(op, a[0], asSet(in, other));
    setOf(a[0])->clear();
    fillSet(in, a[0], result);
  }
  return Value::none();
}

template <Operation op>
static Value operatorInPlace(Interpreter &in, Bound &a) {
  if (!a[1].is(Kind::Set) && !a[1].is(Kind::View))
    return Value::notImplemented();
  a.rest = llvm::ArrayRef<Value>(a.values + 1, 1);
  combineInPlace<op>(in, a);
  return a[0];
}

template <Comparison op>
static Value compareWith(Interpreter &in, Bound &a) {
  return in.comparePlain(op, a[0], asSet(in, a[1]));
}

static Value isDisjoint(Interpreter &in, Bound &a) {
  Value both = in.binaryPlain(Operation::BitAnd, a[0], asSet(in, a[1]));
  return Value::boolean(setOf(both)->used == 0);
}

static const NativeDefinition frozenMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newSet},
    {"copy", "self", copySet},
    {"union", "self, *rest", combine<Operation::BitOr>},
    {"intersection", "self, *rest", combine<Operation::BitAnd>},
    {"difference", "self, *rest", combine<Operation::Sub>},
    {"symmetric_difference", "self, *rest", combine<Operation::BitXor>},
    {"issubset", "self, other, /", compareWith<Comparison::LtE>},
    {"issuperset", "self, other, /", compareWith<Comparison::GtE>},
    {"isdisjoint", "self, other, /", isDisjoint},
};
static const NativeDefinition setMethods[] = {
    {"__init__", "self, iterable?, /", initSet},
    {"add", "self, key, /", add},
    {"discard", "self, key, /", discard},
    {"remove", "self, key, /", remove},
    {"pop", "self", popSet},
    {"clear", "self", clear},
    {"update", "self, *rest", combineInPlace<Operation::BitOr>},
    {"intersection_update", "self, *rest", combineInPlace<Operation::BitAnd>},
    {"difference_update", "self, *rest", combineInPlace<Operation::Sub>},
    {"symmetric_difference_update", "self, *rest",
     combineInPlace<Operation::BitXor>},
    {"__ior__", "self, other, /", operatorInPlace<Operation::BitOr>},
    {"__iand__", "self, other, /", operatorInPlace<Operation::BitAnd>},
    {"__isub__", "self, other, /", operatorInPlace<Operation::Sub>},
    {"__ixor__", "self, other, /", operatorInPlace<Operation::BitXor>},
};

void evaluate::addSetMethods(Interpreter &in) {
  in.addMethods(in.types.set, frozenMethods);
  in.addMethods(in.types.frozenset, frozenMethods);
  in.addMethods(in.types.set, setMethods);
}
