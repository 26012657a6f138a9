//===- Calls.cpp - Calls and their arguments -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

using namespace torchscript;
using namespace torchscript::evaluate;

DepthGuard::DepthGuard(Interpreter &in) : in(in) {
  if (++in.depth > in.options.maxDepth) {
    --in.depth;
    in.failRecursion();
  }
}
DepthGuard::~DepthGuard() { --in.depth; }

//===----------------------------------------------------------------------===//
// Arguments of functions
//===----------------------------------------------------------------------===//

/// `'a', 'b', and 'c'`.
static std::string listNames(const std::vector<std::string> &names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i)
      text += names.size() > 2 ? ", " : " ";
    if (i && i + 1 == names.size())
      text += "and ";
    text += "'" + names[i] + "'";
  }
  return text;
}

[[noreturn]] static void failCount(Interpreter &in, FunctionObject *function,
                                   CodeObject *code, size_t given,
                                   size_t keywordOnly) {
  size_t most = code->numPositional;
  size_t least = most - std::min(most, function->defaults.size());
  std::string takes = function->defaults.empty()
                          ? std::to_string(most)
                          : "from " + std::to_string(least) + " to " +
                                std::to_string(most);
  bool many = most != 1 || !function->defaults.empty();
  std::string name = in.str(function->qualifiedName);
  in.raiseTypeError(name + "() takes " + takes + " positional argument" +
                    (many ? "s" : "") + " but " + llvm::Twine(given) +
                    (given == 1 ? " was given" : " were given"));
}

[[noreturn]] static void failMissing(Interpreter &in, FunctionObject *function,
                                     const std::vector<std::string> &names,
                                     const char *kind) {
  in.raiseTypeError(in.str(function->qualifiedName) + "() missing " +
                    llvm::Twine(names.size()) + " required " + kind +
                    " argument" + (names.size() == 1 ? "" : "s") + ": " +
                    listNames(names));
}

/// Gives each named argument to its parameter, or to the dict of the others.
static void bindNamed(Interpreter &in, FunctionObject *function,
                      CodeObject *code, const Arguments &arguments,
                      Value *slots, const Value &others) {
  size_t numNamed = code->numPositional + code->numKeywordOnly;
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    auto *name = arguments.names[i].as<StrObject>();
    size_t found = code->numPositionalOnly;
    while (found < numNamed && code->localNames[found] != name &&
           code->localNames[found]->text != name->text)
      ++found;
    if (found < numNamed) {
      if (slots[found])
        in.raiseTypeError(in.str(function->qualifiedName) +
                          "() got multiple values for argument '" +
                          name->text + "'");
      slots[found] = arguments.named[i];
    } else if (others) {
      others.as<DictObject>()->set(name, arguments.named[i]);
    } else {
      for (size_t j = 0; j < code->numPositionalOnly; ++j)
        if (code->localNames[j]->text == name->text)
          in.raiseTypeError(in.str(function->qualifiedName) +
                            "() got some positional-only arguments passed as "
                            "keyword arguments: '" +
                            name->text + "'");
      in.raiseTypeError(in.str(function->qualifiedName) +
                        "() got an unexpected keyword argument '" +
                        name->text + "'");
    }
  }
}

void evaluate::bindArguments(Interpreter &in, FunctionObject *function,
                             CodeObject *code, const Arguments &arguments,
                             Value *slots) {
  size_t given = arguments.positional.size();
  size_t numPositional = code->numPositional;
  for (size_t i = 0; i < std::min(given, numPositional); ++i)
    slots[i] = arguments.positional[i];
  // The simple and usual case.
  if (given == numPositional && arguments.names.empty() &&
      code->getNumParameters() == numPositional)
    return;
  size_t next = numPositional + code->numKeywordOnly;
  Value others;
  if (code->gathersPositional) {
    ValueVector rest;
    if (given > numPositional)
      rest.assign(arguments.positional.begin() + numPositional,
                  arguments.positional.end());
    slots[next++] = in.makeTuple(std::move(rest));
  } else if (given > numPositional) {
    failCount(in, function, code, given, 0);
  }
  if (code->gathersKeywords)
    slots[next] = others = in.makeDict();
  bindNamed(in, function, code, arguments, slots, others);
  // Defaults are those of the last parameters; a program may set more of them.
  const ValueVector &defaults = function->defaults;
  std::vector<std::string> missing;
  for (size_t i = given; i < numPositional; ++i) {
    if (slots[i])
      continue;
    if (i + defaults.size() >= numPositional)
      slots[i] = defaults[i + defaults.size() - numPositional];
    else
      missing.push_back(code->localNames[i]->text);
  }
  if (!missing.empty())
    failMissing(in, function, missing, "positional");
  for (size_t i = 0; i < code->numKeywordOnly; ++i) {
    Value &slot = slots[numPositional + i];
    StrObject *name = code->localNames[numPositional + i];
    if (slot)
      continue;
    Value *found = function->keywordDefaults
                       ? function->keywordDefaults.as<DictObject>()->find(name)
                       : nullptr;
    if (found)
      slot = *found;
    else
      missing.push_back(name->text);
  }
  if (!missing.empty())
    failMissing(in, function, missing, "keyword-only");
}

