//===- HostCalls.cpp - Compiled code that calls the program ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of `host::call`, and how a program runs what it asks for.
//
//===----------------------------------------------------------------------===//

#include "HostPrograms.h"
#include "ScriptedObjects.h"
#include "tsrt_eager.h"

#include <mutex>

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

namespace {
/// The programs that compiled code may call, by name.
struct Programs {
  std::mutex mutex;
  llvm::StringMap<HostProgram *> byName;
  unsigned count = 0;

  static Programs &get() {
    static Programs programs;
    return programs;
  }
  HostProgram *find(StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    return byName.lookup(name);
  }
};
} // namespace

/// What calls of programs that are not there fail with.
static constexpr const char kNotThere[] =
    "This Python function is annotated to be ignored and cannot be run: ";

/// The kernel of `host::call`: "PROGRAM.NUMBER/SYMBOL", then arguments.
static tsrt_error *callProgram(const tsrt_value *args, int32_t numArgs,
                               tsrt_value *results, int32_t numResults) {
  if (numArgs < 1 || !args[0].type || args[0].type->kind != TSRT_STR)
    return tsrt_error_new("RuntimeError", "host::call needs a name");
  auto *text = static_cast<tsrt_str *>(args[0].u.p);
  StringRef name(text->data, size_t(text->size));
  HostProgram *program = Programs::get().find(name.split('.').first);
  if (!program)
    return tsrt_error_new(
        "RuntimeError",
        (std::string(kNotThere) + "its program is not there").c_str());
  return program->call(name, llvm::ArrayRef(args + 1, size_t(numArgs - 1)),
                       llvm::MutableArrayRef(results, size_t(numResults)));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void HostProgram::connect(Session &session) {
  caller = &session;
  Programs &programs = Programs::get();
  {
    std::lock_guard<std::mutex> lock(programs.mutex);
    if (programs.count == 0)
      tsrt_op_register("host::call", &callProgram);
    programName = "program" + std::to_string(programs.count++);
    programs.byName[programName] = this;
  }
  onConnected();
}

HostProgram::~HostProgram() {
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  programs.byName.erase(programName);
}

tsrt_error *HostProgram::call(StringRef name, llvm::ArrayRef<tsrt_value> args,
                              llvm::MutableArrayRef<tsrt_value> results) {
  std::string message;
  Interpreter *in = getInterpreter(message);
  if (!in)
    return tsrt_error_new("RuntimeError", (kNotThere + message).c_str());
  HeapScope scope(in->heap);
  // Exceptions do not go through compiled code.
  try {
    callByName(*in, name, args, results);
    return nullptr;
  } catch (Raised &raised) {
    try {
      message = in->str(raised.exception);
      // What a function raises is named; an operator's error stands alone.
      if (!isOperator(name))
        message = in->typeName(raised.exception) + ": " + message;
    } catch (Raised &) {
      message = "an exception";
    }
  } catch (Halted &halted) {
    onHalted(halted);
    message = "the program was stopped: " + halted.message;
  } catch (std::bad_alloc &) {
    message = "the program takes more memory than there is";
  }
  return tsrt_error_new("RuntimeError", message.c_str());
}

/// The value of type Tensor that is no tensor.
static tsrt_value makeUndefinedTensor() {
  tsrt_value result{};
  result.type = &tsrt_type_tensor;
  result.u.p = tsrt_tensor_undefined();
  return result;
}

void HostProgram::callByName(Interpreter &in, StringRef name,
                             llvm::ArrayRef<tsrt_value> args,
                             llvm::MutableArrayRef<tsrt_value> results) {
  auto [key, symbol] = name.split('/');
  Value function = findFunction(key);
  if (!function)
    in.raise(in.types.RuntimeError, "the program has no such function");
  Value tensor = in.getAttr(in.importModule("torch"), "Tensor");
  ValueVector values;
  for (const tsrt_value &argument : args)
    values.push_back(
        decodeValue(in, tensor.as<TypeObject>(), argument, &getClasses()));
  Value result = in.call(function, Arguments(llvm::ArrayRef<Value>(values)));
  onResult(result);
  if (results.empty())
    return;
  const tsrt_type *type = caller->getResultType(symbol);
  if (!type)
    in.raiseTypeError("the type of the result is not known");
  // A function without annotations gives a Tensor, of which None is one that is
  // not defined.
  if (result.isNone() && type->kind == TSRT_TENSOR) {
    results[0] = makeUndefinedTensor();
    return;
  }
  TypeContext types;
  Encoder encoder(in, types, /*takesObjects=*/true);
  json data;
  encoder.encode(result, data);
  auto made = makeValue(data, type, encoder.tensors, &caller->getTypes());
  if (!made)
    in.raise(in.types.RuntimeError, llvm::toString(made.takeError()));
  results[0] = made->get();
  *made->address() = tsrt_value{};
}

//===----------------------------------------------------------------------===//
// What a program scripts
//===----------------------------------------------------------------------===//

void ScriptedProgram::connect(Interpreter &in) {
  interpreter = &in;
  HostProgram::connect(*session);
}

void ScriptedProgram::onConnected() {
  instances->setProgramName(getProgramName());
}

void ScriptedProgram::rethrow() {
  if (halted)
    throw *std::exchange(halted, std::nullopt);
}

/// Whether this is a name of ScriptedProgram::leaveOperator: `program0.op3`.
bool ScriptedProgram::isOperator(StringRef name) const {
  return name.split('.').second.starts_with("op");
}

void ScriptedProgram::callByName(Interpreter &in, StringRef name,
                                 llvm::ArrayRef<tsrt_value> args,
                                 llvm::MutableArrayRef<tsrt_value> results) {
  if (!isOperator(name))
    return HostProgram::callByName(in, name, args, results);
  size_t index = 0;
  if (name.split('/').first.split('.').second.drop_front(2).getAsInteger(
          10, index) ||
      index >= operators.size())
    in.raise(in.types.RuntimeError, "the program has no such operator");
  callOperator(operators[index], args, results);
}
