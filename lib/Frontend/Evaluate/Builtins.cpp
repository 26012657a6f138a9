//===- Builtins.cpp - Built-in functions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"
#include "SpecialAttributes.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// The stream that a program put in the place of sys.stdout; empty when it is
/// the one that was there.
static Value findOutput(Interpreter &in) {
  Value sys = in.findModule("sys");
  if (!sys)
    return Value();
  DictObject *members = sys.getObject()->attrs;
  Value *now = members->find(in.intern("stdout"));
  Value *first = members->find(in.intern("__stdout__"));
  if (!now || !first ||
      (now->isObject() && first->isObject() &&
       now->getObject() == first->getObject()))
    return Value();
  return *now;
}

static Value print(Interpreter &in, Bound &a) {
  auto text = [&](size_t i, const char *name, const char *missing) {
    if (!a.has(i) || a[i].isNone())
      return std::string(missing);
    if (!a[i].is(Kind::Str))
      in.raiseTypeError(llvm::Twine(name) + " must be None or a string, not " +
                        in.typeName(a[i]));
    return in.toStr(a[i], name).str();
  };
  std::string separator = text(0, "sep", " "), end = text(1, "end", "\n"), line;
  for (size_t i = 0; i < a.rest.size(); ++i) {
    if (i)
      line += separator;
    line += in.str(a.rest[i]);
    in.reserve(line.size());
  }
  line += end;
  Value file = a.has(2) && !a[2].isNone() ? a[2] : findOutput(in);
  if (!file)
    in.write(line);
  else if (!file.isNone())
    in.callMethod(file, "write", {in.makeStr(std::move(line))});
  return Value::none();
}

static Value len(Interpreter &in, Bound &a) {
  return in.makeInt(int64_t(in.length(a[0])));
}
static Value repr(Interpreter &in, Bound &a) {
  return in.makeStr(in.repr(a[0]));
}

static Value ascii(Interpreter &in, Bound &a) {
  std::string result;
  for (char32_t c : decodeUtf8(in.repr(a[0]))) {
    char buffer[16];
    if (c < 0x80)
      snprintf(buffer, sizeof buffer, "%c", char(c));
    else
      snprintf(buffer, sizeof buffer,
               c < 0x100     ? "\\x%02x"
               : c < 0x10000 ? "\\u%04x"
                             : "\\U%08x",
               unsigned(c));
    result += buffer;
  }
  return in.makeStr(std::move(result));
}

static Value hash(Interpreter &in, Bound &a) {
  return in.makeInt(int64_t(in.hash(a[0])));
}
static Value identity(Interpreter &in, Bound &a) {
  return in.makeUnsigned(a[0].getBits());
}
static Value callable(Interpreter &in, Bound &a) {
  return Value::boolean(in.isCallable(a[0]));
}

//===----------------------------------------------------------------------===//
// Attributes and classes
//===----------------------------------------------------------------------===//

static Value getAttribute(Interpreter &in, Bound &a) {
  StrObject *name = in.intern(in.toStr(a[1], "attribute name"));
  if (!a.has(2))
    return in.getAttr(a[0], name);
  Value found = in.findAttr(a[0], name);
  return found ? found : a[2];
}
static Value setAttribute(Interpreter &in, Bound &a) {
  in.setAttr(a[0], in.intern(in.toStr(a[1], "attribute name")), a[2]);
  return Value::none();
}
static Value deleteAttribute(Interpreter &in, Bound &a) {
  in.delAttr(a[0], in.intern(in.toStr(a[1], "attribute name")));
  return Value::none();
}
static Value hasAttribute(Interpreter &in, Bound &a) {
  return Value::boolean(
      bool(in.findAttr(a[0], in.intern(in.toStr(a[1], "attribute name")))));
}

