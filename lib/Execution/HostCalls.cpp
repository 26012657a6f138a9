//===- HostCalls.cpp - Compiled code that calls the program ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that `@torch.jit.ignore` leaves to the program: compiled code calls
// the operator `host::call`, which finds the program by the name it is given.
//
//===----------------------------------------------------------------------===//

#include "ScriptedObjects.h"

#include <mutex>

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

namespace {
/// The programs that compiled code may call, by name.
struct Programs {
  std::mutex mutex;
  llvm::StringMap<ScriptedProgram *> byName;
  unsigned count = 0;

  static Programs &get() {
    static Programs programs;
    return programs;
  }
  ScriptedProgram *find(StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    return byName.lookup(name);
  }
};
} // namespace

/// The kernel of `host::call`: "PROGRAM.NUMBER/SYMBOL", then arguments.
static tsrt_error *callProgram(const tsrt_value *args, int32_t numArgs,
                               tsrt_value *results, int32_t numResults) {
  if (numArgs < 1 || !args[0].type || args[0].type->kind != TSRT_STR)
    return tsrt_error_new("RuntimeError", "host::call needs a name");
  auto *text = static_cast<tsrt_str *>(args[0].u.p);
  StringRef name(text->data, size_t(text->size));
  ScriptedProgram *program = Programs::get().find(name.split('.').first);
  if (!program)
    return tsrt_error_new("RuntimeError",
                          "This Python function is annotated to be ignored "
                          "and cannot be run: its program is not there");
  return program->callHost(name,
                           llvm::ArrayRef(args + 1, size_t(numArgs - 1)),
                           llvm::MutableArrayRef(results, size_t(numResults)));
}

void ScriptedProgram::connect(Interpreter &in) {
  interpreter = &in;
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  if (programs.count == 0)
    tsrt_op_register("host::call", &callProgram);
  name = "program" + std::to_string(programs.count++);
  programs.byName[name] = this;
  instances->setProgramName(name);
}

ScriptedProgram::~ScriptedProgram() {
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  programs.byName.erase(name);
}

void ScriptedProgram::rethrow() {
  if (halted)
    throw *std::exchange(halted, std::nullopt);
}

/// Whether this is a name of ScriptedProgram::leaveOperator: `program0.op3`.
static bool isOperatorName(StringRef name) {
  return name.split('.').second.starts_with("op");
}

tsrt_error *
ScriptedProgram::callHost(StringRef name, llvm::ArrayRef<tsrt_value> args,
                          llvm::MutableArrayRef<tsrt_value> results) {
  // Exceptions do not go through compiled code.
  try {
    callHostFunction(name, args, results);
    return nullptr;
  } catch (Raised &raised) {
    std::string message;
    try {
      message = interpreter->str(raised.exception);
      // What a function raises is named; an operator's error stands alone.
      if (!isOperatorName(name))
        message = interpreter->typeName(raised.exception) + ": " + message;
    } catch (Raised &) {
      message = "an exception";
    }
    return tsrt_error_new("RuntimeError", message.c_str());
  } catch (Halted &stop) {
    halted = stop;
    return tsrt_error_new("RuntimeError", "the program was stopped");
  }
}

void ScriptedProgram::callHostFunction(
    StringRef name, llvm::ArrayRef<tsrt_value> args,
    llvm::MutableArrayRef<tsrt_value> results) {
  Interpreter &in = *interpreter;
  auto [key, symbol] = name.split('/');
  if (isOperatorName(name)) {
    size_t index = 0;
    if (key.split('.').second.drop_front(2).getAsInteger(10, index) ||
        index >= operators.size())
      in.raise(in.types.RuntimeError, "the program has no such operator");
    return callOperator(operators[index], args, results);
  }
  Value function = instances->findHostFunction(key);
  if (!function)
    in.raise(in.types.RuntimeError, "the program has no such function");
  ValueVector values;
  for (const tsrt_value &argument : args)
    values.push_back(decodeFor(in, *this, argument));
  Value result = in.call(function, Arguments(llvm::ArrayRef<Value>(values)));
  if (results.empty())
    return;
  const tsrt_type *type = session->getResultType(symbol);
  if (!type)
    in.raiseTypeError("the type of the result is not known");
  TypeContext types;
  Encoder encoder(in, types, /*takesObjects=*/true);
  json data;
  encoder.encode(result, data);
  auto made = makeValue(data, type, encoder.tensors, &session->getTypes());
  if (!made)
    in.raise(in.types.RuntimeError, llvm::toString(made.takeError()));
  results[0] = made->get();
  *made->address() = tsrt_value{};
}
