//===- Recovery.h - Going on after an error --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission goes on with the next statement, so that all errors are reported.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_RECOVERY_H
#define TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_RECOVERY_H

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

namespace torchscript {

/// The state before a statement, to which emission returns when the statement
/// has an error.
class FunctionEmitter::Recovery {
public:
  explicit Recovery(FunctionEmitter &emitter);

  /// Goes on behind the statement: what it would have bound, or have refined,
  /// is unknown. False where nothing is to be gained.
  bool recover(const Stmt *statement);

private:
  void forget(const Stmt *statement);
  void forgetTarget(const Expr *target);
  void forgetNames(const Expr *expr);
  void forgetName(llvm::StringRef name);

  FunctionEmitter &emitter;
  BlockState *block;
  size_t depth;
  mlir::OpBuilder::InsertPoint place;
  LoopKind loop;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_RECOVERY_H
