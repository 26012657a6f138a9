//===- ControlFlowOperators.h - torch.cond and its like ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators of torch.export that run functions. TorchScript of PyTorch 1.13
// does not have them: functions inside of functions and lambdas are taken as
// their operands only.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_CONTROLFLOWOPERATORS_H
#define TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_CONTROLFLOWOPERATORS_H

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

namespace torchscript {

/// A function defined inside of another. It sees the variables around its call,
/// and returns at its end only.
Meaning *makeLocalFunction(FunctionEmitter &emitter,
                           const FunctionDef *function);
Meaning *makeLambda(FunctionEmitter &emitter, const LambdaExpr *lambda);

/// What `cond`, `while_loop`, `map` and `scan` mean; null for other names.
Meaning *makeControlFlowOperator(Compilation &unit, llvm::StringRef name);
/// Emits a call of one of them. Null after an error.
using ControlFlowEmitter = Meaning *(*)(FunctionEmitter &emitter,
                                        const CallExpr *call);
/// How a call of this meaning is emitted; null when it is none of them.
ControlFlowEmitter findControlFlow(const OpaqueMeaning &callee);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_LANGUAGE_CONTROLFLOWOPERATORS_H
