//===- ScriptModule.cpp - The module _torch_jit -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

ScriptCompiler::~ScriptCompiler() = default;

static Value script(Interpreter &in, Bound &a) {
  if (!in.options.compiler)
    in.halt("this tool does not compile what a program scripts");
  auto *function = a[0].dyn<FunctionObject>();
  // What is compiled already is as good as scripted.
  if (a[0].is(Kind::Host))
    return a[0];
  if (!function)
    in.halt("torch.jit.script of an object of class '" + in.typeName(a[0]) +
            "' is not supported yet: functions are");
  auto *code = function->code.as<CodeObject>();
  if (code->qualifiedName != code->name || code->name == "<lambda>")
    in.halt("torch.jit.script of '" + code->qualifiedName +
            "' is not supported yet: functions of a module are");
  // Functions are found in the file by their names.
  std::string header = "\ndef " + code->name + "(";
  llvm::StringRef text = code->file->getText();
  size_t count = text.count(header) + text.starts_with(header.substr(1));
  if (count > 1)
    in.halt("torch.jit.script of '" + code->name +
            "' is not supported yet: the file defines several functions of "
            "that name");
  return in.options.compiler->compileFunction(
      in, a[0], code->file->getName(), code->name);
}

static const NativeDefinition functions[] = {{"script", "object, /", script}};

void evaluate::addScriptModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  TypeObject *type =
      in.addType("ScriptFunction", in.types.object, Kind::Host, false);
  module->attrs->set(in.intern("ScriptFunction"), Value(type));
}