bool Interpreter::isInstanceOfAny(const Value &value, const Value &classes) {
  if (auto *tuple = classes.dyn<TupleObject>()) {
    DepthGuard guard(*this);
    for (const Value &cls : tuple->items)
      if (isInstanceOfAny(value, cls))
        return true;
    return false;
  }
  if (auto *type = classes.dyn<TypeObject>()) {
    if (isInstance(value, type))
      return true;
    if (type->cls == types.type)
      return false;
  }
  if (Value method = findSpecial(classes, names.instancecheck_))
    return isTrue(call(method, {value}));
  if (classes.is(Kind::Type))
    return false;
  raiseTypeError("isinstance() arg 2 must be a type, a tuple of types, or a "
                 "union");
}

bool Interpreter::isSubclassOfAny(const Value &type, const Value &classes) {
  if (auto *tuple = classes.dyn<TupleObject>()) {
    DepthGuard guard(*this);
    for (const Value &cls : tuple->items)
      if (isSubclassOfAny(type, cls))
        return true;
    return false;
  }
  if (auto *base = classes.dyn<TypeObject>()) {
    if (type.as<TypeObject>()->isSubclassOf(base))
      return true;
    if (base->cls == types.type)
      return false;
  }
  if (Value method = findSpecial(classes, names.subclasscheck_))
    return isTrue(call(method, {type}));
  raiseTypeError("issubclass() arg 2 must be a class, a tuple of classes, or a "
                 "union");
}

static Value isInstanceOf(Interpreter &in, Bound &a) {
  return Value::boolean(in.isInstanceOfAny(a[0], a[1]));
}
static Value isSubclassOf(Interpreter &in, Bound &a) {
  if (!a[0].is(Kind::Type))
    in.raiseTypeError("issubclass() arg 1 must be a class");
  return Value::boolean(in.isSubclassOfAny(a[0], a[1]));
}

static Value vars(Interpreter &in, Bound &a) {
  if (!a.has(0))
    return in.currentLocals();
  Value dict = in.findAttr(a[0], in.names.dict_);
  if (!dict)
    in.raiseTypeError("vars() argument must have __dict__ attribute");
  return dict;
}

static Value dir(Interpreter &in, Bound &a) {
  if (a.has(0)) {
    // A class is asked as an object of its metaclass.
    Value *method =
        a[0].is(Kind::Type) ? in.lookUp(in.typeOf(a[0]), "__dir__") : nullptr;
    Value names =
        method ? in.call(*method, {a[0]}) : in.callMethod(a[0], "__dir__");
    ValueVector items = in.unpack(names);
    sortValues(in, items, Value(), false);
    return in.makeList(std::move(items));
  }
  ValueVector items = in.unpack(in.currentLocals());
  sortValues(in, items, Value(), false);
  return in.makeList(std::move(items));
}

static Value globals(Interpreter &in, Bound &) {
  return Value(in.currentGlobals());
}
static Value locals(Interpreter &in, Bound &) { return in.currentLocals(); }

//===----------------------------------------------------------------------===//
// Numbers and characters
//===----------------------------------------------------------------------===//

static Value absolute(Interpreter &in, Bound &a) {
  Value method = in.findSpecial(a[0], in.names.abs_);
  if (!method)
    in.raiseTypeError("bad operand type for abs(): '" + in.typeName(a[0]) +
                      "'");
  return in.call(method, {});
}

static Value round(Interpreter &in, Bound &a) {
  Value method = in.findSpecial(a[0], in.names.round_);
  if (!method)
    in.raiseTypeError("type " + in.typeName(a[0]) +
                      " doesn't define __round__ method");
  return a.has(1) ? in.call(method, {a[1]}) : in.call(method, {});
}

static Value power(Interpreter &in, Bound &a) {
  return in.pow(a[0], a[1], a[2]);
}

static Value divmod(Interpreter &in, Bound &a) {
  if (Value method = in.findSpecial(a[0], in.names.divmod_))
    return in.call(method, {a[1]});
  return in.makeTuple({in.binary(Operation::FloorDiv, a[0], a[1]),
                       in.binary(Operation::Mod, a[0], a[1])});
}

static Value ord(Interpreter &in, Bound &a) {
  std::u32string points = a[0].is(Kind::Str)
                              ? decodeUtf8(a[0].as<StrObject>()->text)
                              : std::u32string();
  if (auto *bytes = a[0].dyn<BytesObject>())
    for (uint8_t byte : bytes->data)
      points.push_back(byte);
  if (points.size() != 1)
    in.raiseTypeError("ord() expected a character, but string of length " +
                      llvm::Twine(points.size()) + " found");
  return in.makeInt(points[0]);
}

