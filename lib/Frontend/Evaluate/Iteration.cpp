//===- Iteration.cpp - Iterators -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {
/// Goes through a list, tuple, string, bytes or range by position.
struct SequenceIterator : IteratorObject {
  Value sequence;
  int64_t position;
  bool reversed;
  SequenceIterator(TypeObject *cls, Value values, bool reversed, int64_t start)
      : IteratorObject(cls), sequence(std::move(values)), position(start),
        reversed(reversed) {}
  void traverse(Visitor visit, void *data) override { visit(sequence, data); }
  void clear() override { sequence = Value(); }
  Value next(Interpreter &in) override {
    if (!sequence)
      return Value();
    int64_t length = int64_t(*in.lengthPlain(sequence));
    if (position < 0 || position >= length) {
      sequence = Value();
      return Value();
    }
    int64_t index = position;
    position += reversed ? -1 : 1;
    if (ValueVector *items = getItems(sequence))
      return (*items)[index];
    if (auto *range = sequence.dyn<RangeObject>())
      return in.makeInt(range->start + index * range->step);
    return in.getItemPlain(sequence, in.makeInt(index));
  }
};

/// Goes through the code points of a string that is not ASCII.
struct TextIterator : IteratorObject {
  Value text;
  size_t at = 0;
  TextIterator(TypeObject *cls, Value text)
      : IteratorObject(cls), text(std::move(text)) {}
  void traverse(Visitor visit, void *data) override { visit(text, data); }
  void clear() override { text = Value(); }
  Value next(Interpreter &in) override {
    if (!text)
      return Value();
    const std::string &bytes = text.as<StrObject>()->text;
    if (at >= bytes.size())
      return Value();
    size_t end = at + 1;
    while (end < bytes.size() && (bytes[end] & 0xc0) == 0x80)
      ++end;
    Value result = in.makeStr(bytes.substr(at, end - at));
    at = end;
    return result;
  }
};

/// Goes through the entries of a dict.
struct DictIterator : IteratorObject {
  Value dict;
  ViewObject::Part part;
  int64_t position;
  bool reversed;
  uint64_t used;
  DictIterator(TypeObject *cls, Value source, ViewObject::Part part,
               bool reversed)
      : IteratorObject(cls), dict(std::move(source)), part(part),
        reversed(reversed) {
    auto *object = dict.as<DictObject>();
    used = object->used;
    position = reversed ? int64_t(object->entries.size()) - 1 : 0;
  }
  void traverse(Visitor visit, void *data) override { visit(dict, data); }
  void clear() override { dict = Value(); }
  Value next(Interpreter &in) override {
    if (!dict)
      return Value();
    auto *object = dict.as<DictObject>();
    if (object->used != used)
      in.raise(in.types.RuntimeError,
               "dictionary changed size during iteration");
    while (position >= 0 && position < int64_t(object->entries.size())) {
      auto &entry = object->entries[position];
      position += reversed ? -1 : 1;
      if (!entry.key)
        continue;
      if (part == ViewObject::Keys)
        return entry.key;
      if (part == ViewObject::Values)
        return entry.value;
      return in.makeTuple({entry.key, entry.value});
    }
    dict = Value();
    return Value();
  }
};

/// Goes through the table of a set.
struct SetIterator : IteratorObject {
  Value set;
  size_t position = 0, used;
  SetIterator(TypeObject *cls, Value source)
      : IteratorObject(cls), set(std::move(source)),
        used(set.as<SetObject>()->used) {}
  void traverse(Visitor visit, void *data) override { visit(set, data); }
  void clear() override { set = Value(); }
  Value next(Interpreter &in) override {
    if (!set)
      return Value();
    auto *object = set.as<SetObject>();
    if (object->used != used)
      in.raise(in.types.RuntimeError, "Set changed size during iteration");
    while (position < object->table.size()) {
      auto &entry = object->table[position++];
      if (entry.key)
        return entry.key;
    }
    set = Value();
    return Value();
  }
};

