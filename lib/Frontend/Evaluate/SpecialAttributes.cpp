//===- SpecialAttributes.cpp - Attributes that are no members -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecialAttributes.h"

#include "Frame.h"

#include "TorchScript/Frontend/Evaluate/Definitions.h"

using namespace torchscript;
using namespace torchscript::evaluate;

static Value orNone(const Value &value) {
  return value ? value : Value::none();
}

static Value ofType(Interpreter &in, TypeObject *type, llvm::StringRef name) {
  if (name == "__name__")
    return in.makeStr(type->name);
  if (name == "__qualname__")
    return type->qualifiedName ? type->qualifiedName : in.makeStr(type->name);
  if (name == "__mro__")
    return in.makeTuple(type->order);
  if (name == "__bases__")
    return in.makeTuple(type->bases);
  if (name == "__base__")
    return type->bases.empty() ? Value::none() : type->bases[0];
  if (name == "__module__")
    return in.makeStr("builtins");
  if (name == "__doc__")
    return Value::none();
  if (name == "__annotations__" && type->isHeap) {
    Value dict = in.makeDict();
    type->getDict()->set(in.names.annotations_, dict);
    return dict;
  }
  return Value();
}

static Value ofFunction(Interpreter &in, FunctionObject *function,
                        llvm::StringRef name) {
  if (name == "__name__")
    return function->name;
  if (name == "__qualname__")
    return function->qualifiedName;
  if (name == "__doc__")
    return orNone(function->doc);
  if (name == "__module__")
    return orNone(function->module);
  if (name == "__globals__")
    return function->globals;
  if (name == "__code__")
    return function->code;
  if (name == "__defaults__")
    return function->defaults.empty() ? Value::none()
                                      : in.makeTuple(function->defaults);
  if (name == "__kwdefaults__")
    return orNone(function->keywordDefaults);
  if (name == "__closure__")
    return function->closure.empty() ? Value::none()
                                     : in.makeTuple(function->closure);
  if (name == "__annotations__") {
    if (!function->annotations)
      function->annotations = in.makeDict();
    return function->annotations;
  }
  return Value();
}

static Value ofCode(Interpreter &in, CodeObject *code, llvm::StringRef name) {
  if (name == "co_name")
    return in.makeStr(code->name);
  if (name == "co_argcount")
    return in.makeInt(int64_t(code->numPositional));
  if (name == "co_kwonlyargcount")
    return in.makeInt(int64_t(code->numKeywordOnly));
  if (name == "co_flags")
    return in.makeInt((code->gathersPositional ? 4 : 0) |
                      (code->gathersKeywords ? 8 : 0) |
                      (code->isGenerator ? 32 : 0));
  if (name == "co_filename")
    return in.makeStr(code->file ? code->file->getName().str() : "");
  if (name == "co_firstlineno")
    return in.makeInt(std::max(findDefinitionLines(Value(code)).first, 1u));
  if (name == "co_posonlyargcount")
    return in.makeInt(int64_t(code->numPositionalOnly));
  if (name == "co_varnames") {
    ValueVector names;
    for (StrObject *local : code->localNames)
      names.push_back(Value(local));
    return in.makeTuple(std::move(names));
  }
  return Value();
}

static Value ofException(Interpreter &in, ExceptionObject *exception,
                         llvm::StringRef name) {
  if (name == "args")
    return exception->arguments;
  if (name == "__cause__")
    return orNone(exception->cause);
  if (name == "__context__")
    return orNone(exception->context);
  if (name == "__suppress_context__")
    return Value::boolean(exception->suppressContext);
  if (name == "__traceback__")
    return Value::none();
  bool hasValue = in.isInstance(Value(exception), in.types.StopIteration);
  if (hasValue && name == "value")
    return exception->getValue();
  if (name == "code" && in.isInstance(Value(exception), in.types.SystemExit))
    return exception->getValue();
  return Value();
}

static Value ofNumber(Interpreter &in, const Value &number,
                      llvm::StringRef name) {
  if (auto *complex = number.dyn<ComplexObject>()) {
    if (name == "real")
      return in.makeFloat(complex->real);
    if (name == "imag")
      return in.makeFloat(complex->imaginary);
    return Value();
  }
  if (number.is(Kind::Float)) {
    if (name == "real")
      return in.makeFloat(number.as<FloatObject>()->number);
    if (name == "imag")
      return in.makeFloat(0);
    return Value();
  }
  if (name == "real" || name == "numerator")
    return in.unary(UnaryOperator::Plus, number);
  if (name == "imag")
    return in.makeInt(0);
  if (name == "denominator")
    return in.makeInt(1);
  return Value();
}

