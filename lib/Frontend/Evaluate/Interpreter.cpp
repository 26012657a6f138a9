//===- Interpreter.cpp - The state of an evaluation -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// Steps between two looks at the limits.
static constexpr int64_t kStepsAtOnce = 1024;
/// Containers beyond which cycles are looked for.
static constexpr size_t kFirstCollection = 200000;

Interpreter::Interpreter(const EvaluatorOptions &options)
    : options(options), handled(Value::none()),
      nextCollection(kFirstCollection), cache(4096) {
#define TS_EVALUATE_NAME(field, text) names.field = nullptr;
#include "TorchScript/Frontend/Evaluate/Names.def"
  HeapScope scope(heap);
  addTypes();
  modules = makeDict();
  auto *module = new ModuleObject(types.module, "builtins");
  builtins = Value(module);
  getInstanceDict(builtins, true);
  module->attrs->set(intern("__name__"), makeStr("builtins"));
  addBuiltins(*this, module);
  addIteratorBuiltins(*this, module);
  for (const Value &type : allTypes) {
    auto *cls = type.as<TypeObject>();
    static const llvm::StringRef hidden[] = {
        "NoneType",  "ellipsis", "NotImplementedType", "function", "module",
        "builtin_function_or_method", "method_descriptor", "method", "cell",
        "code", "generator", "iterator", "dict_keys", "dict_values",
        "dict_items"};
    if (!llvm::is_contained(hidden, cls->name))
      module->attrs->set(intern(cls->name), type);
  }
  addModule("builtins", builtins);
}

Interpreter::~Interpreter() {
  HeapScope scope(heap);
  handled = modules = builtins = Value();
  heap.clear();
  interned.clear();
  // Classes hold each other by their own classes.
  std::vector<Value> dying = std::move(allTypes);
  for (const Value &type : dying)
    for (Object *object :
         {type.getObject(), static_cast<Object *>(type.getObject()->attrs)})
      if (object && object->cls) {
        object->cls->release();
        object->cls = nullptr;
      }
  dying.clear();
  cache.clear();
  stack.reset();
}

