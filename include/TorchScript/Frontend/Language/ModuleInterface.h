//===- ModuleInterface.h - What the language asks of modules ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module classes as names, and the interface of the types that module
// instances have. How instances are scripted is the concern of
// lib/Frontend/Modules, which the language does not know.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_MODULEINTERFACE_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_MODULEINTERFACE_H

#include "TorchScript/Frontend/Language/Compilation.h"

namespace torchscript {

/// The type of a module instance, as far as the compilation of its methods
/// needs it.
class ModuleType {
public:
  virtual ~ModuleType();
  /// What `self` stands for in a method. The meaning lives as long as `unit`.
  virtual Meaning *getSelf(Compilation &unit, TypedValue self) = 0;
  /// Adds a method that was compiled to the type and its declaration.
  virtual void addMethod(FunctionEntry &method) = 0;
  /// A method that is compiled without being named, compiled or not; null when
  /// the class has none of the name.
  virtual FunctionEntry *findExported(llvm::StringRef name) = 0;
};

/// A class statement below nn.Module.
class ModuleClassMeaning : public Meaning {
public:
  ModuleClassMeaning(const ClassDef *def, Scope *scope)
      : Meaning(MeaningKind::ModuleClass), def(def), scope(scope) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::ModuleClass;
  }
  std::string describe() const override {
    return "python value of type 'type'";
  }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const ClassDef *const def;
  Scope *const scope;

private:
  /// A static method called by the class, as a function of its own.
  Meaning *getStatic(Compilation &unit, const FunctionDef *function);

  llvm::StringMap<FunctionMeaning *> statics;
};

/// The class of that name in the texts of torch.nn; null when there is none.
ModuleClassMeaning *findLayer(Compilation &unit, llvm::StringRef name);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_MODULEINTERFACE_H