static Value chr(Interpreter &in, Bound &a) {
  int64_t point = in.toIndex(a[0]);
  if (point < 0 || point > 0x10ffff)
    in.raiseValueError("chr() arg not in range(0x110000)");
  std::string text;
  appendUtf8(text, uint32_t(point));
  return in.makeStr(std::move(text));
}

template <int base>
static Value showInBase(Interpreter &in, Bound &a) {
  Value number =
      in.isInt(a[0]) ? a[0] : in.call(in.getAttr(a[0], in.names.index_), {});
  if (!in.isInt(number))
    in.raiseTypeError("__index__ returned non-int");
  std::string digits = formatInt(in, number, base);
  const char *prefix = base == 2 ? "0b" : base == 8 ? "0o" : "0x";
  digits.insert(digits[0] == '-' ? 1 : 0, prefix);
  return in.makeStr(std::move(digits));
}

static Value format(Interpreter &in, Bound &a) {
  return in.makeStr(in.format(a[0], a.has(1)
                                        ? in.toStr(a[1], "format() argument 2")
                                        : llvm::StringRef()));
}

//===----------------------------------------------------------------------===//
// Of iterables
//===----------------------------------------------------------------------===//

static Value sum(Interpreter &in, Bound &a) {
  Value total = a.has(1) ? a[1] : in.makeInt(0);
  if (total.is(Kind::Str))
    in.raiseTypeError("sum() can't sum strings [use ''.join(seq) instead]");
  in.forEach(a[0], [&](const Value &item) {
    total = in.binary(Operation::Add, total, item);
    return true;
  });
  return total;
}

template <bool wanted>
static Value anyOrAll(Interpreter &in, Bound &a) {
  bool found = false;
  in.forEach(a[0], [&](const Value &item) {
    found = in.isTrue(item) == wanted;
    return !found;
  });
  return Value::boolean(found == wanted);
}

template <bool wantsMost>
static Value extreme(Interpreter &in, Bound &a) {
  const char *name = wantsMost ? "max" : "min";
  if (a.rest.empty())
    in.raiseTypeError(llvm::Twine(name) + " expected at least 1 argument, got "
                                          "0");
  Value source = a.rest.size() == 1
                     ? a.rest[0]
                     : in.makeTuple(ValueVector(a.rest.begin(), a.rest.end()));
  bool hasKey = a.has(0) && !a[0].isNone();
  Value best, bestKey;
  in.forEach(source, [&](const Value &item) {
    Value key = hasKey ? in.call(a[0], {item}) : item;
    if (!best ||
        in.isTrue(in.compare(wantsMost ? Comparison::Gt : Comparison::Lt, key,
                             bestKey))) {
      best = item;
      bestKey = key;
    }
    return true;
  });
  if (best)
    return best;
  if (a.has(1))
    return a[1];
  in.raiseValueError(llvm::Twine(name) + "() arg is an empty sequence");
}

static Value sorted(Interpreter &in, Bound &a) {
  ValueVector items = in.unpack(a[0]);
  sortValues(in, items, a[1], a.has(2) && in.isTrue(a[2]));
  return in.makeList(std::move(items));
}

static Value iter(Interpreter &in, Bound &a) {
  if (!a.has(1))
    return in.iterate(a[0]);
  Value function = a[0], end = a[1];
  return makeNextIterator(in, in.types.iterator,
                          [function, end](Interpreter &in) {
                            Value item = in.call(function, {});
                            return in.isEqual(item, end) ? Value() : item;
                          });
}

static Value next(Interpreter &in, Bound &a) {
  if (!a.has(1)) {
    // StopIteration carries what a generator returned.
    Value method = in.findSpecial(a[0], in.names.next_);
    if (!method)
      in.raiseTypeError("'" + in.typeName(a[0]) +
                        "' object is not an iterator");
    return in.call(method, {});
  }
  Value item = in.next(a[0]);
  return item ? item : a[1];
}

