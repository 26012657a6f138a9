//===- Names.h - What Python names mean to TorchScript ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The members of `torch`, `math`, `cmath` and their submodules, as data: which
// ones are operators, constants, functions or modules.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_SCHEMA_NAMES_H
#define TORCHSCRIPT_BASE_SCHEMA_NAMES_H

#include "TorchScript/Base/Types/Constant.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace torchscript {

/// What a dotted Python name stands for.
struct PythonName {
  enum class Kind {
    Module,      ///< a module
    Operator,    ///< a function that is an operator: `target`
    Constant,    ///< a number: `value`; dtypes and layouts are ints
    Function,    ///< a function written in Python
    Unsupported, ///< a function TorchScript refuses; Python prints it as
                 ///< `target`
    Refused,     ///< a function TorchScript fails to compile, saying `target`
    Class,       ///< a class
  };
  Kind kind = Kind::Module;
  /// The operator with namespace, the text of an unsupported function, or the
  /// message of a refused one.
  /// Points into static data.
  llvm::StringRef target;
  Constant value;
};

/// Looks up a name such as `torch.float32`, `math.sqrt` or `torch.linalg`.
/// Nothing when the module has no such member, or is not in the table.
std::optional<PythonName> lookupPythonName(llvm::StringRef dottedName);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_SCHEMA_NAMES_H
