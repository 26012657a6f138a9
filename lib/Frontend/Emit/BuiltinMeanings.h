//===- BuiltinMeanings.h - Meanings of Python names --------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Meanings that the tables of builtin names share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EMIT_BUILTINMEANINGS_H
#define TORCHSCRIPT_LIB_FRONTEND_EMIT_BUILTINMEANINGS_H

#include "Compilation.h"

namespace torchscript {

/// A type that is also called, as an operator: `torch.device`.
class CallableTypeMeaning : public TypeMeaning {
public:
  CallableTypeMeaning(const Type *type, llvm::StringRef op)
      : TypeMeaning(type), op(op) {}
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  /// With namespace: `aten::device`.
  const std::string op;
};

/// A builtin of Python that TorchScript refuses; `printed` is how Python prints
/// it, such as `<built-in function callable>` (TS-BI-024).
Meaning *makeUnsupported(Compilation &unit, llvm::StringRef printed);

/// The message of using a Python value of that Python type as a value
/// (TS-SCOPE-012).
std::string describeUnusable(llvm::StringRef pythonType);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_EMIT_BUILTINMEANINGS_H