/// Calls `__getitem__` with 0, 1, 2, ...
struct ItemIterator : IteratorObject {
  Value object;
  int64_t position = 0;
  ItemIterator(TypeObject *cls, Value object)
      : IteratorObject(cls), object(std::move(object)) {}
  void traverse(Visitor visit, void *data) override { visit(object, data); }
  void clear() override { object = Value(); }
  Value next(Interpreter &in) override {
    if (!object)
      return Value();
    try {
      return in.getItem(object, in.makeInt(position++));
    } catch (Raised &raised) {
      if (!in.isException(raised.exception, in.types.IndexError) &&
          !in.isException(raised.exception, in.types.StopIteration))
        throw;
      object = Value();
      return Value();
    }
  }
};

/// Calls a function of C++.
struct NextIterator : IteratorObject {
  std::function<Value(Interpreter &)> body;
  NextIterator(TypeObject *cls, std::function<Value(Interpreter &)> body)
      : IteratorObject(cls), body(std::move(body)) {}
  void traverse(Visitor, void *) override {}
  void clear() override { body = nullptr; }
  Value next(Interpreter &in) override {
    if (!body)
      return Value();
    Value item = body(in);
    if (!item)
      body = nullptr;
    return item;
  }
};
} // namespace

Value evaluate::makeNextIterator(Interpreter &in, TypeObject *type,
                                 std::function<Value(Interpreter &)> next) {
  return Value(new NextIterator(type, std::move(next)));
}

Value evaluate::makeIterator(Interpreter &in, const Value &container,
                             bool reversed) {
  TypeObject *cls = in.types.iterator;
  switch (container.kind()) {
  case Kind::Str:
    if (!reversed && !container.as<StrObject>()->isAscii())
      return Value(new TextIterator(cls, container));
    [[fallthrough]];
  case Kind::List:
  case Kind::Tuple:
  case Kind::Bytes:
  case Kind::Range: {
    int64_t start =
        reversed ? int64_t(*in.lengthPlain(container)) - 1 : 0;
    return Value(new SequenceIterator(cls, container, reversed, start));
  }
  case Kind::Dict:
    return Value(
        new DictIterator(cls, container, ViewObject::Keys, reversed));
  case Kind::View: {
    auto *view = container.as<ViewObject>();
    return Value(new DictIterator(cls, view->dict, view->part, reversed));
  }
  case Kind::Set:
    if (!reversed)
      return Value(new SetIterator(cls, container));
    return Value();
  default:
    return Value();
  }
}

Value Interpreter::iteratePlain(const Value &object) {
  if (object.is(Kind::Iterator) || object.is(Kind::Generator))
    return object;
  return makeIterator(*this, object, false);
}

Value Interpreter::iterate(const Value &object) {
  TypeObject *type = typeOf(object);
  if (type->isHeap || type->cls != types.type || object.is(Kind::Host)) {
    Value *found = lookUp(type, names.iter_);
    if (found && found->isNone())
      raiseTypeError("'" + type->name + "' object is not iterable");
    if (found && (!found->is(Kind::Native) || object.is(Kind::Host))) {
      Value iterator = call(findSpecial(object, names.iter_), {});
      if (!iterator.is(Kind::Iterator) && !iterator.is(Kind::Generator) &&
          !lookUp(typeOf(iterator), names.next_))
        raiseTypeError("iter() returned non-iterator of type '" +
                       typeName(iterator) + "'");
      return iterator;
    }
  }
  if (Value iterator = iteratePlain(object))
    return iterator;
  if (lookUp(type, names.getitem_) && type->isHeap)
    return Value(new ItemIterator(types.iterator, object));
  if (Value method = findSpecial(object, names.iter_))
    return call(method, {});
  raiseTypeError("'" + type->name + "' object is not iterable");
}

Value Interpreter::next(const Value &iterator) {
  step();
  if (iterator.is(Kind::Iterator)) {
    Value alive = iterator;
    return iterator.as<IteratorObject>()->next(*this);
  }
  if (auto *generator = iterator.dyn<GeneratorObject>())
    return resume(generator, Value::none(), Value());
  Value method = findSpecial(iterator, names.next_);
  if (!method)
    raiseTypeError("'" + typeName(iterator) + "' object is not an iterator");
  try {
    return call(method, {});
  } catch (Raised &raised) {
    if (!isException(raised.exception, types.StopIteration))
      throw;
    return Value();
  }
}

