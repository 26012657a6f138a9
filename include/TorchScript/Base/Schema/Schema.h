//===- Schema.h - The table of operator schemas -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operator overload PyTorch knows, as data. The table is text inside the
// program; nothing is read or parsed before the first look-up of a name.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_SCHEMA_SCHEMA_H
#define TORCHSCRIPT_BASE_SCHEMA_SCHEMA_H

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace torchscript {

/// The operator schemas of the process. All members may be called from several
/// threads; returned schemas live until the process ends.
class SchemaRegistry {
public:
  static SchemaRegistry &get();

  /// The overloads of `name` ("aten::add") in the order in which resolution
  /// tries them: operators, then builtin functions. Empty for an unknown name.
  llvm::ArrayRef<const FunctionSchema *> overloads(llvm::StringRef name);

  /// One operator overload by full name: "aten::add.Tensor", "aten::relu". Null
  /// when unknown.
  const FunctionSchema *find(llvm::StringRef fullName);

  /// Whether there is an operator or builtin function of this name.
  bool contains(llvm::StringRef name) { return !overloads(name).empty(); }

  /// The body of a builtin function: a TorchScript expression over the names of
  /// its parameters (`aten::add(float a, Tensor b)` is `b + a`). Empty for an
  /// operator. `schema` must come from overloads().
  llvm::StringRef getBuiltinBody(const FunctionSchema *schema);

  /// Names within edit distance two of `name`, nearest first.
  std::vector<std::string> suggest(llvm::StringRef name);

  /// Calls `visit` with the line of every operator overload, in order.
  void forEachLine(llvm::function_ref<void(llvm::StringRef line)> visit);

private:
  SchemaRegistry();
  ~SchemaRegistry();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_SCHEMA_SCHEMA_H
