//===- ScriptedFunctions.cpp - What a program scripts, compiled -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/ScriptedFunctions.h"

#include "EvaluatorValues.h"

#include "llvm/ADT/StringMap.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {

/// A compiled function of the program.
struct ScriptedFunction : HostObject {
  Session &session;
  const HostFunction &function;
  /// The function it was made from.
  Value original;

  ScriptedFunction(TypeObject *cls, Session &session,
                   const HostFunction &function, Value original)
      : HostObject(cls), session(session), function(function),
        original(std::move(original)) {}

  Value call(Interpreter &in, const Arguments &arguments) override;
  bool isCallable() const override { return true; }
  Value getAttr(Interpreter &in, llvm::StringRef name) override {
    if (name == "name")
      return in.makeStr(function.name);
    return name.starts_with("__") ? in.findAttr(original, name) : Value();
  }
  std::string repr(Interpreter &) override {
    return "<torch.jit.ScriptFunction object>";
  }
};

class SessionCompiler : public ScriptCompiler {
public:
  explicit SessionCompiler(const SessionOptions &options) : options(options) {}
  Value compileFunction(Interpreter &in, const Value &function,
                        llvm::StringRef file, llvm::StringRef name) override;

private:
  Session &getSession(Interpreter &in, llvm::StringRef file);

  SessionOptions options;
  llvm::StringMap<std::unique_ptr<Session>> sessions;
};

} // namespace

std::unique_ptr<ScriptCompiler>
torchscript::makeScriptCompiler(const SessionOptions &options) {
  return std::make_unique<SessionCompiler>(options);
}

/// Raises what a session or a compiled function failed with.
[[noreturn]] static void raiseFailure(Interpreter &in, llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  in.raise(in.types.RuntimeError, llvm::StringRef(message).rtrim());
}

Session &SessionCompiler::getSession(Interpreter &in, llvm::StringRef file) {
  std::unique_ptr<Session> &session = sessions[file];
  if (!session) {
    auto opened = Session::open(file, options);
    if (!opened)
      raiseFailure(in, opened.takeError());
    session = std::move(*opened);
  }
  return *session;
}

Value SessionCompiler::compileFunction(Interpreter &in, const Value &function,
                                       llvm::StringRef file,
                                       llvm::StringRef name) {
  Session &session = getSession(in, file);
  auto compiled = session.compile(name);
  if (!compiled)
    raiseFailure(in, compiled.takeError());
  Value type = in.getAttr(in.importModule("_torch_jit"), "ScriptFunction");
  return Value(new ScriptedFunction(type.as<TypeObject>(), session, **compiled,
                                    function));
}

Value ScriptedFunction::call(Interpreter &in, const Arguments &arguments) {
  TypeContext types;
  Encoder encoder(in, types);
  std::vector<json> positional;
  std::vector<std::pair<std::string, json>> named;
  for (const Value &value : arguments.positional)
    encoder.encode(value, positional.emplace_back());
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    named.emplace_back(in.toStr(arguments.names[i], "keyword").str(), json());
    encoder.encode(arguments.named[i], named.back().second);
  }
  auto bound = bindArguments(function, positional, named, encoder.tensors);
  if (!bound)
    raiseFailure(in, bound.takeError());
  const HostFunction *chosen = session.specialize(function, *bound);
  if (llvm::Error error = session.prepare(*chosen))
    raiseFailure(in, std::move(error));
  auto result = callFunction(*chosen, *bound);
  if (!result)
    raiseFailure(in, result.takeError());
  Value tensor = in.getAttr(in.importModule("torch"), "Tensor");
  return decodeValue(in, tensor.as<TypeObject>(), result->get());
}