void Interpreter::addTypes() {
  // The class of classes first: all others need it.
  types.type = addType("type", nullptr, Kind::Type);
  types.dict = addType("dict", nullptr, Kind::Dict);
  types.object = addType("object", nullptr, Kind::Instance);
  types.str = addType("str", types.object, Kind::Str);
  for (TypeObject *type : {types.type, types.dict}) {
    type->bases.push_back(Value(types.object));
    type->order.push_back(Value(types.object));
  }
  for (const Value &type : allTypes) {
    DictObject *members = type.as<TypeObject>()->attrs;
    if (members->cls)
      continue;
    members->cls = types.dict;
    types.dict->retain();
  }
#define TS_EVALUATE_NAME(field, text) names.field = intern(text);
#include "TorchScript/Frontend/Evaluate/Names.def"
  auto add = [&](TypeObject *&field, llvm::StringRef name, Kind layout,
                 bool isBase = false) {
    field = addType(name, types.object, layout, isBase);
  };
  add(types.none, "NoneType", Kind::None);
  add(types.ellipsis, "ellipsis", Kind::Ellipsis);
  add(types.notImplemented, "NotImplementedType", Kind::NotImplemented);
  add(types.integer, "int", Kind::Int, true);
  types.boolean = addType("bool", types.integer, Kind::Bool, false);
  add(types.floating, "float", Kind::Float, true);
  add(types.complex, "complex", Kind::Complex, true);
  add(types.bytes, "bytes", Kind::Bytes, true);
  add(types.list, "list", Kind::List, true);
  add(types.tuple, "tuple", Kind::Tuple, true);
  add(types.set, "set", Kind::Set, true);
  add(types.frozenset, "frozenset", Kind::Set, true);
  add(types.slice, "slice", Kind::Slice);
  add(types.range, "range", Kind::Range);
  add(types.function, "function", Kind::Function);
  add(types.native, "builtin_function_or_method", Kind::Native);
  add(types.methodDescriptor, "method_descriptor", Kind::Native);
  add(types.boundMethod, "method", Kind::BoundMethod);
  add(types.module, "module", Kind::Module, true);
  add(types.cell, "cell", Kind::Cell);
  add(types.code, "code", Kind::Code);
  add(types.generator, "generator", Kind::Generator);
  add(types.iterator, "iterator", Kind::Iterator);
  add(types.keysView, "dict_keys", Kind::View);
  add(types.valuesView, "dict_values", Kind::View);
  add(types.itemsView, "dict_items", Kind::View);
  add(types.enumerate, "enumerate", Kind::Iterator);
  add(types.zip, "zip", Kind::Iterator);
  add(types.map, "map", Kind::Iterator);
  add(types.filter, "filter", Kind::Iterator);
  add(types.reversed, "reversed", Kind::Iterator);
  add(types.property, "property", Kind::Property, true);
  add(types.staticMethod, "staticmethod", Kind::StaticMethod);
  add(types.classMethod, "classmethod", Kind::ClassMethod);
  add(types.super, "super", Kind::Super);
#define TS_EVALUATE_EXCEPTION(name, base)                                      \
  types.name = addType(#name, types.base, Kind::Exception);
#include "TorchScript/Frontend/Evaluate/Exceptions.def"
#undef TS_EVALUATE_EXCEPTION
  addTypeMethods(*this);
  addObjectMethods(*this);
  addIntMethods(*this);
  addFloatMethods(*this);
  addStrMethods(*this);
  addStrSearchMethods(*this);
  addBytesMethods(*this);
  addListMethods(*this);
  addTupleMethods(*this);
  addDictMethods(*this);
  addSetMethods(*this);
  addIteratorMethods(*this);
  addFunctionMethods(*this);
  addExceptionMethods(*this);
  addOperatorMethods(*this);
}

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

Value Interpreter::makeInt(int64_t value) {
  if (Value::fitsSmall(value))
    return Value::small(value);
  auto *object = new IntObject(types.integer);
  mpz_set_si(object->number, value);
  return Value(object);
}

Value Interpreter::makeUnsigned(uint64_t value) {
  if (value < uint64_t(1) << 62)
    return Value::small(int64_t(value));
  auto *object = new IntObject(types.integer);
  mpz_set_ui(object->number, value);
  return Value(object);
}

Value Interpreter::makeBig(const mpz_t value) {
  if (mpz_fits_slong_p(value) && Value::fitsSmall(mpz_get_si(value)))
    return Value::small(mpz_get_si(value));
  auto *object = new IntObject(types.integer);
  mpz_set(object->number, value);
  return Value(object);
}

Value Interpreter::makeFloat(double value) {
  return Value(new FloatObject(types.floating, value));
}

Value Interpreter::makeComplex(double real, double imaginary) {
  return Value(new ComplexObject(types.complex, real, imaginary));
}

Value Interpreter::makeStr(std::string text) {
  if (text.size() <= 1)
    return Value(intern(text));
  return Value(new StrObject(types.str, std::move(text)));
}

Value Interpreter::makeBytes(std::string data) {
  return Value(new BytesObject(types.bytes, std::move(data)));
}

StrObject *Interpreter::intern(llvm::StringRef text) {
  auto [entry, isNew] = interned.try_emplace(text);
  if (isNew) {
    auto *string = new StrObject(types.str, text.str());
    string->interned = true;
    entry->second = Value(string);
  }
  return entry->second.as<StrObject>();
}

Value Interpreter::makeList(ValueVector items) {
  auto *list = new ListObject(types.list);
  list->items = std::move(items);
  return Value(list);
}

Value Interpreter::makeTuple(ValueVector items) {
  auto *tuple = new TupleObject(types.tuple);
  tuple->items = std::move(items);
  return Value(tuple);
}

Value Interpreter::makeDict() { return Value(new DictObject(types.dict)); }

Value Interpreter::makeSet(bool frozen) {
  return Value(new SetObject(frozen ? types.frozenset : types.set, frozen));
}

Value Interpreter::makeSlice(Value start, Value stop, Value step) {
  return Value(new SliceObject(types.slice, std::move(start), std::move(stop),
                               std::move(step)));
}

Value Interpreter::makeRange(int64_t start, int64_t stop, int64_t step) {
  return Value(new RangeObject(types.range, start, stop, step));
}

Value Interpreter::makeFunction(std::string name,
                                HostFunctionObject::Body body) {
  return Value(new HostFunctionObject(types.native, std::move(name),
                                      std::move(body)));
}

Value Interpreter::makeModule(std::string name) {
  auto *module = new ModuleObject(types.module, name);
  Value result(module);
  getInstanceDict(result, true)->set(names.name_, makeStr(std::move(name)));
  return result;
}

//===----------------------------------------------------------------------===//
// Errors and bounds
//===----------------------------------------------------------------------===//

Value Interpreter::makeException(TypeObject *type, const llvm::Twine &message) {
  auto *exception = new ExceptionObject(type);
  Value result(exception);
  exception->arguments = makeTuple({makeStr(message.str())});
  return result;
}

void Interpreter::raiseValue(Value exception) {
  auto *object = exception.as<ExceptionObject>();
  if (!handled.isNone() && !handled.isSame(exception)) {
    // A chain of contexts never ends in a circle.
    auto *outer = handled.as<ExceptionObject>();
    for (unsigned i = 0; i < 1000 && outer->context.is(Kind::Exception); ++i) {
      if (outer->context.isSame(exception)) {
        outer->context = Value();
        break;
      }
      outer = outer->context.as<ExceptionObject>();
    }
    object->context = handled;
  }
  throw Raised{std::move(exception)};
}

void Interpreter::raise(TypeObject *type, const llvm::Twine &message) {
  raiseValue(makeException(type, message));
}
void Interpreter::raiseTypeError(const llvm::Twine &message) {
  raise(types.TypeError, message);
}
void Interpreter::raiseValueError(const llvm::Twine &message) {
  raise(types.ValueError, message);
}

void Interpreter::raiseKeyError(const Value &key) {
  Value exception = makeException(types.KeyError, "");
  exception.as<ExceptionObject>()->arguments = makeTuple({key});
  raiseValue(exception);
}

void Interpreter::raiseAttributeError(const Value &object,
                                      llvm::StringRef name) {
  if (auto *type = object.dyn<TypeObject>())
    raise(types.AttributeError,
          "type object '" + type->name + "' has no attribute '" + name + "'");
  if (auto *module = object.dyn<ModuleObject>())
    raise(types.AttributeError,
          "module '" + module->name + "' has no attribute '" + name + "'");
  raise(types.AttributeError, "'" + typeName(object) +
                                  "' object has no attribute '" + name + "'");
}

void Interpreter::halt(const llvm::Twine &message) {
  throw Halted{message.str(), getPlace()};
}

bool Interpreter::isException(const Value &exception, const TypeObject *type) {
  return isInstance(exception, type);
}

void Interpreter::failRecursion() {
  raise(types.RecursionError, "maximum recursion depth exceeded");
}

void Interpreter::checkLimits() {
  steps += kStepsAtOnce;
  budget = kStepsAtOnce;
  if (options.maxSteps && steps > options.maxSteps)
    halt("the program was stopped after " + llvm::Twine(options.maxSteps) +
         " steps; --max-steps allows more");
  if (heap.getNumContainers() > nextCollection) {
    heap.collect();
    nextCollection =
        std::max(kFirstCollection, 2 * heap.getNumContainers());
  }
  if (heap.getUsed() > options.maxMemory) {
    heap.collect();
    if (heap.getUsed() > options.maxMemory)
      halt("the program was stopped: its objects take more than " +
           llvm::Twine(options.maxMemory) + " bytes; --max-memory allows more");
  }
}

void Interpreter::reserve(size_t bytes) {
  if (bytes > options.maxMemory ||
      heap.getUsed() > options.maxMemory - bytes)
    raise(types.MemoryError, "");
}

void Interpreter::reserve(size_t count, size_t size) {
  if (count > options.maxMemory / std::max<size_t>(size, 1))
    raise(types.MemoryError, "");
  reserve(count * size);
}

void Interpreter::write(llvm::StringRef text) {
  if (options.write)
    options.write(text);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

SourceRange Interpreter::getPlace() const {
  for (Frame *f = frame; f; f = f->back) {
    SourceRange range = f->getRange();
    if (range)
      return range;
  }
  return SourceRange();
}

DictObject *Interpreter::currentGlobals() {
  return frame ? frame->globals : nullptr;
}

Value Interpreter::currentLocals() {
  if (!frame)
    return makeDict();
  if (frame->locals)
    return frame->locals;
  if (!frame->function)
    return frame->globalsOwner;
  Value result = makeDict();
  auto *dict = result.as<DictObject>();
  CodeObject *code = frame->code;
  for (size_t i = 0; i < code->localNames.size(); ++i)
    if (frame->slots[i])
      dict->set(code->localNames[i], frame->slots[i]);
  size_t own = code->cellNames.size();
  for (size_t i = 0; i < own + code->freeNames.size(); ++i)
    if (auto *cell = frame->cells[i].dyn<CellObject>())
      if (cell->value)
        dict->set(i < own ? code->cellNames[i] : code->freeNames[i - own],
                  cell->value);
  return result;
}

Value Interpreter::loadBuiltin(StrObject *name) {
  if (Value *found = builtins.getObject()->attrs->find(name))
    return *found;
  // Builtins that are texts of the library come when they are asked for.
  if (name->text == "bytearray" || name->text == "memoryview") {
    Value made = getAttr(importModule("_bytearray"), name);
    builtins.getObject()->attrs->set(name, made);
    return made;
  }
  raise(types.NameError, "name '" + name->text + "' is not defined");
}

/// The lines of one exception, without those it came from.
static void describeOne(Interpreter &in, const Value &value,
                        std::string &text) {
  auto *exception = value.as<ExceptionObject>();
  if (!exception->trace.empty())
    text += "Traceback (most recent call last):\n";
  for (size_t i = exception->trace.size(); i > 0; --i) {
    const TraceEntry &entry = exception->trace[i - 1];
    auto *code = entry.code.as<CodeObject>();
    if (!entry.range)
      continue;
    unsigned line = entry.range.getBegin().line;
    text += "  File \"" + entry.range.file->getName().str() + "\", line " +
            std::to_string(line) + ", in " + code->name + "\n";
    llvm::StringRef source = entry.range.file->getLine(line).trim();
    if (!source.empty())
      text += "    " + source.str() + "\n";
  }
  std::string name = in.typeName(value);
  Value module = in.findAttr(Value(in.typeOf(value)), in.names.module_);
  if (in.typeOf(value)->isHeap && module.is(Kind::Str) &&
      module.as<StrObject>()->text != "__main__" &&
      module.as<StrObject>()->text != "builtins")
    name = module.as<StrObject>()->text + "." + name;
  std::string message;
  try {
    message = in.str(value);
  } catch (Raised &) {
    message = "<exception str() failed>";
  }
  text += name + (message.empty() ? "" : ": " + message) + "\n";
}

std::string Interpreter::describe(const Value &exception) {
  std::vector<std::pair<Value, const char *>> chain;
  Value current = exception;
  const char *link = nullptr;
  for (unsigned i = 0; i < 100 && current.is(Kind::Exception); ++i) {
    chain.push_back({current, link});
    auto *object = current.as<ExceptionObject>();
    if (object->cause.is(Kind::Exception)) {
      link = "\nThe above exception was the direct cause of the following "
             "exception:\n\n";
      current = object->cause;
    } else if (!object->suppressContext) {
      link = "\nDuring handling of the above exception, another exception "
             "occurred:\n\n";
      current = object->context;
    } else {
      break;
    }
  }
  std::string text;
  for (size_t i = chain.size(); i > 0; --i) {
    describeOne(*this, chain[i - 1].first, text);
    if (i > 1)
      text += chain[i - 1].second;
  }
  return text;
}