static Value ofOther(Interpreter &in, const Value &object,
                     llvm::StringRef name) {
  switch (object.kind()) {
  case Kind::Slice: {
    auto *slice = object.as<SliceObject>();
    return name == "start"  ? slice->start
           : name == "stop" ? slice->stop
           : name == "step" ? slice->step
                            : Value();
  }
  case Kind::Range: {
    auto *range = object.as<RangeObject>();
    return name == "start"  ? in.makeInt(range->start)
           : name == "stop" ? in.makeInt(range->stop)
           : name == "step" ? in.makeInt(range->step)
                            : Value();
  }
  case Kind::Native: {
    auto *native = object.as<NativeObject>();
    if (name == "__name__" || name == "__qualname__")
      return in.makeStr(native->definition->name);
    if (name == "__self__")
      return orNone(native->self);
    if (name == "__module__")
      return in.makeStr(native->module.empty() ? "builtins" : native->module);
    return Value();
  }
  case Kind::BoundMethod: {
    auto *method = object.as<BoundMethodObject>();
    if (name == "__self__")
      return method->self;
    if (name == "__func__")
      return method->function;
    return in.findAttr(method->function, name);
  }
  case Kind::StaticMethod:
  case Kind::ClassMethod:
    if (name == "__func__" || name == "__wrapped__")
      return object.as<WrapperObject>()->function;
    return in.findAttr(object.as<WrapperObject>()->function, name);
  case Kind::Property: {
    auto *property = object.as<PropertyObject>();
    if (name == "__isabstractmethod__")
      return property->getter ? in.findAttr(property->getter, name) : Value();
    return name == "fget"                       ? orNone(property->getter)
           : name == "fset"                     ? orNone(property->setter)
           : name == "fdel"                     ? orNone(property->deleter)
           : name == "__doc__" && property->doc ? property->doc
                                                : Value();
  }
  case Kind::Cell:
    if (name == "cell_contents")
      return object.as<CellObject>()->value;
    return Value();
  case Kind::Generator:
    if (name == "__name__" || name == "__qualname__")
      return object.as<GeneratorObject>()->name;
    return Value();
  case Kind::Host:
    if (auto *function =
            dynamic_cast<HostFunctionObject *>(object.getObject())) {
      if (name == "__name__" || name == "__qualname__")
        return in.makeStr(function->name);
      if (name == "__module__" && !function->module.empty())
        return in.makeStr(function->module);
    }
    return Value();
  case Kind::Super:
    return name == "__thisclass__" ? object.as<SuperObject>()->start
           : name == "__self__"    ? object.as<SuperObject>()->self
                                   : Value();
  default:
    return Value();
  }
}

Value evaluate::findSpecialAttribute(Interpreter &in, const Value &object,
                                     StrObject *key) {
  llvm::StringRef name = key->text;
  if (key == in.names.class_)
    return Value(in.typeOf(object));
  if (key == in.names.dict_) {
    if (auto *type = object.dyn<TypeObject>()) {
      // Classes are changed by assignment only.
      Value copy = in.makeDict();
      in.dictUpdate(copy, Value(type->getDict()));
      return copy;
    }
    TypeObject *type = in.typeOf(object);
    if (type->hasSlots && !type->hasInstanceDict)
      return Value();
    if (DictObject *own = in.getInstanceDict(object, true))
      return Value(own);
    return Value();
  }
  Value found;
  switch (object.kind()) {
  case Kind::Type:
    return ofType(in, object.as<TypeObject>(), name);
  case Kind::Function:
    return ofFunction(in, object.as<FunctionObject>(), name);
  case Kind::Code:
    return ofCode(in, object.as<CodeObject>(), name);
  case Kind::Exception:
    found = ofException(in, object.as<ExceptionObject>(), name);
    break;
  case Kind::Bool:
  case Kind::Int:
  case Kind::Float:
  case Kind::Complex:
    found = ofNumber(in, object, name);
    break;
  default:
    found = ofOther(in, object, name);
    break;
  }
  if (found)
    return found;
  if (key == in.names.module_)
    return in.findAttr(Value(in.typeOf(object)), key);
  if (key == in.names.doc_)
    return Value::none();
  return Value();
}

static bool setOfFunction(FunctionObject *function, llvm::StringRef name,
                          const Value &value) {
  if (name == "__name__")
    function->name = value;
  else if (name == "__qualname__")
    function->qualifiedName = value;
  else if (name == "__doc__")
    function->doc = value;
  else if (name == "__module__")
    function->module = value;
  else if (name == "__annotations__")
    function->annotations = value;
  else if (name == "__defaults__")
    function->defaults =
        value.is(Kind::Tuple) ? value.as<TupleObject>()->items : ValueVector();
  else if (name == "__kwdefaults__")
    function->keywordDefaults = value.is(Kind::Dict) ? value : Value();
  else
    return false;
  return true;
}

bool evaluate::setSpecialAttribute(Interpreter &in, const Value &object,
                                   StrObject *key, const Value &value) {
  llvm::StringRef name = key->text;
  if (auto *function = object.dyn<FunctionObject>())
    return setOfFunction(function, name, value);
  if (auto *type = object.dyn<TypeObject>()) {
    if (name == "__name__" && value.is(Kind::Str)) {
      type->name = value.as<StrObject>()->text;
      return true;
    }
    if (name == "__qualname__") {
      type->qualifiedName = value;
      return true;
    }
    return false;
  }
  if (auto *exception = object.dyn<ExceptionObject>()) {
    if (name == "args")
      exception->arguments = in.makeTuple(in.unpack(value));
    else if (name == "__cause__")
      exception->cause = value, exception->suppressContext = true;
    else if (name == "__context__")
      exception->context = value;
    else if (name == "__suppress_context__")
      exception->suppressContext = in.isTrue(value);
    else
      return name == "__traceback__";
    return true;
  }
  if (auto *cell = object.dyn<CellObject>()) {
    if (name != "cell_contents")
      return false;
    cell->value = value;
    return true;
  }
  if (key == in.names.class_ && value.is(Kind::Type) &&
      (object.is(Kind::Instance) || object.is(Kind::Module)) &&
      value.as<TypeObject>()->isHeap &&
      value.as<TypeObject>()->layout == object.getObject()->kind) {
    Object *target = object.getObject();
    value.as<TypeObject>()->retain();
    target->cls->release();
    target->cls = value.as<TypeObject>();
    return true;
  }
  if (key == in.names.dict_ && value.is(Kind::Dict) &&
      in.getInstanceDict(object, true)) {
    Object *target = object.getObject();
    value.as<DictObject>()->retain();
    target->attrs->release();
    target->attrs = value.as<DictObject>();
    return true;
  }
  return false;
}