//===----------------------------------------------------------------------===//
// Native functions
//===----------------------------------------------------------------------===//

static NativeSignature readSignature(llvm::StringRef text) {
  NativeSignature signature;
  bool keywordOnly = false;
  while (!text.empty()) {
    llvm::StringRef part;
    std::tie(part, text) = text.split(',');
    part = part.trim();
    if (part == "/") {
      signature.numPositionalOnly = signature.parameters.size();
    } else if (part == "*") {
      keywordOnly = true;
    } else if (part.consume_front("**")) {
      signature.gathersKeywords = true;
    } else if (part.consume_front("*")) {
      signature.gathersPositional = keywordOnly = true;
    } else if (!part.empty()) {
      bool isOptional = part.consume_back("?");
      signature.parameters.push_back({part, isOptional});
      if (!keywordOnly)
        signature.numPositional = signature.parameters.size();
    }
  }
  return signature;
}

NativeObject::NativeObject(TypeObject *cls, const NativeDefinition *definition)
    : Object(kKind, cls), definition(definition),
      signature(readSignature(definition->signature)) {}

Value Interpreter::makeNative(const NativeDefinition &definition,
                              TypeObject *owner) {
  auto *native = new NativeObject(owner ? types.methodDescriptor : types.native,
                                  &definition);
  native->owner = owner;
  return Value(native);
}

void Interpreter::addMethods(TypeObject *type,
                             llvm::ArrayRef<NativeDefinition> methods) {
  // `__new__` is a static method.
  for (const NativeDefinition &method : methods)
    type->getDict()->set(
        intern(method.name),
        makeNative(method,
                   llvm::StringRef(method.name) == "__new__" ? nullptr : type));
  typeChanged(type);
}

void Interpreter::addFunctions(ModuleObject *module,
                               llvm::ArrayRef<NativeDefinition> functions) {
  for (const NativeDefinition &function : functions) {
    Value made = makeNative(function, nullptr);
    made.as<NativeObject>()->module = module->name;
    module->attrs->set(intern(function.name), made);
  }
}

Value Interpreter::callNative(NativeObject *native, const Value *self,
                              const Arguments &arguments) {
  const NativeSignature &signature = native->signature;
  llvm::StringRef name = native->definition->name;
  size_t extra = self ? 1 : 0, given = arguments.positional.size() + extra;
  size_t count = signature.parameters.size();
  llvm::SmallVector<Value, 8> values(count);
  auto argument = [&](size_t i) -> const Value & {
    return i < extra ? *self : arguments.positional[i - extra];
  };
  size_t direct = std::min(given, signature.numPositional);
  for (size_t i = 0; i < direct; ++i)
    values[i] = argument(i);
  Bound bound{values.data(), {}, Value()};
  if (given > direct) {
    if (!signature.gathersPositional)
      raiseTypeError(name + "() takes at most " +
                     llvm::Twine(signature.numPositional) + " argument" +
                     (signature.numPositional == 1 ? "" : "s") + " (" +
                     llvm::Twine(given) + " given)");
    bound.rest = arguments.positional.drop_front(direct - extra);
  }
  if (signature.gathersKeywords)
    bound.keywords = makeDict();
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    auto *keyword = arguments.names[i].as<StrObject>();
    size_t found = signature.numPositionalOnly;
    while (found < count && signature.parameters[found].name != keyword->text)
      ++found;
    if (found < count && !values[found])
      values[found] = arguments.named[i];
    else if (found < count)
      raiseTypeError("argument for " + name + "() given by name ('" +
                     keyword->text + "') and position (" +
                     llvm::Twine(found + 1) + ")");
    else if (signature.gathersKeywords)
      bound.keywords.as<DictObject>()->set(keyword, arguments.named[i]);
    else if (arguments.names.size() && count <= extra)
      raiseTypeError(name + "() takes no keyword arguments");
    else
      raiseTypeError("'" + keyword->text +
                     "' is an invalid keyword argument for " + name + "()");
  }
  for (size_t i = 0; i < count; ++i)
    if (!values[i] && !signature.parameters[i].isOptional)
      raiseTypeError(name + "() missing required argument '" +
                     signature.parameters[i].name + "' (pos " +
                     llvm::Twine(i + 1) + ")");
  TypeObject *owner = native->owner;
  if (owner &&
      (count == 0 || !values[0] || !isInstance(values[0], owner)))
    raiseTypeError("descriptor '" + name + "' for '" + owner->name +
                   "' objects doesn't apply to a '" +
                   (count && values[0] ? typeName(values[0]) : "") +
                   "' object");
  return native->definition->function(*this, bound);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value Interpreter::callType(TypeObject *type, const Arguments &arguments) {
  // `type(x)` is the class of x.
  if (type == types.type && arguments.positional.size() == 1 &&
      arguments.names.empty())
    return Value(typeOf(arguments.positional[0]));
  Value *create = lookUp(type, names.new_);
  ValueVector all;
  all.push_back(Value(type));
  all.insert(all.end(), arguments.positional.begin(),
             arguments.positional.end());
  Value constructor = create ? *create : Value();
  if (constructor.is(Kind::StaticMethod))
    constructor = constructor.as<WrapperObject>()->function;
  if (!constructor)
    raiseTypeError("cannot create '" + type->name + "' instances");
  Value made =
      call(constructor, Arguments(all, arguments.names, arguments.named));
  if (!isInstance(made, type))
    return made;
  Value *init = lookUp(typeOf(made), names.init_);
  if (!init)
    return made;
  Value initialize = *init;
  all[0] = made;
  Value result =
      call(initialize, Arguments(all, arguments.names, arguments.named));
  if (!result.isNone())
    raiseTypeError("__init__() should return None, not '" + typeName(result) +
                   "'");
  return made;
}