//===----------------------------------------------------------------------===//
// What is not there
//===----------------------------------------------------------------------===//

static Value refuseCode(Interpreter &in, Bound &) {
  in.halt("the evaluator does not run text: 'exec', 'eval' and 'compile' are "
          "not supported");
}
static Value openFile(Interpreter &in, Bound &a) {
  Value mode = a.has(1) ? a[1] : in.makeStr("r");
  return in.call(in.getAttr(in.importModule("io"), "open"), {a[0], mode});
}
static Value refuseInput(Interpreter &in, Bound &) {
  in.halt("the evaluator reads no input: 'input' is not supported");
}

static Value importFunction(Interpreter &in, Bound &a) {
  llvm::StringRef name = in.toStr(a[0], "module name");
  Value module = in.importModule(name);
  return a.rest.size() < 3 ? in.importModule(name.split('.').first) : module;
}

static const NativeDefinition functions[] = {
    {"print", "*rest, sep?, end?, file?, flush?", print},
    {"len", "obj, /", len},
    {"repr", "obj, /", repr},
    {"ascii", "obj, /", ascii},
    {"hash", "obj, /", hash},
    {"id", "obj, /", identity},
    {"callable", "obj, /", callable},
    {"getattr", "object, name, default?, /", getAttribute},
    {"setattr", "object, name, value, /", setAttribute},
    {"delattr", "object, name, /", deleteAttribute},
    {"hasattr", "object, name, /", hasAttribute},
    {"isinstance", "obj, classes, /", isInstanceOf},
    {"issubclass", "cls, classes, /", isSubclassOf},
    {"vars", "object?, /", vars},
    {"dir", "object?, /", dir},
    {"globals", "", globals},
    {"locals", "", locals},
    {"abs", "x, /", absolute},
    {"round", "number, ndigits?", round},
    {"pow", "base, exp, mod?", power},
    {"divmod", "x, y, /", divmod},
    {"ord", "c, /", ord},
    {"chr", "i, /", chr},
    {"bin", "number, /", showInBase<2>},
    {"oct", "number, /", showInBase<8>},
    {"hex", "number, /", showInBase<16>},
    {"format", "value, spec?, /", format},
    {"sum", "iterable, /, start?", sum},
    {"any", "iterable, /", anyOrAll<true>},
    {"all", "iterable, /", anyOrAll<false>},
    {"max", "*rest, key?, default?", extreme<true>},
    {"min", "*rest, key?, default?", extreme<false>},
    {"sorted", "iterable, /, *, key?, reverse?", sorted},
    {"iter", "object, sentinel?, /", iter},
    {"next", "iterator, default?, /", next},
    {"exec", "*rest, **keywords", refuseCode},
    {"eval", "*rest, **keywords", refuseCode},
    {"compile", "*rest, **keywords", refuseCode},
    {"open", "file, mode?, buffering?, encoding?, errors?, newline?", openFile},
    {"input", "*rest, **keywords", refuseInput},
    {"__import__", "name, *rest", importFunction},
};

void evaluate::addBuiltins(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  DictObject *names = module->attrs;
  names->set(in.intern("NotImplemented"), Value::notImplemented());
  names->set(in.intern("Ellipsis"), Value::ellipsis());
  names->set(in.intern("__debug__"), Value::boolean(true));
  for (const char *name : {"IOError", "EnvironmentError"})
    names->set(in.intern(name), Value(in.types.OSError));
}

//===----------------------------------------------------------------------===//
// enumerate, zip, map, filter, reversed
//===----------------------------------------------------------------------===//

static Value newEnumerate(Interpreter &in, Bound &a) {
  Value iterator = in.iterate(a[1]);
  Value index = a.has(2) ? a[2] : in.makeInt(0);
  return makeNextIterator(in, in.types.enumerate,
                          [iterator, index](Interpreter &in) mutable -> Value {
                            Value item = in.next(iterator);
                            if (!item)
                              return Value();
                            Value pair = in.makeTuple({index, item});
                            index =
                                in.binary(Operation::Add, index, in.makeInt(1));
                            return pair;
                          });
}