ValueVector Interpreter::unpack(const Value &iterable) {
  if (!typeOf(iterable)->isHeap)
    if (ValueVector *items = getItems(iterable)) {
      reserve(items->size(), sizeof(Value));
      return *items;
    }
  ValueVector result;
  forEach(iterable, [&](const Value &item) {
    result.push_back(item);
    return true;
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Methods of iterators and generators
//===----------------------------------------------------------------------===//

static Value iterSelf(Interpreter &, Bound &a) { return a[0]; }

[[noreturn]] static void stop(Interpreter &in, const Value &value) {
  Value exception = in.makeException(in.types.StopIteration, "");
  ValueVector arguments;
  if (value && !value.isNone())
    arguments.push_back(value);
  exception.as<ExceptionObject>()->arguments =
      in.makeTuple(std::move(arguments));
  in.raiseValue(exception);
}

static Value nextOf(Interpreter &in, Bound &a) {
  Value item = in.next(a[0]);
  if (item)
    return item;
  auto *generator = a[0].dyn<GeneratorObject>();
  Value returned = generator ? generator->returned : Value();
  if (generator)
    generator->returned = Value();
  stop(in, returned);
}

static Value send(Interpreter &in, Bound &a) {
  auto *generator = a[0].as<GeneratorObject>();
  if (!generator->hasStarted && !a[1].isNone())
    in.raiseTypeError(
        "can't send non-None value to a just-started generator");
  Value item = in.resume(generator, a[1], Value());
  if (item)
    return item;
  Value returned = std::move(generator->returned);
  generator->returned = Value();
  stop(in, returned);
}

static Value throwInto(Interpreter &in, Bound &a) {
  Value exception = a[1];
  if (exception.is(Kind::Type))
    exception = a.has(2) && a[2].is(Kind::Exception) ? a[2]
                : a.has(2) && !a[2].isNone()
                    ? in.call(exception, {a[2]})
                    : in.call(exception, {});
  if (!exception.is(Kind::Exception))
    in.raiseTypeError("exceptions must derive from BaseException");
  auto *generator = a[0].as<GeneratorObject>();
  Value item = in.resume(generator, Value::none(), exception);
  if (item)
    return item;
  stop(in, generator->returned);
}

static Value close(Interpreter &in, Bound &a) {
  auto *generator = a[0].as<GeneratorObject>();
  if (!generator->frame)
    return Value::none();
  if (!generator->hasStarted) {
    generator->frame.reset();
    return Value::none();
  }
  try {
    Value item =
        in.resume(generator, Value::none(),
                  in.makeException(in.types.GeneratorExit, ""));
    if (item)
      in.raise(in.types.RuntimeError, "generator ignored GeneratorExit");
  } catch (Raised &raised) {
    if (!in.isException(raised.exception, in.types.GeneratorExit) &&
        !in.isException(raised.exception, in.types.StopIteration))
      throw;
  }
  return Value::none();
}

static Value iterPlain(Interpreter &in, Bound &a) {
  return in.iteratePlain(a[0]);
}

static Value viewLength(Interpreter &in, Bound &a) {
  return in.makeInt(int64_t(*in.lengthPlain(a[0])));
}

static Value viewContains(Interpreter &in, Bound &a) {
  return Value::boolean(in.containsPlain(a[0], a[1]));
}

static const NativeDefinition iteratorMethods[] = {
    {"__iter__", "self", iterSelf}, {"__next__", "self", nextOf}};
static const NativeDefinition generatorMethods[] = {
    {"__iter__", "self", iterSelf},
    {"__next__", "self", nextOf},
    {"send", "self, value", send},
    {"throw", "self, type, value?, traceback?", throwInto},
    {"close", "self", close}};
static const NativeDefinition containerMethods[] = {
    {"__iter__", "self", iterPlain},
    {"__len__", "self", viewLength},
    {"__contains__", "self, item, /", viewContains}};

void evaluate::addIteratorMethods(Interpreter &in) {
  BuiltinTypes &t = in.types;
  for (TypeObject *type :
       {t.iterator, t.enumerate, t.zip, t.map, t.filter, t.reversed})
    in.addMethods(type, iteratorMethods);
  in.addMethods(t.generator, generatorMethods);
  for (TypeObject *type :
       {t.keysView, t.valuesView, t.itemsView, t.str, t.bytes, t.list, t.tuple,
        t.dict, t.set, t.frozenset, t.range})
    in.addMethods(type, containerMethods);
}