Value Interpreter::call(const Value &callee, const Arguments &arguments) {
  if (auto *function = callee.dyn<FunctionObject>()) {
    Value alive = callee;
    return callFunction(function, arguments);
  }
  return callHere(callee, arguments);
}

Value Interpreter::callHere(const Value &callee, const Arguments &arguments) {
  DepthGuard guard(*this);
  step();
  Value alive = callee;
  switch (callee.kind()) {
  case Kind::Native: {
    auto *native = callee.as<NativeObject>();
    return callNative(native, native->self ? &native->self : nullptr,
                      arguments);
  }
  case Kind::BoundMethod: {
    auto *method = callee.as<BoundMethodObject>();
    if (auto *native = method->function.dyn<NativeObject>())
      return callNative(native, &method->self, arguments);
    llvm::SmallVector<Value, 6> all;
    all.push_back(method->self);
    all.append(arguments.positional.begin(), arguments.positional.end());
    return call(method->function,
                Arguments(all, arguments.names, arguments.named));
  }
  case Kind::Type: {
    auto *type = callee.as<TypeObject>();
    if (type->cls == types.type)
      return callType(type, arguments);
    Value *found = lookUp(type->cls, names.call_);
    if (!found || found->is(Kind::Native))
      return callType(type, arguments);
    break;
  }
  case Kind::Host:
    return callee.as<HostObject>()->call(*this, arguments);
  case Kind::StaticMethod:
    return call(callee.as<WrapperObject>()->function, arguments);
  default:
    break;
  }
  Value method = findSpecial(callee, names.call_);
  if (!method)
    raiseTypeError("'" + typeName(callee) + "' object is not callable");
  return call(method, arguments);
}

bool Interpreter::isCallable(const Value &value) {
  switch (value.kind()) {
  case Kind::Function:
  case Kind::Native:
  case Kind::BoundMethod:
  case Kind::Type:
  case Kind::StaticMethod:
    return true;
  case Kind::Host:
    return value.as<HostObject>()->isCallable() ||
           lookUp(typeOf(value), names.call_);
  default:
    return lookUp(typeOf(value), names.call_);
  }
}

Value Interpreter::callMethod(const Value &object, llvm::StringRef name,
                              std::initializer_list<Value> arguments) {
  return call(getAttr(object, name), arguments);
}

Value HostFunctionObject::call(Interpreter &in, const Arguments &arguments) {
  return body(in, arguments);
}

Value HostObject::call(Interpreter &in, const Arguments &arguments) {
  Value self(this);
  Value method = in.findSpecial(self, in.names.call_);
  if (!method)
    in.raiseTypeError("'" + in.typeName(self) + "' object is not callable");
  return in.call(method, arguments);
}

Value HostObject::getAttr(Interpreter &, llvm::StringRef) { return Value(); }
bool HostObject::setAttr(Interpreter &, llvm::StringRef, const Value &) {
  return false;
}
std::string HostObject::repr(Interpreter &) { return std::string(); }