static Value newZip(Interpreter &in, Bound &a) {
  std::vector<Value> iterators;
  for (const Value &iterable : a.rest)
    iterators.push_back(in.iterate(iterable));
  bool strict = a.has(1) && in.isTrue(a[1]);
  return makeNextIterator(
      in, in.types.zip, [iterators, strict](Interpreter &in) -> Value {
        ValueVector items;
        for (const Value &iterator : iterators) {
          Value item = in.next(iterator);
          if (!item && strict && !items.empty())
            in.raiseValueError(
                "zip() argument " + llvm::Twine(items.size() + 1) +
                " is shorter than argument " + llvm::Twine(items.size()));
          if (!item && strict)
            for (size_t i = 1; i < iterators.size(); ++i)
              if (in.next(iterators[i]))
                in.raiseValueError("zip() argument " + llvm::Twine(i + 1) +
                                   " is longer than argument " +
                                   llvm::Twine(i));
          if (!item)
            return Value();
          items.push_back(std::move(item));
        }
        return items.empty() ? Value() : in.makeTuple(std::move(items));
      });
}

static Value newMap(Interpreter &in, Bound &a) {
  if (a.rest.empty())
    in.raiseTypeError("map() must have at least two arguments.");
  std::vector<Value> iterators;
  for (const Value &iterable : a.rest)
    iterators.push_back(in.iterate(iterable));
  Value function = a[1];
  return makeNextIterator(in, in.types.map,
                          [iterators, function](Interpreter &in) -> Value {
                            llvm::SmallVector<Value, 4> items;
                            for (const Value &iterator : iterators) {
                              Value item = in.next(iterator);
                              if (!item)
                                return Value();
                              items.push_back(std::move(item));
                            }
                            return in.call(function, Arguments(items));
                          });
}

static Value newFilter(Interpreter &in, Bound &a) {
  Value iterator = in.iterate(a[2]), function = a[1];
  return makeNextIterator(
      in, in.types.filter, [iterator, function](Interpreter &in) -> Value {
        while (Value item = in.next(iterator)) {
          Value kept = function.isNone() ? item : in.call(function, {item});
          if (in.isTrue(kept))
            return item;
        }
        return Value();
      });
}

static Value newReversed(Interpreter &in, Bound &a) {
  Value method = in.findSpecial(a[1], in.names.reversed_);
  if (method)
    return in.call(method, {});
  if (Value iterator =
          a[1].is(Kind::Set) ? Value() : makeIterator(in, a[1], true))
    return iterator;
  if (!in.findSpecial(a[1], in.names.getitem_) ||
      !in.findSpecial(a[1], in.names.len_))
    in.raiseTypeError("'" + in.typeName(a[1]) + "' object is not reversible");
  Value sequence = a[1];
  int64_t index = int64_t(in.length(sequence));
  return makeNextIterator(in, in.types.reversed,
                          [sequence, index](Interpreter &in) mutable -> Value {
                            if (index <= 0)
                              return Value();
                            return in.getItem(sequence, in.makeInt(--index));
                          });
}

static const NativeDefinition enumerateMethods[] = {
    {"__new__", "cls, iterable, start?", newEnumerate}};
static const NativeDefinition zipMethods[] = {
    {"__new__", "cls, /, *rest, strict?", newZip}};
static const NativeDefinition mapMethods[] = {
    {"__new__", "cls, function, /, *rest", newMap}};
static const NativeDefinition filterMethods[] = {
    {"__new__", "cls, function, iterable, /", newFilter}};
static const NativeDefinition reversedMethods[] = {
    {"__new__", "cls, sequence, /", newReversed}};

void evaluate::addIteratorBuiltins(Interpreter &in, ModuleObject *) {
  in.addMethods(in.types.enumerate, enumerateMethods);
  in.addMethods(in.types.zip, zipMethods);
  in.addMethods(in.types.map, mapMethods);
  in.addMethods(in.types.filter, filterMethods);
  in.addMethods(in.types.reversed, reversedMethods);
}
