//===- Overrides.cpp - Classes that say what functions of torch do --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__torch_function__`: a class that has it is asked when an instance is an
// argument of a function of torch. What is asked, and for which function, says
// the text `_overrides`; here is what decides whether anybody has to be.
//
//===----------------------------------------------------------------------===//

#include "Overrides.h"

#include "Code.h"
#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

bool evaluate::isOverriding(Interpreter &in, const Value &value) {
  if (!value.is(Kind::Instance) && !value.is(Kind::Host))
    return false;
  TypeObject *type = in.typeOf(value);
  if (!type->isHeap)
    return false;
  Value *found = in.lookUp(type, in.names.torch_function_);
  if (!found)
    return false;
  if (!value.is(Kind::Host))
    return !found->isNone();
  // torch.Tensor has one, too, which does what is done without.
  Value method = *found;
  Value torch = in.findModule("torch");
  Value tensor = torch ? in.findAttr(torch, "Tensor") : Value();
  Value *plain = tensor.is(Kind::Type) ? in.lookUp(tensor.as<TypeObject>(),
                                                   in.names.torch_function_)
                                       : nullptr;
  return !plain || !plain->isSame(method);
}

/// Whether an argument is an instance of such a class, or has one among its
/// items.
static bool hasOverride(Interpreter &in, llvm::ArrayRef<Value> values) {
  for (const Value &value : values) {
    if (isOverriding(in, value))
      return true;
    if (ValueVector *items = getItems(value))
      for (const Value &item : *items)
        if (isOverriding(in, item))
          return true;
  }
  return false;
}

static Value ask(Interpreter &in, const char *door, Value callee,
                 const Arguments &arguments) {
  if (!hasOverride(in, arguments.positional) &&
      !hasOverride(in, arguments.named))
    return Value();
  Value keywords = in.makeDict();
  for (size_t i = 0; i < arguments.names.size(); ++i)
    in.dictSet(keywords, arguments.names[i], arguments.named[i]);
  Value positional = in.makeTuple(
      ValueVector(arguments.positional.begin(), arguments.positional.end()));
  Value answer = in.call(in.getAttr(in.importModule("_overrides"), door),
                         {std::move(callee), positional, keywords});
  return answer.isNone() ? Value() : in.unpack(answer)[0];
}

Value evaluate::callOverride(Interpreter &in, const Value &function,
                             const Arguments &arguments) {
  // A function of the program is none of torch, whatever it is called.
  if (auto *text = function.dyn<FunctionObject>()) {
    auto *code = text->code.dyn<CodeObject>();
    llvm::StringRef file = code && code->file ? code->file->getName() : "";
    if (file != "python/torch.py" && file != "torch/functional.py" &&
        file != "torch/nn/functional.py")
      return Value();
  }
  return ask(in, "ask_function", function, arguments);
}

Value evaluate::callMethodOverride(Interpreter &in, llvm::StringRef name,
                                   const Arguments &arguments) {
  return ask(in, "ask_method", in.makeStr(name.str()), arguments);
}
