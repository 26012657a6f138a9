//===- ScriptModule.cpp - The module _torch_jit -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

ScriptCompiler::~ScriptCompiler() = default;

static ScriptCompiler &getCompiler(Interpreter &in) {
  if (!in.options.compiler)
    in.halt("this tool does not compile what a program scripts");
  return *in.options.compiler;
}

static Value scriptFunction(Interpreter &in, Bound &a) {
  // What is compiled already is as good as scripted.
  if (a[0].is(Kind::Host))
    return a[0];
  return getCompiler(in).compileFunction(in, a[0]);
}

static Value scriptModule(Interpreter &in, Bound &a) {
  return getCompiler(in).compileModule(in, a[0]);
}

static Value scriptClass(Interpreter &in, Bound &a) {
  getCompiler(in).compileClass(in, a[0]);
  return a[0];
}

static const NativeDefinition functions[] = {
    {"script_function", "function, /", scriptFunction},
    {"script_module", "module, /", scriptModule},
    {"script_class", "cls, /", scriptClass},
};

void evaluate::addScriptModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  for (const char *name : {"ScriptFunction", "ScriptMethod", "ScriptObject"}) {
    TypeObject *type = in.addType(name, in.types.object, Kind::Host, false);
    module->attrs->set(in.intern(name), Value(type));
  }
}
