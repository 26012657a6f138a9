//===- CoreOperators.cpp - The operators of Core ATen ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/CoreOperators.h"

#include "llvm/ADT/StringSet.h"

bool mlir::ts::isCoreOperator(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
#define TS_CORE_OPERATOR(NAME) "aten::" NAME,
#include "TorchScript/Dialect/TS/IR/CoreOperators.def"
#undef TS_CORE_OPERATOR
  };
  return names.contains(name);
}
